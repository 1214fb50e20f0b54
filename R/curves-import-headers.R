# The first bytes of PNG, TIFF and JPEG files: how large the picture is, and how it is stored.

# list(width, height, bits of a number); for PNG palette (TRUE or FALSE), for TIFF real (TRUE
# for floating point), for JPEG channels.
picture_header <- function(file, type, call) {
  connection <- file(file, "rb", raw = TRUE)
  on.exit(close(connection))
  header <- switch(type,
    TIFF = tiff_header(connection), JPEG = jpeg_header(connection), png_header(connection)
  )
  if (is.null(header)) {
    abort_other_kind(file, type, call)
  }
  if (anyNA(unlist(header)) || header$width < 1 || header$height < 1) {
    abort_unreadable(file, type, "its header is damaged", call)
  }
  header
}

# Signature (8 bytes), then the chunk IHDR: length, name, width, height (4 bytes each), bits
# and type of colour (1 byte each).
png_header <- function(connection) {
  bytes <- readBin(connection, "raw", 26)
  signature <- as.raw(c(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
  if (!identical(bytes[1:8], signature)) {
    return(NULL)
  }
  named <- identical(bytes[13:16], charToRaw("IHDR"))
  number <- function(at) if (named && length(bytes) == 26) unsigned(bytes[at], "big") else NA
  list(
    width = number(17:20), height = number(21:24), bits = number(25), palette = number(26) == 3
  )
}

# Segments, each ff, a code and its length with these two bytes (but for ff alone, which fills):
# that of the frame, c0 to cf but for c4, c8 and cc, has the bits (1 byte), height, width
# (2 bytes each) and channels (1 byte).
jpeg_header <- function(connection) {
  number <- function(size) unsigned(readBin(connection, "raw", size), "big")
  if (!identical(readBin(connection, "raw", 2), as.raw(c(0xff, 0xd8)))) {
    return(NULL)
  }
  damaged <- list(width = NA)
  repeat {
    if (!isTRUE(number(1) == 0xff)) {
      return(damaged)
    }
    code <- 0xff
    while (isTRUE(code == 0xff)) code <- number(1)
    size <- number(2)
    # The picture itself, or its end, comes after the frame.
    if (is.na(size) || size < 2 || code %in% c(0xd8, 0xd9, 0xda)) {
      return(damaged)
    }
    if (code %in% setdiff(0xc0:0xcf, c(0xc4, 0xc8, 0xcc))) break
    if (length(readBin(connection, "raw", size - 2)) < size - 2) {
      return(damaged)
    }
  }
  bits <- number(1)
  height <- number(2)
  list(width = number(2), height = height, bits = bits, channels = number(1))
}

# Byte order, version (42; 43 for files beyond 4 GB, with numbers of 8 bytes), the place of
# the first directory; there, a count and entries of a tag, a type, a count and a value, or
# the place of the values where they are longer.
tiff_header <- function(connection) {
  order <- readBin(connection, "raw", 2)
  endian <- if (identical(order, charToRaw("II"))) "little" else "big"
  number <- function(size) unsigned(readBin(connection, "raw", size), endian)
  version <- number(2)
  known <- endian == "little" || identical(order, charToRaw("MM"))
  if (!known || !version %in% c(42, 43)) {
    return(NULL)
  }
  wide <- if (version == 43) 8 else 4
  if (wide == 8) number(4)
  damaged <- list(width = NA)
  start <- number(wide)
  if (!is_place(start)) {
    return(damaged)
  }
  seek(connection, start)
  entries <- number(if (wide == 8) 8 else 2)
  if (is.na(entries) || entries > 65535) {
    return(damaged)
  }
  # Width, height, bits and format of a number, with their defaults.
  tags <- c("256" = NA, "257" = NA, "258" = 1, "339" = 1)
  far <- tags[0]
  for (i in seq_len(entries)) {
    tag <- as.character(number(2))
    size <- c("3" = 2, "4" = 4, "16" = 8)[as.character(number(2))]
    count <- number(wide)
    value <- readBin(connection, "raw", wide)
    if (!tag %in% names(tags) || is.na(size) || is.na(count) || length(value) < wide) next
    if (size * count <= wide) {
      tags[tag] <- unsigned(value[seq_len(size)], endian)
    } else {
      far[tag] <- unsigned(value, endian)
      tags[tag] <- size
    }
  }
  for (tag in names(far)[is_place(far)]) {
    seek(connection, far[tag])
    tags[tag] <- number(tags[tag])
  }
  list(
    width = tags[["256"]], height = tags[["257"]], bits = tags[["258"]],
    real = tags[["339"]] == 3
  )
}

# A whole number of 1 to 8 bytes, NA where there is none.
unsigned <- function(bytes, endian) {
  if (length(bytes) == 0) {
    return(NA_real_)
  }
  if (endian == "little") bytes <- rev(bytes)
  sum(as.integer(bytes) * 256^(length(bytes) - seq_along(bytes)))
}

# A place in a file that seek() can take.
is_place <- function(x) !is.na(x) & x > 0 & x < 2^52
