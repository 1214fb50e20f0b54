# points: list of m_i x p double matrices; closed: one flag; id: unique strings;
# truth: NULL or a factor, carried along and never used by a computation.
new_shape_curves <- function(points, closed, id, truth = NULL) {
  structure(
    list(points = points, closed = closed, id = id, truth = truth),
    class = "shape_curves"
  )
}

# Returns `x` or raises an error that names the field or the curve. `label` is the place
# of curve %d in what the user gave; `of` goes before the names of fields.
validate_shape_curves <- function(x, label = sprintf("`%spoints[[%%d]]`", of), of = "",
                                  call = caller_env()) {
  check_flag(x$closed, arg = paste0(of, "closed"), call = call)
  if (!is.list(x$points) || length(x$points) == 0) {
    arg <- if (of == "") "x" else paste0(of, "points")
    got <- if (length(x$points) == 0) "it is empty" else describe(x$points)
    abort_input(arg, "hold at least one curve", got, call = call)
  }
  check_ids(x$id, length(x$points), paste0(of, "id"), call)
  check_truth(x$truth, length(x$points), paste0(of, "truth"), call = call)
  p <- NCOL(x$points[[1]])
  for (i in seq_along(x$points)) {
    fault <- curve_fault(x$points[[i]], x$closed, p, sprintf(label, 1L))
    if (!is.null(fault)) {
      prefix <- if (isTRUE(fault$kind)) if (x$closed) "closed " else "open "
      # Remedies are told in terms of the `x` that the user gave.
      hint <- if (startsWith(label, "`x")) fault$hint
      abort_curve(
        i, x$id[i], fault$must, fault$got, prefix %||% "", label, hint,
        call = call
      )
    }
  }
  x
}

check_ids <- function(id, n, arg = "id", call = caller_env()) {
  if (!is.character(id) || length(id) != n) {
    got <- if (is.character(id)) paste("it has", length(id)) else describe(id)
    must <- sprintf("be %d string%s, one a curve", n, if (n == 1) "" else "s")
    abort_input(arg, must, got, call = call)
  }
  nameless <- which(is.na(id) | id == "")
  if (length(nameless) > 0) {
    abort_input(arg, "name every curve", sprintf("curve %d has none", nameless[1]), call = call)
  }
  again <- anyDuplicated(id)
  if (again > 0) {
    got <- sprintf(
      "curves %d and %d are both %s", match(id[again], id), again, quote_string(id[again])
    )
    abort_input(arg, "be unique", got, call = call)
  }
  id
}

# Vectors that can name classes as factors; anything else is left for check_truth().
as_classes <- function(truth) {
  if (is.atomic(truth) && !is.null(truth) && !is.raw(truth) && !is.complex(truth)) {
    as.factor(truth)
  } else {
    truth
  }
}

check_truth <- function(truth, n, arg = "truth", each = "curve", call = caller_env()) {
  if (!is.null(truth) && !is.factor(truth)) {
    must <- "be NULL, a factor, strings, numbers or logical values"
    abort_input(arg, must, describe(truth), call = call)
  }
  if (!is.null(truth) && length(truth) != n) {
    must <- sprintf("be NULL or have %d value%s, one a %s", n, if (n == 1) "" else "s", each)
    abort_input(arg, must, paste("it has", length(truth)), call = call)
  }
  truth
}

# What is wrong with one curve: NULL, or what it must be and what it is; `kind` where the
# message says open or closed; `hint`, the remedy.
curve_fault <- function(points, closed, p, first) {
  if (!is.matrix(points) || !is.numeric(points)) {
    got <- describe(points)
    if (is.data.frame(points)) got <- paste(got, "with a column that is not numeric")
    hint <- if (is.null(points)) "Leave out what is empty: `x[lengths(x) > 0]`."
    return(list(must = "be a numeric matrix or data frame", got = got, hint = hint))
  }
  if (ncol(points) < 2) {
    got <- paste("it has", ncol(points))
    return(list(must = "have at least 2 columns, one a coordinate", got = got))
  }
  if (ncol(points) != p) {
    must <- sprintf("have %d columns as %s has", p, first)
    wide <- nrow(points) %in% 2:3 && max(p, ncol(points)) > 3
    hint <- if (wide) "Transposed? Use t(x): one point per row, as in `lapply(x, t)`."
    return(list(must = must, got = paste("it has", ncol(points)), hint = hint))
  }
  if (!all(is.finite(points))) {
    bad <- which(!is.finite(t(points)))[1]
    got <- sprintf("point %d has %s", (bad - 1) %/% p + 1, format(t(points)[bad]))
    return(list(must = "hold finite numbers only", got = got))
  }
  distinct <- count_distinct(points)
  if (nrow(points) > 1 && distinct == 1) {
    must <- "have a length above 0"
    return(list(must = must, got = "all its points coincide", kind = TRUE))
  }
  least <- if (closed) 3 else 2
  if (distinct < least) {
    must <- sprintf("have at least %d distinct points", least)
    return(list(must = must, got = paste("it has", distinct), kind = TRUE))
  }
  length <- sum(step_lengths(points, closed))
  # Squares and quotients of edges stay within the range of doubles.
  if (length < 1e-100 || length > 1e100) {
    got <- paste("its points are too", if (length < 1) "close together" else "far apart")
    return(list(must = "have a length between 1e-100 and 1e100", got = got))
  }
  NULL
}

