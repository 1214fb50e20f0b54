# Curves that are listed backwards. Curves like one another are gathered into groups by the
# inner products that are known, and the middle curves of all groups are compared with one
# of each pair run backwards. Distances are angles between curves, in [0, pi].

# NULL where nothing speaks for it; else a list of `share`, the share of curves in groups
# that match another group backwards and not as listed, and `pairs`, the middle curves of
# such groups: first, second, and their inner products at unit length, as_listed and
# reversed; the clearest case first.
find_reversal <- function(gram, n_threads) {
  if (!is_direction_kept(gram)) {
    return(NULL)
  }
  n <- length(gram)
  taken <- if (n > 500) with_seed(1, sort(sample.int(n, 500))) else seq_len(n)
  angle <- angles_between(gram_block(gram, taken, taken))
  groups <- group_alike(angle, reversal_groups(n))
  middle <- middle_curves(angle, groups)
  pairs <- triangle_pairs(length(middle))
  pairs <- cbind(pairs$first, pairs$second)
  reversed <- angles_reversed(gram, taken[middle], pairs, n_threads)
  fits <- fits_reversed(angle, middle, pairs, reversed)
  size <- tabulate(groups, length(middle))
  affected <- count_affected(size, pairs[fits, , drop = FALSE])
  share <- affected / length(taken)
  # Of many pairs of groups, one pair of curves may match backwards by chance.
  if (affected < 4 || share < 0.08) {
    return(NULL)
  }
  place <- cbind(middle[pairs[fits, 1]], middle[pairs[fits, 2]])
  found <- data.frame(
    first = gram$id[taken[place[, 1]]], second = gram$id[taken[place[, 2]]],
    as_listed = cos(angle[place]), reversed = cos(reversed[fits])
  )
  list(share = share, pairs = found[order(found$as_listed - found$reversed), ])
}

# Whether the direction of curves counts; that of planar outlines is settled as they are read.
is_direction_kept <- function(gram) {
  !is.null(gram$curves) && length(gram) > 3 && gram$settings$direction == "given" &&
    !is_planar_outlines(gram$curves)
}

# Number of groups: 24 at most (276 pairs), fewer where their pairs would be more than a
# tenth of all pairs and more than 100.
reversal_groups <- function(n) {
  pairs <- max(100, n * (n - 1) / 20)
  min(n, 24, floor((1 + sqrt(1 + 8 * pairs)) / 2))
}

angles_between <- function(products) {
  norm <- sqrt(diag(products))
  angle <- acos(pmin(products / outer(norm, norm), 1))
  diag(angle) <- 0
  unname(angle)
}

group_alike <- function(angle, k) {
  if (nrow(angle) <= k) {
    return(seq_len(nrow(angle)))
  }
  stats::cutree(stats::hclust(stats::as.dist(angle), "average"), k)
}

middle_curves <- function(angle, groups) {
  members <- unname(split(seq_along(groups), groups))
  vapply(members, function(i) i[which.min(rowSums(angle[i, i, drop = FALSE]))], integer(1))
}

# Angle between the first curve of each pair and the second, run backwards.
angles_reversed <- function(gram, curves, pairs, n_threads) {
  points <- gram$curves$points[curves]
  backwards <- lapply(points, function(m) m[rev(seq_len(nrow(m))), , drop = FALSE])
  s <- few_inner_products(
    c(points, backwards), gram$closed, pairs[, 1], length(curves) + pairs[, 2], gram$settings,
    n_threads
  )
  self <- sqrt(gram_diagonal(gram)[curves])
  acos(pmin(s / (self[pairs[, 1]] * self[pairs[, 2]]), 1))
}

# Which pairs match far better backwards. Backwards, they are about as close as neighbours
# are (the second nearest of either, or one curve in 40; and well below the median distance of
# either); as listed, they are not. The limits separate sets of known direction from the same
# sets with curves turned around.
fits_reversed <- function(angle, middle, pairs, reversed) {
  others <- lapply(middle, function(i) sort(angle[i, -i]))
  rank <- min(max(2, ceiling(nrow(angle) / 40)), nrow(angle) - 1)
  near <- vapply(others, function(a) a[rank], numeric(1))
  usual <- vapply(others, stats::median, numeric(1))
  least <- function(v) pmin(v[pairs[, 1]], v[pairs[, 2]])
  listed <- angle[cbind(middle[pairs[, 1]], middle[pairs[, 2]])]
  reversed <= 1.25 * least(near) & reversed <= 0.65 * least(usual) &
    reversed <= 0.75 * listed & (listed >= 2 * least(near) | listed - reversed >= 0.2)
}

# Curves that have a counterpart: of each group, as many as the groups that it matches have.
count_affected <- function(size, pairs) {
  matched <- numeric(length(size))
  for (k in seq_len(nrow(pairs))) {
    matched[pairs[k, ]] <- matched[pairs[k, ]] + size[rev(pairs[k, ])]
  }
  sum(pmin(size, matched))
}

tell_reversal <- function(reversal) {
  if (!is.null(reversal)) {
    clearest <- reversal$pairs[1, ]
    fit <- sprintf("%.2f", c(clearest$reversed, clearest$as_listed))
    share <- round(100 * reversal$share)
    inform_shapecrp(
      c(
        "!" = "Some curves seem to be listed in reverse: {.val {clearest$first}} and
               {.val {clearest$second}} have an inner product of {fit[1]} with one run
               backwards, {fit[2]} as listed.",
        i = "Of the curves looked at, {share} % have a counterpart of this kind. Where the
             direction does not matter, {.code direction = \"either\"} compares both."
      ),
      class = "direction", reversal = reversal
    )
  }
}

reversal_words <- function(reversal) {
  clearest <- reversal$pairs[1, ]
  sprintf(
    paste(
      "some curves seem to be listed in reverse, such as %s and %s;",
      "direction = \"either\" compares both directions"
    ),
    quote_string(clearest$first), quote_string(clearest$second)
  )
}
