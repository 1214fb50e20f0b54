#' Curves from simple features
#'
#' [as_shape_curves()] reads the polygons and lines of package sf, and the files that sf
#' reads: GeoJSON, GeoPackage, shapefiles. Each feature becomes one curve.
#'
#' * Polygons give closed curves: their exterior rings, reversed if they run clockwise.
#'   Holes are ignored, and counted in a message.
#' * Lines give open curves.
#' * Of several parts (`MULTIPOLYGON`, `MULTILINESTRING`), the one with the largest area or
#'   length is taken, and a message counts the parts left out; `parts = "all"` makes every
#'   part a curve, `name-1`, `name-2`, ...
#' * Features without points are left out, and counted. Points, collections, and
#'   polygons mixed with lines are errors.
#'
#' Coordinates are used as they are: if they are degrees of longitude
#' and latitude, a message says so, and `sf::st_transform()` converts them to metres.
#'
#' @name curves-from-sf
#' @param x An `sf`, `sfc` or `sfg` object, or files, see [as_shape_curves()]. Files need
#'   package sf.
#' @param parts Take the `"largest"` part of each feature, or `"all"` parts.
#' @param z `TRUE` keeps the third coordinate, for curves in space.
#' @param id For `sf` objects and files, name of the column with the names of the curves.
#'   `NULL` takes `id`, or else `name`, if its values are unique, or else the row names.
#' @param truth For `sf` objects and files, name of the column with the known classes.
#'   `NULL` takes `truth`, or else `class`, if there is one.
#' @param orient See [shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examplesIf requireNamespace("sf", quietly = TRUE)
#' ring <- rbind(c(0, 0), c(2, 0), c(1, 1), c(0, 0))
#' field <- sf::st_sf(id = "field", geometry = sf::st_sfc(sf::st_polygon(list(ring))))
#' as_shape_curves(field)
NULL

#' @rdname curves-from-sf
#' @export
as_shape_curves.sf <- function(x, ..., parts = c("largest", "all"), z = FALSE, id = NULL,
                               truth = NULL, orient = TRUE) {
  check_no_dots(..., kind = "sf objects")
  columns <- sf_columns(x, id, truth)
  curves_of_features(list(columns$geometry), columns$id, columns$truth, parts, z, orient)
}

#' @rdname curves-from-sf
#' @export
as_shape_curves.sfc <- function(x, ..., parts = c("largest", "all"), z = FALSE, orient = TRUE) {
  check_no_dots(..., kind = "sf objects")
  curves_of_features(list(x), names(x) %||% as.character(seq_along(x)), NULL, parts, z, orient)
}

#' @rdname curves-from-sf
#' @export
as_shape_curves.sfg <- function(x, ..., parts = c("largest", "all"), z = FALSE, orient = TRUE) {
  check_no_dots(..., kind = "sf objects")
  curves_of_features(list(list(x)), "1", NULL, parts, z, orient)
}

curves_from_vector <- function(found, ..., parts = c("largest", "all"), z = FALSE, id = NULL,
                               truth = NULL, orient = TRUE, call = caller_env()) {
  check_no_dots(..., kind = "feature files", call = call)
  check_installed_for("sf", "read GeoJSON, GeoPackage and shapefiles", call)
  read <- lapply(found$path, function(file) {
    features <- run_reader(
      sf::st_read(file, quiet = TRUE, stringsAsFactors = FALSE),
      fatal = "^GDAL Error",
      fail = function(got) {
        abort_input(basename(file), "be a file that sf can read", got, call = call)
      }
    )
    if (!inherits(features, "sf")) {
      abort_input(basename(file), "hold polygons or lines", "it has no geometry", call = call)
    }
    sf_columns(features, id, truth, call)
  })
  id <- lapply(read, function(f) f$id)
  id <- Map(paste0, prefix_ids(id, found$id), id)
  truths <- Map(
    function(f, file) {
      as.character((if (!found$wins) f$truth) %||% rep(as.character(file), length(f$id)))
    },
    read, found$truth %||% NA
  )
  truth <- unlist(truths)
  curves_of_features(
    lapply(read, function(f) f$geometry), unlist(id, use.names = FALSE),
    if (!all(is.na(truth))) truth, parts, z, orient, call
  )
}

# list(geometry, id, truth) of the rows.
sf_columns <- function(x, id, truth, call = caller_env()) {
  x <- unclass(x)
  geometry <- attr(x, "sf_column")
  if (!is.list(x)) {
    abort_input("x", "be a data frame with a geometry column", describe(x), call = call)
  }
  if (!is.character(geometry) || length(geometry) != 1 || !geometry %in% names(x)) {
    must <- "name its geometry column"
    abort_input("attr(x, \"sf_column\")", must, describe(geometry), call = call)
  }
  column <- function(name, arg, candidates, usable) {
    if (is.null(name)) {
      name <- Find(function(k) k %in% names(x) && usable(x[[k]]), candidates)
    } else if (!is.character(name) || length(name) != 1 || !name %in% names(x)) {
      must <- sprintf("be NULL or a column of `x` (%s)", paste(names(x), collapse = ", "))
      abort_input(arg, must, describe(name), call = call)
    } else if (!is.atomic(x[[name]])) {
      got <- sprintf("`x$%s` is %s", name, type_friendly(x[[name]]))
      abort_input(arg, "be a column with one value per feature", got, call = call)
    }
    if (!is.null(name)) x[[name]]
  }
  names <- column(
    id, "id", c("id", "name"), function(v) is.atomic(v) && !anyNA(v) && anyDuplicated(v) == 0
  )
  list(
    geometry = x[[geometry]],
    id = as.character(names %||% attr(x, "row.names")),
    truth = column(truth, "truth", c("truth", "class"), is.atomic)
  )
}

