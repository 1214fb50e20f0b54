# S in tiles: memory, kills, workers, and what can go wrong with a directory. Each part prints
# what was asked beside what was found.
#
#   Rscript bench/tiles.R [large] [kills] [near] [workers] [faults]     all without arguments

source("bench/common.R")

parts <- commandArgs(trailingOnly = TRUE)
if (length(parts) == 0) parts <- c("kills", "near", "workers", "faults", "large")

# Runs `f(...)` in a process of its own with this library.
start_child <- function(f, ...) {
  callr::r_bg(f, list(...), libpath = .libPaths(), stdout = "|", stderr = "2>&1")
}

verdict <- function(what, asked, found, is_met) {
  cat(sprintf("%-52s asked %-28s found %-34s %s\n", what, asked, found,
              if (is_met) "met" else "NOT MET"))
}

# 5,000 outlines: memory, and the same bits as in memory on 500 of them.
bench_large <- function(n = 5000, part = 500) {
  dir <- file.path(Sys.getenv("SHAPECRP_BENCH_DIR", tempdir()), "large")
  curves <- simulate_shapes(n, classes = 20, seed = 1)
  child <- start_child(function(curves, dir, peak_memory) {
    library(shapecrp)
    loaded <- peak_memory()
    time <- system.time(elastic_gram(curves, search = "fast", file = dir))
    c(loaded = loaded, peak = peak_memory(), minutes = time[["elapsed"]] / 60)
  }, curves, dir, peak_memory)
  child$wait()
  found <- child$get_result()
  tiles <- list.files(dir, "^tile", full.names = TRUE)
  cat(sprintf("%d curves, %d tiles, %.0f MB on disk, %.1f min; R with the package: %.0f MB\n", n,
              length(tiles), sum(file.size(tiles)) / 1e6, found[["minutes"]], found[["loaded"]]))
  verdict("peak memory, n = 5,000", "< 500 MB", sprintf("%.0f MB", found[["peak"]]),
          found[["peak"]] < 500)
  taken <- sort(sample(n, part))
  same <- identical(as.matrix(open_gram(dir)[taken]),
                    as.matrix(elastic_gram(curves[taken], search = "fast")))
  verdict("bits of a random part of 500", "as in memory", if (same) "identical" else "others", same)
}

# One fit that can be killed and started again: `start(folder)` begins or goes on with it,
# `whole` is its result where nobody interferes, `seconds` how long that takes.
killable_fit <- function(curves, draws, ...) {
  run <- function(curves, draws, settings, dir, file) {
    options(shapecrp.checkpoint_seconds = 0.1, shapecrp.n_threads = 1)
    library(shapecrp)
    cat("ready\n")
    control <- mcmc_control(draws, draws %/% 3, chains = 2, seed = 1, checkpoint = file)
    fit <- if (file.exists(file)) resume(file) else {
      do.call(cluster_shapes, c(list(curves, search = "fast", file = dir, control = control),
                                settings))
    }
    S <- unclass(fit$gram[["S"]])
    list(S = if (is.list(S)) S[setdiff(names(S), "dir")] else as.matrix(fit$gram),
         labels = fit$labels, trace = fit$trace, partition = fit$partition$labels)
  }
  start <- function(folder) {
    child <- start_child(run, curves, draws, list(...), file.path(folder, "gram"),
                         file.path(folder, "fit.checkpoint"))
    while (child$is_alive() && !any(child$read_output_lines() == "ready")) Sys.sleep(0.01)
    child
  }
  child <- start(fresh_folder())
  seconds <- system.time(child$wait())[["elapsed"]]
  list(start = start, seconds = seconds, whole = child$get_result())
}

fresh_folder <- function() {
  folder <- tempfile("kill")
  dir.create(folder)
  folder
}

