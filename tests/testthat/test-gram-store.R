shapes <- simulate_shapes(30, classes = 3, seed = 21)
compare <- function(curves, ...) elastic_gram(curves, search = "fast", n_points = 30, ...)
small_tiles <- function(env = parent.frame()) {
  local_mocked_bindings(tile_size = function(n, search) 8L, .env = env)
}
quick <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1)

# The same gram in memory and in a directory of ten tiles.
with_both <- function(f, curves = shapes) {
  small_tiles()
  dir <- withr::local_tempfile()
  stored <- compare(curves, file = dir)
  f(compare(curves), stored, dir)
}

test_that("S on disk is S in memory, whatever part is read", {
  with_both(function(gram, stored, dir) {
    expect_length(list.files(dir, "^tile"), 10)
    expect_identical(as.matrix(stored), as.matrix(gram))
    expect_identical(gram_diagonal(stored), gram_diagonal(gram))
    for (rows in list(1:30, 30:1, c(17, 3), 9L)) {
      for (columns in list(c(8, 9), 24, c(30, 1, 16))) {
        expect_identical(gram_block(stored, rows, columns), gram_block(gram, rows, columns))
      }
    }
    expect_identical(stored[c(29, 2, 11)], gram[c(29, 2, 11)])
    expect_identical(as.dist(stored[5:20]), as.dist(gram[5:20]))
    expect_identical(summary(stored), summary(gram))
    expect_identical(dim(stored), c(30L, 30L))
  })
})

test_that("scale kept has its diagonal on disk", {
  small_tiles()
  kept <- compare(shapes[1:10], scale = FALSE, file = withr::local_tempfile())
  expect_identical(as.matrix(kept), as.matrix(compare(shapes[1:10], scale = FALSE)))
})

test_that("fits, predictions, means, pictures and pages are the same", {
  with_both(function(gram, stored, dir) {
    withr::local_options(shapecrp.tell_memory = Inf)
    fit <- wishart_crp(gram, control = quick)
    expect_message(
      from_disk <- wishart_crp(stored, control = quick), "needs up to",
      class = "shapecrp_message_memory"
    )
    same <- setdiff(names(fit), c("gram", "seconds", "times"))
    expect_identical(unclass(from_disk)[same], unclass(fit)[same])
    expect_identical(from_disk$gram, stored)
    expect_identical(predict(from_disk, shapes[1:2]), predict(fit, shapes[1:2]))
    expect_identical(templates(from_disk)$mean, templates(fit)$mean)
    expect_identical(karcher_mean(stored[1:6])$mean, karcher_mean(gram[1:6])$mean)
    expect_identical(clusters(kmedoids_shapes(stored, 3)), clusters(kmedoids_shapes(gram, 3)))
    for (type in c("clusters", "map", "gram", "coclustering")) {
      expect_s3_class(plot(from_disk, type), "ggplot")
    }
    expect_s3_class(plot(stored), "ggplot")
    page <- withr::local_tempfile(fileext = ".html")
    write_report(from_disk, page)
    expect_gt(file.size(page), 1e4)
    expect_output(print(from_disk), "Clusters of 30 curves")
    expect_identical(sample_more(from_disk, 20)$labels, sample_more(fit, 20)$labels)
    again <- suppressMessages(cluster_shapes(from_disk))
    expect_identical(again$labels, fit$labels)
  })
})

test_that("a stored gram is extended in memory by c(), and compared with new curves", {
  with_both(function(gram, stored, dir) {
    expect_identical(c(stored, shapes[21:30]), compare(shapes))
    expect_identical(elastic_cross(stored, shapes[21:30]), elastic_cross(gram, shapes[21:30]))
  }, shapes[1:20])
})

test_that("a stored gram prints where it is, and reads nothing for that", {
  with_both(function(gram, stored, dir) {
    unlink(list.files(dir, "^tile", full.names = TRUE))
    expect_output(print(stored), paste("on disk:", normalizePath(dir)), fixed = TRUE)
  })
})

test_that("names can be changed, the directory keeps its own", {
  with_both(function(gram, stored, dir) {
    names(stored) <- paste0("c", 1:30)
    expect_identical(rownames(as.matrix(stored))[30], "c30")
    fit <- suppressMessages(wishart_crp(stored, control = quick))
    expect_identical(names(clusters(fit))[1:2], c("c1", "c2"))
    expect_identical(names(open_gram(dir)), shapes$id)
  })
})

test_that("open_gram() finds what was stored, here and elsewhere", {
  with_both(function(gram, stored, dir) {
    expect_identical(open_gram(dir), stored)
    elsewhere <- withr::local_tempfile()
    dir.create(elsewhere)
    file.copy(list.files(dir, full.names = TRUE), elsewhere)
    moved <- open_gram(elsewhere)
    expect_identical(as.matrix(moved), as.matrix(gram))
    expect_identical(moved$curves, shapes)
    expect_identical(moved$settings, gram$settings)
  })
})

test_that("a saved gram remembers its directory and takes no room", {
  with_both(function(gram, stored, dir) {
    as.matrix(stored)
    file <- withr::local_tempfile()
    saveRDS(stored, file)
    expect_identical(readRDS(file), stored)
    expect_identical(as.matrix(readRDS(file)), as.matrix(gram))
  })
})

