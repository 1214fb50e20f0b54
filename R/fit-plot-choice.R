# What pictures of a fit share: which clusters are drawn, and what colours mean.

coloured_pictures <- c("clusters", "map", "certainty", "silhouette", "dendrogram")

# Pictures of a fit as a whole.
whole_pictures <- c("k", "trace", "tree")

# labels: of the partition, in the order of the curves. chosen: numbers of the clusters drawn, in
# order. values: NULL, where colours are those of clusters, or a factor or numbers, one each.
picture_choice <- function(fit, type, clusters, colour, call = caller_env()) {
  if (!is.null(clusters) && type %in% whole_pictures) {
    abort_input("clusters", sprintf("be NULL for the picture \"%s\"", type), describe(clusters),
                call = call)
  }
  if (!is.null(colour) && !type %in% coloured_pictures) {
    must <- sprintf("be NULL for the picture \"%s\" (those with colours: %s)", type,
                    paste(quote_string(coloured_pictures), collapse = ", "))
    abort_input("colour", must, describe(colour), call = call)
  }
  if (type %in% whole_pictures) {
    return(NULL)
  }
  partition <- estimated_partition(fit)
  labels <- unname(partition$labels)
  k <- max(labels)
  chosen <- sort(check_clusters(clusters %||% seq_len(k), k, "clusters", call))
  values <- check_colour(colour, fit$gram$id, fit$gram$curves$truth, call)
  list(partition = partition, labels = labels, chosen = chosen,
       values = classes_of(values, labels %in% chosen))
}

# NULL, "truth", or classes or numbers, one per curve.
check_colour <- function(colour, id, truth, call = caller_env()) {
  if (is.null(colour)) {
    return(NULL)
  }
  if (identical(colour, "truth")) {
    if (is.null(truth)) {
      abort_input("colour", "be classes or numbers when the curves have no truth",
                  "not \"truth\"", call = call)
    }
    return(factor(truth))
  }
  curve_values(colour, id, "colour", call)
}

# Values, with the classes of the curves `own` only; others are NA.
classes_of <- function(values, own) {
  if (is.factor(values)) factor(values, levels = levels(droplevels(values[own]))) else values
}

# The curves of the chosen clusters.
is_chosen <- function(choice) choice$labels %in% choice$chosen

# What each curve is coloured by, and the scale for it.
paint_of <- function(choice) {
  choice$values %||% factor(choice$labels, levels = seq_len(max(choice$labels)))
}

paint_scale <- function(choice, aesthetics = "colour") {
  if (!is.null(choice$values)) {
    return(colour_scale(choice$values, aesthetics = aesthetics))
  }
  k <- max(choice$labels)
  ggplot2::scale_colour_manual(
    values = stats::setNames(cluster_colours(k), seq_len(k)), aesthetics = aesthetics,
    guide = "none", drop = FALSE
  )
}

# Words for a caption where clusters are left out.
chosen_words <- function(choice) {
  k <- max(choice$labels)
  c(
    if (length(choice$chosen) < k) sprintf("%d of %d clusters", length(choice$chosen), k),
    legend_words(choice$values)
  )
}

# Each curve's certainty, in the columns of their clusters; the least certain are named below
# their column.
plot_certainty <- function(choice) {
  partition <- choice$partition
  own <- is_chosen(choice)
  column <- match(choice$labels, choice$chosen)[own]
  certainty <- unname(partition$certainty)[own]
  size <- tabulate(column, length(choice$chosen))
  rank <- stats::ave(-certainty, column, FUN = function(x) rank(x, ties.method = "first"))
  data <- data.frame(
    id = shorten_id(names(partition$labels))[own], certainty = certainty, column = column,
    at = column + 0.8 * ((rank - 0.5) / size[column] - 0.5)
  )
  data$paint <- paint_of(choice)[own]
  least <- least_certain(data)
  names <- least_names(least)
  k <- length(choice$chosen)
  lowest <- if (min(certainty) >= 0.55) 0.5 else 0
  ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$certainty)) +
    ggplot2::geom_hline(yintercept = 0.5, colour = "grey60", linetype = "dashed",
                        linewidth = 0.3) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$paint), size = if (k > 24) 0.9 else 1.6) +
    ggplot2::geom_text(
      ggplot2::aes(y = .data$certainty - 0.02 * (1 - lowest), label = .data$id),
      data = names, size = 2.5, lineheight = 0.9, vjust = 1, hjust = label_side(names$at, k),
      colour = "grey30", check_overlap = TRUE
    ) +
    paint_scale(choice) +
    ggplot2::scale_x_continuous(
      breaks = number_breaks(k), labels = choice$chosen[number_breaks(k)],
      expand = ggplot2::expansion(add = 0.4)
    ) +
    ggplot2::coord_cartesian(ylim = c(min(lowest, names$low), 1), clip = "off") +
    ggplot2::scale_y_continuous(breaks = function(limits) {
      breaks <- pretty(c(lowest, 1))
      breaks[breaks >= lowest & breaks <= 1]
    }) +
    ggplot2::labs(
      x = "cluster", y = "certainty of each curve", colour = NULL,
      caption = sentence(c(chosen_words(choice), least_words(least)))
    ) +
    theme_shapes(axes = TRUE) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}

# The ten least certain curves, least first; none that is as certain as the most certain.
least_certain <- function(data) {
  below <- data[data$certainty < max(data$certainty), ]
  utils::head(below[order(below$certainty), ], 10)
}

# One row per column of the picture: names one below the other under its least certain curve, and
# how low they reach. Columns of the least certain come first, and others yield to them.
least_names <- function(least) {
  columns <- split(least, factor(least$column, unique(least$column)))
  data.frame(
    column = unique(least$column),
    at = vapply(columns, function(own) own$at[1], 0),
    certainty = vapply(columns, function(own) min(own$certainty), 0),
    id = vapply(columns, function(own) paste(own$id, collapse = "\n"), ""),
    low = vapply(columns, function(own) min(own$certainty) - 0.05 * nrow(own), 0)
  )
}

least_words <- function(least) {
  if (nrow(least) > 0) {
    shown <- utils::head(least, 3)
    paste("least certain:", paste(sprintf("%s (%s)", shorten_id(shown$id, 20),
                                          formatC(shown$certainty, digits = 3)), collapse = ", "))
  }
}

# Labels at the ends of the axis lean inwards.
label_side <- function(at, k) ifelse(at < 0.9, 0, ifelse(at > k + 0.1, 1, 0.5))

# Every number up to 24, else every fifth or tenth.
number_breaks <- function(k) {
  if (k <= 24) seq_len(k) else c(1, seq(5, k, by = if (k <= 60) 5 else 10))
}
