# The bits of S, draws, partitions and predictions of fixed fits. A change of the code that is
# meant to change no result keeps them; they hold for the machine that recorded them only.

# Equal for equal values.
bits_of <- function(x) {
  sum <- raw(8)
  for (piece in encode_plain(strip_classes(x))) sum <- r_checksum(piece, sum)
  paste(as.character(sum), collapse = "")
}

recorded_on <- c(
  "x86_64-pc-linux-gnu", "4.2.2", "liblapack.so.3.11.0", "3.11.0", "TRUE"
)

this_machine <- function() {
  c(
    R.version$platform, as.character(getRversion()), basename(La_library()), La_version(),
    r_machine_has_avx2()
  )
}

test_that("S, draws, partitions and predictions have the recorded bits", {
  skip_if_not(identical(this_machine(), recorded_on), "the bits were recorded on another machine")
  control <- mcmc_control(300, 100, chains = 4, seed = 11, n_threads = 2)
  outlines <- elastic_gram(simulate_shapes(24, 4, seed = 3), n_points = 60)
  strands <- elastic_gram(
    simulate_shapes(18, 3, closed = FALSE, dim = 3, seed = 4),
    n_points = 60, scale = FALSE
  )
  points <- euclidean_gram(as.matrix(datasets::iris[1:60 * 2, 1:4]))
  fits <- list(
    default = wishart_crp(outlines, control = control),
    scale_kept = wishart_crp(strands, control = control),
    paper = wishart_crp(outlines, wishart_crp_prior("paper"), control),
    local = wishart_crp(outlines, wishart_crp_prior(kernel = "local", partition = mfm()), control),
    gamma = wishart_crp(points, wishart_crp_prior(partition = crp(c(1, 1))), control)
  )
  found <- vapply(fits, function(fit) {
    c(
      S = bits_of(gram_matrix(fit$gram)), labels = bits_of(fit$labels), trace = bits_of(fit$trace),
      partition = bits_of(unname(fit$partition$labels))
    )
  }, character(4))
  new <- simulate_shapes(3, c("fish", "key", "leaf"), seed = 9)
  predicted <- vapply(fits[c("default", "local", "paper")], function(fit) {
    bits_of(attr(predict(fit, new), "probabilities"))
  }, "")
  more <- bits_of(sample_more(fits$default, 50)$labels)
  expect_snapshot(print(rbind(found, predicted = predicted[colnames(found)]), quote = FALSE))
  expect_snapshot(cat(more))
})
