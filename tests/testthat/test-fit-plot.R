# Twelve outlines of three families in hand-made clusters; the last of each is unsure.
shapes <- simulate_shapes(12, classes = 3, seed = 5)
gram <- elastic_gram(shapes, search = "fast", n_points = 40)
fit <- hand_made_fit(gram, draws_around(shapes$truth))
bare <- hand_made_fit(as_gram(as.matrix(gram)), draws_around(shapes$truth))
part <- partition(fit)

types <- c("k", "coclustering", "gram", "trace", "certainty", "map")

test_that("every picture is a ggplot that can be drawn, with curves and without", {
  withr::local_pdf(withr::local_tempfile(fileext = ".pdf"))
  for (type in types) {
    for (x in list(fit, bare)) {
      picture <- plot(x, type)
      expect_s3_class(picture, "ggplot")
      expect_no_condition(print(picture))
      expect_identical(ggplot2::autoplot(x, type)$labels, picture$labels)
    }
  }
})

test_that("a sampled fit has its trace and its numbers of clusters drawn", {
  sampled <- wishart_crp(clear_gram(24, spread = 0.5),
                         control = mcmc_control(300, 100, chains = 2, seed = 1))
  trace <- plot(sampled, "trace")
  expect_equal(trace$data$value[1:300], unname(sampled$trace[, 1, "log_posterior"]))
  counts <- plot(sampled, "k")
  expect_equal(sum(counts$data$probability), 1)
  expect_equal(counts$data$clusters[counts$data$estimate], max(clusters(sampled)))
})

y_axis <- function(picture, panel) ggplot2::ggplot_build(picture)$layout$panel_params[[panel]]$y

test_that("axes of a trace follow the draws after burn-in", {
  sampled <- wishart_crp(clear_gram(24, spread = 0.5),
                         control = mcmc_control(300, 100, chains = 2, seed = 1))
  flat <- sampled
  flat$trace[1:3, , "log_posterior"] <- -1e6
  flat$trace[1:3, , "clusters"] <- 1000
  picture <- plot(flat, "trace")
  kept <- sampled$trace[101:300, , ]
  for (panel in 1:2) {
    variable <- c("log_posterior", "clusters")[panel]
    spread <- max(1, diff(range(kept[, , variable])))
    expect_lte(diff(y_axis(picture, panel)$continuous_range), 3 * spread)
  }
  drawn <- ggplot2::layer_data(picture, 2)
  expect_true(all(drawn$y[drawn$x <= 3 & drawn$PANEL == 1] == -Inf))
  expect_true(all(drawn$y[drawn$x <= 3 & drawn$PANEL == 2] == Inf))
  expect_true(all(is.finite(drawn$y[drawn$x > 100])))
  expect_match(picture$labels$caption, "drawn at the edge")
  steady <- sampled
  steady$trace[, , ] <- sampled$trace[rep(101:300, length.out = 300), , ]
  expect_null(plot(steady, "trace")$labels$caption)
  early <- flat
  early$control$burn_in <- 300
  expect_true(all(is.finite(ggplot2::layer_data(plot(early, "trace"), 2)$y)))
})

test_that("0 stands on the axis of the log posterior, not on that of clusters", {
  crossing <- fit
  crossing$trace[, , "log_posterior"] <- seq(-5, 5, length.out = 12)
  crossing$trace[, , "clusters"] <- rep(c(1, 41), 6)
  picture <- plot(crossing, "trace")
  expect_true(0 %in% y_axis(picture, 1)$breaks)
  expect_false(0 %in% y_axis(picture, 2)$breaks)
  counts <- ggplot2::ggplot_build(plot(crossing, "k"))$layout$panel_params[[1]]$x$breaks
  expect_false(0 %in% counts)
  expect_equal(whole_breaks(-2, 2), -2:2)
  expect_equal(whole_breaks(1, 3), 1:3)
  expect_equal(whole_breaks(2.5, 3.5), 3)
  fine <- whole_breaks(0.1, 0.9)
  expect_gt(length(fine), 1)
  expect_true(all(fine >= 0.1 & fine <= 0.9))
})

