quick <- function() mcmc_control(20, 5, chains = 2, seed = 1, n_threads = 1)

test_that("a prior with a field overwritten is refused", {
  damage <- list(
    theta = matrix(0, 0, 0), theta = NA, r = 1e300, s = list(), d = 1e300, kernel = NULL,
    center = list(), clip = NA, neighbours = sum, partition = NULL
  )
  for (i in seq_along(damage)) {
    prior <- wishart_crp_prior()
    prior[[names(damage)[i]]] <- damage[[i]]
    error <- expect_error(wishart_crp(diag(4), prior, quick()), class = "shapecrp_error_input")
    expect_match(conditionMessage(error), "as wishart_crp_prior\\(\\) made it")
  }
  prior <- wishart_crp_prior()
  prior$partition$xi <- -1
  expect_error(wishart_crp(diag(4), prior, quick()), "changed: xi must",
               class = "shapecrp_error_input")
  prior$partition <- 1
  expect_error(wishart_crp(diag(4), prior, quick()), class = "shapecrp_error_input")
})

test_that("a control with a field overwritten is refused, by a fit that goes on too", {
  damage <- list(
    thin = 1e300, draws = NULL, split_merge = -1, chains = 1e300, moves = NA, seed = sum,
    usual_size = NA, checkpoint = 1e300, init = list(), burn_in = "a", burn_in = quote(x)
  )
  fit <- wishart_crp(diag(4), control = quick())
  for (i in seq_along(damage)) {
    control <- quick()
    control[[names(damage)[i]]] <- damage[[i]]
    error <- expect_error(wishart_crp(diag(4), control = control), class = "shapecrp_error_input")
    expect_match(conditionMessage(error), "as mcmc_control\\(\\) made it")
    fit$control <- control
    expect_error(sample_more(fit, 5), "as mcmc_control\\(\\) made it",
                 class = "shapecrp_error_input")
  }
})

test_that("fields set to what the constructors allow are taken", {
  control <- quick()
  control$thin <- 3
  control$seed <- NULL
  control$n_threads <- NULL
  expect_identical(dim(wishart_crp(diag(4), control = control)$labels), c(5L, 2L, 4L))
  prior <- wishart_crp_prior()
  prior$theta <- 10
  expect_identical(wishart_crp(diag(4), prior, quick())$prior, wishart_crp_prior(theta = 10))
})

test_that("what the constructors make is rebuilt as it is", {
  for (prior in list(wishart_crp_prior(), wishart_crp_prior("paper"),
                     wishart_crp_prior(kernel = "local", partition = mfm()))) {
    expect_identical(rebuild_prior(prior), prior)
  }
  controls <- list(mcmc_control(), quick(), mcmc_control(split_merge = FALSE, init = "one"),
                   mcmc_control(checkpoint = withr::local_tempfile()))
  for (control in controls) expect_identical(rebuild_control(control), control)
  curves <- two_curves()
  expect_identical(rebuild_gram(elastic_gram(curves)), elastic_gram(curves))
  expect_identical(rebuild_gram(as_gram(diag(3))), as_gram(diag(3)))
})

test_that("a gram with a field overwritten is refused", {
  gram <- elastic_gram(two_curves())
  damage <- list(S = matrix(0, 0, 0), S = -1, S = sum, curves = list(), id = 1, closed = NA,
                 settings = NA, metric = "none")
  for (i in seq_along(damage)) {
    broken <- unclass(gram)
    broken[[names(damage)[i]]] <- damage[[i]]
    broken <- structure(broken, class = class(gram))
    expect_error(wishart_crp(broken, control = quick()), class = "shapecrp_error_input")
    expect_error(cluster_shapes(broken, control = quick()), class = "shapecrp_error_input")
    expect_error(kmedoids_shapes(broken, 2), class = "shapecrp_error_input")
  }
  curves <- unclass(gram$curves)
  curves$points <- matrix(0, 0, 0)
  gram$curves <- structure(curves, class = "shape_curves")
  expect_error(wishart_crp(gram, control = quick()), class = "shapecrp_error_input")
})

