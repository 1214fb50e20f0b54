# The dimension of residuals (R/degrees.R) where there are near pairs only. With A = -H delta^2 H / 2
# and P the projection on the means of clusters, W = (I - P) A (I - P) and the dimension is
# (tr W)^2 / tr W^2. The means of A over clusters come from a factor of A by landmarks, its
# diagonal too; tr W^2 = sum_i W_ii^2 + n (n - 1) times the mean of W_ij^2 over random pairs, whose
# A_ij are known. A factor alone would lack the dimensions that landmarks do not span.

# What near_dimension() needs of a gram: `X` (n x r), `own` (n), and of random pairs `first`,
# `second` and `A`.
near_residuals <- function(gram) {
  distances <- near_distances(gram)
  factor <- learn_factor(distances$to_landmarks^2, distances$landmarks)
  near <- near_pairs(gram)
  first <- near$trial$curve
  second <- near$trial$target
  delta <- metric_distances(near$trial$s, near$diagonal[first] + near$diagonal[second], gram$metric)
  u <- rowSums(factor$X^2) + factor$own
  list(X = factor$X, own = factor$own, first = first, second = second,
       A = (u[first] + u[second] - delta^2) / 2)
}

near_dimension <- function(residuals, labels) {
  labels <- match(labels, unique(labels))
  size <- tabulate(labels)
  X <- residuals$X
  own <- residuals$own
  means <- rowsum(X, labels, reorder = TRUE) / size
  # own_i / n_k of an item in cluster k, and their sum over the cluster, again over n_k.
  share <- own / size[labels]
  shares <- (rowsum(share, labels, reorder = TRUE) / size)[, 1]
  left <- X - means[labels, , drop = FALSE]
  diagonal <- rowSums(left^2) + own - 2 * share + shares[labels]
  i <- residuals$first
  j <- residuals$second
  by_factor <- rowSums(X[i, , drop = FALSE] * X[j, , drop = FALSE])
  together <- labels[i] == labels[j]
  W <- residuals$A - by_factor + rowSums(left[i, , drop = FALSE] * left[j, , drop = FALSE]) +
    together * (shares[labels[i]] - share[i] - share[j])
  n <- nrow(X)
  squares <- sum(diagonal^2) + n * (n - 1) * (if (length(W) > 0) mean(W^2) else 0)
  total <- sum(diagonal)
  if (total > 0) max(1, total^2 / squares) else 1
}
