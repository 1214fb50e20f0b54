# Every message about curves and sets of them, one a line.

bad_curve <- function(points, closed = TRUE) {
  input_error(shape_curves(list(a = square(), "bottle-7" = points), closed = closed))
}

test_that("a bad curve is named with what is wrong", {
  replace_at <- function(value) {
    points <- square()
    points[3, 2] <- value
    points
  }
  expect_snapshot_output(cat(
    bad_curve(rbind(c(0, 0), c(1, 1))),
    bad_curve(square()[c(1, 2, 1), ]),
    bad_curve(square()[1, , drop = FALSE], closed = FALSE),
    bad_curve(matrix(0, 0, 2), closed = FALSE),
    bad_curve(matrix(1, 4, 2)),
    bad_curve(matrix(1, 2, 2), closed = FALSE),
    bad_curve(1e-200 * square()),
    bad_curve(1e200 * square()),
    bad_curve(replace_at(NA)),
    bad_curve(replace_at(-Inf)),
    bad_curve(square()[, 1, drop = FALSE]),
    bad_curve(cbind(square(), 1)),
    bad_curve(matrix(letters[1:8], 4)),
    bad_curve(data.frame(x = 1:3, y = letters[1:3])),
    bad_curve(1:4),
    bad_curve(NULL),
    input_error(shape_curves(list(square(), square()[1:2, ]), closed = TRUE)),
    input_error(shape_curves(array(c(1:15, NA), c(2, 4, 2)), closed = TRUE)),
    sep = "\n"
  ))
})

test_that("what is wrong with a set is said", {
  points <- list(square(), triangle(), square())
  expect_snapshot_output(cat(
    input_error(shape_curves(points)),
    input_error(shape_curves(points, closed = NA)),
    input_error(shape_curves(points, closed = c(TRUE, FALSE))),
    input_error(shape_curves(list(), closed = TRUE)),
    input_error(shape_curves(square(), closed = TRUE)),
    input_error(shape_curves(two_curves(), closed = TRUE)),
    input_error(shape_curves(NULL, closed = TRUE)),
    input_error(shape_curves(array("a", c(2, 3, 1)), closed = TRUE)),
    input_error(shape_curves(array(1, c(1, 3, 1)), closed = TRUE)),
    input_error(shape_curves(array(1, c(2, 3, 0)), closed = TRUE)),
    input_error(shape_curves(points, closed = TRUE, id = c("a", "b"))),
    input_error(shape_curves(points, closed = TRUE, id = list("a", "b", "c"))),
    input_error(shape_curves(points, closed = TRUE, id = c("a", "b", "a"))),
    input_error(shape_curves(points, closed = TRUE, id = c("a", NA, "c"))),
    input_error(shape_curves(list(a = square(), square()), closed = TRUE)),
    input_error(shape_curves(points, closed = TRUE, truth = 1:2)),
    input_error(shape_curves(points, closed = TRUE, truth = list(1, 2, 3))),
    sep = "\n"
  ))
})

test_that("an error names the function that the user called", {
  call_of <- function(code) {
    error <- expect_error(code, class = "shapecrp_error_input")
    as.character(error$call[[1]])
  }
  expect_identical(call_of(shape_curves(list(), closed = TRUE)), "shape_curves")
  expect_identical(call_of(shape_curves(list(1), closed = TRUE)), "shape_curves")
  expect_identical(call_of(shape_curves(data.frame(), closed = TRUE)), "shape_curves")
  expect_identical(call_of(simulate_shapes(n = 2)), "simulate_shapes")
  expect_identical(call_of(simulate_shapes(classes = 0)), "simulate_shapes")
  error <- expect_error(shape_curves(list(a = 1), closed = TRUE))
  expect_identical(error[c("curve", "id")], list(curve = 1L, id = "a"))
})
