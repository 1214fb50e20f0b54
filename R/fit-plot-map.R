# The map: curves in the plane, near where they are alike.

plot_map <- function(fit, choice) {
  partition <- choice$partition
  labels <- choice$labels
  at <- map_places(fit$gram)
  own <- which(is_chosen(choice))
  central <- match(unlist(partition$members), names(partition$labels))
  ranked <- order(sequence(tabulate(labels))[order(central)], labels)
  size <- outline_size(at)
  ranked <- ranked[ranked %in% own]
  outlined <- if (is.null(fit$gram$curves)) integer() else separated(at, ranked, size)
  data <- data.frame(x = at[, 1], y = at[, 2])
  data$paint <- paint_of(choice)
  dots <- data[setdiff(own, outlined), ]
  medoid <- vapply(partition$members, function(m) match(m[1], names(partition$labels)), 1L)
  shown <- medoid[choice$chosen]
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, colour = .data$paint)) +
    (if (length(own) < nrow(data)) {
      ggplot2::geom_point(data = data[-own, ], size = 0.6, colour = "grey80")
    }) +
    ggplot2::geom_point(data = dots, size = if (length(outlined) > 0) 0.8 else 1.6, alpha = 0.6) +
    map_outlines(fit$gram, outlined, at, size, labels, medoid, data$paint) +
    map_numbers(at[shown, , drop = FALSE], choice$chosen, at[outlined, , drop = FALSE],
                as.matrix(dots[c("x", "y")]), size, at,
                if (is.null(choice$values)) cluster_colours(max(labels)) else "grey20") +
    paint_scale(choice) +
    ggplot2::coord_equal() +
    ggplot2::labs(colour = choice$title, caption = sentence(c(
      "similar curves are close together; numbers are clusters", chosen_words(choice),
      if (length(outlined) > 0 && nrow(dots) > 0) "dots are curves without room for an outline",
      if (length(own) < nrow(data)) "grey dots are curves of other clusters",
      if (length(outlined) > 0 && is_scale_kept(fit$gram$settings)) "outlines are at the same scale"
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
map_outlines <- function(gram, which, at, size, labels, medoid, paint) {
  if (length(which) == 0) {
    return(NULL)
  }
  laid <- lapply(which, function(i) laid_flat(gram, i, medoid[[labels[i]]]))
  outlines <- do.call(rbind, Map(function(i, points, extent) {
    if (gram$closed) points <- points[c(seq_len(nrow(points)), 1), ]
    points <- fit_panel(points, extent) * size / 2
    data.frame(x = points[, 1] + at[i, 1], y = points[, 2] + at[i, 2], id = i)
  }, which, laid, shown_extents(laid, gram$settings)))
  outlines$paint <- paint[outlines$id]
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

# The numbers of clusters beside the places of their most central curves, joined to them by a line
# where there was no room nearby. A label is about 1/30 of the picture wide and 1/40 high.
map_numbers <- function(places, numbers, outlines, dots, size, at, colours) {
  extent <- max(diff(range(at[, 1])), diff(range(at[, 2])), size)
  unit <- extent * (if (length(numbers) > 24) 0.028 else 0.036)
  box <- cbind(unit * (pmax(nchar(numbers), 1.3) / 2 + 0.3), unit)
  spots <- label_spots(places, box, outlines, dots, size)
  far <- sqrt(rowSums((spots - places)^2)) > 1.2 * size
  data <- data.frame(x = spots[, 1], y = spots[, 2], label = numbers,
                     to_x = places[, 1], to_y = places[, 2])
  list(
    ggplot2::geom_segment(ggplot2::aes(xend = .data$to_x, yend = .data$to_y), data = data[far, ],
                          colour = "grey60", linewidth = 0.2),
    ggplot2::geom_label(
      ggplot2::aes(label = .data$label), data = data,
      colour = darker(rep_len(colours, max(numbers))[numbers]),
      size = if (length(numbers) > 24) 2.2 else 3,
      fill = "#FFFFFFCC", linewidth = 0,
      label.padding = ggplot2::unit(1, "pt"), fontface = "bold"
    )
  )
}

# k x 2: where labels with boxes of the sizes `box` stand, each near its place. Of spots on rings
# around the place, the nearest whose box covers no label placed before and, if that can be, no
# outline and no dot.
label_spots <- function(places, box, outlines, dots, size) {
  angle <- pi / 8 * c(2, 6, 14, 10, 4, 0, 8, 12, 1, 3, 5, 7, 9, 11, 13, 15)
  rings <- c(0.7, 0.95, 1.3, 1.7, 2.2, 2.8, 3.5, 4.5)
  steps <- size * do.call(rbind, lapply(rings, function(r) r * cbind(cos(angle), sin(angle))))
  cost_far <- rep(rings, each = length(angle))
  spots <- places
  for (i in seq_len(nrow(places))) {
    tried <- steps + rep(places[i, ], each = nrow(steps))
    before <- seq_len(i - 1)
    on_labels <- overlaps(tried, box[i, ], spots[before, , drop = FALSE],
                          box[before, , drop = FALSE])
    on_outlines <- overlaps(tried, box[i, ], outlines, matrix(0.8 * size, nrow(outlines), 2))
    on_dots <- overlaps(tried, box[i, ], dots, matrix(0.15 * size, nrow(dots), 2))
    cost <- 100 * on_labels + 0.8 * on_outlines + 0.4 * pmin(on_dots, 3) + cost_far
    spots[i, ] <- tried[which.min(cost), ]
  }
  spots
}

# For each centre of a box of one size, how many of the other boxes it meets.
overlaps <- function(centres, box, others, boxes) {
  if (nrow(others) == 0) {
    return(rep(0, nrow(centres)))
  }
  near <- function(axis) {
    abs(outer(centres[, axis], others[, axis], "-")) <
      rep((box[axis] + boxes[, axis]) / 2, each = nrow(centres))
  }
  rowSums(near(1) & near(2))
}
