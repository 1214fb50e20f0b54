disc <- function(radius, size = 2 * radius + 9, centre = size / 2 + c(0.2, 0.4)) {
  outer(seq_len(size), seq_len(size), function(i, j) {
    (i - centre[1])^2 + (j - centre[2])^2 < radius^2
  })
}

circle <- function() {
  angle <- 2 * pi * seq_len(400) / 400
  shape_curves(list(circle = cbind(cos(angle), sin(angle))), closed = TRUE)
}

# Pixels in every object, by flooding from pixel to pixel, largest first.
flooded_sizes <- function(mask, diagonal) {
  steps <- as.matrix(expand.grid(-1:1, -1:1))
  reach <- if (diagonal) 2 else 1
  steps <- steps[rowSums(abs(steps)) %in% seq_len(reach), ]
  left <- mask
  sizes <- integer()
  while (any(left)) {
    front <- which(left, arr.ind = TRUE)[1, , drop = FALSE]
    size <- 0
    while (nrow(front) > 0) {
      left[front] <- FALSE
      size <- size + nrow(front)
      near <- lapply(seq_len(nrow(steps)), function(k) sweep(front, 2, steps[k, ], "+"))
      near <- unique(do.call(rbind, near))
      within <- near[, 1] %in% seq_len(nrow(mask)) & near[, 2] %in% seq_len(ncol(mask))
      near <- near[within, , drop = FALSE]
      front <- near[left[near], , drop = FALSE]
    }
    sizes <- c(sizes, size)
  }
  sort(sizes, decreasing = TRUE)
}

test_that("the outline of a rectangle passes half way between pixels, counter-clockwise", {
  mask <- matrix(0, 5, 6)
  mask[2:3, 3:5] <- 1
  curves <- as_shape_curves(mask, min_area = 0, smooth = 0)
  expect_identical(curves$id, "1")
  expect_true(curves$closed)
  expect_equal(
    curves$points[[1]],
    rbind(
      c(2.5, 4), c(2, 3.5), c(2, 2.5), c(2.5, 2), c(3.5, 2), c(4.5, 2), c(5, 2.5), c(5, 3.5),
      c(4.5, 4), c(3.5, 4)
    )
  )
  expect_gt(signed_area(curves$points[[1]]), 0)
})

test_that("in a grey picture the outline passes where the grey is the threshold", {
  grey <- outer(1:9, 1:12, function(i, j) pmax(0, 1 - abs(j - 6.3) / 4))
  grey[c(1:2, 8:9), ] <- 0
  points <- as_shape_curves(grey, threshold = 0.5, min_area = 0, smooth = 0)$points[[1]]
  middle <- points[points[, 2] > 3 & points[, 2] < 6, ]
  # Column j has its centre at j - 0.5; grey is 0.5 at j = 6.3 - 2 and 6.3 + 2.
  expect_setequal(round(middle[, 1], 10), c(3.8, 7.8))
  inverted <- as_shape_curves(1 - grey, threshold = 0.5, min_area = 0, smooth = 0, invert = TRUE)
  expect_equal(inverted$points[[1]], points)
})

test_that("a digitised disc is nearly a circle", {
  for (radius in c(10, 20, 60)) {
    curves <- as_shape_curves(disc(radius))
    expect_gt(elastic_cross(curves, circle(), n_threads = 1)[1], 0.99)
  }
  steps <- as_shape_curves(disc(20), smooth = 0)
  expect_lt(elastic_cross(steps, circle(), n_threads = 1)[1], 0.98)
})

test_that("objects are those that flooding finds, holes apart", {
  for (seed in 1:6) {
    set.seed(seed)
    mask <- matrix(runif(15 * 18) < 0.5, 15)
    for (diagonal in c(TRUE, FALSE)) {
      traced <- trace_loops(mask + 0L, diagonal = diagonal)
      objects <- which(traced$loops$area > 0)
      holes <- which(traced$loops$area < 0)
      sizes <- traced$loops$area[objects]
      parents <- match(parents_of_holes(traced, holes), objects)
      inside <- tapply(traced$loops$area[holes], factor(parents, seq_along(objects)), sum)
      sizes <- sizes + ifelse(is.na(inside), 0, inside)
      expect_identical(sort(unname(c(sizes)), decreasing = TRUE), flooded_sizes(mask, diagonal) + 0)
      expect_identical(sum(vapply(traced$points, nrow, 0L)), nrow(traced$edges))
    }
  }
})

test_that("pixels that meet at a corner are one object unless told otherwise", {
  mask <- matrix(0, 12, 12)
  mask[2:6, 2:6] <- 1
  mask[7:11, 7:11] <- 1
  expect_length(as_shape_curves(mask), 1)
  apart <- as_shape_curves(mask, diagonal = FALSE, id = "leaf")
  expect_identical(names(apart), c("leaf-1", "leaf-2"))
})

