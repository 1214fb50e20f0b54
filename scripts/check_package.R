# R CMD build, then R CMD check --as-cran, in check/. Fails on an error, a warning,
# or a note that cran-comments.md does not explain. Needs neither pandoc nor LaTeX.

# No remote look-ups and no clock check; suggested packages may be missing. Flags
# that this R was built with are no fault of the package.
Sys.setenv(
  "_R_CHECK_CRAN_INCOMING_REMOTE_" = "false",
  "_R_CHECK_SYSTEM_CLOCK_" = "0",
  "_R_CHECK_FORCE_SUGGESTS_" = "false"
)
# Where a suggested package is missing, the check asks the web pages of CRAN who keeps it;
# an empty list in their place, since a mirror of packages need not have them.
web <- normalizePath(tempfile("cran"), winslash = "/", mustWork = FALSE)
dir.create(file.path(web, "web", "packages"), recursive = TRUE)
saveRDS(data.frame(Package = character(), Maintainer = character(), MD5sum = character()),
        file.path(web, "web", "packages", "packages.rds"))
Sys.setenv(R_CRAN_WEB = paste0("file://", web))
# In a locale without UTF-8 the check looks for one by name and warns.
if (!l10n_info()[["UTF-8"]]) Sys.setenv(LC_ALL = "C.UTF-8")
if (!nzchar(Sys.which("tidy"))) Sys.setenv("_R_CHECK_RD_VALIDATE_RD2HTML_" = "false")

r_cmd <- function(...) system2(file.path(R.home("bin"), "R"), c("CMD", ...))

r_flags <- system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CXX17FLAGS"), stdout = TRUE)
r_flags <- grep("^-[Wm]", strsplit(r_flags, " ")[[1]], value = TRUE)
Sys.setenv("_R_CHECK_COMPILATION_FLAGS_KNOWN_" = paste(r_flags, collapse = " "))

fail <- function(...) {
  message(...)
  quit(status = 1)
}

# Text as it is compared: numbers, quotes and line breaks do not matter.
plain <- function(text) {
  gsub("[[:space:]]+", " ", gsub("[\u2018\u2019]", "'", gsub("[0-9.]+", "#", text)))
}

# A note is explained when its heading and the first line of what it says, up to the names that
# follow a colon, are in cran-comments.md.
is_explained <- function(check, output) {
  comments <- plain(paste(readLines("cran-comments.md"), collapse = " "))
  lines <- trimws(strsplit(output, "\n", fixed = TRUE)[[1]])
  first <- plain(sub(":.*", ":", lines[nzchar(lines)][1]))
  grepl(plain(check), comments, fixed = TRUE) &&
    (is.na(first) || grepl(first, comments, fixed = TRUE))
}

unlink("check", recursive = TRUE)
dir.create("check")
setwd("check")
if (r_cmd("build", "..") != 0) fail("R CMD build failed.")
tarball <- Sys.glob("shapecrp_*.tar.gz")
status <- r_cmd("check", "--as-cran", "--no-manual", tarball)
setwd("..")

log <- "check/shapecrp.Rcheck/00check.log"
details <- tools::check_packages_in_dir_details(logs = log)
bad <- details[details$Status %in% c("ERROR", "FAILURE", "WARNING", "WARN"), ]
notes <- details[details$Status == "NOTE", ]
explained <- unlist(Map(is_explained, notes$Check, notes$Output))
for (i in seq_len(nrow(notes))) {
  cat(
    if (explained[i]) "Explained note: " else "Note that cran-comments.md does not explain: ",
    "checking ", notes$Check[i], "\n", sep = ""
  )
}
if (status != 0 || nrow(bad) > 0) {
  fail("R CMD check found ", nrow(bad), " errors or warnings; see ", log)
}
if (!all(explained)) fail("R CMD check has notes to explain; see ", log)
cat("R CMD check: no error, no warning, ", nrow(notes), " notes, all explained.\n", sep = "")
