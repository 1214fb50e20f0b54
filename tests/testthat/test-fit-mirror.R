quick <- function(seed = 1) mcmc_control(400, 200, chains = 2, seed = seed, n_threads = 1)

# The curves `which` mirrored; outlines are listed backwards, as they run when mirrored.
mirror <- function(curves, which) {
  for (i in which) {
    points <- curves$points[[i]]
    points[, 1] <- -points[, 1]
    if (curves$closed) points <- points[rev(seq_len(nrow(points))), ]
    curves$points[[i]] <- points
  }
  curves
}

# A fit whose partition is given.
fit_with <- function(gram, labels) {
  fit <- hand_made_fit(gram, matrix(as.integer(labels), 4, length(labels), byrow = TRUE))
  fit$partition <- partition(fit)
  fit
}

odd <- function(curves) seq_along(curves) %% 2 == 1

keys <- mirror(simulate_shapes(24, c("key", "heart"), seed = 1), seq(1, 24, by = 2))
keys_fit <- cluster_shapes(keys, search = "fast", n_points = 50, control = quick())

test_that("a class whose members are mirrored is found as two clusters, and told", {
  labels <- clusters(keys_fit)
  expect_identical(max(labels), 3L)
  pairs <- keys_fit$mirrored
  expect_named(pairs, c("a", "b", "given", "mirrored"))
  expect_identical(nrow(pairs), 1L)
  found <- labels[keys$truth == "key"]
  expect_setequal(c(pairs$a, pairs$b), unique(unname(found)))
  expect_lt(pairs$mirrored, 0.6 * pairs$given)
  words <- paste(trimws(capture.output(print(keys_fit))), collapse = " ")
  expect_match(words, sprintf("clusters %d and %d are nearly mirror images", pairs$a, pairs$b))
  expect_match(words, "cluster_shapes(fit$gram$curves, reflection = TRUE)", fixed = TRUE)
})

test_that("the call that print names joins them", {
  fit <- keys_fit
  joined <- eval(parse(text = sub(")$", ", search = \"fast\", n_points = 50, control = quick())",
                                  mirrored_call(fit$gram$settings))))
  expect_identical(compare_partitions(joined, keys$truth)[["adjusted_rand"]], 1)
  expect_null(joined$mirrored)
  expect_no_match(capture.output(print(joined)), "irror")
  expect_identical(mirrored_call(list(scale = FALSE, direction = "either")), paste0(
    "cluster_shapes(fit$gram$curves, scale = FALSE, direction = \"either\", reflection = TRUE)"
  ))
})

test_that("the distances are those that align_pair() finds between medoids", {
  pairs <- keys_fit$mirrored
  medoid <- templates(keys_fit, n_threads = 1)$medoid
  one <- keys[medoid[pairs$a]]
  two <- keys[medoid[pairs$b]]
  apart <- function(...) align_pair(one, two, search = "fast", n_points = 50, ...)$distance
  expect_equal(pairs$given, apart())
  expect_equal(pairs$mirrored, apart(reflection = TRUE))
})

test_that("simulated families are not taken for mirror images", {
  for (seed in 1:4) {
    curves <- simulate_shapes(40, classes = 10, seed = seed)
    gram <- elastic_gram(curves, search = "fast", n_points = 50, n_threads = 1)
    expect_null(find_mirrored(fit_with(gram, curves$truth)))
    symmetric <- simulate_shapes(24, c("fish", "bottle", "star"), seed = seed)
    symmetric <- mirror(symmetric, which(odd(symmetric)))
    gram <- elastic_gram(symmetric, search = "fast", n_points = 50, n_threads = 1)
    expect_null(find_mirrored(fit_with(gram, symmetric$truth)))
    own <- split(seq_along(symmetric), symmetric$truth)[[1]]
    split_class <- fit_with(gram[own], 1 + odd(own))
    expect_null(find_mirrored(split_class))
  }
})

test_that("open curves, curves in space and curves of kept scale are compared too", {
  cases <- list(
    list(closed = FALSE, dim = 2), list(closed = FALSE, dim = 3), list(closed = TRUE, dim = 3)
  )
  for (case in cases) {
    for (scale in c(TRUE, FALSE)) {
      curves <- simulate_shapes(16, 2, noise = 0.05, closed = case$closed, dim = case$dim, seed = 2)
      length <- vapply(curves$points, function(m) sum(step_lengths(m, case$closed)), 0)
      curves$points <- Map(`/`, curves$points, length)
      curves <- mirror(curves, which(odd(curves)))
      gram <- elastic_gram(curves, scale = scale, search = "fast", n_points = 50, n_threads = 1)
      labels <- 2 * as.integer(curves$truth) - odd(curves)
      pairs <- find_mirrored(fit_with(gram, labels))
      label <- paste(unlist(case), scale, collapse = " ")
      expect_true(any(pairs$a == 1 & pairs$b == 2), label = label)
      expect_false(any(pairs$a <= 2 & pairs$b > 2), label = label)
    }
  }
})