test_that("a picture is turned as its outline is", {
  set.seed(3)
  mask <- matrix(0, 30, 40)
  mask[6:24, 5:12] <- 1
  mask[18:24, 5:33] <- 1
  upright <- as_shape_curves(mask, smooth = 0)$points[[1]]
  turned <- as_shape_curves(t(mask)[, 30:1], smooth = 0)$points[[1]]
  back <- cbind(40 - turned[, 2], turned[, 1])
  key <- function(m) sort(paste(m[, 1], m[, 2]))
  expect_identical(key(back), key(upright))
})

test_that("specks, the border and holes are handled as asked, in one message", {
  mask <- matrix(0, 50, 60)
  mask[1:10, 5:15] <- 1
  mask[20:40, 10:30] <- 1
  mask[25:30, 15:20] <- 0
  mask[27:28, 17:18] <- 1
  mask[20:40, 40:55] <- 1
  mask[45, 45] <- 1
  expect_snapshot(curves <- as_shape_curves(mask, id = "cells"))
  expect_identical(curves$id, c("cells-1", "cells-2", "cells-3"))
  counts <- expect_message(as_shape_curves(mask), class = "shapecrp_message_masks")$counts
  expect_equal(c(counts$specks, counts$border, counts$holes), c(2, 1, 1))
  expect_snapshot(curves <- as_shape_curves(mask, border = "drop", holes = TRUE, id = "cells"))
  expect_identical(curves$id, c("cells-1", "cells-1-hole-1", "cells-2"))
  areas <- vapply(curves$points, signed_area, 0) / c(21 * 21, 6 * 6, 21 * 16)
  expect_true(all(areas > 0.93 & areas < 1))
  expect_length(suppressMessages(as_shape_curves(mask, min_area = 0)), 5)
  expect_snapshot(curves <- as_shape_curves(mask, objects = "largest", min_area = 5))
  expect_identical(curves$id, "1")
  expect_silent(as_shape_curves(disc(10)))
})

test_that("a hole goes to the object that it is in, of rings in rings", {
  far <- outer(1:60, 1:60, function(i, j) pmax(abs(i - 30), abs(j - 30)))
  rings <- far < 25 & far >= 20 | far < 12 & far >= 6
  curves <- as_shape_curves(rings, holes = TRUE, smooth = 0)
  expect_identical(curves$id, c("1", "1-hole-1", "2", "2-hole-1"))
  widths <- vapply(curves$points, function(m) diff(range(m[, 1])), 0)
  expect_identical(widths, c(49, 39, 23, 11))
})

test_that("dark objects on a light ground are asked about", {
  expect_snapshot(curves <- as_shape_curves(!disc(10)))
  expect_silent(curves <- as_shape_curves(!disc(10), invert = TRUE))
  expect_identical(curves$points, as_shape_curves(disc(10))$points)
})

test_that("labels are objects, touching or not", {
  labels <- matrix(0L, 20, 30)
  labels[3:12, 3:12] <- 7L
  labels[3:12, 13:20] <- 2L
  labels[15:16, 3:4] <- 2L
  expect_snapshot(curves <- as_shape_curves(labels, labels = TRUE, id = "plate", smooth = 0))
  expect_identical(curves$id, c("plate-2", "plate-7"))
  expect_equal(vapply(curves$points, function(m) diff(range(m[, 1])), 0), c(8, 10))
  expect_identical(suppressMessages(names(as_shape_curves(labels, labels = TRUE))), c("2", "7"))
})

test_that("scale of the values, rows and columns of 0 do not matter", {
  one <- as_shape_curves(disc(10))
  expect_identical(as_shape_curves(255 * disc(10)), one)
  expect_identical(as_shape_curves(disc(10) + 0L), one)
  wider <- as_shape_curves(cbind(matrix(FALSE, 29, 3), disc(10)))
  expect_equal(wider$points[[1]][, 1], one$points[[1]][, 1] + 3)
})

test_that("logical matrices in a list are masks", {
  curves <- as_shape_curves(list(a = disc(10), b = disc(12)), truth = c("u", "v"))
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$truth, factor(c("u", "v")))
  expect_snapshot(curves <- as_shape_curves(list(a = disc(10), none = disc(10) & FALSE)))
})

test_that("a small object keeps its size under smoothing", {
  mask <- matrix(0, 8, 8)
  mask[4:5, 4:5] <- 1
  points <- as_shape_curves(mask, min_area = 1, smooth = 50)$points[[1]]
  expect_gt(signed_area(points), 0.5)
})

test_that("PNG files are masks: grey, colour, transparent, labels", {
  skip_if_not_installed("png")
  folder <- withr::local_tempdir()
  write <- function(picture, name) png::writePNG(picture, file.path(folder, name))
  mask <- disc(10) + 0
  one <- as_shape_curves(mask)$points[[1]]
  write(mask, "grey.png")
  write(array(mask, c(29, 29, 3)), "colour.png")
  write(array(c(mask * 0, mask), c(29, 29, 2)), "cut.png")
  write(array(c(mask, mask, mask, mask * 0 + 1), c(29, 29, 4)), "opaque.png")
  curves <- as_shape_curves(folder)
  expect_identical(curves$id, c("colour", "cut", "grey", "opaque"))
  for (points in curves$points) expect_equal(points, one)
  expect_identical(as_shape_curves(file.path(folder, "grey.png"))$id, "grey")
  labels <- matrix(0, 20, 30)
  labels[3:12, 3:12] <- 7 / 255
  labels[3:12, 13:20] <- 200 / 255
  write(labels, "labels.png")
  labelled <- function(name) names(as_shape_curves(file.path(folder, name), labels = TRUE))
  expect_identical(labelled("labels.png"), c("labels-7", "labels-200"))
  write(array(c(labels, labels * 0, (labels > 0) + 0), c(20, 30, 3)), "colours.png")
  expect_identical(labelled("colours.png"), c("colours-1", "colours-2"))
})

