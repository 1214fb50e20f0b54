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
# the remedy (`hint`, a sentence). `got` is "not" and a value, or a clause that "but" goes
# before: "`draws` must be a whole number of at least 1, not -1.", "`S` must be symmetric, but
# entries [1, 2] and [2, 1] differ by 0.3."
abort_input <- function(arg, must, got, prefix = "", hint = NULL, call = caller_env()) {
  fault <- fault_words(must, got)
  abort_shapecrp(
    c("{prefix}{.arg {arg}} {fault}.", i = if (!is.null(hint)) "{hint}"),
    class = "input",
    arg = arg, must = must, got = got, fault = fault,
    call = call
  )
}

# "must be square, not 2 x 3"
fault_words <- function(must, got) {
  paste0("must ", must, ", ", if (!startsWith(got, "not ")) "but ", got)
}

# Bad curve: the curve by its place and id, what was wanted, what was got. `label` is
# the place in what the user gave ("`x[[%d]]`"); an id that only repeats the place is left
# out. Reads as "closed `x[[3]]` ("bottle-7") must have at least 3 distinct points, not 2."
abort_curve <- function(i, id, must, got, prefix = "", label = "`x[[%d]]`", hint = NULL,
                        call = caller_env()) {
  place <- sprintf(label, i)
  name <- if (identical(id, as.character(i))) "" else sprintf(" (%s)", quote_string(id))
  fault <- fault_words(must, got)
  abort_shapecrp(
    c("{prefix}{place}{name} {fault}.", i = if (!is.null(hint)) "{hint}"),
    class = "input",
    curve = i, id = id, must = must, got = got, fault = fault,
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

# A value as the end of an error message: "not -1", "not a list of length 3".
describe <- function(x) {
  if (missing(x)) {
    "it is missing"
  } else {
    paste("not", value_words(x))
  }
}

# A value in words: "-1", "a list of length 3".
value_words <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.atomic(x) && is.null(dim(x)) && length(x) == 1) {
    if (is.character(x)) quote_string(x) else format(x)
  } else {
    paste0(type_friendly(x), if (is.vector(x) && length(x) > 0) paste(" of length", length(x)))
  }
}

# The type of a value in words: "a character matrix", "a list", "a data frame".
type_friendly <- function(x) cli::format_inline("{.obj_type_friendly {x}}")

# The checks below return their value, converted, or raise abort_input().

# An argument without default that was left out.
check_given <- function(x, arg, must = "be given", call = caller_env()) {
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
    percent <- max == 1 && is.numeric(x) && length(x) == 1 && isTRUE(x > 1 && x <= 100)
    hint <- if (percent) sprintf("%s %% is %s.", format(x), format(x / 100))
    abort_input(arg, must, describe(x), hint = hint, call = call)
  }
  if (whole) as.integer(x) else as.numeric(x)
}

# One of the choices; the first, where x is all of them: a default.
check_choice <- function(x, choices, arg = rlang::caller_arg(x), call = caller_env(),
                         hint = hint_for_choice(x, choices)) {
  if (identical(x, choices)) {
    return(choices[1])
  }
  if (!is.character(x) || length(x) != 1 || is.na(x) || !x %in% choices) {
    abort_input(
      arg, paste("be one of", paste(quote_string(choices), collapse = ", ")),
      describe(x), hint = hint, call = call
    )
  }
  x
}

hint_for_choice <- function(x, choices) {
  near <- if (is.character(x) && length(x) == 1 && !is.na(x)) nearest_name(x, choices)
  if (!is.null(near)) sprintf("Did you mean %s?", quote_string(near))
}

# `closed`, where the input does not tell: given, TRUE or FALSE.
check_closed <- function(closed, call = caller_env()) {
  if (missing(closed)) {
    abort_input(
      "closed", "be TRUE (outlines) or FALSE (open curves)", "it is missing",
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