# Number of distinct rows, 3 standing for 3 or more; exact equality. Most often the first
# coordinate of three points settles it.
count_distinct <- function(points) {
  if (nrow(points) > 2 && anyDuplicated(points[1:3, 1]) == 0) {
    return(3)
  }
  count <- 0
  while (count < 3 && nrow(points) > 0) {
    count <- count + 1
    same <- rowSums(points != rep(points[1, ], each = nrow(points))) == 0
    points <- points[!same, , drop = FALSE]
  }
  count
}

# Lengths of the edges: m - 1 of an open curve, m of a closed one.
step_lengths <- function(points, closed) {
  m <- nrow(points)
  ends <- if (closed) c(seq_len(m)[-1], 1) else seq_len(m)[-1]
  sqrt(rowSums((points[ends, , drop = FALSE] - points[seq_along(ends), , drop = FALSE])^2))
}

# Area inside a closed planar polygon, positive if it runs counter-clockwise.
signed_area <- function(points) {
  x <- points[, 1] - points[1, 1]
  y <- points[, 2] - points[1, 2]
  following <- c(seq_along(x)[-1], 1)
  sum(x * y[following] - x[following] * y) / 2
}

# Negative beyond the rounding of its terms, of which none exceeds the squared length.
runs_clockwise <- function(points) {
  signed_area(points) < -1e-12 * sum(step_lengths(points, closed = TRUE))^2
}

# The same closed curve in the other direction, from the same first point.
turn_around <- function(points) points[c(1, rev(seq_len(nrow(points))[-1])), , drop = FALSE]

# Runs counter-clockwise round a closed planar outline.
orient_outline <- function(points) if (runs_clockwise(points)) turn_around(points) else points

is_planar_outlines <- function(curves) curves$closed && curve_dimension(curves) == 2

curve_dimension <- function(curves) ncol(curves$points[[1]])

curve_lengths <- function(curves) {
  vapply(curves$points, function(m) sum(step_lengths(m, curves$closed)), numeric(1))
}

#' @rdname shape_curves
#' @export
is_shape_curves <- function(x) {
  check_given(x, "x", "be given")
  inherits(x, "shape_curves")
}

#' Work with a set of curves
#'
#' A set of curves behaves as a vector: it has a length and names (the ids), `[` takes some
#' of its curves, `[[` the points of one, `c()` puts sets together, and `as.list()` gives
#' the points of all. Whatever is done, ids stay unique and the truth goes with its curve.
#'
#' @param x A set of curves, see [shape_curves()].
#' @param i Which curves: numbers (negative ones leave curves out), ids, or a logical vector
#'   with one value a curve. A curve can be taken once only.
#' @param ... For `c()`, sets of curves, after the first also whatever [as_shape_curves()] reads:
#'   all open or all closed, of one dimension, with no id in common. Where some have a truth and
#'   others have none, it is `NA` for these. Otherwise not used.
#' @param value For `names<-`, new ids. For `[[<-`, the points of the curve, one row a point.
#'   For `$<-`, the field: `points`, `closed`, `id` or `truth`, which `NULL` takes away.
#'   What does not fit the set is an error; directions are kept as they are given.
#' @param name Name of a field.
#' @param row.names,optional Not used.
#'
#' @returns `[`, `c()`, `names<-`, `[[<-` and `$<-` give [shape_curves()]; `length()` the
#'   number of curves; `names()` the ids; `[[` a matrix with one row a point; `as.list()` a
#'   named list of such matrices. `as.data.frame()` gives one row a point with columns `id`,
#'   `truth` (if there is one), `point` and the coordinates `x`, `y`, `z`, or `x1`, `x2`, ...
#'   in four or more dimensions; [shape_curves()] reads it back.
#'
#' @examples
#' shapes <- simulate_shapes(n = 6, classes = c("heart", "key"), seed = 1)
#' shapes[c("heart-1", "key-2")]
#' shapes[shapes$truth == "key"]
#' more <- simulate_shapes(n = 3, classes = "fish", seed = 2)
#' c(shapes, more)
#' head(as.data.frame(more))
#' @name shape_curves-methods
NULL

#' @rdname shape_curves-methods
#' @export
length.shape_curves <- function(x) length(x$points)

#' @rdname shape_curves-methods
#' @export
names.shape_curves <- function(x) x$id

