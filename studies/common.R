# What studies share. Run from the project's root: Rscript studies/NAME.R
#
# A study reads its data from the folder that SHAPECRP_DATA names, and writes
# studies/NAME.md, all numbers measured as it runs, and studies/figures/NAME-*.png.
# SHAPECRP_STUDY_CACHE may name a folder where matrices of inner products are kept between
# runs, with the time that each took.

source("scripts/measuring.R")
library(ggplot2)

# Pages --------------------------------------------------------------------------------

page <- new.env()

start_page <- function(name, title, ...) {
  page$name <- name
  page$lines <- c(paste("#", title), "")
  page$started <- Sys.time()
  say(...)
}

# A paragraph.
say <- function(...) page$lines <- c(page$lines, strwrap(paste0(...), 92), "")

heading <- function(text) page$lines <- c(page$lines, paste("##", text), "")

# A data frame as a table; numbers as they are formatted by the caller.
add_table <- function(table) {
  row <- function(cells) paste0("| ", paste(cells, collapse = " | "), " |")
  cells <- vapply(table, function(x) ifelse(is.na(x), "", as.character(x)),
                  character(nrow(table)))
  dim(cells) <- dim(table)
  page$lines <- c(page$lines, row(names(table)), row(rep("---", ncol(table))),
                  apply(cells, 1, row), "")
}

# Plots side by side, in `ncol` columns, as studies/figures/NAME-`file`.png.
add_figure <- function(file, plots, caption, ncol = length(plots), width = 4 * ncol,
                       height = 3.6 * ceiling(length(plots) / ncol), widths = rep(1, ncol)) {
  if (inherits(plots, "ggplot")) plots <- list(plots)
  path <- file.path("studies", "figures", sprintf("%s-%s.png", page$name, file))
  dir.create(dirname(path), showWarnings = FALSE)
  grDevices::png(path, width, height, units = "in", res = 90, type = "cairo")
  grid::grid.newpage()
  rows <- ceiling(length(plots) / ncol)
  layout <- grid::grid.layout(rows, ncol, widths = grid::unit(widths, "null"))
  grid::pushViewport(grid::viewport(layout = layout))
  for (i in seq_along(plots)) {
    print(plots[[i]], newpage = FALSE, vp = grid::viewport(
      layout.pos.row = (i - 1) %/% ncol + 1, layout.pos.col = (i - 1) %% ncol + 1
    ))
  }
  grDevices::dev.off()
  page$lines <- c(page$lines, sprintf("![%s](figures/%s)", caption, basename(path)), "",
                  strwrap(paste0("*", caption, "*"), 92), "")
}

finish_page <- function() {
  seconds <- shapecrp:::seconds_since(page$started)
  say(sprintf(
    "Written by `studies/%s.R` in %.0f s: shapecrp %s, R %s, %d cores.", page$name, seconds,
    utils::packageVersion("shapecrp"), getRversion(), parallel::detectCores()
  ))
  file <- file.path("studies", paste0(page$name, ".md"))
  writeLines(utils::head(page$lines, -1), file, useBytes = TRUE)
  cat("wrote", file, "\n")
}

# The value of an expression and how long it took.
timed <- function(expr) {
  started <- Sys.time()
  value <- expr
  list(value = value, seconds = shapecrp:::seconds_since(started))
}

# An estimate of a fit, and the seconds that sampling and this estimate took: not those of
# the diagnostics and the partition that every fit holds.
timed_estimate <- function(fit, estimate) {
  found <- timed(estimate(fit))
  list(value = found$value, seconds = fit$seconds + found$seconds, fit = fit)
}

# Data ---------------------------------------------------------------------------------

# Curves in a random order: the paper permutes them.
permuted_set <- function(name, closed) {
  curves <- read_set(name, closed)
  set.seed(1)
  curves[sample(length(curves))]
}

# S and the seconds that it took.
timed_gram <- function(curves, name, ...) {
  keep_in("SHAPECRP_STUDY_CACHE", name, timed(elastic_gram(curves, ...)))
}

# Three sets of 60 points in the plane: three clear groups, two or three, none.
euclidean_sets <- function() {
  set.seed(20)
  around <- function(n, x, y, sd) cbind(stats::rnorm(n, x, sd), stats::rnorm(n, y, sd))
  list(
    "set 1" = rbind(around(20, -3, -2, 0.5), around(20, 3, -2, 0.5), around(20, 0, 3.5, 0.5)),
    "set 2" = rbind(around(20, -3, 0, 0.6), around(20, 2.2, 1.1, 0.6), around(20, 2.6, -1.1, 0.6)),
    "set 3" = around(60, 0, 0, 1.5)
  )
}

