# The package's main job on shapes that it simulates itself: prints what it found
# and writes pictures into demo/.

library(shapecrp)

dir.create("demo", showWarnings = FALSE)
format <- if (any(capabilities(c("png", "cairo")))) "png" else "pdf"

draw <- function(name, plot, width = 6, height = 5) {
  file <- file.path("demo", paste0(name, ".", format))
  ggplot2::ggsave(file, plot, width = width, height = height, dpi = 150)
  cat("wrote", file, "\n")
}

# Sixty curves of three families, each turned, restarted and scaled at random,
# in no order.
shapes <- simulate_shapes(n = 60, classes = 3, seed = 1)
set.seed(1)
shapes <- shapes[sample(length(shapes))]
print(shapes)

# All inner products, each the largest over rotations and re-parameterisations.
gram <- elastic_gram(shapes)
print(gram)
print(summary(gram))

# The curve closest to the first one.
values <- as.matrix(gram)[1, ]
values[1] <- -Inf
pair <- align_pair(shapes[1], shapes[which.max(values)])
print(pair)

# The posterior of the partition, from four chains with different starts.
fit <- wishart_crp(gram, control = mcmc_control(seed = 1))
print(fit)

# One clustering, how sure it is, and how it compares with what was simulated.
found <- partition(fit)
print(found)
print(compare_partitions(found, shapes$truth))

draw("gram-as-given", plot(gram))
draw("gram-ordered", plot(gram, partition = clusters(found)))
draw("coclustering", plot(found))
draw("aligned-pair", plot(pair))
draw("number-of-clusters", plot(fit, "k"))
draw("trace", plot(fit, "trace"))
