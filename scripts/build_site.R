# Builds the web site in docs/ with the installed package, without a network. Run from the project's
# root.
#
# Vignettes are run by litedown, as in the package, and handed to pkgdown as text. All is done in
# a copy: the source tree stays as it is.

fail <- function(...) {
  message(...)
  quit(status = 1)
}

lacking_for_site <- function() {
  packages <- c("pkgdown", "litedown", "shapecrp")
  absent <- packages[!vapply(packages, requireNamespace, NA, quietly = TRUE)]
  pandoc <- nzchar(Sys.which("pandoc")) || nzchar(Sys.getenv("RSTUDIO_PANDOC"))
  c(
    if (length(absent) > 0) {
      paste0("R packages: ", toString(absent), " (run `make setup FOR=dev` and `make install`)")
    },
    if (!pandoc) "pandoc (for example `apt-get install pandoc`)"
  )
}

# What pkgdown would download into its cache, from its own code: calls of cached_dependency().
downloads <- function(code = body(utils::getFromNamespace("external_dependencies", "pkgdown"))) {
  if (!is.call(code)) {
    return(NULL)
  }
  if (identical(code[[1]], quote(cached_dependency))) {
    return(list(code))
  }
  do.call(c, lapply(as.list(code), downloads))
}

# A cache in which scripts/site.js stands for all that pkgdown would download.
fill_cache <- function(directory) {
  Sys.setenv(R_USER_CACHE_DIR = directory)
  cache <- tools::R_user_dir("pkgdown", "cache")
  source <- "scripts/site.js"
  for (call in downloads()) {
    folder <- file.path(cache, call$name, call$version)
    dir.create(folder, recursive = TRUE)
    for (file in eval(call$files)) {
      target <- file.path(folder, basename(file$url))
      if (is.null(source)) file.create(target) else file.copy(source, target)
      source <- NULL
    }
  }
}

# A vignette with its results in place of its code, as an article of pkgdown.
write_article <- function(file) {
  title <- xfun::yaml_body(xfun::read_utf8(file))$yaml$title
  text <- litedown::fuse(file, "markdown", envir = new.env(parent = globalenv()), quiet = TRUE)
  text <- sub("(?s)^---\n.*?\n---\n", "", paste(text, collapse = "\n"), perl = TRUE)
  # Blocks of code that pkgdown highlights and links.
  text <- gsub("``` {.r}", "```r", text, fixed = TRUE)
  header <- c(
    "---", sprintf("title: \"%s\"", title), "output: rmarkdown::html_vignette",
    sprintf("vignette: >\n  %%\\VignetteIndexEntry{%s}", title), "---", ""
  )
  writeLines(c(header, text), file, useBytes = TRUE)
}

# Where the text within the braces that open at `start` ends.
closing_brace <- function(letters, start) {
  open <- cumsum((letters == "{") - (letters == "}"))
  at <- which(open == open[start] - 1 & seq_along(letters) > start)
  at[1]
}

greek <- c(
  alpha = "\u03b1", gamma = "\u03b3", delta = "\u03b4", epsilon = "\u03b5", eta = "\u03b7",
  lambda = "\u03bb", sigma = "\u03c3", theta = "\u03b8", xi = "\u03be"
)

# A help page whose formulas are plain text, with Greek letters: no script that the pages load
# draws LaTeX. The text is the second argument of a formula, or the first if there is no other.
plain_formulas <- function(text) {
  repeat {
    found <- regexpr("\\\\d?eqn\\{", text, perl = TRUE)
    if (found < 0) {
      return(text)
    }
    letters <- strsplit(text, "")[[1]]
    start <- found + attr(found, "match.length") - 1
    end <- closing_brace(letters, start)
    if (identical(letters[end + 1], "{")) {
      start <- end + 1
      end <- closing_brace(letters, start)
    }
    formula <- gsub("\\s+", " ", trimws(paste(letters[(start + 1):(end - 1)], collapse = "")))
    for (name in names(greek)) {
      formula <- gsub(sprintf("\\\\?(?<![A-Za-z])%s(?![A-Za-z])", name), greek[[name]], formula,
                      perl = TRUE)
    }
    if (startsWith(substring(text, found), "\\deqn")) formula <- sprintf("\n\n%s\n\n", formula)
    text <- paste0(substr(text, 1, found - 1), formula, substring(text, end + 1))
  }
}

build_site <- function(copy) {
  parts <- c(
    "DESCRIPTION", "NAMESPACE", "README.md", "NEWS.md", "CONTRIBUTING.md", "LICENSE.md",
    "_pkgdown.yml", "R", "man", "inst", "vignettes"
  )
  file.copy(parts, copy, recursive = TRUE)
  for (file in list.files(file.path(copy, "man"), "[.]Rd$", full.names = TRUE)) {
    text <- plain_formulas(paste(xfun::read_utf8(file), collapse = "\n"))
    xfun::write_utf8(text, file)
  }
  for (file in list.files(file.path(copy, "vignettes"), "[.]Rmd$", full.names = TRUE)) {
    message("Running ", basename(file))
    write_article(file)
  }
  fill_cache(file.path(copy, "cache"))
  # pkgdown asks CRAN and Bioconductor for pages of the package: not found.
  httr2::with_mocked_responses(
    function(req) httr2::response(404),
    pkgdown::build_site(
      copy, devel = FALSE, install = FALSE, new_process = FALSE, preview = FALSE
    )
  )
  unlink("docs", recursive = TRUE)
  file.copy(file.path(copy, "docs"), ".", recursive = TRUE)
}

lacking <- lacking_for_site()
if (length(lacking) > 0) {
  fail("To build the site this machine lacks\n", paste0("  - ", lacking, collapse = "\n"))
}
copy <- tempfile("site")
dir.create(copy)
built <- build_site(copy)
unlink(copy, recursive = TRUE)
quit(status = !all(built))
