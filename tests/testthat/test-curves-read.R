test_that("matrices of any type and data frames become bare double matrices", {
  whole <- matrix(c(0L, 3L, 0L, 0L, 0L, 4L), 3, dimnames = list(letters[1:3], c("u", "v")))
  curves <- shape_curves(list(whole, as.data.frame(whole), triangle()), closed = TRUE)
  expect_identical(curves$points, list(triangle(), triangle(), triangle()))
  expect_identical(curves$id, c("1", "2", "3"))
  expect_null(curves$truth)
})

test_that("an array holds one curve a slice", {
  x <- array(0, c(2, 4, 3), dimnames = list(NULL, NULL, c("a", "b", "c")))
  for (i in 1:3) x[, , i] <- i * t(square())
  curves <- shape_curves(x, closed = TRUE)
  expect_identical(curves$points, lapply(1:3, function(i) i * square()))
  expect_identical(curves$id, c("a", "b", "c"))
  expect_identical(shape_curves(unname(x), closed = TRUE)$id, c("1", "2", "3"))
})

test_that("an array with its dimensions exchanged is warned about", {
  x <- array(runif(20), c(5, 2, 2))
  expect_warning(shape_curves(x, closed = FALSE), class = "shapecrp_warning_array")
  expect_no_warning(shape_curves(aperm(x, c(2, 1, 3)), closed = FALSE))
})

test_that("ids and truth given win over those found", {
  long <- data.frame(id = rep(1:2, each = 3), class = "u", x = c(0, 1, 0), y = c(0, 0, 1))
  curves <- shape_curves(long, closed = TRUE, id = factor(c("a", "b")), truth = c(TRUE, FALSE))
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$truth, factor(c(TRUE, FALSE)))
  expect_identical(shape_curves(long, closed = TRUE)$truth, factor(c("u", "u")))
  expect_identical(shape_curves(long, closed = TRUE)$id, c("1", "2"))
  long$class <- 1:6
  expect_identical(shape_curves(long, closed = TRUE, truth = 1:2)$truth, factor(1:2))
})

test_that("rows of a curve may lie anywhere; `point` orders them", {
  long <- data.frame(
    id = c("b", "a", "b", "a", "b", "a"),
    truth = c("v", NA, "v", NA, "v", NA),
    class = "other",
    point = c(3, 10, 1, 20, 2, 5),
    x = 1:6, y = c(1, 3, 2, 5, 9, 4)
  )
  curves <- shape_curves(long, closed = FALSE)
  expect_identical(curves$id, c("b", "a"))
  expect_identical(curves$points[[1]], cbind(c(3, 5, 1), c(2, 9, 1)))
  expect_identical(curves$points[[2]], cbind(c(6, 2, 4), c(4, 3, 5)))
  expect_identical(curves$truth, factor(c("v", NA)))
  long$point <- NULL
  expect_identical(shape_curves(long, closed = FALSE)$points[[2]], cbind(c(2, 4, 6), c(3, 5, 4)))
})

test_that("coordinates are found by name and nothing else is taken for one", {
  long <- data.frame(id = 1, x = c(0, 1, 2), y = c(0, 1, 4), line = "u")
  found <- function(...) {
    curves <- suppressMessages(shape_curves(data.frame(long, ...), closed = FALSE))
    curve_dimension(curves)
  }
  expect_identical(found(), 2L)
  expect_identical(found(z = 1), 3L)
  expect_identical(found(z = 1, x4 = 1, x5 = 2), 5L)
  expect_identical(found(x4 = 1), 2L)
  expect_identical(found(z = 1, x5 = 1), 3L)
  expect_identical(found(w = 1), 2L)
  expect_no_message(shape_curves(long, closed = FALSE))
  expect_message(
    shape_curves(data.frame(long, w = 1, time = 1), closed = FALSE),
    "`w` and `time` .* are not used",
    class = "shapecrp_message_columns"
  )
  numbered <- data.frame(id = 1, x3 = 5, x2 = c(0, 1, 4), x1 = c(0, 1, 2))
  expect_identical(
    shape_curves(numbered, closed = FALSE)$points[[1]], cbind(c(0, 1, 2), c(0, 1, 4), 5)
  )
})

test_that("tibbles are data frames", {
  long <- structure(as.data.frame(two_curves()), class = c("tbl_df", "tbl", "data.frame"))
  expect_identical(shape_curves(long, closed = TRUE), two_curves())
})

