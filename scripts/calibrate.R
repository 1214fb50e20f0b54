# Runs the slow tests of calibration against the installed package and prints their counts.

results <- testthat::test_file(
  "tests/testthat/test-sampler-calibration.R",
  package = "shapecrp", load_package = "installed", reporter = "silent", stop_on_failure = FALSE
)
counts <- as.data.frame(results)
cat(sprintf("shapecrp %s, %s\n", packageVersion("shapecrp"), R.version.string))
cat(sprintf(
  "%s: %d passed, %d failed, %.0f s\n",
  counts$test, counts$passed, counts$failed + counts$error, counts$real
), sep = "")
quit(status = sum(counts$failed, counts$error) > 0)
