fit <- wishart_crp(clear_gram(24), wishart_crp_prior("paper"),
                   mcmc_control(300, 100, chains = 2, seed = 1))

test_that("print() gives clusters, sizes, draws and model", {
  printed <- paste(capture.output(out <- print(fit)), collapse = "\n")
  expect_identical(out, fit)
  for (words in c("Clusters of 24 curves: 3", "Sizes +8, 8, 8", "100|200 from each of 2 chains",
                  "95 % of their sum", "guess of 3 clusters", "Chains")) {
    expect_match(printed, words)
  }
})

test_that("summary() says where each number came from", {
  printed <- paste(capture.output(print(summary(fit))), collapse = "\n")
  for (words in c("Mean sizes", "R-hat", "ESS", "accepted", "guess of 3 clusters",
                  "reach 95 %", "mostly")) {
    expect_match(printed, words)
  }
  expect_equal(sum(summary(fit)$clusters), 1)
})

test_that("a fit stopped in burn-in says so", {
  early <- fit
  early$labels <- fit$labels[0, , , drop = FALSE]
  expect_output(print(early), "stopped in burn-in")
  expect_error(summary(early), class = "shapecrp_error_input")
  expect_error(plot(early, "k"), class = "shapecrp_error_input")
})

test_that("a resampled xi and a prior without one are told in words", {
  control <- mcmc_control(60, 20, chains = 2, seed = 1)
  expect_output(print(wishart_crp(clear_gram(12), wishart_crp_prior(partition = mfm()), control)),
                "no part in this prior")
  gamma <- wishart_crp(clear_gram(12), wishart_crp_prior(partition = crp(c(2, 1))), control)
  expect_output(print(summary(gamma)), "resampled")
})
