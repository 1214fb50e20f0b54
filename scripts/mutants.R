# Mutation testing of the core: small mistakes are put into src/core one at a time, and the
# tests in tests/cpp must notice. Run from the project's root:
#   Rscript scripts/mutants.R          all mutants
#   Rscript scripts/mutants.R HEADER   those of one header, such as elastic/refine.h
# CXX in the environment names another compiler. MUTANTS=n makes about n mutants.
#
# tests/cpp/mutants.csv names mutants by their lines of code: those that are tried besides
# the sample, and those that change nothing a test could see, with the reason.
#
# Most mutants of a header are compiled into one program with a choice between them and the
# code as it is, made by the environment variable MUTANT; the others are compiled alone.

source("scripts/mutants_make.R")

main <- function(only = commandArgs(trailingOnly = TRUE)) {
  headers <- list.files("src/core", "[.]h$", recursive = TRUE)
  listed <- utils::read.csv("tests/cpp/mutants.csv", colClasses = "character")
  mutants <- with_listed(headers, as.integer(Sys.getenv("MUTANTS", "200")), listed)
  if (length(only) > 0) mutants <- mutants[mutants$header %in% only, ]
  Sys.setenv(CXX = compiler())
  place <- copy_of_core()
  on.exit(unlink(place, recursive = TRUE))
  tests <- tests_by_header(place, headers)
  mutants$end <- NA_character_
  mutants <- try_together(mutants, tests, place)
  for (m in which(is.na(mutants$end))) {
    mutants$end[m] <- try_alone(mutants[m, ], tests[[mutants$header[m]]], place)
  }
  mutants$end[mutants$end == "survived" & nzchar(mutants$why)] <- "equal"
  conclude(mutants)
}

# About n mutants: of each header at least two, others by its length, evenly spread; and those
# of the list. `why`: the reason of those that change nothing.
with_listed <- function(headers, n, listed) {
  all <- lapply(headers, mutants_of)
  made <- vapply(all, NROW, 0L)
  wanted <- pmin(made, pmax(2, round(n * made / sum(made))))
  key <- function(m) paste(m$header, m$code, m$mutant, sep = "\n")
  known <- unlist(lapply(all, key))
  lost <- setdiff(key(listed), known)
  if (length(lost) > 0) stop("tests/cpp/mutants.csv names no mutant:\n", lost[1])
  more <- key(listed)[listed$why == ""]
  out <- do.call(rbind, Map(function(mutants, k) {
    sample <- floor((seq_len(k) - 0.5) * nrow(mutants) / k) + 1
    mutants[union(sample, which(key(mutants) %in% more)), ]
  }, all, wanted))
  out$why <- listed$why[match(key(out), key(listed))]
  out$why[is.na(out$why)] <- ""
  in_place <- out$both != ""
  out$both[!in_place] <- mapply(choice, out$code, out$mutant, out$whole)[!in_place]
  out[order(out$header, out$line), ]
}

describe <- function(m) sprintf("%s:%d: %s  ->  %s", m$header, m$line, m$code, m$mutant)

# src/core and tests/cpp, to be changed at will, and the header that chooses a mutant.
copy_of_core <- function() {
  place <- tempfile("mutants")
  for (part in file.path(place, c("as_is", "src"))) {
    dir.create(part, recursive = TRUE)
    file.copy("src/core", part, recursive = TRUE)
  }
  file.copy(Sys.glob("tests/cpp/*.[ch]*"), place)
  writeLines(c(
    "#include <cstdlib>",
    "inline int chosen_mutant() {",
    "  const char* chosen = std::getenv(\"MUTANT\");",
    "  return chosen ? std::atoi(chosen) : 0;",
    "}",
    "inline const int the_mutant = chosen_mutant();",
    "#define MUTANT(number) (the_mutant == (number))"
  ), file.path(place, "mutant.h"))
  place
}

# The compiler that is asked for, or R's.
compiler <- function() {
  if (nzchar(Sys.getenv("CXX"))) return(Sys.getenv("CXX"))
  system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CXX17"), stdout = TRUE)
}

# Compiles a test of the copy, with further flags; returns what the compiler prints.
compile <- function(place, test, ...) {
  words <- strsplit(Sys.getenv("CXX"), " ")[[1]]
  arguments <- c(
    words[-1], "-std=c++17", "-w", "-D_GLIBCXX_ASSERTIONS", "-pthread",
    "-I", file.path(place, "src"), "-I", place, "-include", file.path(place, "mutant.h"),
    "-isystem", system.file("include", package = "RcppEigen"),
    file.path(place, paste0(test, ".cpp")), ...
  )
  suppressWarnings(system2(words[1], arguments, stdout = TRUE, stderr = TRUE))
}

