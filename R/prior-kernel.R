# Stages between distances of items, delta (n x n), and the matrix of the model.

# sigma_i of the local kernel: the distance of item i to its neighbour number `neighbours`,
# or to the last.
neighbour_scales <- function(delta, neighbours) {
  floor_scales(apply(delta, 1, nearest_value, k = neighbours))
}

# sigma_i of distances along chains: the mean distance of item i to so many neighbours.
mean_scales <- function(delta, neighbours = NULL) {
  k <- seq_len(count_neighbours(nrow(delta), neighbours)) + 1
  floor_scales(if (nrow(delta) > 1) apply(delta, 1, function(x) mean(sort(x)[k])) else 0)
}

# As many of n items as are asked for, or 2.5 log(n), or all the others.
count_neighbours <- function(n, neighbours = NULL) {
  min(neighbours %||% max(1, round(2.5 * log(n))), n - 1)
}

# Not less than the smallest positive one.
floor_scales <- function(sigma) {
  pmax(sigma, if (any(sigma > 0)) min(sigma[sigma > 0]) else 1)
}

# The value number k + 1 in size (an item is nearest to itself), or the largest.
nearest_value <- function(x, k) {
  k <- min(k + 1, length(x))
  sort(x, partial = k)[k]
}

# exp(-delta_ij^2 / (sigma_i sigma_j)).
local_kernel <- function(delta, neighbours) {
  exp(-delta^2 / tcrossprod(neighbour_scales(delta, neighbours)))
}

# -D/2, inner products once it is centred, with D_ij the square of the least chain from item
# i to item j: (sum of v^3 over its steps)^(1/3), v = delta / sqrt(sigma sigma).
path_kernel <- function(delta, neighbours = NULL, n_threads = NULL) {
  w <- delta^2 / tcrossprod(mean_scales(delta, neighbours))
  -chain_squares(least_chains(chain_steps(w), n_threads)) / 2
}

# What chains add up: v^3 of a step whose square is w; and the square of a chain of that sum.
chain_steps <- function(w) w^1.5
chain_squares <- function(sums) sums^(2 / 3)

least_chains <- function(w, n_threads = NULL) r_least_routes(w, resolve_threads(n_threads))

gram_spectrum <- function(S) eigen(S, symmetric = TRUE, only.values = TRUE)$values

# Negative eigenvalues set to zero; `negative` holds their vectors.
clip_gram <- function(S) {
  spectrum <- eigen(S, symmetric = TRUE)
  values <- spectrum$values
  negative <- values < 0
  vectors <- spectrum$vectors[, negative, drop = FALSE]
  if (!any(values < -1e-12 * max(abs(values)))) {
    return(list(S = S, values = pmax(values, 0), negative = vectors,
                note = "nothing to clip"))
  }
  S <- S + tcrossprod(vectors * rep(sqrt(-values[negative]), each = nrow(S)))
  list(
    S = (S + t(S)) / 2,
    values = pmax(values, 0),
    negative = vectors,
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
  values <- values %||% gram_spectrum(S)
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
