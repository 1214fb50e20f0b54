plain <- list(
  none = NULL, flags = c(a = TRUE, b = NA, c = FALSE), whole = c(1L, NA, -5L),
  numbers = c(0.1, NaN, NA, Inf, -0), text = c("a", "", NA, "\u03be\u4e2d"), empty = character(),
  no_flags = logical(), no_numbers = numeric(), list(), list(NULL, 1L, list(x = "y")),
  array = array(1:24, c(2, 3, 4), list(NULL, letters[1:3], NULL)), matrix = matrix(0.5, 0, 3)
)

test_that("plain values come back as they were", {
  file <- withr::local_tempfile()
  write_plain(plain, file, "test")
  expect_identical(read_plain(file, "test", "a test")$content, plain)
  expect_identical(list.files(dirname(file), paste0(basename(file), "[.]")), character())
  for (x in list(NULL, 1, "a", list())) {
    write_plain(x, file, "test")
    expect_identical(read_plain(file, "test", "a test")$content, x)
  }
})

test_that("vectors longer than a block come back as they were", {
  local_mocked_bindings(plain_block = 100)
  file <- withr::local_tempfile()
  x <- list(1:1000, seq(0, 1, length.out = 250), as.character(1:150), rep(c(TRUE, NA), 200))
  write_plain(x, file, "test")
  expect_identical(read_plain(file, "test", "a test")$content, x)
})

test_that("the bytes do not depend on the machine", {
  file <- withr::local_tempfile()
  write_plain(c(x = 1.5, y = -2), file, "test")
  bytes <- readBin(file, "raw", 1000)
  expect_identical(bytes[1:8], as.raw(c(0x89, 0x53, 0x43, 0x52, 0x50, 0x0d, 0x0a, 0x1a)))
  expect_identical(readBin(bytes[9:16], "double", endian = "little"), as.numeric(length(bytes)))
  expect_identical(bytes[17:20], as.raw(c(1, 0, 0, 0)))
  # 1.5 and -2, then the checksum.
  values <- as.raw(c(0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0))
  expect_identical(bytes[length(bytes) - 8 - 15:0], values)
  # XXH64 of "" and of "abc", as published.
  expect_identical(rev(r_checksum(raw(), raw(8))),
                   as.raw(c(0xef, 0x46, 0xdb, 0x37, 0x51, 0xd8, 0xe9, 0x99)))
  expect_identical(rev(r_checksum(charToRaw("abc"), raw(8))),
                   as.raw(c(0x44, 0xbc, 0x2c, 0xf5, 0xad, 0x77, 0x09, 0x99)))
})

test_that("nothing that could be code is written", {
  file <- withr::local_tempfile()
  for (x in list(quote(a), quote(f(x)), sum, function(x) x, globalenv(), expression(a), y ~ x,
                 1i, raw(2), factor("a"), structure(1, class = "b"), structure(1, note = "c"),
                 list(1, list(quote(a))))) {
    expect_error(write_plain(x, file, "test"), class = "shapecrp_error_internal")
    expect_false(file.exists(file))
  }
})

reason_of <- function(file, kind = "test") {
  expect_error(read_plain(file, kind, "a test"), class = "shapecrp_error_file")$reason
}

test_that("what is wrong with a file is told", {
  good <- withr::local_tempfile()
  bad <- withr::local_tempfile()
  write_plain(plain, good, "test")
  bytes <- readBin(good, "raw", 1e5)

  expect_identical(reason_of(good, "other"), "foreign")
  expect_identical(reason_of(withr::local_tempfile(lines = "some text")), "foreign")
  writeBin(raw(), bad)
  expect_identical(reason_of(bad), "foreign")
  expect_identical(reason_of(withr::local_tempdir()), "foreign")
  saveRDS(plain, bad, compress = FALSE)
  expect_identical(reason_of(bad), "older")
  saveRDS(plain, bad)
  expect_identical(reason_of(bad), "older")
  for (size in c(4, 12, 30, length(bytes) - 1)) {
    writeBin(bytes[seq_len(size)], bad)
    expect_identical(reason_of(bad), "truncated")
  }
  writeBin(c(bytes, as.raw(0)), bad)
  expect_identical(reason_of(bad), "damaged")
  change_bytes(good, bad, 17)
  expect_identical(reason_of(bad), "damaged")

  local_mocked_bindings(plain_format = 2L)
  write_plain(plain, bad, "test")
  local_mocked_bindings(plain_format = 1L)
  expect_identical(reason_of(bad), "newer")
  local_mocked_bindings(plain_format = 0L)
  write_plain(plain, bad, "test")
  local_mocked_bindings(plain_format = 1L)
  expect_identical(reason_of(bad), "older")
})

