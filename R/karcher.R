#' Elastic mean of curves
#'
#' The Karcher mean: the shape with the smallest sum of squared elastic distances to the
#' curves of a set. Distances are \eqn{\arccos s}{arccos s} if scale is removed, otherwise
#' those of [align_pair()].
#'
#' The search begins at the medoid, the member with the smallest sum. Each iteration matches every
#' curve to the mean, which then moves along the mean of their directions; a closed mean is
#' projected onto the closed curves. An iteration counts only if it lowers the sum as computed by
#' the search of [elastic_gram()], so the sum of the mean is never above that of the best
#' member. If no iteration lowers it, the medoid itself is returned (`is_medoid`).
#'
#' The mean and the curves are the polygons that were compared, see `n_points` of
#' [elastic_gram()]: resampled in the same way, and each of length 1 if scale is removed. The
#' mean of one curve is that curve.
#'
#' The result does not depend on the number of threads or on the order of the curves.
#'
#' @param curves A [shape_curves()] object, or an `elastic_gram` with its curves, whose
#'   settings and inner products are then used.
#' @param ... Settings of [elastic_gram()], for curves: `scale`, `rotation` and so on.
#' @param tolerance The iteration ends when the sum of squares decreases by no more
#'   than this share, from 0 to 1.
#' @param max_iterations Maximum number of iterations. If it is reached, a message of class
#'   `shapecrp_message_karcher` says so.
#' @inheritParams elastic_gram
#' @return An object of class `shape_mean`, a list with
#'   * `mean`: [shape_curves()] of one curve, about its centre, of length 1 if scale is
#'     removed, with the points at which it was compared;
#'   * `medoid`: the id of the best member, and `is_medoid`: whether the mean is that curve;
#'   * `distances` of the curves to the mean, named, and `sum_of_squares`;
#'   * `medoid_sum`: the sum of squares of the best member;
#'   * `iterations`, `converged`;
#'   * `aligned`: for each curve a matrix of its points, rotated and placed on the mean. Row i
#'     is matched to point i of `mean`. Points lie on the curve as it was compared, of length 1
#'     if scale is removed; the line through them is at most as long;
#'   * `settings`.
#' @seealso [templates()] for the means of all clusters of a fit.
#' @references Srivastava, A., Klassen, E., Joshi, S. H. and Jermyn, I. H. (2011) Shape
#'   analysis of elastic curves in Euclidean spaces. *IEEE Transactions on Pattern
#'   Analysis and Machine Intelligence*.
#' @examples
#' shapes <- simulate_shapes(6, classes = "heart", seed = 1)
#' karcher_mean(shapes, search = "fast")
#' @export
karcher_mean <- function(curves, ..., tolerance = 1e-3, max_iterations = 30,
                         n_threads = NULL) {
  check_given(curves, "curves", "be made by shape_curves() or elastic_gram()")
  if (is_elastic_gram(curves)) {
    gram <- check_gram_has_curves(curves, "averaged")
    check_no_dots(...)
  } else {
    curves <- check_curves(curves)
    settings <- cross_settings(curves, ...)
    given <- c(settings[setdiff(names(settings), "source")], list(n_threads = n_threads))
    gram <- do.call("elastic_gram", c(list(quote(curves)), lapply(given, enquote)))
  }
  how <- check_iteration(tolerance, max_iterations)
  found <- mean_of_gram(gram, how, resolve_threads(n_threads))
  if (!found$converged) inform_limit("The mean", how)
  found
}

check_iteration <- function(tolerance, max_iterations, call = caller_env()) {
  list(
    tolerance = check_number(tolerance, min = 0, max = 1, arg = "tolerance", call = call),
    max_iterations = check_number(
      max_iterations, min = 1, max = 10000, whole = TRUE, arg = "max_iterations", call = call
    )
  )
}

inform_limit <- function(what, how) {
  inform_shapecrp(c(
    "!" = "{what} did not converge in {how$max_iterations} iteration{?s}, the limit.",
    i = "The best so far is returned; try a larger {.arg max_iterations}."
  ), "karcher")
}

# The mean of the curves of a gram, from their medoid.
mean_of_gram <- function(gram, how, n_threads, call = caller_env()) {
  curves <- gram$curves
  settings <- gram$settings
  sums <- sums_of_squares(gram)
  start <- which.min(sums)
  bar <- progress_bar("Averaging curves")
  on.exit(bar$done())
  found <- r_karcher_mean(
    curves$points, curves$closed, start, core_settings(settings), how$tolerance,
    how$max_iterations, n_threads, bar$update
  )
  if (!all(is.finite(found$squares))) {
    abort_computation(curves$id[c(start, which(!is.finite(found$squares))[1])], call = call)
  }
  structure(
    list(
      mean = new_shape_curves(list(found$points), curves$closed, "mean"),
      medoid = curves$id[start],
      is_medoid = found$is_start,
      distances = stats::setNames(sqrt(found$squares), curves$id),
      sum_of_squares = sum(found$squares),
      medoid_sum = sums[start],
      iterations = found$iterations,
      converged = found$converged,
      aligned = stats::setNames(found$aligned, curves$id),
      settings = settings
    ),
    class = "shape_mean"
  )
}

# For each curve of a gram, the sum of its squared elastic distances to the others, added
# up by size so that it does not depend on their order.
sums_of_squares <- function(gram) {
  apply(gram_distances(gram)^2, 1, function(x) sum(sort(x)))
}

#' @export
print.shape_mean <- function(x, ...) {
  n <- length(x$distances)
  kind <- if (x$mean$closed) "closed" else "open"
  cat(sprintf("Elastic mean of %d %s curve%s\n", n, kind, if (n == 1) "" else "s"))
  cat_fields(c(
    "Squared distances" = sprintf("sum %s (best member, %s: %s)",
                                  format(x$sum_of_squares, digits = 4), x$medoid,
                                  format(x$medoid_sum, digits = 4)),
    Iterations = iteration_words(x)
  ))
  invisible(x)
}

iteration_words <- function(x) {
  paste0(
    x$iterations, if (x$converged) ", converged" else ", stopped at the limit",
    if (x$is_medoid) "; no shape was better than the best member, which is returned"
  )
}