test_that("no colour of a cluster is near that of a template", {
  channels <- grDevices::col2rgb(palette_shapes) / 255
  linear <- ifelse(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055)^2.4)
  luminance <- colSums(linear * c(0.2126, 0.7152, 0.0722))
  expect_true(all((luminance + 0.05) / 0.05 >= 3))
  expect_identical(anyDuplicated(palette_shapes), 0L)
  expect_identical(cluster_colours(17)[c(9, 17)], palette_shapes[c(1, 1)])
})

test_that("curves are ordered by cluster, then by centrality", {
  order <- match(unlist(part$members), shapes$id)
  cells <- plot(fit, "coclustering")$data
  expect_equal(cells$value, as.vector(unname(coclustering(fit)[order, order])))
  cells <- plot(fit, "gram")$data
  S <- unname(as.matrix(gram))
  expect_equal(cells$value, c(as.vector(S), as.vector(S[order, order])))
})

test_that("certainty stands in the column of its cluster, the least certain are named", {
  picture <- plot(fit, "certainty")
  expect_equal(picture$data$certainty, unname(part$certainty))
  expect_equal(round(picture$data$at), unname(part$labels))
  named <- picture$layers[[3]]$data
  ids <- unlist(strsplit(named$id, "\n", fixed = TRUE))
  least <- sort(part$certainty)[seq_along(ids)]
  expect_equal(sort(unname(part$certainty[ids])), unname(least))
  expect_gt(length(ids), 0)
  expect_false(anyDuplicated(named$column) > 0)
  expect_equal(named$certainty, vapply(named$column, function(c) {
    min(part$certainty[part$labels == c])
  }, 0))
  expect_gt(min(named$certainty), 0.5)
  expect_match(picture$labels$caption, paste("Least certain:", names(which.min(part$certainty))),
               fixed = TRUE)
  sure <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth, every = 99)))
  expect_identical(nrow(plot(sure, "certainty")$layers[[3]]$data), 0L)
})

test_that("a map keeps the distances of points in the plane", {
  x <- cbind(c(0, 3, 3, 0, 1), c(0, 0, 1, 1, 4))
  plane <- hand_made_fit(euclidean_gram(x), matrix(c(1L, 1L, 2L, 2L, 2L), 4, 5, byrow = TRUE))
  at <- as.matrix(plot(plane, "map")$data[c("x", "y")])
  expect_equal(c(dist(at)), c(dist(x)))
  one <- hand_made_fit(as_gram(matrix(1)), matrix(1L, 4, 1))
  for (type in types) expect_s3_class(plot(one, type), "ggplot")
})

test_that("curves on the map lie as the most central one of their cluster does", {
  turned <- shapes
  turned$points <- lapply(shapes$points, function(m) m %*% rbind(c(0, 1), c(-1, 0)))
  as_laid <- function(curves, i) {
    own <- elastic_gram(curves, search = "fast", n_points = 40)
    fit_panel(laid_flat(own, i, match(part$members[[part$labels[[i]]]][1], shapes$id)))
  }
  gap <- sqrt(mean((as_laid(shapes, 2) - as_laid(turned, 2))^2))
  expect_lt(gap, 0.05)
  kept <- elastic_gram(shapes[1:3], rotation = FALSE, n_points = 40)
  expect_identical(laid_flat(kept, 2, 1L), shapes[[2]])
})

test_that("large matrices are drawn by means of blocks", {
  S <- outer(1:10, 1:10)
  expect_equal(heat_cells(S)$value, as.vector(S))
  cells <- heat_cells(S, most = 5)
  expect_equal(nrow(cells), 25)
  expect_equal(cells$value[1], mean(S[1:2, 1:2]))
  expect_equal(unique(cells$column), c(1.5, 3.5, 5.5, 7.5, 9.5))
})

