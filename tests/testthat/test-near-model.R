# A gram of near pairs beside one of all pairs, of a few outlines in classes.
near_shapes <- function(n = 150) simulate_shapes(n, classes = 3, seed = 1)
near_settings <- list(search = "fast", n_points = 30)
shapes <- near_shapes()
whole <- do.call(elastic_gram, c(list(shapes), near_settings))
some <- do.call(elastic_gram, c(list(shapes), near_settings,
                                list(pairs = "near", landmarks = 20, near = 8)))

test_that("near pairs hold the values of all pairs", {
  S <- unname(as.matrix(whole))
  near <- near_pairs(some)
  expect_identical(near$s, S[cbind(near$first, near$second)])
  expect_identical(near$block, S[, near$landmarks])
  expect_identical(near$trial$products, S[near$trial$item, near$trial$item])
  expect_identical(as.matrix(some), as.matrix(whole))
  expect_identical(gram_block(some, 1:3, 140:150), gram_block(whole, 1:3, 140:150))
})

test_that("the same near pairs whatever the number of threads", {
  again <- do.call(elastic_gram, c(list(shapes), near_settings,
                                   list(pairs = "near", landmarks = 20, near = 8, n_threads = 2)))
  expect_identical(again, some)
})

test_that("a small part has all its pairs, a large one the near pairs within it", {
  items <- c(5, 100:150, 3)
  part <- some[items]
  expect_identical(part, whole[items])
  local_mocked_bindings(most_of_near = 10)
  part <- some[items]
  expect_s3_class(part, "elastic_gram")
  expect_output(print(part), "no estimate")
  near <- near_pairs(part)
  expect_true(all(near$first < near$second))
  expect_identical(near$s, unname(as.matrix(whole[items]))[cbind(near$first, near$second)])
  expect_identical(check_gram(part), part)
})

test_that("a fit of near pairs is that of all pairs where classes are clear", {
  control <- mcmc_control(200, 100, chains = 2, seed = 1, n_threads = 1)
  a <- wishart_crp(whole, control = control)
  b <- wishart_crp(some, control = control)
  expect_equal(compare_partitions(clusters(a), clusters(b))[["adjusted_rand"]], 1)
  expect_equal(b$model$d, a$model$d, tolerance = 0.25)
  expect_equal(b$model$s, a$model$s, tolerance = 0.25)
  expect_true(is_factored(b$matrix))
  expect_output(print(b), "Clusters of 150 curves: 3")
  known <- predict(b, shapes[c(2, 60, 149)])
  expect_equal(as.integer(as.character(known$cluster)), unname(clusters(b))[c(2, 60, 149)])
  new <- simulate_shapes(6, classes = 3, seed = 9)
  names(new) <- paste0("new", 1:6)
  one <- attr(predict(a, new), "probabilities")
  two <- attr(predict(b, new), "probabilities")
  expect_identical(max.col(one), max.col(two))
})

test_that("copies are found from near pairs, and count once", {
  twice <- shape_curves(shapes$points[c(1:150, 7, 7, 20)], closed = TRUE)
  gram <- do.call(elastic_gram, c(list(twice), near_settings,
                                  list(pairs = "near", landmarks = 20, near = 8)))
  items <- model_items(gram, wishart_crp_prior())
  expect_identical(items$item[c(7, 151:153, 20)], c(7L, 7L, 7L, 20L, 20L))
  expect_length(items$gram, 150)
  expect_setequal(unique(items$item), 1:150)
})

test_that("the dimension of residuals comes from a part, corrected for its size", {
  set.seed(1)
  x <- matrix(rnorm(600 * 30), 600) %*% diag(c(rep(1, 12), rep(0.3, 18)))
  x <- x + 10 * matrix(rnorm(4 * 30), 4)[rep(1:4, 150), ]
  labels <- rep(1:4, 150)
  products <- center_matrix(-as.matrix(dist(x))^2 / 2)
  whole <- residual_dimension(products, labels)
  seen <- replicate(8, {
    item <- sort(sample(600, 80))
    c(trial_dimension(products[item, item], labels[item], labels),
      residual_dimension(products[item, item], labels[item]))
  })
  expect_equal(mean(seen[1, ]), whole, tolerance = 0.06)
  expect_lt(mean(seen[2, ]), 0.95 * whole)
  expect_equal(trial_dimension(products, labels, labels), whole, tolerance = 1e-8)
  expect_identical(trial_dimension(products[1:2, 1:2], 1:2, labels), 1)
  # Of so few items the dimension is known less well.
  delta <- as.matrix(dist(x))
  item <- sort(sample(600, 80))
  found <- trial_log_dimension_of(list(item = item, delta = delta[item, item]))(labels)
  expect_equal(found[1], log(trial_dimension(products[item, item], labels[item], labels)),
               tolerance = 1e-8)
  expect_gt(found[2], 3 * log_dimension(residuals_of(delta)(labels), labels)[2])
  whole <- list(item = 1:600, delta = delta)
  expect_equal(trial_log_dimension_of(whole)(labels),
               log_dimension(residuals_of(delta)(labels), labels))
})

