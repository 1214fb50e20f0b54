# What pictures of a fit share: which clusters are drawn, and what colours mean.

coloured_pictures <- c("clusters", "map", "certainty", "silhouette", "dendrogram")

# Pictures of a fit as a whole.
whole_pictures <- c("k", "trace", "tree")

# labels: of the partition, in the order of the curves. chosen: numbers of the clusters drawn, in
# order. values: NULL, where colours are those of clusters, or a factor or numbers, one each. title:
# what the legend says that they are, or NULL.
picture_choice <- function(fit, type, clusters, colour, title = NULL, call = caller_env()) {
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
       values = classes_of(values, labels %in% chosen), title = title)
}

# The name of a variable or a column that gives the colours, for their legend; NULL for other code.
colour_title <- function(code) {
  if (rlang::is_call(code, c("$", "[[")) && (is.name(code[[3]]) || rlang::is_string(code[[3]]))) {
    code <- code[[3]]
  }
  if (is.name(code) || rlang::is_string(code) && !identical(code, "truth")) {
    wrap_label(as.character(code), 16)
  }
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
  k <- length(choice$chosen)
  lowest <- if (min(certainty) >= 0.55) 0.5 else 0
  names <- place_names(least_names(least), data[data$certainty < max(certainty), ], k, lowest)
  ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$certainty)) +
    ggplot2::geom_hline(yintercept = 0.5, colour = "grey60", linetype = "dashed",
                        linewidth = 0.3) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$paint), size = if (k > 24) 0.9 else 1.6) +
    ggplot2::geom_text(
      ggplot2::aes(y = .data$top, label = .data$id), data = names, size = 2.5, lineheight = 0.9,
      vjust = 1, hjust = label_side(names$at, k), colour = "grey30"
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(y = .data$certainty, xend = .data$at, yend = .data$top),
      data = names[names$moved, ], colour = "grey70", linewidth = 0.2
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
      x = "cluster", y = "certainty of each curve", colour = choice$title,
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

# One row per column of the picture, with its names one below the other. Columns of the least
# certain come first, and others yield to them.
least_names <- function(least) {
  columns <- split(least, factor(least$column, unique(least$column)))
  data.frame(
    column = unique(least$column),
    at = vapply(columns, function(own) own$at[1], 0),
    certainty = vapply(columns, function(own) min(own$certainty), 0),
    id = vapply(columns, function(own) paste(own$id, collapse = "\n"), "")
  )
}

# Names with the `top` and the `low` end of their text, just below the least certain curve of their
# column or, where that would cover other names or dots, as many lines `moved` down as it takes.
# What has no room is left out. The sizes of letters are those in a picture of a report.
place_names <- function(names, dots, k, lowest) {
  line <- 0.03 * (1 - lowest)
  letter <- 0.0148 * (k + 0.8)
  text <- strsplit(names$id, "\n", fixed = TRUE)
  box <- cbind(letter * vapply(text, function(own) max(nchar(own)), 0L), line * lengths(text))
  at <- names$at + box[, 1] * (0.5 - label_side(names$at, k))
  taken <- cbind(dots$at, dots$certainty)
  taken_box <- cbind(rep(letter, nrow(taken)), rep(0.4 * line, nrow(taken)))
  names$top <- rep(NA_real_, nrow(names))
  for (i in seq_len(nrow(names))) {
    tops <- names$certainty[i] - 0.02 * (1 - lowest) - line * 0:8
    centres <- cbind(at[i], tops - box[i, 2] / 2)
    free <- which(overlaps(centres, box[i, ], taken, taken_box) == 0)[1]
    if (is.na(free)) next
    names$top[i] <- tops[free]
    taken <- rbind(taken, centres[free, ])
    taken_box <- rbind(taken_box, box[i, ])
  }
  names$low <- names$top - box[, 2]
  names$moved <- names$top < names$certainty - line
  names[!is.na(names$top), ]
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
