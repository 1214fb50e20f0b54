# PNG and TIFF files as matrices of grey, in [0, 1], or of labels.

read_mask_file <- function(file, labels, call) {
  tiff <- grepl("[.]tiff?$", file, ignore.case = TRUE)
  package <- if (tiff) "tiff" else "png"
  check_installed_for(package, paste("read", toupper(package), "files"), call)
  picture <- tryCatch(
    if (tiff) {
      # Labels of any depth as they are; grey scaled by its depth.
      tiff::readTIFF(file, as.is = labels)
    } else {
      png::readPNG(file, info = TRUE)
    },
    error = function(e) {
      must <- sprintf("be a %s file that can be read", toupper(package))
      abort_input(basename(file), must, first_line(e), call = call)
    }
  )
  if (labels && !tiff) {
    depth <- attr(picture, "info")$bit.depth %||% 8
    picture <- round(picture * (2^max(depth, 8) - 1))
  }
  if (labels) label_channels(picture) else grey_channels(picture)
}

first_line <- function(e) {
  paste("the reader says", quote_string(strsplit(conditionMessage(e), "\n")[[1]][1]))
}

# Grey of a height x width x channels picture; the opacity where it varies.
grey_channels <- function(picture) {
  channels <- split_channels(picture)
  alpha <- channels$alpha
  if (!is.null(alpha) && any(alpha != alpha[1])) {
    alpha
  } else {
    Reduce(`+`, channels$colour) / length(channels$colour)
  }
}

# One number a colour, 0 for black.
label_channels <- function(picture) {
  colour <- split_channels(picture)$colour
  if (length(colour) == 1) {
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
