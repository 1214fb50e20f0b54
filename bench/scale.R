# Time and memory against the number of curves, near pairs beside all pairs, on outlines of
# classes that are drawn at random; then near pairs against all pairs on measured outlines.
#
#   Rscript bench/scale.R                    1,000 to 10,000 curves
#   Rscript bench/scale.R 1000 3000          these numbers of curves
#   Rscript bench/scale.R large              100,000 curves, killed in each phase
#
# Writes vignettes/scale.csv: a row of each run takes the place of the one before. On a machine that
# is busy with other work, seconds of the clock vary; those of the processor hardly do.
#
# Measured sets are read from the directory in SHAPECRP_DATA; their inner products are kept in the
# folder that SHAPECRP_BENCH_CACHE names, where it does.
library(shapecrp)
source("bench/common.R")

# Random Fourier coefficients of these harmonics.
draw_series <- function(harmonics, size) {
  scale <- size / harmonics^0.8
  list(a = rnorm(length(harmonics), 0, scale), b = rnorm(length(harmonics), 0, scale),
       harmonics = harmonics)
}

series_at <- function(series, t) {
  angle <- outer(series$harmonics, t)
  colSums(series$a * cos(angle) + series$b * sin(angle))
}

# n outlines, a class drawn for each group of `sizes`: log radius and angle are smooth random
# functions, those of a class disturbed for each of its outlines.
draw_outlines <- function(sizes, seed = 1, noise = 0.12, points = 60) {
  set.seed(seed)
  t <- seq(0, 2 * pi, length.out = points + 1)[-1]
  draw <- function(size) {
    list(radius = draw_series(2:9, 0.8 * size), angle = draw_series(1:4, 0.3 * size))
  }
  outlines <- lapply(sizes, function(size) {
    class <- draw(1)
    lapply(seq_len(size), function(i) {
      own <- draw(noise)
      radius <- exp(series_at(class$radius, t) + series_at(own$radius, t))
      angle <- t + series_at(class$angle, t) + series_at(own$angle, t) + runif(1, 0, 2 * pi)
      cbind(radius * cos(angle), radius * sin(angle))
    })
  })
  shape_curves(unlist(outlines, recursive = FALSE), closed = TRUE,
               truth = factor(rep(seq_along(sizes), sizes)))
}

# Seconds of the processor that a process has used, by all its threads, where the system tells it.
processor_seconds <- function(process) {
  stat <- tryCatch(readLines(file.path("/proc", process, "stat")),
                   error = function(e) "", warning = function(w) "")
  if (!nzchar(stat)) {
    return(0)
  }
  # After the name in brackets: utime and stime are fields 12 and 13, in ticks of 10 ms.
  sum(as.numeric(strsplit(sub(".*[)] ", "", stat), " ", fixed = TRUE)[[1]][12:13])) / 100
}

# One fit in a process of its own, so that its memory is its own.
fit_apart <- function(n, classes, pairs, draws) {
  code <- sprintf(
    "source(\"bench/scale.R\"); measure(%d, %d, \"%s\", %d)", n, classes, pairs, draws
  )
  result <- tempfile(fileext = ".rds")
  on.exit(unlink(result))
  system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)),
          env = c(paste0("SHAPECRP_SCALE=", result)), stdout = FALSE, stderr = FALSE)
  readRDS(result)
}

measure <- function(n, classes, pairs, draws) {
  sizes <- rep(n %/% classes, classes) + (seq_len(classes) <= n %% classes)
  curves <- draw_outlines(sizes)
  control <- mcmc_control(draws, draws %/% 4, seed = 1, n_threads = 2)
  started <- Sys.time()
  used <- sum(proc.time()[1:2])
  fit <- suppressMessages(
    cluster_shapes(curves, search = "fast", n_points = 50, pairs = pairs, control = control)
  )
  seconds <- as.numeric(difftime(Sys.time(), started, units = "secs"))
  used <- sum(proc.time()[1:2]) - used
  saveRDS(data.frame(
    n = n, classes = classes, pairs = pairs, compared = compared_pairs(fit), seconds = seconds,
    processor = used, comparing = fit$times[["comparing"]], sampling = fit$seconds,
    MB = peak_memory(), clusters = max(clusters(fit)),
    adjusted_rand = compare_partitions(clusters(fit), curves$truth)[["adjusted_rand"]]
  ), Sys.getenv("SHAPECRP_SCALE"))
}

