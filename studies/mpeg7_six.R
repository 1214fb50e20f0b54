# MPEG-7, six classes of 20: against K-medians, pairwise clustering and numbers quoted.

source("studies/common.R")

curves <- permuted_set("mpeg7_six", closed = TRUE)
truth <- curves$truth
gram <- timed_gram(curves, "mpeg7_six")
S <- gram$value
runs <- 1:5

start_page("mpeg7_six", "MPEG-7, 6 classes x 20 outlines",
  "The paper's table \"Comparison of the classification rate on MPEG-7 dataset\": means of 5 ",
  "runs, K = 6 told to K-medians and ESA+PW, found by the Bayesian model. FD+SVM, HMM+WtL and ",
  "HMM+OPC are quoted from the paper; they are 1-nearest-neighbour classifiers."
)

fit_runs <- function(prior, control, estimate) {
  fits <- lapply(runs, function(seed) {
    timed_estimate(wishart_crp(S, prior, control(seed)), estimate)
  })
  list(fit = fits[[1]]$fit, labels = lapply(fits, `[[`, "value"),
       seconds = vapply(fits, `[[`, 0, "seconds"))
}
full_control <- function(seed) mcmc_control(seed = seed, n_threads = 1)
paper <- fit_runs(wishart_crp_prior("paper"), paper_control, paper_estimate)
paper_random <- fit_runs(wishart_crp_prior("paper"),
                         function(seed) paper_control(seed, init = "random"), paper_estimate)
paper_full <- fit_runs(wishart_crp_prior("paper"), full_control, paper_estimate)
usual <- fit_runs(wishart_crp_prior(), full_control, partition)

told <- function(cluster) {
  found <- lapply(runs, function(seed) timed(cluster(seed)))
  list(labels = lapply(found, `[[`, "value"), seconds = vapply(found, `[[`, 0, "seconds"))
}
pairwise <- told(function(seed) pairwise_clustering(S, 6, seed = seed))
random_medoids <- told(function(seed) alternating_kmedoids(S, 6, seed))
medoids <- told(function(seed) kmedoids_shapes(S, 6))

row <- function(method, result) {
  score_row(method, result$labels, truth, gram$seconds + result$seconds)
}
heading("The paper's table")
add_table(paper_row(
  c("FD+SVM", "HMM+WtL", "HMM+OPC", "K-medians", "ESA+PW", "EIP+W-CRP"),
  rate = c(94.29, 96.43, 97.4, 81.5, 96.67, 100), rand = c(NA, NA, NA, 0.91, 0.98, 1),
  seconds = c(NA, NA, NA, 648.5, 707.4, 774.2), K = c(NA, NA, NA, 6, 6, 6)
))
heading("Ours")
add_table(rbind(
  row("K-medians: medoids in turn, random starts", random_medoids),
  row("`kmedoids_shapes()`", medoids),
  row("`pairwise_clustering()`", pairwise),
  row("paper's model and sampler, from singletons", paper),
  row("paper's model and sampler, from 20 random clusters", paper_random),
  row("paper's model, split-merge, 4 chains", paper_full),
  row("default model, 4 chains", usual)
))
say(sprintf("Seconds are those of S (%.2f s for %s pairs; the paper: 642.6 s) and of one run ",
            gram$seconds, format(choose(length(curves), 2), big.mark = ",")),
  "(4000 sweeps per chain, burn-in 1000, and the estimate of the partition; the paper: 131.6 s). ",
  "The K-medoids of package cluster has no random start: its five runs are one."
)

heading("What differs, and why")
percent <- function(result) sprintf("%.1f %%", 100 * mean_scores(result$labels, truth)[["rate"]])
say("Settings that the paper does not state for these data, and that had to be guessed: theta ",
  "in 100, 200, ..., 500 (stated for others); xi = K/log n with a guess of K made from S; the ",
  "\"large\" K at the start. Stated: r = 3, s = 4, d by the 95 % rule, here ",
  sprintf("%d. The paper's model, sampled as in the paper, has a mean rate of %s from singletons ",
          paper$fit$model$d, percent(paper)),
  sprintf("and of %s from 20 random clusters (the paper: 100 %%): ", percent(paper_random)),
  "single-site Gibbs can merge two classes on its way down and not part them again, which ",
  sprintf("split-merge moves mend (%s). ", percent(paper_full)),
  sprintf("K-medians started at random has %s, near the paper's 81.5 %%: it stops in local ",
          percent(random_medoids)),
  sprintf("optima; the search of package cluster (build, then swap) has %s. ", percent(medoids)),
  sprintf("Pairwise clustering has %s where the paper's had 96.67 %%; ", percent(pairwise)),
  "our inner products come from a search with several starts, nearer to the supremum. The ",
  sprintf("paper spent 83 %% of its time on S, we %.0f %% with the paper's sampler.",
          100 * gram$seconds / (gram$seconds + mean(paper$seconds)))
)

labels <- clusters(paper_full$labels[[1]])
add_figure("matrices", c(matrix_plots(S, labels), list(k_plot(paper_full$fit))), ncol = 4,
  width = 14, caption = paste(
    "Inner products before and after clustering, membership matrix and posterior of the number",
    "of clusters, paper's model"))
add_figure("curves", curve_rows(curves, labels), width = 10, height = 3.6,
           caption = "The clusters, one per row; colours are the true classes")
add_figure("default", c(matrix_plots(S, clusters(usual$labels[[1]]))[2:3],
                        list(k_plot(usual$fit))), width = 11,
           caption = "The same, default model")
finish_page()
