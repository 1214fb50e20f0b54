corners <- function() list(x = c(0, 50, 40, 5), y = c(0, 3, 30, 25))

write_roi <- function(bytes, name = "a.roi", env = parent.frame()) {
  path <- file.path(withr::local_tempdir(.local_envir = env), name)
  writeBin(bytes, path)
  path
}

test_that("a polygon is read as it is seen, counter-clockwise", {
  curves <- as_shape_curves(write_roi(polygon_roi(corners()$x, corners()$y), "leaf.roi"))
  expect_identical(curves$id, "leaf")
  expect_true(curves$closed)
  expected <- cbind(10 + corners()$x, -20 - corners()$y)
  expect_identical(curves$points[[1]], expected[c(1, 4:2), ])
})

test_that("sub-pixel coordinates are used where there are any", {
  after <- c(big(c(0, 1, 1, 0, 0, 1), 2), floats(c(0.5, 4.25, 4, 1, 1, 3)))
  bytes <- roi_bytes(7, c(0, 0, 4, 5), 3, after, options = 128)
  expected <- cbind(c(0.5, 4.25, 4), -c(1, 1, 3))
  expect_setequal(c(as_shape_curves(write_roi(bytes))[[1]]), c(expected))
  old <- roi_bytes(7, c(0, 0, 4, 5), 3, after, options = 128, version = 221)
  expect_setequal(c(as_shape_curves(write_roi(old))[[1]]), c(0, 1, -0, -1))
})

test_that("lines are open, rectangles and ovals closed", {
  line <- as_shape_curves(write_roi(roi_bytes(3, c(1, 1, 2, 2), line = c(1.5, 2, 7, 9))))
  expect_false(line$closed)
  expect_identical(line[[1]], cbind(c(1.5, 7), c(-2, -9)))
  track <- as_shape_curves(write_roi(polygon_roi(1:5, c(0, 2, 1, 3, 0), type = 5)))
  expect_false(track$closed)
  expect_identical(track[[1]][, 1], 10 + as.double(1:5))
  box <- as_shape_curves(write_roi(roi_bytes(1, c(10, 20, 40, 80))))
  expect_equal(signed_area(box[[1]]), 30 * 60)
  oval <- as_shape_curves(write_roi(roi_bytes(2, c(10, 20, 40, 80))))
  expect_equal(range(oval[[1]][, 1]), c(20, 80))
  expect_equal(range(oval[[1]][, 2]), c(-40, -10))
  expect_equal(signed_area(oval[[1]]), pi * 15 * 30, tolerance = 0.01)
  fine <- roi_bytes(1, c(0, 0, 1, 1), line = c(0.5, 0.25, 2, 4), options = 128)
  expect_equal(signed_area(as_shape_curves(write_roi(fine))[[1]]), 8)
})

test_that("of a composite the largest piece is taken, and bends are followed", {
  small <- c(0, 0, 0, 1, 1, 0, 1, 1, 1, 4)
  large <- c(0, 10, 10, 1, 30, 10, 1, 30, 40, 1, 10, 40, 4)
  bytes <- roi_bytes(1, c(0, 0, 40, 30), after = floats(c(small, large)),
                     composite = length(c(small, large)))
  expect_message(
    curves <- as_shape_curves(write_roi(bytes)), "other pieces or holes of selections (1)",
    fixed = TRUE
  )
  expect_equal(signed_area(curves[[1]]), 600)
  # A quarter of a circle by a cubic.
  k <- 4 / 3 * (sqrt(2) - 1)
  quarter <- c(0, 0, 0, 1, 100, 0, 3, 100, 100 * k, 100 * k, 100, 0, 100, 4)
  bytes <- roi_bytes(1, c(0, 0, 9, 9), after = floats(quarter), composite = length(quarter))
  expect_equal(signed_area(as_shape_curves(write_roi(bytes))[[1]]), pi / 4 * 1e4, tolerance = 0.01)
})

