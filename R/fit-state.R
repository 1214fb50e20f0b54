# The states of the chains of a fit: for each chain a list with slots (the block of each
# item of the model, 0 .. K - 1 without a gap), theta and degrees (indices into the grids of theta
# and d, from 0), xi, rng (eight numbers of 32 bits) and sweeps (made so far, the same for all
# chains).

# Raises an error where no run could be at these states. The core refuses them too.
check_states <- function(fit, arg = "state", call = caller_env()) {
  fault <- states_fault(fit)
  if (!is.null(fault)) abort_input(arg, "hold states to continue from", fault, call = call)
}

# NULL, or what is wrong.
states_fault <- function(fit) {
  control <- fit$control
  if (!is.list(fit$state) || length(fit$state) == 0 || length(fit$state) != control$chains) {
    return(sprintf("it has %d for %s chains", length(fit$state), format(control$chains)))
  }
  for (chain in seq_along(fit$state)) {
    fault <- state_fault(fit$state[[chain]], max(fit$item), fit$model)
    if (!is.null(fault)) {
      return(sprintf("in chain %d, %s", chain, fault))
    }
  }
  sweeps <- vapply(fit$state, function(state) as.numeric(state$sweeps), 0)
  if (any(sweeps != sweeps[1])) {
    return("chains have made different numbers of sweeps")
  }
  NULL
}

state_fault <- function(state, n, model) {
  fields <- c("slots", "theta", "degrees", "xi", "rng", "sweeps")
  if (!is.list(state) || !setequal(names(state), fields)) {
    return("fields are missing")
  }
  slots <- state$slots
  if (!is.integer(slots) || length(slots) != n || anyNA(slots) ||
    any(slots < 0L | slots >= n) || any(tabulate(slots + 1L) == 0L)) {
    return("slots are not those of a partition")
  }
  if (!is_whole_number(state$theta, 0, length(model$theta) - 1)) {
    return("\u03b8 is not in its grid")
  }
  if (!is_whole_number(state$degrees, 0, length(model$d_grid) - 1)) {
    return("d is not in its grid")
  }
  without_part <- is_without_xi(model$family) && is_missing_number(state$xi)
  if (!without_part && !is_finite_number(state$xi, above = 0)) {
    return("\u03be is not a positive number")
  }
  rng <- state$rng
  if (!is.double(rng) || length(rng) != 8 || !all(vapply(rng, is_whole_number, NA, 0, 2^32 - 1)) ||
    all(rng == 0)) {
    return("the random stream has no state")
  }
  if (!is_whole_number(state$sweeps, 0, 1e9)) {
    return("the number of sweeps is not valid")
  }
  NULL
}

is_finite_number <- function(x, above = -Inf) {
  is.numeric(x) && length(x) == 1 && is.finite(x) && x > above
}

is_missing_number <- function(x) is.numeric(x) && length(x) == 1 && is.na(x)

is_whole_number <- function(x, min, max) {
  is_finite_number(x) && x >= min && x <= max && x == floor(x)
}
