# R-hat, bulk and tail ESS of the number of clusters, the log posterior and the worst of
# a fixed sample of pairs of curves (1 where they share a cluster):
# one row each. `constant`: the quantity did not vary, and there is no R-hat.
diagnose <- function(fit) {
  trace <- fit_trace(fit)
  values <- list(
    clusters = matrix(trace[, , "clusters"], ncol = dim(trace)[2]),
    "log posterior" = matrix(trace[, , "log_posterior"], ncol = dim(trace)[2])
  )
  rows <- lapply(values, diagnose_one)
  pairs <- lapply(pair_draws(fit), diagnose_one)
  if (length(pairs)) {
    rhat <- vapply(pairs, `[[`, 0, "rhat")
    worst <- if (all(is.na(rhat))) 1 else which.max(replace(rhat, is.na(rhat), -Inf))
    rows[["pairs, worst"]] <- pairs[[worst]]
  }
  data.frame(quantity = names(rows), do.call(rbind, lapply(rows, as.data.frame)),
             row.names = NULL)
}

# `x`: draw x chain. A quantity that is constant within chains but not between them has
# an infinite R-hat: the chains are in different places. Where draws folded at their
# median are constant (two values, half and half), R-hat is that of the draws themselves.
diagnose_one <- function(x) {
  steady <- apply(x, 2, function(chain) all(chain == chain[1]))
  if (all(x == x[1])) {
    return(list(mean = x[1], rhat = NA_real_, ess_bulk = NA_real_, ess_tail = NA_real_,
                constant = TRUE))
  }
  rhat <- if (all(steady) && ncol(x) > 1) Inf else posterior::rhat(x)
  if (is.na(rhat)) rhat <- posterior::rhat_basic(x)
  list(mean = mean(x), rhat = rhat, ess_bulk = bulk_ess(x), ess_tail = tail_ess(x),
       constant = FALSE)
}

# Short runs reach the cap that posterior puts on ESS, which needs no word here.
bulk_ess <- function(x) suppressWarnings(posterior::ess_bulk(x))

# The smaller ESS of the two 5 % tails; NA where values tie beyond both quantiles.
tail_ess <- function(x) {
  ess <- suppressWarnings(posterior::ess_quantile(x, probs = c(0.05, 0.95)))
  if (all(is.na(ess))) NA_real_ else min(ess, na.rm = TRUE)
}

# Co-clustering of a fixed sample of pairs of distinct curves, each a draw x chain matrix of 0
# and 1.
pair_draws <- function(fit) {
  first <- first_copies(fit$item)
  pairs <- sample_pairs(as.matrix(fit$gram)[first, first, drop = FALSE])
  pairs[] <- first[pairs]
  lapply(seq_len(nrow(pairs)), function(p) {
    together <- fit$labels[, , pairs[p, 1], drop = FALSE] ==
      fit$labels[, , pairs[p, 2], drop = FALSE]
    matrix(as.numeric(together), ncol = dim(fit$labels)[2])
  })
}

# Up to 64 curves, evenly spread, each with its neighbour of number 1, 2, 4, ... in
# turn: near pairs and far ones, the same for every fit of these curves.
sample_pairs <- function(S) {
  n <- nrow(S)
  if (n < 2) {
    return(matrix(integer(), 0, 2))
  }
  first <- unique(round(seq(1, n, length.out = min(n, 64))))
  ranks <- 2^(0:floor(log2(n - 1)))
  rank <- rep_len(ranks, length(first))
  second <- vapply(seq_along(first), function(p) {
    distance <- diag(S) - 2 * S[first[p], ]
    order(distance[-first[p]])[rank[p]]
  }, 1)
  unname(cbind(first, second + (second >= first)))
}

# What the diagnostics say, in words; `agree` is FALSE where the chains do not
# describe the same posterior.
diagnosis_words <- function(diagnostics, fit) {
  n_chains <- dim(fit$labels)[2]
  rhat <- diagnostics$rhat
  worst <- if (all(is.na(rhat))) NA else max(rhat, na.rm = TRUE)
  ess <- suppressWarnings(min(diagnostics$ess_bulk, na.rm = TRUE))
  numbers <- sprintf("R-hat at most %s, effective draws at least %s.",
                     format(worst, digits = 3), format(floor(ess)))
  if (dim(fit$labels)[1] < 4 || (is.na(worst) && !all(diagnostics$constant))) {
    list(agree = TRUE, words = "cannot be judged by so few draws.")
  } else if (is.na(worst)) {
    list(agree = TRUE, words = sprintf(
      "All quantities are constant: every draw of %s has the same number of clusters.",
      if (n_chains == 1) "the chain" else "all chains"
    ))
  } else if (n_chains == 1) {
    list(agree = TRUE, words = paste("one; agreement cannot be judged.", numbers))
  } else if (worst > 1.1) {
    top <- diagnostics$quantity[which.max(rhat)]
    list(agree = FALSE, words = c(
      sprintf("The chains disagree: R-hat of %s is %s (should be below 1.01).", top,
              format(worst, digits = 3)),
      "Do not trust these clusters yet. Go on with sample_more(fit, draws); if it stays so,",
      "raise split_merge in mcmc_control(), and look at plot(fit, \"trace\")."
    ))
  } else if (worst > 1.01) {
    list(agree = TRUE, words = paste("nearly agree, more draws would help.", numbers))
  } else {
    list(agree = TRUE, words = paste("agree.", numbers))
  }
}

# The table for reading: a constant quantity says so.
format_diagnostics <- function(diagnostics) {
  cell <- function(x, digits) {
    ifelse(is.na(x), ifelse(diagnostics$constant, "constant", "-"),
           ifelse(is.infinite(x), "Inf", formatC(x, digits = digits, format = "f")))
  }
  data.frame(
    quantity = diagnostics$quantity,
    mean = formatC(diagnostics$mean, digits = 5, format = "g"),
    "R-hat" = cell(diagnostics$rhat, 3),
    "ESS bulk" = cell(diagnostics$ess_bulk, 0),
    "ESS tail" = cell(diagnostics$ess_tail, 0),
    check.names = FALSE
  )
}
