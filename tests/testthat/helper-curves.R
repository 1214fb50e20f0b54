square <- function() cbind(c(0, 1, 1, 0), c(0, 0, 1, 1))

triangle <- function() cbind(c(0, 3, 0), c(0, 0, 4))

two_curves <- function() {
  shape_curves(
    list(square = square(), triangle = triangle()),
    closed = TRUE, truth = c("four", "three")
  )
}

# One measured data set of the directory that SHAPECRP_DATA names.
read_measured <- function(name) {
  directory <- Sys.getenv("SHAPECRP_DATA")
  file <- file.path(directory, paste0(name, ".csv.gz"))
  skip_if(directory == "" || !file.exists(file), "SHAPECRP_DATA does not hold the measured curves")
  utils::read.csv(file)
}

# The words of the input error that `code` raises.
input_error <- function(code) {
  conditionMessage(expect_error(code, class = "shapecrp_error_input"))
}

# A helix of so many turns, drawn by m points.
helix <- function(m, turns) {
  at <- seq(0, 2 * pi * turns, length.out = m)
  cbind(cos(at), sin(at), at / (20 * turns))
}

# The positions of m residues along a protein's helix, 3.8 apart, 100 degrees a residue.
backbone <- function(m) {
  at <- seq_len(m)
  cbind(2.3 * cos(at * 100 * pi / 180), 2.3 * sin(at * 100 * pi / 180), 1.5 * at)
}
