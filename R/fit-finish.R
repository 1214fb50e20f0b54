# The end of every road to a fit. Functions that return one call finish_fit() last, so that
# a fit with draws holds its diagnostics and its partition; what is printed only reads them.

# Diagnostics and partition of the draws that `fit` holds, the seconds they took, clusters that
# mirror one another, and the partitions of other resolutions. An interrupt leaves them out; the
# draws are safe.
finish_fit <- function(fit) {
  fit[c("diagnostics", "partition", "mirrored", "profile")] <- NULL
  fit$times <- fit$times[names(fit$times) != "partition"]
  if (dim(fit$labels)[1] == 0) {
    return(fit)
  }
  rlang::local_options(shapecrp.progress = is_progress_shown(fit$control$progress))
  started <- Sys.time()
  fit <- tryCatch(
    {
      diagnostics <- diagnose(fit)
      fit$partition <- partition(fit, n_threads = fit$control$n_threads)
      fit$diagnostics <- diagnostics
      fit$times["partition"] <- seconds_since(started)
      fit
    },
    interrupt = function(i) {
      inform_shapecrp(c(
        "!" = "Interrupted before a partition was chosen; the fit holds all draws.",
        i = "{.code sample_more(fit)} chooses one."
      ), "interrupted")
      fit
    }
  )
  if (is_finished(fit)) {
    fit$mirrored <- tryCatch(find_mirrored(fit), interrupt = function(i) NULL)
    if (!is_many(fit)) {
      fit$profile <- tryCatch(profile_of(fit, nearby_resolutions(fit)),
                              interrupt = function(i) NULL)
    }
  }
  fit
}

is_finished <- function(fit) !is.null(fit$partition) && !is.null(fit$diagnostics)

# What finish_fit() kept; made here only where an interrupt left it out. Not for printing.
fit_diagnostics <- function(fit) fit$diagnostics %||% diagnose(fit)

# The partition that goes with a fit, unless a method is asked for.
estimated_partition <- function(fit, method = NULL, n_threads = NULL, ...) {
  check_no_dots(...)
  if (is.null(method)) {
    fit$partition %||% partition(fit, n_threads = n_threads)
  } else {
    partition(fit, method, n_threads = n_threads)
  }
}