# Kills the fit with signal 9 when `wait(child, folder)` returns, and starts it again. The files
# left by the kill, whether the result is the same, and whether no temporary file is left.
kill_once <- function(fit, wait) {
  folder <- fresh_folder()
  on.exit(unlink(folder, recursive = TRUE))
  child <- fit$start(folder)
  wait(child, folder)
  killed <- child$is_alive()
  child$kill(grace = 0)
  child$wait()
  left <- list.files(folder, recursive = TRUE)
  child <- fit$start(folder)
  child$wait()
  list(left = left, killed = killed, same = identical(child$get_result(), fit$whole),
       clean = !any(grepl("[.]part$|lock", list.files(folder, recursive = TRUE))))
}

tell_kills <- function(what, kills) {
  same <- vapply(kills, `[[`, NA, "same")
  clean <- vapply(kills, `[[`, NA, "clean")
  verdict(what, sprintf("%d of %d identical", length(kills), length(kills)),
          sprintf("%d of %d, %d without temporary files", sum(same), length(kills), sum(clean)),
          all(same, clean))
}

# Killed at random moments of a tiled, checkpointed run, then run again or resumed.
bench_kills <- function(times = 20, n = 160) {
  fit <- killable_fit(simulate_shapes(n, classes = 8, seed = 2), 3000)
  kills <- lapply(seq_len(times), function(k) {
    kill_once(fit, function(...) Sys.sleep(fit$seconds * (k - stats::runif(1)) / times))
  })
  sampling <- vapply(kills, function(kill) any(grepl("checkpoint$", kill$left)), NA)
  cat(sprintf("%d curves, %.1f s a run; killed while %d comparing, %d sampling\n", n, fit$seconds,
              sum(!sampling), sum(sampling)))
  tell_kills("kill -9, then the same call or resume()", kills)
}

# Near pairs: a kill as soon as a phase has left its first file.
bench_near <- function(n = 800) {
  fit <- killable_fit(simulate_shapes(n, classes = 8, seed = 2), 600, pairs = "near")
  phases <- c(landmarks = "pairs-landmarks", trial = "pairs-trial", neighbours = "pairs-round",
              model = "gram/near$", sampling = "checkpoint$")
  kills <- lapply(phases, function(file) {
    kill_once(fit, function(child, folder) {
      is_there <- function() any(grepl(file, list.files(folder, recursive = TRUE)))
      while (child$is_alive() && !is_there()) Sys.sleep(0.005)
    })
  })
  killed <- vapply(kills, `[[`, NA, "killed")
  cat(sprintf("%d curves, near pairs, %.1f s a run; killed in phases: %s\n", n, fit$seconds,
              paste(names(phases)[killed], collapse = ", ")))
  tell_kills("kill -9 in each phase of near pairs", kills)
}

# Two daemons against two threads; one of three killed. On a machine that is busy with other
# work, seconds of the clock vary; those of the processor, of this process and of the daemons,
# hardly do.
bench_workers <- function(n = 448, rounds = 3) {
  curves <- simulate_shapes(n, classes = 8, seed = 3)
  profile <- "shapecrp-bench"
  mirai::daemons(2, .compute = profile)
  invisible(mirai::everywhere(loadNamespace("shapecrp"), .compute = profile)[])
  used <- function() {
    all <- c(list(proc.time()), mirai::everywhere(proc.time(), .compute = profile)[])
    sum(vapply(all, function(time) time[["user.self"]] + time[["sys.self"]], 0))
  }
  time <- function(...) {
    before <- used()
    elapsed <- system.time(elastic_gram(curves, ...))[["elapsed"]]
    c(elapsed = elapsed, cpu = used() - before)
  }
  times <- replicate(rounds, cbind(
    threads = time(n_threads = 2), daemons = time(n_threads = 1, workers = profile),
    started = time(n_threads = 2, workers = 2)
  ))
  mirai::daemons(0, .compute = profile)
  best <- apply(times, 1:2, min)
  words <- paste("%s pairs, best of %d rounds: 2 threads %.1f s, 2 daemons %.1f s, started by the",
                 "call %.1f s;\nof the processor %.1f s and %.1f s\n")
  cat(sprintf(words, format(n * (n - 1) / 2, big.mark = ","), rounds,
              best["elapsed", "threads"], best["elapsed", "daemons"], best["elapsed", "started"],
              best["cpu", "threads"], best["cpu", "daemons"]))
  cost <- best["elapsed", c("daemons", "started")] / best["elapsed", "threads"] - 1
  verdict("2 daemons against 2 threads, overhead", "<= 15 %",
          sprintf("%.1f %%, with their start %.1f %%", 100 * cost[1], 100 * cost[2]),
          all(cost <= 0.15))
  cost <- best["cpu", "daemons"] / best["cpu", "threads"] - 1
  verdict("the same, seconds of the processor", "<= 15 %", sprintf("%.1f %%", 100 * cost),
          cost <= 0.15)

  small <- curves[1:200]
  whole <- elastic_gram(small, n_threads = 2)
  mirai::daemons(3, .compute = profile)
  pids <- unlist(mirai::everywhere(Sys.getpid(), .compute = profile)[])
  dir <- tempfile()
  killer <- start_child(function(pid, dir) {
    while (length(list.files(dir, "^tile")) < 3) Sys.sleep(0.01)
    tools::pskill(pid, tools::SIGKILL)
  }, pids[2], dir)
  gram <- elastic_gram(small, n_threads = 1, workers = profile, file = dir)
  left <- mirai::status(.compute = profile)$connections
  mirai::daemons(0, .compute = profile)
  same <- identical(as.matrix(gram), as.matrix(whole))
  verdict("one of 3 daemons killed in mid-run", "same bits, no tile missing",
          sprintf("%s, %d daemons left", if (same) "same bits, all tiles" else "others", left),
          same && left == 2)
}

