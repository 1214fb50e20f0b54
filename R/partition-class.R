# A partition as the estimate of `method`. `labels`: any, in the order of `id`.
# `support`: of draw_support(), where there is no similarity.
new_shape_partition <- function(labels, id, method, expected_loss, similarity, draws,
                                t_star = NULL, k0 = NULL, asked = method, support = NULL) {
  labels <- stats::setNames(order_labels(labels), id)
  certainty <- if (is.null(support)) {
    curve_certainty(labels, similarity)
  } else {
    stats::setNames(support$certainty, id)
  }
  members <- lapply(split(seq_along(id), labels), function(own) {
    id[own[order(-certainty[own])]]
  })
  structure(
    list(
      labels = labels, method = method, asked = asked, expected_loss = expected_loss,
      similarity = similarity, certainty = certainty, members = members, draws = draws,
      t_star = t_star, k0 = k0,
      second = if (!is.null(support)) {
        list(cluster = support$second, certainty = support$second_certainty)
      }
    ),
    class = "shape_partition"
  )
}

# Labels 1, 2, ... by decreasing size, then by first member.
order_labels <- function(labels) {
  first <- match(labels, labels)
  size <- tabulate(first, length(first))[first]
  leaders <- unique(first[order(-size, first)])
  match(first, leaders)
}

# Mean co-clustering with the other members; alone, 1 less the largest with any other.
curve_certainty <- function(labels, similarity) {
  n <- length(labels)
  size <- tabulate(labels, n)[labels]
  others <- similarity
  diag(others) <- 0
  within <- t(rowsum(others, labels))[cbind(seq_len(n), labels)]
  alone <- 1 - apply(others, 1, max)
  stats::setNames(ifelse(size > 1, within / pmax(size - 1, 1), alone), names(labels))
}

#' Is it a partition?
#'
#' @param x an object.
#' @return `TRUE` or `FALSE`.
#' @examples
#' is_shape_partition(1)
#' @export
is_shape_partition <- function(x) {
  check_given(x, "x", "be given")
  inherits(x, "shape_partition")
}

#' Print and summarise a partition
#'
#' @param x,object a `shape_partition`, as [partition()] makes it.
#' @param max_size clusters of at most so many curves are counted as outliers, see
#'   [outliers()].
#' @param ... ignored.
#' @return `print()` returns its argument; `summary()` a list of class
#'   `summary.shape_partition`: `method`, `expected_loss`, `clusters` (a data frame with
#'   the size of each cluster, its mean and least certainty and its most central curve),
#'   `with` and `without` (numbers of curves and clusters and mean certainty, with outliers
#'   and without; of no curves it is `NA`) and `outliers`.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' summary(partition(fit))
#' @export
print.shape_partition <- function(x, ...) {
  sizes <- tabulate(x$labels)
  shown <- utils::head(sizes, 12)
  cat(sprintf("Partition of %d curve%s into %d cluster%s\n", length(x$labels),
              if (length(x$labels) == 1) "" else "s", length(sizes),
              if (length(sizes) == 1) "" else "s"))
  unsure <- sum(x$certainty < 0.5)
  cat_fields(c(
    Sizes = paste0(paste(shown, collapse = ", "), if (length(sizes) > 12) ", ..."),
    Method = method_words(x),
    "Expected loss" = loss_words(x$expected_loss),
    Certainty = sprintf("mean %.2f, least %.2f; below 0.5: %d curve%s", mean(x$certainty),
                        min(x$certainty), unsure, if (unsure == 1) "" else "s")
  ))
  invisible(x)
}

method_words <- function(x) {
  words <- partition_methods()[[x$method]]$words(x)
  if (x$asked == x$method) {
    words
  } else {
    sprintf("%s, in place of \"%s\", which has no threshold for %d clusters", words, x$asked,
            x$k0)
  }
}

loss_words <- function(loss) {
  sprintf("variation of information %s bits, Binder %s of pairs",
          format(loss[["vi"]], digits = 3), format(loss[["binder"]], digits = 3))
}

#' @rdname print.shape_partition
#' @export
summary.shape_partition <- function(object, max_size = 1, ...) {
  check_no_dots(...)
  apart <- outliers(object, max_size)
  count <- function(keep) {
    c(curves = sum(keep), clusters = length(unique(object$labels[keep])),
      certainty = if (any(keep)) mean(object$certainty[keep]) else NA_real_)
  }
  certainty <- split(object$certainty, object$labels)
  structure(
    list(
      method = object$method,
      words = c(Method = method_words(object), "Expected loss" = loss_words(object$expected_loss)),
      expected_loss = object$expected_loss,
      clusters = data.frame(
        cluster = seq_along(certainty), size = unname(lengths(certainty)),
        mean_certainty = unname(vapply(certainty, mean, 0)),
        least_certainty = unname(vapply(certainty, min, 0)),
        central = unname(vapply(object$members, `[`, "", 1))
      ),
      with = count(rep(TRUE, length(object$labels))),
      without = count(!names(object$labels) %in% names(apart)),
      outliers = apart, max_size = max_size
    ),
    class = "summary.shape_partition"
  )
}

#' @export
print.summary.shape_partition <- function(x, ...) {
  cat(sprintf("%d curve%s in %d cluster%s, mean certainty %.2f\n", x$with[["curves"]],
              if (x$with[["curves"]] == 1) "" else "s", x$with[["clusters"]],
              if (x$with[["clusters"]] == 1) "" else "s", x$with[["certainty"]]))
  if (length(x$outliers) > 0) {
    cat(sprintf("Without %d outlier%s (clusters of at most %d): %d curves in %d cluster%s%s\n",
                length(x$outliers), if (length(x$outliers) == 1) "" else "s", x$max_size,
                x$without[["curves"]], x$without[["clusters"]],
                if (x$without[["clusters"]] == 1) "" else "s",
                if (x$without[["curves"]] == 0) ""
                else sprintf(", mean certainty %.2f", x$without[["certainty"]])))
  }
  cat_fields(x$words)
  cat("\n")
  print_first_rows(x$clusters, 30, digits = 2)
  invisible(x)
}

#' Curves in small clusters
#'
#' Clusters of only a few curves hold outliers: shapes like no others.
#'
#' @param partition a `shape_partition`, a fit, or a vector of labels.
#' @param max_size the largest size of a cluster of outliers.
#' @return Labels of the curves in clusters of at most `max_size`, named by curve.
#' @seealso `compare_partitions(max_size = )`, which scores the rest.
#' @examples
#' outliers(c(a = 1, b = 1, c = 1, d = 2, e = 3, f = 3), max_size = 1)
#' @export
outliers <- function(partition, max_size = 1) {
  labels <- as_partition_labels(partition, "partition")
  max_size <- check_number(max_size, min = 0, whole = TRUE)
  labels[in_small_clusters(labels, max_size)]
}

in_small_clusters <- function(labels, max_size) {
  first <- match(labels, labels)
  tabulate(first, length(first))[first] <= max_size
}
