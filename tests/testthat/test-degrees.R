degrees <- function(d, values, resolution = 1) {
  resolve_degrees(list(d = d, resolution = resolution), list(), NULL, NULL, values)$value
}

test_that("degrees of freedom: rule, share, number", {
  values <- c(6, 3, 0.9, 0.1)
  expect_equal(degrees("eb", values), 3)
  expect_equal(degrees(0.6, values), 1)
  expect_equal(degrees(0.61, values), 2)
  expect_equal(degrees(17.5, values), 17.5)
  # Negative eigenvalues count in the sum, as in the paper.
  expect_equal(degrees("eb", c(10, 0.5, -0.5)), 1)
  expect_equal(degrees("eb", values, resolution = 2), 6)
})

test_that("the dimension counts eigenvalues of residuals by their size", {
  dimension <- function(x, labels) {
    exp(log_dimension_of(as.matrix(stats::dist(x)), NULL)(labels)[1])
  }
  # A cross about the origin: two eigenvalues, 2 and 8.
  cross <- rbind(c(1, 0), c(-1, 0), c(0, 2), c(0, -2))
  expect_equal(dimension(cross, rep(1, 4)), 100 / 68)
  expect_equal(dimension(7 * cross, rep(1, 4)), 100 / 68)
  expect_equal(dimension(cross, c(1, 1, 2, 2)), 100 / 68)
  expect_equal(dimension(cross, c(1, 1, 2, 3)), 1)
  expect_equal(dimension(0 * cross, rep(1, 4)), 1)
  x <- withr::with_seed(4, matrix(stats::rnorm(60), 12))
  values <- eigen(stats::cov(x))$values
  expect_equal(dimension(x, rep(1, 12)), sum(values)^2 / sum(values^2))
})

test_that("d settles where its dimension is the same within the error, and does not drift", {
  settle <- function(...) settle_degrees(...)[c("value", "settled")]
  # A dimension that follows d closely, down to another fixed point at 5.
  close <- function(error) function(d, round, state) list(value = max(5, 0.97 * d), error = error)
  expect_identical(settle(20, close(0.05), 99), list(value = 19.4, settled = TRUE))
  expect_equal(settle(20, close(0), 99), list(value = 5, settled = TRUE))
  # Far from its own dimension it goes on, whatever the error.
  far <- function(d, round, state) list(value = sqrt(10 * d), error = 0.05)
  found <- settle_degrees(160, far, 99)
  expect_true(found$settled)
  expect_lt(abs(log(found$value / 10)), 0.05)
  # To and fro: the mean, and the word for it.
  back <- function(d, round, state) list(value = if (d > 10) 5 else 20, error = 0.05)
  expect_equal(settle(20, back, 8), list(value = 10, settled = FALSE))
  # A chain goes on from where it was.
  counted <- function(d, round, state) list(value = 2 * d, error = 0, state = state + 1)
  expect_identical(settle_degrees(1, counted, 5, state = 0)$state, 5)
})

test_that("residuals are what the means of clusters leave", {
  set.seed(1)
  x <- matrix(stats::rnorm(60), 12)
  labels <- c(3, 1, 1, 2, 2, 2, 3, 3, 1, 2, 9, 9)
  means <- rowsum(x, labels)[as.character(labels), ] / tabulate(labels)[labels]
  expect_equal(residual_products(tcrossprod(x), labels), tcrossprod(x - means),
               ignore_attr = TRUE)
  # Each item alone leaves nothing, and no dimension is below 1.
  expect_equal(residual_products(tcrossprod(x), 1:12), matrix(0, 12, 12))
  expect_equal(residual_dimension(tcrossprod(x), 1:12), 1)
})

test_that("d is the dimension of the residuals of its own draws", {
  # Three classes that vary in 12 directions about centres in a plane: before the clusters are
  # known one sees a plane.
  set.seed(2)
  truth <- rep(1:3, each = 30)
  x <- 12 * cbind(c(0, 1, 0), c(0, 0, 1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)[truth, ] +
    matrix(stats::rnorm(90 * 12), 90)
  gram <- euclidean_gram(x)
  prepared <- prepare_gram(gram, wishart_crp_prior())
  products <- center_matrix(-gram_distances(gram)^2 / 2)
  expect_lt(effective_dimension(products), 4)
  expect_equal(prepared$model$d, residual_dimension(products, truth), tolerance = 0.05)
  expect_gt(prepared$model$d, 9)
  # A function of the data alone, whatever R's random numbers and the unit of length.
  set.seed(3)
  expect_identical(prepare_gram(gram, wishart_crp_prior())$model$d, prepared$model$d)
  expect_equal(prepare_gram(euclidean_gram(9 * x), wishart_crp_prior())$model$d,
               prepared$model$d)
  finer <- prepare_gram(gram, wishart_crp_prior(resolution = 2))
  expect_identical(finer$model$d, 2 * prepared$model$d)
})

test_that("there is a d of items that are all alike, of one and of two", {
  for (n in 1:3) {
    prepared <- prepare_gram(as_gram(matrix(0, n, n)), wishart_crp_prior())
    expect_identical(prepared$model$d, 1)
  }
  expect_gte(prepare_gram(as_gram(diag(2)), wishart_crp_prior())$model$d, 1)
})

test_that("where there is nothing, one cluster is found, in a plane and in 100 dimensions", {
  for (dimension in c(2, 100)) {
    x <- withr::with_seed(dimension, matrix(stats::rnorm(60 * dimension), 60))
    fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(600, 200, seed = 1))
    expect_identical(max(clusters(fit)), 1L)
  }
})
