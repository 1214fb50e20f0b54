# The families of simulate_shapes(). A family is a function of `vary`, which multiplies a
# parameter by a random factor near 1; it returns a dense polygon, one point per row.

families <- function(closed, dim) {
  if (dim == 2) {
    if (closed) outlines_2d() else strokes_2d()
  } else if (dim == 3) {
    if (closed) loops_3d() else strands_3d()
  } else {
    list()
  }
}

outlines_2d <- function() {
  list(
    fish = function(vary) {
      u <- seq(0, 1, length.out = 60)
      x <- vary(1) * (1 - 1.7 * u)
      y <- vary(0.95) * u^0.6 * (1 - u)^1.1 + 0.09 * u
      fin <- vary(0.5)
      half <- cbind(c(x, -1.15), c(y, fin))
      round_corners(mirror_x(half, cbind(-0.95, 0)), 0.006)
    },
    star = function(vary) {
      radius <- rep(c(1, vary(0.42)), 5)
      round_corners(polar(radius, seq(0, by = pi / 5, length.out = 10)), 0.006)
    },
    key = function(vary) {
      bow <- vary(0.55)
      end <- bow + vary(1.7)
      angle <- asin(0.11 / max(bow, 0.2))
      ring <- polar(bow, seq(angle, 2 * pi - angle, length.out = 80))
      depth <- vary(0.3)
      bit <- cbind(
        c(end - 0.75, end - 0.75, end - 0.55, end - 0.55, end - 0.25, end - 0.25, end, end),
        -0.1 - depth * c(0, 1, 1, 0, 0, 1, 1, -0.2 / depth)
      )
      round_corners(rbind(ring, bit), 0.004)
    },
    heart = function(vary) {
      t <- circle()
      round_corners(cbind(
        vary(16) * sin(t)^3,
        13 * cos(t) - vary(5) * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
      ), 0.002)
    },
    bone = function(vary) {
      lobe <- vary(0.27)
      spread <- vary(0.2)
      from <- pi - asin(min(max(spread - vary(0.07), 0) / lobe, 0.9))
      to <- 2 * pi + asin(min(spread / lobe, 1))
      lower <- polar(lobe, seq(from, to, length.out = 50))
      lower <- cbind(vary(1.05) + lower[, 1], lower[, 2] - spread)
      upper <- cbind(lower[50:1, 1], -lower[50:1, 2])
      round_corners(rbind(lower, upper, -lower, -upper), 0.008)
    },
    cross = function(vary) {
      w <- vary(0.27)
      a <- vary(1)
      b <- vary(1)
      x <- c(a, a, w, w, -w, -w, -a, -a, -w, -w, w, w)
      y <- c(-w, w, w, b, b, w, w, -w, -w, -b, -b, -w)
      round_corners(cbind(x, y), 0.008)
    },
    crescent = function(vary) {
      tip <- min(vary(0.75), 2)
      depth <- max(1 + cos(tip) - vary(0.55), 0.3)
      outer <- polar(1, seq(tip, 2 * pi - tip, length.out = 120))
      phi <- seq(-pi / 2, pi / 2, length.out = 80)
      inner <- cbind(cos(tip) - depth * cos(phi), sin(tip) * sin(phi))
      round_corners(rbind(outer, inner), 0.004)
    },
    bottle = function(vary) {
      body <- vary(0.42)
      neck <- vary(0.13)
      shoulder <- vary(0.55)
      s <- seq(0, 1, length.out = 30)
      x <- c(-1, shoulder - 0.45 + 0.45 * s, 1.25, 1.25, 1.4)
      y <- c(body, neck + (body - neck) * (1 + cos(pi * s)) / 2, neck, neck + 0.05, neck + 0.05)
      round_corners(mirror_x(cbind(x, y)), 0.006)
    },
    flower = function(vary) {
      t <- circle()
      polar(1 + vary(0.38) * cos(7 * t), t)
    },
    arrow = function(vary) {
      head <- vary(0.62)
      shaft <- vary(0.2)
      back <- vary(0.75)
      x <- c(1, 1 - back, 1 - back, -1)
      round_corners(mirror_x(cbind(x, c(0, head, shaft, shaft))), 0.006)
    },
    leaf = function(vary) {
      u <- seq(0, 1, length.out = 80)
      width <- vary(0.5) * sin(pi * u^vary(1.35))^1.1
      stem <- vary(0.6)
      half <- cbind(c(1 - 2 * u, -1 - stem), c(width + 0.035 * u, 0.035))
      round_corners(mirror_x(half), 0.004)
    },
    triangle = function(vary) {
      round_corners(cbind(c(-1, 1, 0), c(0, 0, vary(1.75))), 0.02)
    },
    bean = function(vary) {
      t <- circle()
      bend <- min(vary(1.45), 2.5)
      width <- min(vary(0.4), 0.75 / bend)
      radius <- 1 / bend + width * sign(sin(t)) * abs(sin(t))^0.85
      round_corners(cbind(radius * sin(bend * cos(t)), radius * cos(bend * cos(t))), 0.015)
    },
    ellipse = function(vary) {
      t <- circle()
      cbind(cos(t), vary(0.45) * sin(t))
    }
  )
}

