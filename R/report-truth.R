# Clusters by truth: how many curves of each class each cluster holds.

# The most classes that have a column each, and the most letters in a row of their names, as wide
# as a page.
most_truth_columns <- 10
most_truth_letters <- 96

report_truth <- function(fit) {
  truth <- fit$gram$curves$truth
  labels <- unname(fit$partition$labels)
  listed <- labels <= max_listed
  class <- levels(droplevels(truth))
  narrow <- length(class) <= most_truth_columns && sum(nchar(class) + 3) <= most_truth_letters
  table <- if (narrow) truth_columns else truth_lists
  paste0(
    "<h3 id=\"truth-title\">Clusters by truth</h3>\n<p>", html_escape(truth_words(labels, truth)),
    "</p>\n", scroll_box(table(labels[listed], truth[listed]), "Clusters by truth")
  )
}

truth_words <- function(labels, truth) {
  known <- !is.na(truth)
  if (!any(known)) {
    return("The truth is not known for any curve.")
  }
  score <- compare_partitions(labels[known], droplevels(truth[known]))
  over <- if (!all(known)) sprintf(" over the %d curves whose truth is known", sum(known)) else ""
  sprintf(paste("The clusters were found without the truth. Agreement%s: adjusted Rand index %.3f,",
                "classification rate %.3f."),
          over, score[["adjusted_rand"]], score[["rate"]])
}

# Counts: k x classes, in the order of the levels, curves of unknown truth last.
truth_counts <- function(labels, truth) {
  class <- addNA(droplevels(truth), ifany = TRUE)
  counts <- table(factor(labels, seq_len(max(labels))), as.integer(class))
  counts <- matrix(counts, nrow(counts))
  list(counts = counts, class = ifelse(is.na(levels(class)), "not known", levels(class)))
}

# A column for each class.
truth_columns <- function(labels, truth) {
  found <- truth_counts(labels, truth)
  name <- sprintf("class%d", seq_along(found$class))
  cells <- lapply(seq_along(name), function(j) {
    count <- found$counts[, j]
    sprintf("<span%s>%d</span>", ifelse(count == 0, " class=\"none\"", ""), count)
  })
  columns <- c(list(cluster = seq_len(nrow(found$counts))), stats::setNames(cells, name),
               list(all = rowSums(found$counts)))
  html_table(columns, c(cluster = "Cluster", stats::setNames(found$class, name), all = "All"),
             row_head = "cluster", numbers = c(name, "all"))
}

# The classes of each cluster, most frequent first.
truth_lists <- function(labels, truth) {
  found <- truth_counts(labels, truth)
  words <- apply(found$counts, 1, function(count) {
    held <- order(-count)[seq_len(sum(count > 0))]
    paste(sprintf("%s (%d)", found$class[held], count[held]), collapse = ", ")
  })
  html_table(
    list(cluster = seq_along(words), all = rowSums(found$counts), classes = html_escape(words)),
    c(cluster = "Cluster", all = "Curves", classes = "Truth of its curves"),
    row_head = "cluster", numbers = "all"
  )
}
