gram <- clear_gram(30, spread = 0.6)
quick <- function(draws = 120, burn_in = 40, ...) {
  mcmc_control(draws, burn_in, chains = 2, seed = 7, n_threads = 1, ...)
}

test_that("every road to a fit ends with the same diagnostics and partition", {
  file <- withr::local_tempfile()
  whole <- wishart_crp(gram, control = quick())
  expect_s3_class(whole$partition, "shape_partition")
  expect_identical(whole$partition, partition(whole))
  expect_identical(whole$diagnostics, diagnose(whole))
  expect_named(whole$times, "partition")
  expect_type(whole$times, "double")

  roads <- list(
    cluster_shapes = cluster_shapes(gram, control = quick()),
    sample_more = sample_more(wishart_crp(gram, control = quick(70)), 50)
  )
  cut <- wishart_crp(gram, control = quick(57))
  cut$control <- whole$control
  save_fit(cut, file)
  roads$resume <- resume(file)
  roads$resume_complete <- resume(file)
  for (road in names(roads)) {
    expect_identical(roads[[road]]$partition, whole$partition, info = road)
    expect_identical(roads[[road]]$diagnostics, whole$diagnostics, info = road)
  }
})

test_that("a fit stopped in burn-in has nothing to finish", {
  asked <- 0
  local_mocked_bindings(is_interrupted = function() {
      asked <<- asked + 1
      asked == 1
    })
  expect_message(early <- wishart_crp(gram, control = quick(9000, 8000)), "Interrupted")
  expect_null(early$partition)
  expect_null(early$diagnostics)
})

test_that("what is printed is read, not computed", {
  fit <- wishart_crp(gram, control = quick())
  unfinished <- fit
  unfinished[c("partition", "diagnostics")] <- NULL
  local_mocked_bindings(
    r_minimise_loss = function(...) abort_shapecrp("searched", "test"),
    r_draw_distances = function(...) abort_shapecrp("searched", "test"),
    diagnose = function(...) abort_shapecrp("computed", "test")
  )
  expect_output(print(fit), "Certainty")
  expect_output(print(summary(fit)), "central")
  expect_output(print(unfinished), "sample_more[(]fit[)] +the partition, which an interrupt left")
  expect_output(print(summary(unfinished)), "not judged: an interrupt left this out")
  expect_null(summary(unfinished)$partition)
})

test_that("an interrupt while the partition is chosen keeps the draws, and going on finishes", {
  whole <- wishart_crp(gram, control = quick())
  with_mocked_bindings(
    expect_message(cut <- wishart_crp(gram, control = quick()),
                   class = "shapecrp_message_interrupted"),
    r_minimise_loss = function(...) rlang::interrupt()
  )
  expect_false(is_finished(cut))
  expect_identical(cut$labels, whole$labels)
  finished <- sample_more(cut)
  expect_identical(finished$partition, whole$partition)
  expect_identical(finished$diagnostics, whole$diagnostics)
  expect_error(sample_more(finished), class = "shapecrp_error_input")
})

test_that("choosing the partition shows progress and can be interrupted", {
  skip_on_os("windows")
  skip_on_cran()
  labels <- noisy_draws(200, 8, 500, 0.4)
  seen <- NULL
  r_minimise_loss(labels, matrix(1L, 200, 1), "vi", FALSE, 1L, function(done, total) {
    seen <<- rbind(seen, c(done, total))
  })
  expect_gt(nrow(seen), 0)
  expect_identical(seen[nrow(seen), 1], seen[nrow(seen), 2])
  expect_true(all(diff(seen[, 1]) >= 0))
  counted <- NULL
  r_coclustering_counts(labels, 1L, function(done, total) counted <<- c(done, total))
  expect_identical(counted, c(200, 200))

  stop_now <- function(...) tools::pskill(Sys.getpid(), tools::SIGINT)
  interrupted <- function(expr) {
    tryCatch({
      expr
      Sys.sleep(1)
      FALSE
    }, interrupt = function(i) TRUE)
  }
  expect_true(interrupted(r_minimise_loss(labels, matrix(1L, 200, 1), "vi", FALSE, 1L, stop_now)))
  expect_true(interrupted(r_coclustering_counts(labels, 1L, stop_now)))
})

test_that("progress of the partition is shown as the control says", {
  shown <- NULL
  plain <- progress_bar
  # The first bar of each name: those of the profile that follows are one.
  local_mocked_bindings(progress_bar = function(name, show = NULL, ...) {
    if (!name %in% names(shown)) shown[name] <<- is_progress_shown(show)
    plain(name, FALSE)
  })
  names <- c("Sampling", "Counting shared clusters", "Choosing the partition")
  for (progress in c(TRUE, FALSE)) {
    shown <- NULL
    wishart_crp(gram, control = quick(progress = progress))
    expect_identical(shown[names], stats::setNames(rep(progress, 3), names))
  }
})
