# Clusters that are mirror images of one another.

# Pairs of clusters whose templates are near mirror images: a data frame with the numbers of
# the clusters, a < b, and the distances of their medoids, as they were compared (`given`) and
# where one may be mirrored (`mirrored`). NULL where there are none, or mirror images are
# the same shape already or cannot be turned into one another.
#
# Two clusters are such a pair if mirroring brings their medoids
# * as near as members of a cluster are: within the distance that nine of ten pairs of members
#   keep, in either of the two; or, since clusters of one curve or of copies have no such
#   distance, to a third of the distance given. (Resampling alone can part a curve with sharp
#   corners from its exact mirror image by 0.15.)
# * to at most 0.6 of the distance given, which leaves out shapes that are their own mirror
#   images.
# Only the `most` largest clusters are compared, most (most - 1) / 2 pairs at most. Of a fit of many
# curves, medoids and distances are those of a sample of each cluster.
find_mirrored <- function(fit, most = 30) {
  gram <- fit$gram
  settings <- gram$settings
  labels <- unname(fit$partition$labels)
  k <- min(max(labels, 0), most)
  if (is.null(gram$curves) || settings$reflection || !settings$rotation || k < 2) {
    return(NULL)
  }
  found <- lapply(split(seq_along(labels), labels)[seq_len(k)], function(own) {
    if (is_many(fit)) own <- own[spaced_items(length(own), max_averaged)]
    distance <- square_distances(gram_block(gram, own, own), gram$metric)
    apart <- distance[lower.tri(distance)]
    list(
      medoid = own[which.min(rowSums(distance^2))],
      within = if (length(apart) > 0) stats::quantile(apart, 0.9, names = FALSE) else 0
    )
  })
  medoid <- vapply(found, `[[`, 0L, "medoid", USE.NAMES = FALSE)
  within <- vapply(found, `[[`, 0, "within", USE.NAMES = FALSE)
  pairs <- triangle_pairs(k)
  at <- cbind(pairs$first, pairs$second)
  given <- mirrored <- gram_block(gram, medoid, medoid)
  products <- mirrored_products(gram, medoid[at[, 1]], medoid[at[, 2]], fit$control$n_threads)
  mirrored[at] <- mirrored[at[, 2:1, drop = FALSE]] <- products
  pairs <- data.frame(
    a = at[, 1], b = at[, 2],
    given = square_distances(given, gram$metric)[at],
    mirrored = square_distances(mirrored, gram$metric)[at]
  )
  near <- pmax(within[pairs$a], within[pairs$b], pairs$given / 3)
  pairs <- pairs[which(pairs$mirrored <= pmin(near, 0.6 * pairs$given)), ]
  if (nrow(pairs) == 0) {
    return(NULL)
  }
  pairs <- pairs[order(pairs$a, pairs$b), ]
  rownames(pairs) <- NULL
  pairs
}

# s of pairs of curves of a gram, one of which may be mirrored.
mirrored_products <- function(gram, first, second, n_threads) {
  settings <- gram$settings
  settings$reflection <- TRUE
  few_inner_products(gram$curves$points, gram$closed, first, second, settings, n_threads)
}

# "clusters 3 and 4, 5 and 9 are near mirror images of one another (...)".
mirrored_words <- function(pairs, most = 6) {
  shown <- utils::head(pairs, most)
  listed <- paste(shown$a, "and", shown$b, collapse = ", ")
  left <- nrow(pairs) - nrow(shown)
  if (left > 0) {
    listed <- sprintf("%s, and %d more pair%s,", listed, left, if (left == 1) "" else "s")
  }
  closest <- pairs[which.min(pairs$mirrored / pairs$given), ]
  sprintf("clusters %s are near mirror images of each other (%sdistance %s, mirrored %s)", listed,
          if (nrow(pairs) > 1) sprintf("%d and %d: ", closest$a, closest$b) else "",
          format(closest$given, digits = 2), format(closest$mirrored, digits = 2))
}

# The call that counts mirror images as one shape.
mirrored_call <- function(settings) {
  sprintf("cluster_shapes(fit$gram$curves, %s%sreflection = TRUE)",
          if (settings$scale) "" else "scale = FALSE, ",
          if (settings$direction == "either") "direction = \"either\", " else "")
}
