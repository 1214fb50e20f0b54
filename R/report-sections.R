# The sections of a report, each as HTML.

count_noun <- function(n, noun) sprintf("%d %s%s", n, noun, if (n == 1) "" else "s")

report_headline <- function(fit) {
  k <- max(fit$partition$labels)
  posterior <- cluster_count_posterior(fit)
  if (k == 1 && length(fit$gram$id) > 1) {
    return(paste(found_words(length(fit$gram$id), posterior, TRUE), collapse = " "))
  }
  sprintf("Number of clusters: %s. Shown here: %s%s; certainty %.2f on average.",
          count_words(posterior), count_noun(k, "cluster"),
          alone_words(tabulate(fit$partition$labels)), mean(fit$partition$certainty))
}

report_warning <- function(words) {
  sprintf("<p class=\"alarm\" role=\"note\">%s</p>",
          html_escape(paste(words, collapse = " ")))
}

report_facts <- function(fit, truth) {
  gram <- fit$gram
  agreement <- if (truth) truth_words(fit$partition$labels, gram$curves$truth)
  c(
    Clustered = clustered_words(gram),
    "Inner products" = if (!is.null(gram$curves)) format_gram_settings(gram$settings),
    Model = sprintf("Wishart model of a partition, preset \"%s\"", fit$prior$preset),
    prior_facts(fit),
    Draws = draws_words(fit),
    Clusters = method_words(fit$partition),
    "Expected loss" = loss_words(fit$partition$expected_loss),
    "Agreement with the truth" = agreement
  )
}

# The prior in words; where a number was found from the data, the number too.
prior_facts <- function(fit) {
  words <- prior_words(fit$prior)
  if (!is_number_of_degrees(fit$prior$d)) {
    words["degrees"] <- sprintf("%s: %s", degrees_told(fit), words["degrees"])
  }
  words["partition"] <- partition_words(
    fit$prior$partition, list(xi = fit$model$xi, note = fit$notes[["xi"]])
  )
  labels <- replace(prior_labels, "matrix", "Inner products in the model")
  words <- c(words[names(words) != "matrix"], words["matrix"])
  stats::setNames(words, unname(labels[names(words)]))
}

clustered_words <- function(gram) {
  n <- length(gram$id)
  if (is.null(gram$curves)) {
    from <- c(given = "inner products as given", distances = "distances", points = "points")
    return(sprintf("%s, by their %s", count_noun(n, "item"), from[[gram$settings$source]]))
  }
  points <- range(vapply(gram$curves$points, nrow, 1L))
  sprintf("%d %s in %d dimensions, of %s points", n,
          paste(if (gram$closed) "closed" else "open", if (n == 1) "curve" else "curves"),
          curve_dimension(gram$curves), paste(unique(points), collapse = " to "))
}

truth_words <- function(labels, truth) {
  known <- !is.na(truth)
  if (!any(known)) {
    return("it is not known of any curve")
  }
  score <- compare_partitions(unname(labels[known]), droplevels(truth[known]))
  sprintf("adjusted Rand index %.3f, classification rate %.3f%s", score[["adjusted_rand"]],
          score[["rate"]], if (all(known)) "" else sprintf(" (%d curves)", sum(known)))
}

report_clusters <- function(fit, outlines) {
  partition <- fit$partition
  closed <- fit$gram$closed
  rows <- summary(partition)$clusters
  central <- match(rows$central, names(partition$labels))
  columns <- list(
    cluster = rows$cluster,
    outline = if (!is.null(outlines)) {
      svg_outline(outlines[central], closed, "small", paste("outline of", rows$central))
    },
    size = rows$size,
    mean = sprintf("%.2f", rows$mean_certainty),
    least = sprintf("%.2f", rows$least_certainty),
    central = html_escape(rows$central)
  )
  table <- html_table(
    Filter(length, columns),
    c(cluster = "Cluster", outline = "Like", size = "Curves", mean = "Mean certainty",
      least = "Least certainty", central = "Most central curve"),
    row_head = "cluster", numbers = c("size", "mean", "least")
  )
  paste0(report_mirrored(fit), "<div class=\"wide\">\n", table, "\n</div>")
}

