# A factor in the place of the model's matrix.

some_factor <- function(n = 8, r = 3) {
  withr::with_seed(3, new_factor(matrix(rnorm(n * r), n), runif(n)))
}

whole <- function(factor) tcrossprod(factor$X) + diag(factor$own, nrow(factor$X))

test_that("entries, distances and eigenvalues are those of the matrix", {
  factor <- some_factor()
  G <- whole(factor)
  expect_equal(factor_block(factor, 1:8), G)
  expect_equal(factor_block(factor, c(2, 5), c(5, 1, 2)), G[c(2, 5), c(5, 1, 2)])
  expect_equal(factor_diagonal(factor), diag(G))
  expect_equal(factor_squares(factor, c(3, 7)), l2_distances(G)[c(3, 7), ]^2)
  expect_equal(factor_third_squares(factor), third_squares(G))
  plain <- new_factor(factor$X)
  expect_equal(factor_spectrum(plain), c(gram_spectrum(whole(plain))[1:3], rep(0, 5)))
  expect_equal(sum(factor_spectrum(factor)), sum(diag(G)))
  labels <- c(1, 1, 2, 2, 2, 3, 3, 3)
  W <- residual_products(tcrossprod(factor$X), labels)
  expect_equal(factor_residuals(factor$X)(labels), list(own = diag(W), squares = rowSums(W^2)))
})

test_that("what is no factor is an error", {
  factor <- some_factor()
  expect_identical(check_factor(factor, 8), factor)
  bad <- list(
    NULL, 1, factor["X"], utils::modifyList(factor, list(own = factor$own[-1])),
    utils::modifyList(factor, list(own = -factor$own)),
    utils::modifyList(factor, list(X = factor$X[-1, ])),
    utils::modifyList(factor, list(X = replace(factor$X, 2, NA)))
  )
  for (x in bad) expect_error(check_factor(x, 8), class = "shapecrp_error_input")
  fit <- wishart_crp(points_gram(12), wishart_crp_prior(kernel = "none", d = 3),
                     mcmc_control(20, 10, chains = 1, seed = 1))
  fit$matrix$factor$X[1] <- Inf
  expect_error(sample_more(fit, 5), class = "shapecrp_error_input")
})

test_that("a partition found on a sample is followed by all", {
  gram <- points_gram(2500, 4, spread = 0.05)
  factor <- new_factor(gram_coordinates(gram))
  guess <- partition_by_sample(factor, guess_partition)
  expect_identical(guess, rep_len(1:4, 2500))
  few <- new_factor(gram_coordinates(points_gram(40)))
  expect_identical(partition_by_sample(few, guess_partition), guess_partition(whole(few)))
})

test_that("a factor and its matrix make the same draws", {
  gram <- clear_gram(40, 4, spread = 0.4)
  control <- mcmc_control(150, 50, chains = 2, seed = 4, n_threads = 1)
  for (prior in list(wishart_crp_prior(d = 4), wishart_crp_prior("paper", d = 4))) {
    dense <- sample_model(gram, prior, control, prepare_gram(gram, prior))
    # Starts that are the same for both.
    control$init <- list("one", "random")
    dense <- sample_model(gram, prior, control, prepare_gram(gram, prior))
    factored <- sample_model(gram, prior, control, prepare_factored(gram, prior, own = 0.5))
    expect_identical(factored$labels, dense$labels)
    expect_equal(factored$trace, dense$trace, tolerance = 1e-6)
    expect_equal(factored$partition$certainty, dense$partition$certainty)
    expect_null(factored$partition$similarity)
  }
})

test_that("threads and workers change nothing", {
  gram <- points_gram(30, spread = 0.4)
  prior <- wishart_crp_prior(kernel = "none", d = 3)
  fits <- lapply(1:2, function(threads) {
    wishart_crp(gram, prior, mcmc_control(60, 20, chains = 2, seed = 1, n_threads = threads))
  })
  expect_identical(fits[[1]]$labels, fits[[2]]$labels)
  expect_identical(fits[[1]]$partition, fits[[2]]$partition)
})

test_that("chains go on as if they had never stopped", {
  gram <- points_gram(30, spread = 0.4)
  prior <- wishart_crp_prior(kernel = "none", d = 3)
  file <- withr::local_tempfile(fileext = ".chk")
  control <- function(draws, ...) mcmc_control(draws, 20, chains = 2, seed = 1, ...)
  whole <- wishart_crp(gram, prior, control(80))
  half <- wishart_crp(gram, prior, control(50, checkpoint = file))
  expect_identical(sample_more(half, 30)$labels, whole$labels)
  again <- read_checkpoint(file)
  expect_identical(again$matrix$factor, half$matrix$factor)
  expect_identical(again$gram, half$gram)
  again$control$draws <- 80
  expect_identical(advance_fit(again)$labels, whole$labels)

  # A factor that is not that of the gram is refused.
  packed <- pack_fit(half)
  packed$matrix$factor$X[1] <- packed$matrix$factor$X[1] + 1
  expect_error(unpack_fit(packed, this_version()), class = "shapecrp_error_input")
  packed <- pack_fit(half)
  packed$gram$S$X <- packed$gram$S$X[-1, ]
  expect_error(unpack_fit(packed, this_version()), class = "shapecrp_error_input")
})

test_that("new items are predicted from a vector as from a row", {
  gram <- clear_gram(30, 3, spread = 0.3)
  prior <- wishart_crp_prior("paper", d = 3)
  control <- mcmc_control(60, 20, chains = 1, seed = 4, init = "one", n_threads = 1)
  dense <- sample_model(gram, prior, control, prepare_gram(gram, prior))
  factored <- sample_model(gram, prior, control, prepare_factored(gram, prior))
  X <- factored$matrix$factor$X
  vector <- 0.7 * X[2, ] + 0.4 * X[3, ]
  self <- sum(vector^2)
  row <- drop(X %*% vector)
  new <- function(cross) {
    list(cross = cbind(cross, cross), self = c(self, self), copy_of = c(0L, 5L))
  }
  by_row <- predict_items(dense, new(row), c("a", "b"), n_threads = 1)
  by_vector <- predict_items(factored, new(vector), c("a", "b"), n_threads = 1)
  expect_equal(attr(by_vector, "probabilities"), attr(by_row, "probabilities"))
  expect_equal(by_row$probability[2], 1)
  # In parts as in one go.
  local_mocked_bindings(max_predicted = 90)
  expect_equal(predict_items(factored, new(vector), c("a", "b"), n_threads = 1), by_vector)
})
