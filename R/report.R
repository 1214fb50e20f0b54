#' Write a report of a fit
#'
#' One HTML page for readers of the clustering: pictures and a table of the clusters, how they
#' agree with the truth if it is known, the number of clusters and its uncertainty, a table of
#' the curves, whether the chains agree, the model, R code that repeats the run, how to cite, and
#' versions. The table of curves can be sorted, filtered and saved as a CSV file; pointing at a
#' row (or moving to it with Tab and the arrow keys) shows the outline of the curve. Clusters of
#' curves in three dimensions can be rotated, with the mouse, a finger or the arrow keys.
#'
#' Pictures, styles and scripts are inside the file, and nothing is loaded from elsewhere: it can
#' be e-mailed, archived and opened offline. Outlines are drawn from at most 100 points per curve
#' (fewer beyond 1,500 curves); those of curves in three or more dimensions are projections on
#' the curve's own two principal axes. Beyond 10,000 curves the page has the outlines of about
#' 10,000: some of each cluster, evenly spaced from the most central curve to the least, and it
#' says how many. The table of curves shows 500 rows at a time, that of clusters the 500 largest;
#' the CSV file has all curves. A page of 100,000 curves takes about 11 MB.
#'
#' The rotatable view shows at most 40 curves of each cluster (fewer beyond 11 clusters), from the
#' most central to the least, and says how many. It comes with the picture `"clusters"`. For a
#' matrix that was given without its curves there are no outlines, and the page says so.
#'
#' The code reads the curves again from the files that [as_shape_curves()] read, by the paths
#' given to it. Curves that were made or changed in R have no file; the code then begins with the
#' set of curves.
#'
#' In the CSV file, ids and classes that a spreadsheet program could run as formulas have an
#' apostrophe in front, see [write_curves()].
#'
#' @param fit A `shape_fit`.
#' @param file The file to write, whose name ends in `.html` or `.htm`. Its folder must exist.
#' @param title The heading of the page; `NULL`: the numbers of curves and clusters.
#' @param truth Whether to show the truth that was given with the curves, and how the
#'   clusters agree with it. `NULL` shows it if there is one.
#' @param pictures The pictures to show, by their types in [plot.shape_fit()]; `NULL`: all;
#'   `character()`: none, which is quick.
#' @param overwrite Whether a file of that name is replaced, as [write.csv()] does. `FALSE` raises
#'   an error if there is one. The page is first written under another name, then renamed, so that
#'   a run that is stopped leaves the old file intact.
#' @param ... Must be empty.
#' @return `file`, invisibly: `browseURL(write_report(fit))` opens it.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' file <- tempfile(fileext = ".html")
#' write_report(fit, file, pictures = character())
#' @export
write_report <- function(fit, ...) UseMethod("write_report")

#' @rdname write_report
#' @export
write_report.shape_fit <- function(fit, file = "clusters.html", title = NULL, truth = NULL,
                                   pictures = NULL, overwrite = TRUE, ...) {
  check_no_dots(...)
  file <- check_report_file(file, check_flag(overwrite))
  if (!is.null(title) && (!is.character(title) || length(title) != 1 || is.na(title))) {
    abort_input("title", "be one string, or NULL", describe(title))
  }
  known <- !is.null(fit$gram$curves$truth)
  truth <- check_flag(truth %||% known, "truth")
  if (truth && !known) {
    abort_input("truth", "be NULL or FALSE where curves have no truth", "it is TRUE")
  }
  pictures <- check_pictures(pictures)
  check_draws(fit, call = rlang::current_env())
  csv <- sub("[.]html?$", ".csv", basename(file), ignore.case = TRUE)
  page <- charToRaw(enc2utf8(report_page(fit, title, truth, pictures, csv)))
  write_atomically(file, function(part) write_bytes(list(page), part))
  invisible(file)
}

#' @export
write_report.default <- function(fit, ...) {
  abort_input("fit", "be a fit, as wishart_crp() makes it", describe(fit))
}

