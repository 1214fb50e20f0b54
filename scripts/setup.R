# Installs the R packages that are missing or too old, and nothing else. Base R
# only: no other package may be there yet.
#
#   Rscript scripts/setup.R [run|test|check|dev]
#
# run    what the package imports and links to, and builds its vignettes with (the
#        default)
# test   also what the tests need
# check  the same: R CMD check needs no more
# dev    also all suggested packages, and the tools for documentation and style
#
# Of the suggested packages bio3d, ragg, sf and tiff, which are large or need libraries
# that few systems have, come with dev only: tests that use them skip and say so.

source("scripts/library.R")

# Beside what DESCRIPTION imports: `needed` must be there, `wanted` is reported
# and done without.
extras <- function(purpose, suggested) {
  run <- "litedown"
  test <- c(run, "testthat", "withr")
  test_wanted <- c(
    "callr", "cluster", "coda", "jpeg", "jsonlite", "lintr", "mclust", "mirai",
    "png", "vdiffr", "xml2"
  )
  switch(purpose,
    run = list(needed = run, wanted = NULL),
    test = list(needed = test, wanted = test_wanted),
    check = list(needed = test, wanted = test_wanted),
    dev = list(
      needed = c(test, "roxygen2"),
      wanted = c(suggested, test_wanted, "pkgdown")
    ),
    fail("Say what to set up for: run, test, check or dev, not \"", purpose, "\".")
  )
}

fail <- function(...) {
  message(...)
  quit(status = 1)
}

# A field such as Imports as least versions by package name; "0" where any does.
read_field <- function(field) {
  text <- read.dcf("DESCRIPTION", fields = field)[1]
  if (is.na(text)) {
    return(character())
  }
  items <- trimws(strsplit(text, ",", fixed = TRUE)[[1]])
  version <- ifelse(grepl("(", items, fixed = TRUE),
    sub(".*>=[[:space:]]*([^)[:space:]]+).*", "\\1", items), "0")
  structure(version, names = sub("[[:space:]]*\\(.*", "", items))
}

is_missing <- function(package, version) {
  path <- find.package(package, quiet = TRUE)
  length(path) == 0 || packageVersion(package, dirname(path[1])) < version
}

# Names of `packages` that are absent or older than `versions` asks.
missing_of <- function(packages, versions) {
  packages <- unique(packages)
  wanted <- ifelse(packages %in% names(versions), versions[packages], "0")
  packages[unlist(Map(is_missing, packages, wanted), use.names = FALSE)]
}

# The repositories R is set to; the first of R's own list of mirrors where no
# mirror is set.
mirrors <- function() {
  repos <- getOption("repos")
  if (length(repos) == 0) repos <- c(CRAN = "@CRAN@")
  repos[repos == "@CRAN@"] <- getCRANmirrors(local.only = TRUE)$URL[1]
  repos
}

# Tools that are asked for and absent. The package itself is C++17 and needs GNU
# make; RcppParallel, where it is to be built from source, needs CMake.
lacking_tools <- function(packages, repos) {
  from_source <- identical(getOption("pkgType"), "source") && !any(grepl("__linux__", repos))
  c(
    if (!has_gnu_make()) "GNU make",
    if (!has_compiler()) "a C++17 compiler (`R CMD config CXX17` names none that is there)",
    if (from_source && "RcppParallel" %in% packages && !has_cmake()) {
      "CMake (>= 3.5), which RcppParallel is built with"
    }
  )
}

first_word <- function(command) strsplit(trimws(command), " ", fixed = TRUE)[[1]][1]

has_gnu_make <- function() {
  make <- first_word(Sys.getenv("MAKE", "make"))
  nzchar(Sys.which(make)) && any(grepl("GNU Make", system2(make, "--version", stdout = TRUE)))
}

has_compiler <- function() {
  r <- file.path(R.home("bin"), "R")
  config <- tryCatch(
    system2(r, c("CMD", "config", "CXX17"), stdout = TRUE, stderr = FALSE),
    error = function(e) "", warning = function(w) ""
  )
  compiler <- first_word(paste(config, collapse = " "))
  !is.na(compiler) && nzchar(Sys.which(compiler))
}

# The places where RcppParallel looks for it.
has_cmake <- function() {
  nzchar(Sys.getenv("CMAKE")) || nzchar(Sys.which("cmake")) ||
    file.exists("/Applications/CMake.app/Contents/bin/cmake")
}

# Failures show afterwards, by what is still missing. Several packages at once are
# installed quietly: R prints the output of those that fail. fs, which testthat
# needs, looks for the system's libuv unless told to use its own.
install <- function(packages, library, available, repos) {
  if (!nzchar(Sys.getenv("USE_BUNDLED_LIBUV"))) Sys.setenv(USE_BUNDLED_LIBUV = "1")
  cores <- min(4L, max(1L, parallel::detectCores(), na.rm = TRUE))
  options(warn = 1, timeout = max(600, getOption("timeout")))
  install.packages(packages,
    lib = library, repos = repos, available = available,
    Ncpus = cores, quiet = cores > 1 && length(packages) > 1
  )
}

main <- function(purpose) {
  imports <- c(read_field("Imports"), read_field("LinkingTo"))
  suggests <- read_field("Suggests")
  versions <- c(imports, suggests)
  extra <- extras(purpose, names(suggests))
  needed <- missing_of(c(names(imports), extra$needed), versions)
  wanted <- setdiff(missing_of(extra$wanted, versions), needed)
  repos <- mirrors()
  lacking <- lacking_tools(needed, repos)
  if (length(lacking) > 0) {
    fail(
      "To build ", toString(c(needed, wanted, "shapecrp")), " this machine lacks\n",
      paste0("  - ", lacking, "\n"), "Install that first, then run this again."
    )
  }
  if (length(c(needed, wanted)) == 0) {
    return(invisible())
  }

  available <- tryCatch(available.packages(repos = repos), error = function(e) NULL)
  if (NROW(available) == 0) {
    fail(
      "Missing R packages: ", toString(c(needed, wanted)), ".\n",
      "No package can be had from ", toString(repos), ":\n",
      "set another mirror with options(repos = ) in your .Rprofile, or install them by hand."
    )
  }
  unknown <- setdiff(needed, rownames(available))
  if (length(unknown) > 0) {
    fail(
      "The mirror ", toString(repos), " has no ", toString(unknown), " for R ",
      getRversion(), ": install it by hand, or use a newer R."
    )
  }

  library <- first_writable_library()
  .libPaths(c(library, .libPaths()))
  to_install <- c(needed, intersect(wanted, rownames(available)))
  if (length(to_install) > 0) {
    message(
      "Installing ", toString(to_install), " and what they need into ", library,
      ": a few minutes where they are built from source"
    )
    install(to_install, library, available, repos)
  }
  left <- missing_of(needed, versions)
  if (length(left) > 0) {
    fail("Could not install ", toString(left), "; the messages above say why.")
  }
  left <- missing_of(wanted, versions)
  if (length(left) > 0) {
    message("Done without ", toString(left), ": optional, not to be had here.")
  }
}

purpose <- commandArgs(trailingOnly = TRUE)
main(if (length(purpose) > 0) purpose[1] else "run")
