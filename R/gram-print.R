# How inner products are printed and summarised.

#' @export
print.elastic_gram <- function(x, ...) {
  n <- length(x$id)
  cli::cat_line(format_gram_headline(x))
  if (!is.null(x$curves)) cli::cat_line(format_gram_settings(x$settings))
  cli::cat_line(switch(x$metric,
    arc = "distances: arc length, arccos(s)",
    l2 = "distances: L2"
  ))
  dir <- gram_directory(x)
  if (is_near(x)) cli::cat_line(near_words(near_pairs(x)))
  if (!is.null(dir)) {
    cli::cat_line(sprintf("on disk: %s", dir))
  } else if (is_points(x)) {
    cli::cat_line(sprintf("held as %d coordinates for each item", ncol(gram_coordinates(x))))
  } else if (n > 1 && !is_near(x)) {
    S <- gram_matrix(x)
    off <- S[lower.tri(S)]
    shown <- vapply(c(min(off), stats::median(off), max(off)), format, "", digits = 3)
    cli::cat_line(sprintf(
      "between items: min %s, median %s, max %s", shown[1], shown[2], shown[3]
    ))
  }
  invisible(x)
}

format_gram_headline <- function(x) {
  n <- length(x$id)
  if (is.null(x$curves)) {
    from <- c(given = "as given", distances = "from distances", points = "of points")
    from <- from[[x$settings$source]]
    return(cli::format_inline("<elastic_gram> inner products of {n} item{?s}, {from}"))
  }
  kind <- if (x$closed) "closed" else "open"
  p <- curve_dimension(x$curves)
  cli::format_inline(
    "<elastic_gram> elastic inner products of {n} {kind} {cli::qty(n)}curve{?s} in {p}-D"
  )
}

format_gram_settings <- function(settings) {
  paste(c(
    if (settings$scale) "scale removed" else "scale kept",
    if (!settings$rotation) "rotation kept" else "rotation removed",
    if (settings$reflection) "reflection removed",
    if (settings$direction == "either") "either direction",
    if (is.null(settings$n_points)) "original vertices"
    else paste(settings$n_points, "points per curve"),
    if (settings$smooth > 0) paste("registered with smoothing", format(settings$smooth)),
    if (settings$pad_ends > 0) paste("ends padded by", settings$pad_ends),
    paste(settings$search, "search")
  ), collapse = ", ")
}

#' Summarise a matrix of inner products
#'
#' @param object An `elastic_gram`.
#' @param ... Ignored.
#' @return A list of class `summary.elastic_gram` with `eigenvalues` (of S, decreasing),
#'   `negative` (the sum of the absolute values of the negative ones, divided by the trace),
#'   `d_raw` and `d_centred` (the number of leading eigenvalues that reach 95 % of the sum, of S
#'   and of S about its mean). For near pairs of more than 1,000 items, whose spectrum is not
#'   computed, `near` instead: lines that say how many pairs were compared and found.
#' @examples
#' summary(elastic_gram(simulate_shapes(8, classes = 2, seed = 1)))
#' @export
summary.elastic_gram <- function(object, ...) {
  if (is_near(object) && length(object) > most_of_near) {
    return(structure(
      list(headline = format_gram_headline(object), n = length(object),
           near = near_words(near_pairs(object))),
      class = "summary.elastic_gram"
    ))
  }
  if (is_points(object)) {
    X <- gram_coordinates(object)
    mean <- sum(colMeans(X)^2)
    values <- factor_spectrum(new_factor(X))
    centred <- factor_spectrum(new_factor(center_points(X)))
  } else {
    S <- gram_matrix(object)
    mean <- mean(S)
    values <- gram_spectrum(S)
    centred <- gram_spectrum(center_matrix(S))
  }
  structure(
    list(
      headline = format_gram_headline(object),
      n = length(object$id),
      mean = mean,
      eigenvalues = values,
      negative = if (any(values < 0)) sum(-values[values < 0]) / sum(gram_diagonal(object)) else 0,
      d_raw = leading_eigenvalues(values),
      d_centred = leading_eigenvalues(centred)
    ),
    class = "summary.elastic_gram"
  )
}

#' @export
print.summary.elastic_gram <- function(x, ...) {
  if (!is.null(x$near)) {
    cli::cat_line(c(x$headline, x$near))
    return(invisible(x))
  }
  leading <- utils::head(x$eigenvalues, 5)
  cli::cat_line(c(
    x$headline,
    sprintf("mean of S: %s", format(x$mean, digits = 3)),
    paste0(
      "largest eigenvalues: ", paste(format(leading, digits = 3, trim = TRUE), collapse = ", "),
      if (length(x$eigenvalues) > 5) ", ..."
    ),
    sprintf("negative eigenvalues: %d, in total %s %% of the trace",
      sum(x$eigenvalues < 0), format(100 * x$negative, digits = 2)),
    sprintf(
      "95 %% of the spectrum: %d eigenvalues of S, %d of S after centring", x$d_raw, x$d_centred
    )
  ))
  invisible(x)
}