check_report_file <- function(file, overwrite, call = caller_env()) {
  if (is.null(file)) abort_input("file", "be the name of a file", describe(file), call = call)
  check_file(file, "file", call)
  if (!grepl("[.]html?$", file, ignore.case = TRUE)) {
    abort_input("file", "end in .html or .htm, for the report is a page of HTML",
                describe(file), call = call)
  }
  if (!overwrite && file.exists(file)) {
    abort_input("file", "not exist where `overwrite` is FALSE",
                sprintf("%s does", quote_string(file)), call = call)
  }
  file
}

# The page: inst/report/template.html with its {{fields}} filled. `csv`: the name under which
# the table of curves is saved.
report_page <- function(fit, title, truth, pictures, csv) {
  if (is.null(fit$partition)) {
    fit$partition <- partition(fit)
    fit$mirrored <- find_mirrored(fit)
  }
  n <- length(fit$gram$id)
  k <- max(fit$partition$labels)
  outlines <- report_outlines(fit$gram, fit$partition)
  title <- title %||% sprintf("%s in %s", count_noun(n, "curve"), count_noun(k, "cluster"))
  diagnostics <- fit_diagnostics(fit)
  verdict <- judge_chains(diagnostics, fit)
  drawn <- report_sample(fit, pictures)
  view <- report_view(drawn)
  fill_template(read_report_file("template.html"), list(
    version = fit$version,
    title = html_escape(title),
    headline = html_escape(report_headline(fit)),
    warning = if (isFALSE(verdict$agree)) report_warning(verdict$words) else "",
    style = read_report_file("style.css"),
    script = paste(c(read_report_file("script.js"), if (nzchar(view)) read_report_file("view.js")),
                   collapse = "\n"),
    cluster_picture = report_gallery(fit, pictures, "clusters", drawn),
    view = view,
    clusters = report_clusters(fit, outlines),
    truth = if (truth) report_truth(fit) else "",
    pictures = report_gallery(fit, pictures, "pictures", drawn),
    curves_note = html_escape(report_curves_note(fit, outlines)),
    csv = report_csv_link(fit, truth, csv),
    cluster_options = paste0("<option>", seq_len(k), "</option>", collapse = "\n"),
    only_drawn = if (any(outlines == "")) report_only_drawn() else "",
    listed = max_listed,
    curves = report_curves(fit, truth),
    preview = if (is.null(outlines)) "" else report_preview(fit$gram$closed),
    diagnostics = report_diagnostics(fit, diagnostics, verdict),
    trace = report_gallery(fit, pictures, "chains"),
    facts = html_facts(report_facts(fit)),
    code = report_code_section(fit),
    citation = report_citation(),
    versions = html_facts(report_versions(fit)),
    footer = html_escape(sprintf("Written by shapecrp %s on %s.",
                                 utils::packageVersion("shapecrp"),
                                 format(Sys.time(), "%Y-%m-%d at %H:%M"))),
    outlines = json_strings(outlines)
  ))
}

# What pictures of pairs share: a list of sample_for_picture(), with `means`, the templates, where
# they are drawn. NULL where it cannot be had; the pictures then say why.
report_sample <- function(fit, pictures) {
  if (!any(paired_pictures %in% pictures) || !can_draw_png()) {
    return(NULL)
  }
  tryCatch({
    drawn <- sample_for_picture(fit, "map", picture_choice(fit, "map", NULL, NULL))
    if ("clusters" %in% pictures && !is.null(fit$gram$curves)) {
      drawn$means <- chosen_means(drawn$fit, drawn$choice, caller_env())
    }
    drawn
  }, shapecrp_error = function(e) NULL)
}

read_report_file <- function(name) {
  file <- system.file("report", name, package = "shapecrp", mustWork = TRUE)
  paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
}

# Each {{field}} is replaced once; what is put in is not looked at again.
fill_template <- function(template, fields) {
  pattern <- "\\{\\{[a-z_]+\\}\\}"
  marks <- regmatches(template, gregexpr(pattern, template))[[1]]
  pieces <- strsplit(template, pattern)[[1]]
  values <- vapply(fields[gsub("[{}]", "", marks)], paste, "", collapse = "\n")
  paste0(pieces, c(values, "\n"), collapse = "")
}
