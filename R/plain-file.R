# Files of plain values: NULL, logical, integer, double and character vectors, with names,
# dimensions and dimnames, and lists of these. Nothing else can be written, and nothing that
# is read can be code. The layout, all numbers little-endian:
#
#   magic      8 bytes
#   length     of the whole file in bytes, 8-byte double
#   format     version of this layout, 4-byte integer
#   version    of the package, a value as below
#   kind       of content ("checkpoint"), a value as below
#   content    a value as below
#   checksum   8 bytes, of all that stands before
#
# Magic, length and checksum keep their places in every version, so that a file that is cut
# off or damaged is told from one that a newer version wrote.
#
# A value is a tag (1 byte), attributes (1 byte), the number of elements (8-byte double), the
# attributes as values, and the elements: logical 1 byte (2 is NA), integer 4, double 8;
# character: lengths in bytes, 4 each (-1 is NA), then all bytes, UTF-8; list: values.

plain_magic <- as.raw(c(0x89, 0x53, 0x43, 0x52, 0x50, 0x0d, 0x0a, 0x1a))
plain_format <- 1L
plain_tags <- c("NULL", "logical", "integer", "double", "character", "list")
plain_attributes <- c("names", "dim", "dimnames")
plain_block <- 2^24

# Writes `x` to `file`, by way of a file beside it that takes its place when complete.
write_plain <- function(x, file, kind, call = caller_env()) {
  pieces <- c(
    list(plain_bytes(plain_format)), encode_plain(this_version()), encode_plain(kind),
    encode_plain(x)
  )
  size <- 24 + sum(lengths(pieces))
  pieces <- c(list(plain_magic, plain_bytes(size)), pieces)
  sum <- checksum_of_pieces(pieces)
  write_atomically(file, function(part) {
    write_pieces(c(pieces, list(sum)), part)
    # On a full disk a connection is closed without a word.
    if (!identical(checksums(part, size), list(found = sum, stated = sum))) {
      abort_shapecrp("Not all bytes were written.", class = "file")
    }
  }, call = call)
}

this_version <- function() {
  the$version <- the$version %||% as.character(utils::packageVersion("shapecrp"))
  the$version
}

write_pieces <- function(pieces, file) {
  connection <- file(file, "wb")
  on.exit(close(connection))
  for (piece in pieces) writeBin(piece, connection)
}

# The checksum of the next `size` bytes of a connection, block by block.
checksum_of <- function(connection, size) {
  sum <- raw(8)
  while (size > 0) {
    block <- readBin(connection, "raw", min(size, plain_block))
    if (length(block) == 0) break
    sum <- r_checksum(block, sum)
    size <- size - length(block)
  }
  sum
}

# The same of raw vectors, one after the other.
checksum_of_pieces <- function(pieces) {
  sum <- raw(8)
  left <- raw()
  for (own in split(pieces, cumsum(as.numeric(lengths(pieces))) %/% plain_block)) {
    bytes <- c(left, unlist(own))
    full <- length(bytes) %/% plain_block
    for (k in seq_len(full)) {
      sum <- r_checksum(bytes[(k - 1) * plain_block + seq_len(plain_block)], sum)
    }
    left <- bytes[full * plain_block + seq_len(length(bytes) - full * plain_block)]
  }
  if (length(left) > 0) r_checksum(left, sum) else sum
}

# The checksum of a file without its last 8 bytes, and these.
checksums <- function(file, size) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  list(found = checksum_of(connection, size - 8), stated = readBin(connection, "raw", 8))
}

plain_bytes <- function(x, size = NA_integer_) writeBin(x, raw(), size = size, endian = "little")