test_that("a zip of selections gives one curve each, named as there", {
  rois <- list(
    "0012-0034.roi" = polygon_roi(corners()$x, corners()$y),
    "deep/leaf.roi" = polygon_roi(c(0, 9, 9), c(0, 0, 9)),
    "track.roi" = polygon_roi(1:5, c(0, 2, 1, 3, 0), type = 4),
    "spots.roi" = polygon_roi(1:5, c(0, 2, 1, 3, 0), type = 10),
    "__MACOSX/._leaf.roi" = charToRaw("nothing of ours")
  )
  zip <- write_zip(rois, withr::local_tempfile(fileext = ".zip"))
  expect_match(input_error(as_shape_curves(zip)), "2 are\\s+closed and 1 open")
  expect_message(
    outlines <- as_shape_curves(zip, closed = TRUE), "point selections (1) and open ones (1)",
    fixed = TRUE
  )
  expect_identical(outlines$id, c("0012-0034", "leaf"))
  expect_identical(suppressMessages(as_shape_curves(zip, closed = FALSE))$id, "track")
  classes <- c(leaf = "oak", "0012-0034" = "elm")
  known <- suppressMessages(as_shape_curves(zip, closed = TRUE, truth = classes))
  expect_identical(known$truth, factor(c("elm", "oak")))
})

test_that("files that share an id put their name before it, once", {
  folder <- withr::local_tempdir()
  bytes <- polygon_roi(corners()$x, corners()$y)
  write_zip(list(leaf.roi = bytes, stem.roi = bytes), file.path(folder, "cells.zip"))
  writeBin(bytes, file.path(folder, "leaf.roi"))
  expect_identical(as_shape_curves(folder)$id, c("cells-leaf", "cells-stem", "leaf"))
})

test_that("what is wrong with a selection is said", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  good <- polygon_roi(corners()$x, corners()$y)
  write <- function(name, bytes) writeBin(bytes, name)
  write("empty.roi", raw())
  write("other.roi", charToRaw(strrep("GIF89a", 20)))
  write("header.roi", good[1:40])
  write("cut.roi", good[1:70])
  write("huge.roi", roi_bytes(0, c(0, 0, 9, 9), 65535))
  write("type.roi", roi_bytes(99, c(0, 0, 9, 9)))
  write("flat.roi", roi_bytes(1, c(9, 9, 9, 20)))
  write("upside.roi", roi_bytes(2, c(40, 0, 10, 20)))
  write("pieces.roi", roi_bytes(1, c(0, 0, 9, 9), composite = 2^31 - 1))
  write("broken.roi", roi_bytes(1, c(0, 0, 9, 9), after = floats(c(0, 1, 7, 7)), composite = 4))
  write("number.roi", roi_bytes(7, c(0, 0, 9, 9), 1, c(big(c(0, 0), 2), floats(c(NaN, 1))),
                                options = 128))
  write("points.roi", polygon_roi(1:3, c(1, 2, 1), type = 10))
  read <- function(...) input_error(as_shape_curves(...))
  expect_snapshot_output(cat(
    read("empty.roi"), read("other.roi"), read("header.roi"), read("cut.roi"), read("huge.roi"),
    read("type.roi"), read("flat.roi"), read("upside.roi"), read("pieces.roi"),
    read("broken.roi"), read("number.roi"), read("points.roi"),
    read("cut.roi", labels = TRUE), read("cut.roi", closed = NA),
    sep = "\n"
  ))
})

test_that("selections saved by ImageJ are read", {
  folder <- measured_files("roi")
  expect_no_warning(outlines <- suppressMessages(as_shape_curves(folder, closed = TRUE)))
  expect_length(outlines, 7)
  expect_equal(nrow(as_shape_curves(file.path(folder, "polygon.roi"))[[1]]), 12)
  expect_true(all(vapply(outlines$points, signed_area, 0) > 0))
})
