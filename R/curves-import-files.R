#' @rdname as_shape_curves
#' @order 2
#' @export
as_shape_curves.character <- function(x, ..., truth = NULL, pattern = NULL, recursive = FALSE) {
  arguments <- c(list(...), list(truth = truth, pattern = pattern))
  if (isTRUE(recursive)) arguments$recursive <- TRUE
  arguments <- Filter(Negate(is.null), arguments)
  truth <- check_file_truth(truth)
  by_folder <- identical(truth, "folder")
  found <- find_files(x, pattern, check_flag(recursive), by_folder)
  reader <- file_kinds()[[found$kind]]
  if (is.character(truth) && !by_folder) {
    check_truth_column(truth, reader, found)
    return(with_source(reader$read(found, ..., truth = truth), x, arguments))
  }
  if (!is.list(truth)) {
    return(with_source(reader$read(found, ...), x, arguments))
  }
  of_files <- match_classes(truth, file_keys(found))
  if (!is.null(of_files)) {
    found$truth <- factor(of_files$class)
    found$wins <- TRUE
    tell_unclassed(of_files, found$id)
    return(with_source(reader$read(found, ...), x, arguments))
  }
  with_source(give_classes(reader$read(found, ...), truth, found), x, arguments)
}

# Kinds of files: their extensions, what they are called, and what reads the files that
# find_files() found, list(path, id, truth, kind, wins): truth is NULL or has one class per
# file, which stands before classes in the files if `wins`.
file_kinds <- function() {
  list(
    table = list(
      extensions = c("csv", "tsv", "csv.gz", "tsv.gz"), what = "CSV files", read = curves_from_csv
    ),
    mask = list(
      extensions = c("png", "tif", "tiff", "jpg", "jpeg"), what = "pictures",
      read = curves_from_pictures
    ),
    pdb = list(
      extensions = c("pdb", "ent", "cif", "mmcif", "pdb.gz", "ent.gz", "cif.gz"),
      what = "protein files", read = curves_from_pdb
    ),
    vector = list(
      extensions = c("geojson", "gpkg", "shp"), what = "feature files",
      read = curves_from_vector
    ),
    tps = list(extensions = "tps", what = "tps files", read = curves_from_tps),
    roi = list(extensions = c("roi", "zip"), what = "ImageJ selections", read = curves_from_roi),
    gpx = list(extensions = "gpx", what = "GPX tracks", read = curves_from_gpx),
    json = list(extensions = "json", what = "JSON files", read = curves_from_json)
  )
}

# Extensions that are told, without those of compressed files.
known_extensions <- function() {
  known <- unlist(lapply(file_kinds(), function(kind) kind$extensions))
  sort(grep("gz$", known, invert = TRUE, value = TRUE))
}

# What file_kinds() tells readers, of files or of the files in a folder. With `by_folder` the
# folders that files lie in are their classes.
find_files <- function(x, pattern, recursive, by_folder = FALSE, call = caller_env()) {
  if (length(x) == 0 || anyNA(x) || any(x == "")) {
    got <- if (length(x) == 0) "it is empty" else "one of them is empty or NA"
    abort_input("x", "be paths of files or of a single folder", got, call = call)
  }
  missing <- which(!file.exists(x))
  if (length(missing) > 0) {
    got <- paste(quote_string(x[missing[1]]), "does not")
    relative <- !grepl("^([A-Za-z]:|[/~\\\\])", x[missing[1]])
    hint <- if (relative) "Paths are relative to the working directory, see getwd()."
    abort_input("x", "be paths of files that exist", got, hint = hint, call = call)
  }
  if (any(dir.exists(x))) {
    if (length(x) > 1) {
      got <- paste(quote_string(x[dir.exists(x)][1]), "is a folder among other paths")
      abort_input("x", "be files or a single folder", got, call = call)
    }
    files <- list_folder(x, pattern, recursive || by_folder, call)
    path <- file.path(x, files)
  } else {
    if (!is.null(pattern) || recursive) {
      arg <- if (recursive) "recursive" else "pattern"
      abort_input(arg, "be used with a folder", "`x` is a file", call = call)
    }
    files <- path <- x
  }
  closed <- which(file.access(path, 4) != 0)
  if (length(closed) > 0) {
    got <- paste("permission denied for", quote_string(files[closed[1]]))
    abort_input("x", "be readable files", got, call = call)
  }
  within <- if (dir.exists(x[1])) files else file.path(basename(dirname(path)), basename(path))
  folder <- ifelse(grepl("/", within), sub("/.*", "", within), NA)
  list(
    path = path, id = name_files(files), kind = kind_of_files(files, call),
    truth = if (recursive || by_folder) factor(folder), wins = by_folder
  )
}