# Templates with members that are the template, moved a little; the last is unsure.
hand_made_templates <- function(sizes, p = 2, closed = TRUE) {
  angle <- seq(0, 2 * pi, length.out = 13)[-13]
  template <- function(k) cbind(cos(angle), (1 + k / 4) * sin(angle), cos(3 * angle))[, seq_len(p)]
  member <- function(k, i) {
    moved <- template(k) * (1 + 0.03 * i)
    colnames(moved) <- coordinate_names(p)
    data.frame(id = paste0(k, "-", i), cluster = k, certainty = if (i == sizes[k]) 0.3 else 1,
               point = seq_len(12), moved)
  }
  aligned <- lapply(seq_along(sizes), function(k) lapply(seq_len(sizes[k]), member, k = k))
  structure(
    list(
      mean = shape_curves(lapply(seq_along(sizes), template), closed = closed),
      aligned = do.call(rbind, unlist(aligned, recursive = FALSE))
    ),
    class = "shape_templates"
  )
}

test_that("clusters have a panel each, their members and their template", {
  picture <- plot(hand_made_templates(c(3, 2)))
  members <- ggplot2::layer_data(picture, 1)
  expect_identical(nrow(members), 5L * 13L)
  expect_identical(nrow(ggplot2::layer_data(picture, 2)), 2L * 13L)
  expect_lt(min(members$alpha), max(members$alpha))
  titles <- picture$facet$params$labeller(data.frame(cluster = c("1", "2")))
  expect_identical(unlist(titles, use.names = FALSE), c("1 (n = 3)", "2 (n = 2)"))
  expect_null(picture$labels$caption)
  open <- plot(hand_made_templates(2, closed = FALSE))
  expect_identical(nrow(ggplot2::layer_data(open, 1)), 2L * 12L)
  bare <- hand_made_templates(2)
  bare$aligned$certainty <- NA
  expect_false(anyNA(ggplot2::layer_data(plot(bare), 1)$alpha))
})

test_that("of many clusters the largest are drawn, and those in space are projected", {
  many <- hand_made_templates(c(4, 3, 2, 1), p = 3)
  picture <- plot(many, max_clusters = 2)
  expect_identical(levels(picture$data$cluster), c("1", "2"))
  expect_identical(
    gsub("\n", " ", picture$labels$caption),
    paste("The 2 largest of 4 clusters; 3 curves not shown; projected onto the two",
          "principal axes of the template; wide and dark lines are near")
  )
  expect_s3_class(ggplot2::autoplot(many), "ggplot")
  for (k in c(4, 12, 60)) {
    built <- ggplot2::ggplot_build(plot(hand_made_templates(rep(1, k))))
    expect_identical(nrow(built$layout$layout), as.integer(k))
  }
})

# Width of what each panel of a picture shows.
panel_widths <- function(picture) {
  drawn <- ggplot2::layer_data(picture, 2)
  tapply(drawn$x, drawn$PANEL, function(x) diff(range(x)))
}

test_that("panels have one scale where scale was kept, each its own where it was removed", {
  sides <- c(1, 1.02, 3, 3.02)
  squares <- shape_curves(lapply(sides, function(a) a * square()), closed = TRUE)
  squares_fit <- function(scale) {
    hand_made_fit(elastic_gram(squares, scale = scale, rotation = FALSE, n_points = 40),
                  matrix(c(1L, 1L, 2L, 2L), 4, 4, byrow = TRUE))
  }
  kept <- squares_fit(FALSE)
  for (picture in list(plot(kept), plot(templates(kept)))) {
    widths <- panel_widths(picture)
    expect_equal(unname(widths[2] / widths[1]), 3, tolerance = 0.02)
    expect_match(picture$labels$caption, "same scale")
  }
  expect_equal(max(abs(ggplot2::layer_data(plot(kept), 1)$x)), 0.95, tolerance = 0.01)
  removed <- plot(squares_fit(TRUE))
  widths <- panel_widths(removed)
  expect_equal(unname(widths[2] / widths[1]), 1, tolerance = 0.02)
  expect_null(removed$labels$caption)
  outline_widths <- function(fit) {
    drawn <- ggplot2::layer_data(plot(fit, "map"), 2)
    tapply(drawn$x, drawn$group, function(x) diff(range(x)))
  }
  expect_equal(diff(range(outline_widths(squares_fit(TRUE)))), 0)
  widths <- outline_widths(kept)
  expect_equal(max(widths) / min(widths), 3, tolerance = 0.03)
  expect_match(plot(kept, "map")$labels$caption, "same scale")
  sizes <- vapply(strsplit(report_outlines(kept$gram, partition(kept)), "[ ,]"), function(at) {
    diff(range(as.numeric(at)))
  }, 0)
  expect_equal(sizes / sizes[1], sides, tolerance = 0.01)
})

