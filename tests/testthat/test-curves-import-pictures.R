folder_of <- function(env = parent.frame()) withr::local_tempdir(.local_envir = env)

hard_disc <- function() outer(1:40, 1:40, function(i, j) (i - 20.3)^2 + (j - 19.6)^2 < 144)

# Grey from 0 to 1, in a rim one pixel wide.
soft_disc <- function() {
  outer(1:40, 1:40, function(i, j) {
    pmin(1, pmax(0, 12.5 - sqrt((i - 20.3)^2 + (j - 19.6)^2)))
  })
}

# Without the file that curves were read from.
read_quietly <- function(...) {
  curves <- suppressMessages(as_shape_curves(...))
  attr(curves, "source") <- NULL
  curves
}

test_that("label images are read from PNG files of every depth", {
  skip_if_not_installed("png")
  folder <- folder_of()
  matrix_curves <- read_quietly(four_labels(), id = "a")
  for (bits in c(4, 8, 16)) {
    file <- write_png_numbers(four_labels(), file.path(folder, "a.png"), bits)
    expect_identical(read_quietly(file), matrix_curves)
    expect_identical(read_quietly(file, labels = TRUE), matrix_curves)
  }
  many <- four_labels()
  many[many == 7] <- 300L
  file <- write_png_numbers(many, file.path(folder, "a.png"), 16)
  expect_identical(read_quietly(file)$id, c("a-1", "a-2", "a-3", "a-300"))
  expect_snapshot(curves <- as_shape_curves(file))
})

test_that("coloured label images are read: RGB, grey as RGB, a palette", {
  skip_if_not_installed("png")
  folder <- folder_of()
  labels <- four_labels()
  channel <- function(values) matrix(values[labels + 1L], nrow(labels)) / 255
  red <- c(0, 200, 10, 90, 0, 0, 0, 30)
  green <- c(0, 10, 220, 90, 0, 0, 0, 150)
  blue <- c(0, 60, 60, 240, 0, 0, 0, 150)
  file <- file.path(folder, "a.png")
  png::writePNG(array(c(channel(red), channel(green), channel(blue)), c(40, 60, 3)), file)
  expect_identical(read_quietly(file)$id, paste0("a-", 1:4))
  expect_identical(read_quietly(file), read_quietly(file, labels = TRUE))
  expect_setequal(
    vapply(read_quietly(file)$points, nrow, 0L), vapply(read_quietly(labels)$points, nrow, 0L)
  )
  png::writePNG(array(labels / 255, c(40, 60, 3)), file)
  expect_identical(read_quietly(file), read_quietly(labels, id = "a"))
  write_png_numbers(labels, file, 4, palette = rbind(red, green, blue))
  expect_identical(read_quietly(file)$id, paste0("a-", 1:4))
})

test_that("masks from files are masks: two values, grey, colour, cut out", {
  skip_if_not_installed("png")
  folder <- folder_of()
  file <- file.path(folder, "a.png")
  disc <- hard_disc()
  one <- as_shape_curves(disc, id = "a")
  for (bits in c(1, 8, 16)) {
    write_png_numbers(disc * (2^bits - 1), file, bits)
    expect_silent(curves <- as_shape_curves(file))
    expect_equal(curves, one, ignore_attr = "source")
  }
  write_png_numbers(disc + 0, file, 8)
  expect_silent(curves <- as_shape_curves(file))
  expect_equal(curves, one, ignore_attr = "source")
  soft <- round(200 * soft_disc())
  png::writePNG(soft / 255, file)
  expect_snapshot(curves <- as_shape_curves(file))
  expect_equal(curves, read_quietly(soft / 255, id = "a"), ignore_attr = "source")
  # Flat colours, but the opacity is the mask.
  labels <- four_labels()
  png::writePNG(array(c(labels / 255, labels / 255, labels / 9, labels > 0), c(40, 60, 4)), file)
  expect_length(as_shape_curves(file), 3)
})

