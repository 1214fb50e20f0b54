# Four heaps in two pairs: two clusters, or four for one who looks closer.
pairs_of_heaps <- function(n = 15) {
  withr::with_seed(5, {
    centres <- rbind(c(0, 0), c(2.6, 0), c(30, 0), c(32.6, 0))
    x <- centres[rep(1:4, each = n), ] + 0.3 * matrix(stats::rnorm(8 * n), 4 * n)
    euclidean_gram(cbind(x, 0.3 * matrix(stats::rnorm(24 * n), 4 * n)))
  })
}

small_fit <- function(gram = pairs_of_heaps(), ...) {
  cluster_shapes(gram, ..., control = mcmc_control(400, 200, chains = 2, seed = 1))
}

test_that("a profile goes from coarse to fine and knows where the fit stands", {
  fit <- small_fit()
  profile <- resolution_profile(fit)
  expect_identical(profile, fit$profile)
  expect_equal(profile$resolution, 2^seq(-2, 2, by = 0.5))
  expect_equal(profile$d, fit$model$d * profile$resolution)
  expect_identical(which(profile$is_fit), 5L)
  partitions <- attr(profile, "partitions")
  expect_identical(rownames(partitions), fit$gram$id)
  expect_identical(profile$clusters, apply(partitions, 2, max))
  expect_identical(unname(partitions[, 5]), unname(clusters(fit)))
  expect_true(all(diff(profile$clusters) >= 0))
  expect_true(all(profile$certainty > 0 & profile$certainty <= 1))
  by_hand <- compare_partitions(partitions[, 3], partitions[, 4])[["adjusted_rand"]]
  expect_equal(profile$agreement[3], by_hand)
  expect_identical(profile$agreement[9], NA_real_)
  # The same again: nothing hangs on R's random numbers.
  expect_identical(resolution_profile(small_fit()), profile)
  wide <- resolution_profile(fit, c(8, 1 / 16))
  expect_equal(wide$resolution, c(1 / 16, 8))
  expect_false(any(wide$is_fit))
})

test_that("persistence counts octaves without a break", {
  alike <- diag(1, 4)
  alike[1, 2] <- alike[2, 1] <- alike[2, 3] <- alike[3, 2] <- 0.95
  # Rungs stand for the middle between neighbours: 1/2, 1, 1, 1/2.
  expect_equal(persistence(alike, 0:3), c(1.5, 2.5, 2, 0.5))
  expect_equal(persistence(diag(1, 3), c(0, 2, 3)), c(1, 1.5, 0.5))
  expect_equal(persistence(matrix(1), 0), 0)
})

test_that("another partition as persistent is told, one cluster and the same one are not", {
  profile <- function(clusters, persistence, labels) {
    structure(
      data.frame(resolution = c(0.5, 1, 2), clusters = clusters, persistence = persistence,
                 is_fit = c(FALSE, TRUE, FALSE)),
      partitions = labels, alike = partition_agreement(labels),
      class = c("resolution_profile", "data.frame")
    )
  }
  two <- rep(1:2, each = 8)
  four <- rep(1:4, each = 4)
  one <- rep(1L, 16)
  expect_match(rival_words(profile(c(1, 2, 4), c(3, 1.5, 1.5), cbind(one, two, four))),
               "^4 clusters are nearly as stable, at resolution 2")
  expect_match(rival_words(profile(c(1, 2, 4), c(3, 1, 2), cbind(one, two, four))),
               "^4 clusters are more stable")
  expect_null(rival_words(profile(c(1, 2, 4), c(3, 2, 1), cbind(one, two, four))))
  expect_null(rival_words(profile(c(1, 2, 2), c(3, 2, 2), cbind(one, two, two))))
})

test_that("a partition that changes within the range of d is told to be uncertain", {
  labels <- cbind(rep(1L, 8), rep(1:2, 4), rep(1:4, 2))
  fit <- list(model = list(d = 4, d_grid = c(2, 4, 8)), control = mcmc_control(10, 0, chains = 1),
              trace = array(rep(c(2, 4, 4, 4, 4), 2), c(10, 1, 1), list(NULL, NULL, "d")))
  fit$labels <- array(1L, c(10, 1, 8))
  fit$profile <- structure(
    data.frame(resolution = c(0.5, 1, 2), d = c(2, 4, 8), clusters = c(1L, 2L, 4L),
               is_fit = c(FALSE, TRUE, FALSE)),
    alike = partition_agreement(labels), class = c("resolution_profile", "data.frame")
  )
  expect_identical(unsure_words(fit),
                   "uncertain: 1 to 2 clusters for d from 2 to 4; see resolution_profile(fit)")
  fit$trace[] <- 4
  expect_null(unsure_words(fit))
  fit$trace[1:5] <- 8
  expect_match(unsure_words(fit), "^uncertain: 2 to 4 clusters for d from 4 to 8")
  # Alike over the range, or a d that is given: nothing is told.
  attr(fit$profile, "alike")[] <- 1
  expect_null(unsure_words(fit))
  fit$model$d_grid <- 4
  expect_null(unsure_words(fit))
})