compared_pairs <- function(fit) {
  S <- fit$gram[["S"]]
  n <- length(fit$gram$id)
  if (inherits(S, "gram_near")) S$pairs else n * (n - 1) / 2
}

# The rows of all runs, these among them.
keep_rows <- function(rows) {
  file <- file.path("vignettes", "scale.csv")
  if (file.exists(file)) {
    before <- utils::read.csv(file)
    key <- function(table) paste(table$n, table$classes, table$pairs)
    rows <- rbind(before[!key(before) %in% key(rows), ], rows)
  }
  rows <- rows[order(rows$pairs, rows$classes, rows$n), ]
  write_rounded(rows, "scale.csv")
  rows
}

tell_growth <- function(rows) {
  cat("\n")
  print(format(rows, digits = 3), row.names = FALSE)
  for (pairs in unique(rows$pairs)) {
    own <- rows[rows$pairs == pairs, ]
    if (nrow(own) < 2) next
    grows <- vapply(own[c("seconds", "processor", "MB")], slope, 0, x = own$n)
    cat(sprintf("%s pairs, n from %s to %s: time grows as n^%.2f, of the processor n^%.2f, %s\n",
                pairs, min(own$n), max(own$n), grows[1], grows[2],
                sprintf("memory n^%.2f", grows[3])))
    if (pairs == "near") {
      for (what in names(grows)) {
        tell_asked(sprintf("slope of %s on log scales, near pairs", what), grows[[what]],
                   "<= 1.15", grows[[what]] <= 1.15)
      }
    }
  }
}

slope <- function(x, y) unname(stats::coef(stats::lm(log(y) ~ log(x)))[2])

scale_table <- function(counts, classes = 50, draws = 1000, most = 3000) {
  rows <- lapply(counts, function(n) {
    rbind(
      fit_apart(n, classes, "near", draws),
      if (n <= most) fit_apart(n, classes, "all", draws)
    )
  })
  table <- do.call(rbind, rows)
  near <- table[table$pairs == "near", ]
  tell_growth(keep_rows(table))
  tell_asked("adjusted Rand, near pairs, smallest", min(near$adjusted_rand), ">= 0.95",
             min(near$adjusted_rand) >= 0.95)
}

