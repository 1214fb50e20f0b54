# Features as sf makes them, so that reading objects is tested where sf is not.
sfg <- function(x, type, dimension = "XY") structure(x, class = c(dimension, type, "sfg"))
ring <- function(points) rbind(points, points[1, ])
polygon <- function(...) sfg(lapply(list(...), ring), "POLYGON")
multi <- function(...) sfg(lapply(list(...), function(m) list(ring(m))), "MULTIPOLYGON")
line <- function(points) sfg(points, "LINESTRING")
column <- function(..., wkt = NA_character_) {
  crs <- structure(list(input = wkt, wkt = wkt), class = "crs")
  structure(list(...), class = c("sfc_GEOMETRY", "sfc"), crs = crs)
}
features <- function(geometry, ...) {
  table <- data.frame(..., row.names = seq_along(geometry))
  table$geometry <- geometry
  structure(table, sf_column = "geometry", class = c("sf", "data.frame"))
}

test_that("polygons give their exterior rings, counter-clockwise, without the repeat", {
  hole <- 0.25 + square()[4:1, ] / 2
  expect_snapshot(curves <- as_shape_curves(column(polygon(square()[4:1, ], hole))))
  expect_identical(curves$points, list(square()[c(4, 1, 2, 3), ]))
  expect_true(curves$closed)
  as_listed <- as_shape_curves(polygon(square()[4:1, ]), orient = FALSE)
  expect_identical(as_listed$points, list(square()[4:1, ]))
  table <- features(column(polygon(square()[4:1, ])), id = "a")
  expect_identical(as_shape_curves(table, orient = FALSE)$points, list(square()[4:1, ]))
  expect_identical(as_shape_curves(polygon(triangle()))$points, list(triangle()))
})

test_that("lines give open curves as they run", {
  curves <- as_shape_curves(column(a = line(square()), b = line(triangle()[3:1, ])))
  expect_false(curves$closed)
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$points, list(square(), triangle()[3:1, ]))
})

test_that("the largest part of a feature is taken, or all", {
  islands <- features(
    column(multi(square(), triangle(), square() + 9), multi(square()), polygon(triangle())),
    name = c("u", "v", "w"), class = c("x", "x", "y")
  )
  expect_snapshot(curves <- as_shape_curves(islands))
  expect_identical(curves$id, c("u", "v", "w"))
  expect_identical(curves$points, list(triangle(), square(), triangle()))
  all <- as_shape_curves(islands, parts = "all")
  expect_identical(all$id, c("u-1", "u-2", "u-3", "v", "w"))
  expect_identical(all$truth, factor(c("x", "x", "x", "x", "y")))
  lines <- sfg(list(square(), 10 * square()), "MULTILINESTRING")
  expect_identical(suppressMessages(as_shape_curves(lines))$points, list(10 * square()))
})

test_that("columns give ids and classes", {
  table <- features(
    column(polygon(square()), polygon(triangle())),
    name = c("u", "u"), code = c(7, 9), kind = c("p", "q")
  )
  expect_identical(as_shape_curves(table)$id, c("1", "2"))
  expect_null(as_shape_curves(table)$truth)
  curves <- as_shape_curves(table, id = "code", truth = "kind")
  expect_identical(curves$id, c("7", "9"))
  expect_identical(curves$truth, factor(c("p", "q")))
})

test_that("heights are kept when asked for, measures never", {
  points <- cbind(square(), 1:4, 5:8)
  space <- sfg(points, "LINESTRING", "XYZM")
  expect_identical(as_shape_curves(space)$points[[1]], square())
  expect_identical(as_shape_curves(space, z = TRUE)$points[[1]], unname(cbind(square(), 1:4)))
  measured <- sfg(points[, 1:3], "LINESTRING", "XYM")
  expect_identical(as_shape_curves(measured, z = TRUE)$points[[1]], square())
})

