# Comparing new curves with those of a fit. A kernel of routes looks at few of the pairs: a link
# counts where it is on a least route, or sets the new curve's scale. So all pairs are compared by
# the fast search, and those that may count by the search of the fit.

# The share of a distance by the fast search that the fit's search is taken to leave of it at least:
# of 12,000 pairs of outlines, strokes, tracks and backbones it leaves 0.93 of 99 in 100
# (bench/predict_time.R).
least_share_of_fast <- 0.9

# Inner products, n x m, of the fit's curves and new ones: the fit's own where the kernel may ask
# for them, at least those of the fast search elsewhere.
compare_with_fit <- function(fit, new_curves, n_threads = NULL, call = caller_env()) {
  gram <- fit$gram
  kernel <- kernels()[[matrix_of_model(fit, call)$kernel$name]]
  if (is.null(kernel$counting) || gram$settings$search == "fast") {
    return(elastic_cross(gram, new_curves, n_threads = n_threads))
  }
  fast <- gram
  fast$settings$search <- "fast"
  cross <- elastic_cross(fast, new_curves, n_threads = n_threads)
  self <- self_products(new_curves, gram$settings)
  refine_cross(fit, cross, self, function(pairs) {
    used <- unique(pairs[, 1])
    few_inner_products(
      c(gram$curves$points[used], new_curves$points), gram$closed,
      match(pairs[, 1], used), length(used) + pairs[, 2], gram$settings, n_threads
    )
  }, n_threads)
}

# `cross` (n x m) with the pairs that count replaced by `compare(pairs)` (a row each: the fit's
# curve, the new one). Distances not yet compared are taken at their least; a pair that counts is
# compared, which may make others count, until none is left.
refine_cross <- function(fit, cross, self, compare, n_threads = NULL) {
  matrix <- matrix_of_model(fit)
  counting <- kernels()[[matrix$kernel$name]]$counting
  first <- first_copies(fit$item)
  distances <- function() {
    cross_distances(matrix$norms, matrix$unit * cross[first, , drop = FALSE], matrix$unit * self,
                    matrix$metric)
  }
  least <- least_share_of_fast * distances()
  compared <- matrix(FALSE, nrow(least), ncol(least))
  repeat {
    wanted <- counting(matrix$kernel, least, n_threads) & !compared
    if (!any(wanted)) {
      return(cross)
    }
    pairs <- which(wanted, arr.ind = TRUE)
    cross[cbind(first[pairs[, 1]], pairs[, 2])] <- compare(cbind(first[pairs[, 1]], pairs[, 2]))
    compared <- compared | wanted
    least[wanted] <- distances()[wanted]
  }
}
