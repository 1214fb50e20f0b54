# What the model sees of a gram: each distinct item once, in numbers of ordinary size.

# A list with
#   gram: of the distinct items, inner products multiplied by `unit`;
#   item: for each item of the gram given, its row in that gram;
#   unit: a power of four, so that inner products and distances keep all their digits.
# Coordinates stay coordinates where the kernel of `prior` can do with them.
model_items <- function(gram, prior) {
  if (is_near(gram)) {
    return(near_items(gram))
  }
  stays <- is_points(gram) && isTRUE(kernels()[[prior$kernel]]$is_identity)
  if (!stays) gram <- load_gram(gram)
  item <- if (stays) distinct_points(gram_coordinates(gram)) else distinct_items(gram_matrix(gram))
  if (anyDuplicated(item) > 0) {
    first <- first_copies(item)
    gram <- if (stays) points_part(gram, first, fewest = 0) else gram[first]
  }
  unit <- if (is_points(gram)) unit_of_size(max(gram_diagonal(gram))) else
    gram_unit(gram_matrix(gram))
  if (unit != 1) gram <- scale_gram(gram, unit)
  list(gram = gram, item = item, unit = unit)
}

# The first copy of each item.
first_copies <- function(item) which(!duplicated(item))

# Numbers 1, 2, ... by first appearance; copies, and copies of these, share one.
distinct_items <- function(S) {
  item <- match_copies(S, diag(S), mean(diag(S)))
  match(item, unique(item))
}

# For each item the first of its copies; `level` as in are_copies().
match_copies <- function(S, norms, level) {
  n <- length(norms)
  item <- seq_len(n)
  for (i in seq_len(n - 1)) {
    later <- (i + 1):n
    copies <- later[are_copies(S[i, later], norms[i] + norms[later], level)]
    if (length(copies) > 0) {
      joined <- item %in% item[c(i, copies)]
      item[joined] <- min(item[joined])
    }
  }
  item
}

# Whether a squared distance is rounding: `s` are inner products, `norms` the sums of the two
# squared norms, `level` the mean squared norm of all items (the error of centred distances).
# Inner products in double precision do not resolve less than 1e-7 of a vector's length.
are_copies <- function(s, norms, level) {
  abs(norms - 2 * s) <= 16 * .Machine$double.eps * (norms + level)
}

# For each new item the item that it is a copy of, else 0: `cross` (n x m) are its inner
# products with items of squared norms `norms` (n), `self` (m) its own.
copied_items <- function(norms, cross, self) {
  vapply(seq_along(self), function(j) {
    copies <- which(are_copies(cross[, j], norms + self[j], mean(norms)))
    if (length(copies) > 0) copies[1] else 0L
  }, 0L)
}

# The power of four that brings the largest inner product near 1.
gram_unit <- function(S) unit_of_size(max(abs(S)))

unit_of_size <- function(largest) {
  if (largest > 0) 4^-round(log2(largest) / 2) else 1
}

inform_copies <- function(item) {
  copies <- sum(duplicated(item))
  if (copies > 0) {
    n <- length(item)
    inform_shapecrp(c(
      i = "{copies} of {n} curves {cli::qty(copies)}{?is a copy/are copies} of others.",
      " " = "Copies count once in the model and always share a cluster."
    ), "copies", copies = copies)
  }
}

# The label of the first copy of each item.
labels_of_items <- function(labels, item) labels[first_copies(item)]

are_copies_apart <- function(labels, item) any(labels != labels_of_items(labels, item)[item])
