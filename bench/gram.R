# All pairs of up to 1,400 outlines on two threads: pairs a second against n, memory.

source("bench/common.R")

outlines <- read_set("mpeg7_full", closed = TRUE)
set.seed(1)
order <- sample(length(outlines))

print_machine()
for (n in c(100, 200, 400, 1400)) {
  time <- system.time(gram <- elastic_gram(outlines[order[seq_len(n)]], n_threads = 2))
  pairs <- n * (n - 1) / 2
  cat(sprintf(
    "n = %4d: %7d pairs in %6.1f s, %5.0f pairs a second, peak memory %.0f MB\n",
    n, pairs, time[["elapsed"]], pairs / time[["elapsed"]], peak_memory()
  ))
}
