# Every message about data frames, subscripts and the arguments of functions, one a line.

bad_long <- function(...) {
  long <- list(id = rep(1:2, each = 3), x = 1:6, y = c(1, 4, 2, 5, 3, 9))
  long <- utils::modifyList(long, list(...))
  input_error(shape_curves(as.data.frame(long), closed = TRUE))
}

test_that("what is wrong with a long data frame is said", {
  expect_snapshot_output(cat(
    input_error(shape_curves(data.frame(x = 1, y = 2), closed = TRUE)),
    input_error(shape_curves(data.frame(id = 1, x = 2, z = 3), closed = TRUE)),
    input_error(shape_curves(data.frame(id = 1, x = 2, y = 3)[0, ], closed = TRUE)),
    bad_long(id = c(1, 1, 1, 2, NA, 2)),
    bad_long(y = letters[1:6]),
    bad_long(x = c(1:5, NA)),
    bad_long(point = letters[1:6]),
    bad_long(point = c(1:3, 1, NA, 3)),
    bad_long(point = c(1:3, 1, 2, 2)),
    bad_long(class = c("u", "u", "u", "u", "v", "v")),
    bad_long(truth = c("u", "u", "u", NA, NA, "v")),
    sep = "\n"
  ))
})

test_that("bad subscripts and sets that do not fit are refused", {
  curves <- two_curves()
  open <- shape_curves(list(a = square()), closed = FALSE)
  solid <- shape_curves(list(a = cbind(square(), 1)), closed = TRUE)
  expect_snapshot_output(cat(
    input_error(curves[3]),
    input_error(curves[c(-1, 2)]),
    input_error(curves[0]),
    input_error(curves[NA_integer_]),
    input_error(curves["circle"]),
    input_error(curves[TRUE]),
    input_error(curves[c(TRUE, NA)]),
    input_error(curves[c(FALSE, FALSE)]),
    input_error(curves[c(1, 2, 1)]),
    input_error(curves[list(1)]),
    input_error(curves[[1:2]]),
    input_error(c(curves, square())),
    input_error(c(curves, open)),
    input_error(c(curves, solid)),
    input_error(c(curves, curves)),
    sep = "\n"
  ))
})

test_that("other bad subscripts are refused too", {
  curves <- two_curves()
  for (i in list(-3, 1.5, Inf, 1i, NULL)) {
    expect_error(curves[i], class = "shapecrp_error_input")
    expect_error(curves[[i]], class = "shapecrp_error_input")
  }
})

test_that("bad arguments of simulate_shapes() and plot() are refused", {
  expect_snapshot_output(cat(
    input_error(simulate_shapes(n = 2)),
    input_error(simulate_shapes(n = "a")),
    input_error(simulate_shapes(n = c(3, 4), classes = 3)),
    input_error(simulate_shapes(n = c(3, 0))),
    input_error(simulate_shapes(classes = 0)),
    input_error(simulate_shapes(classes = c("star", "camel"))),
    input_error(simulate_shapes(classes = c("star", "star"))),
    input_error(simulate_shapes(classes = "star", dim = 4)),
    input_error(simulate_shapes(noise = -1)),
    input_error(simulate_shapes(dim = 1)),
    input_error(simulate_shapes(outliers = 0.5)),
    input_error(simulate_shapes(seed = "a")),
    input_error(plot(two_curves(), max_curves = 0)),
    input_error(plot(two_curves(), start = "yes")),
    sep = "\n"
  ))
})
