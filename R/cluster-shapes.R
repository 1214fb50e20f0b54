#' Cluster curves by their shape
#'
#' From curves to clusters in one call: compares all pairs of curves ([elastic_gram()]), samples
#' the posterior distribution of the partition ([wishart_crp()]), checks whether the chains agree,
#' and chooses one partition ([partition()]).
#'
#' The fit keeps everything that was computed: the inner products, the draws, the diagnostics
#' and the partition. `cluster_shapes(fit, prior = ...)` clusters the same curves under another
#' model without comparing them again.
#'
#' If clusters are near mirror images of one another, the fit says so when printed and lists
#' them in `mirrored`, a data frame with the numbers `a` and `b` of two clusters and the
#' distances between their medoids, as `given` and `mirrored`. The 30 largest clusters are compared.
#' `reflection = TRUE` counts mirror images as the same shape.
#'
#' For more than 5,000 curves only near pairs are compared, unless `pairs = "all"` is given or
#' `prior` needs all pairs: see "Near pairs" in [elastic_gram()]. A message of class
#' `shapecrp_message_near` says so. The fit, when printed, says what share of the nearest curves
#' was found and how much of the matrix of the model was dropped. [plan_gram()] estimates time and
#' memory. If `control` is left at its default, chains then have 2,000 sweeps, 500 of them burn-in.
#'
#' In interactive use, or with `mcmc_control(progress = TRUE)`, it reports what it is doing, how
#' long the comparisons will take, and the time left for steps that take more than two seconds.
#' An interrupt during the comparisons keeps what is done: the same call, in the same session,
#' continues from there. With `file`, a directory for the inner products, and
#' `mcmc_control(checkpoint = )`, little is lost in a crash either: see
#' `vignette("large-collections", "shapecrp")`. An interrupt during sampling returns the fit with
#' the draws made so far; [sample_more()] makes the others.
#'
#' @section Direction:
#' By default, [shape_curves()] makes all closed planar outlines run counter-clockwise. Other curves
#' are compared in the direction in which they are listed, unless `direction = "either"` is given.
#' Before sampling starts, up to 24 typical curves, at most 276 pairs, are compared with
#' one of each pair reversed. If that fits far better for a large share of the curves, a
#' message of class `shapecrp_message_direction` says so, and the fit keeps the evidence as
#' `reversal`: a list of the `share` of curves concerned and a data frame of `pairs`. The check
#' cannot notice reversal of curves that look the same backwards, or in classes whose variation is
#' as large as the effect of reversal.
#'
#' @param curves Curves: a [shape_curves()] object, or anything that [as_shape_curves()] reads (a
#'   list of matrices, a table, pictures, a file or a folder); or the inner products of curves,
#'   see [elastic_gram()] and [as_gram()]; or a fit, to cluster its curves again.
#' @param ... Arguments of [elastic_gram()], such as `scale`, `reflection`, `file`, `workers` and
#'   `n_threads`, if curves are compared; `n_threads` also applies to the sampler unless `control`
#'   sets its own. If curves are read, other arguments are passed to [as_shape_curves()], such as
#'   `pattern`; `smooth` is always that of [elastic_gram()].
#' @param resolution How fine the clusters are: 2 gives finer clusters, 0.5 coarser ones, 1 is the
#'   default; see [resolution_profile()]. `NULL` uses that of `prior`.
#' @param k Number of clusters to ask for instead of inferring it: the resolution is then the one
#'   whose partition has about that many clusters and persists over the widest range. The fit
#'   keeps the request as `asked_k` and shows it when printed. `NULL` infers the number.
#' @param closed,id,truth,orient If curves are read, see [as_shape_curves()].
#' @param prior The model, see [wishart_crp_prior()]; by default that of the fit if `curves` is
#'   one.
#' @param control Settings of the sampler, see [mcmc_control()]; by default those of the fit if
#'   `curves` is one.
#' @return A `shape_fit`, as described in [wishart_crp()]; its `times` also hold the seconds that
#'   the comparisons took, and `reversal` is described under "Direction".
#' @seealso [plot.shape_fit()] for pictures, [clusters()] for labels, [summary.shape_fit()].
#' @examples
#' fit <- cluster_shapes(
#'   outlines[c(1:4, 9:12)],
#'   search = "fast", n_points = 50, n_threads = 1,
#'   control = mcmc_control(400, 100, chains = 2, seed = 1)
#' )
#' fit
#' clusters(fit)
#' cluster_shapes(fit, resolution = 2) # look closer; curves are not compared again
#' cluster_shapes(fit, prior = wishart_crp_prior("paper"))
#' @export
cluster_shapes <- function(curves, ..., resolution = NULL, k = NULL,
                           prior = wishart_crp_prior(), control = mcmc_control()) {
  UseMethod("cluster_shapes")
}

