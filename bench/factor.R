# A sweep of one chain on a matrix and on its factor, against n: processor time of the best of
# three runs on one thread, all default moves, and bytes of what the chain holds. n points in 50
# dimensions around 50 centres, the chain started at the truth. Run from the project's root.
library(shapecrp)

rank <- 50
clusters <- 50

make_points <- function(n) {
  set.seed(1)
  label <- rep_len(seq_len(clusters), n)
  x <- 3 * diag(rank)[label, ] + matrix(rnorm(n * rank, sd = 0.5), n)
  list(x = x, label = label)
}

# `entries`: a matrix or a factor. Seconds a sweep, and the clusters met.
time_sweeps <- function(entries, label, sweeps, runs = 3) {
  n <- length(label)
  model <- list(d = rank, r = 3, s = 4, theta = 10^seq(-1, 3, by = 0.5), unit = 1, family = "crp",
                xi = 1, xi_shape = 0, xi_rate = 0)
  control <- mcmc_control(sweeps, 0, thin = sweeps, chains = 1, seed = 1)
  state <- list(slots = label - 1L, theta = 4, xi = 1, rng = shapecrp:::r_rng_state(1, 1),
                sweeps = 0)
  seconds <- vapply(seq_len(runs), function(run) {
    chains <- shapecrp:::new_chains(entries, model, control, list(state))
    time <- system.time(shapecrp:::r_sampler_run(chains, sweeps, 1))
    time[["user.self"]] + time[["sys.self"]]
  }, 0)
  min(seconds) / sweeps
}

# What a chain keeps besides labels: S and its row sums, or X and the sums of blocks.
megabytes <- function(n, dense) {
  8e-6 * if (dense) n * (n + clusters + 8) else (n + clusters) * 8 * ceiling(rank / 8)
}

cat(sprintf("rank %d, %d clusters\n\n", rank, clusters))
cat("              ms a sweep                        MB held\n")
cat("       n     matrix     factor   ratio    matrix   factor\n")
for (n in c(1000, 2000, 5000)) {
  data <- make_points(n)
  sweeps <- ceiling(20000 / n)
  dense <- time_sweeps(tcrossprod(data$x), data$label, sweeps)
  factor <- time_sweeps(shapecrp:::new_factor(data$x), data$label, sweeps)
  cat(sprintf("%8d %10.1f %10.1f %7.2f %9.1f %8.1f\n", n, 1000 * dense, 1000 * factor,
              dense / factor, megabytes(n, TRUE), megabytes(n, FALSE)))
}
for (n in c(20000, 100000)) {
  data <- make_points(n)
  factor <- time_sweeps(shapecrp:::new_factor(data$x), data$label, 3)
  cat(sprintf("%8d %10s %10.1f %7s %9.1f %8.1f\n", n, "-", 1000 * factor, "-", megabytes(n, TRUE),
              megabytes(n, FALSE)))
}
