# The one door to the draws of a fit: burn-in and thinning happen here and in the
# sampler's record, by the same rule.

# Sweeps made by each chain.
sweeps_done <- function(fit) fit$state[[1]]$sweeps

# Numbers of the sweeps whose labels were kept.
kept_sweeps <- function(fit) {
  fit$control$burn_in + fit$control$thin * seq_len(dim(fit$labels)[1])
}

# Labels of kept draws as a matrix, one draw a row, chains one after another.
fit_labels <- function(fit, chains = seq_len(dim(fit$labels)[2])) {
  check_draws(fit)
  labels <- fit$labels[, chains, , drop = FALSE]
  dim(labels) <- c(prod(dim(labels)[1:2]), dim(labels)[3])
  colnames(labels) <- fit$gram$id
  labels
}

# The same, of the first copy of each item.
item_labels <- function(fit) {
  labels <- fit_labels(fit)
  if (anyDuplicated(fit$item) > 0) labels[, first_copies(fit$item), drop = FALSE] else labels
}

# The trace at the kept sweeps (draw x chain x variable), or at all.
fit_trace <- function(fit, burn_in = FALSE) {
  if (burn_in) {
    return(fit$trace)
  }
  check_draws(fit)
  fit$trace[kept_sweeps(fit), , , drop = FALSE]
}

check_draws <- function(fit, arg = "fit", call = caller_env(2)) {
  if (dim(fit$labels)[1] == 0) {
    abort_input(arg, "hold draws after burn-in", "it was stopped before; see sample_more()",
                call = call)
  }
}

# Moves what the sampler recorded since the last call into the fit, copies with the label of
# their item.
take_draws <- function(fit, sampler, started) {
  new <- sampler$collect()
  if (anyDuplicated(fit$item) > 0) new$labels <- new$labels[, , fit$item, drop = FALSE]
  fit$labels <- bind_draws(fit$labels, new$labels)
  fit$trace <- bind_draws(fit$trace, new$trace)
  fit$state <- new$states
  fit$seconds <- fit$seconds + seconds_since(started)
  fit
}

# Two arrays, one after the other along their first dimension.
bind_draws <- function(a, b) {
  if (is.null(a) || dim(a)[1] == 0) {
    return(b)
  }
  both <- array(a[0], dim(a) + c(dim(b)[1], 0, 0), dimnames = dimnames(b))
  both[seq_len(dim(a)[1]), , ] <- a
  both[dim(a)[1] + seq_len(dim(b)[1]), , ] <- b
  both
}

# Posterior probabilities of the numbers of clusters met.
cluster_count_posterior <- function(fit) {
  counts <- table(fit_trace(fit)[, , "clusters"])
  stats::setNames(as.numeric(counts) / sum(counts), names(counts))
}

# Posterior means of the sizes of the largest cluster, the next, and so on.
mean_sizes <- function(fit) {
  labels <- fit_labels(fit)
  K <- max(labels)
  sizes <- vapply(seq_len(nrow(labels)), function(draw) {
    sort(tabulate(labels[draw, ], K), decreasing = TRUE)
  }, integer(K))
  rowMeans(matrix(sizes, nrow = K))
}

# Share of proposals accepted after burn-in, over all chains.
acceptance <- function(fit) {
  trace <- fit_trace(fit)
  share <- function(move) {
    proposed <- sum(trace[, , paste0(move, "_proposed")])
    if (proposed == 0) NA_real_ else sum(trace[, , paste0(move, "_accepted")]) / proposed
  }
  c(gibbs = mean(trace[, , "gibbs_moved"]), split = share("split"), merge = share("merge"))
}

#' Draws for other packages
#'
#' The trace of a fit after burn-in and thinning, in the formats of packages
#' posterior and coda.
#'
#' @param x a `shape_fit`.
#' @param ... ignored.
#' @return A `draws_array`, or an `mcmc.list`.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' posterior::summarise_draws(fit, "mean", "sd")
#' @name shape_fit_draws
#' @exportS3Method posterior::as_draws_array
as_draws_array.shape_fit <- function(x, ...) {
  check_draws(x, "x", rlang::current_env())
  trace <- fit_trace(x)
  if (all(is.na(trace[, , "xi"]))) {
    trace <- trace[, , dimnames(trace)[[3]] != "xi", drop = FALSE]
  }
  posterior::as_draws_array(trace)
}

#' @rdname shape_fit_draws
#' @exportS3Method posterior::as_draws
as_draws.shape_fit <- function(x, ...) as_draws_array.shape_fit(x, ...)

#' @rdname shape_fit_draws
#' @exportS3Method coda::as.mcmc.list
as.mcmc.list.shape_fit <- function(x, ...) {
  trace <- unclass(as_draws_array.shape_fit(x))
  chains <- lapply(seq_len(dim(trace)[2]), function(chain) {
    values <- matrix(trace[, chain, ], nrow = dim(trace)[1])
    colnames(values) <- dimnames(trace)[[3]]
    coda::mcmc(values, start = x$control$burn_in + x$control$thin, thin = x$control$thin)
  })
  coda::mcmc.list(chains)
}
