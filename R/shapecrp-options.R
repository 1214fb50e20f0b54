#' Options, environment variables and limits
#'
#' The options that the package reads, set by [options()], the environment variables that it
#' honours, and the limits of what it can compute. The options do not change results, except that
#' `shapecrp.max_labels` limits how many draws are kept.
#'
#' @section Options:
#' | option | default | meaning |
#' |---|---|---|
#' | `shapecrp.n_threads` | not set | number of threads if `n_threads` is `NULL` |
#' | `shapecrp.progress` | `interactive()` | whether to show progress if `progress` is `NULL` |
#' | `shapecrp.max_labels` | 2^28 | maximum number of labels in a fit, 4 bytes each (1 GiB) |
#' | `shapecrp.checkpoint_seconds` | 30 | minimum seconds between two checkpoints |
#' | `shapecrp.tile_cache` | 2^28 | bytes of tiles on disk that stay in memory (256 MiB) |
#' | `shapecrp.tell_memory` | 2^30 | a fit that takes more bytes says so in advance (1 GiB) |
#' | `shapecrp.worker_patience` | 60 or 15 | seconds to wait while there is no worker |
#' | `shapecrp.portable` | `FALSE` | `TRUE` avoids AVX2 instructions (slower, same results) |
#'
#' If the labels of a fit, curves times chains times kept draws, exceed `shapecrp.max_labels`,
#' `thin` is raised and a message says so; for more than 5,000 curves the default is 2^26. The wait
#' for workers is 60 seconds for a compute profile of package mirai and 15 seconds for daemons that
#' the call starts itself. Tiles are those of `elastic_gram(file = )`, checkpoints those of
#' `mcmc_control(checkpoint = )`.
#'
#' @section Number of threads:
#' The first of these that is set decides: the argument `n_threads`, the option
#' `shapecrp.n_threads`, the environment variable `RCPP_PARALLEL_NUM_THREADS`. If none is set, the
#' number of threads is that of the cores. At most eight threads per core are used. If the
#' environment variable `_R_CHECK_LIMIT_CORES_` is set and not `false`, as it may be during checks
#' of packages, at most two are used; in a forked process ([parallel::mclapply()]), one.
#' Results are the same to the last bit for any number of threads.
#'
#' @section Number of curves:
#' There is no fixed limit except memory. For n curves, the inner products S take 8 n^2 bytes in
#' memory or, with `elastic_gram(file = )`, 4 n^2 bytes on disk besides the curves. Wherever S is,
#' [wishart_crp()] takes up to 176 n^2 bytes of memory while it runs. Labels take 4 bytes per
#' curve, chain and kept draw, which is 48 kB per curve by default. [plan_gram()] reports all but
#' the labels for your curves, and the time that the comparisons will take.
#'
#' | curves | pairs | S in memory | S on disk | fit at its peak | labels |
#' |---:|---:|---:|---:|---:|---:|
#' | 200 | 19,900 | 0.3 MB | 0.2 MB | 7 MB | 10 MB |
#' | 1,000 | 0.5 million | 8 MB | 4 MB | 0.2 GB | 48 MB |
#' | 2,000 | 2 million | 32 MB | 16 MB | 0.7 GB | 96 MB |
#' | 5,000 | 12.5 million | 0.2 GB | 0.1 GB | 4.4 GB | 0.2 GB |
#' | 10,000 | 50 million | 0.8 GB | 0.4 GB | 18 GB | 0.5 GB |
#' | 20,000 | 200 million | 3.2 GB | 1.6 GB | 70 GB | 1 GB |
#'
#' A fit of at most 2,000 curves includes its [resolution_profile()]; for a larger one,
#' call that function.
#'
#' @section Other limits:
#' | where | argument | limit |
#' |---|---|---|
#' | [shape_curves()] | points of a curve | at least 3 distinct ones if closed, 2 if open |
#' | [elastic_gram()] | `n_points` | 3 to 10,000; `"auto"` chooses at most 500 |
#' | | `smooth` | at most `n_points` / 8 |
#' | | `pad_ends` | at most 1,000 |
#' | | `workers` | at most 256 on this machine |
#' | [as_gram()] | largest entry of `S` | 1e-280 to 1e280 |
#' | [dist_gram()], [euclidean_gram()] | largest entry | 1e-140 to 1e140 |
#' | [mcmc_control()] | `draws`, `burn_in`, `thin` | at most 1e9 |
#' | | `chains` | at most 10,000 |
#' | | `split_merge` | at most 1e6 |
#' | [wishart_crp_prior()] | `theta` | at most 1,000 values, from 1e-15 to 1e15 |
#' | | `d` | 1 to 1e6 |
#' | | `r` | 1e-6 to 1e6 |
#' | | `resolution` | 1/64 to 64 |
#' | [resolution_profile()] | `resolutions` | at most 200, from 1/64 to 64 |
#' | [crp()] | `xi` | 1e-10 to 1e10; if `c(shape, rate)`, both 1e-6 to 1e6 |
#' | [mfm()] | `lambda` | 1e-10 to 10,000 |
#' | | `gamma` | 1e-6 to 1e6 |
#' | [curves-from-masks] | `max_pixels` | 4e7 by default, at most 5e8 |
#' | [simulate_shapes()] | `n` with `outliers` | at most 100,000, and at most 1e6 / `dim` |
#' | | `dim` | 2 to 100 |
#' | | `noise` | 0 to 2 |
#' | [test_association()] | `permutations` | at most 1e6 |
#'
#' @seealso [plan_gram()] for your own data, `vignette("large-collections", "shapecrp")`.
#' @examples
#' old <- options(shapecrp.n_threads = 1) # for this session; put it into .Rprofile to keep it
#' getOption("shapecrp.n_threads")
#' options(old)
#' @name shapecrp-options
NULL
