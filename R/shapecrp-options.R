#' Options, environment variables and limits
#'
#' The options that the package reads, set by [options()], the environment variables that it
#' honours, and the limits of what it can compute. The options do not change results, except that
#' `shapecrp.max_labels` limits how many draws are kept.
#'
#' @section Options:
#' | option | default | meaning |
#' |---|---|---|
#' | `shapecrp.n_threads` | not set | number of threads where `n_threads` is `NULL` |
#' | `shapecrp.progress` | `interactive()` | whether to show progress where `progress` is `NULL` |
#' | `shapecrp.max_labels` | 2^28 | maximum number of labels in a fit, 4 bytes each (1 GiB) |
#' | `shapecrp.checkpoint_seconds` | 30 | minimum seconds between two checkpoints |
#' | `shapecrp.tile_cache` | 2^28 | bytes of tiles on disk that stay in memory (256 MiB) |
#' | `shapecrp.tell_memory` | 2^30 | a fit that takes more bytes says so in advance (1 GiB) |
#' | `shapecrp.worker_patience` | 60 or 15 | seconds to wait while there is no worker |
#' | `shapecrp.portable` | `FALSE` | `TRUE` avoids AVX2 instructions (slower, same results) |
#'
#' If the labels of a fit, curves times chains times kept draws, exceed `shapecrp.max_labels`,
#' `thin` is raised and a message says so. The wait for workers is 60 seconds for a compute
#' profile of package mirai and 15 seconds for daemons that the call starts itself. Tiles are those
#' of `elastic_gram(file = )`, checkpoints those of `mcmc_control(checkpoint = )`.
#'
#' @section Number of threads:
#' The first of these that is set decides: the argument `n_threads`, the option
#' `shapecrp.n_threads`, the environment variable `RCPP_PARALLEL_NUM_THREADS`. If none is set, the
#' number of threads is that of the cores. At most eight threads
#' per core are used. If the environment variable `_R_CHECK_LIMIT_CORES_` is set, as it is during
#' checks of packages, at most two are used; in a forked process ([parallel::mclapply()]), one.
#' Results are the same to the last bit for any number of threads.
#'
#' @section Number of curves:
#' There is no fixed limit except memory. The inner products S take
#' \eqn{8 n^2}{8 n^2} bytes, or \eqn{4 n^2}{4 n^2} bytes on disk with `elastic_gram(file = )`. A
#' fit, [wishart_crp()], takes up to \eqn{22 \cdot 8 n^2}{22 * 8 n^2} bytes while it runs, wherever
#' S is. Labels take 4 bytes per curve, chain and kept draw, which is 48 kB per curve by default.
#' [plan_gram()] gives the first three for your curves, and the time.
#'
#' | curves | pairs | S in memory | S on disk | fit, at its peak | labels by default |
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
#' | what | limit |
#' |---|---|
#' | points of a curve | at least 3 distinct ones if closed, 2 if open |
#' | `n_points` of [elastic_gram()] | 3 to 10,000; `"auto"` chooses at most 500 |
#' | `smooth`, `pad_ends` of [elastic_gram()] | an eighth of `n_points`; 1,000 |
#' | `workers` on this machine | 256 |
#' | largest inner product in [as_gram()] | 1e-280 to 1e280 |
#' | largest distance or coordinate in [dist_gram()], [euclidean_gram()] | 1e-140 to 1e140 |
#' | `draws`, `burn_in`, `thin` of [mcmc_control()] | 1e9 |
#' | `chains`, `split_merge` of [mcmc_control()] | 10,000; 1e6 |
#' | `theta` of [wishart_crp_prior()] | 1,000 values from 1e-15 to 1e15 |
#' | `d`, `r` of [wishart_crp_prior()] | 1 to 1e6; 1e-6 to 1e6 |
#' | `resolution` | 1/64 to 64; [resolution_profile()] takes at most 200 |
#' | `xi` of [crp()] | 1e-10 to 1e10; as `c(shape, rate)`, both 1e-6 to 1e6 |
#' | `lambda`, `gamma` of [mfm()] | 1e-10 to 10,000; 1e-6 to 1e6 |
#' | `max_pixels` of a picture, see [curves-from-masks] | 4e7 by default, at most 5e8 |
#' | `n`, `dim`, `noise` of [simulate_shapes()] | 100,000 (1e6 / `dim` if less); 2 to 100; 0 to 2 |
#' | `permutations` of [test_association()] | 1e6 |
#'
#' @seealso [plan_gram()] for your own data, `vignette("large-collections", "shapecrp")`.
#' @examples
#' old <- options(shapecrp.n_threads = 1) # for this session; put it into .Rprofile to keep it
#' getOption("shapecrp.n_threads")
#' options(old)
#' @name shapecrp-options
NULL
