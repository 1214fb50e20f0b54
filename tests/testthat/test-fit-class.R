fit <- wishart_crp(clear_gram(24), wishart_crp_prior("paper"),
                   mcmc_control(300, 100, chains = 2, seed = 1))

lines_of <- function(x) cli::ansi_strip(capture.output(print(x)))

kept <- cluster_shapes(fit)

test_that("print() gives clusters, sizes, draws, model and what to do next", {
  expect_identical(withVisible(print(kept))$value, kept) |> capture.output()
  printed <- paste(lines_of(kept), collapse = "\n")
  for (words in c("Clusters of 24 curves: 3", "Sizes +8, 8, 8\n", "200 from each of 2 chains",
                  "95\\s+%\\s+of", "guess of 3\\s+clusters", "Chains", "Certainty",
                  "clusters[(]fit[)]", "write_report[(]fit, \"clusters.html\"[)]")) {
    expect_match(printed, words)
  }
  unfinished <- fit
  unfinished[c("partition", "diagnostics")] <- NULL
  expect_match(paste(lines_of(unfinished), collapse = "\n"), "8, 8, 8 on average")
})

test_that("a partition with another number of clusters than the most probable one says so", {
  expect_no_match(lines_of(kept), "in the partition")
  odd <- hand_made_fit(as_gram(diag(6)), matrix(rep(1:2, each = 3), 8, 6, byrow = TRUE))
  odd$partition <- new_shape_partition(
    c(1, 1, 1, 2, 2, 3), odd$gram$id, "vi", c(vi = 0, binder = 0), coclustering(odd), 8
  )
  expect_match(lines_of(odd), "Sizes +3, 2, 1 [(]3 clusters in the partition, 1 with one curve[)]",
               all = FALSE)
})

test_that("what is printed fits on a screen", {
  long <- paste("a curve of a very long name, taken on the third of May", 1:24)
  crowd <- hand_made_fit(as_gram(diag(24), id = long), matrix(1:24, 12, 24, byrow = TRUE))
  apart <- hand_made_fit(as_gram(diag(6)), rbind(
    matrix(1L, 6, 6), matrix(rep(1:2, each = 3), 6, 6, byrow = TRUE)
  ))
  crowd$partition <- partition(crowd)
  apart$partition <- partition(apart)
  for (x in list(kept, fit, crowd, apart)) {
    expect_lte(length(lines_of(x)), 24)
    expect_lte(max(nchar(lines_of(x), "width")), 80)
    expect_lte(max(nchar(lines_of(summary(x)), "width")), 100)
  }
})

test_that("chains that disagree are told first, with what to do", {
  apart <- finish_fit(hand_made_fit(as_gram(diag(6)), rbind(
    matrix(1L, 6, 6), matrix(rep(1:2, each = 3), 6, 6, byrow = TRUE)
  )))
  printed <- lines_of(apart)
  expect_match(printed[1], "The chains disagree")
  expect_match(printed, "^  sample_more[(]fit, 60[)]  ", all = FALSE)
  expect_match(printed, "plot[(]fit, \"trace\"[)]", all = FALSE)
})

test_that("one cluster is told in plain words", {
  one <- finish_fit(hand_made_fit(as_gram(diag(6)), matrix(1L, 8, 6)))
  expect_match(lines_of(one), "No structure found: all 6 curves form one cluster",
               all = FALSE)
  expect_match(lines_of(summary(one)), "No structure found", all = FALSE)
  single <- finish_fit(hand_made_fit(as_gram(diag(1)), matrix(1L, 4, 1)))
  expect_match(lines_of(single)[1], "Clusters of 1 curve: 1 (probability 1.00)", fixed = TRUE)
  expect_no_match(c(lines_of(kept), lines_of(fit)), "No structure")
})

test_that("draws of several clusters that agree on none are told to be without structure", {
  set.seed(1)
  draws <- t(replicate(400, {
    labels <- sample(4, 20, replace = TRUE, prob = c(0.7, 0.1, 0.1, 0.1))
    match(labels, unique(labels))
  }))
  loose <- hand_made_fit(as_gram(diag(20)), draws)
  expect_gt(as.integer(names(which.max(cluster_count_posterior(loose)))), 1)
  loose <- finish_fit(loose)
  printed <- lines_of(loose)
  expect_match(printed, "No structure found: the partition puts all 20 curves",
               all = FALSE)
  expect_match(paste(printed, collapse = " "), "clusters, 4 .* reflects the prior")
  expect_no_match(printed, "^Clusters of")
  expect_match(lines_of(summary(loose)), "No structure found", all = FALSE)
  expect_lte(max(nchar(printed, "width")), 80)
  # The same numbers of clusters, but of draws that agree.
  firm <- finish_fit(
    hand_made_fit(as_gram(diag(20)), draws_around(rep(1:4, each = 5), draws = 400))
  )
  expect_match(lines_of(firm)[1], "Clusters of 20 curves: 4")
})

test_that("sweeps left out by an interrupt are the first thing to do", {
  early <- kept
  early$control$draws <- 500L
  expect_match(lines_of(early), "sample_more[(]fit[)] +the 200 remaining sweeps",
               all = FALSE)
})

test_that("summary() says where each number came from", {
  printed <- paste(lines_of(summary(kept)), collapse = "\n")
  for (words in c("Mean sizes", "R-hat", "ESS", "Acceptance", "guess of 3\\s+clusters",
                  "95\\s+%", "mostly", "central", "by the inner products given")) {
    expect_match(printed, words)
  }
  expect_equal(sum(summary(kept)$clusters), 1)
  expect_equal(summary(kept)$partition$size, c(8, 8, 8))
})

test_that("what was compared, and what counts, is told in words", {
  curves <- simulate_shapes(3, classes = 1, seed = 1)
  told <- function(...) compared_words(elastic_gram(curves, n_points = 20, search = "fast", ...))
  expect_snapshot_output(cat(
    told(), told(scale = FALSE, rotation = FALSE), told(reflection = TRUE, direction = "either"),
    compared_words(dist_gram(dist(1:3))), compared_words(euclidean_gram(diag(3))),
    sep = "\n"
  ))
})

test_that("a fit stopped in burn-in says so", {
  early <- fit
  early$labels <- fit$labels[0, , , drop = FALSE]
  expect_output(print(early), "stopped during burn-in")
  expect_error(summary(early), class = "shapecrp_error_input")
  expect_error(plot(early, "k"), class = "shapecrp_error_input")
})

test_that("a resampled xi and a prior without one are told in words", {
  control <- mcmc_control(60, 20, chains = 2, seed = 1)
  expect_output(print(wishart_crp(clear_gram(12), wishart_crp_prior(partition = mfm()), control)),
                "not\\s+used\\s+by\\s+this\\s+prior")
  gamma <- wishart_crp(clear_gram(12), wishart_crp_prior(partition = crp(c(2, 1))), control)
  expect_output(print(summary(gamma)), "resampled")
  xi <- format(mean(fit_trace(gamma)[, , "xi"]), digits = 3)
  expect_output(print(gamma), sprintf("=\\s+%s\\s+\\(on average,\\s+resampled", xi))
})
