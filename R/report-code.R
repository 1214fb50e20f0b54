# A fit as the R code that repeats it.

report_code_section <- function(fit) {
  needs <- if (is.null(fit$gram$curves)) {
    " It needs the matrix, with its items in the order of the table of curves."
  } else if (is.null(attr(fit$gram$curves, "source"))) {
    " It needs the set of curves, in the order of the table of curves."
  } else {
    ""
  }
  words <- paste0(
    "With the versions listed below, this code gives the same draws, on any number of threads.",
    needs
  )
  sprintf("<p>%s</p>\n<pre tabindex=\"0\" aria-label=\"R code\"><code>%s</code></pre>",
          html_escape(words), html_escape(paste(report_code(fit), collapse = "\n")))
}

# Lines of code: inner products, prior, control, fit and partition.
report_code <- function(fit) {
  control <- fit$control
  control$seed <- fit$seed
  control$draws <- sweeps_done(fit)
  elsewhere <- c("n_threads", "progress", "checkpoint", "workers")
  c(
    "library(shapecrp)",
    "",
    gram_code(fit$gram),
    paste("prior <-", code_arguments("wishart_crp_prior", fit$prior)),
    paste("control <-", code_arguments("mcmc_control", control, leave = elsewhere)),
    "fit <- wishart_crp(gram, prior, control)",
    sprintf("partition(fit, method = \"%s\")", fit$partition$asked)
  )
}

gram_code <- function(gram) {
  if (!is.null(gram$curves)) {
    made <- source_code(gram$curves) %||%
      sprintf("# curves: the %s of this page, made by shape_curves()",
              count_noun(length(gram$id), "curve"))
    return(c(made, paste("gram <-", code_arguments(
      "elastic_gram", c(gram$settings, near_arguments(gram)), "curves"
    ))))
  }
  switch(gram$settings$source,
    distances = c("# D: the distances", "gram <- dist_gram(D)"),
    points = c("# X: the points, one item per row", "gram <- euclidean_gram(X)"),
    c("# S: the matrix of inner products",
      sprintf("gram <- as_gram(S, metric = \"%s\")", gram$metric))
  )
}

# A call of `name` with those of its arguments that `values` holds. Defaults are said, too, for
# they may change, but for those that are NULL. `first` goes before them.
code_arguments <- function(name, values, first = NULL, leave = character()) {
  usual <- formals(get(name, mode = "function"))
  known <- setdiff(intersect(names(usual), names(values)), leave)
  known <- Filter(function(argument) {
    !is.null(values[[argument]]) || !is.null(usual[[argument]])
  }, known)
  code_call(name, c(first, paste(known, "=", vapply(unclass(values)[known], code_value, ""))))
}

# One line where it fits, else lines of whole arguments.
code_call <- function(name, arguments, width = 76) {
  line <- sprintf("%s(%s)", name, paste(arguments, collapse = ", "))
  if (nchar(line) <= 70) {
    return(line)
  }
  arguments <- paste0(arguments, c(rep(",", length(arguments) - 1), ""))
  lines <- character()
  for (argument in arguments) {
    last <- length(lines)
    if (last > 0 && nchar(lines[last]) + nchar(argument) + 1 <= width) {
      lines[last] <- paste(lines[last], argument)
    } else {
      lines <- c(lines, paste0("  ", argument))
    }
  }
  paste0(name, "(\n", paste(lines, collapse = "\n"), "\n)")
}

# A value as code that gives it back to the bit; whole numbers without their "L".
code_value <- function(x) {
  if (inherits(x, "partition_prior")) {
    values <- unclass(x)[names(x) != "family"]
    arguments <- paste(names(values), "=", vapply(values, code_value, ""))
    return(sprintf("%s(%s)", x$family, paste(arguments, collapse = ", ")))
  }
  if (is.factor(x)) x <- as.character(x)
  if (is.numeric(x) && length(x) > 3 && is.null(names(x)) && !is.null(code_sequence(x))) {
    return(code_sequence(x))
  }
  items <- if (is.list(x)) {
    vapply(x, code_value, "")
  } else if (is.numeric(x)) {
    vapply(x, code_number, "")
  } else {
    vapply(x, function(item) paste(deparse(item), collapse = ""), "")
  }
  named <- !is.null(names(x)) & nzchar(names(x))
  items[named] <- paste(vapply(names(x)[named], quote_string, ""), "=", items[named])
  if (is.null(x)) {
    "NULL"
  } else if (is.list(x)) {
    sprintf("list(%s)", paste(items, collapse = ", "))
  } else if (length(items) == 1 && !any(named)) {
    items
  } else {
    sprintf("c(%s)", paste(items, collapse = ", "))
  }
}

# Evenly spaced numbers or powers of ten as a call of seq(), where it gives them to the bit.
code_sequence <- function(x) {
  at <- list("%s" = x)
  if (isTRUE(all(x > 0))) at[["10^%s"]] <- log10(x)
  for (form in names(at)) {
    ends <- signif(at[[form]][c(1, length(x))], 7)
    step <- signif(diff(ends) / (length(x) - 1), 7)
    code <- sprintf(form, sprintf("seq(%s, %s, by = %s)", code_number(ends[1]),
                                  code_number(ends[2]), code_number(step)))
    again <- tryCatch(eval(parse(text = code), baseenv()), error = function(e) NULL)
    if (identical(as.numeric(again), unname(as.numeric(x)))) {
      return(code)
    }
  }
  NULL
}

# The shortest number that is the same to the bit.
code_number <- function(x) {
  for (digits in c(7, 15, 16, 17)) {
    short <- format(x, digits = digits)
    if (identical(as.numeric(short), as.numeric(x))) break
  }
  short
}
