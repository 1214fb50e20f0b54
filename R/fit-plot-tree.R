# The tree: clusters of several resolutions, coarse ones on top, each joined to the coarser one
# that holds most of it.

plot_tree <- function(fit, max_clusters, call = caller_env()) {
  if (is.null(fit$profile) && is_many(fit)) {
    abort_input("x", sprintf("hold its profile where curves are more than %s",
                             format_count(max_paired)),
                "it does not: fit$profile <- resolution_profile(fit) makes it", call = call)
  }
  profile <- fit$profile %||% profile_of(fit, nearby_resolutions(fit))
  levels <- tree_levels(profile, max_clusters)
  partitions <- attr(profile, "partitions")[, levels, drop = FALSE]
  links <- tree_links(partitions)
  places <- tree_places(partitions, links)
  leaves <- max(places$x)
  gap <- max(1.5, 0.5 * leaves / length(levels))
  places$y <- -gap * places$level
  places$radius <- pmin(0.34 * gap, 0.45 * places$leaves, 0.45 * tree_room(places))
  words <- sprintf("resolution %s%s", format(profile$resolution[levels], digits = 2, trim = TRUE),
                   ifelse(profile$is_fit[levels], ",\nthis fit", ""))
  ggplot2::ggplot(places, ggplot2::aes(.data$x, .data$y)) +
    draw_links(places, links) +
    draw_nodes(fit$gram, partitions, places) +
    ggplot2::annotate("text", x = 0.2, y = -gap * seq_along(levels), label = words, hjust = 1,
                      size = 2.8, colour = "grey35") +
    ggplot2::scale_colour_manual(values = cluster_colours(max(places$branch)), guide = "none") +
    ggplot2::coord_equal(
      xlim = c(0.2 - max(1, 0.16 * leaves), leaves + 0.6),
      ylim = c(-gap * length(levels) - 0.8 * gap, -0.5 * gap)
    ) +
    ggplot2::labs(caption = sentence(c(
      "numbers are curves", if (!is.null(fit$gram$curves)) "shapes are means",
      "lines join a cluster to the coarser one that holds most of it"
    ))) +
    theme_shapes()
}

# For each node the distance to the next one of its level.
tree_room <- function(places) {
  stats::ave(places$x, places$level, FUN = function(x) {
    vapply(seq_along(x), function(i) min(abs(x[-i] - x[i]), Inf), 0)
  })
}

# Rows of a profile, at most five: that of the fit, and from there up and down each partition
# that differs from the last one taken. Rows of more than `max_clusters` are left out unless
# there are no others.
tree_levels <- function(profile, max_clusters, most = 5) {
  m <- nrow(profile)
  allowed <- profile$clusters <= max_clusters
  if (!any(allowed)) allowed[which.min(profile$clusters)] <- TRUE
  alike <- attr(profile, "alike")
  own <- which(profile$is_fit & allowed)
  own <- if (length(own) == 1) own else which(allowed)[1]
  walk <- function(rows) {
    taken <- own
    for (i in rows) if (allowed[i] && alike[i, taken[1]] < 0.98) taken <- c(i, taken)
    taken[-length(taken)]
  }
  coarser <- walk(rev(seq_len(own - 1)))
  finer <- rev(walk(own + seq_len(m - own)))
  taken <- c(coarser, own, finer)
  at <- length(coarser) + 1
  # Nearest to the fit first.
  sort(taken[order(abs(seq_along(taken) - at))][seq_len(min(most, length(taken)))])
}

# For each cluster of a level from the second on, the cluster of the level before that holds most
# of it, and the share that it holds. `partitions`: one column for each level, coarse ones first.
tree_links <- function(partitions) {
  one <- function(level) {
    counts <- table(partitions[, level], partitions[, level - 1])
    parent <- max.col(counts, ties.method = "first")
    data.frame(
      level = level, child = seq_len(nrow(counts)), parent = parent,
      share = counts[cbind(seq_len(nrow(counts)), parent)] / rowSums(counts)
    )
  }
  do.call(rbind, lapply(seq_len(ncol(partitions))[-1], one)) %||%
    data.frame(level = integer(), child = integer(), parent = integer(), share = numeric())
}