# columns: lists of sfg objects, one per file; id: the names of all; truth: NULL or one value
# each.
curves_of_features <- function(columns, id, truth, parts, z, orient, call = caller_env()) {
  parts <- check_choice(parts, c("largest", "all"), call = call)
  check_flag(z, call = call)
  degrees <- any(vapply(columns, is_in_degrees, logical(1)))
  geometry <- unlist(lapply(columns, function(g) lapply(seq_along(g), function(i) g[[i]])), FALSE)
  closed <- closed_features(geometry, call)
  check_ids(id, length(geometry), call = call)
  truth <- check_truth(as_classes(truth), length(geometry), each = "feature", call = call)
  read <- lapply(seq_along(geometry), function(i) read_feature(geometry[[i]], i, z, call))
  rings <- lapply(read, function(f) f$rings)
  holes <- sum(vapply(read, function(f) f$holes, integer(1)))
  empty <- lengths(rings) == 0
  if (all(empty)) abort_input("x", "hold a feature with points", "all are empty", call = call)
  left <- 0
  if (parts == "largest") {
    left <- sum(lengths(rings)[!empty] - 1)
    rings <- lapply(rings, function(r) r[which.max(vapply(r, extent_of, 0, closed = closed))])
  }
  inform_features(length(geometry), sum(empty), left, holes, degrees)
  size <- lengths(rings)
  points <- unlist(rings, recursive = FALSE)
  if (closed) points <- lapply(points, function(m) m[-nrow(m), , drop = FALSE])
  id <- unlist(Map(number_parts, id[!empty], size[!empty]))
  shape_curves(points, closed, unname(id), if (!is.null(truth)) rep(truth, size), orient)
}

closed_features <- function(geometry, call) {
  type <- vapply(geometry, function(g) {
    if (inherits(g, "sfg")) class(g)[2] else class(g)[1]
  }, character(1))
  areal <- type %in% c("POLYGON", "MULTIPOLYGON")
  known <- areal | type %in% c("LINESTRING", "MULTILINESTRING")
  must <- "hold polygons or lines"
  if (length(type) == 0) abort_input("x", must, "it is empty", call = call)
  if (!all(known)) {
    got <- sprintf("feature %d is a %s", match(FALSE, known), type[!known][1])
    abort_input("x", must, got, call = call)
  }
  if (any(areal) && !all(areal)) {
    odd <- match(!areal[1], areal)
    got <- sprintf("feature %d is a %s and feature 1 a %s", odd, type[odd], type[1])
    abort_input("x", "hold polygons or lines, not both", got, call = call)
  }
  areal[1]
}

# list(rings, holes) of feature i: exterior rings or lines that have points, and the number
# of holes.
read_feature <- function(g, i, z, call) {
  kind <- class(g)
  p <- if (z && grepl("Z", kind[1])) 3L else 2L
  g <- unclass(g)
  # A list of parts, each a list of rings, the exterior ring first.
  parts <- switch(kind[2],
    LINESTRING = list(list(g)), MULTILINESTRING = lapply(g, list),
    POLYGON = list(g), MULTIPOLYGON = g
  )
  refuse <- function(got) {
    got <- sprintf("a part of feature %d is %s", i, got)
    must <- sprintf("hold matrices of points with at least %d columns", p)
    abort_input("x", must, got, call = call)
  }
  if (!is.list(parts)) refuse(type_friendly(parts))
  for (part in parts) if (!is.list(part)) refuse(type_friendly(part))
  parts <- parts[lengths(parts) > 0]
  rings <- lapply(parts, function(part) part[[1]])
  rings <- rings[vapply(rings, NROW, integer(1)) > 0]
  for (ring in rings) {
    if (!is.matrix(ring) || !is.numeric(ring)) refuse(type_friendly(ring))
    if (ncol(ring) < p) refuse(sprintf("a matrix with %d", ncol(ring)))
  }
  list(
    rings = lapply(rings, function(m) unname(m[, seq_len(p), drop = FALSE])),
    holes = as.integer(sum(lengths(parts) - 1L))
  )
}

# Area or length; infinite where a coordinate is, so that the part is taken, and refused.
extent_of <- function(points, closed) {
  extent <- if (closed) abs(signed_area(points)) else sum(step_lengths(points, FALSE))
  if (is.na(extent)) Inf else extent
}

# Whether the coordinate system is known to be geographic.
is_in_degrees <- function(geometry) {
  crs <- attr(geometry, "crs")
  wkt <- if (is.list(crs)) crs$wkt
  is.character(wkt) && any(grepl("^GEOG", wkt))
}

inform_features <- function(n, empty, left, holes, degrees) {
  bullets <- c(
    if (empty > 0) "{empty} empty feature{?s} skipped.",
    if (left > 0) "{left} part{?s} skipped: only the largest per feature is kept ({.arg parts}).",
    if (holes > 0) "{holes} hole{?s} ignored.",
    if (degrees) {
      "Coordinates are degrees, which distort shapes; {.fn sf::st_transform} converts to metres."
    }
  )
  if (length(bullets) > 0) {
    names(bullets) <- rep("*", length(bullets))
    inform_shapecrp(
      c("Read {n} feature{?s}.", bullets),
      class = "features",
      counts = c(empty = empty, parts = left, holes = holes), degrees = degrees
    )
  }
}
