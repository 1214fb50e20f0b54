# A fit before its first sweep. `matrix`: of learn_model_matrix(). `item`: for each curve, the
# row of the model's matrix that it is or is a copy of; the chains' states have one slot for
# each row.
new_shape_fit <- function(gram, matrix, item, prior, control, model, notes, seed, state) {
  n <- length(gram$id)
  structure(
    list(
      gram = gram, matrix = matrix, item = item,
      labels = array(0L, c(0, control$chains, n)),
      trace = NULL,
      prior = prior, control = control, model = model, notes = notes,
      state = state, seed = seed, seconds = 0,
      version = this_version()
    ),
    class = "shape_fit"
  )
}

#' Test for a fit
#'
#' @param x Any object.
#' @return `TRUE` if `x` is a `shape_fit`, otherwise `FALSE`.
#' @examples
#' is_shape_fit(1)
#' @export
is_shape_fit <- function(x) {
  check_given(x, "x")
  inherits(x, "shape_fit")
}

#' Print and summarise a fit
#'
#' `print()` shows the number of clusters, their sizes and whether the chains agree; `summary()`
#' also describes the model and tabulates clusters and diagnostics.
#'
#' @param x,object A `shape_fit`, see [cluster_shapes()].
#' @param ... Ignored.
#' @return `print()` returns its argument. `summary()` returns a list of class
#'   `summary.shape_fit` with the posterior of the number of clusters, the mean
#'   sizes of the clusters in order, a table of the clusters of the partition (size,
#'   certainty, most central curve), a description of the model in words, the values in use and
#'   their origin, the table of diagnostics, shares of accepted moves, times, and the
#'   `verdict` on the chains: `agree` (`NA` if it cannot be judged), which criteria
#'   `failed` (R-hat at most 1.01, at least 100 effective draws per chain, bulk and tail), the
#'   worst `rhat`, `ess_bulk` and `ess_tail`, the `call` to run if they do not agree, and the
#'   verdict in `words`. Neither method computes a partition: if an interrupt left out partition
#'   and diagnostics, they are `NULL`.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' fit
#' summary(fit)
#' @export
print.shape_fit <- function(x, ...) {
  n <- length(x$gram$id)
  if (dim(x$labels)[1] == 0) {
    cat(sprintf("Fit of %d curve%s, stopped during burn-in after %d sweeps\n", n,
                if (n == 1) "" else "s", sweeps_done(x)))
    cat("  sample_more(fit) continues.\n")
    return(invisible(x))
  }
  verdict <- judge_chains(x$diagnostics, x)
  posterior <- cluster_count_posterior(x)
  if (isFALSE(verdict$agree)) cat_paragraph(c(verdict$words, ""))
  cat_paragraph(found_words(n, posterior, isTRUE(max(x$partition$labels, 0) == 1)))
  cat_fields(c(
    Sizes = sizes_words(x),
    if (!is.null(x$partition)) c(Certainty = certainty_words(x$partition)),
    if (!is.null(x$asked_k)) c(Requested = asked_words(x)),
    if (!is.null(x$profile)) c(Resolution = unsure_words(x) %||% rival_words(x$profile)),
    if (!is.null(x$reversal)) c(Direction = reversal_words(x$reversal)),
    if (!is.null(x$mirrored)) c(Mirrored = mirrored_words(x$mirrored)),
    if (!isFALSE(verdict$agree)) c(Chains = verdict$words),
    Draws = draws_words(x),
    Model = model_words(x),
    if (is_near(x$gram)) c("Near pairs" = given_up_words(x))
  ))
  cat("Next\n")
  cat_next(next_calls(x, verdict))
  invisible(x)
}

cat_paragraph <- function(lines, width = 80) cat(strwrap(lines, width), sep = "\n")

# Calls beside what they give; that of a call wider than `most` stands below it.
cat_next <- function(calls, most = 36) {
  length <- nchar(names(calls))
  width <- max(length[length <= most])
  gap <- ifelse(length > most, paste0("\n", strrep(" ", width + 4)),
                strrep(" ", pmax(width - length, 0) + 2))
  cat(paste0("  ", names(calls), gap, calls, "\n"), sep = "")
}

