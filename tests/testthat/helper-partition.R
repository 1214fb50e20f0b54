# Draws made up, and slow twins of what is computed from them.

# A fit that holds given draws (rows; a multiple of `chains`), with a log posterior each.
fit_of_draws <- function(labels, chains = 1, log_posterior = seq_len(nrow(labels)),
                         id = colnames(labels) %||% paste0("c", seq_len(ncol(labels)))) {
  n <- ncol(labels)
  kept <- nrow(labels) / chains
  trace <- array(0, c(kept, chains, 2), list(NULL, NULL, c("log_posterior", "clusters")))
  trace[, , 1] <- log_posterior
  trace[, , 2] <- apply(labels, 1, function(x) length(unique(x)))
  structure(
    list(
      gram = list(id = id), item = seq_len(n),
      labels = array(as.integer(labels), c(kept, chains, n)),
      trace = trace, control = list(burn_in = 0, thin = 1, chains = chains)
    ),
    class = "shape_fit"
  )
}

# Draws around a hidden partition: each moves some items and may merge two clusters.
noisy_draws <- function(n, clusters, draws, noise = 0.1, seed = 1) {
  withr::local_seed(seed)
  truth <- sample(rep_len(seq_len(clusters), n))
  hard <- stats::runif(n, 0, 2 * noise)
  labels <- t(replicate(draws, {
    x <- truth
    moved <- stats::runif(n) < hard
    x[moved] <- sample.int(clusters, sum(moved), replace = TRUE)
    if (stats::runif(1) < 0.3) x[x == sample.int(clusters, 1)] <- sample.int(clusters, 1)
    match(x, unique(x))
  }))
  colnames(labels) <- sprintf("item%02d", seq_len(n))
  labels
}

# Draws without any structure but what a few random partitions share.
random_draws <- function(n, draws, seed) {
  withr::local_seed(seed)
  centres <- replicate(3, sample.int(sample.int(n, 1), n, replace = TRUE))
  labels <- t(replicate(draws, {
    x <- centres[, sample.int(3, 1)]
    moved <- stats::runif(n) < 0.3
    x[moved] <- sample.int(n, sum(moved), replace = TRUE)
    match(x, unique(x))
  }))
  matrix(labels, draws, n)
}

# Variation of information from entropies, in bits.
slow_vi <- function(a, b) {
  entropy <- function(x) {
    p <- table(x) / length(x)
    -sum(p * log2(p))
  }
  2 * entropy(paste(a, b)) - entropy(a) - entropy(b)
}

# Share of pairs on which two partitions disagree.
slow_binder <- function(a, b) {
  pairs <- lower.tri(diag(length(a)))
  mean((outer(a, a, "==") != outer(b, b, "=="))[pairs])
}

slow_expected_loss <- function(labels, estimate, loss) {
  mean(apply(labels, 1, loss, b = estimate))
}

slow_coclustering <- function(labels) {
  Reduce(`+`, lapply(seq_len(nrow(labels)), function(t) {
    outer(labels[t, ], labels[t, ], "==")
  })) / nrow(labels)
}

# The least expected loss of all partitions, the rows of `all`. A loss is a sum over blocks,
# of which there are 2^n - 1: f(size) - 2 mean over draws of f(overlaps), and a constant.
least_loss <- function(labels, all, loss) {
  n <- ncol(labels)
  f <- if (loss == "vi") function(x) ifelse(x > 1, x * log2(x), 0) else function(x) x^2
  scale <- if (loss == "vi") n else n * (n - 1)
  blocks <- outer(seq_len(2^n - 1), 2^(seq_len(n) - 1), bitwAnd) > 0
  cost <- f(rowSums(blocks))
  constant <- 0
  for (t in seq_len(nrow(labels))) {
    for (k in unique(labels[t, ])) {
      own <- labels[t, ] == k
      cost <- cost - 2 / nrow(labels) * f(rowSums(blocks[, own, drop = FALSE]))
      constant <- constant + f(sum(own)) / nrow(labels)
    }
  }
  totals <- lapply(seq_len(n), function(j) {
    c(0, cost)[1 + drop((all == j) %*% 2^(seq_len(n) - 1))]
  })
  (min(Reduce(`+`, totals)) + constant) / scale
}

# Algorithm 2 as the paper writes it, with matrices, the mean restored at each threshold.
# NULL where no threshold gives k0 clusters.
slow_extrinsic <- function(labels) {
  M <- nrow(labels)
  n <- ncol(labels)
  counts <- table(apply(labels, 1, function(x) length(unique(x))))
  k0 <- as.integer(names(counts)[which.max(counts)])
  for (iter in (M - 1):0) {
    B <- slow_coclustering(labels)
    found <- integer(n)
    left <- seq_len(n)
    while (length(left) > 0) {
      C <- which(round(B[left[1], ] * M) > iter)
      found[C] <- max(found) + 1L
      B[C, ] <- 0
      B[, C] <- 0
      left <- setdiff(left, C)
    }
    if (max(found) == k0) {
      return(list(labels = found, t_star = iter / M, k0 = k0))
    }
  }
  NULL
}
