# Partitions of least expected loss against the searches of mcclust and GreedyEPL (and salso
# where installed) on the same draws, with times, and memory of this process; then
# co-clustering of 1,400 curves.

source("scripts/measuring.R")
source("tests/testthat/helper-partition.R")
`%||%` <- rlang::`%||%`

# Items of which some hesitate between two clusters; a fifth of the clusters joins another in
# half of the draws.
hesitant_draws <- function(n, clusters, draws, seed) {
  set.seed(seed)
  truth <- sample(rep_len(seq_len(clusters), n))
  second <- sample.int(clusters, n, replace = TRUE)
  doubt <- stats::rbeta(n, 0.3, 2)
  merged <- stats::runif(clusters) < 0.2
  t(vapply(seq_len(draws), function(t) {
    x <- ifelse(stats::runif(n) < doubt, second, truth)
    join <- merged & stats::runif(clusters) < 0.5
    x[join[x]] <- x[join[x]] %/% 2 + 1L
    match(x, unique(x))
  }, integer(n)))
}

searches <- list(
  "GreedyEPL VI" = list(package = "GreedyEPL", loss = "vi", run = function(labels, similarity,
                                                                     start) {
    GreedyEPL::MinimiseEPL(labels, list(Kup = max(labels) + 5, loss_type = "VI",
                                        decision_init = start))$decision
  }),
  "GreedyEPL Binder" = list(package = "GreedyEPL", loss = "binder", run = function(labels, similarity,
                                                                     start) {
    GreedyEPL::MinimiseEPL(labels, list(Kup = max(labels) + 5, loss_type = "B",
                                        decision_init = start))$decision
  }),
  "mcclust average" = list(package = "mcclust", loss = "binder", run = function(labels, similarity,
                                                                     start) {
    mcclust::minbinder(similarity, labels, method = "avg")$cl
  }),
  "mcclust complete" = list(package = "mcclust", loss = "binder", run = function(labels, similarity,
                                                                     start) {
    mcclust::minbinder(similarity, labels, method = "comp")$cl
  }),
  "salso VI" = list(package = "salso", loss = "vi", run = function(labels, similarity,
                                                                     start) {
    as.integer(salso::salso(labels, loss = "VI"))
  })
)

loss_of <- function(labels, estimate, loss) {
  mean(shapecrp:::r_draw_distances(labels, shapecrp:::order_labels(estimate), loss, 2L))
}

worse <- 0
compare <- function(n, clusters, draws) {
  labels <- hesitant_draws(n, clusters, draws, seed = n)
  fit <- fit_of_draws(labels, chains = 4)
  similarity <- unname(coclustering(fit))
  cat(sprintf("\n%d curves, %d draws, %d distinct\n", n, draws, nrow(unique(labels))))
  cat("                      clusters  loss          seconds\n")
  line <- function(name, estimate, loss, seconds) {
    value <- loss_of(labels, estimate, loss)
    cat(sprintf("%-20s %9d  %.9f  %.2f\n", name, length(unique(estimate)), value, seconds))
    value
  }
  best <- list()
  for (loss in c("vi", "binder")) {
    seconds <- system.time(found <- clusters(fit, method = loss, n_threads = 2))[["elapsed"]]
    best[[loss]] <- line(paste("shapecrp", loss), found, loss, seconds)
  }
  start <- stats::cutree(stats::hclust(stats::as.dist(1 - similarity), "average"), clusters)
  for (name in names(searches)) {
    search <- searches[[name]]
    if (!requireNamespace(search$package, quietly = TRUE)) next
    seconds <- system.time(found <- search$run(labels, similarity, start))[["elapsed"]]
    if (line(name, found, search$loss, seconds) < best[[search$loss]] - 1e-10) {
      worse <<- worse + 1
      cat("  ABOVE a peer\n")
    }
  }
}

compare(120, 8, 2000)
compare(400, 20, 1000)
compare(1400, 40, 500)
cat(sprintf("\nShapecrp above a peer: %d times\n", worse))

cat("\n1,400 curves, 4,000 draws, two threads\n")
for (clusters in c(3, 40, 190)) {
  fit <- fit_of_draws(hesitant_draws(1400, clusters, 4000, seed = clusters), chains = 4)
  for (task in c("coclustering", "vi", "binder", "extrinsic")) {
    seconds <- system.time(
      if (task == "coclustering") coclustering(fit, n_threads = 2)
      else suppressMessages(partition(fit, task, n_threads = 2))
    )
    cat(sprintf("K = %3d  %-12s %6.2f s (processor %.2f s)\n", clusters, task,
                seconds[["elapsed"]], seconds[["user.self"]] + seconds[["sys.self"]]))
  }
}
cat(sprintf("Peak memory of this process: %.0f MB\n", peak_memory()))