#' @rdname cluster_shapes
#' @export
cluster_shapes.default <- function(curves, ..., closed, id = NULL, truth = NULL, orient = TRUE,
                                   resolution = NULL, k = NULL,
                                   prior = wishart_crp_prior(), control = mcmc_control()) {
  check_model(prior, control)
  check_given(curves, "curves", "be curves, inner products or a fit")
  check_is_picture(curves, "curves", environment())
  if (!is_readable(curves)) {
    abort_input(
      "curves",
      "be curves (see as_shape_curves()), inner products or a fit",
      describe(curves), hint = remedy_for("curves", curves)
    )
  }
  given <- list(...)
  compares <- (names(given) %||% rep("", length(given))) %in%
    setdiff(names(formals(elastic_gram)), c("curves", "..."))
  reads <- c(
    given[!compares], if (!missing(closed)) list(closed = closed),
    if (!is.null(id)) list(id = id), if (!is.null(truth)) list(truth = truth),
    if (!missing(orient)) list(orient = orient)
  )
  curves <- do.call("as_shape_curves", c(list(quote(curves)), lapply(reads, enquote)))
  known <- alist(curves = curves, resolution = resolution, k = k, prior = prior,
                 control = control)
  do.call("cluster_shapes.shape_curves", c(known, lapply(given[compares], enquote)))
}

#' @rdname cluster_shapes
#' @export
cluster_shapes.shape_curves <- function(curves, ..., resolution = NULL, k = NULL,
                                        prior = wishart_crp_prior(), control = mcmc_control()) {
  check_model(prior, control)
  curves <- check_curves(curves)
  dial <- check_dial(resolution, k, prior, length(curves))
  given <- check_gram_settings(...)
  control$n_threads <- control$n_threads %||% given$n_threads
  given$n_threads <- given$n_threads %||% control$n_threads
  unlock_file(lock_checkpoint(control$checkpoint))
  rlang::local_options(shapecrp.progress = is_progress_shown(control$progress))
  chosen <- choose_pairs(length(curves), given, prior)
  if (chosen == "near" && is.null(given$pairs)) tell_near(length(curves))
  given$pairs <- chosen
  control <- shorten_chains(control, length(curves))
  tell_comparisons(curves, given)
  started <- Sys.time()
  gram <- do.call("elastic_gram", c(list(quote(curves)), lapply(given, enquote)))
  withCallingHandlers(
    {
      reversal <- find_reversal(gram, given$n_threads)
      comparing <- seconds_since(started)
      tell_reversal(reversal)
      cluster_gram(gram, dial, control, comparing, reversal)
    },
    interrupt = function(i) keep_comparisons(gram, given)
  )
}

#' @rdname cluster_shapes
#' @export
cluster_shapes.elastic_gram <- function(curves, ..., resolution = NULL, k = NULL,
                                        prior = wishart_crp_prior(), control = mcmc_control()) {
  check_model(prior, control)
  check_no_dots(...)
  curves <- check_gram(curves)
  dial <- check_dial(resolution, k, prior, length(curves))
  rlang::local_options(shapecrp.progress = is_progress_shown(control$progress))
  reversal <- find_reversal(curves, control$n_threads)
  tell_reversal(reversal)
  cluster_gram(curves, dial, control, reversal = reversal)
}

#' @rdname cluster_shapes
#' @export
cluster_shapes.shape_fit <- function(curves, ..., resolution = NULL, k = NULL,
                                     prior = curves$prior, control = curves$control) {
  checked <- check_model(prior, control)
  check_no_dots(...)
  dial <- check_dial(resolution, k, prior, length(curves$gram$id))
  same <- setdiff(names(prior), "resolution")
  prepared <- if (identical(unclass(checked$prior)[same], unclass(curves$prior)[same])) {
    at_resolution(prepared_of(curves), 1 / curves$prior$resolution)
  }
  cluster_gram(curves$gram, dial, control, reversal = curves$reversal, prepared = prepared)
}

