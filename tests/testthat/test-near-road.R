# The road that cluster_shapes() takes by itself, with a threshold that tests can reach.
shapes <- simulate_shapes(120, classes = 3, seed = 5)
quick <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)
cluster_few <- function(...) {
  cluster_shapes(shapes, search = "fast", n_points = 24, control = quick, ...)
}

test_that("above the threshold near pairs are compared, and that is told", {
  local_mocked_bindings(most_of_all_pairs = 100)
  expect_message(fit <- cluster_few(), class = "shapecrp_message_near")
  expect_true(is_near(fit$gram))
  expect_output(print(fit), "Near pairs .* nearest neighbours were found")
  expect_message(all <- cluster_few(pairs = "all"), NA)
  expect_false(is_near(all$gram))
  expect_equal(compare_partitions(clusters(all), clusters(fit))[["adjusted_rand"]], 1)
  plan <- plan_gram(shapes, search = "fast", n_points = 24)
  expect_identical(plan$compared, "near")
  expect_output(print(plan), "near pairs of 7,140")
})

test_that("a prior that needs all pairs, or tiles of all pairs, keep to all pairs", {
  local_mocked_bindings(most_of_all_pairs = 100)
  expect_identical(choose_pairs(120, list(), wishart_crp_prior("paper")), "all")
  expect_identical(choose_pairs(120, list()), "near")
  expect_identical(choose_pairs(120, list(pairs = "all")), "all")
  expect_identical(choose_pairs(100, list()), "all")
  dir <- withr::local_tempdir()
  expect_identical(choose_pairs(120, list(file = dir)), "near")
  file.create(file.path(dir, "tile-00001-00001"))
  expect_identical(choose_pairs(120, list(file = dir)), "all")
})

test_that("chains are shorter for many curves only where nobody set them", {
  usual <- mcmc_control()
  expect_identical(shorten_chains(usual, 100), usual)
  expect_identical(shorten_chains(usual, 1e5)$draws, 2000L)
  own <- mcmc_control(4000, 1000, thin = 2)
  expect_identical(shorten_chains(own, 1e5), own)
  expect_identical(check_control(shorten_chains(usual, 1e5)), mcmc_control(2000, 500))
})

test_that("an interrupt after the comparisons keeps near pairs for the same call", {
  withr::defer(the$near <- NULL)
  local_mocked_bindings(cluster_gram = function(...) rlang::interrupt())
  stopped <- tryCatch(suppressMessages(cluster_few(pairs = "near")), interrupt = function(i) TRUE)
  expect_true(stopped)
  local_mocked_bindings(compute_tiles = function(...) cli::cli_abort("compared again"))
  gram <- elastic_gram(shapes, search = "fast", n_points = 24, pairs = "near")
  expect_true(is_near(gram))
})
