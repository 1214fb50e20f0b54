# Zip files: unpacked into a folder of their own, after a look at what they hold.

# A zip file of a few kilobytes can unpack to gigabytes: sizes are those of its directory, which
# is what utils::unzip() writes at most.
zip_limits <- list(files = 1e5, bytes = 1e9)

# list(folder, path) of the files with an extension, without the folders in the zip file. The
# caller removes the folder.
unzip_files <- function(file, extension, type, call) {
  bad <- function(got, hint = NULL) abort_unreadable(file, type, got, call, hint)
  if (!identical(readBin(file, "raw", 2), charToRaw("PK"))) bad("it does not begin as one")
  held <- run_reader(utils::unzip(file, list = TRUE), fatal = ".", fail = bad)
  name <- held$Name
  wanted <- !is.na(name) & grepl(sprintf("[.]%s$", extension), name, ignore.case = TRUE, useBytes = TRUE)
  # Programs of the Mac add a hidden file to every file.
  wanted <- wanted & !grepl("(^|/)(__MACOSX/|[.]_)", name, useBytes = TRUE)
  size <- as.numeric(held$Length)[wanted]
  if (!any(wanted)) {
    got <- if (length(name) == 0) "it is empty" else paste("it holds", count_extensions(name))
    bad(got, sprintf("Files .%s are read from it.", extension))
  }
  if (sum(wanted) > zip_limits$files || anyNA(size) || any(size < 0) ||
        sum(size) > zip_limits$bytes) {
    got <- sprintf("its %d files would take %s bytes", sum(wanted), format(sum(size)))
    bad(got, "Unpack it, and give the folder.")
  }
  name <- name[wanted]
  base <- basename(name)
  if (any(grepl("[\\\\:[:cntrl:]]", base, useBytes = TRUE))) bad("a name in it is not safe")
  if (anyDuplicated(base) > 0) {
    got <- sprintf("it holds %s twice", quote_string(base[anyDuplicated(base)]))
    bad(got, "Unpack it, and give the folder with `recursive = TRUE`.")
  }
  folder <- tempfile("unzip")
  dir.create(folder)
  path <- run_reader(
    utils::unzip(file, name, exdir = folder, junkpaths = TRUE), fatal = ".",
    fail = function(got) {
      unlink(folder, recursive = TRUE)
      bad(got)
    }
  )
  whole <- length(path) == length(name) && all(file.exists(path)) && all(file.size(path) == size)
  if (!whole) {
    unlink(folder, recursive = TRUE)
    bad("it is damaged or cut short")
  }
  list(folder = folder, path = path)
}
