# Do chains from one cluster, from singletons and from 20 random clusters agree? R-hat
# of log posterior and number of clusters, and the partition of least expected
# variation of information (VI) of each chain: how far these are apart (bits), and
# rate and Rand index against the truth. Inner products are read from
# SHAPECRP_GRAMS/<set>.rds (a list of S and truth) where that directory is named, else
# computed from the outlines in SHAPECRP_DATA. Run from the project's root.
library(shapecrp)

read_set <- function(name) {
  stored <- file.path(Sys.getenv("SHAPECRP_GRAMS"), paste0(name, ".rds"))
  if (nzchar(Sys.getenv("SHAPECRP_GRAMS"))) {
    set <- readRDS(stored)
    return(list(gram = as_gram(set$S), truth = set$truth))
  }
  points <- utils::read.csv(file.path(Sys.getenv("SHAPECRP_DATA"), paste0(name, ".csv.gz")))
  axes <- intersect(c("x", "y", "z"), names(points))
  curves <- lapply(split(points[axes], factor(points$id, unique(points$id))), as.matrix)
  truth <- points$class[match(names(curves), points$id)]
  list(gram = elastic_gram(shape_curves(curves, closed = length(axes) == 2)), truth = truth)
}

# Entropy of a partition, and of the common refinement of two, in bits.
entropy <- function(counts) {
  p <- counts[counts > 0] / sum(counts)
  -sum(p * log2(p))
}
vi <- function(a, b) {
  2 * entropy(tabulate(a + max(a) * (b - 1L))) - entropy(tabulate(a)) - entropy(tabulate(b))
}

# The least expected VI over the draws: the best draw, then single curves moved while
# that helps.
vi_partition <- function(labels, n_draws = 200) {
  draws <- labels[round(seq(1, nrow(labels), length.out = n_draws)), ]
  expected <- function(x) mean(apply(draws, 1, vi, b = x))
  candidates <- unique(draws)
  losses <- apply(candidates, 1, expected)
  best <- candidates[which.min(losses), ]
  loss <- min(losses)
  repeat {
    before <- loss
    for (i in seq_along(best)) {
      for (k in setdiff(seq_len(max(best) + 1L), best[i])) {
        trial <- match(replace(best, i, k), unique(replace(best, i, k)))
        # Only moves that some draws make are worth a look.
        if (mean(draws[, i] == draws[, match(k, best, nomatch = i)]) < 0.2) next
        value <- expected(trial)
        if (value < loss - 1e-9) {
          best <- trial
          loss <- value
        }
      }
    }
    if (loss == before) break
  }
  best
}

classification_rate <- function(labels, truth) {
  sum(apply(table(labels, truth), 1, max)) / length(labels)
}
rand <- function(a, b) {
  pairs <- upper.tri(diag(length(a)))
  mean(outer(a, a, "==")[pairs] == outer(b, b, "==")[pairs])
}

report <- function(name, set, prior, words) {
  control <- mcmc_control(seed = 1, chains = 3, init = list("one", "singletons", "random"))
  fit <- wishart_crp(set$gram, prior, control)
  diagnostics <- shapecrp:::diagnose(fit)
  rhat <- setNames(diagnostics$rhat, diagnostics$quantity)
  rhat <- ifelse(is.na(rhat), "constant", sprintf("%.3f", rhat))
  estimates <- lapply(1:3, function(chain) vi_partition(shapecrp:::fit_labels(fit, chain)))
  apart <- c(vi(estimates[[1]], estimates[[2]]), vi(estimates[[1]], estimates[[3]]))
  first <- estimates[[1]]
  cat(sprintf(
    "%-14s %-16s R-hat: log posterior %s, K %s, pairs %s\n", name, words,
    rhat["log posterior"], rhat["clusters"], rhat["pairs, worst"]
  ))
  cat(sprintf(
    "%31s VI partitions of starts: K = %s, apart %s bits; rate %.3f, Rand %.3f, %.1f s\n", "",
    paste(vapply(estimates, max, 1L), collapse = ", "),
    paste(sprintf("%.3f", apart), collapse = ", "),
    classification_rate(first, set$truth), rand(first, set$truth), fit$seconds
  ))
}

for (name in c("mpeg7_six", "mpeg7_ten", "proteins_four")) {
  set <- read_set(name)
  set$truth <- as.integer(factor(set$truth))
  report(name, set, wishart_crp_prior(), "default")
  report(name, set, wishart_crp_prior(kernel = "none"), "centred")
  report(name, set, wishart_crp_prior("paper"), "paper")
}
