# The default model, nothing set, against methods that are told the number of clusters and
# against the paper's preset: adjusted Rand, rate, Rand and K on measured and simulated sets;
# what small perturbations and dropped curves change; calibration of co-clustering.
# Writes the table to vignettes/accuracy.csv. Grams are kept in the folder that
# SHAPECRP_BENCH_CACHE names, where it does.

source("bench/common.R")
source("bench/accuracy_sets.R")

gram_of <- function(name, make) {
  folder <- Sys.getenv("SHAPECRP_BENCH_CACHE")
  file <- file.path(folder, paste0(gsub("[^A-Za-z0-9]+", "_", name), ".rds"))
  if (nzchar(folder) && file.exists(file)) return(readRDS(file))
  gram <- elastic_gram(make())
  if (nzchar(folder)) saveRDS(gram, file)
  gram
}

truth_of <- function(gram) as.character(gram$curves$truth)

# All sets as list(name, half, gram, truth), those of the data folder first.
all_grams <- function() {
  named <- function(sets, prefix = "") {
    Map(function(name, set) {
      gram <- gram_of(paste0(prefix, name), set$make)
      list(name = name, half = set$half, gram = gram, truth = truth_of(gram))
    }, names(sets), sets)
  }
  measured <- named(measured_sets())
  full <- measured$mpeg7_full$gram
  parts <- lapply(c("choose", "report"), function(half) {
    sets <- mpeg7_subsets(half, full$curves$truth)
    subsets <- Map(function(name, set) {
      gram <- full[set$keep]
      list(name = name, half = half, gram = gram, truth = truth_of(gram))
    }, names(sets), sets)
    c(subsets, named(simulated_sets(half), paste0(half, " ")))
  })
  c(unname(measured), unname(parts[[1]]), unname(parts[[2]]))
}

told_labels <- function(gram, k) {
  if (k == 1) return(NULL)
  distance <- stats::as.dist(shapecrp:::shape_distance(as.matrix(gram)))
  cut <- function(linkage) stats::cutree(stats::hclust(distance, linkage), k)
  list(
    kmedoids = kmedoids_shapes(gram, k), ward = cut("ward.D2"), average = cut("average"),
    pairwise = pairwise_clustering(gram, k, seed = 1, progress = FALSE)
  )
}

default_fit <- function(gram) cluster_shapes(gram, control = mcmc_control(seed = 1))

adjusted_rand <- function(labels, truth) compare_partitions(labels, truth)[["adjusted_rand"]]

measure <- function(set) {
  k <- length(unique(set$truth))
  fit <- default_fit(set$gram)
  paper <- wishart_crp(set$gram, wishart_crp_prior("paper"), mcmc_control(seed = 1))
  told <- vapply(told_labels(set$gram, k), adjusted_rand, 0, truth = set$truth)
  if (k == 1) told <- c(kmedoids = NA, ward = NA, average = NA, pairwise = NA)
  found <- compare_partitions(clusters(fit), set$truth)
  row <- data.frame(
    set = set$name, half = set$half, n = length(set$truth), classes = k,
    K = max(clusters(fit)), default = found[["adjusted_rand"]], rate = found[["rate"]],
    rand = found[["rand"]], t(told), paper = adjusted_rand(clusters(paper), set$truth),
    paper_K = max(clusters(paper))
  )
  cat(sprintf("%-30s %-6s %5d %3d  %3d  %.2f  %.2f  %.2f   %5.2f  %5.2f  %5.2f  %5.2f   %5.2f (%d)\n",
              row$set, row$half, row$n, row$classes, row$K, row$default, row$rate, row$rand,
              row$kmedoids, row$ward, row$average, row$pairwise, row$paper, row$paper_K))
  list(row = row, fit = fit)
}

# Mean |share of pairs in one class - probability| over ten bins of probability, by pairs.
calibration_error <- function(fit, truth) {
  pairs <- lower.tri(diag(length(truth)))
  probability <- coclustering(fit)[pairs]
  same <- outer(truth, truth, "==")[pairs]
  bin <- pmin(floor(10 * probability), 9)
  sum(abs(tapply(same - probability, bin, sum))) / length(same)
}

# Points moved by 1 % of the radius of their curve, and one curve in ten left out.
perturbed <- function(curves) {
  moved <- lapply(curves$points, function(x) {
    radius <- sqrt(mean(rowSums(sweep(x, 2, colMeans(x))^2)))
    x + stats::rnorm(length(x), sd = 0.01 * radius)
  })
  shape_curves(moved, closed = curves$closed, id = curves$id, truth = curves$truth)
}

robustness <- function(set, before) {
  set.seed(1)
  keep <- sort(sample(length(set$truth), round(0.9 * length(set$truth))))
  dropped <- default_fit(set$gram[keep])
  moved <- default_fit(gram_of(paste("moved", set$half, set$name),
                               function() perturbed(set$gram$curves)))
  cat(sprintf("%-30s %-6s %.2f  dropped %.2f  moved %.2f\n", set$name, set$half, before,
              adjusted_rand(clusters(dropped), set$truth[keep]),
              adjusted_rand(clusters(moved), set$truth)))
}

print_machine()
sets <- all_grams()
cat("\nAdjusted Rand index; rate and Rand index of the default besides\n")
cat(sprintf("%-30s %-6s %5s %3s  %3s  %s\n", "set", "half", "n", "cl.", "K",
            "deflt rate  Rand   medoid Ward   aver.  pairw.  paper (K)"))
measured <- lapply(sets, measure)
table <- do.call(rbind, lapply(measured, `[[`, "row"))
if (dir.exists("vignettes")) {
  number <- vapply(table, is.double, NA)
  table[number] <- round(table[number], 3)
  utils::write.csv(table, "vignettes/accuracy.csv", row.names = FALSE)
}

cat("\nMeans of the adjusted Rand index over sets with more than one class\n")
methods <- c("default", "kmedoids", "ward", "average", "pairwise", "paper")
many <- table[table$classes > 1, ]
print(round(do.call(rbind, c(
  lapply(split(many[methods], many$half), colMeans), list(all = colMeans(many[methods]))
)), 3))
one <- table[table$classes == 1, ]
cat(sprintf("Sets of one class: %d of %d found to be one cluster\n", sum(one$K == 1), nrow(one)))

cat("\nPerturbed a little\n")
for (k in which(table$n <= 120 & table$classes > 1)) robustness(sets[[k]], table$default[k])

cat("\nExpected calibration error of co-clustering probabilities\n")
for (k in seq_along(sets)) {
  cat(sprintf("%-30s %-6s %.3f\n", table$set[k], table$half[k],
              calibration_error(measured[[k]]$fit, sets[[k]]$truth)))
}
