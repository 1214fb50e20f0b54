# One chain of 30 residues, turned and moved in space.
turns <- function(a, b) {
  rbind(c(cos(a), sin(a), 0), c(-sin(a), cos(a), 0), c(0, 0, 1)) %*%
    rbind(c(1, 0, 0), c(0, cos(b), sin(b)), c(0, -sin(b), cos(b)))
}
chain <- cbind(2.3 * cos(1.745 * 1:30), 2.3 * sin(1.745 * 1:30), 1.5 * 1:30 + sin(1:30))
moved <- Map(function(a, b) chain %*% turns(a, b) + 10 * a, c(0, 1, 2.5), c(0.3, 2, 0.1))

test_that("rigid copies of one curve come to lie on each other", {
  gram <- elastic_gram(shape_curves(moved, closed = FALSE), n_points = NULL)
  found <- superpose_curves(gram)
  expect_lt(max(found$rmsd), 1e-6)
  for (i in 2:3) {
    expect_equal(found$curves$points[[i]], found$curves$points[[1]], tolerance = 1e-6)
  }
  ends <- function(m) m[c(1, nrow(m)), ]
  expect_equal(ends(found$curves$points[[1]]), ends(found$mean$points[[1]]), tolerance = 1e-6,
               ignore_attr = TRUE)
})

test_that("curves are moved as rigid bodies, in their own units, and the RMSD is what is left", {
  shapes <- simulate_shapes(6, classes = "knot", closed = FALSE, dim = 3, seed = 1)
  shapes$points <- lapply(shapes$points, function(m) 40 * m)
  gram <- elastic_gram(shapes, n_points = 60, search = "fast")
  found <- superpose_curves(gram)
  for (i in 1:6) {
    expect_equal(dist(found$curves$points[[i]]), dist(shapes$points[[i]]), ignore_attr = TRUE)
  }
  expect_identical(names(found$rmsd), shapes$id)
  lengths <- vapply(shapes$points, function(m) sum(step_lengths(m, FALSE)), 0)
  expect_equal(sum(step_lengths(found$mean$points[[1]], FALSE)), mean(lengths), tolerance = 0.05)
  expect_true(all(found$rmsd > 0 & found$rmsd < 0.1 * mean(lengths)))
  about <- function(m) scale(m, scale = FALSE)
  for (i in 1:6) {
    turn <- qr.solve(about(shapes$points[[i]]), about(found$curves$points[[i]]))
    expect_equal(det(turn), 1, tolerance = 1e-6)
  }
})

test_that("the rigid motion is the best one", {
  set.seed(1)
  target <- matrix(stats::rnorm(30), 10)
  points <- target %*% turns(0.4, 1.1) + 0.1 * matrix(stats::rnorm(30), 10) + 3
  placed <- rigid_onto(points, target, list(rotation = TRUE, reflection = FALSE))
  expect_equal(placed$rmsd, sqrt(sum((placed$move(points) - target)^2) / 10))
  for (k in 1:20) {
    other <- placed$move(points) %*% turns(0.05 * stats::rnorm(1), 0.05 * stats::rnorm(1))
    other <- other + rep(0.02 * stats::rnorm(3), each = 10)
    expect_gt(sqrt(sum((other - target)^2) / 10), placed$rmsd)
  }
  mirror <- target %*% diag(c(1, 1, -1))
  expect_gt(rigid_onto(mirror, target, list(rotation = TRUE, reflection = FALSE))$rmsd, 0.1)
  expect_lt(rigid_onto(mirror, target, list(rotation = TRUE, reflection = TRUE))$rmsd, 1e-10)
  still <- rigid_onto(points, target, list(rotation = FALSE, reflection = FALSE))
  expect_equal(still$move(points), sweep(points, 2, colMeans(points) - colMeans(target)),
               ignore_attr = TRUE)
})

test_that("a cluster of a fit is superposed", {
  shapes <- simulate_shapes(8, classes = c("heart", "key"), seed = 1)
  gram <- elastic_gram(shapes, n_points = 40, search = "fast")
  fit <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth)))
  found <- superpose_curves(fit, cluster = 2)
  own <- clusters(fit) == 2
  expect_identical(found$rmsd, superpose_curves(gram[own])$rmsd)
  expect_identical(tidy.shape_superposition(found)$curve, shapes$id[own])
  expect_output(print(found), "4 closed curves in 2-D superposed.*RMSD to the mean")
  expect_error(superpose_curves(fit, cluster = 3), "`cluster` must", class = "shapecrp_error_input")
  expect_error(superpose_curves(1), "be a fit or", class = "shapecrp_error_input")
  expect_error(write_pdb(found, "a.pdb"), "in 3-D", class = "shapecrp_error_input")
})

test_that("a PDB file holds the mean and every curve, a model each", {
  curves <- shape_curves(moved, closed = FALSE, id = c("1abc", "2xyz", "3def"))
  found <- superpose_curves(elastic_gram(curves, n_points = NULL))
  file <- withr::local_tempfile(fileext = ".pdb")
  expect_identical(write_pdb(found, file), file)
  lines <- readLines(file)
  expect_identical(sum(startsWith(lines, "MODEL")), 4L)
  expect_match(lines[grep("^REMARK", lines)], "mean|1abc|2xyz|3def")
  expect_true(all(nchar(grep("^ATOM", lines, value = TRUE)) == 78))
  back <- as_shape_curves(file)
  expect_equal(back$points[[1]], found$mean$points[[1]], tolerance = 1e-3, ignore_attr = TRUE)
  last <- utils::tail(grep("^ATOM", lines, value = TRUE), 30)
  expect_equal(as.numeric(substr(last, 31, 38)), found$curves$points[[3]][, 1], tolerance = 1e-3)
  plain <- withr::local_tempfile(fileext = ".pdb")
  write_pdb(curves, plain)
  expect_equal(as_shape_curves(plain)$points[[1]], moved[[1]], tolerance = 1e-3,
               ignore_attr = TRUE)
})

test_that("what a PDB file cannot hold is an error", {
  curves <- shape_curves(moved, closed = FALSE)
  refused <- function(code, says) expect_error(code, says, class = "shapecrp_error_input")
  refused(write_pdb(curves, "a.txt"), "ends in .pdb")
  refused(write_pdb(curves, "no-such-folder/a.pdb"), "folder that exists")
  refused(write_pdb(1, "a.pdb"), "be superposed curves")
  far <- curves
  far$points <- lapply(moved, function(m) m + 1e4)
  refused(write_pdb(far, "a.pdb"), "from -999 to 9999")
})
