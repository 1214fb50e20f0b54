shapes <- simulate_shapes(9, classes = 3, seed = 21)

items_of <- function(tiles) {
  pairs <- lapply(tiles, function(tile) {
    both <- expand.grid(i = tile$rows, j = tile$columns)
    if (is_triangle(tile)) both[both$i < both$j, ] else both
  })
  do.call(rbind, pairs)
}

test_that("tiles hold every pair once", {
  for (n in c(1, 2, 5, 6, 7, 23)) {
    tiles <- triangle_tiles(n, 3)
    pairs <- items_of(tiles)
    expect_identical(sum(vapply(tiles, tile_pairs, 0)), n * (n - 1) / 2)
    expect_identical(nrow(pairs), as.integer(n * (n - 1) / 2))
    expect_true(all(pairs$i < pairs$j))
    expect_false(anyDuplicated(pairs) > 0)
  }
  pairs <- items_of(rectangle_tiles(1:7, 8:11, 3))
  expect_identical(pairs[order(pairs$j, pairs$i), "i"], rep(1:7, 4))
  expect_identical(sort(unique(pairs$j)), 8:11)
  expect_false(anyDuplicated(pairs) > 0)
})

test_that("tiles are neither too small to share out nor too large to lose", {
  expect_identical(tile_size(60, "fast"), 48L)
  expect_identical(tile_size(1000, "standard"), 63L)
  expect_identical(tile_size(1e6, "standard"), 128L)
  expect_identical(tile_size(1e6, "exhaustive"), 12L)
})

test_that("a tile is the same whoever its neighbours are", {
  settings <- elastic_settings(shapes, search = "fast", n_points = 40)
  S <- as.matrix(elastic_gram(shapes, search = "fast", n_points = 40))
  tile <- list(rows = c(2L, 9L), columns = c(1L, 3L, 4L))
  found <- compute_tile(tile_job(shapes, tile, settings), 1L)
  expect_identical(found, unname(S[tile$rows, tile$columns]))
  triangle <- list(rows = c(2L, 9L, 5L), columns = c(2L, 9L, 5L))
  found <- compute_tile(tile_job(shapes, triangle, settings), 1L)
  expected <- unname(S[triangle$rows, triangle$rows])
  diag(expected) <- 0
  expect_identical(found, expected)
})

# 25 curves are three blocks of 12, 12 and 1: six tiles.
small_tiles <- function(env = parent.frame()) {
  local_mocked_bindings(tile_size = function(n, search) 12L, .env = env)
}

test_that("an interrupt while curves are compared keeps the tiles that are done", {
  small_tiles()
  plain <- r_inner_products
  calls <- 0
  local_mocked_bindings(
    r_inner_products = function(points, closed, first, ...) {
      calls <<- calls + 1
      if (calls == 2) rlang::interrupt()
      plain(points, closed, first, ...)
    }
  )
  curves <- simulate_shapes(25, classes = 2, seed = 3)
  compare <- function() elastic_gram(curves, search = "fast", n_points = 60, n_threads = 1)
  expect_snapshot(tryCatch(compare(), interrupt = function(i) "interrupted"))
  asked <- 0
  local_mocked_bindings(r_inner_products = function(points, closed, first, ...) {
    asked <<- asked + length(first)
    plain(points, closed, first, ...)
  })
  expect_snapshot(gram <- compare())
  expect_identical(asked, 300 - 66)
  expect_silent(whole <- compare())
  expect_identical(gram, whole)
})

test_that("an interrupt within a tile costs that tile", {
  small_tiles()
  plain <- r_inner_products
  local_mocked_bindings(
    # The core stops after 7 pairs of the second tile, and gives these.
    r_inner_products = function(points, closed, first, second, settings, n_threads, update) {
      if (length(points) == 24) first <- first[1:7]
      plain(points, closed, first, second[seq_along(first)], settings, n_threads, update)
    }
  )
  curves <- simulate_shapes(24, classes = 2, seed = 3)
  compare <- function() elastic_gram(curves, search = "fast", n_points = 60, n_threads = 1)
  expect_message(tryCatch(compare(), interrupt = function(i) NULL), "66 of 276 pairs")
  local_mocked_bindings(r_inner_products = plain)
  expect_message(gram <- compare(), "66 of 276 pairs", class = "shapecrp_message_resumed")
  expect_identical(gram, compare())
})

test_that("an error keeps the tiles that are done, too", {
  small_tiles()
  plain <- r_inner_products
  curves <- simulate_shapes(24, classes = 2, seed = 3)
  compare <- function() elastic_gram(curves, search = "fast", n_points = 50, n_threads = 1)
  with_mocked_bindings(
    expect_error(compare(), class = "shapecrp_error_computation"),
    r_inner_products = function(points, ...) {
      s <- plain(points, ...)
      if (length(points) == 24) s * NaN else s
    }
  )
  expect_message(compare(), "66 of 276 pairs", class = "shapecrp_message_resumed")
})

test_that("what was kept serves the same call only", {
  small_tiles()
  curves <- simulate_shapes(24, classes = 2, seed = 3)
  with_mocked_bindings(
    expect_error(elastic_gram(curves, search = "fast", n_points = 50)),
    check_values = function(values, ...) if (ncol(values) == 12 && values[1] != 0) stop("x")
  )
  expect_silent(elastic_gram(curves[1:20], search = "fast", n_points = 50))
})

test_that("an interrupt after the comparisons keeps them all", {
  curves <- simulate_shapes(8, classes = 2, closed = FALSE, seed = 3)
  compare <- function() {
    cluster_shapes(curves, search = "fast", n_points = 60,
                   control = mcmc_control(60, 20, chains = 2, seed = 1))
  }
  with_mocked_bindings(
    expect_message(
      tryCatch(compare(), interrupt = function(i) NULL),
      "all comparisons are done", class = "shapecrp_message_interrupted"
    ),
    prepare_gram = function(...) rlang::interrupt()
  )
  expect_message(compare(), "28 of 28 pairs", class = "shapecrp_message_resumed")
})

test_that("pairs that progress has counted are kept", {
  skip_on_os("windows")
  skip_on_cran()
  curves <- simulate_shapes(60, classes = 2, seed = 3)
  pairs <- triangle_pairs(60)
  settings <- core_settings(elastic_settings(curves))
  counted <- 0
  s <- r_inner_products(
    curves$points, TRUE, pairs$first, pairs$second, settings, 1L,
    function(done, total) {
      counted <<- done
      tools::pskill(Sys.getpid(), tools::SIGINT)
    }
  )
  expect_gt(counted, 0)
  expect_gte(length(s), counted)
  expect_lt(length(s), length(pairs$first))
})
