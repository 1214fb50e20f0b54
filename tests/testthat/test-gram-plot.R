shapes <- simulate_shapes(6, classes = 2, seed = 41)
gram <- elastic_gram(shapes, search = "fast")

test_that("the heat map holds S, ordered by groups, largest first", {
  plain <- ggplot2::layer_data(plot(gram))
  expect_equal(nrow(plain), 36)
  labels <- c("b", "a", "b", "a", "b", "c")
  picture <- plot(gram, partition = labels)
  order <- c(1, 3, 5, 2, 4, 6)
  expect_equal(picture$data$value, as.vector(as.matrix(gram)[order, order]))
  expect_equal(ggplot2::layer_data(picture, 2)$yintercept, c(-3.5, -5.5))
  names <- ggplot2::layer_data(picture, 4)
  expect_identical(names$label, c("b", "a", "c"))
  expect_equal(names$y, -c(2, 4.5, 6))
})

test_that("the spectrum is drawn for S and for S about its mean", {
  picture <- plot(gram, type = "eigenvalues")
  expect_equal(picture$data$value[1:6], summary(gram)$eigenvalues)
  expect_equal(nrow(picture$data), 12)
})

test_that("pictures stay as they were looked at", {
  skip_if_not_installed("vdiffr")
  S <- rbind(c(4, 3, 1, 0), c(3, 4, 1, 0), c(1, 1, 4, 2), c(0, 0, 2, 4))
  vdiffr::expect_doppelganger("gram in two groups", plot(as_gram(S), partition = c(1, 1, 2, 2)))
  vdiffr::expect_doppelganger("spectrum", plot(as_gram(S), type = "eigenvalues"))
})

test_that("labels that do not fit are refused", {
  expect_snapshot(error = TRUE, {
    plot(gram, partition = 1:3)
    plot(gram, partition = c(1:5, NA))
    plot(gram, partition = list(1))
    plot(gram, type = "map")
  })
})
