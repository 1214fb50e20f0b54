#' A set of curves
#'
#' Checks and collects the curves to be clustered. A curve is a sequence of points in the
#' plane, in space, or in any higher dimension; curves may have different numbers of points.
#' All curves of a set are open (a stroke, a protein backbone) or all are closed (an outline).
#'
#' Invalid curves are an error that names the curve: values that are missing or
#' infinite, curves of length zero, a closed curve with fewer than three distinct points or an
#' open one with fewer than two, dimensions that differ, ids that are not unique.
#'
#' A closed curve need not repeat its first point at its end. If it does (up to rounding:
#' 1e-10 of its extent), the repeated point is dropped, with one message for the whole set.
#' Consecutive equal points are allowed, kept, and have no effect.
#'
#' The direction in which a closed planar outline is listed is not part of its shape: outlines
#' that run clockwise are reversed, keeping their first point, with one message for the whole
#' set. `orient = FALSE` keeps the direction in which the points are listed. The direction is
#' always kept for open curves and closed curves in space, for which [elastic_gram()] has
#' `direction = "either"`, and for outlines of zero area, such as a balanced figure of eight.
#'
#' @section Long data frames:
#' A data frame has one row per point. Its columns are found by name:
#' * `id`: the curve of the point. The rows of a curve need not be adjacent; curves are
#'   ordered by first appearance.
#' * `x` and `y`, then `z`, then `x4`, `x5`, ...: the coordinates, up to the first
#'   gap; or `x1`, `x2`, `x3`, ... if there is no `x`.
#' * `point`, if there is one: the order of the points of a curve; otherwise that of the rows.
#' * `truth`, or else `class`, if there is one and the argument `truth` is not given: the class
#'   of the curve.
#'
#' If no column has exactly this name, case is ignored and common alternatives are recognised:
#' `Leaf ID` or `cell_id` for `id`, `X (mm)`, `pos_x` or `longitude` for `x`; a message says which
#' columns were used. [as_shape_curves()] has arguments for columns with other names. Rows
#' without id and coordinates are skipped, and counted in a message.
#'
#' Other columns are ignored; a message says so if they are numeric and could have been
#' meant as coordinates.
#'
#' @param x A list of matrices or data frames with one point per row and one coordinate per
#'   column; or a p x m x n array of n curves with m points each in p dimensions; or a
#'   long data frame, see below. For `is_shape_curves()`, any object.
#' @param closed `TRUE` if the curves are closed, `FALSE` if they are open. There is no default,
#'   because it cannot be told from the points.
#' @param id Unique names of the curves. `NULL` takes them from the names of the list, the
#'   third dimension of the array or the column `id`, or else numbers the curves.
#' @param truth The known classes of the curves, in their order: a factor, strings, numbers or
#'   logical values; or `NULL`. They are kept with the curves, for pictures and comparisons; the
#'   clustering does not use them.
#' @param orient `TRUE` reverses clockwise closed planar outlines; `FALSE` keeps them as
#'   they are listed.
#'
#' @returns `shape_curves()` returns an object of class `shape_curves`, a list of
#'   * `points`: a list of numeric matrices, one point per row, one coordinate per column;
#'   * `closed`: `TRUE` or `FALSE`;
#'   * `id`: a character vector;
#'   * `truth`: a factor, or `NULL`.
#'
#'   `is_shape_curves()` returns `TRUE` or `FALSE`.
#'
#' @seealso [as_shape_curves()] to read files, [shape_curves-methods] for working with a set of
#'   curves, [plot.shape_curves()], and [simulate_shapes()] for example data.
#'
#' @examples
#' square <- cbind(c(0, 1, 1, 0), c(0, 0, 1, 1))
#' triangle <- cbind(c(0, 1, 0), c(0, 0, 1))
#' shape_curves(list(square = square, triangle = triangle), closed = TRUE)
#'
#' long <- data.frame(
#'   id = rep(c("a", "b"), c(3, 4)), x = c(0, 1, 2, 0, 1, 1, 0), y = c(0, 1, 0, 0, 0, 1, 1)
#' )
#' shape_curves(long, closed = FALSE)
#' @order 1
#' @export
#' @param ... Must be empty; an unknown argument is an error.
shape_curves <- function(x, closed, id = NULL, truth = NULL, orient = TRUE, ...) {
  check_no_dots(...)
  check_given(x, "x", "be a list of matrices, a p x m x n array or a long data frame")
  check_closed(closed)
  check_flag(orient)
  raw <- read_curves(x, with_truth = is.null(truth))
  id <- if (is.null(id)) raw$id %||% as.character(seq_along(raw$points)) else read_id(id)
  truth <- as_classes(truth %||% raw$truth)
  repeats <- closed & vapply(raw$points, is_repeat, logical(1))
  raw$points[repeats] <- lapply(raw$points[repeats], function(m) m[-nrow(m), , drop = FALSE])
  curves <- validate_shape_curves(new_shape_curves(raw$points, closed, id, truth), raw$label)
  if (any(repeats)) {
    inform_shapecrp(
      c(i = "Dropped the last point of {sum(repeats)} closed curve{?s}: it repeats the first."),
      class = "closed", curves = which(repeats)
    )
  }
  if (orient) orient_curves(curves) else curves
}