# 100,000 curves in classes of 100 to 5,000. The process that clusters them is killed in each of
# its phases and started again. SHAPECRP_BENCH_DIR names where the inner products go.
bench_large <- function(n = 100000, classes = 100, draws = 1000) {
  folder <- file.path(Sys.getenv("SHAPECRP_BENCH_DIR", tempdir()), "large")
  dir.create(folder, recursive = TRUE)
  sizes <- round(100 + 4900 * seq(0, 1, length.out = classes)^4.55)
  middle <- classes %/% 2
  sizes[middle] <- sizes[middle] + n - sum(sizes)
  curves <- draw_outlines(sizes)
  run <- function(curves, draws, folder) {
    library(shapecrp)
    checkpoint <- file.path(folder, "fit.checkpoint")
    control <- mcmc_control(draws, draws %/% 4, seed = 1, n_threads = 2, checkpoint = checkpoint)
    fit <- if (file.exists(checkpoint)) resume(checkpoint) else {
      cluster_shapes(curves, search = "fast", n_points = 50, file = file.path(folder, "gram"),
                     control = control)
    }
    print(fit)
    list(clusters = clusters(fit), compared = fit$gram[["S"]]$pairs, seconds = fit$seconds,
         comparing = unname(fit$times["comparing"]))
  }
  log <- file.path(folder, "log")
  start <- function() {
    callr::r_bg(run, list(curves, draws, folder), libpath = .libPaths(), stdout = log,
                stderr = "2>&1")
  }
  began <- Sys.time()
  minutes <- function() as.numeric(difftime(Sys.time(), began, units = "mins"))
  peak <- used <- 0
  phases <- c(landmarks = "pairs-landmarks", trial = "pairs-trial", neighbours = "pairs-round",
              model = "gram/near$", sampling = "checkpoint$", none = "$^")
  for (phase in names(phases)) {
    child <- start()
    own <- 0
    while (child$is_alive()) {
      own <- max(own, processor_seconds(child$get_pid()))
      peak <- max(peak, tryCatch(peak_memory(child$get_pid()), error = function(e) 0))
      if (any(grepl(phases[[phase]], list.files(folder, recursive = TRUE)))) break
      Sys.sleep(1)
    }
    used <- used + own
    if (phase == "none") break
    killed <- child$kill(grace = 0)
    cat(sprintf("%6.1f min: %s begun, %s\n", minutes(), phase,
                if (killed) "killed" else "NOT KILLED"))
  }
  found <- child$get_result()
  k <- max(found$clusters)
  cat(sprintf("%6.1f min: done; %d clusters in %d classes\n", minutes(), k, classes))
  writeLines(utils::tail(readLines(log), 20))
  rand <- compare_partitions(found$clusters, curves$truth)[["adjusted_rand"]]
  tell_growth(keep_rows(data.frame(
    n = n, classes = classes, pairs = "near", compared = found$compared, seconds = 60 * minutes(),
    processor = used, comparing = found$comparing, sampling = found$seconds, MB = peak,
    clusters = k, adjusted_rand = rand
  )))
  tell_asked("hours, kills included", minutes() / 60, "<= 2.5", minutes() <= 150)
  tell_asked("peak memory, GB", peak / 1024, "<= 8", peak <= 8 * 1024)
  tell_asked("adjusted Rand", rand, ">= 0.9", rand >= 0.9)
}

# Near pairs against all pairs on measured outlines.
measured_set <- function(name) {
  curves <- read_set(name, closed = TRUE)
  n <- length(curves)
  whole <- keep_in("SHAPECRP_BENCH_CACHE", name, elastic_gram(curves))
  near <- elastic_gram(curves, pairs = "near", near = 30)
  of_near <- near[["S"]]
  share <- of_near$pairs / (n * (n - 1) / 2)
  delta <- as.matrix(stats::as.dist(whole))
  diag(delta) <- Inf
  nearest <- apply(delta, 1, function(x) order(x)[1:30])
  i <- rep(seq_len(n), each = 30)
  key <- function(a, b) (pmin(a, b) - 1) * n + pmax(a, b)
  recall <- mean(key(i, as.vector(nearest)) %in% key(of_near$first, of_near$second))
  rand <- vapply(list(whole, near), function(gram) {
    compare_partitions(clusters(default_fit(gram)), curves$truth)[["adjusted_rand"]]
  }, 0)
  cat(sprintf("\n%s: recall estimated %.3f\n", name, of_near$recall$share))
  tell_asked("recall of the 30 nearest", recall, ">= 0.95", recall >= 0.95)
  tell_asked("share of all pairs", share, "<= 0.333", share <= 1 / 3)
  tell_asked(sprintf("adjusted Rand %.3f of all pairs, less that of near pairs", rand[1]),
             rand[1] - rand[2], "<= 0.03", rand[1] - rand[2] <= 0.03)
}

if (!nzchar(Sys.getenv("SHAPECRP_SCALE"))) {
  print_machine()
  given <- commandArgs(TRUE)
  if (identical(given, "large")) {
    bench_large()
  } else if (length(given) > 0) {
    scale_table(as.integer(given))
  } else {
    scale_table(c(1000, 2000, 5000, 10000))
    for (name in c("leaves99", "mpeg7_full")) measured_set(name)
  }
}
