test_that("mcmc_control() checks its arguments at the door", {
  refused <- list(
    quote(mcmc_control(draws = -1)), quote(mcmc_control(draws = 1.5)),
    quote(mcmc_control(draws = 100, burn_in = 100)),
    quote(mcmc_control(draws = 100, burn_in = 90, thin = 20)),
    quote(mcmc_control(burn_in = -1)), quote(mcmc_control(thin = 0)),
    quote(mcmc_control(chains = 0)), quote(mcmc_control(split_merge = -1)),
    quote(mcmc_control(split_merge = "yes")), quote(mcmc_control(seed = "a")),
    quote(mcmc_control(seed = -1)), quote(mcmc_control(n_threads = 0)),
    quote(mcmc_control(progress = 2)), quote(mcmc_control(checkpoint = 1)),
    quote(mcmc_control(checkpoint = "no/such/directory/file.rds")),
    quote(mcmc_control(init = "many")), quote(mcmc_control(init = c(1, NA))),
    quote(mcmc_control(init = list("one"))), quote(mcmc_control(moves = "jump")),
    quote(mcmc_control(moves = "theta")),
    quote(mcmc_control(moves = c("split_merge", "theta"), split_merge = FALSE))
  )
  for (call in refused) {
    expect_error(eval(call), class = "shapecrp_error_input", label = deparse(call))
  }
})

test_that("an error says the argument, what was wanted and what was got", {
  expect_error(mcmc_control(draws = -1), "draws.*at least 1.*-1")
})

test_that("starts become one entry a chain", {
  expect_null(mcmc_control()$init)
  expect_identical(mcmc_control(init = "one", chains = 3)$init, rep(list("one"), 3))
  expect_identical(mcmc_control(init = c(1, 1, 2), chains = 2)$init,
                   rep(list(c(1, 1, 2)), 2))
})

test_that("the number of proposals grows with the number of curves", {
  expect_equal(n_proposals(TRUE, 10), 10)
  expect_equal(n_proposals(TRUE, 1400), 70)
  expect_equal(n_proposals(5, 1400), 5)
})

test_that("control prints in words", {
  expect_snapshot(mcmc_control(draws = 2000, burn_in = 500, thin = 5, seed = 1))
})
