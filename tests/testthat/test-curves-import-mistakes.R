# Ordinary mistakes in getting curves in: each error names the remedy.

test_that("curves that are not given as they must be", {
  wide <- function(m) rbind(cos(seq_len(m)), sin(seq_len(m)))
  refused <- function(...) input_error(shape_curves(..., closed = TRUE))
  expect_snapshot_output(cat(
    refused(list(wide(10), wide(12))),
    refused(wide(10)),
    refused(square()),
    refused(list(a = square(), b = NULL, c = triangle())),
    input_error(as_shape_curves(wide(10))),
    input_error(as_shape_curves(list(square(), square()))),
    input_error(as_shape_curves("leaves")),
    sep = "\n"
  ))
  expect_snapshot(few <- shape_curves(list(wide(5), wide(5)), closed = FALSE))
})

test_that("folders that do not hold what is expected", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  dir.create("photos")
  file.create(sprintf("photos/%d.heic", 1:80), "photos/notes.txt", "photos/LICENSE")
  for (name in c("oak", "elm", "ash")) dir.create(file.path("species", name), recursive = TRUE)
  dir.create("empty")
  dir.create("mixed")
  file.create(sprintf("mixed/%d.jpg", 1:9), "mixed/species.csv")
  read <- function(...) input_error(as_shape_curves(...))
  expect_snapshot_output(cat(
    read("photos"), read("species"), read("species", truth = "folder"), read("empty"),
    read("mixed"), read("mixed", pattern = "png$"), read("mixed", truth = "mixed/species.csv",
                                                         pattern = "jpg"),
    read("photos/1.heic"),
    sep = "\n"
  ))
})

test_that("files that are broken, one of each kind", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  text <- function(name, ...) writeLines(c(...), name)
  text("semicolon.csv", "id;x;y", "a;1,5;2;3;4")
  text("decimal.csv", "id,x,y", "a,1,5,2,5", "a,2,5,1,5")
  text("quote.csv", "id,x,y", "\"a,1,2")
  writeBin(as.raw(c(0xff, 0xfe, 0x69, 0x00)), "unicode.tsv")
  text("picture.png", "GIF89a")
  text("picture.tif", "GIF89a")
  writeBin(as.raw(c(0xff, 0xd8, 0xff)), "cut.jpg")
  text("protein.pdb", "HEADER    OXYGEN STORAGE")
  text("protein.cif", "data_1ABC")
  text("outline.tps", "LM=3", "1 2")
  writeBin(charToRaw("Iout"), "cell.roi")
  text("cells.zip", "no zip")
  text("walk.gpx", "<gpx></gpx>")
  text("leaf.json", "{\"shapes\": {}}")
  read <- function(...) input_error(as_shape_curves(...))
  expect_snapshot_output(cat(
    read("semicolon.csv", closed = FALSE), read("decimal.csv", closed = FALSE),
    read("quote.csv", closed = FALSE), read("unicode.tsv", closed = FALSE),
    read("protein.pdb"), read("protein.cif"), read("outline.tps"), read("cell.roi"),
    read("cells.zip"),
    sep = "\n"
  ))
  skip_if_not_installed("png")
  skip_if_not_installed("jpeg")
  skip_if_not_installed("xml2")
  skip_if_not_installed("jsonlite")
  expect_snapshot_output(cat(
    read("picture.png"), read("cut.jpg"), read("walk.gpx"), read("leaf.json"),
    sep = "\n"
  ))
})
