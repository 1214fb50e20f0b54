# The sum of squared distances of a mean to curves, as the package computes it on the polygons
# that were compared (at 100 points or own vertices, which `n_points = NULL` leaves as they are).
sum_to <- function(shape, curves, ...) {
  settings <- cross_settings(curves, ...)
  used <- r_used_curves(curves$points, curves$closed, core_settings(settings))
  used_curves <- new_shape_curves(used$points, curves$closed, curves$id)
  settings["n_points"] <- list(NULL)
  given <- settings[setdiff(names(settings), "source")]
  s <- do.call(elastic_cross, c(list(used_curves, shape), given, n_threads = 1))[, 1]
  own <- curve_lengths(shape)
  sum(if (settings$scale) acos(pmin(s, 1))^2 else pmax(used$lengths + own - 2 * s, 0))
}

turn_plane <- function(points, angle) {
  points %*% matrix(c(cos(angle), sin(angle), -sin(angle), cos(angle)), 2)
}

# One closed shape, turned, scaled, moved, begun elsewhere and with other vertices.
copies_of <- function(points, n = 6) {
  withr::local_seed(1)
  shape_curves(lapply(seq_len(n), function(i) {
    at <- sort((seq_len(300) / 300 + stats::runif(1)) %% 1)
    exp(stats::rnorm(1)) * turn_plane(points_at(points, at, TRUE), i) + stats::rnorm(1)
  }), closed = TRUE)
}

expect_best_of_members <- function(found, curves, ...) {
  gram <- elastic_gram(curves, ..., n_threads = 1)
  expect_lte(found$sum_of_squares, min(sums_of_squares(gram)) + 1e-9)
  expect_equal(found$sum_of_squares, sum_to(found$mean, curves, ...), tolerance = 1e-7)
}

small_fit <- function(closed = TRUE, dim = 2, n = 12, ...) {
  shapes <- simulate_shapes(n, classes = 2, closed = closed, dim = dim, seed = 3)
  gram <- elastic_gram(shapes, n_points = 50, search = "fast", n_threads = 1, ...)
  wishart_crp(gram, control = mcmc_control(200, 100, chains = 2, seed = 1, n_threads = 1))
}

test_that("curves of one shape have that shape as their mean", {
  heart <- simulate_shapes(1, classes = "heart", noise = 0, seed = 1)$points[[1]]
  curves <- copies_of(heart)
  # Samples fall elsewhere on each copy, so that copies themselves are 0.03 apart.
  found <- karcher_mean(curves, n_points = 400, search = "fast", n_threads = 2)
  shape <- shape_curves(list(heart), closed = TRUE)
  value <- elastic_cross(shape, found$mean, n_points = 400, n_threads = 1)[1]
  expect_gt(value, 1 - 1e-3)
  expect_equal(curve_lengths(found$mean), 1, tolerance = 1e-12)
  expect_equal(colMeans(found$mean$points[[1]]), c(0, 0), tolerance = 1e-12)
})

test_that("a mean that is a member has length 1 too, however few points compare it", {
  star <- simulate_shapes(1, classes = "star", noise = 0, seed = 1)
  found <- karcher_mean(star, n_points = 20, search = "fast", n_threads = 1)
  expect_true(found$is_medoid)
  expect_equal(curve_lengths(found$mean), 1, tolerance = 1e-12)
})

test_that("segments at an angle, scale kept: the mean is the mean of the SRVFs", {
  # Lengths 1 and 4 on a line: q = 1 and 2, mean 1.5, length 2.25.
  curves <- shape_curves(list(rbind(c(0, 0), c(1, 0)), rbind(c(0, 0), c(4, 0))), closed = FALSE)
  found <- karcher_mean(curves, scale = FALSE, rotation = FALSE, n_points = 10, n_threads = 1)
  expect_equal(curve_lengths(found$mean), 2.25, tolerance = 1e-6)
  expect_equal(unname(found$distances), c(0.5, 0.5), tolerance = 1e-6)
  # A right angle between unit segments: q = (1, 1) / 2, of length 1 / 2.
  curves <- shape_curves(list(rbind(c(0, 0), c(1, 0)), rbind(c(0, 0), c(1, 1))), closed = FALSE)
  found <- karcher_mean(curves, rotation = FALSE, n_points = 10, n_threads = 1)
  edge <- colSums(diff(found$mean$points[[1]]))
  expect_equal(atan2(edge[2], edge[1]), pi / 8, tolerance = 1e-6)
  expect_equal(unname(found$distances), c(pi, pi) / 8, tolerance = 1e-6)
})

test_that("the mean of two curves is half way between them", {
  for (closed in c(TRUE, FALSE)) {
    curves <- simulate_shapes(2, classes = 1, closed = closed, seed = 2)
    found <- karcher_mean(curves, n_points = 200, n_threads = 2)
    apart <- align_pair(curves, n_points = 200)$distance
    expect_lt(abs(diff(found$distances)), 0.15 * apart)
    expect_lt(found$sum_of_squares, 0.75 * apart^2)
  }
})