# Files of a known kind, by their paths in the folder.
list_folder <- function(folder, pattern, recursive, call) {
  if (!is.null(pattern) && !is_regular_expression(pattern)) {
    abort_input("pattern", "be NULL or a regular expression", describe(pattern), call = call)
  }
  every <- list.files(folder, recursive = recursive)
  every <- every[!dir.exists(file.path(folder, every))]
  files <- if (is.null(pattern)) every else every[grepl(pattern, basename(every))]
  known <- files[!is.na(kinds_of(files))]
  if (length(known) == 0) abort_folder(folder, every, pattern, recursive, call)
  known
}

# A folder of which nothing can be read: what it holds, and what to do.
abort_folder <- function(folder, files, pattern, recursive, call) {
  inside <- list.dirs(folder, full.names = FALSE, recursive = FALSE)
  name <- quote_string(basename(folder))
  readable <- sum(!is.na(kinds_of(files)))
  if (readable > 0) {
    got <- sprintf("it matches no readable file in %s", name)
    hint <- sprintf(
      "It holds %s. `pattern` is a regular expression such as \"[.]%s$\".",
      count_extensions(files), sub("^.*[.]", "", files[!is.na(kinds_of(files))][1])
    )
    abort_input("pattern", "match file names", got, hint = hint, call = call)
  }
  hint <- if (length(files) > 0) {
    sprintf(
      "It holds %s. Known kinds: %s.", count_extensions(files),
      paste0(".", known_extensions(), collapse = ", ")
    )
  } else if (length(inside) > 0 && !recursive) {
    sprintf(
      "It holds %s: `truth = \"folder\"` reads them as classes, `recursive = TRUE` all files.",
      count_of(length(inside), "sub-folder")
    )
  } else {
    paste(if (length(inside) > 0) "Its sub-folders hold" else "It holds", "no files.")
  }
  must <- "be a folder with files of a known kind"
  abort_input("x", must, paste(name, "holds none"), hint = hint, call = call)
}

# "80 .jpg and 1 .csv", the most frequent first, five kinds at most.
count_extensions <- function(files) {
  extension <- tolower(sub("^.*?([.][^.]+([.]gz)?)?$", "\\1", basename(files), perl = TRUE))
  extension[extension == ""] <- "without extension"
  count <- sort(table(extension), decreasing = TRUE)
  shown <- utils::head(count, 5)
  words <- c(
    paste(shown, names(shown)),
    if (length(count) > 5) sprintf("%d others", sum(count) - sum(shown))
  )
  list_words(words)
}

# "a", "a and b", "a, b and c".
list_words <- function(words) {
  n <- length(words)
  if (n < 2) words else paste(paste(words[-n], collapse = ", "), "and", words[n])
}

count_of <- function(n, word) sprintf("%d %s%s", n, word, if (n == 1) "" else "s")

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
    must <- "have a known extension"
    got <- paste("not", quote_string(basename(files)[is.na(kinds)][1]))
    hint <- sprintf("Known extensions are %s.", list_words(paste0(".", known_extensions())))
    abort_input("x", must, got, hint = hint, call = call)
  }
  if (length(unique(kinds)) > 1) {
    most <- names(which.max(table(kinds)))
    extension <- sub("^.*[.]", "", basename(files)[kinds == most][1])
    got <- paste("not", count_extensions(files))
    hint <- sprintf("Use `pattern = \"[.]%s$\"` to read only those files of a folder.", extension)
    abort_input("x", "be files of one kind", got, hint = hint, call = call)
  }
  kinds[1]
}

# Names without folder and extension; with these where two are the same.
name_files <- function(files) {
  id <- without_extension(basename(files))
  if (anyDuplicated(id) > 0) id <- without_extension(files)
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
