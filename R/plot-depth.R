# Depth: curves in space are drawn as they are seen along their third axis, what is near wider and
# darker and over what is far.

# p x 3: two principal axes of points, and the direction to the eye. In space the three are
# right-handed, so that a picture is not a mirror image.
view_axes <- function(points) {
  axes <- principal_axes(points)
  eye <- if (nrow(axes) == 3) cross_product(axes[, 1], axes[, 2]) else third_axis(points)
  unname(cbind(axes, eye))
}

cross_product <- function(a, b) {
  c(a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1])
}

third_axis <- function(points) {
  centred <- points - rep(colMeans(points), each = nrow(points))
  axis <- svd(centred, nu = 0, nv = 3)$v[, 3]
  axis * sign(axis[which.max(abs(axis))])
}

# Depths as shares, 0 the farthest and 1 the nearest; 1 where all are the same.
depth_shares <- function(depth) {
  from <- min(depth)
  spread <- max(depth) - from
  if (spread > 1e-9 * max(abs(depth), 1e-300)) (depth - from) / spread else rep(1, length(depth))
}

# Paths as segments, farthest first. `data`: x, y, depth and `group`, a row for each point, the
# points of a group one after another; other columns are kept.
depth_segments <- function(data) {
  n <- nrow(data)
  from <- which(data$group[-n] == data$group[-1])
  segments <- data[from, ]
  segments$xend <- data$x[from + 1]
  segments$yend <- data$y[from + 1]
  segments$depth <- (data$depth[from] + data$depth[from + 1]) / 2
  segments[order(segments$depth), ]
}

# What is far is thinner, and fainter or greyer.
depth_width <- function(width, depth) width * (0.45 + 1.1 * depth)
depth_alpha <- function(alpha, depth) alpha * (0.4 + 0.6 * depth)
depth_grey <- function(depth) grDevices::grey(0.65 * (1 - depth))

depth_words <- "wide and dark lines are near"

# Paths in the plane with a column `depth`, as in depth_segments(), with the other aesthetics of the
# plot; `aes` has more.
depth_layer <- function(data, width, aes = ggplot2::aes()) {
  drawn <- ggplot2::aes(xend = .data$xend, yend = .data$yend, group = NULL,
                        alpha = depth_alpha(1, .data$depth),
                        linewidth = depth_width(width, .data$depth))
  drawn[names(aes)] <- aes
  ggplot2::geom_segment(drawn, data = depth_segments(data), lineend = "round")
}

depth_scales <- function() {
  list(ggplot2::scale_alpha_identity(), ggplot2::scale_linewidth_identity())
}
