# Opens every page of docs/ in headless Chromium, without a network, and fails on links to pages or
# places that are not there, on files that do not load and on errors in the console. Run from the
# project's root; LaTeX that nothing draws is a fault too. Ends with a line of counts. A folder as
# its argument is checked in place of docs/.

chromium <- Filter(nzchar, Sys.which(c("chromium", "chromium-browser", "google-chrome", "chrome")))
if (length(chromium) == 0) {
  cat("There is no Chromium here: the site was not opened in a browser.\n")
  cat("0 passed, 0 failed, 1 skipped\n")
  quit()
}

given <- commandArgs(trailingOnly = TRUE)
root <- normalizePath(if (length(given) > 0) given[1] else "docs", mustWork = FALSE)
pages <- list.files(root, "[.]html$", recursive = TRUE)
if (length(pages) == 0) {
  cat("There is no site in ", root, ": run `make site`.\n", sep = "")
  cat("0 passed, 1 failed, 0 skipped\n")
  quit(status = 1)
}

# The page as it is once its scripts have run, and what they wrote to the console.
open_page <- function(page, profile) {
  log <- tempfile(fileext = ".log")
  on.exit(unlink(log))
  flags <- c(
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--allow-file-access-from-files", "--host-resolver-rules='MAP * ~NOTFOUND'",
    "--virtual-time-budget=5000", "--enable-logging=stderr", "--v=0",
    paste0("--user-data-dir=", shQuote(profile)), "--dump-dom"
  )
  url <- paste0("file://", utils::URLencode(file.path(root, page)))
  dom <- suppressWarnings(
    system2(chromium[1], c(flags, shQuote(url)), stdout = TRUE, stderr = log, timeout = 120)
  )
  console <- grep("CONSOLE", readLines(log, warn = FALSE), value = TRUE)
  list(dom = paste(dom, collapse = "\n"), console = sub("^.*CONSOLE[^]]*\\] *", "", console))
}

# Values of an attribute in all tags that have it.
attribute <- function(dom, name) {
  tag <- sprintf("<[a-zA-Z][^<>]*?\\s%s=\"[^\"]*\"", name)
  tags <- regmatches(dom, gregexpr(tag, dom, perl = TRUE))[[1]]
  gsub("&amp;", "&", sub("\"$", "", sub(sprintf("^.*\\s%s=\"", name), "", tags)), fixed = TRUE)
}

is_elsewhere <- function(link) grepl("^([a-zA-Z][a-zA-Z0-9+.-]*:|//)", link)

# The file that a link of a page leads to, relative to the root, and the place in it.
resolve <- function(link, page) {
  path <- utils::URLdecode(sub("[?#].*", "", link))
  place <- if (grepl("#", link, fixed = TRUE)) utils::URLdecode(sub("^[^#]*#", "", link)) else ""
  if (path == "") {
    return(list(path = page, place = place))
  }
  steps <- if (startsWith(path, "/")) path else file.path(dirname(page), path)
  kept <- character()
  for (step in strsplit(steps, "/+")[[1]]) {
    if (step == "..") {
      kept <- utils::head(kept, -1)
    } else if (!step %in% c("", ".")) {
      kept <- c(kept, step)
    }
  }
  path <- paste(kept, collapse = "/")
  if (dir.exists(file.path(root, path))) path <- sub("^/", "", file.path(path, "index.html"))
  list(path = path, place = place)
}

profile <- tempfile("profile")
opened <- lapply(stats::setNames(nm = pages), open_page, profile = profile)
unlink(profile, recursive = TRUE)
ids <- lapply(opened, function(page) c(attribute(page$dom, "id"), attribute(page$dom, "name")))

check_link <- function(link, page) {
  to <- resolve(link, page)
  if (!file.exists(file.path(root, to$path))) {
    return(sprintf("%s: broken link %s", page, link))
  }
  known <- is.null(ids[[to$path]]) || to$place %in% c("", "top", ids[[to$path]])
  if (!known) sprintf("%s: link to a place that is not there, %s", page, link)
}

inside <- elsewhere <- 0
faults <- character()
for (page in pages) {
  dom <- opened[[page]]$dom
  if (!grepl("<main|<body", dom)) faults <- c(faults, sprintf("%s: was not opened", page))
  faults <- c(faults, sprintf("%s: console: %s", page, opened[[page]]$console))
  prose <- gsub("(?s)<(pre|code|script|style)\\b.*?</\\1>", "", dom, perl = TRUE)
  if (grepl("\\\\\\(|[$][$]", prose)) {
    faults <- c(faults, sprintf("%s: LaTeX is shown as it is", page))
  }
  links <- unique(c(attribute(dom, "href"), attribute(dom, "src")))
  links <- links[!grepl("^(data|javascript|mailto):", links)]
  elsewhere <- elsewhere + sum(is_elsewhere(links))
  links <- links[!is_elsewhere(links)]
  inside <- inside + length(links)
  faults <- c(faults, unlist(lapply(links, check_link, page = page)))
}

writeLines(faults)
cat(sprintf("%d pages, %d links within the site, %d to others (not followed)\n",
            length(pages), inside, elsewhere))
checked <- length(pages) + inside
cat(sprintf("%d passed, %d failed, 0 skipped\n", max(0, checked - length(faults)), length(faults)))
quit(status = length(faults) > 0)
