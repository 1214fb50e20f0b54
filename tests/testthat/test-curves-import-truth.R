# A folder of four curves, one a file, in two sub-folders.
folder_of_csv <- function(env = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = env)
  for (name in c("oak/1", "oak/2", "elm/3", "elm/4")) {
    dir.create(file.path(folder, dirname(name)), showWarnings = FALSE)
    table <- data.frame(x = c(0, 1, 1), y = c(0, 0, 1))
    utils::write.csv(table, paste0(file.path(folder, name), ".csv"), row.names = FALSE)
  }
  folder
}

read_folder <- function(folder, ...) as_shape_curves(folder, closed = TRUE, recursive = TRUE, ...)

test_that("sub-folders are classes", {
  folder <- folder_of_csv()
  curves <- as_shape_curves(folder, closed = TRUE, truth = "folder")
  expect_identical(curves$id, c("3", "4", "1", "2"))
  expect_identical(curves$truth, factor(c("elm", "elm", "oak", "oak")))
  files <- file.path(folder, c("oak/2.csv", "elm/3.csv"))
  named <- as_shape_curves(files, closed = TRUE, truth = "folder")
  expect_identical(named$truth, factor(c("oak", "elm")))
  own <- utils::read.csv(files[1])
  own$truth <- "other"
  utils::write.csv(own, files[1], row.names = FALSE)
  expect_identical(as_shape_curves(files[1], closed = TRUE)$truth, factor("other"))
  expect_identical(as_shape_curves(files[1], closed = TRUE, truth = "folder")$truth, factor("oak"))
})

test_that("a vector with names gives classes to files and ids", {
  folder <- folder_of_csv()
  expected <- factor(c("w", "v", "u", "v"))
  expect_identical(read_folder(folder, truth = c("1" = "u", "2" = "v", "3" = "w", "4" = "v"))$truth,
                   expected)
  classes <- c("1.csv" = "u", "2.csv" = "v", "3.csv" = "w", "4.csv" = "v")
  expect_identical(read_folder(folder, truth = classes)$truth, expected)
  expect_identical(read_folder(folder, truth = factor(classes))$truth, expected)
})

test_that("a table is joined by the column that names files or ids", {
  folder <- folder_of_csv()
  table <- data.frame(
    plot = c(1, 1, 2, 2), file = paste0(4:1, ".csv"), species = c("a", "b", "c", "a")
  )
  expect_identical(read_folder(folder, truth = table)$truth, factor(c("b", "a", "a", "c")))
  expect_message(
    some <- read_folder(folder, truth = table[2:4, ]), "no class for 1 of 4 names", fixed = TRUE
  )
  expect_identical(some$truth, factor(c("b", NA, "a", "c")))
  several <- data.frame(table, colour = "red", class = c("u", "v", "u", "v"))
  expect_identical(read_folder(folder, truth = several)$truth, factor(c("v", "u", "v", "u")))
  ids <- withr::local_tempfile(fileext = ".csv")
  write_curves(two_curves(), ids)
  by_id <- as_shape_curves(ids, closed = TRUE, truth = c(triangle = "odd", square = "even"))
  expect_identical(by_id$truth, factor(c("even", "odd")))
})

test_that("a file with several curves gives its class to all", {
  skip_if_not_installed("png")
  folder <- withr::local_tempdir()
  mask <- matrix(0, 20, 30)
  mask[5:15, 3:10] <- mask[5:15, 15:25] <- 1
  png::writePNG(mask, file.path(folder, "a.png"))
  png::writePNG(mask[, 1:12], file.path(folder, "b.png"))
  kinds <- data.frame(image = c("a.png", "b.png"), kind = c("u", "v"))
  curves <- as_shape_curves(folder, truth = kinds)
  expect_identical(as.character(curves$truth), c("u", "u", "v"))
})

test_that("what is wrong with classes is said", {
  folder <- folder_of_csv()
  read <- function(...) input_error(read_folder(folder, ...))
  table <- data.frame(file = paste0(1:4, ".csv"), kind = c("u", "u", "v", "v"))
  expect_snapshot_output(cat(
    read(truth = "species"),
    read(truth = c("u", "v", "u", "v")),
    read(truth = 1:4),
    read(truth = list(1)),
    read(truth = table["kind"]),
    read(truth = data.frame(name = "no", kind = "u")),
    read(truth = data.frame(table, sex = "f", place = "hill")),
    read(truth = rbind(table, data.frame(file = "1.csv", kind = "v"))),
    sep = "\n"
  ))
  skip_if_not_installed("png")
  file <- withr::local_tempfile(fileext = ".png")
  png::writePNG(diag(9), file)
  expect_match(input_error(as_shape_curves(file, truth = "species")), "which have no columns")
})
