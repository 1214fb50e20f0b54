#' Twenty-four outlines
#'
#' Closed planar curves of three families (fish, key and leaf, eight each), made by
#' [simulate_shapes()]: with random rotation, size, starting point and sampling.
#'
#' @format A [shape_curves()] object with 24 curves and their `truth`.
#' @source `data-raw/outlines.R` in the sources of the package.
#' @examples
#' outlines
#' plot(outlines[1:6])
"outlines"
