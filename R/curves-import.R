#' Read curves from files, pictures and other packages
#'
#' Makes a set of curves from pictures, files and objects of other packages, so that
#' outlines, tracks and protein backbones need no preparation.
#'
#' | `x` | what becomes a curve | see |
#' |---|---|---|
#' | a matrix, a list of logical matrices | each object of a mask or labels | [curves-from-masks] |
#' | a PNG, JPEG or TIFF file | the same | [curves-from-masks] |
#' | an ImageJ `.roi` file, a `.zip` of them | a selection | [curves-from-roi] |
#' | a COCO or labelme JSON file | a polygon | [curves-from-json] |
#' | a tps file | an outline, a curve or the landmarks of a specimen | [curves-from-tps] |
#' | an `sf`, `sfc` or `sfg` object | a polygon or a line | [curves-from-sf] |
#' | a GeoJSON, GeoPackage or shapefile | the same | [curves-from-sf] |
#' | a GPX file | a track | [curves-from-gpx] |
#' | a Momocs `Out`, `Opn` or `Coo` object | an outline or an open curve | [curves-from-momocs] |
#' | a PDB or mmCIF file, a bio3d `pdb` object | the backbone of a protein | [curves-from-pdb] |
#' | a long data frame, a CSV or TSV file | the rows of one `id` | [curves-from-csv] |
#' | a list of matrices, a p x m x n array | a matrix, a slice | [shape_curves()] |
#' | a set of curves | itself | [shape_curves()] |
#'
#' [cluster_shapes()], [predict()][predict.shape_fit()], [elastic_cross()] and `c()` accept all of
#' these instead of curves.
#'
#' @section Files and folders:
#' `x` can be the path of a file, of several files of one kind, or of one folder, of which all
#' files of a known kind are read, in the order of their names. The extension tells the
#' kind: `csv`, `tsv`, `png`, `jpg`, `jpeg`, `tif`, `tiff`, `roi`, `zip`, `json`, `tps`,
#' `gpx`, `pdb`, `ent`, `cif`, `mmcif`, `geojson`, `gpkg`, `shp`; tables and proteins may be
#' compressed (`csv.gz`, `pdb.gz`). A curve is named after its file, without folder and extension.
#' Ids that files contain are kept, prefixed with the name of the file if two files share an id.
#'
#' A file that cannot be read gives an error of class `shapecrp_error_input` that names it: a file
#' that is empty, cut short, or not of the kind that its extension says.
#'
#' @section Classes of files:
#' `truth` gives the known classes of the curves in files:
#' * `"folder"`: the sub-folders of a folder are the classes, and all are read; for files, the
#'   folders that contain them.
#' * A named vector, or a table such as a spreadsheet with one row per file or curve: names,
#'   or the column that matches best, are those of files (with or without extension) or ids of
#'   curves. The classes are in the column `truth` or `class`, or in the only other column that is
#'   not numeric.
#' * The name of a column, for files that have columns.
#'
#' `truth` takes precedence over classes that files contain. Names without a class get `NA`, and a
#' message lists them.
#'
#' @param x What to read, see the table.
#' @param ... Arguments for the kind of `x`, described on the page that the table names. An
#'   argument that the kind does not have is an error.
#' @param closed,id,truth,orient See [shape_curves()] and, for the truth of files, "Classes of
#'   files". Masks, polygons, lines and proteins do not need `closed`; outlines traced in
#'   masks always run counter-clockwise and do not need `orient`.
#' @param pattern For a folder: a regular expression; only files whose names match it are
#'   read.
#' @param recursive For a folder: `TRUE` also reads its sub-folders. Those directly in it
#'   give the truth of the curves in them, unless the files contain one.
#'
#' @returns A set of curves, see [shape_curves()]. One message says what was left out or looks
#'   odd.
#' @seealso [write_curves()] and [st_as_sf.shape_curves()] to write curves.
#' @examples
#' mask <- outer(1:40, 1:60, function(i, j) (i - 20)^2 + (j - 15)^2 < 100) |
#'   outer(1:40, 1:60, function(i, j) abs(i - 20) + abs(j - 43) < 14)
#' shapes <- as_shape_curves(mask)
#' shapes
#'
#' file <- tempfile(fileext = ".csv")
#' write_curves(shapes, file)
#' as_shape_curves(file, closed = TRUE)
#' as_shape_curves(file, closed = TRUE, truth = c("1" = "round", "2" = "square"))$truth
#' @order 1
#' @export
as_shape_curves <- function(x, ...) {
  check_given(x, "x", readable_as_curves)
  UseMethod("as_shape_curves")
}

#' @export
as_shape_curves.default <- function(x, ...) {
  abort_input("x", readable_as_curves, describe(x), hint = remedy_for("curves", x))
}

readable_as_curves <- paste(
  "be curves, a mask, a file, a folder, or an object of sf, Momocs or bio3d",
  "(see `?as_shape_curves`)"
)

#' @export
as_shape_curves.shape_curves <- function(x, ...) {
  check_no_dots(..., kind = "a set of curves")
  check_curves(x)
}

#' @rdname as_shape_curves
#' @export
as_shape_curves.list <- function(x, closed, id = NULL, truth = NULL, orient = TRUE, ...) {
  if (is_list_of_masks(x) && missing(closed)) {
    places <- as.character(seq_along(x))
    names <- check_ids(if (is.null(id)) names(x) %||% places else read_id(id), length(x))
    label <- sprintf("x[[%s]]", places)
    truth <- check_truth(as_classes(truth), length(x))
    if (!missing(orient)) check_no_dots(orient = orient, kind = "masks")
    return(curves_of_masks(x, matrix_picture, label, names, truth, mask_settings(...)))
  }
  check_no_dots(..., kind = "a list")
  shape_curves(x, check_closed(closed), id, truth, orient)
}

#' @rdname as_shape_curves
#' @export
as_shape_curves.array <- function(x, closed, id = NULL, truth = NULL, orient = TRUE, ...) {
  check_no_dots(..., kind = "an array")
  shape_curves(x, check_closed(closed), id, truth, orient)
}

# "a" for one curve, else "a-1", "a-2", ...; numbers alone where there is no name.
number_parts <- function(name, n) {
  if (n == 1 && !is.null(name)) name else name_parts(name, seq_len(n))
}

name_parts <- function(name, part) {
  sprintf("%s%d", if (is.null(name)) "" else paste0(name, "-"), part)
}
