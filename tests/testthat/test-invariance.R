# A shape and its disguise (moved, turned, scaled, restarted, sampled otherwise) are one.

test_that("own vertices: a disguised curve is the same shape in 2-D, 3-D and 5-D", {
  withr::local_seed(51)
  for (p in c(2, 3, 5)) {
    for (closed in c(TRUE, FALSE)) {
      points <- smooth_curve(p, closed, m = 60, seed = p)
      hidden <- disguise(points, closed)
      pair <- shape_curves(list(a = points, b = hidden), closed = closed)
      expect_gt(align_pair(pair, n_points = NULL)$value, 1 - 2e-3)
    }
  }
})

test_that("resampled: inner products with a third curve move little under a disguise", {
  withr::local_seed(52)
  for (p in c(2, 3)) {
    for (closed in c(TRUE, FALSE)) {
      one <- smooth_curve(p, closed, m = 150, seed = 10 + p)
      other <- smooth_curve(p, closed, m = 150, seed = 20 + p)
      all <- list(one = one, other = other, hidden = disguise(one, closed))
      set <- shape_curves(all, closed = closed)
      S <- as.matrix(elastic_gram(set, search = "exhaustive", n_points = 60))
      expect_gt(S["one", "hidden"], 1 - 2e-3)
      expect_equal(S["one", "other"], S["hidden", "other"], tolerance = 5e-3)
    }
  }
})

test_that("the disguise test can fail: a mirror image is no disguise", {
  points <- simulate_shapes(1, classes = "key", seed = 53)$points[[1]]
  mirror <- points[rev(seq_len(nrow(points))), ] %*% diag(c(-1, 1))
  pair <- shape_curves(list(a = points, b = mirror), closed = TRUE)
  expect_lt(align_pair(pair, search = "exhaustive")$value, 0.99)
})
