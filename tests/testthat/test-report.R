quick <- function(seed = 1, ...) {
  mcmc_control(1000, 200, chains = 2, seed = seed, n_threads = 1, ...)
}

report_shapes <- simulate_shapes(n = 12, classes = 3, seed = 1)
report_fit <- wishart_crp(elastic_gram(report_shapes, n_threads = 1), control = quick())

# The text of a report, by default without pictures, which take their time.
report_of <- function(fit, ..., pictures = character()) {
  file <- withr::local_tempfile(fileext = ".html")
  expect_identical(expect_invisible(write_report(fit, file, pictures = pictures, ...)), file)
  paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
}

count_of <- function(pattern, page) {
  sum(gregexpr(pattern, page, perl = TRUE)[[1]] > 0)
}

plot_types <- function() eval(formals(plot.shape_fit)$type)

report_page_of_shapes <- report_of(report_fit, pictures = NULL)

test_that("the page has its parts, a row for each curve and a picture for each type", {
  skip_if_not_installed("xml2")
  page <- xml2::read_html(report_page_of_shapes)
  find <- function(path) xml2::xml_find_all(page, path)
  expect_equal(
    xml2::xml_attr(find("//section"), "id"),
    c("clusters", "pictures", "curves", "chains", "how", "repeat", "cite", "versions")
  )
  targets <- substring(xml2::xml_attr(find("//nav/a"), "href"), 2)
  expect_in(targets, xml2::xml_attr(find("//section"), "id"))
  rows <- find("//table[@id='curve-table']/tbody/tr")
  expect_equal(xml2::xml_text(xml2::xml_find_first(rows, "th")), report_shapes$id)
  found <- partition(report_fit)
  expect_equal(as.integer(xml2::xml_text(xml2::xml_find_first(rows, "td[2]"))),
               unname(found$labels))
  expect_equal(as.numeric(xml2::xml_text(xml2::xml_find_first(rows, "td[3]"))),
               unname(found$certainty), tolerance = 1e-3)
  expect_equal(xml2::xml_text(find("//select/option")),
               c("all", seq_len(max(found$labels))))
  images <- find("//img")
  expect_length(images, length(intersect(names(report_pictures), plot_types())))
  expect_true(all(startsWith(xml2::xml_attr(images, "src"), "data:image/png;base64,iVBORw0KGgo")))
  expect_true(all(nzchar(xml2::xml_attr(images, "alt"))))
  expect_false(anyDuplicated(xml2::xml_attr(find("//*[@id]"), "id")) > 0)
  controls <- find("//input | //select")
  expect_equal(xml2::xml_name(xml2::xml_parent(controls)), c("label", "label"))
})

test_that("every type that plot() offers has its place on the page", {
  expect_setequal(intersect(names(report_pictures), plot_types()), plot_types())
})

test_that("no field of the template is left, and nothing is loaded", {
  expect_no_match(report_page_of_shapes, "\\{\\{[a-z_]+\\}\\}")
  elsewhere <- "(src|srcset|href)=\"(?!#|data:(image/png|text/csv;charset=utf-8);base64,)"
  expect_equal(count_of(elsewhere, report_page_of_shapes), 0)
  without_links <- gsub("<a href=\"https://doi.org[^>]*>[^<]*</a>", "", report_page_of_shapes)
  expect_no_match(without_links, "https?://|@import|url\\(")
  expect_match(report_page_of_shapes, "default-src 'none'; img-src data:", fixed = TRUE)
})

test_that("settings, versions and words of the model are there", {
  for (words in c("12 closed curves in 2 dimensions", "rotation removed", "standard search",
                  R.version.string, as.character(utils::packageVersion("ggplot2")),
                  "Bayesian clustering of shapes of curves", "@Manual")) {
    expect_match(report_page_of_shapes, words, fixed = TRUE)
  }
})

