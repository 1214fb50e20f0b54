# Colours of curves by what the user gives: classes or numbers.

# The most classes for which there is room in a legend.
most_in_legend <- 20

legend_words <- function(values) {
  if (nlevels(values) > most_in_legend) {
    sprintf("colours are %d classes, too many for a legend", nlevels(values))
  }
}

# A scale for classes or numbers. Beyond the palette, hues evenly spaced: a legend must tell
# classes apart.
colour_scale <- function(values, legend = TRUE, aesthetics = "colour") {
  if (is.numeric(values)) {
    return(ggplot2::scale_colour_viridis_c(na.value = "grey70", end = 0.93, aesthetics = aesthetics,
                                           guide = if (legend) "colourbar" else "none"))
  }
  ggplot2::scale_colour_manual(
    values = stats::setNames(class_colours(nlevels(values)), levels(values)),
    na.value = "grey70", labels = wrap_label, aesthetics = aesthetics, drop = FALSE,
    guide = if (legend && nlevels(values) <= most_in_legend) {
      ggplot2::guide_legend(override.aes = list(alpha = 1, linewidth = 1))
    } else {
      "none"
    }
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

# Long names on several lines of at most `width` characters, so that none is clipped: broken
# where words end, else anywhere.
wrap_label <- function(x, width = 24) {
  vapply(shorten_id(x, 3 * width), function(label) {
    words <- regmatches(label, gregexpr("[^ _./-]*[ _./-]?", label))[[1]]
    words <- unlist(lapply(words[nzchar(words)], chop, width = width))
    line <- ""
    for (word in words) {
      last <- length(line)
      if (nchar(trimws(paste0(line[last], word))) > width && nzchar(line[last])) {
        line <- c(line, word)
      } else {
        line[last] <- paste0(line[last], word)
      }
    }
    paste(trimws(line), collapse = "\n")
  }, "", USE.NAMES = FALSE)
}

# A word in pieces of at most `width` characters.
chop <- function(word, width) {
  substring(word, seq(1, nchar(word), width), pmin(seq(1, nchar(word), width) + width - 1,
                                                   nchar(word)))
}
