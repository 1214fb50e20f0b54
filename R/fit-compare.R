#' Compare fits
#'
#' Tabulates several fits side by side: of different priors, settings, seeds or sets of curves.
#'
#' @param ... Fits of class `shape_fit`, or one list of them. Names become the names of the
#'   rows; fits without a name are labelled by the expression in the call.
#' @return A data frame of class `shape_fit_comparison` with one row per fit:
#'   * `fit`: its name, and `curves`: how many there are;
#'   * `clusters` of its partition, `singletons` among them;
#'   * `k`, the most probable number of clusters, and its posterior `k_probability`;
#'   * `certainty`: the mean over all curves;
#'   * `rhat`, `ess_bulk`, `ess_tail`: the worst of all diagnosed variables, `NA` if nothing
#'     varies, and `agree`, whether the chains agree;
#'   * `adjusted_rand`: the adjusted Rand index of its partition with that of the first fit, see
#'     [compare_partitions()]; `NA` if the curves are not the same;
#'   * `model`: preset, prior on partitions, kernel and d, in words.
#'
#'   Log posteriors under different priors or settings are not comparable, and are left out.
#' @seealso [update.shape_fit()] to refit with changed settings.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2, seed = 1))
#' paper <- update(fit, prior = wishart_crp_prior("paper"))
#' compare_fits(fit, paper)
#' @export
compare_fits <- function(...) {
  typed <- vapply(as.list(substitute(list(...)))[-1], function(e) deparse(e)[1], "")
  fits <- list(...)
  if (length(fits) == 1 && is.list(fits[[1]]) && !is_shape_fit(fits[[1]])) {
    fits <- unclass(fits[[1]])
    typed <- as.character(seq_along(fits))
  }
  check_fits(fits)
  given <- names(fits) %||% rep("", length(fits))
  name <- make.unique(ifelse(nzchar(given), given, typed), sep = " ")
  rows <- lapply(fits, compare_one, first = fits[[1]])
  table <- data.frame(fit = name, do.call(rbind, unname(rows)), row.names = NULL)
  structure(table, class = c("shape_fit_comparison", "data.frame"))
}

check_fits <- function(fits, call = caller_env()) {
  if (length(fits) == 0) abort_input("...", "hold at least one fit", "it is empty", call = call)
  for (i in seq_along(fits)) {
    if (!is_shape_fit(fits[[i]])) {
      abort_input(sprintf("..%d", i), "be a fit made by cluster_shapes()", describe(fits[[i]]),
                  hint = remedy_for("fit", fits[[i]]), call = call)
    }
    check_draws(fits[[i]], sprintf("..%d", i), call)
  }
}

compare_one <- function(fit, first) {
  seen <- glance.shape_fit(fit)
  verdict <- judge_chains(fit_diagnostics(fit), fit)
  same <- setequal(fit$gram$id, first$gram$id)
  data.frame(
    curves = seen$curves, clusters = seen$clusters, singletons = seen$singletons,
    k = seen$k, k_probability = seen$k_probability, certainty = seen$mean_certainty,
    rhat = seen$rhat, ess_bulk = seen$ess_bulk, ess_tail = seen$ess_tail,
    agree = verdict$agree,
    adjusted_rand = if (same) compare_partitions(first, fit)[["adjusted_rand"]] else NA_real_,
    model = compared_model_words(fit)
  )
}

# "preset "default", CRP, kernel local, d = 12.3".
compared_model_words <- function(fit) {
  sprintf("preset \"%s\", %s, kernel %s, d = %s", fit$prior$preset, format(fit$prior$partition),
          fit$prior$kernel, degrees_told(fit))
}

#' @export
print.shape_fit_comparison <- function(x, ...) {
  cat(sprintf("Comparison of %d fit%s\n\n", nrow(x), if (nrow(x) == 1) "" else "s"))
  table <- as.data.frame(unclass(x)[setdiff(names(x), "model")])
  for (name in c("k_probability", "certainty", "rhat", "adjusted_rand")) {
    if (name %in% names(table)) table[[name]] <- sprintf("%.2f", table[[name]])
  }
  for (name in intersect(c("ess_bulk", "ess_tail"), names(table))) {
    table[[name]] <- ifelse(is.na(table[[name]]), "NA", format_count(table[[name]]))
  }
  print(table, row.names = FALSE)
  if (length(x$model) > 0 && !is.null(x$fit)) {
    cat("\nModels\n")
    cat_fields(stats::setNames(x$model, x$fit))
  }
  invisible(x)
}
