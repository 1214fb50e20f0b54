# The matrix that the model sees: kernel, centring, clipping. It is learnt once from a gram, kept
# with the fit, and applied to new items with what was learnt held fixed. A kernel is a file,
# R/kernel-*.R, and a line in kernels(). The file holds a list of
#   needs_distances: whether `delta` below is made for it;
#   learn(S, delta, neighbours, n_threads): a list with G (n x n), and what apply() needs of the
#     old items;
#   apply(learnt, new, n_threads): `cross` (n x m) and `self` (m) of new items;
#   words(neighbours): what is printed, or NULL;
# and, where it is so,
#   recall(learnt, delta, neighbours): as learn(), with what is O(n^3) of it taken from `learnt`
#     and checked, where it can be, in O(n^2);
#   counting(learnt, delta, n_threads): which links of new items (n x m) apply() looks at, given
#     their distances; larger distances elsewhere change nothing. Without it, at all;
#   neighbours: their number by default;
#   is_routed: TRUE where G is made of routes, for which near pairs are enough;
#   is_centred: TRUE where G is one of inner products only once it is centred;
#   is_identity: TRUE where G is S, in its unit, and not clipped unless asked for.

kernels <- function() {
  list(none = kernel_none, local = kernel_local, path = kernel_path)
}

# `items`: of model_items(); `delta`: distances of its items (n x n), for kernels that need
# them. A list with G (n x n), or the `factor` that stands for it (R/factor-class.R), and what new
# items need: `unit`, `norms` (diagonal before the
# kernel), `metric`, `kernel` (its name and what it learnt), `means` (where centred), and
# `negative` (eigenvectors) and `size` (where clipped); `values`, eigenvalues, and `clipped`, a
# note, only where clipped.
learn_model_matrix <- function(items, prior, delta, n_threads = NULL, call = caller_env()) {
  gram <- items$gram
  learnt <- list(unit = items$unit, norms = gram_diagonal(gram), metric = gram$metric)
  if (is_near(gram)) {
    return(learn_near(items, prior, n_threads, call))
  }
  if (is_points(gram)) {
    return(c(learn_points(gram, prior), learnt))
  }
  kernel <- kernels()[[prior$kernel]]$learn(gram_matrix(gram), delta, prior$neighbours, n_threads)
  G <- kernel$G
  learnt$kernel <- c(name = prior$kernel, kernel[names(kernel) != "G"])
  if (prior$center) {
    learnt$means <- rowMeans(G)
    G <- center_matrix(G)
  }
  if (prior$clip) {
    clipped <- clip_gram(G)
    G <- clipped$G
    learnt$negative <- clipped$negative
    learnt$size <- sizes_of_items(G)
    learnt$values <- clipped$values
    learnt$clipped <- clipped$note
  }
  c(list(G = G), learnt)
}

# The factor of points, whose matrix has no negative eigenvalue to be clipped; `mean` of their
# coordinates, where centred.
learn_points <- function(gram, prior) {
  X <- gram_coordinates(gram)
  learnt <- list(
    factor = new_factor(if (prior$center) center_points(X) else X),
    kernel = list(name = prior$kernel)
  )
  if (prior$center) learnt$mean <- colMeans(X)
  if (prior$clip) learnt$clipped <- "nothing to clip"
  learnt
}

# New items by their inner products with the model's items, `cross` (n x m), and with
# themselves, `self` (m), as the model's matrix has them; `copy_of`: the item that each is a
# copy of, else 0.
apply_model_matrix <- function(matrix, cross, self, n_threads = NULL) {
  new <- list(cross = matrix$unit * unname(cross), self = matrix$unit * self)
  copy_of <- copied_items(matrix$norms, new$cross, new$self)
  kernel <- kernels()[[matrix$kernel$name]]
  if (kernel$needs_distances) {
    new$delta <- cross_distances(matrix$norms, new$cross, new$self, matrix$metric)
  }
  rows <- kernel$apply(matrix$kernel, new, n_threads)
  if (!is.null(matrix$means)) rows <- apply_centring(matrix$means, rows)
  if (!is.null(matrix$negative)) rows <- apply_clipping(matrix, rows)
  c(rows, list(copy_of = copy_of))
}

# Inner products about the mean of the model's items.
apply_centring <- function(means, rows) {
  new_means <- colMeans(rows$cross)
  list(
    cross = rows$cross - outer(means, new_means, "+") + mean(means),
    self = rows$self - 2 * new_means + mean(means)
  )
}

# New rows projected on the eigenvectors without a negative eigenvalue. A new item's own
# entry stays, at least as large as |S_ij| <= sqrt(S_ii S_jj) asks.
apply_clipping <- function(matrix, rows) {
  negative <- matrix$negative
  cross <- rows$cross - negative %*% crossprod(negative, rows$cross)
  list(cross = cross, self = pmax(rows$self, apply(cross^2 / matrix$size, 2, max)))
}

# Squared norms of items as a divisor, none of them 0.
sizes_of_items <- function(G) pmax(diag(G), 1e-8 * max(diag(G)), .Machine$double.xmin)

# The model's matrix of a fit, which keeps it.
matrix_of_model <- function(fit, call = caller_env()) {
  n <- max(fit$item)
  if (is_factored(fit$matrix)) {
    check_factor(fit$matrix$factor, n, "object", call)
  } else if (!is.double(fit$matrix$G) || !identical(dim(fit$matrix$G), c(n, n))) {
    abort_input("object", "hold the matrix of its model", "it does not", call = call)
  }
  fit$matrix
}

# Scales of items ------------------------------------------------------------------------

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

# delta^2 / (sigma_i sigma_new), n x m. A new item is judged by the scale of those around
# it: sigma_new is the median sigma of its nearest items, as many as scales are made of. Its
# own distance to them would hide that it is far from all.
new_squares <- function(delta, sigma, neighbours = NULL) {
  sigma_new <- apply(delta, 2, function(x) stats::median(sigma[nearest_items(x, neighbours)]))
  delta^2 / outer(sigma, sigma_new)
}

# The items nearest to a new one, at distances x (n), as many as scales are made of.
nearest_items <- function(x, neighbours = NULL) {
  order(x)[seq_len(max(1, count_neighbours(length(x), neighbours)))]
}

# Eigenvalues ----------------------------------------------------------------------------

gram_spectrum <- function(S) eigen(S, symmetric = TRUE, only.values = TRUE)$values

# Negative eigenvalues set to zero; `negative` holds their vectors.
clip_gram <- function(G) {
  spectrum <- eigen(G, symmetric = TRUE)
  values <- spectrum$values
  negative <- values < 0
  vectors <- spectrum$vectors[, negative, drop = FALSE]
  if (!any(values < -1e-12 * max(abs(values)))) {
    return(list(G = G, values = pmax(values, 0), negative = vectors,
                note = "nothing to clip"))
  }
  G <- G + tcrossprod(vectors * rep(sqrt(-values[negative]), each = nrow(G)))
  list(
    G = (G + t(G)) / 2,
    values = pmax(values, 0),
    negative = vectors,
    note = sprintf("%.1f %% of the trace clipped",
                   100 * sum(-values[negative]) / sum(values))
  )
}

# Without clipping, the likelihood is finite if |S_ij| <= sqrt(S_ii S_jj), or if
# there is no negative eigenvalue.
check_inner_products <- function(S, values, call = caller_env()) {
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
      "be TRUE when some |S_ij| exceeds sqrt(S_ii S_jj)",
      sprintf("it is FALSE and that of curves %d and %d does", pair[1], pair[2]),
      call = call
    )
  }
  invisible(S)
}
