# Pictures of results beside fits: credible balls, means, baselines, predictions.

#' Plot a credible ball
#'
#' @param x,object A `shape_credible_ball`, from [credible_ball()].
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot: one row for the centre and for each bound (the first of draws that tie), one
#'   column per curve, ordered by the clusters of the centre, and within them by the bounds.
#'   A cluster of a bound has the colour of the cluster of the centre with which it shares most
#'   curves; smaller clusters with the same colour are paler. White lines separate the
#'   clusters of the centre.
#' @examples
#' fit <- wishart_crp(diag(8), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' plot(credible_ball(fit))
#' @export
plot.shape_credible_ball <- function(x, ...) {
  check_no_dots(...)
  bounds <- list(centre = x$centre, horizontal = x$horizontal[1, ], upper = x$upper[1, ],
                 lower = x$lower[1, ])
  order <- do.call(order, unname(bounds))
  bounds <- lapply(bounds, function(labels) unname(labels)[order])
  centre <- bounds$centre
  n <- length(centre)
  distance <- c(centre = 0, x$distance)
  told <- vapply(names(bounds), function(bound) {
    k <- length(unique(bounds[[bound]]))
    sprintf("%s\n%d cluster%s%s", bound, k, if (k == 1) "" else "s",
            if (bound == "centre") "" else sprintf(", %s bits", format(distance[[bound]],
                                                                       digits = 2)))
  }, "")
  cells <- do.call(rbind, lapply(seq_along(bounds), function(row) {
    matched <- matched_clusters(bounds[[row]], centre)
    data.frame(curve = seq_len(n), row = row, cluster = factor(matched$cluster),
               alpha = ifelse(matched$rank == 1, 1, 0.35 + 0.3 / matched$rank))
  }))
  to <- which(diff(centre) != 0) + 0.5
  ggplot2::ggplot(cells, ggplot2::aes(.data$curve, .data$row)) +
    ggplot2::geom_tile(ggplot2::aes(fill = .data$cluster, alpha = .data$alpha), height = 0.86) +
    ggplot2::geom_vline(xintercept = to, colour = "white",
                        linewidth = if (length(to) > 30) 0.2 else 0.6) +
    centre_numbers(centre) +
    ggplot2::scale_alpha_identity() +
    ggplot2::scale_fill_manual(values = stats::setNames(cluster_colours(max(centre)),
                                                        seq_len(max(centre))), guide = "none") +
    ggplot2::scale_y_reverse(breaks = seq_along(told), labels = told,
                             expand = ggplot2::expansion(add = c(0.1, 0.4))) +
    ggplot2::scale_x_continuous(expand = c(0.005, 0)) +
    ggplot2::labs(
      x = NULL, y = NULL,
      caption = sprintf("Columns are curves. The ball of radius %s bits holds %s %% of the draws",
                        format(x$radius, digits = 2), format(100 * x$level))
    ) +
    theme_shapes() +
    ggplot2::theme(axis.text.y = ggplot2::element_text(size = 9, hjust = 1))
}

#' @rdname plot.shape_credible_ball
#' @exportS3Method ggplot2::autoplot
autoplot.shape_credible_ball <- function(object, ...) plot.shape_credible_ball(object, ...)

# For each curve the cluster of the centre with which its own has most curves in common, and the
# rank of its own, by size, among those matched to that one.
matched_clusters <- function(labels, centre) {
  counts <- table(labels, centre)
  match <- as.integer(colnames(counts))[max.col(counts, ties.method = "first")]
  size <- rowSums(counts)
  rank <- stats::ave(-size, match, FUN = function(x) rank(x, ties.method = "first"))
  at <- match(as.character(labels), rownames(counts))
  list(cluster = match[at], rank = unname(rank)[at])
}

# Numbers above the row of the centre, where there is room.
centre_numbers <- function(centre) {
  size <- tabulate(centre)
  middle <- cumsum(size) - (size - 1) / 2
  ggplot2::annotate("text", x = middle, y = 0.42, label = seq_along(size), colour = "grey20",
                    size = if (length(size) > 24) 2 else 3, check_overlap = TRUE)
}

#' Plot an elastic mean
#'
#' @param x,object A `shape_mean`, from [karcher_mean()].
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot: the curves superimposed on their mean, which is bold.
#' @examples
#' shapes <- simulate_shapes(6, classes = "heart", seed = 1)
#' plot(karcher_mean(shapes, search = "fast"))
#' @export
plot.shape_mean <- function(x, ...) {
  check_no_dots(...)
  n <- length(x$aligned)
  aligned <- aligned_frame(list(x), list(seq_len(n)), rep(NA_real_, n), names(x$aligned))
  templates <- list(mean = x$mean, settings = x$settings, aligned = aligned)
  draw_clusters(templates, 1, number = 1, k = 1) +
    ggplot2::facet_null() +
    ggplot2::labs(title = sprintf("Mean of %d curve%s", n, if (n == 1) "" else "s"))
}

#' @rdname plot.shape_mean
#' @exportS3Method ggplot2::autoplot
autoplot.shape_mean <- function(object, ...) plot.shape_mean(object, ...)

