#' Posterior co-clustering probabilities
#'
#' The posterior probability that two curves share a cluster, for all pairs of curves.
#'
#' @param object A `shape_fit`; for a `shape_partition`, the matrix that it holds is returned.
#' @param curves Ids or numbers of the curves whose pairs are returned; `NULL` returns all, for
#'   fits of at most 2,000 curves.
#' @inheritParams elastic_gram
#' @param ... Must be empty.
#' @return A symmetric matrix with one row per curve: the share of kept draws, of all chains, in
#'   which two curves are in the same cluster.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' coclustering(fit)
#' @export
coclustering <- function(object, ...) UseMethod("coclustering")

#' @rdname coclustering
#' @export
coclustering.shape_fit <- function(object, curves = NULL, n_threads = NULL, ...) {
  check_no_dots(...)
  labels <- drawn_labels(object)
  if (!is.null(curves)) {
    places <- locate_curves(object$gram, curves, "curves")
    if (length(places) == 0) abort_input("curves", "take at least one curve", "it takes none")
    labels <- labels[, places, drop = FALSE]
  }
  if (ncol(labels) > max_paired) {
    abort_input("curves", sprintf("take at most %s curves", format_count(max_paired)),
                sprintf("there are %s", format_count(ncol(labels))))
  }
  counts <- coclustering_counts(labels, resolve_threads(n_threads))
  as_similarity(counts, colnames(labels), nrow(labels))
}

#' @rdname coclustering
#' @export
coclustering.shape_partition <- function(object, ...) {
  object$similarity %||% abort_input(
    "object", sprintf("be of at most %s curves", format_count(max_paired)),
    paste("not", format_count(length(object$labels))),
    hint = "Use coclustering(fit, curves = ) for some of the curves."
  )
}

coclustering_counts <- function(labels, n_threads) {
  bar <- progress_bar("Counting co-clustered pairs")
  on.exit(bar$done())
  r_coclustering_counts(labels, n_threads, bar$update)
}

as_similarity <- function(counts, id, draws) {
  similarity <- counts / draws
  dimnames(similarity) <- list(id, id)
  similarity
}

# Labels of kept draws, of which there is at least one.
drawn_labels <- function(fit, arg = "object", call = caller_env()) {
  check_draws(fit, arg, call)
  fit_labels(fit)
}

#' Choose one partition from the draws
#'
#' `partition()` summarises the draws of a fit by one partition; `clusters()` returns its labels,
#' one per curve.
#'
#' @details
#' * `"vi"` and `"binder"` minimise the posterior expected loss, its mean over the draws
#'   themselves: the variation of information in bits, or Binder's loss, the share of pairs
#'   of curves on which two partitions disagree. The search starts from the best draws,
#'   from cuts of average and complete linkage of 1 - [coclustering()] and from one cluster;
#'   it moves single curves, merges and splits clusters until nothing lowers the loss.
#'   If curves times distinct draws exceed 800,000, starts are chosen and improved on
#'   at least 200 evenly spaced draws; the best two are then evaluated on all draws, and
#'   improved on all of them by moves and merges.
#'   The result is a local minimum with respect to these moves. It does not depend on the order of
#'   curves, draws or chains, or on the number of threads, except for exact ties of the loss.
#' * `"extrinsic"` is the mean of membership matrices of Zhang, Pati and Srivastava (2015),
#'   Algorithm 2. With k0 the most frequent number of clusters (the smaller of two that tie)
#'   and M draws, it takes the largest threshold t* among (M - 1)/M, (M - 2)/M, ..., 0 that
#'   makes k0 clusters: the first remaining curve takes all remaining curves with which it shares
#'   a cluster in more than a share t* of draws, and so on. It depends on the order of the
#'   curves. If no threshold makes k0 clusters, a message of class
#'   `shapecrp_message_threshold` says so and the result is that of `"vi"`; its `method` is
#'   then `"vi"` and its `asked` is `"extrinsic"`.
#' * `"map"` is the kept draw with the highest log posterior.
#'
#' For more than 2,000 curves, co-clustering of pairs is not counted: the search for `"vi"` and
#' `"binder"` starts from draws and from one cluster, uses at least 50 evenly spaced draws, and its
#' results are compared on all draws; `"extrinsic"` is not available, and `similarity` is `NULL`.
#' Certainty is defined as for fewer curves.
#'
#' Copies (see [wishart_crp()]) are in the same cluster, and count once in the losses.
#'
#' @param object A `shape_fit`, see [cluster_shapes()]. `clusters()` also takes a
#'   `shape_partition`, or a clustering from [kmedoids_shapes()] or [pairwise_clustering()].
#' @param method How to choose the partition; see below.
#' @inheritParams elastic_gram
#' @param ... For `clusters()` of a fit, passed to `partition()`; without `method`, the
#'   partition in the fit is used. Must be empty for `partition()`, otherwise ignored.
#' @return `partition()` returns an object of class `shape_partition`, a list with
#'   * `labels`: integer, named by curve; clusters are numbered by decreasing size, then by first
#'     member;
#'   * `method` used, and the method `asked` for;
#'   * `expected_loss`: posterior means of the distance of the partition to a draw, `vi` in
#'     bits and `binder` as a share of pairs, whatever the method;
#'   * `similarity`: [coclustering()], `NULL` for more than 2,000 curves;
#'   * `certainty` of each curve: its mean co-clustering with the other members of its
#'     cluster; for a singleton, 1 minus its largest co-clustering with any other curve;
#'   * `members`: for each cluster its curves, the most central (most certain) first;
#'   * `draws`: their number;
#'   * `t_star` and `k0` of `"extrinsic"`, otherwise `NULL` (`t_star` is `NA` if there is none);
#'   * `second`, for more than 2,000 curves, otherwise `NULL`: for each curve the other cluster that
#'     it shares most often, and its mean co-clustering with the members of that cluster.
#'
#'   `clusters()` returns the labels alone.
#' @references Wade, S. and Ghahramani, Z. (2018). Bayesian cluster analysis: point
#'   estimation and credible balls. *Bayesian Analysis* 13, 559-626.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' partition(fit)
#' clusters(fit)
#' clusters(fit, method = "binder")
#' @order 1
#' @export
partition <- function(object, ...) UseMethod("partition")

