# Near pairs of curves without all pairs: landmarks that every curve is compared with, candidates
# for neighbours from them, exact inner products of the candidates, then neighbours of
# neighbours, until few change. All is a function of the curves and the settings.
#
# `compare(phase, tiles)` gives the values of tiles, from before where they are kept
# (R/near-compare.R).

# What a search for near pairs looks for, NULL where all pairs are asked for.
check_near <- function(pairs, landmarks, near, n, call = caller_env()) {
  pairs <- check_choice(pairs, c("all", "near"), "pairs", call)
  for (arg in c("landmarks", "near")) {
    value <- list(landmarks = landmarks, near = near)[[arg]]
    if (!is.null(value)) {
      check_number(value, min = 1, whole = TRUE, arg = arg, call = call)
      if (pairs == "all") {
        must <- "be NULL unless `pairs` is \"near\""
        abort_input(arg, must, describe(value), call = call)
      }
    }
  }
  if (pairs == "near") near_plan(n, landmarks, near)
}

# What near_search() looks for: `near` neighbours of each of n curves by way of `m` landmarks.
near_plan <- function(n, landmarks = NULL, near = NULL) {
  k <- as.integer(min(near %||% count_neighbours(n), n - 1))
  m <- as.integer(min(landmarks %||% round(8 * log2(max(n, 2))), n))
  plan <- list(n = n, k = k, m = m, candidates = min(2 * k, n - 1), rounds = 5, enough = 0.97)
  # A search that is no shorter than all pairs has every curve as a landmark.
  if (is.null(landmarks) && expected_pairs(plan) >= n * (n - 1) / 2) plan$m <- n
  plan
}

# Pairs that a search compares, about.
expected_pairs <- function(plan) {
  n <- as.numeric(plan$n)
  if (plan$m == n) n * (n - 1) / 2 else n * (plan$m + 1.6 * plan$candidates) + trial_size(n)^2 / 2
}

# A <gram_near> of the curves.
near_search <- function(curves, settings, plan, compare, n_threads = NULL) {
  n <- length(curves)
  metric <- curve_metric(settings$scale)
  norms <- self_products(curves, settings)
  if (plan$m == n) {
    return(all_landmarks(norms, metric, plan, compare))
  }
  marks <- find_landmarks(n, plan$m, norms, metric, compare)
  trial <- compare_trial(norms, compare)
  found <- landmark_pairs(marks, plan$k)
  candidates <- nearest_points(landmark_points(marks$delta), plan$candidates,
                               landmark_copies(marks$delta), marks, n_threads)
  compared <- length(marks$block) + choose(length(trial$item), 2)
  for (round in seq_len(plan$rounds)) {
    compared <- compared + length(candidates$first)
    found <- add_pairs(found, compare_pairs(candidates, round, marks, norms, metric, compare))
    recall <- estimate_recall(found, n, plan$k, trial, metric)
    if (round == plan$rounds || is_enough(recall, plan$enough)) break
    candidates <- second_neighbours(found, n, plan$k, marks, n_threads)
    if (length(candidates$first) == 0) break
  }
  new_gram_near(marks, found, trial, norms, plan$k, recall, compared)
}

# The same where every curve is a landmark: all pairs.
all_landmarks <- function(norms, metric, plan, compare) {
  n <- length(norms)
  tiles <- triangle_tiles(n, 128L)
  values <- compare("all", tiles)
  S <- matrix(0, n, n)
  for (k in seq_along(tiles)) S <- put_tile(S, tiles[[k]], values[[k]])
  diag(S) <- norms
  marks <- list(item = seq_len(n), block = S, delta = square_distances(S, metric))
  recall <- list(share = 1, found = n * plan$k, looked = n * plan$k, error = 0, k = plan$k)
  own <- own_stream(0, sort(sample.int(n, trial_size(n))))
  trial <- list(item = own, products = S[own, own, drop = FALSE])
  new_gram_near(marks, landmark_pairs(marks, plan$k), trial, norms, plan$k, recall,
                n * (n - 1) / 2)
}

