# The example curves of the package: simulated, so that they belong to nobody.
# Run from the project's root: Rscript data-raw/outlines.R

library(shapecrp)

outlines <- simulate_shapes(n = 24, classes = c("fish", "key", "leaf"), seed = 2026)
save(outlines, file = "data/outlines.rda", compress = "xz", version = 3)
