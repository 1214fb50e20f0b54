# The sets of bench/accuracy.R: lists with `name`, `kind` ("measured", "part" of a measured set,
# or "simulated"), `half` ("choose": looked at when the default was chosen, "report": not),
# `gram` and `truth`. Grams are kept in the folder that SHAPECRP_BENCH_CACHE names, where it does.

new_set <- function(name, kind, half, gram) {
  list(name = name, kind = kind, half = half, gram = gram,
       truth = as.character(gram$curves$truth))
}

kept_gram <- function(name, curves) {
  keep_in("SHAPECRP_BENCH_CACHE", gsub("[^A-Za-z0-9]+", "_", name), elastic_gram(curves))
}

# Of the sets in both halves, classes with odd places in the alphabet are of the choose half.
measured_sets <- function() {
  sets <- data.frame(
    name = c("mpeg7_six", "kimia99", "proteins_ck34", "auslan10", "charring324", "letters345",
             "bottles", "mpeg7_full", "leaves99", "mpeg7_ten", "proteins_four", "proteus299",
             "pendigits600", "fishes134", "balinese22", "cells_osteosarcoma"),
    half = rep(c("choose", "both", "report"), c(7, 2, 7))
  )
  open <- c("proteins_ck34", "auslan10", "letters345", "proteins_four", "proteus299",
            "pendigits600", "balinese22")
  Map(function(name, half) {
    new_set(name, "measured", half, kept_gram(name, read_set(name, closed = !name %in% open)))
  }, sets$name, sets$half)
}

# One half of the classes of a set that is in both.
part_of <- function(set, half) {
  class <- as.integer(factor(set$truth))
  odd <- class %% 2 == 1
  new_set(sprintf("%s, %s classes", set$name, if (half == "choose") "odd" else "even"), "part",
          half, set$gram[which(odd == (half == "choose"))])
}

# Classes that differ in size, tightness or kind, or overlap; where they do not, every method
# finds them.
simulated_sets <- function() {
  families <- function(closed, dim) names(shapecrp:::families(closed, dim))
  outlines <- families(TRUE, 2)
  simulate <- function(n, families, noise, seed, ...) {
    simulate_shapes(n, families, noise, seed = 300 + seed, ...)
  }
  sets <- list(
    "40 classes of 5" = function() simulate(200, 40, 0.08, 1),
    "sizes from 3 to 300" = function() simulate(c(3, 5, 10, 30, 100, 300), outlines[1:6], 0.12, 2),
    "unequal tightness" = function() {
      c(simulate(30, outlines[7], 0.03, 3), simulate(30, outlines[8], 0.1, 4),
        simulate(30, outlines[9], 0.2, 5), simulate(30, outlines[10], 0.25, 6))
    },
    "four classes, 8 outliers" = function() simulate(80, outlines[11:14], 0.12, 7, outliers = 8),
    "four classes, overlapping" = function() simulate(80, outlines[1:4], 0.4, 8),
    "six sizes, overlapping" = function() {
      simulate(c(6, 10, 15, 20, 30, 40), outlines[5:10], 0.4, 9)
    },
    "open, plane, overlapping" = function() {
      simulate(80, families(FALSE, 2)[1:4], 0.5, 10, closed = FALSE)
    },
    "open, space, overlapping" = function() {
      simulate(60, families(FALSE, 3)[1:3], 0.5, 11, closed = FALSE, dim = 3)
    }
  )
  Map(function(name, make) {
    new_set(name, "simulated", "", kept_gram(paste("simulated", name), make()))
  }, names(sets), sets)
}
