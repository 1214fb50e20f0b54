points <- rbind(o = c(0, 0), p = c(3, 4), q = c(0, 4))

test_that("points give XX', distances give the same about the mean, by hand", {
  S <- as.matrix(euclidean_gram(points))
  expect_equal(S, rbind(o = c(o = 0, p = 0, q = 0), p = c(0, 25, 16), q = c(0, 16, 16)))
  centred <- scale(points, scale = FALSE)
  from_distances <- as.matrix(dist_gram(dist(points)))
  expect_equal(from_distances, tcrossprod(centred), ignore_attr = TRUE)
  expect_equal(rowSums(from_distances), c(o = 0, p = 0, q = 0), tolerance = 1e-12)
  expect_identical(rownames(from_distances), c("o", "p", "q"))
})

test_that("a given matrix is kept, its ids are found or made", {
  S <- crossprod(matrix(1:6, 2))
  gram <- as_gram(S)
  expect_true(is_elastic_gram(gram))
  expect_identical(gram$id, c("1", "2", "3"))
  expect_equal(unname(as.matrix(gram)), S)
  expect_identical(as_gram(gram), gram)
  expect_identical(as_gram(S, id = c("a", "b", "c"))$id, c("a", "b", "c"))
  expect_null(gram$curves)
  expect_equal(dim(gram), c(3L, 3L))
  expect_length(gram, 3)
})

test_that("rounding differences are averaged, larger ones refused", {
  S <- diag(3)
  S[1, 2] <- 1e-12
  expect_identical(as.matrix(as_gram(S))[1, 2], 5e-13)
  S[1, 2] <- 1e-3
  expect_error(as_gram(S), "symmetric", class = "shapecrp_error_input")
})

test_that("parts keep curves, ids and settings", {
  shapes <- simulate_shapes(6, classes = 2, seed = 31)
  gram <- elastic_gram(shapes, search = "fast")
  part <- gram[c(4, 2)]
  expect_identical(as.matrix(part), as.matrix(gram)[c(4, 2), c(4, 2)])
  expect_identical(part$curves, shapes[c(4, 2)])
  expect_identical(part$settings, gram$settings)
  expect_identical(gram[shapes$id[3]]$id, shapes$id[3])
  first <- shapes$truth == shapes$truth[1]
  expect_identical(gram[first]$id, shapes$id[first])
  expect_error(gram[7], class = "shapecrp_error_input")
  expect_error(gram["nobody"], class = "shapecrp_error_input")
  expect_error(gram[c(1, 1)], class = "shapecrp_error_input")
})

test_that("items are renamed in the matrix and in the curves", {
  gram <- elastic_gram(simulate_shapes(2, classes = 2, seed = 34), search = "fast")
  names(gram) <- c("a", "b")
  expect_identical(rownames(as.matrix(gram)), c("a", "b"))
  expect_identical(gram$curves$id, c("a", "b"))
  expect_identical(gram[], gram)
  expect_error(names(gram) <- c("a", "a"), class = "shapecrp_error_input")
  expect_error(gram[1, 2], class = "shapecrp_error_input")
  expect_error(gram[integer()], class = "shapecrp_error_input")
})

test_that("numbers too large for their products are refused", {
  expect_error(euclidean_gram(matrix(c(1e200, 2e200), 2)), class = "shapecrp_error_input")
  expect_error(dist_gram(dist(c(1e200, 3e200))), class = "shapecrp_error_input")
})

test_that("saveRDS keeps a gram whole", {
  gram <- elastic_gram(simulate_shapes(4, classes = 2, seed = 32), search = "fast")
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(gram, file)
  expect_identical(readRDS(file), gram)
})

test_that("the summary holds the spectrum, by hand", {
  gram <- as_gram(diag(c(3, 2, 1, 0)) - 0)
  summary <- summary(gram)
  expect_equal(summary$eigenvalues, c(3, 2, 1, 0))
  expect_identical(summary$d_raw, 3L)
  expect_equal(summary$negative, 0)
  swap <- matrix(c(1, 2, 2, 1), 2)
  expect_equal(summary(as_gram(swap))$negative, 0.5)
  expect_identical(summary(as_gram(matrix(1, 4, 4)))$d_raw, 1L)
})

test_that("d counts the leading eigenvalues that reach the share", {
  expect_identical(leading_eigenvalues(c(90, 5, 5)), 2L)
  expect_identical(leading_eigenvalues(c(5, 90, 5)), 2L)
  expect_identical(leading_eigenvalues(rep(1, 20)), 19L)
  expect_identical(leading_eigenvalues(c(0, 0)), 1L)
  expect_identical(leading_eigenvalues(c(3, 1), share = 0.5), 1L)
})

test_that("printing says what it is", {
  gram <- elastic_gram(simulate_shapes(3, classes = 1, seed = 33), search = "fast", scale = FALSE)
  expect_output(print(gram), "elastic inner products of 3 closed curves in 2-D")
  expect_output(print(gram), "scale kept, rotation removed, 100 points per curve, fast search")
  expect_output(print(as_gram(diag(1))), "1 item, as given")
  expect_output(print(dist_gram(dist(points))), "3 items, from distances")
  expect_output(print(summary(gram)), "95 % of the spectrum")
})

test_that("what is no matrix of inner products is refused in words", {
  expect_snapshot(error = TRUE, {
    as_gram(1:3)
    as_gram(matrix("a", 2, 2))
    as_gram(matrix(1, 2, 3))
    as_gram(matrix(c(1, NA, NA, 1), 2))
    as_gram(matrix(c(1, 2, 3, 1), 2))
    as_gram(matrix(c(1, 0, 0, -1), 2))
    as_gram(diag(2), id = "a")
    as_gram(diag(2), id = c("a", "a"))
    as_gram(diag(2), id = c(NA, "a"))
    dist_gram(matrix(c(0, -1, -1, 0), 2))
    dist_gram(matrix(c(1, 1, 1, 0), 2))
    euclidean_gram("a")
    euclidean_gram(matrix(c(1, Inf), 1))
  })
})
