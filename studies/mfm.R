# The same points with a mixture of finite mixtures in place of the CRP.

source("studies/common.R")

start_page("mfm", "Points in the plane: mixture of finite mixtures",
  "The paper's figure \"Euclidean data clustering results using our model with MFM prior\": ",
  "lambda = 2, both ranges of theta, the data and settings of [the CRP](euclidean.md)."
)

runs <- unlist(lapply(names(euclidean_sets()), function(set) {
  list(
    fit_points(set, mfm(2), small_theta, "MFM, small theta"),
    fit_points(set, crp(0.2), small_theta, "CRP 0.2, small theta"),
    fit_points(set, mfm(2), large_theta, "MFM, big theta"),
    fit_points(set, crp(0.2), large_theta, "CRP 0.2, big theta")
  )
}), recursive = FALSE)
add_table(runs_table(runs))
add_point_figures(runs, "MFM with lambda = 2 beside the CRP with xi = 0.2")

heading("What differs, and why")
agree <- vapply(seq(1, length(runs), by = 2), function(i) {
  compare_partitions(runs[[i]]$labels, runs[[i + 1]]$labels)[["adjusted_rand"]]
}, 0)
say("The paper does not state the parameter of the Dirichlet weights, nor how the Poisson law, ",
  "which has mass at 0, is made to start at one component: here gamma = 1 and components - 1 is ",
  "Poisson(2). The paper finds MFM and CRP very similar. Between the two partitions, adjusted ",
  sprintf("Rand indices here are %s with small theta and %s with big theta (sets 1, 2, 3).",
          paste(sprintf("%.2f", agree[c(1, 3, 5)]), collapse = ", "),
          paste(sprintf("%.2f", agree[c(2, 4, 6)]), collapse = ", "))
)
finish_page()
