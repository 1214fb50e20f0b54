# S by the coordinates of its items: a <gram_points> is a list with X (n x p), S = X X'. It takes
# the place of a matrix above `max_dense` items.

max_dense <- 5000

new_gram_points <- function(X) structure(list(X = unname(X)), class = "gram_points")

is_points <- function(gram) inherits(gram$S, "gram_points")

gram_coordinates <- function(gram) gram$S$X

gram_of_points <- function(X, id) {
  new_elastic_gram(new_gram_points(X), NULL, id, NULL, list(source = "points"), "l2")
}

points_block <- function(gram, rows, columns) {
  X <- gram_coordinates(gram)
  tcrossprod(X[rows, , drop = FALSE], X[columns, , drop = FALSE])
}

# A part of the items; as a matrix where there are no more than `fewest`.
points_part <- function(gram, items, fewest = max_dense) {
  if (length(items) > fewest) {
    return(gram_of_points(gram_coordinates(gram)[items, , drop = FALSE], gram$id[items]))
  }
  gram_of_matrix(points_block(gram, items, items), NULL, gram$id[items], NULL, gram$settings,
                 gram$metric)
}

# A gram of points from its fields.
rebuild_points <- function(x) {
  X <- x[["S"]]$X
  if (!is.double(X) || !is.matrix(X) || nrow(X) < 1 || !all(is.finite(X))) {
    abort_input("S", "hold finite coordinates", describe(X))
  }
  check_ids(x$id, nrow(X))
  as_made <- list(NULL, NULL, list(source = "points"), "l2")
  if (!identical(unname(x[c("curves", "closed", "settings", "metric")]), as_made)) {
    abort_input("gram", "be as euclidean_gram() made it", "it is not")
  }
  gram_of_points(X, x$id)
}

# Numbers 1, 2, ... by first appearance; copies share one, as distinct_items() has it. Copies
# are next to one another along any direction: one is taken, and what lies close along it is
# compared.
distinct_points <- function(X) {
  n <- nrow(X)
  norms <- rowSums(X^2)
  reach <- sqrt(16 * .Machine$double.eps * (2 * norms + mean(norms))) + 1e-300
  along <- drop(X %*% direction_of(ncol(X)))
  order <- order(along)
  group <- cumsum(c(TRUE, diff(along[order]) > 2 * pmax(reach[order[-1]], reach[order[-n]])))
  item <- seq_len(n)
  for (members in split(order, group)[tabulate(group) > 1]) {
    members <- sort(members)
    S <- tcrossprod(X[members, , drop = FALSE])
    item[members] <- members[match_copies(S, norms[members], mean(norms))]
  }
  match(item, unique(item))
}

# A unit vector that no axis favours.
direction_of <- function(p) {
  w <- 1 + cos(seq_len(p)^2)^2
  w / sqrt(sum(w^2))
}

# Above this number of items, all pairs of points are not made.
max_pairs_of_points <- 10000

check_pairs_fit <- function(n, call = caller_env()) {
  if (n > max_pairs_of_points) {
    size <- format_bytes(8 * as.numeric(n)^2)
    abort_shapecrp(c(
      "All pairs of {format_count(n)} items would take {size} of memory.",
      i = "Use a part, {.code gram[i]}, or cluster with
           {.code wishart_crp_prior(kernel = \"none\")}, which needs coordinates only."
    ), c("memory", "input"), n = n, call = call)
  }
}