# Calls worth trying, and what they give.
next_calls <- function(fit, verdict) {
  missing <- fit$control$draws - sweeps_done(fit)
  more <- if (missing > 0) {
    c("sample_more(fit)" = sprintf("the %d remaining sweeps", missing))
  } else if (!is_finished(fit)) {
    c("sample_more(fit)" = "the partition, which was interrupted")
  } else if (nzchar(verdict$call)) {
    stats::setNames(
      if (isFALSE(verdict$agree)) "more sweeps, until the chains agree" else "more effective draws",
      verdict$call
    )
  }
  drawn <- !is.null(fit$gram$curves)
  c(
    more,
    if (drawn) c("plot(fit)" = "the clusters as aligned curves")
    else c("plot(fit, \"map\")" = "a map of the curves"),
    if (isFALSE(verdict$agree)) c("plot(fit, \"trace\")" = "the paths of the chains"),
    "clusters(fit)" = "the cluster of each curve",
    if (drawn) c("templates(fit)" = "the mean shape of each cluster"),
    if (!is.null(fit$mirrored)) {
      stats::setNames("treat mirror images as one shape", mirrored_call(fit$gram$settings))
    },
    "summary(fit)" = "the model and a table of clusters",
    "write_report(fit, \"clusters.html\")" = "everything on one page"
  )
}

# The number of clusters; where the partition has one, plain words that there are none.
found_words <- function(n, posterior, one_cluster) {
  count <- count_words(posterior)
  if (n == 1 || !one_cluster) {
    sprintf("Clusters of %d curve%s: %s", n, if (n == 1) "" else "s", count)
  } else if (names(which.max(posterior)) == "1") {
    c(sprintf("No structure found: all %d curves form one cluster.", n),
      sprintf("Clusters: %s", count))
  } else {
    c(sprintf("No structure found: the partition puts all %d curves into one cluster.", n),
      paste("The draws do not agree on which curves belong together. The number of",
            sprintf("clusters, %s, mostly reflects the prior.", count)))
  }
}

# What became of a number of clusters that was asked for.
asked_words <- function(fit) {
  k <- fit$asked_k
  found <- max(fit$partition$labels, 0)
  sprintf("k = %d, with resolution %s; the number is not inferred%s", k,
          format(fit$prior$resolution, digits = 3),
          if (found == k) "" else sprintf(". The nearest stable number is %d", found))
}

certainty_words <- function(partition) {
  unsure <- sum(partition$certainty < 0.5)
  least <- which.min(partition$certainty)
  sprintf("mean %.2f, minimum %.2f (%s); %s below 0.5", mean(partition$certainty),
          partition$certainty[[least]], quote_string(names(partition$labels)[least]),
          if (unsure == 0) "no curve" else sprintf("%d curve%s", unsure,
                                                    if (unsure == 1) "" else "s"))
}

#' @rdname print.shape_fit
#' @export
summary.shape_fit <- function(object, ...) {
  check_draws(object, "object", rlang::current_env())
  theta <- fit_trace(object)[, , "theta"]
  structure(
    list(
      n = length(object$gram$id),
      clusters = cluster_count_posterior(object),
      sizes = mean_sizes(object),
      partition = if (!is.null(object$partition)) summary(object$partition)$clusters,
      words = story_words(object),
      prior = object$prior,
      model = object$model,
      notes = object$notes,
      theta = table(theta) / length(theta),
      xi = mean(fit_trace(object)[, , "xi"]),
      diagnostics = object$diagnostics,
      acceptance = acceptance(object),
      seconds = object$seconds,
      verdict = judge_chains(object$diagnostics, object)
    ),
    class = "summary.shape_fit"
  )
}

#' @export
print.summary.shape_fit <- function(x, ...) {
  words <- x$verdict$words
  if (!isFALSE(x$verdict$agree)) {
    words <- paste(if (startsWith(words, "agree")) "Chains" else "Chains:", words)
  }
  cat_paragraph(c(words, "", found_words(x$n, x$clusters, identical(nrow(x$partition), 1L))))
  print(round(x$clusters, 3))
  sizes <- format(round(utils::head(x$sizes, 20), 1), trim = TRUE)
  cat_paragraph(paste0("Mean sizes in decreasing order: ", paste(sizes, collapse = ", "),
                       if (length(x$sizes) > 20) ", ..."))
  if (!is.null(x$partition)) {
    cat("\nPartition\n")
    print_first_rows(x$partition, 30, digits = 2)
  }
  cat("\nModel\n")
  cat_fields(x$words)
  if (!is.null(x$diagnostics)) {
    cat("\nDiagnostics\n")
    print(format_diagnostics(x$diagnostics), row.names = FALSE)
  }
  cat("\nAcceptance rates\n")
  print(signif(x$acceptance, 3))
  invisible(x)
}