# Clockwise outlines turned around, and their number said; other curves as they are.
orient_curves <- function(curves) {
  if (!is_planar_outlines(curves)) {
    return(curves)
  }
  clockwise <- which(vapply(curves$points, runs_clockwise, logical(1)))
  if (length(clockwise) > 0) {
    curves <- new_shape_curves(
      replace(curves$points, clockwise, lapply(curves$points[clockwise], turn_around)),
      curves$closed, curves$id, curves$truth
    )
    n <- length(curves)
    inform_shapecrp(
      c(
        i = "{length(clockwise)} of {n} outline{?s} ran clockwise and
             {cli::qty(length(clockwise))}{?was/were} reversed.",
        i = "{.code orient = FALSE} keeps the order of the points."
      ),
      class = "orient", curves = clockwise
    )
  }
  curves
}

# Numbers and factors as strings; anything else is left for the check of ids.
read_id <- function(id) if (is.atomic(id)) as.character(id) else id

# The last point is the first one again, up to 1e-10 of the extent of the curve.
is_repeat <- function(points) {
  m <- NROW(points)
  if (!is.matrix(points) || !is.numeric(points) || m < 2 || !all(is.finite(points))) {
    return(FALSE)
  }
  extent <- max(apply(points, 2, function(v) diff(range(v))))
  max(abs(points[m, ] - points[1, ])) <= 1e-10 * extent
}

# list(points, id or NULL, truth or NULL, label of curve %d) of what the user gave.
read_curves <- function(x, with_truth, call = caller_env()) {
  if (is.data.frame(x)) {
    read_long(as.data.frame(x), with_truth, call)
  } else if (is.list(x) && !is.object(x)) {
    points <- lapply(unname(x), read_points)
    check_transposed(points, call)
    list(points = points, id = names(x), label = "`x[[%d]]`")
  } else if (is.array(x) && length(dim(x)) == 3) {
    read_array(x, call)
  } else {
    hint <- if (is.matrix(x) && is.numeric(x)) hint_one_curve(x)
    abort_input(
      "x", "be a list of matrices, a p x m x n array or a long data frame", describe(x),
      hint = hint, call = call
    )
  }
}

# What to do with a matrix of the points of one curve.
hint_one_curve <- function(x) {
  if (nrow(x) %in% 2:3 && ncol(x) > 3) {
    "A single curve? Use `list(t(x))`: one point per row."
  } else {
    "A single curve? Use `list(x)`."
  }
}

