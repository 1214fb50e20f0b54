test_that("the truth is replaced by one value a curve, as a factor, and taken away by NULL", {
  curves <- two_curves()
  curves$truth <- c("u", "v")
  expect_identical(curves$truth, factor(c("u", "v")))
  curves$truth <- 2:1
  expect_identical(curves$truth, factor(2:1))
  curves$truth <- NULL
  expect_null(curves$truth)
  expect_identical(curves, shape_curves(as.list(two_curves()), closed = TRUE))
})

test_that("points, ids and kind are replaced by what fits", {
  curves <- two_curves()
  curves$points <- list(2 * square(), data.frame(x = 1:3, y = c(1, 5, 2)))
  expect_identical(curves$points, list(2 * square(), cbind(c(1, 2, 3), c(1, 5, 2))))
  curves$points[[1]] <- triangle()
  expect_identical(curves[["square"]], triangle())
  curves[["square"]] <- square()
  expect_identical(curves[[1]], square())
  expect_identical(curves$truth, two_curves()$truth)
  curves$id <- factor(c("p", "q"))
  expect_named(curves, c("p", "q"))
  curves$id[2] <- "r"
  expect_named(curves, c("p", "r"))
  curves$closed <- FALSE
  expect_false(curves$closed)
  expect_identical(validate_shape_curves(curves), curves)
})

test_that("what does not fit is refused, and the set stays as it was", {
  curves <- two_curves()
  expect_snapshot_output(cat(
    input_error(curves$truth <- 1:3),
    input_error(curves$truth <- as.raw(1:2)),
    input_error(curves$truth[3] <- "three"),
    input_error(curves$id <- c("a", "a")),
    input_error(curves$id <- NULL),
    input_error(names(curves) <- 1:3),
    input_error(curves$closed <- NA),
    input_error(curves$closed <- NULL),
    input_error(curves$points <- NULL),
    input_error(curves$points <- list(square())),
    input_error(curves$points <- list(square(), "a")),
    input_error(curves$points <- as.data.frame(curves)),
    input_error(curves$points[[3]] <- square()),
    input_error(curves$points[[2]][1, 1] <- NA),
    input_error(curves$colour <- "red"),
    input_error(curves[["circle"]] <- square()),
    input_error(curves[[3]] <- square()),
    input_error(curves[[1:2]] <- square()),
    input_error(curves[[1]] <- NULL),
    input_error(curves[[1]] <- cbind(square(), 1)),
    input_error(curves[1] <- curves[2]),
    sep = "\n"
  ))
  expect_identical(curves, two_curves())
})

test_that("an error names the function that assigns, not the values", {
  relabel <- function(curves) {
    curves$truth <- 1:3
    curves
  }
  error <- expect_error(relabel(two_curves()), class = "shapecrp_error_input")
  expect_identical(as.character(error$call[[1]]), "relabel")
})
