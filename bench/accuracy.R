# The default model, nothing set, against methods that are told the number of classes and against
# methods that are not: adjusted Rand and number of clusters on measured sets, simulated sets
# apart; calibration of co-clustering; and what was asked beside what is measured. Writes the
# table to vignettes/accuracy.csv. Beside it, bench/no_structure.R: sets without structure;
# bench/dropped.R: curves left out; bench/starts.R: other starts.

source("bench/common.R")
source("bench/accuracy_sets.R")
source("bench/accuracy_methods.R")

# Mean |share of pairs in one class - probability| over ten bins of probability, by pairs.
calibration_error <- function(fit, truth) {
  pairs <- lower.tri(diag(length(truth)))
  probability <- coclustering(fit)[pairs]
  same <- outer(truth, truth, "==")[pairs]
  bin <- pmin(floor(10 * probability), 9)
  sum(abs(tapply(same - probability, bin, sum))) / length(same)
}

measure <- function(set, free) {
  k <- length(unique(set$truth))
  delta <- shapecrp:::gram_distances(set$gram)
  taken <- system.time(fit <- default_fit(set$gram))
  labels <- clusters(fit)
  told <- lapply(told_methods, function(f) f(set$gram, delta, k))
  found <- lapply(free_methods[free], function(m) m$labels(delta))
  scores <- function(partitions) lapply(partitions, adjusted_rand, truth = set$truth)
  counts <- lapply(found, function(x) length(unique(x)))
  row <- data.frame(
    set = set$name, kind = set$kind, half = set$half, n = length(set$truth), classes = k,
    default = adjusted_rand(labels, set$truth), default_K = max(labels), scores(told),
    scores(found), stats::setNames(counts, paste0(free, "_K", recycle0 = TRUE)),
    d = fit$model$d, seconds = taken[["elapsed"]],
    cpu_seconds = sum(taken[c("user.self", "sys.self")]),
    calibration = calibration_error(fit, set$truth)
  )
  cat(sprintf("%-25s %-6s %5d %3d  %4.2f %4s  %s  %s\n", row$set, row$half, row$n, k,
              row$default, paste0("(", row$default_K, ")"),
              paste(sprintf("%5.2f", unlist(row[names(told)])), collapse = " "),
              paste(sprintf("%5.2f %5s", unlist(row[free]), paste0("(", unlist(counts), ")")),
                    collapse = " ")))
  row
}

print_header <- function(free) {
  cat(sprintf("%-25s %-6s %5s %3s  %4s %4s  %s  %s\n", "set", "half", "n", "cl.", "defl", "(K)",
              "medoi  Ward aver. pairw",
              paste(sprintf("%-11s", substr(free, 1, 11)), collapse = " ")))
}

tell_means <- function(table, free) {
  methods <- c("default", names(told_methods), free)
  groups <- list(
    "fourteen sets" = counted(table),
    "report half" = table$half == "report" & table$set != "cells_osteosarcoma" &
      table$kind != "simulated",
    "choose half" = table$half == "choose" & table$set != "bottles" & table$kind != "simulated",
    simulated = table$kind == "simulated"
  )
  cat("\nMeans of the adjusted Rand index (cells_osteosarcoma and bottles aside)\n")
  print(round(do.call(rbind, lapply(groups, function(g) colMeans(table[g, methods]))), 3))
}

counted <- function(table) {
  table$kind == "measured" & !table$set %in% c("cells_osteosarcoma", "bottles")
}

tell_all_asked <- function(table, free) {
  cat("\n")
  of <- function(set) table$default[table$set == set]
  least <- c(leaves99 = 0.60, mpeg7_six = 0.97, mpeg7_ten = 0.95, proteins_four = 1,
             letters345 = 0.95)
  for (set in names(least)) {
    tell_asked(set, of(set), sprintf(">= %.2f", least[[set]]), of(set) >= least[[set]] - 1e-9)
  }
  fourteen <- table[counted(table), ]
  mean_default <- mean(fourteen$default)
  best <- function(methods) sort(colMeans(fourteen[methods]), decreasing = TRUE)[1]
  told <- best(names(told_methods))
  untold <- best(free)
  tell_asked(sprintf("mean over fourteen sets, best told K is %s", names(told)), mean_default,
             sprintf(">= %.3f", told), mean_default >= told)
  tell_asked(sprintf("the same, best of the others not told K is %s", names(untold)),
             mean_default, sprintf(">= %.3f + 0.10", untold), mean_default >= untold + 0.1)
  clear <- table[table$kind == "measured" & table$ward >= 0.5, ]
  ratio <- clear$default / clear$ward
  tell_asked(sprintf("least share of Ward's index where that is 0.5 or more, %s",
                     clear$set[which.min(ratio)]), min(ratio), ">= 0.75", min(ratio) >= 0.75)
  errors <- table$calibration[table$kind == "simulated"]
  tell_asked(sprintf("calibration error on simulated sets, mean (largest %.3f)", max(errors)),
             mean(errors), "<= 0.02", mean(errors) <= 0.02)
  large <- table[table$set == "mpeg7_full", ]
  tell_asked(sprintf("seconds from inner products to partition, n = 1,400 (of the CPU %.0f)",
                     large$cpu_seconds), large$seconds, "<= 90", large$seconds <= 90)
}

print_machine()
free <- methods_here()
measured <- measured_sets()
halved <- Filter(function(set) set$half == "both", measured)
parts <- c(lapply(halved, part_of, "choose"), lapply(halved, part_of, "report"))
cat("\nAdjusted Rand indices, and numbers of clusters where they were not told\n")
print_header(free)
sets <- c(measured, parts, simulated_sets())
table <- do.call(rbind, lapply(sets, measure, free = free))
write_rounded(table, "accuracy.csv")
tell_means(table, free)
tell_all_asked(table, free)
