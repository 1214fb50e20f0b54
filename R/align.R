#' Align one curve to another
#'
#' Finds the warp, rotation and starting point that best match the second curve to the first,
#' and the elastic inner product that they attain.
#'
#' @param x,y Two curves: each a [shape_curves()] object with one curve; or `x` with two curves
#'   and no `y`.
#' @param ... Settings of [elastic_gram()]: `scale`, `rotation`, `reflection`,
#'   `direction`, `n_points`, `search`, `smooth`, `pad_ends`.
#' @return An object of class `shape_alignment`, a list with
#'   * `value`: the inner product s;
#'   * `distance`: \eqn{\arccos s}{arccos s} for curves of unit length, otherwise
#'     \eqn{|q_1 - O (q_2 \circ \gamma) \sqrt{\gamma'}|}{|q1 - O (q2 o gamma) sqrt(gamma')|};
#'   * `warp`: a data frame of matched points, `x` and `y` as fractions of arc length from the
#'     first point of each curve (continuing beyond 1 around closed curves). The match is linear
#'     between rows; stretches on which one curve stands still add nothing to s;
#'   * `rotation`: the orthogonal matrix that rotates the second curve onto the first;
#'   * `start`: where on the second curve the first point of the first is matched;
#'   * `reversed`: whether the second curve is traversed backwards;
#'   * `curves`: the two curves as they were compared;
#'   * `aligned`: the second curve, re-parameterised, rotated, scaled and moved onto the first:
#'     a matrix whose row i is matched to point i of the first curve.
#' @seealso [elastic_gram()]; [plot.shape_alignment()] draws the match.
#' @examples
#' shapes <- simulate_shapes(4, classes = 2, seed = 1)
#' align_pair(shapes[1], shapes[2])
#' @export
align_pair <- function(x, y, ...) {
  x <- check_curves(x)
  pair <- if (missing(y)) x else pool_curves(x, check_same_kind(check_curves(y), x, arg = "y"))
  if (length(pair) != 2) {
    wanted <- if (missing(y)) "hold two curves when `y` is missing" else "hold one curve, like `y`"
    hint <- "Select two curves: `x[c(1, 2)]`."
    abort_input("x", wanted, sprintf("there are %d in total", length(pair)), hint = hint)
  }
  pair$id <- make.unique(pair$id)
  settings <- cross_settings(pair, ...)
  tell_length_lost(pair, settings)
  found <- tryCatch(
    r_align_pair(pair$points, pair$closed, core_settings(settings)),
    error = function(e) list(value = NaN)
  )
  if (!is.finite(found$value)) abort_computation(pair$id)
  used <- r_used_curves(pair$points, pair$closed, core_settings(settings))
  self <- if (settings$scale) c(1, 1) else used$lengths
  warp <- data.frame(x = found$warp[, 1], y = found$warp[, 2])
  alignment <- structure(
    list(
      value = found$value,
      distance = metric_distances(found$value, sum(self), curve_metric(settings$scale)),
      warp = warp,
      rotation = found$rotation,
      start = place_on(warp_at(warp, 0, pair$closed), pair$closed),
      reversed = found$reversed,
      curves = new_shape_curves(used$points, pair$closed, pair$id),
      lengths = used$lengths,
      settings = settings
    ),
    class = "shape_alignment"
  )
  alignment$aligned <- aligned_points(alignment)
  alignment
}

# The place on the second curve that is matched to arc length `at` of the first; a closed
# warp is continued round the circle.
warp_at <- function(warp, at, closed) {
  if (closed) {
    first <- warp$x[1]
    rounds <- floor(at - first)
    by <- warp$y[nrow(warp)] - warp$y[1]
    return(interpolate(warp$x, warp$y, at - rounds) + rounds * by)
  }
  interpolate(warp$x, warp$y, at)
}

# Linear between the rows of a warp; where `x` stands still, `y` jumps.
interpolate <- function(x, y, at) {
  stats::approx(x, y, at, ties = "ordered", rule = 2)$y
}

# A place counted round a closed curve as one in [0, 1).
place_on <- function(at, closed) if (closed) at %% 1 else at

# The points of the second curve matched to those of the first, turned, scaled to the
# first curve's length (where scale was removed) and centred on it.
aligned_points <- function(alignment) {
  curves <- alignment$curves
  one <- curves$points[[1]]
  arc <- vertex_arc(one, curves$closed)
  at <- warp_at(alignment$warp, arc, curves$closed)
  two <- second_at(curves$points[[2]], at, curves$closed) %*% t(alignment$rotation)
  if (alignment$settings$scale) two <- two * (alignment$lengths[1] / alignment$lengths[2])
  sweep(two, 2, colMeans(two) - colMeans(one))
}

# Share of arc length at each vertex, from 0.
vertex_arc <- function(points, closed) {
  arc <- cumsum(c(0, step_lengths(points, closed)))
  (arc / arc[length(arc)])[seq_len(nrow(points))]
}

