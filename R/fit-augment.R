#' Add clusters to a table
#'
#' Adds to each row of a table the cluster of its curve, how certain it is, and the second choice.
#' The generic is that of package generics, which broom also exports.
#'
#' Rows are matched to curves by the column that `id` names, otherwise by the column `id`,
#' otherwise by the column that holds the ids of the curves, or the names of their files with
#' extension. If there is none, rows stand for the curves in their order: there must be one row
#' per curve, and a message says so. Several rows may belong to one curve.
#'
#' The certainty of a curve is its mean co-clustering with the other members of its cluster,
#' see [partition()]. The second choice is the other cluster with whose members its mean
#' co-clustering is largest.
#'
#' @param x A `shape_fit`, or a [shape_pca()].
#' @param data A data frame, such as the spreadsheet that came with the curves. `NULL` uses one
#'   row per curve, with its `id` and, if there is one, its `truth`.
#' @param id Name of the column of `data` that holds the curves' ids or the names of their files.
#'   `NULL` looks for it.
#' @param unmatched What to do if rows have no curve or curves no row: `"error"`, or
#'   `"keep"`, which gives rows without a curve `NA`, leaves out curves without a row, and reports
#'   how many there are of each.
#' @param partition A `shape_partition` of the fit; `NULL` uses the fit's own, which
#'   [clusters()] returns.
#' @param ... Must be empty.
#' @return For a fit, `data` with the columns
#'   * `.cluster`: a factor with the levels 1 to K;
#'   * `.certainty`: from 0 to 1;
#'   * `.second`: the second choice, a factor with the same levels; `NA` if the curve never
#'     shares a cluster with a curve of another cluster;
#'   * `.second_certainty`: its mean co-clustering with the members of that cluster, 0 if none.
#'
#'   For a PCA, `data` with the scores `.PC1`, `.PC2`, ...
#' @seealso [clusters()] for the labels alone; [test_association()] to test whether clusters are
#'   associated with a column of the table.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' plants <- data.frame(id = 20:1, treatment = rep(c("dry", "wet"), 10))
#' head(augment(fit, plants))
#' @exportS3Method generics::augment
augment.shape_fit <- function(x, data = NULL, id = NULL, unmatched = c("error", "keep"),
                              partition = NULL, ...) {
  check_no_dots(...)
  unmatched <- check_choice(unmatched, c("error", "keep"))
  check_draws(x, "x", rlang::current_env())
  partition <- check_fit_partition(partition, x)
  second <- second_choices(partition)
  columns <- data.frame(
    .cluster = as_cluster_factor(partition$labels, partition),
    .certainty = unname(partition$certainty),
    .second = as_cluster_factor(second$cluster, partition),
    .second_certainty = second$certainty
  )
  join_columns(columns, x$gram$id, x$gram$curves$truth, data, id, unmatched)
}

# NULL, or a partition of the curves of the fit.
check_fit_partition <- function(partition, fit, call = caller_env()) {
  if (is.null(partition)) {
    return(estimated_partition(fit))
  }
  if (!is_shape_partition(partition)) {
    abort_input("partition", "be NULL or made by partition()", describe(partition), call = call)
  }
  if (!identical(names(partition$labels), fit$gram$id)) {
    abort_input("partition", "be a partition of the curves of the fit",
                "it is of other curves", call = call)
  }
  partition
}

as_cluster_factor <- function(labels, partition) {
  factor(unname(labels), levels = seq_len(max(partition$labels)))
}

# For each curve the other cluster with the largest mean co-clustering, NA where all are 0.
second_choices <- function(partition) {
  if (!is.null(partition$second)) {
    return(partition$second)
  }
  labels <- unname(partition$labels)
  k <- max(labels)
  n <- length(labels)
  if (k == 1) {
    return(list(cluster = rep(NA_integer_, n), certainty = rep(0, n)))
  }
  support <- t(rowsum(unname(partition$similarity), labels) / tabulate(labels))
  support[cbind(seq_len(n), labels)] <- -1
  second <- max.col(support, ties.method = "first")
  certainty <- support[cbind(seq_len(n), second)]
  list(cluster = ifelse(certainty > 0, second, NA_integer_), certainty = certainty)
}

