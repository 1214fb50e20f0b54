# Points in a few groups; distances are then Euclidean.
grouped_points <- function(n, groups, spread, seed) {
  withr::with_seed(seed, {
    centres <- matrix(stats::rnorm(2 * groups), groups)
    centres[rep_len(seq_len(groups), n), ] + spread * matrix(stats::rnorm(2 * n), n)
  })
}

# Q with loops, as the help page writes it.
slow_within_squares <- function(distance, labels) {
  total <- 0
  for (j in unique(labels)) {
    own <- which(labels == j)
    for (a in own) for (b in own[own < a]) total <- total + 2 / length(own) * distance[a, b]^2
  }
  total
}

test_that("a case by hand: pairs on a line", {
  gram <- euclidean_gram(matrix(c(0, 1, 10, 11, 20, 21, 22)))
  found <- pairwise_clustering(gram, 3, seed = 1)
  expect_identical(unname(clusters(found)), c(2L, 2L, 3L, 3L, 1L, 1L, 1L))
  # 2/2 * 1 twice, 2/3 * (1 + 1 + 4).
  expect_equal(found$objective, 6)
  skip_if_not_installed("cluster")
  medoids <- kmedoids_shapes(gram, 3)
  expect_identical(clusters(medoids), clusters(found))
  expect_equal(medoids$objective, 4 / 7)
  expect_identical(medoids$medoids[1], "6")
  expect_identical(unname(clusters(medoids)[medoids$medoids]), 1:3)
})

test_that("the minimum over all partitions into k clusters is found", {
  all <- all_partitions(8)
  for (seed in 1:6) {
    x <- grouped_points(8, 3, spread = 1, seed = seed)
    distance <- unname(as.matrix(dist(x)))
    for (k in c(1, 2, 3, 5, 8)) {
      of_k <- all[apply(all, 1, max) == k, , drop = FALSE]
      least <- min(apply(of_k, 1, slow_within_squares, distance = distance))
      found <- pairwise_clustering(euclidean_gram(x), k, sweeps = 1000, seed = seed)
      expect_equal(max(found$labels), k)
      expect_equal(found$objective, slow_within_squares(distance, found$labels))
      expect_equal(found$objective, least)
    }
  }
})

test_that("k-medoids are those of the least mean distance", {
  skip_if_not_installed("cluster")
  for (seed in 1:5) {
    distance <- unname(as.matrix(dist(grouped_points(12, 3, spread = 0.3, seed = seed))))
    found <- kmedoids_shapes(dist_gram(distance), 3)
    means <- utils::combn(12, 3, function(m) mean(apply(distance[, m], 1, min)))
    expect_equal(found$objective, min(means))
    expect_equal(found$objective, mean(apply(distance[, as.integer(found$medoids)], 1, min)))
  }
})

test_that("clear clusters are found, whatever the order, and ordered by size", {
  gram <- clear_gram(45, groups = 4, spread = 0.05)
  truth <- rep_len(1:4, 45)
  order <- withr::with_seed(2, sample(45))
  for (found in list(pairwise_clustering(gram, 4, seed = 3),
                     pairwise_clustering(gram[order], 4, seed = 3),
                     if (requireNamespace("cluster", quietly = TRUE)) kmedoids_shapes(gram, 4))) {
    if (is.null(found)) next
    expect_equal(compare_partitions(found, setNames(truth, 1:45))[["adjusted_rand"]], 1)
    expect_identical(rev(sort(tabulate(found$labels))), tabulate(found$labels))
    expect_named(clusters(found))
  }
})

test_that("the seed rules, and more starts are as good or better", {
  gram <- small_gram(40, groups = 8, spread = 2)
  run <- function(seed = NULL, starts = 1) pairwise_clustering(gram, 8, 2, starts, seed)
  one <- run(7)
  expect_identical(run(7), one)
  expect_false(identical(run(8)$labels, one$labels))
  gain <- vapply(1:5, function(seed) run(seed)$objective - run(seed, 20)$objective, 0)
  expect_gte(min(gain), 0)
  expect_gt(max(gain), 0)
  drawn <- withr::with_seed(1, run())
  expect_identical(withr::with_seed(1, run()), drawn)
})

test_that("all curves alike, one curve, and k at its ends", {
  same <- matrix(1, 4, 4)
  expect_equal(tabulate(pairwise_clustering(same, 2, seed = 1)$labels), c(2, 2))
  expect_equal(pairwise_clustering(matrix(1), 1)$objective, 0)
  expect_equal(unname(pairwise_clustering(diag(3), 3, seed = 1)$labels), 1:3)
  skip_if_not_installed("cluster")
  expect_equal(max(kmedoids_shapes(same, 2)$labels), 2)
  expect_equal(unname(kmedoids_shapes(diag(3), 3)$labels), 1:3)
  expect_equal(unname(kmedoids_shapes(matrix(1), 1)$labels), 1)
})

test_that("bad input is refused at the door", {
  expect_error(pairwise_clustering("S", 2), "`gram` must", class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 4), "`k` must", class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 0), "`k` must", class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 1.5), "`k` must", class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 2, sweeps = 0), "`sweeps` must",
               class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 2, starts = 0), "`starts` must",
               class = "shapecrp_error_input")
  expect_error(pairwise_clustering(diag(3), 2, seed = -1), "`seed` must",
               class = "shapecrp_error_input")
  expect_error(pairwise_clustering(matrix(1:6, 2), 2), "`gram` must",
               class = "shapecrp_error_input")
  skip_if_not_installed("cluster")
  expect_error(kmedoids_shapes(diag(3), 4), "`k` must", class = "shapecrp_error_input")
  expect_error(kmedoids_shapes(list(), 1), "`gram` must", class = "shapecrp_error_input")
})

test_that("what is printed", {
  gram <- euclidean_gram(matrix(c(0, 1, 10, 11, 20, 21, 22)))
  expect_snapshot(pairwise_clustering(gram, 3, seed = 1))
  skip_if_not_installed("cluster")
  expect_snapshot(kmedoids_shapes(gram, 3))
})
