# Pictures of clusters and of their members.

# A panel a cluster. That a mean still moves a little does not show.
plot_clusters <- function(fit, max_clusters) {
  check_gram_has_curves(fit$gram, "drawn as clusters of curves", call = caller_env())
  means <- suppressMessages(
    templates(fit, n_threads = fit$control$n_threads),
    classes = "shapecrp_message_karcher"
  )
  draw_clusters(means, max_clusters)
}

#' Draw the templates of clusters
#'
#' @param x,object a `shape_templates`, as `templates()` makes it.
#' @inheritParams plot.shape_fit
#' @return A ggplot, the picture `"clusters"` of [plot.shape_fit()]: a panel for each
#'   cluster, its members laid on its template, which is bold.
#' @examples
#' fit <- cluster_shapes(
#'   outlines[c(1:3, 9:11)],
#'   search = "fast", n_points = 40, n_threads = 1,
#'   control = mcmc_control(200, 100, chains = 2, seed = 1)
#' )
#' plot(templates(fit))
#' @export
plot.shape_templates <- function(x, max_clusters = 60, ...) {
  max_clusters <- check_number(max_clusters, min = 1, whole = TRUE)
  check_no_dots(...)
  draw_clusters(x, max_clusters)
}

#' @rdname plot.shape_templates
#' @exportS3Method ggplot2::autoplot
autoplot.shape_templates <- function(object, ...) plot.shape_templates(object, ...)

# Members laid on their template, fainter where less certain. `templates`: `mean`, the curves
# of the K templates; `aligned`, a point a row of the members in the place of their template.
draw_clusters <- function(templates, max_clusters) {
  sizes <- cluster_sizes(templates$aligned)
  k <- min(length(sizes), max_clusters)
  drawn <- fit_panels(lapply(seq_len(k), cluster_panel, templates = templates),
                      templates$settings)
  titles <- stats::setNames(sprintf("%d (n = %d)", seq_len(k), sizes[seq_len(k)]), seq_len(k))
  members <- do.call(rbind, lapply(drawn, `[[`, "members"))
  centres <- do.call(rbind, lapply(drawn, `[[`, "template"))
  style <- panel_style(k)
  notes <- c(
    if (k < length(sizes)) {
      left <- sum(sizes[-seq_len(k)])
      sprintf("the %d largest of %d clusters; %d curve%s of the others left out", k,
              length(sizes), left, if (left == 1) "" else "s")
    },
    if (ncol(templates$mean$points[[1]]) > 2) {
      "projected on the two principal axes of the template"
    },
    if (is_scale_kept(templates$settings)) "all at one scale"
  )
  ggplot2::ggplot(members, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_path(
      ggplot2::aes(group = .data$id, colour = .data$cluster, alpha = .data$alpha),
      linewidth = style$thin
    ) +
    ggplot2::geom_path(data = centres, linewidth = style$bold, lineend = "round") +
    ggplot2::scale_alpha_identity() +
    ggplot2::scale_colour_manual(values = cluster_colours(k), guide = "none") +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$cluster),
      labeller = ggplot2::as_labeller(titles), ncol = style$columns
    ) +
    ggplot2::coord_equal(xlim = c(-1, 1), ylim = c(-1, 1)) +
    ggplot2::labs(caption = sentence(notes)) +
    theme_shapes() +
    ggplot2::theme(strip.text = ggplot2::element_text(size = style$text))
}

# Curves of each cluster.
cluster_sizes <- function(aligned) {
  first <- aligned[!duplicated(aligned$id), ]
  tabulate(first$cluster)
}

# Lines and letters that suit the number of panels, which stand half as wide again as high.
panel_style <- function(k) {
  columns <- if (k <= 4) k else ceiling(sqrt(1.5 * k))
  if (k <= 4) {
    list(thin = 0.4, bold = 1.1, text = 10, columns = columns)
  } else if (k <= 24) {
    list(thin = 0.3, bold = 0.8, text = 8, columns = columns)
  } else {
    list(thin = 0.25, bold = 0.5, text = 6, columns = columns)
  }
}

# Members and template of one cluster, in the plane: `points`, those of the template first.
# The more members and the less certain one is, the fainter it is drawn.
cluster_panel <- function(cluster, templates) {
  own <- templates$aligned[templates$aligned$cluster == cluster, ]
  template <- templates$mean$points[[cluster]]
  if (templates$mean$closed) {
    rows <- split(seq_len(nrow(own)), own$id)
    own <- own[unlist(lapply(rows, function(one) c(one, one[1])), use.names = FALSE), ]
    template <- template[c(seq_len(nrow(template)), 1), ]
  }
  points <- as.matrix(own[coordinate_names(ncol(template))])
  if (ncol(template) > 2) {
    axes <- principal_axes(template)
    points <- points %*% axes
    template <- template %*% axes
  }
  full <- min(0.9, 4 / sqrt(length(unique(own$id))))
  certainty <- ifelse(is.na(own$certainty), 1, own$certainty)
  faint <- full * (0.15 + 0.85 * certainty^2)
  list(
    points = rbind(template, points), template = seq_len(nrow(template)), cluster = cluster,
    id = own$id, alpha = pmax(faint, 0.08)
  )
}

# Members and template of each panel as data frames, scaled as one into [-1, 1]^2.
fit_panels <- function(panels, settings) {
  extents <- shown_extents(lapply(panels, `[[`, "points"), settings)
  Map(function(panel, extent) {
    both <- fit_panel(panel$points, extent)
    both <- data.frame(x = both[, 1], y = both[, 2], cluster = factor(panel$cluster))
    list(
      members = data.frame(both[-panel$template, ], id = panel$id, alpha = panel$alpha),
      template = both[panel$template, ]
    )
  }, panels, extents)
}

# Each curve's certainty, in the columns of their clusters; the least certain are named.
plot_certainty <- function(partition) {
  labels <- unname(partition$labels)
  certainty <- unname(partition$certainty)
  size <- tabulate(labels)
  rank <- stats::ave(-certainty, labels, FUN = function(x) rank(x, ties.method = "first"))
  data <- data.frame(
    id = shorten_id(names(partition$labels)), cluster = factor(labels), certainty = certainty,
    at = labels + 0.8 * ((rank - 0.5) / size[labels] - 0.5)
  )
  unsure <- data[data$certainty < 0.5, ]
  unsure <- utils::head(unsure[order(unsure$certainty), ], 12)
  k <- length(size)
  ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$certainty)) +
    ggplot2::geom_hline(yintercept = 0.5, colour = "grey60", linetype = "dashed",
                        linewidth = 0.3) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$cluster), size = if (k > 24) 0.9 else 1.6) +
    ggplot2::geom_text(ggplot2::aes(label = .data$id), data = unsure, size = 2.5, vjust = 1.7,
                       colour = "grey30", check_overlap = TRUE) +
    ggplot2::scale_colour_manual(values = cluster_colours(k), guide = "none") +
    ggplot2::scale_x_continuous(
      breaks = if (k <= 24) seq_len(k) else c(1, seq(5, k, by = if (k <= 60) 5 else 10)),
      expand = ggplot2::expansion(add = 0.4)
    ) +
    ggplot2::coord_cartesian(ylim = c(0, 1)) +
    ggplot2::labs(x = "cluster", y = "certainty of each curve") +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}
