# What a fit was made of and what it found, one function for each, so that its fields need not
# be known.

#' Posterior of the number of clusters
#'
#' The posterior probability of each number of clusters.
#'
#' @param object A `shape_fit`, see [cluster_shapes()].
#' @param ... Must be empty.
#' @return A data frame with one row for each number of clusters from the smallest to the largest
#'   that was drawn: `clusters` and its posterior `probability`, the share of the kept draws.
#' @seealso `plot(fit, "k")` draws it.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' k_posterior(fit)
#' @export
k_posterior <- function(object, ...) UseMethod("k_posterior")

#' @rdname k_posterior
#' @export
k_posterior.shape_fit <- function(object, ...) {
  check_no_dots(...)
  check_draws(object, "object", rlang::current_env())
  posterior <- cluster_count_posterior(object)
  met <- as.integer(names(posterior))
  clusters <- seq(min(met), max(met))
  probability <- numeric(length(clusters))
  probability[match(met, clusters)] <- posterior
  data.frame(clusters = clusters, probability = probability)
}

#' Extract the curves of a fit
#'
#' Methods of [as_shape_curves()] for objects that were made from curves: inner products, fits
#' and mean shapes.
#'
#' Other functions extract other parts of a fit: [as_gram()] returns its inner products,
#' [as.dist()][as.dist.elastic_gram] the distances between its curves, [k_posterior()] the
#' posterior of the number of clusters, [clusters()] and [coclustering()] the clusters,
#' [as_draws()][shape_fit_draws] the trace.
#'
#' @param x An `elastic_gram` or a `shape_fit` of curves; or the means from [templates()] or
#'   [karcher_mean()].
#' @param cluster Numbers of clusters, to return only their curves; `NULL` returns all.
#' @param ... Must be empty.
#' @return A set of curves, see [shape_curves()].
#' @examples
#' fit <- cluster_shapes(
#'   outlines[c(1:3, 9:11)],
#'   search = "fast", n_points = 40, n_threads = 1,
#'   control = mcmc_control(200, 100, chains = 2, seed = 1)
#' )
#' as_shape_curves(fit)
#' as_shape_curves(fit, cluster = 1)
#' @name as_shape_curves.shape_fit
#' @export
as_shape_curves.elastic_gram <- function(x, ...) {
  check_no_dots(...)
  check_gram_has_curves(x, "extracted")$curves
}

#' @rdname as_shape_curves.shape_fit
#' @export
as_shape_curves.shape_fit <- function(x, cluster = NULL, ...) {
  check_no_dots(...)
  curves <- check_gram_has_curves(x$gram, "extracted")$curves
  if (is.null(cluster)) {
    return(curves)
  }
  check_draws(x, "x", rlang::current_env())
  labels <- unname(estimated_partition(x)$labels)
  curves[labels %in% check_clusters(cluster, max(labels), "cluster")]
}

#' @rdname as_shape_curves.shape_fit
#' @export
as_shape_curves.shape_templates <- function(x, ...) {
  check_no_dots(...)
  x$mean
}

#' @rdname as_shape_curves.shape_fit
#' @export
as_shape_curves.shape_mean <- as_shape_curves.shape_templates

# Numbers of clusters, of which there are k: each once, as given.
check_clusters <- function(clusters, k, arg, call = caller_env()) {
  whole <- is.numeric(clusters) && length(clusters) > 0 && !anyNA(clusters) &&
    all(clusters == round(clusters)) && all(clusters >= 1 & clusters <= k)
  if (!whole) {
    must <- if (k == 1) "be 1, the only cluster" else
      sprintf("be cluster numbers from 1 to %d", k)
    abort_input(arg, must, describe(clusters), call = call)
  }
  unique(as.integer(clusters))
}

#' Refit with changed settings
#'
#' A method for [stats::update()]. If settings of [elastic_gram()] are given, the curves are
#' compared again, with all other settings unchanged; otherwise the inner products of the fit are
#' reused. Prior and control are those of the fit unless given.
#'
#' @param object A `shape_fit`, see [cluster_shapes()].
#' @param ... What to change: `prior`, `control` and other arguments of [cluster_shapes()];
#'   for a fit of curves also settings of [elastic_gram()], such as `reflection` or `scale`.
#' @return A `shape_fit`. Its seed is that of `control`; if this has none, a new one is drawn.
#' @seealso [sample_more()] for more draws of the same chains, [compare_fits()].
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' update(fit, prior = wishart_crp_prior("paper"))
#' @exportS3Method stats::update
update.shape_fit <- function(object, ...) {
  given <- list(...)
  known <- setdiff(names(formals(elastic_gram)), c("curves", "..."))
  is_setting <- (names(given) %||% rep("", length(given))) %in% known
  model <- c("resolution", "k", "prior", "control")
  check_setting_names(dots_as_typed(...), c(known, model), rlang::current_env())
  model <- list(prior = object$prior, control = object$control)
  other <- c(given[!is_setting], model[setdiff(names(model), names(given))])
  if (!any(is_setting)) {
    return(call_with(cluster_shapes, object, other))
  }
  curves <- check_gram_has_curves(object$gram, "compared again")$curves
  kept <- object$gram$settings
  kept <- c(kept[intersect(names(kept), setting_names())],
            if (!"pairs" %in% names(given)) near_arguments(object$gram))
  kept <- kept[setdiff(names(kept), names(given))]
  call_with(cluster_shapes, curves, c(kept, given[is_setting], other))
}

# f(object, ...) with arguments of a list, called by names: errors tell the call.
call_with <- function(f, object, arguments) {
  name <- sprintf("argument_%d", seq_along(arguments))
  values <- rlang::new_environment(c(list(object = object, f = f),
                                     stats::setNames(arguments, name)))
  symbols <- stats::setNames(lapply(name, as.name), names(arguments))
  eval(as.call(c(quote(f), quote(object), symbols)), values)
}
