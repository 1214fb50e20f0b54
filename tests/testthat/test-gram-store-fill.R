shapes <- simulate_shapes(30, classes = 3, seed = 21)
compare <- function(curves, ...) {
  elastic_gram(curves, search = "fast", n_points = 30, n_threads = 1, ...)
}
small_tiles <- function(env = parent.frame()) {
  local_mocked_bindings(tile_size = function(n, search) 8L, .env = env)
}
count_pairs <- function(expr) {
  asked <- 0
  plain <- r_inner_products
  with_mocked_bindings(suppressMessages(expr), r_inner_products = function(points, closed, first,
                                                                           ...) {
    asked <<- asked + length(first)
    plain(points, closed, first, ...)
  })
  asked
}
S <- as.matrix(compare(shapes))

test_that("called again, it computes nothing and says so", {
  small_tiles()
  dir <- withr::local_tempfile()
  first <- compare(shapes, file = dir)
  expect_identical(count_pairs(second <- compare(shapes, file = dir)), 0)
  expect_identical(second, first)
  expect_message(compare(shapes, file = dir), "435 of 435", class = "shapecrp_message_resumed")
  expect_setequal(list.files(dir, all.files = TRUE, no.. = TRUE),
                  c("gram", vapply(tile_places(first$S), tile_name, "")))
})

test_that("stopped at any tile, the same call goes on", {
  small_tiles()
  for (stop_at in c(1, 4, 10)) {
    dir <- withr::local_tempfile()
    calls <- 0
    plain <- r_inner_products
    with_mocked_bindings(
      expect_message(
        tryCatch(compare(shapes, file = dir), interrupt = function(i) NULL),
        "Run the same call again", class = "shapecrp_message_interrupted"
      ),
      r_inner_products = function(...) {
        calls <<- calls + 1
        if (calls == stop_at) rlang::interrupt()
        plain(...)
      }
    )
    expect_length(list.files(dir, "^tile"), stop_at - 1)
    expect_false(file.exists(file.path(dir, "lock")))
    left <- sum(vapply(triangle_tiles(30, 8)[stop_at:10], tile_pairs, 0))
    expect_identical(count_pairs(gram <- compare(shapes, file = dir)), left)
    expect_identical(as.matrix(gram), S)
  }
})

test_that("tiles that cannot be used are computed again, and told", {
  small_tiles()
  dir <- withr::local_tempfile()
  compare(shapes, file = dir)
  tile <- function(name) file.path(dir, paste0("tile-", name))
  bytes <- readBin(tile("00001-00001"), "raw", 1e6)
  bytes[200] <- xor(bytes[200], as.raw(16))
  writeBin(bytes, tile("00001-00001"))
  writeBin(readBin(tile("00001-00002"), "raw", 300), tile("00001-00002"))
  file.copy(tile("00001-00003"), tile("00002-00003"), overwrite = TRUE)
  # Of the right curves and settings, but with values that no computation gives.
  held <- open_gram(dir)
  write_tile(held$S, c(3, 3), matrix(NaN, 8, 8))
  said <- expect_message(
    gram <- compare(shapes, file = dir), "4 of 10 tiles cannot be used",
    class = "shapecrp_message_tiles"
  )
  expect_identical(
    said$tiles, paste0("tile-", c("00001-00001", "00001-00002", "00002-00003", "00003-00003"))
  )
  expect_identical(said$reasons, c("damaged", "truncated", "other", "damaged"))
  the$tiles <- list()
  expect_identical(as.matrix(gram), S)
})

test_that("temporary files of a process that died are removed", {
  small_tiles()
  dir <- withr::local_tempfile()
  dir.create(dir)
  writeLines("half", file.path(dir, "tile-00001-00001.part"))
  writeLines("", file.path(dir, "lock"))
  gram <- compare(shapes, file = dir)
  expect_false(any(grepl("part|lock", list.files(dir))))
  expect_identical(as.matrix(gram), S)
})

test_that("curves added at the end are the only ones compared", {
  small_tiles()
  dir <- withr::local_tempfile()
  compare(shapes[1:20], file = dir)
  # Tiles of the blocks 1..8 and 9..16 stay: 120 pairs of 435.
  expect_identical(count_pairs(gram <- compare(shapes, file = dir)), 435 - 120)
  expect_identical(as.matrix(gram), S)
  expect_no_message(compare(shapes[1:16], file = other <- withr::local_tempfile()))
  expect_identical(count_pairs(compare(shapes[1:24], file = other)), 276 - 120)
  expect_message(compare(shapes, file = dir), "435 of 435")
})

test_that("blocks of the same curves are told from one block with itself", {
  small_tiles()
  copies <- shapes[1:8]
  names(copies) <- paste0("copy-", 1:8)
  twice <- c(shapes[1:8], copies)
  # A triangle's diagonal is exact, what is computed for two copies is below it.
  withr::defer(the$tiles <- list())
  local_mocked_bindings(r_inner_products = function(points, closed, first, ...) {
    rep(0.5, length(first))
  })
  dir <- withr::local_tempfile()
  stored <- compare(twice, file = dir)
  the$tiles <- list()
  expect_identical(as.matrix(stored), as.matrix(compare(twice)))
  the$tiles <- list()
  file.copy(file.path(dir, "tile-00001-00001"), file.path(dir, "tile-00001-00002"), TRUE)
  expect_error(as.matrix(stored), "tile-00001-00002", class = "shapecrp_error_file")
})

test_that("curves of the same points under other names are the same", {
  small_tiles()
  dir <- withr::local_tempfile()
  compare(shapes, file = dir)
  renamed <- shapes
  names(renamed) <- paste0("n", 1:30)
  expect_identical(count_pairs(gram <- compare(renamed, file = dir)), 0)
  expect_identical(names(open_gram(dir)), names(renamed))
  expect_identical(unname(as.matrix(gram)), unname(S))
})

