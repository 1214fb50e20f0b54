#' @rdname as_shape_curves
#' @order 2
#' @export
as_shape_curves.character <- function(x, ..., pattern = NULL, recursive = FALSE) {
  found <- find_files(x, pattern, recursive)
  file_kinds()[[found$kind]]$read(found, ...)
}

# Kinds of files: their extensions, and what reads the files that find_files() found.
file_kinds <- function() {
  list(
    csv = list(extensions = c("csv", "csv.gz"), read = curves_from_csv),
    mask = list(extensions = c("png", "tif", "tiff"), read = curves_from_pictures),
    pdb = list(extensions = c("pdb", "ent", "pdb.gz", "ent.gz"), read = curves_from_pdb),
    vector = list(extensions = c("geojson", "gpkg", "shp"), read = curves_from_vector)
  )
}

# list(path, id, truth, kind) of files, or of the files in a folder.
find_files <- function(x, pattern, recursive, call = caller_env()) {
  check_flag(recursive, call = call)
  if (length(x) == 0 || anyNA(x) || any(x == "")) {
    got <- if (length(x) == 0) "it is empty" else "one is empty or NA"
    abort_input("x", "be paths of files or of one folder", got, call = call)
  }
  missing <- which(!file.exists(x))
  if (length(missing) > 0) {
    got <- paste(quote_string(x[missing[1]]), "does not")
    abort_input("x", "be paths of files that exist", got, call = call)
  }
  if (any(dir.exists(x))) {
    if (length(x) > 1) {
      got <- paste(quote_string(x[dir.exists(x)][1]), "is a folder among other paths")
      abort_input("x", "be files or one folder", got, call = call)
    }
    files <- list_folder(x, pattern, recursive, call)
    path <- file.path(x, files)
  } else {
    if (!is.null(pattern) || recursive) {
      arg <- if (recursive) "recursive" else "pattern"
      abort_input(arg, "go with a folder", "`x` is a file", call = call)
    }
    files <- path <- x
  }
  closed <- which(file.access(path, 4) != 0)
  if (length(closed) > 0) {
    got <- paste(quote_string(files[closed[1]]), "cannot: its permissions forbid it")
    abort_input("x", "be files that can be read", got, call = call)
  }
  truth <- if (recursive) factor(ifelse(grepl("/", files), sub("/.*", "", files), NA))
  list(path = path, id = name_files(files), truth = truth, kind = kind_of_files(files, call))
}

# Files of a known kind, by their paths in the folder.
list_folder <- function(folder, pattern, recursive, call) {
  if (!is.null(pattern) && !is_regular_expression(pattern)) {
    abort_input("pattern", "be NULL or one regular expression", describe(pattern), call = call)
  }
  files <- list.files(folder, pattern, recursive = recursive)
  files <- files[!dir.exists(file.path(folder, files)) & !is.na(kinds_of(files))]
  if (length(files) == 0) {
    must <- "be a folder with files of a known kind"
    got <- paste(quote_string(folder), "has none", if (!is.null(pattern)) "that match `pattern`")
    abort_input("x", must, trimws(got), call = call)
  }
  files
}

is_regular_expression <- function(x) {
  compiles <- function() tryCatch(is.logical(suppressWarnings(grepl(x, ""))), error = \(e) FALSE)
  is.character(x) && length(x) == 1 && !is.na(x) && compiles()
}

# The kind of each file by its extension, NA if it is not known.
kinds_of <- function(files) {
  kinds <- file_kinds()
  name <- tolower(basename(files))
  found <- rep(NA_character_, length(files))
  for (kind in names(kinds)) {
    pattern <- sprintf("[.](%s)$", paste(kinds[[kind]]$extensions, collapse = "|"))
    found[grepl(pattern, name)] <- kind
  }
  found
}

kind_of_files <- function(files, call) {
  kinds <- kinds_of(files)
  if (anyNA(kinds)) {
    known <- unlist(lapply(file_kinds(), function(kind) {
      grep("gz", kind$extensions, invert = TRUE, value = TRUE)
    }))
    must <- paste("have an extension that is known:", paste(sort(known), collapse = ", "))
    got <- paste("there is", quote_string(basename(files)[is.na(kinds)][1]))
    abort_input("x", must, got, call = call)
  }
  if (length(unique(kinds)) > 1) {
    other <- match(FALSE, kinds == kinds[1])
    got <- sprintf(
      "there are %s and %s; `pattern` chooses in a folder",
      quote_string(basename(files)[1]), quote_string(basename(files)[other])
    )
    abort_input("x", "be files of one kind", got, call = call)
  }
  kinds[1]
}

# Names without folder and extension; with these where two are the same.
name_files <- function(files) {
  bare <- function(x) sub("[.][^.]+$", "", sub("[.]gz$", "", x, ignore.case = TRUE))
  id <- bare(basename(files))
  if (anyDuplicated(id) > 0) id <- bare(files)
  if (anyDuplicated(id) > 0) id <- files
  id
}

curves_from_pictures <- function(found, ..., max_pixels = 4e7, call = caller_env()) {
  settings <- mask_settings(..., call = call)
  max_pixels <- check_number(max_pixels, min = 1, max = 5e8, call = call)
  read <- function(file) read_mask_file(file, max_pixels, call)
  label <- basename(found$path)
  curves_of_masks(found$path, read, label, found$id, found$truth, settings, call)
}

# What goes before the ids of every file: its name if two files share an id.
prefix_ids <- function(ids, files) {
  if (anyDuplicated(unlist(ids)) > 0) paste0(files, "-") else rep("", length(files))
}
