#' Curves from Momocs
#'
#' [as_shape_curves()] reads the outlines (`Out`) and open outlines (`Opn`) of package
#' Momocs, and any other `Coo` object if told whether its curves are closed. The objects are
#' recognised by their structure, a list with the coordinates in `coo` and the groups in `fac`;
#' Momocs need not be installed.
#'
#' @name curves-from-momocs
#' @param x A Momocs object.
#' @param closed For a `Coo` object that is neither `Out` nor `Opn`: `TRUE` if its curves are
#'   closed, `FALSE` if they are open.
#' @param truth Name of the column of `fac` with the known classes. `NULL` takes the only
#'   column, or the only one of several that holds factors, strings or logical values. If that
#'   leaves no single column, curves have no truth, and a message names the columns.
#' @param orient See [shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examples
#' square <- cbind(c(0, 1, 1, 0), c(0, 0, 1, 1))
#' bottles <- structure(
#'   list(coo = list(a = square, b = square %*% diag(2:1)), fac = data.frame(type = c("u", "v"))),
#'   class = c("Out", "Coo")
#' )
#' as_shape_curves(bottles)
NULL

#' @rdname curves-from-momocs
#' @export
as_shape_curves.Out <- function(x, ..., truth = NULL, orient = TRUE) {
  check_no_dots(..., kind = "Momocs outlines")
  curves_of_momocs(x, TRUE, truth, orient)
}

#' @rdname curves-from-momocs
#' @export
as_shape_curves.Opn <- function(x, ..., truth = NULL) {
  check_no_dots(..., kind = "Momocs open outlines")
  curves_of_momocs(x, FALSE, truth, FALSE)
}

#' @rdname curves-from-momocs
#' @export
as_shape_curves.Coo <- function(x, closed, ..., truth = NULL, orient = TRUE) {
  check_no_dots(..., kind = "Momocs objects")
  if (inherits(x, "Ldk")) {
    abort_input("x", "hold outlines", "not landmarks (a Momocs Ldk object)")
  }
  curves_of_momocs(x, check_closed(closed), truth, orient)
}

#' @export
as_shape_curves.Ldk <- as_shape_curves.Coo

curves_of_momocs <- function(x, closed, truth, orient, call = caller_env()) {
  x <- unclass(x)
  if (!is.list(x) || !is.list(x$coo) || length(x$coo) == 0) {
    abort_input("x", "have a list of coordinates `coo`", "it has none", call = call)
  }
  groups <- x$fac
  if (is.null(truth)) {
    if (is.data.frame(groups)) truth <- only_classes(groups)
  } else if (!is.character(truth) || length(truth) != 1 || !truth %in% names(groups)) {
    has <- if (length(groups) > 0) paste(names(groups), collapse = ", ") else "none"
    must <- sprintf("be NULL or a column of `x$fac` (%s)", has)
    abort_input("truth", must, describe(truth), call = call)
  }
  points <- lapply(x$coo, read_points)
  shape_curves(points, closed, truth = if (!is.null(truth)) groups[[truth]], orient = orient)
}

# The name of the only column, else of the only one that is not of numbers. NULL where there
# is none; where several could be meant, a message names them.
only_classes <- function(groups) {
  if (ncol(groups) < 2) {
    return(if (ncol(groups) == 1) names(groups))
  }
  known <- names(groups)[vapply(groups, is_categorical, logical(1))]
  if (length(known) == 1) {
    return(known)
  }
  columns <- if (length(known) > 0) known else names(groups)
  inform_shapecrp(
    c(
      "!" = "No classes were read: {.code x$fac} has {length(columns)} columns that may hold
             them, {.val {columns}}.",
      i = "{.code truth = {deparse(columns[1])}} uses the first."
    ),
    class = "groups", columns = columns
  )
  NULL
}

is_categorical <- function(column) {
  is.factor(column) || is.character(column) || is.logical(column)
}
