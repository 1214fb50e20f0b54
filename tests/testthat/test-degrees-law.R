# log P(S | partition, theta, d) in the user's unit.
log_likelihood_of <- function(prepared, labels, theta, d) {
  model <- prepared$model
  dense_log_likelihood(prepared$matrix$G / model$unit, labels, theta, d, model$r, model$s)
}

# log of prior times likelihood, theta averaged over its grid: one row for each partition of the
# items, one column for each d.
enumerate_degrees <- function(prepared, grid = prepared$model$d_grid, partition = crp(1)) {
  model <- prepared$model
  partitions <- all_partitions(nrow(prepared$matrix$G))
  log_prior <- apply(partitions, 1, function(x) log_partition_prior(tabulate(x), partition))
  log_p <- vapply(grid, function(d) {
    log_prior + apply(partitions, 1, function(labels) {
      log_mean_exp(vapply(model$theta, function(theta) {
        log_likelihood_of(prepared, labels, theta, d)
      }, 0))
    })
  }, log_prior)
  list(partitions = partitions, log_p = log_p, log_z = apply(log_p, 2, log_sum))
}

# Partition and d of each draw against the joint law with these weights, as one vector of labels.
compare_joint <- function(labels, place, enumerated, weight) {
  joint <- sweep(enumerated$log_p, 2, weight, "+")
  at <- expand.grid(row = seq_len(nrow(joint)), place = seq_len(ncol(joint)))
  compare_with_exact(
    cbind(labels, place),
    list(key = partition_key(cbind(enumerated$partitions[at$row, ], at$place)),
         p = exp(c(joint) - log_sum(c(joint))))
  )
}

prepare_small <- function(n, octaves, law, d = 3, ...) {
  prior <- wishart_crp_prior("paper", partition = crp(1), theta = c(0.5, 2), d = d, center = TRUE,
                             ...)
  prepared <- prepare_gram(as_gram(small_gram(n)), prior)
  prepared$model[c("d_octaves", "d_law")] <- list(octaves, law)
  prepared
}

test_that("a chain draws partition and d from their joint law, by enumeration", {
  for (n in 5:7) {
    prepared <- prepare_small(n, (-4:4) / 8, rep(1 / 9, 9))
    model <- prepared$model
    model$d_grid <- c(1.5, 3, 6)
    enumerated <- enumerate_degrees(prepared, model$d_grid)
    model$d_weight <- log(c(0.2, 0.5, 0.3)) - enumerated$log_z
    start <- new_chain_state(rep(0L, n), model, r_rng_state(1, n))
    expect_identical(start$degrees, 1)
    chains <- new_chains(prepared$matrix$G, model, mcmc_control(90100, 100, thin = 3), list(start))
    r_sampler_run(chains, 90100, 1L)
    run <- r_sampler_collect(chains)
    d <- run$trace[100 + 3 * seq_len(30000), 1, "d"]
    place <- match(d, model$d_grid)
    result <- compare_joint(run$labels[, 1, ], place, enumerated, model$d_weight)
    expect_lt(result$tv, 1.3 * result$tv_independent)
    expect_gt(result$p_value, 1e-4)
    expect_equal(tabulate(place) / 30000, c(0.2, 0.5, 0.3), tolerance = 0.03)
    # Other weights are another law.
    tilted <- model$d_weight + c(0.4, 0, 0)
    expect_lt(compare_joint(run$labels[, 1, ], place, enumerated, tilted)$p_value, 1e-6)
  }
})

test_that("the log posterior told is that of partition, theta and d", {
  prepared <- prepare_small(6, 0, 1)
  model <- prepared$model
  model$d_grid <- c(2, 3)
  model$d_weight <- rev(enumerate_degrees(prepared, c(2, 3))$log_z)
  start <- new_chain_state(rep(0L, 6), model, r_rng_state(1, 1))
  chains <- new_chains(prepared$matrix$G, model, mcmc_control(40, 0), list(start))
  r_sampler_run(chains, 40, 1L)
  run <- r_sampler_collect(chains)
  expect_setequal(run$trace[, 1, "d"], model$d_grid)
  for (t in c(1, 17, 40)) {
    at <- run$trace[t, 1, ]
    by_hand <- log_likelihood_of(prepared, run$labels[t, 1, ], at[["theta"]], at[["d"]])
    expect_equal(at[["deviance"]], -2 * by_hand)
    expect_equal(at[["log_posterior"]],
                 by_hand + log_crp(tabulate(run$labels[t, 1, ]), 1) - log(2) +
                   model$d_weight[model$d_grid == at[["d"]]])
  }
})

test_that("weights found by short chains give d its law, by enumeration", {
  for (n in 5:7) {
    law <- c(1, 3, 5, 8, 5, 2, 1) / 25
    prepared <- weigh_degrees(prepare_small(n, (-3:3) / 8, law))
    model <- prepared$model
    expect_equal(model$d_grid, 3 * 2^((-3:3) / 8))
    expect_identical(model$d_weight[4], 0)
    exact <- log(law) - enumerate_degrees(prepared)$log_z
    expect_lt(max(abs(model$d_weight - (exact - exact[4]))), 0.1)
    given <- exp(model$d_weight - exact)
    expect_lt(sum(abs(law * given / sum(law * given) - law)) / 2, 0.02)
  }
})