test_that("a checkpoint refers to the directory", {
  with_both(function(gram, stored, dir) {
    file <- withr::local_tempfile()
    control <- mcmc_control(60, 20, chains = 2, seed = 1, n_threads = 1, checkpoint = file)
    fit <- suppressMessages(wishart_crp(stored, control = control))
    resumed <- resume(file)
    expect_identical(resumed$labels, fit$labels)
    expect_identical(resumed$gram, stored)
    unlink(dir, recursive = TRUE)
    expect_error(resume(file), "is gone", class = "shapecrp_error_file")
  })
})

test_that("a directory that was moved is told before any work, and opened where it is", {
  with_both(function(gram, stored, dir) {
    fit <- suppressMessages(wishart_crp(stored, control = quick))
    the$tiles <- list()
    moved <- withr::local_tempfile()
    file.rename(dir, moved)
    expect_error(as.matrix(stored), "is gone", class = "shapecrp_error_file")
    local_mocked_bindings(advance_fit = function(fit, ...) stop("sampled"))
    expect_error(sample_more(fit, 10), "open_gram", class = "shapecrp_error_file")
    expect_s3_class(predict(fit, shapes[1:2]), "shape_prediction")
    fit$gram <- open_gram(moved)
    expect_error(sample_more(fit, 10), "sampled")
    expect_s3_class(plot(fit, "gram"), "ggplot")
  })
})

test_that("tiles are read once while they stay in the cache", {
  with_both(function(gram, stored, dir) {
    the$tiles <- list()
    as.matrix(stored)
    expect_length(the$tiles, 10)
    local_mocked_bindings(read_tile = function(...) stop("read"))
    expect_identical(as.matrix(stored), as.matrix(gram))
    withr::local_options(shapecrp.tile_cache = 8 * 64)
    the$tiles <- list()
    expect_error(as.matrix(stored), "read")
  })
  with_both(function(gram, stored, dir) {
    withr::local_options(shapecrp.tile_cache = 3 * 8 * 64)
    the$tiles <- list()
    expect_identical(as.matrix(stored), as.matrix(gram))
    expect_lte(sum(lengths(the$tiles)), 3 * 64)
  })
})

test_that("a tile that is damaged or gone is an error where it is needed, never a number", {
  spoil <- list(
    damaged = function(file) {
      bytes <- readBin(file, "raw", 1e6)
      bytes[100] <- xor(bytes[100], as.raw(1))
      writeBin(bytes, file)
    },
    truncated = function(file) writeBin(readBin(file, "raw", 200), file),
    foreign = function(file) writeLines("hello", file),
    missing = unlink,
    other = function(file) file.copy(sub("00001-00001", "00002-00002", file), file, TRUE)
  )
  for (reason in names(spoil)) {
    with_both(function(gram, stored, dir) {
      the$tiles <- list()
      spoil[[reason]](file.path(dir, "tile-00001-00001"))
      error <- expect_error(as.matrix(stored), "tile-00001-00001", class = "shapecrp_error_file")
      expect_identical(error$reason, reason)
      expect_identical(as.matrix(stored[9:30]), as.matrix(gram[9:30]))
    })
  }
})

test_that("a directory that changed is noticed at the door", {
  with_both(function(gram, stored, dir) {
    others <- stored
    others$curves <- simulate_shapes(30, classes = 3, seed = 5)
    names(others$curves) <- stored$id
    expect_match(input_error(wishart_crp(others)), "directory")
    settings <- stored
    settings$settings$search <- "standard"
    expect_match(input_error(wishart_crp(settings)), "directory")
    unlink(dir, recursive = TRUE)
    expect_match(input_error(wishart_crp(stored)), "is gone")
  })
})

test_that("open_gram() refuses what it did not write", {
  small_tiles()
  expect_match(input_error(open_gram()), "dir")
  expect_match(input_error(open_gram(1)), "dir")
  expect_match(input_error(open_gram("no-such-directory")), "no-such-directory")
  empty <- withr::local_tempdir()
  expect_error(open_gram(empty), class = "shapecrp_error_file")
  with_both(function(gram, stored, dir) {
    unlink(file.path(dir, "tile-00001-00003"))
    error <- expect_error(open_gram(dir), "1 of 10 tiles", class = "shapecrp_error_file")
    expect_identical(error$reason, "incomplete")
    header <- file.path(dir, "gram")
    writeBin(readBin(header, "raw", file.size(header) - 1), header)
    expect_error(open_gram(dir), "truncated", class = "shapecrp_error_file")
    file.copy(file.path(dir, "tile-00001-00001"), header, overwrite = TRUE)
    expect_error(open_gram(dir), class = "shapecrp_error_file")
    write_plain(list(curves = 1, settings = 2, size = 3), header, "gram")
    expect_error(open_gram(dir), "is not valid", class = "shapecrp_error_file")
  })
})

test_that("tiles of another version are read by it, and told apart by a new computation", {
  small_tiles()
  dir <- withr::local_tempfile()
  with_mocked_bindings(
    {
      old <- compare(shapes, file = dir)
      expect_identical(open_gram(dir), old)
    },
    this_version = function() "0.1.9"
  )
  expect_message(
    new <- compare(shapes, file = dir), "10 of 10 tiles cannot be used.*another version",
    class = "shapecrp_message_tiles"
  )
  expect_identical(as.matrix(open_gram(dir)), as.matrix(new))
})
