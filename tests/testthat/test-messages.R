# What is said where nothing is wrong enough to stop, one voice.

control <- function(...) mcmc_control(60, 20, chains = 1, seed = 1, n_threads = 1, ...)

test_that("what was read otherwise than it stands is said", {
  ring <- rbind(square(), square()[1, ])
  long <- data.frame(id = 1, x = c(0, 1, 1), y = c(0, 0, 1), size = 1:3, weight = 4:6)
  expect_snapshot({
    one <- shape_curves(list(ring), closed = TRUE)
    two <- shape_curves(list(ring, 2 * ring), closed = TRUE)
    columns <- shape_curves(long, closed = TRUE)
    array <- shape_curves(array(c(0, 1, 2, 0, 1, 4), c(3, 2, 1)), closed = FALSE)
  })
})

test_that("what the sampler leaves out is said", {
  asked <- 0
  local_mocked_bindings(is_interrupted = function() {
      asked <<- asked + 1
      asked == 1
    })
  expect_snapshot(fit <- wishart_crp(diag(4), control = mcmc_control(
    1000, 900, chains = 1, seed = 1, n_threads = 1
  )))
  local_mocked_bindings(is_interrupted = function() FALSE)
  withr::local_options(shapecrp.max_labels = 80)
  expect_snapshot(fit <- wishart_crp(diag(4), control = control()))
  withr::local_options(shapecrp.max_labels = NULL)
  expect_snapshot(save_fit(fit, "no-such-folder/fit.rds"))
})

test_that("a matrix that cannot be computed is said with both curves", {
  local_mocked_bindings(r_inner_products = function(...) NaN)
  expect_snapshot(error = TRUE, elastic_gram(two_curves()))
})

test_that("progress is silent unless asked for, by argument or by option", {
  expect_null(progress_bar("Work")$update)
  expect_null(progress_bar("Work", FALSE)$update)
  expect_type(progress_bar("Work", TRUE)$update, "closure")
  withr::local_options(shapecrp.progress = TRUE)
  expect_type(progress_bar("Work")$update, "closure")
  expect_null(progress_bar("Work", FALSE)$update)
})

test_that("speed and time left are those of what was done since the start", {
  expect_identical(pace_words(50, 100, 10), ", 5/s, ETA 20.0 s")
  expect_identical(pace_words(0, 100, 10), "")
  expect_identical(pace_words(6000, 0, 2), ", 3,000/s, ETA 0.0 s")
  seen <- list()
  local_mocked_bindings(
    seconds_since = function(time) 10,
    pace_words = function(...) {
      seen[[length(seen) + 1]] <<- c(...)
      ""
    }
  )
  bar <- progress_bar("Comparing curves", TRUE, from = 900)
  bar$update(950, 1000)
  bar$done()
  expect_identical(seen, list(c(50, 50, 10)))
})

test_that("progress shows what is done and the time left", {
  withr::local_options(
    cli.progress_show_after = 0, cli.progress_clear = FALSE, cli.dynamic = FALSE,
    cli.progress_handlers_only = "cli"
  )
  shown <- cli::cli_fmt({
    bar <- progress_bar("Comparing curves", TRUE)
    # cli draws when its timer ticks, which a busy machine may delay.
    for (done in 1:20) {
      bar$update(done, 40)
      Sys.sleep(0.1)
    }
    bar$done()
  })
  expect_match(shown, "Comparing curves .*/40, .* ETA", all = FALSE)
})
