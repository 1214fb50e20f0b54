#' Plot curves
#'
#' Small multiples: one panel per curve, with its id, coloured by the truth if there is one. A
#' curve is drawn centred and as large as its panel allows; it is not rotated. In three or more
#' dimensions it is projected onto its own two principal axes and seen along the
#' third: nearer parts are wider and darker.
#'
#' @param x,object A set of curves, see [shape_curves()].
#' @param max_curves Maximum number of curves to draw. Of a larger set, evenly spaced curves
#'   are drawn; the caption says so.
#' @param start `TRUE` marks the first point of every curve.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#'
#' @returns A ggplot.
#'
#' @examples
#' shapes <- simulate_shapes(n = 4, classes = 2, seed = 1)
#' plot(shapes, start = TRUE)
#' @export
plot.shape_curves <- function(x, max_curves = 30, start = FALSE, ...) {
  check_curves(x)
  max_curves <- check_number(max_curves, min = 1, whole = TRUE)
  check_flag(start)
  check_no_dots(...)
  n <- length(x)
  shown <- x[unique(round(seq(1, n, length.out = min(n, max_curves))))]
  notes <- c(
    if (length(shown) < n) sprintf("%d of %d curves, evenly spaced", length(shown), n),
    if (curve_dimension(x) > 2) c("projected onto their two principal axes", depth_words)
  )
  draw_panels(shown, start, caption = sentence(notes))
}

#' @rdname plot.shape_curves
#' @exportS3Method ggplot2::autoplot
autoplot.shape_curves <- function(object, ...) plot.shape_curves(object, ...)

# Notes as a caption: one sentence, in lines that a small picture has room for.
sentence <- function(notes, width = 88) {
  if (length(notes) == 0) {
    return(NULL)
  }
  text <- paste(notes, collapse = "; ")
  text <- paste0(toupper(substr(text, 1, 1)), substring(text, 2))
  paste(strwrap(text, width), collapse = "\n")
}

draw_panels <- function(curves, start, caption) {
  solid <- curve_dimension(curves) > 2
  seen <- if (solid) lapply(curves$points, function(m) m %*% view_axes(m))
  curves$points <- lapply(seq_along(curves$points), function(i) {
    fit_panel(if (solid) seen[[i]][, 1:2] else curves$points[[i]])
  })
  long <- as.data.frame(curves)
  coloured <- !is.null(curves$truth)
  many <- coloured && nlevels(curves$truth) > length(palette_shapes)
  short <- panel_labeller(length(curves))
  titles <- if (many) titles_with_class(curves$id, curves$truth, short) else short(curves$id)
  long$id <- factor(long$id, levels = curves$id)
  if (!coloured) long$truth <- factor("all")
  if (solid) long$depth <- unlist(lapply(seen, function(m) depth_shares(m[, 3])))
  aes <- ggplot2::aes(.data$x, .data$y, colour = .data$truth, fill = .data$truth)
  ggplot2::ggplot(long, aes) +
    panel_layer(long, curves$closed) +
    (if (start) ggplot2::geom_point(data = long[long$point == 1, ], size = 1.6)) +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$id),
      labeller = ggplot2::as_labeller(stats::setNames(titles, curves$id))
    ) +
    ggplot2::coord_equal(xlim = c(-1, 1), ylim = c(-1, 1)) +
    class_scale(long$truth, legend = coloured && !many) +
    ggplot2::labs(colour = NULL, fill = NULL, caption = caption) +
    theme_shapes() +
    ggplot2::theme(
      legend.position = "bottom", strip.clip = "off",
      strip.text = ggplot2::element_text(size = if (length(curves) > 12) 6 else 8)
    )
}

# Names above panels: on several lines where there is room for them, else on one, without its
# middle.
panel_labeller <- function(panels) {
  if (panels <= 6) {
    wrap_label
  } else {
    function(x) shorten_id(x, if (panels <= 12) 20 else 14)
  }
}

# Curves in the plane; in space, with their depth.
panel_layer <- function(long, closed) {
  if (is.null(long$depth)) {
    return(if (closed) {
      ggplot2::geom_polygon(alpha = 0.25, linewidth = 0.6)
    } else {
      ggplot2::geom_path(linewidth = 0.8, lineend = "round")
    })
  }
  if (closed) {
    first <- which(!duplicated(long$id))
    last <- c(first[-1] - 1, nrow(long))
    long <- long[unlist(Map(function(a, b) c(a:b, a), first, last)), ]
  }
  long$group <- as.integer(long$id)
  list(depth_layer(long, 0.8), depth_scales())
}

# Ids with their class below, unless they begin with it.
titles_with_class <- function(id, class, short) {
  class <- as.character(class)
  told <- is.na(class) | startsWith(id, class)
  label <- short(id)
  ifelse(told, label, paste0(label, "\n", short(class)))
}

# Colours of classes by level. Beyond the palette colours come again: no legend.
class_scale <- function(class, legend) {
  values <- stats::setNames(cluster_colours(nlevels(class)), levels(class))
  longest <- min(24, max(nchar(shorten_id(levels(class)))))
  ggplot2::scale_colour_manual(
    values = values, aesthetics = c("colour", "fill"), na.value = "grey60", labels = wrap_label,
    guide = if (legend) ggplot2::guide_legend(ncol = max(1, 100 %/% (longest + 8))) else "none"
  )
}

# m x 2: the points themselves, or their projection on their two principal axes.
flatten <- function(points) {
  if (ncol(points) == 2) {
    return(points)
  }
  points %*% principal_axes(points)
}

# p x 2: the directions in which points spread most, each turned so that its largest
# component is positive.
principal_axes <- function(points) {
  centred <- points - rep(colMeans(points), each = nrow(points))
  axes <- svd(centred, nu = 0, nv = 2)$v
  largest <- axes[cbind(apply(abs(axes), 2, which.max), 1:2)]
  axes * rep(sign(largest), each = nrow(axes))
}

# Moved and scaled into the square [-1, 1]^2, which holds points of that extent.
fit_panel <- function(points, extent = panel_extent(points)) {
  low <- apply(points, 2, min)
  high <- apply(points, 2, max)
  (points - rep((low + high) / 2, each = nrow(points))) * 1.9 / extent
}

# The longer side of the box round the points.
panel_extent <- function(points) max(apply(points, 2, max) - apply(points, 2, min))

# The extents by which sets of points are drawn side by side: each its own where scale was
# removed; that of the largest where it was kept, since size then counts.
shown_extents <- function(sets, settings) {
  extents <- vapply(sets, panel_extent, 0)
  if (is_scale_kept(settings)) rep(max(extents), length(sets)) else extents
}

is_scale_kept <- function(settings) isFALSE(settings$scale)
