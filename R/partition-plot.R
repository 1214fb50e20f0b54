#' Plot a partition
#'
#' @param x,object A `shape_partition`, from [partition()].
#' @param ... Must be empty.
#' @return A ggplot: the co-clustering probabilities as a heat map, clusters by
#'   decreasing size with a numbered bar each, the most central curves of each first.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' plot(partition(fit))
#' @export
plot.shape_partition <- function(x, ...) {
  check_no_dots(...)
  plot_coclustering(x)
}

#' @rdname plot.shape_partition
#' @exportS3Method ggplot2::autoplot
autoplot.shape_partition <- function(object, ...) plot.shape_partition(object, ...)

#' Co-clustering trees
#'
#' Hierarchical clustering of 1 - [coclustering()]: curves that always share a cluster join
#' at height 0, curves that never do at 1.
#'
#' @param x,object A `shape_partition` or a `shape_fit` of at least two curves.
#' @param method The linkage, as in [stats::hclust()].
#' @param ... For `as.hclust()` must be empty; otherwise ignored.
#' @return A tree of class `hclust` or `dendrogram`.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' plot(as.hclust(fit))
#' @importFrom stats as.hclust as.dendrogram
#' @name as.hclust.shape_partition
#' @export
as.hclust.shape_partition <- function(x, method = "average", ...) {
  check_no_dots(...)
  method <- check_choice(method, linkages, "method")
  if (is_shape_fit(x)) check_draws(x, "x", rlang::current_env())
  similarity <- coclustering(x)
  if (nrow(similarity) < 2) {
    abort_input("x", "have at least two curves", "not one")
  }
  tree <- stats::hclust(stats::as.dist(1 - similarity), method)
  # What plot() writes below the tree.
  tree$call <- call("as.hclust", quote(1 - coclustering))
  tree
}

linkages <- c("average", "complete", "single", "mcquitty", "median", "centroid", "ward.D",
              "ward.D2")

#' @rdname as.hclust.shape_partition
#' @export
as.hclust.shape_fit <- as.hclust.shape_partition

#' @rdname as.hclust.shape_partition
#' @export
as.dendrogram.shape_partition <- function(object, method = "average", ...) {
  stats::as.dendrogram(as.hclust.shape_partition(object, method))
}

#' @rdname as.hclust.shape_partition
#' @export
as.dendrogram.shape_fit <- as.dendrogram.shape_partition
