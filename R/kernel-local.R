# exp(-delta_ij^2 / (sigma_i sigma_j)), sigma_i the distance of item i to its neighbour number
# `neighbours`, or to the last.
kernel_local <- list(
  needs_distances = TRUE,
  neighbours = 7,
  words = function(neighbours) sprintf("kernel with local scaling (neighbour %d)", neighbours),
  learn = function(S, delta, neighbours, n_threads) {
    sigma <- neighbour_scales(delta, neighbours)
    list(G = exp(-delta^2 / tcrossprod(sigma)), sigma = sigma, neighbours = neighbours)
  },
  apply = function(learnt, new, n_threads) {
    list(
      cross = exp(-new_squares(new$delta, learnt$sigma, learnt$neighbours)),
      self = rep(1, length(new$self))
    )
  }
)

neighbour_scales <- function(delta, neighbours) {
  floor_scales(apply(delta, 1, nearest_value, k = neighbours))
}
