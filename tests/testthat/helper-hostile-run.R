# Makes hostile calls in a child process and says of each what came of it:
#   value      a result that holds what its class promises
#   condition  an error of the package
#   promise    an error of the argument itself
#   skipped    the call needs a package that is not there
# and, which are faults,
#   error      an error of R, or of another package
#   warning    a warning of R, or of another package
#   bad value  a result with missing or infinite numbers, or not what its class promises
#   slow       it took longer than `limit` seconds
#   crash      the process died

hostile_faults <- c("error", "warning", "bad value", "slow", "crash")

# A data frame with a row for each of `calls`, a list of code named by number: number, call,
# outcome, seconds, where (the innermost function of the package) and what.
run_hostile_calls <- function(calls, limit = 20, grace = 10, batch = 500, memory = 8e6,
                              helpers = hostile_helpers()) {
  folder <- tempfile("hostile-run")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  log <- file.path(folder, "log")
  file.create(log)
  left <- calls
  while (length(left) > 0) {
    now <- utils::head(left, batch)
    saveRDS(now, file.path(folder, "calls.rds"))
    run_hostile_batch(folder, log, limit, grace, memory, helpers)
    left <- left[!names(left) %in% read_hostile_log(log)$number]
  }
  results <- read_hostile_log(log)
  results$call <- vapply(calls[results$number], format_hostile_call, "")
  results
}

hostile_helpers <- function() {
  list.files(test_path(), "^helper-(files|hostile.*)[.]R$", full.names = TRUE)
}

# Runs until all calls are made, one takes too long, or the process dies.
run_hostile_batch <- function(folder, log, limit, grace, memory, helpers) {
  already <- nrow(read_hostile_log(log))
  # Calls may read "../..": nothing of the machine lies there.
  here <- file.path(folder, "work", "here")
  dir.create(here, recursive = TRUE, showWarnings = FALSE)
  child <- callr::r_bg(
    function(helpers, folder, log, limit) {
      library(shapecrp)
      env <- new.env(parent = asNamespace("shapecrp"))
      for (helper in helpers) sys.source(helper, env)
      env$make_hostile_calls(file.path(folder, "calls.rds"), log, limit)
    },
    list(normalizePath(helpers), folder, log, limit),
    libpath = .libPaths(), arch = limited_r(folder, memory),
    stdout = file.path(folder, "out"), stderr = file.path(folder, "out"), wd = here
  )
  on.exit(child$kill())
  size <- 0
  changed <- Sys.time()
  while (child$is_alive()) {
    child$wait(200)
    if (file.size(log) != size) {
      size <- file.size(log)
      changed <- Sys.time()
    }
    if (as.numeric(difftime(Sys.time(), changed, units = "secs")) > limit + grace) child$kill()
  }
  late <- as.numeric(difftime(Sys.time(), changed, units = "secs")) > limit + grace
  begun <- read_hostile_log(log, "begin")$number
  ended <- read_hostile_log(log)$number
  lost <- setdiff(begun, ended)
  if (length(lost) > 0) {
    what <- if (late) "it did not stop, and was killed" else last_words(file.path(folder, "out"))
    write_hostile_log(log, "end", lost, if (late) "slow" else "crash", NA, "", what)
  } else if (length(ended) == already) {
    stop("no hostile call was made: ", last_words(file.path(folder, "out"), 20))
  }
}

# R under a limit of memory (kB), where there is a shell to set it.
limited_r <- function(folder, memory) {
  if (.Platform$OS.type != "unix" || !is.finite(memory)) {
    return("same")
  }
  script <- file.path(folder, "R")
  writeLines(c(
    "#!/bin/sh", sprintf("ulimit -v %.0f 2>/dev/null", memory),
    sprintf("exec %s \"$@\"", shQuote(file.path(R.home("bin"), "R")))
  ), script)
  Sys.chmod(script, "755")
  script
}

