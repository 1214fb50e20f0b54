# Simulation-based calibration of the raw model, n = 30, 500 replicates: p-values of
# uniform ranks. Run from the project's root.
library(shapecrp)
shared <- new.env(parent = asNamespace("shapecrp"))
sys.source("tests/testthat/helper-sampler.R", envir = shared)

priors <- list(crp(1.5), crp(c(2, 1)), mfm())
for (partition in priors) {
  set.seed(1)
  ranks <- shared$calibration_ranks(500, partition)
  cat(format(partition), "\n")
  for (quantity in colnames(ranks)) {
    bins <- tabulate(ranks[, quantity] %/% 10 + 1, 10)
    cat(sprintf("  %-15s p = %.3f, ranks by tenths: %s\n", quantity,
                shared$uniformity(ranks[, quantity]), paste(bins, collapse = " ")))
  }
}
