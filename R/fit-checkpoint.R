# Checkpoints: what a run needs to go on, in a file of plain values (R/plain-file.R). Reading
# one rebuilds every part through the function that makes or validates it, so that nothing
# reaches the core that a run could not have written.

checkpoint_fields <- c("gram", "prior", "control", "model", "notes", "labels", "trace", "state",
                       "seed", "seconds")

checkpoint_words <- "a file written by mcmc_control(checkpoint = )"

# A checkpoint that fails costs the run nothing but a warning.
save_fit <- function(fit, file) {
  tryCatch(
    write_plain(pack_fit(fit), file, "checkpoint"),
    error = function(e) {
      warn_shapecrp(
        c("The checkpoint {.file {file}} could not be written.",
          i = "Sampling goes on without it."),
        "checkpoint", call = NULL
      )
    }
  )
}

# A fit as plain values.
pack_fit <- function(fit) {
  packed <- fit[checkpoint_fields]
  packed$control$checkpoint <- NULL
  packed$control["init"] <- list(pack_init(fit$control$init))
  packed$gram <- without_names(fit$gram)
  strip_classes(packed)
}

# Labels of any type as numbers; names of starts as they are.
pack_init <- function(init) {
  if (is.null(init)) {
    return(NULL)
  }
  lapply(init, function(entry) {
    if (is.character(entry) && length(entry) == 1) entry else match(entry, unique(entry))
  })
}

# Classes become plain lists, factors their codes and levels; other attributes than names
# and dimensions are left out.
strip_classes <- function(x) {
  if (is.factor(x)) {
    return(list(codes = as.integer(x), levels = levels(x)))
  }
  held <- attributes(x)
  x <- unclass(x)
  if (is.list(x)) x[] <- lapply(x, strip_classes)
  attributes(x) <- held[intersect(names(held), plain_attributes)]
  x
}

# The fit that a checkpoint holds; everything in it is valid, or there is an error.
read_checkpoint <- function(file, call = caller_env()) {
  read <- read_plain(file, "checkpoint", checkpoint_words, call = call)
  fit <- tryCatch(unpack_fit(read$content, read$version), error = function(e) {
    why <- "it holds what no run could have written"
    abort_file(file, checkpoint_words, "damaged", why, parent = e, call = call)
  })
  here <- as.character(utils::packageVersion("shapecrp"))
  if (read$version != here) {
    inform_shapecrp(c(
      "!" = "Version {read$version} of shapecrp wrote {.file {file}}; this is {here}.",
      i = "Draws made from here on may differ from those that it would have made."
    ), "version")
  }
  fit
}

unpack_fit <- function(x, version) {
  check_fields(x, checkpoint_fields, "checkpoint")
  gram <- unpack_gram(x$gram)
  prior <- rebuild_prior(x$prior)
  control <- rebuild_control(x$control)
  fit <- new_shape_fit(
    gram = gram, item = model_items(gram)$item, prior = prior, control = control,
    model = check_model_numbers(x$model, prior),
    notes = check_strings(x$notes, "notes"), seed = check_number(
      x$seed, min = 0, max = .Machine$integer.max, whole = TRUE, arg = "seed"
    ), state = x$state
  )
  fit$version <- version
  fit$seconds <- check_number(x$seconds, min = 0, arg = "seconds")
  check_states(fit)
  clusters <- check_labels(x$labels, fit)
  fit$labels <- x$labels
  fit$trace <- x$trace
  check_trace(fit, clusters)
  fit
}

check_strings <- function(x, arg) {
  if (!is.character(x) || anyNA(x) || is.null(names(x))) {
    abort_input(arg, "be strings with names", describe(x))
  }
  x
}

# Their points are checked with the gram, by rebuild_gram().
unpack_curves <- function(x) {
  if (is.null(x)) {
    return(NULL)
  }
  if (!is.null(x$truth)) {
    check_fields(x$truth, c("codes", "levels"), "truth")
    codes <- x$truth$codes
    known <- is.integer(codes) && is.character(x$truth$levels) && !anyDuplicated(x$truth$levels) &&
      all(is.na(codes) | (codes >= 1 & codes <= length(x$truth$levels)))
    if (!known) abort_input("truth", "have codes of its levels", "it has others")
    x$truth <- factor(x$truth$levels[codes], levels = x$truth$levels)
  }
  build(new_shape_curves, x, "curves")
}

