#' Curves from tables
#'
#' [as_shape_curves()] reads long tables, with one row a point: data frames and CSV files,
#' compressed or not. Columns are found by name, as [shape_curves()] does; the arguments
#' name those that are called otherwise.
#'
#' A CSV file without a column of ids holds one curve, named after the file. Ids are
#' read as text: `007` stays `007`. Text is read as UTF-8, as Latin-1 where it is not. Rows
#' that are shorter than the header are filled up with missing values, longer ones are errors.
#'
#' @name curves-from-csv
#' @param x A data frame, or CSV files, see [as_shape_curves()].
#' @param closed `TRUE` if the curves are closed, `FALSE` if they are open.
#' @param id Name of the column that tells curves apart. `NULL` takes `id`.
#' @param point Name of the column that orders the points of a curve. `NULL` takes `point`
#'   if there is one, else the order of the rows.
#' @param coordinates Names of the columns of the coordinates. `NULL` takes those that
#'   [shape_curves()] finds.
#' @param truth Name of the column with the known classes. `NULL` takes `truth`, else
#'   `class`, if there is one.
#' @param orient See [shape_curves()].
#' @param ... Not used.
#' @returns A set of curves, see [shape_curves()].
#' @examples
#' tracks <- data.frame(cell = rep(c("a", "b"), each = 3), X = c(0, 1, 2, 0, 1, 1), Y = 0:5)
#' as_shape_curves(tracks, closed = FALSE, id = "cell", coordinates = c("X", "Y"))
NULL

#' @rdname curves-from-csv
#' @export
as_shape_curves.data.frame <- function(x, closed, ..., id = NULL, point = NULL,
                                       coordinates = NULL, truth = NULL, orient = TRUE) {
  check_unused(..., kind = "a data frame")
  check_closed(closed)
  columns <- check_columns(id, point, coordinates, truth)
  shape_curves(standard_columns(as.data.frame(x), columns, "x"), closed, orient = orient)
}

curves_from_csv <- function(found, closed, ..., id = NULL, point = NULL, coordinates = NULL,
                            truth = NULL, orient = TRUE, call = caller_env()) {
  check_unused(..., kind = "CSV files", call = call)
  check_closed(closed, call = call)
  columns <- check_columns(id, point, coordinates, truth, call)
  tables <- lapply(seq_along(found$path), function(i) {
    what <- basename(found$path[i])
    table <- read_table(found$path[i], what, columns, call)
    if (is.null(id) && !"id" %in% names(table)) table$id <- rep(found$id[i], nrow(table))
    standard_columns(table, columns, what, call)
  })
  shape_curves(bind_tables(tables, found, call), closed, orient = orient)
}

# Tables of several files as one, with the columns of the first.
bind_tables <- function(tables, found, call) {
  first <- names(tables[[1]])
  same <- vapply(tables, function(table) setequal(names(table), first), logical(1))
  if (!all(same)) {
    odd <- match(FALSE, same)
    must <- sprintf("have the columns of `%s`", basename(found$path[1]))
    abort_input(basename(found$path[odd]), must, describe_columns(tables[[odd]]), call = call)
  }
  id <- lapply(tables, function(table) as.character(table$id))
  prefix <- prefix_ids(lapply(id, unique), found$id)
  rows <- vapply(tables, nrow, integer(1))
  columns <- lapply(tables, function(table) unclass(table)[match(first, names(table))])
  table <- do.call(Map, c(list(f = c), unname(columns)))
  table <- as_table(table, first)
  table$id <- paste0(rep(prefix, rows), unlist(id))
  if (!is.null(found$truth) && !any(c("truth", "class") %in% first)) {
    table$truth <- rep(found$truth, rows)
  }
  table
}

# A list of columns as a data frame. data.frame() and its assignments take a time that grows
# with the square of the number of columns.
as_table <- function(columns, names = base::names(columns)) {
  rows <- if (length(columns) > 0) length(columns[[1]]) else 0L
  structure(
    columns,
    names = names, row.names = .set_row_names(rows), class = "data.frame"
  )
}

