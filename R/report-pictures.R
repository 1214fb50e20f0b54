# The pictures of a report, in order: types of plot(fit, type), with titles, words, sizes in
# inches for k clusters, and whether they are as wide as the page.
report_pictures <- list(
  clusters = list(
    title = "The clusters",
    text = "Members of each cluster, laid on its template; the less certain, the fainter.",
    size = function(k) {
      columns <- panel_style(k)$columns
      c(9, min(9 * ceiling(k / columns) / columns, 4 * ceiling(k / columns)) + 0.4)
    },
    full = TRUE
  ),
  map = list(
    title = "A map of the curves",
    text = "Curves at their places: the nearer, the more alike.",
    size = function(k) c(9, 7),
    full = TRUE
  ),
  k = list(
    title = "How many clusters",
    text = "The posterior probability of each number of clusters.",
    size = function(k) c(5.5, 4.4),
    full = FALSE
  ),
  certainty = list(
    title = "How sure",
    text = "The certainty of each curve, by cluster.",
    size = function(k) c(5.5, 4.4),
    full = FALSE
  ),
  coclustering = list(
    title = "Who shares a cluster",
    text = "The probability that two curves share a cluster, curves ordered by cluster.",
    size = function(k) c(5.5, 4.6),
    full = FALSE
  ),
  trace = list(
    title = "The chains",
    text = "Log posterior and number of clusters, sweep by sweep; burn-in is shaded.",
    size = function(k) c(5.5, 4.6),
    full = FALSE
  ),
  gram = list(
    title = "Inner products",
    text = "The matrix that was clustered, as given and ordered by cluster.",
    size = function(k) c(9, 4.4),
    full = TRUE
  ),
  tree = list(
    title = "Finer and coarser clusters",
    text = "Clusters of several resolutions, each joined to the coarser one that holds most of it.",
    size = function(k) c(9, 5.5),
    full = TRUE
  ),
  dendrogram = list(
    title = "A tree of the curves",
    text = "Average linkage of the distances; bars and numbers are the clusters.",
    size = function(k) c(9, 5),
    full = TRUE
  ),
  silhouette = list(
    title = "How far clusters are apart",
    text = "How much nearer each curve is to its own cluster than to the next one.",
    size = function(k) c(5.5, 4.6),
    full = FALSE
  )
)

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

report_gallery <- function(fit, types) {
  if (length(types) == 0) {
    return("<p>No pictures were asked for.</p>")
  }
  if (!can_draw_png()) {
    return("<p>There are no pictures: this build of R cannot draw PNG files.</p>")
  }
  figures <- vapply(types, report_figure, "", fit = fit)
  paste0("<div class=\"gallery\">\n", paste(figures, collapse = "\n"), "\n</div>")
}

# A picture, or why there is none: some need curves.
report_figure <- function(type, fit) {
  picture <- report_pictures[[type]]
  size <- picture$size(max(fit$partition$labels))
  shown <- tryCatch(
    sprintf(
      paste0("<img alt=\"%s\" width=\"%.0f\" height=\"%.0f\" ",
             "src=\"data:image/png;base64,%s\">\n<figcaption>%s</figcaption>"),
      html_escape(picture_alt(type, fit)), 96 * size[1], 96 * size[2],
      base64_encode(draw_png(plot(fit, type), size)), html_escape(picture$text)
    ),
    shapecrp_error = function(e) {
      sprintf("<p>Not drawn: %s</p>", html_escape(cli::ansi_strip(e$message)))
    }
  )
  paste0("<figure", if (picture$full) " class=\"full\"", ">\n<h3>", html_escape(picture$title),
         "</h3>\n", shown, "\n</figure>")
}

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

# A ggplot as the bytes of a PNG file.
draw_png <- function(plot, size) {
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  ggplot2::ggsave(file, plot, width = size[1], height = size[2], dpi = 150, bg = "white")
  readBin(file, "raw", file.size(file))
}
