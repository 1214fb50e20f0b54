#' Settings of the sampler
#'
#' How many draws to make, in how many chains, where chains start, and how they are run.
#'
#' @param draws Number of sweeps of each chain, including burn-in.
#' @param burn_in Number of sweeps at the start whose labels are not kept.
#' @param thin Keep the labels of every `thin`-th sweep after burn-in.
#' @param chains Number of chains. Each has its own random stream: chain 2 makes the same draws
#'   on its own as among four, on any number of threads.
#' @param init Where chains start: `"one"` cluster, `"fine"` (many small clusters, about five
#'   curves each), `"singletons"`, `"kmedoids"` (a guess from the data), `"random"` (20 clusters),
#'   a vector of labels, or a list of these with one entry per chain. Of copies (see
#'   [wishart_crp()]) the label of the first counts. `NULL` spreads the chains: one cluster, fine,
#'   K-medoids, then random.
#' @param split_merge Number of proposals per sweep to split or merge whole clusters; `TRUE`
#'   makes one for every 20 curves, at least 10; `FALSE` makes none. Without them a chain that
#'   starts at one cluster may never leave it. Proposals that involve more than 64 curves
#'   are made less often.
#' @param seed A whole number; `NULL` draws one from R's random numbers, so that [set.seed()]
#'   makes the result reproducible. The result keeps the seed.
#' @inheritParams elastic_gram
#' @param progress Whether to show a progress bar; `NULL` shows one in interactive sessions, or as
#'   the option `shapecrp.progress` says.
#' @param checkpoint A file to which the run is saved every half minute (option
#'   `shapecrp.checkpoint_seconds`) and at the end, for [resume()] after a crash;
#'   `NULL` saves nothing. During a run, the file `<checkpoint>.lock` prevents other runs from using
#'   it.
#' @param workers Where chains run: `NULL`, in threads of this process; a number, in that many
#'   daemons of package mirai on this machine; or the name of a compute profile set up with
#'   [mirai::daemons()]. The draws do not depend on it. Each daemon runs one chain at a time, on
#'   one thread. [resume()] runs chains in this process.
#' @param moves Types of moves to make in each sweep, for experiments; `"theta"` draws
#'   \eqn{\theta}{theta} and, if it is uncertain, d.
#' @return An object of class `mcmc_control`.
#' @examples
#' mcmc_control(draws = 2000, burn_in = 500, seed = 1)
#' @export
#' @param ... Must be empty; an unknown argument is an error.
mcmc_control <- function(draws = 4000, burn_in = 1000, thin = 1, chains = 4, init = NULL,
                         split_merge = TRUE, seed = NULL, n_threads = NULL,
                         progress = NULL, checkpoint = NULL, workers = NULL,
                         moves = c("gibbs", "split_merge", "theta"), ...) {
  check_no_dots(...)
  draws <- check_number(draws, min = 1, max = 1e9, whole = TRUE)
  burn_in <- check_number(burn_in, min = 0, max = 1e9, whole = TRUE)
  thin <- check_number(thin, min = 1, max = 1e9, whole = TRUE)
  chains <- check_number(chains, min = 1, max = 1e4, whole = TRUE)
  if (draws < burn_in + thin) {
    abort_input(
      "draws", sprintf("be at least %d to keep a draw after burn-in", burn_in + thin),
      describe(draws), hint = "Lower `burn_in` or raise `draws`, which include the burn-in."
    )
  }
  split_merge <- check_split_merge(split_merge)
  moves <- check_moves(moves, split_merge)
  if (!is.null(seed)) {
    seed <- check_number(seed, min = 0, max = .Machine$integer.max,
                         whole = TRUE)
  }
  if (!is.null(n_threads)) n_threads <- check_number(n_threads, min = 1, whole = TRUE)
  if (!is.null(progress)) progress <- check_flag(progress)
  new_mcmc_control(
    draws = draws, burn_in = burn_in, thin = thin, chains = chains,
    init = check_init(init, chains), split_merge = split_merge, seed = seed,
    n_threads = n_threads, progress = progress, checkpoint = check_file(checkpoint),
    workers = check_workers(workers), moves = moves, usual_size = 64
  )
}

