#' Plot principal components of shapes
#'
#' @param x,object A `shape_pca`, from [shape_pca()].
#' @param type What to draw:
#'   * `"shapes"`: one panel per component, with the shape at the centre (grey) and those `sd`
#'     standard deviations below (orange) and above it (blue);
#'   * `"scores"`: the curves by their scores on two components;
#'   * `"variance"`: the share of variance of each component.
#' @param components Numbers of components: for `"shapes"` those to draw, for `"scores"` two.
#'   `NULL` takes the first three, or the first two.
#' @param sd Number of standard deviations from the centre at which shapes are drawn.
#' @param colour For `"scores"`: classes or numbers, one per curve, or named by the curves' ids.
#'   `NULL` uses the clusters, numbered, if there are several, or else the truth if there is one.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot. Curves in three or more dimensions are projected onto the two
#'   principal axes of the centre and seen along the third: nearer parts are wider and darker.
#' @examples
#' shapes <- simulate_shapes(8, classes = "heart", noise = 0.2, seed = 1)
#' pca <- shape_pca(shapes, search = "fast", n_points = 40)
#' plot(pca)
#' plot(pca, "scores", colour = 1:8)
#' @export
plot.shape_pca <- function(x, type = c("shapes", "scores", "variance"), components = NULL, sd = 2,
                           colour = NULL, ...) {
  type <- check_choice(type, c("shapes", "scores", "variance"))
  check_no_dots(...)
  sd <- check_number(sd, min = 0, max = 100)
  components <- check_components(components, length(x$sd), type)
  switch(type,
    shapes = plot_component_shapes(x, components, sd),
    scores = plot_scores(x, components, colour),
    variance = plot_variance(x)
  )
}

#' @rdname plot.shape_pca
#' @exportS3Method ggplot2::autoplot
autoplot.shape_pca <- function(object, ...) plot.shape_pca(object, ...)

check_components <- function(components, k, type, call = caller_env()) {
  if (is.null(components)) {
    return(seq_len(min(k, if (type == "scores") 2 else 3)))
  }
  ok <- is.numeric(components) && length(components) > 0 && !anyNA(components) &&
    all(components == round(components)) && all(components >= 1 & components <= k)
  if (!ok) {
    must <- if (k == 1) "be 1, the only component" else
      sprintf("be component numbers from 1 to %d", k)
    abort_input("components", must, describe(components), call = call)
  }
  if (type == "scores" && length(components) > 2) {
    abort_input("components", "be at most two for scores", paste("not", length(components)),
                call = call)
  }
  unique(as.integer(components))
}

component_label <- function(x, component) {
  share <- vapply(100 * x$share[component], function(share) format(signif(share, 2)), "")
  sprintf("PC%d (%s %% of variance)", component, share)
}

plot_component_shapes <- function(x, components, sd) {
  at <- c(-sd, 0, sd)
  told <- c(sprintf("%s SD", format_signed(-sd)), "centre", sprintf("%s SD", format_signed(sd)))
  solid <- ncol(x$centre) > 2
  axes <- if (solid) view_axes(x$centre) else cbind(diag(2), 0)
  parts <- lapply(components, function(component) {
    shapes <- as_shape_curves.shape_pca(x, component, at)$points
    do.call(rbind, Map(function(points, i) {
      flat <- points %*% axes
      if (x$mean$closed) flat <- flat[c(seq_len(nrow(flat)), 1), ]
      data.frame(x = flat[, 1], y = flat[, 2], depth = flat[, 3],
                 at = factor(told[i], levels = unique(told)), component = component)
    }, shapes, seq_along(at)))
  })
  data <- do.call(rbind, parts)
  data$depth <- depth_shares(data$depth)
  data$group <- paste(data$component, data$at)
  titles <- stats::setNames(component_label(x, components), components)
  values <- stats::setNames(c(palette_shapes[2], "grey45", palette_shapes[1]), told)
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, colour = .data$at, group = .data$at)) +
    (if (solid) {
      list(depth_layer(data, 0.7), depth_scales())
    } else {
      ggplot2::geom_path(linewidth = 0.7, lineend = "round", linejoin = "round")
    }) +
    ggplot2::scale_colour_manual(values = values) +
    ggplot2::facet_wrap(ggplot2::vars(.data$component),
                        labeller = ggplot2::as_labeller(titles)) +
    ggplot2::coord_equal() +
    ggplot2::labs(colour = NULL, caption = sentence(
      if (solid) c("projected onto the two principal axes of the centre", depth_words)
    )) +
    theme_shapes() +
    ggplot2::theme(legend.position = "bottom")
}

plot_scores <- function(x, components, colour, call = caller_env()) {
  clustered <- is.null(colour) && nlevels(x$cluster) > 1
  groups <- if (clustered) x$cluster else x$truth
  values <- if (is.null(colour)) groups else
    curve_values(colour, rownames(x$scores), "colour", call)
  if (is.factor(values)) values <- droplevels(values)
  second <- if (length(components) > 1) x$scores[, components[2]] else rep(0, nrow(x$scores))
  data <- data.frame(x = x$scores[, components[1]], y = second)
  data$colour <- values %||% factor(rep("all", nrow(data)))
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, colour = .data$colour)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey80", linewidth = 0.3) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey80", linewidth = 0.3) +
    ggplot2::geom_point(size = 1.8) +
    (if (clustered) score_numbers(data)) +
    colour_scale(data$colour, legend = !is.null(values) && !clustered) +
    ggplot2::coord_equal(ylim = score_limits(data$x, data$y), xlim = score_limits(data$y, data$x)) +
    ggplot2::labs(
      x = component_label(x, components[1]), colour = NULL,
      y = if (length(components) > 1) component_label(x, components[2]) else "",
      caption = sentence(c(
        if (clustered) "numbers are clusters", if (is.factor(values)) legend_words(values)
      ))
    ) +
    theme_shapes(axes = TRUE)
}

# The number of each cluster beside the mean of its scores.
score_numbers <- function(data) {
  means <- stats::aggregate(data[c("x", "y")], data["colour"], mean)
  at <- as.matrix(data[c("x", "y")])
  map_numbers(as.matrix(means[c("x", "y")]), as.integer(as.character(means$colour)),
              matrix(0, 0, 2), at, 0.8 * outline_size(at), at, "grey20")
}

# The range of `y`, at least 0.4 times as wide as that of `x`, for both have one scale.
score_limits <- function(x, y) {
  range(y, mean(range(y)) + 0.2 * diff(range(x)) * c(-1, 1))
}

plot_variance <- function(x) {
  k <- min(length(x$share), 20)
  data <- data.frame(component = seq_len(k), share = unname(x$share[seq_len(k)]))
  ggplot2::ggplot(data, ggplot2::aes(.data$component, .data$share)) +
    ggplot2::geom_col(fill = palette_shapes[1], width = 0.8) +
    ggplot2::scale_x_continuous(breaks = seq_len(k)) +
    ggplot2::scale_y_continuous(limits = c(0, NA), expand = ggplot2::expansion(c(0, 0.05))) +
    ggplot2::labs(x = "component", y = "share of variance", caption = if (k < length(x$share)) {
      sprintf("The first %d of %d components", k, length(x$share))
    }) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}
