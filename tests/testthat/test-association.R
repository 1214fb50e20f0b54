# Draws that differ in number and sizes of clusters: 12 curves in 3 clusters, in 2, and alone.
mixed_draws <- function() {
  base <- rep(1:3, each = 4)
  rbind(draws_around(base, every = 2, draws = 6), pmin(base, 2), 1:12)
}
n <- 12
gram <- as_gram(diag(n) + 0.1, id = letters[1:n])
fit <- finish_fit(hand_made_fit(gram, mixed_draws()))
species <- rep(c("oak", "elm", "ash"), each = 4)

epsilon_squared <- function(labels, x) {
  k <- length(unique(labels))
  if (k == length(x)) {
    return(0)
  }
  if (k == 1) {
    return(0)
  }
  summary(stats::lm(x ~ factor(labels)))$adj.r.squared
}

test_that("by draw it is the adjusted Rand index, and the estimate is its mean", {
  found <- test_association(fit, species, permutations = 19, seed = 1)
  twin <- apply(fit_labels(fit), 1, function(row) {
    compare_partitions(row, species)[["adjusted_rand"]]
  })
  expect_equal(found$by_draw, twin)
  expect_equal(found$estimate, mean(twin))
  expect_equal(found$interval, unname(stats::quantile(twin, c(0.025, 0.975))))
  expect_identical(found$statistic, "adjusted_rand")
  expect_identical(found$classes, 3L)
})

test_that("by draw it is the adjusted R squared of clusters, for a number", {
  x <- c(2, 1, 4, 3, 7, 5, 6, 8, 9, 14, 11, 10)
  found <- test_association(fit, x, permutations = 19, seed = 1)
  twin <- apply(fit_labels(fit), 1, epsilon_squared, x = x)
  expect_equal(found$by_draw, twin)
  expect_equal(found$estimate, mean(twin))
  expect_identical(found$statistic, "epsilon_squared")
})

test_that("permuted values are means over the draws of the permuted covariate", {
  x <- c(2, 1, 4, 3, 7, 5, 6, 8, 9, 14, 11, 10)
  for (covariate in list(x, species)) {
    found <- test_association(fit, covariate, permutations = 5, seed = 3)
    measure <- function(values) {
      mean(apply(fit_labels(fit), 1, function(row) {
        if (is.numeric(values)) epsilon_squared(row, values)
        else compare_partitions(row, values)[["adjusted_rand"]]
      }))
    }
    twin <- with_seed(3, vapply(1:5, function(b) measure(covariate[sample.int(n)]), 0))
    expect_equal(found$permuted, twin)
    expect_equal(found$p_value, (1 + sum(twin >= found$estimate - 1e-10)) / 6)
  }
})

test_that("p is uniform where the covariate has nothing to do with the clusters", {
  numbers <- with_seed(11, vapply(1:300, function(i) {
    test_association(fit, stats::rnorm(n), permutations = 99)$p_value
  }, 0))
  # Mean of a uniform on {0.01, ..., 1}: 0.505, standard error 0.0167.
  expect_lt(abs(mean(numbers) - 0.505), 0.05)
  for (level in c(0.05, 0.1, 0.25, 0.5, 0.75)) {
    error <- 3.5 * sqrt(level * (1 - level) / 300)
    expect_lt(abs(mean(numbers <= level + 1e-9) - level), error)
  }
  # Classes tie, so that p is at least as large as it should be.
  classes <- with_seed(12, vapply(1:300, function(i) {
    test_association(fit, sample(species), permutations = 99)$p_value
  }, 0))
  for (level in c(0.05, 0.1, 0.25, 0.5)) {
    expect_lt(mean(classes <= level + 1e-9), level + 3.5 * sqrt(level * (1 - level) / 300))
  }
  expect_gt(mean(classes <= 0.25), 0.1)
})

test_that("the statistics are 0 on average where values are dealt out at random", {
  found <- test_association(fit, species, permutations = 4000, seed = 1)
  expect_lt(abs(mean(found$permuted)), 4 * stats::sd(found$permuted) / sqrt(4000))
  found <- test_association(fit, as.numeric(1:12), permutations = 4000, seed = 1)
  expect_lt(abs(mean(found$permuted)), 4 * stats::sd(found$permuted) / sqrt(4000))
})

test_that("an association that is there is found", {
  expect_lt(test_association(fit, species, permutations = 499, seed = 1)$p_value, 0.01)
  power <- with_seed(5, mean(vapply(1:40, function(i) {
    test_association(fit, stats::rnorm(n, rep(c(0, 2, 4), each = 4)), 99)$p_value <= 0.05
  }, NA)))
  expect_gt(power, 0.9)
})

