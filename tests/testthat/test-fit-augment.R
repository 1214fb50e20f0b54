# Two clusters of three and one of two curves; curve "c3" is with the second cluster in 3 of
# 10 draws.
labels <- c(1, 1, 1, 2, 2, 2, 3, 3)
draws <- matrix(rep(labels, each = 10), 10)
draws[1:3, 3] <- 2
ids <- paste0("c", 1:8)
gram <- as_gram(diag(8) + 0.1, id = ids)
fit <- finish_fit(hand_made_fit(gram, draws))

augmented <- function(...) augment.shape_fit(fit, ...)

test_that("cluster, certainty and second choice are those worked by hand", {
  table <- augmented()
  expect_named(table, c("id", ".cluster", ".certainty", ".second", ".second_certainty"))
  expect_identical(table$id, ids)
  expect_identical(table$.cluster, factor(labels))
  # c1: with c2 always, with c3 in 7 of 10. c3: with each of c1, c2 in 7 of 10.
  expect_equal(table$.certainty, c(0.85, 0.85, 0.7, 1, 1, 1, 1, 1))
  expect_identical(table$.second, factor(c(NA, NA, 2, 1, 1, 1, NA, NA), levels = 1:3))
  # c4 with the first cluster: only with c3, in 3 of 10 draws.
  expect_equal(table$.second_certainty, c(0, 0, 0.3, 0.1, 0.1, 0.1, 0, 0))
})

test_that("rows are joined on the id, whatever their order, their class and their number", {
  plants <- data.frame(id = rev(ids), height = 1:8)
  table <- augmented(plants)
  expect_identical(table[c("id", "height")], plants)
  expect_identical(table$.cluster, rev(augmented()$.cluster))
  named <- data.frame(plant = factor(c("c4", "c4", ids)), id = 10:1)
  table <- augmented(named, id = "plant")
  expect_identical(as.integer(table$.cluster), as.integer(c(2, 2, labels)))
  expect_message(by_row <- augmented(data.frame(height = 1:8)), "in the order of the curves",
                 class = "shapecrp_message_unmatched")
  expect_identical(by_row$.cluster, factor(labels))
})

test_that("the column that names the curves is found, with the extensions of their files", {
  files <- data.frame(species = "oak", file = paste0("leaves/", rev(ids), ".JPG"))
  expect_no_message(table <- augmented(files))
  expect_identical(table$.cluster, rev(augmented()$.cluster))
  expect_identical(augmented(files, id = "file"), table)
  # One name is wrong: still the column of names, not rows in order.
  files$file[3] <- "c9.jpg"
  expect_error(augmented(files), "`data$file` must hold only ids of curves", fixed = TRUE,
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(plant = ids[1:7])), "1 are missing: \"c8\"",
               class = "shapecrp_error_input")
  # Text that is no file's name loses nothing behind a dot.
  expect_error(augmented(data.frame(id = paste0(ids, ".2"))), "the curves are named \"c1\"",
               class = "shapecrp_error_input")
})

test_that("numbers of curves without names are not looked for in columns of counts", {
  numbered <- fit
  names(numbered$gram) <- as.character(1:8)
  numbered <- finish_fit(numbered)
  expect_no_message(table <- augment.shape_fit(numbered, data.frame(count = 8:1)))
  expect_identical(as.integer(table$.cluster), as.integer(labels))
})

test_that("values named by files are matched to the curves", {
  values <- stats::setNames(8:1, paste0(rev(ids), ".png"))
  expect_identical(curve_values(values, ids, "x"), as.numeric(1:8))
  names(values)[2] <- "c8.png"
  expect_error(curve_values(values, ids, "x"), "\"c7\" is missing", class = "shapecrp_error_input")
})

test_that("numbers are ids too, and a data frame keeps its class", {
  numbered <- fit
  names(numbered$gram) <- as.character(1:8)
  numbered <- finish_fit(numbered)
  rows <- structure(data.frame(id = 8:1), class = c("my_table", "data.frame"))
  table <- augment.shape_fit(numbered, rows)
  expect_s3_class(table, "my_table")
  expect_identical(as.integer(table$.cluster), rev(as.integer(labels)))
})

test_that("another partition of the fit is taken, one of other curves is not", {
  other <- partition(fit, "map")
  expect_identical(augmented(partition = other)$.cluster, factor(unname(other$labels)))
  expect_error(augmented(partition = labels), "be NULL or made by partition",
               class = "shapecrp_error_input")
  foreign <- finish_fit(hand_made_fit(as_gram(diag(8)), draws))
  expect_error(augmented(partition = partition(foreign)), "it is of other curves",
               class = "shapecrp_error_input")
})

test_that("ids on one side only are an error that names them, unless rows are to be kept", {
  expect_error(augmented(data.frame(id = ids[1:6])), "2 are missing: \"c7\", \"c8\"",
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = c(ids, "d"))), "1 have no curve: \"d\"",
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = letters)), "the curves are named \"c1\"",
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = letters), unmatched = "keep"), "hold the ids",
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(height = 1:7)), "it has 7 rows and no column `id`",
               class = "shapecrp_error_input")
  expect_message(table <- augmented(data.frame(id = c("d", "c4")), unmatched = "keep"),
                 "1 row of `data` has no curve, and 7 curves have no row",
                 class = "shapecrp_message_unmatched")
  expect_identical(table$.cluster, factor(c(NA, 2), levels = 1:3))
  expect_identical(table$.certainty, c(NA, 1))
})

test_that("what cannot be a table or a column is an error", {
  expect_error(augmented(1:3), "`data` must be a data frame", class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = ids), id = "plant"), "name of a column of `data`: \"id\"",
               class = "shapecrp_error_input")
  expect_error(augmented(id = "id"), "be NULL when `data` is", class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = ids, .cluster = 1)), "it has `.cluster`",
               class = "shapecrp_error_input")
  expect_error(augmented(data.frame(id = I(as.list(ids)))), "hold one id per row",
               class = "shapecrp_error_input")
  expect_error(augmented(unmatched = "drop"), "must be one of", class = "shapecrp_error_input")
})

test_that("one cluster has no second choice", {
  one <- finish_fit(hand_made_fit(gram, matrix(1, 10, 8)))
  table <- augment.shape_fit(one)
  expect_true(all(is.na(table$.second)))
  expect_identical(table$.second_certainty, rep(0, 8))
})
