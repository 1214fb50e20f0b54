# Distances between items, in the metric of their gram: "arc", the arc length arccos s of
# unit vectors, or "l2", the length of the difference of two vectors.

gram_metrics <- c("l2", "arc")

# The metric of curves: with scale removed they are unit vectors.
curve_metric <- function(scale) if (scale) "arc" else "l2"

# Distances of pairs of vectors x, y: `s` holds <x, y> and `norms` <x, x> + <y, y>, both of
# one shape.
metric_distances <- function(s, norms, metric) {
  switch(metric,
    arc = acos(pmin(pmax(s, -1), 1)),
    l2 = sqrt(pmax(norms - 2 * s, 0))
  )
}

# n x n: distances of all pairs of items.
gram_distances <- function(gram) square_distances(gram_matrix(gram), gram$metric)

# n x m: distances of new items to items with squared norms `norms` (n): `cross` (n x m) are
# their inner products, `self` (m) those of the new ones with themselves.
cross_distances <- function(norms, cross, self, metric) {
  metric_distances(unname(cross), outer(norms, self, "+"), metric)
}

# n x n: L2 distances of the vectors whose inner products are S, whatever S is a matrix of.
l2_distances <- function(S) square_distances(S, "l2")

square_distances <- function(S, metric) {
  delta <- metric_distances(S, outer(diag(S), diag(S), "+"), metric)
  diag(delta) <- 0
  delta
}

#' Distances between curves
#'
#' Methods of [stats::as.dist()] for inner products and fits: the elastic distances between all
#' pairs, to use with [stats::hclust()], [stats::cmdscale()] and other functions that take a `dist`.
#'
#' Distances are in the metric of the inner products, which `print()` shows: arc lengths
#' \eqn{\arccos s}{arccos s} for curves with scale removed, and
#' \eqn{\sqrt{S_{ii} + S_{jj} - 2 S_{ij}}}{sqrt(S_ii + S_jj - 2 S_ij)} (`"l2"`) if scale is
#' kept and for the results of [dist_gram()] and [euclidean_gram()]; see [as_gram()] for a given
#' matrix. They are the distances that the package itself uses.
#'
#' @param m An `elastic_gram` or a `shape_fit`.
#' @param diag,upper See [stats::as.dist()].
#' @return A `dist` with the ids as labels.
#' @examples
#' shapes <- simulate_shapes(6, classes = 2, seed = 1)
#' gram <- elastic_gram(shapes, search = "fast")
#' round(as.dist(gram), 2)
#' hclust(as.dist(gram), "average")
#' @exportS3Method stats::as.dist
as.dist.elastic_gram <- function(m, diag = FALSE, upper = FALSE) {
  diag <- check_flag(diag)
  upper <- check_flag(upper)
  distance <- gram_distances(m)
  dimnames(distance) <- list(m$id, m$id)
  stats::as.dist(distance, diag = diag, upper = upper)
}

#' @rdname as.dist.elastic_gram
#' @exportS3Method stats::as.dist
as.dist.shape_fit <- function(m, diag = FALSE, upper = FALSE) {
  as.dist.elastic_gram(m$gram, diag = diag, upper = upper)
}
