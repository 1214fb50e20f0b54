# Every vignette of the source, and every vignette that README.md names, opens from the
# installed package. Run from the project's root; ends with a line of counts.

call <- "vignette\\(\"([a-z-]+)\", \"shapecrp\"\\)"
text <- paste(readLines("README.md"), collapse = "\n")
named <- sub(call, "\\1", regmatches(text, gregexpr(call, text))[[1]])
written <- sub("[.]Rmd$", "", list.files("vignettes", "[.]Rmd$"))

opens <- function(name) {
  found <- suppressWarnings(vignette(name, "shapecrp"))
  if (!inherits(found, "vignette")) {
    return(FALSE)
  }
  files <- file.path(found$Dir, "doc", c(found$File, found$PDF))
  all(nzchar(c(found$File, found$PDF)), file.exists(files))
}

wanted <- unique(c(named, written))
failed <- !vapply(wanted, opens, TRUE)
cat(sprintf("vignette(\"%s\", \"shapecrp\") is not found\n", wanted[failed]), sep = "")
if (length(named) == 0) cat("README.md names no vignette\n")
failures <- sum(failed, length(named) == 0)
cat(sprintf("%d passed, %d failed\n", sum(!failed), failures))
quit(status = failures > 0)
