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
