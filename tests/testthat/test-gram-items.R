quick <- function(...) mcmc_control(200, 100, chains = 4, seed = 1, n_threads = 1, ...)

turned <- function(points, by) {
  points %*% matrix(c(cos(by), sin(by), -sin(by), cos(by)), 2)
}

# A class of curves, some of them again at the end.
with_copies <- function(again, n = 12, ...) {
  curves <- simulate_shapes(n, classes = "heart", seed = 1)
  elastic_gram(shape_curves(c(curves$points, curves$points[again]), closed = TRUE),
               search = "fast", n_points = 40, n_threads = 1, ...)
}

quietly <- function(...) suppressMessages(..., classes = "shapecrp_message_copies")

test_that("copies are grouped, and copies of copies", {
  expect_identical(distinct_items(diag(4)), 1:4)
  expect_identical(distinct_items(matrix(0, 3, 3)), c(1L, 1L, 1L))
  expect_identical(distinct_items(matrix(5)), 1L)
  x <- c(2, 7, 2, 0, 7, 7, 1)
  expect_identical(distinct_items(tcrossprod(x)), c(1L, 2L, 1L, 3L, 2L, 2L, 4L))
  # The third is near the second, and that near the first.
  step <- 0.8e-7
  S <- tcrossprod(cbind(1, c(0, step, 2 * step, 1)))
  expect_identical(distinct_items(S), c(1L, 1L, 1L, 2L))
  # A matrix that is none of inner products: a squared distance far below 0 is no rounding.
  expect_identical(distinct_items(matrix(c(1, 3, 3, 1), 2)), 1:2)
})

test_that("what rounding does not hide is no copy", {
  x <- c(1, 1 + 1e-6, 1 + 2e-6)
  expect_identical(distinct_items(tcrossprod(x)), 1:3)
  x <- cbind(c(0, 1e-6, 0, 1), c(0, 0, 1e-6, 1))
  expect_identical(distinct_items(as.matrix(dist_gram(dist(x)))), 1:4)
})

test_that("copies of points are found after rotation, and by distances", {
  x <- withr::with_seed(1, matrix(rnorm(40), 10))
  again <- rbind(x, x[3:5, ])
  turn <- qr.Q(qr(withr::with_seed(2, matrix(rnorm(16), 4))))
  item <- c(1:10, 3:5)
  expect_identical(distinct_items(tcrossprod(again)), item)
  expect_identical(distinct_items(tcrossprod(again %*% turn)), item)
  expect_identical(distinct_items(as.matrix(dist_gram(dist(again)))), item)
})

test_that("a curve moved, turned, or scaled is a copy where these do not count", {
  shapes <- simulate_shapes(2, classes = 2, seed = 1)
  one <- shapes$points[[1]]
  restarted <- one[c(7:nrow(one), 1:6), ]
  variants <- list(one, shapes$points[[2]], turned(one, 1) + 7, 2.54 * one, restarted)
  items <- function(...) {
    distinct_items(as.matrix(elastic_gram(shape_curves(variants, closed = TRUE), ...)))
  }
  # Another starting point makes other points along the curve, unless vertices are kept.
  expect_identical(items(), c(1L, 2L, 1L, 1L, 3L))
  expect_identical(items(n_points = NULL), c(1L, 2L, 1L, 1L, 1L))
  expect_identical(items(scale = FALSE), c(1L, 2L, 1L, 3L, 4L))
  expect_identical(items(rotation = FALSE), c(1L, 2L, 3L, 1L, 4L))
})

test_that("copies of one curve are one cluster, for certain", {
  one <- simulate_shapes(1, classes = "heart", seed = 1)$points
  gram <- elastic_gram(shape_curves(rep(one, 20), closed = TRUE), search = "fast", n_points = 40)
  expect_message(fit <- cluster_shapes(gram, control = quick()), "19 of 20 curves are copies",
                 class = "shapecrp_message_copies")
  expect_identical(unname(clusters(fit)), rep(1L, 20))
  expect_true(all(coclustering(fit) == 1))
  expect_true(all(partition(fit)$certainty == 1))
  expect_identical(fit$item, rep(1L, 20))
  expect_true(all(fit$labels == 1))
})

