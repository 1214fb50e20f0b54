fit_gram <- function(S, prior, draws = 120, ...) {
  control <- mcmc_control(draws, 60, chains = 2, seed = 1, n_threads = 1)
  wishart_crp(as_gram(S), prior, control, ...)
}

# Probabilities of the clusters of `estimate` and "new", from the log posterior of every
# partition that extends a draw by the last item of `S`.
slow_prediction <- function(fit, S, estimate) {
  n <- nrow(S) - 1
  model <- fit$model
  labels <- fit_labels(fit)
  theta <- as.vector(fit_trace(fit)[, , "theta"])
  xi <- as.vector(fit_trace(fit)[, , "xi"])
  d <- as.vector(fit_trace(fit)[, , "d"])
  p <- numeric(max(estimate) + 1)
  for (t in seq_len(nrow(labels))) {
    K <- max(labels[t, ])
    partition <- fit$prior$partition
    if (partition$family == "crp") partition$xi <- xi[t]
    log_p <- vapply(seq_len(K + 1), function(k) {
      extended <- c(labels[t, ], k)
      dense_log_likelihood(S, extended, theta[t], d[t], model$r, model$s) +
        log_partition_prior(tabulate(extended), partition)
    }, 0)
    p_k <- exp(log_p - log_sum(log_p))
    for (k in seq_len(K)) {
      share <- tabulate(estimate[labels[t, ] == k], max(estimate)) / sum(labels[t, ] == k)
      p[seq_along(share)] <- p[seq_along(share)] + p_k[k] * share
    }
    p[length(p)] <- p[length(p)] + p_k[K + 1]
  }
  p / nrow(labels)
}

test_that("probabilities are those of the posterior of extended partitions", {
  priors <- list(
    fixed = wishart_crp_prior("paper", theta = c(0.5, 2, 5), d = 3, partition = crp(1.5)),
    drawn = wishart_crp_prior("paper", theta = c(0.5, 2, 5), d = 3, partition = crp(c(2, 1))),
    mfm = wishart_crp_prior("paper", theta = c(0.5, 2), d = 3, partition = mfm(2, 0.7)),
    law = wishart_crp_prior("paper", theta = c(0.5, 2), d = "residual", partition = crp(1))
  )
  for (name in names(priors)) {
    S <- small_gram(9, seed = 2)
    fit <- fit_gram(S[1:7, 1:7], priors[[name]])
    estimate <- estimated_partition(fit)
    found <- predict_rows(fit, S[1:7, 8:9], diag(S)[8:9], c("a", "b"), n_threads = 1)
    p <- attr(found, "probabilities")
    for (i in 1:2) {
      S_one <- S[c(1:7, 7 + i), c(1:7, 7 + i)]
      expect_equal(unname(p[i, ]), slow_prediction(fit, S_one, estimate$labels),
                   tolerance = 1e-8, label = name)
    }
    expect_equal(unname(rowSums(p)), c(1, 1), tolerance = 1e-12)
    expect_identical(found$probability, unname(apply(p, 1, max)))
  }
})

test_that("one block and one curve, by hand", {
  # S = diag(1, 1), theta = 1, d = 2, r = 3, s = 4, xi = 1: joining has rest
  # 2 - 2/3 + 4 and 1 + theta n = 3; apart, rest 2 - 1/2 - 1/2 + 4 and 2 * 2.
  prior <- wishart_crp_prior("paper", theta = 1, d = 2, r = 3, s = 4, partition = crp(1))
  fit <- fit_gram(diag(1), prior)
  found <- predict_rows(fit, matrix(0, 1, 1), 1, "a", n_threads = 1)
  together <- 1 / 3 * (2 - 2 / 3 + 4)^-5
  apart <- 1 / 4 * 5^-5
  expect_equal(unname(attr(found, "probabilities")[1, ]), c(together, apart) / (together + apart),
               tolerance = 1e-10)
})