#' @rdname partition
#' @order 2
#' @export
partition.shape_fit <- function(object, method = c("vi", "binder", "extrinsic", "map"),
                                n_threads = NULL, ...) {
  check_no_dots(...)
  method <- check_choice(method, names(partition_methods()))
  n_threads <- resolve_threads(n_threads)
  check_draws(object, "object", rlang::current_env())
  if (is_many(object)) {
    return(partition_of_many(object, method, n_threads))
  }
  labels <- item_labels(object)
  counts <- coclustering_counts(labels, n_threads)
  item <- object$item
  found <- partition_methods()[[method]]$find(object, labels, counts, n_threads)
  new_shape_partition(
    found$labels[item], object$gram$id,
    method = found$method %||% method, asked = method,
    expected_loss = expected_losses(labels, found$labels, n_threads),
    similarity = as_similarity(counts[item, item, drop = FALSE], object$gram$id, nrow(labels)),
    draws = nrow(labels),
    t_star = found$t_star, k0 = found$k0
  )
}

#' @rdname partition
#' @order 3
#' @export
clusters <- function(object, ...) UseMethod("clusters")

#' @rdname partition
#' @order 4
#' @export
clusters.shape_fit <- function(object, ...) estimated_partition(object, ...)$labels

#' @rdname partition
#' @order 5
#' @export
clusters.shape_partition <- function(object, ...) object$labels

# How a partition can be chosen: `find()` gives its labels, and in `method` the name of another
# method that it took instead; `words` of a partition say how it was found.
partition_methods <- function() {
  least_loss <- function(loss, words) {
    list(
      find = function(fit, labels, counts, n_threads) {
        list(labels = least_loss_labels(labels, counts, loss, n_threads))
      },
      words = function(x) words
    )
  }
  list(
    vi = least_loss("vi", "minimum expected variation of information"),
    binder = least_loss("binder", "minimum expected Binder loss"),
    extrinsic = list(
      find = function(fit, labels, counts, n_threads) extrinsic_labels(labels, counts, n_threads),
      words = function(x) {
        sprintf("extrinsic mean, threshold %s, for the modal number of clusters, %d",
                format(x$t_star, digits = 4), x$k0)
      }
    ),
    map = list(
      find = function(fit, labels, counts, n_threads) list(labels = best_draw(fit, labels)),
      words = function(x) "the draw with the highest posterior density"
    )
  )
}

expected_losses <- function(labels, estimate, n_threads) {
  vapply(c(vi = "vi", binder = "binder"), function(loss) {
    mean(r_draw_distances(labels, estimate, loss, n_threads))
  }, 0)
}

best_draw <- function(fit, labels) {
  labels[which.max(as.vector(fit_trace(fit)[, , "log_posterior"])), ]
}

# Curves are put into an order that does not depend on the one given, so that neither does
# the search.
least_loss_labels <- function(labels, counts, loss, n_threads) {
  order <- r_canonical_order(counts)
  starts <- linkage_cuts(1 - counts[order, order, drop = FALSE] / nrow(labels), max(labels))
  bar <- progress_bar("Choosing the partition")
  on.exit(bar$done())
  found <- r_minimise_loss(labels[, order, drop = FALSE], starts, loss, FALSE, n_threads,
                           bar$update)
  found[order(order)]
}

