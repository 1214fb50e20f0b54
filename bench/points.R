# At how many points curves are compared: what the rule of n_points = "auto" gives for each set,
# the length that nine curves in ten keep, the processor's time for a pair, and, of proteins, the
# adjusted Rand index of cluster_shapes() and of Ward's method told the number of classes, at 100
# points, by the rule and at own vertices. Sides are run one after another in one process.

source("bench/common.R")

# The first `classes` classes, at most `members` of each.
part_of <- function(curves, classes = Inf, members = Inf) {
  class <- as.integer(factor(curves$truth))
  place <- stats::ave(class, class, FUN = seq_along)
  curves[class <= classes & place <= members]
}

words <- function(n_points) {
  if (is.null(n_points)) "own vertices" else paste(n_points, "points")
}

# The share of its length that is lost at most by nine curves in ten.
lost_by_most <- function(curves, n_points) {
  lost <- shapecrp:::length_lost(curves, n_points)
  100 * sort(lost)[ceiling(0.9 * length(lost))]
}

compare <- function(curves, n_points) {
  time <- system.time(gram <- suppressMessages(
    elastic_gram(curves, n_points = n_points, n_threads = 2)
  ))
  pairs <- length(curves) * (length(curves) - 1) / 2
  list(gram = gram, milliseconds = 1000 * sum(time[1:2]) / pairs)
}

report_clusters <- function(name, curves) {
  truth <- factor(curves$truth)
  for (side in list("100", "rule", "own")) {
    n_points <- switch(side, "100" = 100, rule = "auto", own = NULL)
    found <- compare(curves, n_points)
    ward <- stats::cutree(stats::hclust(stats::as.dist(found$gram), "ward.D2"), nlevels(truth))
    fit <- cluster_shapes(found$gram, control = mcmc_control(seed = 1, n_threads = 2))
    cat(sprintf(
      paste("%-14s %3d curves  %-4s: %-12s  lost %4.1f %%  %4.2f ms per pair ",
            "Ward %.3f  fit %.3f (K %d of %d)\n"),
      name, length(curves), side, words(found$gram$settings$n_points),
      lost_by_most(curves, found$gram$settings$n_points), found$milliseconds,
      adjusted_rand(ward, truth), adjusted_rand(clusters(fit), truth), max(clusters(fit)),
      nlevels(truth)
    ))
  }
}

report_rule <- function(name, curves) {
  chosen <- sum(system.time(n_points <- shapecrp:::choose_points(curves))[1:2])
  few <- part_of(curves, 10, 4)
  at <- vapply(list(100, n_points, NULL), function(n) compare(few, n)$milliseconds, 0)
  cat(sprintf(
    paste("%-18s %4d curves  rule: %-12s in %4.2f s  lost at 100 %4.1f %%",
          " ms per pair: 100 points %.2f, rule %.2f, own vertices %.2f\n"),
    name, length(curves), words(n_points), chosen, lost_by_most(curves, 100), at[1], at[2], at[3]
  ))
}

print_machine()
report_clusters("proteins_four", read_set("proteins_four", closed = FALSE))
report_clusters("proteins_ck34", read_set("proteins_ck34", closed = FALSE))
proteus <- read_set("proteus299", closed = FALSE)
report_clusters("proteus299", part_of(proteus, 15))
cat("\n")
report_rule("proteus299", proteus)
for (name in c("auslan10", "balinese22", "pendigits600", "letters345")) {
  report_rule(name, read_set(name, closed = FALSE))
}
for (name in c("mpeg7_six", "mpeg7_full", "leaves99", "kimia99", "cells_osteosarcoma",
               "fishes134", "bottles")) {
  report_rule(name, read_set(name, closed = TRUE))
}
report_rule("simulated", simulate_shapes(60, classes = 3, seed = 1))
