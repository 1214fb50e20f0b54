# The pictures of a report, in order: types of plot(fit, type), with titles, words, and
# sizes in inches for n curves in k clusters. Those as wide as the page are `full`.
report_pictures <- list(
  clusters = list(
    title = "The clusters",
    text = "Members of each cluster, aligned; the template is bold, uncertain members lighter.",
    size = function(n, k) c(10, 1 + 9 * ceiling(k / ceiling(sqrt(k))) / ceiling(sqrt(k))),
    full = TRUE
  ),
  map = list(
    title = "A map of the curves",
    text = "Curves at their places: the nearer, the more alike.",
    size = function(n, k) c(10, 8),
    full = TRUE
  ),
  k = list(
    title = "How many clusters",
    text = "The posterior probability of each number of clusters.",
    size = function(n, k) c(6, 4.5),
    full = FALSE
  ),
  certainty = list(
    title = "How sure",
    text = "The certainty of each curve, by cluster.",
    size = function(n, k) c(6, 4.5),
    full = FALSE
  ),
  coclustering = list(
    title = "Who shares a cluster",
    text = "The probability that two curves share a cluster, curves ordered by cluster.",
    size = function(n, k) c(6, 5),
    full = FALSE
  ),
  gram = list(
    title = "Inner products",
    text = "The matrix that was clustered, before and after ordering by cluster.",
    size = function(n, k) c(6, 5),
    full = FALSE
  ),
  trace = list(
    title = "The chains",
    text = "Log posterior and number of clusters, sweep by sweep; burn-in is shaded.",
    size = function(n, k) c(10, 5),
    full = TRUE
  )
)

report_gallery <- function(fit) {
  if (!can_draw_png()) {
    return("<p>There are no pictures: this build of R cannot draw PNG files.</p>")
  }
  types <- intersect(names(report_pictures), eval(formals(plot.shape_fit)$type))
  figures <- vapply(types, report_figure, "", fit = fit)
  paste0("<div class=\"gallery\">\n", paste(figures, collapse = "\n"), "\n</div>")
}

# A picture, or why there is none: some need curves, or more than one.
report_figure <- function(type, fit) {
  picture <- report_pictures[[type]]
  size <- picture$size(length(fit$gram$id), max(fit$partition$labels))
  shown <- tryCatch(
    sprintf("<img alt=\"%s\" width=\"%.0f\" height=\"%.0f\" src=\"data:image/png;base64,%s\">",
            html_escape(picture_alt(type, fit)), 96 * size[1], 96 * size[2],
            base64_encode(draw_png(plot(fit, type), size))),
    shapecrp_error = function(e) {
      sprintf("<p>Not drawn: %s</p>", html_escape(cli::ansi_strip(conditionMessage(e))))
    }
  )
  paste0("<figure", if (picture$full) " class=\"full\"", ">\n<h3>", picture$title, "</h3>\n",
         shown, "\n<figcaption>", picture$text, "</figcaption>\n</figure>")
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
  ggplot2::ggsave(file, plot, width = size[1], height = size[2], dpi = 144, bg = "white")
  readBin(file, "raw", file.size(file))
}
