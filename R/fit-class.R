# A fit before its first sweep.
new_shape_fit <- function(gram, prior, control, model, notes, seed, state) {
  n <- length(gram$id)
  structure(
    list(
      gram = gram,
      labels = array(0L, c(0, control$chains, n)),
      trace = NULL,
      prior = prior, control = control, model = model, notes = notes,
      state = state, seed = seed, seconds = 0,
      version = as.character(utils::packageVersion("shapecrp"))
    ),
    class = "shape_fit"
  )
}

#' Is it a fit?
#'
#' @param x an object.
#' @return `TRUE` or `FALSE`.
#' @examples
#' is_shape_fit(1)
#' @export
is_shape_fit <- function(x) inherits(x, "shape_fit")

#' Print and summarise a fit
#'
#' @param x,object a `shape_fit`.
#' @param ... ignored.
#' @return `print()` returns its argument; `summary()` a list of class
#'   `summary.shape_fit` with the posterior of the number of clusters, the mean
#'   sizes of the clusters in order, the numbers in use and their origin, the
#'   table of diagnostics, shares of accepted moves, and times.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' summary(fit)
#' @export
print.shape_fit <- function(x, ...) {
  n <- length(x$gram$id)
  if (dim(x$labels)[1] == 0) {
    cat(sprintf("Fit of %d curves, stopped in burn-in after %d sweeps\n", n, sweeps_done(x)))
    cat("  sample_more(fit) goes on.\n")
    return(invisible(x))
  }
  diagnostics <- diagnose(x)
  verdict <- diagnosis_words(diagnostics, x)
  if (!verdict$agree) cat(paste0(verdict$words, "\n"), "\n", sep = "")
  cat(sprintf("Clusters of %d curve%s: %s\n", n, if (n == 1) "" else "s",
              count_words(cluster_count_posterior(x))))
  cat_fields(c(
    Sizes = sizes_words(x),
    Draws = draws_words(x),
    Model = model_words(x),
    if (verdict$agree) c(Chains = paste(verdict$words, collapse = " "))
  ))
  invisible(x)
}

#' @rdname print.shape_fit
#' @export
summary.shape_fit <- function(object, ...) {
  structure(
    list(
      n = length(object$gram$id),
      clusters = cluster_count_posterior(object),
      sizes = mean_sizes(object),
      prior = object$prior,
      model = object$model,
      notes = object$notes,
      theta = table(fit_trace(object)[, , "theta"]) / length(fit_trace(object)[, , "theta"]),
      xi = mean(fit_trace(object)[, , "xi"]),
      diagnostics = diagnose(object),
      acceptance = acceptance(object),
      seconds = object$seconds,
      draws = draws_words(object),
      verdict = diagnosis_words(diagnose(object), object)
    ),
    class = "summary.shape_fit"
  )
}

#' @export
print.summary.shape_fit <- function(x, ...) {
  words <- x$verdict$words
  if (x$verdict$agree) words <- paste("Chains:", words)
  cat(paste0(words, "\n"), sep = "")
  cat(sprintf("\nClusters of %d curve%s\n", x$n, if (x$n == 1) "" else "s"))
  print(round(x$clusters, 3))
  cat("\nMean sizes, largest first: ",
      paste(format(round(utils::head(x$sizes, 20), 1), trim = TRUE), collapse = ", "),
      if (length(x$sizes) > 20) ", ...", "\n\n", sep = "")
  cat_fields(c(
    Draws = x$draws,
    Model = sprintf("preset \"%s\"", x$prior$preset),
    d = sprintf("%s, %s", format(x$model$d), x$notes["d"]),
    "\u03be" = if (is.na(x$xi)) x$notes[["xi"]]
               else sprintf("%s, %s", format(x$xi, digits = 3), x$notes["xi"]),
    "\u03b8" = sprintf("mostly %s", format(as.numeric(names(which.max(x$theta))), digits = 3)),
    if ("clip" %in% names(x$notes)) c(Spectrum = x$notes[["clip"]])
  ))
  cat("\nDiagnostics\n")
  print(format_diagnostics(x$diagnostics), row.names = FALSE)
  cat("\nShare of proposals accepted\n")
  print(signif(x$acceptance, 3))
  invisible(x)
}

# "6 (probability 0.98), 7 (0.02)".
count_words <- function(posterior) {
  top <- sort(posterior, decreasing = TRUE)
  top <- top[seq_len(min(3, length(top)))]
  top <- top[top >= 0.005 | seq_along(top) == 1]
  shares <- sprintf("%.2f", top)
  paste0(names(top), " (", c("probability ", rep("", length(top) - 1)), shares, ")",
         collapse = ", ")
}

sizes_words <- function(fit) {
  sizes <- round(mean_sizes(fit), 1)
  sizes <- sizes[sizes >= 0.5]
  paste0(paste(format(utils::head(sizes, 12), trim = TRUE, drop0trailing = TRUE),
               collapse = ", "),
         if (length(sizes) > 12) sprintf(", ... (%d in all)", length(sizes)))
}

draws_words <- function(fit) {
  sprintf("%d from each of %d chain%s (%d sweeps, burn-in %d, thinned by %d), %s",
          dim(fit$labels)[1], dim(fit$labels)[2], if (dim(fit$labels)[2] == 1) "" else "s",
          sweeps_done(fit), fit$control$burn_in, fit$control$thin,
          time_words(fit$seconds))
}

time_words <- function(seconds) {
  if (seconds < 60) sprintf("%.1f s", seconds) else sprintf("%.1f min", seconds / 60)
}

model_words <- function(fit) {
  sprintf("preset \"%s\", d = %s (%s); \u03be %s", fit$prior$preset, format(fit$model$d),
          fit$notes["d"],
          if (is.na(fit$model$xi)) fit$notes["xi"]
          else sprintf("= %s (%s)", format(fit$model$xi, digits = 3), fit$notes["xi"]))
}
