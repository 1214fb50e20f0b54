# A factor stands for the model's matrix where there are too many items for n x n numbers:
# G = X X' + diag(own), a list of X (n x r) and own (n, not negative). `matrix` in these functions
# is what learn_model_matrix() gives, with G or with a factor; `entries`, what the core takes: G or
# the factor itself.

new_factor <- function(X, own = rep(0, nrow(X))) list(X = unname(X), own = own)

is_factored <- function(matrix) !is.null(matrix$factor)

entries_of <- function(matrix) if (is_factored(matrix)) matrix$factor else matrix$G

n_entries <- function(entries) nrow(if (is.list(entries)) entries$X else entries)

# G_ij for i in `rows` and j in `columns`.
factor_block <- function(factor, rows, columns = rows) {
  block <- tcrossprod(factor$X[rows, , drop = FALSE], factor$X[columns, , drop = FALSE])
  block + outer(rows, columns, `==`) * factor$own[rows]
}

factor_diagonal <- function(factor) rowSums(factor$X^2) + factor$own

# Squared distances of the items `rows` to all: length(rows) x n.
factor_squares <- function(factor, rows) {
  norms <- factor_diagonal(factor)
  squares <- outer(norms[rows], norms, "+") - 2 * tcrossprod(factor$X[rows, , drop = FALSE],
                                                             factor$X)
  squares[cbind(seq_along(rows), rows)] <- 0
  pmax(squares, 0)
}

# Eigenvalues of G, decreasing: those of X X' with the mean of `own` on top.
factor_spectrum <- function(factor) {
  n <- nrow(factor$X)
  values <- eigen(crossprod(factor$X), symmetric = TRUE, only.values = TRUE)$values
  values <- utils::head(pmax(values, 0), n)
  c(values, rep(0, n - length(values))) + mean(factor$own)
}

# Raises an error where `x` is no factor for n items.
check_factor <- function(x, n, arg = "factor", call = caller_env()) {
  is_factor <- is.list(x) && setequal(names(x), c("X", "own")) && is.double(x$X) &&
    is.matrix(x$X) && is.double(x$own) && nrow(x$X) == n && length(x$own) == n &&
    all(is.finite(x$X)) && all(is.finite(x$own)) && all(x$own >= 0)
  if (!is_factor) {
    abort_input(arg, sprintf("hold finite coordinates and own entries of %d items", n),
                describe(x), call = call)
  }
  x
}

# At most so many of n items, evenly spaced.
spaced_items <- function(n, most) unique(round(seq(1, n, length.out = min(n, most))))

# Items of a sample that all others follow.
most_sampled <- 1000

# `find`, a function of a matrix of inner products that gives labels 1 .. K, on a sample of items;
# the others join the nearest mean.
partition_by_sample <- function(factor, find) {
  n <- nrow(factor$X)
  some <- spaced_items(n, most_sampled)
  labels <- find(factor_block(factor, some))
  if (length(some) == n) {
    return(labels)
  }
  means <- rowsum(factor$X[some, , drop = FALSE], labels, reorder = TRUE) / tabulate(labels)
  joined <- unlist(lapply(split(seq_len(n), (seq_len(n) - 1) %/% 10000), function(rows) {
    nearest_mean(factor$X[rows, , drop = FALSE], means)
  }), use.names = FALSE)
  joined[some] <- labels
  match(joined, unique(joined))
}

nearest_mean <- function(X, means) {
  pull <- tcrossprod(X, means) - rep(rowSums(means^2) / 2, each = nrow(X))
  max.col(pull, ties.method = "first")
}

# The median squared distance of items to their third neighbour, of a sample of items. As
# third_squares() for all of them.
factor_third_squares <- function(factor, most = 500) {
  rows <- spaced_items(nrow(factor$X), most)
  unlist(lapply(split(rows, seq_along(rows) %/% 20), function(some) {
    apply(factor_squares(factor, some), 1, nearest_value, k = 3)
  }), use.names = FALSE)
}

# As residuals_of() (R/degrees-law.R), from coordinates: W = RR', R = X less the means of clusters.
factor_residuals <- function(X) {
  function(labels) {
    labels <- match(labels, unique(labels))
    means <- rowsum(X, labels, reorder = TRUE) / tabulate(labels)
    R <- unname(X - means[labels, , drop = FALSE])
    list(own = rowSums(R^2), squares = rowSums((R %*% crossprod(R)) * R))
  }
}
