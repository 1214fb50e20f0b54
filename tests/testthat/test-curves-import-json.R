skip_if_not_installed("jsonlite")

write_json_file <- function(text, name = "a.json", env = parent.frame()) {
  path <- file.path(withr::local_tempdir(.local_envir = env), name)
  writeLines(text, path)
  path
}

labelme <- function(shapes, more = "\"imagePath\": \"pics\\\\leaf.jpg\", \"imageHeight\": 10,") {
  write_json_file(sprintf("{%s \"shapes\": [%s]}", more, paste(shapes, collapse = ",")),
                  env = parent.frame())
}

shape <- function(type, points, label = "oak") {
  sprintf("{\"label\": \"%s\", \"shape_type\": \"%s\", \"points\": %s}", label, type, points)
}

coco <- function(annotations) {
  write_json_file(sprintf("{%s, %s, \"annotations\": [%s]}",
    "\"images\": [{\"id\": 7, \"file_name\": \"x/a.jpg\", \"height\": 100}, {\"id\": 8}]",
    "\"categories\": [{\"id\": 3, \"name\": \"leaf\"}, {\"id\": 4, \"name\": \"stem\"}]",
    paste(annotations, collapse = ",")
  ), env = parent.frame())
}

annotation <- function(id, segmentation, image = 7, category = 3) {
  sprintf("{\"id\": %d, \"image_id\": %d, \"category_id\": %d, \"segmentation\": %s}", id, image,
          category, segmentation)
}

test_that("polygons of labelme are read as they are seen, with their labels", {
  square <- "[[1, 2], [5, 2], [5, 6], [1, 6]]"
  one <- as_shape_curves(labelme(shape("polygon", square)))
  expect_identical(one$id, "leaf")
  expect_identical(one$truth, factor("oak"))
  expect_setequal(one[[1]][, 2], c(8, 4))
  expect_identical(signed_area(one[[1]]), 16)
  several <- labelme(c(
    shape("polygon", square), shape("point", "[[1, 1]]"),
    shape("rectangle", "[[1, 2], [5, 6]]", "elm"),
    shape("circle", "[[5, 5], [5, 8]]"), shape("linestrip", "[[1, 1], [2, 2], [3, 1]]")
  ))
  expect_message(
    curves <- as_shape_curves(several, closed = TRUE),
    "shapes of type point (1) and open ones (1)", fixed = TRUE
  )
  expect_identical(curves$id, c("leaf-1", "leaf-3", "leaf-4"))
  expect_identical(as.character(curves$truth), c("oak", "elm", "oak"))
  expect_identical(signed_area(curves[["leaf-3"]]), 16)
  expect_equal(signed_area(curves[["leaf-4"]]), 9 * pi, tolerance = 0.01)
  expect_identical(suppressMessages(as_shape_curves(several, closed = FALSE))$id, "leaf-5")
})

test_that("a class that is given stands before labels", {
  file <- labelme(shape("polygon", "[[1, 2], [5, 2], [5, 6]]"))
  expect_identical(as_shape_curves(file, truth = "folder")$truth, factor(basename(dirname(file))))
  expect_identical(as_shape_curves(file, truth = c(a.json = "elm"))$truth, factor("elm"))
})

test_that("polygons of COCO have the names of pictures and categories", {
  file <- coco(c(
    annotation(10, "[[0, 0, 10, 0, 10, 20], [0, 0, 1, 0, 1, 1]]"),
    annotation(11, "{\"counts\": [1, 2], \"size\": [3, 4]}"),
    annotation(12, "[[0, 0, 10, 0, 10, 30]]", category = 4),
    annotation(13, "[[0, 0, 2, 0, 2, 2]]", image = 8, category = 9)
  ))
  expect_message(
    curves <- as_shape_curves(file),
    "annotations without a polygon (1) and other parts of polygons (1)", fixed = TRUE
  )
  expect_identical(curves$id, c("a-10", "a-12", "8"))
  expect_identical(curves$truth, factor(c("leaf", "stem", NA)))
  expect_identical(signed_area(curves[[1]]), 100)
  expect_setequal(curves[[1]][, 2], c(100, 80))
  classes <- data.frame(id = curves$id, kind = c("u", "v", "w"))
  known <- suppressMessages(as_shape_curves(file, truth = classes))
  expect_identical(known$truth, factor(c("u", "v", "w")))
})

test_that("what is wrong with a JSON file is said", {
  read <- function(text) input_error(as_shape_curves(write_json_file(text)))
  expect_snapshot_output(cat(
    read("{\"type\": \"FeatureCollection\", \"features\": []}"),
    read("[1, 2]"),
    read("3"),
    read("{\"shapes\": []}"),
    read("{\"shapes\": [1]}"),
    read("{\"shapes\": [{\"points\": [[1, 2], [3]]}]}"),
    read("{\"shapes\": [{\"points\": [[1, 2], [3, \"a\"]]}]}"),
    read("{\"shapes\": [{\"shape_type\": \"circle\", \"points\": [[1, 2]]}]}"),
    read("{\"images\": [], \"annotations\": []}"),
    input_error(as_shape_curves(coco(annotation(1, "[[0, 0, 1]]")))),
    read(strrep("[", 1e5)),
    sep = "\n"
  ))
  expect_match(read("{\"shapes\": ["), "must be a COCO or labelme file")
})
