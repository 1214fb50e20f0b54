# -D/2, inner products once it is centred, with D_ij the square of the shortest route from item i
# to item j: (sum of v^5 over its steps)^(1/5), v = delta / sqrt(sigma sigma), sigma_i the mean
# distance of item i to its nearest neighbours. The route of a new item starts at its links to the
# others.
kernel_path <- list(
  needs_distances = TRUE,
  is_centred = TRUE,
  is_routed = TRUE,
  words = function(neighbours) {
    sprintf("distances along shortest routes, scaled locally (%s neighbours)",
            neighbours %||% "2.5 log n")
  },
  learn = function(S, delta, neighbours, n_threads) {
    sigma <- mean_scales(delta, neighbours)
    squares <- route_squares(least_routes(route_steps(delta^2 / tcrossprod(sigma)), n_threads))
    list(G = -squares / 2, sigma = sigma, neighbours = neighbours, sums = route_steps(squares))
  },
  recall = function(learnt, delta, neighbours) {
    sigma <- mean_scales(delta, neighbours)
    sums <- check_routes(learnt$sums, route_steps(delta^2 / tcrossprod(sigma)))
    list(G = -route_squares(sums) / 2, sigma = sigma, neighbours = neighbours, sums = sums)
  },
  apply = function(learnt, new, n_threads) {
    links <- new_squares(new$delta, learnt$sigma, learnt$neighbours)
    sums <- r_extend_routes(learnt$sums, route_steps(links), resolve_threads(n_threads))
    list(cross = -route_squares(sums) / 2, self = rep(0, length(new$self)))
  },
  counting = function(learnt, delta, n_threads) {
    steps <- route_steps(new_squares(delta, learnt$sigma, learnt$neighbours))
    routes <- r_extend_routes(learnt$sums, steps, resolve_threads(n_threads))
    counts <- steps <= routes
    for (j in seq_len(ncol(delta))) counts[nearest_items(delta[, j], learnt$neighbours), j] <- TRUE
    counts
  }
)

mean_scales <- function(delta, neighbours = NULL) {
  k <- seq_len(count_neighbours(nrow(delta), neighbours)) + 1
  floor_scales(if (nrow(delta) > 1) apply(delta, 1, function(x) mean(sort(x)[k])) else 0)
}

# What routes add up: v^5 of a step whose square is w; and the square of a route of that sum.
route_steps <- function(w) w^2.5
route_squares <- function(sums) sums^(2 / 5)

least_routes <- function(w, n_threads = NULL) {
  bar <- progress_bar("Routes between curves")
  on.exit(bar$done())
  r_least_routes(w, resolve_threads(n_threads), bar$update)
}