# The points of the second curve at places that a warp gives, counted round if closed.
second_at <- function(points, at, closed) points_at(points, place_on(at, closed), closed)

#' @export
print.shape_alignment <- function(x, ...) {
  id <- x$curves$id
  cli::cat_line(c(
    cli::format_inline("<shape_alignment> {.val {id[2]}} onto {.val {id[1]}}"),
    sprintf("inner product %s, distance %s%s", format(x$value, digits = 4),
      format(x$distance, digits = 4), if (x$settings$scale) " (arc length)" else ""),
    paste0(
      format_rotation(x$rotation),
      if (x$curves$closed) {
        start <- format(100 * x$start, digits = 3)
        sprintf(", first point matched at %s %% of the second curve", start)
      },
      if (x$reversed) ", reversed"
    )
  ))
  invisible(x)
}

format_rotation <- function(rotation) {
  mirrored <- det(rotation) < 0
  if (nrow(rotation) == 2 && !mirrored) {
    angle <- atan2(rotation[2, 1], rotation[1, 1]) * 180 / pi
    return(sprintf("rotated by %s degrees", format(angle, digits = 3)))
  }
  if (mirrored) "mirrored and rotated" else sprintf("rotated in %d-D", nrow(rotation))
}

#' Plot an alignment
#'
#' Draws both curves, the second rotated, scaled and set beside the first, with lines between
#' matched points. Of curves in space, nearer parts are wider and darker.
#'
#' @param x,object A `shape_alignment`, from [align_pair()].
#' @param links Number of matched pairs to join by a line, at most 10,000.
#' @param gap Distance between the curves, in widths of the first; 0 superimposes them.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot.
#' @examples
#' shapes <- simulate_shapes(4, classes = 2, seed = 1)
#' plot(align_pair(shapes[1], shapes[2]))
#' @export
plot.shape_alignment <- function(x, links = 40, gap = 0.4, ...) {
  links <- check_number(links, min = 0, max = 10000, whole = TRUE)
  gap <- check_number(gap, min = 0)
  check_no_dots(...)
  one <- x$curves$points[[1]]
  two <- second_in_place(x)
  solid <- ncol(one) > 2
  axes <- if (solid) view_axes(rbind(one, two)) else cbind(diag(2), 0)
  closed <- x$curves$closed
  at <- seq(0, 1, length.out = links + 1)[seq_len(links)] + 0.5 / max(links, 1)
  # Places on the curves are shares of their length in space.
  a <- points_at(one, at, closed) %*% axes
  b <- second_at(two, warp_at(x$warp, at, closed), closed) %*% axes
  flat <- rbind(one, two) %*% axes
  shift <- if (gap > 0) (1 + gap) * diff(range(flat[, 1])) else 0
  flat[, 3] <- depth_shares(flat[, 3])
  own <- seq_len(nrow(one))
  one <- flat[own, ]
  two <- flat[-own, ]
  two[, 1] <- two[, 1] + shift
  lines <- data.frame(x = a[, 1], y = a[, 2], xend = b[, 1] + shift, yend = b[, 2])
  draw_curve <- function(points, id) {
    data <- data.frame(x = points[, 1], y = points[, 2], depth = points[, 3], group = 1,
                       curve = factor(id, levels = x$curves$id))
    colour <- ggplot2::aes(colour = .data$curve)
    if (solid) {
      depth_layer(if (closed) data[c(seq_len(nrow(data)), 1), ] else data, 0.8, colour)
    } else if (closed) {
      ggplot2::geom_polygon(colour, data = data, linewidth = 0.8, fill = NA)
    } else {
      ggplot2::geom_path(colour, data = data, linewidth = 0.8)
    }
  }
  ggplot2::ggplot(mapping = ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$xend, yend = .data$yend),
      data = lines, colour = "grey70", linewidth = 0.3
    ) +
    draw_curve(one, x$curves$id[1]) +
    draw_curve(two, x$curves$id[2]) +
    (if (solid) depth_scales()) +
    ggplot2::scale_colour_manual(
      values = stats::setNames(cluster_colours(2), x$curves$id), labels = shorten_id
    ) +
    ggplot2::coord_equal() +
    ggplot2::labs(
      title = sprintf("s = %s", format(x$value, digits = 3)), colour = NULL,
      caption = sentence(if (solid) c("projected onto the two principal axes", depth_words))
    ) +
    theme_shapes()
}

#' @rdname plot.shape_alignment
#' @exportS3Method ggplot2::autoplot
autoplot.shape_alignment <- function(object, ...) plot.shape_alignment(object, ...)

# All points of the second curve, turned, scaled and moved as `aligned` is.
second_in_place <- function(alignment) {
  two <- alignment$curves$points[[2]] %*% t(alignment$rotation)
  if (alignment$settings$scale) two <- two * (alignment$lengths[1] / alignment$lengths[2])
  sweep(two, 2, colMeans(two) - colMeans(alignment$aligned))
}
