# The pictures of a report, in order: types of plot(fit, type), with titles, words, the section
# of the page, and sizes in inches for k clusters. Those with a `narrow` size are as wide as the
# page; they are drawn again for small screens.
report_pictures <- list(
  clusters = list(
    title = "Shapes of the clusters",
    text = paste("The members of each cluster, aligned to its template (bold). Faint lines are",
                 "uncertain members."),
    section = "clusters",
    size = function(k) c(9, panel_height(9, k, panel_style(k)$columns)),
    narrow = function(k) c(4.2, panel_height(4.2, k, min(k, narrow_columns)))
  ),
  map = list(
    title = "Map of the curves",
    text = "Curves that are close together have similar shapes. Numbers are those of the clusters.",
    section = "pictures",
    size = function(k) c(9, 7),
    narrow = function(k) c(5, 4.8)
  ),
  k = list(
    title = "Number of clusters",
    text = "The posterior probability of each number of clusters.",
    section = "pictures",
    size = function(k) c(4.8, 3.9)
  ),
  certainty = list(
    title = "Certainty",
    text = "How certain it is that each curve belongs to its cluster.",
    section = "pictures",
    size = function(k) c(4.8, 3.9)
  ),
  coclustering = list(
    title = "Co-clustering",
    text = "The probability that two curves share a cluster. Curves are ordered by cluster.",
    section = "pictures",
    size = function(k) c(4.8, 4)
  ),
  silhouette = list(
    title = "Separation of the clusters",
    text = "How much closer each curve is to its own cluster than to the nearest other cluster.",
    section = "pictures",
    size = function(k) c(4.8, 4)
  ),
  dendrogram = list(
    title = "Dendrogram",
    text = "Average linkage of the distances between curves. Bars and numbers mark the clusters.",
    section = "pictures",
    size = function(k) c(9, 5),
    narrow = function(k) c(5, 4.4)
  ),
  tree = list(
    title = "Coarser and finer clusters",
    text = paste("Clusters at several resolutions. Lines join each cluster to the coarser cluster",
                 "that contains most of it."),
    section = "pictures",
    size = function(k) c(9, 5.5),
    narrow = function(k) c(5, 4)
  ),
  gram = list(
    title = "Inner products",
    text = "The matrix that was clustered, in the order given and ordered by cluster.",
    section = "pictures",
    size = function(k) c(9, 4.4),
    narrow = function(k) c(5.4, 3)
  ),
  trace = list(
    title = "Trace of the chains",
    text = "The log posterior and the number of clusters at each sweep. Burn-in is shaded.",
    section = "chains",
    size = function(k) c(9, 4.4),
    narrow = function(k) c(4.8, 4)
  )
)

# Panels on a small screen stand side by side in so many columns.
narrow_columns <- 3

# Height of k square panels in columns, with their titles.
panel_height <- function(width, k, columns) {
  rows <- ceiling(k / columns)
  min(width * rows / columns, 4 * rows) + 0.12 * rows + 0.3
}

# The types to draw, in the order of the page.
check_pictures <- function(pictures, call = caller_env()) {
  known <- intersect(names(report_pictures), fit_plot_types())
  if (is.null(pictures)) {
    return(known)
  }
  if (!is.character(pictures) || !all(pictures %in% known)) {
    got <- if (is.character(pictures)) {
      paste("it holds", quote_string(setdiff(pictures, known)[1]))
    } else {
      describe(pictures)
    }
    abort_input("pictures", paste("hold some of", paste(quote_string(known), collapse = ", ")),
                got, call = call)
  }
  intersect(known, pictures)
}