# How a process died: what R or C++ say of it, else the last lines.
last_words <- function(file, lines = 3) {
  text <- readLines(file, warn = FALSE)
  said <- grep("caught|terminate called|what\\(\\)|cause", text, value = TRUE, useBytes = TRUE)
  one_line(utils::tail(if (length(said) > 0) said else text, lines))
}

# The log: a line where a call begins, and one where it ends, so that a death has a cause.
write_hostile_log <- function(log, event, number, outcome = "", seconds = NA, where = "",
                              what = "") {
  line <- paste(event, number, outcome, format(seconds, digits = 3), where, one_line(what),
                sep = "\t")
  cat(line, "\n", file = log, append = TRUE, sep = "")
}

read_hostile_log <- function(log, event = "end") {
  fields <- strsplit(readLines(log, warn = FALSE, encoding = "UTF-8"), "\t", fixed = TRUE)
  fields <- Filter(function(field) length(field) == 6 && field[1] == event, fields)
  field <- function(i) vapply(fields, `[`, "", i)
  data.frame(
    number = field(2), outcome = field(3), seconds = suppressWarnings(as.numeric(field(4))),
    where = field(5), what = field(6)
  )
}

one_line <- function(text, width = 300) {
  text <- paste(iconv(enc2utf8(as.character(text)), "UTF-8", "UTF-8", sub = "byte"),
                collapse = " | ")
  text <- trimws(gsub("[[:space:][:cntrl:]]+", " ", cli::ansi_strip(text)))
  if (nzchar(text)) substr(text, 1, width) else "-"
}

format_hostile_call <- function(call) {
  text <- trimws(deparse(call, 500, control = c("keepNA", "keepInteger", "niceNames")))
  ends <- !grepl("[{,(]$", text) & !grepl("^[})]", c(text[-1], "}"))
  paste(paste0(text, ifelse(ends, ";", "")), collapse = " ")
}

# In the child -----------------------------------------------------------------------------

make_hostile_calls <- function(file, log, limit) {
  options(shapecrp.progress = FALSE, cli.num_colors = 1L, warn = 1)
  open_device()
  env <- hostile_fixtures()
  calls <- readRDS(file)
  for (number in names(calls)) {
    write_hostile_log(log, "begin", number, what = "-")
    found <- judge_hostile_call(calls[[number]], env, limit, as.numeric(number))
    write_hostile_log(log, "end", number, found$outcome, found$seconds, found$where, found$what)
  }
}

# Pictures are drawn where any character can be, and kept nowhere.
open_device <- function() {
  if (capabilities("cairo")) {
    grDevices::png(tempfile(fileext = ".png"), type = "cairo")
  } else {
    grDevices::pdf(NULL)
  }
}

# list(outcome, seconds, where, what) of one call. R's random numbers begin at `seed`.
judge_hostile_call <- function(call, env, limit, seed = 1) {
  if (!is_there(call[[1]])) {
    return(list(outcome = "skipped", seconds = 0, where = "", what = ""))
  }
  set.seed(seed)
  sink(nullfile())
  on.exit(sink())
  raw_warning <- NULL
  where <- ""
  started <- proc.time()[["elapsed"]]
  found <- tryCatch(
    withCallingHandlers(
      {
        setTimeLimit(elapsed = limit, transient = TRUE)
        value <- eval(call, new.env(parent = env))
        hostile_verdict(value)
      },
      warning = function(w) {
        own <- inherits(w, "shapecrp_warning") || grepl("hostile promise", conditionMessage(w))
        if (!own && is.null(raw_warning)) {
          raw_warning <<- conditionMessage(w)
          where <<- innermost_function()
        }
        tryInvokeRestart("muffleWarning")
      },
      message = function(m) tryInvokeRestart("muffleMessage"),
      error = function(e) if (is.null(raw_warning)) where <<- innermost_function()
    ),
    error = function(e) condition_verdict(e),
    interrupt = function(i) list(outcome = "slow", what = "it was interrupted")
  )
  setTimeLimit()
  seconds <- proc.time()[["elapsed"]] - started
  if (seconds > limit) {
    found <- list(outcome = "slow", what = sprintf("it took %.0f seconds", seconds))
  } else if (!is.null(raw_warning) && !found$outcome %in% hostile_faults) {
    found <- list(outcome = "warning", what = raw_warning)
  }
  c(found, list(seconds = seconds, where = where))
}

