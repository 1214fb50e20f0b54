shapes <- simulate_shapes(130, classes = 3, seed = 2)
near_into <- function(dir, curves = shapes, landmarks = 16, ...) {
  elastic_gram(curves, search = "fast", n_points = 24, pairs = "near", landmarks = landmarks,
               near = 6, n_threads = 1, file = dir, ...)
}
in_memory <- near_into(NULL)
without_directory <- function(gram) {
  gram[["S"]]["dir"] <- list(NULL)
  gram
}

test_that("near pairs in a directory are those in memory, and are opened again", {
  dir <- withr::local_tempfile()
  gram <- near_into(dir)
  expect_identical(without_directory(gram), in_memory)
  expect_setequal(setdiff(list.files(dir), "lock"), c("gram", "near"))
  expect_identical(without_directory(open_gram(dir)), in_memory)
  expect_output(print(gram), "on disk")
  expect_identical(without_directory(near_into(dir)), in_memory)
  expect_identical(check_gram(gram), gram)
})

# Stops a search after some tiles, as a crash would.
stop_after <- function(dir, tiles) {
  written <- 0
  local_mocked_bindings(compute_tile = function(job, n_threads, update = NULL) {
    written <<- written + 1
    if (written > tiles) rlang::interrupt()
    original(job, n_threads, update)
  })
  suppressMessages(tryCatch(near_into(dir), interrupt = function(i) "stopped"))
}
original <- compute_tile

test_that("a search that was stopped in any phase goes on from there", {
  dir <- withr::local_tempfile()
  whole <- withr::local_tempfile()
  count <- 0
  local({
    local_mocked_bindings(compute_tile = function(job, n_threads, update = NULL) {
      count <<- count + 1
      original(job, n_threads, update)
    })
    near_into(whole)
  })
  for (tiles in c(1, count %/% 3, count - 1)) {
    unlink(dir, recursive = TRUE)
    expect_identical(stop_after(dir, tiles), "stopped")
    expect_length(list.files(dir, "^pairs-"), tiles)
    expect_error(open_gram(dir), class = "shapecrp_error_file")
    again <- 0
    gram <- local({
      local_mocked_bindings(compute_tile = function(job, n_threads, update = NULL) {
        again <<- again + 1
        original(job, n_threads, update)
      })
      suppressMessages(near_into(dir))
    })
    expect_identical(again, count - tiles)
    expect_identical(without_directory(gram), in_memory)
  }
})

test_that("a damaged part is computed again, and told", {
  dir <- withr::local_tempfile()
  stop_after(dir, 2)
  part <- list.files(dir, "^pairs-", full.names = TRUE)[1]
  bytes <- readBin(part, "raw", file.size(part))
  bytes[length(bytes) - 40] <- xor(bytes[length(bytes) - 40], as.raw(1))
  writeBin(bytes, part)
  gram <- expect_message(near_into(dir), class = "shapecrp_message_tiles")
  expect_identical(without_directory(open_gram(dir)), in_memory)
  near <- file.path(dir, "near")
  writeBin(readBin(near, "raw", 500), near)
  expect_error(open_gram(dir), class = "shapecrp_error_file")
  expect_message(near_into(dir), class = "shapecrp_message_tiles")
  expect_identical(without_directory(open_gram(dir)), in_memory)
})

test_that("a directory of something else is refused", {
  dir <- withr::local_tempfile()
  near_into(dir)
  expect_error(near_into(dir, shapes[1:120]), class = "shapecrp_error_input")
  expect_error(near_into(dir, landmarks = 17), class = "shapecrp_error_input")
  expect_error(elastic_gram(shapes, search = "fast", n_points = 24, file = dir),
               class = "shapecrp_error_input")
  all <- withr::local_tempfile()
  elastic_gram(shapes[1:5], search = "fast", n_points = 24, file = all)
  expect_error(near_into(all, shapes[1:5]), class = "shapecrp_error_input")
})

test_that("an interrupt keeps what was compared in the session", {
  withr::defer(the$near <- NULL)
  expect_identical(stop_after(NULL, 3), "stopped")
  again <- 0
  local_mocked_bindings(compute_tile = function(job, n_threads, update = NULL) {
    again <<- again + 1
    original(job, n_threads, update)
  })
  expect_message(gram <- near_into(NULL), class = "shapecrp_message_resumed")
  expect_identical(gram, in_memory)
  expect_null(the$near)
})
