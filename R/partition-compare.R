#' Compare two partitions
#'
#' Four measures of how well two partitions agree, and the table of counts behind them.
#'
#' @details
#' * `rate`: the classification rate of Zhang, Pati and Srivastava (2015). Each cluster of
#'   `a` is given the class of `b` that is most frequent in it; the rate is the share of
#'   items whose class is that of their cluster. It is not symmetric, as `b` is the truth,
#'   and does not penalise splitting: singletons have rate 1.
#' * `rand`: the Rand index, the share of pairs of items on which the partitions agree.
#' * `adjusted_rand`: the same, scaled so that 1 is equality and 0 is chance (Hubert and
#'   Arabie, 1985); 1 if both partitions are a single cluster or both are all singletons.
#' * `vi`: the variation of information in bits, 0 for equality.
#'
#' @param a,b Partitions of the same items: from [partition()] or [kmedoids_shapes()],
#'   fits, or vectors or factors of labels. If both have names, items are matched by
#'   name.
#' @param max_size Items in clusters of `a` with at most this many members are left out, as
#'   outliers; 0 keeps all. `compare_partitions()` needs at least one remaining item.
#' @return `compare_partitions()` returns a numeric vector with `rate`, `rand`, `adjusted_rand`
#'   and `vi`. `contingency_table()` returns a table of counts, with clusters of `a` in rows and
#'   of `b` in columns.
#' @examples
#' truth <- c("leaf", "leaf", "leaf", "bone", "bone", "bone")
#' compare_partitions(c(1, 1, 2, 3, 3, 3), truth)
#' contingency_table(c(1, 1, 2, 3, 3, 3), truth)
#' @export
compare_partitions <- function(a, b, max_size = 0) {
  counts <- count_pairs(a, b, max_size)
  n <- sum(counts)
  if (n == 0) {
    abort_input("max_size", "be below the size of the largest cluster of `a`",
                paste("not", format(max_size)))
  }
  pairs <- function(x) sum(x * (x - 1) / 2)
  bits <- function(x) sum(ifelse(x > 0, x * log2(x), 0))
  both <- pairs(counts)
  in_a <- pairs(rowSums(counts))
  in_b <- pairs(colSums(counts))
  all <- pairs(n)
  chance <- if (all > 0) in_a * in_b / all else 0
  span <- (in_a + in_b) / 2 - chance
  c(
    rate = sum(apply(counts, 1, max)) / n,
    rand = if (all > 0) 1 - (in_a + in_b - 2 * both) / all else 1,
    adjusted_rand = if (span > 0) (both - chance) / span else 1,
    vi = max(0, (bits(rowSums(counts)) + bits(colSums(counts)) - 2 * bits(counts)) / n)
  )
}

#' @rdname compare_partitions
#' @export
contingency_table <- function(a, b, max_size = 0) count_pairs(a, b, max_size)

count_pairs <- function(a, b, max_size, call = caller_env()) {
  a <- as_partition_labels(a, "a", call = call)
  b <- as_partition_labels(b, "b", n = length(a), call = call)
  max_size <- check_number(max_size, min = 0, whole = TRUE, arg = "max_size", call = call)
  if (!is.null(names(a)) && !is.null(names(b))) b <- match_names(b, names(a), call)
  keep <- !in_small_clusters(a, max_size)
  table(a = a[keep], b = b[keep])
}

match_names <- function(b, wanted, call = caller_env()) {
  if (anyDuplicated(wanted) > 0 || !setequal(names(b), wanted)) {
    missing <- setdiff(wanted, names(b))
    abort_input("b", "have the same names as `a`, each once",
                if (length(missing) > 0) paste(quote_string(missing[1]), "is missing")
                else "some occur twice", call = call)
  }
  b[wanted]
}

# A vector of labels, one per item, from what the user gave; n where known.
as_partition_labels <- function(x, arg, n = NULL, call = caller_env()) {
  check_given(x, arg, "be a partition or a vector of labels", call)
  if (inherits(x, c("shape_partition", "shape_baseline", "shape_fit"))) x <- clusters(x)
  if (is.factor(x)) x <- stats::setNames(as.character(x), names(x))
  if (!is.atomic(x) || is.null(x) || !is.null(dim(x)) || length(x) == 0) {
    abort_input(arg, "be a partition or a vector of labels", describe(x), call = call)
  }
  check_partition(x, n %||% length(x), arg, call = call)
}
