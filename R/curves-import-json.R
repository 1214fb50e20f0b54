#' Polygons from annotation programs
#'
#' [as_shape_curves()] reads polygons that were drawn on pictures, from JSON files in the formats
#' of COCO and labelme. Each polygon becomes one curve, with its category or label as truth.
#'
#' * COCO: polygons of `segmentation`; of several parts, the largest. Run-length encoded masks
#'   are left out, and counted in a message.
#' * labelme: polygons, rectangles and circles (100 points) give closed curves, lines and line
#'   strips open ones; points and masks are left out, and counted in a message.
#'
#' A curve is named after its picture or, if a picture has several, after picture and
#' number: that of the annotation (COCO), or its position (labelme). Curves are drawn the way they
#' look in the picture: y increases upwards from the bottom. Package jsonlite is needed. GeoJSON
#' files need the extension `geojson`, see [curves-from-sf].
#'
#' @name curves-from-json
#' @param x Files, see [as_shape_curves()].
#' @param closed `TRUE` takes polygons only, `FALSE` lines only. `NULL` takes all, which must
#'   be either all closed or all open.
#' @param truth See [as_shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' file <- tempfile(fileext = ".json")
#' writeLines(paste0(
#'   '{"imagePath": "leaf.jpg", "imageHeight": 10, "shapes": [{"label": "oak",',
#'   ' "shape_type": "polygon", "points": [[0, 0], [4, 0], [5, 3], [1, 3]]}]}'
#' ), file)
#' as_shape_curves(file)
NULL

curves_from_json <- function(found, ..., closed = NULL, call = caller_env()) {
  check_no_dots(..., kind = "JSON files", call = call)
  check_installed_for("jsonlite", "read JSON files", call)
  files <- Map(function(path, id) read_json(path, id, call), found$path, found$id)
  curves_of_drawn(unname(files), found, closed, "polygons", call)
}

read_json <- function(file, id, call) {
  bad <- function(...) abort_unreadable(file, "COCO or labelme", call = call, ...)
  text <- paste(read_text(file, "JSON", call), collapse = "\n")
  if (nesting(text) > 100) bad("its brackets are nested more than 100 levels deep")
  data <- run_reader(jsonlite::fromJSON(text, simplifyVector = FALSE), ".", bad)
  if (is.list(data) && is.list(data[["annotations"]]) && is.list(data[["images"]])) {
    read_coco(data, bad)
  } else if (is.list(data) && is.list(data[["shapes"]])) {
    read_labelme(data, id, bad)
  } else {
    hint <- if (is.list(data) && "features" %in% names(data)) {
      "It looks like GeoJSON: rename it to end in .geojson."
    } else {
      "Export COCO or labelme polygons, or masks as PNG."
    }
    bad("it has neither `annotations` and `images` (COCO) nor `shapes` (labelme)", hint = hint)
  }
}

# How deep brackets are nested outside strings.
nesting <- function(text) {
  code <- gsub("\"(?:[^\"\\\\]|\\\\.)*+\"", "", text, perl = TRUE)
  bytes <- charToRaw(code)
  step <- (bytes %in% charToRaw("[{")) - (bytes %in% charToRaw("]}"))
  max(0L, cumsum(step))
}

# The only value of a field, as text or as a number; NA where there is none.
json_text <- function(x) {
  if (is.atomic(x) && length(x) == 1) as.character(x) else NA_character_
}

json_number <- function(x) if (is.numeric(x) && length(x) == 1) as.numeric(x) else NA_real_

# m x 2 from a list of numbers x1, y1, x2, ..., or of pairs; NULL where it is none.
json_points <- function(x) {
  if (!is.list(x)) {
    return(NULL)
  }
  pairs <- length(x) > 0 && all(vapply(x, is.list, logical(1)))
  if (pairs && !all(lengths(x) == 2)) {
    return(NULL)
  }
  if (pairs) x <- unlist(x, recursive = FALSE)
  ok <- length(x) > 0 && length(x) %% 2 == 0 &&
    all(vapply(x, function(v) is.numeric(v) && length(v) == 1 && is.finite(v), logical(1)))
  if (ok) matrix(as.numeric(unlist(x)), ncol = 2, byrow = TRUE)
}