test_that("TIFF files are masks", {
  skip_if_not_installed("tiff")
  folder <- withr::local_tempdir()
  mask <- disc(10) + 0
  tiff::writeTIFF(mask, file.path(folder, "a.tif"))
  tiff::writeTIFF(array(mask, c(29, 29, 3)), file.path(folder, "b.tiff"))
  curves <- as_shape_curves(folder)
  expect_identical(curves$id, c("a", "b"))
  for (points in curves$points) expect_equal(points, as_shape_curves(mask)$points[[1]])
  labels <- matrix(0, 20, 30)
  labels[3:12, 3:12] <- 7 / 65535
  labels[3:12, 13:20] <- 300 / 65535
  file <- file.path(folder, "labels.tif")
  tiff::writeTIFF(labels, file, bits.per.sample = 16L)
  expect_identical(names(as_shape_curves(file, labels = TRUE)), c("labels-7", "labels-300"))
})

test_that("sub-folders are classes when a folder is read with them", {
  skip_if_not_installed("png")
  folder <- withr::local_tempdir()
  for (class in c("leaf", "seed")) dir.create(file.path(folder, class))
  for (path in c("leaf/a.png", "leaf/b.png", "seed/a.png", "seed/c.png")) {
    png::writePNG(disc(8) + 0, file.path(folder, path))
  }
  curves <- as_shape_curves(folder, recursive = TRUE)
  expect_identical(curves$id, c("leaf/a", "leaf/b", "seed/a", "seed/c"))
  expect_identical(curves$truth, factor(c("leaf", "leaf", "seed", "seed")))
  some <- as_shape_curves(paste0(folder, "/"), recursive = TRUE, pattern = "^[bc]")
  expect_identical(some$id, c("b", "c"))
  expect_identical(some$truth, factor(c("leaf", "seed")))
})

test_that("what is wrong with a mask is said", {
  speck <- matrix(0, 6, 6)
  speck[3, 3] <- 1
  hole <- speck
  hole[4, 2] <- NA
  wide <- matrix(rep(c(0, 1, 0), c(2, 2, 2)), 6, 60)
  grades <- matrix(rep(0:9, each = 10), 10)
  expect_snapshot_output(cat(
    input_error(as_shape_curves(matrix(0, 6, 6))),
    input_error(as_shape_curves(matrix(1, 6, 6))),
    input_error(as_shape_curves(speck)),
    input_error(as_shape_curves(hole)),
    input_error(as_shape_curves(speck / 0)),
    input_error(as_shape_curves(wide, border = "drop")),
    input_error(as_shape_curves(square())),
    input_error(as_shape_curves(matrix(0, 0, 0))),
    input_error(as_shape_curves(matrix("a", 5, 5))),
    input_error(as_shape_curves(matrix(list(), 5, 5))),
    input_error(as_shape_curves(grades)),
    input_error(as_shape_curves(grades - 1, labels = TRUE)),
    input_error(as_shape_curves(grades / 2, labels = TRUE)),
    input_error(as_shape_curves(speck, threshold = "high")),
    input_error(as_shape_curves(speck, threshold = NA)),
    input_error(as_shape_curves(speck, invert = 1)),
    input_error(as_shape_curves(speck, labels = NA)),
    input_error(as_shape_curves(speck, objects = "some")),
    input_error(as_shape_curves(speck, holes = "no")),
    input_error(as_shape_curves(speck, border = "cut")),
    input_error(as_shape_curves(speck, min_area = -1)),
    input_error(as_shape_curves(speck, smooth = -1)),
    input_error(as_shape_curves(speck, diagonal = NULL)),
    input_error(as_shape_curves(speck, id = c("a", "b"))),
    input_error(as_shape_curves(speck, closed = TRUE)),
    input_error(as_shape_curves(list(a = disc(5), b = cbind(TRUE, FALSE)))),
    sep = "\n"
  ))
})

test_that("labels have no threshold and no dark objects", {
  picture <- matrix(0, 20, 20)
  picture[5:15, 5:15] <- 1
  said <- input_error(as_shape_curves(picture, labels = TRUE, threshold = 0.5))
  expect_match(said, "`threshold` must be NULL with `labels = TRUE`", fixed = TRUE)
  said <- input_error(as_shape_curves(picture, labels = TRUE, invert = TRUE))
  expect_match(said, "`invert` must be FALSE with `labels = TRUE`", fixed = TRUE)
})
