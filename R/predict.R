#' Predict clusters of new curves
#'
#' Computes posterior probabilities that new curves belong to the clusters of a fit, or to a
#' cluster that it has not seen, without fitting again.
#'
#' Given a draw, a new curve joins each of its clusters, or opens a new one, with a probability
#' proportional to the posterior of the partition so extended: prior and likelihood are those
#' of the fit with one more curve. A draw's clusters are then distributed over those of
#' `partition` by their overlap,
#' \deqn{p_j = \mathrm{mean\ over\ draws\ of} \sum_k p_k n_{kj}/n_k,
#'   }{p_j = mean over draws of sum_k p_k n_kj / n_k,}
#' with \eqn{n_{kj}}{n_kj} the curves that the draw's cluster k, of \eqn{n_k}{n_k} curves, has
#' in common with cluster j. Each new curve is predicted separately: the others do not affect it.
#' A copy of one of the fit's curves (see [wishart_crp()]) is in its cluster in every draw.
#'
#' Elastic inner products with the curves of the fit are computed with the fit's settings and
#' pass through the same stages as the fit's own, see [wishart_crp_prior()]. Quantities learnt
#' from the fit's curves are held fixed: kernel scales, means and
#' eigenvectors. A new curve's own scale is the median of those of its neighbours.
#' With the kernel `"path"` only links between near curves affect the result: all pairs are compared
#' by the fast search, and those that may matter by the search of the fit.
#'
#' @param object A `shape_fit` of curves.
#' @param newdata New curves, open or closed and of the same dimension as those of the fit:
#'   [shape_curves()], or anything that [as_shape_curves()] reads. Ids may be those of the fit's
#'   curves.
#' @param partition A `shape_partition`, or labels, one per curve of the fit; `NULL` uses the
#'   fit's own estimate, which [clusters()] returns.
#' @param draws Maximum number of draws to average over, evenly spaced.
#' @inheritParams elastic_gram
#' @param ... Must be empty.
#' @return A data frame of class `shape_prediction` with one row per new curve: its `id`, the
#'   most probable `cluster` (a factor with levels `"1"`, ..., `"K"` and `"new"`) and its
#'   `probability`. The attribute `probabilities` holds the matrix of all probabilities, with one
#'   row per new curve and one column per level.
#' @examples
#' shapes <- simulate_shapes(14, classes = c("heart", "key"), seed = 1)
#' known <- c(1:6, 8:13)
#' gram <- elastic_gram(shapes[known], n_points = 50, search = "fast")
#' fit <- wishart_crp(gram, control = mcmc_control(200, 100, chains = 2, seed = 1))
#' found <- predict(fit, shapes[-known])
#' found
#' round(attr(found, "probabilities"), 3)
#' @export
predict.shape_fit <- function(object, newdata, partition = NULL, draws = 1000,
                              n_threads = NULL, ...) {
  check_no_dots(...)
  gram <- check_gram_has_curves(object$gram, "compared with new curves")
  check_given(newdata, "newdata", readable_as_curves)
  newdata <- curves_at_door(newdata, gram$curves$closed)
  newdata <- check_same_kind(newdata, gram$curves, arg = "newdata")
  draws <- check_number(draws, min = 1, whole = TRUE)
  if (is_near(gram)) {
    tell_length_lost(newdata, gram$settings)
    new <- near_new_items(object, newdata, n_threads)
    return(predict_items(object, new, newdata$id, partition, draws, n_threads))
  }
  cross <- compare_with_fit(object, newdata, n_threads)
  predict_rows(
    object, cross, self_products(newdata, gram$settings), newdata$id, partition, draws,
    n_threads
  )
}

# The same from inner products: `cross` n x m with the curves of the fit, `self` m with
# themselves.
predict_rows <- function(fit, cross, self, id, partition = NULL, draws = 1000,
                         n_threads = NULL, call = caller_env()) {
  first <- first_copies(fit$item)
  new <- apply_model_matrix(matrix_of_model(fit, call), cross[first, , drop = FALSE], self,
                            n_threads)
  predict_items(fit, new, id, partition, draws, n_threads, call)
}

# The same for items as apply_model_matrix() gives them: `cross`, rows of the model's matrix
# (n x m), or vectors (r x m) where it is a factor, `self` (m) and `copy_of` (m).
predict_items <- function(fit, new, id, partition = NULL, draws = 1000, n_threads = NULL,
                          call = caller_env()) {
  n_threads <- resolve_threads(n_threads)
  labels <- drawn_labels(fit, call = call)
  estimate <- assigned_clusters(fit, partition, call = call)$labels
  kept <- unique(round(seq(1, nrow(labels), length.out = min(nrow(labels), draws))))
  trace <- fit_trace(fit)
  variable <- function(name) as.vector(trace[, , name])[kept]
  xi <- variable("xi")
  theta <- match(variable("theta"), fit$model$theta)
  degrees <- match(variable("d"), fit$model$d_grid)
  if (length(theta) != length(kept) || anyNA(theta) || anyNA(degrees)) {
    abort_input("object", "hold a \u03b8 and a d on their grids for each draw", "it does not",
                call = call)
  }
  first <- first_copies(fit$item)
  matrix <- matrix_of_model(fit, call)
  bar <- progress_bar("Predicting")
  on.exit(bar$done())
  # Draws in parts that take little memory.
  part <- ceiling(seq_along(kept) * length(first) / max_predicted)
  p <- 0
  for (own in split(seq_along(kept), part)) {
    p <- p + length(own) / length(kept) * t(r_predict(
      entries_of(matrix), fit$model, t(labels[kept[own], first, drop = FALSE]),
      theta[own], degrees[own], log(ifelse(is.na(xi) | xi <= 0, 1, xi))[own],
      new$cross, new$self, new$copy_of, fit$item, estimate, n_threads, bar$update
    ))
  }
  dimnames(p) <- list(id, c(seq_len(max(estimate)), "new"))
  new_shape_prediction(p, length(kept))
}

# Labels that predict_items() looks at in one go.
max_predicted <- 2^26

# Sums over draws may pass 1 by rounding.
new_shape_prediction <- function(p, draws) {
  p[] <- pmin(p, 1)
  best <- max.col(p, ties.method = "first")
  structure(
    data.frame(
      id = rownames(p), cluster = factor(colnames(p)[best], levels = colnames(p)),
      probability = p[cbind(seq_along(best), best)]
    ),
    probabilities = p, draws = draws, class = c("shape_prediction", "data.frame")
  )
}

#' @export
print.shape_prediction <- function(x, ...) {
  n <- nrow(x)
  cat(sprintf("Predicted clusters of %d new curve%s\n\n", n, if (n == 1) "" else "s"))
  print_first_rows(as.data.frame(unclass(x)[c("id", "cluster", "probability")]), 30)
  invisible(x)
}
