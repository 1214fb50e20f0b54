#' Cluster curves given their inner products
#'
#' Draws from the posterior distribution of the partition under the Wishart model of
#' [wishart_crp_prior()], by Gibbs sweeps and moves that split and merge whole
#' clusters.
#'
#' An interrupt stops within a second and returns the draws made so far;
#' [sample_more()] continues from there. An interrupt while the partition is chosen returns the
#' fit without it. If the labels of all draws would take more than 2^28 numbers (1 GiB; 2^26 for
#' more than 5,000 curves; option `shapecrp.max_labels`), draws are thinned, and a message says so.
#'
#' Curves that are copies of one another are one curve to the model, whatever the prior: it
#' sees each distinct curve once (in n, d, s and the log posterior, and in the cluster sizes of
#' [crp()] and [mfm()]), and copies share its label in every draw. A message of class
#' `shapecrp_message_copies` counts them. Two curves are copies if their squared distance,
#' \eqn{S_{ii} + S_{jj} - 2 S_{ij}}{S_ii + S_jj - 2 S_ij}, is within the rounding error of inner
#' products: at most 16 times the machine's epsilon (3.6e-15) of
#' \eqn{S_{ii} + S_{jj}}{S_ii + S_jj} plus the mean of the diagonal. By this rule, curves that
#' differ by a translation or rotation are copies, and by a scale factor if scale is removed. A
#' closed curve listed from another starting point is a copy if curves keep their own vertices; if
#' it is resampled, it becomes a slightly different polygon.
#'
#' The matrix may be in any unit: it is multiplied by a power of four that brings its
#' largest entry near 1, and s by the same factor, which changes neither the draws nor the
#' reported log posterior.
#'
#' @param gram Inner products, from [elastic_gram()], [as_gram()], [dist_gram()] or
#'   [euclidean_gram()], or a symmetric matrix, which is treated as by [as_gram()].
#' @param prior The model, see [wishart_crp_prior()].
#' @param control Settings of the sampler, see [mcmc_control()].
#' @return An object of class `shape_fit`, a list with `labels` (integer, kept
#'   draw x chain x curve), `trace` (sweep x chain x variable, burn-in included),
#'   `gram`, `matrix` (the matrix that the model sees), `item` (for each curve, its row in that
#'   matrix; copies share one), `prior`, `control`, `model` (the values in use),
#'   `notes` (where they came from), `state`, `seed`, `seconds` (of sampling), `version`, and,
#'   computed from the draws, `diagnostics`, `partition` (see [partition()]), `mirrored` (clusters
#'   that are near mirror images, `NULL` if there are none), `profile` (see
#'   [resolution_profile()]) and `times`, the seconds that the partition took. The variable
#'   `largest` of the trace counts distinct curves.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' fit
#' @export
#' @param ... Must be empty; an unknown argument is an error.
wishart_crp <- function(gram, prior = wishart_crp_prior(), control = mcmc_control(), ...) {
  check_no_dots(...)
  gram <- check_gram(gram)
  checked <- check_model(prior, control)
  sample_model(gram, checked$prior, checked$control,
               prepare_model(gram, checked$prior, checked$control))
}

# prepare_gram(), which says how much memory it takes.
prepare_model <- function(gram, prior, control, call = caller_env()) {
  if (!is_points(gram) && !is_near(gram)) tell_memory(gram, "The model", model_matrices)
  prepare_gram(gram, prior, control$n_threads, call)
}

# A fit of `gram`. `prepared`, as prepare_gram() gives it, is made once the checkpoint is locked.
sample_model <- function(gram, prior, control, prepared, call = caller_env()) {
  lock <- lock_checkpoint(control$checkpoint, call)
  on.exit(unlock_file(lock))
  inform_copies(prepared$item)
  control <- limit_labels(control, n = length(gram))
  seed <- control$seed %||% sample.int(.Machine$integer.max, 1)
  fit <- new_shape_fit(
    gram = gram, matrix = prepared$matrix, item = prepared$item, prior = prior, control = control,
    model = prepared$model, notes = prepared$notes, seed = seed,
    state = start_chains(control, seed, prepared$gram, prepared$model, prepared$item,
                         prepared$matrix, call)
  )
  finish_fit(advance_fit(fit, call))
}

