quick <- function(draws = 120, burn_in = 40, ...) {
  mcmc_control(draws, burn_in, seed = 7, n_threads = 1, ...)
}

test_that("clear clusters are found from every start", {
  gram <- clear_gram(60, groups = 4)
  truth <- rep_len(1:4, 60)
  fit <- wishart_crp(gram, wishart_crp_prior("paper"), quick(
    300, 200, chains = 4, init = list("one", "singletons", "random", "kmedoids")
  ))
  for (chain in 1:4) {
    expect_identical(unname(fit_labels(fit, chain)[100, ]), truth)
  }
})

test_that("draws have the promised shape", {
  fit <- wishart_crp(clear_gram(20), control = quick(100, 40, thin = 7, chains = 2))
  expect_identical(dim(fit$labels), c(8L, 2L, 20L))
  expect_identical(dim(fit$trace)[1:2], c(100L, 2L))
  expect_equal(kept_sweeps(fit), 40 + 7 * 1:8)
  expect_equal(fit_trace(fit)[, , "clusters"],
               apply(fit$labels, 1:2, function(x) length(unique(x))))
  expect_true(all(apply(fit$labels, 1:2, function(x) identical(unique(x), seq_len(max(x))))))
})

test_that("going on is bit-identical to one long run", {
  gram <- clear_gram(30, spread = 0.6)
  prior <- wishart_crp_prior(partition = crp(c(2, 1)))
  long <- wishart_crp(gram, prior, quick(200, 50, thin = 3))
  # Stops on and off the multiples of `thin`.
  for (first in c(51, 100, 101)) {
    part <- wishart_crp(gram, prior, quick(first + 2, 50, thin = 3))
    part <- sample_more(sample_more(part, 17), 200 - first - 19)
    expect_identical(part$labels, long$labels)
    expect_identical(part$trace, long$trace)
    expect_identical(part$state, long$state)
  }
})

test_that("a chain does not depend on threads or on other chains", {
  gram <- clear_gram(30, spread = 0.6)
  one <- wishart_crp(gram, control = quick(chains = 4))
  for (n_threads in c(2, 8)) {
    control <- quick(chains = 4)
    control$n_threads <- n_threads
    many <- wishart_crp(gram, control = control)
    expect_identical(one$labels, many$labels)
    expect_identical(one$trace, many$trace)
  }
  two <- wishart_crp(gram, control = quick(chains = 2))
  expect_identical(one$labels[, 1:2, ], two$labels)
  expect_identical(one$trace[, 1:2, ], two$trace)
})

test_that("R's seed rules, and the fit remembers it", {
  gram <- clear_gram(20, spread = 0.6)
  control <- mcmc_control(60, 20, chains = 2)
  a <- withr::with_seed(5, wishart_crp(gram, control = control))
  b <- withr::with_seed(5, wishart_crp(gram, control = control))
  c <- withr::with_seed(6, wishart_crp(gram, control = control))
  d <- wishart_crp(gram, control = mcmc_control(60, 20, chains = 2, seed = a$seed))
  expect_identical(a$labels, b$labels)
  expect_false(identical(a$trace, c$trace))
  expect_identical(a$trace, d$trace)
})

test_that("a checkpoint cut off anywhere resumes to the same draws", {
  gram <- clear_gram(30, spread = 0.6)
  file <- withr::local_tempfile(fileext = ".checkpoint")
  whole <- wishart_crp(gram, control = quick(checkpoint = file))
  expect_identical(resume(file)$labels, whole$labels)
  expect_false(file.exists(paste0(file, ".part")))
  # What a run killed after 57 sweeps leaves behind.
  cut <- wishart_crp(gram, control = quick(57, 40))
  cut$control <- whole$control
  save_fit(cut, file)
  again <- resume(file)
  expect_identical(again$labels, whole$labels)
  expect_identical(again$trace, whole$trace)
  expect_identical(read_checkpoint(file)$labels, whole$labels)
})

test_that("a crash after a save loses nothing", {
  gram <- clear_gram(30, spread = 0.6)
  whole <- wishart_crp(gram, control = quick(20000, 40, thin = 50))
  file <- withr::local_tempfile(fileext = ".checkpoint")
  withr::local_options(shapecrp.checkpoint_seconds = 0)
  save <- save_fit
  saves <- 0
  testthat::local_mocked_bindings(save_fit = function(fit, file) {
    save(fit, file)
    saves <<- saves + 1
    if (saves == 3) stop("the lights go out")
  })
  expect_error(
    wishart_crp(gram, control = quick(20000, 40, thin = 50, checkpoint = file)), "lights"
  )
  done <- sweeps_done(read_checkpoint(file))
  expect_true(done > 0 && done < 20000)
  again <- resume(file)
  expect_identical(again$labels, whole$labels)
  expect_identical(again$trace, whole$trace)
})

test_that("resume() wants a checkpoint", {
  expect_error(resume("no-such-file.rds"), class = "shapecrp_error_input")
  file <- withr::local_tempfile(lines = "not a fit")
  expect_error(resume(file), class = "shapecrp_error_input")
})

