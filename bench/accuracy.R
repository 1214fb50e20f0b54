# The default model, nothing set, against methods that are told the number of clusters and
# against the paper's preset: adjusted Rand, rate, Rand and K on measured and simulated sets;
# what small changes and dropped curves do; calibration of co-clustering.
# Writes the table to vignettes/accuracy.csv. Grams are kept in the folder that
# SHAPECRP_BENCH_CACHE names, where it does.

source("bench/common.R")
source("bench/accuracy_sets.R")

gram_of <- function(name, make) {
  keep_in("SHAPECRP_BENCH_CACHE", gsub("[^A-Za-z0-9]+", "_", name), elastic_gram(make()))
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
  distance <- stats::as.dist(gram)
  cut <- function(linkage) stats::cutree(stats::hclust(distance, linkage), k)
  list(
    kmedoids = kmedoids_shapes(gram, k), ward = cut("ward.D2"), average = cut("average"),
    pairwise = pairwise_clustering(gram, k, seed = 1, progress = FALSE)
  )
}

default_fit <- function(gram) cluster_shapes(gram, control = mcmc_control(seed = 1))

# Mean |share of pairs in one class - probability| over ten bins of probability, by pairs.
calibration_error <- function(fit, truth) {
  pairs <- lower.tri(diag(length(truth)))
  probability <- coclustering(fit)[pairs]
  same <- outer(truth, truth, "==")[pairs]
  bin <- pmin(floor(10 * probability), 9)
  sum(abs(tapply(same - probability, bin, sum))) / length(same)
}

radius_of <- function(x) sqrt(mean(rowSums(sweep(x, 2, colMeans(x))^2)))

# Smooth displacements, four waves a coordinate: m x p, root mean square 1.
wave <- function(x, closed) {
  at <- outer(seq_len(nrow(x)) / nrow(x), pi * (1:4))
  waves <- if (closed) cbind(cos(2 * at), sin(2 * at)) else cos(at)
  shift <- waves %*% matrix(stats::rnorm(ncol(waves) * ncol(x)), ncol(waves))
  shift / sqrt(mean(rowSums(shift^2)))
}

# Each point by itself: what a coarse digitisation does. To an outline of many points this
# is no small change: it becomes rough, and moves as far as to its neighbours.
shake <- function(x, closed) matrix(stats::rnorm(length(x)), nrow(x))

# Curves with their points displaced by 1 % of their radius.
displaced <- function(curves, displacement) {
  set.seed(1)
  points <- lapply(curves$points, function(x) {
    x + 0.01 * radius_of(x) * displacement(x, curves$closed)
  })
  shape_curves(points, closed = curves$closed, id = curves$id, truth = curves$truth)
}

# Adjusted Rand indices when one curve in ten is left out, a mean over five times, and when
# curves are moved smoothly, or points by themselves; of sets of up to 120 curves.
robustness <- function(set) {
  n <- length(set$truth)
  if (n > 120) return(c(dropped = NA, moved = NA, jittered = NA))
  dropped <- vapply(1:5, function(time) {
    set.seed(time)
    keep <- sort(sample(n, round(0.9 * n)))
    adjusted_rand(clusters(default_fit(set$gram[keep])), set$truth[keep])
  }, 0)
  changed <- function(name, displacement) {
    gram <- gram_of(paste(name, set$half, set$name),
                    function() displaced(set$gram$curves, displacement))
    adjusted_rand(clusters(default_fit(gram)), set$truth)
  }
  c(dropped = mean(dropped), moved = changed("moved", wave),
    jittered = changed("jittered", shake))
}

measure <- function(set) {
  k <- length(unique(set$truth))
  fit <- default_fit(set$gram)
  paper <- wishart_crp(set$gram, wishart_crp_prior("paper"), mcmc_control(seed = 1))
  told <- c(kmedoids = NA, ward = NA, average = NA, pairwise = NA)
  if (k > 1) told <- vapply(told_labels(set$gram, k), adjusted_rand, 0, truth = set$truth)
  found <- compare_partitions(clusters(fit), set$truth)
  row <- data.frame(
    set = set$name, half = set$half, n = length(set$truth), classes = k,
    K = max(clusters(fit)), default = found[["adjusted_rand"]], rate = found[["rate"]],
    rand = found[["rand"]], t(told), paper = adjusted_rand(clusters(paper), set$truth),
    paper_K = max(clusters(paper)), t(robustness(set)),
    calibration = calibration_error(fit, set$truth)
  )
  cat(sprintf("%-30s %-6s %5d %3d  %3d %s %5.2f (%d)  %5.2f %5.2f %5.2f  %.3f\n", row$set,
              row$half, row$n, row$classes, row$K,
              paste(sprintf("%5.2f", unlist(row[c("default", "rate", "rand", names(told))])),
                    collapse = " "),
              row$paper, row$paper_K, row$dropped, row$moved, row$jittered, row$calibration))
  row
}

print_machine()
sets <- all_grams()
cat("\nAdjusted Rand indices; of the default the rate and the Rand index too, what is left when",
    "10 % of curves are dropped, all moved a little or all points jittered, and the",
    "calibration error\n")
cat(sprintf("%-30s %-6s %5s %3s  %3s %s\n", "set", "half", "n", "cl.", "K",
            "deflt  rate  Rand medoi  Ward aver. pairw paper (K)  dropp moved jitt.  calibr."))
table <- do.call(rbind, lapply(sets, measure))
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
for (change in c("dropped", "moved", "jittered")) {
  loss <- table$default - table[[change]]
  cat(sprintf(paste("Curves %s: costs at most %.3f (%s, %s),",
                    "more than 0.02 in %d of %d sets, mean %.3f\n"),
              change, max(loss, na.rm = TRUE), table$set[which.max(loss)],
              table$half[which.max(loss)], sum(loss > 0.02, na.rm = TRUE), sum(!is.na(loss)),
              mean(loss, na.rm = TRUE)))
}
simulated <- !table$set %in% names(measured_sets()) & !grepl("^MPEG", table$set)
cat(sprintf("Calibration error on simulated sets: mean %.3f, largest %.3f\n",
            mean(table$calibration[simulated]), max(table$calibration[simulated])))