test_that("the truth is shown where it is known, unless it is not wanted", {
  expect_match(report_page_of_shapes, "data-name=\"truth\"", fixed = TRUE)
  expect_match(report_page_of_shapes, "adjusted Rand index")
  page <- report_of(report_fit, truth = FALSE)
  expect_no_match(page, "Truth|adjusted Rand index")
  expect_no_match(report_of(wishart_crp(diag(5), control = quick())), "Truth")
})

test_that("clusters by truth count curves", {
  truth <- factor(c("oak", "oak", "elm", NA, "ash"), levels = c("oak", "elm", "ash", "fir"))
  found <- truth_counts(c(1, 1, 1, 2, 2), truth)
  expect_identical(found$class, c("oak", "elm", "ash", "not known"))
  expect_equal(found$counts, rbind(c(2, 1, 0, 0), c(0, 0, 1, 1)))
  expect_match(truth_lists(c(1, 1, 1, 2, 2), truth), "oak (2), elm (1)", fixed = TRUE)
  expect_match(truth_words(c(1, 1, 1, 2, 2), truth), "over the 4 curves whose truth is known")
  expect_match(truth_words(1:2, factor(c(NA, NA))), "not known for any curve")
  expect_match(truth_columns(c(1, 1), factor(c("<b>", "a"))), "&lt;b&gt;", fixed = TRUE)
  # Eight long names would run off the page.
  named <- function(names) {
    named <- report_fit
    named$gram$curves$truth <- factor(rep_len(names, length(named$gram$curves$points)))
    report_truth(named)
  }
  expect_match(named(letters[1:8]), "<th[^>]*>b</th>")
  expect_match(named(strrep(letters[1:8], 12)), "Truth of its curves")
  expect_no_match(truth_lists(c(1, 1), factor(c("<b>", "a"))), "<b>", fixed = TRUE)
})

test_that("clusters by truth have a column for each of few classes", {
  skip_if_not_installed("xml2")
  page <- xml2::read_html(report_page_of_shapes)
  cells <- xml2::xml_find_all(page, "//div[@aria-label='Clusters by truth']//tbody/tr")
  counts <- t(vapply(cells, function(row) {
    as.integer(xml2::xml_text(xml2::xml_find_all(row, "td")))
  }, integer(nlevels(report_shapes$truth) + 1)))
  labels <- clusters(report_fit)
  expected <- unclass(table(labels, report_shapes$truth))
  expect_equal(counts, unname(cbind(expected, rowSums(expected))), ignore_attr = TRUE)
})

# The table of curves that a page holds.
saved_table <- function(page) {
  link <- regmatches(page, regexpr("data:text/csv;charset=utf-8;base64,[^\"]*", page))
  file <- withr::local_tempfile()
  writeBin(jsonlite::base64_dec(sub(".*base64,", "", link)), file)
  utils::read.csv(file, fileEncoding = "UTF-8-BOM", encoding = "UTF-8",
                  colClasses = c(id = "character"))
}

test_that("the table of curves is in the page as a CSV file", {
  skip_if_not_installed("jsonlite")
  table <- saved_table(report_page_of_shapes)
  told <- augment.shape_fit(report_fit)
  expect_identical(table$id, report_shapes$id)
  expect_equal(table$cluster, as.integer(told$.cluster))
  expect_equal(table$certainty, told$.certainty, tolerance = 1e-4)
  expect_equal(as.integer(table$second_cluster), as.integer(as.character(told$.second)))
  expect_identical(table$truth, as.character(report_shapes$truth))
  expect_named(saved_table(report_of(report_fit, truth = FALSE)),
               c("id", "cluster", "certainty", "second_cluster", "second_certainty"))
  fit <- replace(report_fit, "partition", list(partition(report_fit)))
  other <- unname(which(fit$partition$labels == 2))
  first <- unname(which(fit$partition$labels == 1))[1]
  fit$partition$similarity[first, other] <- fit$partition$similarity[other, first] <- 0.25
  lines <- report_csv(fit, FALSE)
  expect_match(lines[first + 1], ",1,[01][.][0-9]{4},2,0.2500$")
  expect_false(startsWith(lines[1], "\ufeff"))
})

