# What computes jobs: this process, or daemons of the package mirai. A job is a list that holds
# all that its task needs, so that any process gives the same bits. A runner is a list of
#
#   run(n, make, keep, update)   hands the result of each job make(k), k = 1 .. n, to
#                                keep(k, result) as it comes; update(done, total) within a job;
#                                FALSE where `is_stopped()` ended it
#   end()                        ends what new_runner() began

tasks <- function() list(tile = compute_tile, chain = run_chain)

# Runs a job in this process; `version` is that of the process that asks.
run_job <- function(job, n_threads, version = this_version(), update = NULL) {
  if (version != this_version()) {
    abort_shapecrp(
      "A worker has version {this_version()} of shapecrp; {version} is needed.", "version",
      call = NULL
    )
  }
  tasks()[[job$task]](job, resolve_threads(n_threads), update)
}

new_runner <- function(workers, n_threads, call = caller_env()) {
  if (are_workers_used(workers)) {
    daemon_runner(start_daemons(workers, n_threads, call), call)
  } else {
    local_runner(n_threads)
  }
}

# Sockets of mirai do not survive a fork: a forked child works by itself.
are_workers_used <- function(workers) !is.null(workers) && !is_forked_child()

local_runner <- function(n_threads) {
  list(
    run = function(n, make, keep, update = NULL) {
      for (k in seq_len(n)) keep(k, run_job(make(k), n_threads, update = update))
      TRUE
    },
    end = function() NULL
  )
}

# NULL, a number of daemons on this machine, or the name of a compute profile.
check_workers <- function(workers, call = caller_env()) {
  if (is.null(workers)) {
    return(NULL)
  }
  is_name <- is.character(workers) && length(workers) == 1 && !is.na(workers) && nzchar(workers)
  if (!is_name && !is.numeric(workers)) {
    must <- "be NULL, a number of workers on this machine, or a compute profile of mirai"
    abort_input("workers", must, describe(workers), call = call)
  }
  if (!is_name) {
    workers <- check_number(workers, min = 1, max = 256, whole = TRUE, arg = "workers", call = call)
  }
  workers
}

# Daemons as a list: `profile`, threads of each, seconds to wait for one, and end().
start_daemons <- function(workers, n_threads, call) {
  check_installed_for("mirai", "compute on workers", call = call)
  if (is.character(workers)) {
    if (!mirai::daemons_set(.compute = workers)) {
      must <- sprintf("name a compute profile with daemons (see mirai::daemons(.compute = %s))",
                      quote_string(workers))
      abort_input("workers", must, sprintf("%s has none", quote_string(workers)), call = call)
    }
    return(list(profile = workers, n_threads = n_threads, patience = worker_patience(60),
                end = function() NULL))
  }
  the$profiles <- (the$profiles %||% 0) + 1
  profile <- sprintf("shapecrp-%d-%d", Sys.getpid(), the$profiles)
  # It draws seeds for its daemons, which nothing here uses.
  keep_random_state(mirai::daemons(workers, .compute = profile))
  paths <- .libPaths()
  mirai::everywhere(.libPaths(paths), paths = paths, .compute = profile)
  each <- max(1L, resolve_threads(n_threads, call) %/% workers)
  list(profile = profile, n_threads = each, patience = worker_patience(15),
       end = function() end_daemons(profile))
}

# What is left of sockets is collected here: a forked child that did it would crash.
end_daemons <- function(profile) {
  mirai::daemons(0, .compute = profile)
  gc(verbose = FALSE)
}

# Seconds to wait for a worker where there is none.
worker_patience <- function(usual) getOption("shapecrp.worker_patience", usual)

daemon_runner <- function(daemons, call) {
  list(
    run = function(n, make, keep, update = NULL, is_stopped = function() FALSE) {
      run_on_daemons(n, make, keep, is_stopped, daemons, call)
    },
    end = daemons$end
  )
}

count_daemons <- function(daemons) mirai::status(.compute = daemons$profile)$connections

# At most two jobs for each daemon are under way, so that none waits for the next one. A job
# whose daemon died is given to another, three times.
run_on_daemons <- function(n, make, keep, is_stopped, daemons, call) {
  waiting <- seq_len(n)
  running <- list()
  tries <- integer(n)
  on.exit(for (task in running) mirai::stop_mirai(task$answer))
  seen <- asked <- Sys.time()
  connected <- count_daemons(daemons)
  while (length(waiting) + length(running) > 0) {
    if (is_stopped()) {
      return(FALSE)
    }
    sent <- utils::head(waiting, max(0, 2 * connected - length(running)))
    for (k in sent) {
      running <- c(running, list(list(k = k, answer = send_job(make(k), daemons))))
    }
    waiting <- setdiff(waiting, sent)
    Sys.sleep(0.005)
    is_done <- !vapply(running, function(task) mirai::unresolved(task$answer), NA)
    for (task in running[is_done]) {
      result <- task$answer$data
      if (mirai::is_mirai_error(result)) abort_worker(result, call)
      if (mirai::is_error_value(result)) {
        tries[task$k] <- tries[task$k] + 1L
        if (tries[task$k] == 3) abort_worker("Three workers failed on the same task.", call)
        waiting <- c(task$k, waiting)
      } else {
        keep(task$k, result)
      }
    }
    running <- running[!is_done]
    if (any(is_done) || seconds_since(asked) > 0.5) {
      connected <- count_daemons(daemons)
      asked <- Sys.time()
      if (connected > 0) seen <- asked
      if (seconds_since(seen) > daemons$patience) abort_no_workers(call)
    }
  }
  TRUE
}

send_job <- function(job, daemons) {
  n_threads <- daemons$n_threads
  mirai::mirai(
    get("run_job", envir = asNamespace("shapecrp"))(job, n_threads, version),
    job = job, n_threads = n_threads, version = this_version(),
    .compute = daemons$profile
  )
}

abort_no_workers <- function(call) {
  abort_shapecrp(c(
    "No worker is left.",
    i = "Finished work is kept: run the same call again to continue."
  ), "worker", call = call)
}

abort_worker <- function(result, call) {
  said <- sub("\n+$", "", as.character(result))
  abort_shapecrp(c("A worker failed.", x = "{said}"), "worker", call = call)
}
