points_of <- function(...) {
  table <- data.frame(..., check.names = FALSE)
  suppressMessages(as_shape_curves(table, closed = FALSE))
}

test_that("columns are found whatever their case, and by their usual other names", {
  expected <- points_of(id = c("a", "a", "b", "b"), x = c(0, 1, 0, 2), y = c(0, 1, 1, 5))
  same <- function(...) {
    columns <- list(c("a", "a", "b", "b"), c(0, 1, 0, 2), c(0, 1, 1, 5))
    table <- stats::setNames(as.data.frame(columns), c(...))
    expect_identical(suppressMessages(as_shape_curves(table, closed = FALSE)), expected)
    expect_identical(suppressMessages(shape_curves(table, closed = FALSE)), expected)
  }
  same("ID", "X", "Y")
  same("Leaf ID", "X (mm)", "Y (mm)")
  same("leaf_id", "pos_x", "pos_y")
  same("LeafID", "x [px]", "y [px]")
  same("track", "Longitude", "lat")
  same("Curve", "X1", "X2")
  same("id", "POSITION_X", "POSITION_Y")
})

test_that("what was taken is told unless only its case differs", {
  table <- function(...) {
    stats::setNames(data.frame(rep("a", 3), c(0, 1, 2), c(0, 1, 0)), c(...))
  }
  expect_message(
    shape_curves(table("Leaf ID", "X", "pos y"), closed = FALSE), class = "shapecrp_message_columns"
  )
  expect_no_message(shape_curves(table("ID", "X", "Y"), closed = FALSE))
})

test_that("exact names come first, and three coordinates are taken", {
  both <- points_of(id = c(1, 1), ID = c(8, 9), x = 0:1, X = 5:6, y = c(0, 3), Y = 7:8)
  expect_identical(both$id, "1")
  expect_identical(both[[1]], cbind(c(0, 1), c(0, 3)))
  space <- points_of(ID = c(1, 1), X = 0:1, Y = 0:1, Z = c(0, 4))
  expect_identical(curve_dimension(space), 3L)
  ordered <- points_of(ID = c(1, 1, 1), Point = c(3, 1, 2), X = c(9, 1, 4), Y = c(0, 0, 1))
  expect_identical(ordered[[1]][, 1], c(1, 4, 9))
  known <- points_of(ID = c(1, 1), Class = c("u", "u"), X = 0:1, Y = 0:1)
  expect_identical(known$truth, factor("u"))
})

test_that("an id can be made up of columns", {
  table <- data.frame(plant = rep(1:2, each = 4), leaf = rep(c("a", "b"), 2, each = 2),
                      x = 1:8, y = c(1, 4, 2, 2, 3, 1, 1, 1))
  curves <- as_shape_curves(table, closed = FALSE, id = c("plant", "leaf"))
  expect_identical(curves$id, c("1-a", "1-b", "2-a", "2-b"))
  expect_identical(curves[["2-a"]], cbind(c(5, 6), c(3, 1)))
})

test_that("blank rows are skipped and told, with the rows of the file kept in mind", {
  table <- data.frame(id = c("a", NA, "a", "", "a"), x = c(0, NA, 1, NA, 2), y = c(0, NA, 1, NA, 5))
  expect_message(curves <- shape_curves(table, closed = FALSE), "Skipped 2 blank rows")
  expect_identical(nrow(curves[[1]]), 3L)
  table$y[5] <- NA
  expect_match(input_error(suppressMessages(shape_curves(table, closed = FALSE))), "row 5 has NA")
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(c("id,x,y", "a,0,0", ",,", "", "a,1,", "a,2,2", "a,,3", ",,", "", ""), file)
  words <- input_error(suppressMessages(as_shape_curves(file, closed = FALSE)))
  expect_match(words, "rows 4 and 6 have NA")
  writeLines(c("id,x,y", "a,0,0", ",,", "", "a,1,1", "a,2,5", ",,", "", ""), file)
  expect_message(as_shape_curves(file, closed = FALSE), "Skipped 3 blank rows")
})

test_that("what is wrong with columns and rows is said, all of it at once", {
  read <- function(...) {
    table <- data.frame(..., check.names = FALSE)
    input_error(suppressMessages(as_shape_curves(table, closed = FALSE)))
  }
  expect_snapshot_output(cat(
    read(plant_id = 1, leaf_id = 1, x = 1:2, y = 1:2),
    read(id = 1, pos_x = 1:2, x_px = 1:2, y = 1:2),
    read(id = 1:4, x = 1:4, y = 1:4),
    read(id = c("a", NA, "", "a"), x = 1:4, y = 1:4),
    read(id = "a", x = c(1, NA, 3:30), y = c(NA, 1, NA, rep(NA, 27))),
    read(id = "a", x = c("1", "n/a", "3", "-"), y = 1:4),
    read(id = "a", x = c("1", "2"), y = 1:2),
    read(id = "a", x = c(TRUE, FALSE), y = 1:2),
    read(id = NA, x = NA, y = NA),
    sep = "\n"
  ))
})
