unit_points <- function(angles) cbind(cos(angles), sin(angles))

test_that("distances are those of the metric, by hand", {
  S <- matrix(c(1, 0.5, 0.5, 1), 2)
  expect_equal(gram_distances(as_gram(S, metric = "arc")), matrix(c(0, pi / 3, pi / 3, 0), 2))
  expect_equal(gram_distances(as_gram(S)), matrix(c(0, 1, 1, 0), 2))
  x <- matrix(c(0, 3, 0, 4), 2)
  expect_equal(gram_distances(euclidean_gram(x)), matrix(c(0, 5, 5, 0), 2))
  expect_equal(gram_distances(as_gram(matrix(1, 2, 2), metric = "arc")), matrix(0, 2, 2))
  expect_equal(gram_distances(as_gram(matrix(7))), matrix(0))
})

test_that("points of norm one keep their Euclidean distances", {
  angles <- c(0, 0.4, 1, 2.5, 3)
  x <- unit_points(angles)
  chord <- as.matrix(dist(x))
  expect_equal(as.matrix(as.dist(euclidean_gram(x))), chord)
  expect_equal(as.matrix(as.dist(as_gram(tcrossprod(x)))), chord)
  expect_equal(as.matrix(as.dist(dist_gram(dist(x)))), chord)
  arc <- abs(outer(angles, angles, "-"))
  expect_equal(unname(as.matrix(as.dist(as_gram(tcrossprod(x), metric = "arc")))), arc)
  # Nearest to the middle of three by chords as by arcs, but at another distance.
  found <- pairwise_clustering(euclidean_gram(x), 1, seed = 1)
  expect_equal(found$objective, sum(chord^2) / 5)
})

test_that("every road to a gram says its metric", {
  shapes <- simulate_shapes(4, classes = 2, seed = 1)
  compared <- function(...) elastic_gram(shapes[1:3], search = "fast", n_points = 20, ...)
  kept <- compared(scale = FALSE)
  expect_identical(compared()$metric, "arc")
  expect_identical(kept$metric, "l2")
  expect_identical(c(kept, shapes[4])$metric, "l2")
  expect_identical(c(compared(), shapes[4])$metric, "arc")
  expect_identical(kept[2:3]$metric, "l2")
  names(kept) <- letters[1:3]
  expect_identical(kept$metric, "l2")
  expect_identical(dist_gram(dist(1:3))$metric, "l2")
  expect_identical(euclidean_gram(diag(3))$metric, "l2")
  expect_identical(as_gram(diag(3))$metric, "l2")
  arc <- as_gram(diag(3), metric = "arc")
  expect_identical(arc[1:2]$metric, "arc")
  expect_identical(as_gram(arc)$metric, "arc")
  expect_identical(wishart_crp(diag(3), control = mcmc_control(20, 10, seed = 1))$gram$metric, "l2")
  expect_output(print(arc), "distances: arc length")
  expect_output(print(kept), "distances: L2")
})

test_that("as.dist() gives elastic distances with ids, of grams and fits", {
  shapes <- simulate_shapes(4, classes = 2, seed = 1)
  for (scale in c(TRUE, FALSE)) {
    gram <- elastic_gram(shapes, scale = scale, search = "fast", n_points = 20)
    distance <- as.dist(gram)
    expect_s3_class(distance, "dist")
    expect_identical(attr(distance, "Labels"), shapes$id)
    pair <- align_pair(shapes[1], shapes[3], scale = scale, search = "fast", n_points = 20)
    expect_equal(as.matrix(distance)[1, 3], pair$distance)
    fit <- wishart_crp(gram, control = mcmc_control(20, 10, chains = 1, seed = 1))
    expect_equal(as.dist(fit), distance, ignore_attr = "call")
    expect_equal(as.dist(gram, diag = TRUE, upper = TRUE), distance,
                 ignore_attr = c("call", "Diag", "Upper"))
    expect_s3_class(stats::hclust(distance, "average"), "hclust")
  }
  alone <- as.dist(as_gram(diag(1)))
  expect_identical(c(length(alone), attr(alone, "Size")), c(0L, 1L))
})

test_that("new items are as far as they would be in the gram", {
  shapes <- simulate_shapes(5, classes = 2, seed = 2)
  for (scale in c(TRUE, FALSE)) {
    gram <- elastic_gram(shapes, scale = scale, search = "fast", n_points = 20)
    S <- unname(as.matrix(gram))
    expect_equal(cross_distances(diag(S)[1:3], S[1:3, 4:5], diag(S)[4:5], gram$metric),
                 gram_distances(gram)[1:3, 4:5])
  }
})

test_that("a gram without a metric is refused", {
  gram <- as_gram(diag(3))
  gram$metric <- NULL
  expect_error(wishart_crp(gram), "`gram` must have a metric", class = "shapecrp_error_input")
})