test_that("the CSV file is named after the page", {
  file <- file.path(withr::local_tempdir(), "a \"b\" & c.HTML")
  write_report(report_fit, file, pictures = character())
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  expect_match(page, "download=\"a &quot;b&quot; &amp; c.csv\"", fixed = TRUE)
})

test_that("no cell of the CSV file runs in a spreadsheet program", {
  skip_if_not_installed("jsonlite")
  ids <- c("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "'quoted", "a,b", "say \"a\"", "two\nlines",
           "\u00e9t\u00e9 \u2126", strrep("long ", 400), "\ttab", "plain")
  fit <- report_fit
  fit$gram$curves$truth <- factor(ids)
  names(fit$gram$curves) <- ids
  names(fit$gram) <- ids
  fit$partition <- NULL
  table <- saved_table(report_of(fit, truth = TRUE))
  armed <- grepl("^[=+@\t'-]", ids)
  expect_identical(enc2utf8(table$id), ifelse(armed, paste0("'", ids), ids))
  expect_identical(enc2utf8(table$truth), table$id)
})

test_that("the code reads the curves from their file", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  withr::local_options(shapecrp.n_threads = 1)
  write_curves(report_shapes, "my \"shapes\".csv")
  read <- as_shape_curves("my \"shapes\".csv", closed = TRUE)
  fit <- wishart_crp(elastic_gram(read, n_points = 40, search = "fast", n_threads = 1),
                     control = quick())
  fit$partition <- partition(fit)
  again <- new.env()
  result <- eval(parse(text = report_code(fit)), again)
  expect_identical(again$fit$labels, fit$labels)
  expect_identical(again$curves$truth, read$truth)
  expect_identical(result, fit$partition)
  page <- report_of(fit)
  expect_match(page, "as_shape_curves(&quot;my \\&quot;shapes\\&quot;.csv&quot;, closed = TRUE)",
               fixed = TRUE)
  part <- fit
  part$gram <- part$gram[1:11]
  expect_null(source_code(read[1:11]))
  expect_match(paste(gram_code(part$gram), collapse = "\n"), "# curves: the 11 curves of this page")
})

test_that("what is long is named in the code, and said", {
  curves <- with_source(report_shapes, sprintf("file-%02d.png", 1:20), list(
    truth = data.frame(id = 1:2, class = c("a", "b")), invert = TRUE
  ))
  code <- source_code(curves)
  expect_identical(code[1],
                   "# files: the paths of 20 files, from \"file-01.png\" to \"file-20.png\"")
  expect_match(code[2], "# truth: a data frame, as it was given", fixed = TRUE)
  expect_identical(code[3], "curves <- as_shape_curves(files, truth = truth, invert = TRUE)")
  named <- with_source(report_shapes, "a.json", list(truth = c("a.json" = "elm"), "second"))
  expect_identical(
    source_code(named),
    "curves <- as_shape_curves(\"a.json\", truth = c(\"a.json\" = \"elm\"), \"second\")"
  )
})

test_that("grids are short in the code", {
  expect_identical(code_value(10^seq(0.25, 3, by = 0.25)), "10^seq(0.25, 3, by = 0.25)")
  expect_identical(code_value(seq(100, 500, by = 100)), "seq(100, 500, by = 100)")
  expect_identical(code_value(c(1, 2, 4, 8)), "c(1, 2, 4, 8)")
  expect_identical(code_value(c(0, 0, 0, 0)), "c(0, 0, 0, 0)")
  expect_identical(code_value(0.1), "0.1")
})

