as_open <- function(...) shape_curves(list(...), closed = FALSE)

test_that("outlines and smooth curves are compared at 100 points", {
  sets <- list(
    simulate_shapes(12, classes = 3, seed = 1), simulate_shapes(6, closed = FALSE, seed = 1),
    simulate_shapes(6, closed = FALSE, dim = 3, seed = 1), outlines,
    as_open(rbind(c(0, 0), c(1, 0), c(1, 1)))
  )
  for (curves in sets) expect_identical(choose_points(curves), 100L)
  expect_identical(elastic_gram(outlines[1:2])$settings$n_points, 100L)
  expect_identical(
    as.matrix(elastic_gram(outlines[1:3])), as.matrix(elastic_gram(outlines[1:3], n_points = 100))
  )
})

test_that("backbones are compared whole", {
  curves <- as_open(backbone(120), backbone(180), backbone(300))
  expect_silent(gram <- elastic_gram(curves, search = "fast"))
  expect_true("n_points" %in% names(gram$settings))
  expect_null(gram$settings$n_points)
  kept <- elastic_gram(curves, search = "fast", scale = FALSE)
  expect_equal(unname(diag(as.matrix(kept))), curve_lengths(curves), tolerance = 1e-12)
  expect_null(align_pair(curves[1:2])$settings$n_points)
  expect_null(karcher_mean(curves[1], n_threads = 1)$settings$n_points)
  own <- elastic_gram(curves, search = "fast", n_points = NULL)
  expect_identical(gram, own)
})

test_that("with many vertices, the number is the smallest that keeps to the limit", {
  # A chord over a share u of a turn keeps sin(pi u) / (pi u) of it: 7/8 at u = 0.281.
  many <- as_open(helix(3000, 30), helix(3000, 30))
  expect_identical(choose_points(many), 110L)
  expect_lte(max(length_lost(many, 110)), 1 / 8)
  expect_gt(min(length_lost(many, 100)), 1 / 8)
  expect_equal(length_lost(many, 100)[1], 1 - sin(pi * 30 / 99) / (pi * 30 / 99), tolerance = 0.01)
  expect_identical(elastic_gram(many, search = "fast")$settings$n_points, 110L)
  # One curve in ten may lose more, two may not.
  smooth <- simulate_shapes(18, closed = FALSE, dim = 3, seed = 1)$points
  mixed <- function(k) do.call(as_open, c(smooth[seq_len(20 - k)], rep(list(helix(3000, 60)), k)))
  expect_identical(choose_points(mixed(2)), 100L)
  expect_gt(choose_points(mixed(3)), 200)
})

test_that("what is lost at the largest number, or at the number given, is told", {
  coil <- as_open(helix(20000, 200), helix(20000, 200))
  expect_message(gram <- elastic_gram(coil, search = "fast"), class = "shapecrp_message_points")
  expect_identical(gram$settings$n_points, 500L)
  curves <- as_open(backbone(120), backbone(300))
  names(curves) <- c("short", "long")
  told <- tryCatch(
    elastic_gram(curves, n_points = 100, search = "fast"),
    shapecrp_message_points = function(m) m
  )
  expect_named(told$lost, c("short", "long"))
  expect_equal(unname(told$lost), length_lost(curves, 100))
  expect_snapshot({
    elastic_gram(curves, n_points = 100, search = "fast")
    elastic_gram(curves[1], n_points = 100)
  })
  for (call in expression(
    align_pair(curves, n_points = 50), elastic_cross(curves[1], curves[2], n_points = 50),
    karcher_mean(curves, n_points = 50, n_threads = 1),
    cluster_shapes(curves, n_points = 50, control = mcmc_control(60, 20, chains = 1))
  )) {
    expect_message(eval(call), class = "shapecrp_message_points")
  }
  expect_silent(elastic_gram(curves, n_points = NULL, search = "fast"))
})

test_that("what is compared later is compared in the same way", {
  curves <- as_open(backbone(120), backbone(150))
  smooth <- simulate_shapes(2, classes = 2, closed = FALSE, dim = 3, seed = 1)
  gram <- elastic_gram(curves, search = "fast")
  grown <- c(gram, smooth)
  expect_identical(grown$settings, gram$settings)
  whole <- elastic_gram(c(curves, smooth), n_points = NULL, search = "fast")
  expect_identical(as.matrix(grown), as.matrix(whole))
  expect_identical(elastic_cross(gram, smooth), as.matrix(whole)[1:2, 3:4])
  few <- elastic_gram(smooth, search = "fast")
  expect_message(cross <- elastic_cross(few, curves), class = "shapecrp_message_points")
  expect_message(fixed <- elastic_gram(c(smooth, curves), n_points = 100, search = "fast"))
  expect_identical(cross, as.matrix(fixed)[1:2, 3:4])
})

test_that("two sets are compared at a number chosen for both", {
  curves <- as_open(backbone(120), backbone(150))
  smooth <- simulate_shapes(2, classes = 2, closed = FALSE, dim = 3, seed = 1)
  expect_identical(
    elastic_cross(curves, smooth, search = "fast"),
    t(elastic_cross(smooth, curves, search = "fast"))
  )
})

test_that("predictions use the number of the fit", {
  curves <- do.call(as_open, lapply(c(100 + 1:4, 200 + 1:4), backbone))
  fit <- wishart_crp(
    elastic_gram(curves, search = "fast"),
    control = mcmc_control(60, 20, chains = 1, seed = 1, n_threads = 1)
  )
  expect_silent(found <- predict(fit, as_open(backbone(103)), n_threads = 1))
  expect_identical(nrow(found), 1L)
})

test_that("bad numbers of points are named", {
  for (n_points in list("automatic", "100", NA, 2, 1e9, c(50, 60), TRUE)) {
    expect_match(input_error(elastic_gram(outlines[1:2], n_points = n_points)), "`n_points` must")
  }
  expect_match(input_error(elastic_gram(outlines[1:2], n_points = "all")), "\"auto\"")
})

test_that("smoothing is bounded by the number that is used", {
  expect_match(input_error(elastic_gram(outlines[1:2], smooth = 13)), "at most 12.5")
  expect_match(input_error(elastic_gram(outlines[1:2], n_points = 40, smooth = 6)), "at most 5")
  expect_silent(elastic_gram(outlines[1:2], n_points = 120, smooth = 13))
  curves <- as_open(backbone(120), backbone(150))
  expect_match(input_error(elastic_gram(curves, smooth = 13)), "at most 12.5")
})