# A prior at the resolution asked for, and the number of clusters asked for.
check_dial <- function(resolution, k, prior, n, call = caller_env()) {
  if (!is.null(resolution) && !is.null(k)) {
    abort_input("k", "be NULL when `resolution` is given", describe(k),
                hint = "Give one of the two.", call = call)
  }
  if (!is.null(resolution)) prior$resolution <- check_resolution(resolution, call)
  if (!is.null(k)) k <- check_number(k, min = 1, max = n, whole = TRUE, arg = "k", call = call)
  list(prior = prior, k = k)
}

# From inner products to a fit, which says what was found and how long it took. `dial`: of
# check_dial(); `prepared`: of prepare_gram() at resolution 1, where it is there already.
cluster_gram <- function(gram, dial, control, comparing = 0, reversal = NULL, prepared = NULL,
                         call = caller_env()) {
  rlang::local_options(shapecrp.progress = is_progress_shown(control$progress))
  checked <- check_model(dial$prior, control, call)
  prior <- checked$prior
  if (!is.null(dial$k) || !is.null(prepared)) {
    plain <- prior
    plain$resolution <- 1
    prepared <- prepared %||% prepare_model(gram, plain, control, call)
    if (!is.null(dial$k)) prior$resolution <- resolution_of(dial$k, prepared)
    prepared <- weigh_degrees(at_resolution(prepared, prior$resolution))
  }
  tell("Sampling {control$chains} chain{?s} of {control$draws} sweep{?s}.")
  fit <- sample_model(gram, prior, checked$control,
                      prepared %||% prepare_model(gram, prior, control, call), call)
  fit$asked_k <- dial$k
  fit$times <- c(comparing = comparing, fit$times)
  fit$reversal <- reversal
  if (is_finished(fit)) {
    k <- max(fit$partition$labels)
    seconds <- c(comparing = comparing, sampling = fit$seconds,
                 "choosing the partition" = fit$times[["partition"]])
    seconds <- seconds[seconds > 0]
    times <- paste(vapply(seconds, time_words, ""), names(seconds), collapse = ", ")
    tell("Found {k} cluster{?s}: {times}.", bullet = "v")
  }
  fit
}

# Dots that are settings of elastic_gram(), as a list.
check_gram_settings <- function(..., call = caller_env()) {
  given <- list(...)
  known <- setdiff(names(formals(elastic_gram)), c("curves", "..."))
  check_setting_names(dots_as_typed(...), known, call)
  given
}

# What is done now, where progress is shown. `text` is a cli message.
tell <- function(text, bullet = "i", .envir = parent.frame()) {
  if (is_progress_shown()) {
    inform_shapecrp(stats::setNames(text, bullet), "step", .envir = .envir)
  }
}

# Chains of many curves, where nobody said how long they should be.
shorten_chains <- function(control, n) {
  usual <- mcmc_control()
  set <- setdiff(names(usual), "n_threads")
  if (n > most_of_all_pairs && identical(unclass(control)[set], unclass(usual)[set])) {
    control[c("draws", "burn_in")] <- list(2000L, 500L)
  }
  control
}

tell_near <- function(n) {
  inform_shapecrp(c(
    i = "With more than {format_count(most_of_all_pairs)} curves ({format_count(n)}), only near
         pairs are compared.",
    " " = "{.code pairs = \"all\"} compares all pairs."
  ), "near")
}

tell_comparisons <- function(curves, given) {
  if (is_progress_shown()) {
    plan <- make_plan(curves, given, seconds = 0.1)
    pairs <- planned_pairs(plan)
    time <- about_time(plan$seconds)
    tell("Comparing {plan$set}: {pairs}, {time}.")
  }
}

# "under 2 seconds", "about 15 seconds", "about 3 minutes".
about_time <- function(seconds) {
  if (seconds < 2) {
    "under 2 seconds"
  } else if (seconds < 90) {
    sprintf("about %.0f seconds", seconds)
  } else if (seconds < 5400) {
    sprintf("about %.0f minutes", seconds / 60)
  } else {
    sprintf("about %.1f hours", seconds / 3600)
  }
}
