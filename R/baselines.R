# <shape_baseline>: a partition into a number of clusters that was told. Fields: labels
# (integer, named by curve, 1 = largest), method, objective, medoids (ids, by cluster; NULL
# for pairwise clustering), seed (NULL for K-medoids).

#' Clusterings that are told the number of clusters
#'
#' The methods that Zhang, Pati and Srivastava (2015) compare with: both see the elastic
#' distances alone and must be given `k`. `kmedoids_shapes()` chooses `k` curves, the medoids,
#' such that the mean distance of a curve to its nearest medoid is small; package cluster does
#' the work ([cluster::pam()]). `pairwise_clustering()` (ESA+PW in the paper) minimises the
#' squared distances within clusters by simulated annealing.
#'
#' Distances are those of [as.dist()][as.dist.elastic_gram]: arc lengths, arccos s, where the
#' scale of curves is removed, else
#' \eqn{\sqrt{S_{ii} + S_{jj} - 2 S_{ij}}}{sqrt(S_ii + S_jj - 2 S_ij)}.
#'
#' Pairwise clustering minimises
#' \deqn{Q = \sum_j \frac{2}{n_j} \sum_{a < b \in C_j} \delta_{ab}^2,
#'   }{Q = sum_j (2/n_j) sum over pairs a < b of cluster j of delta_ab^2,}
#' \eqn{n_j} being the size of cluster \eqn{C_j}, from a random partition into clusters of
#' equal size. A sweep makes n proposals, each by the toss of a coin a move (a curve is given
#' one of the k clusters with probability proportional to \eqn{\exp(-Q/T)}{exp(-Q/T)}) or a
#' swap (two curves of different clusters change places with odds
#' \eqn{\exp(-\Delta Q/T)}{exp(-dQ/T)}). The temperature T falls by a constant factor from
#' sweep to sweep, from the mean squared distance to 1/10,000 of it. From the best partition
#' that a sweep ended with, moves that lower Q go on until there is none. A cluster is never
#' empty. Of several such runs, each from its own random partition, the best is returned.
#'
#' @param gram inner products: what [elastic_gram()], [as_gram()], [dist_gram()] or
#'   [euclidean_gram()] made, or a symmetric matrix.
#' @param k number of clusters.
#' @param sweeps number of sweeps of a run; more cool more slowly. `NULL`: 1000, or more where
#'   these make less than half a million proposals.
#' @param starts number of runs.
#' @param seed a whole number; `NULL` draws one from R's random numbers, so that
#'   [set.seed()] rules.
#' @param progress whether to show a progress bar; `NULL`: in interactive use.
#' @return An object of class `shape_baseline`, a list with `labels` (integer, named by curve;
#'   clusters by decreasing size, then by first member), `method`, `objective` (the mean
#'   distance to the medoids, or Q), `medoids` (names of curves, by cluster; `NULL` for
#'   pairwise clustering) and `seed`. [clusters()] gives the labels, and
#'   [compare_partitions()] takes it as it is.
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
#' @param ... must be empty; an unknown argument is an error.
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
