# The package's main job on shapes that it simulates itself: from a CSV file to clusters,
# pictures and a report, in demo/.

library(shapecrp)

dir.create("demo", showWarnings = FALSE)
format <- if (any(capabilities(c("png", "cairo")))) "png" else "pdf"

draw <- function(name, plot, width = 7, height = 5) {
  file <- file.path("demo", paste0(name, ".", format))
  ggplot2::ggsave(file, plot, width = width, height = height, dpi = 150, bg = "white")
  cat("wrote", file, "\n")
}

# Ninety outlines of six families, each turned, restarted and scaled at random, in no order.
set.seed(1)
shapes <- simulate_shapes(n = 90, classes = 6, noise = 0.15, seed = 1)
write_curves(shapes[sample(length(shapes))], file.path("demo", "shapes.csv"))

# What a user does with a file of their own.
shapes <- as_shape_curves(file.path("demo", "shapes.csv"), closed = TRUE)
print(shapes)
fit <- cluster_shapes(shapes, control = mcmc_control(seed = 1))
print(fit)
write_report(fit, file.path("demo", "report.html"), truth = TRUE)
cat("wrote", file.path("demo", "report.html"), "\n")

# The truth, which the sampler never saw.
print(compare_partitions(clusters(fit), shapes$truth))

for (type in c("clusters", "k", "coclustering", "trace", "certainty", "map")) {
  draw(type, plot(fit, type))
}
draw("gram", plot(fit, "gram"), width = 8, height = 4)
draw("curves", plot(shapes))
members <- names(which(clusters(fit) == 1))
draw("aligned-pair", plot(align_pair(shapes[members[1]], shapes[members[2]])))

# Curves that the fit has not seen, the last of a family that it has not seen either.
print(predict(fit, simulate_shapes(3, c("bone", "heart", "leaf"), noise = 0.15, seed = 2)))
