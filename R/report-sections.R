# The sections of a report, each as HTML.

count_noun <- function(n, noun) paste0(format_count(n), " ", noun, if (n == 1) "" else "s")

report_headline <- function(fit) {
  k <- max(fit$partition$labels)
  posterior <- cluster_count_posterior(fit)
  if (k == 1 && length(fit$gram$id) > 1) {
    return(paste(found_words(length(fit$gram$id), posterior, TRUE), collapse = " "))
  }
  sprintf("Number of clusters: %s. This page shows %s%s, with a mean certainty of %.2f.",
          count_words(posterior), count_noun(k, "cluster"),
          alone_words(tabulate(fit$partition$labels)), mean(fit$partition$certainty))
}

report_warning <- function(words) {
  sprintf("<p class=\"alarm\" role=\"note\">%s</p>",
          html_escape(paste(words, collapse = " ")))
}

# What was clustered, and the model.
report_facts <- function(fit) {
  gram <- fit$gram
  c(
    Data = clustered_words(gram),
    Source = if (!is.null(attr(gram$curves, "source"))) source_words(attr(gram$curves, "source")),
    "Inner products" = if (!is.null(gram$curves)) format_gram_settings(gram$settings),
    "Near pairs" = if (is_near(gram)) given_up_words(fit),
    Model = sprintf("Wishart model of a partition, preset \"%s\"", fit$prior$preset),
    prior_facts(fit),
    Draws = draws_words(fit),
    "Point estimate" = method_words(fit$partition),
    "Expected loss" = loss_words(fit$partition$expected_loss)
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
    from <- c(given = "a matrix of inner products", distances = "distances", points = "points")
    return(sprintf("%s, given as %s", count_noun(n, "item"), from[[gram$settings$source]]))
  }
  points <- range(vapply(gram$curves$points, nrow, 1L))
  sprintf("%d %s in %d dimensions, with %s points%s", n,
          paste(if (gram$closed) "closed" else "open", if (n == 1) "curve" else "curves"),
          curve_dimension(gram$curves), paste(unique(points), collapse = " to "),
          if (n == 1) "" else " each")
}

report_clusters <- function(fit, outlines) {
  partition <- fit$partition
  closed <- fit$gram$closed
  rows <- summary(partition)$clusters
  k <- nrow(rows)
  rows <- utils::head(rows, max_listed)
  drawn <- tabulate(partition$labels[outlines != ""], k)[rows$cluster]
  central <- match(rows$central, names(partition$labels))
  columns <- list(
    cluster = rows$cluster,
    outline = if (!is.null(outlines)) {
      svg_outline(outlines[central], closed, "small", paste("Outline of", rows$central))
    },
    size = rows$size,
    drawn = if (any(outlines == "")) drawn,
    mean = sprintf("%.2f", rows$mean_certainty),
    least = sprintf("%.2f", rows$min_certainty),
    central = html_escape(rows$central)
  )
  table <- html_table(
    Filter(length, columns),
    c(cluster = "Cluster", outline = "Shape", size = "Curves", drawn = "Drawn",
      mean = "Mean certainty", least = "Minimum certainty", central = "Most central curve"),
    row_head = "cluster", numbers = c("size", "drawn", "mean", "least")
  )
  paste0(report_mirrored(fit), report_left_out(k), scroll_box(table, "Table of clusters"))
}

report_left_out <- function(k) {
  if (k <= max_listed) {
    return("")
  }
  words <- "The %s largest of %s clusters. The CSV file below has the cluster of every curve."
  sprintf("<p>%s</p>\n", sprintf(words, format_count(max_listed), format_count(k)))
}

report_mirrored <- function(fit) {
  if (is.null(fit$mirrored)) {
    return("")
  }
  words <- mirrored_words(fit$mirrored)
  sprintf("<p>%s. <code>%s</code> counts mirror images as one shape.</p>\n",
          html_escape(sentence(words)), html_escape(mirrored_call(fit$gram$settings)))
}

# `outlines`: of report_outlines().
report_curves_note <- function(fit, outlines) {
  drawn <- sum(outlines != "")
  n <- length(fit$gram$id)
  paste(c(
    "The certainty of a curve is its mean probability of sharing a cluster with the other",
    "members of its cluster. For a cluster of one curve it is 1 minus the largest probability",
    "of sharing a cluster with any other curve.",
    if (n > max_listed) {
      sprintf("The table shows %s rows at a time; the CSV file has them all.",
              format_count(max_listed))
    },
    if (is.null(outlines)) {
      "There are no outlines to show: the matrix was given without its curves."
    } else {
      "Point at a row, or move to it with the arrow keys, to see the curve."
    },
    if (!is.null(outlines) && drawn < n) {
      sprintf(paste("%s of %s curves drawn: some of each cluster, evenly spaced from the most",
                    "central curve to the least."), format_count(drawn), format_count(n))
    }
  ), collapse = " ")
}

# Where outlines are those of a sample.
report_only_drawn <- function() {
  "<label><input type=\"checkbox\" id=\"only-drawn\"> Only curves drawn</label>"
}

# The first rows of the table of curves; a script shows the others.
report_curves <- function(fit, truth) {
  listed <- seq_len(min(length(fit$gram$id), max_listed))
  certainty <- fit$partition$certainty[listed]
  columns <- list(
    place = listed,
    curve = html_escape(fit$gram$id[listed]),
    cluster = fit$partition$labels[listed],
    certainty = sprintf("%.3f<i style=\"--share:%.0f%%\"></i>", certainty, 100 * certainty)
  )
  if (truth) {
    label <- as.character(fit$gram$curves$truth[listed])
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
    "<figure id=\"preview\" hidden>\n", svg_outline("", closed, "large", "Outline of the curve"),
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
    c(quantity = "Quantity", mean = "Mean", rhat = "R-hat", bulk = "Bulk ESS",
      tail = "Tail ESS"),
    row_head = "quantity", numbers = c("mean", "rhat", "bulk", "tail")
  )
  accepted <- acceptance(fit)
  shares <- sprintf("%s %s", c("Gibbs", "split", "merge"),
                    ifelse(is.na(accepted), "not proposed", sprintf("%.1f %%", 100 * accepted)))
  paste0(
    "<p>", html_escape(words), "</p>\n", scroll_box(table, "Table of diagnostics"), "\n<p>",
    html_escape(sprintf(
      paste("R-hat should be at most %s, and the effective sample size (ESS) at least %d.",
            "Proposals accepted: %s."),
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
