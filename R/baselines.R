# <shape_baseline>: a partition into a given number of clusters. Fields: labels
# (integer, named by curve, 1 = largest), method, objective, medoids (ids, by cluster; NULL
# for pairwise clustering), seed (NULL for K-medoids).

#' Clustering with a fixed number of clusters
#'
#' The two methods to which Zhang, Pati and Srivastava (2015) compare their own. Both use only the
#' elastic distances and must be given `k`. `kmedoids_shapes()` chooses `k` curves, the medoids,
#' such that the mean distance of a curve to its nearest medoid is small; package cluster does
#' the work ([cluster::pam()]). `pairwise_clustering()` (ESA+PW in the paper) minimises the
#' squared distances within clusters by simulated annealing.
#'
#' Distances are those of [as.dist()][as.dist.elastic_gram]: arc lengths, arccos s, if the
#' scale of curves is removed, otherwise
#' \eqn{\sqrt{S_{ii} + S_{jj} - 2 S_{ij}}}{sqrt(S_ii + S_jj - 2 S_ij)}.
#'
#' Pairwise clustering minimises
#' \deqn{Q = \sum_j \frac{2}{n_j} \sum_{a < b \in C_j} \delta_{ab}^2,
#'   }{Q = sum_j (2/n_j) sum over pairs a < b of cluster j of delta_ab^2,}
#' where \eqn{n_j} is the size of cluster \eqn{C_j}, starting from a random partition into
#' clusters of equal size. A sweep makes n proposals. Each is, with probability 1/2, a move (a
#' curve is assigned to one of the k clusters with probability proportional to
#' \eqn{\exp(-Q/T)}{exp(-Q/T)}), otherwise a swap (two curves of different clusters are exchanged
#' with odds \eqn{\exp(-\Delta Q/T)}{exp(-dQ/T)}). The temperature T falls by a constant factor
#' from sweep to sweep, from the mean squared distance to 1/10,000 of it. The best partition at
#' the end of a sweep is then improved by moves that lower Q until there are none. No cluster is
#' ever empty. The best of several runs is returned, each from its own random partition.
#'
#' @param gram Inner products, from [elastic_gram()], [as_gram()], [dist_gram()] or
#'   [euclidean_gram()], or a symmetric matrix, which is treated as by [as_gram()].
#' @param k Number of clusters.
#' @param sweeps Number of sweeps in a run; with more sweeps the temperature falls more slowly.
#'   `NULL` makes 1000, or as many as it takes for half a million proposals.
#' @param starts Number of runs.
#' @inheritParams mcmc_control
#' @return An object of class `shape_baseline`, a list with `labels` (integer, named by curve;
#'   clusters are numbered by decreasing size, then by first member), `method`, `objective` (the
#'   mean distance to the medoids, or Q), `medoids` (one curve's name per cluster; `NULL` for
#'   pairwise clustering) and `seed`. [clusters()] returns the labels, and [compare_partitions()]
#'   accepts the object as it is.
#' @references Srivastava, A., Joshi, S. H., Mio, W. and Liu, X. (2005). Statistical shape
#'   analysis: clustering, learning, and testing. *IEEE Transactions on Pattern Analysis and
#'   Machine Intelligence*.
#' @examples
#' shapes <- simulate_shapes(18, classes = 3, seed = 1)
#' gram <- elastic_gram(shapes, search = "fast")
#' found <- pairwise_clustering(gram, k = 3, seed = 1)
#' found
#' compare_partitions(found, shapes$truth)
#' @examplesIf requireNamespace("cluster", quietly = TRUE)
#' kmedoids_shapes(gram, k = 3)
#' @name kmedoids_shapes
#' @export
#' @param ... Must be empty; an unknown argument is an error.
kmedoids_shapes <- function(gram, k, ...) {
  check_no_dots(...)
  check_installed_for("cluster", "find medoids")
  gram <- check_gram(gram)
  check_given(k, "k", "be the number of clusters")
  k <- check_number(k, min = 1, max = length(gram), whole = TRUE)
  distance <- gram_distances(gram)
  medoids <- if (k == length(gram)) {
    seq_len(k)
  } else {
    cluster::pam(stats::as.dist(distance), k, pamonce = 5)$id.med
  }
  nearest <- max.col(-distance[, medoids, drop = FALSE], ties.method = "first")
  nearest[medoids] <- seq_along(medoids)
  labels <- order_labels(nearest)
  new_shape_baseline(
    labels, gram$id, "kmedoids",
    objective = mean(distance[cbind(seq_along(nearest), medoids[nearest])]),
    medoids = gram$id[medoids[order(labels[medoids])]]
  )
}

#' @rdname kmedoids_shapes
#' @export
pairwise_clustering <- function(gram, k, sweeps = NULL, starts = 4, seed = NULL,
                                progress = NULL, ...) {
  check_no_dots(...)
  gram <- check_gram(gram)
  check_given(k, "k", "be the number of clusters")
  k <- check_number(k, min = 1, max = length(gram), whole = TRUE)
  sweeps <- check_number(sweeps %||% max(1000, ceiling(5e5 / length(gram))), min = 1, max = 1e9,
                         whole = TRUE, arg = "sweeps")
  starts <- check_number(starts, min = 1, max = 1e6, whole = TRUE)
  if (!is.null(seed)) seed <- check_number(seed, min = 0, whole = TRUE)
  if (!is.null(progress)) progress <- check_flag(progress)
  seed <- seed %||% sample.int(.Machine$integer.max, 1)
  squared <- gram_distances(gram)^2
  found <- lapply(seq_len(starts), function(start) {
    bar <- progress_bar(sprintf("Annealing, %d of %d", start, starts), progress)
    on.exit(bar$done())
    order_labels(r_pairwise_clusters(squared, k, sweeps, seed, start, bar$update))
  })
  objective <- vapply(found, within_squares, 0, squared = squared)
  new_shape_baseline(found[[which.min(objective)]], gram$id, "pairwise",
                     objective = min(objective), seed = seed)
}

new_shape_baseline <- function(labels, id, method, objective, medoids = NULL, seed = NULL) {
  structure(
    list(labels = stats::setNames(labels, id), method = method, objective = objective,
         medoids = medoids, seed = seed),
    class = "shape_baseline"
  )
}

# Q, the sum over clusters of W_j / n_j.
within_squares <- function(squared, labels) {
  sum(vapply(split(seq_along(labels), labels), function(own) {
    sum(squared[own, own]) / length(own)
  }, 0))
}

#' @rdname partition
#' @export
clusters.shape_baseline <- function(object, ...) object$labels

#' @export
print.shape_baseline <- function(x, ...) {
  n <- length(x$labels)
  sizes <- tabulate(x$labels)
  cat(sprintf("Partition of %d curve%s into %d cluster%s, as requested\n", n,
              if (n == 1) "" else "s", length(sizes), if (length(sizes) == 1) "" else "s"))
  cat_fields(c(
    Sizes = shorten(sizes),
    Method = switch(x$method,
      kmedoids = "K-medoids on elastic distances",
      pairwise = "pairwise clustering by simulated annealing"
    ),
    Objective = sprintf("%s, %s", format(x$objective, digits = 4), switch(x$method,
      kmedoids = "mean distance to the medoids",
      pairwise = "squared distances within clusters divided by their sizes"
    )),
    if (!is.null(x$medoids)) c(Medoids = shorten(x$medoids))
  ))
  invisible(x)
}

# The first of a vector, as one string.
shorten <- function(x, most = 12) {
  paste0(paste(utils::head(x, most), collapse = ", "), if (length(x) > most) ", ...")
}