# What was done, in words, one line per stage.
story_words <- function(fit) {
  prior <- prior_words(fit$prior)
  theta <- fit_trace(fit)[, , "theta"]
  xi <- mean(fit_trace(fit)[, , "xi"])
  c(
    Compared = compared_words(fit$gram),
    "Inner products" = paste0(
      prior[["matrix"]],
      if ("clip" %in% names(fit$notes)) sprintf(" (%s)", fit$notes[["clip"]])
    ),
    Likelihood = sprintf(
      "Wishart with d = %s degrees of freedom, %s: curves in one cluster are close, others are not",
      degrees_told(fit), fit$notes[["d"]]
    ),
    Closeness = sprintf("\u03b8 mostly %s; prior %s",
                        format(as.numeric(names(which.max(table(theta)))), digits = 3),
                        prior[["theta"]]),
    Clusters = paste0(
      "any number, ", format(fit$prior$partition),
      if (xi_origin(fit$prior$partition) %in% c("guessed", "resampled")) {
        sprintf(": \u03be = %s %s", format(xi, digits = 3), fit$notes[["xi"]])
      }
    ),
    Draws = draws_words(fit),
    Seed = format(fit$seed)
  )
}

# What was compared, and what does not count.
compared_words <- function(gram) {
  settings <- gram$settings
  if (is.null(gram$curves)) {
    return(switch(settings$source,
      distances = "items by the distances given",
      points = "items by the inner products of points",
      "items by the inner products given"
    ))
  }
  ignored <- c(
    "position", if (settings$scale) "size", if (settings$rotation) "rotation",
    if (settings$reflection) "mirroring", if (settings$direction == "either") "direction",
    if (gram$closed) "starting point"
  )
  sprintf("%s by shape, ignoring %s and speed along the curve",
          describe_set(length(gram), gram$closed, curve_dimension(gram$curves)),
          paste(ignored, collapse = ", "))
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

# Sizes in the partition that is kept, else posterior means. The number of clusters is told
# where sizes are left out, or where it is not the most probable one.
sizes_words <- function(fit) {
  kept <- !is.null(fit$partition)
  sizes <- if (kept) tabulate(fit$partition$labels) else round(mean_sizes(fit), 1)
  sizes <- sizes[sizes >= 0.5]
  usual <- names(which.max(cluster_count_posterior(fit)))
  paste0(
    paste(format(utils::head(sizes, 12), trim = TRUE, drop0trailing = TRUE), collapse = ", "),
    if (length(sizes) > 12) ", ...",
    if (kept && length(sizes) != 1 && (length(sizes) > 12 || length(sizes) != usual)) {
      sprintf(" (%d clusters in the partition%s)", length(sizes), alone_words(sizes))
    },
    if (!kept) " on average"
  )
}

# ", 7 of one curve": an unsure curve may stand alone in the partition though not in the draws.
alone_words <- function(sizes) {
  if (any(sizes == 1)) sprintf(", %d with one curve", sum(sizes == 1)) else ""
}

draws_words <- function(fit) {
  control <- fit$control
  chains <- dim(fit$labels)[2]
  sprintf("%d from each of %d chain%s after a burn-in of %d%s, %s", dim(fit$labels)[1], chains,
          if (chains == 1) "" else "s", control$burn_in,
          if (control$thin == 1) "" else sprintf(", thinned by %d", control$thin),
          time_words(fit$seconds))
}

time_words <- function(seconds) {
  if (seconds < 60) sprintf("%.1f s", seconds) else sprintf("%.1f min", seconds / 60)
}

model_words <- function(fit) {
  xi <- mean(fit_trace(fit)[, , "xi"])
  resolution <- fit$prior$resolution
  range <- degrees_range(fit)
  sprintf("preset \"%s\", d = %s (%s%s%s); \u03be %s", fit$prior$preset,
          format(fit$model$d, digits = 3), if (is.null(range)) "" else paste0(range, "; "),
          if (resolution == 1) "" else paste0(format(resolution, digits = 3), " times "),
          fit$notes["d"],
          if (is.na(xi)) fit$notes["xi"]
          else sprintf("= %s (%s)", format(xi, digits = 3), fit$notes["xi"]))
}
