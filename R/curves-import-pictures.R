# PNG and TIFF files as numbers.

# list(stored, full, palette) of a file: height x width (x channels), the whole numbers that
# it holds, where `full` is white; or, of a TIFF file of real numbers, these as they are.
# palette: NULL, or the grey in [0, 1] of the numbers 0, 1, ....
read_mask_file <- function(file, max_pixels, call) {
  type <- if (grepl("[.]tiff?$", file, ignore.case = TRUE)) "TIFF" else "PNG"
  package <- tolower(type)
  check_installed_for(package, paste("read", type, "files"), call)
  header <- picture_header(file, type, call)
  check_pixels(header, max_pixels, basename(file), call)
  damage <- NULL
  picture <- tryCatch(
    withCallingHandlers(
      if (type == "TIFF") read_tiff(file, header) else read_png(file, header),
      # Of tags and profiles that a reader does not know; or of pixels (IDAT) that are wrong.
      warning = function(w) {
        if (grepl("IDAT: (?!Extra)", conditionMessage(w), perl = TRUE)) damage <<- w
        invokeRestart("muffleWarning")
      }
    ),
    error = function(e) {
      damage <<- e
      NULL
    }
  )
  if (!is.null(damage)) abort_unreadable(file, type, first_line(damage), call)
  picture
}

# The size is read before the picture: a small file can hold a huge one.
check_pixels <- function(header, max_pixels, what, call) {
  pixels <- header$width * header$height
  if (pixels > max_pixels) {
    count <- function(n) format(n, big.mark = ",", scientific = FALSE)
    must <- sprintf("have at most `max_pixels` = %s pixels", count(max_pixels))
    size <- paste(count(header$height), "x", count(header$width))
    abort_input(what, must, sprintf("it has %s (%s)", count(pixels), size), call = call)
  }
}

# Grey of any depth; a palette is read as its colours.
read_png <- function(file, header) {
  full <- if (header$palette) 255 else 2^header$bits - 1
  list(stored = whole(png::readPNG(file), full), full = full)
}

# Of a palette the places in it are kept: the labels of a coloured label image. tiff reads
# fewer than 8 bits only as colours.
read_tiff <- function(file, header) {
  read <- function(...) tiff::readTIFF(file, ...)
  if (header$real) {
    return(list(stored = read(), full = 1))
  }
  if (header$bits < 8) {
    return(list(stored = whole(read(convert = TRUE), 255), full = 255))
  }
  picture <- read(as.is = TRUE, indexed = TRUE)
  map <- attr(picture, "color.map")
  list(
    stored = picture, full = 2^header$bits - 1, palette = if (!is.null(map)) colMeans(map)
  )
}

# Numbers in [0, 1] as the whole numbers that they were.
whole <- function(x, full) {
  x <- round(x * full)
  storage.mode(x) <- "integer"
  x
}

abort_unreadable <- function(file, type, got, call) {
  abort_input(basename(file), sprintf("be a %s file that can be read", type), got, call = call)
}

first_line <- function(e) {
  paste("the reader says", quote_string(strsplit(conditionMessage(e), "\n")[[1]][1]))
}

# Grey in [0, 1] of a picture of read_mask_file(); the opacity where it varies.
grey_of_picture <- function(picture) {
  if (!is.null(picture$palette)) {
    return(matrix(picture$palette[picture$stored + 1L], nrow(picture$stored)))
  }
  channels <- split_channels(picture$stored)
  if (is_cut_out(channels)) {
    return(channels$alpha / picture$full)
  }
  Reduce(`+`, channels$colour) / (length(channels$colour) * picture$full)
}

# The opacity varies.
is_cut_out <- function(channels) {
  !is.null(channels$alpha) && any(channels$alpha != channels$alpha[1])
}

# One number a pixel: the grey as it is stored, else one number a colour, 0 for black.
label_channels <- function(channels) {
  colour <- channels$colour
  if (length(colour) == 1 || identical(colour[[1]], colour[[2]]) &&
        identical(colour[[1]], colour[[3]])) {
    return(colour[[1]])
  }
  code <- (colour[[1]] * 65536 + colour[[2]]) * 65536 + colour[[3]]
  matrix(match(code, c(0, sort(unique(code[code > 0])))) - 1L, nrow(code))
}

split_channels <- function(picture) {
  if (length(dim(picture)) == 2) {
    return(list(colour = list(matrix(c(picture), nrow(picture)))))
  }
  n <- dim(picture)[3]
  channel <- function(k) matrix(picture[, , k], nrow(picture))
  list(
    colour = lapply(if (n < 3) 1 else 1:3, channel),
    alpha = if (n %in% c(2, 4)) channel(n)
  )
}
