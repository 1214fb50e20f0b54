# <elastic_gram>: S, n x n, symmetric, with the curves and settings that it came from.
# Fields: S (in memory or in a directory, see gram-store.R), curves (NULL where S was given), id,
# closed (NULL where S was given), settings (a list; `source` says how S came about), metric
# (see gram-distance.R).

new_elastic_gram <- function(S, curves, id, closed, settings, metric) {
  structure(
    list(S = S, curves = curves, id = id, closed = closed, settings = settings, metric = metric),
    class = "elastic_gram"
  )
}

#' Test for a matrix of inner products
#'
#' @param x Any object.
#' @return `TRUE` if `x` is an `elastic_gram`, otherwise `FALSE`.
#' @examples
#' is_elastic_gram(euclidean_gram(matrix(rnorm(10), 5)))
#' @export
is_elastic_gram <- function(x) {
  check_given(x, "x")
  inherits(x, "elastic_gram")
}

#' Inner products from matrices, distances or points
#'
#' The sampler needs a symmetric matrix of inner products, wherever it comes from.
#' `as_gram()` takes the matrix itself, `dist_gram()` distances between items, and
#' `euclidean_gram()` points in space.
#'
#' Distances are converted to inner products about their centre,
#' \eqn{-\frac12 H D^2 H}{-1/2 H D^2 H} with \eqn{H = I - 11'/n}; they are squared internally, so
#' give them unsquared. The inner products of points are \eqn{XX'}{XX'}, about the origin. More
#' than 5,000 points are kept as coordinates: with `wishart_crp_prior(kernel = "none")` they are
#' clustered without the matrix of all pairs, which other kernels need and which is computed for up
#' to 10,000.
#'
#' The largest inner product must lie between 1e-280 and 1e280 in absolute value, and the largest
#' distance or coordinate between 1e-140 and 1e140. Other values may be smaller, or 0.
#'
#' @param S A symmetric numeric matrix with a non-negative diagonal; or a fit, whose inner
#'   products are then returned, with their curves if there are any.
#' @param D Distances: a `dist` object, or a symmetric matrix with zero diagonal and
#'   no negative entry.
#' @param X A numeric matrix or data frame, one item per row.
#' @param id Names of the items; by default those of the matrix, or else `"1"` to `"n"`.
#' @param metric How distances are computed from the inner products: `"l2"`,
#'   \eqn{\sqrt{S_{ii} + S_{jj} - 2 S_{ij}}}{sqrt(S_ii + S_jj - 2 S_ij)}, or `"arc"`, the arc
#'   length \eqn{\arccos S_{ij}}{arccos S_ij} between unit vectors, which requires a diagonal of
#'   ones. Elastic inner products of curves with scale removed are of the second kind.
#' @return An `elastic_gram` without curves: it can be clustered, but functions that need
#'   the curves, such as [predict()][predict.shape_fit], raise an error. `as.matrix()` returns S.
#' @seealso [elastic_gram()] for curves, [as.dist()][as.dist.elastic_gram] for distances.
#' @examples
#' points <- rbind(matrix(rnorm(20, 0), 10), matrix(rnorm(20, 5), 10))
#' euclidean_gram(points)
#' dist_gram(dist(points))
#' as_gram(tcrossprod(points))
#' @export
as_gram <- function(S, id = NULL, metric = c("l2", "arc")) {
  check_given(S, "S", "be a numeric matrix")
  if (is_elastic_gram(S)) {
    return(S)
  }
  if (is_shape_fit(S)) {
    return(S$gram)
  }
  gram_from_matrix(S, id, "S", check_choice(metric, gram_metrics))
}

gram_from_matrix <- function(S, id = NULL, arg, metric = "l2", call = caller_env()) {
  S <- check_square(S, arg, call)
  if (any(diag(S) < 0)) {
    i <- which(diag(S) < 0)[1]
    abort_input(
      arg, "have no negative number on its diagonal",
      sprintf("entry [%d, %d] is %s", i, i, format(S[i, i])), call = call
    )
  }
  if (all(diag(S) == 0) && any(S != 0)) {
    abort_input(arg, "have inner products on its diagonal", "all are 0", hint = distances_first,
                call = call)
  }
  if (metric == "arc") check_unit_vectors(S, arg, call)
  given_gram(S, id, source = "given", arg, metric, call)
}

