shapes <- simulate_shapes(60, classes = 3, seed = 21)
compare <- function(...) elastic_gram(shapes, search = "fast", n_points = 30, ...)
small_tiles <- function(env = parent.frame()) {
  local_mocked_bindings(tile_size = function(n, search) 12L, .env = env)
}
skip_without_workers <- function() {
  skip_on_cran()
  skip_if_not_installed("mirai", "2.4.0")
}
# Daemons under a name, which end with the test.
local_daemons <- function(n, env = parent.frame()) {
  profile <- basename(withr::local_tempfile(.local_envir = env))
  mirai::daemons(n, .compute = profile)
  paths <- .libPaths()
  mirai::everywhere(.libPaths(paths), paths = paths, .compute = profile)
  withr::defer(mirai::daemons(0, .compute = profile), env)
  profile
}
kill_daemons <- function(profile, n) {
  pids <- unlist(mirai::everywhere(Sys.getpid(), .compute = profile)[])
  tools::pskill(pids[seq_len(n)], tools::SIGKILL)
}
# check_values() that kills a daemon when it looks at tile number `at`.
killing_check <- function(profile, at) {
  kept <- new.env()
  kept$tiles <- 0
  plain <- check_values
  function(...) {
    kept$tiles <- kept$tiles + 1
    if (kept$tiles == at) kill_daemons(profile, 1)
    plain(...)
  }
}

test_that("workers give the bits of this process, for all that is compared", {
  skip_without_workers()
  small_tiles()
  gram <- compare()
  expect_identical(compare(workers = 2), gram)
  profile <- local_daemons(2)
  expect_identical(compare(workers = profile), gram)
  expect_identical(mirai::status(.compute = profile)$connections, 2L)
  stored <- compare(workers = profile, file = withr::local_tempfile())
  expect_identical(as.matrix(stored), as.matrix(gram))
  expect_identical(
    elastic_cross(gram[1:20], shapes[21:60], workers = profile), as.matrix(gram)[1:20, 21:60]
  )
})

test_that("workers leave the random numbers of the user alone", {
  skip_without_workers()
  small_tiles()
  set.seed(1)
  before <- .Random.seed
  compare(workers = 1)
  expect_identical(.Random.seed, before)
})

test_that("a forked child works by itself", {
  skip_without_workers()
  skip_on_os("windows")
  small_tiles()
  gram <- compare(workers = 1)
  fit <- wishart_crp(gram, control = mcmc_control(30, 10, chains = 2, seed = 1, n_threads = 1))
  child <- parallel::mcparallel({
    control <- mcmc_control(30, 10, chains = 2, seed = 1, workers = 2)
    list(gram = compare(workers = 2), labels = wishart_crp(gram, control = control)$labels)
  })
  expect_identical(
    parallel::mccollect(child)[[1]], list(gram = gram, labels = fit$labels)
  )
})

test_that("what is no tile is refused, whoever sent it", {
  skip_without_workers()
  small_tiles()
  profile <- local_daemons(1)
  dir <- withr::local_tempfile()
  for (sent in list(NULL, "hello", diag(3), list(1), matrix(1L, 12, 12))) {
    local_mocked_bindings(run_on_daemons = function(n, make, keep, ...) keep(1, sent))
    expect_error(compare(workers = profile, file = dir), "returned something other",
                 class = "shapecrp_error_worker")
  }
  expect_identical(list.files(dir), "gram")
})

test_that("a daemon that dies has its tiles done by others", {
  skip_without_workers()
  skip_on_os("windows")
  small_tiles()
  profile <- local_daemons(3)
  local_mocked_bindings(check_values = killing_check(profile, 2))
  expect_identical(compare(workers = profile), compare())
  expect_identical(mirai::status(.compute = profile)$connections, 2L)
})

test_that("near pairs on workers are those of this process, one of them killed", {
  skip_without_workers()
  skip_on_os("windows")
  near <- function(...) compare(pairs = "near", landmarks = 12, near = 5, ...)
  here <- near()
  profile <- local_daemons(3)
  local_mocked_bindings(check_values = killing_check(profile, 2))
  expect_identical(near(workers = profile), here)
  expect_identical(mirai::status(.compute = profile)$connections, 2L)
})

test_that("where no worker is left there is an error, and nothing is lost", {
  skip_without_workers()
  skip_on_os("windows")
  small_tiles()
  withr::local_options(shapecrp.worker_patience = 1)
  profile <- local_daemons(1)
  with_mocked_bindings(
    expect_error(compare(workers = profile), class = "shapecrp_error_worker"),
    check_values = killing_check(profile, 4)
  )
  expect_message(gram <- compare(), "Resuming", class = "shapecrp_message_resumed")
  expect_identical(gram, compare())
})

