# Mixtures of Gaussians on the points themselves, by maintained packages.

source("studies/common.R")

draws <- 300
burn_in <- 100

# Draws x items to a run: the partition of least expected variation of information, and K.
labels_run <- function(set, setting, labels) {
  labels <- t(apply(labels, 1, function(x) match(x, unique(x))))
  counts <- shapecrp:::r_coclustering_counts(labels, 1L)
  k <- table(apply(labels, 1, max))
  points_run(set, setting, shapecrp:::least_loss_labels(labels, counts, "vi", 1L),
             stats::setNames(as.numeric(k) / sum(k), names(k)))
}

# Dirichlet process mixture of Gaussians, base measure as the package sets it.
fit_dpm <- function(set, seed) {
  x <- scale(euclidean_sets()[[set]], scale = FALSE)
  set.seed(seed)
  fit <- dirichletprocess::Fit(dirichletprocess::DirichletProcessMvnormal(x), draws,
                               progressBar = FALSE)
  labels_run(set, paste("DPM of Gaussians, seed", seed),
             do.call(rbind, fit$labelsChain[-seq_len(burn_in)]))
}

# Mixture of finite mixtures of Gaussians: components - 1 ~ Poisson(1), weights Dirichlet(1),
# the rest as in the examples of the package.
fit_mfm <- function(set, seed) {
  x <- euclidean_sets()[[set]]
  set.seed(seed)
  p <- ncol(x)
  span <- apply(x, 2, function(v) diff(range(v)))
  c0 <- 2.5 + (p - 1) / 2
  g0 <- 0.5 + (p - 1) / 2
  G0 <- 100 * g0 / c0 * diag(1 / span^2)
  C0 <- g0 * chol2inv(chol(G0))
  k <- 10
  start <- stats::kmeans(x, k, nstart = 20)
  fit <- telescope::sampleMultNormMixture(
    x, start$cluster, t(start$centers), array(0.5 * C0, c(p, p, k)), rep(1 / k, k),
    c0, g0, G0, C0, apply(x, 2, stats::median), diag(span^2),
    M = 10 * (draws - burn_in), burnin = 10 * burn_in, thin = 1, Kmax = 50, G = "MixStatic",
    priorOnK = telescope::priorOnK_spec("Pois_1"),
    priorOnWeights = telescope::priorOnE0_spec("e0const", 1)
  )
  labels_run(set, paste("MFM of Gaussians, seed", seed), fit$S)
}

fits <- list(dirichletprocess = fit_dpm, telescope = fit_mfm)
there <- vapply(names(fits), requireNamespace, TRUE, quietly = TRUE)
for (package in names(fits)[!there]) message("done without package ", package, ": not installed")
if (!any(there)) {
  message("skipped: install dirichletprocess or telescope")
  quit(save = "no")
}

start_page("gaussians", "Points in the plane: mixtures of Gaussians",
  "The paper's figure \"Clustering with DPM of Gaussians and MFM of Gaussians\", on the points of ",
  "[the first study](euclidean.md), beside the Wishart model with xi = 0.2 and big theta. The DPM ",
  sprintf("is that of package dirichletprocess (%d draws, burn-in %d), the MFM that of package ",
          draws, burn_in), "telescope (ten times as many), each from two seeds."
)
runs <- unlist(lapply(names(euclidean_sets()), function(set) {
  c(unlist(lapply(fits[there], function(fit) lapply(1:2, fit, set = set)), recursive = FALSE),
    list(fit_points(set, crp(0.2), large_theta, "W-CRP, xi 0.2, big theta")))
}), recursive = FALSE)
add_table(runs_table(runs))
add_point_figures(runs, "mixtures of Gaussians, and the Wishart model")

heading("What differs, and why")
mean_k <- function(setting) {
  own <- Filter(function(run) run$setting == setting, runs)
  paste(vapply(own, function(run) sprintf("%.1f", sum(as.integer(names(run$k)) * run$k)), ""),
        collapse = ", ")
}
settings <- unique(vapply(runs, `[[`, "", "setting"))
say("The paper finds that both mixtures have extraneous clusters. Posterior means of K here (sets ",
  "1, 2, 3): ", paste(sprintf("%s %s", settings, vapply(settings, mean_k, "")), collapse = "; "),
  ". ", if (!there[["telescope"]]) {
    "The MFM of Gaussians is left out: package telescope was not there when this page was made. "
  },
  "The paper does not state the base measure, the concentration or the numbers of draws, and uses ",
  "its own programs. Two seeds of the DPM differ by as much as the table shows: chains so short, ",
  "which is what the time of package dirichletprocess allows, have not settled, and say no more ",
  "than that single points come and go as clusters of their own."
)
finish_page()
