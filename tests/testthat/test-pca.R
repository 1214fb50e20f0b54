hearts <- simulate_shapes(10, classes = "heart", noise = 0.15, seed = 1)
pca <- shape_pca(hearts, n_points = 40, n_threads = 1)

# Open polygons of one length that bend by an angle, all matched edge by edge.
bent <- function(angles) {
  shape_curves(lapply(angles, function(a) {
    rbind(cbind(0, 4:0), cbind(1:4 * sin(a), -1:-4 * cos(a)))
  }), closed = FALSE)
}

test_that("two curves have one component, half their difference from the centre", {
  two <- bent(c(0.2, 0.6))
  mean <- karcher_mean(two, n_points = NULL)
  found <- shape_pca(mean)
  gap <- sqrt(sum((mean$aligned[[1]] - mean$aligned[[2]])^2))
  expect_equal(unname(found$share), 1)
  expect_equal(unname(found$scores[, 1]), c(1, -1) * gap / 2)
  expect_equal(found$sd[["PC1"]], gap / sqrt(2))
  expect_equal(found$centre, (mean$aligned[[1]] + mean$aligned[[2]]) / 2)
})

test_that("one way to vary is one component, and scores follow it", {
  angles <- seq(0.1, 1, length.out = 7)
  found <- shape_pca(bent(angles), n_points = NULL)
  expect_gt(found$share[["PC1"]], 0.98)
  expect_gt(abs(stats::cor(found$scores[, 1], angles)), 0.995)
})

test_that("it is what prcomp() makes of the aligned points", {
  mean <- karcher_mean(hearts, n_points = 40)
  twin <- stats::prcomp(t(vapply(mean$aligned, as.vector, numeric(80))))
  k <- seq_along(pca$sd)
  expect_equal(unname(pca$sd), twin$sdev[k])
  expect_equal(abs(unname(pca$scores)), abs(unname(twin$x[, k])))
  expect_equal(as.vector(pca$centre), unname(twin$center))
})

test_that("shares sum to 1, loadings are orthonormal, scores have their variance", {
  expect_equal(sum(pca$share), 1)
  expect_false(is.unsorted(rev(pca$sd)))
  expect_lte(length(pca$sd), 9)
  expect_equal(unname(crossprod(pca$loadings)), diag(length(pca$sd)))
  expect_equal(apply(pca$scores, 2, stats::sd), pca$sd)
  expect_equal(unname(colMeans(pca$scores)), rep(0, length(pca$sd)))
  farthest <- apply(pca$scores, 2, function(s) s[which.max(abs(s))])
  expect_true(all(farthest > 0))
})

test_that("predict() of the curves analysed gives their scores", {
  expect_identical(predict(pca), pca$scores)
  expect_equal(predict(pca, hearts, n_threads = 2), pca$scores, tolerance = 1e-8)
  expect_equal(predict(pca, hearts[c(7, 2)]), pca$scores[c(7, 2), ], tolerance = 1e-8)
  medoid <- shape_pca(karcher_mean(hearts[1:2], n_points = 40))
  expect_equal(predict(medoid, hearts[1:2]), medoid$scores, tolerance = 1e-8)
  helices <- simulate_shapes(5, classes = "helix", closed = FALSE, dim = 3, seed = 1)
  solid <- shape_pca(helices, n_points = 40)
  expect_equal(predict(solid, helices), solid$scores, tolerance = 1e-8)
})

test_that("turning, moving, scaling and restarting the curves does not matter", {
  turned <- hearts
  turned$points <- Map(function(m, a, size) {
    size * m %*% rbind(c(cos(a), sin(a)), c(-sin(a), cos(a))) + 7
  }, hearts$points, 1:10, c(1, 4))
  # A polygon that begins elsewhere is resampled at other points.
  close <- function(x, least) {
    expect_gt(abs(stats::cor(x$scores[, 1], pca$scores[, 1])), least)
    expect_equal(x$share[["PC1"]], pca$share[["PC1"]], tolerance = 0.05)
  }
  close(shape_pca(turned, n_points = 40), 0.98)
  begun <- hearts
  begun$points <- Map(function(m, k) m[c(k:nrow(m), seq_len(k - 1)), ], hearts$points, 2 * 2:11)
  close(shape_pca(begun, n_points = 40), 0.95)
  # Scores of new curves, likewise.
  expect_lt(max(abs(predict(pca, turned)[, 1] - pca$scores[, 1])), 0.15 * pca$sd[["PC1"]])
})

test_that("shapes lie along the component, in standard deviations", {
  shapes <- as_shape_curves(pca, component = 2, at = c(-2, 0, 1))
  expect_identical(shapes$id, c("PC2 -2 SD", "PC2 0 SD", "PC2 +1 SD"))
  expect_equal(shapes$points[[2]], pca$centre)
  step <- as.vector(shapes$points[[3]] - shapes$points[[2]])
  expect_equal(step, pca$sd[["PC2"]] * pca$loadings[, "PC2"], ignore_attr = TRUE)
  expect_true(shapes$closed)
})

