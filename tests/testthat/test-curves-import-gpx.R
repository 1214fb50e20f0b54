skip_if_not_installed("xml2")

points_xml <- function(lat, lon, tag = "trkpt") {
  sprintf("<%s lat=\"%s\" lon=\"%s\"><ele>3</ele></%s>", tag, lat, lon, tag)
}

write_gpx <- function(..., env = parent.frame()) {
  path <- file.path(withr::local_tempdir(.local_envir = env), "walk.gpx")
  space <- "xmlns=\"urn:gpx\""
  writeLines(c("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", sprintf("<gpx %s>", space), ...,
               "</gpx>"), path)
  path
}

track <- function(name, ...) c("<trk>", sprintf("<name>%s</name>", name), ..., "</trk>")

segment <- function(...) c("<trkseg>", points_xml(...), "</trkseg>")

test_that("tracks and routes are open curves in metres", {
  file <- write_gpx(
    track("north", segment(c(60, 60.01, 60.02), 10)),
    track("east", segment(60, c(10, 10.01, 10.02))),
    "<rte><name>plan</name>", points_xml(c(0, 1), c(0, 1), "rtept"), "</rte>"
  )
  curves <- as_shape_curves(file)
  expect_identical(curves$id, c("north", "east", "plan"))
  expect_false(curves$closed)
  degree <- 2 * pi * 6371008.8 / 360
  expect_equal(diff(curves[["north"]]), cbind(c(0, 0), 0.01 * degree))
  expect_equal(diff(curves[["east"]]), cbind(rep(0.005, 2) * degree, 0))
})

test_that("a track across the date line has no jump", {
  curves <- as_shape_curves(write_gpx(track("ship", segment(0, c(179.9, -179.9, -179.7)))))
  expect_equal(diff(curves[[1]])[, 1], rep(0.2 * 2 * pi * 6371008.8 / 360, 2))
})

test_that("segments are joined, and what is left out is told", {
  file <- write_gpx(
    track("a", segment(1:2, 1), segment(3:4, 1)), track("b", segment(1, 1)),
    "<wpt lat=\"1\" lon=\"1\"/>"
  )
  expect_message(
    expect_message(curves <- as_shape_curves(file), "1 gap between track segments"),
    "tracks of fewer than two points (1)", fixed = TRUE
  )
  expect_identical(curves$id, "a")
  expect_identical(nrow(curves[[1]]), 4L)
  nameless <- write_gpx("<trk>", segment(1:2, 1), "</trk>", "<trk>", segment(1:2, 2), "</trk>")
  expect_identical(as_shape_curves(nameless)$id, c("walk-1", "walk-2"))
})

test_that("what is wrong with a GPX file is said", {
  read <- function(...) input_error(as_shape_curves(write_gpx(...)))
  expect_snapshot_output(cat(
    read(),
    read("<wpt lat=\"1\" lon=\"1\"/>"),
    read(track("a", segment("north", 1))),
    read(track("a", segment(91, 1))),
    read(track("a")),
    input_error(as_shape_curves(write_gpx(track("a", segment(1:2, 1))), closed = FALSE)),
    sep = "\n"
  ))
  expect_match(read("<trk>"), "`walk.gpx` must be a GPX file that can be read", fixed = TRUE)
  bomb <- withr::local_tempfile(fileext = ".gpx")
  writeLines("<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx>&b;</gpx>", bomb)
  expect_match(input_error(as_shape_curves(bomb)), "it declares entities")
})
