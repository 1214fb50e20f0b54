#' shapecrp: Bayesian Clustering of Curves by Their Shape
#'
#' Clusters curves (cell outlines, leaves, silhouettes, tracks, protein backbones) by their shape,
#' whatever their position, rotation, size, starting point and parameterisation. The number of
#' clusters is inferred, and the results say how certain they are.
#'
#' @section Where to start:
#' Five calls cover most analyses:
#' 1. `curves <- as_shape_curves("folder")` reads pictures, tables, other files and objects of
#'    other packages, see [as_shape_curves()]; [shape_curves()] takes matrices.
#' 2. `fit <- cluster_shapes(curves)` compares the curves and clusters them, see
#'    [cluster_shapes()].
#' 3. `plot(fit)` draws the clusters; `plot(fit, "map")` and other types show more, see
#'    [plot.shape_fit()].
#' 4. `clusters(fit)` returns one label per curve, see [clusters()]; `augment(fit, table)` adds
#'    clusters and their certainty to your own table, see [augment.shape_fit()].
#' 5. `write_report(fit, "clusters.html")` writes everything to one page, see [write_report()];
#'    `predict(fit, new_curves)` assigns new curves to the clusters, see [predict.shape_fit()].
#'
#' @section Further reading:
#' * `vignette("get-started", "shapecrp")`: from data to a report, step by step.
#' * `vignette("inner-products", "shapecrp")`: how shapes are compared.
#' * `vignette("model", "shapecrp")`: the model and the sampler, with every formula.
#' * `vignette("accuracy", "shapecrp")`: how well the default performs on labelled data.
#' * `vignette("large-collections", "shapecrp")`: thousands of curves, inner products on disk,
#'   workers on other machines.
#' * [shapecrp-options]: options, environment variables and limits.
#'
#' @examples
#' fit <- cluster_shapes(
#'   outlines[c(1:4, 9:12)],
#'   search = "fast", n_points = 50, n_threads = 1,
#'   control = mcmc_control(400, 100, chains = 2, seed = 1)
#' )
#' fit
#' plot(fit)
#' clusters(fit)
#' @importFrom Rcpp sourceCpp
#' @importFrom RcppParallel RcppParallelLibs
#' @importFrom rlang %||% caller_env .data
#' @useDynLib shapecrp, .registration = TRUE
"_PACKAGE"
