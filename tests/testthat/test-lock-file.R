test_that("a lock is held once, its file goes with it, and it can be taken again", {
  path <- withr::local_tempfile()
  held <- lock_file(path)
  expect_type(held, "list")
  expect_true(file.exists(path))
  unlock_file(held)
  expect_false(file.exists(path))
  unlock_file(lock_file(path))
})

test_that("another process that holds it keeps this one out, also from its place", {
  skip_on_cran()
  skip_if_not_installed("callr")
  path <- withr::local_tempfile()
  holder <- callr::r_bg(function(path) {
    held <- filelock::lock(path)
    cat("locked\n")
    Sys.sleep(60)
  }, list(path = path), stdout = "|")
  withr::defer(holder$kill())
  while (!any(holder$read_output_lines() == "locked") && holder$is_alive()) Sys.sleep(0.05)
  expect_null(lock_file(path))
  holder$kill()
  holder$wait()
  held <- lock_file(path)
  expect_type(held, "list")
  unlock_file(held)
})

test_that("a lock on a file that was removed meanwhile is taken again", {
  skip_on_os("windows")
  path <- withr::local_tempfile()
  asked <- 0
  plain <- filelock::lock
  local_mocked_bindings(lock = function(path, ...) {
    asked <<- asked + 1
    held <- plain(path, ...)
    if (asked == 1) unlink(path)
    held
  }, .package = "filelock")
  held <- lock_file(path)
  expect_identical(asked, 2)
  expect_true(file.exists(path))
  unlock_file(held)
})

test_that("where there is no place for a lock there is none", {
  expect_identical(lock_file(file.path(withr::local_tempfile(), "none", "lock")), NA)
  expect_null(unlock_file(NA))
})
