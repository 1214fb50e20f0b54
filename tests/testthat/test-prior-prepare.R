test_that("centring puts the mean curve at the origin", {
  S <- small_gram(6)
  H <- diag(6) - 1 / 6
  expect_equal(center_matrix(S), H %*% S %*% H)
  # Squared distances serve as well: H (-D^2/2) H = H S H.
  expect_equal(center_matrix(-l2_distances(S)^2 / 2), center_matrix(S))
})

test_that("the local kernel is what its formula says", {
  x <- c(0, 1, 3)
  K <- local_kernel(abs(outer(x, x, "-")), neighbours = 1)
  sigma <- c(1, 1, 2)
  expect_equal(K, exp(-outer(x, x, "-")^2 / outer(sigma, sigma)))
  angles <- c(0, 0.2, 0.9)
  K <- local_kernel(abs(outer(angles, angles, "-")), neighbours = 7)
  sigma <- c(0.9, 0.7, 0.9)
  expect_equal(K, exp(-outer(angles, angles, "-")^2 / outer(sigma, sigma)))
})

test_that("the local kernel bears duplicates and single curves", {
  expect_equal(local_kernel(matrix(0, 4, 4), 7), matrix(1, 4, 4))
  expect_equal(local_kernel(matrix(0, 1, 1), 7), matrix(1, 1, 1))
  K <- local_kernel(unname(as.matrix(dist(c(0, 0, 0, 1, 2)))), 1)
  expect_true(all(is.finite(K)))
})

test_that("clipping leaves the nearest matrix without negative eigenvalues", {
  S <- matrix(c(1, 0.9, 0.1, 0.9, 1, 0.9, 0.1, 0.9, 1), 3)
  spectrum <- eigen(S)
  expect_lt(min(spectrum$values), 0)
  clipped <- clip_gram(S)
  by_hand <- spectrum$vectors %*% diag(pmax(spectrum$values, 0)) %*% t(spectrum$vectors)
  expect_equal(clipped$G, by_hand)
  expect_match(clipped$note, "% of the trace clipped")
  expect_identical(clip_gram(diag(3))$G, diag(3))
})

test_that("a matrix that could make the likelihood infinite is refused unless clipped", {
  S <- matrix(c(1, 2, 2, 1), 2)
  raw <- wishart_crp_prior("paper", partition = crp(1))
  expect_error(prepare_gram(as_gram(S), raw), class = "shapecrp_error_input")
  clipped <- wishart_crp_prior("paper", partition = crp(1), clip = TRUE)
  expect_no_error(prepare_gram(as_gram(S), clipped))
})

test_that("notes say where numbers came from", {
  prepared <- prepare_gram(clear_gram(30), wishart_crp_prior())
  expect_match(prepared$notes["d"], "effective dimension of residuals")
  expect_match(prepared$notes["s"], "third neighbour")
  expect_identical(prepared$notes[["xi"]], "given")
  guessed <- prepare_gram(clear_gram(30), wishart_crp_prior(partition = crp()))
  expect_match(guessed$notes["xi"], "guess of 3 clusters")
  expect_equal(guessed$model$xi, 3 / log(30))
  given <- prepare_gram(clear_gram(30), wishart_crp_prior(partition = crp(2), d = 4, s = 1))
  expect_identical(unname(given$notes[c("d", "s", "xi")]), rep("given", 3))
})

test_that("distances along routes are least sums of fifth powers, over local scales", {
  x <- c(0, 1, 2, 4)
  # Scales by the nearest neighbour: 1, 1, 1, 2, so steps of squared length 1, 1, 4/2. Every
  # stop on the way makes the sum smaller.
  D <- -2 * path_kernel(unname(as.matrix(dist(x))), neighbours = 1)
  expect_equal(D[1, ], c(0, 1, 1 + 1, 1 + 1 + sqrt(4 / 2)^5)^(2 / 5))
  expect_equal(D, t(D))
  expect_true(all(is.finite(path_kernel(matrix(0, 4, 4), 7))))
  expect_equal(path_kernel(matrix(0, 1, 1), 7), matrix(0, 1, 1))
  delta <- gram_distances(clear_gram(25))
  expect_identical(path_kernel(delta, 7, n_threads = 1), path_kernel(delta, 7, n_threads = 2))
  # The unit of length does not count.
  expect_equal(path_kernel(10 * delta, 7), path_kernel(delta, 7))
})

