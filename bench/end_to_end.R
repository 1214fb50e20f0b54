# From curves to a partition by cluster_shapes() with its defaults, on two threads, stage by
# stage.

source("bench/common.R")

options(shapecrp.n_threads = 2)

time_clustering <- function(name, curves, asked) {
  set.seed(1)
  time <- system.time(fit <- cluster_shapes(curves))
  cat(sprintf(
    "%s: %.1f s (asked: under %s s), %.1f s of processor\n",
    name, time[["elapsed"]], asked, sum(time[1:2])
  ))
  cat(sprintf(
    "  comparing %.1f s, sampling %.1f s, partition and diagnostics %.1f s\n",
    fit$times[["comparing"]], fit$seconds, fit$times[["partition"]]
  ))
  scores <- compare_partitions(fit$partition, curves$truth)
  cat(sprintf(
    "  %d clusters, %d classes; rate %.3f, adjusted Rand %.3f\n",
    max(clusters(fit)), nlevels(curves$truth), scores[["rate"]], scores[["adjusted_rand"]]
  ))
  print_seconds <- system.time(utils::capture.output(print(fit), print(summary(fit))))
  cat(sprintf("  print() and summary() %.2f s\n", print_seconds[["elapsed"]]))
}

print_machine()

shapes <- simulate_shapes(60, classes = 3, seed = 1)
shapes$points <- lapply(shapes$points, function(m) {
  shapecrp:::points_at(m, (seq_len(100) - 1) / 100, closed = TRUE)
})
time_clustering("60 simulated outlines of 100 points", shapes, 5)
time_clustering(
  "6 x 20 outlines of MPEG-7 (the paper: 774 s)", read_set("mpeg7_six", closed = TRUE), 10
)
