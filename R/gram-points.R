# At how many points curves are compared. Resampling at equal arc length cuts corners: what
# is lost of a curve's length says how much of it is not compared.

points_least <- 100L
points_most <- 500L
vertices_most <- 2000L

# The largest share of its length that nine curves in ten may lose. Steps of pixels alone make
# an outline up to 8 % longer than the line that they follow (1 / cos(pi / 8) = 1.082), and
# pens and sensors tremble: what is lost below this limit is noise as well as detail.
most_lost <- 1 / 8

# The number of points for a set of curves: `points_least`, else the smallest multiple of 10 up
# to `points_most` that keeps to the limit, else `points_most`; NULL, own vertices, where
# `points_least` does not keep to it and vertices are fewer than that number, on average.
choose_points <- function(curves) {
  keeps <- function(n) !loses_much(length_lost(curves, n))
  if (keeps(points_least)) {
    return(points_least)
  }
  low <- points_least %/% 10L
  high <- points_most %/% 10L
  while (high - low > 1L) {
    middle <- (low + high) %/% 2L
    if (keeps(10L * middle)) high <- middle else low <- middle
  }
  n_points <- 10L * high
  vertices <- vapply(curves$points, nrow, 0L)
  if (mean(vertices) <= n_points && max(vertices) <= vertices_most) NULL else n_points
}

# The share of its length that each curve loses at `n_points`; none at its own vertices.
length_lost <- function(curves, n_points) {
  if (is.null(n_points)) {
    return(rep(0, length(curves)))
  }
  lost <- 1 - r_resampled_lengths(curves$points, curves$closed, n_points) / curve_lengths(curves)
  # Lengths that overflow are told where products do.
  ifelse(is.finite(lost), lost, 0)
}

loses_much <- function(lost) sum(lost > most_lost) > length(lost) / 10

# Says how much of the curves is not compared, where it is much.
tell_length_lost <- function(curves, settings) {
  n_points <- settings$n_points
  lost <- length_lost(curves, n_points)
  if (!loses_much(lost)) {
    return(invisible())
  }
  n <- length(curves)
  many <- sum(lost > most_lost)
  worst <- which.max(lost)
  whole <- curve_lengths(curves)[worst]
  shown <- vapply(c(whole * (1 - lost[worst]), whole), format, "", digits = 4)
  limit <- format(100 * most_lost)
  inform_shapecrp(c(
    "!" = paste(
      "At {n_points} points per curve, {many} of {n} curve{?s} {cli::qty(many)}lose{?s/}",
      "more than {limit} % of {cli::qty(many)}{?its/their} length."
    ),
    i = "{.val {curves$id[worst]}} loses most: length {shown[1]} of {shown[2]} is compared.",
    i = "{.code elastic_gram(n_points = NULL)} compares curves at their original vertices."
  ), "points", lost = stats::setNames(lost, curves$id))
}