test_that("degrees and empty features are reported", {
  empty <- sfg(list(), "POLYGON")
  expect_snapshot(
    curves <- as_shape_curves(column(polygon(square()), empty, wkt = "GEOGCRS[\"WGS 84\"]"))
  )
  expect_identical(curves$id, "1")
})

test_that("what is wrong with features is said", {
  table <- features(column(polygon(square()), polygon(triangle())), code = c(1, 1))
  point <- sfg(c(0, 0), "POINT")
  expect_snapshot_output(cat(
    input_error(as_shape_curves(column(polygon(square()), point))),
    input_error(as_shape_curves(point)),
    input_error(as_shape_curves(sfg(list(point), "GEOMETRYCOLLECTION"))),
    input_error(as_shape_curves(column(polygon(square()), line(square())))),
    input_error(as_shape_curves(column())),
    input_error(as_shape_curves(column(sfg(list(), "POLYGON")))),
    input_error(as_shape_curves(column(sfg(matrix(0, 0, 2), "LINESTRING")))),
    input_error(as_shape_curves(table, id = "code")),
    input_error(as_shape_curves(table, id = "name")),
    input_error(as_shape_curves(table, truth = 1)),
    input_error(as_shape_curves(table, parts = "some")),
    input_error(as_shape_curves(table, z = "yes")),
    input_error(as_shape_curves(table, closed = TRUE)),
    input_error(as_shape_curves(column(line(matrix(1, 3, 2))))),
    sep = "\n"
  ))
})

test_that("files of features are read through sf", {
  skip_if_not_installed("sf")
  folder <- withr::local_tempdir()
  shapes <- simulate_shapes(4, classes = 2, seed = 1)
  for (name in c("a.geojson", "a.gpkg", "a.shp")) {
    file <- file.path(folder, name)
    sf::st_write(sf::st_as_sf(shapes, crs = 3857), file, quiet = TRUE)
    back <- suppressMessages(as_shape_curves(file))
    expect_identical(back$id, shapes$id)
    expect_identical(as.character(back$truth), as.character(shapes$truth))
    area <- function(curves) vapply(curves$points, signed_area, numeric(1))
    expect_equal(area(back), area(shapes), tolerance = 1e-5)
  }
  file.copy(file.path(folder, "a.geojson"), file.path(folder, "b.geojson"))
  both <- suppressMessages(as_shape_curves(folder, pattern = "geojson$"))
  expect_identical(both$id, c(paste0("a-", shapes$id), paste0("b-", shapes$id)))
  expect_identical(levels(both$truth), sort(levels(shapes$truth)))
  writeLines("{}", file.path(folder, "bad.geojson"))
  expect_match(
    input_error(as_shape_curves(file.path(folder, "bad.geojson"))),
    "`bad.geojson` must be a file that sf can read"
  )
})

test_that("objects of sf are read as those built by hand", {
  skip_if_not_installed("sf")
  real <- sf::st_sfc(
    sf::st_polygon(list(ring(square()), ring(0.25 + square() / 2))),
    sf::st_multipolygon(list(list(ring(square())), list(ring(triangle())))),
    crs = 4326
  )
  condition <- expect_message(as_shape_curves(real), class = "shapecrp_message_features")
  expect_equal(condition$counts, c(empty = 0, parts = 1, holes = 1))
  expect_true(condition$degrees)
  curves <- suppressMessages(as_shape_curves(real))
  expect_identical(curves$points, list(square(), triangle()))
  empty <- sf::st_sfc(sf::st_linestring(), sf::st_linestring(square()))
  expect_identical(suppressMessages(as_shape_curves(empty))$id, "2")
})

test_that("a feature with a coordinate that is not finite is refused, not left out", {
  endless <- rbind(c(0, 0), c(Inf, 0), c(1, 1))
  expect_match(
    input_error(as_shape_curves(column(a = polygon(square()), b = polygon(endless)))),
    "finite coordinates only"
  )
  expect_match(
    input_error(as_shape_curves(column(a = line(square()), b = line(endless)))),
    "finite coordinates only"
  )
})

