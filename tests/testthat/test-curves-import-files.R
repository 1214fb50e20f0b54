test_that("a set of curves, a list and an array go through", {
  expect_identical(as_shape_curves(two_curves()), two_curves())
  points <- list(a = square(), b = triangle())
  expect_identical(as_shape_curves(points, closed = TRUE), shape_curves(points, closed = TRUE))
  slices <- array(runif(24), c(2, 6, 2))
  expect_identical(
    as_shape_curves(slices, closed = FALSE, id = c("u", "v")),
    shape_curves(slices, closed = FALSE, id = c("u", "v"))
  )
})

test_that("a folder holds files of one kind, in the order of their names", {
  folder <- withr::local_tempdir()
  path <- function(name) file.path(folder, name)
  curves <- two_curves()
  write_curves(curves["square"], path("b.csv"))
  write_curves(curves["triangle"], path("a.csv.gz"))
  writeLines("not for us", path("notes.txt"))
  both <- as_shape_curves(folder, closed = TRUE)
  expect_identical(both$id, c("triangle", "square"))
  expect_identical(as_shape_curves(path(c("b.csv", "a.csv.gz")), closed = TRUE)$id, curves$id)
  write_curves(curves["square"], path("c.csv"))
  expect_identical(
    as_shape_curves(folder, closed = TRUE)$id, c("a-triangle", "b-square", "c-square")
  )
  expect_identical(as_shape_curves(folder, closed = TRUE, pattern = "^a")$id, "triangle")
})

test_that("files that share a name keep what tells them apart", {
  expect_identical(name_files(c("s/a.csv.gz", "t/b.x.csv")), c("a", "b.x"))
  expect_identical(name_files(c("s/a.png", "t/a.png")), c("s/a", "t/a"))
  expect_identical(name_files(c("a.png", "a.tif")), c("a.png", "a.tif"))
})

test_that("classes in files win over those of sub-folders", {
  folder <- withr::local_tempdir()
  dir.create(file.path(folder, "old"))
  write_curves(two_curves()["square"], file.path(folder, "old", "a.csv"))
  read <- function() as_shape_curves(folder, closed = TRUE, recursive = TRUE)
  expect_identical(read()$truth, factor("four"))
  bare <- shape_curves(list(bare = triangle()), closed = TRUE)
  write_curves(bare, file.path(folder, "old", "a.csv"))
  expect_identical(read()$truth, factor("old"))
})

test_that("what is wrong with paths is said", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  dir.create("empty")
  dir.create("mixed")
  writeLines("id,x,y", "mixed/a.csv")
  writeLines("", "mixed/b.png")
  writeLines("", "a.doc")
  writeLines("no picture", "c.png")
  expect_snapshot_output(cat(
    input_error(as_shape_curves("nowhere.csv", closed = TRUE)),
    input_error(as_shape_curves(c("mixed/a.csv", "nowhere.csv"), closed = TRUE)),
    input_error(as_shape_curves(character())),
    input_error(as_shape_curves(NA_character_)),
    input_error(as_shape_curves("")),
    input_error(as_shape_curves("empty")),
    input_error(as_shape_curves("mixed")),
    input_error(as_shape_curves("mixed", pattern = "gif")),
    input_error(as_shape_curves("mixed", pattern = 1)),
    input_error(as_shape_curves("mixed", recursive = NA)),
    input_error(as_shape_curves(c("mixed", "empty"))),
    input_error(as_shape_curves("a.doc")),
    input_error(as_shape_curves("mixed/a.csv", pattern = "a")),
    input_error(as_shape_curves("mixed/a.csv", recursive = TRUE)),
    sep = "\n"
  ))
  skip_if_not_installed("png")
  message <- input_error(as_shape_curves("c.png"))
  expect_match(
    message, "`c.png` must be a PNG file that can be read, but it does not start like one",
    fixed = TRUE
  )
})

test_that("what is no curve is said", {
  expect_snapshot_output(cat(
    input_error(as_shape_curves(NULL)),
    input_error(as_shape_curves(1:3)),
    input_error(as_shape_curves(mean)),
    input_error(as_shape_curves(structure(list(), class = "OutCoe"))),
    input_error(as_shape_curves(list(square()))),
    input_error(as_shape_curves(list(), closed = TRUE)),
    input_error(as_shape_curves(list(square()), closed = NA)),
    input_error(as_shape_curves(list(square()), closed = TRUE, smooth = 1)),
    input_error(as_shape_curves(array(1, c(2, 5, 2)))),
    input_error(as_shape_curves(array(1, c(2, 2, 2, 2)), closed = TRUE)),
    input_error(as_shape_curves(two_curves(), closed = TRUE)),
    input_error(as_shape_curves(two_curves(), TRUE)),
    sep = "\n"
  ))
})

test_that("a package that is missing is named, with how to install it", {
  local_mocked_bindings(is_installed = function(package) FALSE)
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  for (file in paste0("a.", c("png", "tif", "geojson", "jpg", "gpx", "json"))) writeLines("", file)
  expect_snapshot(error = TRUE, {
    as_shape_curves("a.png")
    as_shape_curves("a.tif")
    as_shape_curves("a.geojson")
    as_shape_curves("a.jpg")
    as_shape_curves("a.gpx")
    as_shape_curves("a.json")
  })
  condition <- expect_error(as_shape_curves("a.tif"), class = "shapecrp_error_package")
  expect_identical(condition$package, "tiff")
})

test_that("a pattern that is no regular expression and a missing `x` are input errors", {
  folder <- withr::local_tempdir()
  write_curves(two_curves(), file.path(folder, "a.csv"))
  expect_silent(words <- input_error(as_shape_curves(folder, closed = TRUE, pattern = "[")))
  expect_match(words, "`pattern` must be NULL or a regular expression", fixed = TRUE)
  expect_match(input_error(as_shape_curves(id = "a")), "it is missing")
  expect_match(input_error(as_shape_curves()), "it is missing")
})
