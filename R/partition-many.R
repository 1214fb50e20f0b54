# Partitions of many curves: what is found from draws and overlaps of clusters, in memory that grows
# with n, where an n x n matrix of pairs would not do.

# The largest fit whose pairs of curves are all counted.
max_paired <- 2000

is_many <- function(fit) length(fit$gram$id) > max_paired || is_factored(fit$matrix)

partition_of_many <- function(fit, method, n_threads, call = caller_env()) {
  labels <- item_labels(fit)
  found <- switch(method,
    map = best_draw(fit, labels),
    extrinsic = abort_input(
      "method", sprintf("be \"vi\", \"binder\" or \"map\" for more than %s curves",
                        format_count(max_paired)), "it is \"extrinsic\"", call = call
    ),
    least_loss_of_many(labels, method, n_threads)
  )
  estimate <- order_labels(found[fit$item])
  draws <- if (anyDuplicated(fit$item) > 0) unname(fit_labels(fit)) else labels
  new_shape_partition(
    estimate, fit$gram$id, method = method,
    expected_loss = expected_losses(labels, found, n_threads),
    similarity = NULL, draws = nrow(labels), support = draw_support(draws, estimate, n_threads)
  )
}

# The search starts from draws, and from one cluster.
least_loss_of_many <- function(labels, loss, n_threads) {
  order <- r_canonical_order_of_draws(labels)
  bar <- progress_bar("Choosing the partition")
  on.exit(bar$done())
  found <- r_minimise_loss(labels[, order, drop = FALSE], matrix(1L, ncol(labels), 1), loss, TRUE,
                           n_threads, bar$update)
  found[order(order)]
}

# For each curve its certainty, as curve_certainty() has it, the other cluster of the largest mean
# co-clustering (NA where all are 0), and that.
draw_support <- function(labels, estimate, n_threads) {
  bar <- progress_bar("Certainty of each curve")
  on.exit(bar$done())
  support <- r_draw_support(labels, estimate, n_threads, bar$update)
  support$second[support$second == 0L] <- NA_integer_
  support
}

# What most pictures show of many curves: a sample, which is told.
max_pictured <- 300

# Pictures that need pairs of curves, or each curve's outline.
paired_pictures <- c("clusters", "coclustering", "gram", "map", "silhouette", "dendrogram")

# A fit and the choice of a picture, for a sample of the chosen curves and one of every other
# cluster, so that clusters keep their numbers. `told`: words for the caption, NULL for all curves.
sample_for_picture <- function(fit, type, choice) {
  if (!is_many(fit) || !type %in% paired_pictures) {
    return(list(fit = fit, choice = choice, told = NULL))
  }
  labels <- choice$labels
  shown <- sample_clusters(labels, choice$partition$certainty, choice$chosen, max_pictured)
  choice$sizes <- tabulate(labels)[choice$chosen]
  fit$gram <- fit$gram[shown]
  fit$partition <- part_of_partition(choice$partition, fit, shown)
  fit$labels <- fit$labels[, , shown, drop = FALSE]
  fit$item <- match(fit$item[shown], unique(fit$item[shown]))
  told <- sum(labels[shown] %in% choice$chosen)
  all <- sum(choice$sizes)
  choice$partition <- fit$partition
  choice$labels <- labels[shown]
  choice$values <- choice$values[shown]
  list(fit = fit, choice = choice, told = if (told < all) {
    sprintf("a sample of %s of %s curves", format_count(told), format_count(all))
  })
}

# Places of about `most` items of the clusters `chosen`, in proportion to their sizes but at least
# two of each where they have them (one, where there is no room for two), evenly spaced from the
# most central to the least; and the most central item of every other cluster.
sample_clusters <- function(labels, certainty, chosen, most) {
  members <- split(seq_along(labels), labels)
  share <- min(1, most / sum(lengths(members[chosen])))
  least <- if (2 * length(chosen) <= most) 2 else 1
  wanted <- rep(1, length(members))
  wanted[chosen] <- pmax(least, round(share * lengths(members[chosen])))
  kept <- Map(function(own, wanted) {
    own[order(-certainty[own])][spaced_items(length(own), wanted)]
  }, members, wanted)
  sort(unlist(kept, use.names = FALSE))
}

# A partition of the curves `shown`, with their pairs; `fit` holds the draws of all curves.
part_of_partition <- function(partition, fit, shown) {
  id <- names(partition$labels)[shown]
  partition$labels <- partition$labels[shown]
  partition$certainty <- partition$certainty[shown]
  partition$members <- lapply(partition$members, function(own) own[own %in% id])
  labels <- fit$labels[, , shown, drop = FALSE]
  dim(labels) <- c(prod(dim(labels)[1:2]), length(shown))
  counts <- r_coclustering_counts(labels, 1L, NULL)
  partition$similarity <- as_similarity(counts, id, nrow(labels))
  partition$support <- NULL
  partition
}

# A picture whose caption tells more.
add_to_caption <- function(picture, words) {
  if (is.null(words)) {
    return(picture)
  }
  told <- paste(c(sentence(words), picture$labels$caption), collapse = ". ")
  picture + ggplot2::labs(caption = paste(strwrap(told, 88), collapse = "\n"))
}

# At most so many members of a cluster of many curves are averaged.
max_averaged <- 60

# What a report shows of many curves: the outlines of about so many, and so many rows of a table at
# once.
max_outlined <- 10000
max_listed <- 500
