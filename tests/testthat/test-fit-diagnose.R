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
  expect_output(print(stuck), "^The chains disagree: max R-hat Inf, of clusters .*sample_more")
  expect_false(judge_chains(diagnose(stuck), stuck)$agree)
})

test_that("chains that agree are said to, and constants are stated", {
  gram <- clear_gram(60, spread = 0.05)
  fit <- wishart_crp(gram, wishart_crp_prior("paper", d = 3, theta = 300),
                     mcmc_control(400, 200, chains = 3, seed = 1))
  expect_true(judge_chains(diagnose(fit), fit)$agree)
  expect_output(print(fit), "Clusters of 60 curves: 3 \\(probability 1.00\\)")
  table <- format_diagnostics(diagnose(fit))
  expect_identical(table[["R-hat"]][table$quantity == "clusters"], "constant")
  expect_false(anyNA(table))
})

test_that("the sample of pairs is fixed, near and far", {
  gram <- clear_gram(50)
  S <- as.matrix(gram)
  pairs <- sample_pairs(gram)
  expect_identical(pairs, sample_pairs(gram))
  expect_true(all(pairs[, 1] != pairs[, 2]))
  expect_true(all(pairs >= 1 & pairs <= 50))
  same <- pairs[, 1] %% 3 == pairs[, 2] %% 3
  expect_true(any(same) && any(!same))
  # The first pair is a curve and its nearest neighbour.
  expect_equal(pairs[1, 2], unname(order(-S[1, -1] * 2 + diag(S)[-1])[1] + 1))
  expect_identical(nrow(sample_pairs(as_gram(matrix(1)))), 0L)
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
  expect_no_warning(verdict <- judge_chains(diagnose(one), one))
  expect_identical(verdict$agree, NA)
  expect_match(verdict$words, "^one, so agreement cannot be assessed[.] Alone: max R-hat")
  few <- wishart_crp(S, control = mcmc_control(2, 0, chains = 2, seed = 1))
  expect_identical(judge_chains(few$diagnostics, few)$agree, NA)
  expect_no_warning(print_words <- capture.output(print(few)))
  expect_match(print_words, "too few draws to assess. sample_more[(]fit, ", all = FALSE)
  expect_false(any(grepl("Inf|NA", print_words)))
})

# Diagnostics as a table, of quantities that vary.
table_of <- function(rhat, ess_bulk, ess_tail, constant = FALSE) {
  data.frame(quantity = c("clusters", "log posterior", "pairs, worst")[seq_along(rhat)], mean = 1,
             rhat = rhat, ess_bulk = ess_bulk, ess_tail = ess_tail, constant = constant)
}

test_that("words follow the usual limits, and say which failed and what mends it", {
  fit <- hand_made_fit(as_gram(diag(6)), draws_around(rep(1:2, each = 3), draws = 4000), 4)
  judge <- function(...) judge_chains(table_of(...), fit)

  good <- judge(c(1.003, 1.01), c(11544, 900), c(NA, 400))
  expect_true(good$agree)
  expect_identical(good$failed, character())
  expect_identical(good$words, "agree: max R-hat 1.01, min bulk ESS 900, min tail ESS 400.")
  expect_identical(good$call, "")

  poor <- judge(c(1.002, 1.09), c(500, 32), c(450, 80))
  expect_false(poor$agree)
  expect_identical(poor$failed, c("rhat", "ess_bulk", "ess_tail"))
  expect_identical(poor[c("rhat", "ess_bulk", "ess_tail")],
                   list(rhat = 1.09, ess_bulk = 32, ess_tail = 80))
  expect_match(poor$words, "max R-hat 1.09, of log posterior (should be at most 1.01)",
               fixed = TRUE)
  expect_match(poor$words, "min bulk ESS 32 (should be at least 400)", fixed = TRUE)
  expect_match(poor$words, "min tail ESS 80 (should be at least 400)", fixed = TRUE)
  # 1000 sweeps made; 600/32 - 1 = 17.75 times as many are lacking, ten times are asked for.
  expect_identical(poor$call, "sample_more(fit, 10000)")
  expect_match(poor$words, poor$call, fixed = TRUE)

  # R-hat just above the limit is not rounded down to it.
  expect_match(judge(1.0101, 2000, 2000)$words, "max R-hat 1.011", fixed = TRUE)
  expect_identical(judge(1.0101, 2000, 2000)$call, "sample_more(fit, 2000)")
  expect_match(judge(Inf, 2000, 2000)$words, "^The chains disagree: max R-hat Inf")

  # Each limit of the effective draws counts alone.
  for (ess in list(c(399, 5000), c(5000, 399))) {
    few <- judge(1.001, ess[1], ess[2])
    expect_true(few$agree)
    expect_identical(few$failed, c("ess_bulk", "ess_tail")[ess < 400])
    expect_match(few$words, paste0("^agree, but the effective sample size is too small: ",
                                   ".*399 .should be at least"))
    expect_identical(few$call, "sample_more(fit, 600)")
  }
})

test_that("what does not vary fails no limit", {
  fit <- hand_made_fit(as_gram(diag(6)), draws_around(rep(1:2, each = 3), draws = 4000), 4)
  constant <- judge_chains(table_of(rep(NA, 3), NA, NA, TRUE), fit)
  expect_true(constant$agree)
  expect_identical(constant$failed, character())
  expect_match(constant$words, "all quantities are constant")
  mixed <- judge_chains(table_of(c(NA, 1.001), c(NA, 4000), c(NA, NA), c(TRUE, FALSE)), fit)
  expect_true(mixed$agree)
  expect_identical(mixed$failed, character())
  expect_no_match(mixed$words, "tail|NA")
})

test_that("one chain that has not settled is told so", {
  fit <- hand_made_fit(as_gram(diag(6)), draws_around(rep(1:2, each = 3), draws = 1000), 1)
  verdict <- judge_chains(table_of(1.3, 40, 99), fit)
  expect_identical(verdict$agree, NA)
  expect_identical(verdict$failed, c("rhat", "ess_bulk", "ess_tail"))
  expect_match(verdict$words, "^one, so agreement cannot be assessed.*R-hat 1.3, .*at least 100")
})

test_that("sweeps that an interrupt left out come before more of them", {
  fit <- hand_made_fit(as_gram(diag(6)), draws_around(rep(1:2, each = 3), draws = 4000), 4)
  fit$control$draws <- 5000L
  expect_identical(judge_chains(table_of(1.09, 32, 32), fit)$call, "sample_more(fit)")
})