# Ids and classes that are hard to write beside a curve.
hard_names <- list(
  long = paste0(strrep("x", 20000), 1:12),
  "long, of one end" = paste0(strrep("x", 100), 1:12, strrep("y", 20000)),
  lines = paste0(strrep("a\nb\tc\r\n", 50), 1:12),
  letters = paste0("\u4e2d\u6587 \u00e9t\u00e9 \u03be ", strrep("\U1F600", 1:12)),
  markup = paste0("<b>&amp;</b> %s {x} \\1 ", 1:12),
  arguments = c("decreasing", "method", "na.last", "deparse.level", "x", "y", "id", "cluster",
                "...", "NA", "1", "TRUE")
)

test_that("every picture can be drawn, whatever ids and classes are", {
  skip_if_not(capabilities("png") || capabilities("cairo"))
  withr::local_png(withr::local_tempfile(fileext = ".png"))
  for (names in hard_names) {
    curves <- shapes
    names(curves) <- names
    curves$truth <- factor(rep(names[1:4], each = 3))
    own <- elastic_gram(curves, search = "fast", n_points = 40)
    unsure <- hand_made_fit(own, draws_around(shapes$truth, every = 2))
    many <- curves
    many$truth <- factor(names)
    pictures <- c(
      lapply(c("clusters", types), function(type) plot(unsure, type)),
      list(plot(curves), plot(many), plot(align_pair(curves[1], curves[2])), plot(own),
           plot(own, "eigenvalues"), plot(partition(unsure)), plot(templates(unsure)))
    )
    for (picture in pictures) expect_no_condition(print(picture))
  }
})

test_that("names are shortened to one line, and stay apart", {
  for (names in hard_names) {
    labels <- shorten_id(names)
    expect_identical(anyDuplicated(labels), 0L)
    expect_lte(max(nchar(labels)), 34)
    expect_no_match(labels, "[\n\r\t]")
  }
  expect_identical(shorten_id(c("star-1", "a b", "a b")), c("star-1", "a b", "a b"))
  expect_identical(shorten_id(strrep("x", 30)), strrep("x", 30))
  expect_identical(shorten_id(paste0(strrep("a", 20), strrep("b", 20))),
                   paste0(strrep("a", 17), "...", strrep("b", 10)))
  expect_identical(shorten_id(c("a\nb", "a\tb")), c("a b", "a b ~1"))
  expect_identical(shorten_id(character()), character())
  expect_true(validUTF8(shorten_id("\xe9t\xe9")))
})

test_that("what cannot be drawn is said", {
  expect_snapshot(error = TRUE, {
    plot(fit, "pie")
    plot(fit, max_clusters = 0)
    plot(fit, "k", colour = "red")
    plot(bare, "clusters")
  })
  early <- fit
  early$labels <- fit$labels[0, , , drop = FALSE]
  expect_snapshot(error = TRUE, plot(early, "k"))
})

