#' Simulate curves of several shapes
#'
#' Generates labelled example curves. Every class is a family of shapes; every curve is a
#' member of its family, slightly deformed, then given a random rotation, size,
#' position, starting point and sampling, so that only its shape reveals its class.
#'
#' The families are, in the order in which they are used when `classes` is a number,
#' * closed, in the plane: `r paste(names(outlines_2d()), collapse = ", ")`;
#' * open, in the plane: `r paste(names(strokes_2d()), collapse = ", ")`;
#' * closed, in space: `r paste(names(loops_3d()), collapse = ", ")`;
#' * open, in space: `r paste(names(strands_3d()), collapse = ", ")`.
#'
#' If there are more classes than these, and in four or more dimensions, classes are families
#' `random-1`, `random-2`, ... of smooth curves with random coefficients.
#'
#' Every curve is rotated by a uniformly distributed random rotation, scaled by a
#' log-normal factor (standard deviation 0.3), moved, and sampled at 90 to 110 points with a
#' speed that varies smoothly along it by a factor of about two. Closed curves start anywhere;
#' planar outlines run counter-clockwise.
#'
#' @param n Number of curves, divided evenly among the classes, or a vector with the size
#'   of every class. At most 100,000 curves in total, including outliers; fewer in more than 10
#'   dimensions.
#' @param classes Number of classes, or the names of families. By default 3, or as many as
#'   there are sizes in `n`.
#' @param noise Variation within a class. Space is deformed smoothly, differently for every
#'   curve, by displacements whose root mean square is about `noise` times the radius of the
#'   curve (the root mean square distance of its points from their centre); parameters of a
#'   family, such as the depth of petals, vary relatively by half as much. 0 gives
#'   curves of equal shape; from about 0.3 on, families begin to overlap. At most 2.
#' @param closed `TRUE` for closed curves, `FALSE` for open ones.
#' @param dim Dimension of the space, from 2 to 100.
#' @param outliers Number of curves to add that belong to no class: each is of a random family
#'   of its own. Their truth is `"outlier"`.
#' @param seed A whole number, which makes the result reproducible without changing the state of
#'   R's random numbers; or `NULL`, to draw from that state, as set by [set.seed()].
#'
#' @returns A set of curves, see [shape_curves()], with the families as truth and ids such as
#'   `star-3`.
#'
#' @examples
#' shapes <- simulate_shapes(n = 12, classes = 4, seed = 1)
#' shapes
#'
#' simulate_shapes(n = c(4, 8), classes = c("helix", "knot"), closed = FALSE, dim = 3, seed = 1)
#' @export
#' @param ... Must be empty; an unknown argument is an error.
simulate_shapes <- function(n = 60, classes = 3, noise = 0.1, closed = TRUE, dim = 2,
                            outliers = 0, seed = NULL, ...) {
  check_no_dots(...)
  if (missing(classes) && is.numeric(n) && length(n) > 1) classes <- length(n)
  check_flag(closed)
  dim <- check_number(dim, min = 2, max = 100, whole = TRUE)
  noise <- check_number(noise, min = 0, max = 2)
  outliers <- check_number(outliers, min = 0, max = most_simulated, whole = TRUE)
  if (!is.null(seed)) {
    seed <- check_number(seed, -.Machine$integer.max, .Machine$integer.max, whole = TRUE)
  }
  known <- families(closed, dim)
  labels <- class_labels(classes, names(known), closed, dim)
  sizes <- class_sizes(n, length(labels))
  check_amount(sum(as.double(sizes)) + outliers, dim)
  with_seed(seed, {
    members <- lapply(labels, function(label) known[[label]] %||% random_family(closed, dim))
    strangers <- lapply(seq_len(outliers), function(i) random_family(closed, dim))
    draws <- c(rep(members, sizes), strangers)
    points <- lapply(draws, draw_curve, noise = noise, closed = closed)
  })
  labels <- c(labels, if (outliers > 0) "outlier")
  sizes <- c(sizes, if (outliers > 0) outliers)
  truth <- factor(rep(labels, sizes), levels = labels)
  new_shape_curves(points, closed, paste0(truth, "-", sequence(sizes)), truth)
}

# Curves in one call, and coordinates of one point summed over them: below 1 GB.
most_simulated <- 1e5
most_coordinates <- 1e6

check_amount <- function(curves, dim, call = caller_env()) {
  most <- min(most_simulated, most_coordinates %/% dim)
  if (curves > most) {
    must <- sprintf("be at most %s with `outliers`, in %d-D", count_text(most), dim)
    abort_input("n", must, sprintf("there are %s curves in total", count_text(curves)), call = call)
  }
}

count_text <- function(n) format(n, big.mark = ",", scientific = FALSE)

