# PNG files of any depth, written by hand: png::writePNG() writes 8 bits only.

# The check sum of a chunk, 4 bytes, kept as two halves of 16 bits.
crc_of <- function(bytes) {
  shift <- function(crc, by) {
    low <- bitwOr(bitwShiftR(crc[2], by), bitwAnd(bitwShiftL(crc[1], 16L - by), 65535L))
    c(bitwShiftR(crc[1], by), low)
  }
  table <- lapply(0:255, function(n) {
    crc <- c(0L, n)
    for (k in 1:8) {
      odd <- crc[2] %% 2L == 1L
      crc <- shift(crc, 1L)
      if (odd) crc <- bitwXor(crc, c(0xEDB8L, 0x8320L))
    }
    crc
  })
  crc <- c(65535L, 65535L)
  for (byte in as.integer(bytes)) {
    entry <- table[[bitwXor(bitwAnd(crc[2], 255L), byte) + 1L]]
    crc <- bitwXor(shift(crc, 8L), entry)
  }
  big_endian(bitwXor(crc, 65535L), 2)
}

big_endian <- function(x, size) {
  as.raw(c(vapply(x, function(v) v %/% 256^((size - 1):0) %% 256, numeric(size))))
}

png_chunk <- function(name, bytes = raw()) {
  body <- c(charToRaw(name), bytes)
  c(big_endian(length(bytes), 4), body, crc_of(body))
}

# numbers: height x width, of 1, 2, 4, 8 or 16 bits. palette: NULL or 3 x colours, 0 to 255.
write_png_numbers <- function(numbers, file, bits, palette = NULL) {
  rows <- apply(numbers, 1, function(row) {
    digits <- rbind(vapply(row, function(v) v %/% 2^((bits - 1):0) %% 2, numeric(bits)))
    digits <- c(digits, rep(0, -length(digits) %% 8))
    c(0, colSums(matrix(digits, 8) * 2^(7:0)))
  })
  type <- if (is.null(palette)) 0 else 3
  size <- big_endian(rev(dim(numbers)), 4)
  bytes <- c(
    as.raw(c(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
    png_chunk("IHDR", c(size, as.raw(c(bits, type, 0, 0, 0)))),
    if (!is.null(palette)) png_chunk("PLTE", as.raw(palette)),
    png_chunk("IDAT", memCompress(as.raw(rows), "gzip")),
    png_chunk("IEND")
  )
  writeBin(bytes, file)
  file
}

# A TIFF file of one strip, little-endian, without compression. format: 1 for whole numbers,
# 3 for real ones. palette: NULL or 3 x 2^bits, 0 to 65535.
write_tiff_numbers <- function(numbers, file, bits, format = 1, palette = NULL) {
  number <- function(x, size) {
    as.raw(c(vapply(x, function(v) v %/% 256^(seq_len(size) - 1) %% 256, numeric(size))))
  }
  values <- as.vector(t(numbers))
  pixels <- if (format == 3) {
    writeBin(as.double(values), raw(), size = bits / 8, endian = "little")
  } else if (bits < 8) {
    digits <- apply(numbers, 1, function(row) c(row, rep(0, -length(row) %% 8)))
    as.raw(colSums(matrix(digits, 8) * 2^(7:0)))
  } else {
    number(values, bits / 8)
  }
  colours <- if (!is.null(palette)) number(as.vector(t(palette)), 2)
  tags <- rbind(
    c(256, 3, 1, ncol(numbers)), c(257, 3, 1, nrow(numbers)), c(258, 3, 1, bits),
    c(259, 3, 1, 1), c(262, 3, 1, if (is.null(palette)) 1 else 3), c(273, 4, 1, 8),
    c(277, 3, 1, 1), c(278, 3, 1, nrow(numbers)), c(279, 4, 1, length(pixels)),
    if (!is.null(palette)) c(320, 3, length(palette), 8 + length(pixels)),
    c(339, 3, 1, format)
  )
  entries <- apply(tags, 1, function(tag) c(number(tag[1:2], 2), number(tag[3:4], 4)))
  start <- 8 + length(pixels) + length(colours)
  writeBin(
    c(
      charToRaw("II"), number(42, 2), number(start, 4), pixels, colours,
      number(nrow(tags), 2), as.raw(entries), raw(4)
    ),
    file
  )
  file
}

# Four objects: 1 and 2 touch, 3 and 7 stand alone.
four_labels <- function() {
  labels <- matrix(0L, 40, 60)
  labels[4:18, 5:20] <- 1L
  labels[4:18, 21:33] <- 2L
  labels[24:36, 8:26] <- 3L
  labels[22:37, 40:54] <- 7L
  labels
}
