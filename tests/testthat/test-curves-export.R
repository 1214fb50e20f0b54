awkward <- function() {
  set.seed(7)
  points <- lapply(1:4, function(i) {
    matrix(runif(24, -1, 1) * 10^sample(-8:8, 24, replace = TRUE), 8)
  })
  points[[1]][1:4] <- c(1 / 3, 0.1, 2^-40, -0)
  id <- c("a,b", "say \"so\"", " NA ", "\u00e9l\u00e8ve")
  shape_curves(points, closed = FALSE, id = id, truth = c("u", NA, "w", "u"))
}

test_that("curves are read back as they were written", {
  folder <- withr::local_tempdir()
  for (name in c("a.csv", "a.csv.gz")) {
    file <- file.path(folder, name)
    expect_identical(expect_invisible(write_curves(awkward(), file)), file)
    expect_identical(as_shape_curves(file, closed = FALSE), awkward(), ignore_attr = "source")
    write_curves(two_curves(), file)
    expect_identical(as_shape_curves(file, closed = TRUE), two_curves(), ignore_attr = "source")
  }
})

test_that("four dimensions and many points survive", {
  set.seed(8)
  curves <- shape_curves(list(a = matrix(rnorm(8000), 2000)), closed = TRUE)
  file <- withr::local_tempfile(fileext = ".csv")
  write_curves(curves, file)
  expect_identical(as_shape_curves(file, closed = TRUE), curves, ignore_attr = "source")
})

test_that("numbers are written as short as they can be", {
  expect_identical(format_exactly(c(0.1, 1, 1e300, -2.5)), c("0.1", "1", "1e+300", "-2.5"))
  set.seed(9)
  x <- c(rnorm(2000), rnorm(2000) * 10^runif(2000, -90, 90))
  expect_identical(utils::type.convert(format_exactly(x), as.is = TRUE), x)
})

test_that("ids and classes that begin as formulas are disarmed where asked", {
  id <- c("=1+1", "+a", "-b", "@c", "'=1+1", "\td", "plain", "a=b")
  points <- rep(list(square()), length(id))
  curves <- shape_curves(points, closed = TRUE, id = id, truth = c("=x", rep("y", 6), NA))
  file <- withr::local_tempfile(fileext = ".csv")
  expect_snapshot(write_curves(curves, file, spreadsheet_safe = TRUE))
  back <- as_shape_curves(file, closed = TRUE)
  expect_identical(back$id, c(paste0("'", id[1:6]), "plain", "a=b"))
  expect_identical(sub("^'", "", back$id), id)
  expect_identical(levels(back$truth), c("'=x", "y"))
  expect_identical(back$points, curves$points)
  expect_silent(write_curves(two_curves(), file, spreadsheet_safe = TRUE))
  expect_identical(as_shape_curves(file, closed = TRUE), two_curves(), ignore_attr = "source")
  expect_silent(write_curves(curves, file))
  expect_identical(as_shape_curves(file, closed = TRUE), curves, ignore_attr = "source")
  expect_match(input_error(write_curves(curves, file, spreadsheet_safe = NA)), "TRUE or FALSE")
})

test_that("what cannot be written is said", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  expect_snapshot_output(cat(
    input_error(write_curves(square(), "a.csv")),
    input_error(write_curves(two_curves(), "a.xlsx")),
    input_error(write_curves(two_curves(), 1)),
    input_error(write_curves(two_curves(), c("a.csv", "b.csv"))),
    input_error(write_curves(two_curves(), NA_character_)),
    input_error(write_curves(two_curves(), "nowhere/a.csv")),
    sep = "\n"
  ))
})

test_that("curves become features and come back", {
  skip_if_not_installed("sf")
  features <- sf::st_as_sf(two_curves())
  expect_s3_class(features, "sf")
  expect_identical(names(features), c("id", "truth", "geometry"))
  expect_identical(as.character(sf::st_geometry_type(features)), c("POLYGON", "POLYGON"))
  expect_equal(as.numeric(sf::st_area(features)), c(1, 6))
  expect_identical(as_shape_curves(features), two_curves())
  tracks <- simulate_shapes(4, classes = 2, closed = FALSE, dim = 3, seed = 1)
  back <- as_shape_curves(sf::st_as_sf(tracks), z = TRUE)
  expect_identical(back, tracks)
  expect_identical(sf::st_crs(sf::st_as_sf(two_curves(), crs = 3857))$epsg, 3857L)
  four <- shape_curves(list(matrix(runif(20), 5)), closed = FALSE)
  expect_match(input_error(sf::st_as_sf(four)), "2-D or 3-D")
})