test_that("the code repeats the fit to the bit", {
  given <- list("one", rep(1:3, 4))
  fit <- wishart_crp(
    elastic_gram(report_shapes, scale = FALSE, n_points = NULL, smooth = 1.1, n_threads = 1),
    prior = wishart_crp_prior(partition = crp(c(2, 1 / 3)), theta = c(0.1, pi), d = 0.9),
    control = quick(init = given, seed = 7)
  )
  fit <- sample_more(fit, 20)
  fit$partition <- partition(fit, "binder")
  again <- new.env()
  again$curves <- report_shapes
  withr::local_options(shapecrp.n_threads = 1)
  result <- eval(parse(text = report_code(fit)[-1]), again)
  expect_identical(again$fit$gram, fit$gram)
  expect_identical(again$fit$prior, fit$prior)
  expect_identical(again$fit$labels, fit$labels)
  expect_identical(result, fit$partition)
})

test_that("the code of a matrix says where it came from", {
  x <- cbind(c(0, 0.1, 5, 5.1), 0)
  code <- function(gram) {
    fit <- wishart_crp(gram, wishart_crp_prior(partition = mfm()), quick())
    fit$partition <- partition(fit)
    paste(report_code(fit), collapse = "\n")
  }
  expect_match(code(euclidean_gram(x)), "euclidean_gram(X)", fixed = TRUE)
  expect_match(code(dist_gram(dist(x))), "dist_gram(D)", fixed = TRUE)
  expect_match(code(as_gram(tcrossprod(x))), "as_gram(S, metric = \"l2\")", fixed = TRUE)
  expect_match(code(as_gram(tcrossprod(x))), "partition = mfm(lambda = 2, gamma = 1)", fixed = TRUE)
})

test_that("values as code come back as they were", {
  values <- list(NULL, TRUE, 3, 0.1 + 0.2, 1e-300, 100000, c(1, pi), "a \"b\"", list("one", 1:2),
                 c(a = 1, b = 2), c("x y" = "z"), 10^(1:5))
  for (value in values) {
    expect_equal(eval(parse(text = code_value(value))), value, tolerance = 0)
  }
  expect_equal(code_value(factor(c("b", "a"))), "c(\"b\", \"a\")")
})

test_that("ids and titles are text, whatever they hold", {
  ids <- c("</script><script>alert(1)</script>", "a & b", "\"quoted\" 'id'", "\u00e9t\u00e9 \u2126",
           "{{script}}", "x\u0001y", "<!--", "\\n\\1$&", "</td>", "-->", "&amp;", "plain")
  shapes <- report_shapes
  names(shapes) <- ids
  shapes$truth <- factor(ids)
  fit <- report_fit
  fit$gram$curves <- shapes
  names(fit$gram) <- ids
  fit$partition <- NULL
  text <- report_of(fit, title = ids[1], truth = TRUE)
  expect_no_match(text, "<script>alert", fixed = TRUE)
  expect_equal(count_of("<script", text), count_of("<script", report_page_of_shapes))
  skip_if_not_installed("xml2")
  page <- xml2::read_html(text)
  shown <- xml2::xml_text(xml2::xml_find_all(page, "//table[@id='curve-table']/tbody/tr/th"))
  expect_equal(shown, replace(ids, 6, "x\ufffdy"))
  expect_equal(xml2::xml_text(xml2::xml_find_first(page, "//h1")), ids[1])
})

test_that("text that is not UTF-8 does not stop the page", {
  latin <- "\xe9t\xe9"
  Encoding(latin) <- "latin1"
  expect_equal(html_escape(latin), "\u00e9t\u00e9")
  Encoding(latin) <- "UTF-8"
  expect_true(validUTF8(html_escape(latin)))
})

test_that("a matrix without curves has a page without outlines", {
  fit <- wishart_crp(euclidean_gram(cbind(c(0, 0.1, 5, 5.1), 0)), control = quick())
  page <- report_of(fit)
  expect_match(page, "given without its curves")
  expect_match(page, "id=\"outlines\">[]</script>", fixed = TRUE)
  expect_no_match(page, "<svg")
  expect_error(report_of(fit, truth = TRUE), class = "shapecrp_error_input")
})

