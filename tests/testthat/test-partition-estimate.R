draws <- noisy_draws(24, 4, 60, noise = 0.2)

test_that("co-clustering is the mean of membership matrices", {
  fit <- fit_of_draws(draws, chains = 3)
  found <- coclustering(fit, n_threads = 1)
  expect_equal(unname(found), unname(slow_coclustering(draws)))
  expect_identical(dimnames(found), list(colnames(draws), colnames(draws)))
  expect_identical(coclustering(partition(fit, "map")), found)
})

test_that("expected losses are means over the draws", {
  fit <- fit_of_draws(draws)
  for (method in c("vi", "binder", "map")) {
    found <- partition(fit, method)
    expect_equal(found$expected_loss,
                 c(vi = slow_expected_loss(draws, found$labels, slow_vi),
                   binder = slow_expected_loss(draws, found$labels, slow_binder)))
  }
})

test_that("the search finds the least loss of all partitions", {
  all <- lapply(1:9, all_partitions)
  above <- function(seed, loss) {
    n <- 3 + seed %% 7
    labels <- random_draws(n, c(3, 10, 25)[1 + seed %% 3], seed)
    found <- partition(fit_of_draws(labels), loss, n_threads = 1)
    found$expected_loss[[loss]] - least_loss(labels, all[[n]], loss)
  }
  for (loss in c("vi", "binder")) {
    expect_equal(vapply(1:200, above, 0, loss = loss), rep(0, 200), tolerance = 1e-9)
  }
})

test_that("where draws are too many for one stage the result is still a minimum", {
  # 300 items x 3,000 distinct draws.
  labels <- noisy_draws(300, 12, 3000, noise = 0.15, seed = 3)
  hidden <- withr::with_seed(3, sample(rep_len(1:12, 300)))
  fit <- fit_of_draws(labels)
  found <- partition(fit, "vi", n_threads = 2)
  expect_equal(compare_partitions(found, hidden)[["vi"]], 0)
  expect_identical(partition(fit, "vi", n_threads = 1), found)
})

test_that("nothing but order changes with the order of curves, draws, chains and labels", {
  labels <- noisy_draws(40, 5, 80, noise = 0.35, seed = 2)
  fit <- fit_of_draws(labels, chains = 2)
  withr::local_seed(5)
  items <- sample(ncol(labels))
  rows <- sample(nrow(labels))
  for (method in c("vi", "binder", "map")) {
    base <- partition(fit, method)
    shuffled <- partition(fit_of_draws(labels[rows, ], chains = 4, log_posterior = rows), method)
    expect_equal(shuffled, base)
    turned <- partition(fit_of_draws(labels[, items], chains = 2), method)
    expect_equal(compare_partitions(turned, base)[["vi"]], 0)
    expect_equal(turned$certainty[colnames(labels)], base$certainty)
    expect_equal(turned$expected_loss, base$expected_loss)
  }
  renamed <- t(apply(labels, 1, function(x) sample.int(10)[x]))
  colnames(renamed) <- colnames(labels)
  expect_equal(partition(fit_of_draws(renamed, chains = 2)), partition(fit))
})

test_that("the number of threads changes no bit", {
  fit <- fit_of_draws(draws)
  expect_identical(partition(fit, n_threads = 2), partition(fit, n_threads = 1))
  expect_identical(coclustering(fit, n_threads = 2), coclustering(fit, n_threads = 1))
})

test_that("the extrinsic mean is that worked by hand", {
  # Five draws of five curves. Of five draws, shared: 12: 4, 13: 2, 23: 3, 45: 4, others
  # with 4 or 5: at most 1. k0 = 2, three times of five.
  labels <- rbind(c(1, 1, 1, 2, 2), c(1, 1, 1, 2, 2), c(1, 1, 2, 3, 3),
                  c(1, 2, 2, 3, 3), c(1, 1, 2, 2, 1))
  # Steps 4 (nothing exceeds: 5 clusters), 3 (12 and 45, 3 alone: 3 clusters), 2: row 1
  # takes 2 but not 3, as 13 is 2; 3 may not follow 2, which is gone: 3 clusters; 1: row 1
  # takes 2 and 3, row 4 takes 5: 2 clusters, t* = 1/5.
  found <- partition(fit_of_draws(labels), "extrinsic")
  expect_equal(unname(found$labels), c(1, 1, 1, 2, 2))
  expect_equal(found$t_star, 1 / 5)
  expect_equal(found$k0, 2)
  expect_identical(found$method, "extrinsic")
  # In another order curve 2 leads: it takes 1 and 3 at step 2 already.
  found <- partition(fit_of_draws(labels[, c(2, 1, 3, 4, 5)]), "extrinsic")
  expect_equal(found$t_star, 2 / 5)
})

test_that("the extrinsic mean agrees with matrices", {
  met <- 0
  for (seed in 1:30) {
    labels <- random_draws(8, 30, seed)
    slow <- slow_extrinsic(labels)
    if (is.null(slow)) {
      expect_message(partition(fit_of_draws(labels), "extrinsic"),
                     class = "shapecrp_message_threshold")
      next
    }
    met <- met + 1
    found <- partition(fit_of_draws(labels), "extrinsic")
    expect_equal(unname(found$labels), order_labels(slow$labels))
    expect_equal(found$t_star, slow$t_star)
    expect_equal(found$k0, slow$k0)
  }
  expect_gt(met, 10)
})

