test_that("only files of the extension are unpacked, into a folder of their own", {
  zip <- write_zip(
    list(a.roi = as.raw(1:9), "../../up.roi" = as.raw(1), b.txt = as.raw(1:5)),
    withr::local_tempfile(fileext = ".zip")
  )
  held <- unzip_files(zip, "roi", "ROI zip", environment())
  withr::defer(unlink(held$folder, recursive = TRUE))
  expect_identical(sort(basename(held$path)), c("a.roi", "up.roi"))
  expect_identical(normalizePath(dirname(held$path)), rep(normalizePath(held$folder), 2))
  expect_identical(list.files(held$folder, recursive = TRUE), c("a.roi", "up.roi"))
  expect_identical(readBin(held$path[1], "raw", 99), as.raw(1:9))
})

test_that("what cannot or should not be unpacked is an error that says why", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  good <- write_zip(list(a.roi = as.raw(1:99)), "good.zip")
  bytes <- readBin(good, "raw", 1e4)
  writeBin(bytes[1:60], "cut.zip")
  writeBin(charToRaw("no zip"), "text.zip")
  writeBin(charToRaw("PK"), "start.zip")
  write_zip(list(a.csv = as.raw(1), b.csv = as.raw(1)), "other.zip")
  write_zip(list("1/a.roi" = as.raw(1), "2/a.roi" = as.raw(2)), "twice.zip")
  write_zip(list("a\\b.roi" = as.raw(1)), "name.zip")
  write_zip(list(a.roi = as.raw(1)), "bomb.zip", sizes = 2^31 - 1)
  before <- list.files(tempdir(), "^unzip")
  read <- function(name) input_error(unzip_files(name, "roi", "ROI zip", environment()))
  expect_snapshot_output(cat(
    read("cut.zip"), read("text.zip"), read("start.zip"), read("other.zip"),
    read("twice.zip"), read("name.zip"), read("bomb.zip"),
    sep = "\n"
  ))
  local_mocked_bindings(zip_limits = list(files = 1, bytes = 50))
  expect_match(read("good.zip"), "would take 99 bytes")
  expect_identical(list.files(tempdir(), "^unzip"), before)
})
