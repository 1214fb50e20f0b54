# Pictures of how far clusters are apart: silhouettes, and the dendrogram of distances.

plot_silhouette <- function(fit, choice, call = caller_env()) {
  k <- max(choice$labels)
  if (k == 1) {
    abort_input("x", "have at least two clusters for silhouettes", "not one", call = call)
  }
  width <- silhouettes(gram_distances(fit$gram), choice$labels)
  own <- which(is_chosen(choice))
  own <- own[order(choice$labels[own], -width[own])]
  data <- data.frame(at = seq_along(own), width = width[own])
  data$paint <- paint_of(choice)[own]
  bars <- cluster_bars(choice$labels, choice$chosen)
  bars$mean <- vapply(choice$chosen, function(c) mean(width[choice$labels == c]), 0)
  means_told <- length(choice$chosen) <= 24
  bars$told <- if (means_told) sprintf("%d (%.2f)", bars$cluster, bars$mean) else bars$cluster
  bars$told <- paste0(bars$told, " ")
  least <- min(data$width, 0)
  ggplot2::ggplot(data, ggplot2::aes(.data$width, .data$at)) +
    ggplot2::geom_rect(ggplot2::aes(
      xmin = 0, xmax = .data$width, ymin = .data$at - 0.5, ymax = .data$at + 0.5,
      fill = .data$paint
    )) +
    ggplot2::geom_hline(yintercept = bars$to[-nrow(bars)], colour = "white", linewidth = 0.4) +
    ggplot2::geom_text(
      ggplot2::aes(least, (.data$from + .data$to) / 2, label = .data$told),
      data = bars, hjust = 1, size = pmin(3, pmax(1.8, 110 * bars$share)), colour = "grey20",
      check_overlap = TRUE
    ) +
    ggplot2::geom_vline(xintercept = mean(width), linetype = "dashed", linewidth = 0.3) +
    paint_scale(choice, "fill") +
    ggplot2::scale_y_reverse(expand = ggplot2::expansion(add = 0.5)) +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(c(0.16, 0.02))) +
    ggplot2::labs(
      x = "silhouette", y = NULL, fill = choice$title,
      caption = sentence(c(
        "1: far from other clusters, below 0: closer to another", chosen_words(choice),
        sprintf("dashed: mean over all curves, %.2f", mean(width)),
        if (means_told) "cluster means in brackets"
      ))
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.y = ggplot2::element_blank(),
                   axis.text.y = ggplot2::element_blank())
}

plot_dendrogram <- function(fit, choice, call = caller_env()) {
  own <- which(is_chosen(choice))
  if (length(own) < 2) {
    abort_input("x", "have at least two curves for a dendrogram", "not one", call = call)
  }
  labels <- choice$labels[own]
  tree <- stats::hclust(stats::as.dist(gram_distances(fit$gram)[own, own]), "average")
  order <- with_first_left(tree$order, labels)
  segments <- tree_segments(tree, order)
  unit <- max(tree$height, 1e-300)
  leaves <- data.frame(at = seq_along(order), id = shorten_id(fit$gram$id)[own][order],
                       cluster = labels[order])
  leaves$paint <- paint_of(choice)[own][order]
  runs <- rle(leaves$cluster)
  to <- cumsum(runs$lengths)
  bars <- data.frame(cluster = runs$values, middle = (to + to - runs$lengths + 1) / 2,
                     to = to + 0.5)
  named <- length(own) <= 60
  many <- nrow(bars) > 24
  ggplot2::ggplot(segments) +
    ggplot2::geom_segment(ggplot2::aes(.data$x, .data$y, xend = .data$xend, yend = .data$yend),
                          linewidth = if (length(own) > 200) 0.2 else 0.35, colour = "grey30") +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$at - 0.5, xmax = .data$at + 0.5, ymin = -0.06 * unit,
                   ymax = -0.02 * unit, fill = .data$paint), data = leaves
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$to, y = -0.06 * unit, xend = .data$to, yend = -0.02 * unit),
      data = bars[-nrow(bars), ], colour = "white", linewidth = if (many) 0.3 else 0.6
    ) +
    ggplot2::geom_text(ggplot2::aes(.data$middle, -0.1 * unit, label = .data$cluster), data = bars,
                       size = if (many) 2 else 3, angle = if (many) 90 else 0, colour = "grey20",
                       check_overlap = TRUE) +
    paint_scale(choice, "fill") +
    ggplot2::scale_x_continuous(
      breaks = if (named) leaves$at, labels = if (named) leaves$id,
      expand = ggplot2::expansion(add = 0.6)
    ) +
    ggplot2::scale_y_continuous(breaks = function(limits) {
      breaks <- pretty(c(0, limits[2]))
      breaks[breaks >= 0]
    }) +
    ggplot2::labs(
      x = NULL, y = "mean distance at which clusters join", fill = choice$title,
      caption = sentence(c(chosen_words(choice), if (is.null(choice$values)) {
        "bars and numbers show clusters"
      } else {
        "numbers and gaps in the bar show clusters"
      }))
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(
      panel.grid.major.x = ggplot2::element_blank(),
      axis.text.x = ggplot2::element_text(angle = 90, hjust = 1, vjust = 0.5,
                                          size = if (length(own) > 30) 5 else 7)
    )
}

# The order of leaves, turned so that the first cluster is in the left half.
with_first_left <- function(order, labels) {
  place <- mean(match(which(labels == min(labels)), order))
  if (place > (length(order) + 1) / 2) rev(order) else order
}

# Two legs and a bar for each merge of a tree whose leaves stand in the order given.
tree_segments <- function(tree, order) {
  place <- order(order)
  merges <- nrow(tree$merge)
  # merges x 2, for both sides: place from the left, and height.
  x <- y <- matrix(0, merges, 2)
  for (m in seq_len(merges)) {
    node <- tree$merge[m, ]
    inner <- pmax(node, 1)
    x[m, ] <- ifelse(node < 0, place[abs(node)], (x[inner, 1] + x[inner, 2]) / 2)
    y[m, ] <- ifelse(node < 0, 0, tree$height[inner])
  }
  data.frame(
    x = c(x[, 1], x[, 2], x[, 1]), xend = c(x[, 1], x[, 2], x[, 2]),
    y = c(y[, 1], y[, 2], tree$height), yend = tree$height
  )
}
