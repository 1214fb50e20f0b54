# What a page is made of: escaped text, lists and tables, base64, outlines.

# Text for HTML, in elements and in quoted attributes. Bytes that are not UTF-8 and control
# characters become U+FFFD.
html_escape <- function(x) {
  x <- valid_utf8(x)
  x <- gsub("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]", "\ufffd", x)
  for (special in names(html_specials)) {
    x <- gsub(special, html_specials[[special]], x, fixed = TRUE)
  }
  x
}

# Text in UTF-8; bytes that are not become U+FFFD.
valid_utf8 <- function(x) {
  x <- enc2utf8(as.character(x))
  broken <- !validUTF8(x)
  x[broken] <- iconv(x[broken], "UTF-8", "UTF-8", sub = "\ufffd")
  x
}

html_specials <- c(
  "&" = "&amp;", "<" = "&lt;", ">" = "&gt;", "\"" = "&quot;", "'" = "&#39;"
)

# Named strings as a list of terms.
html_facts <- function(facts) {
  paste0("<dl>\n", paste0("<dt>", html_escape(names(facts)), "</dt><dd>", html_escape(facts),
                          "</dd>", collapse = "\n"), "\n</dl>")
}

# `columns`: named list of cells that are HTML. `row_head` heads its row; the columns
# `numbers` are set right.
html_table <- function(columns, heads, row_head, numbers = character(), id = NULL) {
  class <- function(name) {
    c(if (name %in% numbers) "number", if (name == "certainty") "certainty")
  }
  attribute <- function(name) {
    if (length(class(name))) sprintf(" class=\"%s\"", paste(class(name), collapse = " ")) else ""
  }
  head <- vapply(names(columns), function(name) {
    sprintf("<th scope=\"col\" data-name=\"%s\"%s>%s</th>", name, attribute(name),
            html_escape(heads[[name]]))
  }, "")
  cells <- Map(function(cell, name) {
    if (name == row_head) {
      paste0("<th scope=\"row\">", cell, "</th>")
    } else {
      paste0("<td", attribute(name), ">", cell, "</td>")
    }
  }, columns, names(columns))
  paste0(
    "<table", if (!is.null(id)) sprintf(" id=\"%s\"", id), ">\n<thead><tr>",
    paste(head, collapse = ""), "</tr></thead>\n<tbody>\n",
    paste0("<tr>", do.call(paste0, unname(cells)), "</tr>", collapse = "\n"),
    "\n</tbody>\n</table>"
  )
}

# A table that scrolls sideways where it is too wide, also by the keyboard.
scroll_box <- function(table, label) {
  sprintf("<div class=\"wide\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n%s\n</div>",
          html_escape(label), table)
}

# Raw bytes as base64: three bytes are four letters, "=" where bytes are missing.
base64_encode <- function(bytes) {
  missing <- -length(bytes) %% 3
  x <- matrix(as.integer(c(bytes, raw(missing))), nrow = 3)
  sextets <- rbind(
    x[1, ] %/% 4L, x[1, ] %% 4L * 16L + x[2, ] %/% 16L,
    x[2, ] %% 16L * 4L + x[3, ] %/% 64L, x[3, ] %% 64L
  )
  alphabet <- charToRaw(paste(c(LETTERS, letters, 0:9, "+", "/"), collapse = ""))
  letters64 <- alphabet[sextets + 1L]
  letters64[length(letters64) + 1 - seq_len(missing)] <- charToRaw("=")
  rawToChar(letters64)
}

# Strings of digits, points, commas and spaces: nothing to escape.
json_strings <- function(x) {
  paste0("[", paste0("\"", x, "\"", recycle0 = TRUE, collapse = ",\n"), "]")
}

# The points of each curve as SVG reads them, all at one scale where that counts; empty for curves
# that are not in the sample of sample_clusters(). NULL where there are no curves.
report_outlines <- function(gram, partition) {
  curves <- gram$curves
  if (is.null(curves)) {
    return(NULL)
  }
  labels <- unname(partition$labels)
  drawn <- sample_clusters(labels, partition$certainty, seq_len(max(labels)), max_outlined)
  most <- max(24, min(100, 150000 %/% length(drawn)))
  outlines <- lapply(curves$points[drawn], function(points) flatten(thin_points(points, most)))
  extents <- shown_extents(outlines, gram$settings)
  digits <- if (is_scale_kept(gram$settings)) 1 else 0
  points <- Map(outline_points, outlines, extents, digits, USE.NAMES = FALSE)
  replace(character(length(curves)), drawn, unlist(points))
}

# At most `most` of the vertices, those nearest to equal steps of arc length.
thin_points <- function(points, most) {
  m <- nrow(points)
  if (m > most) {
    along <- c(0, cumsum(step_lengths(points, closed = FALSE)))
    steps <- seq(0, along[m], length.out = most)
    points <- points[unique(findInterval(steps, along + 0.5 * c(diff(along), 0),
                                         left.open = TRUE) + 1), , drop = FALSE]
  }
  points
}

# "x,y x,y ..." of planar points, in a square of side 200 for a given extent, y downwards.
outline_points <- function(points, extent = panel_extent(points), digits = 0) {
  at <- 100 + fit_panel(points, extent) * rep(c(100, -100), each = nrow(points))
  at <- round(at, digits)
  paste(at[, 1], at[, 2], sep = ",", collapse = " ")
}

# An outline, empty where a script will fill it.
svg_outline <- function(points, closed, class, label) {
  sprintf(
    paste0("<svg class=\"outline %s\" viewBox=\"-5 -5 210 210\" role=\"img\" aria-label=\"%s\">",
           "<%s points=\"%s\"/></svg>"),
    class, html_escape(label), if (closed) "polygon" else "polyline", points
  )
}
