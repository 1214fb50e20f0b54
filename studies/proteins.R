# Protein backbones: four families, and the Chew-Kedem set with its outliers.

source("studies/common.R")

sets <- c(proteins_four = "Four families x 10", proteins_ck34 = "Chew-Kedem set")
invisible(lapply(names(sets), find_set))

start_page("proteins", "Protein backbones",
  "The paper's figures \"Protein structure classification\": 88 chains of 4 SCOP classes (100 %), ",
  "and 602 of 20 classes (17 outliers in 7 small clusters; the other 585 in 38 clusters, 84.1 %, ",
  "Rand 0.95). Its chains are not listed. Ours: 40 domains of 4 SCOP families, and the ",
  "Chew-Kedem set, 32 chains of 7 families of 15, 7, 5, 2, 1, 1 and 1. The paper registers curves ",
  "smoothed by a Gaussian kernel and lengthened by a residue at each end; the width of the kernel ",
  "and whether scale is removed are not stated, so four ways are shown."
)

# The four ways to S; the kernel has a standard deviation of one sample of 100.
ways <- list(
  "scale removed" = list(scale = TRUE, smooth = 0, pad_ends = 0),
  "scale removed, smoothed, ends" = list(scale = TRUE, smooth = 1, pad_ends = 1),
  "scale kept" = list(scale = FALSE, smooth = 0, pad_ends = 0),
  "scale kept, smoothed, ends" = list(scale = FALSE, smooth = 1, pad_ends = 1)
)
gram_of <- function(curves, set, way) {
  do.call(timed_gram, c(list(curves, paste(c(set, unlist(ways[[way]])), collapse = "-")),
                        ways[[way]]))
}

theta_stated <- seq(0.1, 0.4, by = 0.1)
models <- list(
  "paper's model, theta 0.1 to 0.4 as stated" =
    wishart_crp_prior("paper", partition = crp(1), theta = theta_stated),
  "the same, S centred" =
    wishart_crp_prior("paper", partition = crp(1), theta = theta_stated, center = TRUE),
  "paper's model, theta 100 to 500" = wishart_crp_prior("paper", partition = crp(1)),
  "default model" = wishart_crp_prior()
)
fit_model <- function(S, model) wishart_crp(S, models[[model]], mcmc_control(seed = 1))
estimate <- function(fit, model) {
  if (model == "default model") partition(fit) else paper_estimate(fit)
}

# Scores of all models and of the two methods that are told K, for one way to S.
score_way <- function(S, way, truth, seconds) {
  k <- length(unique(truth))
  rows <- c(
    lapply(names(models), function(model) {
      run <- timed_estimate(fit_model(S, model), function(fit) estimate(fit, model))
      score_row(model, list(run$value), truth, seconds + run$seconds)
    }),
    list(
      score_row(sprintf("`kmedoids_shapes()`, K = %d", k), list(kmedoids_shapes(S, k)), truth),
      score_row(sprintf("`pairwise_clustering()`, K = %d", k),
                lapply(1:5, function(seed) pairwise_clustering(S, k, seed = seed)), truth)
    )
  )
  cbind(S = way, do.call(rbind, rows))
}

