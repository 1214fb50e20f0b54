# Objects as Momocs makes them.
momocs <- function(class, coo = list(a = square(), b = triangle()[3:1, ]), fac = NULL) {
  structure(list(coo = coo, fac = fac %||% data.frame(), ldk = list()), class = class)
}

test_that("outlines are closed and run counter-clockwise, open outlines stay as they are", {
  out <- momocs(c("Out", "Coo"), fac = data.frame(type = factor(c("beer", "whisky"))))
  condition <- expect_message(
    curves <- as_shape_curves(out),
    class = "shapecrp_message_orient"
  )
  expect_identical(condition$curves, 2L)
  expect_true(curves$closed)
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$points, list(square(), triangle()[c(3, 1, 2), ]))
  expect_identical(curves$truth, factor(c("beer", "whisky")))
  expect_silent(kept <- as_shape_curves(out, orient = FALSE))
  expect_identical(kept$points, list(square(), triangle()[3:1, ]))
  expect_silent(open <- as_shape_curves(momocs(c("Opn", "Coo"))))
  expect_false(open$closed)
  expect_identical(open$points[[2]], triangle()[3:1, ])
  expect_null(open$truth)
})

test_that("one of several groups is named", {
  fac <- data.frame(type = c("beer", "whisky"), fake = c("x", "y"))
  out <- momocs(c("Out", "Coo"), coo = list(square(), triangle()), fac = fac)
  expect_silent(curves <- as_shape_curves(out, truth = "fake"))
  expect_identical(curves$truth, factor(c("x", "y")))
  condition <- expect_message(as_shape_curves(out), class = "shapecrp_message_groups")
  expect_identical(condition$columns, c("type", "fake"))
  expect_snapshot(curves <- as_shape_curves(out))
  expect_null(curves$truth)
})

test_that("the only column of classes is taken, whatever is measured beside it", {
  fac <- data.frame(size = c(1.5, 2), type = factor(c("beer", "whisky")), number = 1:2)
  points <- list(square(), triangle())
  expect_silent(curves <- as_shape_curves(momocs(c("Out", "Coo"), points, fac)))
  expect_identical(curves$truth, factor(c("beer", "whisky")))
  condition <- expect_message(
    curves <- as_shape_curves(momocs(c("Out", "Coo"), points, fac[c("size", "number")])),
    class = "shapecrp_message_groups"
  )
  expect_identical(condition$columns, c("size", "number"))
  expect_null(curves$truth)
  expect_silent(none <- as_shape_curves(momocs(c("Out", "Coo"), points)))
  expect_null(none$truth)
})

test_that("other objects are told whether they are closed", {
  coo <- momocs("Coo", coo = list(square(), triangle()))
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
