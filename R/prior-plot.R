# log of the weights C(n, t), t = 1 .. n, by which a prior spreads over numbers of
# blocks: the sum over partitions of n items into t blocks of
# prod_k gamma (gamma + 1) ... (gamma + n_k - 1), and for `gamma = NULL` of
# prod_k (n_k - 1)!, the Stirling numbers of the first kind.
#   C(n + 1, t) = (n + gamma t) C(n, t) + gamma C(n, t - 1)
log_block_sums <- function(n, gamma = NULL) {
  open <- log(gamma %||% 1)
  grow <- gamma %||% 0
  value <- open
  for (m in seq_len(n - 1)) {
    joined <- c(log(m + grow * seq_len(m)) + value, -Inf)
    opened <- c(-Inf, open + value)
    top <- pmax(joined, opened)
    value <- top + log(exp(joined - top) + exp(opened - top))
  }
  value
}

# Probabilities of 1 .. n clusters among n curves under a partition prior.
cluster_count_law <- function(partition, n) {
  if (partition$family == "mfm") {
    log_law <- r_mfm_log_v(n, partition$gamma, partition$lambda) +
      log_block_sums(n, partition$gamma)
    return(exp(log_law))
  }
  log_stirling <- log_block_sums(n)
  given_xi <- function(xi) {
    exp(log_stirling + seq_len(n) * log(xi) - sum(log(xi + (seq_len(n) - 1))))
  }
  if (length(partition$xi) == 1) {
    return(given_xi(partition$xi))
  }
  # Gamma prior: the mean over the midpoints of 400 equal shares of its mass.
  levels <- (seq_len(400) - 0.5) / 400
  nodes <- stats::qgamma(levels, partition$xi[1], partition$xi[2])
  rowMeans(matrix(vapply(pmax(nodes, 1e-100), given_xi, numeric(n)), n))
}

#' @rdname wishart_crp_prior
#' @param n number of curves, at most 10,000.
#' @param ... ignored.
#' @export
plot.wishart_crp_prior <- function(x, n = NULL, ...) {
  n <- check_number(n, min = 1, max = 10000, whole = TRUE)
  laws <- partition_laws(x$partition, n)
  data <- do.call(rbind, lapply(seq_along(laws), function(l) {
    law <- cluster_count_law(laws[[l]], n)
    shown <- seq_len(max(which(law > max(law) * 1e-4)))
    data.frame(case = factor(names(laws)[l], names(laws)), clusters = shown,
               probability = law[shown])
  }))
  ggplot2::ggplot(data, ggplot2::aes(.data$clusters, .data$probability)) +
    ggplot2::geom_col(width = 0.8, fill = "grey40") +
    (if (length(laws) > 1) ggplot2::facet_wrap(~case)) +
    ggplot2::labs(
      x = sprintf("clusters among %d curves", n), y = "prior probability",
      subtitle = format(x$partition)
    ) +
    theme_shapes(axes = TRUE)
}

# The prior itself; where xi waits for the data, what it would be for some guesses.
partition_laws <- function(partition, n) {
  if (partition$family == "mfm" || !is.null(partition$xi)) {
    return(list(prior = partition))
  }
  guesses <- c(2, 5, 10, 20)
  guesses <- guesses[guesses <= max(2, n)]
  laws <- lapply(guesses, function(K) crp(K / log(max(n, 2))))
  names(laws) <- sprintf("guess of %d clusters", guesses)
  laws
}
