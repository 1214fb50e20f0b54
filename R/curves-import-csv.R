#' Curves from tables
#'
#' [as_shape_curves()] reads long tables, with one point per row: data frames and files of comma-,
#' semicolon- or tab-separated values (`.csv`, `.tsv`), compressed or not. Columns are found by
#' name, as in [shape_curves()]; the arguments name columns that are called something else.
#'
#' Fields are separated by commas, semicolons or tabs, whichever is most frequent in the header,
#' and numbers may have decimal commas. A file without a column of ids holds one curve, named after
#' the file. Ids are read as text: `007` stays `007`. Text is read as UTF-8, or as Latin-1 if it
#' is not valid UTF-8. Rows shorter than the header are filled with missing values, longer ones
#' are errors. Blank rows are skipped, and counted in a message. Rows that lack a coordinate are
#' an error, which names them all; rows are counted from the first after the header.
#'
#' @name curves-from-csv
#' @param x A data frame, or CSV files, see [as_shape_curves()].
#' @param closed `TRUE` if the curves are closed, `FALSE` if they are open.
#' @param id Name of the column that identifies the curves, or names of several that do so
#'   together: `c("plant", "leaf")` gives ids such as `3-a` and `3-b`. `NULL` takes `id`, or what
#'   looks like it.
#' @param point Name of the column that orders the points of a curve. `NULL` takes `point`
#'   if there is one, otherwise the order of the rows.
#' @param coordinates Names of the columns of the coordinates. `NULL` takes those that
#'   [shape_curves()] finds.
#' @param truth Name of the column with the known classes. `NULL` takes `truth`, or else
#'   `class`, if there is one. For files, the other forms of [as_shape_curves()] work too.
#' @param orient See [shape_curves()].
#' @param ... Must be empty.
#' @returns A set of curves, see [shape_curves()].
#' @examples
#' tracks <- data.frame(cell = rep(c("a", "b"), each = 3), X = c(0, 1, 2, 0, 1, 1), Y = 0:5)
#' as_shape_curves(tracks, closed = FALSE, id = "cell", coordinates = c("X", "Y"))
NULL

#' @rdname curves-from-csv
#' @export
as_shape_curves.data.frame <- function(x, closed, ..., id = NULL, point = NULL,
                                       coordinates = NULL, truth = NULL, orient = TRUE) {
  check_no_dots(..., kind = "a data frame")
  check_closed(closed)
  columns <- check_columns(id, point, coordinates, truth)
  x <- as.data.frame(x)
  blank <- is_blank(x)
  if (any(blank)) x <- x[!blank, , drop = FALSE]
  tell_blank_rows(sum(blank))
  x <- check_table(standard_columns(x, columns, "x"), "x", rlang::current_env())
  shape_curves(x, closed, orient = orient)
}

# A table whose rows are as shape_curves() wants them, so that errors name `what` and `call`.
check_table <- function(table, what, call) {
  if (nrow(table) > 0) check_rows(table, find_coordinates(table, call, what), what, call)
  table
}

curves_from_csv <- function(found, closed, ..., id = NULL, point = NULL, coordinates = NULL,
                            truth = NULL, orient = TRUE, call = caller_env()) {
  check_no_dots(..., kind = "CSV files", call = call)
  check_closed(closed, call = call)
  columns <- check_columns(id, point, coordinates, truth, call)
  blank <- 0
  tables <- lapply(seq_along(found$path), function(i) {
    what <- basename(found$path[i])
    table <- read_table(found$path[i], columns, call)
    blank <<- blank + attr(table, "blank")
    no_id <- is.null(id) && all(lengths(id_candidates(names(table))) == 0)
    if (no_id) table <- add_column(table, "id", rep(found$id[i], nrow(table)))
    check_table(standard_columns(table, columns, what, call), what, call)
  })
  tell_blank_rows(blank)
  shape_curves(bind_tables(tables, found, call), closed, orient = orient)
}

add_column <- function(table, name, values) {
  as_table(
    c(unclass(table)[seq_along(table)], list(values)), c(names(table), name),
    attr(table, "row.names")
  )
}

# Tables of several files as one, with the columns of the first.
bind_tables <- function(tables, found, call) {
  first <- names(tables[[1]])
  same <- vapply(tables, function(table) setequal(names(table), first), logical(1))
  if (!all(same)) {
    odd <- match(FALSE, same)
    must <- sprintf("have the same columns as `%s`", basename(found$path[1]))
    abort_input(basename(found$path[odd]), must, describe_columns(tables[[odd]]), call = call)
  }
  id <- lapply(tables, function(table) as.character(table$id))
  prefix <- prefix_ids(lapply(id, unique), found$id)
  rows <- vapply(tables, nrow, integer(1))
  columns <- lapply(tables, function(table) unclass(table)[match(first, names(table))])
  table <- do.call(Map, c(list(f = c), unname(columns)))
  table <- as_table(table, first)
  table$id <- paste0(rep(prefix, rows), unlist(id))
  if (!is.null(found$truth) && (found$wins || !any(c("truth", "class") %in% first))) {
    table$truth <- rep(found$truth, rows)
  }
  table
}