test_that("draws are thinned evenly; threads and order of new curves change nothing", {
  S <- small_gram(12, seed = 3)
  prior <- wishart_crp_prior("paper", d = 3, partition = crp(1))
  fit <- fit_gram(S[1:8, 1:8], prior)
  run <- function(i = 9:12, ...) {
    predict_rows(fit, S[1:8, i], diag(S)[i], letters[i], ...)
  }
  whole <- run(n_threads = 1)
  for (n_threads in c(2, 4)) expect_identical(run(n_threads = n_threads), whole)
  p <- attr(whole, "probabilities")
  expect_identical(attr(run(12:9, n_threads = 1), "probabilities"), p[4:1, ])
  expect_identical(attr(whole, "draws"), 120L)
  few <- run(draws = 10, n_threads = 1)
  expect_identical(attr(few, "draws"), 10L)
  expect_false(identical(attr(few, "probabilities"), p))
})

test_that("what is learnt from a gram gives its own items their rows, whatever the stages", {
  shapes <- simulate_shapes(12, classes = 2, seed = 3)
  for (scale in c(TRUE, FALSE)) {
    gram <- elastic_gram(shapes, scale = scale, n_points = 40, search = "fast", n_threads = 1)
    S <- as.matrix(gram)
    for (center in c(TRUE, FALSE)) {
      prior <- wishart_crp_prior(kernel = "none", center = center)
      matrix <- prepare_gram(gram, prior)$matrix
      rows <- apply_model_matrix(matrix, S[, 3:4], unname(diag(S))[3:4])
      expect_equal(rows$cross, matrix$G[, 3:4], tolerance = 1e-10)
      expect_identical(rows$copy_of, 3:4)
    }
  }
})

test_that("a new curve is centred, clipped and scaled by what the fit's curves taught", {
  S <- unname(as.matrix(clear_gram(10, groups = 2)))
  own <- list(cross = S[, 3:4], self = diag(S)[3:4])
  centred <- apply_centring(rowMeans(S), own)
  expect_equal(centred$cross, center_matrix(S)[, 3:4], tolerance = 1e-12)
  expect_equal(centred$self, diag(center_matrix(S))[3:4], tolerance = 1e-12)
  indefinite <- S - 0.3 * diag(10)
  prior <- wishart_crp_prior(kernel = "none", center = FALSE, clip = TRUE)
  items <- list(gram = as_gram(S), unit = 1)
  items$gram$S <- indefinite
  learnt <- learn_model_matrix(items, prior, NULL)
  clipped <- apply_clipping(learnt, list(cross = indefinite[, 3:4], self = diag(indefinite)[3:4]))
  expect_equal(clipped$cross, learnt$G[, 3:4], tolerance = 1e-12)
  expect_gte(min(eigen(learnt$G, TRUE)$values), -1e-12)
  # The scale of a new curve is the median of those of the curves nearest to it.
  delta <- l2_distances(S)
  learnt <- kernel_local$learn(NULL, delta, 3, 1)
  fitted <- kernel_local$apply(learnt, list(delta = delta[, 3:4], self = 1:2), 1)
  sigma <- apply(delta, 1, function(x) sort(x)[4])
  own <- apply(delta[, 3:4], 2, function(x) median(sigma[order(x)[1:3]]))
  expect_equal(fitted$cross, exp(-delta[, 3:4]^2 / outer(sigma, own)), tolerance = 1e-12)
})

test_that("a new curve's routes go through the curves of the fit", {
  x <- c(0, 1, 2, 4, 5)
  delta <- unname(as.matrix(dist(x)))
  learnt <- kernel_path$learn(NULL, delta[1:4, 1:4], 1, 1)
  rows <- kernel_path$apply(learnt, list(delta = delta[1:4, 5, drop = FALSE], self = 1), 1)
  # Scales 1, 1, 1, 2 and, that of the nearest, 2: the way is 5 - 4 - 2 - 1 - 0, its steps of
  # squared length 1/4, 2, 1, 1.
  sums <- rev(cumsum(sqrt(c(1 / 4, 2, 1, 1))^5))
  expect_equal(drop(rows$cross), -sums^(2 / 5) / 2)
  expect_equal(rows$self, 0)
})