test_that("two curves and sixty clusters have a page", {
  two <- wishart_crp(elastic_gram(report_shapes[1:2], n_threads = 1),
                     control = quick(init = "one"))
  two$partition <- new_shape_partition(c(1, 1), two$gram$id, "vi", c(vi = 0, binder = 0),
                                       matrix(1, 2, 2), 400)
  page <- report_of(two)
  expect_match(page, "<title>2 curves in 1 cluster</title>", fixed = TRUE)
  many <- wishart_crp(diag(60), control = quick())
  many$partition <- new_shape_partition(1:60, many$gram$id, "vi", c(vi = 0, binder = 0),
                                        diag(60), 400)
  page <- report_of(many)
  expect_match(page, "<title>60 curves in 60 clusters</title>", fixed = TRUE)
  expect_equal(count_of("<option", page), 61)
})

test_that("chains that disagree are told at the top", {
  fit <- report_fit
  fit$trace[, 1, "clusters"] <- 1
  fit$trace[, 2, "clusters"] <- 5
  fit$diagnostics <- diagnose(fit)
  page <- report_of(fit)
  expect_match(page, "class=\"alarm\"[^<]*The chains disagree")
  expect_no_match(report_page_of_shapes, "class=\"alarm\"")
})

test_that("outlines of many curves stay small", {
  turn <- seq(0, 2 * pi, length.out = 201)[-1]
  points <- replicate(1400, cbind(cos(turn), sin(turn) * runif(1)), simplify = FALSE)
  curves <- new_shape_curves(points, TRUE, as.character(1:1400))
  one <- list(labels = rep(1L, 1400), certainty = rep(1, 1400))
  outlines <- report_outlines(list(curves = curves, settings = list(scale = TRUE)), one)
  expect_lt(sum(nchar(outlines)), 1.5e6)
  expect_lte(max(lengths(strsplit(outlines, " "))), 100)
})

test_that("of many curves the page draws some of each cluster, and says so", {
  fit <- replace(report_fit, "partition", list(partition(report_fit)))
  labels <- fit$partition$labels
  whole <- report_outlines(fit$gram, fit$partition)
  expect_true(all(nzchar(whole)))
  expect_no_match(report_page_of_shapes,
                  "of [0-9]+ curves drawn|[0-9] rows at a time|id=\"only-drawn\"|>Drawn<")

  local_mocked_bindings(max_outlined = 7, max_listed = 5)
  some <- report_outlines(fit$gram, fit$partition)
  drawn <- nzchar(some)
  expect_true(all(tabulate(labels[drawn], max(labels)) >= 1))
  expect_lt(sum(drawn), 12)
  expect_identical(some[drawn], whole[drawn])
  page <- report_of(fit)
  expect_match(page, sprintf("%d of 12 curves drawn", sum(drawn)), fixed = TRUE)
  expect_match(page, "shows 5 rows at a time", fixed = TRUE)
  expect_match(page, "id=\"only-drawn\"", fixed = TRUE)
  expect_match(page, json_strings(some), fixed = TRUE)
  skip_if_not_installed("xml2")
  html <- xml2::read_html(page)
  rows <- xml2::xml_find_all(html, "//table[@id='curve-table']/tbody/tr")
  expect_equal(xml2::xml_text(xml2::xml_find_first(rows, "th")), report_shapes$id[1:5])
  clusters <- xml2::xml_find_all(html, "//div[@aria-label='Table of clusters']//tbody/tr")
  expect_equal(as.integer(xml2::xml_text(xml2::xml_find_first(clusters, "td[3]"))),
               tabulate(labels[drawn]))
  # Each cluster shows its most central curve.
  expect_true(all(nzchar(xml2::xml_attr(
    xml2::xml_find_first(clusters, ".//polygon"), "points"
  ))))
  skip_if_not_installed("jsonlite")
  expect_identical(saved_table(page)$id, report_shapes$id)
})