test_that("a directory of something else is refused and left as it is", {
  small_tiles()
  dir <- withr::local_tempfile()
  compare(shapes, file = dir)
  before <- tools::md5sum(list.files(dir, full.names = TRUE))
  expect_match(input_error(compare(shapes[2:30], file = dir)), "other curves")
  expect_match(input_error(compare(shapes[1:29], file = dir)), "other curves")
  expect_match(input_error(elastic_gram(shapes, file = dir)), "other settings")
  expect_identical(tools::md5sum(list.files(dir, full.names = TRUE)), before)
  foreign <- withr::local_tempdir()
  writeLines("mine", file.path(foreign, "notes.txt"))
  expect_match(input_error(compare(shapes, file = foreign)), "notes.txt")
  expect_identical(list.files(foreign), "notes.txt")
  expect_match(input_error(compare(shapes, file = file.path(foreign, "notes.txt"))), "directory")
  expect_match(input_error(compare(shapes, file = file.path(foreign, "a", "b"))), "exists")
  for (bad in list(1, NA_character_, "", c("a", "b"), TRUE)) {
    expect_match(input_error(compare(shapes, file = bad)), "file")
  }
})

test_that("hidden files of the system do not count", {
  dir <- withr::local_tempdir()
  file.create(file.path(dir, ".DS_Store"))
  expect_identical(as.matrix(compare(shapes, file = dir)), S)
})

test_that("names of directories may be unusual, and relative", {
  skip_on_os("windows")
  home <- withr::local_tempdir()
  withr::local_dir(home)
  name <- "a {b} 'c' \"d\" %s [e]* ?"
  gram <- compare(shapes, file = name)
  expect_message(compare(shapes, file = name), "435 of 435")
  expect_match(input_error(compare(shapes[2:30], file = name)), "other curves")
  unlink(file.path(name, "tile-00001-00001"))
  expect_error(open_gram(name), "is incomplete", class = "shapecrp_error_file")
  compare(shapes, file = name)
  the$tiles <- list()
  withr::local_dir(withr::local_tempdir())
  expect_identical(as.matrix(gram), S)
})

test_that("a directory that can be read only can be opened", {
  skip_on_os("windows")
  dir <- withr::local_tempfile()
  compare(shapes, file = dir)
  Sys.chmod(c(dir, list.files(dir, full.names = TRUE)), c("500", "400", "400"))
  withr::defer(Sys.chmod(dir, "700"))
  the$tiles <- list()
  expect_identical(as.matrix(open_gram(dir)), S)
  expect_setequal(list.files(dir), c("gram", "tile-00001-00001"))
})

test_that("a directory without locks is told", {
  dir <- withr::local_tempfile()
  local_mocked_bindings(lock_file = function(path) NA)
  expect_message(compare(shapes, file = dir), "has no locks", class = "shapecrp_message_unlocked")
})

test_that("a directory that cannot be written to is refused", {
  skip_on_os("windows")
  skip_if(Sys.info()[["effective_user"]] == "root", "root may write anywhere")
  dir <- withr::local_tempdir()
  Sys.chmod(dir, "500")
  withr::defer(Sys.chmod(dir, "700"))
  expect_match(input_error(compare(shapes, file = dir)), "written to")
})

test_that("a disk that is full ends with an error, and what is done stays", {
  small_tiles()
  dir <- withr::local_tempfile()
  written <- 0
  plain <- write_pieces
  with_mocked_bindings(
    expect_error(compare(shapes, file = dir), "could not be written",
                 class = "shapecrp_error_file"),
    write_pieces = function(pieces, file) {
      written <<- written + 1
      # Nothing is written, and no error raised: so does a full disk.
      if (written == 5) file.create(file) else plain(pieces, file)
    }
  )
  expect_length(list.files(dir, "^tile"), 3)
  expect_false(any(grepl("part|lock", list.files(dir))))
  expect_message(gram <- compare(shapes, file = dir), "Resuming")
  expect_identical(as.matrix(gram), S)
})

test_that("two processes do not write to one directory", {
  skip_if_not_installed("callr")
  small_tiles()
  dir <- withr::local_tempdir()
  holder <- callr::r_bg(function(path) {
    held <- filelock::lock(path)
    cat("locked\n")
    Sys.sleep(60)
  }, list(path = file.path(dir, "lock")), stdout = "|")
  withr::defer(holder$kill())
  while (!any(holder$read_output_lines() == "locked") && holder$is_alive()) Sys.sleep(0.05)
  expect_error(compare(shapes, file = dir), "Another process", class = "shapecrp_error_locked")
  holder$kill()
  holder$wait()
  expect_identical(as.matrix(compare(shapes, file = dir)), S)
})

test_that("killed at a random moment, it goes on to the same S", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_on_os("windows")
  curves <- simulate_shapes(120, classes = 3, seed = 4)
  dir <- withr::local_tempfile()
  for (moment in 1:2) {
    child <- callr::r_bg(function(curves, dir, lib) {
      .libPaths(lib)
      shapecrp::elastic_gram(curves, search = "fast", n_threads = 1, file = dir)
    }, list(curves = curves, dir = dir, lib = .libPaths()))
    while (length(list.files(dir, "^tile")) < moment && child$is_alive()) Sys.sleep(0.01)
    tools::pskill(child$get_pid(), tools::SIGKILL)
    child$wait()
  }
  expect_message(
    gram <- elastic_gram(curves, search = "fast", n_threads = 1, file = dir),
    class = "shapecrp_message_resumed"
  )
  expect_identical(as.matrix(gram), as.matrix(elastic_gram(curves, search = "fast")))
  expect_length(list.files(dir), 7)
})