test_that("label images are read from TIFF files: whole, real, with a palette", {
  skip_if_not_installed("tiff")
  folder <- folder_of()
  file <- file.path(folder, "a.tif")
  matrix_curves <- read_quietly(four_labels(), id = "a")
  for (bits in c(8, 16, 32)) {
    write_tiff_numbers(four_labels(), file, bits)
    expect_identical(read_quietly(file), matrix_curves)
    expect_identical(read_quietly(file, labels = TRUE), matrix_curves)
  }
  write_tiff_numbers(four_labels(), file, 32, format = 3)
  expect_identical(read_quietly(file), matrix_curves)
  expect_identical(read_quietly(file, labels = TRUE), matrix_curves)
  palette <- matrix((seq_len(768) * 7919) %% 65536, 3)
  write_tiff_numbers(four_labels(), file, 8, palette = palette)
  expect_identical(read_quietly(file), matrix_curves)
})

test_that("masks from TIFF files are masks: 1 bit, grey, a palette", {
  skip_if_not_installed("tiff")
  folder <- folder_of()
  file <- file.path(folder, "a.tif")
  disc <- hard_disc()
  one <- as_shape_curves(disc, id = "a")
  write_tiff_numbers(disc + 0, file, 1)
  expect_equal(as_shape_curves(file), one, ignore_attr = "source")
  write_tiff_numbers(disc * 65535, file, 16)
  expect_equal(as_shape_curves(file), one, ignore_attr = "source")
  palette <- matrix(0, 3, 256)
  palette[, 1] <- 65535
  write_tiff_numbers(disc + 0, file, 8, palette = palette)
  expect_equal(as_shape_curves(file, invert = TRUE), one, ignore_attr = "source")
  soft <- round(60000 * soft_disc())
  write_tiff_numbers(soft, file, 16)
  expect_equal(read_quietly(file), read_quietly(soft / 65535, id = "a"))
})

test_that("several pictures are told apart one by one", {
  skip_if_not_installed("png")
  folder <- folder_of()
  write_png_numbers(four_labels(), file.path(folder, "cells.png"), 8)
  write_png_numbers((four_labels() > 0) * 255, file.path(folder, "mask.png"), 8)
  expect_snapshot(curves <- as_shape_curves(folder))
  expect_identical(curves$id, c(paste0("cells-", c(1:3, 7)), paste0("mask-", 1:3)))
})

test_that("the size is read before the picture", {
  skip_if_not_installed("png")
  folder <- folder_of()
  withr::local_dir(folder)
  write_png_numbers(four_labels(), "a.png", 8)
  # A header alone: what comes after it is not looked at.
  bytes <- readBin("a.png", "raw", 1e5)
  bytes[17:24] <- big_endian(c(8000, 8000), 4)
  writeBin(bytes, "huge.png")
  expect_snapshot_output(cat(
    input_error(as_shape_curves("huge.png")),
    input_error(as_shape_curves("a.png", max_pixels = 2399)),
    input_error(as_shape_curves("a.png", max_pixels = "many")),
    input_error(as_shape_curves("a.png", max_pixels = 1e12)),
    input_error(as_shape_curves(four_labels(), max_pixels = 10)),
    sep = "\n"
  ))
  expect_length(read_quietly("a.png", max_pixels = 2400), 4)
})

test_that("TIFF headers of both byte orders and widths are read", {
  numbers <- function(x, size, endian) {
    bytes <- big_endian(x, size)
    if (endian == "little") c(apply(matrix(bytes, size), 2, rev)) else bytes
  }
  for (endian in c("little", "big")) {
    for (wide in c(4, 8)) {
      number <- function(x, size) numbers(x, size, endian)
      entry <- function(tag, value) {
        c(number(c(tag, 3), 2), number(1, wide), number(value, 2), raw(wide - 2))
      }
      # Bits of three channels lie elsewhere, after the directory.
      far <- 8 + if (wide == 8) 8 + 8 + 3 * 20 else 2 + 3 * 12
      bits <- c(number(c(258, 3), 2), number(c(3 * wide, far), wide))
      file <- withr::local_tempfile(fileext = ".tif")
      writeBin(c(
        charToRaw(if (endian == "little") "II" else "MM"),
        if (wide == 8) number(c(43, 8, 0), 2) else number(42, 2),
        number(if (wide == 8) 16 else 8, wide), number(3, if (wide == 8) 8 else 2),
        entry(256, 70), entry(257, 50), bits, number(c(16, 16, 16), 2)
      ), file)
      header <- picture_header(file, "TIFF", NULL)
      expect_equal(unlist(header), c(width = 70, height = 50, bits = 16, real = 0))
    }
  }
})

