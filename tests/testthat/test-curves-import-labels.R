reads_labels <- function(x) {
  storage.mode(x) <- "integer"
  !is.null(trace_label_image(x, diagonal = TRUE))
}

# n discs in a square, numbered, apart or one over the other.
numbered_discs <- function(n, size = 120, radius = c(4, 10), seed = 1) {
  set.seed(seed)
  x <- matrix(0L, size, size)
  for (k in seq_len(n)) {
    at <- runif(2, radius[2], size - radius[2])
    inside <- outer((seq_len(size) - at[1])^2, (seq_len(size) - at[2])^2, "+") <
      runif(1, radius[1], radius[2])^2
    x[inside & x == 0L] <- k
  }
  x
}

# Cells without gaps in a disc, as of a tissue; numbered from top to bottom.
numbered_cells <- function(n, size = 120) {
  set.seed(2)
  centre <- cbind(sort(runif(n, 0, size)), runif(n, 0, size))
  distance <- vapply(seq_len(n), function(k) {
    outer((seq_len(size) - centre[k, 1])^2, (seq_len(size) - centre[k, 2])^2, "+")
  }, matrix(0, size, size))
  x <- apply(distance, 1:2, which.min)
  middle <- (seq_len(size) - size / 2)^2
  x[outer(middle, middle, "+") > (0.45 * size)^2] <- 0L
  x
}

# Shares of pixels that a disc covers, on a grid of 8 x 8 a pixel.
covered <- function(radius, size = 80, centre = c(40.3, 38.7)) {
  fine <- outer(
    ((seq_len(8 * size) - 0.5) / 8 - centre[1])^2, ((seq_len(8 * size) - 0.5) / 8 - centre[2])^2,
    "+"
  ) < radius^2
  pixel <- rep(seq_len(size), each = 8)
  t(rowsum(t(rowsum(fine + 0, pixel)), pixel)) / 64
}

blurred <- function(x, sd) {
  kernel <- exp(-(-30:30)^2 / (2 * sd^2))
  kernel <- kernel / sum(kernel)
  along <- function(m) {
    apply(m, 2, function(v) {
      framed <- c(rep(v[1], 30), v, rep(v[length(v)], 30))
      stats::filter(framed, kernel)[30 + seq_along(v)]
    })
  }
  t(along(t(along(x))))
}

test_that("each label of a matrix is a curve, without an argument", {
  expect_snapshot(curves <- as_shape_curves(four_labels(), id = "plate"))
  expect_identical(curves$id, c("plate-1", "plate-2", "plate-3", "plate-7"))
  expect_identical(
    suppressMessages(as_shape_curves(four_labels() + 0, id = "plate")), curves
  )
  expect_identical(as_shape_curves(four_labels(), id = "plate", labels = TRUE), curves)
  counts <- expect_message(
    as_shape_curves(four_labels()), class = "shapecrp_message_masks"
  )$counts
  expect_equal(counts$labels, 4)
  expect_identical(counts$threshold, NA_real_)
})

test_that("touching labels stay apart, and share their border", {
  curves <- suppressMessages(as_shape_curves(four_labels(), smooth = 0))
  expect_equal(range(curves$points[[1]][, 1]), c(4, 20))
  expect_equal(range(curves$points[[2]][, 1]), c(20, 33))
  expect_length(as_shape_curves(four_labels() > 0), 3)
})

test_that("pictures of regions are label images", {
  for (n in c(2, 3, 5, 12, 40)) expect_true(reads_labels(numbered_discs(n)))
  for (n in c(8, 60)) expect_true(reads_labels(numbered_cells(n)))
  set.seed(4)
  numbers <- c(0L, sample(65535, 12))
  expect_true(reads_labels(matrix(numbers[numbered_discs(12) + 1L], 120)))
  specks <- numbered_discs(12)
  specks[cbind(seq(2, 118, by = 4), 1)] <- 13:42
  expect_true(reads_labels(specks))
  big <- numbered_discs(5)
  big[big == 3L] <- 2^30
  expect_true(reads_labels(big))
})

test_that("masks with soft edges are no label images", {
  for (radius in c(4, 12, 30)) expect_false(reads_labels(round(255 * covered(radius))))
  # Each value in blocks, in many pieces: a soft edge made larger.
  expect_false(reads_labels(kronecker(round(255 * covered(30)), matrix(1, 2, 2))))
  half <- matrix(0, 40, 40)
  half[10:30, 10:30] <- 255
  half[10, 10:30] <- half[10:30, 10] <- 128
  expect_false(reads_labels(half))
  mask <- (numbered_discs(12) > 0) + 0
  for (sd in c(0.5, 1, 2, 4, 8)) {
    for (white in c(2, 3, 15, 255)) expect_false(reads_labels(round(white * blurred(mask, sd))))
  }
})

test_that("photographs, ramps and noise are no label images", {
  set.seed(5)
  scene <- blurred(matrix(rnorm(120^2), 120), 3)
  scene <- (scene - min(scene)) / diff(range(scene))
  for (white in c(2, 4, 8, 16, 64, 255)) expect_false(reads_labels(round(white * scene)))
  expect_false(reads_labels(round(255 * scene + runif(120^2, 0, 20))))
  expect_false(reads_labels(outer(1:60, 0:99, function(i, j) j)))
  expect_false(reads_labels(outer(1:60, 0:99, function(i, j) j %/% 10)))
  cone <- outer(1:99, 1:99, function(i, j) pmax(0, 9 - sqrt((i - 50)^2 + (j - 50)^2) %/% 5))
  expect_false(reads_labels(cone))
  for (rate in c(0.02, 0.3, 3)) expect_false(reads_labels(matrix(rpois(120^2, rate), 120)))
})

test_that("classes in many pieces, two values and pictures without 0 are no label images", {
  kinds <- matrix(c(0L, 1L, 2L, 1L, 2L, 1L)[pmin(numbered_discs(30) %% 6, 5) + 1L], 120)
  expect_false(reads_labels(kinds))
  expect_false(reads_labels(numbered_discs(5) > 0))
  expect_false(reads_labels(numbered_discs(5) + 1L))
})

test_that("grey pictures are masks, and the message gives the threshold", {
  grey <- covered(20)
  expect_snapshot(curves <- as_shape_curves(grey))
  expect_silent(same <- as_shape_curves(grey, threshold = 0.5))
  expect_identical(same, curves)
  counts <- expect_message(as_shape_curves(grey), class = "shapecrp_message_masks")$counts
  expect_identical(counts$threshold, 0.5)
  expect_equal(counts$labels, 0)
  expect_match(input_error(as_shape_curves(round(255 * grey))), "be a mask of two values")
})

test_that("labels, threshold and invert decide over the picture", {
  x <- four_labels()
  expect_snapshot(mask <- as_shape_curves(x, labels = FALSE))
  expect_length(mask, 1)
  expect_length(as_shape_curves(x, threshold = 0.5), 3)
  expect_length(as_shape_curves(x, threshold = 2.5), 2)
  expect_length(suppressMessages(as_shape_curves(7 - x, invert = TRUE, threshold = 6.5)), 3)
  grey <- round(255 * covered(20))
  values <- length(unique(c(grey))) - 1
  all <- suppressMessages(as_shape_curves(grey, labels = TRUE, min_area = 0))
  expect_length(all, values)
  expect_identical(suppressMessages(as_shape_curves(x > 0, labels = TRUE))$id, "1")
})
