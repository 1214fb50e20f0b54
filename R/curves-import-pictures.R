# PNG, TIFF and JPEG files as numbers, and pictures as masks or labels.

# list(stored, full, palette, lossy) of a file: height x width (x channels), the whole numbers that
# it holds, where `full` is white; or, of a TIFF file of real numbers, these as they are.
# palette: NULL, or the grey in [0, 1] of the numbers 0, 1, ....; lossy: TRUE where values are
# not those that were saved.
read_mask_file <- function(file, max_pixels, call) {
  extension <- tolower(sub("^.*[.]", "", file))
  type <- c(tif = "TIFF", tiff = "TIFF", jpg = "JPEG", jpeg = "JPEG", png = "PNG")[[extension]]
  package <- tolower(type)
  check_installed_for(package, paste("read", type, "files"), call)
  header <- picture_header(file, type, call)
  check_pixels(header, max_pixels, basename(file), call)
  if (type == "JPEG" && header$channels == 4) {
    hint <- "Save it as RGB or greyscale, or as PNG."
    abort_unreadable(file, type, "its colours are CMYK", call, hint)
  }
  # libpng and libtiff also warn of tags and profiles that they do not know.
  run_reader(
    switch(type,
      TIFF = read_tiff(file, header), JPEG = read_jpeg(file), read_png(file, header)
    ),
    fatal = "IDAT: (?!Extra)|[Pp]remature end|[Cc]orrupt JPEG",
    fail = function(got) abort_unreadable(file, type, got, call)
  )
}

# The size is read before the picture: a small file can hold a huge one.
check_pixels <- function(header, max_pixels, what, call) {
  pixels <- header$width * header$height
  if (pixels > max_pixels) {
    count <- function(n) format(n, big.mark = ",", scientific = FALSE)
    must <- sprintf("have at most `max_pixels` = %s pixels", count(max_pixels))
    size <- paste(count(header$height), "x", count(header$width))
    abort_input(what, must, sprintf("not %s (%s)", count(pixels), size), call = call)
  }
}

# Grey of any depth; a palette is read as its colours.
read_png <- function(file, header) {
  full <- if (header$palette) 255 else 2^header$bits - 1
  list(stored = whole(png::readPNG(file), full), full = full)
}

read_jpeg <- function(file) {
  list(stored = whole(jpeg::readJPEG(file), 255), full = 255, lossy = TRUE)
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

# One number per pixel: the grey as it is stored, else one number per colour, 0 for black.
label_channels <- function(channels) {
  colour <- channels$colour
  if (length(colour) == 1 || identical(colour[[1]], colour[[2]]) &&
        identical(colour[[1]], colour[[3]])) {
    return(colour[[1]])
  }
  base <- max(unlist(lapply(colour, max))) + 1
  code <- (colour[[1]] * base + colour[[2]]) * base + colour[[3]]
  rank_values(code) + (min(code) > 0)
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

# list(labels, values, threshold, flat, traced) of a picture as that of read_mask_file().
# values: NULL, or the grey that tells where, between pixels, the outline passes; threshold:
# NULL for labels; flat: all pixels are the same; traced: NULL, or the outlines of labels.
read_picture <- function(picture, what, settings, call) {
  check_picture(picture$stored, what, call)
  if (isTRUE(settings$labels)) {
    return(read_labels(label_channels(split_channels(picture$stored)), what, call))
  }
  if (is.null(settings$labels) && !is.logical(picture$stored) && !isTRUE(picture$lossy)) {
    channels <- split_channels(picture$stored)
    numbers <- if (!is_cut_out(channels)) as_whole_numbers(label_channels(channels))
    traced <- if (!is.null(numbers)) trace_label_image(numbers, settings$diagonal)
    if (!is.null(traced)) {
      return(list(labels = numbers, flat = FALSE, traced = traced))
    }
  }
  read_grey(grey_of_picture(picture), what, settings, call)
}

check_picture <- function(x, what, call) {
  if (length(dim(x)) < 2 || !(is.numeric(x) || is.logical(x))) {
    abort_input(what, "be a numeric or logical matrix", describe(x), call = call)
  }
  if (min(dim(x)[1:2]) < 4) {
    must <- "be a mask with at least 4 rows and 4 columns"
    got <- sprintf("not %d x %d", nrow(x), ncol(x))
    points <- is.numeric(x) && what == "x" && min(dim(x)[1:2]) %in% 2:3
    hint <- if (points) hint_one_curve(x)
    abort_input(what, must, got, hint = hint, call = call)
  }
  bad <- which(!is.finite(x))
  if (length(bad) > 0) {
    at <- arrayInd(bad[1], dim(x))
    got <- sprintf("row %d, column %d has %s", at[1], at[2], format(x[bad[1]]))
    abort_input(what, "hold finite numbers only", got, call = call)
  }
}

read_labels <- function(x, what, call) {
  numbers <- as_whole_numbers(x)
  if (is.null(numbers)) {
    bad <- which(x < 0 | x != round(x) | x > .Machine$integer.max)
    got <- paste("not", format(x[bad[1]]))
    abort_input(what, "hold object numbers, 0 for the background", got, call = call)
  }
  list(labels = numbers, flat = all(numbers == numbers[1]))
}

# An integer matrix, or NULL if one of x is no whole number from 0.
as_whole_numbers <- function(x) {
  if (is.double(x) && any(x != round(x)) || min(x) < 0 || max(x) >= .Machine$integer.max) {
    return(NULL)
  }
  storage.mode(x) <- "integer"
  x
}

read_grey <- function(x, what, settings, call) {
  storage.mode(x) <- "double"
  range <- range(x)
  grey <- any(x != range[1] & x != range[2])
  threshold <- settings$threshold
  if (is.null(threshold)) {
    if (grey && is.null(settings$labels) && all(x == round(x))) {
      must <- "be a mask of two values"
      abort_input(what, must, paste("not", length(unique(c(x)))),
                  hint = "A grey picture? Give `threshold`. Numbered objects? `labels = TRUE`.",
                  call = call)
    }
    threshold <- mean(range)
  }
  list(
    labels = if (settings$invert) (x < threshold) + 0L else (x > threshold) + 0L,
    values = if (grey) x, threshold = threshold, flat = range[1] == range[2]
  )
}