# Inner products of unit vectors, but for rounding.
check_unit_vectors <- function(S, arg, call = caller_env()) {
  off <- abs(diag(S) - 1)
  if (max(off) > 1e-8) {
    i <- which.max(off)
    abort_input(
      arg, "have ones on its diagonal with `metric = \"arc\"`",
      sprintf("entry [%d, %d] is %s", i, i, format(S[i, i])), call = call
    )
  }
  if (max(abs(S)) > 1 + 1e-8) {
    at <- arrayInd(which.max(abs(S)), dim(S))
    abort_input(
      arg, "have no entry beyond 1 with `metric = \"arc\"`",
      sprintf("entry [%d, %d] is %s", at[1], at[2], format(S[at])), call = call
    )
  }
}

#' @rdname as_gram
#' @export
dist_gram <- function(D, id = NULL) {
  check_given(D, "D", "be a numeric matrix")
  D <- check_square(if (inherits(D, "dist")) matrix_of_dist(D) else D, "D")
  if (any(D < 0)) {
    abort_input("D", "hold distances, none of them negative",
                paste("the smallest is", format(min(D))))
  }
  if (any(diag(D) != 0)) {
    i <- which(diag(D) != 0)[1]
    abort_input("D", "be 0 on its diagonal", sprintf("entry [%d, %d] is %s", i, i, format(D[i, i])))
  }
  check_size(D, "D", "hold distances", least = 1e-140, most = 1e140)
  S <- -0.5 * center_matrix(D^2)
  diag(S) <- pmax(diag(S), 0)
  given_gram(S, id, source = "distances", "D")
}

# A `dist` as a matrix: numbers, as many as there are pairs of its items.
matrix_of_dist <- function(D, call = caller_env()) {
  n <- attr(D, "Size")
  if (!is.numeric(D) || !is_whole_number(n, 1, 1e5) || length(D) != n * (n - 1) / 2) {
    abort_input("D", "be a `dist` of numbers, one for each pair of items",
                "its size and its numbers do not agree", call = call)
  }
  as.matrix(D)
}

#' @rdname as_gram
#' @export
euclidean_gram <- function(X, id = NULL) {
  check_given(X, "X", "be a numeric matrix with one item per row")
  if (is.data.frame(X)) X <- numeric_table(X)
  if (!is.matrix(X) || !is.numeric(X) || nrow(X) < 1 || ncol(X) < 1) {
    abort_input("X", "be a numeric matrix with one item per row", describe(X),
                hint = remedy_for("matrix", X))
  }
  if (!all(is.finite(X))) {
    abort_input("X", "hold finite numbers", count_odd(sum(!is.finite(X))))
  }
  check_size(X, "X", "hold coordinates", least = 1e-140, most = 1e140)
  if (nrow(X) > max_dense && ncol(X) <= nrow(X) / 2) {
    id <- check_ids(as_id(id %||% rownames(X) %||% seq_len(nrow(X))), nrow(X))
    storage.mode(X) <- "double"
    return(gram_of_points(X, id))
  }
  given_gram(tcrossprod(X), id %||% rownames(X), source = "points", "X")
}

# "1 is not", "2 are not"
count_odd <- function(n) paste(n, if (n == 1) "is not" else "are not")

numeric_table <- function(X, call = caller_env()) {
  odd <- names(X)[!vapply(X, is.numeric, logical(1))]
  if (length(odd) > 0) {
    abort_input("X", "have numeric columns only", sprintf("`%s` is not", odd[1]),
                hint = "Drop it: `X[sapply(X, is.numeric)]`.", call = call)
  }
  as.matrix(X)
}

# A gram from a symmetric matrix of inner products alone.
given_gram <- function(S, id, source, arg, metric = "l2", call = caller_env()) {
  check_size(S, arg, "have inner products", least = 1e-280, most = 1e280, call = call)
  id <- check_ids(as_id(id %||% rownames(S) %||% seq_len(nrow(S))), nrow(S), call = call)
  gram_of_matrix(
    S, curves = NULL, id = id, closed = NULL, settings = list(source = source), metric = metric
  )
}

# Ids may be given as strings, numbers or a factor; anything else is left to check_ids().
as_id <- function(id) if (is.atomic(id)) as.character(id) else id

