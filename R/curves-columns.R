# Columns of long tables: which hold ids, coordinates, the order of points and classes.

# The words of a name: "Leaf ID" and "leaf_id" are "leaf id", "X (px)" is "x".
column_words <- function(names) {
  names <- gsub("[(\\[][^])]*[])]", " ", names)
  names <- gsub("([a-z])([A-Z])", "\\1 \\2", names)
  trimws(gsub("[^a-z0-9]+", " ", tolower(names)))
}

# Words of positions and units beside the name of an axis, and names of things that have no
# curve for their id.
beside_axis <- "\\b(pos|position|coords?|coordinates?|px|pixels?|um|mm|cm|microns?)\\b"
ids_of_points <- "^(point|vertex|row|frame|index|spot) id$"

# Columns by their role, in the order in which they are preferred: a list of the places of
# candidates.
id_candidates <- function(names) {
  words <- column_words(names)
  list(
    which(names == "id"), which(words == "id"),
    which(grepl(" id$", words) & !grepl(ids_of_points, words)),
    which(words %in% c("curve", "shape", "outline", "contour", "track", "specimen"))
  )
}

axis_candidates <- function(names, axis) {
  words <- column_words(names)
  bare <- trimws(gsub(" +", "", gsub(beside_axis, "", words)))
  degrees <- switch(axis, x = c("longitude", "lon", "lng"), y = c("latitude", "lat"))
  list(which(names == axis), which(words == axis), which(bare == axis), which(words %in% degrees))
}

# `columns` (see check_columns()) with names for what the user did not name and the table calls
# otherwise: NULL for what has its usual name, or is not there.
guess_columns <- function(names, columns, what, call = caller_env()) {
  best <- function(candidates) Find(function(at) length(at) > 0, candidates)
  pick <- function(candidates, role, argument) {
    at <- best(candidates)
    if (length(at) > 1 && anyDuplicated(names[at]) == 0) {
      must <- sprintf("have a single column for `%s`", role)
      got <- paste("not", list_words(paste0("`", names[at], "`")))
      hint <- sprintf("Name the columns to use with `%s`.", argument)
      abort_input(what, must, got, hint = hint, call = call)
    }
    if (length(at) > 0 && names[at[1]] != role) names[at[1]]
  }
  found <- columns
  if (is.null(columns$id)) found$id <- pick(id_candidates(names), "id", "id")
  words <- column_words(names)
  for (role in c("point", "truth")) {
    usual <- if (role == "truth") c("truth", "class") else "point"
    if (is.null(columns[[role]]) && !any(usual %in% names)) {
      at <- which(words %in% usual)
      if (length(at) == 1) found[[role]] <- names[at]
    }
  }
  usual <- all(c("x", "y") %in% names) || all(c("x1", "x2") %in% names)
  if (is.null(columns$coordinates) && !usual) {
    found$coordinates <- guess_coordinates(names, pick)
  }
  tell_columns(found, columns)
  found
}

# Names of two or more columns for x and y, then z, or for x1, x2, ...; NULL without these.
guess_coordinates <- function(names, pick) {
  series <- function(axes) {
    taken <- character()
    for (axis in axes) {
      name <- pick(axis_candidates(names, axis), axis, "coordinates")
      if (is.null(name) && axis %in% names) name <- axis
      if (is.null(name)) break
      taken <- c(taken, name)
    }
    if (length(taken) > 1) taken
  }
  series(c("x", "y", "z")) %||% series(paste0("x", seq_along(names)))
}

# What was taken for what, but for names that differ by their case only.
tell_columns <- function(found, given) {
  taken <- c(
    id = if (is.null(given$id)) found$id,
    point = if (is.null(given$point)) found$point,
    if (is.null(given$coordinates) && !is.null(found$coordinates)) {
      stats::setNames(found$coordinates, coordinate_names(length(found$coordinates)))
    }
  )
  taken <- taken[tolower(taken) != names(taken)]
  if (length(taken) > 0) {
    roles <- sprintf("`%s` as %s", taken, names(taken))
    inform_shapecrp(
      c(i = "Using column{?s} {roles}."),
      class = "columns", columns = taken
    )
  }
}