test_that("a setting that is code or given twice is refused", {
  curves <- two_curves()
  for (compare in list(
    function(...) karcher_mean(curves, ...), function(...) elastic_cross(curves, curves, ...),
    function(...) cluster_shapes(curves, ..., control = quick())
  )) {
    expect_error(compare(scale = quote(x)), "TRUE or FALSE", class = "shapecrp_error_input")
    expect_error(compare(scale = TRUE, scale = TRUE), "`scale` must be given once",
                 class = "shapecrp_error_input")
  }
})

test_that("distances that are no dist are refused", {
  for (broken in list(
    structure(1:2, class = "dist"), structure(c(1, 2, 3), Size = 9, class = "dist"),
    structure(list(1), Size = 2, class = "dist"), structure("a", Size = 2L, class = "dist")
  )) {
    expect_error(dist_gram(broken), "`dist` of numbers", class = "shapecrp_error_input")
  }
})

test_that("small answers hold no NaN", {
  fit <- hand_made_fit(as_gram(diag(4)), draws_around(c(1, 1, 2, 2)))
  without <- summary(partition(fit), max_size = 4)$without
  expect_identical(without[["certainty"]], NA_real_)
  expect_false(is.nan(without[["certainty"]]))
  expect_identical(summary(as_gram(matrix(0, 3, 3)))$negative, 0)
  expect_identical(credible_ball(fit, level = 1e-300)$radius,
                   credible_ball(fit, level = 1e-6)$radius)
})

test_that("a law of the number of clusters is one for every \u03be that is allowed", {
  for (xi in list(1e-10, 1, 1e10, c(1e-6, 1e6), c(1e6, 1e-6))) {
    law <- cluster_count_law(crp(xi), 50)
    expect_true(all(is.finite(law)))
    expect_equal(sum(law), 1, tolerance = 1e-9)
    expect_equal(cluster_count_law(crp(xi), 1), 1)
  }
  expect_error(plot(wishart_crp_prior(), n = 10001), "at most 10000",
               class = "shapecrp_error_input")
})

test_that("curves with a field overwritten are refused", {
  curves <- two_curves()
  for (damage in list(list(points = 1), list(points = sum), list(closed = NA), list(id = 1))) {
    broken <- structure(utils::modifyList(unclass(curves), damage), class = "shape_curves")
    expect_error(elastic_gram(broken), "`curves[$]", class = "shapecrp_error_input")
    expect_error(elastic_cross(curves, broken), class = "shapecrp_error_input")
    expect_error(karcher_mean(broken), class = "shapecrp_error_input")
  }
})

test_that("a fit whose draws have no \u03b8 predicts nothing", {
  shapes <- simulate_shapes(6, classes = 2, seed = 1)
  fit <- wishart_crp(elastic_gram(shapes[1:4], n_points = 20, search = "fast"), control = quick())
  fit$control$thin <- NA
  expect_error(predict(fit, shapes[5:6]), class = "shapecrp_error_input")
})

test_that("raw values are labels", {
  raw <- as.raw(c(1, 1, 2, 2))
  expect_identical(compare_partitions(raw, c(1, 1, 2, 2)),
                   compare_partitions(c(1, 1, 2, 2), c(1, 1, 2, 2)))
  expect_identical(dim(contingency_table(raw, raw)), c(2L, 2L))
  expect_s3_class(plot(as_gram(diag(4)), partition = raw), "ggplot")
})

test_that("a folder is no checkpoint", {
  expect_error(resume(withr::local_tempdir()), class = "shapecrp_error_input")
})

test_that("a gram whose metric or settings were overwritten is refused", {
  refuse <- function(gram) expect_error(wishart_crp(gram), class = "shapecrp_error_input")
  points <- euclidean_gram(matrix(1:8, 4))
  points$metric <- "arc"
  refuse(points)
  curves <- elastic_gram(simulate_shapes(4, classes = 2, seed = 1), n_points = 30, search = "fast")
  other <- curves
  other$metric <- "l2"
  refuse(other)
  curves$settings$direction <- NULL
  refuse(curves)
  expect_error(wishart_crp(diag(3), structure(1, class = "wishart_crp_prior")),
               class = "shapecrp_error_input")
})

test_that("a misspelt argument of clusters() is refused, whether or not a partition is kept", {
  fit <- wishart_crp(as_gram(diag(4)), control = quick())
  expect_error(clusters(fit, metod = "binder"), class = "shapecrp_error_input")
})