found <- lapply(names(sets), function(set) {
  curves <- permuted_set(set, closed = FALSE)
  truth <- unname(curves$truth)
  grams <- lapply(stats::setNames(nm = names(ways)), gram_of, curves = curves, set = set)
  heading(sets[[set]])
  table <- do.call(rbind, lapply(names(ways), function(way) {
    score_way(grams[[way]]$value, way, truth, grams[[way]]$seconds)
  }))
  add_table(table)
  say("Four chains with split-merge moves; pairwise clustering: means of 5 runs. ",
    "Mean of S, ways 1 and 2: ",
    paste(vapply(grams[1:2], function(g) sprintf("%.3f", mean(as.matrix(g$value))), ""),
          collapse = ", "), "; d by the 95 % rule: ",
    paste(vapply(grams, function(g) summary(g$value)$d_raw, 1L), collapse = ", "), ".")
  S <- grams[[1]]$value
  big <- fit_model(S, "paper's model, theta 100 to 500")
  usual <- partition(fit_model(S, "default model"))
  shown <- as_labels(if (set == "proteins_four") paper_estimate(big) else usual)
  add_figure(paste0(set, "-matrices"),
    list(titled(plot(S, partition = shown), "S after"),
         matrix_plots(S, shown)[[3]], k_plot(big, "K, paper's model, theta 100 to 500")),
    width = 11, caption = sprintf(
      "%s: S after clustering and B (%s), and the posterior of K", sets[[set]],
      if (set == "proteins_four") "paper's model, theta 100 to 500" else "default model"))
  add_figure(paste0(set, "-curves"), overlaid_clusters(S, shown, curves$truth), width = 11,
    height = 3.8, caption = "The first four clusters, each curve turned onto the most central one")
  list(S = S, truth = truth, usual = usual, table = table)
})
names(found) <- names(sets)

heading("Outliers")
with(found$proteins_ck34, {
  apart <- outliers(usual, max_size = 2)
  left <- !names(usual$labels) %in% names(apart)
  kept <- S[which(left)]
  k <- length(unique(truth[left]))
  say(sprintf("Clusters of at most two chains, default model: %d chains in %d clusters. ",
              length(apart), length(unique(apart))),
    "All scored with them, and again without, the comparators told the number of families left.")
  if (length(apart) > 0) {
    add_table(data.frame(chain = names(apart), family = as.character(truth[!left]),
                         cluster = unname(apart)))
  }
  all_k <- length(unique(truth))
  add_table(rbind(
    score_row("default model, all chains", list(usual), truth),
    score_row("default model, without outliers", list(as_labels(usual)[left]), truth[left]),
    score_row(sprintf("K-medoids, K = %d, all", all_k), list(kmedoids_shapes(S, all_k)), truth),
    score_row(sprintf("K-medoids, K = %d, without", k), list(kmedoids_shapes(kept, k)),
              truth[left]),
    score_row(sprintf("pairwise, K = %d, all, 5 runs", all_k),
              lapply(1:5, function(seed) pairwise_clustering(S, all_k, seed = seed)), truth),
    score_row(sprintf("pairwise, K = %d, without, 5 runs", k),
              lapply(1:5, function(seed) pairwise_clustering(kept, k, seed = seed)), truth[left])
  )[, -6])
})

heading("What differs, and why")
score <- function(model, way = "scale removed", set = "proteins_four") {
  table <- found[[set]]$table
  row <- table[table$S == way & table$method == model, ]
  sprintf("K = %s, %s %%", row$K, row[["rate, %"]])
}
say("Guessed: the chains, the width of the kernel, scale, r = 3, s = 4 and d by the 95 % rule. ",
  "On the four families the stated theta in 0.1, ..., 0.4 and xi = 1 give ",
  score("paper's model, theta 0.1 to 0.4 as stated"), " on S with scale removed (",
  score("paper's model, theta 0.1 to 0.4 as stated", "scale removed, smoothed, ends"),
  " with smoothing; the paper: 100 %), theta in 100, ..., 500 ",
  score("paper's model, theta 100 to 500"), " (",
  score("paper's model, theta 100 to 500", "scale removed, smoothed, ends"),
  " with smoothing). Small theta says that two chains of a family share a tenth to a third of ",
  "their variance, while all chains here have a mean inner product well above that; once S is ",
  "centred the stated theta give ", score("the same, S centred"), ". Smoothing for registration ",
  "lowers the inner products, which are suprema over registrations of the curves themselves, ",
  "and with them the contrast between families; our search has no need of it. The 602 chains ",
  "are not listed in the paper: the Chew-Kedem set stands ",
  "in for the part with outliers."
)
finish_page()