# The arguments that name columns: strings, or NULL. Several columns can make up the id.
check_columns <- function(id, point, coordinates, truth, call = caller_env()) {
  check <- function(x, arg, least = 1, most = 1) {
    ok <- is.character(x) && !anyNA(x) && anyDuplicated(x) == 0 &&
      length(x) >= least && length(x) <= most
    if (!is.null(x) && !ok) {
      must <- if (least > 1) {
        "the names of two or more columns"
      } else if (most > 1) {
        "the names of columns"
      } else {
        "the name of a column"
      }
      abort_input(arg, paste("be NULL or", must), describe(x), call = call)
    }
    x
  }
  list(
    id = check(id, "id", most = Inf), point = check(point, "point"),
    truth = check(truth, "truth"),
    coordinates = check(coordinates, "coordinates", least = 2, most = Inf)
  )
}

# The table with its columns called as shape_curves() knows them.
standard_columns <- function(x, columns, what, call = caller_env()) {
  columns <- guess_columns(names(x), columns, what, call)
  if (length(unlist(columns)) == 0 && "id" %in% names(x)) {
    return(x)
  }
  absent <- setdiff(c(columns$id %||% "id", unlist(columns)), names(x))
  if (length(absent) > 0) {
    must <- sprintf("have a column `%s`", absent[1])
    hint <- if (absent[1] == "id") "Name the column that identifies curves: `id = \"...\"`."
    abort_input(what, must, describe_columns(x), hint = hint, call = call)
  }
  if (length(columns$id) > 1) {
    x <- join_ids(x, columns$id)
    columns$id <- NULL
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
    names = c(names(renamed), rest), rows = attr(x, "row.names")
  )
}

# One column `id` of the values of several, "3-left"; NA where one is.
join_ids <- function(x, names) {
  values <- lapply(unclass(x)[match(names, names(x))], as.character)
  id <- do.call(paste, c(unname(values), sep = "-"))
  id[Reduce(`|`, lapply(values, function(v) is.na(v) | v == ""))] <- NA
  rest <- setdiff(names(x), c(names, "id"))
  as_table(
    c(list(id), unclass(x)[match(rest, names(x))]),
    names = c("id", rest), rows = attr(x, "row.names")
  )
}

# A list of columns as a data frame. data.frame() and its assignments take a time that grows
# with the square of the number of columns.
as_table <- function(columns, names = base::names(columns), rows = NULL) {
  count <- if (length(columns) > 0) length(columns[[1]]) else 0L
  rows <- rows %||% .set_row_names(count)
  structure(columns, names = names, row.names = rows, class = "data.frame")
}

# Rows without a value in any of the columns, as spreadsheets leave them.
is_blank <- function(x) {
  plain <- Filter(function(v) is_plain_column(v, nrow(x)), as.list(x))
  blank <- lapply(plain, function(v) is.na(v) | trimws(as.character(v)) == "")
  length(plain) > 0 & Reduce(`&`, blank, rep(TRUE, nrow(x)))
}

tell_blank_rows <- function(n) {
  if (n > 0) {
    inform_shapecrp(c(i = "Skipped {n} blank row{?s}."), class = "blank", rows = n)
  }
}

# Coordinates are numbers in every row, and every row has its curve: all rows that have not are
# named.
check_rows <- function(x, coordinates, what, call) {
  rows <- attr(x, "row.names")
  dollar <- function(name) if (what == "x") paste0("x$", name) else name
  for (name in coordinates) {
    value <- x[[name]]
    if (is.character(value)) {
      odd <- which(!is.na(value) & is.na(suppressWarnings(as.numeric(value))))
      got <- if (length(odd) == 1) {
        paste(name_rows(rows[odd]), quote_string(value[odd]))
      } else if (length(odd) > 1) {
        sprintf("%s text, such as %s", name_rows(rows[odd]), quote_string(value[odd[1]]))
      } else {
        describe(value)
      }
      prefix <- if (what == "x") "" else paste0(what, ": ")
      abort_input(dollar(name), "be numeric", got, prefix = prefix, call = call)
    }
  }
  lacking <- Reduce(`|`, lapply(x[coordinates], is.na))
  if (any(lacking)) {
    hint <- "Fill in these rows, or remove them."
    got <- paste(name_rows(rows[lacking]), "NA")
    abort_input(what, "have coordinates in every row", got, hint = hint, call = call)
  }
}

# "row 3 has", "rows 3 and 5 have", "rows 1, 2, ... 10 and 7 more have".
name_rows <- function(rows) {
  shown <- utils::head(rows, 10)
  more <- length(rows) - length(shown)
  words <- list_words(c(shown, if (more > 0) paste(more, "more")))
  if (length(rows) == 1) sprintf("row %s has", words) else sprintf("rows %s have", words)
}
