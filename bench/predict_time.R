# Time of predict() for one new curve on a fit of 1,400, by this version and by the one before
# the model's matrix was kept in the fit (0.1.0), turn by turn in one run. SHAPECRP_BEFORE names
# a library that holds the version before; SHAPECRP_BENCH_CACHE, where the gram is kept.

source("bench/common.R")

before <- Sys.getenv("SHAPECRP_BEFORE")
outlines <- read_set("mpeg7_full", closed = TRUE)
gram <- keep_in("SHAPECRP_BENCH_CACHE", "mpeg7_full", elastic_gram(outlines))

# An outline that none of the set is a copy of: the mean of two, as polygons of equal steps.
new_curve <- function() {
  members <- which(outlines$truth == outlines$truth[1])[1:2]
  shape_curves(list(karcher_mean(gram[members])$mean[[1]]), closed = TRUE, id = "new")
}

# A process that holds the fit of one version.
start_version <- function(library, gram, curve) {
  session <- callr::r_session$new(
    callr::r_session_options(libpath = c(library, .libPaths())), wait = TRUE
  )
  fields <- unclass(gram)
  session$run(function(fields, curve) {
    library(shapecrp)
    make <- getFromNamespace("new_elastic_gram", "shapecrp")
    .GlobalEnv$gram <- do.call(make, fields[names(formals(make))])
    .GlobalEnv$curve <- curve
    .GlobalEnv$fit <- cluster_shapes(
      gram, control = mcmc_control(1000, 500, chains = 2, seed = 1, n_threads = 2)
    )
  }, list(fields, curve))
  session
}

# Seconds of the clock and of the processor.
time_predict <- function(session) {
  session$run(function() {
    time <- system.time(predict(fit, curve, n_threads = 2))
    c(elapsed = time[["elapsed"]], cpu = time[["user.self"]] + time[["sys.self"]])
  })
}

version_of <- function(session) {
  session$run(function() as.character(utils::packageVersion("shapecrp")))
}

print_machine()
curve <- new_curve()
libraries <- c(if (nzchar(before)) c(before = before), now = dirname(find.package("shapecrp")))
sessions <- lapply(libraries, start_version, gram, curve)
rounds <- replicate(5, vapply(sessions, time_predict, c(elapsed = 0, cpu = 0)))
for (name in names(sessions)) {
  cat(sprintf("predict(), 1 new curve, fit of %s, 1,000 draws, %-6s (%s): best %.2f s, each %s\n",
              format(length(gram), big.mark = ","), name, version_of(sessions[[name]]),
              min(rounds["elapsed", name, ]),
              paste(sprintf("%.2f", rounds["elapsed", name, ]), collapse = " ")))
}
if ("before" %in% names(sessions)) {
  gain <- function(what) {
    apply(rounds[what, , ], 1, stats::median)[["before"]] /
      apply(rounds[what, , ], 1, stats::median)[["now"]]
  }
  best <- apply(rounds["elapsed", , ], 1, min)
  cat(sprintf("times faster: %.1f by the best, %.1f by the median, %.1f of the processor\n",
              best[["before"]] / best[["now"]], gain("elapsed"), gain("cpu")))
}
cat("[asked: at least 20 times faster than before]\n")