# The arguments that name columns: strings, or NULL.
check_columns <- function(id, point, coordinates, truth, call = caller_env()) {
  check <- function(x, arg, several = FALSE) {
    ok <- is.character(x) && !anyNA(x) && anyDuplicated(x) == 0 &&
      (if (several) length(x) > 1 else length(x) == 1)
    if (!is.null(x) && !ok) {
      must <- if (several) "the names of two or more columns" else "the name of a column"
      abort_input(arg, paste("be NULL or", must), describe(x), call = call)
    }
    x
  }
  list(
    id = check(id, "id"), point = check(point, "point"), truth = check(truth, "truth"),
    coordinates = check(coordinates, "coordinates", several = TRUE)
  )
}

# The table with its columns called as shape_curves() knows them.
standard_columns <- function(x, columns, what, call = caller_env()) {
  absent <- setdiff(c(columns$id %||% "id", unlist(columns)), names(x))
  if (length(absent) > 0) {
    must <- sprintf("have a column `%s`", absent[1])
    abort_input(what, must, describe_columns(x), call = call)
  }
  p <- length(columns$coordinates)
  renamed <- c(
    id = columns$id %||% "id", point = columns$point, truth = columns$truth,
    stats::setNames(columns$coordinates, if (p > 0) coordinate_names(p))
  )
  taken <- c(names(renamed), if (!is.null(columns$truth)) "class")
  if (p > 0) taken <- c(taken, setdiff(names(x), c("point", "truth", "class")))
  rest <- setdiff(names(x), c(renamed, taken))
  as_table(
    unclass(x)[match(c(renamed, rest), names(x))],
    names = c(names(renamed), rest)
  )
}

# A CSV file as a data frame: ids and classes as text, other columns by what they hold.
# Columns without name (of row numbers) are left out.
read_table <- function(file, what, columns, call) {
  table <- read_csv_columns(file, read_text(file, "CSV", call), call)
  table <- table[names(table) != ""]
  id <- columns$id %||% "id"
  truth <- columns$truth %||% c("truth", "class")
  as_is <- names(table) == id
  classes <- names(table) %in% truth & !as_is
  other <- !as_is & !classes
  table[classes] <- lapply(table[classes], function(v) replace(v, v %in% c("", "NA"), NA))
  table[other] <- lapply(
    table[other], utils::type.convert,
    na.strings = c("NA", ""), as.is = TRUE
  )
  as_table(table)
}

# A named list of columns of text. Rows may be shorter than the header, not longer, but for
# row names before it or a comma at the end of every row.
read_csv_columns <- function(file, lines, call) {
  bad <- function(got) abort_unreadable(file, "CSV", got, call)
  size <- with_lines(lines, utils::count.fields, bad)
  # NA: the row goes on, between quotes, in the next line.
  size <- size[!is.na(size)]
  fields <- with_lines(
    lines, scan, bad,
    what = "", nmax = sum(size), na.strings = character(), quiet = TRUE, encoding = "UTF-8"
  )
  if (length(size) == 0 || sum(size) != length(fields)) bad("it holds no table")
  width <- size[1]
  header <- fields[seq_len(width)]
  row <- rep(seq_along(size), size) - 1L
  column <- sequence(size)
  if (length(size) > 1 && all(size[-1] == width + 1)) {
    ends <- all(fields[column == width + 1] == "")
    header <- if (ends) c(header, "") else c("", header)
    width <- width + 1
  }
  long <- match(TRUE, size > width)
  if (!is.na(long)) {
    bad(sprintf("row %d has %d fields, the header has %d", long - 1L, size[long], width))
  }
  within <- row > 0
  table <- matrix("", length(size) - 1L, width)
  table[cbind(row, column)[within, , drop = FALSE]] <- fields[within]
  columns <- lapply(seq_len(width), function(k) table[, k])
  names(columns) <- header
  columns
}

# `read` (count.fields or scan) of lines with commas and quotes; what it warns of is an
# error.
with_lines <- function(lines, read, bad, ...) {
  connection <- textConnection(lines, encoding = "UTF-8")
  on.exit(close(connection))
  said <- function(e) bad(first_line(e))
  tryCatch(
    read(connection, sep = ",", quote = "\"", comment.char = "", ...),
    error = said, warning = said
  )
}
