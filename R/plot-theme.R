# What all pictures share: one theme, one palette, one heat map.

# Without axes for shapes and matrices, which speak for themselves; with axes for numbers.
theme_shapes <- function(axes = FALSE) {
  base <- if (axes) {
    ggplot2::theme_minimal() +
      ggplot2::theme(panel.grid.minor = ggplot2::element_blank())
  } else {
    ggplot2::theme_void()
  }
  base + ggplot2::theme(
    legend.position = "right",
    plot.background = ggplot2::element_rect(fill = "white", colour = NA),
    plot.margin = ggplot2::margin(6, 6, 6, 6),
    plot.title = ggplot2::element_text(size = 11),
    plot.caption = ggplot2::element_text(
      size = 8, colour = "grey35", hjust = 0, margin = ggplot2::margin(t = 6)
    ),
    plot.caption.position = "plot",
    strip.text = ggplot2::element_text(
      size = 8, colour = "grey20", margin = ggplot2::margin(2, 2, 2, 2)
    )
  )
}

# Eight colours that colour-blind eyes tell apart: six of Okabe and Ito, a purple and a dark
# red. None is near black, in which templates are drawn: contrast with it is at least 3.
palette_shapes <- c(
  "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A5C99", "#B2182B"
)

# Colours of clusters 1 .. k. Beyond eight they come again: pictures say numbers too.
cluster_colours <- function(k) rep_len(palette_shapes, k)

# Colours of the palette as colours of small letters: contrast with white is at least 4.5.
darker <- function(colour) grDevices::adjustcolor(colour, red.f = 0.6, green.f = 0.6, blue.f = 0.6)

# Names as labels of a picture: one line of at most `most` characters, long ones without their
# middle, for names often begin alike. Labels of different names differ.
shorten_id <- function(id, most = 30) {
  label <- trimws(gsub("[[:cntrl:][:space:]]+", " ", valid_utf8(id)))
  length <- nchar(label)
  head <- ceiling(0.6 * (most - 3))
  tail <- most - 3 - head
  cut <- length > most
  label[cut] <- paste0(substr(label[cut], 1, head), "...",
                       substr(label[cut], length[cut] - tail + 1, length[cut]))
  own <- match(id, id)
  make.unique(label[!duplicated(own)], sep = " ~")[match(own, unique(own))]
}

# The cells of a square matrix; of more than `most` rows, means over blocks of cells.
heat_cells <- function(S, most = 600) {
  n <- nrow(S)
  S <- unname(S)
  if (n > most) {
    block <- ceiling(seq_len(n) * most / n)
    S <- rowsum(t(rowsum(S, block)), block) / tcrossprod(tabulate(block))
  }
  step <- n / nrow(S)
  data.frame(
    row = (as.vector(row(S)) - 0.5) * step + 0.5,
    column = (as.vector(col(S)) - 0.5) * step + 0.5,
    value = as.vector(S)
  )
}

# A heat map of cells, row 1 on top, with white lines at `breaks`. Colours span `limits`, or the
# range of the values.
draw_heat <- function(cells, breaks, legend, limits = NULL) {
  if (!is.null(limits)) cells$value <- pmin(pmax(cells$value, limits[1]), limits[2])
  ggplot2::ggplot(cells, ggplot2::aes(.data$column, .data$row)) +
    ggplot2::geom_raster(ggplot2::aes(fill = .data$value)) +
    ggplot2::geom_hline(yintercept = breaks, colour = "white", linewidth = 0.3) +
    ggplot2::geom_vline(xintercept = breaks, colour = "white", linewidth = 0.3) +
    ggplot2::scale_y_reverse(expand = c(0, 0)) +
    ggplot2::scale_x_continuous(expand = c(0, 0)) +
    ggplot2::scale_fill_viridis_c(limits = limits) +
    ggplot2::coord_equal() +
    ggplot2::labs(x = NULL, y = NULL, fill = legend) +
    theme_shapes()
}
