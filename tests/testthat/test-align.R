one_curve <- function(points, closed, id = "a") {
  shape_curves(list(points), closed = closed, id = id, orient = FALSE)
}

pair_value <- function(one, two, closed, ...) {
  align_pair(one_curve(one, closed, "a"), one_curve(two, closed, "b"), ...)$value
}

test_that("perpendicular segments: 0 as they stand, 1 once turned", {
  right <- rbind(c(0, 0), c(1, 0))
  up <- rbind(c(0, 0), c(0, 3))
  expect_equal(pair_value(right, up, FALSE, rotation = FALSE, n_points = NULL), 0)
  expect_equal(pair_value(right, up, FALSE, n_points = NULL), 1, tolerance = 1e-12)
})

test_that("a segment against an L is sqrt(1/2): the warp stands still on one arm", {
  segment <- rbind(c(0, 0), c(1, 0))
  bend <- rbind(c(0, 0), c(1, 0), c(1, 1))
  found <- align_pair(
    one_curve(segment, FALSE, "s"), one_curve(bend, FALSE, "l"),
    rotation = FALSE, n_points = NULL
  )
  expect_equal(found$value, sqrt(0.5), tolerance = 1e-12)
  still <- diff(found$warp$x) == 0 & diff(found$warp$y) > 0
  expect_equal(sum(diff(found$warp$y)[still]), 0.5, tolerance = 1e-9)
  expect_equal(pair_value(segment, bend, FALSE, n_points = NULL), sqrt(0.5), tolerance = 1e-12)
})

test_that("a segment against right, left, right is sqrt(2/3): nothing is gained backwards", {
  segment <- rbind(c(0, 0), c(1, 0))
  zigzag <- rbind(c(0, 0), c(1, 0), c(0, 0), c(1, 0))
  value <- pair_value(segment, zigzag, FALSE, rotation = FALSE, n_points = NULL)
  # The best warp has slopes that are no step of the lattice: refinement nears them.
  expect_equal(value, sqrt(2 / 3), tolerance = 5e-4)
  expect_lte(value, sqrt(2 / 3))
})

test_that("scale kept multiplies by the root of both lengths", {
  segment <- rbind(c(0, 0), c(2, 0))
  bend <- rbind(c(0, 0), c(4, 0), c(4, 4))
  found <- align_pair(
    one_curve(segment, FALSE, "s"), one_curve(bend, FALSE, "l"),
    scale = FALSE, rotation = FALSE, n_points = NULL
  )
  expect_equal(found$value, sqrt(2 * 8) * sqrt(0.5), tolerance = 1e-12)
  expect_equal(found$distance, sqrt(2 + 8 - 2 * found$value), tolerance = 1e-12)
})

test_that("a polygon against itself, turned and restarted by whole steps of the grid, is 1", {
  withr::local_seed(3)
  outline <- simulate_shapes(6, classes = 6, seed = 2)
  for (k in seq_along(outline)) {
    settings <- core_settings(elastic_settings(outline[k]))
    used <- r_used_curves(outline[k]$points, TRUE, settings)$points[[1]]
    turned <- used[c(38:100, 1:37), ] %*% t(random_rotation(2)) * 3
    # Resampling the polygon of 100 points anew would cut its corners: own vertices.
    expect_equal(pair_value(used, turned, TRUE, n_points = NULL), 1, tolerance = 1e-12)
  }
  regular <- cbind(cos(2 * pi * 1:24 / 24), sin(2 * pi * 1:24 / 24))
  restarted <- regular[c(6:24, 1:5), ]
  expect_equal(pair_value(regular, restarted, TRUE, n_points = NULL), 1, tolerance = 1e-12)
})

test_that("the same curve sampled otherwise is within 1e-3 of 1", {
  for (p in c(2, 3, 5)) {
    for (closed in c(TRUE, FALSE)) {
      fine <- smooth_curve(p, closed, m = 900)
      one <- fine[seq(1, 900, by = 3), ]
      two <- fine[if (closed) seq(2, 900, by = 4) else unique(c(seq(1, 900, by = 7), 900)), ]
      if (!closed) one <- rbind(one, fine[900, ])
      expect_gt(pair_value(one, two, closed), 1 - 1e-3)
    }
  }
})

