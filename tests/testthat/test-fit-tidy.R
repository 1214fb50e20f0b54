shapes <- simulate_shapes(9, classes = 3, seed = 1)
gram <- elastic_gram(shapes, search = "fast", n_points = 20)
draws <- draws_around(shapes$truth)
fit <- finish_fit(hand_made_fit(gram, draws))

test_that("the generics are those of package generics, and find the methods", {
  expect_identical(getExportedValue("shapecrp", "tidy"), generics::tidy)
  expect_identical(getExportedValue("shapecrp", "glance"), generics::glance)
  expect_identical(getExportedValue("shapecrp", "augment"), generics::augment)
  expect_identical(generics::tidy(fit), tidy.shape_fit(fit))
  expect_identical(generics::glance(fit), glance.shape_fit(fit))
  expect_identical(generics::augment(fit), augment.shape_fit(fit))
})

test_that("one look at a fit has its number of clusters and its diagnostics", {
  seen <- glance.shape_fit(fit)
  expect_identical(nrow(seen), 1L)
  expect_identical(seen$k, 3L)
  expect_equal(seen$k_probability, mean(fit$trace[, , "clusters"] == 3))
  expect_identical(seen$rhat, max(fit$diagnostics$rhat, na.rm = TRUE))
  expect_identical(seen$ess_bulk, min(fit$diagnostics$ess_bulk, na.rm = TRUE))
  expect_identical(seen$chains, 2L)
  expect_equal(seen$sweeps, 6)
  expect_identical(seen[1:8], glance.shape_partition(fit$partition))
})

test_that("templates are a row for each cluster", {
  means <- templates(fit, n_threads = 1)
  expect_identical(tidy.shape_templates(means), summary(means))
  seen <- glance.shape_templates(means)
  expect_identical(seen$curves, 9L)
  expect_equal(seen$variation, mean(means$summary$variation))
  means$summary$converged[2] <- FALSE
  expect_false(glance.shape_templates(means)$converged)
})

test_that("predictions are a row for each curve and cluster, of the rows that are left", {
  p <- rbind(a = c(0.7, 0.2, 0.1), b = c(0.1, 0.1, 0.8))
  colnames(p) <- c("1", "2", "new")
  found <- new_shape_prediction(p, 40)
  long <- tidy.shape_prediction(found)
  expect_identical(long$curve, rep(c("a", "b"), each = 3))
  expect_identical(as.character(long$cluster), rep(colnames(p), 2))
  expect_identical(long$probability, c(p["a", ], p["b", ]), ignore_attr = TRUE)
  expect_identical(which(long$predicted), c(1L, 6L))
  seen <- glance.shape_prediction(found)
  expect_equal(seen, data.frame(curves = 2L, new = 1L, mean_probability = 0.75, draws = 40))
  expect_identical(tidy.shape_prediction(found[2, ])$probability, unname(p["b", ]))
})

test_that("a credible ball is a row for each of its partitions", {
  rows <- rbind(c(1, 1, 1, 1), c(1, 1, 2, 2), c(1, 1, 2, 2), c(1, 1, 2, 3), c(1, 2, 3, 3),
                c(1, 1, 2, 2))
  hand <- hand_made_fit(as_gram(diag(4)), rows)
  ball <- credible_ball(hand, level = 1, estimate = c(1, 1, 2, 2))
  found <- tidy.shape_credible_ball(ball)
  # From two pairs: to one cluster 1 bit; to a pair and two alone half a bit, twice.
  expect_equal(found, data.frame(
    bound = c("centre", "horizontal", "upper", "lower", "lower"), number = c(1, 1, 1, 1, 2),
    clusters = c(2, 1, 1, 3, 3), distance = c(0, 1, 1, 0.5, 0.5)
  ))
  expect_equal(glance.shape_credible_ball(ball), data.frame(
    level = 1, radius = 1, clusters = 2, clusters_low = 1, clusters_high = 3
  ))
})

test_that("what is not an argument is an error", {
  expect_error(tidy.shape_partition(fit$partition, method = "vi"), "Unknown argument",
               class = "shapecrp_error_input")
  expect_error(glance.shape_fit(fit, nonsense = 1), "Unknown argument",
               class = "shapecrp_error_input")
})