# What prepare_gram() gave when the fit was made.
prepared_of <- function(fit) {
  list(matrix = matrix_of_model(fit), gram = model_items(fit$gram, fit$prior)$gram, item = fit$item,
       model = fit$model, notes = fit$notes)
}

#' Continue sampling
#'
#' `sample_more()` adds sweeps to each chain, as if the run had never stopped:
#' the draws are exactly those of one long run. `resume()` reads the file of
#' `mcmc_control(checkpoint = )` after a crash and makes the missing draws,
#' the same as without the crash.
#'
#' A checkpoint holds plain numbers and strings, with a checksum, and never code. Its contents
#' are checked before use: a file that is cut off, damaged, written by a newer
#' version or not a checkpoint is an error of class `shapecrp_error_file`. While a run uses a
#' checkpoint, another run on the same file is refused; the lock ends with the process.
#'
#' A fit can also be saved by `saveRDS(fit)`, and `sample_more()` continues from what `readRDS()`
#' returns. That file is in R's own format: reading it can run code that its author put
#' there, so read only files that you trust.
#'
#' @param object A `shape_fit`, see [cluster_shapes()].
#' @param draws Number of sweeps to add to each chain; `NULL` completes what an interrupt left
#'   out, sweeps or the partition.
#' @param ... Must be empty.
#' @return A `shape_fit`, as described in [wishart_crp()], with diagnostics and partition
#'   recomputed from all draws.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' sample_more(fit, 100)
#' @export
sample_more <- function(object, ...) UseMethod("sample_more")

#' @rdname sample_more
#' @export
sample_more.shape_fit <- function(object, draws = NULL, ...) {
  check_no_dots(...)
  object$control <- check_control(object$control)
  check_states(object, "object")
  check_directory_exists(gram_directory(object$gram))
  lock <- lock_checkpoint(object$control$checkpoint)
  on.exit(unlock_file(lock))
  done <- sweeps_done(object)
  missing <- object$control$draws - done
  if (is.null(draws) && missing <= 0) {
    if (!is_finished(object)) {
      return(finish_fit(object))
    }
    abort_input("draws", "be a number when all planned draws are done", "not NULL",
                hint = "How many more? `sample_more(fit, 2000)`.")
  }
  draws <- check_number(draws %||% missing, min = 1, max = 1e9, whole = TRUE, arg = "draws")
  object$control$draws <- done + draws
  n <- length(object$gram$id)
  if (n_labels(object$control, n) > max_labels(n)) {
    abort_input(
      "draws", "give labels that fit in memory (option shapecrp.max_labels)",
      describe(draws)
    )
  }
  finish_fit(advance_fit(object))
}

#' @rdname sample_more
#' @param file A file written by `mcmc_control(checkpoint = )`.
#' @export
resume <- function(file) {
  check_given(file, "file", "be a file written by mcmc_control(checkpoint = )")
  if (!is.character(file) || length(file) != 1 || !file.exists(file) || dir.exists(file)) {
    hint <- if (is_shape_fit(file)) "For a fit use sample_more()."
    abort_input("file", "be a file written by mcmc_control(checkpoint = )", describe(file),
                hint = hint)
  }
  lock <- lock_checkpoint(file)
  on.exit(unlock_file(lock))
  fit <- read_checkpoint(file)
  fit$control$checkpoint <- file
  if (sweeps_done(fit) < fit$control$draws) fit <- advance_fit(fit)
  finish_fit(fit)
}

