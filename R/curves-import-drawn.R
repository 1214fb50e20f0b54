# Curves that were drawn or recorded in another program: selections of ImageJ, polygons of
# annotation programs, outlines of tpsDig, tracks. A file may hold several, open and closed.

# What a reader makes of a file, one entry of each field per curve: points (list of m x p
# matrices), closed (flags), id (strings), class (strings or NA); and what was not taken:
# `left`, counts with names such as "point selections".
drawn <- function(points = list(), closed = logical(), id = character(),
                  class = rep(NA_character_, length(points)), left = integer()) {
  list(points = points, closed = closed, id = id, class = class, left = left)
}

# A set of curves from what was drawn in each file: a list of drawn(), one per file. `closed`:
# TRUE or FALSE takes the curves of that kind, NULL all, which must be of one kind.
# Directions in which outlines were drawn mean nothing, and nothing is told of them.
curves_of_drawn <- function(files, found, closed, what, call = caller_env()) {
  if (!is.null(closed)) check_flag(closed, call = call)
  size <- vapply(files, function(f) length(f$points), integer(1))
  field <- function(name) unlist(lapply(files, function(f) f[[name]]), recursive = FALSE)
  points <- field("points")
  is_closed <- field("closed")
  left <- field("left")
  if (length(points) == 0) {
    got <- if (sum(left) > 0) paste("not", count_left(left)) else "it is empty"
    abort_input("x", paste("hold", what), got, call = call)
  }
  closed <- closed %||% one_kind(is_closed, what, call)
  taken <- which(is_closed == closed)
  kind <- if (closed) "closed" else "open"
  if (length(taken) == 0) {
    got <- sprintf("all %d are %s", length(points), if (closed) "open" else "closed")
    hint <- sprintf("Use `closed = %s` to read them.", !closed)
    abort_input("x", sprintf("hold %s %s", kind, what), got, hint = hint, call = call)
  }
  other <- length(points) - length(taken)
  if (other > 0) left <- c(left, stats::setNames(other, if (closed) "open ones" else "closed ones"))
  tell_left(length(taken), left, what)
  id <- drawn_ids(lapply(files, function(f) f$id), found$id)
  truth <- drawn_classes(field("class"), found, size)
  if (closed) points[taken] <- lapply(points[taken], tidy_outline)
  shape_curves(
    unname(points[taken]), closed, id[taken], if (!is.null(truth)) truth[taken],
    orient = FALSE
  )
}

# Ids of all, after the name of their file if two share one and it is not there already.
drawn_ids <- function(ids, file) {
  prefix <- rep(prefix_ids(ids, file), lengths(ids))
  id <- unlist(ids)
  named <- id == rep(file, lengths(ids)) | startsWith(id, prefix)
  ifelse(named, id, paste0(prefix, id))
}

# Classes in the files, or those of the files.
drawn_classes <- function(class, found, size) {
  of_file <- if (!is.null(found$truth)) rep(as.character(found$truth), size)
  if (!is.null(of_file) && (found$wins || all(is.na(class)))) {
    of_file
  } else if (!all(is.na(class))) {
    class
  }
}

# Whether curves are closed, where all are or none is.
one_kind <- function(closed, what, call) {
  if (any(closed) && !all(closed)) {
    got <- sprintf("%d are closed and %d open", sum(closed), sum(!closed))
    hint <- "`closed = TRUE` reads the closed ones, `closed = FALSE` the open ones."
    abort_input("x", sprintf("hold %s that are all closed or all open", what), got,
                hint = hint, call = call)
  }
  closed[1]
}

# Counter-clockwise, without the first point again at the end.
tidy_outline <- function(points) {
  if (is_repeat(points)) points <- points[-nrow(points), , drop = FALSE]
  plane <- is.matrix(points) && ncol(points) == 2 && nrow(points) > 2 && all(is.finite(points))
  if (plane) orient_outline(points) else points
}

# "point selections (2) and empty selections (1)", of counts with names, added up.
count_left <- function(left) {
  left <- left[left > 0]
  total <- tapply(left, factor(names(left), unique(names(left))), sum)
  list_words(sprintf("%s (%d)", names(total), total))
}

tell_left <- function(n, left, what) {
  if (sum(left) > 0) {
    words <- count_left(left)
    inform_shapecrp(
      c("Read {n} {what}.", "*" = "Skipped: {words}."),
      class = "drawn", left = left
    )
  }
}
