#' Priors on partitions
#'
#' `crp()` is the Chinese restaurant process: the next curve joins a cluster of
#' m curves with probability proportional to m, and opens a new one with probability
#' proportional to \eqn{\xi}{xi}. `mfm()` is a mixture of finite mixtures: the
#' number of components minus one is Poisson(`lambda`), so that it starts at 1
#' (shifted, not truncated), and the weights of the components are
#' Dirichlet(`gamma`). Components are not clusters: some remain empty, which determines the
#' distribution of the number of clusters.
#'
#' @param xi The concentration parameter. `NULL` guesses it as K/log(n), with a guess of the
#'   number of clusters K from the data; a number from 1e-10 to 1e10 fixes it; `c(shape, rate)`,
#'   both from 1e-6 to 1e6, is a Gamma prior, and xi is then resampled in each sweep.
#' @param lambda Mean of the number of components minus one, from 1e-10 to 10,000.
#' @param gamma Parameter of the Dirichlet weights, from 1e-6 to 1e6.
#' @return An object of class `partition_prior`.
#' @references Miller, J. W. and Harrison, M. T. (2018). Mixture models with a
#'   prior on the number of components. Journal of the American Statistical
#'   Association.
#' @examples
#' crp()
#' crp(c(2, 1))
#' mfm(lambda = 2)
#' @export
#' @param ... Must be empty; an unknown argument is an error.
crp <- function(xi = NULL, ...) {
  check_no_dots(...)
  if (length(xi) == 2) {
    check_number(xi[1], min = 1e-6, max = 1e6, arg = "xi[1]")
    check_number(xi[2], min = 1e-6, max = 1e6, arg = "xi[2]")
    xi <- as.numeric(xi)
  } else if (!is.null(xi)) {
    xi <- check_number(xi, min = 1e-10, max = 1e10)
  }
  new_partition_prior("crp", xi = xi)
}

# Where xi is resampled, the core starts it at its mean; shape and rate of 0 hold it there.
partition_prior_crp <- list(
  make = crp,
  xi = function(x) c("guessed", "given", "resampled")[length(x$xi) + 1],
  words = function(x, found = NULL) {
    paste("Chinese restaurant process,", if (length(x$xi) == 2) {
      sprintf("\u03be ~ Gamma(shape %s, rate %s), resampled", format(x$xi[1]), format(x$xi[2]))
    } else if (length(x$xi) == 1) {
      sprintf("\u03be = %s", format(x$xi))
    } else if (is.null(found)) {
      "\u03be estimated from the data"
    } else {
      sprintf("\u03be = %s (%s)", format(found$xi, digits = 3), found$note)
    })
  },
  settle = function(x, n, K) crp(if (n > 1) K / log(n) else 1),
  numbers = function(x) {
    if (length(x$xi) == 2) {
      list(xi = x$xi[1] / x$xi[2], xi_shape = x$xi[1], xi_rate = x$xi[2])
    } else {
      list(xi = x$xi, xi_shape = 0, xi_rate = 0)
    }
  },
  law = function(x, n) {
    log_stirling <- log_block_sums(n)
    given_xi <- function(xi) {
      exp(log_stirling + seq_len(n) * log(xi) - sum(log(xi + (seq_len(n) - 1))))
    }
    if (length(x$xi) == 1) {
      return(given_xi(x$xi))
    }
    # Gamma prior: the mean over the midpoints of 400 equal shares of its mass.
    levels <- (seq_len(400) - 0.5) / 400
    nodes <- stats::qgamma(levels, x$xi[1], x$xi[2])
    rowMeans(matrix(vapply(pmax(nodes, 1e-100), given_xi, numeric(n)), n))
  }
)
