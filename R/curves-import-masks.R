#' Outlines from masks
#'
#' [as_shape_curves()] finds the objects of a mask, a picture in which each pixel belongs to an
#' object or to the background, or of a label image, in which each pixel holds the number of its
#' object, and traces the outline of each.
#'
#' @section Objects and outlines:
#' Pixels that touch at a side or at a corner belong to the same object; with `diagonal = FALSE`,
#' only those that touch at a side do. The outline is found by marching squares: it runs half way
#' between the centres of the pixels inside and outside or, in a grey picture, where the grey
#' value crosses the threshold. It runs counter-clockwise. Coordinates are in pixels from the lower
#' left corner of the picture, y upwards, so that it is drawn the way it looks in the picture:
#' `plot(c(0, ncol(x)), c(0, nrow(x)), type = "n", asp = 1)`, `rasterImage()` of the mask
#' from 0, 0 to these corners, and `polygon()`.
#'
#' A pixel outline has steps that the comparison of curves does not smooth away: a disc of radius
#' 20 has an elastic inner product of 0.974 with a circle. With the default `smooth = 1`,
#' it is 0.995. More smoothing brings discs nearer to circles but rounds the corners and
#' thin parts of other shapes: outlines 40 to 80 pixels wide are nearest to the shapes that
#' they were drawn from with values of 1 to 1.5; above 150 pixels it makes no difference.
#'
#' Objects are counted from top to bottom. A single object is named after its picture; if there
#' are several, they are numbered: `leaf-1`, `leaf-2`. Objects inside the holes of other objects
#' count as objects.
#'
#' @section Masks and label images:
#' Programs such as ImageJ and CellProfiler write label images: 0 for the background and 1, 2,
#' 3, ... for the objects, which may touch. Each label gives one curve, the outline of its largest
#' piece, named by the number. A picture is read as a label image if all of the following hold:
#' * its values are whole numbers from 0 (as stored in the file, at any depth, or one
#'   number for each colour except black), and there are more than two;
#' * values fill regions: three quarters of the values have at least half of their pixels in
#'   2 x 2 blocks of the same value, or are specks in the background of fewer than 4 pixels. The
#'   grey values of an anti-aliased mask lie along edges, those of a photograph are scattered;
#' * regions meet at jumps: half of the values from the third on lie, along at least a quarter
#'   of their border with lower values, next to one that is lower by more than one step (usually
#'   the background). In a smooth ramp, values are adjacent to consecutive ones only;
#' * values are objects: three quarters have at least half of their area in one piece.
#'
#' Everything else is a mask: two values, a logical matrix, shades of grey. If
#' a picture has more than two values, a message says how it was read and, for a mask,
#' the threshold; a matrix of whole numbers that is neither is an error. `labels = TRUE` or
#' `FALSE` overrides this, and so do `threshold` and `invert`, which only apply to masks.
#'
#' @section Pictures:
#' PNG files need package png, JPEG files package jpeg, TIFF files package tiff; only the first
#' picture of a TIFF file is read. JPEG compression changes values slightly: such a
#' picture is a mask unless `labels = TRUE` says otherwise. Grey runs from 0 to 1, and colours are
#' averaged; as labels, grey is read as the whole numbers in the file, and the palette of a
#' TIFF file as its indices. If a picture is partly transparent, it is taken as cut out: opacity
#' is the mask.
#'
#' A file of a few kilobytes can unpack to gigabytes. The size of a picture is read first, and
#' one with more than `max_pixels` pixels is an error. The default, 4e7, is more than a page
#' scanned at 600 dots per inch and takes about 1.3 GB of memory; the maximum is 5e8.
#'
#' @name curves-from-masks
#' @param x A numeric or logical matrix with the top row of the picture first, a list of logical
#'   matrices, or files, see [as_shape_curves()].
#' @param threshold Pixels above it belong to objects. `NULL` takes the midpoint between
#'   the smallest and the largest value of the picture.
#' @param invert `TRUE` if objects are darker than the background.
#' @param labels `TRUE` if pixels hold the number of their object, 0 for the background;
#'   in a colour picture every colour except black is an object. `FALSE` if pictures are masks.
#'   `NULL` decides from the values, see below.
#' @param objects `"all"` objects of a picture, or the `"largest"` of each.
#' @param holes `FALSE` ignores holes. `TRUE` makes them curves of their own, named
#'   `leaf-1-hole-1`.
#' @param border What to do with objects that touch the border of the picture, and may
#'   be cut off: `"keep"` or `"drop"` them. A message counts them.
#' @param min_area Objects (and holes) with fewer pixels inside their outline are left out, and
#'   counted in the message.
#' @param diagonal `FALSE` separates objects that touch at corners only.
#' @param smooth Standard deviation, in points of the outline (0.8 pixels on average), of
#'   the Gaussian kernel that removes the steps; 0 keeps them. At most an eighth of the
#'   outline.
#' @param id Name of the picture, for a matrix.
#' @param ... For files, these arguments except `id`, and `max_pixels`, see below.
#' @returns A set of closed curves, see [shape_curves()]. One message, of class
#'   `shapecrp_message_masks`, says what was left out or looks odd; it carries a data frame
#'   `counts` with one row per picture.
#' @examples
#' mask <- matrix(0, 30, 40)
#' mask[5:25, 4:14] <- 1
#' mask[8:12, 20:36] <- 1
#' mask[10:24, 26:30] <- 1
#' shapes <- as_shape_curves(mask, id = "letters")
#' names(shapes)
#'
#' labels <- matrix(0, 30, 40)
#' labels[5:25, 4:14] <- 1
#' labels[5:25, 15:24] <- 2
#' labels[8:12, 28:36] <- 3
#' names(as_shape_curves(labels, id = "cells"))
NULL