test_that("damaged files are input errors, without a warning", {
  skip_if_not_installed("sf")
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  feature <- function(id, coordinates) {
    sprintf(
      "{\"type\":\"Feature\",\"properties\":{\"id\":%d},\"geometry\":{\"type\":\"Polygon\",%s}}",
      id, coordinates
    )
  }
  collect <- function(...) {
    sprintf("{\"type\":\"FeatureCollection\",\"features\":[%s]}", paste(..., sep = ","))
  }
  ring <- "\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]"
  broken <- function(text) {
    writeLines(text, "a.geojson")
    expect_no_warning(message <- input_error(as_shape_curves("a.geojson")))
    message
  }
  good <- collect(feature(1, ring), feature(2, ring))
  writeLines(good, "a.geojson")
  expect_length(suppressMessages(as_shape_curves("a.geojson")), 2)
  expect_match(broken(substr(good, 1, 150)), "sf can read")
  expect_match(broken(""), "sf can read")
  expect_match(broken(collect(feature(1, ring), feature(2, "\"points\":[]"))), "coordinates")
  expect_match(broken("{\"type\":\"FeatureCollection\",\"features\":[]}"), "it is empty")
  writeLines(c("id,x,y", "a,0,0"), "table.csv")
  file.copy("table.csv", "table.gpkg")
  expect_no_warning(input_error(as_shape_curves("table.gpkg")))
})

test_that("damaged features are refused by what is wrong", {
  refused <- function(x, words, ...) {
    said <- gsub("\\s+", " ", input_error(as_shape_curves(x, ...)))
    expect_match(said, words, fixed = TRUE)
  }
  table <- features(column(polygon(square()), polygon(triangle())), id = c("a", "b"))
  for (name in list(NULL, "nope", 2, c("id", "geometry"))) {
    refused(structure(table, sf_column = name), "must name its geometry column")
  }
  refused(structure(1:3, class = "sf"), "`x` must be a data frame with a geometry column")
  short <- structure(c(unclass(table), truth = "u"), class = class(table), sf_column = "geometry")
  refused(short, "`truth` must be NULL or have 2 values, one per feature, not 1")
  table$several <- list(1, 2)
  refused(table, "`id` must be a column with one value per feature", id = "several")
  refused(table, "`truth` must be a column with one value per feature", truth = "geometry")
  shapeless <- list(
    sfg(list(1:4), "POLYGON"), sfg(list(matrix(letters[1:8], 4)), "POLYGON"),
    sfg(square(), "POLYGON"), sfg(square(), "MULTIPOLYGON"), sfg(list(square()), "MULTIPOLYGON"),
    sfg(1:4, "LINESTRING"), sfg(list(square()), "LINESTRING"), sfg(square(), "MULTILINESTRING"),
    sfg(square()[, 1, drop = FALSE], "LINESTRING")
  )
  for (feature in shapeless) refused(feature, "a part of feature 1 is a")
  refused(sfg(square(), "LINESTRING", "XYZ"), "at least 3 columns", z = TRUE)
})

test_that("empty parts hold no curve, and an unknown coordinate system says nothing", {
  island <- sfg(list(list(), list(ring(square()))), "MULTIPOLYGON")
  expect_silent(curves <- as_shape_curves(island))
  expect_identical(curves$points, list(square()))
  empty <- sfg(list(list()), "MULTIPOLYGON")
  expect_match(input_error(as_shape_curves(empty)), "all are empty")
  known <- column(polygon(square()))
  for (crs in list(NULL, 1, "GEOGCRS", list(wkt = 3), list(wkt = c("a", "b")))) {
    attr(known, "crs") <- crs
    expect_silent(as_shape_curves(known))
  }
})