test_that("names, units, the order of curves and labels of classes do not matter", {
  x <- stats::setNames(c(2, 1, 4, 3, 7, 5, 6, 8, 9, 14, 11, 10), letters[1:n])
  plain <- test_association(fit, unname(x), 49, seed = 1)
  expect_equal(test_association(fit, rev(x), 49, seed = 1)$by_draw, plain$by_draw)
  expect_equal(test_association(fit, 1e9 - 1e3 * x, 49, seed = 1)$permuted, plain$permuted)
  expect_equal(test_association(fit, 1e130 * x, 49, seed = 1)$permuted, plain$permuted)
  expect_equal(test_association(fit, factor(species), 49, seed = 1)$p_value,
               test_association(fit, paste("a", species), 49, seed = 1)$p_value)
  flags <- test_association(fit, species == "oak", 49, seed = 1)
  expect_identical(flags$classes, 2L)
})

test_that("missing values and copies are left out", {
  x <- replace(as.numeric(1:12), c(2, 7), NA)
  found <- test_association(fit, x, 49, seed = 1)
  expect_identical(c(found$n, found$left_out), c(10L, 2L))
  twin <- apply(fit_labels(fit)[, -c(2, 7)], 1, epsilon_squared, x = x[-c(2, 7)])
  expect_equal(found$by_draw, twin)
  copied <- fit
  copied$item <- c(1L, 1L, 2:11)
  expect_identical(test_association(copied, as.numeric(1:12), 9)$n, 11L)
  # A copy stands in for one whose value is missing.
  expect_identical(test_association(copied, replace(as.numeric(1:12), 1, NA), 9)$n, 11L)
})

test_that("one cluster in every draw goes with nothing", {
  flat <- finish_fit(hand_made_fit(gram, matrix(1, 8, n)))
  for (covariate in list(species, as.numeric(1:n))) {
    found <- test_association(flat, covariate, 9)
    expect_equal(found$estimate, 0)
    expect_identical(found$p_value, 1)
  }
})

test_that("the seed rules and leaves R's random numbers alone", {
  set.seed(1)
  before <- .Random.seed
  one <- test_association(fit, species, 9, seed = 4)
  expect_identical(.Random.seed, before)
  expect_identical(test_association(fit, species, 9, seed = 4)$permuted, one$permuted)
  set.seed(8)
  two <- test_association(fit, species, 9)
  set.seed(8)
  expect_identical(test_association(fit, species, 9)$permuted, two$permuted)
})

test_that("the truth of the curves is the covariate where none is given", {
  shapes <- simulate_shapes(9, classes = 3, seed = 1)
  gram <- elastic_gram(shapes, search = "fast", n_points = 20)
  of_curves <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth)))
  found <- test_association(of_curves, permutations = 9)
  expect_identical(found$name, "truth")
  expect_identical(found$clusters$class, unique(as.character(shapes$truth)))
  expect_error(test_association(fit), "be given when the curves have no truth",
               class = "shapecrp_error_input")
})

test_that("it is printed, drawn and tidied", {
  found <- test_association(fit, species, permutations = 99, seed = 1)
  expect_output(print(found), paste0("clusters with species [(]3 classes[)] in 12 curves.*",
                                     "p = 0.01, from 99"))
  row <- tidy.shape_association(found)
  expect_identical(row$p.value, found$p_value)
  expect_identical(c(row$conf.low, row$conf.high), found$interval)
  numbers <- test_association(fit, c(NA, 2:12), permutations = 99, seed = 1)
  expect_output(print(numbers), "the covariate [(]numeric[)].*1 curve without a value.*mean +sd")
  for (picture in list(plot(found), ggplot2::autoplot(numbers))) {
    built <- ggplot2::ggplot_build(picture)
    bars <- built$data[[1]]
    expect_equal(as.vector(tapply(bars$y, bars$fill, max)), c(1, 1))
  }
})

test_that("what cannot be a covariate is an error", {
  refused <- function(covariate, says) {
    expect_error(test_association(fit, covariate), says, class = "shapecrp_error_input")
  }
  refused(1:5, "have 12 values, one per curve")
  refused(list(1), "be classes")
  refused(as.Date("2020-01-01") + 1:12, "be classes")
  refused(rep(2, 12), "vary")
  refused(rep("oak", 12), "at least two classes")
  refused(letters[1:12], "no value occurs twice")
  refused(c(1, 2, rep(NA, 10)), "have values for at least 3 curves")
  refused(c(Inf, 1:11), "at most 1e140")
  refused(stats::setNames(1:12 + 0, c("a", "a", letters[3:12])), "\"b\" is missing")
  expect_error(test_association(1), "`fit` must be a fit", class = "shapecrp_error_input")
  expect_error(test_association(fit, species, permutations = 0), "`permutations` must",
               class = "shapecrp_error_input")
  expect_error(test_association(fit, species, level = 0), "`level` must",
               class = "shapecrp_error_input")
})
