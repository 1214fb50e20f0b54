test_that("a credible ball has a row for each bound, matched to the centre", {
  rows <- rbind(c(1, 1, 1, 1), c(1, 1, 2, 2), c(1, 1, 2, 2), c(1, 1, 2, 3), c(1, 2, 3, 3),
                c(1, 1, 2, 2))
  fit <- hand_made_fit(as_gram(diag(4)), rows)
  ball <- credible_ball(fit, level = 1, estimate = c(1, 1, 2, 2))
  picture <- plot(ball)
  expect_identical(nrow(picture$data), 16L)
  own <- function(row) as.integer(as.character(picture$data$cluster[picture$data$row == row]))
  expect_identical(own(1), c(1L, 1L, 2L, 2L))
  expect_identical(own(3), rep(1L, 4))
  lower <- picture$data[picture$data$row == 4, ]
  expect_identical(sum(lower$alpha < 1), 1L)
  expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(ball)), "ggplot_built")
  expect_error(plot(ball, 1), "Unexpected argument", class = "shapecrp_error_input")
})

test_that("clusters are matched by most curves in common", {
  found <- matched_clusters(c(1, 1, 2, 3, 3), c(1, 1, 1, 2, 2))
  expect_identical(found$cluster, c(1L, 1L, 1L, 2L, 2L))
  expect_equal(found$rank, c(1, 1, 2, 1, 1))
})

test_that("a mean is drawn with its curves", {
  shapes <- simulate_shapes(4, classes = "heart", seed = 1)
  mean <- karcher_mean(shapes, n_points = 30, search = "fast")
  picture <- plot(mean)
  expect_identical(nrow(ggplot2::layer_data(picture, 1)), 4L * 31L)
  expect_identical(nrow(ggplot2::layer_data(picture, 2)), 31L)
  expect_identical(picture$labels$title, "Mean of 4 curves")
  solid <- karcher_mean(simulate_shapes(3, classes = "helix", dim = 3, closed = FALSE, seed = 1),
                        n_points = 30, search = "fast")
  expect_identical(nrow(ggplot2::layer_data(ggplot2::autoplot(solid), 2)), 29L)
})

test_that("a baseline is drawn by its sizes, or by the distances of its curves", {
  shapes <- simulate_shapes(9, classes = 3, seed = 1)
  gram <- elastic_gram(shapes, n_points = 40, search = "fast")
  found <- pairwise_clustering(gram, k = 3, sweeps = 50, starts = 1, seed = 1)
  expect_equal(plot(found)$data$size, tabulate(found$labels))
  order <- order(found$labels)
  cells <- plot(found, gram)$data
  expect_equal(cells$value, as.vector(gram_distances(gram)[order, order]))
  # Curves are matched by their names.
  turned <- plot(found, gram[9:1])$data
  expect_equal(sort(turned$value), sort(cells$value))
  expect_error(plot(found, gram[1:3]), "it holds others", class = "shapecrp_error_input")
  skip_if_not_installed("cluster")
  expect_identical(trimws(plot(kmedoids_shapes(gram, 3))$data$medoid),
                   kmedoids_shapes(gram, 3)$medoids)
})

test_that("predictions are drawn, the least certain of many", {
  p <- rbind(a = c(0.7, 0.2, 0.1), b = c(0.02, 0.01, 0.97), c = c(0.4, 0.3, 0.3))
  colnames(p) <- c("1", "2", "new")
  found <- new_shape_prediction(p, 40)
  picture <- plot(found)
  expect_equal(picture$data$probability, as.vector(p))
  built <- ggplot2::ggplot_build(picture)
  expect_identical(nrow(built$data[[2]]), 7L)
  expect_equal(plot(found, max_curves = 1)$data$probability, unname(p["c", ]))
  expect_match(plot(found, max_curves = 2)$labels$caption, "The 2 least certain of 3")
  expect_error(plot(found[0, ]), "at least one curve", class = "shapecrp_error_input")
  expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(found[2, ])), "ggplot_built")
})

test_that("a probability that rounding puts above 1 is 1, and has its colour", {
  p <- matrix(c(1 + 1e-15, 0), 1, dimnames = list("a", c("1", "new")))
  found <- new_shape_prediction(p, 40)
  expect_identical(found$probability, 1)
  fill <- ggplot2::ggplot_build(plot(found))$data[[1]]$fill
  expect_identical(fill[1], palette_shapes[1])
})

test_that("numbers below predictions leave room for a new cluster", {
  expect_identical(prediction_breaks(0), integer())
  expect_equal(prediction_breaks(3), 1:3)
  expect_equal(prediction_breaks(24), 1:24)
  expect_equal(max(prediction_breaks(40)), 35)
  expect_equal(max(prediction_breaks(42)), 40)
})

test_that("letters in the colours of clusters can be read on white", {
  light <- function(colour) {
    part <- grDevices::col2rgb(colour) / 255
    part <- ifelse(part <= 0.03928, part / 12.92, ((part + 0.055) / 1.055)^2.4)
    drop(c(0.2126, 0.7152, 0.0722) %*% part)
  }
  expect_gt(min(1.05 / (light(darker(palette_shapes)) + 0.05)), 4.5)
})
