#' Selections from ImageJ
#'
#' [as_shape_curves()] reads the selections (ROIs) of ImageJ and Fiji: `.roi` files, and the
#' `.zip` files that the ROI Manager saves. Each selection becomes one curve, named as in the ROI
#' Manager.
#'
#' * Polygons, freehand and traced selections, rectangles, ovals and ellipses give closed
#'   curves: an oval has 100 points, a rectangle its corners. Sub-pixel coordinates are used
#'   where there are any.
#' * Lines, segmented and freehand lines and angles give open curves.
#' * Of a selection with several pieces the largest is taken; a message counts other pieces and
#'   holes, and also points and empty selections.
#'
#' Rows of a picture are counted downwards, but the vertical axis of a plot points up: y is minus
#' the row, so that curves are drawn the way they look in the picture.
#'
#' @name curves-from-roi
#' @param x Files, see [as_shape_curves()].
#' @param closed `TRUE` takes closed selections only, `FALSE` open ones only. `NULL` takes all,
#'   which must be either all closed or all open.
#' @param truth See [as_shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examples
#' # A polygon of four corners: 64 bytes of header, then x and y from the corner at (10, 20).
#' short <- function(x) as.raw(c(x %/% 256, x %% 256))
#' header <- c(charToRaw("Iout"), short(227), as.raw(c(0, 0)),
#'             short(20), short(10), short(50), short(60), short(4))
#' corners <- c(short(0), short(50), short(40), short(5), short(0), short(3), short(30), short(25))
#' file <- tempfile(fileext = ".roi")
#' writeBin(c(header, raw(64 - length(header)), corners), file)
#' as_shape_curves(file)[[1]]
NULL

curves_from_roi <- function(found, ..., closed = NULL, call = caller_env()) {
  check_no_dots(..., kind = "ImageJ selections", call = call)
  files <- Map(function(path, id) {
    if (grepl("[.]zip$", path, ignore.case = TRUE)) {
      read_roi_zip(path, call)
    } else {
      roi_curve(read_all_bytes(path, "ROI", call), path, id, call)
    }
  }, found$path, found$id)
  curves_of_drawn(unname(files), found, closed, "ImageJ selections", call)
}

read_roi_zip <- function(path, call) {
  entries <- unzip_files(path, "roi", "ROI zip", call)
  on.exit(unlink(entries$folder, recursive = TRUE))
  read <- Map(function(file, id) {
    roi_curve(readBin(file, "raw", file.size(file)), file, id, call)
  }, entries$path, name_files(basename(entries$path)))
  field <- function(name) unlist(lapply(unname(read), function(f) f[[name]]), recursive = FALSE)
  drawn(field("points"), field("closed"), field("id"), left = field("left"))
}

# The types of selections by their number in byte 6.
roi_types <- c(
  "polygon", "rectangle", "oval", "line", "freeline", "polyline", "none", "freehand", "traced",
  "angle", "point"
)

