# Small files of other programs, byte by byte.

big <- function(x, size) {
  if (size == 4) {
    writeBin(as.integer(x), raw(), endian = "big")
  } else {
    writeBin(as.integer(x), raw(), size = 2, endian = "big")
  }
}

floats <- function(x) writeBin(as.double(x), raw(), size = 4, endian = "big")

# An ImageJ selection: type by its number, box c(top, left, bottom, right), and what follows
# the header of 64 bytes.
roi_bytes <- function(type, box, n = 0, after = raw(), line = numeric(4), options = 0,
                      composite = 0, version = 227) {
  c(
    charToRaw("Iout"), big(version, 2), as.raw(c(type, 0)), big(box, 2), big(n, 2), floats(line),
    raw(2), big(composite, 4), raw(10), big(options, 2), raw(12), after
  )
}

# A polygon with corners relative to its box.
polygon_roi <- function(x, y, box = c(20, 10, 50, 60), type = 0) {
  roi_bytes(type, box, length(x), big(c(x, y), 2))
}

# A zip file that holds raw vectors as they are, by their names.
write_zip <- function(files, path, sizes = lengths(files)) {
  little <- function(x, size) writeBin(as.integer(x), raw(), size = size, endian = "little")
  # A gzip file ends with the checksum and the size.
  checksum <- function(bytes) {
    file <- withr::local_tempfile()
    connection <- gzfile(file, "wb")
    writeBin(bytes, connection)
    close(connection)
    stored <- readBin(file, "raw", file.size(file))
    stored[length(stored) - 7:4]
  }
  entry <- function(i) {
    name <- charToRaw(names(files)[i])
    common <- c(
      little(c(20, 0, 0, 0, 0), 2), checksum(files[[i]]), little(c(sizes[i], sizes[i]), 4),
      little(c(length(name), 0), 2)
    )
    list(
      here = c(charToRaw("PK\003\004"), common, name, files[[i]]),
      there = function(at) {
        c(
          charToRaw("PK\001\002"), little(20, 2), common, little(c(0, 0, 0), 2),
          little(c(0, at), 4), name
        )
      }
    )
  }
  entries <- lapply(seq_along(files), entry)
  here <- lapply(entries, function(e) e$here)
  at <- cumsum(c(0, lengths(here)))
  there <- unlist(Map(function(e, place) e$there(place), entries, at[-length(at)]))
  end <- c(
    charToRaw("PK\005\006"), little(c(0, 0, length(files), length(files)), 2),
    little(c(length(there), at[length(at)]), 4), little(0, 2)
  )
  writeBin(c(unlist(here), there, end), path)
  path
}

# What makes these files, by name.
file_tools <- function() {
  list(big = big, floats = floats, roi_bytes = roi_bytes, polygon_roi = polygon_roi,
       write_zip = write_zip)
}

# Files of other programs in the directory that SHAPECRP_DATA names.
measured_files <- function(name) {
  path <- file.path(Sys.getenv("SHAPECRP_DATA"), "files", name)
  skip_if(!file.exists(path), "SHAPECRP_DATA does not hold files of other programs")
  path
}