# What can go wrong with a directory: an error of the package, and nothing lost.
bench_faults <- function() {
  curves <- simulate_shapes(100, classes = 4, seed = 4)
  compare <- function(dir) elastic_gram(curves, search = "fast", n_points = 50, file = dir)
  whole <- as.matrix(elastic_gram(curves, search = "fast", n_points = 50))
  ask <- function(what, dir, asked = "a clear error, nothing lost") {
    said <- tryCatch({
      compare(dir)
      "no error"
    }, shapecrp_error = function(e) conditionMessage(e), error = function(e) "a raw error")
    is_met <- !said %in% c("no error", "a raw error")
    verdict(what, asked, if (is_met) "error" else said, is_met)
    if (is_met) {
      said <- gsub("\\s+", " ", gsub(tempdir(), "...", cli::ansi_strip(said), fixed = TRUE))
      cat(strwrap(said, 96, indent = 4, exdent = 4), sep = "\n")
    }
  }
  foreign <- tempfile()
  dir.create(foreign)
  writeLines("mine", file.path(foreign, "notes.txt"))
  ask("foreign directory", foreign)
  ask("directory that cannot be made", "/proc/shapecrp")
  shared <- tempfile()
  dir.create(shared)
  holder <- start_child(function(path) {
    held <- filelock::lock(path)
    cat("ready\n")
    Sys.sleep(60)
  }, file.path(shared, "lock"))
  while (!any(holder$read_output_lines() == "ready")) Sys.sleep(0.01)
  ask("two processes on one directory", shared)
  holder$kill()
  disk <- tempfile()
  dir.create(disk)
  compare(complete <- tempfile())
  room <- sprintf("size=%.0fk", file.size(file.path(complete, "gram")) / 1024 + 48)
  if (system2("mount", c("-t", "tmpfs", "-o", room, "tmpfs", disk), stderr = FALSE) != 0) {
    cat("disk full: not tried, this user may not mount one\n")
    return(invisible())
  }
  inside <- file.path(disk, "gram")
  ask("disk full", inside)
  kept <- length(list.files(inside, "^tile"))
  system2("mount", c("-o", "remount,ro", disk))
  ask("read-only disk", inside)
  system2("mount", c("-o", "remount,rw,size=10m", disk))
  same <- identical(as.matrix(suppressMessages(compare(inside))), whole)
  verdict("room made, same call", "goes on", sprintf("%d tiles kept, %s", kept,
                                                     if (same) "same bits" else "others"),
          same && kept > 0)
  system2("umount", disk)
}

print_machine()
set.seed(1)
for (part in parts) get(paste0("bench_", part))()
