# One door for errors: every condition of the package is raised here.

# Raises an error of class `shapecrp_error_<class>`, `shapecrp_error`.
# `message` is a cli message; values are interpolated in `.envir`.
abort_shapecrp <- function(message, class, ..., call = caller_env(),
                           .envir = parent.frame()) {
  cli::cli_abort(
    message,
    class = c(paste0("shapecrp_error_", class), "shapecrp_error"),
    ...,
    call = call,
    .envir = .envir
  )
}

# Bad input: what (`arg`), what was wanted (`must`), what was got (`got`), and where it helps,
# the remedy (`hint`, a sentence). Reads as "`draws` must be a whole number of at least 1, it
# is -1."
abort_input <- function(arg, must, got, prefix = "", hint = NULL, call = caller_env()) {
  abort_shapecrp(
    c("{prefix}{.arg {arg}} must {must}, {got}.", i = if (!is.null(hint)) "{hint}"),
    class = "input",
    arg = arg, must = must, got = got,
    call = call
  )
}

# Bad curve: the curve by its place and id, what was wanted, what was got. `label` is
# the place in what the user gave ("`x[[%d]]`"); an id that only repeats the place is left
# out. Reads as "closed `x[[3]]` ("bottle-7") must have at least 3 distinct points, it
# has 2."
abort_curve <- function(i, id, must, got, prefix = "", label = "`x[[%d]]`", hint = NULL,
                        call = caller_env()) {
  place <- sprintf(label, i)
  name <- if (identical(id, as.character(i))) "" else sprintf(" (%s)", quote_string(id))
  abort_shapecrp(
    c("{prefix}{place}{name} must {must}, {got}.", i = if (!is.null(hint)) "{hint}"),
    class = "input",
    curve = i, id = id, must = must, got = got,
    call = call
  )
}

# Conditions that do not stop: class `shapecrp_message_<class>` and
# `shapecrp_warning_<class>`. `message` is a cli message.
inform_shapecrp <- function(message, class, ..., .envir = parent.frame()) {
  cli::cli_inform(
    message,
    class = c(paste0("shapecrp_message_", class), "shapecrp_message"),
    ...,
    .envir = .envir
  )
}

warn_shapecrp <- function(message, class, ..., call = caller_env(), .envir = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(paste0("shapecrp_warning_", class), "shapecrp_warning"),
    ...,
    call = call,
    .envir = .envir
  )
}

# Goes on with an interrupt that was taken to keep what is done.
pass_interrupt <- function() rlang::interrupt()

quote_string <- function(x) encodeString(x, quote = "\"")

# A value as the end of an error message: "it is -1", "it is a list of length 3".
describe <- function(x) {
  if (missing(x)) {
    "it is missing"
  } else if (is.null(x)) {
    "it is NULL"
  } else if (is.atomic(x) && is.null(dim(x)) && length(x) == 1) {
    paste("it is", if (is.character(x)) quote_string(x) else format(x))
  } else {
    size <- if (is.vector(x)) paste(" of length", length(x)) else ""
    paste0("it is ", type_friendly(x), size)
  }
}

# The type of a value in words: "a character matrix", "a list", "a data frame".
type_friendly <- function(x) cli::format_inline("{.obj_type_friendly {x}}")

# The checks below return their value, converted, or raise abort_input().

# An argument without default that was left out.
check_given <- function(x, arg, must, call = caller_env()) {
  if (missing(x)) abort_input(arg, must, "it is missing", call = call)
}

check_flag <- function(x, arg = rlang::caller_arg(x), call = caller_env()) {
  if (!is.logical(x) || length(x) != 1 || is.na(x)) {
    abort_input(arg, "be TRUE or FALSE", describe(x), call = call)
  }
  x
}

# A finite number in [min, max]; `above = TRUE` excludes min; `whole` asks for an
# integer value.
check_number <- function(x, min = -Inf, max = Inf, whole = FALSE, above = FALSE,
                         arg = rlang::caller_arg(x), call = caller_env()) {
  if (whole) max <- min(max, .Machine$integer.max)
  ok <- is.numeric(x) && length(x) == 1 && is.finite(x) &&
    x <= max && (if (above) x > min else x >= min) &&
    (!whole || x == round(x))
  if (!ok) {
    must <- paste0(
      "be a ", if (whole) "whole " else "", "number",
      if (is.finite(min)) paste0(if (above) " above " else " of at least ", format(min)),
      if (max < if (whole) .Machine$integer.max else Inf) {
        paste(if (is.finite(min)) " and at most" else " of at most", format(max, scientific = 1))
      }
    )
    abort_input(arg, must, describe(x), call = call)
  }
  if (whole) as.integer(x) else as.numeric(x)
}

check_choice <- function(x, choices, arg = rlang::caller_arg(x), call = caller_env()) {
  if (identical(x, choices)) {
    return(choices[1])
  }
  if (!is.character(x) || length(x) != 1 || is.na(x) || !x %in% choices) {
    abort_input(
      arg, paste("be one of", paste(quote_string(choices), collapse = ", ")),
      describe(x),
      call = call
    )
  }
  x
}

# Dots that a method has for its generic's sake: nothing may be in them, lest a misspelt
# argument goes unseen.
check_no_dots <- function(..., call = caller_env()) {
  if (...length() > 0) {
    names <- names(list(...)) %||% ""
    got <- if (nzchar(names[1])) {
      sprintf("it holds `%s`", names[1])
    } else {
      paste("it holds", type_friendly(..1))
    }
    abort_input("...", "be empty", got, call = call)
  }
}

# `closed`, where the input does not tell: given, TRUE or FALSE.
check_closed <- function(closed, call = caller_env()) {
  if (missing(closed)) {
    abort_input(
      "closed", "be TRUE (outlines) or FALSE (open curves)", "it is missing, without default",
      call = call
    )
  }
  check_flag(closed, arg = "closed", call = call)
}

# What does the work is in a package that need not be there.
check_installed_for <- function(package, purpose, call = caller_env()) {
  if (!is_installed(package)) {
    abort_shapecrp(
      c(
        "Package {.pkg {package}} is needed to {purpose}.",
        i = "Install it with {.code install.packages(\"{package}\")}."
      ),
      class = "package", package = package, call = call
    )
  }
}

is_installed <- function(package) requireNamespace(package, quietly = TRUE)
