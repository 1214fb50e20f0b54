# Do chains from one cluster, from singletons and from 20 random clusters agree? R-hat of
# log posterior, number of clusters and co-clustering of pairs, and for each start alone
# the partition of least expected variation of information (VI): how far these are apart
# (bits), and how they compare with the truth. Grams are kept in the folder that
# SHAPECRP_BENCH_CACHE names, where it does.

source("bench/common.R")

# One chain from each start; its draws are the same alone as among others.
fits_from_starts <- function(gram, prior) {
  starts <- list("one", "singletons", "random")
  control <- mcmc_control(seed = 1, chains = 3, init = starts)
  fit <- wishart_crp(gram, prior, control)
  list(all = fit, alone = lapply(1:3, of_chain, fit = fit))
}

report <- function(name, gram, prior, words) {
  fits <- fits_from_starts(gram, prior)
  diagnostics <- shapecrp:::diagnose(fits$all)
  rhat <- stats::setNames(shapecrp:::format_diagnostics(diagnostics)[["R-hat"]],
                          diagnostics$quantity)
  estimates <- lapply(fits$alone, clusters)
  apart <- apply(utils::combn(3, 2), 2, function(two) {
    compare_partitions(estimates[[two[1]]], estimates[[two[2]]])[["vi"]]
  })
  against <- compare_partitions(estimates[[1]], gram$curves$truth)
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
  worst <- diagnostics$rhat[diagnostics$quantity == "log posterior"]
  # NA: one and the same value in all draws.
  agree <- (is.na(worst) || worst <= 1.01) && max(apart) <= 0.1
  cat(sprintf("%23s Asked: R-hat of log posterior <= 1.01, apart <= 0.1 bits: %s\n", "",
              if (agree) "met" else "NOT MET"))
}

gram_of <- function(name) {
  keep_in("SHAPECRP_BENCH_CACHE", name,
          elastic_gram(read_set(name, closed = name != "proteins_four")))
}

print_machine()
for (name in c("mpeg7_six", "mpeg7_ten", "proteins_four")) {
  gram <- gram_of(name)
  report(name, gram, wishart_crp_prior(), "default")
  report(name, gram, wishart_crp_prior(kernel = "none"), "centred")
  report(name, gram, wishart_crp_prior("paper"), "paper")
}
report("leaves99", gram_of("leaves99"), wishart_crp_prior(), "default")
