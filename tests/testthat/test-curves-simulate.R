# Points at equal steps of length, centred, of unit size.
even_points <- function(points, n, closed) {
  at <- if (closed) (seq_len(n) - 1) / n else seq(0, 1, length.out = n)
  standardise(points_at(points, at, closed))
}

# The largest inner product of two planar curves over rotations and, if closed, starts:
# points are complex numbers, so rotation is the modulus.
likeness <- function(x, y, closed, n = 400) {
  z <- lapply(list(x, y), function(m) {
    m <- even_points(m, n, closed)
    complex(real = m[, 1], imaginary = m[, 2])
  })
  if (!closed) {
    return(Mod(sum(z[[1]] * Conj(z[[2]]))) / n)
  }
  max(Mod(stats::fft(stats::fft(z[[1]]) * Conj(stats::fft(z[[2]])), inverse = TRUE))) / n^2
}

# Number of pairs of edges of a closed polygon that cross: the ends of each lie strictly on
# both sides of the other.
count_crossings <- function(points) {
  m <- nrow(points)
  z <- complex(real = points[, 1], imaginary = points[, 2])
  following <- z[c(2:m, 1)]
  side <- function(p) sign(Im(Conj(following - z) * (rep(p, each = m) - z)))
  apart <- matrix(side(z) * side(following) < 0, m)
  sum(apart & t(apart)) / 2
}

test_that("the numbers asked for are those given", {
  curves <- simulate_shapes(seed = 1)
  expect_identical(c(table(curves$truth)), c(fish = 20L, star = 20L, key = 20L))
  expect_identical(curves$id[c(1, 21, 60)], c("fish-1", "star-1", "key-20"))
  uneven <- simulate_shapes(n = 8, seed = 1)
  expect_identical(c(table(uneven$truth)), c(fish = 3L, star = 3L, key = 2L))
  sizes <- simulate_shapes(n = c(1, 4), classes = c("key", "leaf"), outliers = 2, seed = 1)
  expect_identical(c(table(sizes$truth)), c(key = 1L, leaf = 4L, outlier = 2L))
  expect_identical(nlevels(simulate_shapes(n = c(2, 2, 1, 1), seed = 1)$truth), 4L)
  many <- simulate_shapes(n = 16, classes = 16, seed = 1)
  expect_identical(levels(many$truth)[15:16], c("random-1", "random-2"))
})

test_that("every kind of curve is legal, whatever the dimension and the noise", {
  for (closed in c(TRUE, FALSE)) {
    for (dim in c(2, 3, 6)) {
      classes <- length(families(closed, dim)) + 2
      for (noise in c(0, 0.1, 0.5)) {
        curves <- simulate_shapes(
          n = classes, classes = classes, noise = noise, closed = closed, dim = dim,
          outliers = 1, seed = 2
        )
        expect_identical(validate_shape_curves(curves), curves)
        expect_identical(curve_dimension(curves), as.integer(dim))
        expect_identical(curves$closed, closed)
        m <- vapply(curves$points, nrow, integer(1))
        expect_true(all(m >= 90 & m <= 110))
      }
    }
  }
})

test_that("there are families enough", {
  expect_gte(length(families(TRUE, 2)), 8)
  expect_gte(length(families(FALSE, 2)), 6)
  expect_gte(length(families(TRUE, 3)), 6)
  expect_gte(length(families(FALSE, 3)), 6)
  expect_length(families(TRUE, 4), 0)
})

test_that("planar outlines run counter-clockwise", {
  curves <- simulate_shapes(n = 60, classes = 20, noise = 0.3, seed = 3)
  expect_identical(summary(curves)$clockwise, 0L)
})

test_that("planar outlines do not cross themselves", {
  expect_identical(count_crossings(square()[c(1, 3, 2, 4), ]), 1)
  curves <- simulate_shapes(n = 54, classes = 18, noise = 0.3, seed = 3)
  expect_identical(sum(vapply(curves$points, count_crossings, numeric(1))), 0)
})

test_that("without noise the members of a class are one shape, of several classes are not", {
  for (closed in c(TRUE, FALSE)) {
    k <- length(families(closed, 2)) + 1
    curves <- simulate_shapes(n = 2 * k, classes = k, noise = 0, closed = closed, seed = 4)
    same <- vapply(2 * seq_len(k), function(i) {
      likeness(curves[[i]], curves[[i - 1]], closed)
    }, numeric(1))
    other <- vapply(2 * seq_len(k - 1), function(i) {
      likeness(curves[[i]], curves[[i + 1]], closed)
    }, numeric(1))
    expect_gt(min(same), 0.998)
    expect_lt(max(other), 0.99)
  }
})

test_that("noise is the root mean square displacement in radii", {
  points <- standardise(outlines_2d()$star(identity))
  moved <- withr::with_seed(1, vapply(seq_len(300), function(i) {
    mean(rowSums((deform(points, 0.1) - points)^2))
  }, numeric(1)))
  expect_equal(sqrt(mean(moved)), 0.1, tolerance = 0.05)
  expect_identical(deform(points, 0), points)
})

