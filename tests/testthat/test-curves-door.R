square_table <- function() as.data.frame(two_curves())[c("id", "x", "y")]

test_that("c() takes what as_shape_curves() reads, as open or closed as the first set", {
  more <- list(new = triangle() %*% diag(2:1))
  expect_identical(
    c(two_curves(), more)$points,
    c(two_curves(), shape_curves(more, closed = TRUE))$points
  )
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(c("id,x,y", "f,0,0", "f,2,0", "f,1,5"), file)
  both <- c(two_curves(), file)
  expect_identical(both$id, c("square", "triangle", "f"))
  expect_true(both$closed)
  mask <- matrix(0, 20, 20)
  mask[5:15, 4:12] <- 1
  expect_length(c(two_curves(), mask), 3)
  expect_length(c(two_curves(), list(m = mask > 0)), 3)
  expect_match(input_error(c(two_curves(), 3)), "`..2` must be curves")
  expect_match(input_error(c(two_curves(), square())), "Use `list(x)`", fixed = TRUE)
  expect_match(input_error(c(two_curves(), diag(5))), "as_gram()", fixed = TRUE)
})

test_that("elastic_cross() reads both sets", {
  points <- list(a = square(), b = triangle())
  curves <- shape_curves(points, closed = TRUE)
  expected <- elastic_cross(curves, curves)
  expect_identical(elastic_cross(points, points, closed = TRUE), expected)
  expect_identical(elastic_cross(points, curves), expected)
  expect_identical(elastic_cross(curves, points), expected)
  gram <- elastic_gram(curves)
  expect_equal(unname(elastic_cross(gram, square_table())), unname(expected))
  expect_match(input_error(elastic_cross(points, points)), "`closed` must be TRUE")
  expect_identical(length(c(gram, list(c = triangle() %*% diag(2:1)))), 3L)
})

test_that("cluster_shapes() and predict() read files and tables", {
  shapes <- simulate_shapes(12, classes = c("heart", "key"), seed = 1)
  known <- c(1:5, 7:11)
  file <- withr::local_tempfile(fileext = ".csv")
  write_curves(shapes[known], file)
  quick <- mcmc_control(60, 20, chains = 1, seed = 1)
  expected <- cluster_shapes(shapes[known], control = quick, search = "fast", n_points = 30)
  fit <- cluster_shapes(file, closed = TRUE, control = quick, search = "fast", n_points = 30)
  expect_identical(clusters(fit), clusters(expected))
  expect_identical(as.character(fit$gram$curves$truth), as.character(shapes$truth[known]))
  table <- as.data.frame(shapes[known])
  same <- cluster_shapes(table, closed = TRUE, control = quick, search = "fast", n_points = 30)
  expect_identical(clusters(same), clusters(expected))
  new <- predict(expected, shapes[-known])
  expect_identical(predict(expected, as.list(shapes[-known])), new)
  expect_identical(predict(expected, as.data.frame(shapes[-known])), new)
})

test_that("cluster_shapes() tells its own arguments from those of the reader", {
  points <- list(a = square(), b = triangle())
  expect_match(input_error(cluster_shapes(points, closed = TRUE, K = 3)), "argument `K` for a list")
  expect_match(input_error(cluster_shapes(points)), "`closed` must be TRUE")
  expect_match(input_error(cluster_shapes(points, TRUE, scale = 3)), "`scale` must be TRUE")
  expect_match(input_error(cluster_shapes("no-such.csv")), "exist")
  expect_match(input_error(cluster_shapes(diag(4))), "as_gram()", fixed = TRUE)
  expect_match(input_error(cluster_shapes(t(square()))), "not a 2 x 4 matrix")
})