# Where clusters stand: those of the last level side by side, 1, 2, ..., by their ancestors; any
# other in the middle of its children, or of its curves where it has none. `branch`: its cluster
# of the first level with more than one; `leaves`: how many of the last level it holds.
tree_places <- function(partitions, links) {
  m <- ncol(partitions)
  sizes <- apply(partitions, 2, tabulate, simplify = FALSE)
  path <- matrix(seq_along(sizes[[m]]), ncol = 1)
  for (level in rev(seq_len(m)[-1])) {
    path <- cbind(links$parent[links$level == level][path[, 1]], path)
  }
  x <- vector("list", m)
  x[[m]] <- order(do.call(order, as.data.frame(path)))
  for (level in rev(seq_len(m - 1))) {
    own <- links[links$level == level + 1, ]
    x[[level]] <- vapply(seq_along(sizes[[level]]), function(k) {
      children <- own$child[own$parent == k]
      if (length(children) > 0) {
        return(mean(x[[level + 1]][children]))
      }
      mean(x[[m]][partitions[partitions[, level] == k, m]])
    }, 0)
  }
  split_at <- c(which(lengths(sizes) > 1), m)[1]
  do.call(rbind, lapply(seq_len(m), function(level) {
    of <- lapply(seq_along(sizes[[level]]), function(k) partitions[, level] == k)
    data.frame(
      level = level, cluster = seq_along(of), size = sizes[[level]], x = x[[level]],
      branch = vapply(of, function(own) which.max(tabulate(partitions[own, split_at])), 0L),
      leaves = vapply(of, function(own) length(unique(partitions[own, m])), 0L)
    )
  }))
}

draw_links <- function(places, links) {
  at <- function(level, cluster) match(paste(level, cluster), paste(places$level, places$cluster))
  child <- at(links$level, links$child)
  parent <- at(links$level - 1, links$parent)
  below <- places$radius + 0.4 * tree_letter(places)
  lines <- data.frame(x = places$x[parent], y = places$y[parent] - below[parent],
                      xend = places$x[child], yend = places$y[child] + places$radius[child],
                      linewidth = 0.2 + 0.5 * links$share)
  ggplot2::geom_segment(
    ggplot2::aes(xend = .data$xend, yend = .data$yend, linewidth = .data$linewidth),
    data = lines, colour = "grey70"
  )
}

# Size of the numbers, 1 where there is room.
tree_letter <- function(places) if (max(places$x) > 30) 0.7 else 1

# Mean shapes, or dots for items without curves, with the number of curves below.
draw_nodes <- function(gram, partitions, places) {
  numbers <- ggplot2::geom_text(
    ggplot2::aes(y = .data$y - .data$radius, label = .data$size), vjust = 1.3,
    size = 2.6 * tree_letter(places), colour = "grey25"
  )
  if (is.null(gram$curves)) {
    dots <- ggplot2::geom_point(ggplot2::aes(colour = factor(.data$branch)), size = 3)
    return(list(ggplot2::scale_linewidth_identity(), dots, numbers))
  }
  shapes <- node_shapes(gram, partitions, places)
  extents <- shown_extents(shapes, gram$settings)
  drawn <- do.call(rbind, lapply(seq_along(shapes), function(i) {
    points <- fit_panel(shapes[[i]], extents[i]) * places$radius[i]
    data.frame(x = points[, 1] + places$x[i], y = points[, 2] + places$y[i], node = i,
               branch = places$branch[i])
  }))
  outlines <- ggplot2::geom_path(
    ggplot2::aes(group = .data$node, colour = factor(.data$branch)), data = drawn,
    linewidth = if (max(places$x) > 30) 0.3 else 0.5
  )
  list(ggplot2::scale_linewidth_identity(), outlines, numbers)
}

# Mean shapes of all clusters in the plane, m x 2 each; of clusters that come again, made once.
# Of more than 15 members, those nearest to the medoid; of many curves, the medoid of a sample.
node_shapes <- function(gram, partitions, places, most = 15) {
  members <- Map(function(level, k) which(partitions[, level] == k), places$level, places$cluster)
  key <- vapply(members, paste, "", collapse = " ")
  how <- check_iteration(1e-2, 10)
  shape <- function(own) {
    if (length(gram$id) > max_paired) own <- own[spaced_items(length(own), max_averaged)]
    squares <- colSums(gram_distances(gram[own])^2)
    own <- own[order(squares)[seq_len(min(most, length(own)))]]
    points <- mean_of_gram(gram[own], how, 1L)$mean$points[[1]]
    if (gram$closed) points <- points[c(seq_len(nrow(points)), 1), ]
    points %*% lying_axes(points)
  }
  made <- lapply(members[!duplicated(key)], shape)
  made[match(key, unique(key))]
}