# Fits ---------------------------------------------------------------------------------

# The paper's way: one chain of single-site Gibbs. It starts at "a large integer" K, which is
# not stated; here each item is a cluster.
paper_control <- function(seed, draws = 4000, burn_in = 1000, init = "singletons") {
  mcmc_control(draws, burn_in, chains = 1, init = init, split_merge = FALSE, seed = seed,
               n_threads = 1)
}

# The paper's estimate; where it has no threshold, the package says what it took instead.
paper_estimate <- function(fit) suppressMessages(partition(fit, "extrinsic"))

most_frequent_k <- function(fit) {
  posterior <- shapecrp:::cluster_count_posterior(fit)
  as.integer(names(which.max(posterior)))
}

# K-medians as the paper may have run it: medoids and nearest medoids in turn, from random
# clusters.
alternating_kmedoids <- function(gram, k, seed) {
  set.seed(seed)
  distance <- as.matrix(as.dist(gram))
  labels <- shapecrp:::kmedoids(distance, sample(rep_len(seq_len(k), nrow(distance))))
  stats::setNames(labels, gram$id)
}

as_labels <- function(x) unname(if (is.atomic(x)) x else clusters(x))

# Means over runs of the measures against the truth. `labels`: a list, one entry a run.
mean_scores <- function(labels, truth) {
  labels <- lapply(labels, as_labels)
  rowMeans(vapply(labels, compare_partitions, numeric(4), b = unname(truth)))
}

# A row of a table of scores.
score_row <- function(method, labels, truth, seconds = NULL) {
  scores <- mean_scores(labels, truth)
  k <- vapply(labels, function(x) length(unique(as_labels(x))), 1L)
  data.frame(
    method = method, K = paste(unique(sort(k)), collapse = ", "),
    "rate, %" = sprintf("%.1f", 100 * scores[["rate"]]),
    Rand = sprintf("%.3f", scores[["rand"]]),
    "adjusted Rand" = sprintf("%.3f", scores[["adjusted_rand"]]),
    "seconds" = if (is.null(seconds)) "" else sprintf("%.2f", mean(seconds)),
    check.names = FALSE
  )
}

# What the paper reports, as such a row.
paper_row <- function(method, rate, rand = NA, seconds = NA, K = NA) {
  data.frame(
    method = method, K = as.character(K), "rate, %" = sprintf("%.1f", rate),
    Rand = ifelse(is.na(rand), "", sprintf("%.2f", rand)), "adjusted Rand" = "",
    seconds = ifelse(is.na(seconds), "", sprintf("%.1f", seconds)), check.names = FALSE
  )
}

# Pictures -----------------------------------------------------------------------------

titled <- function(plot, title) {
  plot + labs(title = title, x = NULL, y = NULL, fill = NULL) +
    theme(plot.title = element_text(size = 10))
}

# S as given, S by clusters, and B, as the paper draws them.
matrix_plots <- function(gram, labels) {
  labels <- unname(labels)
  B <- outer(labels, labels, "==") * 1
  list(
    titled(plot(gram), "S before"),
    titled(plot(gram, partition = labels), "S after"),
    titled(shapecrp:::plot_square(B, labels, "same") + guides(fill = "none"), "B")
  )
}

k_plot <- function(fit, title = "number of clusters") {
  plot(fit, "k") + labs(title = title) + theme(plot.title = element_text(size = 10))
}

# A row of curves for each cluster, at most `columns`, coloured by the truth.
curve_rows <- function(curves, labels, columns = 20, title = NULL) {
  labels <- unname(labels)
  rows <- lapply(split(seq_along(labels), labels), utils::head, n = columns)
  cells <- do.call(rbind, lapply(seq_along(rows), function(r) {
    do.call(rbind, lapply(seq_along(rows[[r]]), function(c) {
      i <- rows[[r]][c]
      at <- shapecrp:::fit_panel(shapecrp:::flatten(curves$points[[i]])) * 0.45
      data.frame(x = at[, 1] + c, y = at[, 2] - r, curve = i, truth = curves$truth[i])
    }))
  }))
  draw_curves(cells, curves$closed) + labs(title = title)
}

