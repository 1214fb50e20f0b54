# What the adjusted Rand index of the default loses when one curve in ten is left out before
# clustering: that of the clusters of all curves, on those that are left, less that of their own
# clusters. Mean over five times, two where there are more than 500 curves. Writes the table to
# vignettes/dropped.csv.

source("bench/common.R")
source("bench/accuracy_sets.R")

loss_by_dropping <- function(set) {
  n <- length(set$truth)
  labels <- clusters(default_fit(set$gram))
  score <- function(x, keep) adjusted_rand(x, set$truth[keep])
  loss <- vapply(seq_len(if (n > 500) 2 else 5), function(time) {
    keep <- shapecrp:::with_seed(time, sort(sample(n, round(0.9 * n))))
    score(labels[keep], keep) - score(clusters(default_fit(set$gram[keep])), keep)
  }, 0)
  row <- data.frame(set = set$name, n = n, default = score(labels, seq_len(n)),
                    loss = mean(loss), worst = max(loss))
  cat(sprintf("%-20s %5d %8.3f %6.3f %6.3f\n", row$set, n, row$default, row$loss, row$worst))
  row
}

print_machine()
cat(sprintf("\n%-20s %5s %8s %6s %6s\n", "set", "n", "adj.Rand", "loss", "worst"))
table <- do.call(rbind, lapply(measured_sets(), loss_by_dropping))
write_rounded(table, "dropped.csv")
cat("\n")
tell_asked("10 % of curves left out, mean loss over sets", mean(table$loss), "<= 0.01",
           mean(table$loss) <= 0.01)
tell_largest <- function(what, loss) {
  tell_asked(sprintf("the same, %s, %s", what, table$set[which.max(loss)]), max(loss), "<= 0.05",
             max(loss) <= 0.05)
}
tell_largest("largest mean of a set", table$loss)
tell_largest("worst single time", table$worst)
