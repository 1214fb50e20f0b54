# From a gram and a prior to the matrix and the numbers that the sampler takes.
# One road: kernel, centring, clipping, degrees of freedom, xi. `notes` says where
# each number came from.
prepare_gram <- function(gram, prior) {
  S <- unname(as.matrix(gram))
  notes <- character()
  xi <- resolve_xi(prior$partition, S)
  if (prior$kernel == "local") S <- local_kernel(S, prior$neighbours)
  if (prior$center) S <- center_matrix(S)
  values <- if (prior$clip || prior$d == "eb" || prior$d < 1) {
    eigen(S, symmetric = TRUE, only.values = TRUE)$values
  }
  if (prior$clip) {
    clipped <- clip_gram(S, values)
    S <- clipped$S
    values <- clipped$values
    notes["clip"] <- clipped$note
  } else {
    check_inner_products(S, values)
  }
  d <- resolve_degrees(prior$d, values)
  notes["d"] <- d$note
  notes["xi"] <- xi$note
  list(
    S = S,
    model = c(
      list(d = d$value, r = prior$r, s = prior$s, theta = prior$theta,
           family = prior$partition$family),
      xi[setdiff(names(xi), "note")]
    ),
    notes = notes
  )
}

# exp(-delta_ij^2 / (sigma_i sigma_j)), sigma_i the distance to the neighbour of
# number `neighbours`, not less than the smallest positive one.
local_kernel <- function(S, neighbours) {
  n <- nrow(S)
  delta <- if (all(abs(diag(S) - 1) < 1e-8)) {
    acos(pmin(pmax(S, -1), 1))
  } else {
    gram_distance(S)
  }
  dim(delta) <- dim(S)
  diag(delta) <- 0
  if (n == 1) {
    return(matrix(1, 1, 1))
  }
  k <- min(neighbours, n - 1)
  sigma <- apply(delta, 1, function(x) sort(x, partial = k + 1)[k + 1])
  sigma <- pmax(sigma, if (any(sigma > 0)) min(sigma[sigma > 0]) else 1)
  exp(-delta^2 / tcrossprod(sigma))
}

# L2 distances: delta_ij^2 = S_ii + S_jj - 2 S_ij.
gram_distance <- function(S) {
  sqrt(pmax(outer(diag(S), diag(S), "+") - 2 * S, 0))
}

# Negative eigenvalues set to zero.
clip_gram <- function(S, values) {
  negative <- values < 0
  if (!any(values < -1e-12 * max(abs(values)))) {
    return(list(S = S, values = pmax(values, 0), note = "nothing to clip"))
  }
  vectors <- eigen(S, symmetric = TRUE)$vectors[, negative, drop = FALSE]
  S <- S + tcrossprod(vectors * rep(sqrt(-values[negative]), each = nrow(S)))
  list(
    S = (S + t(S)) / 2,
    values = pmax(values, 0),
    note = sprintf("%.1f %% of the trace clipped",
                   100 * sum(-values[negative]) / sum(values))
  )
}

# Without clipping, the likelihood is finite if |S_ij| <= sqrt(S_ii S_jj), or if
# there is no negative eigenvalue.
check_inner_products <- function(S, values, call = caller_env(2)) {
  norm <- sqrt(pmax(diag(S), 0))
  scale <- outer(norm, norm)
  worst <- which.max(abs(S) - scale * (1 + 1e-8))
  if (abs(S[worst]) <= scale[worst] * (1 + 1e-8)) {
    return(invisible(S))
  }
  values <- values %||% eigen(S, symmetric = TRUE, only.values = TRUE)$values
  if (min(values) < -1e-8 * max(abs(values))) {
    pair <- arrayInd(worst, dim(S))
    abort_input(
      "clip",
      "be TRUE where |S_ij| exceeds sqrt(S_ii S_jj)",
      sprintf("it is FALSE and curves %d and %d do", pair[1], pair[2]),
      call = call
    )
  }
  invisible(S)
}

# Degrees of freedom as given, or the number of eigenvalues that reach a share.
resolve_degrees <- function(d, values) {
  if (is.numeric(d) && d >= 1) {
    return(list(value = d, note = "given"))
  }
  share <- if (identical(d, "eb")) 0.95 else d
  list(
    value = leading_eigenvalues(values, share),
    note = sprintf("eigenvalues that reach %s %% of their sum", format(100 * share))
  )
}

# What the core takes for its partition prior: xi is where chains start, its
# shape is 0 where it stays there.
resolve_xi <- function(partition, S) {
  if (partition$family == "mfm") {
    return(list(xi = NA_real_, gamma = partition$gamma, lambda = partition$lambda,
                note = "no part in this prior"))
  }
  fixed <- list(xi_shape = 0, xi_rate = 0)
  xi <- partition$xi
  if (length(xi) == 2) {
    list(xi = xi[1] / xi[2], xi_shape = xi[1], xi_rate = xi[2], note = "resampled")
  } else if (length(xi) == 1) {
    c(list(xi = xi, note = "given"), fixed)
  } else {
    K <- max(guess_partition(S))
    xi <- if (nrow(S) > 1) K / log(nrow(S)) else 1
    c(list(xi = xi, note = sprintf("from a guess of %d cluster%s, K/log n", K,
                                   if (K == 1) "" else "s")), fixed)
  }
}

# A first guess of the clusters: Ward's tree on the distances, cut where the mean
# silhouette is largest, then K-medoids from there. Labels 1 .. K.
guess_partition <- function(S) {
  n <- nrow(S)
  distance <- gram_distance(S)
  if (n < 3 || all(distance < 1e-8 * sqrt(max(diag(S), 0)))) {
    return(rep(1L, n))
  }
  tree <- stats::hclust(stats::as.dist(distance), method = "ward.D2")
  counts <- 2:min(n - 1, max(10, ceiling(2 * sqrt(n))))
  cuts <- stats::cutree(tree, k = counts)
  scores <- apply(cuts, 2, mean_silhouette, distance = distance)
  kmedoids(distance, cuts[, which.max(scores)])
}

# Mean over items of (b - a) / max(a, b): a the mean distance to the item's own
# cluster, b to the nearest other one.
mean_silhouette <- function(labels, distance) {
  sizes <- tabulate(labels)
  sums <- rowsum(distance, labels, reorder = TRUE)
  own <- cbind(labels, seq_along(labels))
  within <- sums[own] / pmax(sizes[labels] - 1, 1)
  means <- sums / sizes
  means[own] <- Inf
  between <- do.call(pmin, asplit(means, 1))
  width <- (between - within) / pmax(between, within, .Machine$double.xmin)
  mean(ifelse(sizes[labels] == 1, 0, width))
}

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
