#' Plot a matrix of inner products
#'
#' @param x,object An `elastic_gram`.
#' @param type `"matrix"`: S as a heat map; `"eigenvalues"`: its spectrum, and that of S
#'   about its mean.
#' @param partition Labels by which to order the curves, such as a clustering or the
#'   truth: items of a group are adjacent, with lines between groups and the labels at the left,
#'   where there is room. Groups are drawn by decreasing size. `NULL` keeps the given order.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot.
#' @examples
#' shapes <- simulate_shapes(12, classes = 3, seed = 1)
#' gram <- elastic_gram(shapes)
#' plot(gram, partition = shapes$truth)
#' plot(gram, type = "eigenvalues")
#' @export
plot.elastic_gram <- function(x, type = c("matrix", "eigenvalues"), partition = NULL, ...) {
  type <- check_choice(type, c("matrix", "eigenvalues"))
  check_no_dots(...)
  if (type == "eigenvalues") {
    return(plot_eigenvalues(x))
  }
  plot_square(gram_matrix(x), check_partition(partition, length(x)), "inner\nproduct")
}

#' @rdname plot.elastic_gram
#' @exportS3Method ggplot2::autoplot
autoplot.elastic_gram <- function(object, ...) plot.elastic_gram(object, ...)

check_partition <- function(partition, n, arg = "partition", call = caller_env()) {
  if (is.null(partition)) {
    return(NULL)
  }
  if (!is.atomic(partition) || length(partition) != n || anyNA(partition)) {
    got <- if (is.atomic(partition)) {
      if (length(partition) != n) paste("not", length(partition)) else "some are missing"
    } else {
      describe(partition)
    }
    abort_input(arg, paste("be a vector of", n, "labels, one per item"), got, call = call)
  }
  # R cannot sort raw values.
  if (is.raw(partition)) stats::setNames(as.character(partition), names(partition)) else partition
}

# A symmetric matrix as a heat map, its items ordered by groups, largest first, which are named
# at the left.
plot_square <- function(S, partition, legend) {
  if (is.null(partition)) {
    return(draw_heat(heat_cells(S), numeric(), legend))
  }
  n <- nrow(S)
  size <- table(partition)[as.character(partition)]
  first <- match(partition, partition)
  order <- order(-size, first)
  groups <- rle(first[order])
  to <- cumsum(groups$lengths) + 0.5
  middle <- to - groups$lengths / 2
  names <- shorten_id(as.character(partition[groups$values]), 16)
  told <- has_room(middle, n)
  draw_heat(heat_cells(S[order, order, drop = FALSE]), to[-length(to)], legend) +
    ggplot2::annotate("text", x = 0.5 - 0.02 * n, y = middle[told], label = names[told],
                      hjust = 1, size = 3, colour = "grey20") +
    ggplot2::expand_limits(x = 0.5 - n * (0.03 + 0.02 * max(nchar(names[told]))))
}

plot_eigenvalues <- function(x) {
  kinds <- c("S", "S after centring")
  values <- lapply(list(gram_matrix(x), center_matrix(gram_matrix(x))), gram_spectrum)
  data <- data.frame(
    index = rep(seq_along(x$id), 2),
    value = unlist(values),
    kind = factor(rep(kinds, each = length(x$id)), levels = kinds)
  )
  reached <- data.frame(
    kind = factor(kinds, levels = kinds),
    d = vapply(values, leading_eigenvalues, numeric(1))
  )
  ggplot2::ggplot(data, ggplot2::aes(.data$index, .data$value)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey60") +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$index, yend = 0),
      colour = "#0072B2", linewidth = 0.6
    ) +
    ggplot2::geom_vline(
      ggplot2::aes(xintercept = .data$d + 0.5),
      data = reached, linetype = "dashed"
    ) +
    ggplot2::facet_wrap(ggplot2::vars(.data$kind), scales = "free_y") +
    ggplot2::labs(x = "rank", y = "eigenvalue", caption = "Dashed: 95 % of the sum") +
    theme_shapes(axes = TRUE)
}
