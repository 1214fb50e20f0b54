# Time of predict() for one new curve on a fit of 1,400, by this version and by the one before
# the model's matrix was kept in the fit (0.1.0), turn by turn in one run. SHAPECRP_BEFORE names
# a library that holds the version before; SHAPECRP_BENCH_CACHE, where gram and fits are kept.

source("bench/common.R")

before <- Sys.getenv("SHAPECRP_BEFORE")
outlines <- read_set("mpeg7_full", closed = TRUE)
gram <- keep_in("SHAPECRP_BENCH_CACHE", "mpeg7_full", elastic_gram(outlines))

# An outline that none of the set is a copy of: the mean of two, as polygons of equal steps.
new_curve <- function() {
  members <- which(outlines$truth == outlines$truth[1])[1:2]
  shape_curves(list(karcher_mean(gram[members])$mean[[1]]), closed = TRUE, id = "new")
}

# A process that holds the fit of one version, made by it or kept in a file.
start_version <- function(name, gram, curve) {
  library <- libraries[[name]]
  folder <- Sys.getenv("SHAPECRP_BENCH_CACHE")
  file <- if (nzchar(folder)) file.path(folder, paste0("mpeg7_full_", name, ".rds"))
  session <- callr::r_session$new(
    callr::r_session_options(libpath = c(library, .libPaths())), wait = TRUE
  )
  fields <- unclass(gram)
  session$run(function(fields, curve, file) {
    library(shapecrp)
    .GlobalEnv$curve <- curve
    if (!is.null(file) && file.exists(file)) {
      .GlobalEnv$fit <- readRDS(file)
    } else {
      make <- getFromNamespace("new_elastic_gram", "shapecrp")
      .GlobalEnv$fit <- cluster_shapes(
        do.call(make, fields[names(formals(make))]),
        control = mcmc_control(1000, 500, chains = 2, seed = 1, n_threads = 2)
      )
      if (!is.null(file)) saveRDS(fit, file)
    }
  }, list(fields, curve, file))
  session
}

# Seconds that comparing all pairs takes, and predict(), of the clock and of the processor; the new
# curve is compared by `search`.
time_predict <- function(session, search) {
  session$run(function(search) {
    .GlobalEnv$fit$gram$settings$search <- search
    compared <- system.time(elastic_cross(fit$gram, curve, n_threads = 2))
    all <- system.time(predict(fit, curve, n_threads = 2))
    cpu <- function(time) time[["user.self"]] + time[["sys.self"]]
    c(compared = compared[["elapsed"]], all = all[["elapsed"]], cpu_compared = cpu(compared),
      cpu = cpu(all))
  }, list(search))
}

version_of <- function(session) {
  session$run(function() as.character(utils::packageVersion("shapecrp")))
}

print_machine()
curve <- new_curve()
libraries <- c(if (nzchar(before)) c(before = before), now = dirname(find.package("shapecrp")))
sessions <- lapply(stats::setNames(nm = names(libraries)), start_version, gram, curve)
for (search in c("standard", "fast")) {
  times <- replicate(3, vapply(sessions, time_predict, numeric(4), search))
  best <- apply(times, 1:2, min)
  cat(sprintf("\npredict(), 1 new curve, fit of %s, 1,000 draws, search \"%s\", 2 threads\n",
              format(length(gram), big.mark = ","), search))
  cat(sprintf("  %-6s (%s): best %.2f s, of the processor %.2f s; all pairs alone %.2f s\n",
              names(sessions), vapply(sessions, version_of, ""), best["all", ], best["cpu", ],
              best["cpu_compared", ]), sep = "")
  if ("before" %in% names(sessions)) {
    gain <- best[, "before"] / best[, "now"]
    cat(sprintf("  times faster: %.1f, of the processor %.1f\n", gain["all"], gain["cpu"]))
  }
}
cat("[asked: at least 20 times faster than before]\n")

# What least_share_of_fast rests on: distances by the standard search as shares of those by the
# fast one, of pairs of any two curves and of pairs of one class.
share_of_fast <- function(set, closed, pairs = 1000) {
  curves <- read_set(set, closed)
  set.seed(1)
  first <- sample(length(curves), 2 * pairs, TRUE)
  same <- function(i) {
    members <- setdiff(which(curves$truth == curves$truth[i]), i)
    if (length(members) > 0) members[sample.int(length(members), 1)] else i
  }
  second <- c(sample(length(curves), pairs, TRUE), vapply(first[-seq_len(pairs)], same, 0))
  other <- first != second
  distance <- lapply(c("fast", "standard"), function(search) {
    settings <- shapecrp:::elastic_settings(curves, search = search)
    acos(pmin(1, shapecrp:::few_inner_products(
      curves$points, closed, first[other], second[other], settings, 2
    )))
  })
  stats::quantile(distance[[2]] / distance[[1]], c(0, 0.01, 0.5, 1))
}

cat("\nDistance by the standard search / by the fast search: least, 1 %, median, largest\n")
sets <- c(leaves99 = TRUE, mpeg7_full = TRUE, kimia99 = TRUE, pendigits600 = FALSE,
          proteins_four = FALSE, auslan10 = FALSE)
for (set in names(sets)) {
  shares <- share_of_fast(set, sets[[set]])
  cat(sprintf("  %-13s %s\n", set, paste(sprintf("%.3f", shares), collapse = "  ")))
}
cat(sprintf("[pairs are compared again as if it were at least %.2f]\n", shapecrp:::least_share_of_fast))
