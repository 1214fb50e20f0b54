#' Mean shapes of clusters
#'
#' For each cluster of a partition, computes its elastic mean shape, its medoid, and its members
#' aligned to the mean.
#'
#' Means are those of [karcher_mean()], with the settings of the fit's inner products. The
#' mean of one curve is that curve. In a fit of more than 2,000 curves, means and medoids of
#' clusters of more than 60 are those of 60 members, evenly spaced; a message of
#' class `shapecrp_message_sampled` says so.
#'
#' @param object A `shape_fit` of curves.
#' @param partition A `shape_partition`, or labels, one per curve; `NULL` uses the fit's own
#'   estimate, which [clusters()] returns. Clusters are numbered by decreasing size, then by
#'   first member.
#' @inheritParams karcher_mean
#' @param ... Must be empty.
#' @return An object of class `shape_templates`, a list with
#'   * `mean`: [shape_curves()] of the mean shapes, with ids `"1"`, `"2"`, ...: about their
#'     centres, of length 1 if scale was removed; closed if the curves are;
#'   * `medoid`: for each cluster the id of its member with the smallest sum of squared
#'     distances to the others;
#'   * `summary`: a data frame with one row per cluster: `cluster`, `size`, `medoid`,
#'     `variation` (mean squared elastic distance of the members to the mean), `certainty`
#'     (mean over its members, `NA` for labels without the draws of a fit), `iterations`,
#'     `converged`;
#'   * `aligned`: a data frame with one row for each point of each member: `id`, `cluster`,
#'     `certainty`, `point`, and the coordinates `x`, `y` (`z`), rotated, about its centre, and
#'     on a curve of length 1 if scale was removed. Points with the same number in a cluster are
#'     matched to the point with that number of the mean, see [karcher_mean()];
#'   * `id` of the curves in the order of the fit, and `settings`.
#'
#'   `summary()` returns the table of clusters, `as.data.frame()` the aligned coordinates.
#' @seealso [karcher_mean()] for one set of curves.
#' @examples
#' shapes <- simulate_shapes(10, classes = c("heart", "key"), seed = 1)
#' gram <- elastic_gram(shapes, n_points = 50, search = "fast")
#' fit <- wishart_crp(gram, control = mcmc_control(200, 100, chains = 2, seed = 1))
#' means <- templates(fit, n_threads = 1)
#' means
#' head(as.data.frame(means))
#' @export
templates <- function(object, ...) UseMethod("templates")

#' @rdname templates
#' @export
templates.shape_fit <- function(object, partition = NULL, tolerance = 1e-3,
                                max_iterations = 30, n_threads = NULL, ...) {
  check_no_dots(...)
  gram <- check_gram_has_curves(object$gram, "averaged")
  how <- check_iteration(tolerance, max_iterations)
  n_threads <- resolve_threads(n_threads)
  assigned <- assigned_clusters(object, partition)
  templates_of(gram, assigned, how, n_threads, if (is_many(object)) max_averaged else Inf)
}

# `assigned`: labels 1, 2, ... of the curves of a gram, and their certainty. Of clusters of more
# than `most`, so many members are averaged.
templates_of <- function(gram, assigned, how, n_threads, most = Inf) {
  members <- lapply(split(seq_along(assigned$labels), assigned$labels), function(own) {
    own[spaced_items(length(own), most)]
  })
  sampled <- sum(lengths(members) < tabulate(assigned$labels))
  if (sampled > 0) {
    inform_shapecrp(
      c(i = "For {sampled} cluster{?s} of more than {most} curves, {most} members were averaged."),
      "sampled"
    )
  }
  found <- lapply(unname(members), function(own) mean_of_gram(gram[own], how, n_threads))
  new_shape_templates(found, members, assigned, gram, how)
}

# Labels in the order of the fit's curves, and their certainty.
assigned_clusters <- function(fit, partition, call = caller_env()) {
  id <- fit$gram$id
  if (is.null(partition)) partition <- estimated_partition(fit)
  labels <- as_partition_labels(partition, "partition", n = length(id), call = call)
  if (!is.null(names(labels)) && setequal(names(labels), id)) labels <- labels[id]
  certainty <- if (is_shape_partition(partition)) partition$certainty[names(labels)]
  list(
    labels = order_labels(unname(labels)),
    certainty = unname(certainty %||% rep(NA_real_, length(id)))
  )
}

# `members`: those that were averaged, of each cluster.
new_shape_templates <- function(found, members, assigned, gram, how) {
  field <- function(name, type) vapply(found, function(x) x[[name]], type)
  size <- tabulate(assigned$labels)
  stopped <- which(!field("converged", TRUE))
  if (length(stopped) > 0) {
    many <- length(stopped) > 1
    inform_limit(sprintf("The mean%s of cluster%s %s", if (many) "s" else "",
                         if (many) "s" else "", paste(stopped, collapse = ", ")), how)
  }
  points <- lapply(found, function(x) x$mean$points[[1]])
  structure(
    list(
      mean = new_shape_curves(points, gram$closed, as.character(seq_along(found))),
      medoid = field("medoid", ""),
      summary = data.frame(
        cluster = seq_along(found), size = size, medoid = field("medoid", ""),
        variation = field("sum_of_squares", 0) / unname(lengths(members)),
        certainty = as.vector(tapply(assigned$certainty, assigned$labels, mean)),
        iterations = field("iterations", 0L), converged = field("converged", TRUE)
      ),
      aligned = aligned_frame(found, members, assigned$certainty, gram$id),
      id = gram$id,
      settings = gram$settings
    ),
    class = "shape_templates"
  )
}

aligned_frame <- function(found, members, certainty, id) {
  parts <- lapply(seq_along(found), function(k) {
    points <- found[[k]]$aligned
    m <- vapply(points, nrow, 0L)
    member <- rep(members[[k]], m)
    coordinates <- as.data.frame(do.call(rbind, unname(points)))
    names(coordinates) <- coordinate_names(ncol(coordinates))
    data.frame(
      id = id[member], cluster = k, certainty = certainty[member],
      point = sequence(m), coordinates
    )
  })
  do.call(rbind, parts)
}

#' @export
print.shape_templates <- function(x, ...) {
  K <- nrow(x$summary)
  n <- sum(x$summary$size)
  kind <- if (x$mean$closed) "closed" else "open"
  cat(sprintf("Elastic means of %d cluster%s of %d %s curve%s\n\n", K, if (K == 1) "" else "s",
              n, kind, if (n == 1) "" else "s"))
  print_first_rows(x$summary, 30)
  invisible(x)
}

#' @export
summary.shape_templates <- function(object, ...) object$summary

#' @export
as.data.frame.shape_templates <- function(x,
                                          row.names = NULL, # nolint: object_name_linter.
                                          optional = FALSE,
                                          ...) {
  x$aligned
}