test_that("tables of clusters list the largest, and say so", {
  local_mocked_bindings(max_listed = 2)
  fit <- replace(report_fit, "partition", list(partition(report_fit)))
  k <- max(fit$partition$labels)
  expect_gt(k, 2)
  expect_match(report_clusters(fit, NULL), sprintf("The 2 largest of %d clusters", k))
  for (html in c(report_clusters(fit, NULL), report_truth(fit))) {
    expect_equal(count_of("<th scope=\"row\">", html), 2)
  }
})

test_that("a page of 100,000 curves has less than 15 MB", {
  n <- 1e5
  turn <- seq(0, 2 * pi, length.out = 31)[-1]
  curves <- new_shape_curves(rep(list(cbind(cos(turn), sin(turn))), n), TRUE,
                             sprintf("outline_%06d", 1:n))
  labels <- rep(1:100, length.out = n)
  support <- list(certainty = rep(0.98765, n), second = rep(17L, n),
                  second_certainty = rep(0.01235, n))
  fit <- list(gram = list(curves = curves, id = curves$id, closed = TRUE,
                          settings = list(scale = TRUE)))
  fit$partition <- new_shape_partition(labels, curves$id, "vi", c(vi = 0, binder = 0), NULL, 100,
                                       support = support)
  outlines <- report_outlines(fit$gram, fit$partition)
  expect_identical(sum(nzchar(outlines)), 10000L)
  parts <- c(json_strings(outlines), report_csv_link(fit, FALSE, "a.csv"),
             report_curves(fit, FALSE), report_clusters(fit, outlines))
  expect_lt(sum(nchar(parts, "bytes")), 1e7)
})

test_that("a hundred clusters fit into their pictures", {
  many <- wishart_crp(diag(110), control = quick())
  many$partition <- new_shape_partition(1:110, many$gram$id, "vi", c(vi = 0, binder = 0),
                                        diag(110), 400)
  asked <- list()
  local_mocked_bindings(
    draw_png = function(plot, size) {
      asked <<- c(asked, list(size))
      raw(3)
    },
    report_plot = function(...) NULL
  )
  report_image("clusters", many, NULL)
  expect_length(asked, 2)
  expect_lt(max(unlist(asked)), 50)
})

test_that("outlines are curves in a square, upright", {
  expect_equal(outline_points(square()), "5,195 195,195 195,5 5,5")
  line <- cbind(c(0, 0.01, 0.02, 1, 2), 0)
  expect_equal(outline_points(thin_points(line, 3)), "5,100 100,100 195,100")
  helix <- cbind(1:9, cos(1:9), sin(1:9))
  at <- as.numeric(strsplit(outline_points(flatten(helix)), "[ ,]")[[1]])
  expect_length(at, 18)
  expect_true(all(at >= 0 & at <= 200))
})

test_that("base64 is that of others", {
  withr::local_seed(1)
  expect_equal(base64_encode(charToRaw("light work.")), "bGlnaHQgd29yay4=")
  expect_equal(base64_encode(raw()), "")
  skip_if_not_installed("jsonlite")
  for (n in c(1:9, 1000)) {
    bytes <- as.raw(sample(0:255, n, replace = TRUE))
    expect_equal(base64_encode(bytes), gsub("\n", "", jsonlite::base64_enc(bytes)))
  }
})

test_that("pictures are those asked for", {
  page <- report_of(report_fit, pictures = "k")
  expect_equal(count_of("<img", page), 1)
  expect_match(report_gallery(report_fit, character(), "pictures"), "No pictures were requested")
})

test_that("a build of R without PNG has a page without pictures", {
  local_mocked_bindings(can_draw_png = function() FALSE)
  page <- report_of(report_fit, pictures = NULL)
  expect_match(page, "There are no pictures")
  expect_no_match(page, "<img")
})