# Of each header the tests that include it, the one of its name first, then those that
# include little else.
tests_by_header <- function(place, headers) {
  tests <- sub("[.]cpp$", "", list.files(place, "^test_.*[.]cpp$"))
  used <- lapply(tests, function(test) {
    words <- unlist(strsplit(compile(place, test, "-MM"), "[ \\\\]+"))
    unique(sub(".*src/core/", "", normalizePath(grep("src/core/", words, value = TRUE))))
  })
  out <- lapply(headers, function(header) {
    with <- which(vapply(used, function(u) header %in% u, NA))
    own <- tests[with] == paste0("test_", sub("[.]h$", "", basename(header)))
    tests[with[order(!own, lengths(used)[with])]]
  })
  names(out) <- headers
  without <- headers[lengths(out) == 0]
  if (length(without) > 0) stop("no test includes ", toString(without))
  out
}

write_mutants <- function(mutants, place) {
  for (header in unique(mutants$header)) {
    of <- mutants[mutants$header == header, ]
    lines <- readLines(file.path(place, "as_is/core", header))
    lines[of$line] <- of$text
    writeLines(lines, file.path(place, "src/core", header))
  }
}

restore_core <- function(place) {
  file.copy(file.path(place, "as_is/core"), file.path(place, "src"),
    recursive = TRUE, overwrite = TRUE
  )
}

# Whether a program notices: it fails, crashes or does not end.
fails <- function(program, number) {
  suppressWarnings(system2(
    program,
    stdout = FALSE, stderr = FALSE, timeout = 60, env = paste0("MUTANT=", number)
  )) != 0
}

# Mutants that can be chosen in a program, one of each line, against the tests one by one.
try_together <- function(mutants, tests, place) {
  together <- !is.na(mutants$both) & !duplicated(mutants[c("header", "line")]) &
    mutants$header != "elastic/lattice_types.h" # evaluated when compiled
  mutants$text <- mapply(function(both, m) gsub("@", m, both, fixed = TRUE),
    mutants$both, seq_len(nrow(mutants)))
  most <- max(lengths(tests))
  for (rank in seq_len(most)) {
    for (test in unique(unlist(tests))) {
      turn <- vapply(mutants$header, function(h) isTRUE(tests[[h]][rank] == test), NA)
      set <- which(turn & together & (is.na(mutants$end) | mutants$end == "survived"))
      if (length(set) == 0) next
      set <- build_choice(mutants, set, test, place)
      together[setdiff(which(turn & is.na(mutants$end)), set)] <- FALSE
      for (m in set) {
        killed <- fails(file.path(place, "test"), m)
        mutants$end[m] <- if (killed) "killed" else "survived"
        message(test, " ", mutants$end[m], " ", describe(mutants[m, ]))
      }
    }
  }
  restore_core(place)
  mutants
}

# Compiles a test with a choice of mutants, without those on lines that the compiler refuses;
# returns the others.
build_choice <- function(mutants, set, test, place) {
  while (length(set) > 0) {
    restore_core(place)
    write_mutants(mutants[set, ], place)
    unlink(file.path(place, "test"))
    errors <- compile(place, test, "-O1", "-o", file.path(place, "test"))
    if (file.exists(file.path(place, "test"))) {
      if (fails(file.path(place, "test"), 0)) stop(test, " fails without a mutant")
      return(set)
    }
    where <- sprintf("/%s:%d:", mutants$header[set], mutants$line[set])
    named <- vapply(where, function(w) any(grepl(w, errors, fixed = TRUE)), NA)
    message(test, ": not together: ", toString(where[named]))
    if (!any(named)) stop(paste(c(test, "does not compile:", errors), collapse = "\n"))
    set <- set[!named]
  }
  set
}

# "killed", "survived", or "no code": it does not compile.
try_alone <- function(mutant, tests, place) {
  on.exit(restore_core(place))
  mutant$text <- mutant$mutant
  write_mutants(mutant, place)
  program <- file.path(place, "test")
  end <- "survived"
  for (test in tests) {
    unlink(program)
    compile(place, test, "-O0", "-o", program)
    if (!file.exists(program)) end <- "no code" else if (fails(program, 0)) end <- "killed"
    if (end != "survived") break
  }
  message("alone ", end, " ", describe(mutant))
  end
}

conclude <- function(mutants) {
  for (m in seq_len(nrow(mutants))) {
    cat(sprintf("%-9s %s\n", mutants$end[m], describe(mutants[m, ])))
    if (mutants$end[m] == "equal") cat(sprintf("%10schanges nothing: %s\n", "", mutants$why[m]))
  }
  of <- function(end) sum(mutants$end == end)
  made <- nrow(mutants) - of("no code")
  cat(sprintf(
    "\n%d mutants of %d headers: %d killed (%.1f %%), %d survived, %d change nothing\n",
    made, length(unique(mutants$header)), of("killed"), 100 * of("killed") / made,
    of("survived"), of("equal")
  ))
}

if (sys.nframe() == 0) main()
