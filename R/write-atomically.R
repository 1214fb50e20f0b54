# Files are written beside their place and renamed: whoever reads `file` finds the old one or
# the new one, whole. `writer(path)` writes, and raises an error where it cannot; a failure
# leaves nothing behind and becomes an error of class `shapecrp_error_file`.
write_atomically <- function(file, writer, call = caller_env()) {
  part <- paste0(file, ".part")
  on.exit(unlink(part, expand = FALSE))
  reason <- NULL
  done <- tryCatch(
    withCallingHandlers(
      {
        writer(part)
        file.rename(part, file)
      },
      # Base R gives the reason of the system in a warning, ahead of a bare error.
      warning = function(w) {
        reason <<- reason %||% conditionMessage(w)
        invokeRestart("muffleWarning")
      }
    ),
    error = function(e) {
      reason <<- reason %||% conditionMessage(e)
      FALSE
    }
  )
  if (!done) {
    abort_shapecrp(
      c(
        "{.file {file}} could not be written.",
        x = "{reason}",
        i = "Is the disk full, the folder read-only, or the file open elsewhere?"
      ),
      class = "file", file = file, call = call
    )
  }
  invisible(file)
}

# A list of raw vectors, one after the other, to a path. They are read back to be sure: on a
# full disk a connection is closed without a word.
write_bytes <- function(chunks, path, compress = FALSE) {
  open <- if (compress) gzfile else function(...) file(..., raw = TRUE)
  connection <- open(path, "wb")
  tryCatch(for (chunk in chunks) writeBin(chunk, connection), finally = close(connection))
  connection <- open(path, "rb")
  on.exit(close(connection))
  for (chunk in chunks) {
    if (!identical(readBin(connection, "raw", length(chunk)), chunk)) {
      abort_shapecrp("Not all bytes were written.", class = "file")
    }
  }
}

# Lines of text as chunks for write_bytes().
bytes_of_lines <- function(lines, per_chunk = 1e5) {
  starts <- seq(1, length(lines), by = per_chunk)
  lapply(starts, function(i) {
    chunk <- lines[i:min(i + per_chunk - 1, length(lines))]
    charToRaw(paste0(chunk, "\n", collapse = ""))
  })
}