test_that("damaged pictures are input errors", {
  skip_if_not_installed("png")
  skip_if_not_installed("tiff")
  folder <- folder_of()
  withr::local_dir(folder)
  write_png_numbers(four_labels(), "a.png", 8)
  write_tiff_numbers(four_labels(), "a.tif", 16)
  for (name in c("a.png", "a.tif")) {
    whole <- readBin(name, "raw", 1e5)
    broken <- paste0("broken-", name)
    for (size in c(0, 1, 7, 9, 20, 30, length(whole) %/% 2, length(whole) - 14)) {
      writeBin(whole[seq_len(size)], broken)
      expect_match(input_error(as_shape_curves(broken)), "file that can be read")
    }
    writeBin(raw(500), broken)
    expect_match(input_error(as_shape_curves(broken)), "does not start like one")
  }
  bytes <- readBin("a.png", "raw", 1e5)
  middle <- length(bytes) %/% 2
  bytes[middle] <- xor(bytes[middle], as.raw(255))
  writeBin(bytes, "flip.png")
  expect_match(input_error(as_shape_curves("flip.png")), "reading failed with")
  bytes <- readBin("a.tif", "raw", 1e5)
  writeBin(c(bytes[1:4], as.raw(c(255, 255, 255, 127)), bytes[-(1:8)]), "far.tif")
  expect_match(input_error(as_shape_curves("far.tif")), "header is damaged")
  file.copy("a.png", "other.tif")
  expect_match(input_error(as_shape_curves("other.tif")), "does not start like one")
})

test_that("a JPEG file is a mask, light on dark or dark on light", {
  skip_if_not_installed("jpeg")
  disc <- outer(1:60, 1:80, function(i, j) (i - 30)^2 + (j - 40)^2 < 20^2)
  folder <- withr::local_tempdir()
  path <- function(name) file.path(folder, name)
  jpeg::writeJPEG(disc + 0, path("light.jpg"))
  jpeg::writeJPEG(array(1 - disc, c(60, 80, 3)), path("dark.JPEG"))
  expect_no_warning(light <- suppressMessages(as_shape_curves(path("light.jpg"))))
  dark <- suppressMessages(as_shape_curves(path("dark.JPEG"), invert = TRUE))
  expect_identical(names(light), "light")
  expect_equal(signed_area(light[[1]]), pi * 400, tolerance = 0.03)
  expect_equal(signed_area(dark[[1]]), pi * 400, tolerance = 0.03)
  # Values in blocks, as JPEG keeps them: a label image if it were PNG.
  blocks <- matrix(0, 64, 64)
  blocks[9:24, 9:24] <- 0.4
  blocks[33:56, 33:56] <- 0.8
  jpeg::writeJPEG(blocks, path("blocks.jpg"), quality = 1)
  expect_message(as_shape_curves(path("blocks.jpg")), "grey picture")
  expect_length(suppressMessages(as_shape_curves(path("blocks.jpg"), labels = TRUE)), 2)
})

test_that("the size of a JPEG file is read first, and damage is an error", {
  skip_if_not_installed("jpeg")
  file <- withr::local_tempfile(fileext = ".jpg")
  noise <- outer(1:50, 1:70, function(i, j) sin(i * j)^2)
  jpeg::writeJPEG(noise, file)
  bytes <- readBin(file, "raw", 1e5)
  write <- function(bytes) writeBin(bytes, file)
  read <- function(...) input_error(suppressMessages(as_shape_curves(file, ...)))
  header <- picture_header(file, "JPEG", environment())
  expect_identical(header[c("height", "width", "bits", "channels")],
                   list(height = 50, width = 70, bits = 8, channels = 1))
  expect_match(read(max_pixels = 3000), "3,500 \\(50 x 70\\)")
  for (length in c(2, 3, 10)) {
    write(bytes[seq_len(length)])
    expect_match(read(), "its header is damaged")
  }
  write(bytes[seq_len(0.6 * length(bytes))])
  expect_match(read(), "must be a JPEG file that can be read")
  write(rev(bytes))
  expect_match(read(), "it does not start like one")
})
