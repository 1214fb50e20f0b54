# Slow twins of the sampler's kernels, in plain R.

# All partitions of n items, one a row, labels in order of first appearance.
all_partitions <- function(n) {
  rows <- matrix(1L, 1, 1)
  for (i in seq_len(n)[-1]) {
    top <- apply(rows, 1, max)
    rows <- cbind(rows[rep(seq_len(nrow(rows)), top + 1), , drop = FALSE],
                  sequence(top + 1))
  }
  unname(rows)
}

# A number for each row of canonical labels.
partition_key <- function(labels) {
  drop(labels %*% 16^(seq_len(ncol(labels)) - 1))
}

# log P(S | partition, theta) with dense matrices, alpha integrated in closed form.
dense_log_likelihood <- function(S, labels, theta, d, r, s) {
  n <- nrow(S)
  Sigma <- diag(n) + theta * outer(labels, labels, "==")
  rest <- d / 2 * sum(diag(solve(Sigma, S))) + s
  n * d / 2 * log(d / 2) - d / 2 * determinant(Sigma)$modulus[1] +
    r * log(s) - lgamma(r) + lgamma(n * d / 2 + r) - (n * d / 2 + r) * log(rest)
}

# log of the probability of a partition of given block sizes.
log_crp <- function(sizes, xi) {
  n <- sum(sizes)
  length(sizes) * log(xi) + sum(lgamma(sizes)) + lgamma(xi) - lgamma(xi + n)
}

log_mfm <- function(sizes, lambda, gamma) {
  n <- sum(sizes)
  t <- length(sizes)
  k <- t:(t + 500)
  log_terms <- lfactorial(k) - lfactorial(k - t) + lgamma(gamma * k) - lgamma(gamma * k + n) +
    stats::dpois(k - 1, lambda, log = TRUE)
  log_sum(log_terms) + sum(lgamma(sizes + gamma) - lgamma(gamma))
}

log_sum <- function(x) max(x) + log(sum(exp(x - max(x))))

log_partition_prior <- function(sizes, partition) {
  if (partition$family == "mfm") {
    log_mfm(sizes, partition$lambda, partition$gamma)
  } else if (length(partition$xi) == 2) {
    a <- partition$xi[1]
    b <- partition$xi[2]
    log(stats::integrate(function(xi) {
      exp(vapply(xi, function(x) log_crp(sizes, x), 0)) * stats::dgamma(xi, a, b)
    }, 0, Inf, rel.tol = 1e-10)$value)
  } else {
    log_crp(sizes, partition$xi)
  }
}

# Exact posterior over all partitions, theta summed out.
exact_posterior <- function(S, prior) {
  prepared <- prepare_gram(as_gram(S), prior)
  partitions <- all_partitions(nrow(S))
  model <- prepared$model
  log_likelihood <- apply(partitions, 1, function(labels) {
    log_sum(vapply(model$theta, function(theta) {
      dense_log_likelihood(prepared$matrix$G, labels, theta, model$d, model$r, model$s * model$unit)
    }, 0))
  })
  sizes <- lapply(seq_len(nrow(partitions)), function(p) sort(tabulate(partitions[p, ])))
  kinds <- unique(sizes)
  log_prior <- vapply(kinds, log_partition_prior, 0, partition = prior$partition)
  log_p <- log_likelihood + log_prior[match(sizes, kinds)]
  list(key = partition_key(partitions), p = exp(log_p - log_sum(log_p)))
}

# Draws of one chain, started from a random partition.
draw_partitions <- function(S, prior, draws, thin = 1, seed = 1, usual_size = 64, ...) {
  control <- mcmc_control(draws = draws * thin + 100, burn_in = 100, thin = thin, chains = 1,
                          init = "random", seed = seed, n_threads = 1, split_merge = 2, ...)
  control$usual_size <- usual_size
  fit_labels(wishart_crp(as_gram(S), prior, control))
}

# The factor X X' + diag(own) of a matrix without negative eigenvalues, all own entries being the
# share `own` of the smallest diagonal entry that leaves it so.
factor_of <- function(G, own = 0) {
  values <- eigen(G, symmetric = TRUE)
  least <- max(0, min(values$values)) * own
  kept <- values$values - least > 1e-12 * max(values$values)
  X <- values$vectors[, kept, drop = FALSE] *
    rep(sqrt(values$values[kept] - least), each = nrow(G))
  new_factor(X, rep(least, nrow(G)))
}

# What prepare_gram() gives, with a factor in the place of its matrix.
prepare_factored <- function(gram, prior, own = 0) {
  prepared <- prepare_gram(gram, prior)
  prepared$matrix$factor <- factor_of(prepared$matrix$G, own)
  prepared$matrix$G <- NULL
  prepared
}

draw_factored <- function(S, prior, draws, thin = 1, own = 0, ...) {
  control <- mcmc_control(draws = draws * thin + 100, burn_in = 100, thin = thin, chains = 1,
                          init = "random", seed = 1, n_threads = 1, split_merge = 2, ...)
  gram <- as_gram(S)
  fit_labels(sample_model(gram, prior, control, prepare_factored(gram, prior, own)))
}

