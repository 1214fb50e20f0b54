# Files: every way in which one cannot be read is an input error that names it, as
# "`a.csv` must be a CSV file that can be read, it is damaged or cut short".

# The lines of a file, compressed or not, in UTF-8 without byte order mark; text that is not
# UTF-8 is taken for Latin-1.
read_text <- function(file, type, call = caller_env()) {
  bytes <- read_all_bytes(file, type, call)
  start <- paste(utils::head(bytes, 3), collapse = "")
  if (start == "efbbbf") bytes <- bytes[-(1:3)]
  if (grepl("^(fffe|feff)", start)) {
    abort_unreadable(file, type, "it is in UTF-16", call, "Save it as UTF-8.")
  }
  if (length(grepRaw(as.raw(0), bytes, fixed = TRUE)) > 0) {
    abort_unreadable(file, type, "it is not text", call)
  }
  connection <- rawConnection(bytes)
  on.exit(close(connection))
  lines <- readLines(connection, warn = FALSE)
  if (!all(validUTF8(lines))) lines <- iconv(lines, "latin1", "UTF-8")
  Encoding(lines) <- "UTF-8"
  lines
}

# All bytes of a file, unpacked. R reads a compressed file that is cut short up to the cut,
# without a word: the size at its end is compared.
read_all_bytes <- function(file, type, call) {
  stored <- readBin(file, "raw", file.size(file))
  if (!identical(utils::head(stored, 2), as.raw(c(0x1f, 0x8b)))) {
    return(stored)
  }
  cut <- function(...) abort_unreadable(file, type, "it is damaged or truncated", call)
  bytes <- tryCatch(unpack_file(file), error = cut, warning = cut)
  if (!is_complete(stored, length(bytes))) cut()
  bytes
}

unpack_file <- function(file) {
  connection <- gzfile(file, "rb")
  on.exit(close(connection))
  chunks <- list()
  repeat {
    chunk <- readBin(connection, "raw", 2^22)
    if (length(chunk) == 0) break
    chunks[[length(chunks) + 1]] <- chunk
  }
  unlist(chunks) %||% raw()
}

# A gzip file ends with its unpacked size, modulo 2^32; one of several members, each with a
# header of 1f 8b 08, with that of the last.
is_complete <- function(stored, size) {
  if (length(stored) < 18) {
    return(FALSE)
  }
  last <- unsigned(utils::tail(stored, 4), "little")
  members <- length(grepRaw(as.raw(c(0x1f, 0x8b, 0x08)), stored, offset = 4, fixed = TRUE))
  if (members > 0) last <= size else last == size %% 2^32
}

abort_unreadable <- function(file, type, got, call,
                             hint = "Save it again with the program that made it.") {
  article <- if (type %in% c("mmCIF", "ROI", "ROI zip")) "an" else "a"
  must <- sprintf("be %s %s file that can be read", article, type)
  abort_input(basename(file), must, got, hint = hint, call = call)
}

# The first bytes are not those of the kind that its name tells.
abort_other_kind <- function(file, type, call) {
  hint <- "Is it of another kind? Give its name the extension of that kind."
  abort_unreadable(file, type, "it does not start like one", call, hint)
}

# What another package reads. Errors, and warnings that match `fatal`, go to `fail(got)`, the
# first of them; other warnings are dropped.
run_reader <- function(code, fatal, fail) {
  damage <- NULL
  value <- tryCatch(
    withCallingHandlers(code, warning = function(w) {
      if (grepl(fatal, conditionMessage(w), perl = TRUE)) damage <<- damage %||% w
      invokeRestart("muffleWarning")
    }),
    error = function(e) damage <<- damage %||% e
  )
  if (!is.null(damage)) fail(first_line(damage))
  value
}

first_line <- function(e) {
  paste("reading failed with", quote_string(strsplit(conditionMessage(e), "\n")[[1]][1]))
}