test_that("duplicates and a fit of one curve have finite rows", {
  for (S in list(matrix(1, 4, 4), matrix(1))) {
    matrix <- prepare_gram(as_gram(S), wishart_crp_prior())$matrix
    rows <- apply_model_matrix(matrix, matrix(0.5), 1)
    expect_true(all(is.finite(unlist(rows))))
  }
})

test_that("a fit keeps the model's matrix: predicting and going on learn nothing again", {
  fit <- fit_gram(clear_gram(12), wishart_crp_prior())
  expect_identical(fit$matrix, prepare_gram(fit$gram, fit$prior)$matrix)
  more <- sample_more(fit, 20)
  p <- predict_rows(fit, as.matrix(fit$gram)[, 1:2], diag(as.matrix(fit$gram))[1:2], c("a", "b"))
  local_mocked_bindings(
    prepare_gram = function(...) abort_shapecrp("learnt again", "test"),
    clip_gram = function(...) abort_shapecrp("learnt again", "test"),
    least_routes = function(...) abort_shapecrp("learnt again", "test")
  )
  expect_identical(sample_more(fit, 20)$labels, more$labels)
  expect_identical(
    predict_rows(fit, as.matrix(fit$gram)[, 1:2], diag(as.matrix(fit$gram))[1:2], c("a", "b")), p
  )
})

sure_curves <- function(fit) {
  partition <- estimated_partition(fit)
  names(partition$labels)[partition$certainty >= 0.9]
}

expect_own_clusters <- function(fit) {
  sure <- sure_curves(fit)
  found <- predict(fit, fit$gram$curves[sure], n_threads = 2)
  own <- estimated_partition(fit)$labels[sure]
  expect_gt(length(sure), 0)
  expect_identical(as.character(found$cluster), as.character(own))
}

test_that("curves of the fit get their own clusters where these are certain", {
  cases <- list(
    list(closed = TRUE, dim = 2, classes = 3), list(closed = FALSE, dim = 3, classes = 2)
  )
  for (case in cases) {
    shapes <- do.call(simulate_shapes, c(list(n = 30, seed = 5), case))
    gram <- elastic_gram(shapes, n_points = 50, search = "fast", n_threads = 2)
    expect_own_clusters(wishart_crp(
      gram, control = mcmc_control(300, 150, chains = 2, seed = 1, n_threads = 2)
    ))
  }
})

test_that("curves of mpeg7_six get their own clusters where these are certain", {
  outlines <- shape_curves(read_measured("mpeg7_six"), closed = TRUE)
  gram <- elastic_gram(outlines, search = "fast", n_threads = 2)
  expect_own_clusters(wishart_crp(
    gram, control = mcmc_control(300, 150, chains = 2, seed = 1, n_threads = 2)
  ))
})

test_that("predictions have a clear form", {
  shapes <- simulate_shapes(12, classes = c("heart", "key"), seed = 1)
  gram <- elastic_gram(shapes[1:10], n_points = 40, search = "fast", n_threads = 1)
  fit <- wishart_crp(gram, control = mcmc_control(100, 50, chains = 2, seed = 1, n_threads = 1))
  found <- predict(fit, shapes[11], partition = rep(1:2, 5), n_threads = 1)
  expect_s3_class(found, c("shape_prediction", "data.frame"), exact = TRUE)
  expect_named(found, c("id", "cluster", "probability"))
  expect_identical(levels(found$cluster), c("1", "2", "new"))
  expect_identical(dim(attr(found, "probabilities")), c(1L, 3L))
  expect_identical(rownames(attr(found, "probabilities")), shapes$id[11])
  expect_output(print(found), "Predicted clusters of 1 new curve\n")
  # Ids may be those of the fit's curves.
  expect_identical(predict(fit, shapes[1], n_threads = 1)$id, shapes$id[1])
})

