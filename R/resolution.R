# Partitions over a range of resolutions. A resolution multiplies d, and with it the log
# likelihood: the larger, the finer the clusters. A ladder is a list of rungs, each made by a
# short chain that starts where the one before it ended.

# A rung: `labels` of the items, of least expected variation of information, and their mean
# `certainty`. `model$d` is that of resolution 1, `slots` where the first chain starts.
climb_resolutions <- function(G, model, slots, resolutions, stream, update = NULL) {
  state <- new_chain_state(slots, model, stream)
  rungs <- vector("list", length(resolutions))
  # The caller's bar is the only one.
  rlang::local_options(shapecrp.progress = FALSE)
  for (i in seq_along(resolutions)) {
    scaled <- at_degrees(model, model$d * resolutions[i])
    run <- run_short_chain(G, scaled, state, sweeps = 200, draws = 50)
    state <- run$state
    rungs[[i]] <- summarise_draws(run$labels)
    if (!is.null(update)) update(i)
  }
  rungs
}

summarise_draws <- function(draws) {
  if (ncol(draws) > max_paired) {
    labels <- order_labels(least_loss_of_many(draws, "vi", 1L))
    return(list(labels = labels, certainty = mean(draw_support(draws, labels, 1L)$certainty)))
  }
  counts <- r_coclustering_counts(draws, 1L, NULL)
  labels <- order_labels(least_loss_labels(draws, counts, "vi", 1L))
  list(labels = labels, certainty = mean(curve_certainty(labels, counts / nrow(draws))))
}

# The usual range: half an octave from one to the next.
usual_resolutions <- 2^seq(-2, 2, by = 0.5)

#' Clusters at finer and coarser resolutions
#'
#' How many clusters there are depends on how closely one looks: species, or genera. A resolution
#' multiplies the degrees of freedom of the model and so the weight of the likelihood against the
#' prior; 1 is the default. Real clusters persist over a range of resolutions. The
#' profile shows the partition at each resolution, and how far it persists.
#'
#' Each partition comes from a short chain that starts at the partition of the next resolution,
#' so the profile takes less time than the fit itself. Curves are not compared again. Every fit of
#' at most 2,000 curves already holds the profile of the usual resolutions, 1/4 to 4 times its own.
#'
#' Two partitions count as the same if their adjusted Rand index is at least 0.9.
#' `cluster_shapes(fit, resolution = 2)` samples at another resolution, and
#' `cluster_shapes(fit, k = 8)` at one with about that many clusters.
#'
#' @param object A `shape_fit`, see [cluster_shapes()].
#' @param resolutions Resolutions, as multiples of the default, from 1/64 to 64, at most 200.
#'   `NULL` takes nine from 1/4 to 4 times that of the fit.
#' @param ... Must be empty.
#' @return A data frame of class `resolution_profile`, one row per resolution in increasing
#'   order: `resolution`, `d`, `clusters` of the partition, their mean `certainty`, `agreement`
#'   with the partition of the next resolution (adjusted Rand index, `NA` in the last row),
#'   `persistence` (octaves over which the partition stays the same, see above: 1 is a factor of
#'   2) and `is_fit`, whether it is the resolution of the fit. The attribute `partitions` is a
#'   matrix of labels, one column per row of the table, and `alike` holds the adjusted Rand indices
#'   of all pairs of them. [plot()][plot.resolution_profile] draws it.
#' @seealso `plot(fit, "tree")` for the clusters at several resolutions.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(40, 0, 0.2), 20), matrix(rnorm(40, 3, 0.2), 20))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' resolution_profile(fit)
#' @export
resolution_profile <- function(object, ...) UseMethod("resolution_profile")

#' @rdname resolution_profile
#' @export
resolution_profile.shape_fit <- function(object, resolutions = NULL, ...) {
  check_no_dots(...)
  check_draws(object, "object", rlang::current_env())
  if (is.null(resolutions) && !is.null(object$profile)) {
    return(object$profile)
  }
  resolutions <- resolutions %||% nearby_resolutions(object)
  profile_of(object, check_resolutions(resolutions))
}