new_mcmc_control <- function(...) structure(list(...), class = "mcmc_control")

#' @rdname mcmc_control
#' @param x Any object.
#' @export
is_mcmc_control <- function(x) {
  check_given(x, "x")
  inherits(x, "mcmc_control")
}

init_names <- c("one", "fine", "singletons", "kmedoids", "random")

# TRUE, or a number of proposals per sweep.
check_split_merge <- function(x, call = caller_env()) {
  if (isTRUE(x)) {
    return(TRUE)
  }
  if (isFALSE(x)) x <- 0
  check_number(x, min = 0, max = 1e6, whole = TRUE, arg = "split_merge", call = call)
}

n_proposals <- function(split_merge, n) {
  if (isTRUE(split_merge)) max(10, n %/% 20) else split_merge
}

check_moves <- function(moves, split_merge, call = caller_env()) {
  known <- c("gibbs", "split_merge", "theta")
  if (!is.character(moves) || !all(moves %in% known)) {
    abort_input("moves", paste("be some of", paste0("\"", known, "\"", collapse = ", ")),
                describe(moves), call = call)
  }
  if (identical(split_merge, 0L)) moves <- setdiff(moves, "split_merge")
  if (!any(c("gibbs", "split_merge") %in% moves)) {
    abort_input("moves", "include a move that changes the partition",
                "it has neither \"gibbs\" nor \"split_merge\"", call = call)
  }
  moves
}

# NULL, or a list with one entry per chain.
check_init <- function(init, chains, call = caller_env()) {
  if (is.null(init)) {
    return(NULL)
  }
  if (!is.list(init)) init <- rep(list(init), chains)
  if (length(init) != chains) {
    abort_input("init", sprintf("have one entry for each of %d chains", chains),
                paste("not", length(init)), call = call)
  }
  for (entry in init) {
    named <- is.character(entry) && length(entry) == 1 && entry %in% init_names
    labels <- is.atomic(entry) && !is.null(entry) && !anyNA(entry) &&
      !(is.character(entry) && length(entry) == 1)
    if (!named && !labels) {
      abort_input(
        "init",
        paste0("be labels without NA, or one of ",
               paste0("\"", init_names, "\"", collapse = ", ")),
        describe(entry), call = call
      )
    }
  }
  init
}

check_file <- function(file, arg = rlang::caller_arg(file), call = caller_env()) {
  if (is.null(file)) {
    return(NULL)
  }
  check_file_name(file, arg, call)
  if (!dir.exists(dirname(file))) {
    abort_input(arg, "be in a directory that exists",
                sprintf("%s does not", quote_string(dirname(file))), call = call)
  }
  if (dir.exists(file) || file.access(dirname(file), 2) != 0) {
    abort_input(arg, "be a file that can be written to",
                if (dir.exists(file)) "it is a directory" else "its directory is read-only",
                call = call)
  }
  file
}

check_file_name <- function(file, arg, call = caller_env()) {
  if (!is.character(file) || length(file) != 1 || is.na(file) || !nzchar(file)) {
    abort_input(arg, "be the name of a file", describe(file), call = call)
  }
  file
}

#' @export
print.mcmc_control <- function(x, ...) {
  cat(sprintf(
    "%d chain%s of %d sweeps, burn-in %d, keeping %s\n",
    x$chains, if (x$chains == 1) "" else "s", x$draws, x$burn_in,
    if (x$thin == 1) "every draw" else sprintf("one draw in %d", x$thin)
  ))
  cat_fields(c(
    Starts = if (is.null(x$init)) "overdispersed: one cluster, many small ones, K-medoids, random"
             else paste(vapply(x$init, function(entry) {
               if (length(entry) == 1) as.character(entry) else "given labels"
             }, ""), collapse = ", "),
    "Split-merge" = if (isTRUE(x$split_merge)) "one proposal for every 20 curves, at least 10"
                    else sprintf("%d proposals per sweep", x$split_merge),
    Seed = if (is.null(x$seed)) "drawn from R's random number generator" else format(x$seed),
    Checkpoint = x$checkpoint %||% "none",
    Workers = if (!is.null(x$workers)) format(x$workers)
  ))
  invisible(x)
}