test_that("the first point repeated at the end is dropped, with one message", {
  shut <- function(m) rbind(m, m[1, ])
  points <- list(square = shut(square()), triangle = shut(triangle()))
  expect_message(
    curves <- shape_curves(points, closed = TRUE, truth = c("four", "three")),
    "last point of 2 closed curves",
    class = "shapecrp_message_closed"
  )
  expect_identical(curves, two_curves())
  expect_message(
    shape_curves(list(square(), shut(square())), closed = TRUE),
    "last point of 1 closed curve:"
  )
  expect_no_message(open <- shape_curves(points, closed = FALSE))
  expect_identical(unname(as.list(open)), unname(points))
})

test_that("a repeat is known up to rounding, a near point is kept", {
  t <- seq(0, 2 * pi, length.out = 50)
  expect_message(
    curves <- shape_curves(list(1e6 * cbind(cos(t), sin(t))), closed = TRUE),
    class = "shapecrp_message_closed"
  )
  expect_identical(nrow(curves$points[[1]]), 49L)
  near <- rbind(square(), c(0, 1e-6))
  expect_no_message(curves <- shape_curves(list(near), closed = TRUE))
  expect_identical(curves$points[[1]], near)
})

test_that("consecutive duplicates are kept as given", {
  points <- rbind(c(0, 0), square()[c(1, 2, 2, 2, 3, 4), ], c(0, 1))
  expect_no_message(curves <- shape_curves(list(points), closed = TRUE))
  expect_identical(curves$points[[1]], points)
})

test_that("the smallest legal curves are accepted", {
  expect_length(shape_curves(list(rbind(c(0, 0), c(1, 0))), closed = FALSE), 1)
  expect_length(shape_curves(list(triangle()), closed = TRUE), 1)
  expect_length(shape_curves(list(1e-90 * triangle()), closed = TRUE), 1)
})

test_that("the truth changes nothing but itself", {
  points <- as.list(two_curves())
  with <- shape_curves(points, closed = TRUE, truth = c("u", "v"))
  without <- shape_curves(points, closed = TRUE)
  expect_identical(unclass(with)[c("points", "closed", "id")], unclass(without)[1:3])
})

test_that("the measured sets are read as they are", {
  six <- read_measured("mpeg7_six")
  curves <- shape_curves(six, closed = TRUE)
  expect_length(curves, 120)
  expect_identical(c(table(curves$truth)), c(table(unique(six[c("id", "class")])$class)))
  expect_identical(summary(curves)$clockwise, 0L)
  expect_identical(curves$points[[7]], unname(as.matrix(six[six$id == curves$id[7], c("x", "y")])))

  expect_no_message(cells <- shape_curves(read_measured("cells_osteosarcoma"), closed = TRUE))
  expect_identical(c(length(cells), curve_dimension(cells)), c(650L, 2L))
  expect_identical(levels(cells$truth), c("control", "cytd", "jasp"))

  bottles <- summary(shape_curves(read_measured("bottles"), closed = TRUE))
  expect_identical(c(bottles$duplicates, bottles$duplicated_curves), c(346L, 12L))

  proteins <- shape_curves(read_measured("proteins_four"), closed = FALSE)
  expect_identical(c(length(proteins), curve_dimension(proteins)), c(40L, 3L))
  expect_identical(unique(c(table(proteins$truth))), 10L)
})

test_that("clockwise outlines are turned around, first point first, with one message", {
  points <- list(a = square()[4:1, ], b = triangle(), c = triangle()[c(1, 3, 2), ])
  condition <- expect_message(
    curves <- shape_curves(points, closed = TRUE, truth = c("u", "v", "v")),
    class = "shapecrp_message_orient"
  )
  expect_identical(condition$curves, c(1L, 3L))
  expect_identical(curves$points, list(square()[c(4, 1:3), ], triangle(), triangle()))
  expect_identical(curves$truth, factor(c("u", "v", "v")))
  expect_snapshot(curves <- shape_curves(points, closed = TRUE))
  expect_silent(again <- shape_curves(as.list(curves), closed = TRUE))
  expect_identical(again$points, curves$points)
})

test_that("`orient = FALSE` keeps the direction, and so do curves that have no inside", {
  backwards <- square()[4:1, ]
  solid <- cbind(backwards, 0)
  balanced <- rbind(c(0, 0), c(0.1, 0.3), c(0.3, 0.1), -c(0.3, 0.1), -c(0.1, 0.3)) + 1e5
  expect_lt(abs(signed_area(balanced)), 1e-9)
  kept <- function(points, ...) {
    expect_silent(curves <- shape_curves(list(points), ...))
    expect_identical(curves$points[[1]], points)
  }
  kept(backwards, closed = TRUE, orient = FALSE)
  kept(backwards, closed = FALSE)
  kept(solid, closed = TRUE)
  kept(balanced, closed = TRUE)
  kept(balanced[5:1, ], closed = TRUE)
  expect_match(input_error(shape_curves(list(square()), TRUE, orient = NA)), "`orient` must be")
  expect_match(input_error(shape_curves(list(square()), TRUE, orient = "no")), "`orient`")
})

