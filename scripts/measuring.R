# What benches and studies share. They run from the project's root.

library(shapecrp)

# The file of a set of the data folder, or the end of the run where there is none.
find_set <- function(name) {
  file <- file.path(Sys.getenv("SHAPECRP_DATA"), paste0(name, ".csv.gz"))
  if (!nzchar(Sys.getenv("SHAPECRP_DATA")) || !file.exists(file)) {
    message("skipped: set SHAPECRP_DATA to a folder that holds ", basename(file))
    quit(save = "no")
  }
  file
}

read_set <- function(name, closed) {
  shape_curves(utils::read.csv(find_set(name)), closed = closed)
}

# A value kept between runs in the folder that the environment variable names, where it does.
keep_in <- function(variable, name, value) {
  folder <- Sys.getenv(variable)
  file <- file.path(folder, paste0(name, ".rds"))
  if (nzchar(folder) && file.exists(file)) {
    return(readRDS(file))
  }
  if (nzchar(folder)) saveRDS(value, file)
  value
}

# A fit of one of the chains alone, without the partition and diagnostics of all of them.
of_chain <- function(fit, chain) {
  fit$partition <- NULL
  fit$diagnostics <- NULL
  fit$labels <- fit$labels[, chain, , drop = FALSE]
  fit$trace <- fit$trace[, chain, , drop = FALSE]
  fit
}

adjusted_rand <- function(labels, truth) compare_partitions(labels, truth)[["adjusted_rand"]]

# Peak memory of a process in MB, where the system tells.
peak_memory <- function(process = "self") {
  status <- file.path("/proc", process, "status")
  if (!file.exists(status)) {
    return(NA_real_)
  }
  line <- grep("^VmHWM", readLines(status), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}