test_that("scales are distances to neighbours: the mean of some, or the last of them", {
  delta <- as.matrix(dist(c(0, 1, 3, 7)))
  expect_equal(unname(mean_scales(delta, 2)), c(2, 1.5, 2.5, 5))
  expect_equal(unname(mean_scales(delta, 10)), c(11, 9, 9, 17) / 3)
  expect_equal(mean_scales(delta), mean_scales(delta, 3)) # 2.5 log 4 is 3.5, and there are 3
  line <- as.matrix(dist(1:60))
  expect_equal(mean_scales(line), mean_scales(line, 10))
  expect_equal(unname(neighbour_scales(delta, 2)), c(3, 2, 3, 6))
  # Duplicates take the smallest positive scale.
  expect_equal(unname(mean_scales(as.matrix(dist(c(0, 0, 2))), 1)), c(2, 2, 2))
})

test_that("a row of points is one near thing, two heaps are two far ones", {
  line <- seq_len(20)
  heaps <- c(seq_len(10), 40 + seq_len(10))
  D <- function(x) -2 * path_kernel(unname(as.matrix(dist(x))), neighbours = 2)
  # Along the line a distance grows with the number of stops to 2/5, not with its square.
  expect_equal(D(line)[5, 15] / D(line)[5, 10], 2^(2 / 5))
  expect_gt(D(heaps)[10, 11], 10 * D(heaps)[5, 6])
})

test_that("s follows the unit of length", {
  S <- as.matrix(clear_gram(20))
  prior <- wishart_crp_prior(kernel = "none")
  expect_equal(resolve_scale(prior, 9 * S)$value, 9 * resolve_scale(prior, S)$value)
  x <- c(0, 1, 3, 6, 10)
  # Squared distances to third neighbours: 36, 25, 9, 25, 81.
  expect_equal(resolve_scale(prior, tcrossprod(x))$value, 3 * 25 / 2)
  expect_equal(resolve_scale(wishart_crp_prior("paper"), S)$value, 4)
  expect_gt(resolve_scale(prior, matrix(1, 4, 4))$value, 0)
})

test_that("the guess finds clear clusters, whatever the order", {
  S <- clear_gram(40, groups = 5)$S
  guess <- guess_partition(S)
  truth <- rep_len(1:5, 40)
  expect_equal(max(guess), 5)
  expect_equal(nrow(unique(cbind(guess, truth))), 5)
  turned <- withr::with_seed(1, sample(40))
  expect_equal(match(guess[turned], unique(guess[turned])),
               guess_partition(S[turned, turned]))
})

test_that("the guess bears one, two and equal curves", {
  expect_identical(guess_partition(matrix(1)), 1L)
  expect_identical(guess_partition(diag(2)), c(1L, 1L))
  expect_identical(max(guess_partition(diag(3))), 2L)
  expect_identical(guess_partition(tcrossprod(c(0, 1, 9))), c(1L, 1L, 2L))
  expect_identical(guess_partition(matrix(1, 5, 5)), rep(1L, 5))
})

test_that("mean_silhouette() is its formula", {
  distance <- as.matrix(dist(c(0, 1, 5, 7, 20)))
  labels <- c(1, 1, 2, 2, 3)
  a <- c(1, 1, 2, 2)
  b <- c(6, 5, 4.5, 6.5)
  expect_equal(mean_silhouette(labels, distance), sum((b - a) / b) / 5)
})

test_that("one to six items work with every prior, kernel and start", {
  starts <- list("one", "singletons", "kmedoids", "random")
  expect_finite <- function(gram, prior) {
    n <- length(gram)
    control <- mcmc_control(12, 4, chains = 6, init = c(starts, list(rep(1, n), seq_len(n))),
                            seed = 1, n_threads = 1)
    fit <- suppressMessages(wishart_crp(gram, prior, control))
    trace <- fit$trace[, , dimnames(fit$trace)[[3]] != "xi"]
    expect_true(all(is.finite(trace)))
    expect_identical(dim(fit$labels), c(8L, 6L, n))
  }
  for (n in 1:6) {
    x <- withr::with_seed(n, matrix(stats::rnorm(2 * n), n))
    grams <- list(as_gram(diag(n)), euclidean_gram(x), as_gram(matrix(0, n, n)),
                  as_gram(diag(n), metric = "arc"))
    for (gram in grams) {
      for (preset in c("default", "paper")) {
        for (kernel in c("none", "local", "path")) {
          for (partition in list(crp(), crp(1), crp(c(1, 1)), mfm())) {
            expect_finite(gram, wishart_crp_prior(preset, partition, kernel = kernel))
          }
        }
      }
      for (d in list("residual", "eb", 0.5, 3)) expect_finite(gram, wishart_crp_prior(d = d))
    }
    fit <- cluster_shapes(simulate_shapes(n, classes = 1, seed = 1), search = "fast",
                          n_points = 20, control = mcmc_control(20, 10, seed = 1))
    expect_length(clusters(fit), n)
  }
})
