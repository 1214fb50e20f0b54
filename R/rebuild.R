# Objects rebuilt from their fields, by the functions that make them: what was read from a
# file, or given by a user who may have overwritten a field, is valid or an error.

# A list with these names and no others.
check_fields <- function(x, names, arg) {
  if (!is.list(x) || anyDuplicated(names(x)) || !setequal(names(x), names)) {
    abort_input(arg, paste("have the fields", paste(names, collapse = ", ")), describe(x))
  }
}

# Rebuilds an object by its constructor, whose arguments are the fields.
build <- function(constructor, fields, arg) {
  check_fields(fields, setdiff(names(formals(constructor)), "..."), arg)
  do.call(constructor, fields, quote = TRUE)
}

rebuild_prior <- function(x) {
  x <- unclass(x)
  if (!is.list(x)) abort_input("prior", "be a list", describe(x))
  x["partition"] <- list(rebuild_partition_prior(x$partition))
  build(wishart_crp_prior, x, "prior")
}

# Fields that are NULL by default may be left out. A run that was interrupted in its burn-in
# and goes on for a few sweeps keeps none, so its `draws` are checked apart. The folder of a
# checkpoint may have gone: save_fit() says so.
rebuild_control <- function(x) {
  x <- unclass(x)
  usual <- as.list(formals(mcmc_control))
  usual <- usual[names(usual) != "..."]
  x[setdiff(names(Filter(is.null, usual)), names(x))] <- list(NULL)
  check_fields(x, c(names(usual), "usual_size"), "control")
  checked <- x[setdiff(names(usual), c("draws", "checkpoint"))]
  control <- do.call(mcmc_control, c(list(draws = 1e9), checked), quote = TRUE)
  control$draws <- check_number(x$draws, min = 1, max = 1e9, whole = TRUE, arg = "draws")
  if (!is.null(x$checkpoint)) control$checkpoint <- check_file_name(x$checkpoint, "checkpoint")
  control$usual_size <- check_number(x$usual_size, min = 0, above = TRUE, arg = "usual_size")
  control
}

# `x`: a gram, or its fields.
rebuild_gram <- function(x) {
  x <- unclass(x)
  check_fields(x, names(formals(new_elastic_gram)), "gram")
  if (!is.matrix(x[["S"]])) {
    return(rebuild_store(x))
  }
  S <- check_square(x[["S"]], "S")
  if (any(diag(S) < 0)) abort_input("S", "have no negative number on its diagonal", "it has one")
  check_ids(x$id, nrow(S))
  if (!is.null(x$curves)) check_curves(x$curves, "curves")
  if (!identical(x$id, x$curves$id %||% x$id) || !identical(x$closed, x$curves$closed)) {
    abort_input("gram", "match its curves", "it does not")
  }
  sources <- if (is.null(x$curves)) c("distances", "points", "given") else "curves"
  if (!is.list(x$settings) || !isTRUE(x$settings$source %in% sources)) {
    abort_input("settings", "say where S comes from", "they do not")
  }
  if (!is.null(x$curves)) {
    again <- check_kept_settings(x$settings, x$curves)
    if (!identical(again[names(x$settings)], x$settings)) {
      abort_input("settings", "be those of elastic_gram()", "they are not")
    }
  }
  metric <- check_choice(x$metric, gram_metrics, arg = "metric")
  if (!is.null(x$curves) && metric != curve_metric(x$settings$scale)) {
    abort_input("metric", "match the settings", describe(metric))
  }
  if (metric == "arc") check_unit_vectors(S, "S")
  gram_of_matrix(S, x$curves, x$id, x$closed, x$settings, metric)
}

# An object of the user's, rebuilt; the error says which argument it was and what made it.
check_unchanged <- function(x, rebuild, arg, maker, call = caller_env()) {
  tryCatch(rebuild(x), shapecrp_error_input = function(e) {
    if (inherits(e, "shapecrp_error_file")) rlang::cnd_signal(e)
    what <- e$arg %||% sprintf("curve %d (%s)", e$curve, quote_string(e$id))
    got <- sprintf("it was changed: %s %s", what, e$fault)
    abort_input(arg, paste("be as", maker, "made it"), got, call = call)
  })
}

# A prior and a control that can be run, as a list of both.
check_model <- function(prior, control, call = caller_env()) {
  if (!is_wishart_crp_prior(prior)) {
    abort_input("prior", "be made by wishart_crp_prior()", describe(prior),
                hint = remedy_for("prior", prior), call = call)
  }
  list(
    prior = check_unchanged(prior, rebuild_prior, "prior", "wishart_crp_prior()", call),
    control = check_control(control, call)
  )
}

check_control <- function(control, call = caller_env()) {
  if (!is_mcmc_control(control)) {
    abort_input("control", "be made by mcmc_control()", describe(control),
                hint = remedy_for("control", control), call = call)
  }
  check_unchanged(control, rebuild_control, "control", "mcmc_control()", call)
}