# Matrices that are all wider than long hold curves of few points in four or more dimensions, or
# one point per column, beyond doubt where two or three rows have eight columns or more.
check_transposed <- function(points, call) {
  wide <- vapply(points, function(m) is.matrix(m) && ncol(m) > max(3, nrow(m)), logical(1))
  if (length(points) == 0 || !all(wide)) {
    return()
  }
  size <- dim(points[[1]])
  if (all(vapply(points, function(m) nrow(m) %in% 2:3 && ncol(m) >= 8, logical(1)))) {
    got <- sprintf("not %d x %d", size[1], size[2])
    hint <- "Transposed? Use t(x): `lapply(x, t)` for the whole list."
    abort_input("x[[1]]", "have one point per row", got, hint = hint, call = call)
  }
  warn_shapecrp(
    c(
      "{.code x[[1]]} is read as {size[1]} point{?s} in {size[2]} dimensions.",
      i = "Transposed? Use {.code lapply(x, t)}."
    ),
    class = "array", call = call
  )
}

# A bare double matrix where that is possible, else the thing itself.
read_points <- function(x) {
  if (is.data.frame(x) && all(vapply(x, is.numeric, logical(1)))) x <- as.matrix(x)
  if (is.matrix(x) && is.numeric(x)) x <- matrix(as.double(x), nrow(x), ncol(x))
  x
}

read_array <- function(x, call) {
  if (!is.numeric(x)) abort_input("x", "be a numeric array", describe(x), call = call)
  if (dim(x)[1] < 2) {
    must <- "have at least 2 coordinates along its first dimension"
    abort_input("x", must, paste("not", dim(x)[1]), call = call)
  }
  if (dim(x)[1] > dim(x)[2]) {
    warn_shapecrp(
      c(
        "{.arg x} is read as {dim(x)[3]} curve{?s} of {dim(x)[2]} point{?s} in
         {dim(x)[1]} dimensions.",
        i = "If it is m x p x n, use {.code aperm(x, c(2, 1, 3))}."
      ),
      class = "array", call = call
    )
  }
  points <- lapply(seq_len(dim(x)[3]), function(i) {
    matrix(as.double(x[, , i]), dim(x)[2], dim(x)[1], byrow = TRUE)
  })
  list(points = points, id = dimnames(x)[[3]], label = "`x[, , %d]`")
}

read_long <- function(x, with_truth, call) {
  x <- standard_columns(x, list(), "x", call)
  if (nrow(x) == 0) abort_input("x", "hold at least one curve", "it is empty", call = call)
  check_column(x, "id", call)
  coordinates <- find_coordinates(x, call)
  blank <- is_blank(x[c("id", coordinates)])
  if (any(blank)) x <- x[!blank, , drop = FALSE]
  tell_blank_rows(sum(blank))
  if (nrow(x) == 0) abort_input("x", "hold at least one curve", "all rows are blank", call = call)
  nameless <- is.na(x$id) | x$id %in% ""
  if (any(nameless)) {
    got <- paste(name_rows(attr(x, "row.names")[nameless]), "none")
    hint <- "Merged cells? Fill the id down to every row."
    abort_input("x$id", "name a curve in every row", got, hint = hint, call = call)
  }
  check_rows(x, coordinates, "x", call)
  id <- unique(as.character(x$id))
  if (length(id) == nrow(x) && nrow(x) > 1) {
    hint <- "Name the column that identifies curves: `as_shape_curves(x, id = \"...\")`."
    abort_input("x", "have several rows per curve", "every row has its own `id`",
                hint = hint, call = call)
  }
  curve <- match(as.character(x$id), id)
  rows <- split(seq_len(nrow(x)), curve)
  if ("point" %in% names(x)) rows <- order_points(rows, x, id, call)
  values <- vapply(x[coordinates], as.double, numeric(nrow(x)))
  values <- matrix(values, nrow(x))
  list(
    points = lapply(unname(rows), function(r) values[r, , drop = FALSE]),
    id = id,
    truth = if (with_truth) read_truth(x, curve, id, call),
    label = "curve %d"
  )
}

