panels <- function(plot) ggplot2::ggplot_build(plot)$layout$layout$id

test_that("there is one panel a curve, in their order, all drawn", {
  curves <- simulate_shapes(n = 6, seed = 1)
  p <- plot(curves)
  expect_s3_class(p, "ggplot")
  expect_identical(as.character(panels(p)), curves$id)
  drawn <- ggplot2::layer_data(p, 1)
  expect_identical(nrow(drawn), sum(vapply(curves$points, nrow, integer(1))))
  expect_length(unique(drawn$colour), 3)
  expect_null(p$labels$caption)
})

test_that("a large set is thinned evenly, and the caption says so", {
  p <- plot(simulate_shapes(n = 10, classes = 2, seed = 1), max_curves = 4)
  expect_identical(as.character(panels(p)), c("fish-1", "fish-4", "star-2", "star-5"))
  expect_identical(p$labels$caption, "4 of 10 curves, evenly spaced")
  expect_length(panels(plot(simulate_shapes(n = 35, seed = 1))), 30)
})

test_that("shapes keep their proportions and fill their panel", {
  wide <- shape_curves(list(cbind(c(0, 100, 100, 0), c(0, 0, 25, 25))), closed = TRUE)
  drawn <- ggplot2::layer_data(plot(wide), 1)
  size <- c(diff(range(drawn$x)), diff(range(drawn$y)))
  expect_equal(size, c(1.9, 1.9 / 4))
  expect_identical(plot(wide)$coordinates$ratio, 1)
})

test_that("curves in space are projected onto their principal axes", {
  t <- seq(0, 6, length.out = 50)
  flat <- cbind(3 * cos(t), sin(t), 0)
  turn <- withr::with_seed(1, random_rotation(3))
  expect_equal(abs(cor(flatten(flat %*% turn)[, 1], flatten(flat)[, 1])), 1)
  expect_equal(c(dist(flatten(flat %*% turn))), c(dist(flat)))
  p <- plot(simulate_shapes(n = 5, classes = 1, dim = 3, seed = 1), max_curves = 2)
  expect_identical(
    gsub("\n", " ", p$labels$caption),
    paste("2 of 5 curves, evenly spaced; projected onto their two principal axes;",
          "wide and dark lines are near")
  )
})

test_that("open and closed curves, starts, many classes and no truth are drawn", {
  open <- simulate_shapes(n = 3, closed = FALSE, seed = 1)
  expect_s3_class(plot(open)$layers[[1]]$geom, "GeomPath")
  marked <- plot(open, start = TRUE)
  expect_identical(nrow(ggplot2::layer_data(marked, 2)), 3L)
  expect_s3_class(plot(two_curves())$layers[[1]]$geom, "GeomPolygon")
  bare <- shape_curves(list(square()), closed = TRUE)
  many <- simulate_shapes(n = 24, classes = 24, seed = 1)
  file <- withr::local_tempfile(fileext = ".pdf")
  withr::local_pdf(file)
  for (p in list(plot(bare), plot(many), marked)) expect_no_error(print(p))
})
