fit <- wishart_crp(clear_gram(24, spread = 0.5),
                   control = mcmc_control(300, 100, chains = 2, seed = 1))

test_that("trace and number of clusters are drawn", {
  trace <- plot(fit, "trace")
  expect_s3_class(trace, "ggplot")
  expect_equal(trace$data$value[1:300], unname(fit$trace[, 1, "log_posterior"]))
  expect_no_error(ggplot2::ggplot_build(trace))
  counts <- plot(fit, "k")
  expect_equal(sum(counts$data$probability), 1)
  expect_no_error(ggplot2::ggplot_build(counts))
  expect_error(plot(fit, "pie"), class = "shapecrp_error_input")
})
