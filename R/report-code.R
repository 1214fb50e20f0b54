# A fit as the R code that repeats it.

report_code_section <- function(fit) {
  what <- if (is.null(fit$gram$curves)) {
    "It needs the matrix, in the order of the table above"
  } else {
    "It needs the curves, in the order of the table above"
  }
  words <- sprintf(paste(
    "This code makes the same draws again, to the last one, with the versions below and on any",
    "number of threads. %s."
  ), what)
  sprintf("<p>%s</p>\n<pre><code>%s</code></pre>", html_escape(words),
          html_escape(paste(report_code(fit), collapse = "\n")))
}

# Lines of code: inner products, prior, control, fit and partition.
report_code <- function(fit) {
  control <- fit$control
  control$seed <- fit$seed
  control$draws <- sweeps_done(fit)
  elsewhere <- c("n_threads", "progress", "checkpoint")
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
    about <- sprintf("# curves: the set of %s of this page, made by shape_curves()",
                     count_noun(length(gram$id), "curve"))
    return(c(about, paste("gram <-", code_arguments("elastic_gram", gram$settings, "curves"))))
  }
  switch(gram$settings$source,
    distances = c("# D: the distances", "gram <- dist_gram(D)"),
    points = c("# X: the points, an item a row", "gram <- euclidean_gram(X)"),
    c("# S: the matrix of inner products",
      sprintf("gram <- as_gram(S, metric = \"%s\")", gram$metric))
  )
}

# A call of `name` with those of its arguments that `values` holds, all said, for defaults
# may change. `first` goes before them.
code_arguments <- function(name, values, first = NULL, leave = character()) {
  known <- setdiff(intersect(names(formals(get(name, mode = "function"))), names(values)), leave)
  code_call(name, c(first, paste(known, "=", vapply(unclass(values)[known], code_value, ""))))
}

# One line where it fits, else one argument a line.
code_call <- function(name, arguments) {
  line <- sprintf("%s(%s)", name, paste(arguments, collapse = ", "))
  if (nchar(line) <= 70) {
    return(line)
  }
  sprintf("%s(\n  %s\n)", name, paste(arguments, collapse = ",\n  "))
}

# A value as code that gives it back to the bit; whole numbers without their "L".
code_value <- function(x) {
  if (inherits(x, "partition_prior")) {
    values <- unclass(x)[names(x) != "family"]
    arguments <- paste(names(values), "=", vapply(values, code_value, ""))
    return(sprintf("%s(%s)", x$family, paste(arguments, collapse = ", ")))
  }
  if (is.factor(x)) x <- as.character(x)
  items <- if (is.list(x)) {
    vapply(x, code_value, "")
  } else if (is.numeric(x)) {
    vapply(x, code_number, "")
  } else {
    vapply(x, function(item) paste(deparse(item), collapse = ""), "")
  }
  if (is.null(x)) {
    "NULL"
  } else if (is.list(x)) {
    sprintf("list(%s)", paste(items, collapse = ", "))
  } else if (length(items) == 1) {
    items
  } else {
    sprintf("c(%s)", paste(items, collapse = ", "))
  }
}

# The shorter of 15 and 17 digits that gives the number back.
code_number <- function(x) {
  short <- format(x, digits = 15)
  if (identical(as.numeric(short), as.numeric(x))) short else format(x, digits = 17)
}
