# Partitions of many curves against those of few, which count all pairs.

drawn_fit <- function(n = 60, spread = 0.6) {
  gram <- clear_gram(n, 4, spread = spread)
  wishart_crp(gram, wishart_crp_prior("paper", d = 4),
              mcmc_control(120, 20, chains = 2, seed = 2, n_threads = 1))
}

as_many <- function(fit, method = "vi") partition_of_many(fit, method, 1L)

test_that("certainty and second choices are those of all pairs", {
  fit <- drawn_fit()
  few <- partition(fit)
  labels <- unname(fit_labels(fit))
  for (estimate in list(unname(few$labels), order_labels(labels[5, ]), rep(1L, 60), 1:60,
                        order_labels(c(1:20, rep(21L, 40))))) {
    support <- draw_support(labels, estimate, 2L)
    expect_equal(support$certainty, unname(curve_certainty(estimate, few$similarity)))
    like <- list(labels = estimate, similarity = few$similarity)
    second <- second_choices(like)
    expect_equal(support$second_certainty, second$certainty)
    # Ties may be told apart by rounding.
    clear <- !is.na(second$cluster) & support$second != second$cluster
    expect_lt(sum(clear, na.rm = TRUE), 3)
    expect_identical(is.na(support$second), is.na(second$cluster))
  }
})

test_that("copies count as in the matrix of all curves", {
  x <- diag(3)[rep_len(1:3, 24), ] + 0.4 * matrix(sin(1:72), 24)
  x <- x[c(1:24, 1, 1, 5), ]
  fit <- suppressMessages(wishart_crp(euclidean_gram(x), wishart_crp_prior("paper", d = 3),
                                      mcmc_control(80, 20, chains = 1, seed = 1)))
  expect_equal(as_many(fit, "map")$certainty, partition(fit, "map")$certainty)
})

test_that("the search from draws ends as low as the one from all pairs", {
  for (loss in c("vi", "binder")) {
    fit <- drawn_fit(spread = 0.5)
    few <- partition(fit, loss)
    many <- as_many(fit, loss)
    expect_lte(many$expected_loss[[loss]], few$expected_loss[[loss]] + 1e-9)
    expect_null(many$similarity)
    expect_identical(many$method, loss)
  }
  expect_equal(as_many(fit, "map")$labels, partition(fit, "map")$labels)
  expect_error(as_many(fit, "extrinsic"), class = "shapecrp_error_input")
})

test_that("the order of curves and draws does not matter", {
  labels <- unname(fit_labels(drawn_fit(30)))
  withr::local_seed(1)
  turned <- sample(30)
  shuffled <- sample(nrow(labels))
  found <- least_loss_of_many(labels, "vi", 1L)
  again <- least_loss_of_many(labels[shuffled, turned], "vi", 1L)
  expect_identical(compare_partitions(found[turned], again)[["vi"]], 0)
  # Where all items differ, the order is one of items whatever their places.
  order <- r_canonical_order_of_draws(labels)
  expect_identical(sort(order), 1:30)
  distinct <- !duplicated(t(labels)) & !duplicated(t(labels), fromLast = TRUE)
  moved <- turned[r_canonical_order_of_draws(labels[, turned])]
  expect_identical(moved[distinct[moved]], order[distinct[order]])
})

test_that("co-clustering of some curves is a part of that of all", {
  fit <- drawn_fit(20)
  all <- coclustering(fit)
  expect_identical(coclustering(fit, curves = c(3, 9)), all[c(3, 9), c(3, 9)])
  expect_identical(coclustering(fit, curves = c("9", "3")), all[c("9", "3"), c("9", "3")])
  expect_error(coclustering(fit, curves = "x"), "curves", class = "shapecrp_error_input")
  expect_error(coclustering(fit, curves = integer()), class = "shapecrp_error_input")
  local_mocked_bindings(max_paired = 10)
  expect_error(coclustering(fit), "curves", class = "shapecrp_error_input")
  expect_identical(dim(coclustering(fit, curves = 1:4)), c(4L, 4L))
  expect_error(coclustering(partition(fit)), "curves = ", class = "shapecrp_error_input")
})

