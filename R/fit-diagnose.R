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
  pairs <- sample_pairs(fit$gram, first, fit$matrix$factor)
  pairs[] <- first[pairs]
  lapply(seq_len(nrow(pairs)), function(p) {
    together <- fit$labels[, , pairs[p, 1], drop = FALSE] ==
      fit$labels[, , pairs[p, 2], drop = FALSE]
    matrix(as.numeric(together), ncol = dim(fit$labels)[2])
  })
}

# Up to 64 curves, evenly spread, each with its neighbour of number 1, 2, 4, ... in
# turn: near pairs and far ones, the same for every fit of these curves. Neighbours are those of
# the model where its matrix is a factor.
sample_pairs <- function(gram, items = seq_along(gram$id), factor = NULL) {
  n <- length(items)
  if (n < 2) {
    return(matrix(integer(), 0, 2))
  }
  first <- unique(round(seq(1, n, length.out = min(n, 64))))
  ranks <- 2^(0:floor(log2(n - 1)))
  rank <- rep_len(ranks, length(first))
  norms <- gram_diagonal(gram)[items]
  second <- vapply(seq_along(first), function(p) {
    distance <- if (is.null(factor)) {
      norms - 2 * drop(gram_block(gram, items[first[p]], items))
    } else {
      drop(factor_squares(factor, first[p]))
    }
    order(distance[-first[p]])[rank[p]]
  }, 1)
  unname(cbind(first, second + (second >= first)))
}

# The usual limits (Vehtari and others, 2021): R-hat at most 1.01, and 100 effective draws
# for each chain, in the bulk and in the tails.
rhat_limit <- 1.01
ess_limit <- function(n_chains) 100 * n_chains

# What the diagnostics say of the chains. Fields:
# agree: TRUE or FALSE; NA where nothing can be said (one chain, too few draws, no diagnostics)
# failed: which of the limits "rhat", "ess_bulk" and "ess_tail" are not kept; a quantity
#   that is constant, or whose tails tie, fails none
# rhat, ess_bulk, ess_tail: the worst of all quantities, NA where none varies
# call: what mends it, "" where nothing needs mending
# words: all that, to be read
judge_chains <- function(diagnostics, fit) {
  n_chains <- dim(fit$labels)[2]
  verdict <- list(agree = NA, failed = character(), rhat = NA_real_, ess_bulk = NA_real_,
                  ess_tail = NA_real_, call = "")
  if (is.null(diagnostics)) {
    verdict$call <- "sample_more(fit)"
    verdict$words <- "not judged: an interrupt left this out. sample_more(fit) does it."
    return(verdict)
  }
  extreme <- function(x, of) if (all(is.na(x))) NA_real_ else of(x, na.rm = TRUE)
  verdict$rhat <- extreme(diagnostics$rhat, max)
  verdict$ess_bulk <- extreme(diagnostics$ess_bulk, min)
  verdict$ess_tail <- extreme(diagnostics$ess_tail, min)
  if (all(diagnostics$constant)) {
    if (n_chains > 1) verdict$agree <- TRUE
    verdict$words <- sprintf(
      "all quantities are constant: every draw of %s has the same number of clusters.",
      if (n_chains == 1) "the chain" else "all chains"
    )
    return(verdict)
  }
  failed <- c(
    rhat = verdict$rhat > rhat_limit,
    ess_bulk = verdict$ess_bulk < ess_limit(n_chains),
    ess_tail = verdict$ess_tail < ess_limit(n_chains)
  )
  judged <- dim(fit$labels)[1] >= 4 && !is.na(verdict$rhat)
  if (judged) verdict$failed <- names(which(failed))
  if (judged && n_chains > 1) verdict$agree <- !"rhat" %in% verdict$failed
  if (!judged || length(verdict$failed) > 0) verdict$call <- mending_call(fit, verdict)
  verdict$words <- verdict_words(verdict, judged, n_chains, diagnostics)
  verdict
}

verdict_words <- function(verdict, judged, n_chains, diagnostics) {
  if (!judged) {
    return(sprintf("too few draws to be judged. %s makes more.", verdict$call))
  }
  numbers <- verdict_numbers(verdict, n_chains, diagnostics)
  go_on <- if (nzchar(verdict$call)) paste(" Go on with", verdict$call) else ""
  more <- if (nzchar(verdict$call)) paste0(go_on, ".") else ""
  if (n_chains == 1) {
    sprintf("one; agreement cannot be judged. Alone: %s.%s", numbers, more)
  } else if (isTRUE(verdict$agree)) {
    sprintf("agree%s: %s.%s",
            if (length(verdict$failed)) ", but effective draws are too few" else "", numbers, more)
  } else if (verdict$rhat > 1.1) {
    paste0(
      sprintf("The chains disagree: %s. Do not trust these clusters yet.%s", numbers, go_on),
      "; if it stays so, raise split_merge in mcmc_control(), and look at plot(fit, \"trace\")."
    )
  } else {
    sprintf("The chains do not agree yet: %s. Take these clusters as provisional.%s", numbers, more)
  }
}

# "max R-hat 1.00, min bulk ESS 11,544, min tail ESS 9,876"; a limit that is not kept is told.
verdict_numbers <- function(verdict, n_chains, diagnostics) {
  least <- sprintf(" (should be at least %s)", format_count(ess_limit(n_chains)))
  ess <- function(name, label) {
    if (!is.na(verdict[[name]])) {
      sprintf("min %s ESS %s%s", label, format_count(verdict[[name]]),
              if (name %in% verdict$failed) least else "")
    }
  }
  rhat <- if ("rhat" %in% verdict$failed) {
    sprintf("max R-hat %s, of %s (should be at most %s)",
            format(ceiling(1000 * verdict$rhat) / 1000, digits = 4),
            diagnostics$quantity[which.max(diagnostics$rhat)], rhat_limit)
  } else {
    sprintf("max R-hat %.2f", verdict$rhat)
  }
  paste(c(rhat, ess("ess_bulk", "bulk"), ess("ess_tail", "tail")), collapse = ", ")
}

format_count <- function(x) format(floor(x), big.mark = ",", scientific = FALSE, trim = TRUE)

# Sweeps that an interrupt left out come first. Else as many as the effective draws lack,
# with half as many again for safety; twice the sweeps made where R-hat is too large; at
# most ten times, rounded up to one figure.
mending_call <- function(fit, verdict) {
  made <- sweeps_done(fit)
  if (made < fit$control$draws) {
    return("sample_more(fit)")
  }
  ess <- c(verdict$ess_bulk, verdict$ess_tail)
  lacking <- 1.5 * ess_limit(dim(fit$labels)[2]) / max(min(ess, Inf, na.rm = TRUE), 1) - 1
  times <- max(0.5, lacking, if ("rhat" %in% verdict$failed) 2)
  more <- made * min(times, 10)
  unit <- 10^floor(log10(more))
  sprintf("sample_more(fit, %s)", format(ceiling(more / unit) * unit, scientific = FALSE))
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