test_that("an interrupt keeps the draws made so far, valid for going on", {
  skip_on_os("windows")
  gram <- clear_gram(30, spread = 0.6)
  whole <- wishart_crp(gram, control = quick(400, 40))
  asked <- 0
  testthat::local_mocked_bindings(
    is_interrupted = function() {
      asked <<- asked + 1
      asked == 3
    }
  )
  expect_message(cut <- wishart_crp(gram, control = quick(400, 40)), "Interrupted")
  expect_lt(sweeps_done(cut), 400)
  expect_identical(dim(cut$trace)[1], as.integer(sweeps_done(cut)))
  rest <- sample_more(cut)
  expect_identical(rest$labels, whole$labels)
  expect_identical(rest$trace, whole$trace)
  expect_error(sample_more(rest), class = "shapecrp_error_input")
})

test_that("a signal is noticed where interrupts are let in, and only there", {
  skip_on_os("windows")
  skip_on_cran()
  suspendInterrupts({
    expect_false(is_interrupted())
    tools::pskill(Sys.getpid(), tools::SIGINT)
    expect_true(is_interrupted())
    expect_false(is_interrupted())
  })
})

test_that("labels beyond the memory allowed are thinned, and said so", {
  withr::local_options(shapecrp.max_labels = 1000)
  expect_message(fit <- wishart_crp(clear_gram(20), control = quick(120, 20, chains = 1)),
                 "one draw in 2")
  expect_identical(dim(fit$labels)[1], 50L)
  expect_error(sample_more(fit, 100), class = "shapecrp_error_input")
})

test_that("one and two curves", {
  one <- wishart_crp(matrix(1), control = quick(chains = 2))
  expect_true(all(one$labels == 1))
  expect_output(print(one), "Clusters of 1 curve:")
  prior <- wishart_crp_prior("paper", partition = crp(1), d = 2, theta = 1)
  S <- matrix(c(1, 0.5, 0.5, 1), 2)
  exact <- exact_posterior(S, prior)
  labels <- draw_partitions(S, prior, 20000, 2)
  expect_equal(mean(labels[, 2] == 1), exact$p[1], tolerance = 0.02)
  expect_s3_class(wishart_crp(S, control = quick()), "shape_fit")
  expect_s3_class(wishart_crp(S, wishart_crp_prior(partition = mfm()), quick()), "shape_fit")
})

test_that("bad input is refused with a classed error", {
  S <- diag(4)
  asymmetric <- S
  asymmetric[1, 2] <- 0.5
  with_na <- replace(S, 5, NA)
  negative <- replace(S, 1, -1)
  for (bad in list(asymmetric, with_na, negative, matrix(1, 2, 3), "a", NULL)) {
    expect_error(wishart_crp(bad, control = quick()), class = "shapecrp_error_input")
  }
  expect_error(wishart_crp(S, prior = list()), class = "shapecrp_error_input")
  expect_error(wishart_crp(S, control = list()), class = "shapecrp_error_input")
  expect_error(wishart_crp(S, control = quick(init = c(1, 2))),
               class = "shapecrp_error_input")
})

test_that("given labels are where a chain starts", {
  control <- mcmc_control(1, 0, chains = 2, init = list(c(9, 9, 4, 4), "one"), seed = 1)
  states <- start_chains(control, 1, as_gram(diag(4)), list(theta = 1:3, xi = 1))
  expect_identical(states[[1]]$slots, c(0L, 0L, 1L, 1L))
  expect_identical(states[[2]]$slots, rep(0L, 4))
  letters_too <- mcmc_control(2, 1, chains = 1, init = c("b", "a", "b", "b"), seed = 1)
  expect_s3_class(wishart_crp(diag(4), control = letters_too), "shape_fit")
})

test_that("starts are spread by default", {
  starts <- vapply(1:5, spread_start, "")
  expect_identical(starts, c("one", "fine", "kmedoids", "random", "random"))
  # Small clusters of near items.
  gram <- clear_gram(30)
  states <- start_chains(mcmc_control(2, 1, chains = 2, seed = 1), 1, gram,
                         list(theta = 1:3, xi = 1))
  fine <- states[[2]]$slots
  expect_identical(max(fine), 5L)
  expect_true(all(lengths(tapply(rep_len(1:3, 30), fine, unique)) == 1))
})

test_that("progress is shown where asked for", {
  withr::local_options(cli.progress_show_after = 0, cli.dynamic = FALSE)
  expect_no_error(
    suppressMessages(wishart_crp(clear_gram(20), control = quick(progress = TRUE)))
  )
})

test_that("a checkpoint that fails costs a warning, not the fit", {
  folder <- withr::local_tempdir()
  expect_error(mcmc_control(checkpoint = folder), class = "shapecrp_error_input")
  nowhere <- file.path(folder, "none", "x")
  expect_error(mcmc_control(checkpoint = nowhere), class = "shapecrp_error_input")
  control <- mcmc_control(
    50, 10, chains = 1, seed = 1, checkpoint = file.path(folder, "a.checkpoint")
  )
  unlink(folder, recursive = TRUE)
  expect_warning(
    fit <- wishart_crp(diag(5), control = control),
    class = "shapecrp_warning_checkpoint"
  )
  expect_identical(sweeps_done(fit), 50)
})
