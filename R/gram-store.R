# Where S lives, behind a few functions: nothing else reads the field `S` of a gram, a matrix in
# memory named by its items. Indices are whole numbers from 1; results have no dimnames.

# S_ii, n.
gram_diagonal <- function(gram) unname(diag(gram$S))

# S_ij for i in `rows` and j in `columns`.
gram_block <- function(gram, rows, columns) unname(gram$S[rows, columns, drop = FALSE])

# The whole of S, for what cannot do with less.
gram_matrix <- function(gram) unname(gram$S)

gram_of_matrix <- function(S, curves, id, closed, settings, metric) {
  dimnames(S) <- list(id, id)
  new_elastic_gram(S, curves, id, closed, settings, metric)
}

# The same items under other names.
rename_gram <- function(gram, id) {
  gram$id <- id
  dimnames(gram$S) <- list(id, id)
  if (!is.null(gram$curves)) names(gram$curves) <- id
  gram
}

# Inner products in another unit.
scale_gram <- function(gram, by) {
  gram$S <- gram$S * by
  gram
}

# A gram whose S does not repeat the ids.
without_names <- function(gram) {
  gram$S <- gram_matrix(gram)
  gram
}
