table_lines <- function() {
  set.seed(3)
  c("id,x,y", sprintf("%s,%.15g,%.15g", rep(letters, each = 40), runif(1040), runif(1040)))
}

write_gz <- function(lines, file) {
  connection <- gzfile(file, "wb")
  writeLines(lines, connection)
  close(connection)
  readBin(file, "raw", file.size(file))
}

test_that("a compressed file that is cut short or damaged is an input error", {
  file <- withr::local_tempfile(fileext = ".csv.gz")
  whole <- write_gz(table_lines(), file)
  expect_length(as_shape_curves(file, closed = FALSE), 26)
  n <- length(whole)
  for (size in c(3, 12, 100, n %/% 2, n - 9, n - 8, n - 4, n - 1)) {
    writeBin(whole[seq_len(size)], file)
    expect_match(input_error(as_shape_curves(file, closed = FALSE)), "damaged or truncated")
  }
  damaged <- whole
  damaged[n %/% 2] <- xor(damaged[n %/% 2], as.raw(7))
  writeBin(damaged, file)
  expect_match(input_error(as_shape_curves(file, closed = FALSE)), "damaged or truncated")
})

test_that("compressed files one after the other are one file", {
  file <- withr::local_tempfile(fileext = ".csv.gz")
  first <- write_gz(table_lines()[1:401], file)
  second <- write_gz(table_lines()[402:1041], file)
  writeBin(c(first, second), file)
  expect_length(as_shape_curves(file, closed = FALSE), 26)
  writeLines(table_lines(), file)
  expect_length(as_shape_curves(file, closed = FALSE), 26)
})

test_that("what is no text is an input error", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  text <- charToRaw("id,x,y\na,0,0\na,1,1\n")
  writeBin(c(text, raw(1), text), "nul.csv")
  writeBin(c(as.raw(c(0xff, 0xfe)), rbind(text, raw(1))), "wide.csv")
  writeBin(raw(), "empty.pdb")
  writeBin(raw(2000), "nul.pdb")
  writeBin(text, "table.pdb")
  expect_snapshot_output(cat(
    input_error(as_shape_curves("nul.csv", closed = FALSE)),
    input_error(as_shape_curves("wide.csv", closed = FALSE)),
    input_error(as_shape_curves("empty.pdb")),
    input_error(as_shape_curves("nul.pdb")),
    input_error(as_shape_curves("table.pdb")),
    sep = "\n"
  ))
})

test_that("a file that may not be read is an input error", {
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(table_lines(), file)
  Sys.chmod(file, "000")
  skip_if(file.access(file, 4) == 0, "permissions do not bind this user")
  expect_match(input_error(as_shape_curves(file, closed = FALSE)), "permissions")
})

test_that("line ends of all systems are read", {
  file <- withr::local_tempfile(fileext = ".csv")
  read <- function(end) {
    writeBin(charToRaw(paste(table_lines(), collapse = end)), file)
    as_shape_curves(file, closed = FALSE)
  }
  expect_identical(read("\r\n"), read("\n"))
  expect_identical(read("\r"), read("\n"))
})
