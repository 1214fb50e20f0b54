tracks <- function() {
  data.frame(
    cell = rep(c("b", "a"), each = 3), step = c(2, 1, 3, 1, 2, 3), X = c(1, 0, 2, 5, 6, 7),
    Y = c(1, 0, 4, 5, 5, 9), group = rep(c("u", "v"), each = 3)
  )
}

test_that("columns are named by arguments", {
  curves <- as_shape_curves(
    tracks(),
    closed = FALSE, id = "cell", point = "step", coordinates = c("X", "Y"), truth = "group"
  )
  expect_identical(curves$id, c("b", "a"))
  expect_identical(curves$points[[1]], cbind(c(0, 1, 2), c(0, 1, 4)))
  expect_identical(curves$truth, factor(c("u", "v")))
  three <- as_shape_curves(tracks(), closed = FALSE, id = "cell", coordinates = c("Y", "X", "step"))
  expect_identical(three$points[[2]], cbind(c(5, 5, 9), c(5, 6, 7), c(1, 2, 3)))
  four <- data.frame(tracks(), w = 1)
  four <- as_shape_curves(four, closed = FALSE, id = "cell", coordinates = c("X", "Y", "step", "w"))
  expect_identical(curve_dimension(four), 4L)
})

test_that("a table with the usual columns is read as shape_curves() reads it", {
  long <- as.data.frame(two_curves())
  expect_identical(as_shape_curves(long, closed = TRUE), shape_curves(long, closed = TRUE))
  other <- data.frame(name = long$id, id = 1, long[c("x", "y")], class = long$truth)
  curves <- as_shape_curves(other, closed = TRUE, id = "name")
  expect_identical(curves$id, c("square", "triangle"))
  expect_identical(curves$truth, two_curves()$truth)
})

test_that("a CSV file is read with ids as text", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.csv")
  writeLines(c("id,class,x,y", "007,1,0,0", "007,1,1,0", "NA,,0,0.5", "NA,,1e3,-2"), file)
  curves <- as_shape_curves(file, closed = FALSE)
  expect_identical(curves$id, c("007", "NA"))
  expect_identical(curves$truth, factor(c("1", NA)))
  expect_identical(curves$points[[2]], cbind(c(0, 1000), c(0.5, -2)))
  zipped <- gzfile(file.path(folder, "b.csv.gz"), "w")
  writeLines(readLines(file), zipped)
  close(zipped)
  expect_identical(as_shape_curves(file.path(folder, "b.csv.gz"), closed = FALSE), curves,
                   ignore_attr = "source")
})

test_that("text is read as UTF-8, with or without its mark, or else as Latin-1", {
  file <- withr::local_tempfile(fileext = ".csv")
  rows <- c("id,x,y", "\u00e9,0,0", "\u00e9,1,0")
  write <- function(...) {
    connection <- file(file, "wb")
    for (bytes in list(...)) writeBin(bytes, connection)
    close(connection)
    as_shape_curves(file, closed = FALSE)$id
  }
  text <- charToRaw(paste(rows, collapse = "\n"))
  latin <- charToRaw(iconv(paste(rows, collapse = "\n"), "UTF-8", "latin1"))
  expect_identical(write(text), "\u00e9")
  expect_identical(write(as.raw(c(0xef, 0xbb, 0xbf)), text), "\u00e9")
  expect_identical(write(latin), "\u00e9")
})

test_that("a CSV file without ids is one curve, named after the file", {
  folder <- withr::local_tempdir()
  for (name in c("c1.csv", "c2.csv")) {
    table <- data.frame(X = c(0, 1, 1), Y = c(0, 0, 1))
    utils::write.csv(table, file.path(folder, name))
  }
  curves <- as_shape_curves(folder, closed = TRUE, coordinates = c("X", "Y"))
  expect_identical(curves$id, c("c1", "c2"))
  expect_identical(curves$points[[1]], cbind(c(0, 1, 1), c(0, 0, 1)))
})