# Points around `groups` corners, kept as coordinates, and the same as a matrix.
points_gram <- function(n = 60, groups = 3, seed = 1, spread = 0.1) {
  withr::with_seed(seed, {
    x <- diag(groups)[rep_len(seq_len(groups), n), ] + spread * matrix(stats::rnorm(n * groups), n)
    gram_of_points(x, paste0("c", seq_len(n)))
  })
}

# Total variation between draws and exact posterior, its mean under independent
# draws, and the p-value of Pearson's test, rare partitions pooled.
compare_with_exact <- function(labels, exact) {
  N <- nrow(labels)
  counts <- tabulate(match(partition_key(labels), exact$key), length(exact$p))
  rare <- N * exact$p < 10
  observed <- c(counts[!rare], sum(counts[rare]))
  expected <- N * c(exact$p[!rare], sum(exact$p[rare]))
  keep <- expected > 0
  statistic <- sum(((observed - expected)^2 / expected)[keep])
  list(
    tv = sum(abs(counts / N - exact$p)) / 2,
    tv_independent = sum(sqrt(exact$p * (1 - exact$p) / (2 * pi * N))),
    p_value = stats::pchisq(statistic, sum(keep) - 1, lower.tail = FALSE)
  )
}

# n points in a few loose groups: a posterior spread over many partitions.
small_gram <- function(n, seed = 1, groups = 3, spread = 1) {
  withr::with_seed(seed, {
    centres <- matrix(stats::rnorm(groups * 3), groups)
    x <- centres[rep_len(seq_len(groups), n), ] + spread * matrix(stats::rnorm(n * 3), n)
    tcrossprod(x)
  })
}

# Small clear clusters: n points around `groups` corners.
clear_gram <- function(n = 30, groups = 3, seed = 1, spread = 0.1) {
  withr::with_seed(seed, {
    x <- diag(groups)[rep_len(seq_len(groups), n), ] +
      spread * matrix(stats::rnorm(n * groups), n)
    as_gram(tcrossprod(x))
  })
}

# Simulation-based calibration (Talts and others, 2018) of the raw model: draw
# partition, theta, alpha and S from the prior, and rank the truth among 99 draws
# of the posterior, ties broken at random. Ranks 0 .. 99, one replicate a row.
calibration_ranks <- function(replicates, partition = crp(1.5), n = 30, d = 6,
                              theta = c(0.3, 1, 3, 10)) {
  prior <- wishart_crp_prior("paper", partition = partition, theta = theta, d = d)
  t(vapply(seq_len(replicates), function(replicate) {
    truth <- draw_model(prior, n, d)
    control <- mcmc_control(200 + 99 * 10, 200, 10, chains = 1, init = "random",
                            seed = replicate, n_threads = 1)
    trace <- fit_trace(wishart_crp(as_gram(truth$S), prior, control))[, 1, ]
    c(
      K = random_rank(max(truth$labels), trace[, "clusters"]),
      theta = random_rank(truth$theta, trace[, "theta"]),
      log_likelihood = random_rank(
        round(dense_log_likelihood(truth$S, truth$labels, truth$theta, d, 3, 4), 5),
        round(-trace[, "deviance"] / 2, 5)
      )
    )
  }, c(K = 0, theta = 0, log_likelihood = 0)))
}

# Partition, theta and S from the raw model; alpha ~ Inv-Gamma(3, 4).
draw_model <- function(prior, n, d) {
  labels <- draw_prior_partition(prior$partition, n)
  theta <- sample(prior$theta, 1)
  alpha <- 1 / stats::rgamma(1, 3, 4)
  x <- matrix(stats::rnorm(n * d), n)
  centres <- matrix(stats::rnorm(n * d), n)
  x <- sqrt(alpha) * (x + sqrt(theta) * centres[labels, ])
  list(labels = labels, theta = theta, S = tcrossprod(x) / d)
}

# CRP: item by item. MFM: components and weights first.
draw_prior_partition <- function(partition, n) {
  if (partition$family == "mfm") {
    components <- 1 + stats::rpois(1, partition$lambda)
    weights <- stats::rgamma(components, partition$gamma)
    labels <- sample.int(components, n, replace = TRUE, prob = weights)
    return(match(labels, unique(labels)))
  }
  xi <- partition$xi
  if (length(xi) == 2) xi <- stats::rgamma(1, xi[1], xi[2])
  labels <- 1L
  for (i in seq_len(n)[-1]) {
    sizes <- tabulate(labels)
    labels[i] <- sample.int(length(sizes) + 1, 1, prob = c(sizes, xi))
  }
  labels
}

random_rank <- function(truth, draws) {
  sum(draws < truth) + sample.int(sum(draws == truth) + 1, 1) - 1
}

# p-value of uniformity of ranks 0 .. 99 in 20 bins.
uniformity <- function(ranks) {
  stats::chisq.test(tabulate(ranks %/% 5 + 1, 20))$p.value
}

# Matrices of the kernels, from distances.
local_kernel <- function(delta, neighbours) kernel_local$learn(NULL, delta, neighbours, 1)$G
path_kernel <- function(delta, neighbours = NULL, n_threads = 1) {
  kernel_path$learn(NULL, delta, neighbours, n_threads)$G
}
