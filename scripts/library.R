# Where packages go: the first library that can be written to. R's own library
# comes last, after the personal one (R_LIBS_USER), which is made where it is
# named and absent.

first_writable_library <- function() {
  own <- normalizePath(.Library)
  others <- setdiff(normalizePath(.libPaths()), own)
  writable <- Filter(can_write, others)
  if (length(writable) > 0) {
    return(writable[1])
  }
  for (library in c(personal_library(), own)) {
    if (can_write(library)) {
      return(library)
    }
  }
  message(
    "No R library can be written to:\n", paste0("  ", .libPaths(), "\n"),
    "Name a directory of yours in R_LIBS_USER, for example\n",
    "  export R_LIBS_USER=\"$HOME/R/library\"\n",
    "and run this again; it is made if it is not there."
  )
  quit(status = 1)
}

can_write <- function(directory) file.access(directory, mode = 2) == 0

# The directory in R_LIBS_USER, made if need be; NULL where there is none.
personal_library <- function() {
  path <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep, fixed = TRUE)[[1]]
  if (length(path) == 0 || path[1] %in% c("", "NULL")) {
    return(NULL)
  }
  path <- path.expand(path[1])
  dir.create(path, recursive = TRUE, showWarnings = FALSE)
  if (dir.exists(path)) normalizePath(path)
}
