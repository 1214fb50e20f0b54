# The classes of curves that are read from files: the argument `truth` of as_shape_curves() is
# a name (of a column, or "folder"), a vector with names, or a table.

# NULL, a string, or list(columns), the columns of a table as text. A vector with names is a
# table of two columns.
check_file_truth <- function(truth, call = caller_env()) {
  if (is.null(truth) || is.character(truth) && length(truth) == 1 && !is.na(truth) &&
        is.null(names(truth))) {
    return(truth)
  }
  if (is.data.frame(truth) && ncol(truth) > 1 && nrow(truth) > 0) {
    columns <- Filter(is.atomic, as.list(truth))
    return(list(columns = lapply(columns, as.character)))
  }
  if (is.atomic(truth) && !is.null(names(truth)) && length(truth) > 0) {
    return(list(columns = list(name = names(truth), class = as.character(truth))))
  }
  got <- describe(truth)
  if (is.atomic(truth) && length(truth) > 1) got <- paste(got, "without names")
  must <- "be \"folder\", a column name, a named vector or a table"
  hint <- "A table needs a column of ids or file names and one of classes."
  abort_input("truth", must, got, hint = hint, call = call)
}

# A string names a column, of files that have columns.
check_truth_column <- function(truth, reader, found, call = caller_env()) {
  if (!"truth" %in% names(formals(reader$read))) {
    hint <- if (file.exists(truth)) {
      sprintf("To read classes from that file: `truth = read.csv(%s)`.", quote_string(truth))
    } else {
      "Or give a named vector, or a table with a column of file names."
    }
    must <- sprintf("be \"folder\" for %s, which have no columns", reader$what)
    abort_input("truth", must, describe(truth), hint = hint, call = call)
  }
}

# What a table may call each file: its path, its name, its name without extension.
file_keys <- function(found) {
  list(found$path, basename(found$path), found$id, without_extension(basename(found$path)))
}

# list(class, column) of the items that `keys` (a list of alternatives, one value per item)
# name: NULL where no column names any. The column that names the most is the key.
match_classes <- function(truth, keys, call = caller_env()) {
  rows <- lapply(truth$columns, function(column) {
    Reduce(function(found, key) ifelse(is.na(found), match(key, column), found), keys,
           rep(NA_integer_, length(keys[[1]])))
  })
  named <- vapply(rows, function(row) sum(!is.na(row)), numeric(1))
  if (length(named) == 0 || max(named) == 0) {
    return(NULL)
  }
  key <- which.max(named)
  column <- class_column(truth$columns[-key], call)
  class <- truth$columns[-key][[column]]
  check_one_class(truth$columns[[key]], class, call)
  list(class = class[rows[[key]]], column = column)
}

# The column of classes among those that are not the key.
class_column <- function(columns, call) {
  usual <- match(c("truth", "class"), tolower(names(columns)))
  usual <- usual[!is.na(usual)]
  if (length(columns) == 1) {
    return(1L)
  }
  if (length(usual) > 0) {
    return(usual[1])
  }
  numbers <- vapply(columns, function(v) {
    !anyNA(suppressWarnings(as.numeric(v[!is.na(v) & v != ""])))
  }, logical(1))
  if (sum(!numbers) != 1) {
    got <- paste("not", list_words(paste0("`", names(columns), "`")))
    hint <- "Give two columns, ids and classes: `truth = table[c(\"file\", \"species\")]`."
    abort_input("truth", "have one column of classes", got, hint = hint, call = call)
  }
  which(!numbers)
}

check_one_class <- function(key, class, call) {
  first <- match(key, key)
  code <- match(class, class)
  odd <- which(!is.na(key) & code != code[first])
  if (length(odd) > 0) {
    at <- odd[1]
    got <- sprintf(
      "%s has %s and %s", quote_string(key[at]), format_class(class[first[at]]),
      format_class(class[at])
    )
    abort_input("truth", "have one class per name", got, call = call)
  }
}

# Curves with the classes that a table gives to their ids.
give_classes <- function(curves, truth, found, call = caller_env()) {
  classes <- match_classes(truth, list(curves$id), call)
  if (is.null(classes)) {
    names <- utils::head(unique(c(basename(found$path), curves$id)), 3)
    first <- vapply(truth$columns, function(v) format_class(v[1]), "")
    got <- sprintf("its columns begin with %s", list_words(first))
    must <- sprintf("name files or ids, such as %s", list_words(quote_string(names)))
    abort_input("truth", must, got, call = call)
  }
  tell_unclassed(classes, curves$id)
  new_shape_curves(curves$points, curves$closed, curves$id, factor(classes$class))
}

tell_unclassed <- function(classes, id) {
  without <- id[is.na(classes$class)]
  if (length(without) > 0) {
    inform_shapecrp(
      c("!" = "{.arg truth} has no class for {length(without)} of {length(id)} name{?s}:
               {.val {without}}."),
      class = "truth", id = without
    )
  }
}