# The figures of one section. `drawn`: of report_sample().
report_gallery <- function(fit, types, section, drawn = NULL) {
  own <- Filter(function(type) report_pictures[[type]]$section == section, types)
  if (section == "pictures" && length(types) == 0) {
    return("<p>No pictures were requested.</p>")
  }
  if (length(own) == 0) {
    return("")
  }
  if (!can_draw_png()) {
    return("<p>There are no pictures: this build of R cannot draw PNG files.</p>")
  }
  figures <- vapply(own, report_figure, "", fit = fit, drawn = drawn)
  paste0("<div class=\"gallery\">\n", paste(figures, collapse = "\n"), "\n</div>")
}

# A picture, or why there is none: some need curves.
report_figure <- function(type, fit, drawn = NULL) {
  picture <- report_pictures[[type]]
  shown <- tryCatch(
    paste0(report_image(type, fit, drawn), "\n<figcaption>", html_escape(picture$text),
           "</figcaption>"),
    shapecrp_error = function(e) {
      sprintf("<p>Not drawn: %s</p>", html_escape(cli::ansi_strip(e$message)))
    }
  )
  paste0("<figure", if (!is.null(picture$narrow)) " class=\"full\"", ">\n<h3>",
         html_escape(picture$title), "</h3>\n", shown, "\n</figure>")
}

# The picture in the page; where it is wide, with another one for small screens.
report_image <- function(type, fit, drawn) {
  picture <- report_pictures[[type]]
  k <- min(max(fit$partition$labels), most_panels())
  size <- picture$size(k)
  plot <- report_plot(type, fit, drawn, narrow = FALSE)
  encode <- function(plot, size) {
    paste0("data:image/png;base64,", base64_encode(draw_png(plot, size)))
  }
  image <- sprintf("<img alt=\"%s\" width=\"%.0f\" height=\"%.0f\" src=\"%s\">",
                   html_escape(picture_alt(type, fit)), 96 * size[1], 96 * size[2],
                   encode(plot, size))
  if (is.null(picture$narrow)) {
    return(image)
  }
  narrow <- picture$narrow(k)
  if (type == "clusters") plot <- report_plot(type, fit, drawn, narrow = TRUE)
  sprintf(
    paste0("<picture>\n<source media=\"(max-width: 44rem)\" width=\"%.0f\" height=\"%.0f\" ",
           "srcset=\"%s\">\n%s\n</picture>"),
    96 * narrow[1], 96 * narrow[2], encode(plot, narrow), image
  )
}

# Pairs and templates take their time, and are made once for all pictures of them.
report_plot <- function(type, fit, drawn, narrow) {
  if (is.null(drawn) || !type %in% paired_pictures) {
    return(plot(fit, type))
  }
  if (type != "clusters" || is.null(drawn$means)) {
    return(draw_picture(type, drawn, most_panels()))
  }
  picture <- plot_clusters(drawn$fit, most_panels(), drawn$choice, drawn$means,
                           columns = if (narrow) narrow_columns)
  add_to_caption(picture, drawn$told)
}

# The most clusters that are drawn.
most_panels <- function() formals(plot.shape_fit)$max_clusters

# What the picture says, for those who do not see it.
picture_alt <- function(type, fit) {
  said <- if (type == "k") {
    count_words(cluster_count_posterior(fit))
  } else {
    sprintf("%s in %s", count_noun(length(fit$gram$id), "curve"),
            count_noun(max(fit$partition$labels), "cluster"))
  }
  sprintf("%s: %s.", report_pictures[[type]]$title, said)
}

can_draw_png <- function() capabilities("png") || rlang::is_installed("ragg")

# A ggplot as the bytes of a PNG file, its caption in lines that the picture has room for: 14
# letters per inch.
draw_png <- function(plot, size) {
  caption <- plot$labels$caption
  if (!is.null(caption)) {
    lines <- strwrap(caption, min(88, 14 * size[1]))
    plot <- plot + ggplot2::labs(caption = paste(lines, collapse = "\n"))
  }
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  ggplot2::ggsave(file, plot, width = size[1], height = size[2], dpi = 150, bg = "white")
  readBin(file, "raw", file.size(file))
}
