# Outlines of the objects in a picture: marching squares, followed along pixel edges.
#
# labels: height x width, whole numbers, 0 where there is no object. An edge lies between a
# pixel of an object, to its left, and a pixel with another label, to its right; it runs
# east, north, west or south (direction 1 to 4). Its point lies on the line from centre to
# centre: half way, or, given the grey `values`, where they fall to `threshold`. Objects
# that meet at a corner are joined if `diagonal`.
#
# Returns list(points, loops, edges). points: a list of m x 2, in pixels from the lower left
# corner of the picture, y upwards; counter-clockwise around objects, clockwise around
# holes. loops: a data frame with their label, area (pixels inside, negative for a hole),
# number of sides of the picture that they touch, and row and column of one pixel of the
# object; from top to bottom, then from left to right. edges: loop, row, column and
# direction of each.
trace_loops <- function(labels, values = NULL, threshold = NULL, diagonal = TRUE) {
  height <- nrow(labels)
  framed <- frame_picture(labels, 0L)
  rows <- height + 2L
  ahead <- c(rows, -1L, -rows, 1L)
  right <- c(1L, rows, -1L, -rows)
  object <- which(framed > 0)
  edges <- lapply(right, function(side) object[framed[object + side] != framed[object]])
  walk <- follow_edges(framed, unlist(edges), rep(1:4, lengths(edges)), ahead, right, diagonal)
  at <- walk$at
  direction <- walk$direction
  reach <- reach_of_edges(at, at + right[direction], values, threshold)
  row <- (at - 1L) %% rows
  column <- (at - 1L) %/% rows
  x <- column - 0.5 + c(0, 1, 0, -1)[direction] * reach
  y <- height - row + 0.5 + c(-1, 0, 1, 0)[direction] * reach
  loop <- rep(seq_along(walk$size), walk$size)
  edges <- data.frame(loop, row, column, direction)
  list(
    points = unname(split.data.frame(cbind(x, y), loop)),
    loops = measure_loops(edges, framed[at], dim(labels)),
    edges = edges
  )
}

measure_loops <- function(edges, label, size) {
  first <- which(!duplicated(edges$loop))
  sides <- list(edges$row == size[1], edges$column == size[2], edges$row == 1, edges$column == 1)
  touches <- lapply(1:4, function(d) {
    tabulate(edges$loop[edges$direction == d & sides[[d]]], length(first)) > 0
  })
  # The integral of x dy: east side of a pixel at x = column, west side at column - 1.
  dy <- c(0, 1, 0, -1)[edges$direction]
  area <- rowsum(dy * (edges$column - (edges$direction == 4)), edges$loop)[, 1]
  data.frame(
    label = label[first], area = unname(area), sides = Reduce(`+`, touches),
    row = edges$row[first], column = edges$column[first]
  )
}

# The loop around the object that has each of `holes`: the smallest with its label that
# winds around its pixel.
parents_of_holes <- function(traced, holes) {
  loops <- traced$loops
  upright <- which(traced$edges$direction %in% c(2L, 4L))
  of_row <- split(upright, traced$edges$row[upright])
  vapply(holes, function(h) {
    edges <- traced$edges[of_row[[as.character(loops$row[h])]], ]
    side <- edges$column - (edges$direction == 4)
    beyond <- edges[side >= loops$column[h], ]
    turns <- tapply(ifelse(beyond$direction == 2, 1, -1), beyond$loop, sum)
    around <- as.integer(names(turns)[turns > 0])
    around <- around[loops$label[around] == loops$label[h] & loops$area[around] > 0]
    around[which.min(loops$area[around])]
  }, integer(1))
}

frame_picture <- function(x, value) {
  framed <- matrix(value, nrow(x) + 2L, ncol(x) + 2L)
  framed[1L + seq_len(nrow(x)), 1L + seq_len(ncol(x))] <- x
  framed
}

# Puts edges in the order of the loops that they make: list(at, direction, size of every
# loop). A loop starts at the top of its first pixel from the top. At the end of an edge it
# goes on with the pixel ahead on the right, ahead, or its own, whichever is the object's.
follow_edges <- function(framed, at, direction, ahead, right, diagonal) {
  cells <- length(framed)
  label <- framed[at]
  front <- at + ahead[direction]
  corner <- front + right[direction]
  has_front <- framed[front] == label
  turns_right <- framed[corner] == label & (has_front | diagonal)
  goes_on <- has_front & !turns_right
  next_at <- ifelse(turns_right, corner, ifelse(goes_on, front, at))
  turn <- ifelse(turns_right, 3L, ifelse(goes_on, 0L, 1L))
  next_direction <- (direction - 1L + turn) %% 4L + 1L
  index <- integer(4L * cells)
  index[at + cells * (direction - 1L)] <- seq_along(at)
  following <- index[next_at + cells * (next_direction - 1L)]
  rows <- nrow(framed)
  starts <- which(direction == 3L)
  starts <- starts[order((at[starts] - 1L) %% rows, at[starts])]
  walk <- walk_loops(following, starts)
  list(at = at[walk$order], direction = direction[walk$order], size = walk$size)
}

# The cycles of a permutation, one after the other, from the first of `starts` in each.
walk_loops <- function(following, starts) {
  order <- integer(length(following))
  seen <- logical(length(following))
  ends <- integer(length(starts))
  loops <- 0L
  done <- 0L
  for (start in starts) {
    if (!seen[start]) {
      edge <- start
      repeat {
        done <- done + 1L
        order[done] <- edge
        seen[edge] <- TRUE
        edge <- following[edge]
        if (edge == start) break
      }
      loops <- loops + 1L
      ends[loops] <- done
    }
  }
  list(order = order, size = diff(c(0L, ends[seq_len(loops)])))
}

# How far from the centre of the pixel the outline passes, in (0, 1).
reach_of_edges <- function(from, to, values, threshold) {
  reach <- rep(0.5, length(from))
  if (!is.null(values)) {
    framed <- frame_picture(values, NA_real_)
    fall <- (framed[from] - threshold) / (framed[from] - framed[to])
    known <- !is.na(fall)
    reach[known] <- fall[known]
  }
  reach
}

# A closed curve under a Gaussian kernel whose standard deviation is `sd` points, an eighth
# of the curve at most.
smooth_outline <- function(points, sd) {
  m <- nrow(points)
  sd <- min(sd, m / 8)
  if (sd == 0) {
    return(points)
  }
  frequency <- c(0:(m %/% 2), rev(seq_len((m - 1) %/% 2)))
  transfer <- exp(-2 * (pi * sd * frequency / m)^2)
  z <- stats::fft(complex(real = points[, 1], imaginary = points[, 2]))
  z <- stats::fft(z * transfer, inverse = TRUE) / m
  cbind(Re(z), Im(z))
}
