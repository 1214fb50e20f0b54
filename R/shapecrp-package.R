#' @keywords internal
#' @importFrom Rcpp sourceCpp
#' @importFrom RcppParallel RcppParallelLibs
#' @importFrom rlang %||% caller_env .data
#' @useDynLib shapecrp, .registration = TRUE
"_PACKAGE"
