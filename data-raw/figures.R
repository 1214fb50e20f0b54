# The picture of the README, from the shapes of its example.
# Run from the project's root: Rscript data-raw/figures.R

library(shapecrp)

fit <- cluster_shapes(
  simulate_shapes(n = 60, classes = 3, seed = 1),
  control = mcmc_control(seed = 1)
)
dir.create("man/figures", showWarnings = FALSE)
ggplot2::ggsave("man/figures/README-clusters.png", plot(fit),
  width = 7, height = 2.6, dpi = 110, bg = "white"
)
