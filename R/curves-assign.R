# Assignments into a set of curves: each leaves a set that validate_shape_curves() accepts.
# Errors name the function that assigns: the call of `$<-` holds the whole value.

#' @rdname shape_curves-methods
#' @export
`$<-.shape_curves` <- function(x, name, value) {
  call <- caller_env()
  n <- length(x)
  must <- "be one of the fields points, closed, id and truth"
  fields <- unclass(x)
  fields[name] <- list(switch(name,
    points = check_replacement(value, n, call),
    closed = check_flag(value, "closed", call),
    id = check_ids(read_id(value), n, call = call),
    truth = check_truth(as_classes(value), n, call = call),
    abort_input("name", must, describe(name), call = call)
  ))
  curves <- do.call(new_shape_curves, fields)
  if (name %in% c("points", "closed")) validate_shape_curves(curves, call = call) else curves
}

# As many curves as there are ids; their points are left for validate_shape_curves().
check_replacement <- function(points, n, call) {
  if (!is.list(points) || is.object(points) || length(points) != n) {
    must <- sprintf("be a list of %d matri%s, one a curve", n, if (n == 1) "x" else "ces")
    plain <- is.list(points) && !is.object(points)
    got <- if (plain) paste("it has", length(points)) else describe(points)
    abort_input("points", must, got, call = call)
  }
  lapply(unname(points), read_points)
}

#' @rdname shape_curves-methods
#' @export
`[[<-.shape_curves` <- function(x, i, value) {
  call <- caller_env()
  i <- locate_curves(x, i, call = call)
  if (length(i) != 1) {
    abort_input("i", "take one curve", paste("it takes", length(i)), call = call)
  }
  points <- replace(x$points, i, list(read_points(value)))
  curves <- new_shape_curves(points, x$closed, x$id, x$truth)
  validate_shape_curves(curves, call = call)
}

#' @export
`[<-.shape_curves` <- function(x, i, value) {
  abort_shapecrp(
    c(
      "Curves of a set are replaced one by one: {.code curves[[i]] <- points}.",
      i = "{.fn c} adds curves, {.code curves[-i]} leaves some out."
    ),
    class = "input", call = caller_env()
  )
}