test_that("a fit is analysed as a whole, or by cluster", {
  shapes <- simulate_shapes(12, classes = 3, seed = 1)
  gram <- elastic_gram(shapes, n_points = 40, search = "fast")
  fit <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth)))
  whole <- shape_pca(fit)
  expect_identical(whole$cluster, factor(unname(clusters(fit))))
  expect_identical(rownames(whole$scores), gram$id)
  one <- shape_pca(fit, cluster = 2)
  own <- clusters(fit) == 2
  expect_equal(one$scores, shape_pca(gram[own])$scores)
  expect_identical(one$truth, shapes$truth[own])
  expect_identical(nrow(shape_pca(fit, cluster = c(1, 3))$scores), sum(!own))
  expect_match(plot(whole, "scores")$labels$caption, "Numbers are clusters")
  expect_error(shape_pca(fit, cluster = 4), "from 1 to 3", class = "shapecrp_error_input")
})

test_that("tables hold what the components hold", {
  table <- summary(pca)
  expect_identical(table$share, unname(pca$share))
  expect_equal(table$cumulative[nrow(table)], 1)
  expect_identical(table$highest[1], rownames(pca$scores)[which.max(pca$scores[, 1])])
  expect_identical(tidy.shape_pca(pca), table[c("component", "sd", "share", "cumulative")])
  joined <- augment.shape_pca(pca, data.frame(id = rev(hearts$id), size = 1:10))
  expect_identical(joined$.PC1, rev(unname(pca$scores[, 1])))
  expect_output(print(pca), "Principal components of 10 closed curves in 2-D.*and 1 more")
})

test_that("pictures have the shapes, the scores and the shares", {
  shapes <- ggplot2::ggplot_build(plot(pca, sd = 1, components = c(1, 3)))$data[[1]]
  expect_identical(nrow(shapes), 2L * 3L * 41L)
  first <- shapes[shapes$PANEL == 1 & shapes$colour == palette_shapes[1], c("x", "y")]
  expect_equal(as.matrix(first)[1:40, ], as_shape_curves(pca, 1, 1)$points[[1]],
               ignore_attr = TRUE)
  scores <- ggplot2::ggplot_build(plot(pca, "scores", components = 3:2))$data[[3]]
  expect_equal(scores$x, unname(pca$scores[, 3]))
  bars <- ggplot2::ggplot_build(ggplot2::autoplot(pca, "variance"))$data[[1]]
  expect_equal(bars$y, unname(pca$share))
  expect_error(plot(pca, components = 99), "from 1 to 9", class = "shapecrp_error_input")
  expect_error(plot(pca, "scores", components = 1:3), "at most two", class = "shapecrp_error_input")
  expect_error(plot(pca, "scores", colour = 1:3), "10 values", class = "shapecrp_error_input")
})

test_that("what has no components is an error", {
  refused <- function(code, says) expect_error(code, says, class = "shapecrp_error_input")
  refused(shape_pca(1), "be curves")
  refused(shape_pca(hearts[1]), "at least two curves")
  refused(shape_pca(shape_curves(hearts$points[c(1, 1)], closed = TRUE)), "different shapes")
  refused(predict(pca, 1), "newdata|made by shape_curves")
  refused(predict(pca, bent(c(1, 2))), "closed curves")
  refused(as_shape_curves(pca, component = 0), "`component` must")
  refused(as_shape_curves(pca, at = NA), "`at` must be numbers")
})

test_that("scores name what they show: clusters by numbers, classes that are there", {
  shapes <- simulate_shapes(9, classes = 3, seed = 1)
  pca <- shape_pca(shapes[1:6], search = "fast", n_points = 30)
  picture <- plot(pca, "scores")
  expect_identical(levels(picture$data$colour), levels(droplevels(shapes$truth[1:6])))
  pca$cluster <- factor(rep(1:2, 3))
  picture <- plot(pca, "scores")
  numbers <- picture$layers[[5]]$data
  expect_identical(numbers$label, 1:2)
  expect_equal(numbers$to_x, as.vector(tapply(picture$data$x, picture$data$colour, mean)))
  expect_match(picture$labels$caption, "Numbers are clusters")
  expect_equal(score_limits(c(0, 10), c(1, 1)), c(-1, 3))
  expect_equal(score_limits(c(0, 1), c(-5, 5)), c(-5, 5))
  expect_match(component_label(list(share = c(0.9943, 0.0037)), 1:2), "99 %|0.37 %")
})

test_that("numbers of many clusters do not lie on each other", {
  set.seed(1)
  data <- data.frame(x = rnorm(80, 0, 0.1), y = rnorm(80, 0, 0.1), colour = factor(rep(1:40, 2)))
  labels <- score_numbers(data)[[2]]$data
  expect_setequal(labels$label, 1:40)
  unit <- 0.028 * max(diff(range(data$x)), diff(range(data$y)))
  near <- as.matrix(dist(labels$x)) < unit / 2 & as.matrix(dist(labels$y)) < unit
  expect_identical(sum(near), 40L)
})

test_that("shapes along components in space are seen with their depth", {
  solid <- simulate_shapes(5, classes = "helix", closed = FALSE, dim = 3, seed = 1)
  picture <- plot(shape_pca(solid, search = "fast", n_points = 30), components = 1:2)
  drawn <- ggplot2::layer_data(picture, 1)
  expect_identical(length(unique(drawn$colour)), 3L)
  expect_gt(max(drawn$linewidth), 2 * min(drawn$linewidth))
  expect_match(gsub("\n", " ", picture$labels$caption), "wide and dark lines are near")
})
