# <shape_pca>: mean (shape_curves of the Karcher mean), centre (m x p, mean of the aligned curves),
# loadings (mp x k, columns of length 1), sd (k), share (k), scores (n x k), cluster and truth (NULL
# or a factor, one value per curve), settings.

#' Principal components of shapes
#'
#' Describes how shapes vary about their mean. Curves are matched and rotated to their elastic mean
#' ([karcher_mean()]), point by point; a principal component
#' analysis of the coordinates of the matched points follows.
#'
#' Row i of each aligned curve is matched to point i of the mean, so each curve is one vector of
#' m points times p coordinates, all with the same weight. Components are those of these vectors
#' about their own mean, the `centre`: it is near the elastic mean, and slightly shorter. All
#' components with non-zero variance are kept, at most n - 1. Signs are chosen so that the score
#' farthest from 0 (the first if two tie) is positive.
#'
#' Position and rotation have no effect, as in the comparison of the curves, nor does size if
#' scale was removed, nor the starting point of closed curves; speed along the curve matters only
#' through the positions of matched points.
#'
#' @param x A set of curves, see [shape_curves()]; an `elastic_gram` with its curves; a
#'   [karcher_mean()], whose alignment is used; or a `shape_fit` of curves.
#' @param cluster For a fit: numbers of clusters, whose curves are analysed together, about one
#'   mean; `NULL` takes all curves. The result keeps the clusters, to colour plots.
#' @param ... For curves, settings of [elastic_gram()]; otherwise must be empty.
#' @inheritParams karcher_mean
#' @return An object of class `shape_pca`, a list with
#'   * `mean`: [shape_curves()] of the elastic mean, and `centre`: an m x p matrix, the mean of the
#'     aligned curves;
#'   * `sd` and `share` of variance of each component; shares sum to 1;
#'   * `scores`: a matrix with one row per curve and one column per component;
#'   * `loadings`: a matrix with one column of length 1 per component and one row for each
#'     coordinate of each point, one coordinate after the other, as in `as.vector(centre)`;
#'   * `cluster` and `truth` of the curves, factors or `NULL`, and `settings`.
#'
#'   `predict()` returns the scores of new curves; [as_shape_curves()][as_shape_curves.shape_pca]
#'   shapes at chosen scores; [plot()][plot.shape_pca] draws them; `summary()` returns a table with
#'   one row per component: `sd`, `share`, `cumulative` and the curves with the lowest and highest
#'   score. `augment()` adds scores to your table, see [augment.shape_fit()]; `tidy()` returns the
#'   table of components.
#' @examples
#' shapes <- simulate_shapes(8, classes = "heart", noise = 0.2, seed = 1)
#' pca <- shape_pca(shapes, search = "fast", n_points = 40)
#' pca
#' head(pca$scores[, 1:3])
#' predict(pca, shapes[1:2])[, 1:3]
#' @export
shape_pca <- function(x, ...) UseMethod("shape_pca")

#' @export
shape_pca.default <- function(x, ...) {
  abort_input("x", "be curves, inner products of curves, a mean or a fit", describe(x),
              hint = remedy_for("curves", x))
}

#' @rdname shape_pca
#' @export
shape_pca.shape_curves <- function(x, ..., tolerance = 1e-3, max_iterations = 30,
                                   n_threads = NULL) {
  check_curves(x)
  check_two_curves(length(x))
  mean <- karcher_mean(x, ..., tolerance = tolerance, max_iterations = max_iterations,
                       n_threads = n_threads)
  new_shape_pca(mean, truth = x$truth)
}

#' @rdname shape_pca
#' @export
shape_pca.elastic_gram <- function(x, tolerance = 1e-3, max_iterations = 30, n_threads = NULL,
                                   ...) {
  check_no_dots(...)
  check_two_curves(length(x))
  mean <- karcher_mean(x, tolerance = tolerance, max_iterations = max_iterations,
                       n_threads = n_threads)
  new_shape_pca(mean, truth = x$curves$truth)
}

#' @rdname shape_pca
#' @export
shape_pca.shape_mean <- function(x, ...) {
  check_no_dots(...)
  check_two_curves(length(x$aligned))
  new_shape_pca(x)
}

#' @rdname shape_pca
#' @export
shape_pca.shape_fit <- function(x, cluster = NULL, tolerance = 1e-3, max_iterations = 30,
                                n_threads = NULL, ...) {
  check_no_dots(...)
  gram <- check_gram_has_curves(x$gram, "averaged")
  check_draws(x, "x", rlang::current_env())
  labels <- unname(estimated_partition(x)$labels)
  k <- max(labels)
  chosen <- check_clusters(cluster %||% seq_len(k), k, "cluster")
  own <- labels %in% chosen
  check_two_curves(sum(own))
  mean <- karcher_mean(gram[own], tolerance = tolerance, max_iterations = max_iterations,
                       n_threads = n_threads)
  new_shape_pca(mean, cluster = factor(labels[own], levels = sort(chosen)),
                truth = gram$curves$truth[own])
}

check_two_curves <- function(n, call = caller_env()) {
  if (n < 2) abort_input("x", "hold at least two curves", paste("not", n), call = call)
}

