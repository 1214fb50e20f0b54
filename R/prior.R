#' Wishart model and its priors
#'
#' The matrix S of inner products of n curves is Wishart with d degrees of
#' freedom and mean \eqn{\alpha(I + \theta B)}{alpha (I + theta B)}, where B is the
#' membership matrix of the partition. \eqn{\alpha}{alpha} is Inv-Gamma(r, s) and
#' integrated out; \eqn{\theta}{theta} is uniform on a grid and resampled.
#'
#' # The default
#'
#' The same rule is used for all data. Two curves are compared by the squared distance
#' \eqn{w_{ij} = \delta_{ij}^2 / (\sigma_i \sigma_j)}{w_ij = delta_ij^2 / (sigma_i
#' sigma_j)}, where \eqn{\sigma_i}{sigma_i} is the mean distance of curve i to its 2.5
#' log(n) nearest neighbours (10 of 60 curves, 18 of 1,400), so that tight and loose clusters
#' carry equal weight; then along the route through other curves from one to the other whose steps
#' \eqn{w^{5/2}}{w^2.5} have the smallest sum, D being the 2/5 power of that sum, so that curves
#' that vary continuously stay together; the matrix of the model is
#' \eqn{-\frac12 H D H}{-HDH/2}.
#'
#' d is the effective dimension of the residuals, (sum of eigenvalues)^2 / (sum of their
#' squares) of the inner products of curves taken about the mean of their cluster: a sum of
#' squares in directions of unequal variance behaves like one in that many equal ones. It depends
#' on the partition, which depends on d, so both are found in turn, by short chains that start from
#' many small clusters, until d is the dimension of the residuals of its own draws: 2 for points in
#' a plane, 6 to 60 for measured outlines, 140 for 300 protein backbones. `resolution` multiplies
#' it: 2 gives finer clusters, 0.5 coarser ones, see [resolution_profile()].
#'
#' The clusters depend on d, and d itself is uncertain, so it is drawn together with them, on a
#' grid with eight steps per octave, at most an octave from that value. Its probability is the
#' density, at
#' log d, of the dimension of the residuals of draws at d, with the sampling error of an estimate
#' from that many curves (infinitesimal jackknife): 24.5, from 22 to 27, for 120 outlines; 16.5,
#' from 10 to 25, for 32 proteins. The posterior distribution of the partition given d is unchanged.
#' The grid ends where partitions change abruptly; beyond that is another resolution, which the
#' profile shows. The posterior probabilities of the numbers of clusters include this uncertainty. A
#' `d` that is a number, or counted from eigenvalues, is fixed; so is d with near pairs.
#'
#' s is r times half the median squared distance to the third nearest neighbour, which makes the
#' model independent of the unit of length. \eqn{\xi}{xi} is 1, and \eqn{\theta}{theta} has 12
#' values from 1.8 to 1000: clusters are farther apart than they are wide; if there are no such
#' clusters, the answer is one cluster.
#' `vignette("accuracy", "shapecrp")` describes how the rule was chosen, and how well it performs.
#'
#' # The paper
#'
#' `preset = "paper"` is exactly the model of Zhang, Pati and Srivastava: S as it
#' is, d by the 95 % rule on S itself, r = 3, s = 4, \eqn{\theta}{theta} in 100, 200,
#' ..., 500 and \eqn{\xi}{xi} guessed.
#'
#' The matrix passes through the stages kernel, centring, clipping, in this
#' order, and d is computed from the result, unless it is `"residual"`, which uses the
#' distances before these stages. S itself is safe without clipping: |S_ij| <= sqrt(S_ii S_jj)
#' keeps the likelihood finite.
#'
#' @param preset `"default"` or `"paper"`: determines the arguments that are left at `NULL`.
#' @param partition Prior on partitions, [crp()] or [mfm()]; by default `crp(1)`, in the paper
#'   `crp()`.
#' @param theta Grid of at most 1,000 values from 1e-15 to 1e15, all equally likely a priori.
#' @param r,s Shape, from 1e-6 to 1e6, and scale of the Inv-Gamma prior of
#'   \eqn{\alpha}{alpha}. By default s is estimated from the data; in the paper it is 4. It is
#'   in the unit of the matrix of the model, from 1e-280 to 1e280 times its largest entry.
#' @param d Degrees of freedom: `"residual"`, the default, see below; `"eb"`, the number of
#'   leading eigenvalues that reach 95 % of their sum; a share in (0, 1) instead of 95 %;
#'   or a number from 1 to 1e6.
#' @param center Whether rows and columns of the matrix are centred, which puts
#'   the origin at the mean curve.
#' @param kernel `"none"`; `"path"`, the default, see below, with `center = TRUE`; or
#'   `"local"`:
#'   \eqn{\exp(-\delta_{ij}^2 / (\sigma_i \sigma_j))}{exp(-delta_ij^2 / (sigma_i
#'   sigma_j))}, with \eqn{\delta}{delta} the distance between two curves, see
#'   [as.dist()][as.dist.elastic_gram], and \eqn{\sigma_i}{sigma_i} the distance of curve i
#'   to its neighbour number `neighbours`.
#' @param neighbours Number of neighbours, see `kernel`; by default 2.5 log(n), rounded, for
#'   `"path"` and 7 for `"local"`.
#' @param resolution A number from 1/64 to 64 by which d is multiplied, however it was chosen.
#' @param clip Whether negative eigenvalues are set to zero; by default only
#'   if the matrix was transformed.
#' @return An object of class `wishart_crp_prior`. `plot(prior, n)` draws the implied
#'   distribution of the number of clusters.
#' @references Zhang, Z., Pati, D. and Srivastava, A. (2015). Bayesian clustering
#'   of shapes of curves. Journal of Statistical Planning and Inference.
#' @examples
#' wishart_crp_prior()
#' wishart_crp_prior("paper", partition = crp(3))
#' wishart_crp_prior(partition = mfm(), d = 0.9)
#' @order 1
#' @export
#' @param ... Must be empty; an unknown argument is an error.
wishart_crp_prior <- function(preset = c("default", "paper"), partition = NULL,
                              theta = NULL, r = 3, s = NULL, d = NULL, center = NULL,
                              kernel = NULL, neighbours = NULL, clip = NULL,
                              resolution = 1, ...) {
  check_no_dots(...)
  preset <- check_choice(preset, c("default", "paper"), hint = remedy_for("preset", preset))
  usual <- prior_preset(preset)
  partition <- check_partition_prior(partition %||% usual$partition)
  kernel <- check_choice(kernel %||% usual$kernel, names(kernels()), arg = "kernel")
  traits <- kernels()[[kernel]]
  is_centred <- isTRUE(traits$is_centred)
  center <- check_flag(center %||% (usual$center || is_centred), arg = "center")
  if (is_centred && !center) {
    abort_input("center", sprintf("be TRUE with `kernel = %s`", quote_string(kernel)), "not FALSE")
  }
  new_wishart_crp_prior(
    preset = preset,
    partition = partition,
    theta = check_theta(theta %||% usual$theta),
    r = check_number(r, min = 1e-6, max = 1e6),
    s = check_scale(s %||% usual$s),
    d = check_degrees(d %||% usual$d),
    center = center,
    kernel = kernel,
    neighbours = check_neighbours(neighbours %||% traits$neighbours),
    clip = check_flag(clip %||% (center || !isTRUE(traits$is_identity)), arg = "clip"),
    resolution = check_resolution(resolution)
  )
}

