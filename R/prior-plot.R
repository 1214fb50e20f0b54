#' @rdname wishart_crp_prior
#' @param n For `plot()`: number of curves, at most 10,000.
#' @export
plot.wishart_crp_prior <- function(x, n = NULL, ...) {
  n <- check_number(n, min = 1, max = 10000, whole = TRUE)
  priors <- settled_priors(x$partition, n)
  data <- do.call(rbind, lapply(seq_along(priors), function(l) {
    law <- cluster_count_law(priors[[l]], n)
    shown <- seq_len(max(which(law > max(law) * 1e-4)))
    data.frame(case = factor(names(priors)[l], names(priors)), clusters = shown,
               probability = law[shown])
  }))
  ggplot2::ggplot(data, ggplot2::aes(.data$clusters, .data$probability)) +
    ggplot2::geom_col(width = 0.8, fill = "grey40") +
    (if (length(priors) > 1) ggplot2::facet_wrap(~case)) +
    ggplot2::scale_x_continuous(breaks = if (length(priors) > 1) {
      whole_breaks(1, max(data$clusters))
    } else {
      every_number(1, max(data$clusters))
    }) +
    ggplot2::scale_y_continuous(limits = c(0, NA), expand = ggplot2::expansion(c(0, 0.05))) +
    ggplot2::labs(
      x = sprintf("clusters among %d curves", n), y = "prior probability",
      subtitle = plain_greek(format(x$partition))
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}

# Greek letters by their names: the fonts of a PDF device do not have them.
plain_greek <- function(x) gsub("\u03be", "xi", x, fixed = TRUE)
