# Checkpoints: what a run needs to go on, in a file of plain values (R/plain-file.R). Reading
# one rebuilds every part through the function that makes or validates it, so that nothing
# reaches the core that a run could not have written.

checkpoint_fields <- c("gram", "matrix", "prior", "control", "model", "notes", "labels", "trace",
                       "state", "seed", "seconds")

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
  packed$control[c("checkpoint", "workers")] <- NULL
  packed$control["init"] <- list(pack_init(fit$control$init))
  packed$gram <- pack_store(fit$gram)
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
    if (inherits(e, "shapecrp_error_file")) rlang::cnd_signal(e)
    why <- "it holds what no run could have written"
    abort_file(file, checkpoint_words, "damaged", why, parent = e, call = call)
  })
  here <- this_version()
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
  items <- model_items(gram, prior)
  delta <- distances_for(prior, items)
  matrix <- check_model_matrix(x$matrix, items, prior, delta)
  fit <- new_shape_fit(
    gram = gram, matrix = matrix, item = items$item, prior = prior,
    control = rebuild_control(x$control),
    model = check_model_numbers(x$model, items, prior, delta, entries_of(matrix)),
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

# Numbers in use: they are those that gram and prior give. A number of eigenvalues, which takes
# O(n^3) to count, and a dimension of residuals, which takes short chains to find, is one from 1
# to n; xi is one of the n guesses that can be made.
check_model_numbers <- function(model, items, prior, delta, G) {
  n <- n_entries(G)
  partition <- prior$partition
  unit <- model_unit(prior, items)
  fixed <- c(
    list(r = prior$r, theta = prior$theta, unit = unit, family = partition$family),
    partition_numbers(partition, n, 1L)$numbers
  )
  check_fields(model, c("d", "s", names(fixed)), "model")
  if (xi_origin(partition) == "guessed") {
    fixed$xi <- NULL
    check_number(model$xi, min = 0, above = TRUE, arg = "xi")
    if (all(abs(model$xi / guesses_of_xi(partition, n) - 1) > 1e-6)) {
      abort_input("xi", "be a guess", describe(model$xi))
    }
  }
  if (!identical(model[names(fixed)], fixed)) {
    abort_input("model", "go with the prior", "it does not")
  }
  check_agreement(model$s, resolve_scale(prior, G, unit)$value, "s")
  d <- check_number(model$d, min = 0, above = TRUE, arg = "d") / prior$resolution
  if (is_number_of_degrees(prior$d)) {
    check_agreement(d, prior$d, "d")
  } else {
    check_number(round(d, 9), min = 1, max = n, whole = needs_spectrum(prior), arg = "d")
  }
  model
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
  numbers <- trace[, , if (is_without_xi(fit$model$family)) names != "xi" else TRUE, drop = FALSE]
  if (!all(is.finite(numbers)) || !all(trace[, , "theta"] %in% fit$model$theta)) {
    abort_input("trace", "hold finite numbers, \u03b8 of its grid", "it does not")
  }
  if (length(clusters) > 0 && any(fit_trace(fit)[, , "clusters"] != clusters)) {
    abort_input("trace", "count the clusters of the labels", "it does not")
  }
}

# Two runs on one checkpoint would overwrite each other. NULL where there is nothing to lock.
lock_checkpoint <- function(file, call = caller_env()) {
  if (is.null(file)) {
    return(NULL)
  }
  lock <- lock_file(paste0(file, ".lock"))
  if (is.null(lock)) {
    abort_shapecrp(c(
      "Another run is using the checkpoint {.file {file}}.",
      i = "Wait until it ends, or give another file."
    ), c("locked", "file"), file = file, call = call)
  }
  lock
}