test_that("contrasts leave the trace and the squares of residuals as they are", {
  set.seed(2)
  x <- matrix(rnorm(60), 12)
  labels <- c(1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 5)
  products <- center_matrix(tcrossprod(x))
  W <- residual_products(products, labels)
  Y <- residual_contrasts(products, labels)
  expect_identical(dim(Y), c(7L, 7L))
  expect_equal(sum(diag(Y)), sum(diag(W)))
  expect_equal(sum(Y^2), sum(W^2))
  expect_identical(dim(residual_contrasts(products, 1:12)), c(0L, 0L))
})

test_that("what near pairs cannot do is an error with the remedy", {
  expect_error(wishart_crp(some, prior = wishart_crp_prior("paper")), class = "shapecrp_error_near")
  expect_error(c(some, simulate_shapes(2, classes = "key", seed = 3)),
               class = "shapecrp_error_near")
  expect_error(elastic_gram(shapes, near = 3), class = "shapecrp_error_input")
  expect_error(elastic_gram(shapes, pairs = "near", landmarks = 0), class = "shapecrp_error_input")
  expect_error(elastic_gram(shapes, pairs = "some"), class = "shapecrp_error_input")
  error <- expect_error(abort_near(1e6), class = "shapecrp_error_near")
  expect_match(conditionMessage(error), "gram[i]", fixed = TRUE)
})

test_that("a gram says what there is, and what was changed in it is found", {
  expect_output(print(some), "near pairs: .* compared pairs kept, 20 landmarks")
  expect_output(print(some), "nearest neighbours were found")
  bad <- some
  bad[["S"]]$s[3] <- NaN
  expect_error(check_gram(bad), class = "shapecrp_error_input")
  bad <- some
  bad[["S"]]$first[1] <- 9999L
  expect_error(wishart_crp(bad), class = "shapecrp_error_input")
  expect_identical(check_gram(some), some)
})

test_that("a checkpoint of near pairs resumes to the same draws", {
  file <- withr::local_tempfile()
  control <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)
  whole <- wishart_crp(some, control = control)
  control$checkpoint <- file
  half <- control
  half$draws <- 30
  wishart_crp(some, control = half)
  read <- read_checkpoint(file)
  expect_identical(read$gram, some)
  read$control$draws <- 60
  expect_identical(advance_fit(read)$labels, whole$labels)
})

test_that("scales are made of neighbours that were sought", {
  expect_equal(near_neighbours(some, NULL), min(count_neighbours(150), near_pairs(some)$k))
  wanted <- near_pairs(some)$k + 1
  error <- expect_error(wishart_crp(some, wishart_crp_prior(neighbours = wanted)),
                        class = "shapecrp_error_input")
  expect_match(conditionMessage(error), sprintf("near = %d", wanted))
  expect_error(wishart_crp(some, wishart_crp_prior(clip = FALSE)), class = "shapecrp_error_near")
})

test_that("a fit of near pairs is updated and repeated with near pairs", {
  control <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)
  fit <- wishart_crp(some, control = control)
  expect_true(is_near(suppressMessages(update(fit, n_points = 20))$gram))
  expect_false(is_near(update(fit, pairs = "all")$gram))
  expect_match(paste(gram_code(some), collapse = " "), "pairs = \"near\", landmarks = 20")
})

test_that("one curve, and copies of one, are predicted from", {
  control <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)
  one <- elastic_gram(shapes[1], n_points = 24, search = "fast", pairs = "near")
  same <- shape_curves(rep(shapes$points[1], 5), closed = TRUE)
  copies <- elastic_gram(same, n_points = 24, search = "fast", pairs = "near")
  for (gram in list(one, copies)) {
    fit <- suppressMessages(wishart_crp(gram, control = control))
    p <- attr(predict(fit, shapes[2:3]), "probabilities")
    expect_equal(unname(rowSums(p)), c(1, 1))
  }
})
