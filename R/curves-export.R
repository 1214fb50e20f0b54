#' Write curves to a CSV file
#'
#' Writes one row per point, with columns `id`, `truth` (if there is one), `point` and the
#' coordinates, as `as.data.frame()` returns them. Numbers are written with as many digits as
#' they need: [as_shape_curves()] reads back exactly the same curves.
#'
#' The file does not record whether curves are closed, and classes come back in alphabetical
#' order.
#'
#' The file is written under a temporary name and then renamed: a failure (no space, no
#' permission) is an error of class `shapecrp_error_file` that leaves an existing file unchanged
#' and no incomplete new one.
#'
#' @section Spreadsheets:
#' Spreadsheet programs treat a field that begins with `=`, `+`, `-` or `@` as a formula and run
#' it, even if it is quoted. If ids or classes come from somebody else and the file is
#' to be opened in such a program, use `spreadsheet_safe = TRUE`: values that begin with one of
#' these, or with a tab, a line break or an apostrophe, get a leading apostrophe, and a message
#' says how many. [as_shape_curves()] reads them back with the apostrophe;
#' `sub("^'", "", id)` removes it. Coordinates are numbers and need no protection.
#'
#' @param curves A set of curves, see [shape_curves()].
#' @param file Path of the file to write; compressed if it ends in `.gz`.
#' @param spreadsheet_safe `TRUE` prevents spreadsheet programs from running ids and classes as
#'   formulas, see below. `FALSE` writes them as they are.
#' @returns `file`, invisibly.
#' @seealso [st_as_sf.shape_curves()] for the formats of geographic information systems.
#' @examples
#' shapes <- simulate_shapes(n = 4, classes = 2, seed = 1)
#' file <- tempfile(fileext = ".csv.gz")
#' write_curves(shapes, file)
#' identical(as_shape_curves(file, closed = TRUE)$points, shapes$points)
#' @export
write_curves <- function(curves, file, spreadsheet_safe = FALSE) {
  check_given(curves, "curves", "be a set of curves made by shape_curves()")
  check_given(file, "file", "be a path that ends in .csv or .csv.gz")
  if (!is_shape_curves(curves)) {
    abort_input("curves", "be a set of curves made by shape_curves()", describe(curves),
                hint = remedy_for("curves", curves))
  }
  check_curves(curves)
  if (!is.character(file) || length(file) != 1 || is.na(file) || !grepl("[.]csv([.]gz)?$", file)) {
    abort_input("file", "be a path that ends in .csv or .csv.gz", describe(file))
  }
  if (!dir.exists(dirname(file))) {
    got <- paste(quote_string(dirname(file)), "does not")
    abort_input("file", "be in a folder that exists", got)
  }
  if (check_flag(spreadsheet_safe)) curves <- disarm_formulas(curves)
  table <- as.data.frame(curves)
  coordinates <- coordinate_names(curve_dimension(curves))
  table[coordinates] <- lapply(table[coordinates], format_exactly)
  for (column in intersect(c("id", "truth"), names(table))) {
    table[[column]] <- quote_field(table[[column]])
  }
  lines <- c(paste(names(table), collapse = ","), do.call(paste, c(table, sep = ",")))
  bytes <- bytes_of_lines(lines)
  write_atomically(file, function(part) write_bytes(bytes, part, compress = grepl("gz$", file)))
}

# Ids and classes that a spreadsheet program would run, with an apostrophe in front.
disarm_formulas <- function(curves) {
  ids <- sum(runs_as_formula(curves$id))
  classes <- sum(runs_as_formula(levels(curves$truth)))
  curves$id <- disarm_formula(curves$id)
  if (!is.null(curves$truth)) levels(curves$truth) <- disarm_formula(levels(curves$truth))
  if (ids + classes > 0) {
    inform_shapecrp(
      "Put an apostrophe before {ids} id{?s} and {classes} class{?es} that a spreadsheet
       program could run as a formula.",
      class = "spreadsheet", ids = ids, classes = classes
    )
  }
  curves
}

# Text that begins with an apostrophe counts, too, lest two become the same.
runs_as_formula <- function(x) grepl("^[=+@\t\r\n'-]", x)
disarm_formula <- function(x) ifelse(runs_as_formula(x), paste0("'", x), x)

# Text between quotes, in UTF-8 whatever the locale; nothing for NA.
quote_field <- function(x) {
  x <- enc2utf8(as.character(x))
  ifelse(is.na(x), "", paste0("\"", gsub("\"", "\"\"", x, fixed = TRUE), "\""))
}

# Numbers as the shortest text that reads back as the same number; in base 16 where no
# decimal number of 17 digits does.
format_exactly <- function(x) {
  text <- sprintf("%.15g", x)
  for (format in c("%.16g", "%.17g", "%a")) {
    other <- as.numeric(text) != x
    text[other] <- sprintf(format, x[other])
  }
  text
}

#' Convert curves to simple features
#'
#' A method for `sf::st_as_sf()`: closed curves become polygons, open curves become lines.
#' With it, `sf::st_write()` writes curves to GeoJSON, GeoPackage and shapefiles, and
#' [as_shape_curves()] reads them back.
#'
#' @param x A set of curves in two or three dimensions, see [shape_curves()].
#' @param ... Passed to `sf::st_sf()`, such as `crs`.
#' @returns An `sf` data frame with columns `id`, `truth` (if there is one) and `geometry`.
#' @examplesIf requireNamespace("sf", quietly = TRUE)
#' sf::st_as_sf(simulate_shapes(n = 4, classes = 2, seed = 1))
#' @exportS3Method sf::st_as_sf
st_as_sf.shape_curves <- function(x, ...) {
  check_curves(x)
  check_installed_for("sf", "make simple features")
  p <- curve_dimension(x)
  if (p > 3) abort_input("x", "hold curves in 2-D or 3-D", sprintf("not in %d-D", p))
  geometry <- lapply(x$points, function(m) {
    if (x$closed) sf::st_polygon(list(rbind(m, m[1, ]))) else sf::st_linestring(m)
  })
  columns <- list(id = x$id)
  columns$truth <- x$truth
  sf::st_sf(as.data.frame(columns), geometry = sf::st_sfc(geometry), ...)
}
