quick <- function(...) mcmc_control(200, 100, chains = 2, seed = 1, n_threads = 1, ...)
shapes <- simulate_shapes(9, classes = 3, seed = 5)
fit <- cluster_shapes(shapes, search = "fast", n_points = 40, control = quick())

test_that("one call does what the steps do, and keeps it", {
  gram <- elastic_gram(shapes, search = "fast", n_points = 40)
  steps <- wishart_crp(gram, control = quick())
  expect_identical(fit$gram, gram)
  expect_identical(fit$labels, steps$labels)
  expect_identical(fit$partition, partition(steps))
  expect_identical(fit$diagnostics, diagnose(steps))
  expect_named(fit$times, c("comparing", "partition"))
})

test_that("what is kept is not computed again", {
  local_mocked_bindings(
    r_minimise_loss = function(...) abort_shapecrp("computed again", "test"),
    diagnose = function(...) abort_shapecrp("computed again", "test"),
    r_inner_products = function(...) abort_shapecrp("computed again", "test")
  )
  expect_identical(clusters(fit), fit$partition$labels)
  expect_output(print(fit), "Certainty")
  expect_output(print(summary(fit)), "central")
  for (type in c("k", "coclustering", "gram", "certainty", "map")) {
    expect_s3_class(plot(fit, type), "ggplot")
  }
  expect_identical(tidy(fit)$cluster, unname(clusters(fit)))
  expect_error(clusters(fit, "binder"), class = "shapecrp_error_test")
  expect_error(clusters(fit, method = "vi"), class = "shapecrp_error_test")
})

test_that("a fit is clustered again by another model from the same inner products", {
  prior <- wishart_crp_prior("paper")
  local_mocked_bindings(
    elastic_gram = function(...) abort_shapecrp("computed again", "test")
  )
  again <- cluster_shapes(fit, prior = prior)
  expect_identical(again$prior, prior)
  expect_identical(again$control, fit$control)
  expect_identical(again$gram, fit$gram)
  expect_identical(again$labels, cluster_shapes(fit$gram, prior = prior, control = quick())$labels)
  shorter <- cluster_shapes(fit, control = mcmc_control(50, 10, chains = 1, seed = 2))
  expect_identical(dim(shorter$labels), c(40L, 1L, 9L))
  expect_identical(shorter$prior, fit$prior)
})

test_that("lists, arrays and data frames are read on the way", {
  settings <- list(search = "fast", n_points = 40, control = quick())
  list_fit <- do.call(cluster_shapes, c(
    list(as.list(shapes), closed = TRUE, truth = shapes$truth), settings
  ))
  expect_identical(list_fit$gram, fit$gram)
  long <- as.data.frame(shapes)
  long$truth <- NULL
  long_fit <- do.call(cluster_shapes, c(list(long, closed = TRUE), settings))
  expect_equal(as.matrix(long_fit$gram), as.matrix(fit$gram))
  expect_null(long_fit$gram$curves$truth)
})

test_that("more draws make a new partition", {
  more <- sample_more(fit, 50)
  expect_identical(more$partition$draws, 300L)
  expect_false(identical(more$diagnostics, fit$diagnostics))
  expect_named(more$times, c("comparing", "partition"))
})

test_that("threads given once serve both stages", {
  seen <- integer()
  local_mocked_bindings(resolve_threads = function(n_threads = NULL, ...) {
    seen <<- c(seen, n_threads %||% NA)
    1L
  })
  control <- mcmc_control(20, 10, chains = 1, seed = 1)
  cluster_shapes(shapes, search = "fast", n_points = 20, n_threads = 3, control = control)
  expect_setequal(seen, 3)
})

test_that("it is silent unless asked, and then says what it does and for how long", {
  expect_silent(cluster_shapes(fit))
  told <- character()
  withCallingHandlers(
    cluster_shapes(shapes, search = "fast", n_points = 40, control = quick(progress = TRUE)),
    shapecrp_message_step = function(m) {
      told <<- c(told, cli::ansi_strip(conditionMessage(m)))
      invokeRestart("muffleMessage")
    }
  )
  expect_length(told, 3)
  expect_match(told[1], "Comparing 9 closed curves in 2-D: 36 pairs, under 2 seconds.")
  expect_match(told[2], "Sampling 2 chains of 200 sweeps.")
  expect_match(told[3], "Found . clusters?: .* comparing, .* sampling, .* choosing the partition")
  expect_null(getOption("shapecrp.progress"))
})

test_that("times are told in words", {
  expect_identical(
    vapply(c(0, 1.9, 15.2, 200, 9000), about_time, ""),
    c("under 2 seconds", "under 2 seconds", "about 15 seconds", "about 3 minutes",
      "about 2.5 hours")
  )
})

test_that("an interrupt while sampling or after leaves a fit to go on with", {
  asked <- 0
  with_mocked_bindings(
    expect_message(
      early <- cluster_shapes(fit$gram, control = mcmc_control(1e5, 9e4, chains = 1, seed = 1)),
      class = "shapecrp_message_interrupted"
    ),
    is_interrupted = function() {
      asked <<- asked + 1
      asked == 2
    }
  )
  expect_null(early$partition)
  expect_output(print(early), "stopped during burn-in")
  with_mocked_bindings(
    expect_snapshot(late <- cluster_shapes(fit)),
    diagnose = function(fit) rlang::interrupt()
  )
  expect_null(late$partition)
  expect_identical(late$labels, fit$labels)
})

test_that("bad input is refused before anything dear is done", {
  local_mocked_bindings(
    r_inner_products = function(...) abort_shapecrp("computed", "test")
  )
  expect_snapshot(error = TRUE, {
    cluster_shapes(as.list(shapes))
    cluster_shapes(diag(3))
    cluster_shapes(shapes, prior = crp())
    cluster_shapes(shapes, control = list())
    cluster_shapes(fit, scale = FALSE)
    cluster_shapes(fit$gram, closed = TRUE)
  })
  unknown <- expect_error(cluster_shapes(shapes, scael = TRUE), class = "shapecrp_error_input")
  expect_match(conditionMessage(unknown), "Unknown argument `scael`.*Did you mean `scale = ")
  nameless <- expect_error(cluster_shapes(shapes, FALSE), class = "shapecrp_error_input")
  expect_match(conditionMessage(nameless), "argument without a name: FALSE")
})