# Components of the aligned curves of a mean.
new_shape_pca <- function(mean, cluster = NULL, truth = NULL, call = caller_env()) {
  vectors <- do.call(rbind, lapply(mean$aligned, as.vector))
  n <- nrow(vectors)
  centre <- colMeans(vectors)
  found <- svd(vectors - rep(centre, each = n))
  kept <- found$d > 1e-8 * sqrt(sum(vectors^2))
  if (!any(kept)) {
    abort_input("x", "hold curves of different shapes", "all are the same", call = call)
  }
  scores <- found$u[, kept, drop = FALSE] * rep(found$d[kept], each = n)
  sign <- apply(scores, 2, function(s) sign(s[which(abs(s) > (1 - 1e-6) * max(abs(s)))[1]]))
  name <- paste0("PC", seq_len(sum(kept)))
  variance <- found$d[kept]^2 / (n - 1)
  named <- function(x) stats::setNames(x, name)
  structure(
    list(
      mean = mean$mean,
      centre = matrix(centre, ncol = ncol(mean$mean$points[[1]])),
      sd = named(sqrt(variance)), share = named(variance / sum(variance)),
      scores = matrix(scores * rep(sign, each = n), n, dimnames = list(names(mean$aligned), name)),
      loadings = matrix(found$v[, kept] * rep(sign, each = length(centre)), length(centre),
                        dimnames = list(NULL, name)),
      cluster = cluster, truth = truth, settings = mean$settings
    ),
    class = "shape_pca"
  )
}

#' @rdname shape_pca
#' @param object A `shape_pca`, from `shape_pca()`.
#' @param newdata New curves, open or closed and of the same dimension as those analysed. Each is
#'   matched to the same mean, and its scores are the projections on the same components. Without
#'   `newdata`, the scores of the analysed curves are returned.
#' @export
predict.shape_pca <- function(object, newdata, n_threads = NULL, ...) {
  check_no_dots(...)
  if (missing(newdata)) {
    return(object$scores)
  }
  newdata <- check_same_kind(check_curves(newdata), object$mean, arg = "newdata")
  bar <- progress_bar("Matching curves")
  on.exit(bar$done())
  found <- r_align_to_mean(
    object$mean$points[[1]], newdata$points, newdata$closed, core_settings(object$settings),
    resolve_threads(n_threads), bar$update
  )
  failed <- which(!is.finite(found$squares))
  if (length(failed) > 0) abort_computation(c("mean", newdata$id[failed[1]]))
  vectors <- do.call(rbind, lapply(found$aligned, as.vector))
  centred <- vectors - rep(as.vector(object$centre), each = nrow(vectors))
  scores <- centred %*% object$loadings
  rownames(scores) <- newdata$id
  scores
}

#' Shapes along a principal component
#'
#' The shapes at given distances from the mean along one component, as curves to draw or export.
#'
#' @param x A `shape_pca`, from [shape_pca()].
#' @param component Number of the component.
#' @param at Distances from the centre, in standard deviations of the scores.
#' @param ... Must be empty.
#' @return A set of curves, one per value of `at`, with ids such as `"PC1 -2 SD"`.
#' @examples
#' shapes <- simulate_shapes(6, classes = "heart", noise = 0.2, seed = 1)
#' pca <- shape_pca(shapes, search = "fast", n_points = 40)
#' as_shape_curves(pca, component = 1, at = c(-2, 2))
#' @export
as_shape_curves.shape_pca <- function(x, component = 1, at = c(-2, 0, 2), ...) {
  check_no_dots(...)
  component <- check_number(component, min = 1, max = length(x$sd), whole = TRUE)
  at <- check_places(at)
  points <- lapply(at, function(a) {
    x$centre + a * x$sd[[component]] * matrix(x$loadings[, component], nrow(x$centre))
  })
  id <- sprintf("PC%d %s SD", component, format_signed(at))
  new_shape_curves(points, x$mean$closed, make.unique(id, sep = " ~"))
}

check_places <- function(at, arg = "at", call = caller_env()) {
  ok <- is.numeric(at) && is.null(dim(at)) && length(at) > 0 && all(is.finite(at)) &&
    all(abs(at) <= 100)
  if (!ok) abort_input(arg, "be numbers from -100 to 100", describe(at), call = call)
  as.numeric(at)
}

format_signed <- function(x) ifelse(x > 0, paste0("+", format_each(x)), format_each(x))

format_each <- function(x) vapply(x, format, "", digits = 3)

#' @export
print.shape_pca <- function(x, ...) {
  check_no_dots(...)
  cat(sprintf("Principal components of %s\n",
              describe_set(nrow(x$scores), x$mean$closed, ncol(x$centre))))
  if (nlevels(x$cluster) > 1) {
    cat(sprintf("of %d clusters, around a common mean\n", nlevels(x$cluster)))
  }
  cat("\n")
  print_first_rows(component_table(x), 8)
  invisible(x)
}

component_table <- function(x) {
  data.frame(
    component = seq_along(x$sd), sd = unname(x$sd), share = unname(x$share),
    cumulative = cumsum(unname(x$share))
  )
}

#' @export
summary.shape_pca <- function(object, ...) {
  check_no_dots(...)
  id <- rownames(object$scores)
  data.frame(
    component_table(object),
    lowest = id[apply(object$scores, 2, which.min)],
    highest = id[apply(object$scores, 2, which.max)]
  )
}

#' @exportS3Method generics::tidy
tidy.shape_pca <- function(x, ...) {
  check_no_dots(...)
  component_table(x)
}

#' @rdname augment.shape_fit
#' @exportS3Method generics::augment
augment.shape_pca <- function(x, data = NULL, id = NULL, unmatched = c("error", "keep"), ...) {
  check_no_dots(...)
  unmatched <- check_choice(unmatched, c("error", "keep"))
  columns <- as.data.frame(x$scores)
  names(columns) <- paste0(".", names(columns))
  join_columns(columns, rownames(x$scores), x$truth, data, id, unmatched)
}
