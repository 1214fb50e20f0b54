#' Plot a fit
#'
#' Draws the clusters, or one of nine other pictures of the fit.
#'
#' @param x,object A `shape_fit`, see [cluster_shapes()].
#' @param type What to draw:
#'   * `"clusters"`: one panel per cluster, its members superimposed on its template (see
#'     [templates()]), which is bold; the less certain a member, the fainter its line;
#'   * `"k"`: the posterior of the number of clusters;
#'   * `"coclustering"`: the probabilities of sharing a cluster, ordered by cluster and by
#'     centrality, with a numbered bar for each cluster;
#'   * `"gram"`: the inner products, as given and ordered by cluster;
#'   * `"trace"`: log posterior and number of clusters by sweep, with burn-in shaded. The axes
#'     span the draws after burn-in; burn-in values beyond them are drawn at the edge;
#'   * `"certainty"`: how certain the cluster of each curve is, by cluster;
#'   * `"map"`: the curves in the plane, close together if their shapes are similar (classical
#'     scaling of the elastic distances). A dot replaces a curve that there is no room to draw, and
#'     every curve of a fit without curves; numbers are those of the clusters;
#'   * `"silhouette"`: for each curve how much nearer it is to its own cluster than to the next
#'     one, \eqn{(b - a)/\max(a, b)}{(b - a) / max(a, b)} with a and b its mean distances to the
#'     other members and to the members of the nearest other cluster; 0 for a singleton;
#'   * `"dendrogram"`: average linkage of the distances between curves, with a numbered bar below
#'     the curves of each cluster. A cluster that is split up in the tree has several
#'     bars. See [as.hclust()][as.hclust.shape_fit] for a tree of co-clustering;
#'   * `"tree"`: the clusters at several resolutions, see [resolution_profile()], with their
#'     mean shapes, coarse ones at the top. Each mean is of at most 15 members, those nearest to
#'     the medoid. Resolutions with more than `max_clusters` clusters are left out.
#' @param max_clusters For `"clusters"`: the maximum number of panels. If there are more clusters,
#'   the largest are drawn, and the caption says how many are left out.
#' @param clusters Numbers of the clusters to draw, for all pictures except `"k"`, `"trace"` and
#'   `"tree"`; `NULL` draws all. On the map, other curves are grey dots.
#' @param colour What colours mean in `"clusters"`, `"map"`, `"certainty"`, `"silhouette"` and
#'   `"dendrogram"`: `NULL`, the clusters; `"truth"`, the truth of the curves; or classes or
#'   numbers, one per curve, in their order or named by their ids or files:
#'   `setNames(table$height, table$id)`.
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot, which can be printed, modified, or saved with [ggplot2::ggsave()].
#' @details
#' Colours are from a palette for colour-blind readers. With more than eight clusters they
#' repeat, so clusters are also numbered wherever colour distinguishes them. Curves in three or
#' more dimensions are projected onto two principal axes, those of the template for
#' `"clusters"`, and seen along the third: nearer parts are wider and darker. Each panel,
#' and each curve of the map, fills its square; if curves were compared with `scale = FALSE`,
#' all are drawn at one scale, so that large ones look large. Long ids are shortened.
#' @seealso [write_report()] for all pictures on one page.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(20, 0, 0.2), 10), matrix(rnorm(20, 3, 0.2), 10))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' plot(fit, "k")
#' plot(fit, "map")
#' @export
plot.shape_fit <- function(x, type = c("clusters", "k", "coclustering", "gram", "trace",
                                       "certainty", "map", "silhouette", "dendrogram",
                                       "tree"),
                           max_clusters = 60, clusters = NULL, colour = NULL, ...) {
  type <- check_choice(type, fit_plot_types())
  max_clusters <- check_number(max_clusters, min = 1, whole = TRUE)
  check_no_dots(...)
  if (type != "trace") check_draws(x, arg = "x", call = rlang::current_env())
  title <- colour_title(rlang::enexpr(colour))
  choice <- picture_choice(x, type, clusters, colour, title)
  draw_picture(type, sample_for_picture(x, type, choice), max_clusters)
}

# `sampled`: of sample_for_picture().
draw_picture <- function(type, sampled, max_clusters, call = caller_env()) {
  x <- sampled$fit
  choice <- sampled$choice
  picture <- switch(type,
    clusters = plot_clusters(x, max_clusters, choice, chosen_means(x, choice, call)),
    k = plot_cluster_count(x),
    coclustering = plot_coclustering(choice$partition, choice$chosen),
    gram = plot_fit_gram(x, choice),
    trace = plot_trace(x),
    certainty = plot_certainty(choice),
    map = plot_map(x, choice),
    silhouette = plot_silhouette(x, choice, call),
    dendrogram = plot_dendrogram(x, choice, call),
    tree = plot_tree(x, max_clusters, call)
  )
  add_to_caption(picture, sampled$told)
}

