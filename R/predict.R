#' Where new curves belong
#'
#' Posterior probabilities that new curves belong to the clusters of a fit, or to a cluster
#' that it has not seen, without fitting again.
#'
#' Given a draw, a new curve joins each of its clusters, or opens one, with a probability
#' proportional to the posterior of the partition so extended: prior and likelihood are those
#' of the fit with one curve more. A draw's clusters are then shared out among those of
#' `partition` by their overlap,
#' \deqn{p_j = \mathrm{mean\ over\ draws\ of} \sum_k p_k n_{kj}/n_k,
#'   }{p_j = mean over draws of sum_k p_k n_kj / n_k,}
#' with \eqn{n_{kj}}{n_kj} the curves that the draw's cluster k, of \eqn{n_k}{n_k} curves, has
#' in common with cluster j. New curves are predicted one by one, each as if it were alone. A
#' copy of one of the fit's curves (see [wishart_crp()]) is in its cluster in every draw.
#'
#' Elastic inner products with the curves of the fit are computed with the fit's settings and
#' pass through the same stages as the fit's own, see [wishart_crp_prior()], with what was
#' taken from the fit's curves held fixed: their kernel scales, their means, their
#' eigenvectors. A new curve's own scale is the median of those of its neighbours.
#'
#' @param object A `shape_fit` of curves.
#' @param newdata [shape_curves()], open or closed and of a dimension as the fit's are. Ids may
#'   be those of the fit's curves.
#' @param partition A `shape_partition`, or labels, one a curve of the fit; `NULL` takes the
#'   fit's own estimate, as [clusters()] gives it.
#' @param draws The largest number of draws to average over, spaced evenly.
#' @inheritParams karcher_mean
#' @param ... Must be empty.
#' @return A data frame of class `shape_prediction` with a row for each new curve: its `id`, the
#'   most probable `cluster` (a factor with levels `"1"`, ..., `"K"` and `"new"`) and its
#'   `probability`. The attribute `probabilities` holds the matrix of all probabilities, a row
#'   for each new curve and a column for each level.
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
  check_given(newdata, "newdata", "be given")
  newdata <- check_same_kind(check_curves(newdata), gram$curves, arg = "newdata")
  cross <- elastic_cross(gram, newdata, n_threads = n_threads)
  predict_rows(
    object, cross, self_products(newdata, gram$settings), newdata$id, partition, draws,
    n_threads
  )
}

# The same from inner products: `cross` n x m with the curves of the fit, `self` m with
# themselves.
predict_rows <- function(fit, cross, self, id, partition = NULL, draws = 1000,
                         n_threads = NULL, call = caller_env()) {
  draws <- check_number(draws, min = 1, whole = TRUE, arg = "draws", call = call)
  n_threads <- resolve_threads(n_threads)
  labels <- drawn_labels(fit, call = call)
  estimate <- assigned_clusters(fit, partition, call = call)$labels
  kept <- unique(round(seq(1, nrow(labels), length.out = min(nrow(labels), draws))))
  trace <- fit_trace(fit)
  variable <- function(name) as.vector(trace[, , name])[kept]
  xi <- variable("xi")
  items <- model_items(fit$gram)
  first <- first_copies(fit$item)
  cross <- items$unit * unname(cross)[first, , drop = FALSE]
  self <- items$unit * self
  extended <- extend_rows(items$gram, fit$prior, cross, self, n_threads)
  report <- progress_reporter("Predicting")
  on.exit(report$done())
  p <- t(r_predict(
    extended$S, fit$model, t(labels[kept, first, drop = FALSE]),
    match(variable("theta"), fit$model$theta), log(ifelse(is.na(xi) | xi <= 0, 1, xi)),
    extended$cross, extended$self, copied_items(items$gram, cross, self), fit$item, estimate,
    n_threads, report$update
  ))
  dimnames(p) <- list(id, c(seq_len(max(estimate)), "new"))
  new_shape_prediction(p, length(kept))
}

new_shape_prediction <- function(p, draws) {
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
  shown <- utils::head(as.data.frame(unclass(x)[c("id", "cluster", "probability")]), 30)
  print(format(shown, digits = 3), row.names = FALSE)
  if (n > nrow(shown)) cat(sprintf("... and %d more\n", n - nrow(shown)))
  invisible(x)
}

# Stages of the prior, extended to new items ---------------------------------------------
#
# A stage takes and gives list(S, cross, self): the n x n matrix of the fit's items, n x m
# between these and new ones, m of the new ones with themselves. S comes out as
# prepare_gram() makes it; what is learnt from it is used for new items as it stands.

extend_rows <- function(gram, prior, cross, self, n_threads = NULL) {
  rows <- if (prior$kernel == "none") {
    list(S = unname(as.matrix(gram)), cross = cross, self = self)
  } else {
    delta <- gram_distances(gram)
    new <- cross_distances(gram, cross, self)
    switch(prior$kernel,
      local = extend_local_kernel(delta, new, prior$neighbours),
      path = extend_path(delta, new, prior$neighbours, n_threads)
    )
  }
  if (prior$center) rows <- extend_centring(rows)
  if (prior$clip) rows <- extend_clipping(rows)
  rows
}

# exp(-delta^2 / (sigma_i sigma_new)). `delta`: distances of the fit's items, n x n; `new`: of
# these and new ones, n x m.
extend_local_kernel <- function(delta, new, neighbours) {
  list(
    S = local_kernel(delta, neighbours),
    cross = exp(-new_squares(new, neighbour_scales(delta, neighbours), neighbours)),
    self = rep(1, ncol(new))
  )
}

# -D/2, D along the least chains: a new item's start at its links to the fit's.
extend_path <- function(delta, new, neighbours, n_threads = NULL) {
  S <- path_kernel(delta, neighbours, n_threads)
  links <- new_squares(new, mean_scales(delta, neighbours), neighbours)
  sums <- r_extend_routes(chain_steps(-2 * S), chain_steps(links),
                          resolve_threads(n_threads))
  list(
    S = S,
    cross = -chain_squares(sums) / 2,
    self = rep(0, ncol(new))
  )
}

# delta^2 / (sigma_i sigma_new), n x m. A new item is judged by the scale of those around
# it: sigma_new is the median sigma of its nearest items, as many as scales are made of. Its
# own distance to them would hide that it is far from all.
new_squares <- function(delta, sigma, neighbours = NULL) {
  near <- seq_len(max(1, count_neighbours(nrow(delta), neighbours)))
  sigma_new <- apply(delta, 2, function(x) stats::median(sigma[order(x)[near]]))
  delta^2 / outer(sigma, sigma_new)
}

# Inner products about the mean of the fit's items.
extend_centring <- function(rows) {
  means <- rowMeans(rows$S)
  new_means <- colMeans(rows$cross)
  list(
    S = center_matrix(rows$S),
    cross = rows$cross - outer(means, new_means, "+") + mean(means),
    self = rows$self - 2 * new_means + mean(means)
  )
}

# New rows projected on the eigenvectors without a negative eigenvalue. A new item's own
# entry stays, at least as large as |S_ij| <= sqrt(S_ii S_jj) asks.
extend_clipping <- function(rows) {
  clipped <- clip_gram(rows$S)
  S <- clipped$S
  cross <- rows$cross - clipped$negative %*% crossprod(clipped$negative, rows$cross)
  size <- pmax(diag(S), 1e-8 * max(diag(S)), .Machine$double.xmin)
  list(S = S, cross = cross, self = pmax(rows$self, apply(cross^2 / size, 2, max)))
}
