file_error <- function(code) {
  conditionMessage(expect_error(code, class = "shapecrp_error_file"))
}

test_that("a file is replaced whole, and nothing is left beside it", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.txt")
  bytes <- list(charToRaw("first "), charToRaw("second"))
  expect_identical(write_atomically(file, function(part) write_bytes(bytes, part)), file)
  expect_identical(readLines(file, warn = FALSE), "first second")
  write_atomically(file, function(part) write_bytes(bytes[2], part, compress = TRUE))
  expect_identical(readBin(file, "raw", 2), as.raw(c(0x1f, 0x8b)))
  expect_identical(readLines(file, warn = FALSE), "second")
  expect_identical(list.files(folder), "a.txt")
})

test_that("a failure leaves the old file, and no part of the new one", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.txt")
  writeLines("old", file)
  half <- function(part) {
    writeLines("half of it", part)
    log("a")
  }
  expect_match(file_error(write_atomically(file, half)), "non-numeric argument")
  expect_identical(readLines(file), "old")
  warned <- function(part) {
    writeLines("half of it", part)
    warning("no space left")
    log("a")
  }
  expect_silent(message <- file_error(write_atomically(file, warned)))
  expect_match(message, "no space left")
  condition <- expect_error(
    write_atomically(file, function(part) NULL), class = "shapecrp_error_file"
  )
  expect_identical(condition$file, file)
  expect_identical(list.files(folder), "a.txt")
})

test_that("bytes that do not arrive are noticed", {
  skip_if_not(file.exists("/dev/full"))
  few <- list(charToRaw("few bytes wait in a buffer until the file is closed"))
  many <- list(as.raw(rep(1:250, 4000)))
  for (bytes in list(few, many)) {
    expect_match(suppressWarnings(file_error(write_bytes(bytes, "/dev/full"))), "Not all bytes")
  }
})

test_that("lines become bytes, whatever the size of a chunk", {
  lines <- sprintf("line %d", 1:10)
  text <- charToRaw(paste0(lines, "\n", collapse = ""))
  for (size in c(1, 3, 5, 100)) expect_identical(unlist(bytes_of_lines(lines, size)), text)
})

test_that("curves that cannot be written are an error of files", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.csv")
  dir.create(file)
  expect_match(file_error(write_curves(two_curves(), file)), "could not be written")
  expect_identical(list.files(folder), "a.csv")
  local_mocked_bindings(write_bytes = function(chunks, path, compress) {
    writeBin(chunks[[1]][1:10], path)
    abort_shapecrp("Not all bytes were written.", class = "file")
  })
  full <- file.path(folder, "full.csv")
  writeLines("old", full)
  expect_match(file_error(write_curves(two_curves(), full)), "Not all bytes")
  expect_identical(readLines(full), "old")
  expect_identical(list.files(folder), c("a.csv", "full.csv"))
})

test_that("a folder that is read-only is an error of files", {
  folder <- withr::local_tempdir()
  Sys.chmod(folder, "555")
  withr::defer(Sys.chmod(folder, "755"))
  skip_if(file.access(folder, 2) == 0, "permissions do not bind this user")
  expect_match(file_error(write_curves(two_curves(), file.path(folder, "a.csv"))), "Permission")
  expect_identical(list.files(folder), character())
})
