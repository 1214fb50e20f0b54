# Ordinary mistakes, after the curves have been read: each error names the remedy. Those of
# reading curves are in test-curves-import-mistakes.R.

shapes <- simulate_shapes(6, classes = 2, seed = 1)
open <- simulate_shapes(4, classes = 2, closed = FALSE, seed = 1)
gram <- elastic_gram(shapes, search = "fast", n_points = 20)
fit <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth)))
points <- list(cbind(c(0, 1, 1, 0), c(0, 0, 1, 1)), cbind(c(0, 3, 0), c(0, 0, 4)))
distances <- stats::dist(matrix(c(0, 1, 3, 7), 4))
given <- hand_made_fit(as_gram(diag(4)), draws_around(c(1, 1, 2, 2)))

# The calls, and the messages of their errors.
mistakes <- function(...) {
  calls <- as.list(substitute(list(...)))[-1]
  for (call in calls) {
    error <- tryCatch(eval(call, parent.frame()), error = identity)
    expect_s3_class(error, "shapecrp_error")
    expect_s3_class(error, "rlang_error")
    cat("> ", paste(trimws(deparse(call, 500)), collapse = " "), "\n", sep = "")
    cat(conditionMessage(error), "\n\n", sep = "")
  }
  made$calls <- made$calls + length(calls)
}
made <- new.env()
made$calls <- 0

test_that("arguments that belong elsewhere, or are spelt otherwise", {
  expect_snapshot_output(mistakes(
    cluster_shapes(shapes, K = 3),
    cluster_shapes(shapes, n_clusters = 3),
    cluster_shapes(shapes, 3),
    wishart_crp(gram, k = 3),
    kmedoids_shapes(gram, K = 2),
    cluster_shapes(shapes, seed = 1),
    wishart_crp(gram, n_iter = 2000),
    cluster_shapes(shapes, theta = 100),
    cluster_shapes(shapes, xi = 1),
    cluster_shapes(shapes, wishart_crp_prior("paper")),
    cluster_shapes(fit, reflection = TRUE),
    elastic_gram(shapes, mirror = TRUE),
    cluster_shapes(shapes, closed = TRUE),
    cluster_shapes(points, closed = TRUE, scael = FALSE),
    mcmc_control(burnin = 500),
    mcmc_control(theta = 3),
    wishart_crp_prior(lambda = 3),
    shape_curves(points, closed = TRUE, class = c("a", "b")),
    partition(fit, loss = "vi"),
    predict(fit, shapes, cores = 2),
    plot(fit, typ = "map", colours = 1),
    templates(fit, tolerence = 0.1)
  ))
})

test_that("values of another kind than is wanted", {
  expect_snapshot_output(mistakes(
    cluster_shapes(shapes, prior = "paper"),
    cluster_shapes(shapes, prior = mfm()),
    cluster_shapes(shapes, prior = wishart_crp_prior),
    wishart_crp_prior(mfm()),
    wishart_crp_prior(partition = "mfm"),
    cluster_shapes(shapes, control = list(draws = 2000)),
    wishart_crp(gram, control = 2000),
    cluster_shapes(distances),
    wishart_crp(as.matrix(distances)),
    as_gram(distances),
    wishart_crp(shapes),
    kmedoids_shapes(shapes, 2),
    elastic_gram(points),
    cluster_shapes(as.matrix(gram)),
    euclidean_gram(data.frame(x = 1:3, species = c("a", "b", "b"))),
    clusters(shapes),
    templates(clusters(fit)),
    test_association(shapes, "genotype"),
    compare_fits(fit, gram),
    karcher_mean(fit),
    c(shapes, quote(x + y))
  ))
})

test_that("values that are out of reach", {
  expect_snapshot_output(mistakes(
    mcmc_control(draws = 500),
    cluster_shapes(shapes, k = 2, resolution = 2),
    elastic_gram(shapes, rotation = "no"),
    partition(fit, "VI"),
    plot(fit, "cluster"),
    plot(fit, colour = "genotype"),
    credible_ball(fit, level = 95),
    sample_more(fit),
    predict(fit),
    predict(fit, open),
    predict(given, shapes),
    align_pair(shapes),
    compare_partitions(clusters(fit), c(1, 1, 2)),
    write_curves(shapes, "shapes.xlsx"),
    write_curves(shapes, file.path("nowhere", "shapes.csv")),
    shape_curves(points, closed = TRUE, truth = 1:3)
  ))
})

test_that("there are forty and more", {
  expect_gte(made$calls, 40)
})