# Numbers drawn by a stream of its own.
own_stream <- function(number, code) {
  keep_random_state({
    set.seed(number, "Mersenne-Twister", "Inversion", "Rejection")
    code
  })
}

# Landmarks ------------------------------------------------------------------------------

# Curves drawn in batches, each with a probability that is its squared distance to the nearest
# landmark so far. `item` (m), `block` (n x m, inner products), `delta` (n x m, distances).
find_landmarks <- function(n, m, norms, metric, compare) {
  item <- integer()
  block <- delta <- matrix(0, n, 0)
  away <- rep(1, n)
  batch <- 0
  while (length(item) < m && any(away > 0)) {
    batch <- batch + 1
    size <- min(max(8, length(item)), 64, m - length(item), sum(away > 0))
    new <- own_stream(batch, sample.int(n, size, prob = away))
    tiles <- rectangle_tiles(seq_len(n), new, 128L)
    values <- compare(sprintf("landmarks-%02d", batch), tiles)
    cross <- matrix(0, n, size)
    for (k in seq_along(tiles)) {
      cross[tiles[[k]]$rows, match(tiles[[k]]$columns, new)] <- values[[k]]
    }
    cross[cbind(new, seq_len(size))] <- norms[new]
    distances <- cross_distances(norms, cross, norms[new], metric)
    distances[cbind(new, seq_len(size))] <- 0
    item <- c(item, new)
    block <- cbind(block, cross)
    delta <- cbind(delta, distances)
    away <- if (batch == 1) apply(delta, 1, min)^2 else pmin(away, apply(distances, 1, min)^2)
    away[item] <- 0
  }
  list(item = item, block = block, delta = delta)
}

# Principal axes of the distances to landmarks.
landmark_axes <- function(delta, most = 48) {
  mean <- colMeans(delta)
  centred <- delta - rep(mean, each = nrow(delta))
  p <- min(most, ncol(delta))
  list(mean = mean,
       axes = eigen(crossprod(centred), symmetric = TRUE)$vectors[, seq_len(p), drop = FALSE])
}

# Coordinates of curves from their distances to landmarks, p x n.
landmark_points <- function(delta, along = landmark_axes(delta)) {
  t((delta - rep(along$mean, each = nrow(delta))) %*% along$axes)
}

# Pairs of each curve with its k nearest landmarks: they are compared already.
landmark_pairs <- function(marks, k) {
  n <- nrow(marks$delta)
  nearest <- seq_len(min(k + 1, length(marks$item)))
  which <- apply(marks$delta, 1, function(x) order(x)[nearest])
  curve <- rep(seq_len(n), each = length(nearest))
  at <- cbind(curve, as.vector(which))
  ordered_pairs(curve, marks$item[at[, 2]], marks$block[at], marks$delta[at])
}

# For each curve the first one that is at the same distances from all landmarks: such curves
# are copies, most likely, and would fill the lists of each other.
landmark_copies <- function(delta) {
  key <- do.call(paste, c(as.data.frame(signif(delta, 6)), sep = " "))
  match(key, key)
}

# Pairs of curves ------------------------------------------------------------------------

# A list of pairs: first < second, inner products `s`, distances `delta`; each once, without
# pairs of a curve with itself.
ordered_pairs <- function(a, b, s = NULL, delta = NULL) {
  keep <- a != b
  pairs <- list(first = as.integer(pmin(a, b))[keep], second = as.integer(pmax(a, b))[keep],
                s = s[keep], delta = delta[keep])
  sort_pairs(pairs)
}

# In order of `first`, then `second`; of several of one kind the first.
sort_pairs <- function(pairs) {
  order <- order(pairs$first, pairs$second)
  pairs <- lapply(pairs, function(x) x[order])
  n <- length(order)
  again <- c(FALSE, pairs$first[-1] == pairs$first[-n] & pairs$second[-1] == pairs$second[-n])
  if (any(again)) lapply(pairs, function(x) x[!again[seq_len(n)]]) else pairs
}

add_pairs <- function(found, new) {
  sort_pairs(Map(c, found[c("first", "second", "s", "delta")], new))
}