test_that("more noise, less alike", {
  spread <- vapply(c(0.05, 0.1, 0.2), function(noise) {
    curves <- simulate_shapes(n = 8, classes = "cross", noise = noise, seed = 5)
    mean(vapply(2:8, function(i) likeness(curves[[1]], curves[[i]], TRUE), numeric(1)))
  }, numeric(1))
  expect_true(all(diff(spread) < 0))
})

test_that("rotations are proper and leave no direction out", {
  for (p in 2:5) {
    turns <- withr::with_seed(1, lapply(1:200, function(i) random_rotation(p)))
    expect_equal(vapply(turns, det, numeric(1)), rep(1, 200))
    expect_equal(turns[[1]] %*% t(turns[[1]]), diag(p))
    expect_lt(max(abs(Reduce(`+`, turns) / 200)), 0.25)
  }
})

test_that("starts, speeds, scales, turns and places differ", {
  curves <- simulate_shapes(n = 10, classes = "ellipse", noise = 0, seed = 6)
  lengths <- curve_lengths(curves)
  expect_gt(max(lengths) / min(lengths), 1.3)
  expect_gt(stats::sd(vapply(curves$points, function(m) mean(m[, 1]), numeric(1))), 1)
  axes <- vapply(curves$points, function(m) svd(standardise(m))$v[1, 1]^2, numeric(1))
  expect_gt(diff(range(axes)), 0.5)
  steps <- lapply(curves$points, step_lengths, closed = TRUE)
  expect_true(all(vapply(steps, function(s) max(s) / min(s), numeric(1)) > 1.2))
  starts <- vapply(curves$points, function(m) {
    radius <- sqrt(rowSums(standardise(m)^2))
    radius[1] / max(radius)
  }, numeric(1))
  expect_gt(diff(range(starts)), 0.2)
})

test_that("times increase round the curve and reach both ends of an open one", {
  open <- withr::with_seed(1, random_times(100, closed = FALSE))
  expect_identical(open[c(1, 100)], c(0, 1))
  expect_true(all(diff(open) > 0))
  closed <- withr::with_seed(1, random_times(100, closed = TRUE))
  expect_true(all(closed >= 0 & closed < 1))
  expect_identical(sum(diff(closed) < 0), 1L)
})

test_that("a seed gives the same curves and leaves R's state alone", {
  first <- simulate_shapes(n = 6, outliers = 1, seed = 7)
  withr::with_seed(11, {
    before <- .Random.seed
    expect_identical(simulate_shapes(n = 6, outliers = 1, seed = 7), first)
    expect_identical(.Random.seed, before)
  })
  withr::with_seed(11, .rng_kind = "Wichmann-Hill", {
    expect_identical(simulate_shapes(n = 6, outliers = 1, seed = 7), first)
    expect_identical(RNGkind()[1], "Wichmann-Hill")
  })
  withr::with_preserve_seed({
    if (exists(".Random.seed", globalenv())) rm(".Random.seed", envir = globalenv())
    simulate_shapes(n = 3, seed = 7)
    expect_false(exists(".Random.seed", globalenv()))
  })
  expect_false(identical(simulate_shapes(n = 6, seed = 8)$points, first$points[1:6]))
})

test_that("without a seed R's own state rules", {
  draw <- function(seed) withr::with_seed(seed, simulate_shapes(n = 3))
  expect_identical(draw(1), draw(1))
  expect_false(identical(draw(1), draw(2)))
  withr::with_seed(1, {
    one <- simulate_shapes(n = 3)
    expect_false(identical(simulate_shapes(n = 3), one))
  })
})

test_that("the largest noise gives legal curves that go there and back", {
  for (closed in c(TRUE, FALSE)) {
    for (dim in 2:3) {
      classes <- length(families(closed, dim)) + 2
      curves <- simulate_shapes(
        3 * classes, classes, noise = 2, closed = closed, dim = dim, seed = 1
      )
      expect_identical(validate_shape_curves(curves), curves)
      expect_silent(back <- shape_curves(as.data.frame(curves), closed = closed))
      expect_identical(back, curves)
    }
  }
})

test_that("what is asked for is bounded", {
  expect_snapshot_output(cat(
    input_error(simulate_shapes(noise = 1000)),
    input_error(simulate_shapes(n = 1e9)),
    input_error(simulate_shapes(n = c(1e9, 1))),
    input_error(simulate_shapes(n = rep(1e5, 1e5))),
    input_error(simulate_shapes(n = 60000, dim = 20)),
    input_error(simulate_shapes(n = 60000, outliers = 60000)),
    input_error(simulate_shapes(classes = 1e9)),
    input_error(simulate_shapes(dim = 1e5)),
    input_error(simulate_shapes(outliers = 1e9)),
    sep = "\n"
  ))
})