is_there <- function(head) {
  is.name(head) || requireNamespace(as.character(head[[2]]), quietly = TRUE)
}

condition_verdict <- function(e) {
  words <- tryCatch(conditionMessage(e), error = function(again) NULL)
  if (!is.character(words) || length(words) != 1 || !nzchar(words)) {
    return(list(outcome = "error", what = "an error whose message cannot be read"))
  }
  what <- paste0("<", class(e)[1], "> ", words)
  if (inherits(e, "shapecrp_error_internal")) {
    list(outcome = "error", what = what)
  } else if (inherits(e, "shapecrp_error")) {
    list(outcome = "condition", what = what)
  } else if (grepl("hostile promise", words)) {
    list(outcome = "promise", what = what)
  } else {
    list(outcome = "error", what = what)
  }
}

# The innermost function of the package among the calls in progress.
innermost_function <- function(namespace = asNamespace("shapecrp")) {
  for (frame in rev(seq_len(sys.nframe() - 1))) {
    if (identical(environment(sys.function(frame)), namespace)) {
      return(substr(deparse(sys.call(frame)[[1]])[1], 1, 60))
    }
  }
  ""
}

hostile_verdict <- function(value) {
  fault <- hostile_fault(value)
  if (is.null(fault)) {
    list(outcome = "value", what = class(value)[1])
  } else {
    list(outcome = "bad value", what = sprintf("<%s> %s", class(value)[1], fault))
  }
}

# Results ------------------------------------------------------------------------------------

# What is wrong with a result, in words, or NULL. Pictures are drawn.
hostile_fault <- function(x) {
  if (inherits(x, "ggplot")) {
    print(x)
    return(NULL)
  }
  if (is.function(x) || is.environment(x) || is.null(x)) {
    return("not a result")
  }
  for (class in intersect(class(x), names(promised))) {
    broken <- Filter(function(holds) !isTRUE(holds(x)), promised[[class]])
    if (length(broken) > 0) {
      return(sprintf("broken promise: %s", names(broken)[1]))
    }
  }
  odd_number(x)
}

# Fields that may be NA: a class not known, what has no meaning for these curves or this
# prior, diagnostics (and the verdict on them) of what does not vary. R-hat may be infinite.
# No number is NaN.
may_be_missing <- c(
  "truth", "clockwise", "certainty", "without", "t_star", "xi", "acceptance", "diagnostics",
  "verdict", ".certainty", ".second_certainty", "mean_probability", "rhat", "agreement", "ess_bulk",
  "ess_tail", "agree", "adjusted_rand", "sd"
)

# The place of the first number in `x` that is missing or infinite, or NULL.
odd_number <- function(x, place = "x", may_miss = FALSE) {
  if (is.numeric(x) && !is.factor(x) || is.logical(x) || is.complex(x)) {
    values <- as.vector(if (may_miss) x[is.nan(x)] else without_xi(x))
    return(if (!all(is.finite(values))) {
      sprintf("%s holds %s", place, values[!is.finite(values)][1])
    })
  }
  if (is.list(x)) {
    x <- unclass(x)
    for (i in seq_along(x)) {
      name <- names(x)[i] %||% as.character(i)
      fault <- odd_number(x[[i]], paste0(place, "$", name), may_miss || name %in% may_be_missing)
      if (!is.null(fault)) return(fault)
    }
  }
  NULL
}

# A trace without its variable xi, which some priors do not have.
without_xi <- function(x) {
  names <- dimnames(x)[[length(dim(x))]]
  if (is.array(x) && "xi" %in% names) x[slice.index(x, length(dim(x))) != match("xi", names)] else x
}

