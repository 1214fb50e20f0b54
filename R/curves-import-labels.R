# Label images: 0 where there is no object, else the number of the object.
#
# A picture of whole numbers from 0 with more than two values is a label image or a grey
# picture. Of a label image each value fills one region, and regions meet at a jump. An
# anti-aliased mask has values along its edges only; a photograph scatters each value over
# many pieces; a smooth ramp has regions, each between those of the next values.

# The outlines of trace_loops() if `x` (height x width, whole numbers) is a label image,
# else NULL.
trace_label_image <- function(x, diagonal) {
  if (min(x) != 0L) {
    return(NULL)
  }
  rank <- rank_values(x)
  if (max(rank) < 2L) {
    return(NULL)
  }
  regions <- measure_regions(rank)
  if (!values_are_solid(regions) || !values_jump(regions)) {
    return(NULL)
  }
  traced <- trace_loops(x, diagonal = diagonal)
  if (values_are_connected(traced$loops)) traced
}

# Values as 0, 1, 2, ... in their order; same shape as x.
rank_values <- function(x) {
  largest <- max(x)
  rank <- if (largest < 2^24) {
    present <- tabulate(x + 1L, largest + 1L) > 0
    (cumsum(present) - 1L)[x + 1L]
  } else {
    match(x, sort(unique(c(x)))) - 1L
  }
  matrix(rank, nrow(x))
}

# One row for each rank above 0: pixels; those in a 2 x 2 block of their value; and of the
# sides that its pixels share with pixels of other values, all, those with rank 0, those
# with a lower rank, and those with a rank lower by two or more.
measure_regions <- function(rank) {
  k <- max(rank)
  height <- nrow(rank)
  width <- ncol(rank)
  count <- function(r) tabulate(r, k)
  side <- list(
    a = c(rank[, -width], rank[-height, ]), b = c(rank[, -1L], rank[-1L, ])
  )
  differs <- which(side$a != side$b)
  low <- pmin(side$a[differs], side$b[differs])
  high <- pmax(side$a[differs], side$b[differs])
  along <- rank[, -width] == rank[, -1L]
  down <- rank[-height, -width] == rank[-1L, -width]
  block <- along[-height, ] & along[-1L, ] & down
  solid <- matrix(FALSE, height, width)
  for (i in 0:1) {
    for (j in 0:1) {
      rows <- i + seq_len(height - 1L)
      columns <- j + seq_len(width - 1L)
      solid[rows, columns] <- solid[rows, columns] | block
    }
  }
  data.frame(
    pixels = count(rank), solid = count(rank[solid]), sides = count(low) + count(high),
    to_zero = count(high[low == 0L]), to_lower = count(high), jumps = count(high[high - low > 1L])
  )
}

# Three values in four lie, by half of their pixels at least, in 2 x 2 blocks. Values of
# fewer than 4 pixels have none: they count as objects where they touch nothing but 0.
values_are_solid <- function(regions) {
  solid <- 2 * regions$solid >= regions$pixels
  tiny <- regions$pixels < 4
  speck <- tiny & regions$to_zero == regions$sides
  any(solid) && mean(solid[!tiny]) >= 0.75 && mean(solid | speck) >= 0.75
}

# Half of the values touch a value lower by two ranks or more, along a quarter of the sides
# that they share with lower values. Rank 1 has only rank 0 below it and does not count.
values_jump <- function(regions) {
  above <- regions[-1, ]
  above <- above[above$to_lower > 0, ]
  nrow(above) > 0 && mean(4 * above$jumps >= above$to_lower) >= 0.5
}

# Three values in four have at least half of their area in one piece.
values_are_connected <- function(loops) {
  pieces <- loops[loops$area > 0, ]
  largest <- tapply(pieces$area, pieces$label, max)
  total <- tapply(pieces$area, pieces$label, sum)
  mean(2 * largest >= total) >= 0.75
}
