#' Outlines and landmarks from tps files
#'
#' [as_shape_curves()] reads the files of tpsDig and related programs. Outlines become closed
#' curves, curves become open ones, and the landmarks of a specimen, in their order, become one
#' curve, which is open or closed as `closed` says.
#'
#' A specimen is named after its picture (`IMAGE=`), without extension; if these names are not
#' unique, after its `ID=`, or else numbered after the file. If a specimen has several
#' outlines, they are numbered: `fly-1`, `fly-2`. Coordinates are multiplied by `SCALE=` if
#' every specimen has one.
#'
#' @name curves-from-tps
#' @param x Files, see [as_shape_curves()].
#' @param closed For landmarks, `TRUE` if they go around an outline, `FALSE` if they lie along an
#'   open curve. Outlines are closed and curves are open, unless `closed` says otherwise.
#' @param take `"outlines"`, `"curves"` or `"landmarks"`. `NULL` takes the first of these that
#'   the files contain.
#' @param truth See [as_shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examples
#' file <- tempfile(fileext = ".tps")
#' writeLines(c(
#'   "LM=4", "0 0", "4 0", "5 3", "1 3", "IMAGE=wing1.jpg", "ID=0",
#'   "LM=4", "0 0", "4 1", "5 4", "1 3", "IMAGE=wing2.jpg", "ID=1"
#' ), file)
#' names(as_shape_curves(file, closed = TRUE))
NULL

curves_from_tps <- function(found, ..., closed = NULL, take = NULL, call = caller_env()) {
  check_no_dots(..., kind = "tps files", call = call)
  if (!is.null(closed)) check_flag(closed, call = call)
  kinds <- c("outlines", "curves", "landmarks")
  if (!is.null(take)) take <- check_choice(take, kinds, call = call)
  files <- Map(function(path, id) read_tps(path, id, call), found$path, found$id)
  specimens <- unlist(unname(files), recursive = FALSE)
  has <- function(kind) vapply(specimens, function(s) length(s[[kind]]), integer(1))
  take <- take %||% Find(function(kind) any(has(kind) > 0), kinds) %||% "landmarks"
  if (take == "landmarks" && is.null(closed)) {
    hint <- "tps files do not say how landmarks are connected."
    abort_input(
      "closed", "be TRUE (outline) or FALSE (open curve) for landmarks",
      "it is missing", hint = hint, call = call
    )
  }
  closed <- closed %||% (take == "outlines")
  scaled <- all(vapply(specimens, function(s) is.finite(s$scale), logical(1)))
  parts <- lapply(files, function(file) {
    read <- lapply(file, function(s) {
      points <- lapply(s[[take]], function(m) if (scaled) m * s$scale else m)
      n <- length(points)
      left <- stats::setNames(as.integer(n == 0), paste("specimens without", take))
      drawn(points, rep(closed, n), if (n > 0) number_parts(s$id, n), left = left)
    })
    field <- function(name) unlist(lapply(read, function(f) f[[name]]), recursive = FALSE)
    drawn(field("points"), field("closed"), field("id"), left = field("left"))
  })
  curves_of_drawn(unname(parts), found, closed, paste("tps", take), call)
}

# Specimens of a file: lists of id, scale (NA without) and lists of matrices `landmarks`,
# `curves`, `outlines`. Lines are KEY=value, or the coordinates of the points that LM= and
# POINTS= count.
read_tps <- function(file, id, call) {
  lines <- trimws(read_text(file, "tps", call))
  lines <- lines[lines != ""]
  bad <- function(got) abort_unreadable(file, "tps", got, call)
  is_key <- grepl("^[A-Za-z0-9]+[ \t]*=", lines)
  key <- ifelse(is_key, toupper(trimws(sub("=.*", "", lines))), "")
  value <- trimws(sub("^[^=]*=", "", lines))
  starts <- which(key %in% c("LM", "LM3"))
  if (length(starts) == 0) bad("no line begins with LM=")
  specimens <- Map(function(from, to) {
    read_specimen(lines[from:to], key[from:to], value[from:to], bad)
  }, starts, c(starts[-1] - 1L, length(lines)))
  names <- tps_names(specimens, id)
  Map(function(s, name) c(list(id = name), s), specimens, names)
}

read_specimen <- function(lines, key, value, bad) {
  counted <- which(key %in% c("LM", "LM3", "POINTS", "POINTS3"))
  sections <- which(key != "")
  inside <- cumsum(key %in% c("CURVES", "OUTLINES", "CURVES3"))
  group <- key[key %in% c("CURVES", "OUTLINES", "CURVES3")]
  found <- list(landmarks = list(), curves = list(), outlines = list())
  for (at in counted) {
    n <- suppressWarnings(as.numeric(value[at]))
    end <- c(sections[sections > at], length(lines) + 1L)[1]
    has <- end - at - 1
    if (is.na(n) || n < 0 || n != has) {
      bad(sprintf("%s is followed by %s", lines[at], count_of(has, "point")))
    }
    if (n == 0) next
    kind <- if (key[at] %in% c("LM", "LM3")) {
      "landmarks"
    } else if (inside[at] > 0) {
      if (group[inside[at]] == "OUTLINES") "outlines" else "curves"
    } else {
      bad(sprintf("%s comes before CURVES= or OUTLINES=", lines[at]))
    }
    found[[kind]] <- c(found[[kind]], list(read_rows(lines[at + seq_len(n)], bad)))
  }
  other <- function(name) c(value[key == name], NA)[1]
  found$scale <- suppressWarnings(as.numeric(other("SCALE")))
  found$image <- other("IMAGE")
  found$number <- other("ID")
  found
}

# Lines of two or three numbers as a matrix.
read_rows <- function(lines, bad) {
  fields <- strsplit(lines, "[ \t,]+")
  width <- lengths(fields)
  values <- suppressWarnings(as.numeric(unlist(fields)))
  odd <- c(
    which(width != width[1] | !width %in% 2:3),
    rep(seq_along(fields), width)[!is.finite(values)]
  )
  if (length(odd) > 0) {
    bad(sprintf("it has %s in place of a point", quote_string(lines[min(odd)])))
  }
  matrix(values, length(lines), byrow = TRUE)
}

tps_names <- function(specimens, id) {
  field <- function(name) vapply(specimens, function(s) s[[name]], "")
  image <- sub("[.][^.]+$", "", basename(gsub("\\\\", "/", field("image"))))
  number <- field("number")
  usable <- function(x) !anyNA(x) && all(nzchar(x)) && anyDuplicated(x) == 0
  if (usable(image)) {
    image
  } else if (usable(number)) {
    number
  } else {
    number_parts(id, length(specimens))
  }
}
