#' Print, plot and tidy an association
#'
#' @param x,object A `shape_association`, from [test_association()].
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return `print()` returns its argument. `plot()` returns a ggplot of the statistic over the
#'   draws next to its values under permutation of the covariate, with the estimate as a line.
#'   `tidy()` returns a data frame of one row with `covariate`, `statistic`, `estimate`,
#'   `conf.low` and `conf.high` (the interval of the draws), `p.value`, `permutations` and
#'   `curves`.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' height <- rnorm(20, mean = rep(c(1, 2), each = 10))
#' found <- test_association(fit, height, permutations = 199, seed = 1)
#' found
#' plot(found)
#' @name print.shape_association
#' @export
print.shape_association <- function(x, ...) {
  check_no_dots(...)
  cat(sprintf("Association of clusters with %s (%s) in %d curves\n", shorten_id(x$name, 60),
              if (is.null(x$classes)) "numeric" else sprintf("%d classes", x$classes), x$n))
  words <- association_words(x)
  cat_fields(c(
    Statistic = sprintf("%s: %s", words$name, words$scale),
    Estimate = sprintf("%s; %s %% of draws lie between %s and %s", format_statistic(x$estimate),
                       format(100 * x$level), format_statistic(x$interval[1]),
                       format_statistic(x$interval[2])),
    "Against chance" = sprintf("p = %s, from %s permutation%s of the values across curves",
                               format(x$p_value, digits = 2), format_count(x$permutations),
                               if (x$permutations == 1) "" else "s"),
    if (x$left_out > 0) {
      c("Left out" = sprintf("%d curve%s without a value", x$left_out,
                             if (x$left_out == 1) "" else "s"))
    }
  ))
  cat("\n")
  print_first_rows(x$clusters, 12)
  invisible(x)
}

association_words <- function(x) {
  switch(x$statistic,
    adjusted_rand = list(name = "adjusted Rand index",
                         scale = "0 is chance, 1 means that clusters and classes are identical"),
    epsilon_squared = list(name = "adjusted share of variance between clusters",
                           scale = "0 is chance, 1 means that clusters determine the value")
  )
}

# Two digits, and no minus before zero.
format_statistic <- function(x) sub("^-(0[.]00)$", "\\1", sprintf("%.2f", x))

#' @rdname print.shape_association
#' @exportS3Method generics::tidy
tidy.shape_association <- function(x, ...) {
  check_no_dots(...)
  data.frame(
    covariate = x$name, statistic = x$statistic, estimate = x$estimate,
    conf.low = x$interval[1], conf.high = x$interval[2], p.value = x$p_value,
    permutations = x$permutations, curves = x$n
  )
}

#' @rdname print.shape_association
#' @export
plot.shape_association <- function(x, ...) {
  check_no_dots(...)
  kinds <- c("permuted (means over draws)", "draws")
  values <- c(x$permuted, x$by_draw)
  data <- data.frame(
    value = values,
    kind = factor(rep(kinds, c(length(x$permuted), length(x$by_draw))), levels = kinds)
  )
  spread <- diff(range(values))
  width <- if (spread > 0) spread / 60 else 0.01
  ggplot2::ggplot(data, ggplot2::aes(.data$value, fill = .data$kind)) +
    ggplot2::geom_histogram(
      ggplot2::aes(y = ggplot2::after_stat(.data$ncount)),
      binwidth = width, boundary = 0, position = "identity", alpha = 0.75
    ) +
    ggplot2::geom_vline(xintercept = x$estimate, linetype = "dashed", linewidth = 0.4) +
    ggplot2::scale_fill_manual(values = c("grey65", palette_shapes[1])) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(c(0, 0.05))) +
    ggplot2::labs(
      x = association_words(x)$name, y = "frequency relative to the tallest bar", fill = NULL,
      title = sprintf("Clusters and %s: %s, p = %s", shorten_id(x$name, 40),
                      format_statistic(x$estimate), format(x$p_value, digits = 2)),
      caption = sprintf("Dashed: mean over draws. %s permutations of the values across curves",
                        format_count(x$permutations))
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(legend.position = "bottom")
}

#' @rdname print.shape_association
#' @exportS3Method ggplot2::autoplot
autoplot.shape_association <- function(object, ...) plot.shape_association(object, ...)
