# From files of other programs to a report and a table of clusters joined to the user's own:
# six lines at most, and no warning.

run_script <- function(code) {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  code <- as.list(substitute(code))[-1]
  expect_lte(length(code), 6)
  env <- new.env(parent = environment(run_script))
  env$quick <- mcmc_control(300, 100, chains = 2, seed = 1)
  copy <- parent.frame()
  for (name in ls(copy)) assign(name, get(name, copy), env)
  expect_no_warning(suppressMessages(for (line in code) value <- eval(line, env)))
  expect_true(file.exists("report.html"))
  expect_true("cluster" %in% names(value))
  expect_false(anyNA(value$cluster))
  value
}

test_that("from a semicolon table", {
  folder <- withr::local_tempdir()
  table <- file.path(folder, "leaves.csv")
  shapes <- as.data.frame(simulate_shapes(16, classes = c("heart", "key"), seed = 1))
  names(shapes) <- c("Leaf ID", "truth", "Point", "X", "Y")
  utils::write.csv2(shapes[-2], table, row.names = FALSE)
  plants <- unique(shapes[c("Leaf ID", "truth")])
  joined <- run_script({
    fit <- cluster_shapes(table, closed = TRUE, control = quick, n_points = 40, search = "fast")
    write_report(fit, "report.html")
    found <- data.frame(id = names(clusters(fit)), cluster = clusters(fit))
    merge(plants, found, by.x = "Leaf ID", by.y = "id")
  })
  expect_identical(nrow(joined), 16L)
  expect_identical(compare_partitions(joined$truth, joined$cluster)[["adjusted_rand"]], 1)
})

test_that("from a label image", {
  skip_if_not_installed("png")
  labels <- matrix(0, 60, 160)
  for (k in 1:8) {
    at <- 20 * k - 10
    shape <- if (k %% 2 == 0) {
      outer(1:60, 1:160, function(i, j) (i - 30)^2 + (j - at)^2 < (5 + k / 4)^2)
    } else {
      outer(1:60, 1:160, function(i, j) abs(i - 30) < 20 + k & abs(j - at) < 3)
    }
    labels[shape] <- k
  }
  picture <- withr::local_tempfile(fileext = ".png")
  png::writePNG(labels / 255, picture)
  cells <- data.frame(label = 1:8, round = 1:8 %% 2 == 0)
  joined <- run_script({
    curves <- as_shape_curves(picture)
    fit <- cluster_shapes(curves, control = quick, n_points = 40, search = "fast")
    write_report(fit, "report.html")
    label <- as.integer(sub(".*-", "", names(curves)))
    merge(cells, data.frame(label, cluster = clusters(fit)))
  })
  expect_identical(nrow(joined), 8L)
})

test_that("from a zip of ImageJ selections", {
  round <- function(r) list(x = 50 + r * cos(0:19 * pi / 10), y = 50 + r * sin(0:19 * pi / 10))
  rois <- lapply(1:8, function(k) {
    circle <- round(20 + k)
    polygon_roi(base::round(circle$x), base::round(circle$y / if (k > 4) 4 else 1))
  })
  names(rois) <- sprintf("cell%d.roi", 1:8)
  zip <- write_zip(rois, withr::local_tempfile(fileext = ".zip"))
  cells <- data.frame(cell = paste0("cell", 1:8), dose = rep(0:1, each = 4))
  joined <- run_script({
    fit <- cluster_shapes(zip, truth = cells, control = quick, n_points = 40, search = "fast")
    write_report(fit, "report.html")
    merge(cells, data.frame(cell = names(clusters(fit)), cluster = clusters(fit)))
  })
  expect_identical(compare_partitions(joined$dose, joined$cluster)[["adjusted_rand"]], 1)
})

test_that("from a folder of photographs with a spreadsheet", {
  skip_if_not_installed("jpeg")
  leaves <- measured_files("leaves")
  joined <- run_script({
    species <- read.csv(file.path(leaves, "species.csv"))
    fit <- cluster_shapes(leaves, pattern = "jpg$", truth = species, objects = "largest",
                          control = quick, n_points = 50, search = "fast")
    write_report(fit, "report.html")
    found <- data.frame(file = paste0(names(clusters(fit)), ".jpg"), cluster = clusters(fit))
    merge(species, found)
  })
  expect_identical(nrow(joined), 80L)
  expect_gt(compare_partitions(joined$species, joined$cluster)[["adjusted_rand"]], 0.3)
})

test_that("from a folder of proteins", {
  proteins <- measured_files("pdb")
  names <- sub("[.]ent$", "", list.files(proteins))
  joined <- run_script({
    folds <- data.frame(protein = names, class = substr(names, 1, 2))
    fit <- cluster_shapes(proteins, control = quick, n_points = 50, search = "fast")
    write_report(fit, "report.html")
    found <- data.frame(protein = names(clusters(fit)), cluster = clusters(fit))
    merge(folds, found)
  })
  expect_identical(nrow(joined), 12L)
})

test_that("from a folder of 60 protein files", {
  folder <- withr::local_tempdir()
  backbones <- simulate_shapes(60, classes = c("helix", "arch", "knot"), closed = FALSE, dim = 3,
                               seed = 1)
  for (i in 1:60) {
    # Steps of about 3.8, as between the C-alpha atoms of neighbouring residues.
    points <- backbones$points[[i]]
    points <- 3.8 * points / mean(sqrt(rowSums(diff(points)^2)))
    one <- shape_curves(list(sweep(points, 2, colMeans(points))), closed = FALSE)
    write_pdb(one, file.path(folder, sprintf("%s.pdb", names(backbones)[i])))
  }
  joined <- run_script({
    folds <- data.frame(protein = names(backbones), fold = backbones$truth)
    fit <- cluster_shapes(folder, control = quick, n_points = 30, search = "fast")
    write_report(fit, "report.html", pictures = c("clusters", "k"))
    found <- data.frame(protein = names(clusters(fit)), cluster = clusters(fit))
    merge(folds, found)
  })
  expect_identical(nrow(joined), 60L)
  expect_identical(compare_partitions(joined$fold, joined$cluster)[["adjusted_rand"]], 1)
})