test_that("copies change no draw of the others, whatever the prior", {
  priors <- list(
    wishart_crp_prior(), wishart_crp_prior("paper"), wishart_crp_prior(kernel = "local"),
    wishart_crp_prior(kernel = "none", partition = mfm())
  )
  item <- c(1:12, 3L, 3L, 3L, 7L)
  for (scale in c(TRUE, FALSE)) {
    gram <- with_copies(c(3, 3, 3, 7), scale = scale)
    for (prior in priors) {
      alone <- wishart_crp(gram[1:12], prior, quick())
      expect_message(fit <- wishart_crp(gram, prior, quick()), "4 of 16 curves are copies",
                     class = "shapecrp_message_copies")
      expect_identical(fit$item, item)
      expect_identical(fit$labels, alone$labels[, , item])
      expect_identical(fit$trace, alone$trace)
      expect_identical(fit$model, alone$model)
      expect_identical(unname(partition(fit)$labels), order_labels(clusters(alone)[item]))
      expect_equal(partition(fit)$expected_loss, partition(alone)$expected_loss)
      expect_equal(credible_ball(fit)$radius, credible_ball(alone)$radius)
      expect_equal(diagnose(fit), diagnose(alone))
    }
  }
})

test_that("copies stay together in every estimate", {
  fit <- quietly(wishart_crp(with_copies(c(3, 3, 3, 7)), control = quick()))
  expect_true(all(coclustering(fit)[c(3, 13:15), c(3, 13:15)] == 1))
  for (method in c("vi", "binder", "map", "extrinsic")) {
    labels <- suppressMessages(clusters(fit, method = method))
    expect_identical(labels[c("13", "14", "15", "16")], labels[c("3", "3", "3", "7")],
                     ignore_attr = TRUE)
  }
  expect_identical(dim(partition(fit)$similarity), c(16L, 16L))
})

test_that("a fit with copies goes on as one long run", {
  gram <- with_copies(c(3, 3))
  whole <- quietly(wishart_crp(gram, control = quick()))
  part <- quietly(wishart_crp(gram, control = mcmc_control(150, 100, chains = 4, seed = 1)))
  expect_identical(lengths(lapply(part$state, `[[`, "slots")), rep(12L, 4))
  expect_no_message(more <- sample_more(part, 50))
  expect_identical(more$labels, whole$labels)
  expect_identical(more$trace, whole$trace)
})

test_that("labels to start from are one for each curve, and copies take the first's", {
  gram <- with_copies(c(3, 7))
  start <- function(labels) {
    wishart_crp(gram, control = mcmc_control(20, 10, chains = 1, init = labels, seed = 1))
  }
  together <- c(1:12, 3, 7)
  apart <- 1:14
  expect_no_message(quietly(fit <- start(together)), message = "apart")
  expect_message(expect_message(other <- start(apart), "14 curves"), "`init` separates copies",
                 class = "shapecrp_message_copies")
  expect_identical(fit$labels, other$labels)
  expect_error(quietly(start(1:12)), "`init` must hold a label for each of 14 curves",
               class = "shapecrp_error_input")
})

test_that("a new curve that is a copy is where the fit's curve is", {
  shapes <- simulate_shapes(12, classes = c("heart", "key"), seed = 1)
  both <- shape_curves(c(shapes$points, shapes$points[c(2, 2)]), closed = TRUE)
  gram <- elastic_gram(both, search = "fast", n_points = 40)
  fit <- quietly(wishart_crp(gram, control = quick()))
  labels <- fit_labels(fit)
  estimate <- unname(clusters(fit))
  by_hand <- function(curve) {
    p <- apply(labels, 1, function(x) {
      own <- x == x[curve]
      tabulate(estimate[own], max(estimate)) / sum(own)
    })
    c(rowMeans(matrix(p, nrow = max(estimate))), 0)
  }
  found <- predict(fit, both[c(5, 14)], n_threads = 1)
  p <- unname(attr(found, "probabilities"))
  expect_equal(p[1, ], by_hand(5))
  expect_equal(p[2, ], by_hand(2))
})

