labels <- rep(1:3, each = 3)
gram <- as_gram(diag(9) + 0.1)
one <- finish_fit(hand_made_fit(gram, draws_around(labels)))
two <- finish_fit(hand_made_fit(gram, matrix(1, 8, 9)))

test_that("a row for each fit holds what its own functions say", {
  table <- compare_fits(one, flat = two)
  expect_s3_class(table, "shape_fit_comparison")
  expect_identical(table$fit, c("one", "flat"))
  expect_identical(table$clusters, c(3L, 1L))
  expect_identical(table$k, c(3L, 1L))
  expect_equal(table$k_probability, c(max(k_posterior(one)$probability), 1))
  expect_equal(table$certainty, c(mean(one$partition$certainty), 1))
  expect_identical(table$rhat[1], summary(one)$verdict$rhat)
  expect_equal(table$adjusted_rand, c(1, 0))
  expect_match(table$model, "Chinese restaurant process")
})

test_that("a list of fits will do, and other curves have no agreement", {
  table <- compare_fits(list(a = one, b = two))
  expect_identical(table$fit, c("a", "b"))
  other <- finish_fit(hand_made_fit(as_gram(diag(4)), matrix(1, 8, 4)))
  expect_identical(compare_fits(one, other)$adjusted_rand, c(1, NA))
  expect_identical(compare_fits(list(one, one))$fit, c("1", "2"))
})

test_that("names that occur twice stay apart", {
  expect_identical(compare_fits(one, one)$fit, c("one", "one 1"))
})

test_that("the table is printed with the models in words", {
  expect_output(print(compare_fits(one, flat = two)), "Comparison of 2 fits.*flat.*Models")
  expect_output(print(compare_fits(one)[, c("fit", "k")]), "Comparison of 1 fit")
})

test_that("what is not a fit, or has no draws, is an error that says which", {
  expect_error(compare_fits(), "`...` must hold at least one fit", class = "shapecrp_error_input")
  expect_error(compare_fits(one, 1), "`..2` must be a fit", class = "shapecrp_error_input")
  expect_error(compare_fits(list()), "hold at least one fit", class = "shapecrp_error_input")
  early <- one
  early$labels <- one$labels[0, , , drop = FALSE]
  expect_error(compare_fits(one, early), "`..2` must hold draws", class = "shapecrp_error_input")
})
