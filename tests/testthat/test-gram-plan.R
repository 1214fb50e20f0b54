shapes <- simulate_shapes(9, classes = 3, seed = 21)

test_that("a plan counts pairs, memory, disk and tiles", {
  plan <- plan_gram(shapes, search = "fast", n_threads = 1)
  expect_s3_class(plan, "gram_plan")
  expect_identical(plan$pairs, 36)
  expect_gt(plan$seconds, 0)
  expect_identical(c(plan$memory, plan$disk, plan$tiles), c(8 * 81, 0, 1))
  expect_identical(plan$road, "memory")
  on_disk <- plan_gram(shapes, search = "fast", n_points = 30, file = "nowhere")
  expect_identical(on_disk$memory, 0)
  expect_gt(on_disk$disk, 4 * 81)
  expect_identical(on_disk$road, "directory")
  expect_false(dir.exists("nowhere"))
})

test_that("the size of the tiles on disk is as planned", {
  dir <- withr::local_tempfile()
  plan <- plan_gram(shapes, search = "fast", n_points = 30, file = dir)
  elastic_gram(shapes, search = "fast", n_points = 30, file = dir)
  held <- file.size(list.files(dir, full.names = TRUE))
  expect_equal(sum(held), plan$disk, tolerance = 0.25)
  expect_length(held, plan$tiles + 1)
})

test_that("one curve takes no time, and pairs that are timed are pairs", {
  plan <- plan_gram(shapes[1])
  expect_identical(c(plan$pairs, plan$seconds), c(0, 0))
  for (n in c(2, 3, 10, 1000)) {
    pairs <- spread_pairs(n, 500, 20)
    expect_true(all(pairs$first != pairs$second))
    expect_true(all(unlist(pairs) %in% seq_len(n)))
    expect_gt(length(unique(pairs$first)), min(n, 300) - 1)
  }
})

test_that("the random numbers of the user are left alone", {
  set.seed(1)
  before <- .Random.seed
  plan_gram(shapes, search = "fast", n_points = 20)
  expect_identical(.Random.seed, before)
})

test_that("a plan prints in words", {
  plan <- plan_gram(shapes, search = "fast", n_points = 30)
  plan$seconds <- 4000
  expect_snapshot(plan)
  plan$road <- "directory"
  plan$disk <- 3.21e9
  plan$tiles <- 1234
  expect_snapshot(plan)
})

test_that("bad input is refused", {
  expect_match(input_error(plan_gram(list(1))), "shape_curves")
  expect_match(input_error(plan_gram(shapes, searc = "fast")), "searc")
  expect_match(input_error(plan_gram(shapes, workers = TRUE)), "workers")
  expect_match(input_error(plan_gram(shapes, n_threads = 0)), "n_threads")
})

test_that("bytes are told in words", {
  expect_identical(
    vapply(c(0, 999, 1000, 81920, 1.24e9, 5e16), format_bytes, ""),
    c("0 bytes", "1000 bytes", "1 kB", "82 kB", "1.2 GB", "50 PB")
  )
})
