# Pictures of clusters and of their members.

# One panel per cluster, in so many columns; NULL: as many as suit their number.
plot_clusters <- function(fit, max_clusters, choice, means, columns = NULL) {
  members <- unique(means$aligned$id)
  draw_clusters(means, max_clusters, choice$chosen, k = max(choice$labels),
                values = choice$values[match(members, fit$gram$id)], columns = columns,
                sizes = choice$sizes, title = choice$title)
}

# Templates of the chosen clusters. That a mean still moves a little does not show.
chosen_means <- function(fit, choice, call) {
  gram <- check_gram_has_curves(
    fit$gram, "drawn as clusters of curves",
    "Pictures of the matrix are `plot(fit, \"map\")` and `plot(fit, \"dendrogram\")`.", call
  )
  own <- is_chosen(choice)
  suppressMessages(
    templates_of(
      gram[own],
      list(labels = match(choice$labels[own], choice$chosen),
           certainty = unname(choice$partition$certainty)[own]),
      check_iteration(1e-3, 30), resolve_threads(fit$control$n_threads)
    ),
    classes = "shapecrp_message_karcher"
  )
}

#' Plot the templates of clusters
#'
#' @param x,object A `shape_templates`, from [templates()].
#' @param max_clusters Maximum number of panels. If there are more clusters, the largest are drawn,
#'   and the caption says how many are left out.
#' @param clusters Numbers of the clusters to draw; `NULL` draws all.
#' @param colour Classes or numbers by which members are coloured, one per curve, in the order of
#'   the fit or named by the curves' ids. `NULL` gives each cluster a colour.
#' @inheritParams plot.shape_fit
#' @return A ggplot, the picture `"clusters"` of [plot.shape_fit()]: one panel per
#'   cluster, its members superimposed on its template, which is bold.
#' @examples
#' fit <- cluster_shapes(
#'   outlines[c(1:3, 9:11)],
#'   search = "fast", n_points = 40, n_threads = 1,
#'   control = mcmc_control(200, 100, chains = 2, seed = 1)
#' )
#' plot(templates(fit))
#' @export
plot.shape_templates <- function(x, max_clusters = 60, clusters = NULL, colour = NULL, ...) {
  max_clusters <- check_number(max_clusters, min = 1, whole = TRUE)
  check_no_dots(...)
  k <- length(x$mean)
  chosen <- sort(check_clusters(clusters %||% seq_len(k), k, "clusters"))
  title <- colour_title(rlang::enexpr(colour))
  members <- unique(x$aligned$id)
  id <- x$id %||% members
  values <- check_colour(colour, id, NULL)[match(members, id)]
  draw_clusters(x, max_clusters, chosen, k, values, drawn = chosen, title = title)
}

#' @rdname plot.shape_templates
#' @exportS3Method ggplot2::autoplot
autoplot.shape_templates <- function(object, ...) plot.shape_templates(object, ...)

# Members laid on their template, fainter where less certain. `templates`: `mean`, the curves
# of the templates; `aligned`, the members in the place of their template, one point per row.
# `drawn`: which of the templates are drawn, of clusters with the numbers `number` of k in all.
# `values`: NULL or a value for each member, in the order of `aligned`. `sizes` of the clusters
# drawn, where not all their members are in `aligned`. Members that have a colour of their own lie
# over the template, which would hide it. `title` of the legend.
draw_clusters <- function(templates, max_clusters, number, k, values = NULL,
                          drawn = seq_along(number), columns = NULL, sizes = NULL,
                          title = NULL) {
  sizes <- sizes %||% cluster_sizes(templates$aligned)[drawn]
  shown <- seq_len(min(length(drawn), max_clusters))
  panels <- fit_panels(lapply(drawn[shown], cluster_panel, templates = templates),
                       templates$settings)
  titles <- stats::setNames(sprintf("%d (n = %d)", number[shown], sizes[shown]), drawn[shown])
  members <- do.call(rbind, lapply(panels, `[[`, "members"))
  centres <- do.call(rbind, lapply(panels, `[[`, "template"))
  id <- unique(templates$aligned$id)
  members$paint <- if (is.null(values)) members$cluster else values[match(members$id, id)]
  style <- panel_style(length(shown), columns)
  notes <- c(
    if (length(shown) < length(drawn)) {
      left <- sum(sizes[-shown])
      sprintf("the %d largest of %d clusters; %d curve%s not shown", length(shown),
              length(drawn), left, if (left == 1) "" else "s")
    } else if (length(drawn) < k) {
      sprintf("%d of %d clusters", length(drawn), k)
    },
    if (ncol(templates$mean$points[[1]]) > 2) {
      c("projected onto the two principal axes of the template", depth_words)
    },
    if (is_scale_kept(templates$settings)) "all at the same scale",
    legend_words(values)
  )
  ggplot2::ggplot(members, ggplot2::aes(.data$x, .data$y)) +
    (if (!is.null(values)) template_layer(centres, style$bold)) +
    member_layer(members, style$thin) +
    (if (is.null(values)) template_layer(centres, style$bold)) +
    ggplot2::scale_alpha_identity() +
    ggplot2::scale_linewidth_identity() +
    (if (is.null(values)) {
      ggplot2::scale_colour_manual(
        values = stats::setNames(cluster_colours(k)[number], drawn), guide = "none"
      )
    } else {
      colour_scale(values)
    }) +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$cluster),
      labeller = ggplot2::as_labeller(titles), ncol = style$columns
    ) +
    ggplot2::coord_equal(xlim = c(-1, 1), ylim = c(-1, 1)) +
    ggplot2::labs(caption = sentence(notes), colour = title) +
    theme_shapes() +
    ggplot2::theme(strip.text = ggplot2::element_text(size = style$text))
}

