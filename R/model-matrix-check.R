# Whether a model matrix that was read from a file can be that of its gram and prior. All is
# checked that takes O(n^2); shortest routes and eigenvectors, which take O(n^3), are not redone:
# routes are checked against the steps they are made of, what was clipped by a product with one
# vector.

# `x`: what stands for the result of learn_model_matrix(); `items`, `prior` and `delta` as there.
check_model_matrix <- function(x, items, prior, delta) {
  if (is_near(items$gram)) {
    return(check_near_matrix(x, items, prior))
  }
  if (is_points(items$gram)) {
    return(check_points_matrix(x, items, prior))
  }
  fields <- c("G", "unit", "norms", "metric", "kernel", if (prior$center) "means",
              if (prior$clip) c("negative", "size"))
  check_fields(x, fields, "matrix")
  n <- length(items$gram$id)
  check_items_matrix(x$G, n, "G")
  check_agreement(x$unit, items$unit, "unit")
  check_agreement(x$norms, gram_diagonal(items$gram), "norms")
  again <- recall_kernel(x$kernel, items, prior, delta)
  wanted <- again$G
  if (!identical(c(x$metric, x$kernel$name), c(items$gram$metric, prior$kernel))) {
    abort_input("matrix", "match the gram and the prior", "it does not")
  }
  if (prior$center) {
    check_agreement(x$means, rowMeans(wanted), "means")
    wanted <- center_matrix(wanted)
  }
  if (prior$clip) {
    check_clipped(x, wanted)
  } else {
    check_agreement(x$G, wanted, "G")
    check_inner_products(x$G, NULL)
  }
  x
}

# The factor of points takes no time to learn again.
check_points_matrix <- function(x, items, prior) {
  wanted <- learn_model_matrix(items, prior, NULL)
  wanted$clipped <- NULL
  check_fields(x, names(wanted), "matrix")
  check_factor(x$factor, length(items$gram$id))
  for (name in c("unit", "norms", if (prior$center) "mean")) {
    check_agreement(x[[name]], wanted[[name]], name)
  }
  for (name in c("X", "own")) check_agreement(x$factor[[name]], wanted$factor[[name]], name)
  if (!identical(c(x$metric, x$kernel$name), c(wanted$metric, wanted$kernel$name))) {
    abort_input("matrix", "go with the gram and the prior", "it does not")
  }
  x
}

# What the kernel learns of the items, where the expensive part of it is taken from `learnt`.
recall_kernel <- function(learnt, items, prior, delta) {
  kernel <- kernels()[[prior$kernel]]
  if (!is.list(learnt)) abort_input("kernel", "be a list", describe(learnt))
  again <- if (is.null(kernel$recall)) {
    kernel$learn(gram_matrix(items$gram), delta, prior$neighbours, 1L)
  } else {
    kernel$recall(learnt, delta, prior$neighbours)
  }
  fields <- setdiff(names(again), "G")
  check_fields(learnt, c("name", fields), "kernel")
  for (name in fields) {
    if (is.null(again[[name]])) {
      if (!is.null(learnt[[name]])) abort_input(name, "be NULL", describe(learnt[[name]]))
    } else {
      check_agreement(learnt[[name]], again[[name]], name)
    }
  }
  again
}

# With N the eigenvectors of negative eigenvalues of A, orthonormal, the clipped matrix G has
# G z = A (z - N N'z) for every vector z; one is tried.
check_clipped <- function(x, A) {
  n <- nrow(A)
  N <- x$negative
  if (!is.double(N) || !is.matrix(N) || nrow(N) != n || ncol(N) > n || !all(is.finite(N))) {
    abort_input("negative", "hold eigenvectors of the matrix", describe(N))
  }
  z <- cos(seq_len(n)^2)
  weights <- crossprod(N, z)
  projected <- N %*% weights
  check_agreement(crossprod(N, projected), weights, "negative", scale = 1)
  scale <- max(abs(A)) * sqrt(n)
  check_agreement(x$G %*% z, A %*% (z - projected), "G", scale)
  if (sum(projected * (A %*% projected)) > 1e-6 * scale) {
    abort_input("negative", "belong to negative eigenvalues", "they do not")
  }
  norm <- sqrt(pmax(diag(x$G), 0))
  if (min(diag(x$G)) < -1e-6 * max(norm)^2 || any(abs(x$G) > outer(norm, norm) + 1e-6 * scale)) {
    abort_input("G", "have no negative eigenvalue", "it has one")
  }
  check_agreement(x$size, sizes_of_items(x$G), "size")
}

# Numbers `sums` for all pairs of items that can be the least sums of `steps` along routes: none is
# above its own step, the nearest item is reached by one step, and no route by way of a pivot is
# shorter.
check_routes <- function(sums, steps) {
  n <- nrow(steps)
  check_items_matrix(sums, n, "sums")
  slack <- 1 + 1e-6
  nearest <- function(x) apply(x + diag(Inf, n, n, names = FALSE), 1, min)
  pivots <- unique(round(seq(1, n, length.out = min(n, 4))))
  is_least <- all(diag(sums) == 0) && all(sums >= 0) && all(sums <= steps * slack) &&
    all(nearest(sums) * slack >= nearest(steps)) &&
    all(vapply(pivots, function(k) all(sums <= outer(sums[, k], sums[k, ], "+") * slack), NA))
  if (!is_least) abort_input("sums", "be those of shortest routes", "they are not")
  sums
}

check_items_matrix <- function(x, n, arg) {
  if (!is.double(x) || !identical(dim(x), c(n, n))) {
    abort_input(arg, sprintf("be a matrix of %d items", n), describe(x))
  }
  check_square(x, arg)
}

# Numbers as `wanted`, in their shape, but for the last digits of another machine.
check_agreement <- function(x, wanted, arg, scale = max(abs(wanted))) {
  agrees <- is.numeric(x) && length(x) == length(wanted) && identical(dim(x), dim(wanted)) &&
    all(is.finite(x)) && all(abs(x - wanted) <= 1e-6 * scale)
  if (!agrees) abort_input(arg, "match the gram and the prior", "it does not")
}