# Numbers of a size that can be squared: all 0, or the largest from `least` to `most`.
check_size <- function(x, arg, must, least, most, call = caller_env()) {
  largest <- max(abs(x))
  if (is.na(largest) || largest > most || (largest > 0 && largest < least)) {
    abort_input(
      arg, sprintf("%s of magnitude between %s and %s", must, format(least), format(most)),
      if (is.finite(largest)) paste("the largest is", format(largest)) else "they are too large",
      call = call
    )
  }
}

gram_wanted <- "be inner products made by elastic_gram(), or a symmetric matrix"

check_gram <- function(gram, call = caller_env()) {
  check_given(gram, "gram", gram_wanted, call)
  if (is.matrix(gram)) gram <- gram_from_matrix(gram, arg = "gram", call = call)
  if (!is_elastic_gram(gram)) {
    abort_input("gram", gram_wanted, describe(gram), hint = remedy_for("gram", gram), call = call)
  }
  if (!isTRUE(gram$metric %in% gram_metrics)) {
    abort_input("gram", "have a metric", "it was made by another version", call = call)
  }
  check_unchanged(gram, rebuild_gram, "gram", "elastic_gram()", call)
}

# A finite symmetric numeric matrix; rounding differences are averaged away.
check_square <- function(S, arg, call = caller_env()) {
  if (!is.matrix(S) || !is.numeric(S)) {
    abort_input(arg, "be a numeric matrix", describe(S), hint = remedy_for("matrix", S),
                call = call)
  }
  if (nrow(S) != ncol(S) || nrow(S) == 0) {
    got <- paste("not", nrow(S), "x", ncol(S))
    abort_input(arg, "be square, with one row per item", got, call = call)
  }
  if (!all(is.finite(S))) {
    got <- count_odd(sum(!is.finite(S)))
    abort_input(arg, "hold finite numbers", got, call = call)
  }
  gap <- abs(S - t(S))
  if (max(gap) > 1e-8 * max(abs(S))) {
    at <- arrayInd(which.max(gap), dim(S))
    got <- sprintf(
      "entries [%d, %d] and [%d, %d] differ by %s", at[1], at[2], at[2], at[1],
      format(max(gap), digits = 3)
    )
    abort_input(arg, "be symmetric", got, call = call)
  }
  storage.mode(S) <- "double"
  0.5 * S + 0.5 * t(S)
}

# H S H with H = I - 11'/n: inner products about the mean.
center_matrix <- function(S) {
  means <- rowMeans(S)
  centred <- S - outer(means, means, `+`) + mean(means)
  0.5 * (centred + t(centred))
}

# Points about their mean.
center_points <- function(X) X - rep(colMeans(X), each = nrow(X))

# The number of leading eigenvalues that reach `share` of their sum (the paper's d_EB).
leading_eigenvalues <- function(values, share = 0.95) {
  total <- sum(values)
  if (total <= 0) {
    return(1L)
  }
  reached <- which(cumsum(sort(values, decreasing = TRUE)) >= share * total * (1 - 1e-12))
  reached[1]
}

#' @export
as.matrix.elastic_gram <- function(x, ...) {
  S <- gram_matrix(x)
  dimnames(S) <- list(x$id, x$id)
  S
}

#' @export
dim.elastic_gram <- function(x) rep(length(x$id), 2)

#' @export
length.elastic_gram <- function(x) length(x$id)

#' @export
names.elastic_gram <- function(x) x$id

#' @export
`names<-.elastic_gram` <- function(x, value) {
  rename_gram(x, check_ids(as_id(value), length(x$id)))
}

#' @export
`[.elastic_gram` <- function(x, i, ...) {
  if (missing(i)) {
    return(x)
  }
  if (...length() > 0) {
    abort_input("...", "be empty: items have a single index", "there is a second one")
  }
  i <- locate_curves(x, i)
  if (length(i) == 0 || anyDuplicated(i)) {
    twice <- quote_string(x$id[i[anyDuplicated(i)]])
    got <- if (length(i) == 0) "it selects none" else paste(twice, "occurs twice")
    abort_input("i", "select at least one item, each once", got)
  }
  # Few curves of near pairs have all of theirs.
  if (is_near(x) && length(i) <= most_of_near) {
    S <- near_block(x, i, i)
    return(gram_of_matrix(S, x$curves[i], x$id[i], x$closed, x$settings, x$metric))
  }
  part_of_gram(x, i)
}