test_that("pictures stay as they were looked at", {
  skip_if_not_installed("vdiffr")
  S <- 0.2 + 0.7 * outer(rep(1:3, each = 2), rep(1:3, each = 2), "==")
  diag(S) <- 1
  small <- hand_made_fit(as_gram(S), draws_around(rep(1:2, each = 3)))
  vdiffr::expect_doppelganger("clusters", plot(hand_made_templates(c(4, 3, 2))))
  vdiffr::expect_doppelganger("clusters in space, open", plot(
    hand_made_templates(c(3, 2, 2, 1, 1), p = 3, closed = FALSE), max_clusters = 4
  ))
  triangle <- hand_made_fit(euclidean_gram(cbind(c(0, 1, 4, 5, 2, 3), c(0, 0, 0, 1, 3, 4))),
                            matrix(rep(1:3, each = 2), 4, 6, byrow = TRUE))
  vdiffr::expect_doppelganger("map of points", plot(triangle, "map"))
  vdiffr::expect_doppelganger("co-clustering", plot(small, "coclustering"))
  vdiffr::expect_doppelganger("gram before and after", plot(small, "gram"))
  vdiffr::expect_doppelganger("certainty", plot(small, "certainty"))
  vdiffr::expect_doppelganger("number of clusters", plot(small, "k"))
})

test_that("chosen clusters keep their numbers and colours, and others are left out", {
  own <- unname(part$labels) %in% c(1, 3)
  k <- max(part$labels)
  clusters <- plot(fit, "clusters", clusters = c(3, 1))
  titles <- clusters$facet$params$labeller(data.frame(cluster = c("1", "2")))
  expect_identical(sub(" .*", "", unlist(titles, use.names = FALSE)), c("1", "3"))
  expect_setequal(ggplot2::layer_data(clusters, 1)$colour, cluster_colours(k)[c(1, 3)])
  expect_match(clusters$labels$caption, "^2 of 3 clusters")
  expect_setequal(clusters$data$id, shapes$id[own])
  expect_equal(plot(fit, "certainty", clusters = c(1, 3))$data$certainty,
               unname(part$certainty)[own])
  order <- match(unlist(part$members[c(1, 3)]), shapes$id)
  expect_equal(plot(fit, "coclustering", clusters = c(1, 3))$data$value,
               as.vector(unname(coclustering(fit)[order, order])))
  map <- plot(fit, "map", clusters = 2)
  expect_identical(nrow(map$layers[[1]]$data), sum(part$labels != 2))
  for (type in c("k", "trace")) {
    expect_error(plot(fit, type, clusters = 1), "be NULL", class = "shapecrp_error_input")
  }
  expect_error(plot(fit, clusters = 4), "from 1 to 3", class = "shapecrp_error_input")
})

test_that("colours follow what is given, by place or by name", {
  height <- stats::setNames(seq_along(shapes$id) + 0, shapes$id)
  for (type in coloured_pictures) {
    picture <- plot(fit, type, colour = rev(height))
    expect_s3_class(ggplot2::ggplot_build(picture), "ggplot_built")
  }
  expect_identical(plot(fit, "map", colour = rev(height))$data$paint, unname(height))
  truth <- plot(fit, "certainty", colour = "truth")
  expect_identical(truth$data$paint, factor(shapes$truth))
  expect_setequal(ggplot2::layer_data(truth, 2)$colour, palette_shapes[1:3])
  members <- plot(fit, colour = height)$data
  expect_equal(members$paint, unname(height[as.character(members$id)]))
  expect_error(plot(bare, "map", colour = "truth"), "have no truth", class = "shapecrp_error_input")
})

test_that("of many classes colours differ, and there is no legend", {
  expect_false(anyDuplicated(class_colours(40)) > 0)
  few <- colour_scale(factor(letters[1:20]))
  many <- colour_scale(factor(1:21))
  expect_s3_class(few$guide, "Guide")
  expect_identical(many$guide, "none")
  expect_match(legend_words(factor(1:21)), "21 classes")
  expect_null(legend_words(factor(1:20)))
})