# A value as a list of raw vectors, to be written one after the other.
encode_plain <- function(x) {
  tag <- match(typeof(x), plain_tags)
  given <- attributes(x)
  if (is.na(tag) || is.object(x) || !all(names(given) %in% plain_attributes)) {
    abort_shapecrp("Only plain values can be written, not {type_friendly(x)}.", "internal")
  }
  held <- plain_attributes %in% names(given)
  head <- c(as.raw(c(tag, sum(2^(0:2)[held]))), plain_bytes(as.numeric(length(x))))
  attached <- unlist(lapply(given[plain_attributes[held]], encode_plain), recursive = FALSE)
  c(list(head), unname(attached), encode_elements(x))
}

encode_elements <- function(x) {
  if (is.null(x)) {
    return(list())
  }
  if (is.list(x)) {
    return(unlist(lapply(unname(x), encode_plain), recursive = FALSE))
  }
  attributes(x) <- NULL
  if (is.character(x)) {
    x <- enc2utf8(x)
    sizes <- ifelse(is.na(x), -1L, nchar(x, "bytes"))
    return(c(encode_elements(sizes), list(charToRaw(paste(x[!is.na(x)], collapse = "")))))
  }
  if (is.logical(x)) {
    return(list(as.raw(ifelse(is.na(x), 2L, x))))
  }
  if (length(x) <= plain_block) {
    return(list(plain_bytes(x)))
  }
  # writeBin() takes less than 2^31 bytes at once.
  starts <- seq(0, by = plain_block, length.out = ceiling(length(x) / plain_block))
  lapply(starts, function(start) {
    plain_bytes(x[start + seq_len(min(plain_block, length(x) - start))])
  })
}

# The content of a file that write_plain() wrote for this `kind`. `what` names it in errors,
# which say why a file cannot be read: `reason` is "foreign", "truncated", "damaged", "newer"
# or "older".
read_plain <- function(file, kind, what, call = caller_env()) {
  refuse <- function(reason, why) abort_file(file, what, reason, why, call = call)
  or_refuse(suppressWarnings(check_plain_frame(file, refuse)), refuse("foreign", "it is not one"))
  source <- new_plain_source(file)
  on.exit(close(source$connection))
  or_refuse(read_frame(source, kind, refuse), refuse("damaged", "its content is not valid"))
}

# The value of `expr`. An error that is none of abort_file() becomes `refusal`.
or_refuse <- function(expr, refusal) {
  rlang::try_fetch(expr, error = function(e) {
    if (inherits(e, "shapecrp_error_file")) rlang::zap() else refusal
  })
}

# What stands within the frame: the version of the package and the content.
read_frame <- function(source, kind, refuse) {
  take_bytes(source, 16)
  format <- take_numbers(source, "integer", 1)
  if (!identical(format, plain_format)) {
    newer <- isTRUE(format > plain_format)
    refuse(if (newer) "newer" else "older",
           sprintf("it has format %d of %s version of shapecrp", format,
                   if (newer) "a newer" else "an older"))
  }
  version <- check_plain_version(decode_plain(source), refuse)
  if (!identical(decode_plain(source), kind)) refuse("foreign", "it holds something else")
  content <- decode_plain(source)
  if (source$left != 8) abort_plain("bytes are left over")
  list(version = version, content = content)
}

# `why` ends the sentence: "it is not one".
abort_file <- function(file, what, reason, why, parent = NULL, call = caller_env()) {
  abort_shapecrp(
    "{.file {file}} {fault_words(paste('be', what), why)}.",
    class = c("file", "input"), file = file, reason = reason, parent = parent, call = call
  )
}

check_plain_frame <- function(file, refuse) {
  size <- file.size(file)
  head <- readBin(file, "raw", 16)
  if (identical(head[1:2], charToRaw("X\n")) || identical(head[1:2], as.raw(c(0x1f, 0x8b)))) {
    refuse("older", "it looks like an RDS file of version 0.1.0; run the fit again")
  }
  same <- plain_magic[seq_len(min(8, length(head)))] == utils::head(head, 8)
  if (length(head) == 0 || !all(same)) refuse("foreign", "it is not one")
  if (length(head) < 16) refuse("truncated", "it is truncated")
  length <- readBin(head[9:16], "double", endian = "little")
  if (!is.finite(length) || length < 24) refuse("damaged", "its bytes have changed")
  if (size < length) refuse("truncated", "it is truncated")
  sums <- checksums(file, size)
  if (size > length || !identical(sums$found, sums$stated)) {
    refuse("damaged", "its bytes have changed")
  }
}

