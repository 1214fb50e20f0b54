test_that("an error carries its classes, its call and its data", {
  f <- function(draws) check_number(draws, min = 1, whole = TRUE)
  error <- expect_error(f(-1), class = "shapecrp_error_input")
  expect_s3_class(error, "shapecrp_error")
  expect_identical(error$arg, "draws")
  expect_identical(as.character(error$call[[1]]), "f")
})

test_that("checks convert what they accept", {
  expect_identical(check_number(3, whole = TRUE), 3L)
  expect_identical(check_number(3L), 3)
  expect_true(check_flag(TRUE))
  expect_identical(check_choice(c("a", "b"), c("a", "b")), "a")
  expect_identical(check_choice("b", c("a", "b")), "b")
})

test_that("limits are inside, `above` leaves the lower one out", {
  expect_identical(check_number(0, min = 0, max = 1), 0)
  expect_identical(check_number(1, min = 0, max = 1), 1)
  expect_error(check_number(0, min = 0, above = TRUE), class = "shapecrp_error_input")
})

test_that("values are described whatever they are", {
  expect_identical(describe(NULL), "not NULL")
  expect_identical(describe("a"), "not \"a\"")
  expect_identical(describe(2.5), "not 2.5")
  expect_identical(describe(NA), "not NA")
  expect_identical(describe(1:3), "not an integer vector of length 3")
  expect_identical(describe(list(1, 2)), "not a list of length 2")
  expect_identical(describe(matrix("a")), "not a character matrix")
  expect_identical(describe(data.frame()), "not a data frame")
  expect_identical(describe(factor(1:2)), "not a <factor> object")
})

test_that("braces in what the user gave are not evaluated", {
  words <- input_error(check_choice("{stop()}", c("a", "b")))
  expect_match(words, "{stop()}", fixed = TRUE)
  bad <- stats::setNames(list(matrix(NA_real_, 3, 2)), "{stop()}")
  expect_match(input_error(shape_curves(bad, closed = TRUE)), "{stop()}", fixed = TRUE)
})

test_that("the words of the checks stay as they are", {
  x <- 0
  expect_snapshot_output(cat(
    input_error(check_flag(x)),
    input_error(check_flag(NA, arg = "progress")),
    input_error(check_number(x, min = 1, whole = TRUE)),
    input_error(check_number(x, min = 0, max = 1, above = TRUE)),
    input_error(check_number("a", max = 1, arg = "theta")),
    input_error(check_number(1:2, arg = "theta")),
    input_error(check_choice("c", c("a", "b"), arg = "method")),
    sep = "\n"
  ))
})