# Curves of each cluster, of length one, turned onto its most central one.
overlaid_clusters <- function(gram, labels, truth, clusters = 4, most = 25) {
  labels <- unname(labels)
  distance <- as.matrix(as.dist(gram))
  cells <- do.call(rbind, lapply(seq_len(min(clusters, max(labels))), function(k) {
    own <- which(labels == k)
    centre <- own[which.min(rowSums(distance[own, own, drop = FALSE]))]
    shown <- utils::head(own[order(distance[centre, own])], most)
    frame <- drawing_axes(gram$curves$points[[centre]])
    do.call(rbind, lapply(shown, function(i) {
      pair <- align_pair(gram$curves[centre], gram$curves[i])
      at <- pair$curves$points[[2]] %*% t(pair$rotation) / pair$lengths[2]
      at <- (at - rep(colMeans(at), each = nrow(at))) %*% frame
      data.frame(x = at[, 1], y = at[, 2], curve = i, truth = truth[i],
                 cluster = sprintf("cluster %d, %d curves", k, length(own)))
    }))
  }))
  draw_curves(cells, gram$closed, alpha = 0.6) + facet_wrap(~cluster, nrow = 1)
}

# p x 2: the axes on which a curve is drawn.
drawing_axes <- function(points) {
  if (ncol(points) == 2) diag(2) else shapecrp:::principal_axes(points)
}

draw_curves <- function(cells, closed, alpha = 1) {
  line <- if (closed) geom_polygon(fill = NA, linewidth = 0.3, alpha = alpha)
          else geom_path(linewidth = 0.4, alpha = alpha)
  ggplot(cells, aes(x, y, group = curve, colour = truth)) + line + coord_equal() +
    scale_colour_discrete(guide = guide_legend(nrow = 2)) + theme_void() +
    theme(legend.position = "bottom", plot.title = element_text(size = 10),
          plot.margin = margin(4, 4, 4, 4)) +
    labs(colour = NULL)
}

# Points ---------------------------------------------------------------------------------

# A run on points: `labels`, and `k`, the posterior of the number of clusters.
points_run <- function(set, setting, labels, k) {
  list(set = set, setting = setting, points = euclidean_sets()[[set]], labels = labels, k = k)
}

# The model on one of the Euclidean sets: S = XX', d = 2, r = 3, s = 4, 8000 draws.
fit_points <- function(set, partition, theta, setting = NULL, seed = 1) {
  prior <- wishart_crp_prior("paper", partition = partition, theta = theta, d = 2)
  fit <- wishart_crp(euclidean_gram(euclidean_sets()[[set]]), prior,
                     paper_control(seed, draws = 8000, burn_in = 1000))
  points_run(set, setting, as_labels(paper_estimate(fit)), shapecrp:::cluster_count_posterior(fit))
}

small_theta <- seq(0.1, 0.5, by = 0.1)
large_theta <- seq(1000, 5000, by = 1000)

# A row a run: clusters of the estimate, the most frequent K and how sure it is.
runs_table <- function(runs) {
  do.call(rbind, lapply(runs, function(run) {
    sizes <- sort(tabulate(run$labels), decreasing = TRUE)
    top <- which.max(run$k)
    data.frame(
      data = run$set, setting = run$setting,
      "most frequent K" = names(run$k)[top], probability = sprintf("%.2f", run$k[top]),
      "sizes of clusters" = shapecrp:::shorten(sizes), check.names = FALSE
    )
  }))
}

# Clusters above, posterior of K below; one row per set, one column per setting.
add_point_figures <- function(runs, caption) {
  settings <- unique(vapply(runs, `[[`, "", "setting"))
  place <- function(run, ...) {
    data.frame(set = run$set, setting = factor(run$setting, levels = settings), ...)
  }
  points <- do.call(rbind, lapply(runs, function(run) {
    labels <- shapecrp:::order_labels(run$labels)
    place(run, x = run$points[, 1], y = run$points[, 2],
          cluster = factor(c(1:8, "9 and more")[pmin(labels, 9)]))
  }))
  counts <- do.call(rbind, lapply(runs, function(run) {
    place(run, K = as.integer(names(run$k)), probability = as.numeric(run$k))
  }))
  look <- list(facet_grid(set ~ setting), theme_minimal(),
               theme(panel.border = element_rect(fill = NA, colour = "grey80")))
  clusters <- ggplot(points, aes(x, y, colour = cluster, shape = cluster)) +
    geom_point(size = 1.4) + scale_shape_manual(values = c(16, 17, 15, 3, 4, 8, 1, 2, 0)) +
    scale_colour_viridis_d(option = "turbo") + coord_equal() + look +
    labs(x = NULL, y = NULL)
  histograms <- ggplot(counts, aes(K, probability)) + geom_col(fill = "grey40") + look +
    scale_x_continuous(breaks = function(range) unique(round(pretty(range))))
  width <- 2.1 * length(settings) + 1.6
  add_figure("clusters", clusters, paste0("Clusters: ", caption), width = width, height = 5.4)
  add_figure("counts", histograms, paste0("Posterior of the number of clusters: ", caption),
             width = width, height = 4.6)
}
