# Assignments into a set of curves: each leaves a set that validate_shape_curves() accepts.

#' @rdname shape_curves-methods
#' @export
`$<-.shape_curves` <- function(x, name, value) {
  n <- length(x)
  fields <- unclass(x)
  fields[name] <- list(switch(name,
    points = check_replacement(value, n),
    closed = check_flag(value, arg = "closed"),
    id = check_ids(read_id(value), n),
    truth = check_truth(as_classes(value), n),
    abort_input("name", "be one of the fields points, closed, id and truth", describe(name))
  ))
  curves <- do.call(new_shape_curves, fields)
  if (name %in% c("points", "closed")) validate_shape_curves(curves) else curves
}

# As many curves as there are ids; their points are left for validate_shape_curves().
check_replacement <- function(points, n, call = caller_env()) {
  if (!is.list(points) || is.object(points) || length(points) != n) {
    must <- sprintf("be a list of %d matri%s, one a curve", n, if (n == 1) "x" else "ces")
    got <- if (is.list(points)) paste("it has", length(points)) else describe(points)
    abort_input("points", must, got, call = call)
  }
  lapply(unname(points), read_points)
}

#' @rdname shape_curves-methods
#' @export
`[[<-.shape_curves` <- function(x, i, value) {
  i <- locate_curves(x, i)
  if (length(i) != 1) {
    abort_input("i", "take one curve", paste("it takes", length(i)))
  }
  points <- x$points
  points[i] <- list(read_points(value))
  validate_shape_curves(new_shape_curves(points, x$closed, x$id, x$truth))
}

#' @export
`[<-.shape_curves` <- function(x, i, value) {
  abort_shapecrp(
    c(
      "Curves of a set are replaced one by one: {.code curves[[i]] <- points}.",
      i = "{.fn c} adds curves, {.code curves[-i]} leaves some out."
    ),
    class = "input"
  )
}