prior_preset <- function(preset) {
  switch(preset,
    default = list(partition = crp(1), theta = 10^seq(0.25, 3, by = 0.25), s = NULL,
                   d = "residual", center = TRUE, kernel = "path"),
    paper = list(partition = crp(), theta = seq(100, 500, by = 100), s = 4, d = "eb",
                 center = FALSE, kernel = "none")
  )
}

check_theta <- function(theta, call = caller_env()) {
  bad <- if (is.numeric(theta)) theta[!is.finite(theta) | theta < 1e-15 | theta > 1e15]
  if (!is.numeric(theta) || length(theta) == 0 || length(bad) > 0) {
    got <- if (length(bad) > 0) paste("not", format(bad[1])) else describe(theta)
    abort_input("theta", "hold numbers from 1e-15 to 1e15", got, call = call)
  }
  if (length(theta) > 1000) {
    abort_input("theta", "hold at most 1000 numbers", paste("not", length(theta)),
                call = call)
  }
  as.numeric(theta)
}

# A whole number, or NULL: by the number of curves.
check_neighbours <- function(neighbours, call = caller_env()) {
  if (!is.null(neighbours)) {
    check_number(neighbours, min = 1, whole = TRUE, arg = "neighbours", call = call)
  }
}

# A positive number, or NULL: from the data.
check_scale <- function(s, call = caller_env()) {
  if (!is.null(s)) check_number(s, min = 1e-300, max = 1e300, arg = "s", call = call)
}