test_that("the name of a report ends as that of a page", {
  folder <- withr::local_tempdir()
  for (name in c("a.pdf", "a", "html", "a.html.txt", "a.docx")) {
    message <- input_error(write_report(report_fit, file.path(folder, name)))
    expect_match(message, "end in .html or .htm", fixed = TRUE)
    expect_match(message, name, fixed = TRUE)
  }
  expect_identical(list.files(folder), character())
  for (name in c("a.htm", "b.HTML")) {
    write_report(report_fit, file.path(folder, name), pictures = character())
    expect_true(file.exists(file.path(folder, name)))
  }
})

test_that("an error while the page is made is not one of writing it", {
  folder <- withr::local_tempdir()
  local_mocked_bindings(report_citation = function() abort_shapecrp("no citation", "test"))
  expect_error(write_report(report_fit, file.path(folder, "a.html"), pictures = character()),
               "no citation", class = "shapecrp_error_test")
  expect_identical(list.files(folder), character())
})

test_that("bad input is told", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.html")
  wrong <- list(
    quote(write_report(1, file)), quote(write_report(NULL)),
    quote(write_report(report_fit, NULL)), quote(write_report(report_fit, c("a", "b"))),
    quote(write_report(report_fit, file.path(folder, "none", "a.html"))),
    quote(write_report(report_fit, folder)), quote(write_report(report_fit, file, title = 1)),
    quote(write_report(report_fit, file, truth = NA)),
    quote(write_report(report_fit, file, pictures = "pie")),
    quote(write_report(report_fit, file, pictures = TRUE)),
    quote(write_report(report_fit, file, overwrite = "no")),
    quote(write_report(report_fit, file, tilte = "a"))
  )
  for (call in wrong) expect_error(eval(call), class = "shapecrp_error_input")
  expect_equal(list.files(folder), character())
  stopped <- report_fit
  stopped$labels <- stopped$labels[0, , , drop = FALSE]
  expect_match(input_error(write_report(stopped, file)), "draws after burn-in")
})

test_that("an old file is replaced as a whole, or kept", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a.html")
  writeLines("old", file)
  expect_match(input_error(write_report(report_fit, file, overwrite = FALSE)), "overwrite")
  expect_equal(readLines(file), "old")
  write_report(report_fit, file, pictures = character())
  expect_match(readLines(file, warn = FALSE)[1], "<!doctype html>", ignore.case = TRUE)
  expect_equal(list.files(folder), "a.html")
})

test_that("what cannot be written is told, and leaves nothing behind", {
  folder <- withr::local_tempdir()
  local_mocked_bindings(write_bytes = function(...) abort_shapecrp("no space", "test"))
  expect_error(
    write_report(report_fit, file.path(folder, "a.html"), pictures = character()),
    class = "shapecrp_error_file"
  )
  expect_equal(list.files(folder), character())
})

test_that("a picture that cannot be drawn says why", {
  local_mocked_bindings(draw_png = function(plot, size) {
    check_gram_has_curves(list(curves = NULL), "drawn")
  })
  figure <- report_figure("k", replace(report_fit, "partition", list(partition(report_fit))))
  expect_match(figure, "Not drawn: A matrix given without its curves")
  expect_no_match(figure, "<img|figcaption")
})

test_that("pictures of clusters grow with their number", {
  sizes <- vapply(c(1, 3, 6, 60, 200), report_pictures$clusters$size, c(0, 0))
  expect_true(all(sizes[1, ] == 9))
  expect_true(all(sizes[2, ] > 2 & sizes[2, ] < 12))
  narrow <- vapply(c(1, 3, 60), report_pictures$clusters$narrow, c(0, 0))
  expect_equal(narrow[2, 2] < 2.2, TRUE)
  expect_gt(narrow[2, 3], 25)
})

test_that("captions are broken into lines that the picture has room for", {
  skip_if_not(can_draw_png())
  lines <- NULL
  local_mocked_bindings(
    ggsave = function(file, plot, ...) {
      lines <<- strsplit(plot$labels$caption, "\n")[[1]]
      writeLines("", file)
    }, .package = "ggplot2"
  )
  plot <- ggplot2::ggplot() + ggplot2::labs(caption = paste(rep("word", 30), collapse = "\n"))
  draw_png(plot, c(9, 4))
  expect_lte(max(nchar(lines)), 88)
  expect_gt(max(nchar(lines)), 80)
  draw_png(plot, c(4.2, 4))
  expect_lte(max(nchar(lines)), 58)
})

