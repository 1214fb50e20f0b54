write_tps <- function(..., env = parent.frame()) {
  path <- file.path(withr::local_tempdir(.local_envir = env), "flies.tps")
  writeLines(c(...), path)
  path
}

square_lines <- c("0 0", "4 0", "4 4", "0 4")

test_that("landmarks are one curve per specimen, open or closed as asked", {
  file <- write_tps(
    "LM=4", square_lines, "IMAGE=C:\\wings\\w1.jpg", "ID=0", "SCALE=0.5",
    "lm=4", "0 0", "6 0", "6 2", "0 2", "IMAGE=w2.jpg", "ID=1", "SCALE=2"
  )
  curves <- as_shape_curves(file, closed = TRUE)
  expect_identical(curves$id, c("w1", "w2"))
  expect_identical(curves[["w1"]], cbind(c(0, 2, 2, 0), c(0, 0, 2, 2)))
  expect_identical(max(curves[["w2"]]), 12)
  expect_false(as_shape_curves(file, closed = FALSE)$closed)
  expect_match(input_error(as_shape_curves(file)), "`closed` must be TRUE")
})

test_that("a scale that some specimens lack is not used", {
  file <- write_tps("LM=4", square_lines, "SCALE=2", "LM=4", square_lines)
  expect_identical(max(as_shape_curves(file, closed = TRUE)[[1]]), 4)
})

test_that("outlines are closed, curves open, and are taken before landmarks", {
  specimen <- function(id) {
    c("LM=1", "1 1", "CURVES=2", "POINTS=3", "0 0", "1 1", "2 0", "POINTS=2", "0 0", "3 1",
      "OUTLINES=1", "POINTS=4", square_lines, paste0("ID=", id))
  }
  file <- write_tps(specimen("a"), "LM=3", "0 0", "1 0", "0 1", "ID=b")
  expect_message(outlines <- as_shape_curves(file), "specimens without outlines (1)", fixed = TRUE)
  expect_true(outlines$closed)
  expect_identical(outlines$id, "a")
  curves <- suppressMessages(as_shape_curves(file, take = "curves"))
  expect_false(curves$closed)
  expect_identical(curves$id, c("a-1", "a-2"))
  expect_identical(curves[["a-1"]], cbind(c(0, 1, 2), c(0, 1, 0)))
  classes <- data.frame(specimen = c("a", "b"), sex = c("f", "m"))
  expect_identical(suppressMessages(as_shape_curves(file, truth = classes))$truth, factor("f"))
})

test_that("specimens without names of their own are numbered", {
  file <- write_tps("LM=4", square_lines, "IMAGE=w.jpg", "LM=4", square_lines, "IMAGE=w.jpg")
  expect_identical(as_shape_curves(file, closed = TRUE)$id, c("flies-1", "flies-2"))
  space <- write_tps("LM3=3", "0 0 0", "1 0 0", "1 1 2")
  expect_identical(curve_dimension(as_shape_curves(space, closed = FALSE)), 3L)
})

test_that("what is wrong with a tps file is said", {
  read <- function(..., closed = TRUE) {
    input_error(as_shape_curves(write_tps(...), closed = closed))
  }
  expect_snapshot_output(cat(
    read(""),
    read("id,x,y", "a,1,2"),
    read("LM=4", "0 0", "4 0"),
    read("LM=4", square_lines, "5 5"),
    read("LM=-1"),
    read("LM=1e300", "0 0"),
    read("LM=many", "0 0"),
    read("LM=3", "0 0", "1 one", "2 2"),
    read("LM=3", "0 0", "1 1 1", "2 2"),
    read("LM=0"),
    read("LM=0", "POINTS=1", "0 0"),
    input_error(as_shape_curves(write_tps("LM=4", square_lines), closed = TRUE, take = "all")),
    input_error(as_shape_curves(write_tps("LM=4", square_lines), take = "outlines")),
    sep = "\n"
  ))
})

test_that("files of tpsDig are read", {
  folder <- measured_files("tps")
  outlines <- as_shape_curves(file.path(folder, "outlines.tps"))
  expect_identical(vapply(outlines$points, nrow, 0L), c(200L, 200L))
  marks <- as_shape_curves(file.path(folder, "landmarks.tps"), closed = TRUE)
  expect_identical(marks$id, c("plop", "plop2"))
})
