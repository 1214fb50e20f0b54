#' Tracks from GPX files
#'
#' [as_shape_curves()] reads the tracks and routes of GPX files, which GPS receivers and
#' watches write. Each track becomes one open curve, in metres east and north of its centre
#' (equirectangular projection: accurate for tracks of up to a few hundred kilometres).
#'
#' The segments of a track, which are separate where the signal was lost, are joined by
#' straight lines, and a message counts the gaps. Tracks of fewer than two points are left out. A
#' track is named as in the file, or after the file if it has no name. Package xml2 is needed.
#'
#' @name curves-from-gpx
#' @param x Files, see [as_shape_curves()].
#' @param truth See [as_shape_curves()].
#' @param ... Must be empty.
#' @returns A set of open curves, see [shape_curves()].
#' @examplesIf requireNamespace("xml2", quietly = TRUE)
#' file <- tempfile(fileext = ".gpx")
#' writeLines(c(
#'   "<gpx><trk><name>walk</name><trkseg>", "<trkpt lat=\"47.00\" lon=\"8.00\"/>",
#'   "<trkpt lat=\"47.01\" lon=\"8.00\"/>", "<trkpt lat=\"47.01\" lon=\"8.02\"/>",
#'   "</trkseg></trk></gpx>"
#' ), file)
#' round(as_shape_curves(file)[["walk"]])
NULL

curves_from_gpx <- function(found, ..., call = caller_env()) {
  check_no_dots(..., kind = "GPX tracks", call = call)
  check_installed_for("xml2", "read GPX files", call)
  files <- Map(function(path, id) read_gpx(path, id, call), found$path, found$id)
  gaps <- sum(vapply(files, function(f) f$gaps, numeric(1)))
  if (gaps > 0) {
    inform_shapecrp(
      c(i = "{gaps} gap{?s} between track segments {?is/are} bridged by
             {?a straight line/straight lines}."),
      class = "tracks", gaps = gaps
    )
  }
  curves_of_drawn(unname(files), found, FALSE, "GPX tracks", call)
}

read_gpx <- function(file, id, call) {
  bad <- function(got) abort_unreadable(file, "GPX", got, call)
  text <- paste(read_text(file, "GPX", call), collapse = "\n")
  # The text is UTF-8 by now, whatever its first line says.
  text <- sub("^[[:space:]]*<[?]xml[^>]*[?]>", "", text)
  if (grepl("<!(DOCTYPE|ENTITY)", text)) bad("it declares entities, which no GPX file does")
  page <- run_reader(xml2::read_xml(text, options = c("NOBLANKS", "NONET")), ".", bad)
  xml2::xml_ns_strip(page)
  tracks <- xml2::xml_find_all(page, "//trk | //rte")
  if (length(tracks) == 0) bad("it holds no track")
  points <- lapply(tracks, track_points, bad = bad)
  name <- trimws(vapply(tracks, function(t) {
    xml2::xml_text(xml2::xml_find_first(t, "./name"))
  }, ""))
  if (anyNA(name) || any(name == "") || anyDuplicated(name) > 0) {
    name <- number_parts(id, length(tracks))
  }
  segments <- vapply(tracks, function(t) length(xml2::xml_find_all(t, "./trkseg[trkpt]")), 0L)
  short <- vapply(points, nrow, integer(1)) < 2
  read <- drawn(points[!short], rep(FALSE, sum(!short)), name[!short],
                left = c("tracks of fewer than two points" = sum(short)))
  c(read, gaps = sum(pmax(segments - 1, 0)))
}

# m x 2, metres east and north of the centre of the track.
track_points <- function(track, bad) {
  nodes <- xml2::xml_find_all(track, "./trkseg/trkpt | ./rtept")
  number <- function(name) suppressWarnings(as.numeric(xml2::xml_attr(nodes, name)))
  lat <- number("lat")
  lon <- number("lon")
  ok <- is.finite(lat) & is.finite(lon) & abs(lat) <= 90 & abs(lon) <= 360
  if (!all(ok)) bad(sprintf("point %d of a track has no latitude or longitude", match(FALSE, ok)))
  if (length(lat) == 0) {
    return(matrix(0, 0, 2))
  }
  # Steps across the date line are short.
  lon <- lon[1] + cumsum(c(0, (diff(lon) + 180) %% 360 - 180))
  degree <- pi / 180 * 6371008.8
  cbind((lon - mean(lon)) * cos(mean(lat) * pi / 180), lat - mean(lat)) * degree
}