test_that("bad input is named", {
  shapes <- simulate_shapes(6, classes = 2, seed = 1)
  gram <- elastic_gram(shapes, n_points = 30, search = "fast", n_threads = 1)
  fit <- wishart_crp(gram, control = mcmc_control(60, 20, chains = 1, n_threads = 1))
  expect_match(input_error(predict(fit)), "`newdata` must be curves")
  expect_match(input_error(predict(fit, 1)), "`newdata` must be curves")
  open <- simulate_shapes(2, classes = 1, closed = FALSE, seed = 1)
  expect_match(input_error(predict(fit, open)), "`newdata` must hold closed curves in 2-D")
  space <- shape_curves(list(cbind(cos(1:9), sin(1:9), 1:9)), closed = TRUE)
  expect_match(input_error(predict(fit, space)), "closed curves in 3-D")
  expect_match(input_error(predict(fit, shapes, draws = 0)), "`draws` must")
  expect_match(input_error(predict(fit, shapes, partition = 1:3)), "`partition` must")
  bare <- fit_gram(diag(4), wishart_crp_prior())
  expect_error(predict(bare, shapes), class = "shapecrp_error_no_curves")
})

test_that("size counts where it was kept, even if all curves of the fit have length one", {
  # Circles of length one, and one three times as long.
  circle <- function(length) {
    at <- 2 * pi * (0:39) / 40
    cbind(cos(at), sin(at)) * length / (80 * sin(pi / 40))
  }
  gram <- elastic_gram(shape_curves(list(circle(1)), closed = TRUE), scale = FALSE, n_points = 40)
  cross <- elastic_cross(gram, shape_curves(list(circle(3)), closed = TRUE))
  expect_equal(drop(cross_distances(1, cross, 3, gram$metric)), sqrt(3) - 1, tolerance = 1e-6)
})

# Points in the plane in two groups and one new point, in L2 distances; `fast`: inner products by
# a poorer search, whose distances are up to a tenth longer.
near_and_far <- function(seed, n = 30) {
  set.seed(seed)
  x <- rbind(matrix(rnorm(n, 0, 0.3), ncol = 2), matrix(rnorm(n, 3, 0.3), ncol = 2), rnorm(2, 1))
  S <- tcrossprod(x)
  squares <- l2_distances(S)[1:n, n + 1]^2 / runif(n, 0.91, 1)^2
  list(
    S = S[1:n, 1:n], cross = S[1:n, n + 1, drop = FALSE], self = S[n + 1, n + 1],
    fast = matrix((diag(S)[1:n] + S[n + 1, n + 1] - squares) / 2)
  )
}

test_that("only links that count are compared by the search of the fit", {
  shares <- vapply(1:20, function(seed) {
    set <- near_and_far(seed)
    fit <- fit_gram(set$S, wishart_crp_prior(d = 2))
    asked <- NULL
    compare <- function(pairs) {
      asked <<- rbind(asked, pairs)
      set$cross[pairs]
    }
    refined <- refine_cross(fit, set$fast, set$self, compare, 1)
    expect_identical(anyDuplicated(asked), 0L)
    predicted <- function(cross) predict_rows(fit, cross, set$self, "new", n_threads = 1)
    expect_identical(predicted(refined), predicted(set$cross))
    rows <- function(cross) apply_model_matrix(fit$matrix, cross, set$self, 1)
    expect_identical(rows(refined), rows(set$cross))
    nrow(asked) / nrow(set$S)
  }, 0)
  expect_lt(mean(shares), 0.6)
})

test_that("new curves are predicted as if every pair were compared by the search of the fit", {
  shapes <- simulate_shapes(24, classes = 3, noise = 0.3, seed = 3)
  gram <- elastic_gram(shapes[1:20], n_points = 50, n_threads = 1)
  fit <- wishart_crp(gram, control = mcmc_control(60, 30, chains = 2, seed = 1, n_threads = 1))
  new <- shapes[21:24]
  all <- elastic_cross(gram, new, n_threads = 1)
  expect_identical(predict(fit, new), predict_rows(fit, all, rep(1, 4), new$id))
  # A copy of one of the curves, and one curve alone.
  expect_identical(as.character(predict(fit, shapes[2])$cluster), as.character(clusters(fit)[[2]]))
  alone <- wishart_crp(gram[1], control = mcmc_control(60, 30, chains = 2, seed = 1))
  expect_identical(nrow(predict(alone, new)), 4L)
})