unpack_gram <- function(x) {
  check_fields(x, names(formals(new_elastic_gram)), "gram")
  x["curves"] <- list(unpack_curves(x$curves))
  rebuild_gram(x)
}

# Numbers in use: they are positive, and those that the prior fixes are as it says.
check_model_numbers <- function(model, prior) {
  free <- c("d", "s", "unit", "xi", "xi_shape", "xi_rate", "gamma", "lambda")
  check_fields(model, c("r", "theta", "family", intersect(names(model), free)), "model")
  fixed <- list(r = prior$r, theta = prior$theta, family = prior$partition$family)
  if (!identical(model[names(fixed)], fixed)) {
    abort_input("model", "go with the prior", "it does not")
  }
  for (name in setdiff(names(model), names(fixed))) {
    without_part <- name == "xi" && model$family == "mfm" && is_missing_number(model$xi)
    if (!without_part) check_number(model[[name]], min = 0, arg = name)
  }
  model
}

# The numbers in use are those that gram and prior give, but for the last bits of another
# machine.
check_same_model <- function(prepared, model, file, call = caller_env()) {
  if (!isTRUE(all.equal(prepared, model, tolerance = 1e-6))) {
    abort_file(file, checkpoint_words, "damaged", "its model is not that of its curves",
               call = call)
  }
}

# Labels: integer, kept draw x chain x curve; each draw labelled 1, 2, ... by first
# appearance. Returns the number of clusters of each.
check_labels <- function(labels, fit) {
  control <- fit$control
  n <- length(fit$gram$id)
  kept <- max(0, (sweeps_done(fit) - control$burn_in) %/% control$thin)
  if (!is.integer(labels) || !identical(dim(labels), as.integer(c(kept, control$chains, n)))) {
    abort_input("labels", "have one value for each kept draw, chain and curve", describe(labels))
  }
  draws <- matrix(labels, ncol = n)
  top <- integer(nrow(draws))
  for (i in seq_len(n)) {
    fits <- draws[, i] >= 1L & draws[, i] <= top + 1L
    if (!isTRUE(all(fits))) abort_input("labels", "count clusters from 1", "they do not")
    top <- pmax(top, draws[, i])
  }
  top
}

# Trace: double, sweep x chain x variable; `clusters` of each kept draw.
check_trace <- function(fit, clusters) {
  trace <- fit$trace
  sweeps <- sweeps_done(fit)
  names <- r_trace_names()
  if (sweeps == 0 && is.null(trace)) {
    return(invisible())
  }
  size <- as.integer(c(sweeps, fit$control$chains, length(names)))
  if (!is.double(trace) || !identical(dim(trace), size) ||
    !identical(dimnames(trace), list(NULL, NULL, names))) {
    abort_input("trace", "have one value for each sweep, chain and variable", describe(trace))
  }
  numbers <- trace[, , if (fit$model$family == "mfm") names != "xi" else TRUE, drop = FALSE]
  if (!all(is.finite(numbers)) || !all(trace[, , "theta"] %in% fit$model$theta)) {
    abort_input("trace", "hold finite numbers, \u03b8 of its grid", "it does not")
  }
  if (length(clusters) > 0 && any(fit_trace(fit)[, , "clusters"] != clusters)) {
    abort_input("trace", "count the clusters of the labels", "it does not")
  }
}

# A lock that the system holds for as long as this process lives: two runs on one checkpoint
# would overwrite each other. NULL where there is nothing to lock, or no place for a lock:
# there the checkpoint cannot be written either, which save_fit() says.
lock_checkpoint <- function(file, call = caller_env()) {
  if (is.null(file)) {
    return(NULL)
  }
  path <- paste0(file, ".lock")
  lock <- tryCatch(
    suppressWarnings(filelock::lock(path, timeout = 0)), error = function(e) NA
  )
  if (is.null(lock)) {
    abort_shapecrp(c(
      "Another run is using the checkpoint {.file {file}}.",
      i = "Wait until it ends, or give another file."
    ), c("locked", "file"), file = file, call = call)
  }
  if (inherits(lock, "filelock_lock")) list(lock = lock, path = path)
}

unlock_checkpoint <- function(held) {
  if (!is.null(held)) {
    # Windows removes no file that is open; elsewhere nobody may find it unlocked.
    if (.Platform$OS.type != "windows") unlink(held$path, expand = FALSE)
    filelock::unlock(held$lock)
    if (.Platform$OS.type == "windows") unlink(held$path, expand = FALSE)
  }
}
