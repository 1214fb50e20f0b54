#' @rdname crp
#' @export
mfm <- function(lambda = 2, gamma = 1, ...) {
  check_no_dots(...)
  lambda <- check_number(lambda, min = 1e-10, max = 1e4)
  gamma <- check_number(gamma, min = 1e-6, max = 1e6)
  new_partition_prior("mfm", lambda = lambda, gamma = gamma)
}

partition_prior_mfm <- list(
  make = mfm,
  words = function(x, found = NULL) {
    sprintf(
      "mixture of finite mixtures, components - 1 ~ Poisson(%s), weights Dirichlet(%s)",
      format(x$lambda), format(x$gamma)
    )
  },
  numbers = function(x) list(gamma = x$gamma, lambda = x$lambda),
  law = function(x, n) exp(r_mfm_log_v(n, x$gamma, x$lambda) + log_block_sums(n, x$gamma))
)