# Runs the chains of `fit` up to control$draws sweeps, in batches. Interrupts are let in
# between batches only, where draws and states agree; what was made so far is kept.
advance_fit <- function(fit, call = caller_env()) {
  control <- fit$control
  sampler <- new_sampler(fit, call)
  on.exit(sampler$end())
  started <- saved <- Sys.time()
  pause <- usual_pause <- getOption("shapecrp.checkpoint_seconds", 30)
  batch <- 1
  interrupted <- FALSE
  bar <- progress_bar("Sampling", control$progress, from = sweeps_done(fit))
  suspendInterrupts({
    done <- sweeps_done(fit)
    while (done < control$draws && !interrupted) {
      batch <- min(batch, control$draws - done)
      begun <- Sys.time()
      if (!sampler$run(batch)) {
        interrupted <- TRUE
        break
      }
      done <- done + batch
      batch <- next_batch(batch, seconds_since(begun), sampler$batch_seconds)
      if (!is.null(bar$update)) bar$update(done, control$draws)
      if (!is.null(control$checkpoint) && seconds_since(saved) > pause) {
        begun <- Sys.time()
        fit <- take_draws(fit, sampler, started)
        started <- Sys.time()
        save_fit(fit, control$checkpoint)
        saved <- Sys.time()
        pause <- max(usual_pause, 10 * seconds_since(begun))
      }
      interrupted <- is_interrupted()
    }
    bar$done()
    fit <- take_draws(fit, sampler, started)
    if (!is.null(control$checkpoint)) save_fit(fit, control$checkpoint)
    # An interrupt that came meanwhile must not lose the draws.
    is_interrupted()
  })
  if (interrupted && done < control$draws) {
    inform_shapecrp(c(
      "!" = "Interrupted after {done} of {control$draws} sweeps, which the fit holds.",
      i = "{.code sample_more(fit)} runs the others."
    ), "interrupted")
  }
  fit
}

# Aims at `wanted` seconds, growing at most fourfold.
next_batch <- function(batch, seconds, wanted = 0.2) {
  max(1, floor(batch * min(4, wanted / max(seconds, 1e-6))))
}

seconds_since <- function(time) {
  as.numeric(difftime(Sys.time(), time, units = "secs"))
}

# TRUE if the user asked to stop since the last call; to be called where
# interrupts are suspended.
is_interrupted <- function() {
  tryCatch(allowInterrupts(r_is_interrupted()), interrupt = function(condition) TRUE)
}

max_labels <- function(n) getOption("shapecrp.max_labels", if (n > max_dense) 2^26 else 2^28)

n_labels <- function(control, n) {
  as.numeric(n) * control$chains * (control$draws - control$burn_in) / control$thin
}

# Raises `thin` until the labels fit in memory, and says so.
limit_labels <- function(control, n) {
  excess <- n_labels(control, n) / max_labels(n)
  if (excess > 1) {
    control$thin <- min(as.integer(ceiling(control$thin * excess)),
                        control$draws - control$burn_in)
    inform_shapecrp(c(
      "!" = "Labels of all draws would take too much memory.",
      i = "Keeping one draw in {control$thin} (option {.code shapecrp.max_labels})."
    ), "thinned")
  }
  control
}

# States of the chains at their birth; each depends on the seed and its number. `gram`, `item`
# and `matrix` are those of prepare_gram(); labels given are one for each curve.
start_chains <- function(control, seed, gram, model, item = seq_along(gram$id), matrix = NULL,
                         call = caller_env()) {
  n <- length(gram$id)
  guess <- NULL
  apart <- FALSE
  states <- lapply(seq_len(control$chains), function(chain) {
    init <- control$init[[chain]] %||% spread_start(chain)
    is_given <- !(is.character(init) && length(init) == 1)
    rng <- r_rng_state(seed, chain)
    if (identical(init, "kmedoids")) {
      guess <<- guess %||% guess_start(gram, matrix)
      init <- guess
    } else if (identical(init, "random")) {
      random <- r_random_labels(rng, n, min(20, n))
      init <- random$labels
      rng <- random$rng
    } else if (identical(init, "one")) {
      init <- rep(1, n)
    } else if (identical(init, "fine")) {
      init <- fine_start(gram, matrix)
    } else if (identical(init, "singletons")) {
      init <- seq_len(n)
    }
    if (is_given) {
      if (length(init) != length(item)) {
        abort_input("init", sprintf("hold a label for each of %d curves", length(item)),
                    paste("not", length(init)), call = call)
      }
      apart <<- apart || are_copies_apart(init, item)
      init <- labels_of_items(init, item)
    }
    new_chain_state(match(init, unique(init)) - 1L, model, rng)
  })
  if (apart) {
    inform_shapecrp(
      c("!" = "{.arg init} separates copies; they get the label of the first."), "copies"
    )
  }
  states
}

# Far apart, yet not where a chain would stay: from singletons it may not leave where there are
# many dimensions.
spread_start <- function(chain) {
  if (chain > 3) "random" else c("one", "fine", "kmedoids")[chain]
}
