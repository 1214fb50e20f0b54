# Extracted from test-partition-estimate.R:111

# setup ------------------------------------------------------------------------
library(testthat)
test_env <- simulate_test_env(package = "shapecrp", path = "..")
attach(test_env, warn.conflicts = FALSE)

# prequel ----------------------------------------------------------------------
draws <- noisy_draws(24, 4, 60, noise = 0.2)

# test -------------------------------------------------------------------------
labels <- rbind(c(1, 1, 2), c(1, 2, 1), c(1, 2, 2))
fit <- fit_of_draws(labels)
expect_snapshot(found <- partition(fit, "extrinsic"))
