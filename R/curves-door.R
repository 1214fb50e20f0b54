# Where functions take curves, they take whatever as_shape_curves() reads.

# A set of curves from `x`, which an argument `arg` holds. `closed` is told to what does not know
# it: a list of matrices, an array, a table; NULL where it is not known here either.
curves_at_door <- function(x, closed = NULL, arg = rlang::caller_arg(x), call = caller_env()) {
  check_given(x, arg, readable_as_curves, call)
  if (is_shape_curves(x)) {
    return(check_curves(x, arg, call))
  }
  check_is_picture(x, arg, call)
  if (!is_readable(x)) {
    abort_input(arg, readable_as_curves, describe(x), hint = remedy_for("curves", x), call = call)
  }
  if (is.null(closed) || !"closed" %in% names(formals(reader_of(x))) || is_list_of_masks(x)) {
    as_shape_curves(x)
  } else {
    as_shape_curves(x, closed = closed)
  }
}

# The arguments of a method of c(), to which c() hands values: list(...) would evaluate those that
# are calls or names.
given_to_c <- function(...) {
  given <- as.list(substitute(list(...)))[-1]
  if (is.language(given[[1]])) list(...) else given
}

# The method of as_shape_curves() for `x`, but for the one that refuses it; NULL without one.
method_of <- function(x) {
  for (class in .class2(x)) {
    method <- utils::getS3method("as_shape_curves", class, optional = TRUE)
    if (!is.null(method)) {
      return(method)
    }
  }
  NULL
}

is_readable <- function(x) !is.null(method_of(x))

# The function that has the arguments for `x`: the method, or what reads files of its kind.
reader_of <- function(x) {
  if (!is.character(x) || !is.null(dim(x))) {
    return(method_of(x))
  }
  file_kinds()[[find_files(x, NULL, FALSE)$kind]]$read
}

is_list_of_masks <- function(x) {
  is.list(x) && !is.object(x) && length(x) > 0 &&
    all(vapply(x, function(m) is.matrix(m) && is.logical(m), logical(1)))
}

# Matrices that are no pictures: of inner products or distances, which are square and
# symmetric, and of the points of one curve.
check_is_picture <- function(x, arg, call) {
  if (!is.matrix(x) || !is.numeric(x) || nrow(x) < 2) {
    return()
  }
  size <- sprintf("%d x %d matrix", nrow(x), ncol(x))
  if (ncol(x) == nrow(x) && isSymmetric(unname(x))) {
    hint <- "For inner products see as_gram(), for distances dist_gram()."
    abort_input(arg, "be curves", paste("not a symmetric", size), hint = hint, call = call)
  }
  if (ncol(x) %in% 2:3 || nrow(x) %in% 2:3) {
    abort_input(arg, "be a list of curves", paste("not a", size), hint = hint_one_curve(x),
                call = call)
  }
}
