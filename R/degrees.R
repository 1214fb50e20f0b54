# Degrees of freedom d: as given, by eigenvalues, or by the dimension that clusters leave.

is_number_of_degrees <- function(d) is.numeric(d) && d >= 1

# d times the resolution, the octaves and the law of its grid (R/degrees-law.R), and a note that
# says where d came from. `model`: all other numbers; `values`: eigenvalues of G, where they are
# needed; `delta`: distances of the items.
resolve_degrees <- function(prior, model, G, delta, values) {
  d <- prior$d
  found <- if (is_number_of_degrees(d)) {
    list(value = d, octaves = 0, law = 1, note = "given")
  } else if (identical(d, "residual")) {
    residual_degrees(delta, G, model)
  } else {
    share <- if (identical(d, "eb")) 0.95 else d
    list(
      value = leading_eigenvalues(values, share), octaves = 0, law = 1,
      note = sprintf("the number of eigenvalues that make up %s %% of the sum", format(100 * share))
    )
  }
  found$value <- found$value * prior$resolution
  found
}

# The d that is the effective dimension of the residuals of its own partitions: with P the
# projection on the means of clusters, that of (I - P) A (I - P), A = -H delta^2 H / 2, in the
# mean over draws at d. A short chain and its dimension in turn, from a fine partition on. The
# chain has a random stream of its own, so d is a function of the data alone.
residual_degrees <- function(delta, G, model, rounds = 30) {
  dimension <- log_dimension_of(delta, G)
  slots <- fine_start_of(delta, G) - 1L
  state <- new_chain_state(slots, model, r_rng_state(0, 0))
  bar <- progress_bar("Dimension of residuals")
  on.exit(bar$done())
  dimension_at <- function(d, round, state) {
    run <- run_short_chain(G, at_degrees(model, d), state)
    if (!is.null(bar$update)) bar$update(round, rounds)
    found <- apply(run$labels, 1, dimension)
    list(value = mean(exp(found[1, ])), error = sqrt(mean(found[2, ])), state = run$state)
  }
  found <- settle_degrees(exp(dimension(slots)[1]), dimension_at, rounds, state)
  # Of many items d is known well: a factor has one.
  law <- if (is.matrix(delta)) {
    degrees_law(dimension, G, model, found$value, found$state)
  } else {
    list(octaves = 0, law = 1)
  }
  list(
    value = found$value, octaves = law$octaves, law = law$law,
    note = sprintf("the effective dimension of residuals%s",
                   if (found$settled) "" else ", not converged")
  )
}

# From d to the dimension at d, and on from there, until the two are the same to within the
# standard error of a log dimension. To go on beyond that is to drift: where the dimension follows
# d closely, noise alone can carry it off to another fixed point.
# `dimension_at(d, round, state)`: the dimension, the error of its log, and the `state` to go on
# from.
settle_degrees <- function(d, dimension_at, rounds, state = NULL, tolerance = 0.005) {
  path <- d
  for (round in seq_len(rounds)) {
    found <- dimension_at(d, round, state)
    state <- found$state
    step <- abs(log(found$value / d))
    d <- found$value
    path <- c(path, d)
    if (step < max(tolerance, found$error)) {
      return(list(value = d, settled = TRUE, state = state))
    }
  }
  # It wavers: the mean of its second half.
  list(value = exp(mean(log(utils::tail(path, rounds %/% 2)))), settled = FALSE, state = state)
}

# A function of labels: the log of the dimension of their residuals and its variance, by
# distances, by those of a trial (see trial_distances()) or, where there are none, by a factor.
log_dimension_of <- function(delta, G) {
  if (is.list(delta)) {
    return(trial_log_dimension_of(delta))
  }
  residuals <- if (is.matrix(delta)) residuals_of(delta) else factor_residuals(G$X)
  function(labels) log_dimension(residuals(labels), labels)
}

fine_start_of <- function(delta, G) {
  if (!is.matrix(delta)) fine_start(NULL, list(factor = G)) else fine_partition(delta)
}

# Small clusters, about five items each: Ward's tree, cut.
fine_partition <- function(delta) {
  n <- nrow(delta)
  if (n < 3) {
    return(rep(1L, n))
  }
  stats::cutree(stats::hclust(stats::as.dist(delta), "ward.D2"), k = max(2, n %/% 5))
}

# Some draws of a chain, spaced evenly over its second half, with their theta and deviance, and
# the state it ends in.
run_short_chain <- function(G, model, state, sweeps = 100, draws = 5) {
  control <- mcmc_control(sweeps, sweeps %/% 2, thin = sweeps %/% 2 %/% draws)
  state[c("sweeps", "degrees")] <- 0
  chains <- new_chains(G, model, control, list(state))
  r_sampler_run(chains, sweeps, 1L)
  run <- r_sampler_collect(chains)
  kept <- control$burn_in + control$thin * seq_len(dim(run$labels)[1])
  list(labels = matrix(run$labels, nrow = dim(run$labels)[1]), theta = run$trace[kept, 1, "theta"],
       deviance = run$trace[kept, 1, "deviance"], state = run$states[[1]])
}

# (I - P) A (I - P): what is left of A where each item is taken about the mean of its cluster.
residual_products <- function(A, labels) {
  labels <- match(labels, unique(labels))
  size <- tabulate(labels)
  rows <- A - (rowsum(A, labels, reorder = TRUE) / size)[labels, , drop = FALSE]
  columns <- rowsum(t(rows), labels, reorder = TRUE) / size
  unname(rows - t(columns[labels, , drop = FALSE]))
}
