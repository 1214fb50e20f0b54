test_that("labels go by size, then by first member", {
  expect_identical(order_labels(c(9, 4, 4, 7, 7, 5, 5, 5)), c(4L, 2L, 2L, 3L, 3L, 1L, 1L, 1L))
  expect_identical(order_labels("a"), 1L)
})

# Three draws of four curves: a, b always together, c with them in one, d alone in two.
draws <- rbind(c(1, 1, 1, 2), c(1, 1, 2, 3), c(1, 1, 2, 2))
found <- partition(fit_of_draws(draws, log_posterior = c(3, 2, 1), id = letters[1:4]), "map")

test_that("certainty and centrality are those worked by hand", {
  expect_equal(found$labels, c(a = 1, b = 1, c = 1, d = 2))
  # a: with b 1, with c 1/3. c: 1/3 and 1/3. d is alone: shares with c in one of three.
  expect_equal(found$certainty, c(a = 2 / 3, b = 2 / 3, c = 1 / 3, d = 2 / 3))
  expect_equal(found$members, list("1" = c("a", "b", "c"), "2" = "d"))
})

test_that("a partition is printed and summarised in words", {
  fit <- fit_of_draws(rbind(c(1, 1, 1, 2), c(1, 1, 1, 2)))
  expect_snapshot(partition(fit, "binder"))
  expect_snapshot(summary(partition(fit)))
  summarised <- summary(found, max_size = 1)
  expect_equal(summarised$with[["clusters"]], 2)
  expect_equal(summarised$without[["clusters"]], 1)
  expect_equal(summarised$without[["certainty"]], 5 / 9)
  expect_output(print(summary(found, max_size = 3)), "Without 4 outliers")
  expect_true(is_shape_partition(found))
  expect_identical(clusters(found), found$labels)
})

test_that("tidy and glance give data frames", {
  tidied <- tidy(found)
  expect_equal(tidied$curve, letters[1:4])
  expect_equal(tidied$size, c(3, 3, 3, 1))
  expect_equal(tidied$centrality, c(1, 2, 3, 1))
  glanced <- glance(found)
  expect_equal(nrow(glanced), 1)
  expect_equal(glanced$singletons, 1)
  expect_equal(glanced$vi, found$expected_loss[["vi"]])
  fit <- fit_of_draws(draws)
  expect_equal(tidy(fit, method = "map"), tidy(partition(fit, "map")))
})
