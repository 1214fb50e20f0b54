# Value attained and time per pair, by search, against the exhaustive search on the same
# random pairs: one thread, R's default compiler flags. Every value is recomputed by plain
# R from the warp and the rotation returned.

source("bench/common.R")

n_pairs <- 300
limits <- data.frame(
  set = c("closed", "closed", "open", "proteins"),
  search = c("standard", "fast", "standard", "standard"),
  mean = c(0.003, 0.012, 0.002, 0.005),
  worst = c(0.02, NA, 0.01, 0.03),
  ms = c(1, 0.3, 0.5, 3)
)

set.seed(1)
outlines <- read_set("mpeg7_six", closed = TRUE)
outlines$points <- lapply(outlines$points, restart_and_turn)
cut_open <- outlines
cut_open$closed <- FALSE
sets <- list(
  closed = outlines, open = cut_open, proteins = read_set("proteins_four", closed = FALSE)
)

# s of pairs on one thread, and milliseconds per pair: the least of `times` runs, because
# whatever else the machine does only adds.
timed_pairs <- function(curves, pairs, search, times) {
  settings <- shapecrp:::elastic_settings(curves, search = search)
  ms <- replicate(times, {
    time <- system.time(
      s <<- shapecrp:::few_inner_products(
        curves$points, curves$closed, pairs$first, pairs$second, settings, 1L
      )
    )
    1000 * time[["elapsed"]] / length(s)
  })
  list(s = s, ms = min(ms))
}

# The largest difference between stored values and plain R's.
recompute <- function(curves, pairs, s, search) {
  gaps <- vapply(seq_along(s), function(k) {
    found <- align_pair(curves[pairs$first[k]], curves[pairs$second[k]], search = search)
    stopifnot(identical(found$value, s[k]))
    abs(evaluate_alignment(found) - s[k])
  }, numeric(1))
  max(gaps)
}

random_pairs <- function(n) {
  first <- sample(n, n_pairs, replace = TRUE)
  second <- (first + sample(n - 1, n_pairs, replace = TRUE) - 1) %% n + 1
  list(first = first, second = second)
}

print_machine()
for (set in names(sets)) {
  curves <- sets[[set]]
  pairs <- random_pairs(length(curves))
  reference <- timed_pairs(curves, pairs, "exhaustive", times = 1)
  cat(sprintf(
    "\n%s: exhaustive search %.1f ms per pair, mean value %.4f\n", set, reference$ms, mean(reference$s)
  ))
  for (search in c("standard", "fast")) {
    found <- timed_pairs(curves, pairs, search, times = 5)
    short <- reference$s - found$s
    limit <- limits[limits$set == set & limits$search == search, ]
    cat(sprintf(
      "  %-8s  mean shortfall %.5f  worst %.4f  %.3f ms per pair%s\n", search,
      mean(short), max(short), found$ms,
      if (nrow(limit)) sprintf("   [asked: %s, %s, %s ms]", limit$mean, limit$worst, limit$ms) else ""
    ))
    cat(sprintf("            largest difference from plain R: %.1e\n", recompute(curves, pairs, found$s, search)))
  }
}
