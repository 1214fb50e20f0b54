test_that("a constant quantity says so, constants that differ are a disagreement", {
  same <- diagnose_one(matrix(3, 50, 2))
  expect_true(same$constant)
  expect_identical(same$mean, 3)
  apart <- diagnose_one(matrix(rep(1:2, each = 50), 50))
  expect_false(apart$constant)
  expect_identical(apart$rhat, Inf)
  noise <- withr::with_seed(1, matrix(rnorm(2000), 500))
  expect_equal(diagnose_one(noise)$rhat, posterior::rhat(noise))
  expect_equal(diagnose_one(noise)$ess_bulk, posterior::ess_bulk(noise))
})

test_that("chains that disagree are what print() says first", {
  # Without split-merge, a chain from one cluster stays there.
  stuck <- wishart_crp(
    clear_gram(60, spread = 0.05), wishart_crp_prior("paper", d = 10),
    mcmc_control(200, 100, chains = 2, split_merge = FALSE, seed = 1,
                 init = list("one", "kmedoids"))
  )
  expect_identical(unique(c(stuck$labels[, 1, ])), 1L)
  expect_output(print(stuck), "^The chains disagree: R-hat of .*sample_more")
  expect_false(diagnosis_words(diagnose(stuck), stuck)$agree)
})

test_that("chains that agree are said to, and constants are stated", {
  gram <- clear_gram(60, spread = 0.05)
  fit <- wishart_crp(gram, wishart_crp_prior("paper", d = 3, theta = 300),
                     mcmc_control(400, 200, chains = 3, seed = 1))
  expect_true(diagnosis_words(diagnose(fit), fit)$agree)
  expect_output(print(fit), "Clusters of 60 curves: 3 \\(probability 1.00\\)")
  table <- format_diagnostics(diagnose(fit))
  expect_identical(table[["R-hat"]][table$quantity == "clusters"], "constant")
  expect_false(anyNA(table))
})

test_that("the sample of pairs is fixed, near and far", {
  S <- clear_gram(50)$S
  pairs <- sample_pairs(S)
  expect_identical(pairs, sample_pairs(S))
  expect_true(all(pairs[, 1] != pairs[, 2]))
  expect_true(all(pairs >= 1 & pairs <= 50))
  same <- pairs[, 1] %% 3 == pairs[, 2] %% 3
  expect_true(any(same) && any(!same))
  # The first pair is a curve and its nearest neighbour.
  expect_equal(pairs[1, 2], unname(order(-S[1, -1] * 2 + diag(S)[-1])[1] + 1))
  expect_identical(nrow(sample_pairs(matrix(1))), 0L)
})

test_that("two values half and half do not disagree", {
  half <- diagnose_one(matrix(rep(c(2, 3), 40), 40, 2))
  expect_lt(half$rhat, 1.01)
  apart <- diagnose_one(cbind(rep(2, 40), rep(3, 40)))
  expect_identical(apart$rhat, Inf)
})

test_that("one chain and few draws are said to be no ground for a judgement", {
  set.seed(1)
  S <- tcrossprod(matrix(rnorm(40), 20))
  one <- wishart_crp(S, control = mcmc_control(60, 0, chains = 1, init = "singletons", seed = 1))
  expect_no_warning(words <- diagnosis_words(diagnose(one), one))
  expect_true(words$agree)
  few <- wishart_crp(S, control = mcmc_control(2, 0, chains = 2, seed = 1))
  expect_no_warning(print_words <- capture.output(print(few)))
  expect_false(any(grepl("Inf|NA", print_words)))
})