# `columns`: a row for each of the curves `ids`. Put beside the rows of `data`.
join_columns <- function(columns, ids, truth, data, id, unmatched, call = caller_env()) {
  if (is.null(data)) {
    if (!is.null(id)) abort_input("id", "be NULL when `data` is", describe(id), call = call)
    own <- data.frame(id = ids)
    own$truth <- truth
    return(cbind(own, columns))
  }
  if (!is.data.frame(data)) abort_input("data", "be a data frame", describe(data), call = call)
  taken <- intersect(names(columns), names(data))
  if (length(taken) > 0) {
    abort_input("data", "not have a column that augment() adds",
                sprintf("it has `%s`", taken[1]),
                hint = "Rename or drop it first.", call = call)
  }
  rows <- match_rows(data, ids, check_id_column(id, data, ids, call), unmatched, call)
  for (name in names(columns)) data[[name]] <- columns[[name]][rows]
  data
}

# The column that holds ids: as given, else "id" where there is one, else the one that names the
# curves; NULL where none does.
check_id_column <- function(id, data, ids, call) {
  if (is.null(id)) {
    return(if ("id" %in% names(data)) "id" else naming_column(data, ids))
  }
  if (!is.character(id) || length(id) != 1 || !id %in% names(data)) {
    must <- paste("be the name of a column of `data`:", shorten(quote_string(names(data))))
    abort_input("id", must, describe(id), call = call)
  }
  id
}

# For each row of `data` the number of its curve, or NA.
match_rows <- function(data, ids, column, unmatched, call) {
  if (is.null(column)) {
    if (nrow(data) != length(ids)) {
      must <- sprintf(paste("have one row for each of the %d curves, in their order, or a column",
                            "with their ids, named by `id`"), length(ids))
      abort_input("data", must, sprintf("it has %d rows and no column `id`", nrow(data)),
                  call = call)
    }
    if (!has_default_ids(ids)) {
      inform_shapecrp(
        c("!" = "No column of {.arg data} holds the ids of the curves, such as {.val {ids[1]}}: its
                 rows are taken in the order of the curves."),
        class = "unmatched"
      )
    }
    return(seq_along(ids))
  }
  values <- data[[column]]
  if (!is_plain_column(values, nrow(data))) {
    abort_input(sprintf("data$%s", column), "hold one id per row", describe(values), call = call)
  }
  rows <- match_ids(values, ids)
  unknown <- unique(as.character(values)[is.na(rows)])
  absent <- ids[setdiff(seq_along(ids), rows)]
  if (unmatched == "error" || all(is.na(rows))) {
    check_all_matched(column, unknown, absent, ids, call)
  } else if (length(unknown) + length(absent) > 0) {
    inform_shapecrp(
      "{sum(is.na(rows))} row{?s} of {.arg data} {?has/have} no curve, and
       {length(absent)} curve{?s} {?has/have} no row.",
      class = "unmatched", unknown = unknown, absent = absent
    )
  }
  rows
}

# Names ids that are on one side only, and says what to do.
check_all_matched <- function(column, unknown, absent, ids, call) {
  arg <- sprintf("data$%s", column)
  hint <- "Use `unmatched = \"keep\"` to continue without them."
  if (length(absent) == length(ids)) {
    got <- sprintf("it holds %s, while the curves are named %s",
                   if (length(unknown) == 0) "none" else shorten(quote_string(unknown), 3),
                   shorten(quote_string(ids), 3))
    abort_input(arg, "hold the ids of the curves", got, call = call)
  }
  if (length(unknown) > 0) {
    got <- sprintf("%d have no curve: %s", length(unknown), shorten(quote_string(unknown), 5))
    abort_input(arg, "hold only ids of curves", got, hint = hint, call = call)
  }
  if (length(absent) > 0) {
    got <- sprintf("%d are missing: %s", length(absent), shorten(quote_string(absent), 5))
    abort_input(arg, "hold the ids of all curves", got, hint = hint, call = call)
  }
}
