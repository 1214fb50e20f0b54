draws <- noisy_draws(12, 3, 30)
fit <- fit_of_draws(draws)

test_that("the heat map shows similarities in the order of the clusters", {
  found <- partition(fit)
  drawn <- plot(found)
  expect_s3_class(drawn, "ggplot")
  expect_no_error(ggplot2::ggplot_build(drawn))
  order <- unlist(found$members)
  expect_equal(drawn$data$value, as.vector(found$similarity[order, order]))
  sizes <- cumsum(tabulate(found$labels))
  lines <- Filter(function(layer) inherits(layer$geom, "GeomSegment"), drawn$layers)
  expect_equal(lines[[1]]$data$at, sizes[-length(sizes)] + 0.5)
  expect_error(plot(found, "map"), "Unexpected argument", class = "shapecrp_error_input")
})

test_that("colours of probabilities span 0 to 1, whatever the values", {
  found <- partition(fit)
  found$similarity[] <- 0.5
  diag(found$similarity) <- 1 + 1e-15
  built <- ggplot2::ggplot_build(plot(found))
  expect_equal(built$plot$scales$get_scales("fill")$get_limits(), c(0, 1))
  expect_false("grey50" %in% built$data[[1]]$fill)
})

test_that("trees join curves at 1 less their co-clustering", {
  tree <- as.hclust(fit)
  expect_s3_class(tree, "hclust")
  expect_equal(sort(tree$labels), sort(colnames(draws)))
  expect_equal(min(tree$height), 1 - max(coclustering(fit)[lower.tri(diag(12))]))
  expect_equal(as.hclust(partition(fit))$height, tree$height)
  for (x in list(fit, partition(fit))) {
    tree <- as.dendrogram(x, method = "complete")
    expect_s3_class(tree, "dendrogram")
    expect_equal(attr(tree, "members"), 12)
  }
  expect_error(as.hclust(fit_of_draws(matrix(1L, 3, 1))), class = "shapecrp_error_input")
})
