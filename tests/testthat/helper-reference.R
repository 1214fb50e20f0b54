# Slow plain-R twins of the kernels, written from the definitions.

# <q1, O (q2 o warp)> of two polygons, points a row: both curves have unit speed in arc
# length, so a piece of dx and dy gains sqrt(dx |dy|) <u1, O u2>, u the unit tangents in
# the direction of travel. Pieces are cut at every vertex of either curve.
evaluate_match <- function(one, two, closed, warp, rotation) {
  a <- reference_edges(one, closed)
  b <- reference_edges(two, closed)
  turned <- rotation %*% b$tangent
  total <- 0
  for (k in seq_len(nrow(warp) - 1)) {
    x <- warp$x[k + 0:1]
    y <- warp$y[k + 0:1]
    if (x[1] == x[2] || y[1] == y[2]) next
    cuts <- sort(unique(c(
      0, 1, crossings(x, a$arc), crossings(y, b$arc)
    )))
    for (c in seq_len(length(cuts) - 1)) {
      share <- cuts[c + 1] - cuts[c]
      middle <- (cuts[c] + cuts[c + 1]) / 2
      i <- edge_at(a$arc, x[1] + middle * diff(x))
      j <- edge_at(b$arc, y[1] + middle * diff(y))
      product <- sum(a$tangent[, i] * turned[, j]) * sign(diff(y))
      total <- total + share * sqrt(diff(x) * abs(diff(y))) * product
    }
  }
  total
}

# Unit tangents (p x T) and arc lengths (T + 1, from 0 to 1) of a polygon.
reference_edges <- function(points, closed) {
  if (closed) points <- rbind(points, points[1, ])
  steps <- t(diff(points))
  lengths <- sqrt(colSums(steps^2))
  list(
    tangent = steps / rep(lengths, each = nrow(steps)),
    arc = c(0, cumsum(lengths)) / sum(lengths),
    length = sum(lengths)
  )
}

# Where, in shares of the way from x[1] to x[2], a vertex is passed.
crossings <- function(x, arc) {
  rounds <- seq(floor(min(x)), ceiling(max(x)))
  places <- as.vector(outer(arc, rounds, `+`))
  share <- (places - x[1]) / diff(x)
  share[share > 0 & share < 1]
}

edge_at <- function(arc, place) findInterval(place %% 1, arc, rightmost.closed = TRUE)

evaluate_alignment <- function(a) {
  value <- evaluate_match(
    a$curves$points[[1]], a$curves$points[[2]], a$curves$closed, a$warp, a$rotation
  )
  if (a$settings$scale) value else value * sqrt(prod(a$lengths))
}

# The best value of a path over the lattice of the edges of two open polygons by steps
# of at most `reach`, without rotation: dynamic programming from the definition.
lattice_value <- function(one, two, reach) {
  a <- reference_edges(one, FALSE)
  b <- reference_edges(two, FALSE)
  w <- crossprod(a$tangent, b$tangent) * sqrt(outer(diff(a$arc), diff(b$arc)))
  gain <- function(i, j, k, l) {
    cuts <- sort(unique(c(0, seq_len(k) / k, seq_len(l) / l)))
    middle <- (cuts[-1] + cuts[-length(cuts)]) / 2
    cells <- cbind(i - k + floor(middle * k) + 1, j - l + floor(middle * l) + 1)
    sum(w[cells] * diff(cuts) * sqrt(k * l))
  }
  e <- matrix(0, nrow(w) + 1, ncol(w) + 1)
  for (i in seq_len(nrow(w))) {
    for (j in seq_len(ncol(w))) {
      best <- max(e[i, j + 1], e[i + 1, j])
      for (k in seq_len(min(i, reach))) {
        for (l in seq_len(min(j, reach))) {
          best <- max(best, e[i - k + 1, j - l + 1] + gain(i, j, k, l))
        }
      }
      e[i + 1, j + 1] <- best
    }
  }
  e[nrow(w) + 1, ncol(w) + 1]
}

# The curves moved, turned, scaled, restarted (closed) and re-parameterised (points at
# other places on the same polygon, its vertices kept).
disguise <- function(points, closed, extra = 30) {
  p <- ncol(points)
  if (closed) {
    start <- sample(nrow(points), 1)
    points <- points[c(start:nrow(points), seq_len(start - 1)), ]
  }
  m <- nrow(points)
  ends <- if (closed) c(seq_len(m)[-1], 1) else seq_len(m)[-1]
  edge <- sort(sample(seq_along(ends), extra, replace = TRUE))
  share <- runif(extra)
  new <- points[edge, ] + share * (points[ends[edge], ] - points[edge, ])
  points <- rbind(points, new)[order(c(seq_len(m), edge + share)), ]
  sweep(runif(1, 0.1, 10) * points %*% t(shapecrp:::random_rotation(p)), 2, rnorm(p, sd = 5), `+`)
}

smooth_curve <- function(p, closed, m = 80, seed = 1) {
  withr::local_seed(seed)
  t <- seq(0, 1, length.out = m + closed)[seq_len(m)]
  waves <- if (closed) 2 * pi * outer(t, 1:3) else pi * outer(t, 1:4)
  cbind(cos(waves), sin(waves)) %*% matrix(rnorm(2 * ncol(waves) * p), 2 * ncol(waves))
}

# (tr S)^2 / tr S^2: m where m eigenvalues are equal and all others zero.
effective_dimension <- function(S) {
  total <- sum(diag(S))
  if (total > 0) total^2 / sum(S^2) else 1
}

# That of residuals about the means of clusters, at least 1.
residual_dimension <- function(products, labels) {
  max(1, effective_dimension(residual_products(products, labels)))
}