member_layer <- function(members, width) {
  if (is.null(members$depth)) {
    return(ggplot2::geom_path(
      ggplot2::aes(group = .data$id, colour = .data$paint, alpha = .data$alpha), linewidth = width
    ))
  }
  members$group <- members$id
  ggplot2::geom_segment(
    ggplot2::aes(
      xend = .data$xend, yend = .data$yend, colour = .data$paint,
      alpha = depth_alpha(.data$alpha, .data$depth), linewidth = depth_width(width, .data$depth)
    ),
    data = depth_segments(members), lineend = "round"
  )
}

template_layer <- function(centres, width) {
  if (is.null(centres$depth)) {
    return(ggplot2::geom_path(data = centres, linewidth = width, lineend = "round"))
  }
  centres$group <- as.character(centres$cluster)
  segments <- depth_segments(centres)
  ggplot2::geom_segment(
    ggplot2::aes(xend = .data$xend, yend = .data$yend, linewidth = depth_width(width, .data$depth)),
    data = segments, colour = depth_grey(segments$depth), lineend = "round"
  )
}

# Curves of each cluster.
cluster_sizes <- function(aligned) {
  first <- aligned[!duplicated(aligned$id), ]
  tabulate(first$cluster)
}

# Lines and letters that suit the number of panels, which stand half as wide again as high.
panel_style <- function(k, columns = NULL) {
  if (!is.null(columns)) {
    return(list(thin = 0.3, bold = 0.8, text = 9, columns = min(k, columns)))
  }
  columns <- if (k <= 4) k else ceiling(sqrt(1.5 * k))
  if (k <= 4) {
    list(thin = 0.4, bold = 1.1, text = 10, columns = columns)
  } else if (k <= 24) {
    list(thin = 0.3, bold = 0.8, text = 8, columns = columns)
  } else {
    list(thin = 0.3, bold = 0.4, text = 6, columns = columns)
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
  depth <- NULL
  if (ncol(template) > 2) {
    axes <- view_axes(template)
    depth <- depth_shares(rbind(template, points) %*% axes[, 3])
    points <- points %*% axes[, 1:2]
    template <- template %*% axes[, 1:2]
  }
  full <- min(0.9, 4 / sqrt(length(unique(own$id))))
  certainty <- ifelse(is.na(own$certainty), 1, own$certainty)
  faint <- full * (0.15 + 0.85 * certainty^2)
  list(
    points = rbind(template, points), template = seq_len(nrow(template)), cluster = cluster,
    id = own$id, alpha = pmax(faint, 0.08), depth = depth
  )
}

# Members and template of each panel as data frames, scaled as one into [-1, 1]^2.
fit_panels <- function(panels, settings) {
  extents <- shown_extents(lapply(panels, `[[`, "points"), settings)
  Map(function(panel, extent) {
    both <- fit_panel(panel$points, extent)
    both <- data.frame(x = both[, 1], y = both[, 2], cluster = factor(panel$cluster))
    both$depth <- panel$depth
    list(
      members = data.frame(both[-panel$template, ], id = panel$id, alpha = panel$alpha),
      template = both[panel$template, ]
    )
  }, panels, extents)
}