#' Plot a clustering with a fixed number of clusters
#'
#' @param x,object A `shape_baseline`, from [kmedoids_shapes()] or [pairwise_clustering()].
#' @param gram The inner products that were clustered, see [elastic_gram()], or a fit of them.
#'   `NULL` draws the sizes alone.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot: with `gram`, the distances between the curves, ordered by cluster, with a
#'   numbered bar for each cluster; without it, the sizes of the clusters, with their medoids if
#'   there are any.
#' @examples
#' shapes <- simulate_shapes(18, classes = 3, seed = 1)
#' gram <- elastic_gram(shapes, search = "fast")
#' found <- pairwise_clustering(gram, k = 3, seed = 1)
#' plot(found)
#' plot(found, gram)
#' @export
plot.shape_baseline <- function(x, gram = NULL, ...) {
  check_no_dots(...)
  if (is.null(gram)) {
    return(plot_sizes(x))
  }
  gram <- if (is_shape_fit(gram)) gram$gram else check_gram(gram)
  if (!setequal(gram$id, names(x$labels))) {
    abort_input("gram", "hold the curves that were clustered", "it holds others")
  }
  labels <- unname(x$labels[gram$id])
  order <- order(labels)
  bars <- cluster_bars(labels, seq_len(max(labels)))
  width <- 0.025 * length(labels)
  breaks <- group_breaks(bars$to)
  draw_heat(heat_cells(gram_distances(gram)[order, order, drop = FALSE]), breaks, "distance") +
    ggplot2::annotate("rect", xmin = 0.5 - 1.4 * width, xmax = 0.5 - 0.4 * width,
                      ymin = bars$from, ymax = bars$to, fill = bars$colour) +
    number_bars(bars, 0.5 - 1.8 * width) +
    ggplot2::expand_limits(x = 0.5 - 3.4 * width)
}

#' @rdname plot.shape_baseline
#' @exportS3Method ggplot2::autoplot
autoplot.shape_baseline <- function(object, ...) plot.shape_baseline(object, ...)

plot_sizes <- function(x) {
  size <- tabulate(x$labels)
  k <- length(size)
  medoid <- if (is.null(x$medoids)) "" else paste0(" ", shorten_id(x$medoids))
  data <- data.frame(cluster = seq_len(k), size = size, medoid = medoid)
  ggplot2::ggplot(data, ggplot2::aes(.data$size, .data$cluster)) +
    ggplot2::geom_col(fill = cluster_colours(k), width = 0.8, orientation = "y") +
    ggplot2::geom_text(ggplot2::aes(label = .data$medoid), hjust = 0, colour = "grey30",
                       size = if (k > 24) 2 else 3) +
    ggplot2::scale_y_reverse(breaks = number_breaks(k)) +
    ggplot2::scale_x_continuous(breaks = whole_breaks(0, max(size)),
                                expand = ggplot2::expansion(c(0, 0.3))) +
    ggplot2::labs(x = "curves", y = "cluster", caption = if (!is.null(x$medoids)) {
      "Named by medoid"
    }) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())
}

#' Plot predictions
#'
#' @param x,object A `shape_prediction`, from [predict()][predict.shape_fit].
#' @param max_curves Maximum number of curves to draw; of more, the least certain are drawn.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot: one row per new curve, one column per cluster and one for a new cluster,
#'   shaded by the probability, which is printed if it is at least 0.05.
#' @examples
#' shapes <- simulate_shapes(14, classes = c("heart", "key"), seed = 1)
#' known <- c(1:6, 8:13)
#' gram <- elastic_gram(shapes[known], n_points = 50, search = "fast")
#' fit <- wishart_crp(gram, control = mcmc_control(200, 100, chains = 2, seed = 1))
#' plot(predict(fit, shapes[-known]))
#' @export
plot.shape_prediction <- function(x, max_curves = 40, ...) {
  max_curves <- check_number(max_curves, min = 1, whole = TRUE)
  check_no_dots(...)
  if (nrow(x) == 0) abort_input("x", "hold at least one curve", "it is empty")
  n <- nrow(x)
  shown <- if (n > max_curves) sort(order(x$probability)[seq_len(max_curves)]) else seq_len(n)
  p <- prediction_probabilities(x)[shown, , drop = FALSE]
  data <- data.frame(
    row = as.vector(row(p)), column = as.vector(col(p)), probability = as.vector(p)
  )
  k <- ncol(p)
  told <- data[data$probability >= 0.05, ]
  breaks <- c(prediction_breaks(k - 1), k)
  ggplot2::ggplot(data, ggplot2::aes(.data$column, .data$row, fill = .data$probability)) +
    ggplot2::geom_tile(colour = "white", linewidth = if (k > 24) 0.1 else 0.4) +
    (if (k <= 16) {
      ggplot2::geom_text(
        ggplot2::aes(label = sprintf("%.2f", .data$probability)), data = told, size = 2.6,
        colour = ifelse(told$probability > 0.5, "white", "grey20")
      )
    }) +
    ggplot2::scale_fill_gradient(low = "grey95", high = palette_shapes[1], limits = c(0, 1)) +
    ggplot2::scale_y_reverse(
      breaks = seq_along(shown), labels = shorten_id(rownames(p), 24), expand = c(0, 0)
    ) +
    ggplot2::scale_x_continuous(breaks = breaks, labels = colnames(p)[breaks], expand = c(0, 0)) +
    ggplot2::labs(
      x = "cluster", y = NULL, fill = "probability",
      caption = if (length(shown) < n) {
        sprintf("The %d least certain of %d curves", length(shown), n)
      }
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(
      panel.grid = ggplot2::element_blank(),
      axis.text.y = ggplot2::element_text(size = if (length(shown) > 24) 5.5 else 8)
    )
}

# Numbers of clusters below their columns; of many, none beside the column of a new cluster.
prediction_breaks <- function(k) {
  breaks <- if (k == 0) integer() else number_breaks(k)
  if (k > 24) breaks[breaks <= k - 2] else breaks
}

#' @rdname plot.shape_prediction
#' @exportS3Method ggplot2::autoplot
autoplot.shape_prediction <- function(object, ...) plot.shape_prediction(object, ...)
