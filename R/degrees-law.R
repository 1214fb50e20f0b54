# The law of d about the fixed point of R/degrees.R, and the weights with which a chain moves
# over it. A chain draws from
#   p(B, theta, d) = pi(d) p(B, theta | S, d),  d on a grid with eight steps per octave.
# With m(B) the dimension of the residuals of partition B and v(B) the variance of its log,
#   pi(d) = E[ N(log d; log m(B), v(B)) | d ],
# the density at log d of the dimensions that draws at d leave: narrow where one d fits its own
# draws, wide where the dimension follows d. The grid ends where pi is negligible, and where
# partitions change at a stroke: beyond that is another resolution.
#
# Of the numbers of a model, `d_octaves` and `d_law` are the grid and pi of resolution 1, as
# octaves above its d; `d_grid` and `d_weight` what the sampler takes.

# In octaves: from one d of the grid to the next, and how far it goes to either side.
degrees_step <- 1 / 8
degrees_reach <- 1

# The smallest pi in the grid, as a share of the largest.
degrees_least <- 0.01

# The least chance that draws at neighbours in the grid may change places.
degrees_overlap <- 0.1

# `model` at one d and no other.
at_degrees <- function(model, d) {
  utils::modifyList(model, list(d = d, d_grid = d, d_weight = 0))
}

# The grid as `octaves` above d, without a gap, and `law`, pi on it. `dimension`: of
# log_dimension_of(); `state`: a chain at d.
degrees_law <- function(dimension, G, model, d, state) {
  bar <- progress_bar("Range of d")
  on.exit(bar$done())
  most <- 1 + 2 * degrees_reach / degrees_step
  visits <- list()
  visit <- function(octave, state) {
    if (!is.null(bar$update)) bar$update(length(visits) + 1, most)
    at <- d * 2^octave
    run <- run_short_chain(G, at_degrees(model, at), state, draws = 10)
    found <- apply(run$labels, 1, dimension)
    # A grid of this width knows log d no better than this.
    rounding <- (degrees_step * log(2))^2 / 12
    density <- stats::dnorm(log(at), found[1, ], sqrt(found[2, ] + rounding), log = TRUE)
    list(octave = octave, log_pi = log_mean_exp(density), state = run$state)
  }
  visits <- list(visit(0, state))
  for (side in c(-1, 1)) {
    last <- visits[[1]]
    for (octave in side * seq(degrees_step, degrees_reach, by = degrees_step)) {
      last <- visit(octave, last$state)
      best <- max(vapply(visits, `[[`, 0, "log_pi"))
      if (last$log_pi < best + log(degrees_least)) break
      visits <- c(visits, list(last))
    }
  }
  octaves <- vapply(visits, `[[`, 0, "octave")
  log_pi <- vapply(visits, `[[`, 0, "log_pi")[order(octaves)]
  law <- exp(log_pi - max(log_pi))
  list(octaves = sort(octaves), law = law / sum(law))
}

log_mean_exp <- function(x) max(x) + log(mean(exp(x - max(x))))

# A function of labels: W_ii and (W^2)_ii of the products W of residuals; from distances, or from
# inner products.
residuals_of <- function(delta) product_residuals(center_matrix(-delta^2 / 2))

product_residuals <- function(products) {
  function(labels) {
    W <- residual_products(products, labels)
    list(own = diag(W), squares = rowSums(W^2))
  }
}

# The log of the dimension of residuals, (tr W)^2 / tr W^2, and its variance over curves
# (infinitesimal jackknife): curve i moves it by 2 W_ii / tr W - 2 (W^2)_ii / tr W^2, and K means
# were fitted.
log_dimension <- function(residuals, labels) {
  n <- length(labels)
  free <- n - length(unique(labels))
  total <- sum(residuals$own)
  if (free == 0 || total <= 0) {
    return(c(0, 0))
  }
  all <- sum(residuals$squares)
  pull <- 2 * residuals$own / total - 2 * residuals$squares / all
  c(max(0, log(total^2 / all)), sum(pull^2) * n / free)
}

# The grid of a model at its d, and log weights, 0 at d: log pi(d) - log Z(d), Z(d) the sum over
# partitions and theta of prior times likelihood. Neighbours in the grid are bridged by short
# chains with a random stream of their own. An error in Z tilts pi and leaves
# p(B, theta | S, d) as it is.
weigh_degrees <- function(prepared, sweeps = 400) {
  model <- prepared$model
  grid <- model$d * 2^model$d_octaves
  middle <- which(model$d_octaves == 0)
  prepared$model <- at_degrees(model, model$d)
  if (length(grid) == 1) {
    return(prepared)
  }
  slots <- fine_partition(gram_distances(prepared$gram)) - 1L
  start <- list(state = new_chain_state(slots, model, r_rng_state(0, 2)))
  entries <- entries_of(prepared$matrix)
  bar <- progress_bar("Weights of d")
  on.exit(bar$done())
  # From the middle down, then up.
  visit <- function(g, from) {
    number <- if (g > middle) g else middle - g + 1
    if (!is.null(bar$update)) bar$update(number, length(grid))
    run <- run_short_chain(entries, at_degrees(model, grid[g]), from$state, sweeps,
                           draws = sweeps %/% 2)
    list(state = run$state, at = likelihood_sums(run, grid[g], model))
  }
  # Log Z of as much of the grid as hangs together on one side of d, which has 0.
  climb <- function(rungs, from) {
    log_z <- numeric()
    last <- middle
    for (g in rungs) {
      run <- visit(g, from)
      gain <- function(at) {
        log_likelihood_at(at, grid[g], model) - log_likelihood_at(at, grid[last], model)
      }
      there <- gain(from$at)
      back <- gain(run$at)
      if (mean(pmin(1, exp(outer(there, back, "-")))) < degrees_overlap) break
      log_z <- c(log_z, sum(utils::tail(log_z, 1), bridge(there, back)))
      last <- g
      from <- run
    }
    log_z
  }
  own <- visit(middle, start)
  coarser <- climb(rev(seq_len(middle - 1)), own)
  finer <- climb(seq_along(grid)[-seq_len(middle)], own)
  kept <- seq(middle - length(coarser), middle + length(finer))
  log_weight <- log(model$d_law[kept]) - c(rev(coarser), 0, finer)
  prepared$model$d_grid <- grid[kept]
  prepared$model$d_weight <- log_weight - log_weight[length(coarser) + 1]
  prepared
}