test_that("silhouettes are those worked by hand, and those of package cluster", {
  at <- c(0, 1, 5, 7, 20)
  distance <- as.matrix(stats::dist(at))
  # Of 0: a = 1, b = 6. Of 5: a = 2, b = 4.5. Alone: 0.
  found <- silhouettes(distance, c(1, 1, 2, 2, 3))
  expect_equal(found[c(1, 3, 5)], c(5 / 6, 2.5 / 4.5, 0))
  skip_if_not_installed("cluster")
  labels <- unname(part$labels)
  twin <- cluster::silhouette(labels, as.dist(gram))
  expect_equal(silhouettes(gram_distances(gram), labels), unname(twin[, "sil_width"]))
  bars <- plot(fit, "silhouette")$data
  expect_equal(sort(bars$width), sort(unname(twin[, "sil_width"])))
  one <- hand_made_fit(gram, matrix(1L, 4, length(shapes)))
  expect_error(plot(one, "silhouette"), "at least two clusters", class = "shapecrp_error_input")
})

test_that("a dendrogram is that of average linkage, with a bar below each cluster", {
  tree <- stats::hclust(as.dist(gram), "average")
  picture <- plot(fit, "dendrogram")
  tops <- ggplot2::layer_data(picture, 1)
  expect_equal(sort(unique(tops$yend)), sort(unique(tree$height)))
  expect_identical(nrow(tops), 3L * nrow(tree$merge))
  bars <- ggplot2::layer_data(picture, 2)
  expect_identical(nrow(bars), length(shapes))
  # By hand: 1 and 2 joined at 1, with 4 at 2.5.
  small <- stats::hclust(stats::dist(c(1, 2, 4)), "average")
  segments <- tree_segments(small, small$order)
  expect_equal(sort(segments$yend), c(1, 1, 1, 2.5, 2.5, 2.5))
  expect_equal(sum(segments$xend - segments$x), 1 + 1.5)
})

test_that("labels on the map do not cover each other", {
  withr::local_seed(1)
  places <- matrix(stats::runif(80, 0, 0.4), 40)
  box <- matrix(0.05, 40, 2)
  spots <- label_spots(places, box, places[1:10, ], places, size = 0.06)
  gap <- function(axis) abs(outer(spots[, axis], spots[, axis], "-"))
  meets <- gap(1) < 0.05 & gap(2) < 0.05
  expect_identical(sum(meets), 40L)
  # A label on a dot moves off it.
  at <- label_spots(cbind(0, 0), cbind(0.5, 0.5), matrix(0, 0, 2), cbind(0, 0.7), size = 1)
  none <- label_spots(cbind(0, 0), cbind(0.5, 0.5), matrix(0, 0, 2), matrix(0, 0, 2), size = 1)
  expect_equal(c(none), c(0.7, 0.7) / sqrt(2))
  expect_gt(max(abs(at - c(0, 0.7))), 0.25)
  hidden <- label_spots(cbind(0, 0), cbind(0.5, 0.5), matrix(0, 0, 2), none, size = 1)
  expect_gt(sum(abs(hidden - none)), 0.3)
})

test_that("names of uncertain curves cover neither each other nor dots", {
  names <- data.frame(column = 1:3, at = c(20, 21, 22), certainty = c(0.9, 0.9, 0.91),
                      id = c("random-1", "random-2\nrandom-3", "random-4"))
  dots <- data.frame(at = 20, certainty = 0.88)
  placed <- place_names(names, dots, 40, 0.5)
  expect_identical(nrow(placed), 3L)
  high <- placed$top - placed$low
  expect_equal(high, 0.015 * c(1, 2, 1))
  # Nearer than a name is wide: one below the other.
  rows <- order(placed$top)
  expect_true(all(diff(placed$low[rows]) > 0 & placed$low[rows][-1] >= placed$top[rows][-3] - 1e-9))
  expect_true(all(placed$top < 0.88 | placed$low > 0.88))
  alone <- place_names(names[1, ], dots[0, ], 40, 0.5)
  expect_equal(alone$top, 0.89)
  expect_false(alone$moved)
  crowd <- data.frame(at = 20, certainty = seq(0.6, 0.89, 0.005))
  expect_identical(nrow(place_names(names[1, ], crowd, 40, 0.5)), 0L)
})