fit_plot_types <- function() eval(formals(plot.shape_fit)$type)

#' @rdname plot.shape_fit
#' @exportS3Method ggplot2::autoplot
autoplot.shape_fit <- function(object, ...) plot.shape_fit(object, ...)

plot_trace <- function(fit) {
  shown <- c(log_posterior = "log posterior", clusters = "clusters")
  trace <- fit_trace(fit, burn_in = TRUE)[, , names(shown), drop = FALSE]
  sweeps <- unique(round(seq(1, dim(trace)[1], length.out = min(dim(trace)[1], 5000))))
  data <- data.frame(
    sweep = sweeps,
    chain = factor(rep(seq_len(dim(trace)[2]), each = length(sweeps))),
    variable = factor(rep(shown, each = length(sweeps) * dim(trace)[2]), shown),
    value = c(trace[sweeps, , ])
  )
  data$shown <- unlist(lapply(split(data, data$variable), within_kept, fit$control$burn_in))
  outside <- any(is.infinite(data$shown))
  margin <- 0.05
  ggplot2::ggplot(data, ggplot2::aes(.data$sweep, .data$shown, colour = .data$chain)) +
    ggplot2::annotate("rect", xmin = 0, xmax = fit$control$burn_in, ymin = -Inf,
                      ymax = Inf, fill = "grey90") +
    ggplot2::geom_line(linewidth = 0.3, alpha = 0.8) +
    ggplot2::facet_wrap(~variable, ncol = 1, scales = "free_y", strip.position = "left") +
    ggplot2::scale_colour_viridis_d(end = 0.85) +
    ggplot2::scale_y_continuous(
      breaks = function(limits) {
        spread <- diff(limits) * margin / (1 + 2 * margin)
        whole_breaks(limits[1] + spread, limits[2] - spread)
      },
      expand = ggplot2::expansion(margin)
    ) +
    ggplot2::guides(colour = ggplot2::guide_legend(override.aes = list(linewidth = 1))) +
    ggplot2::labs(
      x = "sweep (burn-in shaded)", y = NULL,
      caption = if (outside) {
        "Axes cover the draws after burn-in; burn-in values outside them are drawn at the edge"
      }
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(strip.placement = "outside")
}

# Values by sweep, as drawn: the axis holds those after burn-in and a margin of half their
# spread, at least 1. Values of burn-in beyond it are infinite, which is drawn at its end.
within_kept <- function(data, burn_in) {
  kept <- data$value[data$sweep > burn_in]
  if (length(kept) == 0) {
    return(data$value)
  }
  limits <- range(kept) + max(1, diff(range(kept)) / 2) * c(-1, 1)
  ifelse(data$value < limits[1], -Inf, ifelse(data$value > limits[2], Inf, data$value))
}

plot_cluster_count <- function(fit) {
  posterior <- cluster_count_posterior(fit)
  estimate <- max(estimated_partition(fit)$labels)
  data <- data.frame(clusters = as.integer(names(posterior)), probability = posterior)
  data$estimate <- data$clusters == estimate
  ggplot2::ggplot(data, ggplot2::aes(.data$clusters, .data$probability, fill = .data$estimate)) +
    ggplot2::geom_col(width = 0.8) +
    ggplot2::scale_fill_manual(values = c("FALSE" = "grey65", "TRUE" = palette_shapes[1]),
                               guide = "none") +
    ggplot2::scale_x_continuous(
      breaks = every_number(max(1, min(data$clusters) - 1), max(data$clusters) + 1)
    ) +
    ggplot2::coord_cartesian(xlim = range(data$clusters) + c(-1.5, 1.5)) +
    ggplot2::scale_y_continuous(limits = c(0, NA), expand = ggplot2::expansion(c(0, 0.05))) +
    ggplot2::labs(
      x = "clusters", y = "posterior probability",
      caption = sprintf("The partition of the fit has %d cluster%s (dark)", estimate,
                        if (estimate == 1) "" else "s")
    ) +
    theme_shapes(axes = TRUE)
}

# All whole numbers of an axis, as long as they can be read.
every_number <- function(from, to) if (to - from < 36) seq(from, to) else whole_breaks(from, to)

# Whole numbers within [from, to] for an axis; others where there is none.
whole_breaks <- function(from, to) {
  slack <- 1e-9 * max(1, abs(c(from, to)))
  inside <- function(breaks) breaks[breaks >= from - slack & breaks <= to + slack]
  whole <- inside(unique(round(pretty(c(from, to)))))
  if (length(whole) > 0) whole else inside(pretty(c(from, to)))
}
