# How much of the code the tests run. Run from the project's root; needs g++ and gcov for
# src/core (by tests/cpp), and covr for R/ and the glue (by tests/testthat), which it does
# without where covr is not installed. PARTS=core or PARTS=R in the environment does one.

# Lines of src/core that a program of tests/cpp holds: file, line, runs.
lines_of_core <- function(work) {
  tests <- list.files("tests/cpp", "^test_.*[.]cpp$", full.names = TRUE)
  do.call(rbind, lapply(tests, function(test) {
    place <- file.path(work, basename(test))
    dir.create(place)
    flags <- c(
      "-std=c++17", "-w", "-O0", "--coverage", "-pthread",
      paste0("-I", normalizePath(c("src", "tests/cpp"))), "-isystem",
      system.file("include", package = "RcppEigen")
    )
    program <- file.path(place, "test")
    status <- system2("g++", c(flags, "-o", program, normalizePath(test)))
    status <- status + system2(program, stdout = FALSE)
    if (status != 0) stop(test, " fails")
    notes <- list.files(place, "[.]gcda$", full.names = TRUE)
    here <- setwd(place)
    on.exit(setwd(here))
    system2("gcov", c("--preserve-paths", notes), stdout = FALSE, stderr = FALSE)
    files <- list.files(place, "src#core#.*[.]h[.]gcov$", full.names = TRUE)
    do.call(rbind, lapply(files, lines_of_gcov))
  }))
}

# "runs: line: code"; "-" is no code, "#####" and "=====" are code that did not run.
lines_of_gcov <- function(file) {
  text <- readLines(file)
  parts <- regmatches(text, regexec("^ *([^: ]+): *([0-9]+):", text))
  parts <- do.call(rbind, parts[lengths(parts) > 0])
  parts <- parts[parts[, 3] != "0" & parts[, 2] != "-", , drop = FALSE]
  name <- gsub("#", "/", sub("[.]gcov$", "", sub("^.*src#core#", "", basename(file))))
  while (grepl("[^/]+/\\^/", name)) name <- sub("[^/]+/\\^/", "", name)
  data.frame(
    file = rep(file.path("src/core", name), nrow(parts)), line = as.integer(parts[, 3]),
    runs = !grepl("^[#=]", parts[, 2])
  )
}

lines_of_r <- function() {
  Sys.setenv(NOT_CRAN = "true")
  found <- as.data.frame(covr::package_coverage(type = "tests"))
  lines <- Map(function(file, from, to, runs) {
    data.frame(file = file, line = from:to, runs = runs)
  }, found$filename, found$first_line, found$last_line, found$value > 0)
  found <- do.call(rbind, lines)
  found[grepl("^(R|src)/[^/]*$", found$file), ]
}

# A line counts as run where one of its instances ran.
print_share <- function(lines, what) {
  lines <- stats::aggregate(runs ~ file + line, lines, any)
  lines <- lines[order(lines$file, lines$line), ]
  for (file in unique(lines$file)) {
    of <- lines[lines$file == file, ]
    missed <- of$line[!of$runs]
    cat(sprintf(
      "%-40s %5d lines %6.1f %%  %s\n", file, nrow(of), 100 * mean(of$runs),
      if (length(missed) > 0) paste("not run:", toString(missed)) else ""
    ))
  }
  cat(sprintf("\n%s: %.1f %% of %d lines\n\n", what, 100 * mean(lines$runs), nrow(lines)))
}

parts <- strsplit(Sys.getenv("PARTS", "core R"), " ")[[1]]
if ("core" %in% parts) {
  work <- tempfile("coverage")
  dir.create(work)
  print_share(lines_of_core(work), "src/core by tests/cpp")
  unlink(work, recursive = TRUE)
}
if ("R" %in% parts) {
  if (requireNamespace("covr", quietly = TRUE)) {
    print_share(lines_of_r(), "R/ and src/r_* by tests/testthat")
  } else {
    cat("covr is not installed: R is not measured\n")
  }
}
