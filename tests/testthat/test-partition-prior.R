# A family of its own: the uniform law on partitions of two items at most, for one fixed number.
other_family <- function() {
  make <- function(weight = 1) new_partition_prior("other", weight = check_number(weight, min = 0))
  list(
    make = make,
    words = function(x, found = NULL) sprintf("another prior of weight %s", format(x$weight)),
    numbers = function(x) list(weight = x$weight),
    law = function(x, n) rep(1 / n, n)
  )
}

test_that("families are found by their lists, each with what the others ask for", {
  expect_named(partition_priors(), c("crp", "mfm"))
  for (family in names(partition_priors())) {
    entry <- partition_priors()[[family]]
    expect_identical(entry$make, get(family))
    expect_true(all(c("words", "numbers", "law") %in% names(entry)))
    prior <- entry$make()
    expect_identical(prior$family, family)
    expect_identical(rebuild_partition_prior(unclass(prior)), prior)
  }
})

test_that("where xi comes from is told for every prior", {
  expect_identical(vapply(list(crp(), crp(2), crp(c(2, 1)), mfm()), xi_origin, ""),
                   c("guessed", "given", "resampled", "none"))
  expect_true(is_without_xi("mfm"))
  for (family in list("crp", "other", NULL, 1, NA, c("mfm", "mfm"), list("mfm"))) {
    expect_false(is_without_xi(family))
  }
})

test_that("the core is given the numbers of the prior, and told where xi is from", {
  numbers <- function(x, K = stop("not to be guessed")) partition_numbers(x, 20, K)
  expect_identical(numbers(crp(3)), list(
    numbers = list(xi = 3, xi_shape = 0, xi_rate = 0), note = "given"
  ))
  expect_identical(numbers(crp(c(2, 4))), list(
    numbers = list(xi = 0.5, xi_shape = 2, xi_rate = 4), note = "on average, resampled"
  ))
  expect_identical(numbers(mfm(3, 0.5)), list(
    numbers = list(xi = NA_real_, gamma = 0.5, lambda = 3), note = "not used by this prior"
  ))
  expect_identical(numbers(crp(), 1L)$note, "from a first guess of 1 cluster, K / log n")
  expect_identical(numbers(crp(), 4L)$numbers$xi, 4 / log(20))
  expect_identical(partition_numbers(crp(), 1, 1L)$numbers$xi, 1)
  expect_identical(guesses_of_xi(crp(), 3), 1:3 / log(3))
})

test_that("a number that was guessed is told once it is known", {
  expect_identical(format(crp()), "Chinese restaurant process, \u03be estimated from the data")
  expect_identical(partition_words(crp(), list(xi = 1.23456, note = "by eye")),
                   "Chinese restaurant process, \u03be = 1.23 (by eye)")
  for (prior in list(crp(2), crp(c(2, 1)), mfm())) {
    expect_identical(partition_words(prior, list(xi = 1, note = "by eye")), format(prior))
  }
})

test_that("a family more needs nothing but its list", {
  known <- partition_priors()
  local_mocked_bindings(partition_priors = function() c(known, list(other = other_family())))
  partition <- other_family()$make(3)
  prior <- wishart_crp_prior(partition = partition)
  expect_output(print(prior), "another prior of weight 3")
  expect_identical(rebuild_prior(unclass(prior)), prior)
  expect_error(rebuild_partition_prior(list(family = "other", weight = -1)),
               class = "shapecrp_error_input")
  expect_equal(plot(prior, 5)$data$probability, rep(0.2, 5))
  # The core knows nothing of it: no chain can run.
  prepared <- prepare_gram(clear_gram(8), wishart_crp_prior(partition = partition, d = 4))
  expect_identical(prepared$model[c("family", "xi", "weight")],
                   list(family = "other", xi = NA_real_, weight = 3))
  expect_identical(prepared$notes[["xi"]], "not used by this prior")
  expect_error(wishart_crp_prior(partition = 1), "made by crp\\(\\) or mfm\\(\\) or other\\(\\)",
               class = "shapecrp_error_input")
})