#' @rdname curves-from-masks
#' @export
as_shape_curves.matrix <- function(x, ..., threshold = NULL, invert = FALSE, labels = NULL,
                                   objects = c("all", "largest"), holes = FALSE,
                                   border = c("keep", "drop"), min_area = 16,
                                   diagonal = TRUE, smooth = 1, id = NULL) {
  settings <- mask_settings(
    ..., threshold = threshold, invert = invert, labels = labels, objects = objects,
    holes = holes, border = border, min_area = min_area, diagonal = diagonal, smooth = smooth
  )
  if (!is.null(id)) id <- check_ids(read_id(id), 1)
  curves_of_masks(list(x), matrix_picture, "x", id, NULL, settings)
}

matrix_picture <- function(x) list(stored = x, full = 1)

# `labels`: TRUE or FALSE as asked, NULL where each picture tells. Of a label image there is
# no threshold and no dark object: giving either means a mask.
mask_settings <- function(..., threshold = NULL, invert = FALSE, labels = NULL,
                          objects = c("all", "largest"), holes = FALSE,
                          border = c("keep", "drop"), min_area = 16, diagonal = TRUE,
                          smooth = 1, call = caller_env()) {
  check_no_dots(..., kind = "masks", call = call)
  if (!is.null(threshold)) threshold <- check_number(threshold, call = call)
  check_flag(invert, call = call)
  if (!is.null(labels)) {
    if (!is.logical(labels) || length(labels) != 1 || is.na(labels)) {
      abort_input("labels", "be NULL, TRUE or FALSE", describe(labels), call = call)
    }
    if (labels && (!is.null(threshold) || invert)) {
      arg <- if (invert) "invert" else "threshold"
      got <- describe(if (invert) invert else threshold)
      abort_input(arg, paste("be", if (invert) "FALSE" else "NULL", "with `labels = TRUE`"), got,
                  call = call)
    }
  } else if (!is.null(threshold) || invert) {
    labels <- FALSE
  }
  list(
    threshold = threshold,
    invert = invert,
    labels = labels,
    objects = check_choice(objects, c("all", "largest"), call = call),
    holes = check_flag(holes, call = call),
    border = check_choice(border, c("keep", "drop"), call = call),
    min_area = check_number(min_area, min = 0, call = call),
    diagonal = check_flag(diagonal, call = call),
    smooth = check_number(smooth, min = 0, call = call)
  )
}