test_that("a fit of many curves prints, summarises, and tells of each curve", {
  local_mocked_bindings(max_paired = 30)
  fit <- drawn_fit(40, spread = 0.1)
  expect_null(fit$profile)
  expect_output(print(fit), "Clusters of 40 curves")
  expect_output(print(summary(fit)))
  expect_output(print(fit$partition), "Certainty")
  expect_identical(nrow(augment(fit)), 40L)
  expect_identical(names(augment(fit)), c("id", ".cluster", ".certainty", ".second",
                                          ".second_certainty"))
  expect_s3_class(credible_ball(fit), "shape_credible_ball")
  expect_s3_class(resolution_profile(fit, c(0.5, 1)), "resolution_profile")
  page <- withr::local_tempfile(fileext = ".html")
  write_report(fit, page, pictures = c("k", "coclustering", "tree"))
  expect_match(paste(readLines(page), collapse = "\n"), "Not drawn: .*resolution_profile")
})

test_that("pictures of pairs show a sample and say so", {
  local_mocked_bindings(max_paired = 30, max_pictured = 12)
  fit <- drawn_fit(80, spread = 0.1)
  k <- max(fit$partition$labels)
  for (type in c("coclustering", "gram", "map", "silhouette", "dendrogram")) {
    picture <- plot(fit, type)
    expect_match(picture$labels$caption, "sample of [0-9]+ of 80 curves")
    expect_silent(ggplot2::ggplot_build(picture))
  }
  expect_no_match(plot(fit, "certainty")$labels$caption %||% "", "sample of")
  picture <- plot(fit, "map", clusters = 1, colour = sin(1:80))
  size <- sum(fit$partition$labels == 1)
  expect_match(picture$labels$caption, sprintf("of %d curves", size))
  expect_error(plot(fit, "tree"), "resolution_profile", class = "shapecrp_error_input")

})

test_that("a sample holds some of each cluster, from the most central to the least", {
  labels <- rep(1:3, c(50, 5, 1))
  certainty <- sin(seq_along(labels))
  sizes <- function(chosen, most) {
    tabulate(labels[sample_clusters(labels, certainty, chosen, most)], 3)
  }
  expect_identical(sizes(1:3, 14), c(12L, 2L, 1L))
  expect_identical(sizes(2, 14), c(1L, 5L, 1L))
  expect_identical(sizes(1:3, 56), c(50L, 5L, 1L))
  expect_identical(sizes(1:3, 5), c(4L, 1L, 1L))
  shown <- sample_clusters(labels, certainty, 1:3, 14)
  expect_true(all(c(which.max(certainty[1:50]), which.min(certainty[1:50])) %in% shown))
  expect_identical(sample_clusters(1:20, rep(1, 20), 1:20, 5), 1:20)
})

test_that("means of large clusters of many curves are of a sample, which is told", {
  shapes <- simulate_shapes(16, classes = c("heart", "key"), seed = 1)
  gram <- elastic_gram(shapes, n_points = 50, search = "fast", n_threads = 1)
  fit <- wishart_crp(gram, control = mcmc_control(60, 30, chains = 1, seed = 1, n_threads = 1))
  local_mocked_bindings(max_paired = 10, max_averaged = 5)
  expect_message(means <- templates(fit, n_threads = 1), class = "shapecrp_message_sampled")
  expect_identical(means$summary$size, as.integer(table(clusters(fit))))
  expect_identical(length(unique(means$aligned$id)), 10L)
  expect_equal(means$summary$certainty, unname(vapply(
    split(fit$partition$certainty, fit$partition$labels), mean, 0
  )))
  expect_s3_class(plot(fit), "ggplot")
})