strokes_2d <- function() {
  list(
    spiral = function(vary) {
      t <- segment()
      polar(0.12 + t^vary(1), 2 * pi * vary(2.25) * t)
    },
    wave = function(vary) {
      t <- segment()
      cbind(vary(2) * t, vary(0.38) * sin(5 * pi * t))
    },
    loop = function(vary) {
      t <- 2 * segment() - 1
      cbind(vary(1.5) * (t^3 - 0.55 * t), vary(1.1) * (1 - t^2))
    },
    zigzag = function(vary) {
      fold <- vary(0.75)
      round_ends(cbind(c(-0.9, 0.7, -0.7, 0.9), c(1, fold, -fold, -1)), 0.012)
    },
    hook = function(vary) {
      radius <- vary(0.5)
      bend <- polar(radius, seq(0, -vary(1.25) * pi, length.out = 80))
      round_ends(rbind(cbind(radius, vary(1.6) * seq(1, 0.02, length.out = 40)), bend), 0.006)
    },
    pulse = function(vary) {
      peak <- vary(1.3)
      dip <- vary(0.4)
      x <- c(-1.1, -0.35, -0.25, 0, 0.25, 0.35, 1.1)
      round_ends(cbind(vary(1) * x, c(0, 0, -dip, peak, -dip, 0, 0)), 0.01)
    },
    coil = function(vary) {
      t <- segment()
      angle <- 2 * pi * 3.5 * t + pi / 2
      cbind(vary(2.6) * t + 0.42 * cos(angle), vary(0.42) * sin(angle))
    },
    arc = function(vary) {
      half <- vary(0.55) * pi
      t <- 2 * segment() - 1
      cbind(sin(half * t), cos(half * t))
    }
  )
}

loops_3d <- function() {
  list(
    trefoil = function(vary) {
      t <- circle()
      cbind(
        sin(t) + vary(2) * sin(2 * t), cos(t) - vary(2) * cos(2 * t), -vary(1.2) * sin(3 * t)
      )
    },
    crown = function(vary) {
      t <- circle()
      cbind(cos(t), sin(t), vary(0.45) * cos(5 * t))
    },
    coil = function(vary) {
      t <- circle()
      radius <- 1 + vary(0.3) * cos(9 * t)
      cbind(radius * cos(t), radius * sin(t), vary(0.3) * sin(9 * t))
    },
    saddle = function(vary) {
      t <- circle()
      cbind(cos(t), sin(t), vary(0.8) * cos(2 * t))
    },
    clip = function(vary) {
      bend <- vary(1.1)
      u <- c(seq(-1, 1, length.out = 80), seq(1, -1, length.out = 80))
      width <- rep(vary(0.25) * c(-1, 1), each = 80)
      round_corners(cbind(sin(bend * u) / bend, width, (1 - cos(bend * u)) / bend), 0.02)
    },
    knot = function(vary) {
      t <- circle()
      radius <- 2 + vary(1) * cos(2 * t)
      cbind(radius * cos(3 * t), radius * sin(3 * t), vary(1.2) * sin(4 * t))
    },
    bow = function(vary) {
      t <- circle()
      cbind(vary(1.2) * cos(t), vary(0.6) * sin(2 * t), vary(0.4) * cos(3 * t))
    },
    ring = function(vary) {
      t <- circle()
      cbind(cos(t), vary(0.75) * sin(t), 0)
    }
  )
}

