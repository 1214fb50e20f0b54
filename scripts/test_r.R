# Runs tests/testthat against the installed package.

Sys.setenv(NOT_CRAN = "true", TESTTHAT_MAX_FAILS = "Inf")
results <- testthat::test_dir(
  "tests/testthat",
  package = "shapecrp", load_package = "installed",
  reporter = testthat::ProgressReporter$new(show_praise = FALSE, update_interval = Inf),
  stop_on_failure = FALSE
)
counts <- as.data.frame(results)
cat(sprintf(
  "%d passed, %d failed, %d skipped\n",
  sum(counts$passed), sum(counts$failed, counts$error), sum(counts$skipped)
))