# Curves of pictures: `read()` makes each of `sources` a picture as that of
# read_mask_file(). One value per picture: `label`, its name in errors; `id`, NULL for a picture
# without name; `truth`, or NULL.
curves_of_masks <- function(sources, read, label, id, truth, settings, call = caller_env()) {
  n <- length(sources)
  progress <- progress_bar("Tracing outlines ")
  found <- vector("list", n)
  for (i in seq_len(n)) {
    picture <- read_picture(read(sources[[i]]), label[i], settings, call)
    found[[i]] <- outlines_of_picture(picture, id[i], settings)
    if (!is.null(progress$update) && n > 1) progress$update(i, n)
  }
  progress$done()
  counts <- do.call(rbind, lapply(found, function(f) f$counts))
  size <- vapply(found, function(f) length(f$points), integer(1))
  if (sum(size) == 0) abort_no_objects(counts, settings, call)
  inform_masks(n, sum(size), counts, id[size == 0], settings)
  points <- unlist(lapply(found, function(f) f$points), recursive = FALSE)
  names(points) <- unlist(lapply(found, function(f) f$id))
  if (!is.null(truth)) truth <- rep(truth, size)
  shape_curves(points, closed = TRUE, truth = truth)
}

# list(points, id, counts) of one picture.
outlines_of_picture <- function(picture, name, settings) {
  labelled <- is.null(picture$threshold)
  if (!any(picture$labels > 0)) {
    counts <- count_objects(flat = picture$flat, threshold = picture$threshold)
    return(list(points = list(), id = character(), counts = counts))
  }
  traced <- picture$traced %||% trace_loops(
    picture$labels, picture$values, picture$threshold, settings$diagonal
  )
  kept <- choose_objects(traced, labelled, settings)
  kept$counts$threshold <- picture$threshold %||% NA_real_
  kept$counts$grey <- !is.null(picture$values)
  id <- if (labelled) {
    name_parts(name, traced$loops$label[kept$objects])
  } else {
    number_parts(name, length(kept$objects))
  }
  loops <- kept$objects
  if (settings$holes) {
    of <- kept$hole_of
    place <- order(c(seq_along(id), of))
    number <- as.integer(stats::ave(of, of, FUN = seq_along))
    id <- c(id, sprintf("%s-hole-%d", id[of], number))[place]
    loops <- c(loops, kept$holes)[place]
  }
  points <- lapply(traced$points[loops], function(m) {
    orient_outline(smooth_outline(m, settings$smooth))
  })
  list(points = points, id = id, counts = kept$counts)
}

# What was met in one picture: a data frame of one row. labels: their number, 0 in a mask;
# threshold: NA for a label image; grey: whether a mask has more than two values.
count_objects <- function(specks = 0, largest_speck = 0, pieces = 0, border = 0, filling = 0,
                          smaller = 0, holes = 0, flat = FALSE, labels = 0, threshold = NULL,
                          grey = FALSE) {
  threshold <- threshold %||% NA_real_
  data.frame(
    specks, largest_speck, pieces, border, filling, smaller, holes, flat, labels, threshold, grey
  )
}

