test_that("printing is short and says what there is", {
  expect_snapshot(print(two_curves()))
  many <- shape_curves(rep(list(square()), 8), closed = TRUE, truth = letters[1:8])
  expect_snapshot(print(many))
  open <- shape_curves(list(a = cbind(1:3, 0, 1)), closed = FALSE)
  expect_output(print(open), "^1 open curve in 3-D\nPoints per curve: 3$")
})

test_that("a summary counts", {
  points <- list(
    a = rbind(square(), c(0, 1), c(0, 1)),
    b = square()[4:1, ],
    c = rbind(square(), c(0, 0), c(0, 0))
  )
  curves <- suppressMessages(
    shape_curves(points, closed = TRUE, truth = c("u", "u", "v"), orient = FALSE)
  )
  s <- summary(curves)
  expect_identical(s[c("n", "p", "closed")], list(n = 3L, p = 2L, closed = TRUE))
  expect_identical(s$points, c(min = 4, median = 5, max = 6))
  expect_identical(s$lengths, c(min = 4, median = 4, max = 4))
  expect_identical(c(s$duplicates, s$duplicated_curves), c(3L, 2L))
  expect_identical(s$clockwise, 1L)
  turned <- suppressMessages(shape_curves(points, closed = TRUE))
  expect_identical(summary(turned)$clockwise, 0L)
  expect_identical(c(s$truth), c(u = 2L, v = 1L))
  expect_snapshot(print(s))
})

test_that("a summary finds the gap", {
  line <- cbind(1:10, 0, 0)
  gap <- cbind(c(1:5, 15:20), 0, 0)
  s <- summary(shape_curves(list(whole = line, torn = gap), closed = FALSE))
  expect_identical(s$longest_step, c(torn = 10))
  expect_identical(s$clockwise, NA_integer_)
  expect_null(s$truth)
  expect_snapshot(print(s))
})
