# What the user knows of the curves: classes or numbers, one value each.

# A factor or numbers, one for each of the curves `id`, in their order. Values named by ids or
# files are matched to them.
curve_values <- function(x, id, arg, call = caller_env()) {
  values <- as_covariate(x, length(id), arg, call)
  rows <- match_ids(names(x), id)
  if (all(is.na(rows))) {
    return(values)
  }
  lacking <- id[setdiff(seq_along(id), rows)]
  if (length(lacking) > 0) {
    got <- paste(quote_string(lacking[1]), "is missing")
    abort_input(arg, "have the names of the curves, each once", got, call = call)
  }
  values[order(rows)]
}

# Classes as a factor, or numbers; one per curve.
as_covariate <- function(x, n, arg, call = caller_env()) {
  plain <- is.atomic(x) && is.null(dim(x)) &&
    (is.factor(x) || is.character(x) || is.logical(x) || is.numeric(x) && !is.object(x))
  if (!plain) {
    must <- "be classes (a factor, strings, logical values) or numbers, one per curve"
    abort_input(arg, must, describe(x), call = call)
  }
  if (length(x) != n) {
    hint <- if (is.character(x) && length(x) == 1) "A column? Give its values: `data$column`."
    abort_input(arg, sprintf("have %d value%s, one per curve", n, if (n == 1) "" else "s"),
                paste("not", length(x)), hint = hint, call = call)
  }
  if (!is.numeric(x)) {
    return(factor(unname(x)))
  }
  if (any(is.infinite(x)) || any(abs(x) > 1e140, na.rm = TRUE)) {
    abort_input(arg, "hold numbers of magnitude at most 1e140", "some are larger", call = call)
  }
  as.numeric(unname(x))
}
