# What acts on a fit, handed something else.

#' @export
partition.default <- function(object, ...) abort_no_fit(object)

#' @export
clusters.default <- function(object, ...) abort_no_fit(object, "a fit, a partition or a baseline")

#' @export
coclustering.default <- function(object, ...) abort_no_fit(object, "a fit or a partition")

#' @export
credible_ball.default <- function(object, ...) abort_no_fit(object)

#' @export
sample_more.default <- function(object, ...) abort_no_fit(object)

#' @export
templates.default <- function(object, ...) abort_no_fit(object)

#' @export
k_posterior.default <- function(object, ...) abort_no_fit(object)

abort_no_fit <- function(object, wanted = "a fit made by cluster_shapes()", call = caller_env()) {
  abort_input("object", sprintf("be %s", wanted), describe(object),
              hint = remedy_for("fit", object), call = call)
}
