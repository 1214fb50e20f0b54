# Rows of a table, and values with names, matched to curves by what names these.

# For each of `names` the number of the curve that it names, or NA. A name that is no id may be
# that of the curve's file, with its folder and extension.
match_ids <- function(names, ids) {
  names <- valid_utf8(as.character(names))
  rows <- match(names, ids)
  # No name of a file is as long as 1,000.
  other <- which(is.na(rows) & nchar(names) < 1000)
  file <- other[!is.na(kinds_of(names[other]))]
  rows[file] <- match(without_extension(basename(names[file])), ids)
  rows
}

# A file's name without its extension.
without_extension <- function(file) {
  sub("[.][^.]+$", "", sub("[.]gz$", "", file, ignore.case = TRUE))
}

# The column of a table that names the most curves, if it names half of them at least; NULL where
# none does. Curves that have numbers for want of names are not looked for: any column of counts
# would name them.
naming_column <- function(data, ids) {
  if (has_default_ids(ids)) {
    return(NULL)
  }
  columns <- Filter(function(name) is_plain_column(data[[name]], nrow(data)), names(data))
  named <- vapply(columns, function(name) {
    length(unique(stats::na.omit(match_ids(data[[name]], ids))))
  }, 0L)
  if (length(named) > 0 && max(named) >= length(ids) / 2) columns[which.max(named)]
}

has_default_ids <- function(ids) identical(ids, as.character(seq_along(ids)))
