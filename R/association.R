#' Test the association of clusters with a covariate
#'
#' Tests whether the clusters of a fit are associated with a covariate that the sampler has not
#' seen, such as treatment, species, genotype or height: how strong the association is, over all
#' draws of the partition, and whether it could be due to chance.
#'
#' **Statistic.** For a categorical covariate, the adjusted Rand index of a draw's partition and
#' the classes (see [compare_partitions()]). For a numeric one, the share of its variance that lies
#' between the clusters of a draw, adjusted for their number,
#' \deqn{\epsilon^2 = 1 - (1 - \eta^2)\frac{n - 1}{n - K}, \quad
#'   \eta^2 = \frac{\sum_k n_k (\bar x_k - \bar x)^2}{\sum_i (x_i - \bar x)^2},
#'   }{epsilon^2 = 1 - (1 - eta^2) (n - 1) / (n - K),
#'   eta^2 = sum_k n_k (mean_k - mean)^2 / sum_i (x_i - mean)^2,}
#' and 0 if every curve is a cluster of its own. Both are 0 on average if the covariate is
#' assigned at random, whatever the number and the sizes of the clusters, and 1 if the
#' clusters are the classes, or the number is constant within clusters. They may be negative.
#'
#' **Estimate.** The mean of the statistic over the draws. The interval holds a share `level` of
#' the draws: it expresses the uncertainty of the partition, not the sampling error of the
#' covariate.
#'
#' **Test.** The null hypothesis is that the covariate is unrelated to shape: given the
#' curves, all assignments of its values to them are equally likely. The draws do not depend
#' on the covariate, so they are kept, the values are permuted, and the mean of the statistic
#' over the same draws is taken again. With B permutations, of which b reach the estimate, the
#' p-value is (1 + b) / (1 + B). Under the null hypothesis it is at most \eqn{\alpha} with
#' probability at most \eqn{\alpha}, whatever the model, the priors and the sampler did.
#'
#' Curves must be independent units: several curves of one plant, or cells of one dish that was
#' treated as a whole, are not exchangeable, and the p-value is then too small. Copies of a curve
#' count once, as the first of them that has a value. Curves whose value is missing are left out.
#'
#' @param fit A `shape_fit`, see [cluster_shapes()].
#' @param covariate One value per curve: a factor, strings or logical values, which are classes;
#'   or numbers. Values are in the order of the curves unless they are named by the curves'
#'   ids or files: for a column of a table whose rows have another order,
#'   `setNames(table$height, table$id)`. `NULL` uses the truth of the curves.
#' @param permutations Number of permutations, at most 1e6. The p-value cannot be smaller than
#'   1 / (1 + `permutations`).
#' @param draws Maximum number of draws to average over, evenly spaced.
#' @param level Share of the draws in the interval.
#' @inheritParams simulate_shapes
#' @return An object of class `shape_association`, a list with
#'   * `statistic`: `"adjusted_rand"` or `"epsilon_squared"`;
#'   * `estimate`, `interval` (two numbers) and its `level`;
#'   * `p_value`, and the number of `permutations`;
#'   * `by_draw`: the statistic of each draw, and `permuted`: the mean over draws of each
#'     permutation;
#'   * `clusters`: a data frame with one row per cluster of the fit's partition: `cluster`,
#'     `size`, and its most frequent `class` with its `share`, or the `mean` and `sd` of the
#'     number;
#'   * `name` of the covariate, the numbers of curves used (`n`) and without a value
#'     (`left_out`), and `classes`, the number of classes or `NULL`.
#' @seealso [augment.shape_fit()] to add clusters to a table, [contingency_table()].
#' @references Hubert, L. and Arabie, P. (1985). Comparing partitions. *Journal of
#'   Classification* 2, 193-218. Kelley, T. L. (1935). An unbiased correlation ratio measure.
#'   *Proceedings of the National Academy of Sciences* 21, 554-559. Phipson, B. and Smyth, G. K.
#'   (2010). Permutation p-values should never be zero. *Statistical Applications in Genetics and
#'   Molecular Biology* 9.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' height <- rnorm(20, mean = rep(c(1, 2), each = 10))
#' test_association(fit, height, seed = 1)
#' test_association(fit, rep(c("dry", "wet"), 10), seed = 1)
#' @export
#' @param ... Must be empty; an unknown argument is an error.
test_association <- function(fit, covariate = NULL, permutations = 999, draws = 1000,
                             level = 0.95, seed = NULL, ...) {
  check_no_dots(...)
  check_given(fit, "fit", "be a fit made by cluster_shapes()")
  if (!is_shape_fit(fit)) abort_input("fit", "be a fit made by cluster_shapes()", describe(fit),
                                       hint = remedy_for("fit", fit))
  name <- covariate_name(rlang::enexpr(covariate))
  labels <- drawn_labels(fit, "fit")
  permutations <- check_number(permutations, min = 1, max = 1e6, whole = TRUE)
  draws <- check_number(draws, min = 1, whole = TRUE)
  level <- check_number(level, min = 0, max = 1, above = TRUE)
  if (!is.null(seed)) {
    seed <- check_number(seed, -.Machine$integer.max, .Machine$integer.max, whole = TRUE)
  }
  values <- check_covariate(covariate, fit)
  known <- which(!is.na(values))
  used <- known[!duplicated(fit$item[known])]
  rows <- unique(round(seq(1, nrow(labels), length.out = min(nrow(labels), draws))))
  partition <- clusters(fit)[used]
  labels <- labels[rows, used, drop = FALSE]
  left_out <- sum(is.na(values))
  values <- drop_unused(values[used])
  check_varies(values, length(used))
  found <- measure_association(labels, values, permutations, seed)
  edges <- c(1 - level, 1 + level) / 2
  structure(
    list(
      statistic = if (is.factor(values)) "adjusted_rand" else "epsilon_squared",
      estimate = mean(found$by_draw),
      interval = unname(stats::quantile(found$by_draw, edges)), level = level,
      p_value = found$p_value, permutations = permutations,
      by_draw = found$by_draw, permuted = found$permuted,
      clusters = describe_covariate(values, partition),
      name = name, n = length(used), left_out = left_out,
      classes = if (is.factor(values)) nlevels(values)
    ),
    class = "shape_association"
  )
}

