test_that("a set of curves is a vector with names", {
  curves <- two_curves()
  expect_true(is_shape_curves(curves))
  expect_false(is_shape_curves(list()))
  expect_length(curves, 2)
  expect_named(curves, c("square", "triangle"))
  expect_identical(as.list(curves), list(square = square(), triangle = triangle()))
  expect_identical(curves[["triangle"]], triangle())
  expect_identical(curves[[1]], square())
  expect_identical(lapply(curves, nrow), list(square = 4L, triangle = 3L))
  expect_identical(rev(curves)$id, c("triangle", "square"))
})

test_that("new names are ids", {
  curves <- two_curves()
  names(curves) <- c("a", "b")
  expect_identical(curves$id, c("a", "b"))
  expect_identical(curves$points, two_curves()$points)
  expect_match(input_error(names(curves) <- c("a", "a")), "unique")
})

test_that("`[` takes by number, name and logical vector, and keeps the truth", {
  curves <- simulate_shapes(n = 9, seed = 1)
  expect_identical(curves[], curves)
  expect_identical(curves[c(7, 2)]$points, curves$points[c(7, 2)])
  expect_identical(curves[c(7, 2)]$truth, curves$truth[c(7, 2)])
  expect_identical(curves[c("star-1", "fish-2")]$id, c("star-1", "fish-2"))
  expect_identical(curves[factor("star-1")]$id, "star-1")
  expect_identical(curves[curves$truth == "star"]$id, paste0("star-", 1:3))
  expect_identical(curves[-(1:7)], curves[8:9])
  expect_null(shape_curves(list(square()), closed = TRUE)[1]$truth)
  expect_identical(validate_shape_curves(curves[3:5]), curves[3:5])
})

test_that("`c` joins sets and undoes `[`", {
  curves <- simulate_shapes(n = 9, seed = 1)
  expect_identical(c(curves[1:4], curves[5:6], curves[7:9]), curves)
  expect_identical(c(curves), curves)
  bare <- shape_curves(list(a = square()), closed = TRUE)
  expect_null(c(bare, shape_curves(list(b = square()), closed = TRUE))$truth)
  expect_identical(
    c(bare, two_curves())$truth,
    factor(c(NA, "four", "three"), levels = c("four", "three"))
  )
})

test_that("lengths, dimension and areas are those of the polygon", {
  curves <- two_curves()
  expect_identical(curve_lengths(curves), c(4, 12))
  expect_identical(curve_lengths(shape_curves(as.list(curves), closed = FALSE)), c(3, 8))
  expect_identical(curve_dimension(curves), 2L)
  expect_identical(signed_area(square()), 1)
  expect_identical(signed_area(triangle()[3:1, ]), -6)
  expect_equal(signed_area(triangle() + 1e6), 6)
})

test_that("distinct points are counted up to three, exactly", {
  expect_identical(count_distinct(matrix(0, 0, 2)), 0)
  expect_identical(count_distinct(matrix(1, 5, 2)), 1)
  expect_identical(count_distinct(rbind(c(0, 0), c(0, 1), c(0, 0))), 2)
  expect_identical(count_distinct(rbind(c(0, 0), c(0, 1), c(0, 1 + 1e-15))), 3)
  expect_identical(count_distinct(square()), 3)
})

test_that("a long data frame goes there and back", {
  for (dim in 2:5) {
    curves <- simulate_shapes(n = 4, classes = 2, closed = dim == 3, dim = dim, seed = 1)
    long <- as.data.frame(curves)
    coordinates <- if (dim <= 3) c("x", "y", "z")[seq_len(dim)] else paste0("x", seq_len(dim))
    expect_named(long, c("id", "truth", "point", coordinates))
    expect_identical(shape_curves(long, closed = dim == 3), curves)
    shuffled <- long[sample(nrow(long)), ]
    back <- shape_curves(shuffled, closed = dim == 3)
    expect_identical(back[curves$id], curves)
  }
  bare <- shape_curves(list(square()), closed = TRUE)
  expect_named(as.data.frame(bare), c("id", "point", "x", "y"))
  expect_identical(shape_curves(as.data.frame(bare), closed = TRUE), bare)
})

test_that("a set of curves survives saveRDS", {
  curves <- simulate_shapes(n = 3, seed = 1)
  file <- withr::local_tempfile()
  saveRDS(curves, file)
  expect_identical(readRDS(file), curves)
})

test_that("the validator sees a field that was broken by hand", {
  broken <- function(field, value) {
    curves <- unclass(two_curves())
    curves[[field]] <- value
    expect_error(
      validate_shape_curves(do.call(new_shape_curves, curves)),
      class = "shapecrp_error_input"
    )
  }
  broken("points", list())
  broken("points", list(square(), letters))
  broken("closed", NA)
  broken("id", c("a", "a"))
  broken("id", 1:2)
  broken("truth", c("four", "three"))
})

test_that("whatever takes curves refuses damaged ones", {
  curves <- two_curves()
  damaged <- function(field, value) {
    structure(replace(unclass(curves), field, list(value)), class = "shape_curves")
  }
  sets <- list(
    damaged("points", list(1, 2)), damaged("points", "a"), damaged("points", NULL),
    damaged("points", list(square(), square() * NA)), damaged("points", list(square())),
    damaged("closed", NA), damaged("id", 1:2), damaged("id", c("a", "a")),
    damaged("truth", "u"), structure(1:3, class = "shape_curves")
  )
  takers <- list(
    elastic_gram, cluster_shapes, align_pair, karcher_mean, print, summary, plot, as.list,
    as.data.frame, as_shape_curves, function(x) c(x, curves),
    function(x) elastic_cross(curves, x), function(x) write_curves(x, tempfile(fileext = ".csv"))
  )
  for (set in sets) {
    for (take in takers) expect_error(take(set), class = "shapecrp_error_input")
  }
  expect_match(
    input_error(elastic_gram(sets[[4]])), "`curves$points[[2]]`",
    fixed = TRUE
  )
})
