# Time of a sweep on one thread, all default moves, against n and K; processor time
# of the best of five runs. Run from the project's root.
library(shapecrp)

# n points around K corners, a chain started at the truth. Returns milliseconds a
# sweep and the mean number of clusters.
time_sweep <- function(n, K, sweeps, split_merge = TRUE) {
  set.seed(1)
  x <- diag(K)[rep_len(seq_len(K), n), ] + matrix(rnorm(n * K, sd = 0.3 / sqrt(K)), n)
  prior <- wishart_crp_prior("paper", partition = crp(1), d = K,
                             theta = 10^seq(-1, 3, by = 0.25))
  prepared <- shapecrp:::prepare_gram(as_gram(tcrossprod(x)), prior)
  control <- mcmc_control(sweeps, 0, thin = sweeps, chains = 1, seed = 1,
                          init = rep_len(seq_len(K), n), split_merge = split_merge)
  states <- shapecrp:::start_chains(control, 1, prepared$gram, prepared$model)
  runs <- vapply(1:5, function(run) {
    sampler <- shapecrp:::r_sampler_new(
      prepared$matrix$G, prepared$model, shapecrp:::move_settings(control, n),
      control[c("burn_in", "thin")], states
    )
    time <- system.time(shapecrp:::r_sampler_run(sampler, sweeps, 1))
    trace <- shapecrp:::r_sampler_collect(sampler)$trace
    c(time[["user.self"]] + time[["sys.self"]], mean(trace[, 1, "clusters"]))
  }, c(0, 0))
  c(ms = 1000 * min(runs[1, ]) / sweeps, K = mean(runs[2, ]))
}

report <- function(n, K, sweeps) {
  all <- time_sweep(n, K, sweeps)
  gibbs <- time_sweep(n, K, sweeps, split_merge = FALSE)
  cat(sprintf("%6d %6.0f %12.4f %12.4f %12.1f\n", n, all["K"], all["ms"], gibbs["ms"],
              1e6 * gibbs["ms"] / (n * gibbs["K"])))
  all[["ms"]]
}

cat("                   ms a sweep   ms a sweep    ns a cell\n")
cat("     n      K       all moves        Gibbs     Gibbs/(nK)\n")
small <- report(120, 6, 4000)
large <- report(1400, 190, 100)
cat("\nAgainst n at K = 20\n")
for (n in c(100, 200, 400, 800, 1600)) report(n, 20, 200)
cat("\nAgainst K at n = 800\n")
for (K in c(5, 10, 20, 40, 80, 160)) report(800, K, 200)
cat(sprintf("\nn = 120: 4,000 sweeps in %.3f s (target 0.2 s)\n", 4 * small))
cat(sprintf("n = 1,400, 190 clusters: %.2f ms a sweep (target 8 ms)\n", large))