report_mirrored <- function(fit) {
  if (is.null(fit$mirrored)) {
    return("")
  }
  words <- mirrored_words(fit$mirrored)
  sprintf("<p>%s. <code>%s</code> counts mirror images as one shape.</p>\n",
          html_escape(sentence(words)), html_escape(mirrored_call(fit$gram$settings)))
}

report_curves_note <- function(fit) {
  paste(
    "The certainty of a curve is its mean probability of sharing a cluster with the other",
    "members of its cluster; for a curve alone, 1 less its largest probability of sharing one.",
    if (is.null(fit$gram$curves)) {
      "There are no outlines to show: the matrix was given without its curves."
    } else {
      "Point at a row, or move to it by the keyboard, to see the curve."
    }
  )
}

report_curves <- function(fit, truth) {
  certainty <- fit$partition$certainty
  columns <- list(
    place = seq_along(certainty),
    curve = html_escape(fit$gram$id),
    cluster = fit$partition$labels,
    certainty = sprintf("%.3f<i style=\"--share:%.0f%%\"></i>", certainty, 100 * certainty)
  )
  if (truth) {
    label <- as.character(fit$gram$curves$truth)
    columns$truth <- html_escape(ifelse(is.na(label), "", label))
  }
  html_table(
    columns,
    c(place = "No.", curve = "Curve", cluster = "Cluster", certainty = "Certainty",
      truth = "Truth"),
    row_head = "curve", numbers = c("place", "cluster", "certainty"), id = "curve-table"
  )
}

report_preview <- function(closed) {
  paste0(
    "<figure id=\"preview\" hidden>\n", svg_outline("", closed, "large", "outline of the curve"),
    "\n<figcaption aria-live=\"polite\"></figcaption>\n</figure>"
  )
}

report_diagnostics <- function(fit, diagnostics, verdict) {
  words <- verdict$words
  if (!isFALSE(verdict$agree)) words <- paste("Chains:", words)
  rows <- format_diagnostics(diagnostics)
  names(rows) <- c("quantity", "mean", "rhat", "bulk", "tail")
  table <- html_table(
    lapply(rows, html_escape),
    c(quantity = "Quantity", mean = "Mean", rhat = "R-hat", bulk = "Effective draws, bulk",
      tail = "Effective draws, tail"),
    row_head = "quantity", numbers = c("mean", "rhat", "bulk", "tail")
  )
  accepted <- acceptance(fit)
  shares <- sprintf("%s %s", c("Gibbs", "split", "merge"),
                    ifelse(is.na(accepted), "none tried", sprintf("%.1f %%", 100 * accepted)))
  paste0(
    "<p>", html_escape(words), "</p>\n<div class=\"wide\">\n", table, "\n</div>\n<p>",
    html_escape(sprintf(
      "R-hat should be at most %s, effective draws at least %d. Moves accepted: %s.",
      rhat_limit, ess_limit(dim(fit$labels)[2]), paste(shares, collapse = ", ")
    )), "</p>"
  )
}

report_citation <- function() {
  entries <- utils::citation("shapecrp")
  paste0(
    paste(format(entries, style = "html"), collapse = "\n"),
    "\n<details><summary>BibTeX</summary>\n<pre>",
    html_escape(paste(format(entries, style = "bibtex"), collapse = "\n\n")), "</pre>\n</details>"
  )
}

report_versions <- function(fit) {
  used <- c("RcppParallel", "Rcpp", "posterior", "ggplot2", "rlang", "cli")
  versions <- vapply(used, function(name) as.character(utils::packageVersion(name)), "")
  c(
    R = R.version.string,
    Platform = R.version$platform,
    shapecrp = if (fit$version == utils::packageVersion("shapecrp")) {
      fit$version
    } else {
      sprintf("%s (the fit), %s (this page)", fit$version, utils::packageVersion("shapecrp"))
    },
    "Other packages" = paste(used, versions, collapse = ", "),
    Date = format(Sys.time(), "%Y-%m-%d %H:%M:%S %z")
  )
}