test_that("the sum of squares is never above that of the best member", {
  cases <- list(
    list(closed = TRUE, dim = 2), list(closed = FALSE, dim = 2), list(closed = FALSE, dim = 3),
    list(closed = TRUE, dim = 2, scale = FALSE), list(closed = TRUE, dim = 2, reflection = TRUE),
    list(closed = FALSE, dim = 2, direction = "either"),
    list(closed = FALSE, dim = 2, rotation = FALSE), list(closed = TRUE, dim = 2, smooth = 1),
    list(closed = FALSE, dim = 3, pad_ends = 2)
  )
  for (case in cases) {
    settings <- c(case[setdiff(names(case), c("closed", "dim"))],
                  list(n_points = 100, search = "fast"))
    curves <- simulate_shapes(7, classes = 1, closed = case$closed, dim = case$dim, seed = 4)
    found <- do.call(karcher_mean, c(list(curves), settings, n_threads = 1))
    do.call(expect_best_of_members, c(list(found, curves), settings))
    expect_false(found$is_medoid)
  }
})

test_that("own vertices may be kept", {
  curves <- simulate_shapes(4, classes = 1, seed = 5)
  found <- karcher_mean(curves, n_points = NULL, search = "fast", n_threads = 2)
  expect_best_of_members(found, curves, n_points = NULL, search = "fast")
  expect_false(found$is_medoid)
  expect_lte(nrow(found$mean$points[[1]]), 2 * max(vapply(curves$points, nrow, 0L)))
})

test_that("order, position and threads change nothing but the frame of the mean", {
  curves <- simulate_shapes(8, classes = 1, seed = 6)
  find <- function(curves, n_threads = 1) {
    karcher_mean(curves, n_points = 60, search = "fast", n_threads = n_threads)
  }
  found <- find(curves)
  for (n_threads in c(2, 4)) expect_identical(find(curves, n_threads), found)
  other <- find(curves[8:1])
  expect_identical(other$mean, found$mean)
  expect_identical(other$distances[names(found$distances)], found$distances)
  moved <- curves
  moved$points <- lapply(seq_along(curves), function(i) {
    3 * turn_plane(curves$points[[i]], i) + 7
  })
  moved <- find(moved)
  expect_equal(moved$sum_of_squares, found$sum_of_squares, tolerance = 0.05)
  both <- shape_curves(list(found$mean$points[[1]], moved$mean$points[[1]]), closed = TRUE)
  expect_gt(align_pair(both, n_points = 60)$value, 0.995)
})

test_that("one member and duplicates are their own mean", {
  curves <- simulate_shapes(1, classes = 1, seed = 7)
  found <- karcher_mean(curves, n_threads = 1)
  expect_true(found$is_medoid && found$converged)
  expect_equal(found$iterations, 0)
  expect_equal(found$sum_of_squares, 0, tolerance = 1e-10)
  same <- shape_curves(rep(curves$points, 3), closed = TRUE)
  found <- karcher_mean(same, n_threads = 1)
  expect_true(found$is_medoid)
  expect_equal(found$sum_of_squares, 0, tolerance = 1e-10)
  expect_output(print(found), "no shape was better than the best member")
})

# Sets of n closed and open curves, in the plane and in space.
curves_of_each_kind <- function(n = 1) {
  knot <- function(k) {
    at <- seq(0, 2 * pi, length.out = 150)[-1]
    cbind((2 + cos(3 * at)) * cos(2 * at), (2 + cos(3 * at)) * sin(2 * at), k * sin(3 * at))
  }
  list(
    simulate_shapes(n, classes = 1, seed = 7),
    simulate_shapes(n, classes = 1, closed = FALSE, seed = 7),
    shape_curves(lapply(seq_len(n), knot), closed = TRUE),
    shape_curves(lapply(seq_len(n), function(k) helix(400, 6 + k / 20)), closed = FALSE)
  )
}

test_that("the mean of one curve is its aligned member, of the same length", {
  for (curves in curves_of_each_kind()) {
    for (n_points in list(40, "auto", NULL)) {
      for (scale in c(TRUE, FALSE)) {
        found <- suppressMessages(
          karcher_mean(curves, n_points = n_points, scale = scale, n_threads = 1)
        )
        expect_identical(found$sum_of_squares, 0)
        mean <- found$mean$points[[1]]
        expect_identical(dim(mean), dim(found$aligned[[1]]))
        expect_lt(max(abs(mean - found$aligned[[1]])), 1e-12 * curve_lengths(found$mean))
        used <- r_used_curves(curves$points, curves$closed, core_settings(found$settings))
        length <- if (scale) 1 else used$lengths
        expect_equal(curve_lengths(found$mean), length, tolerance = 1e-12)
      }
    }
  }
})

