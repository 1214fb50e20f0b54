# What benches share. Run from the project's root: Rscript bench/NAME.R

source("scripts/measuring.R")
source("tests/testthat/helper-reference.R")

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

# The model as a user gets it who sets nothing.
default_fit <- function(gram) {
  suppressMessages(cluster_shapes(gram, control = mcmc_control(seed = 1)))
}

# A figure beside what was asked of it.
tell_asked <- function(what, measured, asked, met) {
  cat(sprintf("%-68s %7.3f  asked %s: %s\n", what, measured, asked, if (met) "met" else "NOT MET"))
}

# A table for the vignettes, numbers with three digits.
write_rounded <- function(table, file) {
  if (!dir.exists("vignettes")) return(invisible())
  number <- vapply(table, is.double, NA)
  table[number] <- lapply(table[number], round, digits = 3)
  utils::write.csv(table, file.path("vignettes", file), row.names = FALSE)
}
