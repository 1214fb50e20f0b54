test_that("partition priors check their arguments", {
  expect_error(crp(0), class = "shapecrp_error_input")
  expect_error(crp(-1), class = "shapecrp_error_input")
  expect_error(crp(c(1, 0)), class = "shapecrp_error_input")
  expect_error(crp("a"), class = "shapecrp_error_input")
  expect_error(mfm(0), class = "shapecrp_error_input")
  expect_error(mfm(gamma = Inf), class = "shapecrp_error_input")
  expect_identical(crp(c(2, 1))$xi, c(2, 1))
})

test_that("wishart_crp_prior() checks its arguments at the door", {
  expect_error(wishart_crp_prior("best"), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(partition = 1), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(theta = numeric()), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(theta = c(1, 0)), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(theta = NA), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(r = 0), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(s = -1), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(d = 0), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(d = "95"), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(center = NA), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(kernel = "global"), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(neighbours = 0), class = "shapecrp_error_input")
  expect_error(wishart_crp_prior(center = FALSE), class = "shapecrp_error_input")
  expect_true(wishart_crp_prior("paper", kernel = "path")$center)
})

test_that("the paper's preset is the paper's model", {
  prior <- wishart_crp_prior("paper")
  expect_false(prior$center)
  expect_false(prior$clip)
  expect_identical(prior$kernel, "none")
  expect_identical(c(prior$r, prior$s), c(3, 4))
  S <- small_gram(6)
  prepared <- prepare_gram(as_gram(S), prior)
  expect_identical(prepared$matrix$G, S * prepared$model$unit)
  values <- eigen(S)$values
  expect_equal(prepared$model$d, which(cumsum(values) >= 0.95 * sum(values))[1])
})

test_that("priors print in words", {
  expect_snapshot({
    wishart_crp_prior()
    wishart_crp_prior("paper", partition = mfm(), d = 0.9)
    crp(c(2, 1))
  })
})

test_that("the law of K is that of the enumerated partitions", {
  sizes <- apply(all_partitions(7), 1, tabulate)
  K <- vapply(sizes, length, 1L)
  for (partition in list(crp(0.7), crp(c(2, 1)), mfm(), mfm(3, 0.4))) {
    p <- exp(vapply(sizes, log_partition_prior, 0, partition = partition))
    expect_equal(sum(p), 1, tolerance = 1e-8)
    # Under a Gamma prior the law is an average over 400 values of xi.
    tolerance <- if (length(partition$xi) == 2) 1e-3 else 1e-10
    expect_equal(cluster_count_law(partition, 7), as.vector(tapply(p, K, sum)),
                 tolerance = tolerance)
  }
  expect_equal(cluster_count_law(crp(2), 1), 1)
})

test_that("the law of K sums to one for many curves, and has Ewens' mean", {
  law <- cluster_count_law(crp(3), 1000)
  expect_equal(sum(law), 1, tolerance = 1e-10)
  expect_equal(sum(seq_along(law) * law), sum(3 / (3 + 0:999)), tolerance = 1e-10)
  expect_equal(sum(cluster_count_law(mfm(5, 0.5), 400)), 1, tolerance = 1e-9)
})

test_that("V_n(t) obeys its recursion to 1e-12", {
  # V_n(t) = (n + gamma t) V_{n+1}(t) + gamma V_{n+1}(t + 1)
  for (case in list(c(2, 1), c(0.1, 0.3), c(40, 2))) {
    lambda <- case[1]
    gamma <- case[2]
    n <- 30
    small <- exp(r_mfm_log_v(n, gamma, lambda))
    large <- exp(r_mfm_log_v(n + 1, gamma, lambda))
    t <- seq_len(n)
    expect_equal((n + gamma * t) * large[t] + gamma * large[t + 1], small, tolerance = 1e-12)
  }
  expect_true(all(is.finite(r_mfm_log_v(2000, 1, 2))))
})

test_that("plot(prior, n) draws the law of K, or those of some guesses", {
  skip_if_not_installed("ggplot2")
  drawn <- plot(wishart_crp_prior(partition = mfm()), n = 50)
  expect_s3_class(drawn, "ggplot")
  expect_equal(drawn$data$probability, cluster_count_law(mfm(), 50)[drawn$data$clusters])
  guesses <- plot(wishart_crp_prior(partition = crp()), n = 50)
  expect_identical(nlevels(guesses$data$case), 4L)
  expect_no_error(ggplot2::ggplot_build(guesses))
  expect_error(plot(wishart_crp_prior(partition = mfm()), n = 0),
               class = "shapecrp_error_input")
})

test_that("the law of K has whole numbers on its axis, and is drawn on a PDF device", {
  picture <- plot(wishart_crp_prior(partition = crp(1)), n = 60)
  built <- ggplot2::ggplot_build(picture)
  breaks <- built$layout$panel_params[[1]]$x$get_breaks()
  expect_equal(breaks[!is.na(breaks)], seq_len(max(picture$data$clusters)))
  for (partition in list(crp(1), crp(), crp(c(2, 1)), mfm())) {
    file <- withr::local_tempfile(fileext = ".pdf")
    grDevices::pdf(file)
    expect_no_warning(print(plot(wishart_crp_prior(partition = partition), n = 30)))
    grDevices::dev.off()
  }
})