test_that("rows may be shorter than the header, not longer", {
  file <- withr::local_tempfile(fileext = ".csv")
  read <- function(...) {
    writeLines(c(...), file)
    as_shape_curves(file, closed = FALSE)
  }
  plain <- read("id,x,y", "a,0,0.5", "a,1,2")
  expect_identical(read("id,x,y,note", "a,0,0.5", "", "a,1,2,end"), plain)
  expect_identical(read("id,x,y", "a,0,0.5,", "a,1,2,"), plain)
  expect_identical(read("id,x,y", "1,a,0,0.5", "2,a,1,2"), plain)
  expect_identical(read("id,x,y", "\"a\",0,0.5", "\"a\",\"1\",2"), plain)
  expect_identical(read("id,x,y", "\"a", "b\",0,0.5", "\"a", "b\",1,2")$id, "a\nb")
  expect_match(input_error(read("id,x,y", "a,0,0.5", "a,1,2,3")), "row 2 has 4 fields")
  expect_match(input_error(read("id,x,y", "a,0,0.5", "\"a,1,2")), "EOF within quoted string")
})

test_that("what is read grows with the number of columns, not with its square", {
  skip_if_not(capabilities("profmem"))
  file <- withr::local_tempfile(fileext = ".csv")
  log <- withr::local_tempfile()
  # Bytes of vectors that are asked for while a table of n columns is read.
  bytes_of <- function(n) {
    values <- paste(c("a", seq_len(n)), collapse = ",")
    writeLines(c(paste(c("id", "x", "y", paste0("v", seq_len(n - 2))), collapse = ","),
                 values, sub("1", "2", values)), file)
    read <- function() suppressMessages(as_shape_curves(file, closed = FALSE))
    expect_length(read(), 1)
    utils::Rprofmem(log, threshold = 1000)
    read()
    utils::Rprofmem(NULL)
    sum(as.numeric(sub(" .*", "", grep("^[0-9]", readLines(log), value = TRUE))))
  }
  expect_lt(bytes_of(4000), 2.5 * bytes_of(2000))
})

test_that("what is wrong with a table is said", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  writeLines(c("id,x,y", "a,0,0", "a,one,1"), "word.csv")
  writeLines(c("id,u,v", "a,0,0", "a,1,1"), "columns.csv")
  writeLines(c("id,x,y", "a,0,0", "a,,1"), "gap.csv")
  writeLines(c("id,x,y,class", "a,0,0,u", "a,2,1,u"), "classes.csv")
  writeLines(c("id,x,y", "b,0,0", "b,2,1"), "plain.csv")
  writeLines("id,x,y", "header.csv")
  file.create("nothing.csv")
  read <- function(...) input_error(as_shape_curves(..., closed = FALSE))
  expect_snapshot_output(cat(
    read("word.csv"),
    read("columns.csv"),
    read("gap.csv"),
    read("header.csv"),
    read("nothing.csv"),
    read("columns.csv", id = "name"),
    read("columns.csv", coordinates = c("u", "w")),
    read("columns.csv", coordinates = "u"),
    read("columns.csv", coordinates = 2:3),
    read("columns.csv", truth = "kind"),
    read("columns.csv", point = "order"),
    read("columns.csv", smooth = 1),
    read(c("classes.csv", "plain.csv")),
    input_error(as_shape_curves("columns.csv")),
    input_error(as_shape_curves("columns.csv", closed = 1)),
    input_error(as_shape_curves(tracks())),
    read(tracks()),
    read(tracks(), id = NULL),
    read(tracks(), id = c("cell", "step")),
    read(tracks(), id = "cell", coordinates = c("X", "X")),
    read(tracks(), id = "cell", coordinates = c("X", "group")),
    read(tracks(), chain = "A"),
    sep = "\n"
  ))
})

test_that("rows of a data frame without coordinates are named in the call that was made", {
  table <- data.frame(id = rep(c("a", "b"), each = 3), x = c(1, NA, 3, 1, 2, 3), y = 1:6)
  error <- expect_error(as_shape_curves(table, closed = TRUE), "row 2 has NA",
                        class = "shapecrp_error_input")
  expect_identical(error$call[[1]], quote(as_shape_curves))
})
