test_that("degrees of freedom: rule, share, number", {
  values <- c(6, 3, 0.9, 0.1)
  expect_equal(resolve_degrees("eb", values)$value, 3)
  expect_equal(resolve_degrees(0.6, values)$value, 1)
  expect_equal(resolve_degrees(0.61, values)$value, 2)
  expect_equal(resolve_degrees(17.5, values)$value, 17.5)
  # Negative eigenvalues count in the sum, as in the paper.
  expect_equal(resolve_degrees("eb", c(10, 0.5, -0.5))$value, 1)
})

test_that("centring puts the mean curve at the origin", {
  S <- small_gram(6)
  H <- diag(6) - 1 / 6
  expect_equal(center_matrix(S), H %*% S %*% H)
  # Squared distances serve as well: H (-D^2/2) H = H S H.
  expect_equal(center_matrix(-gram_distance(S)^2 / 2), center_matrix(S))
})

test_that("the local kernel is what its formula says", {
  x <- c(0, 1, 3)
  K <- local_kernel(tcrossprod(x) + 5, neighbours = 1)
  sigma <- c(1, 1, 2)
  expect_equal(K, exp(-outer(x, x, "-")^2 / outer(sigma, sigma)))
  angles <- c(0, 0.2, 0.9)
  K <- local_kernel(cos(outer(angles, angles, "-")), neighbours = 7)
  sigma <- c(0.9, 0.7, 0.9)
  expect_equal(K, exp(-outer(angles, angles, "-")^2 / outer(sigma, sigma)))
})

test_that("the local kernel bears duplicates and single curves", {
  expect_equal(local_kernel(matrix(1, 4, 4), 7), matrix(1, 4, 4))
  expect_equal(local_kernel(matrix(3, 1, 1), 7), matrix(1, 1, 1))
  K <- local_kernel(tcrossprod(c(0, 0, 0, 1, 2)), 1)
  expect_true(all(is.finite(K)))
})

test_that("clipping leaves the nearest matrix without negative eigenvalues", {
  S <- matrix(c(1, 0.9, 0.1, 0.9, 1, 0.9, 0.1, 0.9, 1), 3)
  spectrum <- eigen(S)
  expect_lt(min(spectrum$values), 0)
  clipped <- clip_gram(S, spectrum$values)
  by_hand <- spectrum$vectors %*% diag(pmax(spectrum$values, 0)) %*% t(spectrum$vectors)
  expect_equal(clipped$S, by_hand)
  expect_match(clipped$note, "% of the trace clipped")
  expect_identical(clip_gram(diag(3), rep(1, 3))$S, diag(3))
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
  expect_match(prepared$notes["d"], "80 %")
  expect_match(prepared$notes["xi"], "guess of 3 clusters")
  expect_equal(prepared$model$xi, 3 / log(30))
  given <- prepare_gram(clear_gram(30), wishart_crp_prior(partition = crp(2), d = 4))
  expect_identical(unname(given$notes[c("d", "xi")]), c("given", "given"))
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
  expect_identical(guess_partition(matrix(1, 5, 5)), rep(1L, 5))
})

test_that("mean_silhouette() is its formula", {
  distance <- as.matrix(dist(c(0, 1, 5, 7, 20)))
  labels <- c(1, 1, 2, 2, 3)
  a <- c(1, 1, 2, 2)
  b <- c(6, 5, 4.5, 6.5)
  expect_equal(mean_silhouette(labels, distance), sum((b - a) / b) / 5)
})
