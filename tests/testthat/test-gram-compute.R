shapes <- simulate_shapes(9, classes = 3, seed = 21)
gram <- elastic_gram(shapes)
S <- as.matrix(gram)

test_that("S is symmetric with an exact diagonal and Cauchy-Schwarz holds", {
  expect_identical(S, t(S))
  expect_identical(unname(diag(S)), rep(1, 9))
  expect_true(all(S >= 0 & S <= 1))
  kept <- as.matrix(elastic_gram(shapes, scale = FALSE, search = "fast"))
  lengths <- vapply(align_pair(shapes[1:2])$curves$points, function(m) {
    sum(sqrt(rowSums(diff(rbind(m, m[1, ]))^2)))
  }, numeric(1))
  expect_equal(unname(diag(kept)[1:2]), lengths, tolerance = 1e-12)
  expect_true(all(kept <= sqrt(outer(diag(kept), diag(kept))) * (1 + 1e-15)))
})

test_that("scale kept is scale removed times the root of the lengths", {
  kept <- as.matrix(elastic_gram(shapes, scale = FALSE))
  expect_equal(kept, S * sqrt(outer(diag(kept), diag(kept))), tolerance = 1e-12)
})

test_that("the families stand apart", {
  same <- outer(as.character(shapes$truth), as.character(shapes$truth), `==`)
  expect_gt(min(S[same]), max(S[!same]))
})

test_that("align_pair, elastic_cross and c give the same bits as the matrix", {
  expect_identical(align_pair(shapes[4], shapes[7])$value, S[4, 7])
  expect_identical(align_pair(shapes[7], shapes[4])$value, S[4, 7])
  expect_identical(elastic_cross(shapes[1:6], shapes[7:9]), S[1:6, 7:9])
  expect_identical(elastic_cross(gram[1:6], shapes[7:9]), S[1:6, 7:9])
  grown <- c(elastic_gram(shapes[1:5]), shapes[6:7], shapes[8:9])
  expect_identical(as.matrix(grown), S)
  expect_identical(grown$curves$id, shapes$id)
})

test_that("any order of the curves gives the same bits", {
  order <- c(5, 1, 9, 3, 2, 8, 4, 7, 6)
  expect_identical(as.matrix(elastic_gram(shapes[order])), S[order, order])
  compare <- function(curves) {
    as.matrix(elastic_gram(curves, reflection = TRUE, direction = "either", search = "fast"))
  }
  either <- compare(shapes)
  turned <- compare(shapes[order])
  expect_identical(turned, either[order, order])
})

test_that("open curves, own vertices, 3-D and 5-D are computed as well", {
  open <- simulate_shapes(6, classes = 2, closed = FALSE, dim = 3, seed = 22)
  values <- as.matrix(elastic_gram(open))
  same <- outer(as.character(open$truth), as.character(open$truth), `==`)
  expect_gt(min(values[same]), max(values[!same]))
  five <- simulate_shapes(4, classes = 2, dim = 5, seed = 23)
  expect_true(all(as.matrix(elastic_gram(five)) > 0))
  own <- as.matrix(elastic_gram(shapes[1:4], n_points = NULL))
  expect_equal(own, S[1:4, 1:4], tolerance = 0.02)
})

test_that("more freedom never gives less, harder search hardly ever", {
  rigid <- as.matrix(elastic_gram(shapes, rotation = FALSE))
  mirrored <- as.matrix(elastic_gram(shapes, reflection = TRUE))
  fast <- as.matrix(elastic_gram(shapes, search = "fast"))
  hard <- as.matrix(elastic_gram(shapes[1:4], search = "exhaustive"))
  expect_true(all(mirrored >= S))
  expect_gt(mean(S), mean(rigid))
  expect_gte(mean(S), mean(fast))
  expect_gt(min(hard - S[1:4, 1:4]), -5e-3)
  expect_gte(mean(hard), mean(S[1:4, 1:4]))
})

test_that("one curve and two curves are legal", {
  expect_identical(as.matrix(elastic_gram(shapes[1])), S[1, 1, drop = FALSE])
  expect_identical(as.matrix(elastic_gram(shapes[1:2])), S[1:2, 1:2])
})

test_that("consecutive duplicates change nothing", {
  doubled <- shapes[1:3]
  doubled$points <- lapply(doubled$points, function(m) m[sort(c(seq_len(nrow(m)), 3, 3, 7)), ])
  expect_identical(as.matrix(elastic_gram(doubled)), S[1:3, 1:3])
})

