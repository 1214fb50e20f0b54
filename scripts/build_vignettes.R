# Vignettes as R CMD INSTALL looks for them: pages, sources and code in inst/doc.
#
#   Rscript scripts/build_vignettes.R <copy of the package> <library it is installed in>

given <- commandArgs(trailingOnly = TRUE)
copy <- given[1]
.libPaths(c(given[2], .libPaths()))
built <- tools::buildVignettes(dir = copy, tangle = TRUE)
made <- file.path(built$dir, c(built$outputs, unlist(built$sources)))
doc <- file.path(copy, "inst", "doc")
dir.create(doc, showWarnings = FALSE)
copied <- file.copy(c(built$docs, made), doc)
quit(status = !all(copied))