# Loops to keep as objects and as holes (hole_of: the place of its object among those), and
# counts of what was met.
choose_objects <- function(traced, labelled, settings) {
  loops <- traced$loops
  objects <- which(loops$area > 0)
  pieces <- labels <- 0
  if (labelled) {
    by_size <- objects[order(loops$label[objects], -loops$area[objects])]
    largest <- by_size[!duplicated(loops$label[by_size])]
    pieces <- length(objects) - length(largest)
    labels <- length(largest)
    objects <- largest
  }
  speck <- loops$area[objects] < settings$min_area
  specks <- loops$area[objects[speck]]
  objects <- objects[!speck]
  touching <- loops$sides[objects] > 0
  filling <- sum(loops$sides[objects] == 4)
  if (settings$border == "drop") objects <- objects[!touching]
  smaller <- 0
  if (settings$objects == "largest" && length(objects) > 1) {
    smaller <- length(objects) - 1
    objects <- objects[which.max(loops$area[objects])]
  }
  holes <- which(-loops$area >= max(settings$min_area, 1))
  hole_of <- match(parents_of_holes(traced, holes), objects)
  list(
    objects = objects, holes = holes[!is.na(hole_of)], hole_of = hole_of[!is.na(hole_of)],
    counts = count_objects(
      specks = length(specks), largest_speck = max(0, specks), pieces = pieces,
      border = sum(touching), filling = filling, smaller = smaller,
      holes = sum(!is.na(hole_of)), labels = labels
    )
  )
}

# No curve came of the pictures: why.
abort_no_objects <- function(counts, settings, call) {
  must <- "hold an object"
  got <- if (all(counts$flat)) "all its pixels are the same" else "no pixel is above the threshold"
  if (sum(counts$specks) > 0) {
    must <- sprintf("hold an object of at least `min_area` = %s pixels", format(settings$min_area))
    got <- paste("the largest has", max(counts$largest_speck))
  }
  if (settings$border == "drop" && sum(counts$border) > 0) {
    must <- "hold an object that does not touch the border"
    got <- "all do; `border = \"keep\"` keeps them"
  }
  abort_input("x", must, got, call = call)
}

# One message about what was left out or looks odd, if there is any.
inform_masks <- function(n, curves, counts, empty, settings) {
  total <- as.list(colSums(counts[names(counts) != "threshold"]))
  labelled <- sum(counts$labels > 0)
  grey <- counts$grey & is.null(settings$threshold)
  between <- if (any(grey)) format_range(counts$threshold[grey])
  kept <- if (settings$border == "keep") "kept" else "skipped"
  area <- format(settings$min_area)
  bullets <- c(
    if (labelled > 0 && is.null(settings$labels)) {
      paste(
        "{labelled} picture{?s} read as {?a label image/label images}: {total$labels} object{?s}",
        "({.code labels = FALSE} reads masks)."
      )
    },
    if (any(grey)) {
      paste(
        "{sum(grey)} grey picture{?s} read as {?a mask/masks}: threshold {between}",
        "({.arg threshold}; {.code labels = TRUE} reads one object per value)."
      )
    },
    if (length(empty) > 0) "{length(empty)} mask{?s} without an outline: {.val {empty}}.",
    if (total$specks > 0) {
      "{total$specks} speck{?s} of fewer than {area} pixels skipped ({.arg min_area})."
    },
    if (total$pieces > 0) {
      "{total$pieces} piece{?s} skipped: only the largest piece of each label is kept."
    },
    if (total$border > 0) {
      "{total$border} object{?s} at the picture border {kept} ({.arg border})."
    },
    if (total$smaller > 0) {
      "{total$smaller} object{?s} skipped: only the largest per picture is kept ({.arg objects})."
    },
    if (total$holes > 0 && !settings$holes) "{total$holes} hole{?s} ignored ({.arg holes}).",
    if (total$filling > 0 && settings$border == "keep") {
      paste(
        "{total$filling} object{?s} {?reaches/reach} all four sides of the picture: are the",
        "objects the other colour? See {.arg invert}."
      )
    }
  )
  if (length(bullets) > 0) {
    names(bullets) <- rep("*", length(bullets))
    what <- if (labelled > 0) "picture" else "mask"
    inform_shapecrp(
      c("Traced {curves} outline{?s} in {n} {what}{cli::qty(n)}{?s}.", bullets),
      class = "masks", counts = counts
    )
  }
}

# "0.5", or "0.48 to 0.52".
format_range <- function(x) {
  paste(unique(vapply(range(x), format, "", digits = 3)), collapse = " to ")
}