test_that("truth is carried along and never used", {
  blind <- shapes
  blind$truth <- NULL
  expect_identical(as.matrix(elastic_gram(blind)), S)
})

test_that("a pair that cannot be computed is named", {
  points <- shapes$points[1:3]
  points[[2]] <- points[[2]] * 1e200
  huge <- new_shape_curves(points, TRUE, shapes$id[1:3])
  compare <- function() {
    tile_values(huge, list(list(rows = 1L, columns = 2L)), elastic_settings(shapes), 1L)
  }
  expect_error(compare(), class = "shapecrp_error_computation")
  expect_error(compare(), huge$id[2])
  for (call in list(elastic_gram, align_pair)) {
    expect_error(call(huge[1:2]), huge$id[2], class = "shapecrp_error_input")
  }
  expect_error(shape_curves(huge$points, closed = TRUE), class = "shapecrp_error_input")
})

test_that("coordinates of any ordinary size give the same", {
  for (size in c(1e-90, 1e90)) {
    scaled <- shapes[1:3]
    scaled$points <- lapply(scaled$points, `*`, size)
    expect_equal(as.matrix(elastic_gram(scaled)), S[1:3, 1:3], tolerance = 1e-4)
  }
})

test_that("bad settings are refused at the door", {
  expect_snapshot(error = TRUE, {
    elastic_gram(list(1))
    elastic_gram(shapes, scale = NA)
    elastic_gram(shapes, rotation = "no")
    elastic_gram(shapes, reflection = 1)
    elastic_gram(shapes, rotation = FALSE, reflection = TRUE)
    elastic_gram(shapes, direction = "back")
    elastic_gram(shapes, n_points = 2)
    elastic_gram(shapes, search = "lazy")
    elastic_gram(shapes, smooth = -1)
    elastic_gram(shapes, smooth = 30)
    elastic_gram(shapes, pad_ends = 1.5)
    elastic_gram(shapes, pad_ends = 2)
    elastic_gram(shapes, n_threads = 0)
  })
  expect_snapshot(error = TRUE, {
    elastic_cross(shapes, 3)
    elastic_cross(shapes[1:2], simulate_shapes(2, classes = 1, closed = FALSE, seed = 1))
    elastic_cross(shapes[1:2], shapes[3], n_point = 50)
    elastic_cross(as_gram(S), shapes[1])
    c(as_gram(S), shapes[1])
    c(gram, shapes[1])
    c(gram, 1)
  })
})

test_that("settings that a gram has kept are checked where they are used", {
  spoilt <- function(...) {
    spoiled <- gram
    spoiled$settings <- utils::modifyList(gram$settings, list(...), keep.null = TRUE)
    spoiled
  }
  expect_match(input_error(elastic_cross(spoilt(search = "quick"), shapes[1])), "`search` must")
  expect_match(input_error(c(spoilt(direction = "back"), shapes[1])), "`direction` must")
  expect_match(input_error(karcher_mean(spoilt(scale = NA))), "`scale` must")
  expect_match(input_error(elastic_cross(spoilt(n_points = -5), shapes[1])), "`n_points` must")
  expect_match(input_error(elastic_cross(spoilt(smooth = Inf), shapes[1])), "`smooth` must")
  expect_match(input_error(elastic_cross(spoilt(seach = "fast"), shapes[1])), "`seach`")
  lacking <- gram
  lacking$settings$search <- NULL
  expect_match(input_error(elastic_cross(lacking, shapes[1])), "`search` is missing")
})

test_that("the glue takes no setting that it does not know", {
  settings <- core_settings(gram$settings)
  use <- function(name, value) {
    settings[[name]] <- value
    r_used_curves(shapes$points[1], TRUE, settings)
  }
  bad <- list(
    search = "quick", search = NA_character_, search = c("fast", "fast"), search = 1,
    direction = "back", scale = NA, rotation = 1, reflection = "no", use_avx2 = NA,
    n_points = -1, n_points = NaN, n_points = "100", smooth = NA_real_, smooth = -1,
    pad_ends = c(1, 2), pad_ends = 1e9
  )
  for (k in seq_along(bad)) {
    expect_error(use(names(bad)[k], bad[[k]]), paste0("`", names(bad)[k], "` must"))
  }
  for (name in setdiff(names(settings), "source")) expect_error(use(name, NULL))
  for (search in c("fast", "standard", "exhaustive")) expect_silent(use("search", search))
})
