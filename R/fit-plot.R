#' Draw a fit
#'
#' @param x a `shape_fit`.
#' @param type `"trace"`: log posterior and number of clusters by sweep, burn-in
#'   shaded; `"k"`: the posterior of the number of clusters.
#' @param ... ignored.
#' @return A ggplot.
#' @examples
#' fit <- wishart_crp(diag(5), control = mcmc_control(200, 100, chains = 2, seed = 1))
#' plot(fit, "k")
#' @export
plot.shape_fit <- function(x, type = c("trace", "k"), ...) {
  type <- check_choice(type, c("trace", "k"))
  switch(type, trace = plot_trace(x), k = plot_cluster_count(x))
}

plot_trace <- function(fit) {
  shown <- c(log_posterior = "log posterior", clusters = "clusters")
  trace <- fit_trace(fit, burn_in = TRUE)[, , names(shown), drop = FALSE]
  sweeps <- unique(round(seq(1, dim(trace)[1], length.out = min(dim(trace)[1], 5000))))
  data <- data.frame(
    sweep = sweeps,
    chain = factor(rep(seq_len(dim(trace)[2]), each = length(sweeps))),
    variable = rep(shown, each = length(sweeps) * dim(trace)[2]),
    value = c(trace[sweeps, , ])
  )
  ggplot2::ggplot(data, ggplot2::aes(.data$sweep, .data$value, colour = .data$chain)) +
    ggplot2::annotate("rect", xmin = 0, xmax = fit$control$burn_in, ymin = -Inf,
                      ymax = Inf, fill = "grey90") +
    ggplot2::geom_line(linewidth = 0.3, alpha = 0.8) +
    ggplot2::facet_wrap(~variable, ncol = 1, scales = "free_y", strip.position = "left") +
    ggplot2::scale_colour_viridis_d(end = 0.85) +
    ggplot2::labs(x = "sweep (burn-in shaded)", y = NULL) +
    ggplot2::theme_minimal() +
    ggplot2::theme(strip.placement = "outside")
}

plot_cluster_count <- function(fit) {
  posterior <- cluster_count_posterior(fit)
  data <- data.frame(clusters = as.integer(names(posterior)), probability = posterior)
  ggplot2::ggplot(data, ggplot2::aes(.data$clusters, .data$probability)) +
    ggplot2::geom_col(width = 0.8, fill = "grey40") +
    ggplot2::scale_x_continuous(breaks = function(range) unique(round(pretty(range)))) +
    ggplot2::labs(x = "clusters", y = "posterior probability") +
    ggplot2::theme_minimal()
}