# A column that is used: the only one of its name, a vector with one value per row.
check_column <- function(x, name, call) {
  same <- sum(names(x) %in% name)
  if (same > 1) {
    abort_input("x", sprintf("have a single column `%s`", name), paste("not", same), call = call)
  }
  if (!is_plain_column(x[[name]], nrow(x))) {
    abort_input(
      paste0("x$", name), "hold one value per row", describe(x[[name]]),
      call = call
    )
  }
}

# scale() makes a column a matrix with one column, which counts as a vector.
is_plain_column <- function(column, rows) is.atomic(column) && length(column) == rows

# Names of the coordinate columns, see "Long data frames".
find_coordinates <- function(x, call, what = "x") {
  many <- seq_len(ncol(x))
  wanted <- if ("x" %in% names(x)) c("x", "y", "z", paste0("x", many + 3)) else paste0("x", many)
  found <- wanted[cumprod(wanted %in% names(x)) == 1]
  if (length(found) < 2) {
    hint <- "Name other columns: `as_shape_curves(x, coordinates = c(\"...\", \"...\"))`."
    abort_input(
      what, "have columns `x` and `y`, or `x1` and `x2`", describe_columns(x),
      hint = hint, call = call
    )
  }
  for (name in found) check_column(x, name, call)
  odd <- found[!vapply(x[found], function(v) is.numeric(v) || is.character(v), logical(1))]
  if (length(odd) > 0) {
    abort_input(paste0("x$", odd[1]), "be numeric", describe(x[[odd[1]]]), call = call)
  }
  other <- setdiff(names(x), c("id", "point", "class", "truth", found))
  other <- other[vapply(x[other], is.numeric, logical(1))]
  if (length(other) > 0 && what == "x") {
    inform_shapecrp(
      c(
        "!" = "Column{?s} {.var {other}} of {.arg x} {?is/are} not used.",
        i = "The coordinates are {.var {found}}."
      ),
      class = "columns", columns = other
    )
  }
  found
}

describe_columns <- function(x) {
  shown <- utils::head(names(x), 10)
  more <- ncol(x) - length(shown)
  paste0(
    "it has ", paste0("`", shown, "`", collapse = ", "), if (more > 0) paste(" and", more, "more")
  )
}

order_points <- function(rows, x, id, call) {
  check_column(x, "point", call)
  point <- x$point
  if (!is.numeric(point) || anyNA(point)) {
    got <- if (anyNA(point)) sprintf("row %d has NA", which(is.na(point))[1]) else describe(point)
    abort_input("x$point", "number the points of a curve", got, call = call)
  }
  for (i in seq_along(rows)) {
    again <- anyDuplicated(point[rows[[i]]])
    if (again > 0) {
      got <- sprintf("%s occurs twice", format(point[rows[[i]]][again]))
      abort_curve(i, id[i], "have each value of `point` only once", got, label = "curve %d",
                  call = call)
    }
    rows[[i]] <- rows[[i]][order(point[rows[[i]]])]
  }
  rows
}

# The class of every curve, from column `truth`, else `class`; one value per curve.
read_truth <- function(x, curve, id, call) {
  column <- intersect(c("truth", "class"), names(x))[1]
  if (is.na(column)) {
    return(NULL)
  }
  truth <- check_truth(as_classes(x[[column]]), nrow(x), paste0("x$", column), "point", call)
  check_column(x, column, call)
  first <- truth[match(seq_along(id), curve)]
  code <- function(f) ifelse(is.na(f), 0L, as.integer(f))
  odd <- which(code(truth) != code(first)[curve])
  if (length(odd) > 0) {
    i <- curve[odd[1]]
    got <- sprintf("not %s and %s", format_class(first[i]), format_class(truth[odd[1]]))
    abort_curve(
      i, id[i], sprintf("have a single `%s`", column), got,
      label = "curve %d", call = call
    )
  }
  first
}

format_class <- function(f) if (is.na(f)) "NA" else quote_string(as.character(f))
