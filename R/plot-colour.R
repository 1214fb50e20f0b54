# Colours of curves by what the user gives: classes or numbers.

# A scale for classes or numbers. Beyond the palette, hues evenly spaced: a legend must tell classes apart.
colour_scale <- function(values, legend = TRUE) {
  guide <- if (legend) "legend" else "none"
  if (is.numeric(values)) {
    return(ggplot2::scale_colour_viridis_c(na.value = "grey70", end = 0.93,
                                           guide = if (legend) "colourbar" else "none"))
  }
  ggplot2::scale_colour_manual(
    values = stats::setNames(class_colours(nlevels(values)), levels(values)),
    na.value = "grey70", labels = wrap_label, guide = guide
  )
}

# As many colours as there are classes, all different.
class_colours <- function(k) {
  if (k <= length(palette_shapes)) {
    return(palette_shapes[seq_len(k)])
  }
  hue <- seq(15, 375, length.out = k + 1)[seq_len(k)]
  grDevices::hcl(hue, c = 90, l = c(45, 65)[seq_len(k) %% 2 + 1])
}

# Long names on several lines, so that none is clipped.
wrap_label <- function(x, width = 24) {
  vapply(shorten_id(x, 72), function(label) {
    words <- gsub("([_./-])", "\\1 ", label)
    lines <- strwrap(words, width + 1)
    paste(gsub("([_./-]) ", "\\1", lines), collapse = "\n")
  }, "", USE.NAMES = FALSE)
}