#' @export
resolution_profile.default <- function(object, ...) abort_no_fit(object)

# Those of the usual range about that of the fit, within what a prior takes.
nearby_resolutions <- function(fit) {
  around <- fit$prior$resolution * usual_resolutions
  around[around >= 1 / 64 & around <= 64]
}

check_resolutions <- function(x, call = caller_env()) {
  if (!is.numeric(x) || length(x) == 0 || length(x) > 200 || !all(is.finite(x)) ||
        any(x < 1 / 64 | x > 64)) {
    abort_input("resolutions", "be at most 200 numbers from 1/64 to 64", describe(x),
                call = call)
  }
  sort(unique(x))
}

# From the fit's own partition, which stands where its resolution is, up and down.
profile_of <- function(fit, resolutions) {
  G <- entries_of(matrix_of_model(fit))
  own <- fit$prior$resolution
  model <- utils::modifyList(fit$model, list(d = fit$model$d / own))
  partition <- estimated_partition(fit)
  slots <- partition$labels[first_copies(fit$item)]
  slots <- unname(match(slots, unique(slots)) - 1L)
  bar <- progress_bar("Resolutions")
  on.exit(bar$done())
  climb <- function(which, stream, done) {
    rungs <- climb_resolutions(
      G, model, slots, resolutions[which], r_rng_state(fit$seed, stream),
      function(i) if (!is.null(bar$update)) bar$update(done + i, length(resolutions))
    )
    rungs[order(which)]
  }
  is_own <- abs(log(resolutions / own)) < 1e-9
  rungs <- vector("list", length(resolutions))
  coarser <- which(resolutions < own & !is_own)
  finer <- which(resolutions > own & !is_own)
  rungs[coarser] <- climb(rev(coarser), 1e6, 0)
  rungs[finer] <- climb(finer, 1e6 + 1, length(coarser))
  rungs[is_own] <- list(list(labels = slots + 1L, certainty = mean(partition$certainty)))
  new_resolution_profile(rungs, resolutions, model$d, own, fit$item, fit$gram$id)
}

new_resolution_profile <- function(rungs, resolutions, d, own, item, id) {
  partitions <- vapply(rungs, function(rung) order_labels(rung$labels[item]), integer(length(id)))
  partitions <- matrix(partitions, nrow = length(id), dimnames = list(id, NULL))
  m <- length(resolutions)
  alike <- partition_agreement(partitions)
  structure(
    data.frame(
      resolution = resolutions, d = d * resolutions,
      clusters = apply(partitions, 2, max),
      certainty = vapply(rungs, `[[`, 0, "certainty"),
      agreement = c(alike[cbind(seq_len(m - 1), seq_len(m)[-1])], NA),
      persistence = persistence(alike, log2(resolutions)),
      is_fit = abs(log(resolutions / own)) < 1e-9
    ),
    partitions = partitions, alike = alike, class = c("resolution_profile", "data.frame")
  )
}

# Adjusted Rand indices of all pairs of columns.
partition_agreement <- function(partitions) {
  m <- ncol(partitions)
  alike <- diag(1, m)
  for (i in seq_len(m)) {
    for (j in seq_len(i - 1)) {
      alike[i, j] <- alike[j, i] <-
        compare_partitions(partitions[, i], partitions[, j])[["adjusted_rand"]]
    }
  }
  alike
}

# Two partitions with at least this adjusted Rand index count as the same.
same_partition <- 0.9

# Octaves over which a partition is the same without a break: a rung stands for the middle
# between its neighbours.
persistence <- function(alike, octaves) {
  m <- length(octaves)
  if (m == 1) {
    return(0)
  }
  edges <- c(octaves[1], (octaves[-1] + octaves[-m]) / 2, octaves[m])
  vapply(seq_len(m), function(i) {
    same <- alike[i, ] >= same_partition
    low <- max(which(!same & seq_len(m) < i), 0) + 1
    high <- min(which(!same & seq_len(m) > i), m + 1) - 1
    edges[high + 1] - edges[low]
  }, 0)
}