check_degrees <- function(d, call = caller_env()) {
  if (identical(d, "eb") || identical(d, "residual")) {
    return(d)
  }
  if (!is.numeric(d) || length(d) != 1 || !is.finite(d) || d <= 0 || d > 1e6) {
    abort_input("d", "be \"residual\", \"eb\", a share between 0 and 1, or a number from 1 to 1e6",
      describe(d),
      call = call
    )
  }
  as.numeric(d)
}

check_resolution <- function(resolution, call = caller_env()) {
  check_number(resolution, min = 1 / 64, max = 64, arg = "resolution", call = call)
}

new_wishart_crp_prior <- function(...) {
  structure(list(...), class = "wishart_crp_prior")
}

#' @rdname wishart_crp_prior
#' @param x For `plot()`, a prior; for `is_wishart_crp_prior()`, any object.
#' @export
is_wishart_crp_prior <- function(x) {
  check_given(x, "x")
  inherits(x, "wishart_crp_prior")
}

#' @export
format.wishart_crp_prior <- function(x, ...) {
  words <- prior_words(x)
  stats::setNames(words, unname(prior_labels[names(words)]))
}

prior_labels <- c(
  partition = "Partition", matrix = "Inner products", degrees = "Degrees of freedom",
  theta = "\u03b8", alpha = "\u03b1"
)

# The parts of the model in words, by the names of `prior_labels`.
prior_words <- function(x) {
  stages <- c(
    kernels()[[x$kernel]]$words(x$neighbours),
    if (x$center) "centred",
    if (x$clip) "negative eigenvalues clipped"
  )
  c(
    partition = format(x$partition),
    matrix = if (length(stages)) paste(stages, collapse = ", ") else "unchanged",
    degrees = degrees_words(x),
    theta = format_grid(x$theta),
    alpha = sprintf("Inv-Gamma(%s, %s), integrated out", format(x$r),
                       if (is.null(x$s)) "s from the data" else format(x$s))
  )
}

degrees_words <- function(x) {
  words <- if (identical(x$d, "residual")) {
    "the effective dimension of residuals"
  } else if (identical(x$d, "eb")) {
    "the number of eigenvalues that make up 95 % of the sum"
  } else if (x$d < 1) {
    sprintf("the number of eigenvalues that make up %s %% of the sum", format(100 * x$d))
  } else {
    format(x$d)
  }
  if (x$resolution == 1) words else paste(format(x$resolution, digits = 3), "times", words)
}

format_grid <- function(theta) {
  if (length(theta) <= 5) {
    paste("uniform on", paste(format(theta, trim = TRUE, digits = 3), collapse = ", "))
  } else {
    sprintf("uniform on %d values from %s to %s", length(theta),
            format(min(theta), digits = 3), format(max(theta), digits = 3))
  }
}

#' @export
print.wishart_crp_prior <- function(x, ...) {
  cat("Wishart model of a partition, preset \"", x$preset, "\"\n", sep = "")
  cat_fields(format(x))
  invisible(x)
}