covariate_name <- function(expr) {
  if (is.null(expr)) {
    return("truth")
  }
  name <- rlang::as_label(expr)
  if (nchar(name) > 40 || !rlang::is_symbol(expr) && !rlang::is_call(expr, c("$", "[["))) {
    "the covariate"
  } else {
    name
  }
}

drop_unused <- function(values) if (is.factor(values)) droplevels(values) else values

# A factor or finite numbers, one per curve in the order of the fit.
check_covariate <- function(covariate, fit, call = caller_env()) {
  id <- fit$gram$id
  covariate <- covariate %||% fit$gram$curves$truth
  if (is.null(covariate)) {
    abort_input("covariate", "be given when the curves have no truth", "not NULL", call = call)
  }
  curve_values(covariate, id, "covariate", call)
}

check_varies <- function(values, n, call = caller_env()) {
  if (n < 3) {
    abort_input("covariate", "have values for at least 3 curves that are not copies",
                paste("not", n), call = call)
  }
  if (is.factor(values)) {
    if (nlevels(values) == 1) {
      abort_input("covariate", "have at least two classes",
                  sprintf("all are %s", quote_string(levels(values))), call = call)
    }
    if (nlevels(values) == n) {
      abort_input("covariate", "have a class with at least two curves",
                  "no value occurs twice",
                hint = "Are they measurements? as.numeric() makes them numeric.", call = call)
    }
  } else if (sum((values / max(abs(values), 1) - mean(values / max(abs(values), 1)))^2) < 1e-24) {
    abort_input("covariate", "vary", sprintf("all values are %s", format(values[1])), call = call)
  }
}

# Statistics by draw, of permuted values, and p. `labels`: one draw per row.
measure_association <- function(labels, values, permutations, seed) {
  part <- if (is.factor(values)) rand_parts(labels, values) else variance_parts(labels, values)
  n <- ncol(labels)
  permuted <- with_seed(seed, vapply(seq_len(permutations), function(b) {
    part$constant + quadratic_form(part$weights, part$x[sample.int(n), , drop = FALSE])
  }, 0))
  observed <- part$constant + quadratic_form(part$weights, part$x)
  # Rounding must not separate values that are the same.
  reached <- sum(permuted >= observed - 1e-10 * max(1, abs(observed)))
  list(by_draw = part$by_draw, permuted = permuted,
       p_value = (1 + reached) / (1 + permutations))
}

# sum over columns x of x' W x.
quadratic_form <- function(W, x) sum(x * (W %*% x))