# The row of a profile whose partition is another than the fit's and about as persistent: at
# least one octave and four fifths of the fit's own. NULL where there is none.
rival_resolution <- function(profile) {
  own <- which(profile$is_fit)
  if (length(own) != 1) {
    return(NULL)
  }
  alike <- attr(profile, "alike")[own, ]
  rivals <- which(
    alike < same_partition & profile$clusters > 1 & profile$persistence >= 1 &
      profile$clusters != profile$clusters[own] &
      profile$persistence >= 0.8 * profile$persistence[own]
  )
  if (length(rivals) > 0) profile[rivals[which.max(profile$persistence[rivals])], ]
}

# "uncertain: 1 to 3 clusters for d from 5.3 to 16; see resolution_profile(fit)", where the
# partition changes within the likely range of d; else NULL.
unsure_words <- function(fit) {
  ends <- degrees_ends(fit)
  profile <- fit$profile
  own <- which(profile$is_fit)
  if (is.null(ends) || length(own) != 1) {
    return(NULL)
  }
  likely <- profile$d >= ends[1] * (1 - 1e-9) & profile$d <= ends[2] * (1 + 1e-9)
  if (all(attr(profile, "alike")[own, likely] >= same_partition)) {
    return(NULL)
  }
  counts <- unique(range(profile$clusters[likely | profile$is_fit]))
  sprintf("uncertain: %s clusters for d from %s; see resolution_profile(fit)",
          if (length(counts) == 1) paste("other partitions into", counts)
          else paste(counts, collapse = " to "),
          degrees_range(fit))
}

# "13 clusters are nearly as stable, at resolution 2: see resolution_profile(fit)".
rival_words <- function(profile) {
  rival <- rival_resolution(profile)
  if (!is.null(rival)) {
    own <- profile$persistence[profile$is_fit]
    sprintf("%d clusters are %s stable, at resolution %s: see resolution_profile(fit)",
            rival$clusters, if (rival$persistence > own) "more" else "nearly as",
            format(rival$resolution, digits = 2))
  }
}

#' @export
print.resolution_profile <- function(x, ...) {
  n <- nrow(attr(x, "partitions"))
  if (is.null(n)) {
    return(NextMethod())
  }
  cat(sprintf("Clusters of %d curve%s at %d resolution%s\n\n", n, if (n == 1) "" else "s", nrow(x),
              if (nrow(x) == 1) "" else "s"))
  shown <- data.frame(
    resolution = signif(x$resolution, 3), d = signif(x$d, 3), clusters = x$clusters,
    certainty = round(x$certainty, 2), agreement = round(x$agreement, 2),
    persistence = round(x$persistence, 2), " " = ifelse(x$is_fit, "<- this fit", ""),
    check.names = FALSE
  )
  print(shown, row.names = FALSE)
  cat("\nagreement: adjusted Rand index with the next row; persistence: octaves over which the\n",
      "partition does not change\n", sep = "")
  invisible(x)
}