test_that("chains on workers make the draws of this process", {
  skip_without_workers()
  skip_on_os("windows")
  gram <- compare()
  control <- function(...) mcmc_control(80, 20, thin = 2, chains = 3, seed = 1, ...)
  fit <- wishart_crp(gram, control = control())
  same <- setdiff(names(fit), c("control", "seconds", "times"))
  on_workers <- wishart_crp(gram, control = control(workers = 2))
  expect_identical(unclass(on_workers)[same], unclass(fit)[same])
  profile <- local_daemons(2)
  sent <- 0
  plain <- send_job
  local_mocked_bindings(send_job = function(...) {
    sent <<- sent + 1
    if (sent == 5) kill_daemons(profile, 1)
    plain(...)
  })
  on_workers <- wishart_crp(gram, control = control(workers = profile))
  expect_identical(unclass(on_workers)[same], unclass(fit)[same])
  more <- sample_more(on_workers, 30)
  expect_identical(more$labels, sample_more(fit, 30)$labels)
})

test_that("copies are one item on workers, too, and checkpoints are written", {
  skip_without_workers()
  profile <- local_daemons(2)
  gram <- as_gram(as.matrix(compare())[c(1:9, 9), c(1:9, 9)], id = letters[1:10])
  file <- withr::local_tempfile()
  control <- function(...) mcmc_control(60, 20, chains = 2, seed = 1, ...)
  fit <- suppressMessages(wishart_crp(gram, control = control()))
  on_workers <- suppressMessages(
    wishart_crp(gram, control = control(workers = profile, checkpoint = file))
  )
  expect_identical(on_workers$labels, fit$labels)
  resumed <- resume(file)
  expect_identical(resumed$labels, fit$labels)
  expect_null(resumed$control$workers)
})

test_that("an interrupt while workers sample leaves whole batches", {
  skip_without_workers()
  profile <- local_daemons(2)
  gram <- compare()
  control <- function(...) mcmc_control(80, 0, chains = 2, seed = 1, ...)
  fit <- wishart_crp(gram, control = control())
  asked <- 0
  plain <- send_job
  with_mocked_bindings(
    expect_message(
      early <- wishart_crp(gram, control = control(workers = profile)),
      class = "shapecrp_message_interrupted"
    ),
    send_job = function(...) {
      asked <<- asked + 1
      plain(...)
    },
    is_interrupted = function() asked >= 5
  )
  made <- dim(early$labels)[1]
  expect_gt(made, 0)
  expect_lt(made, 80)
  expect_identical(early$labels, fit$labels[seq_len(made), , ])
  expect_identical(sample_more(early)$labels, fit$labels)
})

test_that("workers that fail while sampling cost a batch, not the draws", {
  skip_without_workers()
  gram <- compare()
  control <- mcmc_control(80, 0, chains = 2, seed = 1, workers = local_daemons(2))
  rounds <- 0
  plain <- run_on_daemons
  with_mocked_bindings(
    expect_warning(fit <- suppressMessages(wishart_crp(gram, control = control)),
                   "No worker is left", class = "shapecrp_warning_worker"),
    run_on_daemons = function(...) {
      rounds <<- rounds + 1
      if (rounds == 3) abort_no_workers(NULL)
      plain(...)
    }
  )
  expect_identical(dim(fit$labels)[1], 5L)
  with_mocked_bindings(
    expect_error(wishart_crp(gram, control = control), class = "shapecrp_error_worker"),
    run_on_daemons = function(...) abort_no_workers(NULL)
  )
})

test_that("a worker of another version, or one that fails, is told", {
  skip_without_workers()
  profile <- local_daemons(1)
  with_mocked_bindings(
    expect_error(compare(workers = profile), "version .* is needed",
                 class = "shapecrp_error_worker"),
    this_version = function() "99.0.0"
  )
  expect_error(run_job(list(task = "tile"), 1, "0.0.1"), class = "shapecrp_error_version")
})

test_that("bad workers are refused at the door", {
  for (bad in list(0, 1.5, -1, 257, NA, TRUE, c(1, 2), c("a", "b"), "", NA_character_, list(1))) {
    expect_match(input_error(compare(workers = bad)), "`workers` must")
    expect_match(input_error(mcmc_control(workers = bad)), "`workers` must")
  }
  expect_output(print(mcmc_control(workers = 2)), "Workers +2")
  skip_if_not_installed("mirai")
  expect_match(input_error(compare(workers = "nobody")), "mirai::daemons")
})

test_that("without mirai there is an error that names it", {
  local_mocked_bindings(is_installed = function(package) FALSE)
  expect_error(compare(workers = 2), "mirai", class = "shapecrp_error_package")
})
