# The number of threads, resolved here and nowhere else: the argument, else the
# option, else RcppParallel's variable, else all cores; at most `threads_per_core` for each
# core; two at most where R CMD check limits cores; one in a forked child.
resolve_threads <- function(n_threads = NULL, call = caller_env()) {
  if (is_forked_child()) {
    return(1L)
  }
  n_threads <- n_threads %||% getOption("shapecrp.n_threads")
  cores <- RcppParallel::defaultNumThreads()
  if (is.null(n_threads)) {
    n_threads <- suppressWarnings(as.integer(Sys.getenv("RCPP_PARALLEL_NUM_THREADS", "")))
    if (is.na(n_threads) || n_threads < 1) n_threads <- cores
  }
  n_threads <- check_number(n_threads, min = 1, whole = TRUE, arg = "n_threads", call = call)
  n_threads <- limit_threads(n_threads, cores)
  if (check_limits_cores()) min(n_threads, 2L) else n_threads
}

# Threads beyond the cores only wait, and each takes memory that may run out.
threads_per_core <- 8L

# The limit is told once in a session.
limit_threads <- function(n_threads, cores) {
  most <- threads_per_core * as.integer(cores)
  if (n_threads <= most) {
    return(n_threads)
  }
  if (!isTRUE(the$threads_told)) {
    the$threads_told <- TRUE
    inform_shapecrp(c(
      "!" = "{n_threads} threads requested, {most} used: {threads_per_core} per core.",
      i = "Results do not depend on the number of threads."
    ), "threads")
  }
  most
}

check_limits_cores <- function() {
  limit <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_", ""))
  nzchar(limit) && limit != "false"
}

# TRUE in a process forked after the package was loaded (parallel::mclapply).
is_forked_child <- function() {
  !identical(Sys.getpid(), the$pid)
}

# State of the session: the process that loaded the package, what was told once, comparisons
# that an interrupt left, tiles read last.
the <- new.env(parent = emptyenv())
the$tiles <- list()

.onLoad <- function(libname, pkgname) {
  the$pid <- Sys.getpid()
}

# Evaluates `code` and leaves the user's random numbers as they were.
keep_random_state <- function(code) {
  kinds <- RNGkind()
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit({
    if (is.null(state)) {
      suppressWarnings(RNGkind(kinds[1], kinds[2], kinds[3]))
      rm(".Random.seed", envir = globalenv())
    } else {
      assign(".Random.seed", state, envir = globalenv()) # nolint: object_name_linter.
    }
  })
  code
}

# Whether to show progress: as asked, else the option, else where somebody watches.
is_progress_shown <- function(show = NULL) {
  isTRUE(show %||% getOption("shapecrp.progress", interactive()))
}

# A progress bar for long work: `update(done, total)`, NULL where nothing is shown, and
# `done()`. It appears after two seconds (cli's default). `from` is what was done before:
# speed and time left are those of the rest.
progress_bar <- function(name, show = NULL, from = 0, .envir = parent.frame()) {
  if (!is_progress_shown(show)) {
    return(list(update = NULL, done = function() NULL))
  }
  bar <- NULL
  started <- Sys.time()
  list(
    update = function(done, total) {
      if (is.null(bar)) {
        bar <<- cli::cli_progress_bar(
          name,
          total = total, .auto_close = FALSE, .envir = .envir, extra = list(pace = ""),
          format = paste0(
            "{cli::pb_name}{cli::pb_bar} {cli::pb_current}/{cli::pb_total}", "{cli::pb_extra$pace}"
          )
        )
      }
      pace <- pace_words(done - from, total - done, seconds_since(started))
      cli::cli_progress_update(set = done, extra = list(pace = pace), id = bar, .envir = .envir)
    },
    done = function() if (!is.null(bar)) cli::cli_progress_done(id = bar, .envir = .envir)
  )
}

# ", 12/s, ETA 3.5 min": `done` in `seconds`, `left` to do; nothing where nothing is done.
pace_words <- function(done, left, seconds) {
  if (done <= 0) {
    return("")
  }
  rate <- done / max(seconds, 1e-6)
  sprintf(", %s/s, ETA %s", format(signif(rate, 2), big.mark = ",", scientific = FALSE),
          time_words(left / rate))
}

# Named strings as lines "  name  value", wrapped at 80 columns.
cat_fields <- function(fields, width = 80) {
  widest <- max(nchar(names(fields), "width"))
  for (name in names(fields)) {
    lines <- strwrap(fields[[name]], width - widest - 4)
    heads <- c(name, rep("", length(lines) - 1))
    heads <- paste0(heads, strrep(" ", widest - nchar(heads, "width")))
    cat(paste0("  ", heads, "  ", lines, "\n"), sep = "")
  }
}

# The first rows of a table, and how many more there are.
print_first_rows <- function(x, most, digits = 3) {
  shown <- utils::head(x, most)
  print(format(shown, digits = digits), row.names = FALSE)
  if (nrow(x) > nrow(shown)) cat(sprintf("... and %d more\n", nrow(x) - nrow(shown)))
}