test_that("a mean and its members are compared at one number of points, at one length", {
  for (curves in curves_of_each_kind(5)) {
    for (scale in c(TRUE, FALSE)) {
      found <- karcher_mean(curves, n_points = 60, scale = scale, search = "fast", n_threads = 1)
      expect_identical(nrow(found$mean$points[[1]]), 60L)
      aligned <- new_shape_curves(unname(found$aligned), curves$closed, curves$id)
      used <- r_used_curves(curves$points, curves$closed, core_settings(found$settings))$lengths
      if (scale) {
        expect_equal(curve_lengths(found$mean), 1, tolerance = 1e-12)
        used <- 1
      }
      # Matched points lie on a polygon of that length.
      share <- curve_lengths(aligned) / used
      expect_true(all(share <= 1 + 1e-12))
      expect_true(all(share > 0.9))
    }
  }
})

test_that("curves with sharp corners have a mean better than the best member", {
  withr::local_seed(1)
  backbones <- lapply(1:5, function(k) backbone(120) + stats::rnorm(360, sd = 0.3))
  found <- karcher_mean(shape_curves(backbones, closed = FALSE), n_threads = 1)
  expect_null(found$settings$n_points)
  expect_false(found$is_medoid)
  expect_lt(found$sum_of_squares, found$medoid_sum)
  expect_lte(nrow(found$mean$points[[1]]), 240)
})

test_that("aligned curves lie on the mean, point by point", {
  curves <- simulate_shapes(5, classes = "heart", noise = 0.02, seed = 8)
  found <- karcher_mean(curves, n_points = 80, n_threads = 1)
  mean <- found$mean$points[[1]]
  expect_identical(dim(mean), c(80L, 2L))
  for (points in found$aligned) {
    expect_identical(dim(points), dim(mean))
    expect_lt(sqrt(mean(rowSums((points - mean)^2))), 0.02)
  }
})

test_that("a limit too low is told", {
  curves <- simulate_shapes(6, classes = 1, seed = 9)
  expect_message(
    found <- karcher_mean(curves, max_iterations = 1, n_points = 50, n_threads = 1),
    class = "shapecrp_message_karcher"
  )
  expect_false(found$converged)
  expect_equal(found$iterations, 1)
  expect_snapshot(x <- templates(small_fit(), rep(1:2, 6), max_iterations = 1, n_threads = 1))
})

test_that("bad input is named", {
  curves <- simulate_shapes(2, classes = 1, seed = 1)
  expect_match(input_error(karcher_mean(1)), "`curves` must")
  expect_match(input_error(karcher_mean(curves, tolerance = -1)), "`tolerance` must")
  expect_match(input_error(karcher_mean(curves, max_iterations = 0)), "`max_iterations` must")
  expect_match(input_error(karcher_mean(curves, scales = 1)), "scales")
  fit <- small_fit()
  expect_match(input_error(templates(fit, 1:3)), "`partition` must")
  expect_error(karcher_mean(as_gram(diag(3))), class = "shapecrp_error_no_curves")
  bare <- wishart_crp(diag(4), control = mcmc_control(60, 20, chains = 1, n_threads = 1))
  expect_error(templates(bare), class = "shapecrp_error_no_curves")
})

test_that("templates of a fit: one mean a cluster, all curves aligned", {
  fit <- small_fit()
  labels <- c(rep(1, 6), rep(2, 3), 3, 3, 4)
  found <- templates(fit, labels, n_threads = 1)
  expect_s3_class(found$mean, "shape_curves")
  expect_identical(found$mean$id, as.character(1:4))
  expect_true(found$mean$closed)
  expect_identical(found$summary$size, c(6L, 3L, 2L, 1L))
  expect_identical(found$medoid[4], fit$gram$id[12])
  expect_equal(found$summary$variation[4], 0, tolerance = 1e-10)
  expect_true(all(is.na(found$aligned$certainty)))
  expect_named(found$aligned, c("id", "cluster", "certainty", "point", "x", "y"))
  expect_identical(unique(found$aligned$id), fit$gram$id)
  expect_true(all(table(found$aligned$id) == 50))
  expect_identical(as.data.frame(found), found$aligned)
  expect_identical(summary(found), found$summary)
  one <- karcher_mean(fit$gram[1:6], n_threads = 1)
  squares <- acos(pmin(as.matrix(fit$gram)[1:6, 1:6], 1))^2
  expect_identical(found$medoid[1], names(which.min(rowSums(squares))))
  expect_equal(unname(one$medoid_sum), min(rowSums(squares)), tolerance = 1e-12)
  expect_identical(found$mean$points[[1]], one$mean$points[[1]])
  expect_output(print(found), "Elastic means of 4 clusters of 12 closed curves")
})

test_that("templates take the fit's own partition, open curves and curves in space", {
  fit <- small_fit(closed = FALSE, dim = 3)
  found <- templates(fit, n_threads = 1)
  own <- estimated_partition(fit)
  expect_equal(nrow(found$summary), max(own$labels))
  expect_named(found$aligned, c("id", "cluster", "certainty", "point", "x", "y", "z"))
  cluster <- unique(found$aligned[c("id", "cluster", "certainty")])
  expect_equal(cluster$cluster, unname(own$labels[cluster$id]))
  expect_equal(cluster$certainty, unname(own$certainty[cluster$id]))
})