# Cuts of two linkages into at most 100 numbers of clusters, one cluster first; one cut per column.
linkage_cuts <- function(distance, most) {
  n <- nrow(distance)
  if (n < 3) {
    return(unique(cbind(rep(1L, n), seq_len(n)), MARGIN = 2))
  }
  most <- min(n, if (n <= 40) n else most + 5)
  k <- unique(round(exp(seq(0, log(most), length.out = 100))))
  if (most <= 100) k <- seq_len(most)
  distance <- stats::as.dist(distance)
  cuts <- lapply(c("average", "complete"), function(method) {
    stats::cutree(stats::hclust(distance, method), k = k)
  })
  do.call(cbind, cuts)
}

extrinsic_labels <- function(labels, counts, n_threads) {
  k0 <- most_frequent(apply(labels, 1, function(x) length(unique(x))))
  mean <- r_extrinsic_mean(counts, nrow(labels), k0)
  if (length(mean$labels) > 0) {
    return(list(labels = mean$labels, t_star = mean$step / nrow(labels), k0 = k0))
  }
  inform_shapecrp(
    c("!" = "No threshold of the extrinsic mean gives {k0} clusters, the modal number.",
      i = "Using {.code method = \"vi\"} instead."),
    class = "threshold", k0 = k0
  )
  list(labels = least_loss_labels(labels, counts, "vi", n_threads), method = "vi",
       t_star = NA_real_, k0 = k0)
}

# The smallest of the most frequent.
most_frequent <- function(counts) {
  which.max(tabulate(counts))
}

#' Credible ball of partitions
#'
#' The ball around an estimate, in variation of information, that contains a share
#' `level` of the draws, and the draws at its bounds. Copies (see [wishart_crp()]) count once.
#'
#' @param object A `shape_fit`, see [cluster_shapes()].
#' @param level Share of draws in the ball.
#' @param estimate The centre: a `shape_partition`, a fit or a vector of labels.
#' @inheritParams coclustering
#' @return A list of class `shape_credible_ball`: `level`, `radius` (the smallest, in bits, that
#'   contains the share), `centre` (labels, numbered as in
#'   [partition()]), and three matrices of labels, one draw per row (several rows
#'   if draws tie): `horizontal`, the draws of the ball farthest from the centre;
#'   `upper`, those with the fewest clusters in the ball, and of these the farthest; `lower`, those
#'   with the most clusters, and of these the farthest. `distance` holds their distances in bits.
#' @inherit partition references
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' credible_ball(fit, level = 0.9)
#' @export
credible_ball <- function(object, ...) UseMethod("credible_ball")

#' @rdname credible_ball
#' @export
credible_ball.shape_fit <- function(object, level = 0.95,
                                    estimate = estimated_partition(object),
                                    n_threads = NULL, ...) {
  check_no_dots(...)
  level <- check_number(level, min = 0, max = 1, above = TRUE)
  labels <- drawn_labels(object)
  centre <- as_partition_labels(estimate, "estimate", n = ncol(labels))
  if (setequal(names(centre), colnames(labels))) centre <- centre[colnames(labels)]
  centre <- stats::setNames(order_labels(unname(centre)), colnames(labels))
  first <- first_copies(object$item)
  distance <- r_draw_distances(labels[, first, drop = FALSE], order_labels(centre[first]), "vi",
                               resolve_threads(n_threads))
  # Rounding must not separate draws at one distance.
  distance <- round(distance, 10)
  radius <- sort(distance)[max(1, ceiling(level * length(distance) - 1e-9))]
  labels <- labels[distance <= radius, , drop = FALSE]
  distance <- distance[distance <= radius]
  k <- apply(labels, 1, function(x) length(unique(x)))
  rims <- lapply(
    list(horizontal = k > 0, upper = k == min(k), lower = k == max(k)),
    function(of) {
      rows <- labels[of & distance == max(distance[of]), , drop = FALSE]
      rows[] <- t(apply(rows, 1, order_labels))
      rows <- unique(rows)
      list(labels = rows[do.call(order, unname(as.data.frame(rows))), , drop = FALSE],
           distance = max(distance[of]))
    }
  )
  structure(
    c(list(level = level, radius = radius, centre = centre),
      lapply(rims, `[[`, "labels"), list(distance = vapply(rims, `[[`, 0, "distance"))),
    class = "shape_credible_ball"
  )
}

#' @export
print.shape_credible_ball <- function(x, ...) {
  cat(sprintf("Credible ball of %s %% of draws: variation of information up to %s bits\n",
              format(100 * x$level), format(x$radius, digits = 3)))
  words <- function(side) {
    k <- max(x[[side]][1, ])
    sprintf("%d cluster%s, %s bits away%s", k, if (k == 1) "" else "s",
            format(x$distance[[side]], digits = 3),
            if (nrow(x[[side]]) > 1) sprintf(" (%d draws tied)", nrow(x[[side]])) else "")
  }
  k <- length(unique(x$centre))
  cat_fields(c(
    Centre = sprintf("%d cluster%s", k, if (k == 1) "" else "s"), Horizontal = words("horizontal"),
    Upper = words("upper"), Lower = words("lower")
  ))
  invisible(x)
}