test_that("a repeated first point is dropped before an outline is turned around", {
  ring <- rbind(square()[4:1, ], square()[4, ])
  expect_message(
    expect_message(
      curves <- shape_curves(list(ring), closed = TRUE),
      class = "shapecrp_message_closed"
    ),
    class = "shapecrp_message_orient"
  )
  expect_identical(curves$points[[1]], square()[c(4, 1:3), ])
})

test_that("all kinds of input go through the same door", {
  backwards <- list(a = square()[4:1, ])
  turned <- square()[c(4, 1:3), ]
  long <- data.frame(id = "a", x = backwards$a[, 1], y = backwards$a[, 2])
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(long, file, row.names = FALSE)
  for (x in list(backwards, array(t(backwards$a), c(2, 4, 1)), long, file)) {
    expect_message(
      curves <- as_shape_curves(x, closed = TRUE),
      class = "shapecrp_message_orient"
    )
    expect_identical(curves$points, list(turned))
    expect_silent(curves <- as_shape_curves(x, closed = TRUE, orient = FALSE))
    expect_identical(curves$points, unname(backwards))
  }
})

test_that("classes that cannot be classes are refused", {
  points <- list(square(), triangle())
  for (truth in list(as.raw(1:2), c(1i, 2i), list(1, 2), sum, globalenv(), quote(a + b))) {
    words <- input_error(shape_curves(points, closed = TRUE, truth = truth))
    expect_match(words, "`truth` must be NULL, a factor, strings, numbers or logical values")
  }
  days <- as.Date(c("2020-01-02", "2020-01-01"))
  for (truth in list(c(TRUE, FALSE), c(2.5, 1), c("b", "a"), days)) {
    curves <- shape_curves(points, closed = TRUE, truth = truth)
    expect_identical(as.character(curves$truth), as.character(truth))
  }
  long <- data.frame(id = rep(1:2, each = 3), x = c(0, 1, 0), y = c(0, 0, 1))
  long$truth <- as.raw(long$id)
  expect_match(input_error(shape_curves(long, closed = TRUE)), "`x\\$truth` must be")
  long$truth <- as.list(long$id)
  expect_match(input_error(shape_curves(long, closed = TRUE)), "`x\\$truth` must be")
  mask <- matrix(FALSE, 12, 12)
  mask[3:9, 3:9] <- TRUE
  expect_match(input_error(as_shape_curves(list(mask, mask), truth = sum)), "`truth`")
  expect_match(input_error(as_shape_curves(list(mask, mask), truth = 1:3)), "not 3")
  expect_match(input_error(as_shape_curves(list(mask), orient = FALSE)),
               "Unknown argument `orient` for masks")
})

test_that("columns of a long table hold one value per row", {
  long <- data.frame(id = rep(1:2, each = 4), point = 1:4, rbind(square(), square()))
  names(long)[3:4] <- c("x", "y")
  long$truth <- rep(c("u", "v"), each = 4)
  refused <- function(name, value) {
    long[[name]] <- value
    input_error(shape_curves(long, closed = TRUE))
  }
  two <- matrix(1:16, 8)
  expect_match(refused("id", two), "`x$id` must hold one value per row", fixed = TRUE)
  for (name in c("id", "point", "x", "truth")) {
    expect_match(refused(name, two), paste0("`x$", name), fixed = TRUE)
    expect_match(refused(name, as.list(1:8)), paste0("`x$", name), fixed = TRUE)
    expect_match(refused(name, as.data.frame(two)), paste0("`x$", name), fixed = TRUE)
  }
  scaled <- long
  scaled$x <- scale(long$x, FALSE, FALSE)
  expect_identical(shape_curves(scaled, closed = TRUE), shape_curves(long, closed = TRUE))
  expect_match(
    input_error(shape_curves(cbind(long, x = 1:8), closed = TRUE)),
    "must have a single column `x`, not 2",
    fixed = TRUE
  )
  names(long)[3] <- NA
  expect_match(input_error(shape_curves(long, closed = TRUE)), "must have columns `x` and `y`")
})

test_that("matrices that may be transposed are told", {
  expect_warning(
    shape_curves(list(t(square()), t(square())), closed = FALSE),
    "2 points in 4 dimensions", class = "shapecrp_warning_array"
  )
  expect_no_warning(shape_curves(list(square(), t(square())[, 1:2]), closed = FALSE))
  expect_no_warning(shape_curves(list(cbind(1:2, 1:2, 1:2)), closed = FALSE))
})