# drawn() of one selection. Numbers are big-endian; places count from 0.
#   0 "Iout", 4 version, 6 type, 8 top, 10 left, 12 bottom, 14 right, 16 count n,
#   18 x1 y1 x2 y2 as floats (a line; x, y, width and height of a rectangle or oval with
#   sub-pixel coordinates), 36 size of a composite, 50 options, 64 n x n shorts from left and
#   top, then with option 128 the same 2n as floats from 0.
roi_curve <- function(bytes, file, id, call) {
  bad <- function(got) {
    abort_unreadable(file, "ROI", got, call, "Save the selection again: File > Save As.")
  }
  if (!identical(utils::head(bytes, 4), charToRaw("Iout"))) abort_other_kind(file, "ROI", call)
  if (length(bytes) < 64) bad("it is truncated")
  numbers <- function(at, n, size) {
    if (at < 0 || at + n * size > length(bytes)) bad("it is truncated")
    part <- bytes[at + seq_len(n * size)]
    if (size == 2) {
      readBin(part, "integer", n, 2, signed = TRUE, endian = "big")
    } else {
      readBin(part, "double", n, 4, endian = "big")
    }
  }
  whole <- function(at) unsigned(bytes[at + 1:4], "big")
  type <- roi_types[as.integer(bytes[7]) + 1L]
  if (is.na(type)) bad(sprintf("its type is %d, which is not known", as.integer(bytes[7])))
  subpixel <- unsigned(bytes[51:52], "big") %/% 128 %% 2 == 1 && unsigned(bytes[5:6], "big") >= 222
  box <- numbers(8, 4, 2)
  names(box) <- c("top", "left", "bottom", "right")
  n <- unsigned(bytes[17:18], "big")
  if (whole(36) > 0) {
    # Places of composites are the file's own.
    return(composite_curve(numbers(64, whole(36), 4), id, bad))
  }
  if (type %in% c("point", "none") || type != "line" && type != "rectangle" && type != "oval" &&
        n == 0) {
    name <- if (type == "point") "point selections" else "empty selections"
    return(drawn(left = stats::setNames(1L, name)))
  }
  points <- if (type == "line") {
    matrix(numbers(18, 4, 4), 2, byrow = TRUE)
  } else if (type %in% c("rectangle", "oval")) {
    size <- c(box["left"], box["top"], box["right"] - box["left"], box["bottom"] - box["top"])
    if (subpixel && unsigned(bytes[5:6], "big") >= 223) size <- numbers(18, 4, 4)
    if (!all(is.finite(size)) || any(size[3:4] <= 0)) bad("its width or height is not positive")
    if (type == "oval") ellipse_points(size) else rectangle_points(size)
  } else if (subpixel) {
    matrix(numbers(64 + 4 * n, 2 * n, 4), n)
  } else {
    relative <- matrix(numbers(64, 2 * n, 2), n)
    cbind(relative[, 1] + box["left"], relative[, 2] + box["top"])
  }
  if (!all(is.finite(points)) || any(abs(points) > 1e9)) bad("its coordinates are not numbers")
  closed <- !type %in% c("line", "freeline", "polyline", "angle")
  drawn(list(unname(upright(points))), closed, id)
}

# Rows of a picture run down, y runs up.
upright <- function(points, height = 0) cbind(points[, 1], height - points[, 2])

# Outlines of c(x, y, width, height).
rectangle_points <- function(size) {
  cbind(size[1] + size[3] * c(0, 1, 1, 0), size[2] + size[4] * c(0, 0, 1, 1))
}

ellipse_points <- function(size) {
  at <- 2 * pi * (seq_len(100) - 1) / 100
  cbind(size[1] + size[3] * (1 + cos(at)) / 2, size[2] + size[4] * (1 + sin(at)) / 2)
}

# A composite: segments as floats, each begun by 0 (move, 2 numbers), 1 (line, 2),
# 2 (quadratic, 4), 3 (cubic, 6) or 4 (close, none). The largest ring is the curve.
composite_curve <- function(values, id, bad) {
  count <- c(2, 2, 4, 6, 0)
  rings <- list()
  ring <- list()
  at <- 1
  while (at <= length(values)) {
    code <- values[at]
    if (!code %in% 0:4) bad("its pieces are damaged")
    used <- values[at + seq_len(count[code + 1])]
    if (!all(is.finite(used)) || any(abs(used) > 1e9)) bad("its pieces are damaged")
    if (code == 0) {
      if (length(ring) > 0) rings <- c(rings, list(ring))
      ring <- list()
    }
    if (code < 4) ring[[length(ring) + 1]] <- bend(utils::tail(ring, 1), used)
    at <- at + 1 + count[code + 1]
  }
  rings <- c(rings, if (length(ring) > 0) list(ring))
  rings <- lapply(rings, function(r) do.call(rbind, r))
  rings <- rings[vapply(rings, NROW, integer(1)) > 2]
  if (length(rings) == 0) {
    return(drawn(left = c("empty selections" = 1L)))
  }
  largest <- which.max(vapply(rings, function(r) abs(signed_area(r)), numeric(1)))
  left <- length(rings) - 1L
  left <- if (left > 0) stats::setNames(left, "other pieces or holes of selections")
  drawn(list(upright(rings[[largest]])), TRUE, id, left = left)
}

# The points of a segment after the last of those before: the end of a line, or eight of a
# Bezier curve with the given control points.
bend <- function(before, used) {
  control <- matrix(used, ncol = 2, byrow = TRUE)
  if (nrow(control) == 1 || length(before) == 0) {
    return(control[nrow(control), , drop = FALSE])
  }
  control <- rbind(utils::tail(before[[1]], 1), control)
  t <- seq_len(8) / 8
  degree <- nrow(control) - 1
  weights <- vapply(0:degree, function(k) choose(degree, k) * t^k * (1 - t)^(degree - k), t)
  weights %*% control
}
