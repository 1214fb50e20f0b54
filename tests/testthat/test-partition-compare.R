test_that("measures are those worked by hand", {
  # Table: cluster 1: 2 x, 0 y; 2: 1 x, 1 y; 3: 0 x, 2 y.
  a <- c(1, 1, 2, 2, 3, 3)
  b <- c("x", "x", "x", "y", "y", "y")
  # Dominant classes 2 + 1 + 2 of 6. Pairs: 15; in a 3, in b 6, in both 2.
  # Adjusted: (2 - 18/15) / (4.5 - 18/15). VI: H(a|b) + H(b|a) = H(2/3, 1/3) + 1/3.
  conditional <- -(2 / 3 * log2(2 / 3) + 1 / 3 * log2(1 / 3))
  expect_equal(
    compare_partitions(a, b),
    c(rate = 5 / 6, rand = 10 / 15, adjusted_rand = 0.8 / 3.3, vi = conditional + 1 / 3)
  )
  # The other way round clusters x and y each have a class of 2.
  expect_equal(compare_partitions(b, a)[["rate"]], 4 / 6)
  expect_equal(unclass(contingency_table(a, b))[, "x"], c("1" = 2L, "2" = 1L, "3" = 0L))
})

test_that("measures agree with slow twins and with mclust", {
  for (seed in 1:20) {
    withr::local_seed(seed)
    a <- sample.int(4, 30, replace = TRUE)
    b <- sample.int(5, 30, replace = TRUE)
    found <- compare_partitions(a, b)
    expect_equal(found[["vi"]], slow_vi(a, b))
    expect_equal(found[["rand"]], 1 - slow_binder(a, b))
    skip_if_not_installed("mclust")
    expect_equal(found[["adjusted_rand"]], mclust::adjustedRandIndex(a, b))
  }
})

test_that("equal partitions, one cluster and singletons are at the ends", {
  same <- c(rate = 1, rand = 1, adjusted_rand = 1, vi = 0)
  expect_equal(compare_partitions(c(2, 2, 7, 9), factor(c("b", "b", "c", "a"))), same)
  expect_equal(compare_partitions(c(1, 1, 1), c(2, 2, 2)), same)
  expect_equal(compare_partitions(1:3, 3:1), same)
  expect_equal(compare_partitions(1, 1), same)
  expect_equal(compare_partitions(1:4, c(1, 1, 1, 1)),
               c(rate = 1, rand = 0, adjusted_rand = 0, vi = 2))
})

test_that("items are matched by name and outliers left out", {
  a <- c(p = 1, q = 1, r = 2, s = 3)
  b <- c(s = 9, r = 5, q = 4, p = 4)
  expect_equal(compare_partitions(a, b)[["vi"]], 0)
  expect_equal(dim(contingency_table(a, b, max_size = 1)), c(1, 1))
  expect_equal(compare_partitions(c(1, 1, 2), c(1, 1, 1), max_size = 1)[["rand"]], 1)
  expect_error(compare_partitions(c(1, 1, 2), c(1, 2, 2), max_size = 3),
               "`max_size` must be below the size", class = "shapecrp_error_input")
  expect_equal(sum(contingency_table(c(1, 1, 2), c(1, 2, 2), max_size = 3)), 0)
  expect_error(compare_partitions(a, c(p = 1, q = 1, r = 1, t = 2)), "\"s\" is missing",
               class = "shapecrp_error_input")
  expect_error(compare_partitions(a, 1:3), class = "shapecrp_error_input")
  expect_error(compare_partitions(a, c(1, 2, NA, 1)), class = "shapecrp_error_input")
  expect_error(compare_partitions(list(1), 1), class = "shapecrp_error_input")
})

test_that("outliers are the curves of small clusters", {
  labels <- c(a = 1, b = 1, c = 1, d = 2, e = 3, f = 3)
  expect_identical(outliers(labels), labels["d"])
  expect_identical(outliers(labels, 2), labels[c("d", "e", "f")])
  expect_length(outliers(labels, 0), 0)
  expect_error(outliers(labels, -1), class = "shapecrp_error_input")
})

test_that("a fit stands for its partition", {
  truth <- rep(1:2, c(3, 1))
  fit <- hand_made_fit(as_gram(diag(4)), draws_around(truth))
  expect_identical(compare_partitions(fit, truth), compare_partitions(clusters(fit), truth))
  expect_identical(outliers(fit), outliers(clusters(fit)))
})
