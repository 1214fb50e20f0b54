# Opens reports in headless Chromium and uses them as a reader does. Ends with a line of
# counts. Run from the project's root, against the installed package; with a folder as its
# argument it leaves the reports and their pictures there, wide, dark and narrow.

library(shapecrp)

chromium <- Filter(nzchar, Sys.which(c("chromium", "chromium-browser", "google-chrome", "chrome")))
if (length(chromium) == 0) {
  cat("There is no Chromium here: the report was not opened in a browser.\n")
  cat("0 passed, 0 failed, 1 skipped\n")
  quit()
}

flags <- c("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
           "--hide-scrollbars", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND")

url_of <- function(page) paste0("file://", normalizePath(page))

# Opens a page, and closes it when its scripts have run.
run_chromium <- function(page, ...) {
  profile <- tempfile("profile")
  on.exit(unlink(profile, recursive = TRUE))
  log <- tempfile(fileext = ".log")
  own <- c("--virtual-time-budget=5000", "--enable-logging=stderr", "--v=0",
           paste0("--user-data-dir=", profile))
  out <- suppressWarnings(
    system2(chromium[1], c(shQuote(c(flags, own)), ..., shQuote(url_of(page))), stdout = TRUE,
            stderr = log, timeout = 120)
  )
  list(dom = paste(out, collapse = "\n"), console = grep("CONSOLE", readLines(log), value = TRUE))
}

# The lines that actions.js sent.
results_of <- function(dom) {
  if (!grepl("<pre id=\"actions-result\">", dom, fixed = TRUE)) {
    return("not ok: the page was opened and its script ran to the end")
  }
  lines <- sub("</pre>.*", "", sub(".*<pre id=\"actions-result\">", "", dom))
  strsplit(lines, "\n")[[1]]
}

# A copy of the page that runs a script, by default actions.js; ids stay within quotes.
with_actions <- function(page, actions = readLines("tests/browser/actions.js")) {
  actions <- paste(actions, collapse = "\n")
  text <- readChar(page, file.size(page), useBytes = TRUE)
  copy <- tempfile(fileext = ".html")
  writeBin(charToRaw(sub("</body>", paste0("<script>\n", actions, "\n</script>\n</body>"), text,
                         fixed = TRUE, useBytes = TRUE)), copy)
  copy
}

# A page that shows another one in a frame of that width, for windows of Chromium have at least
# 500 pixels, and that keeps what is sent from there.
framed <- function(page, width, height = 900) {
  frame <- tempfile(fileext = ".html")
  writeLines(c(
    "<!DOCTYPE html><body style=\"margin: 0\"><script>",
    "addEventListener(\"message\", function (e) {",
    "  var result = document.createElement(\"pre\");",
    "  result.id = \"actions-result\";",
    "  result.textContent = e.data;",
    "  document.body.append(result);",
    "});</script>",
    sprintf("<iframe style=\"border: 0\" width=\"%d\" height=\"%d\" src=\"%s?width=%d\"></iframe>",
            width, height, basename(page), width)
  ), frame)
  frame
}

# The files that the browser saves when a page is opened: it stays open until there is one.
saved_by_chromium <- function(page, folder, seconds = 60) {
  profile <- tempfile("profile")
  on.exit(unlink(profile, recursive = TRUE))
  dir.create(file.path(profile, "Default"), recursive = TRUE)
  settings <- '{"download": {"default_directory": "%s", "prompt_for_download": false}}'
  writeLines(sprintf(settings, normalizePath(folder)),
             file.path(profile, "Default", "Preferences"))
  browser <- processx::process$new(
    chromium[1], c(flags, paste0("--user-data-dir=", profile), url_of(page)), cleanup_tree = TRUE
  )
  given_up <- Sys.time() + seconds
  repeat {
    # While it is being written a file has another name.
    saved <- list.files(folder, "[.]csv$", full.names = TRUE)
    if (length(saved) > 0 || !browser$is_alive() || Sys.time() > given_up) break
    Sys.sleep(0.1)
  }
  browser$kill_tree()
  saved
}

# Presses the link to the table of curves and reads the file that the browser saves.
check_download <- function(page, fit) {
  downloads <- tempfile("downloads")
  dir.create(downloads)
  on.exit(unlink(downloads, recursive = TRUE))
  press <- "document.getElementById(\"csv\").click();"
  saved <- saved_by_chromium(with_actions(page, press), downloads)
  named <- identical(basename(saved), sub("[.]html$", ".csv", basename(page)))
  table <- if (named) utils::read.csv(saved, encoding = "UTF-8", colClasses = c(id = "character"))
  holds <- named && identical(table$cluster, unname(clusters(fit))) &&
    isTRUE(all.equal(table$certainty, unname(partition(fit)$certainty), tolerance = 1e-3)) &&
    all(endsWith(table$id, names(clusters(fit))))
  c(
    paste0(if (named) "ok: " else "not ok: ", "the link saves one file, named after the page"),
    paste0(if (holds) "ok: " else "not ok: ", "the saved file has the clusters of all curves")
  )
}

strange_ids <- function(n) {
  strange <- c("</script><script>document.title = 1</script>", "a & b", "\"quoted\" 'id'",
               "\u00e9t\u00e9 \u2126", "{{script}}", "<img src=x onerror=alert(1)>", "<!--",
               "=cmd|' /C calc'!A0", "@SUM(1, 2)", strrep("a very long id ", 40))
  c(strange, sprintf("curve %d", seq_len(n - length(strange))))
}

control <- mcmc_control(600, 200, chains = 2, seed = 1, n_threads = 1)
fit_curves <- function(curves) wishart_crp(elastic_gram(curves, n_threads = 1), control = control)

shapes <- simulate_shapes(n = 30, classes = 3, seed = 1)
named <- shapes[1:14]
names(named) <- strange_ids(14)
named$truth <- factor(rep(c("<script>document.title = 2</script>", "=1+1"), 7))
many <- simulate_shapes(n = 92, classes = 46, closed = FALSE, dim = 3, seed = 1)
many <- wishart_crp(elastic_gram(many, n_points = 40, search = "fast", n_threads = 1),
                    control = mcmc_control(40, 10, chains = 1, init = as.integer(many$truth),
                                           split_merge = FALSE, seed = 1, n_threads = 1))
space <- simulate_shapes(n = 8, classes = 2, closed = FALSE, dim = 3, seed = 1)
fits <- list(
  shapes = fit_curves(shapes),
  "a sample" = fit_curves(shapes),
  "strange ids" = fit_curves(named),
  "open curves in space" = fit_curves(space),
  "two curves" = fit_curves(shapes[1:2]),
  "a matrix" = wishart_crp(diag(5), control = control),
  "46 clusters in space" = many
)
stopifnot(max(clusters(many)) == 46)

folder <- commandArgs(trailingOnly = TRUE)
results <- character()
for (name in names(fits)) {
  few <- if (!name %in% c("shapes", "46 clusters in space")) c("clusters", "k")
  page <- tempfile(fileext = ".html")
  if (name == "a sample") {
    testthat::with_mocked_bindings(write_report(fits[[name]], page, pictures = few),
                                   max_outlined = 15, max_listed = 8, .package = "shapecrp")
  } else {
    write_report(fits[[name]], page, pictures = few)
  }
  for (width in c(1280, 360)) {
    opened <- run_chromium(framed(with_actions(page), width), "--dump-dom",
                           "--window-size=1300,920")
    found <- c(
      results_of(opened$dom),
      paste0(if (length(opened$console)) "not ok: " else "ok: ", "the console is silent",
             paste0("; ", opened$console, recycle0 = TRUE, collapse = ""))
    )
    results <- c(results, sprintf("%s (%s, %d pixels)", found, name, width))
  }
  results <- c(results, sprintf("%s (%s)", check_download(page, fits[[name]]), name))
  if (length(folder) == 1) {
    dir.create(folder, showWarnings = FALSE, recursive = TRUE)
    stem <- file.path(normalizePath(folder), gsub(" ", "-", name))
    file.copy(page, paste0(stem, ".html"), overwrite = TRUE)
    shot <- function(kind, ..., of = page) {
      run_chromium(of, paste0("--screenshot=", shQuote(paste0(stem, "-", kind, ".png"))), ...)
    }
    shot("wide", "--window-size=1280,5200")
    shot("dark", "--window-size=1280,5200", "--blink-settings=preferredColorScheme=0")
    shot("narrow", "--window-size=500,9000", of = framed(page, 360, 9000))
  }
}

failed <- grepl("^not ok", results)
writeLines(results[failed])
cat(sprintf("%d passed, %d failed, 0 skipped\n", sum(!failed), sum(failed)))
quit(status = any(failed))
