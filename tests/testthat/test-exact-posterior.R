# The sampler against the enumeration of all partitions of 5 to 8 items.

few <- c("gibbs", "theta")
blocks <- c("split_merge", "theta")
both <- c("gibbs", "split_merge", "theta")

raw <- function(...) {
  wishart_crp_prior("paper", d = 3, theta = c(0.5, 2), ...)
}

expect_exact <- function(S, prior, draws, thin, ..., bound = NULL) {
  exact <- exact_posterior(S, prior)
  result <- compare_with_exact(draw_partitions(S, prior, draws, thin, ...), exact)
  # Independent draws stay below 1.3 of their mean distance; thinned ones as well.
  expect_lt(result$tv, bound %||% (1.3 * result$tv_independent))
  expect_gt(result$p_value, 1e-4)
}

test_that("five items, each move alone and all together", {
  S <- small_gram(5)
  for (moves in list(few, blocks, both)) {
    expect_exact(S, raw(partition = crp(1)), 30000, 6, moves = moves, bound = 0.02)
    expect_exact(S, raw(partition = mfm()), 30000, 6, moves = moves, bound = 0.02)
  }
})

test_that("six items, both priors, centred, kernel, xi resampled", {
  S <- small_gram(6)
  priors <- list(
    raw(partition = crp(1)),
    raw(partition = mfm(2, 0.5)),
    raw(partition = crp(c(2, 1))),
    raw(partition = crp(1), center = TRUE),
    raw(partition = mfm(), center = TRUE, kernel = "local", neighbours = 2)
  )
  for (prior in priors) {
    expect_exact(S, prior, 80000, 3, moves = both, bound = 0.02)
  }
})

test_that("six items, xi resampled, each move alone", {
  S <- small_gram(6, seed = 2)
  for (moves in list(few, blocks)) {
    expect_exact(S, raw(partition = crp(c(1, 1))), 50000, 8, moves = moves, bound = 0.02)
  }
})

test_that("seven and eight items", {
  for (moves in list(few, blocks, both)) {
    expect_exact(small_gram(7), raw(partition = crp(1)), 30000, 8, moves = moves)
  }
  expect_exact(small_gram(7), raw(partition = mfm(), center = TRUE), 40000, 5)
  expect_exact(small_gram(8, spread = 0.6), raw(partition = crp(c(2, 1))), 40000, 5)
  expect_exact(small_gram(8, spread = 0.6),
               raw(partition = mfm(), kernel = "local", neighbours = 3), 40000, 5)
})

test_that("trying large unions less often changes nothing", {
  expect_exact(small_gram(6), raw(partition = crp(1)), 60000, 12, moves = blocks,
               usual_size = 2, bound = 0.02)
})

test_that("a factor has the posterior of its matrix", {
  expect_same <- function(S, prior, own, draws, thin, ...) {
    exact <- exact_posterior(S, prior)
    result <- compare_with_exact(draw_factored(S, prior, draws, thin, own, ...), exact)
    expect_lt(result$tv, 1.3 * result$tv_independent)
    expect_gt(result$p_value, 1e-4)
  }
  S <- small_gram(6) + diag(0.3, 6)
  for (moves in list(few, blocks)) {
    expect_same(S, raw(partition = crp(1)), 0.9, 30000, 8, moves = moves)
  }
  # Centred: of rank n - 1.
  expect_same(S, raw(partition = crp(c(2, 1)), center = TRUE), 0, 40000, 5)
  expect_same(S, raw(partition = mfm(), kernel = "local", neighbours = 3), 0.5, 40000, 5)
})

test_that("draws of a posterior a little different fail the test that the right ones pass", {
  S <- small_gram(6)
  exact <- exact_posterior(S, raw(partition = crp(1)))
  wrong <- draw_partitions(S, raw(partition = crp(1.3)), 20000, 5)
  right <- draw_partitions(S, raw(partition = crp(1)), 20000, 5)
  expect_lt(compare_with_exact(wrong, exact)$p_value, 1e-10)
  expect_gt(compare_with_exact(right, exact)$p_value, 1e-4)
})