test_that("the default's draws of partition and d have the joint law that its weights say", {
  prior <- wishart_crp_prior(kernel = "none", theta = c(0.5, 2))
  control <- mcmc_control(60100, 100, thin = 3, chains = 1, seed = 1)
  fit <- wishart_crp(small_gram(6), prior, control)
  prepared <- prepared_of(fit)
  place <- match(fit_trace(fit)[, , "d"], fit$model$d_grid)
  expect_gt(length(fit$model$d_grid), 3)
  result <- compare_joint(fit_labels(fit), place, enumerate_degrees(prepared), fit$model$d_weight)
  expect_lt(result$tv, 1.3 * result$tv_independent)
  expect_gt(result$p_value, 1e-4)
  kept <- match(fit$model$d_grid, fit$model$d * 2^fit$model$d_octaves)
  law <- fit$model$d_law[kept] / sum(fit$model$d_law[kept])
  expect_lt(sum(abs(tabulate(place, length(law)) / length(place) - law)) / 2, 0.05)
})

test_that("the law of d is the density of dimensions of draws at d, by enumeration", {
  prepared <- prepare_gram(as_gram(small_gram(7)), wishart_crp_prior(kernel = "none", theta = 2))
  model <- prepared$model
  residuals <- residuals_of(gram_distances(prepared$gram))
  grid <- model$d * 2^model$d_octaves
  enumerated <- enumerate_degrees(prepared, grid)
  found <- apply(enumerated$partitions, 1, function(x) log_dimension(residuals(x), x))
  exact <- vapply(seq_along(grid), function(g) {
    p <- exp(enumerated$log_p[, g] - enumerated$log_z[g])
    sum(p * stats::dnorm(log(grid[g]), found[1, ], sqrt(found[2, ] + log(2)^2 / 768)))
  }, 0)
  expect_lt(sum(abs(model$d_law - exact / sum(exact))) / 2, 0.1)
})

test_that("the dimension's variance is what weighing curves a little differently changes", {
  x <- withr::with_seed(3, matrix(stats::rnorm(60), 20) %*% diag(c(3, 1, 0.5)))
  x <- x - rep(colMeans(x), each = 20)
  labels <- rep(1:4, each = 5)
  W <- residual_products(tcrossprod(x), labels)
  log_dimension_of <- function(weight) {
    log(sum(weight * diag(W))^2 / sum(outer(weight, weight) * W^2))
  }
  pulls <- vapply(1:20, function(i) {
    step <- 1e-6 * (seq_len(20) == i)
    (log_dimension_of(1 + step) - log_dimension_of(1 - step)) / 2e-6
  }, 0)
  by_hand <- c(log(residual_dimension(tcrossprod(x), labels)), sum(pulls^2) * 20 / 16)
  residuals <- residuals_of(as.matrix(stats::dist(x)))
  expect_equal(log_dimension(residuals(labels), labels), by_hand, tolerance = 1e-6)
  expect_identical(log_dimension(residuals(1:20), 1:20), c(0, 0))
  # Over samples of curves in unequal directions the standard deviation is as said.
  spread <- withr::with_seed(4, replicate(300, {
    x <- matrix(stats::rnorm(400), 100) %*% diag(c(3, 2, 1, 1))
    log_dimension(residuals_of(as.matrix(stats::dist(x)))(rep(1, 100)), rep(1, 100))
  }))
  expect_equal(mean(sqrt(spread[2, ])), stats::sd(spread[1, ]), tolerance = 0.15)
})

test_that("draws at one d know the likelihood at any other", {
  prepared <- prepare_small(6, 0, 1)
  model <- prepared$model
  run <- run_short_chain(prepared$matrix$G, model,
                         new_chain_state(rep(0L, 6), model, r_rng_state(1, 1)), draws = 5)
  at <- likelihood_sums(run, model$d, model)
  for (d in c(2, 3, 7)) {
    by_hand <- vapply(1:5, function(t) {
      log_likelihood_of(prepared, run$labels[t, ], run$theta[t], d)
    }, 0)
    expect_equal(log_likelihood_at(at, d, model), by_hand, tolerance = 1e-6)
  }
})

test_that("a bridge finds the ratio of two constants", {
  # exp(-x^2 / 2) and exp(-x^2 / 8 + 1): constants in the ratio 2 e.
  gain <- function(x) 3 / 8 * x^2 + 1
  x <- stats::qnorm(stats::ppoints(2000))
  expect_equal(bridge(gain(x), gain(2 * x)), log(2) + 1, tolerance = 0.01)
  expect_equal(bridge(rep(0.3, 5), rep(0.3, 5)), 0.3, tolerance = 1e-6)
})

test_that("the grid ends where draws at neighbours have nothing in common", {
  prepared <- prepare_small(7, c(-1, 0, 1) / 8, c(0.2, 0.6, 0.2))
  expect_length(weigh_degrees(prepared)$model$d_grid, 3)
  prepared$model$d_octaves <- c(-1 / 8, 0, 8)
  expect_equal(weigh_degrees(prepared)$model$d_grid, 3 * 2^c(-1 / 8, 0))
  prepared$model$d_octaves <- c(0, 8, 8.125)
  model <- weigh_degrees(prepared)$model
  expect_identical(model[c("d_grid", "d_weight")], list(d_grid = 3, d_weight = 0))
})