test_that("the value is the one that plain R gives for the warp and rotation returned", {
  closed <- simulate_shapes(6, classes = 3, seed = 4)
  open <- simulate_shapes(4, classes = 2, closed = FALSE, dim = 3, seed = 5)
  check <- function(a) expect_equal(evaluate_alignment(a), a$value, tolerance = 1e-10)
  for (k in 2:6) check(align_pair(closed[1], closed[k]))
  for (k in 2:4) check(align_pair(open[1], open[k]))
  check(align_pair(closed[2], closed[1], scale = FALSE))
  check(align_pair(closed[1], closed[5], reflection = TRUE))
  check(align_pair(closed[5], closed[1], reflection = TRUE, direction = "either"))
  check(align_pair(open[1], open[3], direction = "either"))
  check(align_pair(open[4], open[1], direction = "either"))
  check(align_pair(open[1], open[2], smooth = 2, pad_ends = 3))
  check(align_pair(closed[1], closed[4], smooth = 1.5))
  check(align_pair(closed[1], closed[2], n_points = NULL, search = "fast"))
})

test_that("the warp is monotone and covers both curves once", {
  closed <- simulate_shapes(4, classes = 2, seed = 6)
  open <- simulate_shapes(4, classes = 2, closed = FALSE, seed = 6)
  for (curves in list(closed, open)) {
    warp <- align_pair(curves[1], curves[3])$warp
    expect_true(all(diff(warp$x) >= 0) && all(diff(warp$y) >= 0))
    expect_equal(diff(range(warp$x)), 1, tolerance = 1e-12)
    expect_equal(diff(range(warp$y)), 1, tolerance = 1e-12)
  }
  backwards <- align_pair(open[1], open[1], direction = "either", search = "fast")$warp
  expect_true(all(diff(backwards$x) >= 0))
})

test_that("a curve run backwards is found where direction is free", {
  open <- simulate_shapes(2, classes = 2, closed = FALSE, seed = 8)
  points <- open$points[[1]]
  there_and_back <- align_pair(
    one_curve(points, FALSE, "a"), one_curve(points[rev(seq_len(nrow(points))), ], FALSE, "b"),
    direction = "either"
  )
  expect_true(there_and_back$reversed)
  expect_equal(there_and_back$value, 1, tolerance = 1e-9)
  expect_lt(max(diff(there_and_back$warp$y)), 1e-12)
  expect_lt(pair_value(points, points[rev(seq_len(nrow(points))), ], FALSE), 0.99)
})

test_that("an outline against its mirror image is 1 with reflection", {
  outlines <- simulate_shapes(3, classes = c("fish", "key", "leaf"), seed = 9)
  for (k in seq_along(outlines)) {
    points <- outlines$points[[k]]
    mirror <- points %*% diag(c(-1, 1))
    backwards <- mirror[rev(seq_len(nrow(mirror))), ]
    expect_gt(pair_value(points, backwards, TRUE, reflection = TRUE), 0.99)
    expect_equal(
      pair_value(points, mirror, TRUE, reflection = TRUE, n_points = NULL), 1,
      tolerance = 1e-9
    )
  }
})

test_that("the standard search finds at least the best path on the lattice", {
  withr::local_seed(10)
  for (k in 1:5) {
    one <- apply(matrix(rnorm(22), 11), 2, cumsum)
    two <- apply(matrix(rnorm(22), 11), 2, cumsum)
    used <- r_used_curves(
      list(one, two), FALSE, core_settings(elastic_settings(list(closed = FALSE), n_points = 12))
    )$points
    on_lattice <- lattice_value(used[[1]], used[[2]], reach = 6)
    found <- pair_value(one, two, FALSE, rotation = FALSE, n_points = 12)
    expect_gte(found, on_lattice - 1e-7)
    expect_lte(found, 1)
  }
})

test_that("smoothing and padding steer registration, and the value stays that of the curves", {
  open <- simulate_shapes(2, classes = 1, closed = FALSE, dim = 3, seed = 11)
  plain <- align_pair(open)
  steered <- align_pair(open, smooth = 3, pad_ends = 2)
  expect_identical(plain$curves, steered$curves)
  expect_false(identical(plain$warp, steered$warp))
  expect_lte(steered$value, plain$value + 0.01)
  expect_equal(range(steered$warp$x), c(0, 1))
  expect_equal(range(steered$warp$y), c(0, 1))
})

test_that("the aligned curve lies on the first when the shapes are equal", {
  fine <- smooth_curve(2, TRUE, m = 300)
  set.seed(12)
  turned <- disguise(fine, TRUE)
  found <- align_pair(one_curve(fine, TRUE, "a"), one_curve(turned, TRUE, "b"))
  size <- max(dist(fine))
  expect_lt(max(sqrt(rowSums((found$aligned - found$curves$points[[1]])^2))), 0.02 * size)
  expect_equal(dim(found$aligned), c(100L, 2L))
})