test_that("single curves and copies are judged by their distance alone", {
  copies <- mirror(shape_curves(rep(list(keys[["key-3"]]), 4), closed = TRUE), 3:4)
  gram <- elastic_gram(copies, n_threads = 1)
  for (shown in list(1:4, c(1, 3), 1:3)) {
    pairs <- find_mirrored(fit_with(gram[shown], c(1, 1, 2, 2)[shown]))
    expect_identical(c(pairs$a, pairs$b), 1:2)
    expect_lt(pairs$mirrored, pairs$given / 3)
  }
  hearts <- simulate_shapes(2, c("key", "heart"), seed = 1)
  expect_null(find_mirrored(fit_with(elastic_gram(hearts, n_threads = 1), 1:2)))
})

test_that("where there is nothing to mirror there is nothing to tell", {
  gram <- keys_fit$gram
  labels <- unname(clusters(keys_fit))
  expect_null(find_mirrored(fit_with(gram, rep(1, length(labels)))))
  expect_null(find_mirrored(fit_with(as_gram(as.matrix(gram)), labels)))
  expect_null(find_mirrored(fit_with(
    elastic_gram(keys, rotation = FALSE, search = "fast", n_points = 40), labels
  )))
  expect_null(find_mirrored(fit_with(
    elastic_gram(keys, reflection = TRUE, search = "fast", n_points = 40), labels
  )))
  unfinished <- wishart_crp(gram, control = quick())
  unfinished$partition <- NULL
  expect_null(find_mirrored(unfinished))
})

test_that("only the largest clusters are compared", {
  seen <- 0
  counted <- r_inner_products
  local_mocked_bindings(r_inner_products = function(points, closed, first, ...) {
    seen <<- seen + length(first)
    counted(points, closed, first, ...)
  })
  alone <- fit_with(keys_fit$gram, seq_along(keys))
  find_mirrored(alone, most = 5)
  expect_identical(seen, 10)
})

test_that("more draws find mirror images again, and an interrupt leaves them out", {
  more <- sample_more(keys_fit, 50)
  expect_identical(more$mirrored, keys_fit$mirrored)
  local_mocked_bindings(r_inner_products = function(...) rlang::interrupt())
  stopped <- cluster_shapes(keys_fit)
  expect_null(stopped$mirrored)
  expect_identical(stopped$partition, keys_fit$partition)
})

test_that("printing does not compare", {
  local_mocked_bindings(r_inner_products = function(...) abort_shapecrp("compared", "test"))
  expect_output(print(keys_fit), "mirror images")
})

test_that("many pairs are counted", {
  pairs <- data.frame(a = 1:9, b = 11:19, given = 0.5, mirrored = c(0.2, 0.1, rep(0.2, 7)))
  expect_identical(
    mirrored_words(pairs),
    paste("clusters 1 and 11, 2 and 12, 3 and 13, 4 and 14, 5 and 15, 6 and 16, and 3 more pairs,",
          "are nearly mirror images of each other (2 and 12: distance 0.5, mirrored 0.1)")
  )
})

test_that("the report tells of mirror images", {
  file <- withr::local_tempfile(fileext = ".html")
  text <- function(fit) {
    write_report(fit, file, pictures = character())
    paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  }
  pattern <- "nearly mirror images of each other.*<code>cluster_shapes[(]fit[$]gram[$]curves"
  expect_match(text(keys_fit), pattern)
  expect_match(text(wishart_crp(keys_fit$gram, control = quick())), pattern)
  expect_no_match(text(cluster_shapes(keys[keys$truth == "heart"], search = "fast",
                                      n_points = 50, control = quick())), "mirror images")
})

test_that("two clusters of different sizes are not mirror images", {
  shapes <- simulate_shapes(10, c("heart", "key"), seed = 1)
  points <- shapes$points
  points[6:10] <- lapply(points[6:10], function(m) 0.25 * m)
  gram <- elastic_gram(shape_curves(points, closed = TRUE), scale = FALSE, search = "fast",
                       n_points = 50)
  expect_null(find_mirrored(fit_with(gram, rep(1:2, each = 5))))
})
