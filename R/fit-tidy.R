# Rows and columns for other tools: methods of tidy() and glance() of package generics.

#' @importFrom generics augment
#' @export
generics::augment

#' @importFrom generics glance
#' @export
generics::glance

#' @importFrom generics tidy
#' @export
generics::tidy

#' Results as tidy data frames
#'
#' `tidy()` returns one row per part, `glance()` one row in total; [augment.shape_fit()] adds the
#' clusters to your own table. The generics are those of package generics, which broom and others
#' also export.
#'
#' @param x A fit, a `shape_partition`, or the result of [templates()],
#'   [predict()][predict.shape_fit], [credible_ball()] or [superpose_curves()].
#' @param ... For a fit, passed to [partition()]; without `method`, the partition in the
#'   fit is used. Otherwise must be empty.
#' @return `tidy()` of
#'   * a fit or a partition: one row per curve: `curve`, `cluster`, `size` of its cluster,
#'     `certainty` and `centrality` (1 = most central in its cluster);
#'   * templates: one row per cluster, as in their `summary()`;
#'   * predictions: one row per curve and cluster: `curve`, `cluster`, `probability`, and
#'     `predicted`, whether this is the most probable cluster;
#'   * a credible ball: one row for its centre and for each partition at its bounds: `bound`
#'     (`"centre"`, `"horizontal"`, `"upper"` or `"lower"`), the `number` of the partition if
#'     several tie, its `clusters`, and its `distance` from the centre in bits;
#'   * superposed curves: one row per curve, with its `rmsd` to the mean.
#'
#'   `glance()` of
#'   * a partition: `method`, `curves`, `clusters`, `singletons`, expected losses `vi` and
#'     `binder`, `mean_certainty` and the number of `draws`;
#'   * a fit: the same, then the most probable number of clusters `k` and its
#'     `k_probability`, the worst `rhat`, `ess_bulk` and `ess_tail` (`NA` if nothing
#'     varies), the numbers of `chains` and of `sweeps`, and `seconds`;
#'   * templates: `curves`, `clusters`, `variation` (mean squared distance of a curve to the mean
#'     of its cluster), `converged` (whether all means converged);
#'   * predictions: `curves`, how many are predicted to be in a `new` cluster,
#'     `mean_probability` of the predicted clusters, and the number of `draws`;
#'   * a credible ball: `level`, `radius` in bits, `clusters` of its centre, and the minimum and
#'     maximum number of clusters in it, `clusters_low` and `clusters_high`.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' tidy(fit)
#' glance(fit)
#' tidy(credible_ball(fit))
#' @name tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_partition <- function(x, ...) {
  check_no_dots(...)
  ranked <- unlist(lapply(x$members, seq_along), use.names = FALSE)
  data.frame(
    curve = names(x$labels), cluster = unname(x$labels),
    size = tabulate(x$labels)[x$labels], certainty = unname(x$certainty),
    centrality = ranked[match(names(x$labels), unlist(x$members))]
  )
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_fit <- function(x, ...) {
  check_draws(x, "x", rlang::current_env())
  tidy.shape_partition(estimated_partition(x, ...))
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_templates <- function(x, ...) {
  check_no_dots(...)
  x$summary
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_prediction <- function(x, ...) {
  check_no_dots(...)
  p <- prediction_probabilities(x)
  n <- nrow(p)
  cluster <- factor(colnames(p), levels = colnames(p))
  data.frame(
    curve = rep(rownames(p), each = ncol(p)), cluster = rep(cluster, n),
    probability = as.vector(t(p)),
    predicted = as.vector(t(col(p) == as.integer(x$cluster)[row(p)]))
  )
}

# The rows of the matrix of probabilities that belong to the rows of a prediction, which may
# be a part of those made.
prediction_probabilities <- function(x) {
  attr(x, "probabilities")[match(x$id, rownames(attr(x, "probabilities"))), , drop = FALSE]
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_credible_ball <- function(x, ...) {
  check_no_dots(...)
  bounds <- list(centre = rbind(x$centre), horizontal = x$horizontal, upper = x$upper,
                 lower = x$lower)
  distance <- c(centre = 0, x$distance)
  rows <- Map(function(labels, bound) {
    data.frame(
      bound = bound, number = seq_len(nrow(labels)),
      clusters = apply(labels, 1, function(row) length(unique(row))),
      distance = distance[[bound]], row.names = NULL
    )
  }, bounds, names(bounds))
  do.call(rbind, unname(rows))
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::glance
glance.shape_partition <- function(x, ...) {
  check_no_dots(...)
  sizes <- tabulate(x$labels)
  data.frame(
    method = x$method, curves = length(x$labels), clusters = length(sizes),
    singletons = sum(sizes == 1), vi = x$expected_loss[["vi"]],
    binder = x$expected_loss[["binder"]], mean_certainty = mean(x$certainty),
    draws = x$draws
  )
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::glance
glance.shape_fit <- function(x, ...) {
  check_draws(x, "x", rlang::current_env())
  posterior <- cluster_count_posterior(x)
  verdict <- judge_chains(fit_diagnostics(x), x)
  data.frame(
    glance.shape_partition(estimated_partition(x, ...)),
    k = as.integer(names(which.max(posterior))), k_probability = max(posterior),
    rhat = verdict$rhat, ess_bulk = verdict$ess_bulk, ess_tail = verdict$ess_tail,
    chains = dim(x$labels)[2], sweeps = sweeps_done(x), seconds = x$seconds
  )
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::glance
glance.shape_templates <- function(x, ...) {
  check_no_dots(...)
  clusters <- x$summary
  data.frame(
    curves = sum(clusters$size), clusters = nrow(clusters),
    variation = sum(clusters$variation * clusters$size) / sum(clusters$size),
    converged = all(clusters$converged)
  )
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::glance
glance.shape_prediction <- function(x, ...) {
  check_no_dots(...)
  data.frame(
    curves = nrow(x), new = sum(x$cluster == "new"),
    mean_probability = if (nrow(x) > 0) mean(x$probability) else NA_real_,
    draws = attr(x, "draws")
  )
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::glance
glance.shape_credible_ball <- function(x, ...) {
  check_no_dots(...)
  count <- function(labels) length(unique(labels))
  data.frame(
    level = x$level, radius = x$radius, clusters = count(x$centre),
    clusters_low = count(x$upper[1, ]), clusters_high = count(x$lower[1, ])
  )
}