# A CSV file as a data frame: ids and classes as text, other columns by what they hold.
# Columns without name (of row numbers) are left out, and so are blank rows: their number is
# the attribute "blank", row names are the places in the file after the header.
read_table <- function(file, columns, call) {
  table <- read_csv_columns(file, read_text(file, "CSV", call), call)
  table <- table[names(table) != ""]
  if (length(table) == 0) abort_unreadable(file, "CSV", "it holds no table", call)
  blank <- is_blank(as_table(table))
  rows <- which(!blank)
  table <- lapply(table, function(v) v[rows])
  id <- columns$id %||% names(table)[unlist(id_candidates(names(table)))]
  truth <- columns$truth %||% c("truth", "class")
  as_is <- names(table) %in% id
  classes <- (names(table) %in% truth | column_words(names(table)) %in% truth) & !as_is
  other <- !as_is & !classes
  table[classes] <- lapply(table[classes], function(v) replace(v, v %in% c("", "NA"), NA))
  table[other] <- lapply(table[other], convert_column)
  structure(as_table(table, rows = rows), blank = sum(blank))
}

# Text as numbers where all of it is; with decimal commas where one has a comma.
convert_column <- function(v) {
  number <- "^[[:space:]]*[-+]?[0-9]*,?[0-9]+([eE][-+]?[0-9]+)?[[:space:]]*$"
  v[v %in% c("", "NA", "NaN", "#N/A")] <- NA
  comma <- any(grepl(",", v, fixed = TRUE)) && all(grepl(number, v[!is.na(v)]))
  utils::type.convert(trimws(v), na.strings = "NA", as.is = TRUE, dec = if (comma) "," else ".")
}

# A named list of columns of text. Rows may be shorter than the header, not longer, but for
# row names before it or a comma at the end of every row.
read_csv_columns <- function(file, lines, call) {
  fields <- "Every row needs as many fields as the header; put text with separators in quotes."
  bad <- function(got, hint = fields) abort_unreadable(file, "CSV", got, call, hint)
  filled <- which(trimws(lines) != "")
  if (length(filled) == 0) bad("it is empty", "Save the table again.")
  lines <- lines[min(filled):max(filled)]
  # Spreadsheets read the separator from such a line.
  said <- grepl("^\"?sep=.\"?$", lines[1])
  sep <- if (said) sub("^\"?sep=(.)\"?$", "\\1", lines[1]) else find_separator(lines[1])
  if (said) lines <- lines[-1]
  size <- with_lines(lines, utils::count.fields, bad, sep = sep, blank.lines.skip = FALSE)
  # NA: the row goes on, between quotes, in the next line.
  size <- pmax(size[!is.na(size)], 1L)
  text <- with_lines(
    lines, scan, bad,
    sep = sep, what = "", nmax = sum(size), na.strings = character(), quiet = TRUE,
    encoding = "UTF-8", blank.lines.skip = FALSE
  )
  if (length(size) == 0 || sum(size) != length(text)) bad("it holds no table")
  width <- size[1]
  header <- trimws(text[seq_len(width)])
  row <- rep(seq_along(size), size) - 1L
  column <- sequence(size)
  full <- size[-1] > 1
  if (any(full) && all(size[-1][full] == width + 1)) {
    ends <- all(text[column == width + 1] == "")
    header <- if (ends) c(header, "") else c("", header)
    width <- width + 1
  }
  long <- match(TRUE, size > width)
  if (!is.na(long)) {
    got <- sprintf("row %d has %d fields and the header %d", long - 1L, size[long], width)
    bad(got, if (sep == ",") "Decimal commas? Separate fields by `;`." else fields)
  }
  within <- row > 0
  table <- matrix("", length(size) - 1L, width)
  table[cbind(row, column)[within, , drop = FALSE]] <- text[within]
  columns <- lapply(seq_len(width), function(k) table[, k])
  names(columns) <- header
  columns
}

# What separates the fields of the header: the most frequent outside quotes.
find_separator <- function(header) {
  header <- gsub("\"[^\"]*\"", "", header)
  separators <- c(",", ";", "\t")
  count <- lengths(regmatches(header, gregexpr("[,;\t]", header)))
  if (count == 0) {
    return(",")
  }
  found <- regmatches(header, gregexpr("[,;\t]", header))[[1]]
  separators[which.max(tabulate(match(found, separators), 3))]
}

# `read` (count.fields or scan) of lines with quotes; what it warns of is an error.
with_lines <- function(lines, read, bad, ...) {
  connection <- textConnection(lines, encoding = "UTF-8")
  on.exit(close(connection))
  said <- function(e) bad(first_line(e))
  tryCatch(
    read(connection, quote = "\"", comment.char = "", ...),
    error = said, warning = said
  )
}
