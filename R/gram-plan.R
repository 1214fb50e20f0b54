#' Estimate time and memory for comparing curves
#'
#' Reports the number of pairs, the time on this machine, the memory and the disk space, before
#' a long computation. [cluster_shapes()] estimates the time in the same way.
#'
#' The time is extrapolated from up to 400 pairs spread over the curves, assuming that the machine
#' stays as busy as it is now. Workers on other machines are not counted.
#'
#' For more than 5,000 curves the plan is for near pairs, which [cluster_shapes()] then compares,
#' unless `pairs = "all"` is given. Their number depends on the curves; it is an estimate.
#'
#' @param curves A [shape_curves()] object.
#' @param ... Arguments of [elastic_gram()], including `file`, `workers` and `n_threads`.
#' @return A list of class `gram_plan`: `n`, `pairs`, `seconds` for these pairs, `memory` (bytes of
#'   S in memory), `disk` (bytes of its tiles), `model` (peak memory of [wishart_crp()] in
#'   bytes), `tiles` (their number), `road`, where S is kept (`"memory"` or `"directory"`), and
#'   `compared`, which pairs (`"all"` or `"near"`).
#' @seealso [elastic_gram()], [shapecrp-options] for memory by number of curves, and
#'   `vignette("large-collections", "shapecrp")`.
#' @examples
#' plan_gram(simulate_shapes(40, classes = 4, seed = 1), search = "fast", n_threads = 1)
#' @export
plan_gram <- function(curves, ...) {
  curves <- check_curves(curves)
  make_plan(curves, check_gram_settings(...), seconds = 0.5)
}

# `given`: arguments of elastic_gram(); `seconds`: for timing.
make_plan <- function(curves, given, seconds, call = caller_env()) {
  check_workers(given$workers, call)
  settings <- build_settings(curves, given[!names(given) %in% gram_means], call)
  n <- as.numeric(length(curves))
  given$pairs <- choose_pairs(n, given)
  near <- check_near(given$pairs, given$landmarks, given$near, n, call)
  if (!is.null(near)) {
    return(make_near_plan(curves, settings, near, given, seconds))
  }
  pairs <- n * (n - 1) / 2
  in_memory <- is.null(given$file)
  blocks <- ceiling(n / tile_size(n, settings$search))
  structure(
    list(
      n = n, pairs = pairs,
      seconds = comparing_time(curves, settings, pairs, given$n_threads, seconds),
      memory = if (in_memory) 8 * n^2 else 0,
      disk = if (in_memory) 0 else 4 * n^2 + as.numeric(utils::object.size(curves$points)),
      model = model_matrices * 8 * n^2,
      tiles = blocks * (blocks + 1) / 2,
      road = if (in_memory) "memory" else "directory", compared = "all",
      set = describe_set(length(curves), curves$closed, curve_dimension(curves))
    ),
    class = "gram_plan"
  )
}

# More curves than this are compared by near pairs where nobody says otherwise.
most_of_all_pairs <- 5000

# `given`: arguments of elastic_gram(). A directory that holds tiles of all pairs is gone on with.
choose_pairs <- function(n, given, prior = wishart_crp_prior()) {
  tiles <- if (is.character(given$file)) list.files(given$file[1], "^tile-")
  few <- n <= most_of_all_pairs || length(tiles) > 0 || !can_be_near(prior)
  given$pairs %||% if (few) "all" else "near"
}

# `near`: of near_plan().
make_near_plan <- function(curves, settings, near, given, seconds) {
  n <- near$n
  pairs <- expected_pairs(near)
  in_memory <- is.null(given$file)
  store <- 8 * n * near$m + 16 * n * (near$k + 1.6 * near$candidates) + 8 * trial_size(n)^2
  structure(
    list(
      n = n, pairs = pairs,
      seconds = comparing_time(curves, settings, pairs, given$n_threads, seconds),
      memory = store,
      disk = if (in_memory) 0 else store + as.numeric(utils::object.size(curves$points)),
      model = 8 * n * (3 * min(n, most_sources) + 4 * min(n, most_dimensions(n))),
      tiles = ceiling(pairs / 8192), road = if (in_memory) "memory" else "directory",
      compared = "near",
      set = describe_set(length(curves), curves$closed, curve_dimension(curves))
    ),
    class = "gram_plan"
  )
}

# Seconds for all pairs, by timing random ones for some time.
comparing_time <- function(curves, settings, pairs, n_threads, seconds, most = 400) {
  if (pairs == 0) {
    return(0)
  }
  n <- length(curves)
  timed <- spent <- 0
  batch <- 16
  while (timed < most && spent < seconds) {
    some <- spread_pairs(n, batch, timed)
    used <- unique(c(some$first, some$second))
    started <- Sys.time()
    few_inner_products(curves$points[used], curves$closed, match(some$first, used),
                       match(some$second, used), settings, n_threads)
    spent <- spent + seconds_since(started)
    timed <- timed + batch
    batch <- 2 * batch
  }
  spent * pairs / timed
}

# `m` of the pairs of n curves, spread over them without R's random numbers: steps of the
# golden section.
spread_pairs <- function(n, m, skip) {
  k <- skip + seq_len(m)
  first <- floor(n * ((k * 0.6180339887498949) %% 1)) + 1
  step <- floor((n - 1) * ((k * 0.7548776662466927) %% 1)) + 1
  list(first = first, second = (first + step - 1) %% n + 1)
}

# "36 pairs", "about 1,700,000 near pairs of 50,000,000".
planned_pairs <- function(plan) {
  if (plan$compared == "near") {
    sprintf("about %s near pairs of %s", format_count(signif(plan$pairs, 2)),
            format_count(plan$n * (plan$n - 1) / 2))
  } else {
    paste(format_count(plan$pairs), if (plan$pairs == 1) "pair" else "pairs")
  }
}

#' @export
print.gram_plan <- function(x, ...) {
  cat(sprintf("Comparing %s: %s, %s\n", x$set, planned_pairs(x), about_time(x$seconds)))
  cat_fields(c(
    S = if (x$road == "memory") {
      sprintf("%s in memory", format_bytes(x$memory))
    } else {
      sprintf("%s on disk, in %s tile%s", format_bytes(x$disk), format_count(x$tiles),
              if (x$tiles == 1) "" else "s")
    },
    Model = sprintf("wishart_crp() needs up to %s of memory", format_bytes(x$model)),
    "To resume" = if (x$road == "memory") {
      "after an interrupt, in the same session; with `file`, also after a crash"
    } else {
      "after an interrupt or a crash, with the same call"
    }
  ))
  invisible(x)
}