#' Plot a resolution profile
#'
#' @param x,object A `resolution_profile`, from [resolution_profile()].
#' @param ... For `autoplot()`, the arguments of `plot()`; otherwise must be empty.
#' @return A ggplot: the number of clusters by resolution. Bars join resolutions with the same
#'   partition; that of the fit is filled.
#' @examples
#' set.seed(1)
#' x <- rbind(matrix(rnorm(40, 0, 0.2), 20), matrix(rnorm(40, 3, 0.2), 20))
#' fit <- wishart_crp(euclidean_gram(x), control = mcmc_control(300, 100, chains = 2))
#' plot(resolution_profile(fit))
#' @export
plot.resolution_profile <- function(x, ...) {
  check_no_dots(...)
  m <- nrow(x)
  data <- data.frame(resolution = x$resolution, clusters = x$clusters, is_fit = x$is_fit)
  joined <- which(x$agreement[-m] >= same_partition)
  bars <- data.frame(x = x$resolution[joined], xend = x$resolution[joined + 1],
                     y = x$clusters[joined], yend = x$clusters[joined + 1])
  ggplot2::ggplot(data, ggplot2::aes(.data$resolution, .data$clusters)) +
    ggplot2::geom_line(colour = "grey75", linewidth = 0.4) +
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$x, xend = .data$xend, y = .data$y, yend = .data$yend), data = bars,
      colour = palette_shapes[1], linewidth = 2.2, lineend = "round"
    ) +
    ggplot2::geom_point(ggplot2::aes(fill = .data$is_fit), shape = 21, size = 3,
                        colour = palette_shapes[1]) +
    ggplot2::geom_text(ggplot2::aes(label = .data$clusters), vjust = -1.1, size = 3,
                       colour = "grey25") +
    ggplot2::scale_fill_manual(values = c("FALSE" = "white", "TRUE" = palette_shapes[2]),
                               guide = "none") +
    ggplot2::scale_x_continuous(trans = "log2", breaks = x$resolution,
                                labels = function(v) format(v, digits = 2, trim = TRUE)) +
    ggplot2::scale_y_continuous(trans = "log10", expand = ggplot2::expansion(c(0.05, 0.15)),
                                breaks = count_breaks) +
    ggplot2::labs(
      x = "resolution (finer to the right)", y = "clusters",
      caption = paste("Bars span resolutions with the same partition;",
                      "the filled point is the resolution of the fit")
    ) +
    theme_shapes(axes = TRUE)
}

# 1, 2, 5, 10, ... within the limits of an axis of counts.
count_breaks <- function(limits) {
  steps <- c(outer(c(1, 2, 5), 10^(0:6)))
  steps[steps >= limits[1] - 1e-9 & steps <= limits[2] + 1e-9]
}

#' @rdname plot.resolution_profile
#' @exportS3Method ggplot2::autoplot
autoplot.resolution_profile <- function(object, ...) plot.resolution_profile(object, ...)

# Asking for a number of clusters ----------------------------------------------------------

# What prepare_gram() gives, at a resolution of `by` times its own, its d alone.
at_resolution <- function(prepared, by) {
  prepared$model <- at_degrees(prepared$model, prepared$model$d * by)
  prepared
}

fine_start_of_gram <- function(prepared) {
  if (is_factored(prepared$matrix)) {
    return(fine_start(prepared$gram, prepared$matrix))
  }
  fine_partition(gram_distances(prepared$gram))
}

# The resolution whose partition has k clusters that hold together (a mean certainty of 0.7), or
# the number nearest to it, and persists longest. `prepared`: at resolution 1. Resolutions are
# tried from fine to coarse, with a random stream of their own.
resolution_of <- function(k, prepared) {
  resolutions <- 2^seq(-6, 6, by = 0.25)
  m <- length(resolutions)
  bar <- progress_bar("Resolutions")
  on.exit(bar$done())
  rungs <- climb_resolutions(
    entries_of(prepared$matrix), prepared$model, fine_start_of_gram(prepared) - 1L,
    rev(resolutions), r_rng_state(0, 1),
    function(i) if (!is.null(bar$update)) bar$update(i, m)
  )
  profile <- new_resolution_profile(rev(rungs), resolutions, prepared$model$d, 1, prepared$item,
                                    as.character(seq_along(prepared$item)))
  miss <- abs(log(profile$clusters / k))
  firm <- profile$certainty >= 0.7
  if (any(firm)) miss[!firm] <- Inf
  near <- which(miss <= min(miss) + 1e-9)
  longest <- near[profile$persistence[near] >= max(profile$persistence[near]) - 1e-9]
  # The middle of the stretch over which it persists is the safest place in it.
  resolutions[longest[(length(longest) + 1) %/% 2]]
}