# What the likelihood of draws needs at any d: `spread` = sum_k log(1 + theta n_k), and
# `left` = tr S - sum_k theta / (1 + theta n_k) S_kk, found from the likelihood at this d.
likelihood_sums <- function(run, d, model) {
  spread <- vapply(seq_along(run$theta), function(t) {
    sum(log1p(run$theta[t] * tabulate(run$labels[t, ])))
  }, 0)
  at <- list(n = ncol(run$labels), spread = spread)
  power <- at$n * d / 2 + model$r
  log_rest <- (log_constant(d, at$n, model) - d / 2 * spread + run$deviance / 2) / power
  at$left <- pmax(exp(log_rest) - model$s * model$unit, 0) * 2 / d
  at
}

# As the sampler has it; see src/core/model/wishart_crp.h.
log_likelihood_at <- function(at, d, model) {
  log_constant(d, at$n, model) - d / 2 * at$spread -
    (at$n * d / 2 + model$r) * log(d / 2 * at$left + model$s * model$unit)
}

log_constant <- function(d, n, model) {
  n * d / 2 * log(d / 2 * model$unit) + model$r * log(model$s * model$unit) - lgamma(model$r) +
    lgamma(n * d / 2 + model$r)
}

# log Z_b / Z_a from log(density b / density a) at draws from a and, as many, from b (Bennett,
# 1976).
bridge <- function(from_a, from_b) {
  lacking <- function(x) sum(stats::plogis(from_a - x)) - sum(stats::plogis(x - from_b))
  ends <- range(from_a, from_b)
  stats::uniroot(lacking, ends + c(-1, 1), tol = 1e-8, extendInt = "downX")$root
}

# Raises an error where weigh_degrees() could not have given these numbers; its chains are not
# run again.
check_degrees_grid <- function(model, has_law) {
  steps <- model$d_octaves / degrees_step
  m <- length(steps)
  reach <- if (has_law) degrees_reach / degrees_step else 0
  valid <- is.double(steps) && all(steps %in% seq(-reach, reach)) && 0 %in% steps &&
    all(diff(steps) == 1)
  if (!valid) abort_input("d_octaves", "be steps about 0", describe(model$d_octaves))
  check_length(model$d_law, m, "d_law")
  if (any(model$d_law <= 0) || abs(sum(model$d_law) - 1) > 1e-9) {
    abort_input("d_law", "be probabilities", describe(model$d_law))
  }
  kept <- match(model$d_grid, model$d * 2^model$d_octaves)
  if (anyNA(kept) || !model$d %in% model$d_grid || any(diff(kept) != 1)) {
    abort_input("d_grid", "be a stretch of the octaves about d", describe(model$d_grid))
  }
  check_length(model$d_weight, length(kept), "d_weight")
  if (model$d_weight[model$d_grid == model$d] != 0) {
    abort_input("d_weight", "be 0 at d", describe(model$d_weight))
  }
}

check_length <- function(x, length, arg) {
  if (!is.double(x) || length(x) != length || !all(is.finite(x))) {
    abort_input(arg, sprintf("hold %d numbers", length), describe(x))
  }
}

# Whether d of a fit varies.
has_degrees_law <- function(fit) length(fit$model$d_grid) > 1

# The ends of the middle nine tenths of the draws of d; NULL where they are one value.
degrees_ends <- function(fit) {
  if (!has_degrees_law(fit)) {
    return(NULL)
  }
  ends <- stats::quantile(fit_trace(fit)[, , "d"], c(0.05, 0.95), names = FALSE, type = 1)
  if (ends[1] < ends[2]) ends
}

# "9.2 to 14", or NULL.
degrees_range <- function(fit) {
  ends <- degrees_ends(fit)
  if (!is.null(ends)) paste(format(ends[1], digits = 2), "to", format(ends[2], digits = 2))
}

# "11.9", or "11.9 (9.2 to 14)".
degrees_told <- function(fit) {
  range <- degrees_range(fit)
  paste0(format(fit$model$d, digits = 3), if (!is.null(range)) sprintf(" (%s)", range))
}
