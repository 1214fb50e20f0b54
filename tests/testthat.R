library(testthat)
library(shapecrp)

test_check("shapecrp")
