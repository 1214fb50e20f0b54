# All inner products of points on a sphere, in place of curves: `compare` looks them up.
sphere_lookup <- function(n, classes = 5, seed = 1, p = 6) {
  set.seed(seed)
  centres <- matrix(rnorm(classes * p), classes)
  x <- centres[rep_len(seq_len(classes), n), ] + matrix(rnorm(n * p, sd = 0.3), n)
  tcrossprod(x / sqrt(rowSums(x^2)))
}

look_up <- function(S) {
  counts <- list()
  list(
    compare = function(phase, tiles) {
      counts[[phase]] <<- sum(vapply(tiles, tile_pairs, 0))
      lapply(tiles, function(tile) {
        if (is_pair_list(tile)) {
          return(matrix(S[cbind(tile$first, tile$second)]))
        }
        values <- S[tile$rows, tile$columns, drop = FALSE]
        if (is_triangle(tile)) diag(values) <- 0
        values
      })
    },
    counts = function() unlist(counts)
  )
}

unit_curves <- function(n) simulate_shapes(max(n, 2), classes = 2, seed = 1)[seq_len(n)]
unit_settings <- list(scale = TRUE, search = "fast")

search_sphere <- function(S, ...) {
  n <- nrow(S)
  near_search(unit_curves(n), unit_settings, near_plan(n, ...), look_up(S)$compare, 1L)
}

true_recall <- function(near, S, k) {
  n <- nrow(S)
  delta <- square_distances(S, "arc")
  diag(delta) <- Inf
  nearest <- apply(delta, 1, function(x) order(x)[seq_len(k)])
  i <- rep(seq_len(n), each = k)
  keys <- pair_keys(near$first, near$second, n)
  mean(pair_keys(pmin(i, nearest), pmax(i, nearest), n) %in% keys)
}

test_that("the nearest rows are those of all distances, whatever the number of threads", {
  set.seed(3)
  x <- matrix(rnorm(4 * 3000), 4)
  d <- as.matrix(dist(t(x)[1:200, ]))
  diag(d) <- Inf
  slow <- apply(d, 1, function(row) order(row)[1:6])
  expect_equal(r_nearest_rows(x[, 1:200], NULL, 6L, 1L, NULL), unname(slow))
  expect_identical(r_nearest_rows(x, NULL, 5L, 1L, NULL), r_nearest_rows(x, NULL, 5L, 2L, NULL))
  query <- matrix(rnorm(8), 4)
  far <- as.matrix(dist(rbind(t(query), t(x))))[1:2, -(1:2)]
  expect_equal(r_nearest_rows(x, query, 3L, 1L, NULL),
               unname(apply(far, 1, function(row) order(row)[1:3])))
})

test_that("nearest pairs come in order, and are missing where there are few", {
  # 1 - 2 (0.5), 1 - 3 (0.1), 3 - 4 (0.2)
  found <- r_nearest_pairs(4L, c(1L, 1L, 3L), c(2L, 3L, 4L), c(0.5, 0.1, 0.2), 2L)
  expect_identical(found$item, cbind(c(3L, 2L), c(1L, NA), c(1L, 4L), c(3L, NA)))
  expect_identical(found$value, cbind(c(0.1, 0.5), c(0.5, NA), c(0.1, 0.2), c(0.2, NA)))
})

test_that("second neighbours are neighbours of neighbours, the shortest way first", {
  # A line 1 - 2 - 3 - 4 - 5 with a short step in the middle.
  pairs <- list(1:4, 2:5, c(1, 1, 0.1, 1))
  second <- function(most) {
    found <- r_second_neighbours(5L, pairs[[1]], pairs[[2]], pairs[[3]], 2L, most, 1L, NULL)
    paste(found$first, found$second)
  }
  expect_setequal(second(9L), c("1 3", "2 4", "3 5"))
  expect_true(all(c("2 4", "1 3") %in% second(1L)))
})

test_that("most near pairs are found, with few pairs, and the estimate of recall is right", {
  S <- sphere_lookup(1200, classes = 12)
  looked <- look_up(S)
  near <- near_search(unit_curves(1200), unit_settings, near_plan(1200), looked$compare, 1L)
  recall <- true_recall(near, S, near$k)
  expect_gt(recall, 0.95)
  expect_lt(abs(near$recall$share - recall), 4 * near$recall$error)
  expect_lt(near$pairs, 1200 * 1199 / 2 / 2)
  counts <- looked$counts()
  expect_equal(sum(counts), near$pairs)
  expect_identical(near$s, S[cbind(near$first, near$second)])
  expect_identical(near$block[, 1], S[, near$landmarks[1]])
  expect_true(all(near$first < near$second))
  expect_identical(anyDuplicated(pair_keys(near$first, near$second, 1200)), 0L)
})

test_that("a search is a function of the curves alone, and leaves random numbers as they were", {
  S <- sphere_lookup(500)
  set.seed(1)
  before <- .Random.seed
  one <- search_sphere(S)
  expect_identical(.Random.seed, before)
  set.seed(2)
  expect_identical(search_sphere(S), one)
})

test_that("where a search would be no shorter, all pairs are compared", {
  S <- sphere_lookup(40)
  near <- search_sphere(S)
  expect_identical(near$landmarks, seq_len(40))
  expect_equal(near$pairs, 780)
  expect_equal(near$recall$share, 1)
  expect_equal(near$block, S, tolerance = 1e-12)
  expect_identical(search_sphere(S, near = 100)$k, 39L)
  expect_identical(search_sphere(S[1:2, 1:2])$k, 1L)
  expect_identical(length(search_sphere(S[1, 1, drop = FALSE])$first), 0L)
})

test_that("copies do not fill the lists of each other", {
  S <- sphere_lookup(400)
  which <- c(1:400, rep(7, 60))
  near <- search_sphere(S[which, which], near = 8)
  nearest <- r_nearest_pairs(460L, near$first, near$second, 1 - near$s, 30L)
  distinct <- near$first <= 400 & near$second <= 400
  expect_gte(sum(near$first[distinct] == 7 | near$second[distinct] == 7), 8)
  copies <- near$second > 400 & near$s > 1 - 1e-9
  expect_setequal(near$second[copies], 401:460)
})

test_that("recall is counted by hand", {
  # Four points on a line; the list of the first lacks its nearest.
  x <- c(0, 1, 3, 7)
  S <- tcrossprod(x)
  trial <- list(item = 1:4, products = S)
  pairs <- list(first = c(1L, 2L, 3L), second = c(3L, 3L, 4L), delta = c(3, 2, 4))
  recall <- estimate_recall(pairs, 4, 1L, trial, "l2")
  # Within the radius of the list: 1: {2, 3}, 2: {1, 3}, 3: {2}, 4: {3}; the pair 1 - 2 is unknown.
  expect_identical(c(recall$found, recall$looked), c(4L, 6L))
})
