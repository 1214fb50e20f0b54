test_that("the sampler is calibrated on data of its own model", {
  skip_if_not(identical(Sys.getenv("SHAPECRP_SLOW"), "true"), "SHAPECRP_SLOW is not true")
  for (partition in list(crp(1.5), crp(c(2, 1)), mfm())) {
    ranks <- withr::with_seed(1, calibration_ranks(500, partition))
    for (quantity in colnames(ranks)) {
      expect_gt(uniformity(ranks[, quantity]), 0.001)
    }
  }
})

test_that("calibration notices a sampler of another model", {
  skip_if_not(identical(Sys.getenv("SHAPECRP_SLOW"), "true"), "SHAPECRP_SLOW is not true")
  testthat::local_mocked_bindings(
    partition_numbers = function(x, n, K) {
      list(numbers = list(xi = 6, xi_shape = 0, xi_rate = 0), note = "wrong")
    }
  )
  ranks <- withr::with_seed(1, calibration_ranks(300, crp(1.5)))
  expect_lt(uniformity(ranks[, "K"]), 1e-6)
})