strands_3d <- function() {
  list(
    helix = function(vary) {
      t <- segment()
      cbind(polar(vary(0.4), 10 * pi * t), vary(3) * t)
    },
    hairpin = function(vary) {
      gap <- vary(0.3)
      long <- vary(2)
      strand <- seq(0, long, length.out = 60)
      turn <- seq(0, pi, length.out = 30)
      z <- c(strand, long + gap * sin(turn), rev(strand))
      x <- c(rep(gap, 60), gap * cos(turn), rep(-gap, 60))
      twist <- vary(0.9) * z
      round_ends(cbind(x * cos(twist), x * sin(twist), z), 0.004)
    },
    cone = function(vary) {
      t <- segment()
      cbind(polar(0.08 + t, 2 * pi * vary(3) * t), vary(1.3) * t)
    },
    helices = function(vary) {
      angle <- 8 * pi * segment()
      up <- cbind(polar(vary(0.25), angle), vary(1.6) * segment())
      down <- cbind(0.9 + up[, 1], up[, 2], max(up[, 3]) - up[, 3])
      down[, 2] <- -down[, 2]
      round_ends(rbind(up, down), 0.005)
    },
    arch = function(vary) {
      t <- pi * vary(1.1) * (segment() - 0.5)
      cbind(sin(t), cos(t), vary(0.35) * sin(2 * t))
    },
    knot = function(vary) {
      t <- 0.35 + (2 * pi - 0.7) * segment()
      cbind(
        sin(t) + vary(2) * sin(2 * t), cos(t) - vary(2) * cos(2 * t), -vary(1.2) * sin(3 * t)
      )
    },
    ribbon = function(vary) {
      t <- segment()
      swing <- vary(0.45) * sin(6 * pi * t)
      twist <- vary(1) * pi * t
      cbind(swing * cos(twist), swing * sin(twist), 2.2 * t)
    },
    spring = function(vary) {
      t <- segment()
      angle <- 2 * pi * 7 * t
      axis <- 1.5 * pi * t
      radius <- 1 + vary(0.25) * cos(angle)
      cbind(radius * cos(axis), radius * sin(axis), vary(0.25) * sin(angle))
    }
  )
}

# A family of its own: smooth curves with random coefficients. Planar outlines are
# star-shaped about a point, so that they do not cross themselves.
random_family <- function(closed, dim) {
  if (closed && dim == 2) {
    k <- 2:7
    size <- stats::rnorm(6, sd = 0.4 / k^0.5)
    phase <- stats::runif(6, 0, 2 * pi)
    return(function(vary) {
      t <- circle()
      size <- vary(size)
      polar(exp(rowSums(mapply(function(k, s, f) s * cos(k * t + f), k, size, phase))), t)
    })
  }
  k <- 1:6
  scale <- rep(1 / k^1.3, dim)
  a <- stats::rnorm(length(scale), sd = scale)
  b <- if (closed) stats::rnorm(length(scale), sd = scale) else numeric(length(scale))
  function(vary) {
    t <- if (closed) circle() else pi * segment()
    basis <- outer(t, k)
    cos(basis) %*% matrix(vary(a), ncol = dim) + sin(basis) %*% matrix(vary(b), ncol = dim)
  }
}

# Tools of the families.

circle <- function(n = 600) 2 * pi * (seq_len(n) - 1) / n

segment <- function(n = 600) seq(0, 1, length.out = n)

polar <- function(radius, angle) unname(cbind(radius * cos(angle), radius * sin(angle)))

# A closed polygon from its upper half, and points on the axis to put between the halves.
mirror_x <- function(half, axis = NULL) {
  lower <- half[rev(seq_len(nrow(half))), , drop = FALSE]
  lower[, 2] <- -lower[, 2]
  rbind(half, axis, lower)
}

# A closed polygon smoothed by a Gaussian of standard deviation `width`, a share of its
# length.
round_corners <- function(points, width, n = 600) {
  even <- points_at(points, (seq_len(n) - 1) / n, closed = TRUE)
  lag <- pmin(seq_len(n) - 1, n - seq_len(n) + 1) / n
  kernel <- exp(-lag^2 / (2 * width^2))
  spectrum <- stats::fft(kernel / sum(kernel))
  apply(even, 2, function(v) Re(stats::fft(stats::fft(v) * spectrum, inverse = TRUE)) / n)
}

# The same of an open polygon, whose ends stay in place: it is continued at both ends by
# its reflections through them.
round_ends <- function(points, width, n = 600) {
  even <- points_at(points, segment(n), closed = FALSE)
  back <- even[n:1, ]
  reflect <- function(end) rep(2 * end, each = n) - back
  long <- rbind(reflect(even[1, ])[-n, ], even, reflect(even[n, ])[-1, ])
  lag <- seq(-ceiling(4 * width * n), ceiling(4 * width * n)) / n
  kernel <- exp(-lag^2 / (2 * width^2))
  smooth <- apply(long, 2, stats::filter, filter = kernel / sum(kernel))
  smooth[n - 1 + seq_len(n), ]
}

# The points at shares `at` in [0, 1] of the length of a polygon.
points_at <- function(points, at, closed) {
  position <- cumsum(c(0, step_lengths(points, closed)))
  if (closed) points <- rbind(points, points[1, ])
  keep <- !duplicated(position)
  values <- apply(points, 2, function(v) {
    stats::approx(position[keep], v[keep], at * max(position), rule = 2)$y
  })
  matrix(values, length(at), ncol(points))
}
