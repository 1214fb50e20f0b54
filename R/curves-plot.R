#' Draw curves
#'
#' Small multiples: one panel a curve, with its id, coloured by the truth if there is one. A
#' curve is drawn centred and as large as its panel allows; it is not turned. In three or more
#' dimensions it is drawn in projection on its own two principal axes.
#'
#' @param x A set of curves, see [shape_curves()].
#' @param max_curves The largest number of curves to draw. Of a larger set, curves evenly
#'   spaced in it are drawn; the caption says so.
#' @param start `TRUE` marks the first point of every curve.
#' @param ... Not used.
#'
#' @returns A ggplot.
#'
#' @examples
#' shapes <- simulate_shapes(n = 4, classes = 2, seed = 1)
#' plot(shapes, start = TRUE)
#' @export
plot.shape_curves <- function(x, max_curves = 30, start = FALSE, ...) {
  max_curves <- check_number(max_curves, min = 1, whole = TRUE)
  check_flag(start)
  n <- length(x)
  shown <- x[unique(round(seq(1, n, length.out = min(n, max_curves))))]
  notes <- c(
    if (length(shown) < n) sprintf("%d of %d curves, evenly spaced", length(shown), n),
    if (curve_dimension(x) > 2) "projected on their two principal axes"
  )
  draw_panels(shown, start, caption = sentence(notes))
}

sentence <- function(notes) {
  if (length(notes) == 0) {
    return(NULL)
  }
  text <- paste(notes, collapse = ", ")
  paste0(toupper(substr(text, 1, 1)), substring(text, 2))
}

draw_panels <- function(curves, start, caption) {
  fill <- if (curve_dimension(curves) == 2) 0.25 else 0
  curves$points <- lapply(curves$points, function(m) fit_panel(flatten(m)))
  long <- as.data.frame(curves)
  long$id <- factor(long$id, levels = curves$id)
  coloured <- !is.null(curves$truth)
  if (!coloured) long$truth <- factor("all")
  aes <- ggplot2::aes(.data$x, .data$y, colour = .data$truth, fill = .data$truth)
  shape <- if (curves$closed) {
    ggplot2::geom_polygon(alpha = fill, linewidth = 0.6)
  } else {
    ggplot2::geom_path(linewidth = 0.8, lineend = "round")
  }
  ggplot2::ggplot(long, aes) +
    shape +
    (if (start) ggplot2::geom_point(data = long[long$point == 1, ], size = 1.6)) +
    ggplot2::facet_wrap(ggplot2::vars(.data$id)) +
    ggplot2::coord_equal(xlim = c(-1, 1), ylim = c(-1, 1)) +
    class_scale(long$truth, coloured) +
    ggplot2::labs(colour = NULL, fill = NULL, caption = caption) +
    ggplot2::theme_void() +
    ggplot2::theme(
      legend.position = "bottom",
      plot.margin = ggplot2::margin(6, 6, 6, 6),
      strip.text = ggplot2::element_text(size = 8, colour = "grey35")
    )
}

# Colours of classes, by level: eight that colour-blind eyes tell apart, else hues all
# around. Without a legend where there is nothing to tell, or too much.
class_scale <- function(truth, legend) {
  common <- list(
    aesthetics = c("colour", "fill"), na.value = "grey60",
    guide = if (legend && nlevels(droplevels(truth)) <= 20) "legend" else "none"
  )
  colours <- c(
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A5C99", "#000000"
  )
  if (nlevels(truth) <= length(colours)) {
    values <- stats::setNames(colours[seq_len(nlevels(truth))], levels(truth))
    do.call(ggplot2::scale_colour_manual, c(common, list(values = values)))
  } else {
    do.call(ggplot2::scale_colour_hue, c(common, list(h = c(0, 360) + 15, c = 100, l = 55)))
  }
}

# m x 2: the points themselves, or their projection on the two principal axes, each turned
# so that its largest component is positive.
flatten <- function(points) {
  if (ncol(points) == 2) {
    return(points)
  }
  centred <- points - rep(colMeans(points), each = nrow(points))
  axes <- svd(centred, nu = 0, nv = 2)$v
  largest <- axes[cbind(apply(abs(axes), 2, which.max), 1:2)]
  centred %*% (axes * rep(sign(largest), each = nrow(axes)))
}

# Moved and scaled into the square [-1, 1]^2.
fit_panel <- function(points) {
  low <- apply(points, 2, min)
  high <- apply(points, 2, max)
  (points - rep((low + high) / 2, each = nrow(points))) * 1.9 / max(high - low)
}
