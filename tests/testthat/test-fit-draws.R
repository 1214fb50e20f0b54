fit <- wishart_crp(clear_gram(24, spread = 0.5),
                   control = mcmc_control(300, 100, thin = 2, chains = 3, seed = 1))

test_that("fit_labels() stacks chains", {
  labels <- fit_labels(fit)
  expect_identical(dim(labels), c(300L, 24L))
  expect_identical(unname(labels[101:200, ]), unname(fit$labels[, 2, ]))
  expect_identical(colnames(labels), fit$gram$id)
})

test_that("posterior and coda see the kept trace", {
  draws <- posterior::as_draws_array(fit)
  expect_identical(dim(draws)[1:2], c(100L, 3L))
  expect_equal(as.numeric(draws[, 2, "clusters"]),
               unname(fit$trace[kept_sweeps(fit), 2, "clusters"]))
  finite <- wishart_crp(diag(4), wishart_crp_prior(partition = mfm()),
                        mcmc_control(20, 10, chains = 1, seed = 1))
  expect_false("xi" %in% posterior::variables(posterior::as_draws_array(finite)))
  skip_if_not_installed("coda")
  list <- coda::as.mcmc.list(fit)
  expect_s3_class(list, "mcmc.list")
  expect_identical(coda::nchain(list), 3L)
  expect_equal(as.numeric(list[[3]][, "theta"]), unname(fit_trace(fit)[, 3, "theta"]))
  expect_equal(start(list), 102)
  expect_equal(coda::thin(list), 2)
})

test_that("bind_draws() puts arrays one after the other", {
  a <- array(1:12, c(2, 2, 3))
  b <- array(13:30, c(3, 2, 3))
  both <- bind_draws(a, b)
  expect_identical(both[1:2, , ], a)
  expect_identical(both[3:5, , ], b)
  expect_identical(bind_draws(NULL, b), b)
})

test_that("the posterior of K and sizes are counts of the draws", {
  K <- apply(fit_labels(fit), 1, max)
  expect_equal(cluster_count_posterior(fit)[[as.character(K[1])]], mean(K == K[1]))
  expect_equal(sum(cluster_count_posterior(fit)), 1)
  expect_equal(sum(mean_sizes(fit)), 24)
  expect_equal(mean_sizes(fit)[1], mean(fit_trace(fit)[, , "largest"]))
})

test_that("acceptance is a share of proposals", {
  shares <- acceptance(fit)
  expect_named(shares, c("gibbs", "split", "merge"))
  expect_true(all(shares >= 0 & shares <= 1))
  alone <- wishart_crp(diag(4), control = mcmc_control(20, 10, chains = 1, seed = 1,
                                                       split_merge = FALSE))
  expect_true(is.na(acceptance(alone)[["split"]]))
})