is_label <- function(x, n) {
  is.integer(x) && length(x) == n && !anyNA(x) && setequal(x, seq_len(max(x)))
}

are_shares <- function(x) is.numeric(x) && !anyNA(x) && all(x >= -1e-12 & x <= 1 + 1e-12)

are_ids <- function(x, n) {
  is.character(x) && length(x) == n && !anyNA(x) && all(nzchar(x)) && !anyDuplicated(x)
}

# What a result of each class promises, beside numbers that are numbers.
promised <- list(
  shape_curves = list(
    "points are numeric matrices of one width" = function(x) {
      all(vapply(x$points, function(m) is.matrix(m) && is.double(m), NA)) &&
        length(unique(vapply(x$points, ncol, 0L))) == 1
    },
    "curves have a length" = function(x) {
      all(vapply(x$points, function(m) nrow(unique(m)) > 1 + x$closed, NA))
    },
    "ids are unique" = function(x) are_ids(x$id, length(x$points)),
    "truth fits" = function(x) {
      is.null(x$truth) || is.factor(x$truth) && length(x$truth) == length(x$points)
    },
    "closed is a flag" = function(x) isTRUE(x$closed) || isFALSE(x$closed)
  ),
  elastic_gram = list(
    "S is a square of numbers" = function(x) {
      products <- as.matrix(x)
      is.double(products) && identical(dim(products), rep(length(x), 2)) &&
        all(is.finite(products))
    },
    "S is symmetric" = function(x) isSymmetric(as.matrix(x)),
    "ids are unique" = function(x) are_ids(names(x), length(x))
  ),
  shape_fit = list(
    "labels are labels" = function(x) {
      is.integer(x$labels) && !anyNA(x$labels) && all(x$labels >= 1) &&
        all(x$labels <= dim(x$labels)[3])
    },
    "log posterior is finite" = function(x) all(is.finite(x$trace[, , "log_posterior"])),
    "draws are there" = function(x) dim(x$labels)[1] > 0 || is.null(x$partition)
  ),
  shape_partition = list(
    "labels are 1 to K" = function(x) is_label(unname(x$labels), length(x$labels)),
    "similarities are shares" = function(x) are_shares(x$similarity),
    "certainties are shares" = function(x) are_shares(x$certainty)
  ),
  shape_baseline = list(
    "labels are 1 to K" = function(x) is_label(unname(x$labels), length(x$labels))
  ),
  shape_alignment = list(
    "distance is not negative" = function(x) x$distance >= 0,
    "rotation is orthogonal" = function(x) {
      max(abs(crossprod(x$rotation) - diag(nrow(x$rotation)))) < 1e-8
    }
  ),
  shape_mean = list(
    "mean is no worse than a member" = function(x) {
      x$sum_of_squares <= x$medoid_sum * (1 + 1e-6) + 1e-12
    }
  ),
  shape_prediction = list(
    "probabilities are shares" = function(x) are_shares(x$probability),
    "probabilities sum to one" = function(x) {
      p <- attr(x, "probabilities")
      is.null(p) || all(abs(rowSums(p) - 1) < 1e-6)
    }
  ),
  shape_credible_ball = list("radius is not negative" = function(x) x$radius >= 0),
  wishart_crp_prior = list("theta is positive" = function(x) all(x$theta > 0)),
  mcmc_control = list("draws are left" = function(x) x$draws >= x$burn_in + x$thin)
)

# Faults by cause: one string each, with the number of times and the first call.
summarise_hostile_faults <- function(results) {
  bad <- results[results$outcome %in% hostile_faults, ]
  cause <- paste(bad$outcome, bad$where, gsub("[0-9.e+-]+", "#", substr(bad$what, 1, 80)))
  unname(vapply(split(bad, factor(cause, unique(cause))), function(same) {
    sprintf("%d x %s in %s(): %s\n    call %s: %s", nrow(same), same$outcome[1], same$where[1],
            same$what[1], same$number[1], substr(same$call[1], 1, 400))
  }, ""))
}
