# Do chains from one cluster, from singletons and from 20 random clusters agree? R-hat of
# log posterior, number of clusters and co-clustering of pairs, and for each start alone
# the partition of least expected variation of information (VI): how far these are apart
# (bits), and how they compare with the truth.

source("bench/common.R")

# One chain from each start; its draws are the same alone as among others.
fits_from_starts <- function(gram, prior) {
  starts <- list("one", "singletons", "random")
  control <- mcmc_control(seed = 1, chains = 3, init = starts)
  fit <- wishart_crp(gram, prior, control)
  list(all = fit, alone = lapply(1:3, of_chain, fit = fit))
}

report <- function(name, gram, truth, prior, words) {
  fits <- fits_from_starts(gram, prior)
  diagnostics <- shapecrp:::diagnose(fits$all)
  rhat <- stats::setNames(shapecrp:::format_diagnostics(diagnostics)[["R-hat"]],
                          diagnostics$quantity)
  estimates <- lapply(fits$alone, clusters)
  apart <- vapply(2:3, function(k) compare_partitions(estimates[[1]], estimates[[k]])[["vi"]], 1)
  against <- compare_partitions(estimates[[1]], truth)
  cat(sprintf(
    "%-14s %-8s R-hat: log posterior %s, K %s, pairs %s\n", name, words,
    rhat["log posterior"], rhat["clusters"], rhat["pairs, worst"]
  ))
  cat(sprintf(
    "%23s VI partitions: K = %s, apart %s bits; rate %.3f, Rand %.3f, adjusted %.3f, %.1f s\n",
    "", paste(vapply(estimates, max, 1L), collapse = ", "),
    paste(sprintf("%.3f", apart), collapse = ", "),
    against[["rate"]], against[["rand"]], against[["adjusted_rand"]], fits$all$seconds
  ))
}

print_machine()
for (name in c("mpeg7_six", "mpeg7_ten", "proteins_four")) {
  curves <- read_set(name, closed = name != "proteins_four")
  gram <- elastic_gram(curves)
  report(name, gram, curves$truth, wishart_crp_prior(), "default")
  report(name, gram, curves$truth, wishart_crp_prior(kernel = "none"), "centred")
  report(name, gram, curves$truth, wishart_crp_prior("paper"), "paper")
}