test_that("without a threshold the fall-back is named", {
  # Each of three pairs is shared once, k0 = 2: at step 0 all join, above all part.
  labels <- rbind(c(1, 1, 2), c(1, 2, 1), c(1, 2, 2))
  fit <- fit_of_draws(labels)
  expect_snapshot(found <- partition(fit, "extrinsic"))
  expect_identical(found$method, "vi")
  expect_identical(found$asked, "extrinsic")
  expect_true(is.na(found$t_star))
  expect_equal(found$labels, partition(fit, "vi")$labels)
  expect_output(print(found), "because\\s+\"extrinsic\"")
})

test_that("a tie for the number of clusters goes to the smaller", {
  labels <- rbind(c(1, 1, 1, 2), c(1, 1, 2, 3))
  expect_equal(partition(fit_of_draws(labels), "extrinsic")$k0, 2)
})

test_that("map is the draw of the highest log posterior", {
  score <- replace(seq_len(60) / 60, 17, 2)
  found <- partition(fit_of_draws(draws, chains = 3, log_posterior = score), "map")
  expect_equal(unname(found$labels), order_labels(unname(draws[17, ])))
})

test_that("one and two curves have partitions", {
  expect_equal(unname(clusters(fit_of_draws(matrix(1L, 4, 1)))), 1)
  two <- fit_of_draws(rbind(c(1, 1), c(1, 1), c(1, 2)))
  expect_equal(unname(clusters(two)), c(1, 1))
  expect_equal(unname(clusters(two, method = "binder")), c(1, 1))
  expect_equal(unname(partition(two)$certainty), c(2, 2) / 3)
})

test_that("wrong methods and fits without draws are errors", {
  expect_error(partition(fit_of_draws(draws), "mode"), class = "shapecrp_error_input")
  empty <- fit_of_draws(draws)
  empty$labels <- empty$labels[0, , , drop = FALSE]
  expect_error(coclustering(empty), class = "shapecrp_error_input")
  expect_error(partition(empty), class = "shapecrp_error_input")
})

test_that("of a fit of the sampler, the least loss is no more than that of other methods", {
  fit <- wishart_crp(small_gram(20), control = mcmc_control(300, 100, chains = 2, seed = 1))
  found <- lapply(c("vi", "binder", "extrinsic", "map"), function(method) {
    suppressMessages(partition(fit, method))
  })
  for (each in found) {
    expect_identical(names(each$labels), fit$gram$id)
    expect_gte(each$expected_loss[["vi"]], found[[1]]$expected_loss[["vi"]] - 1e-12)
    expect_gte(each$expected_loss[["binder"]], found[[2]]$expected_loss[["binder"]] - 1e-12)
  }
})

test_that("the credible ball is that worked by hand", {
  # Distances to the first: 0 six times; merging two pairs 1 bit; splitting a pair 0.5 bits.
  centre <- c(1, 1, 2, 2)
  labels <- rbind(centre, centre, centre, centre, centre, centre,
                  c(1, 1, 1, 1), c(1, 2, 3, 3), c(1, 1, 2, 3), c(1, 2, 3, 4))
  fit <- fit_of_draws(labels)
  ball <- credible_ball(fit, level = 0.8)
  expect_equal(unname(ball$centre), centre)
  expect_equal(ball$radius, 0.5)
  expect_equal(unname(ball$horizontal), rbind(c(1, 1, 2, 3), c(2, 3, 1, 1)))
  expect_equal(ball$horizontal, ball$lower)
  expect_equal(unname(ball$upper), rbind(centre), ignore_attr = TRUE)
  ball <- credible_ball(fit, level = 1)
  expect_equal(ball$radius, 1)
  expect_equal(unname(ball$upper), rbind(c(1, 1, 1, 1)), ignore_attr = TRUE)
  expect_equal(unname(ball$lower), rbind(1:4), ignore_attr = TRUE)
  expect_equal(nrow(ball$horizontal), 2)
  expect_equal(ball$distance, c(horizontal = 1, upper = 1, lower = 1))
  expect_snapshot(ball)
  expect_error(credible_ball(fit, level = 0), class = "shapecrp_error_input")
  expect_error(credible_ball(fit, estimate = 1:3), class = "shapecrp_error_input")
})

test_that("the credible ball holds its share and no less would do", {
  fit <- fit_of_draws(draws)
  ball <- credible_ball(fit, level = 0.7)
  distances <- apply(draws, 1, slow_vi, b = ball$centre)
  expect_gte(mean(distances <= ball$radius + 1e-9), 0.7)
  expect_lt(mean(distances < ball$radius - 1e-9), 0.7)
})

test_that("ids are no arguments of what orders the rims of a ball", {
  draws <- draws_around(rep(1:2, each = 4), every = 2)
  ball_of <- function(id) {
    ball <- credible_ball(hand_made_fit(as_gram(diag(8), id = id), draws))
    unname(ball$horizontal)
  }
  plain <- ball_of(letters[1:8])
  expect_identical(ball_of(c("decreasing", "method", "na.last", letters[1:5])), plain)
  expect_identical(ball_of(paste0(strrep("x", 20000), 1:8)), plain)
})

test_that("the centre of a ball is matched by name, and its labels are numbered", {
  draws <- rbind(c(1, 1, 2, 2), c(1, 1, 2, 2), c(1, 1, 1, 2), c(1, 1, 2, 2))
  fit <- hand_made_fit(as_gram(diag(4), id = letters[1:4]), draws)
  ball <- credible_ball(fit, 0.5, estimate = c(d = 9, c = 9, b = 4, a = 4))
  expect_identical(ball$centre, c(a = 1L, b = 1L, c = 2L, d = 2L))
  expect_identical(ball$radius, 0)
})
