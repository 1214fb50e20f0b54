# The sets of bench/accuracy.R: a list of named lists with `half` ("choose": looked at when
# the default was chosen, "report": not), `make()`, which gives the curves, and `keep`, the
# places to take of them (all where NULL).

# Families of each kind in turn, so that the two halves have none in common.
families_of_half <- function(half, closed, dim) {
  known <- names(shapecrp:::families(closed, dim))
  known[seq(if (half == "choose") 1 else 2, length(known), by = 2)]
}

simulated_sets <- function(half) {
  seed <- if (half == "choose") 100 else 900
  outlines <- families_of_half(half, TRUE, 2)
  strokes <- families_of_half(half, FALSE, 2)
  strands <- families_of_half(half, FALSE, 3)
  loops <- families_of_half(half, TRUE, 3)
  simulate <- function(n, families, noise, plus, ...) {
    simulate_shapes(n, families, noise, seed = seed + plus, ...)
  }
  sets <- list(
    "three classes, clear" = function() simulate(60, outlines[1:3], 0.1, 0),
    "five classes, noisy" = function() simulate(100, outlines[1:5], 0.2, 1),
    "two classes of 10" = function() simulate(20, outlines[4:5], 0.15, 2),
    "40 classes of 5" = function() simulate(200, 40, 0.08, 3),
    "sizes from 3 to 300" = function() {
      simulate(c(3, 5, 10, 30, 100, 300), outlines[c(6, 2, 3, 4, 5, 1)], 0.12, 4)
    },
    "unequal tightness" = function() {
      c(
        simulate(30, outlines[1], 0.03, 5), simulate(30, outlines[2], 0.1, 6),
        simulate(30, outlines[3], 0.2, 7), simulate(30, outlines[7], 0.25, 8)
      )
    },
    "four classes, 8 outliers" = function() simulate(80, outlines[3:6], 0.12, 9, outliers = 8),
    "one class, loose" = function() simulate(60, outlines[2], 0.3, 10),
    "one class of 200" = function() simulate(200, outlines[7], 0.15, 11),
    "no two alike" = function() simulate(2, outlines[1:2], 0.1, 15, outliers = 48)[3:50],
    "open, plane" = function() simulate(80, strokes[1:4], 0.15, 12, closed = FALSE),
    "open, space" = function() simulate(60, strands[1:4], 0.15, 13, closed = FALSE, dim = 3),
    "closed, space" = function() simulate(60, loops[1:3], 0.12, 14, dim = 3),
    "four classes, overlapping" = function() simulate(80, outlines[1:4], 0.4, 16),
    "six classes, overlapping" = function() {
      simulate(c(6, 10, 15, 20, 30, 40), outlines[1:6], 0.4, 17)
    },
    "open, space, overlapping" = function() {
      simulate(60, strands[1:3], 0.5, 18, closed = FALSE, dim = 3)
    }
  )
  lapply(sets, function(make) list(half = half, make = make))
}

measured_sets <- function() {
  closed <- c(mpeg7_six = TRUE, mpeg7_ten = TRUE, proteins_four = FALSE, proteins_ck34 = FALSE,
              bottles = TRUE, cells_osteosarcoma = TRUE, mpeg7_full = TRUE)
  sets <- lapply(names(closed), function(name) {
    list(half = "both", make = function() read_set(name, closed = closed[[name]]))
  })
  stats::setNames(sets, names(closed))
}

# Classes of MPEG-7: those with odd places in the alphabet to choose by, the others to report.
mpeg7_subsets <- function(half, truth) {
  classes <- levels(truth)[seq(if (half == "choose") 1 else 2, nlevels(truth), by = 2)]
  sizes <- list(
    "MPEG-7, 35 x 20" = rep(20, 35), "MPEG-7, 20 x 20" = rep(20, 20),
    "MPEG-7, 8 x 20" = rep(20, 8), "MPEG-7, 15 x 7" = rep(7, 15),
    "MPEG-7, 5 x 12" = rep(12, 5),
    "MPEG-7, 12 classes of 3 to 20" = c(3, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20)
  )
  shapecrp:::with_seed(if (half == "choose") 1 else 9, lapply(sizes, function(size) {
    taken <- sample(classes, length(size))
    keep <- unlist(Map(function(class, m) sample(which(truth == class), m), taken, size))
    list(half = half, keep = unname(keep))
  }))
}