read_coco <- function(data, bad) {
  # One value of each entry of a list of records.
  entry <- function(records, field, as) {
    vapply(records, function(e) as(if (is.list(e)) e[[field]]), as(NULL))
  }
  images <- data[["images"]]
  image_id <- entry(images, "id", json_text)
  titles <- bare_name(entry(images, "file_name", json_text))
  heights <- entry(images, "height", json_number)
  categories <- if (is.list(data[["categories"]])) data[["categories"]] else list()
  class_id <- entry(categories, "id", json_text)
  classes <- entry(categories, "name", json_text)
  annotations <- data[["annotations"]]
  at <- match(entry(annotations, "image_id", json_text), image_id)
  class <- classes[match(entry(annotations, "category_id", json_text), class_id)]
  number <- entry(annotations, "id", json_text)
  parts <- lapply(seq_along(annotations), function(i) {
    record <- annotations[[i]]
    rings <- if (is.list(record)) record[["segmentation"]]
    if (!is.list(rings) || !is.null(names(rings)) || length(rings) == 0) {
      return(NULL)
    }
    rings <- lapply(rings, json_points)
    if (any(lengths(rings) == 0)) bad(sprintf("the polygon of annotation %d is damaged", i))
    rings
  })
  has <- lengths(parts) > 0
  area <- function(ring) abs(signed_area(ring))
  points <- Map(function(rings, height) {
    upright(rings[[which.max(vapply(rings, area, 0))]], if (is.na(height)) 0 else height)
  }, parts[has], heights[at][has])
  name <- titles[at][has]
  name[is.na(name)] <- image_id[at][has][is.na(name)]
  several <- is.na(name) | name %in% name[duplicated(name)]
  id <- ifelse(is.na(name), number[has], ifelse(several, paste0(name, "-", number[has]), name))
  drawn(unname(points), rep(TRUE, sum(has)), id, class[has],
        left = c("annotations without a polygon" = sum(!has),
                 "other parts of polygons" = sum(lengths(parts[has]) - 1L)))
}

bare_name <- function(path) sub("[.][^.]+$", "", basename(gsub("\\\\", "/", path)))

read_labelme <- function(data, id, bad) {
  height <- json_number(data[["imageHeight"]])
  name <- bare_name(json_text(data[["imagePath"]]))
  if (is.na(name) || name == "") name <- id
  read <- lapply(seq_along(data[["shapes"]]), function(i) {
    shape <- data[["shapes"]][[i]]
    if (!is.list(shape)) bad(sprintf("shape %d is damaged", i))
    type <- json_text(shape[["shape_type"]])
    if (is.na(type)) type <- "polygon"
    if (!type %in% c("polygon", "rectangle", "circle", "line", "linestrip")) {
      return(drawn(left = stats::setNames(1L, paste("shapes of type", type))))
    }
    points <- json_points(shape[["points"]])
    fixed <- type %in% c("rectangle", "circle")
    if (is.null(points) || fixed && nrow(points) != 2) bad(sprintf("shape %d is damaged", i))
    points <- switch(type,
      rectangle = rectangle_points(c(points[1, ], points[2, ] - points[1, ])),
      circle = circle_points(points),
      points
    )
    points <- upright(points, if (is.na(height)) 0 else height)
    closed <- !type %in% c("line", "linestrip")
    drawn(list(points), closed, as.character(i), json_text(shape[["label"]]))
  })
  field <- function(name) unlist(lapply(read, function(f) f[[name]]), recursive = FALSE)
  place <- field("id")
  id <- if (length(place) == 1) name else if (length(place) > 1) paste0(name, "-", place)
  drawn(field("points"), field("closed"), id, field("class"), field("left"))
}

# A circle from its centre and a point on it.
circle_points <- function(points) {
  radius <- sqrt(sum((points[2, ] - points[1, ])^2))
  ellipse_points(c(points[1, ] - radius, 2 * radius, 2 * radius))
}
