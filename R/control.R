#' How the sampler runs
#'
#' @param draws sweeps of each chain, burn-in included.
#' @param burn_in sweeps at the start whose labels are not kept.
#' @param thin the labels of each `thin`-th sweep after burn-in are kept.
#' @param chains number of chains. Each has its own random stream: chain 2 gives
#'   the same draws alone as among four, on any number of threads.
#' @param init where chains start: `"one"` cluster, `"fine"` (many small clusters, about five
#'   curves each), `"singletons"`, `"kmedoids"` (a guess from the data), `"random"` (20 clusters), a
#'   vector of labels, or a list of these with one entry for each chain; of copies (see
#'   [wishart_crp()]) the first one's label counts. `NULL` spreads the chains: one cluster, fine,
#'   K-medoids, then random.
#' @param split_merge number of proposals a sweep to split or merge clusters as a
#'   whole; `TRUE`: one for every 20 curves, at least 10; `FALSE`: none. Without
#'   them a chain started at one cluster may never leave it. Clusters of more than
#'   64 curves together are tried less often.
#' @param seed a whole number; `NULL` draws one from R's random numbers, so that
#'   [set.seed()] rules. It is stored in the fit.
#' @param n_threads number of threads; chains run in parallel. `NULL`: the option
#'   `shapecrp.n_threads`, else all cores.
#' @param progress whether to show a progress bar; `NULL`: in interactive use.
#' @param checkpoint a file to which the run is saved every half minute (option
#'   `shapecrp.checkpoint_seconds`) and at the end, for [resume()] after a crash;
#'   `NULL`: none. While a run lasts, `<checkpoint>.lock` beside it keeps other runs off it.
#' @param workers where chains run: `NULL`, as threads of this process; a number, that many
#'   daemons of the package mirai on this machine; or the name of a compute profile set up with
#'   [mirai::daemons()]. Draws do not depend on it. Daemons run one chain at a time each, on one
#'   thread. [resume()] runs chains here.
#' @param moves which moves to make at each sweep, for study; `"theta"` draws
#'   \eqn{\theta}{theta} and, where it has a law, d.
#' @return An object of class `mcmc_control`.
#' @examples
#' mcmc_control(draws = 2000, burn_in = 500, seed = 1)
#' @export
mcmc_control <- function(draws = 4000, burn_in = 1000, thin = 1, chains = 4, init = NULL,
                         split_merge = TRUE, seed = NULL, n_threads = NULL,
                         progress = NULL, checkpoint = NULL, workers = NULL,
                         moves = c("gibbs", "split_merge", "theta")) {
  draws <- check_number(draws, min = 1, max = 1e9, whole = TRUE)
  burn_in <- check_number(burn_in, min = 0, max = 1e9, whole = TRUE)
  thin <- check_number(thin, min = 1, max = 1e9, whole = TRUE)
  chains <- check_number(chains, min = 1, max = 1e4, whole = TRUE)
  if (draws < burn_in + thin) {
    abort_input(
      "draws", sprintf("leave one draw after a burn-in of %d thinned by %d", burn_in, thin),
      describe(draws)
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
#' @param x an object.
#' @export
is_mcmc_control <- function(x) {
  check_given(x, "x", "be given")
  inherits(x, "mcmc_control")
}

init_names <- c("one", "fine", "singletons", "kmedoids", "random")

# TRUE, or a number of proposals a sweep.
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
    abort_input("moves", paste("hold some of", paste0("\"", known, "\"", collapse = ", ")),
                describe(moves), call = call)
  }
  if (identical(split_merge, 0L)) moves <- setdiff(moves, "split_merge")
  if (!any(c("gibbs", "split_merge") %in% moves)) {
    abort_input("moves", "hold a move that changes the partition",
                "it holds neither Gibbs nor split-merge", call = call)
  }
  moves
}

# NULL, or a list with one entry a chain.
check_init <- function(init, chains, call = caller_env()) {
  if (is.null(init)) {
    return(NULL)
  }
  if (!is.list(init)) init <- rep(list(init), chains)
  if (length(init) != chains) {
    abort_input("init", sprintf("have one entry for each of %d chains", chains),
                sprintf("it has %d", length(init)), call = call)
  }
  for (entry in init) {
    named <- is.character(entry) && length(entry) == 1 && entry %in% init_names
    labels <- is.atomic(entry) && !is.null(entry) && !anyNA(entry) &&
      !(is.character(entry) && length(entry) == 1)
    if (!named && !labels) {
      abort_input(
        "init",
        paste0("hold labels without NA, or one of ",
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
    abort_input(arg, "lie in a directory that exists",
                sprintf("%s does not", dirname(file)), call = call)
  }
  if (dir.exists(file) || file.access(dirname(file), 2) != 0) {
    abort_input(arg, "be a file that can be written",
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
    Starts = if (is.null(x$init)) "spread: one cluster, many small ones, K-medoids, random"
             else paste(vapply(x$init, function(entry) {
               if (length(entry) == 1) as.character(entry) else "given labels"
             }, ""), collapse = ", "),
    "Split-merge" = if (isTRUE(x$split_merge)) "a proposal a sweep for every 20 curves, at least 10"
                    else sprintf("%d proposals a sweep", x$split_merge),
    Seed = if (is.null(x$seed)) "drawn from R's random numbers" else format(x$seed),
    Checkpoint = x$checkpoint %||% "none",
    Workers = if (!is.null(x$workers)) format(x$workers)
  ))
  invisible(x)
}
