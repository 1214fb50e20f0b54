# The map: curves in the plane, near where they are alike.

plot_map <- function(fit) {
  partition <- estimated_partition(fit)
  labels <- unname(partition$labels)
  k <- max(labels)
  at <- map_places(fit$gram)
  central <- match(unlist(partition$members), names(partition$labels))
  ranked <- order(sequence(tabulate(labels))[order(central)], labels)
  size <- outline_size(at)
  outlined <- if (is.null(fit$gram$curves)) integer() else separated(at, ranked, size)
  data <- data.frame(x = at[, 1], y = at[, 2], cluster = factor(labels))
  dots <- data[setdiff(seq_along(labels), outlined), ]
  medoid <- vapply(partition$members, function(m) match(m[1], names(partition$labels)), 1L)
  spots <- beside(at[medoid, , drop = FALSE], at[outlined, , drop = FALSE], 0.7 * size)
  numbers <- data.frame(x = spots[, 1], y = spots[, 2], cluster = factor(seq_len(k)))
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, colour = .data$cluster)) +
    ggplot2::geom_point(data = dots, size = if (length(outlined) > 0) 0.8 else 1.6, alpha = 0.6) +
    map_outlines(fit$gram, outlined, at, size, labels, medoid) +
    map_numbers(numbers) +
    ggplot2::scale_colour_manual(values = cluster_colours(k), guide = "none", drop = FALSE) +
    ggplot2::coord_equal() +
    ggplot2::labs(caption = sentence(c(
      "near curves are alike, numbers are clusters",
      if (length(outlined) > 0 && nrow(dots) > 0) "dots are curves for which there is no room",
      if (length(outlined) > 0 && is_scale_kept(fit$gram$settings)) "outlines are at one scale"
    ))) +
    theme_shapes()
}

# n x 2: classical scaling of the distances.
map_places <- function(gram) {
  distance <- gram_distances(gram)
  n <- nrow(distance)
  values <- eigen(-0.5 * center_matrix(distance^2), symmetric = TRUE)
  at <- matrix(0, n, 2)
  for (axis in seq_len(min(2, n))) {
    vector <- values$vectors[, axis]
    vector <- vector * sign(vector[which.max(abs(vector))])
    at[, axis] <- vector * sqrt(max(values$values[axis], 0))
  }
  at
}

# Side of the square of an outline: the more curves, the smaller.
outline_size <- function(at) {
  extent <- max(diff(range(at[, 1])), diff(range(at[, 2])))
  if (extent == 0) 1 else extent / min(22, max(6, 1.3 * sqrt(nrow(at))))
}

# Curves in the order `ranked`, those left out that would lie on one taken before.
separated <- function(at, ranked, size) {
  taken <- integer()
  for (i in ranked) {
    near <- abs(at[taken, 1] - at[i, 1]) < 0.8 * size & abs(at[taken, 2] - at[i, 2]) < 0.8 * size
    if (!any(near)) taken <- c(taken, i)
  }
  taken
}

# Outlines of the curves `which` at their places, turned as the most central curve of
# their cluster stands.
map_outlines <- function(gram, which, at, size, labels, medoid) {
  if (length(which) == 0) {
    return(NULL)
  }
  laid <- lapply(which, function(i) laid_flat(gram, i, medoid[[labels[i]]]))
  outlines <- do.call(rbind, Map(function(i, points, extent) {
    if (gram$closed) points <- points[c(seq_len(nrow(points)), 1), ]
    points <- fit_panel(points, extent) * size / 2
    data.frame(x = points[, 1] + at[i, 1], y = points[, 2] + at[i, 2], id = i,
               cluster = factor(labels[i], levels = seq_len(max(labels))))
  }, which, laid, shown_extents(laid, gram$settings)))
  ggplot2::geom_path(ggplot2::aes(group = .data$id), data = outlines, linewidth = 0.4,
                     lineend = "round")
}

# m x 2: curve i as its cluster's most central one stands, which lies along its principal
# axes; as it was given where rotation counts.
laid_flat <- function(gram, i, medoid) {
  points <- gram$curves$points[[i]]
  if (!isTRUE(gram$settings$rotation)) {
    return(flatten(points))
  }
  axes <- lying_axes(gram$curves$points[[medoid]])
  if (i != medoid) {
    pair <- gram$curves$points[c(medoid, i)]
    found <- r_align_pair(pair, gram$closed, core_settings(gram$settings))
    points <- points %*% t(found$rotation)
  }
  points %*% axes
}

# p x 2: principal axes that turn planar points and do not mirror them.
lying_axes <- function(points) {
  axes <- principal_axes(points)
  if (ncol(points) == 2 && det(axes) < 0) axes[, 2] <- -axes[, 2]
  axes
}

# A spot beside each place, in one of eight directions: that farthest from the outlines and
# from the spots already taken.
beside <- function(places, outlines, distance) {
  angles <- pi / 4 * c(1, 3, 7, 5, 2, 0, 4, 6)
  steps <- distance * cbind(cos(angles), sin(angles))
  taken <- outlines
  for (i in seq_len(nrow(places))) {
    spots <- steps + rep(places[i, ], each = nrow(steps))
    room <- apply(spots, 1, function(spot) {
      if (nrow(taken) == 0) 0 else min((taken[, 1] - spot[1])^2 + (taken[, 2] - spot[2])^2)
    })
    places[i, ] <- spots[which.max(round(room / distance^2, 6)), ]
    taken <- rbind(taken, places[i, ])
  }
  places
}

map_numbers <- function(numbers) {
  ggplot2::geom_label(
    ggplot2::aes(label = .data$cluster),
    data = numbers, size = if (nrow(numbers) > 24) 2.2 else 3, fill = "#FFFFFFCC",
    linewidth = 0, label.padding = ggplot2::unit(1, "pt"), fontface = "bold"
  )
}
