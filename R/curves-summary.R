#' @rdname shape_curves-methods
#' @export
print.shape_curves <- function(x, ...) {
  check_curves(x)
  cat(describe_curves(x), sep = "\n")
  invisible(x)
}

describe_curves <- function(x) {
  m <- range(vapply(x$points, nrow, integer(1)))
  c(
    describe_set(length(x), x$closed, curve_dimension(x)),
    paste("Points per curve:", if (m[1] == m[2]) m[1] else paste(m[1], "to", m[2])),
    if (!is.null(x$truth)) paste("Truth:", describe_truth(table(x$truth)))
  )
}

# "60 closed curves in 2-D"
describe_set <- function(n, closed, p) {
  kind <- if (closed) "closed" else "open"
  sprintf("%d %s curve%s in %d-D", n, kind, if (n == 1) "" else "s", p)
}

# "bone (20), heart (20)", six classes at most.
describe_truth <- function(counts) {
  counts <- counts[counts > 0]
  shown <- utils::head(counts, 6)
  rest <- length(counts) - length(shown)
  paste0(
    paste0(names(shown), " (", shown, ")", collapse = ", "),
    if (rest > 0) sprintf(" and %d more class%s", rest, if (rest == 1) "" else "es")
  )
}

#' Summarise a set of curves
#'
#' Counts and sizes to check before the curves are compared: they reveal curves with gaps,
#' outlines that run the wrong way, and misspelt classes.
#'
#' @param object A set of curves, see [shape_curves()].
#' @param x A summary, from `summary()`.
#' @param ... Ignored.
#'
#' @returns A list of class `summary_shape_curves`: `n`, the number of curves; `p`, their
#'   dimension; `closed`; `points` and `lengths`, the minimum, median and maximum number of
#'   points and length of a curve; `duplicates`, the number of points equal to the
#'   point before them; `duplicated_curves`, the number of curves that have such points;
#'   `longest_step`, the largest ratio of a curve's longest edge to its median edge, named
#'   by the curve (a large ratio indicates a gap, or a long straight edge); `clockwise`, the number
#'   of outlines that run clockwise (only possible with `shape_curves(orient = FALSE)`),
#'   `NA` unless the curves are closed and planar; `truth`, the table of the classes, or
#'   `NULL`.
#'
#' @examples
#' summary(simulate_shapes(n = 12, seed = 1))
#' @export
summary.shape_curves <- function(object, ...) {
  check_curves(object)
  spread <- function(v) c(min = min(v), median = stats::median(v), max = max(v))
  steps <- lapply(object$points, step_lengths, closed = object$closed)
  duplicates <- vapply(steps, function(s) sum(s == 0), integer(1))
  ratio <- vapply(steps, function(s) max(s) / stats::median(s[s > 0]), numeric(1))
  structure(
    list(
      n = length(object),
      p = curve_dimension(object),
      closed = object$closed,
      points = spread(as.double(vapply(object$points, nrow, integer(1)))),
      lengths = spread(vapply(steps, sum, numeric(1))),
      duplicates = sum(duplicates),
      duplicated_curves = sum(duplicates > 0),
      longest_step = stats::setNames(max(ratio), object$id[which.max(ratio)]),
      clockwise = if (is_planar_outlines(object)) {
        sum(vapply(object$points, runs_clockwise, logical(1)))
      } else {
        NA_integer_
      },
      truth = if (!is.null(object$truth)) table(object$truth)
    ),
    class = "summary_shape_curves"
  )
}

#' @rdname summary.shape_curves
#' @export
print.summary_shape_curves <- function(x, ...) {
  spread <- function(v) {
    if (v[[1]] == v[[3]]) v[[1]] else sprintf("%s to %s, median %s", v[[1]], v[[3]], v[[2]])
  }
  duplicates <- if (x$duplicates == 0) {
    "none"
  } else {
    sprintf("%d, in %d of the curves", x$duplicates, x$duplicated_curves)
  }
  lines <- c(
    describe_set(x$n, x$closed, x$p),
    paste("Points per curve:    ", spread(x$points)),
    paste("Curve length:        ", spread(signif(x$lengths, 4))),
    paste("Consecutive repeats: ", duplicates),
    paste0(
      "Longest step:         ", format(x$longest_step[[1]], digits = 2),
      " times the median step (", quote_string(names(x$longest_step)), ")"
    ),
    if (!is.na(x$clockwise)) paste("Clockwise outlines:  ", x$clockwise),
    if (!is.null(x$truth)) paste("Truth:               ", describe_truth(x$truth))
  )
  cat(lines, sep = "\n")
  invisible(x)
}