test_that("distance is the arc for unit curves and 0 for a curve and itself", {
  shapes <- simulate_shapes(2, classes = 2, seed = 13)
  found <- align_pair(shapes)
  expect_equal(found$distance, acos(found$value))
  expect_lt(align_pair(shapes[1], shapes[1])$distance, 1e-6)
})

test_that("a warp is followed exactly, and jumps where it stands still", {
  expect_equal(interpolate(c(0, 1, 1, 2), c(0, 1, 5, 6), c(0.5, 1.5)), c(0.5, 5.5))
  solid <- simulate_shapes(2, classes = 2, closed = FALSE, dim = 3, seed = 16)
  warp <- align_pair(solid)$warp
  moving <- which(!duplicated(warp$x) & !duplicated(warp$x, fromLast = TRUE))
  expect_equal(warp_at(warp, warp$x[moving], FALSE), warp$y[moving], tolerance = 1e-12)
  outline <- simulate_shapes(2, classes = 2, seed = 16)
  warp <- align_pair(outline)$warp
  expect_equal(warp_at(warp, warp$x[5] + 2, TRUE), warp$y[5] + 2, tolerance = 1e-9)
})

test_that("the start of an open curve run backwards is its end", {
  points <- simulate_shapes(1, classes = 1, closed = FALSE, seed = 8)$points[[1]]
  back <- align_pair(
    one_curve(points, FALSE), one_curve(points[rev(seq_len(nrow(points))), ], FALSE),
    direction = "either"
  )
  expect_equal(back$start, 1)
  expect_identical(back$curves$id, c("a", "a.1"))
  expect_s3_class(plot(back), "ggplot")
})

test_that("an alignment prints in words and draws itself", {
  shapes <- simulate_shapes(2, classes = 2, seed = 14)
  expect_output(print(align_pair(shapes)), "inner product .*distance .*rotated by")
  expect_output(print(align_pair(shapes, reflection = TRUE)), "rotated")
  picture <- plot(align_pair(shapes), links = 12)
  expect_s3_class(picture, "ggplot")
  expect_equal(nrow(ggplot2::layer_data(picture, 1)), 12)
  solid <- simulate_shapes(2, classes = 2, dim = 3, seed = 14)
  expect_match(plot(align_pair(solid))$labels$caption, "principal axes; wide and dark lines")
})

test_that("lines between curves in space join matched points, near parts are wide", {
  solid <- simulate_shapes(2, classes = 2, closed = FALSE, dim = 3, seed = 14)
  alignment <- align_pair(solid, n_points = 30, search = "fast")
  expect_no_message(picture <- plot(alignment, links = 3, gap = 0))
  one <- alignment$curves$points[[1]]
  two <- second_in_place(alignment)
  axes <- view_axes(rbind(one, two))
  at <- c(1, 3, 5) / 6
  lines <- ggplot2::layer_data(picture, 1)
  a <- points_at(one, at, FALSE) %*% axes
  b <- points_at(two, warp_at(alignment$warp, at, FALSE), FALSE) %*% axes
  expect_equal(cbind(lines$x, lines$y), a[, 1:2])
  expect_equal(cbind(lines$xend, lines$yend), b[, 1:2])
  drawn <- ggplot2::layer_data(picture, 2)
  expect_identical(nrow(drawn), nrow(one) - 1L)
  expect_gt(max(drawn$linewidth), 1.5 * min(drawn$linewidth))
})

test_that("curves that cannot be aligned are refused by name", {
  shapes <- simulate_shapes(3, classes = 3, seed = 15)
  open <- simulate_shapes(1, classes = 1, closed = FALSE, seed = 15)
  expect_snapshot(error = TRUE, {
    align_pair(shapes)
    align_pair(shapes[1], shapes[2:3])
    align_pair(shapes[1], open)
    align_pair(shapes[1], "star")
    align_pair(shapes[1], shapes[2], rotation = FALSE, reflection = TRUE)
    align_pair(shapes[1], shapes[2], pad_ends = 1)
    align_pair(shapes[1], shapes[2], speed = 3)
    plot(align_pair(shapes[1:2]), links = -1)
  })
  expect_error(align_pair(shapes), class = "shapecrp_error_input")
})

test_that("any number of links can be drawn", {
  shapes <- simulate_shapes(2, 1, seed = 1)
  alignment <- align_pair(shapes, n_points = 30, search = "fast")
  for (links in 0:2) {
    drawn <- ggplot2::layer_data(plot(alignment, links = links), 1)
    expect_identical(nrow(drawn), links)
  }
  expect_identical(points_at(square(), 0.125, closed = TRUE), cbind(0.5, 0))
})
