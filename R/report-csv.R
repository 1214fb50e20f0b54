# The table of curves as a CSV file inside the page.

# A link that saves the table. It needs neither a script nor a network.
report_csv_link <- function(fit, truth, name) {
  bytes <- charToRaw(paste0(report_csv(fit, truth), collapse = "\r\n"))
  sprintf("<a id=\"csv\" download=\"%s\" href=\"data:text/csv;charset=utf-8;base64,%s\">%s</a>",
          html_escape(name), base64_encode(bytes), "Download the table as CSV")
}

# Lines of the file, the last one empty. Ids and classes are kept from running as formulas in
# spreadsheet programs, which know UTF-8 by the mark in front.
report_csv <- function(fit, truth) {
  second <- second_choices(fit$partition)
  text <- function(x) quote_field(ifelse(is.na(x), NA, disarm_formula(valid_utf8(x))))
  number <- function(x, format) ifelse(is.na(x), "", sprintf(format, x))
  columns <- list(
    id = text(fit$gram$id),
    cluster = fit$partition$labels,
    certainty = number(fit$partition$certainty, "%.4f"),
    second_cluster = number(second$cluster, "%d"),
    second_certainty = number(second$certainty, "%.4f")
  )
  if (truth) columns$truth <- text(as.character(fit$gram$curves$truth))
  lines <- c(paste(names(columns), collapse = ","), do.call(paste, c(unname(columns), sep = ",")))
  if (any(grepl("[^ -~\r\n\t]", lines))) lines[1] <- paste0("\ufeff", lines[1])
  c(lines, "")
}
