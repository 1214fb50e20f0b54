# Objects as Momocs makes them.
momocs <- function(class, coo = list(a = square(), b = triangle()[3:1, ]), fac = NULL) {
  structure(list(coo = coo, fac = fac %||% data.frame(), ldk = list()), class = class)
}

test_that("outlines are closed and run counter-clockwise, open outlines stay as they are", {
  out <- momocs(c("Out", "Coo"), fac = data.frame(type = factor(c("beer", "whisky"))))
  curves <- as_shape_curves(out)
  expect_true(curves$closed)
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$points, list(square(), triangle()))
  expect_identical(curves$truth, factor(c("beer", "whisky")))
  open <- as_shape_curves(momocs(c("Opn", "Coo")))
  expect_false(open$closed)
  expect_identical(open$points[[2]], triangle()[3:1, ])
  expect_null(open$truth)
})

test_that("one of several groups is named", {
  fac <- data.frame(type = c("beer", "whisky"), fake = c("x", "y"))
  out <- momocs(c("Out", "Coo"), fac = fac)
  expect_null(as_shape_curves(out)$truth)
  expect_identical(as_shape_curves(out, truth = "fake")$truth, factor(c("x", "y")))
})

test_that("other objects are told whether they are closed", {
  coo <- momocs("Coo")
  expect_identical(as_shape_curves(coo, closed = FALSE)$closed, FALSE)
  expect_identical(as_shape_curves(coo, closed = TRUE)$closed, TRUE)
})

test_that("what is wrong with an object is said", {
  out <- function(...) momocs(c("Out", "Coo"), ...)
  holed <- square()
  holed[2, 1] <- NA
  expect_snapshot_output(cat(
    input_error(as_shape_curves(momocs("Coo"))),
    input_error(as_shape_curves(momocs(c("Ldk", "Coo")))),
    input_error(as_shape_curves(momocs(c("OutCoe", "Coe")))),
    input_error(as_shape_curves(out(coo = list()))),
    input_error(as_shape_curves(structure(list(), class = c("Out", "Coo")))),
    input_error(as_shape_curves(out(), truth = "type")),
    input_error(as_shape_curves(out(fac = data.frame(type = 1:2)), truth = 1)),
    input_error(as_shape_curves(out(fac = data.frame(type = 1:3)))),
    input_error(as_shape_curves(out(), closed = TRUE)),
    input_error(as_shape_curves(out(coo = list(a = holed)))),
    input_error(as_shape_curves(out(coo = list(a = "square")))),
    sep = "\n"
  ))
})
