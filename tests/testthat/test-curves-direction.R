run_backwards <- function(curves, which) {
  points <- as.list(curves)
  points[which] <- lapply(points[which], function(m) m[rev(seq_len(nrow(m))), ])
  shape_curves(points, closed = curves$closed, orient = FALSE)
}

reversal <- function(curves, ...) {
  find_reversal(elastic_gram(curves, search = "fast", n_points = 50, n_threads = 1, ...), 1)
}

test_that("outlines listed either way are one shape", {
  shapes <- simulate_shapes(30, 3, seed = 1)
  mixed <- as.list(run_backwards(shapes, seq(1, 30, 2)))
  cluster <- function(...) {
    cluster_shapes(
      mixed,
      closed = TRUE, ..., n_threads = 1,
      control = mcmc_control(600, 200, chains = 2, seed = 1)
    )
  }
  condition <- expect_message(fit <- cluster(), class = "shapecrp_message_orient")
  expect_match(conditionMessage(condition), "15 of 30 outlines ran clockwise")
  expect_equal(compare_partitions(clusters(fit), shapes$truth)[["rand"]], 1)
  expect_silent(kept <- cluster(orient = FALSE))
  expect_identical(max(clusters(kept)), 6L)
})

test_that("open curves that are listed in reverse are noticed, others are not", {
  for (dim in 2:3) {
    for (seed in 1:3) {
      curves <- simulate_shapes(30, 3, closed = FALSE, dim = dim, seed = seed)
      expect_null(reversal(curves))
      found <- reversal(run_backwards(curves, seq(1, 30, 2)))
      expect_gt(found$share, 0.08)
      expect_true(all(found$pairs$reversed > found$pairs$as_listed))
      expect_identical(sub("-.*", "", found$pairs$first), sub("-.*", "", found$pairs$second))
    }
  }
})

test_that("closed curves in space are looked at, outlines in the plane are not", {
  # A closed curve that winds to and fro differs from its reverse.
  t <- 2 * pi * (0:79) / 80
  loop <- cbind(
    cos(t) + 0.4 * cos(2 * t + 1), sin(t) + 0.5 * sin(3 * t), sin(2 * t) + 0.4 * cos(4 * t)
  )
  curves <- withr::with_seed(1, shape_curves(
    lapply(1:12, function(i) deform(loop, 0.05)),
    closed = TRUE
  ))
  expect_null(reversal(curves))
  expect_equal(reversal(run_backwards(curves, 1:6))$share, 1)
  outlines <- simulate_shapes(12, 2, seed = 1)
  expect_null(reversal(run_backwards(outlines, 1:6)))
})

test_that("one pair of curves alone is no sign of curves listed in reverse", {
  curves <- simulate_shapes(8, 4, closed = FALSE, seed = 1)
  first <- which(!duplicated(curves$truth))
  expect_null(reversal(run_backwards(curves, first[1])))
  expect_gte(reversal(run_backwards(curves, first))$share, 0.5)
})

test_that("nothing is compared where direction does not count or cannot be told", {
  mixed <- run_backwards(simulate_shapes(8, 1, closed = FALSE, seed = 1), 1:4)
  expect_false(is.null(reversal(mixed)))
  expect_false(is.null(reversal(mixed, scale = FALSE)))
  either <- elastic_gram(mixed, direction = "either", search = "fast", n_points = 50)
  few <- elastic_gram(mixed[3:5], search = "fast", n_points = 50)
  local_mocked_bindings(
    r_inner_products = function(...) abort_shapecrp("compared", "test")
  )
  expect_null(find_reversal(either, 1))
  expect_null(find_reversal(few, 1))
  expect_null(find_reversal(as_gram(diag(5)), 1))
})

test_that("few pairs are compared, and R's random numbers are left alone", {
  expect_identical(reversal_groups(4), 4)
  expect_identical(reversal_groups(30), 14)
  expect_identical(vapply(c(100, 1e4), reversal_groups, 1), c(24, 24))
  n <- 600
  curves <- new_shape_curves(rep(list(cbind(1:3, c(0, 1, 0))), n), FALSE, as.character(seq_len(n)))
  products <- exp(-as.matrix(stats::dist(seq_len(n))) / n)
  gram <- new_elastic_gram(products, curves, curves$id, FALSE, elastic_settings(curves), "arc")
  compared <- 0
  local_mocked_bindings(r_inner_products = function(points, closed, first, ...) {
    compared <<- compared + length(first)
    rep(0.1, length(first))
  })
  withr::local_seed(3)
  before <- .Random.seed
  expect_null(find_reversal(gram, 1))
  expect_identical(compared, 276)
  expect_identical(.Random.seed, before)
})

test_that("cluster_shapes() says it, and print() repeats it", {
  curves <- simulate_shapes(12, classes = c("spiral", "wave"), closed = FALSE, seed = 1)
  mixed <- run_backwards(curves, seq(1, 12, 2))
  control <- mcmc_control(100, 50, chains = 1, seed = 1, n_threads = 1)
  cluster <- function(x, ...) {
    cluster_shapes(x, search = "fast", n_points = 50, ..., control = control)
  }
  expect_silent(fit <- cluster(curves))
  expect_null(fit$reversal)
  condition <- expect_message(fit <- cluster(mixed), class = "shapecrp_message_direction")
  expect_match(conditionMessage(condition), "direction = \"either\"", fixed = TRUE)
  expect_identical(condition$reversal, fit$reversal)
  expect_output(print(fit), "Direction +some curves seem to be listed in reverse")
  expect_message(
    again <- cluster_shapes(fit$gram, control = control),
    class = "shapecrp_message_direction"
  )
  expect_identical(again$reversal, fit$reversal)
  expect_silent(again <- cluster_shapes(fit))
  expect_identical(again$reversal, fit$reversal)
  expect_silent(free <- cluster(mixed, direction = "either"))
  expect_null(free$reversal)
})
