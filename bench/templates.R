# Elastic means of 20 closed curves on two threads: simulated classes and the classes of
# mpeg7_six. Time from curves (pairs for the medoid included) and from their inner products;
# sum of squared distances against that of the best member.

source("bench/common.R")

print_machine()
worst <- 0
report <- function(name, curves) {
  used <- system.time(karcher_mean(curves, n_threads = 2))
  whole <- used[["elapsed"]]
  gram <- elastic_gram(curves, n_threads = 2)
  time <- system.time(found <- karcher_mean(gram, n_threads = 2))[["elapsed"]]
  worst <<- max(worst, whole)
  stopifnot(found$sum_of_squares <= found$medoid_sum + 1e-9)
  cat(sprintf(
    paste0("%-8s %2d curves  %.2f s, processor %.2f s (mean alone %.2f s, %2d iterations%s)  ",
           "sum %.4f, best member %.4f\n"),
    name, length(curves), whole, sum(used[1:2]), time, found$iterations,
    if (found$converged) "" else ", at the limit", found$sum_of_squares, found$medoid_sum
  ))
}

for (class in c("heart", "fish", "key", "bone")) {
  report(class, simulate_shapes(20, classes = class, seed = 1))
}
outlines <- read_set("mpeg7_six", closed = TRUE)
for (class in levels(outlines$truth)) report(class, outlines[outlines$truth == class])
cat(sprintf("longest %.2f s  [asked: 1 s for 20 closed curves]\n", worst))
