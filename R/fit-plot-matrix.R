# Pictures of matrices whose rows are curves.

# Similarities in the order of the clusters, the most central curves of each first, and a
# bar for each cluster at the left and on top, numbered where there is room.
plot_coclustering <- function(partition, chosen = seq_along(partition$members)) {
  order <- match(unlist(partition$members[chosen]), names(partition$labels))
  n <- length(order)
  bars <- cluster_bars(partition$labels, chosen)
  width <- 0.025 * n
  from <- 0.5 - 1.4 * width
  breaks <- group_breaks(bars$to)
  cells <- heat_cells(partition$similarity[order, order, drop = FALSE])
  draw_heat(cells, numeric(), "probability\nof sharing\na cluster", limits = c(0, 1)) +
    ggplot2::geom_segment(
      ggplot2::aes(.data$at, 0.5, xend = .data$at, yend = n + 0.5),
      data = data.frame(at = breaks), colour = "white", linewidth = 0.3
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(0.5, .data$at, xend = n + 0.5, yend = .data$at),
      data = data.frame(at = breaks), colour = "white", linewidth = 0.3
    ) +
    ggplot2::annotate(
      "rect", xmin = from, xmax = from + width, ymin = bars$from, ymax = bars$to,
      fill = bars$colour
    ) +
    ggplot2::annotate(
      "rect", xmin = bars$from, xmax = bars$to, ymin = from, ymax = from + width,
      fill = bars$colour
    ) +
    number_bars(bars, from - 0.4 * width) +
    ggplot2::expand_limits(x = from - 2 * width)
}

# Lines between groups that end at `to`; none where they would cover the cells.
group_breaks <- function(to) if (length(to) > 30) numeric() else to[-length(to)]

# Cluster numbers beside their bars, where there is room.
number_bars <- function(bars, x) {
  told <- bars[has_room((bars$from + bars$to) / 2, max(bars$to)), ]
  ggplot2::annotate(
    "text", x = x, y = (told$from + told$to) / 2, label = told$cluster, hjust = 1, size = 3,
    colour = "grey20"
  )
}

# Which of the labels at places in increasing order, on a side of the given length, lie clear of
# those before them.
has_room <- function(at, length, lines = 26) {
  kept <- logical(length(at))
  last <- -Inf
  for (i in seq_along(at)) {
    kept[i] <- at[i] - last >= length / lines
    if (kept[i]) last <- at[i]
  }
  kept
}

# Where each of the chosen clusters lies among their curves in order.
cluster_bars <- function(labels, chosen) {
  size <- tabulate(labels)[chosen]
  to <- cumsum(size) + 0.5
  data.frame(
    cluster = chosen, from = to - size, to = to, share = size / sum(size),
    colour = cluster_colours(max(labels))[chosen]
  )
}

# S as given beside S in the order of the clusters, with a numbered bar for each.
plot_fit_gram <- function(fit, choice) {
  partition <- choice$partition
  S <- gram_matrix(fit$gram)
  own <- which(is_chosen(choice))
  order <- match(unlist(partition$members[choice$chosen]), names(partition$labels))
  panels <- c("as given", "ordered by cluster")
  cells <- rbind(
    data.frame(heat_cells(S[own, own, drop = FALSE]), panel = panels[1]),
    data.frame(heat_cells(S[order, order, drop = FALSE]), panel = panels[2])
  )
  cells$panel <- factor(cells$panel, panels)
  bars <- cluster_bars(choice$labels, choice$chosen)
  bars$panel <- factor(rep(panels[2], nrow(bars)), panels)
  n <- length(own)
  width <- 0.03 * n
  lines <- bars[bars$to %in% group_breaks(bars$to), ]
  told <- bars[has_room((bars$from + bars$to) / 2, n, lines = 22), ]
  draw_heat(cells, numeric(), "inner\nproduct") +
    ggplot2::geom_segment(ggplot2::aes(0.5, .data$to, xend = n + 0.5, yend = .data$to),
                          data = lines, colour = "white", linewidth = 0.2) +
    ggplot2::geom_segment(ggplot2::aes(.data$to, 0.5, xend = .data$to, yend = n + 0.5),
                          data = lines, colour = "white", linewidth = 0.2) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = 0.5 - 1.4 * width, xmax = 0.5 - 0.4 * width, ymin = .data$from,
                   ymax = .data$to),
      data = bars, fill = bars$colour, inherit.aes = FALSE
    ) +
    ggplot2::geom_text(
      ggplot2::aes(0.5 - 1.8 * width, (.data$from + .data$to) / 2, label = .data$cluster),
      data = told, hjust = 1, size = 2.6, colour = "grey20"
    ) +
    ggplot2::expand_limits(x = 0.5 - 4 * width) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel)) +
    ggplot2::labs(caption = sentence(chosen_words(choice))) +
    ggplot2::theme(panel.spacing = ggplot2::unit(8, "pt"))
}
