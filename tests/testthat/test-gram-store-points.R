# Inner products kept as coordinates.

test_that("many points are kept as coordinates, few as a matrix", {
  local_mocked_bindings(max_dense = 20)
  x <- matrix(sin(1:120), 40, dimnames = list(paste0("p", 1:40), NULL))
  gram <- euclidean_gram(x)
  expect_true(is_points(gram))
  S <- tcrossprod(unname(x))
  expect_equal(gram_matrix(gram), S)
  expect_equal(gram_diagonal(gram), diag(S))
  expect_equal(gram_block(gram, c(3, 1), 5:7), S[c(3, 1), 5:7])
  expect_equal(unname(as.matrix(gram)), S)
  expect_identical(names(gram), rownames(x))
  expect_true(is_points(gram[30:2]))
  expect_equal(gram_matrix(gram[30:2]), S[30:2, 30:2])
  expect_false(is_points(gram[c("p3", "p9")]))
  expect_identical(names(gram[c("p9", "p3")]), c("p9", "p3"))
  names(gram) <- 1:40
  expect_identical(gram$id, as.character(1:40))
  expect_false(is_points(euclidean_gram(x[1:20, ])))
  # Wide ones are matrices.
  expect_false(is_points(euclidean_gram(t(matrix(sin(1:900), 30)))))
})

test_that("printing and the spectrum need no matrix", {
  local_mocked_bindings(max_dense = 20)
  x <- matrix(sin(1:120), 40)
  gram <- euclidean_gram(x)
  expect_output(print(gram), "held as 3 coordinates")
  found <- summary(gram)
  wanted <- summary(as_gram(tcrossprod(x)))
  same <- c("n", "mean", "d_raw", "d_centred", "negative")
  expect_equal(found[same], wanted[same])
  expect_equal(found$eigenvalues[1:3], wanted$eigenvalues[1:3])
  local_mocked_bindings(max_pairs_of_points = 30)
  expect_error(as.matrix(gram), class = "shapecrp_error_memory")
})

test_that("copies are found as in a matrix", {
  withr::local_seed(2)
  x <- matrix(rnorm(90), 30)
  x <- x[c(1:30, 3, 7, 7, 30, 3), ]
  x[33, ] <- x[33, ] * (1 + 1e-16)
  x[20, ] <- x[21, ] + 1e-6
  expect_identical(distinct_points(x), distinct_items(tcrossprod(x)))
  expect_identical(distinct_points(matrix(1, 5, 2)), rep(1L, 5))
  expect_identical(distinct_points(matrix(0, 3, 1)), rep(1L, 3))
  expect_identical(distinct_points(diag(4)), 1:4)
})

test_that("a fit of coordinates is that of their matrix", {
  withr::local_seed(1)
  x <- 300 * (diag(3)[rep_len(1:3, 45), ] + 0.3 * matrix(rnorm(135), 45))
  x <- x[c(1:45, 2, 2, 9), ]
  gram <- gram_of_points(x, as.character(1:48))
  dense <- as_gram(tcrossprod(x))
  for (prior in list(wishart_crp_prior(kernel = "none", d = 3),
                     wishart_crp_prior("paper", d = "eb"))) {
    by_points <- prepare_gram(gram, prior)
    by_matrix <- prepare_gram(dense, prior)
    expect_equal(by_points$model, by_matrix$model, tolerance = 1e-6)
    expect_identical(by_points$item, by_matrix$item)
    expect_equal(factor_block(by_points$matrix$factor, 1:45), by_matrix$matrix$G)
    control <- mcmc_control(60, 20, chains = 3, seed = 1, n_threads = 1)
    found <- suppressMessages(wishart_crp(gram, prior, control))
    wanted <- suppressMessages(wishart_crp(dense, prior, control))
    expect_identical(found$labels, wanted$labels)
    expect_identical(clusters(found), clusters(wanted))
    expect_equal(found$partition$certainty, wanted$partition$certainty)
    expect_equal(augment(found), augment(wanted))
    expect_equal(found$diagnostics, wanted$diagnostics, tolerance = 1e-4)
  }
  # d of the residuals is the same, and held fixed.
  residual <- wishart_crp_prior(kernel = "none", d = "residual")
  by_points <- prepare_gram(gram, residual)$model
  expect_equal(by_points$d, prepare_gram(dense, residual)$model$d, tolerance = 1e-6)
  expect_identical(by_points$d_grid, by_points$d)
  # A kernel of distances takes the matrix.
  expect_false(is_factored(prepare_gram(gram, wishart_crp_prior(d = 3))$matrix))
})

test_that("fields that were changed are an error", {
  gram <- points_gram(10)
  for (change in list(
    function(g) {
      g$S$X <- "a"
      g
    },
    function(g) {
      g$S$X[3] <- NaN
      g
    },
    function(g) {
      g$id <- g$id[-1]
      g
    },
    function(g) {
      g$metric <- "arc"
      g
    }
  )) {
    expect_error(wishart_crp(change(gram)), class = "shapecrp_error_input")
  }
})
