# Zip files: unpacked into a folder of their own, after a look at what they hold.

# A zip file of a few kilobytes can unpack to gigabytes: sizes are those of its directory, which
# is what utils::unzip() writes at most.
zip_limits <- list(files = 1e5, bytes = 1e9)

# list(folder, path) of the files with an extension, without the folders in the zip file. The
# caller removes the folder.
unzip_files <- function(file, extension, type, call) {
  bad <- function(...) abort_unreadable(file, type, call = call, ...)
  if (!identical(readBin(file, "raw", 2), charToRaw("PK"))) abort_other_kind(file, type, call)
  held <- run_reader(utils::unzip(file, list = TRUE), fatal = ".", fail = bad)
  name <- held$Name
  ending <- sprintf("[.]%s$", extension)
  wanted <- !is.na(name) & grepl(ending, name, ignore.case = TRUE, useBytes = TRUE)
  # Programs of the Mac add a hidden file to every file.
  wanted <- wanted & !grepl("(^|/)(__MACOSX/|[.]_)", name, useBytes = TRUE)
  size <- as.numeric(held$Length)[wanted]
  if (!any(wanted)) {
    got <- if (length(name) == 0) "it is empty" else paste("it holds", count_extensions(name))
    bad(got, hint = sprintf("Only .%s files are read from it; unpack others first.", extension))
  }
  if (sum(wanted) > zip_limits$files || anyNA(size) || any(size < 0) ||
        sum(size) > zip_limits$bytes) {
    files <- count_of(sum(wanted), "file")
    got <- sprintf("%s in it would take %s bytes", files, format(sum(size), big.mark = ","))
    bad(got, hint = "Unpack it and read the folder.")
  }
  name <- name[wanted]
  base <- basename(name)
  if (any(grepl("[\\\\:[:cntrl:]]", base, useBytes = TRUE))) bad("a name in it is not safe")
  if (anyDuplicated(base) > 0) {
    got <- sprintf("it holds %s twice", quote_string(base[anyDuplicated(base)]))
    bad(got, hint = "Unpack it and read the folder with `recursive = TRUE`.")
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
    bad("it is damaged or truncated")
  }
  list(folder = folder, path = path)
}