check_plain_version <- function(version, refuse) {
  if (!is.character(version) || length(version) != 1) refuse("damaged", "it has no version")
  if (package_version(version) > this_version()) {
    refuse("newer", sprintf("it was written by version %s of shapecrp and this is %s", version,
                            this_version()))
  }
  version
}

# A connection and the number of bytes left, which bounds all that is read.
new_plain_source <- function(file) {
  source <- new.env(parent = emptyenv())
  source$left <- file.size(file)
  source$connection <- file(file, "rb")
  source
}

abort_plain <- function(problem) abort_shapecrp("{problem}", "plain")

take_bytes <- function(source, n) {
  if (!isTRUE(n >= 0 && n <= source$left)) abort_plain("a value is longer than the file")
  bytes <- readBin(source$connection, "raw", n)
  if (length(bytes) != n) abort_plain("the file ends early")
  source$left <- source$left - n
  bytes
}

# n numbers, in blocks that readBin() can take at once.
take_numbers <- function(source, type, n) {
  size <- if (type == "double") 8 else 4
  if (!isTRUE(n * size <= source$left)) abort_plain("a value is longer than the file")
  out <- vector(type, n)
  done <- 0
  while (done < n) {
    block <- readBin(source$connection, type, min(n - done, plain_block), endian = "little")
    if (length(block) == 0) abort_plain("the file ends early")
    if (length(block) == n) out <- block else out[done + seq_along(block)] <- block
    done <- done + length(block)
  }
  source$left <- source$left - n * size
  out
}

decode_plain <- function(source, depth = 0) {
  head <- as.integer(take_bytes(source, 2))
  n <- take_numbers(source, "double", 1)
  if (!head[1] %in% seq_along(plain_tags) || head[2] > 7 || depth > 20 ||
    !isTRUE(n >= 0 && n == floor(n) && n <= source$left)) {
    abort_plain("a value is not valid")
  }
  held <- plain_attributes[bitwAnd(head[2], c(1L, 2L, 4L)) > 0]
  attached <- lapply(stats::setNames(nm = held), function(name) decode_plain(source, depth + 1))
  x <- decode_elements(source, plain_tags[head[1]], n, depth)
  if (length(attached) > 0) attributes(x) <- attached
  x
}

decode_elements <- function(source, type, n, depth) {
  switch(type,
    "NULL" = NULL,
    logical = c(FALSE, TRUE, NA)[1L + as.integer(take_bytes(source, n))],
    integer = ,
    double = take_numbers(source, type, n),
    character = decode_strings(source, n),
    list = lapply(seq_len(n), function(i) decode_plain(source, depth + 1))
  )
}

decode_strings <- function(source, n) {
  sizes <- take_numbers(source, "integer", n)
  out <- rep(NA_character_, n)
  held <- which(sizes != -1L)
  if (anyNA(sizes) || any(sizes < -1L)) abort_plain("a string has no length")
  bytes <- take_bytes(source, sum(as.numeric(sizes[held])))
  if (any(bytes == 0)) abort_plain("a string is not text")
  ends <- cumsum(sizes[held])
  out[held] <- vapply(seq_along(held), function(k) {
    rawToChar(bytes[seq_len(sizes[held[k]]) + ends[k] - sizes[held[k]]])
  }, "")
  Encoding(out) <- "UTF-8"
  if (!all(validUTF8(out[held]))) abort_plain("a string is not text")
  out
}