test_that("the dial makes clusters finer or coarser, without comparing or learning again", {
  fit <- small_fit()
  finer <- cluster_shapes(fit, resolution = 4)
  expect_gte(max(clusters(finer)), max(clusters(fit)))
  expect_identical(finer$matrix, fit$matrix)
  expect_equal(finer$model$d, 4 * fit$model$d)
  expect_identical(finer$prior$resolution, 4)
  # The resolution is that of the default, not of the fit that it is asked of.
  expect_identical(cluster_shapes(finer, resolution = 1)$labels, fit$labels)
  # The same from inner products, and by the prior.
  control <- mcmc_control(400, 200, chains = 2, seed = 1)
  expect_identical(small_fit(resolution = 4)$labels, finer$labels)
  prior <- wishart_crp_prior(resolution = 4)
  expect_identical(wishart_crp(pairs_of_heaps(), prior, control)$labels, finer$labels)
  # Another prior is learnt anew.
  other <- cluster_shapes(fit, prior = wishart_crp_prior("paper"))
  expect_false(identical(other$matrix, fit$matrix))
})

test_that("a number of clusters can be asked for, and the fit says so", {
  gram <- pairs_of_heaps()
  for (k in c(2, 4)) {
    fit <- small_fit(gram, k = k)
    expect_identical(max(clusters(fit)), as.integer(k))
    expect_identical(fit$asked_k, as.integer(k))
    expect_match(paste(capture.output(print(fit)), collapse = " "), sprintf("k = %d", k))
  }
  four <- rep(1:4, each = 15)
  expect_equal(compare_partitions(clusters(fit), four)[["adjusted_rand"]], 1)
  expect_identical(cluster_shapes(small_fit(gram), k = 4)$labels, fit$labels)
  expect_null(small_fit(gram)$asked_k)
})

test_that("bad resolutions and numbers of clusters are refused", {
  gram <- pairs_of_heaps(3)
  expect_input_error <- function(expr, arg) {
    error <- expect_error(expr, class = "shapecrp_error_input")
    expect_identical(error$arg, arg)
  }
  expect_input_error(cluster_shapes(gram, resolution = 0), "resolution")
  expect_input_error(cluster_shapes(gram, resolution = "fine"), "resolution")
  expect_input_error(cluster_shapes(gram, resolution = 2, k = 3), "k")
  expect_input_error(cluster_shapes(gram, k = 0), "k")
  expect_input_error(cluster_shapes(gram, k = 13), "k")
  expect_input_error(wishart_crp_prior(resolution = 100), "resolution")
  fit <- small_fit(gram)
  expect_input_error(resolution_profile(fit, numeric()), "resolutions")
  expect_input_error(resolution_profile(fit, c(1, NA)), "resolutions")
  expect_input_error(resolution_profile(fit, 0.001), "resolutions")
  expect_input_error(resolution_profile(1), "object")
})

test_that("profiles are printed and drawn, and one to three curves have one", {
  fit <- small_fit()
  profile <- resolution_profile(fit)
  printed <- capture.output(print(profile))
  expect_match(printed[1], "60 curves at 9 resolutions")
  expect_length(grep("<- this fit", printed), 1)
  drawn <- ggplot2::ggplot_build(plot(profile))
  expect_equal(nrow(drawn$data[[3]]), 9)
  for (n in 1:3) {
    tiny <- small_fit(euclidean_gram(matrix(seq_len(n))))
    expect_equal(nrow(resolution_profile(tiny)), 9)
    expect_no_error(ggplot2::ggplot_build(plot(resolution_profile(tiny))))
  }
})

test_that("the tree joins each cluster to the coarser one that holds most of it", {
  partitions <- cbind(c(1, 1, 1, 2, 2, 2), c(1, 1, 2, 3, 3, 2), 1:6)
  links <- tree_links(partitions)
  expect_equal(links[links$level == 2, c("child", "parent", "share")],
               data.frame(child = 1:3, parent = c(1, 1, 2), share = c(1, 0.5, 1)),
               ignore_attr = TRUE)
  expect_equal(links$parent[links$level == 3], c(1, 1, 2, 3, 3, 2))
  places <- tree_places(partitions, links)
  # Leaves of one parent stand side by side, and a parent in the middle of its children.
  expect_equal(sort(places$x[places$level == 3]), 1:6)
  children <- places$x[places$level == 3][links$parent[links$level == 3] == 2]
  expect_equal(abs(diff(children)), 1)
  expect_equal(places$x[places$level == 2][2], mean(children))
})

test_that("the tree is drawn for curves and for points", {
  fit <- cluster_shapes(outlines[c(1:6, 9:14)], search = "fast", n_points = 40, n_threads = 1,
                        control = mcmc_control(300, 100, chains = 2, seed = 1))
  for (drawn in list(plot(fit, "tree"), plot(small_fit(), "tree"))) {
    expect_no_error(ggplot2::ggplot_build(drawn))
  }
})
