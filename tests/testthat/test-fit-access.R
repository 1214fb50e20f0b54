shapes <- simulate_shapes(9, classes = 3, seed = 1)
gram <- elastic_gram(shapes, search = "fast", n_points = 20)
quick <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)
fit <- cluster_shapes(gram, control = quick)

test_that("the posterior of K has every number between the least and the largest", {
  draws <- rbind(1:4, 1:4, c(1, 1, 2, 2), c(1, 1, 2, 2), c(1, 2, 1, 2), c(1, 1, 1, 2))
  hand <- hand_made_fit(as_gram(diag(4)), draws)
  expect_equal(k_posterior(hand), data.frame(clusters = 2:4, probability = c(4, 0, 2) / 6))
  expect_error(k_posterior(1), "be a fit", class = "shapecrp_error_input")
  hand$labels <- hand$labels[0, , , drop = FALSE]
  expect_error(k_posterior(hand), "hold draws", class = "shapecrp_error_input")
})

test_that("curves and inner products come back as they went in", {
  expect_identical(as_shape_curves(fit), shapes)
  expect_identical(as_shape_curves(gram), shapes)
  expect_identical(as_gram(fit), fit$gram)
  chosen <- as_shape_curves(fit, cluster = 2)
  expect_identical(chosen$id, names(which(clusters(fit) == 2)))
  means <- templates(fit)
  expect_identical(as_shape_curves(means), means$mean)
  expect_length(as_shape_curves(karcher_mean(gram)), 1)
  bare <- hand_made_fit(as_gram(diag(4)), matrix(1, 4, 4))
  expect_error(as_shape_curves(bare), class = "shapecrp_error")
  for (bad in list(0, 99, 1.5, "1", NA, numeric())) {
    expect_error(as_shape_curves(fit, cluster = bad), "be cluster numbers from 1 to",
                 class = "shapecrp_error_input")
  }
})

test_that("an update changes what is given and nothing else", {
  same <- update(fit)
  expect_identical(same$labels, fit$labels)
  paper <- update(fit, prior = wishart_crp_prior("paper"))
  expect_identical(paper$prior$preset, "paper")
  expect_identical(paper$control, fit$control)
  expect_identical(as.matrix(as_gram(paper)), as.matrix(gram))
  mirrored <- update(fit, reflection = TRUE)
  expect_true(mirrored$gram$settings$reflection)
  unchanged <- setdiff(names(gram$settings), "reflection")
  expect_identical(mirrored$gram$settings[unchanged], gram$settings[unchanged])
  expect_identical(
    as.matrix(as_gram(mirrored)),
    as.matrix(elastic_gram(shapes, reflection = TRUE, search = "fast", n_points = 20))
  )
})

test_that("an update with what is not there is an error that tells the call", {
  expect_error(update(fit, nonsense = 1), "Unknown argument `nonsense`",
               class = "shapecrp_error_input")
  bare <- finish_fit(hand_made_fit(as_gram(diag(4)), matrix(1, 4, 4)))
  expect_error(update(bare, scale = FALSE), class = "shapecrp_error")
  expect_error(update(fit, prior = 1), "`prior` must", class = "shapecrp_error_input")
})