test_that("a file of a newer package is refused", {
  file <- withr::local_tempfile()
  encode <- encode_plain
  here <- as.character(utils::packageVersion("shapecrp"))
  local_mocked_bindings(encode_plain = function(x) encode(if (identical(x, here)) "99.0" else x))
  write_plain(1, file, "test")
  error <- expect_error(read_plain(file, "test", "a test"), "written by version 99.0 of shapecrp")
  expect_identical(error$reason, "newer")
  local_mocked_bindings(encode_plain = function(x) encode(if (identical(x, here)) "x.y" else x))
  write_plain(1, file, "test")
  expect_identical(reason_of(file), "damaged")
})

# A file whose frame is right and whose content is `bytes`.
with_content <- function(bytes, file) {
  pieces <- c(
    list(plain_bytes(plain_format)),
    encode_plain(as.character(utils::packageVersion("shapecrp"))), encode_plain("test"),
    list(bytes)
  )
  size <- 24 + sum(lengths(pieces))
  pieces <- c(list(plain_magic, plain_bytes(size)), pieces)
  write_pieces(c(pieces, list(checksum_of_pieces(pieces))), file)
}

test_that("content that was made up with a right checksum is refused, not followed", {
  file <- withr::local_tempfile()
  value <- function(tag, attributes, n, ...) {
    c(as.raw(c(tag, attributes)), plain_bytes(as.numeric(n)), ...)
  }
  one <- value(4, 0, 1, plain_bytes(1))
  with_content(one, file)
  expect_identical(read_plain(file, "test", "a test")$content, 1)
  deep <- Reduce(function(inner, level) value(6, 0, 1, inner), 1:30, one)
  for (bytes in list(
    value(0, 0, 0), value(7, 0, 0), value(255, 0, 0), value(4, 8, 0),
    value(4, 0, -1), value(4, 0, NaN), value(4, 0, Inf), value(4, 0, 0.5), value(4, 0, 1e15),
    value(4, 0, 2^62), value(2, 0, 1e9), value(6, 0, 1e9), value(5, 0, 1e9), value(4, 0, 2),
    value(5, 0, 1, plain_bytes(2147483647L)), value(5, 0, 1, plain_bytes(-7L)),
    value(5, 0, 1, plain_bytes(2L), as.raw(c(0x61, 0x00))),
    value(5, 0, 1, plain_bytes(1L), as.raw(0xff)),
    value(4, 2, 1, value(3, 0, 2, plain_bytes(c(3L, 3L))), plain_bytes(1)),
    value(4, 2, 1, value(3, 0, 2, plain_bytes(c(-1L, -1L))), plain_bytes(1)),
    c(one, one), raw(), deep
  )) {
    with_content(bytes, file)
    expect_identical(reason_of(file), "damaged")
  }
})

test_that("a place that cannot be written to is told, and nothing is left", {
  folder <- withr::local_tempdir()
  expect_error(write_plain(1, file.path(folder, "none", "x"), "test"),
               class = "shapecrp_error_file")
  local_mocked_bindings(write_pieces = function(pieces, file) file.create(file))
  expect_error(write_plain(1, file.path(folder, "x"), "test"), class = "shapecrp_error_file")
  expect_identical(list.files(folder), character())
})

test_that("the checksum is that of the bytes meant, not of those that reached the disk", {
  file <- withr::local_tempfile()
  plain <- write_pieces
  local_mocked_bindings(write_pieces = function(pieces, file) {
    pieces[[5]][1] <- xor(pieces[[5]][1], as.raw(1))
    plain(pieces, file)
  })
  expect_error(write_plain(c(1, 2), file, "test"), "Not all bytes", class = "shapecrp_error_file")
  expect_false(file.exists(file))
})

test_that("pieces have the checksum of the file that they make, wherever blocks end", {
  local_mocked_bindings(plain_block = 8)
  file <- withr::local_tempfile()
  for (sizes in list(3, 8, 16, c(5, 3), c(5, 20, 1, 0, 7), c(8, 8), rep(1, 30), c(40, 1))) {
    pieces <- lapply(sizes, function(n) as.raw(seq_len(n)))
    writeBin(c(unlist(pieces), raw(8)), file)
    expect_identical(checksum_of_pieces(pieces), checksums(file, sum(sizes) + 8)$found)
  }
})
