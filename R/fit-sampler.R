# The chains of a fit, in this process or on workers. A sampler is a list of
#
#   run(sweeps)     advances all chains; FALSE where an interrupt undid it
#   collect()       draws made since the last call, and states, as r_sampler_collect() has them
#   batch_seconds   how long a call of run() should take
#   end()           ends the workers

new_sampler <- function(fit, call = caller_env()) {
  S <- entries_of(matrix_of_model(fit, call))
  if (are_workers_used(fit$control$workers)) worker_sampler(fit, S, call) else local_sampler(fit, S)
}

# S is copied once.
local_sampler <- function(fit, S) {
  chains <- new_chains(S, fit$model, fit$control, fit$state)
  n_threads <- resolve_threads(fit$control$n_threads)
  list(
    run = function(sweeps) {
      r_sampler_run(chains, sweeps, n_threads)
      TRUE
    },
    collect = function() r_sampler_collect(chains),
    batch_seconds = 0.2,
    end = function() NULL
  )
}

# The core's chains at the states given. S: a matrix or a factor.
new_chains <- function(S, model, control, states) {
  r_sampler_new(
    S, model, move_settings(control, n_entries(S)), control[c("burn_in", "thin")], states
  )
}

# A chain before its first sweep, at `slots`, with theta in the middle of its grid.
new_chain_state <- function(slots, model, rng) {
  list(slots = slots, theta = length(model$theta) %/% 2, xi = model$xi, rng = rng, sweeps = 0)
}

move_settings <- function(control, n) {
  list(
    gibbs = "gibbs" %in% control$moves,
    theta = "theta" %in% control$moves,
    split_merge = if ("split_merge" %in% control$moves) {
      n_proposals(control$split_merge, n)
    } else {
      0
    },
    usual_size = control$usual_size
  )
}

# Each chain is a job, S with it: what a chain does next is a function of S, the model and its
# state, so it does not matter where it is done. Batches are long enough that sending S counts
# for little.
worker_sampler <- function(fit, S, call) {
  runner <- new_runner(fit$control$workers, n_threads = 1, call)
  control <- fit$control[c("burn_in", "thin", "moves", "split_merge", "usual_size")]
  states <- fit$state
  names <- r_trace_names()
  none <- list(
    labels = array(0L, c(0, length(states), n_entries(S))),
    trace = array(0, c(0, length(states), length(names)), list(NULL, NULL, names))
  )
  draws <- none
  list(
    run = function(sweeps) {
      results <- vector("list", length(states))
      is_done <- or_keep_draws(runner$run(
        length(states),
        make = function(k) {
          list(task = "chain", matrix = S, model = fit$model, control = control,
               state = states[[k]], sweeps = sweeps)
        },
        keep = function(k, result) results[[k]] <<- result,
        is_stopped = is_interrupted
      ), states[[1]]$sweeps)
      if (is_done) {
        states <<- lapply(results, function(result) result$states[[1]])
        draws <<- list(
          labels = bind_draws(draws$labels, bind_chains(lapply(results, `[[`, "labels"))),
          trace = bind_draws(draws$trace, bind_chains(lapply(results, `[[`, "trace")))
        )
      }
      is_done
    },
    collect = function() {
      new <- c(draws, list(states = states))
      draws <<- none
      new
    },
    batch_seconds = 5,
    end = runner$end
  )
}

# Workers that fail cost the draws of this batch, where there are others: FALSE and a warning.
or_keep_draws <- function(expr, sweeps) {
  tryCatch(expr, shapecrp_error_worker = function(e) {
    if (sweeps == 0) rlang::cnd_signal(e)
    warn_shapecrp("Sampling stopped: {conditionMessage(e)}", "worker", call = NULL)
    FALSE
  })
}

# A job of worker_sampler(): one chain.
run_chain <- function(job, n_threads, update = NULL) {
  chains <- new_chains(job$matrix, job$model, job$control, list(job$state))
  r_sampler_run(chains, job$sweeps, n_threads)
  r_sampler_collect(chains)
}

# Arrays [draw, 1, ...] of chains as one [draw, chain, ...].
bind_chains <- function(arrays) {
  size <- dim(arrays[[1]])
  all <- array(arrays[[1]][0], c(size[1], length(arrays), size[3]),
               dimnames = dimnames(arrays[[1]]))
  for (chain in seq_along(arrays)) all[, chain, ] <- arrays[[chain]]
  all
}
