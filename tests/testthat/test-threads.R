shapes <- simulate_shapes(12, classes = 3, seed = 61)

test_that("the same bits at 1, 2 and 8 threads", {
  S <- lapply(c(1, 2, 8), function(k) {
    as.matrix(elastic_gram(shapes, search = "fast", n_threads = k))
  })
  expect_identical(S[[1]], S[[2]])
  expect_identical(S[[1]], S[[3]])
})

test_that("the same bits by AVX2 and by the portable code", {
  skip_if_not(r_machine_has_avx2(), "AVX2")
  open <- simulate_shapes(6, classes = 2, closed = FALSE, dim = 3, seed = 62)
  for (curves in list(shapes, open)) {
    quick <- as.matrix(elastic_gram(curves))
    withr::local_options(shapecrp.portable = TRUE)
    expect_identical(as.matrix(elastic_gram(curves)), quick)
    withr::local_options(shapecrp.portable = NULL)
  }
})

test_that("a forked child computes the same, on one thread", {
  skip_on_os("windows")
  S <- as.matrix(elastic_gram(shapes[1:5], search = "fast", n_threads = 2))
  forked <- parallel::mclapply(1:2, function(k) {
    list(threads = resolve_threads(8), S = as.matrix(elastic_gram(shapes[1:5], search = "fast")))
  }, mc.cores = 2)
  for (child in forked) {
    expect_identical(child$threads, 1L)
    expect_identical(child$S, S)
  }
})

test_that("the number of threads comes from the argument, the option, the variable", {
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = NA, RCPP_PARALLEL_NUM_THREADS = "5")
  expect_identical(resolve_threads(), 5L)
  withr::local_options(shapecrp.n_threads = 4)
  expect_identical(resolve_threads(), 4L)
  expect_identical(resolve_threads(3), 3L)
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = "TRUE")
  expect_identical(resolve_threads(3), 2L)
  expect_error(resolve_threads(0), class = "shapecrp_error_input")
  expect_error(resolve_threads("two"), class = "shapecrp_error_input")
})

test_that("the number of threads is bounded by the cores, told once", {
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = NA, RCPP_PARALLEL_NUM_THREADS = NA)
  withr::defer(the$threads_told <- NULL)
  most <- threads_per_core * RcppParallel::defaultNumThreads()
  expect_identical(resolve_threads(most), most)
  the$threads_told <- NULL
  expect_message(
    expect_identical(resolve_threads(100000), most), class = "shapecrp_message_threads"
  )
  expect_silent(expect_identical(resolve_threads(most + 1), most))
  withr::local_envvar(RCPP_PARALLEL_NUM_THREADS = "100000")
  expect_identical(resolve_threads(), most)
  withr::local_options(shapecrp.n_threads = 1e9)
  expect_identical(resolve_threads(), most)
  expect_error(resolve_threads(1e10), class = "shapecrp_error_input")
})

test_that("a number of threads far beyond the cores changes no result", {
  skip_on_cran()
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = NA)
  gram <- elastic_gram(shapes, search = "fast", n_threads = 1)
  run <- function(n_threads) {
    control <- mcmc_control(80, 40, chains = 2, seed = 1, n_threads = n_threads)
    fit <- wishart_crp(gram, control = control)
    list(
      as.matrix(elastic_gram(shapes, search = "fast", n_threads = n_threads)),
      elastic_cross(gram, shapes[1:3], n_threads = n_threads),
      karcher_mean(gram, n_threads = n_threads)$mean, fit$labels,
      clusters(partition(fit, n_threads = n_threads)), coclustering(fit, n_threads = n_threads),
      templates(fit, n_threads = n_threads)$mean,
      predict(fit, shapes[1:2], n_threads = n_threads)
    )
  }
  expect_identical(suppressMessages(run(100000)), run(1))
})

test_that("an interrupt ends long work, and the session goes on", {
  skip_on_os("windows")
  skip_if_not_installed("callr")
  script <- function(lib) {
    .libPaths(lib)
    library(shapecrp)
    shapes <- simulate_shapes(60, classes = 3, seed = 1)
    file.create(file.path(Sys.getenv("SHAPECRP_SIGNAL"), "ready"))
    first <- tryCatch(
      {
        elastic_gram(shapes, search = "exhaustive", n_threads = 1)
        "finished"
      },
      interrupt = function(i) "interrupted"
    )
    c(first, class(elastic_gram(shapes[1:3])))
  }
  folder <- withr::local_tempdir()
  child <- callr::r_bg(
    script, list(lib = .libPaths()),
    env = c(callr::rcmd_safe_env(), SHAPECRP_SIGNAL = folder)
  )
  while (!file.exists(file.path(folder, "ready")) && child$is_alive()) Sys.sleep(0.05)
  Sys.sleep(0.5)
  child$interrupt()
  child$wait(30000)
  expect_identical(child$get_result(), c("interrupted", "elastic_gram"))
})

test_that("progress is shown only where it is asked for", {
  withr::local_options(shapecrp.progress = FALSE)
  expect_null(progress_bar("x")$update)
  withr::local_options(shapecrp.progress = TRUE)
  bar <- progress_bar("x")
  expect_type(bar$update, "closure")
  bar$update(1, 10)
  expect_no_error(bar$done())
})