# Pairs of each curve with the points nearest to its own. Of copies only one has neighbours, and
# is one; the others are paired with it.
nearest_points <- function(points, k, copies, marks, n_threads) {
  first <- which(copies == seq_along(copies))
  k <- min(k, length(first) - 1)
  bar <- progress_bar("Candidates for neighbours")
  on.exit(bar$done())
  near <- if (k > 0) {
    r_nearest_rows(points[, first, drop = FALSE], NULL, k, resolve_threads(n_threads), bar$update)
  } else {
    matrix(0L, 0, length(first))
  }
  others <- setdiff(seq_along(copies), first)
  without_landmarks(ordered_pairs(
    c(first[rep(seq_along(first), each = nrow(near))], others),
    c(first[as.vector(near)], copies[others])
  ), marks)
}

second_neighbours <- function(found, n, k, marks, n_threads) {
  bar <- progress_bar("Candidates for neighbours")
  on.exit(bar$done())
  without_landmarks(r_second_neighbours(
    n, found$first, found$second, found$delta, k, max(k, 10L), resolve_threads(n_threads),
    bar$update
  ), marks)
}

# Pairs with landmarks are compared already.
without_landmarks <- function(pairs, marks) {
  keep <- !(pairs$first %in% marks$item | pairs$second %in% marks$item)
  list(first = pairs$first[keep], second = pairs$second[keep])
}

# The pairs with their inner products. Pairs of curves near the same landmark are computed
# together, so that few curves are in a tile.
compare_pairs <- function(pairs, round, marks, norms, metric, compare, size = 8192) {
  cell <- max.col(-marks$delta, ties.method = "first")
  order <- order(cell[pairs$first], pairs$first, pairs$second)
  first <- pairs$first[order]
  second <- pairs$second[order]
  tiles <- lapply(cut_blocks(length(first), size), function(own) {
    list(first = first[own], second = second[own])
  })
  s <- as.double(unlist(compare(sprintf("round-%02d", round), tiles)))
  list(first = first, second = second, s = s,
       delta = metric_distances(s, norms[first] + norms[second], metric))
}

# Recall ---------------------------------------------------------------------------------

# Random curves of the trial, all pairs of which are compared.
trial_size <- function(n) min(n, max(60, ceiling(6 * sqrt(n))))

# A trial: `item` (t) and `products` (t x t), inner products.
compare_trial <- function(norms, compare) {
  n <- length(norms)
  item <- own_stream(0, sort(sample.int(n, trial_size(n))))
  tiles <- lapply(triangle_tiles(length(item), 64L), lapply, function(at) item[at])
  values <- compare("trial", tiles)
  S <- matrix(0, length(item), length(item))
  for (k in seq_along(tiles)) {
    S <- put_tile(S, lapply(tiles[[k]], match, table = item), values[[k]])
  }
  diag(S) <- norms[item]
  list(item = item, products = S)
}

# The share of the k nearest of a curve that its list holds. Another curve of the trial is one of
# them if it is nearer than the k-th of the list, or is that: the list has it or lacks it.
# `found` of `looked` such pairs were there; `error` is the standard error of the share.
estimate_recall <- function(pairs, n, k, trial, metric) {
  t <- length(trial$item)
  near <- r_nearest_pairs(n, pairs$first, pairs$second, pairs$delta, k)$value[k, trial$item]
  radius <- ifelse(is.na(near), Inf, near)
  within <- square_distances(trial$products, metric) <= radius & !diag(TRUE, t, t)
  at <- which(within, arr.ind = TRUE)
  a <- trial$item[at[, 1]]
  b <- trial$item[at[, 2]]
  known <- pair_keys(pmin(a, b), pmax(a, b), n) %in% pair_keys(pairs$first, pairs$second, n)
  looked <- length(known)
  # With one success and one failure more, a share of all is not certain.
  share <- (sum(known) + 1) / (looked + 2)
  list(share = if (looked > 0) mean(known) else NA_real_, found = sum(known), looked = looked,
       error = sqrt(share * (1 - share) / (looked + 2)), k = k)
}

pair_keys <- function(first, second, n) (first - 1) * n + second

is_enough <- function(recall, enough) !is.na(recall$share) && recall$share >= enough
