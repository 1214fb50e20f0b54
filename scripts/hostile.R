# Makes hostile calls against the installed package and prints the faults by cause.
#   Rscript scripts/hostile.R 1 3000            calls 1 to 3000
#   Rscript scripts/hostile.R 1 3000 damaged    objects with a field overwritten
#   Rscript scripts/hostile.R 17                call 17 alone, here, with its error
# An argument that ends in .csv names a file that keeps what came of each call.

arguments <- commandArgs(trailingOnly = TRUE)
numbers <- as.numeric(grep("^[0-9]+$", arguments, value = TRUE))
damaged <- "damaged" %in% arguments
log <- grep("[.]csv$", arguments, value = TRUE)

library(shapecrp)
helpers <- list.files("tests/testthat", "^helper-(files|hostile.*)[.]R$", full.names = TRUE)
hostile <- new.env(parent = asNamespace("shapecrp"))
for (helper in helpers) sys.source(helper, hostile)

if (length(numbers) == 1) {
  call <- hostile$hostile_call(numbers, damaged)
  cat(hostile$format_hostile_call(call), "\n")
  set.seed(numbers)
  print(eval(call, hostile$hostile_fixtures()))
} else {
  calls <- hostile$hostile_calls(numbers[1]:numbers[2], damaged)
  results <- hostile$run_hostile_calls(calls, helpers = helpers)
  if (length(log) > 0) utils::write.csv(results, log, row.names = FALSE)
  faults <- hostile$summarise_hostile_faults(results)
  writeLines(faults)
  print(table(results$outcome))
  cat(sprintf("%d calls, %d faults of %d kinds, the longest %.1f seconds\n", nrow(results),
              sum(results$outcome %in% hostile$hostile_faults), length(faults),
              max(0, results$seconds, na.rm = TRUE)))
  quit(status = length(faults) > 0)
}