#' @rdname shape_curves-methods
#' @export
`names<-.shape_curves` <- function(x, value) {
  new_shape_curves(x$points, x$closed, check_ids(value, length(x$points)), x$truth)
}

#' @rdname shape_curves-methods
#' @export
`[.shape_curves` <- function(x, i) {
  if (missing(i)) {
    return(x)
  }
  i <- locate_curves(x, i)
  if (anyDuplicated(i) > 0) {
    again <- i[anyDuplicated(i)]
    got <- sprintf("it takes curve %d (%s) twice", again, quote_string(x$id[again]))
    abort_input("i", "take every curve once at most, for ids are unique", got)
  }
  if (length(i) == 0) {
    abort_input("i", "take at least one curve", "it takes none")
  }
  new_shape_curves(x$points[i], x$closed, x$id[i], x$truth[i])
}

#' @rdname shape_curves-methods
#' @export
`[[.shape_curves` <- function(x, i) {
  i <- locate_curves(x, i)
  if (length(i) != 1) {
    abort_input("i", "take one curve", paste("it takes", length(i)))
  }
  x$points[[i]]
}

# Places of the curves that `i` asks for.
locate_curves <- function(x, i, arg = "i", call = caller_env()) {
  n <- length(x)
  if (is.factor(i)) i <- as.character(i)
  if (is.character(i)) {
    place <- match(i, x$id)
    if (anyNA(place)) {
      got <- paste("there is no", quote_string(i[is.na(place)][1]))
      abort_input(arg, "be ids of the curves", got, call = call)
    }
  } else if (is.logical(i)) {
    if (length(i) != n || anyNA(i)) {
      got <- if (anyNA(i)) "it has NA" else paste("it has", length(i))
      abort_input(arg, sprintf("have %d values TRUE or FALSE, one a curve", n), got, call = call)
    }
    place <- which(i)
  } else {
    place <- locate_numbers(i, n, arg, call)
  }
  place
}

locate_numbers <- function(i, n, arg, call) {
  must <- sprintf("be whole numbers from 1 to %d, ids, or TRUE and FALSE", n)
  if (!is.numeric(i)) abort_input(arg, must, describe(i), call = call)
  wrong <- is.na(i) | i != round(i) | i == 0 | abs(i) > n
  if (any(wrong)) abort_input(arg, must, paste("it has", i[wrong][1]), call = call)
  if (any(i < 0) && any(i > 0)) {
    abort_input(arg, must, "it has positive and negative numbers", call = call)
  }
  seq_len(n)[i]
}

#' @rdname shape_curves-methods
#' @export
c.shape_curves <- function(...) {
  sets <- unname(list(...))
  first <- sets[[1]]
  for (k in seq_along(sets)) {
    arg <- paste0("..", k)
    sets[[k]] <- curves_at_door(sets[[k]], first$closed, arg)
    if (sets[[k]]$closed != first$closed) {
      kind <- function(set) if (set$closed) "closed" else "open"
      must <- paste("hold", kind(first), "curves as `..1` does")
      abort_input(arg, must, paste("its curves are", kind(sets[[k]])))
    }
    if (curve_dimension(sets[[k]]) != curve_dimension(first)) {
      must <- sprintf("hold curves in %d-D as `..1` does", curve_dimension(first))
      abort_input(arg, must, sprintf("its curves are in %d-D", curve_dimension(sets[[k]])))
    }
  }
  id <- check_ids(unlist(lapply(sets, function(set) set$id)), sum(vapply(sets, length, integer(1))))
  points <- unlist(lapply(sets, function(set) set$points), recursive = FALSE)
  new_shape_curves(points, first$closed, id, join_truth(sets))
}

# Factors one after the other, levels in the order of their first appearance; NA for sets
# that have none.
join_truth <- function(sets) {
  truths <- lapply(sets, function(set) set$truth)
  if (all(vapply(truths, is.null, logical(1)))) {
    return(NULL)
  }
  values <- lapply(sets, function(set) as.character(set$truth %||% rep(NA, length(set))))
  factor(unlist(values), levels = unique(unlist(lapply(truths, levels))))
}

#' @rdname shape_curves-methods
#' @export
as.list.shape_curves <- function(x, ...) {
  check_curves(x)
  stats::setNames(x$points, x$id)
}

#' @rdname shape_curves-methods
#' @export
as.data.frame.shape_curves <- function(x,
                                       row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE,
                                       ...) {
  check_curves(x)
  m <- vapply(x$points, nrow, integer(1))
  coordinates <- as.data.frame(do.call(rbind, x$points))
  names(coordinates) <- coordinate_names(curve_dimension(x))
  curve <- rep(seq_along(m), m)
  columns <- list(id = x$id[curve])
  columns$truth <- x$truth[curve]
  columns$point <- sequence(m)
  data.frame(columns, coordinates)
}

coordinate_names <- function(p) {
  if (p <= 3) c("x", "y", "z")[seq_len(p)] else paste0("x", seq_len(p))
}