class_labels <- function(classes, known, closed, dim, call = caller_env()) {
  if (is.character(classes) && length(classes) > 0) {
    where <- paste0(if (closed) "closed" else "open", " curves in ", dim, "-D")
    if (length(known) == 0) {
      got <- paste("there are no named families of", where)
      abort_input("classes", "be a number", got, call = call)
    }
    strange <- setdiff(classes, known)
    if (length(strange) > 0) {
      must <- paste0("be families of ", where, " (", paste(known, collapse = ", "), ")")
      abort_input("classes", must, paste("not", quote_string(strange[1])), call = call)
    }
    if (anyDuplicated(classes) > 0) {
      got <- sprintf("%s occurs twice", quote_string(classes[anyDuplicated(classes)]))
      abort_input("classes", "name each family once", got, call = call)
    }
    return(classes)
  }
  count <- check_number(
    classes, min = 1, max = most_simulated, whole = TRUE, arg = "classes", call = call
  )
  c(known, paste0("random-", seq_len(count)))[seq_len(count)]
}

class_sizes <- function(n, classes, call = caller_env()) {
  if (length(n) > 1) {
    if (!is.numeric(n) || length(n) != classes) {
      must <- sprintf("be a number or %d sizes, one per class", classes)
      abort_input("n", must, describe(n), call = call)
    }
    return(vapply(seq_along(n), function(k) {
      check_number(
        n[k], min = 1, max = most_simulated, whole = TRUE, arg = sprintf("n[%d]", k), call = call
      )
    }, integer(1)))
  }
  n <- check_number(
    n, min = classes, max = most_simulated, whole = TRUE, arg = "n", call = call
  )
  n %/% classes + (seq_len(classes) <= n %% classes)
}

# Evaluates `code` under a seed, by R's default generators, and leaves the user's state as
# it was; without a seed, in that state.
with_seed <- function(seed, code) {
  if (is.null(seed)) {
    return(code)
  }
  keep_random_state({
    set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
    code
  })
}

# One member of a family: m x p.
draw_curve <- function(family, noise, closed) {
  vary <- function(value) value * exp(noise / 2 * stats::rnorm(length(value)))
  points <- deform(standardise(family(vary)), noise)
  if (closed && ncol(points) == 2 && signed_area(points) < 0) {
    points <- points[rev(seq_len(nrow(points))), ]
  }
  m <- sample(90:110, 1)
  points <- points_at(points, random_times(m, closed), closed)
  points <- standardise(points) %*% random_rotation(ncol(points))
  scale <- exp(stats::rnorm(1, sd = 0.3))
  shift <- stats::rnorm(ncol(points), sd = 3)
  points <- unname(scale * points + rep(shift, each = m))
  if (closed && ncol(points) == 2) orient_outline(points) else points
}

# Centred, with root mean square distance 1 from the centre.
standardise <- function(points) {
  points <- points - rep(colMeans(points), each = nrow(points))
  points / sqrt(mean(rowSums(points^2)))
}

# Points carried along the flow of a random smooth field, a sum of six plane waves with
# wavelengths of 2.5 to 6 radii, for time `noise`; its root mean square speed is 1. A flow
# does not let an outline cross itself.
deform <- function(points, noise, waves = 6) {
  p <- ncol(points)
  size <- matrix(stats::rnorm(waves * p, sd = sqrt(2 / (waves * p))), waves)
  direction <- matrix(stats::rnorm(waves * p), p)
  direction <- direction / rep(sqrt(colSums(direction^2)), each = p)
  wave <- direction * rep(2 * pi / stats::runif(waves, 2.5, 6), each = p)
  phase <- rep(stats::runif(waves, 0, 2 * pi), each = nrow(points))
  steps <- ceiling(noise / 0.05)
  for (step in seq_len(steps)) {
    points <- points + noise / steps * cos(points %*% wave + phase) %*% size
  }
  points
}

# m increasing shares of the length of a curve: the speed is the exponential of a random
# smooth function. A closed curve starts anywhere, an open one at 0, and ends at 1.
random_times <- function(m, closed) {
  grid <- seq(0, 1, length.out = 201)
  k <- 1:3
  a <- stats::rnorm(3, sd = 0.25 / k)
  b <- if (closed) stats::rnorm(3, sd = 0.25 / k) else numeric(3)
  angle <- outer(grid, k * if (closed) 2 * pi else pi)
  speed <- drop(exp(cos(angle) %*% a + sin(angle) %*% b))
  time <- c(0, cumsum(speed[-1] + speed[-201]))
  time <- time / time[201]
  share <- if (closed) (seq_len(m) - 1) / m else seq(0, 1, length.out = m)
  at <- stats::approx(grid, time, share)$y
  if (closed) (at + stats::runif(1)) %% 1 else at
}

# A rotation drawn uniformly from SO(p): QR of a Gaussian matrix, signs made unique.
random_rotation <- function(p) {
  factors <- qr(matrix(stats::rnorm(p * p), p))
  q <- qr.Q(factors) %*% diag(sign(diag(qr.R(factors))))
  if (det(q) < 0) q[, 1] <- -q[, 1]
  q
}
