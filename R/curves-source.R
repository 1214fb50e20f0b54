# Where curves were read from: an attribute of the set, from which a report writes the call that
# reads them again. What makes another set of it, as `[` and c() do, drops it.

# `arguments`: those of as_shape_curves() beside `x`, as given.
with_source <- function(curves, x, arguments) {
  attr(curves, "source") <- list(x = x, arguments = arguments)
  curves
}

# Lines of code that read the curves again; NULL where they were not read from files. What is
# too long for a line of code is named, and a comment says what it is.
source_code <- function(curves) {
  source <- attr(curves, "source")
  if (is.null(source)) {
    return(NULL)
  }
  arguments <- c(list(files = source$x), source$arguments)
  long <- !vapply(arguments, is_short_value, NA)
  code <- names(arguments)
  code[!long] <- vapply(arguments[!long], code_value, "")
  named <- nzchar(names(arguments)) & seq_along(arguments) > 1
  code[named] <- paste(names(arguments)[named], "=", code[named])
  c(
    sprintf("# %s: %s", names(arguments)[long], vapply(arguments[long], long_value_words, "")),
    paste("curves <-", code_call("as_shape_curves", code))
  )
}

is_short_value <- function(x) {
  is.null(x) || (is.atomic(x) && length(x) <= 6 && sum(nchar(as.character(x), "bytes")) <= 200)
}

long_value_words <- function(x) {
  if (is.character(x) && is.null(names(x))) {
    sprintf("the paths of %s, from %s to %s", count_noun(length(x), "file"),
            quote_string(x[1]), quote_string(x[length(x)]))
  } else {
    sprintf("%s, as it was given", type_friendly(x))
  }
}

# The files in words.
source_words <- function(source) {
  if (length(source$x) == 1) source$x else long_value_words(source$x)
}
