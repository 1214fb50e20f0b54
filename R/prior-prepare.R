# n x n matrices that a fit takes at its peak, S and what waits for the garbage collector among
# them.
model_matrices <- 22

# From a gram and a prior to the matrix and the numbers that the sampler takes. `notes` says
# where each number came from; `gram` and `item` are those of model_items(). The matrix and
# the sampler's s are `model$unit` times what the user knows, `model$s` is not.
prepare_gram <- function(gram, prior, n_threads = NULL, call = caller_env()) {
  items <- model_items(gram, prior)
  unit <- model_unit(prior, items)
  delta <- distances_for(prior, items)
  matrix <- learn_model_matrix(items, prior, delta, n_threads, call)
  partition <- partition_numbers(
    prior$partition, length(items$gram$id), max(guess_start(items$gram, matrix))
  )
  values <- matrix$values
  notes <- if (prior$clip) c(clip = matrix$clipped) else character()
  if (is.null(values) && needs_spectrum(prior)) {
    values <- if (is_factored(matrix)) factor_spectrum(matrix$factor) else gram_spectrum(matrix$G)
  }
  if (!prior$clip && !is_factored(matrix)) check_inner_products(matrix$G, values, call)
  s <- resolve_scale(prior, entries_of(matrix), unit, call)
  model <- c(
    list(r = prior$r, s = s$value, theta = prior$theta, unit = unit,
         family = prior$partition$family),
    partition$numbers
  )
  d <- resolve_degrees(prior, model, entries_of(matrix), delta, values)
  notes[c("d", "s", "xi")] <- c(d$note, s$note, partition$note)
  weigh_degrees(list(
    matrix = matrix[!names(matrix) %in% c("values", "clipped")],
    gram = items$gram,
    item = items$item,
    model = c(list(d = d$value, d_octaves = d$octaves, d_law = d$law), model),
    notes = notes
  ))
}

# What the matrix is multiplied by.
model_unit <- function(prior, items) {
  if (isTRUE(kernels()[[prior$kernel]]$is_identity)) items$unit else 1
}

# Distances of the items (n x n), or NULL where nothing asks for them; of near pairs those of the
# trial, see trial_distances().
distances_for <- function(prior, items) {
  if (is_near(items$gram)) {
    return(trial_distances(items$gram))
  }
  if (is_points(items$gram)) {
    return(NULL)
  }
  needed <- identical(prior$d, "residual") || kernels()[[prior$kernel]]$needs_distances
  if (needed) gram_distances(items$gram)
}

# Whether d is a number of eigenvalues.
needs_spectrum <- function(prior) {
  !identical(prior$d, "residual") && !is_number_of_degrees(prior$d)
}

# s as given, or r times a guess of alpha: half the median squared distance of an item
# to its third neighbour, of a sample of items where S is a factor. S is `unit` times the matrix
# that s belongs to.
resolve_scale <- function(prior, S, unit = 1, call = caller_env()) {
  if (!is.null(prior$s)) {
    if (abs(log10(prior$s) + log10(unit)) > 280) {
      abort_input(
        "s", "be between 1e-280 and 1e280 times the largest inner product",
        sprintf("not %s times", format(prior$s * unit)), call = call
      )
    }
    return(list(value = prior$s, note = "given"))
  }
  third <- third_squares(S)
  alpha <- stats::median(third) / 2
  norms <- if (is.list(S)) factor_diagonal(S) else diag(S)
  if (alpha <= 0) alpha <- if (any(norms > 0)) mean(norms) else 1
  alpha <- alpha / unit
  list(
    value = prior$r * alpha,
    note = sprintf("r times %s, half the median squared distance to a third neighbour",
                   format(alpha, digits = 3))
  )
}

# Squared distances of items to their third neighbour.
third_squares <- function(S) {
  if (is.list(S)) {
    return(factor_third_squares(S))
  }
  apply(l2_distances(S)^2, 1, nearest_value, k = 3)
}

# Starts of chains, labels 1 .. K: a guess, and many small clusters. Where the model's matrix is a
# factor, both are found on a sample of its items.
guess_start <- function(gram, matrix) {
  if (is_factored(matrix)) {
    return(partition_by_sample(matrix$factor, guess_partition))
  }
  guess_partition(gram_matrix(gram))
}

fine_start <- function(gram, matrix) {
  find <- function(S) fine_partition(l2_distances(S))
  if (is_factored(matrix)) partition_by_sample(matrix$factor, find) else find(gram_matrix(gram))
}

# A first guess of the clusters: Ward's tree on the distances, cut where the mean
# silhouette is largest, then K-medoids from there. Labels 1 .. K.
guess_partition <- function(S) {
  n <- nrow(S)
  distance <- l2_distances(S)
  if (n < 3 || all(distance < 1e-8 * sqrt(max(diag(S), 0)))) {
    return(rep(1L, n))
  }
  tree <- stats::hclust(stats::as.dist(distance), method = "ward.D2")
  counts <- 2:min(n - 1, max(10, ceiling(2 * sqrt(n))))
  cuts <- matrix(stats::cutree(tree, k = counts), nrow = n)
  scores <- apply(cuts, 2, mean_silhouette, distance = distance)
  kmedoids(distance, cuts[, which.max(scores)])
}

# (b - a) / max(a, b) of each item: a its mean distance to the other members of its cluster, b
# the least mean distance to the members of another; 0 for an item alone. Labels 1 .. K, K > 1.
silhouettes <- function(distance, labels) {
  sizes <- tabulate(labels)
  sums <- rowsum(distance, labels, reorder = TRUE)
  own <- cbind(labels, seq_along(labels))
  within <- sums[own] / pmax(sizes[labels] - 1, 1)
  means <- sums / sizes
  means[own] <- Inf
  between <- do.call(pmin, asplit(means, 1))
  width <- (between - within) / pmax(between, within, .Machine$double.xmin)
  ifelse(sizes[labels] == 1, 0, unname(width))
}

mean_silhouette <- function(labels, distance) mean(silhouettes(distance, labels))

# Medoids and nearest medoids in turn, from given labels until nothing changes.
kmedoids <- function(distance, labels, rounds = 50) {
  for (round in seq_len(rounds)) {
    medoids <- vapply(split(seq_along(labels), labels), function(members) {
      members[which.min(rowSums(distance[members, members, drop = FALSE]))]
    }, integer(1))
    nearest <- max.col(-distance[, medoids, drop = FALSE], ties.method = "first")
    nearest[medoids] <- seq_along(medoids)
    if (all(nearest == labels)) break
    labels <- nearest
  }
  match(labels, unique(labels))
}
