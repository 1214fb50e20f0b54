#' Write a report of a fit
#'
#' One page of HTML with everything that a reader of the clustering may ask for: what was
#' clustered and how, the number of clusters and how sure it is, pictures, the clusters,
#' the curves, whether the chains agree, R code that repeats the run, how to cite, and
#' versions. The table of curves can be sorted and filtered, and pointing at a row (or
#' moving to it by Tab and the arrow keys) shows the outline of the curve.
#'
#' Pictures, styles and script are inside the file, and nothing is loaded from
#' elsewhere: it can be mailed, archived and opened offline. Outlines are drawn from at
#' most 100 points a curve (fewer beyond 1,500 curves), those in three or more dimensions
#' in projection on their own two principal axes. Of a matrix that was given without its
#' curves there are no outlines, and the page says so.
#'
#' @param fit a `shape_fit`.
#' @param file the file to write, whose name ends in `.html` or `.htm`. Its folder must exist.
#' @param title the heading of the page; `NULL`: the number of curves and of clusters.
#' @param truth whether to show the truth that was given with the curves, and how the
#'   clusters agree with it.
#' @param pictures the pictures to show, by their types in [plot.shape_fit()]; `NULL`: all;
#'   `character()`: none, which is quick.
#' @param overwrite whether a file of that name is replaced, as [write.csv()] does. `FALSE`
#'   raises an error where there is one. The page is written beside it first, then renamed:
#'   a run that is stopped leaves the old file whole.
#' @param ... must be empty.
#' @return `file`, invisibly: `browseURL(write_report(fit))` opens it.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' file <- tempfile(fileext = ".html")
#' write_report(fit, file, pictures = character())
#' @export
write_report <- function(fit, ...) UseMethod("write_report")

#' @rdname write_report
#' @export
write_report.shape_fit <- function(fit, file = "clusters.html", title = NULL, truth = FALSE,
                                   pictures = NULL, overwrite = TRUE, ...) {
  check_no_dots(...)
  file <- check_report_file(file, check_flag(overwrite))
  if (!is.null(title) && (!is.character(title) || length(title) != 1 || is.na(title))) {
    abort_input("title", "be one string, or NULL", describe(title))
  }
  if (check_flag(truth) && is.null(fit$gram$curves$truth)) {
    abort_input("truth", "be FALSE where curves have no truth", "it is TRUE")
  }
  pictures <- check_pictures(pictures)
  check_draws(fit, call = rlang::current_env())
  page <- charToRaw(enc2utf8(report_page(fit, title, truth, pictures)))
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

# The page: inst/report/template.html with its {{fields}} filled.
report_page <- function(fit, title, truth, pictures) {
  if (is.null(fit$partition)) {
    fit$partition <- partition(fit)
    fit$mirrored <- find_mirrored(fit)
  }
  n <- length(fit$gram$id)
  k <- max(fit$partition$labels)
  outlines <- report_outlines(fit$gram)
  title <- title %||% sprintf("%s in %s", count_noun(n, "curve"), count_noun(k, "cluster"))
  diagnostics <- fit_diagnostics(fit)
  verdict <- judge_chains(diagnostics, fit)
  fill_template(read_report_file("template.html"), list(
    version = fit$version,
    title = html_escape(title),
    headline = html_escape(report_headline(fit)),
    warning = if (isFALSE(verdict$agree)) report_warning(verdict$words) else "",
    style = read_report_file("style.css"),
    script = read_report_file("script.js"),
    facts = html_facts(report_facts(fit, truth)),
    pictures = report_gallery(fit, pictures),
    clusters = report_clusters(fit, outlines),
    curves_note = html_escape(report_curves_note(fit)),
    cluster_options = paste0("<option>", seq_len(k), "</option>", collapse = "\n"),
    curves = report_curves(fit, truth),
    preview = if (is.null(outlines)) "" else report_preview(fit$gram$closed),
    diagnostics = report_diagnostics(fit, diagnostics, verdict),
    code = report_code_section(fit),
    citation = report_citation(),
    versions = html_facts(report_versions(fit)),
    footer = html_escape(sprintf("Written by shapecrp %s on %s.",
                                 utils::packageVersion("shapecrp"),
                                 format(Sys.time(), "%Y-%m-%d at %H:%M"))),
    outlines = json_strings(outlines)
  ))
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