test_that("wide pictures are drawn again for small screens", {
  wide <- Filter(function(picture) !is.null(picture$narrow), report_pictures)
  expect_equal(count_of("<source media=\"\\(max-width: 44rem\\)\"", report_page_of_shapes),
               length(wide))
})

space <- simulate_shapes(n = 10, classes = 2, closed = FALSE, dim = 3, seed = 1)
space_fit <- wishart_crp(elastic_gram(space, n_points = 40, search = "fast", n_threads = 1),
                         control = quick())

test_that("curves in space have a view, hidden where no script runs", {
  page <- report_of(space_fit, pictures = "clusters")
  expect_match(page, "<figure id=\"view\" hidden>", fixed = TRUE)
  expect_match(page, "The rotatable view of one cluster", fixed = TRUE)
  for (page in list(report_page_of_shapes, report_of(space_fit))) {
    expect_no_match(page, "id=\"view\"|view-data|The rotatable view")
  }
})

test_that("the view holds template and members of each cluster, in a ball", {
  skip_if_not_installed("jsonlite")
  fit <- space_fit
  fit$partition <- partition(fit)
  means <- report_sample(fit, "clusters")$means
  told <- jsonlite::fromJSON(view_json(view_data(means, fit$partition$members), FALSE),
                             simplifyVector = FALSE)
  expect_false(told$closed)
  sizes <- tabulate(fit$partition$labels)
  expect_equal(vapply(told$clusters, `[[`, 0L, "size"), sizes)
  expect_equal(lengths(lapply(told$clusters, `[[`, "curves")), sizes + 1)
  for (cluster in seq_along(sizes)) {
    curves <- lapply(told$clusters[[cluster]]$curves, function(x) {
      matrix(unlist(x), ncol = 3, byrow = TRUE)
    })
    radius <- max(vapply(curves, function(m) max(sqrt(rowSums(m^2))), 0))
    expect_equal(radius, 1000, tolerance = 2e-3)
    # Turned, not mirrored: all distances and the sign of the volume stay.
    template <- thin_points(means$mean$points[[cluster]], view_limits$curve)
    scale <- max(dist(curves[[1]])) / max(dist(template))
    expect_equal(as.matrix(dist(curves[[1]])), scale * as.matrix(dist(template)), tolerance = 0.01,
                 ignore_attr = TRUE)
    volume <- function(m) sign(det(sweep(m[c(10, 20, 30), ], 2, m[1, ])))
    expect_equal(volume(curves[[1]]), volume(template))
    expect_true(max(vapply(curves, nrow, 0L)) <= view_limits$curve)
  }
})

test_that("the view of many curves is small, and says how many it shows", {
  k <- 46
  points <- lapply(seq_len(k), function(i) cbind(cos(1:90 / 9), sin(1:90 / 9), 1:90 / 90 * i))
  members <- lapply(seq_len(k), function(i) sprintf("%d-%d", i, 1:30))
  means <- list(
    mean = new_shape_curves(points, FALSE, as.character(seq_len(k))), settings = list(scale = TRUE),
    aligned = do.call(rbind, lapply(seq_len(k), function(i) {
      rows <- data.frame(id = rep(members[[i]], each = 90), cluster = i)
      rows[c("x", "y", "z")] <- points[[i]][rep(1:90, 30), ]
      rows
    }))
  )
  data <- view_data(means, members)
  expect_true(all(vapply(data, function(entry) length(entry$curves), 0L) == 10))
  expect_true(all(vapply(data, `[[`, 0L, "size") == 30))
  expect_lt(nchar(view_json(data, FALSE)), 4e5)
})
