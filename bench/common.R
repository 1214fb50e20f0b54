# What benches share. Run from the project's root: Rscript bench/NAME.R

library(shapecrp)
source("tests/testthat/helper-reference.R")

# A set of the data folder, or the end of the bench where there is none.
read_set <- function(name, closed) {
  file <- file.path(Sys.getenv("SHAPECRP_DATA"), paste0(name, ".csv.gz"))
  if (!nzchar(Sys.getenv("SHAPECRP_DATA")) || !file.exists(file)) {
    message("skipped: set SHAPECRP_DATA to a folder that holds ", basename(file))
    quit(save = "no")
  }
  shape_curves(utils::read.csv(file), closed = closed)
}

# A planar outline begun at a random point and turned by a random angle.
restart_and_turn <- function(points) {
  start <- sample(nrow(points), 1)
  angle <- stats::runif(1, 0, 2 * pi)
  turn <- matrix(c(cos(angle), sin(angle), -sin(angle), cos(angle)), 2)
  points[c(start:nrow(points), seq_len(start - 1)), ] %*% turn
}

print_machine <- function() {
  cat(sprintf(
    "shapecrp %s, %s, %d cores, AVX2: %s\n", utils::packageVersion("shapecrp"),
    R.version.string, parallel::detectCores(), shapecrp:::r_machine_has_avx2()
  ))
}