test_that("new curves are shared out by all curves of a cluster, copies too", {
  shapes <- simulate_shapes(9, classes = c("heart", "key"), seed = 3)
  item <- c(1:8, 1, 1)
  both <- shape_curves(shapes$points[item], closed = TRUE)
  gram <- elastic_gram(both, search = "fast", n_points = 40)
  one_draw <- mcmc_control(1, 0, chains = 1, init = list(rep_len(1:2, 8)), seed = 1)
  alone <- wishart_crp(gram[1:8], control = one_draw)
  one_draw$init <- list(c(rep_len(1:2, 8), 1, 1))
  fit <- quietly(wishart_crp(gram, control = one_draw))
  draw <- drop(fit$labels)
  # One cluster for each distinct curve shows what each has of the new one's probability.
  shares <- attr(predict(alone, shapes[9], partition = 1:8, n_threads = 1), "probabilities")
  p <- tapply(shares[1, 1:8], draw[1:8], sum)
  estimate <- c(2, 1, 1, 1, 1, 1, 1, 1, 2, 2)
  n <- table(draw, order_labels(estimate))
  found <- attr(predict(fit, shapes[9], partition = estimate, n_threads = 1), "probabilities")
  expect_equal(unname(found[1, 1:2]), unname(colSums(n / rowSums(n) * as.vector(p))))
  expect_equal(found[[1, "new"]], shares[[1, "new"]])
  expect_gt(max(n[1, ]), 1)
})

test_that("the unit of inner products is a power of four that brings the largest near 1", {
  expect_identical(gram_unit(diag(3)), 1)
  expect_identical(gram_unit(matrix(0, 2, 2)), 1)
  for (size in c(3, 70, 1e-3, 1e155, 1e-200, 1e280, 1e-280)) {
    unit <- gram_unit(diag(c(size, size / 9)))
    expect_true(size * unit >= 0.5 && size * unit <= 2)
    expect_identical(log2(unit) %% 2, 0)
  }
})

test_that("a fit does not depend on the unit of the matrix, however large or small", {
  S <- as.matrix(clear_gram(12))
  priors <- list(
    default = wishart_crp_prior(), local = wishart_crp_prior(kernel = "local"),
    centred = wishart_crp_prior(kernel = "none"),
    raw = wishart_crp_prior("paper", d = 4), guessed = wishart_crp_prior("paper")
  )
  for (name in names(priors)) {
    prior <- priors[[name]]
    fit <- wishart_crp(S, prior, quick())
    # 2^514 is about 5e154, 2^-664 about 1e-200.
    for (size in c(4^3, 2^514, 2^-664, 2^900, 2^-900)) {
      scaled <- prior
      if (name %in% c("raw", "guessed")) scaled$s <- prior$s * size
      other <- wishart_crp(S * size, scaled, quick())
      expect_identical(other$labels, fit$labels, label = name)
      expect_identical(other$model$d, fit$model$d)
      # The density of S goes down by n d/2 log(size); weights of d are relative to the model's.
      shift <- function(d) if (prior$kernel == "none") 12 * d / 2 * log(size) else 0
      expect_equal(other$trace[, , "log_posterior"],
                   fit$trace[, , "log_posterior"] - shift(fit$model$d))
      expect_equal(other$trace[, , "deviance"],
                   fit$trace[, , "deviance"] + 2 * shift(fit$trace[, , "d"]))
    }
  }
})

test_that("a matrix far from the unit of s gives numbers, or an error", {
  S <- as.matrix(clear_gram(12))
  for (size in c(1e155, 1e-200)) {
    fit <- wishart_crp(S * size, wishart_crp_prior("paper"), quick())
    expect_true(all(is.finite(fit$trace)))
  }
  expect_error(wishart_crp(S * 1e155, wishart_crp_prior("paper", s = 1e-150), quick()),
               "`s` must be between 1e-280", class = "shapecrp_error_input")
})

test_that("priors at their bounds give numbers", {
  S <- as.matrix(clear_gram(9))
  priors <- list(
    list(d = 1e6), list(r = 1e6), list(r = 1e-6), list(s = 1e270), list(s = 1e-270),
    list(theta = c(1e-15, 1e15)), list(partition = crp(c(1e6, 1e-6))),
    list(partition = crp(c(1e-6, 1e6))), list(partition = crp(c(1e-6, 1e-6))),
    list(partition = crp(1e10)), list(partition = crp(1e-10)),
    list(partition = mfm(1e-10, 1e-6)), list(partition = mfm(1e4, 1e6)),
    list(d = 1e6, r = 1e-6, s = 1e-270, theta = c(1e-15, 1e15))
  )
  for (given in priors) {
    for (kernel in c("none", "path")) {
      prior <- do.call(wishart_crp_prior, c(given, list(kernel = kernel)))
      fit <- wishart_crp(S, prior, mcmc_control(30, 10, chains = 2, seed = 1))
      trace <- fit$trace
      if (prior$partition$family == "mfm") trace <- trace[, , dimnames(trace)[[3]] != "xi"]
      expect_true(all(is.finite(trace)), label = deparse(given)[1])
    }
  }
})