test_that("numbers of small clusters give way, those of large ones stay", {
  expect_identical(has_room(c(10, 30, 31, 40), 100, lines = 20), c(TRUE, TRUE, FALSE, TRUE))
  many <- finish_fit(hand_made_fit(as_gram(diag(60)), matrix(1:60, 4, 60, byrow = TRUE)))
  for (type in c("gram", "coclustering")) {
    texts <- Filter(function(layer) inherits(layer$geom, "GeomText"), plot(many, type)$layers)
    told <- texts[[1]]$data[["cluster"]] %||% texts[[1]]$data$label %||%
      texts[[1]]$aes_params$label
    expect_lte(length(told), 30)
    expect_gte(length(told), 15)
  }
})

test_that("a legend says what gives the colours, and members lie over the template", {
  heights <- seq_along(shapes$id) + 0
  plants <- data.frame(height = heights)
  expect_identical(plot(fit, "map", colour = heights)$labels$colour, "heights")
  expect_identical(plot(fit, colour = plants$height)$labels$colour, "height")
  expect_identical(plot(fit, "silhouette", colour = plants[["height"]])$labels$fill, "height")
  expect_identical(ggplot2::autoplot(fit, "map", colour = heights)$labels$colour, "heights")
  expect_null(plot(fit, "map", colour = heights + 1)$labels$colour)
  expect_null(plot(fit, "map", colour = "truth")$labels$colour)
  expect_null(plot(fit, "map")$labels$colour)
  over <- plot(fit, colour = heights)$layers
  expect_named(over[[2]]$mapping, c("group", "colour", "alpha"))
  expect_named(plot(fit)$layers[[1]]$mapping, c("group", "colour", "alpha"))
})

test_that("captions say what is drawn", {
  dots <- plot(fit, "map", clusters = 1)$labels$caption
  expect_match(gsub("\n", " ", dots), "grey dots are curves of other clusters")
  expect_match(plot(fit, "dendrogram")$labels$caption, "Bars and numbers show clusters")
  expect_match(plot(fit, "dendrogram", colour = "truth")$labels$caption,
               "Numbers and gaps in the bar show clusters")
})

test_that("every number stands on the axis of K", {
  expect_equal(every_number(1, 30), 1:30)
  expect_lt(length(every_number(1, 200)), 20)
  draws <- rbind(rep(1, 12), 1:12, rep(1:2, 6), rep(1:4, 3))
  wide <- finish_fit(hand_made_fit(as_gram(diag(12)), draws))
  breaks <- ggplot2::ggplot_build(plot(wide, "k"))$layout$panel_params[[1]]$x$breaks
  expect_equal(sort(breaks[!is.na(breaks)]), 1:13)
})

test_that("what is near lies over what is far, and space is seen from one side", {
  helix <- cbind(cos(1:20), sin(1:20), 1:20)
  axes <- view_axes(helix)
  expect_equal(det(axes), 1)
  expect_equal(crossprod(axes), diag(3))
  expect_equal(depth_shares(c(3, 1, 2)), c(1, 0, 0.5))
  expect_equal(depth_shares(c(2, 2)), c(1, 1))
  data <- data.frame(x = 1:4, y = 0, depth = c(0, 1, 0.2, 0.4), group = c(1, 1, 2, 2))
  segments <- depth_segments(data)
  expect_equal(segments$depth, c(0.3, 0.5))
  expect_equal(segments$xend, c(4, 2))
  expect_identical(dim(view_axes(cbind(helix, cos(20:1)))), c(4L, 3L))
})

test_that("long names are broken into lines and lose nothing", {
  name <- "Quercus_robur_subsp_pedunculiflora"
  expect_identical(gsub("\n", "", wrap_label(name)), name)
  expect_lte(max(nchar(strsplit(wrap_label(name, 12), "\n")[[1]])), 12)
  expect_identical(wrap_label("short"), "short")
  expect_identical(gsub("\n", "", wrap_label(strrep("x", 50))), strrep("x", 50))
  expect_identical(wrap_label(c("a", "")), c("a", ""))
})