# Both statistics are affine in a quadratic form of the covariate. The mean over draws is
#   constant + sum over columns x of x' W x,
# with one matrix W, so that a permutation costs n^2 operations however many draws there are.

# Adjusted Rand: x, n x G, holds a column of 0 and 1 for each class. A draw has
#   both = (sum_g x_g' Z x_g - n) / 2 pairs of one cluster and one class, Z_ij = 1 within
# clusters, and (both - chance) / span, with chance and span of both partitions' sizes alone.
rand_parts <- function(labels, values) {
  n <- ncol(labels)
  pairs <- function(size) sum(size * (size - 1) / 2)
  all <- pairs(n)
  in_classes <- pairs(tabulate(values))
  x <- unname(stats::model.matrix(~ 0 + values))
  attributes(x) <- list(dim = dim(x))
  draws <- distinct_draws(labels)
  parts <- vapply(seq_along(draws$times), function(t) {
    counts <- table(draws$labels[t, ], values)
    in_draw <- pairs(rowSums(counts))
    chance <- in_draw * in_classes / all
    c(both = pairs(counts), chance = chance, span = (in_draw + in_classes) / 2 - chance)
  }, c(both = 0, chance = 0, span = 0))
  share <- draws$times / sum(draws$times)
  per_pair <- share / parts["span", ]
  list(
    weights = within_weights(draws$labels, function(t, size) per_pair[t] / 2), x = x,
    constant = -sum(per_pair * (n / 2 + parts["chance", ])),
    by_draw = ((parts["both", ] - parts["chance", ]) / parts["span", ])[draws$of]
  )
}

# epsilon^2: x, n x 1, is centred and of length 1. A draw has eta^2 = x' (Z / n_k) x and
# epsilon^2 = 1 - (1 - eta^2) (n - 1) / (n - K).
variance_parts <- function(labels, values) {
  n <- ncol(labels)
  values <- values / max(abs(values))
  x <- cbind(values - mean(values))
  x <- x / sqrt(sum(x^2))
  draws <- distinct_draws(labels)
  clusters <- apply(draws$labels, 1, function(row) length(unique(row)))
  ratio <- ifelse(clusters < n, (n - 1) / pmax(n - clusters, 1), 0)
  eta <- vapply(seq_along(draws$times), function(t) {
    sums <- rowsum(x, draws$labels[t, ])
    sum(sums^2 / tabulate(match(draws$labels[t, ], rownames(sums))))
  }, 0)
  epsilon <- ifelse(clusters < n, 1 - (1 - eta) * ratio, 0)
  share <- draws$times / sum(draws$times)
  list(
    weights = within_weights(draws$labels, function(t, size) share[t] * ratio[t] / size), x = x,
    constant = sum(share * ifelse(clusters < n, 1 - ratio, 0)),
    by_draw = epsilon[draws$of]
  )
}

# Draws that differ, how many times each was made, and for each draw which of them it is.
distinct_draws <- function(labels) {
  labels <- t(apply(labels, 1, function(row) match(row, unique(row))))
  key <- apply(labels, 1, paste, collapse = " ")
  of <- match(key, unique(key))
  list(labels = labels[!duplicated(key), , drop = FALSE], times = tabulate(of), of = of)
}

# n x n: the sum over draws t of weight(t, size) for pairs in one cluster of that size.
within_weights <- function(labels, weight) {
  W <- matrix(0, ncol(labels), ncol(labels))
  for (t in seq_len(nrow(labels))) {
    for (own in split(seq_len(ncol(labels)), labels[t, ])) {
      W[own, own] <- W[own, own] + weight(t, length(own))
    }
  }
  W
}

# What the covariate is like in each cluster of the partition.
describe_covariate <- function(values, partition) {
  groups <- split(values, partition)
  table <- data.frame(cluster = as.integer(names(groups)), size = unname(lengths(groups)))
  if (is.factor(values)) {
    top <- lapply(groups, function(own) sort(table(own), decreasing = TRUE)[1])
    table$class <- unname(vapply(top, names, ""))
    table$share <- unname(vapply(top, as.numeric, 0)) / table$size
  } else {
    table$mean <- unname(vapply(groups, mean, 0))
    table$sd <- unname(vapply(groups, function(own) {
      if (length(own) > 1) stats::sd(own) else NA_real_
    }, 0))
  }
  table
}
