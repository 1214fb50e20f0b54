# Clusters of curves in space, to be turned by the reader: numbers for inst/report/view.js.

# At most so many points of one curve, members of one cluster, and points on the page.
view_limits <- list(curve = 64, members = 40, page = 30000)

# The figure, hidden where no script runs; the picture of the clusters stands above it. Empty
# for curves that are not in space, and where there are no templates.
# `drawn`: of report_sample().
report_view <- function(drawn) {
  means <- drawn$means
  if (is.null(means) || curve_dimension(means$mean) != 3) {
    return("")
  }
  data <- view_data(means, drawn$fit$partition$members,
                    drawn$choice$sizes %||% lengths(drawn$fit$partition$members))
  size <- vapply(data, `[[`, 0L, "size")
  options <- sprintf("<option value=\"%d\">%d (%s)</option>", seq_along(size), seq_along(size),
                     vapply(size, count_noun, "", "curve"))
  turns <- c(left = "\u2190", right = "\u2192", up = "\u2191", down = "\u2193")
  buttons <- sprintf(
    "<button type=\"button\" data-turn=\"%s\" aria-label=\"Rotate %s\">%s</button>",
    names(turns), names(turns), turns
  )
  paste0(
    "<figure id=\"view\" hidden>\n<h3>Rotatable view</h3>\n",
    "<div class=\"filters\"><label>Cluster <select id=\"view-cluster\">\n",
    paste(options, collapse = "\n"), "\n</select></label>\n<span class=\"turns\">",
    paste(buttons, collapse = ""), "<button type=\"button\" data-turn=\"reset\">Reset</button>",
    "</span></div>\n",
    "<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"view-help\"></canvas>\n",
    "<figcaption><span id=\"view-told\" aria-live=\"polite\"></span> <span id=\"view-help\">",
    "Drag to rotate, or use the arrow keys; Home resets the view. Near parts are wide and dark.",
    "</span></figcaption>\n</figure>\n<script type=\"application/json\" id=\"view-data\">",
    view_json(data, means$mean$closed), "</script>"
  )
}

# One entry per cluster: its size, its colour, and template and members in one frame, m x 3 whole
# numbers in a ball of radius 1000, turned as the picture shows them: right, up, to the eye. Of
# many members, some evenly spaced from the most central to the least.
view_data <- function(means, members, sizes = lengths(members)) {
  k <- length(members)
  most <- max(2, min(view_limits$members, view_limits$page %/% (view_limits$curve * k) - 1))
  sets <- lapply(seq_len(k), function(cluster) {
    own <- members[[cluster]]
    own <- own[unique(round(seq(1, length(own), length.out = min(length(own), most))))]
    template <- means$mean$points[[cluster]]
    rows <- means$aligned[means$aligned$cluster == cluster, ]
    points <- split.data.frame(as.matrix(rows[c("x", "y", "z")]), rows$id)[own]
    turned <- lapply(c(list(template), unname(points)), function(m) {
      thin_points(m, view_limits$curve) %*% view_axes(template)
    })
    centre <- colMeans(turned[[1]])
    lapply(turned, function(m) m - rep(centre, each = nrow(m)))
  })
  radius <- vapply(sets, function(set) {
    max(vapply(set, function(m) sqrt(max(rowSums(m^2))), 0))
  }, 0)
  if (is_scale_kept(means$settings)) radius[] <- max(radius)
  Map(function(set, radius, size, colour) {
    list(size = size, colour = colour, curves = lapply(set, function(m) round(1000 * m / radius)))
  }, sets, radius, as.integer(sizes), cluster_colours(k))
}

# {closed, clusters: [{size, colour, curves: [[x, y, z, x, y, z, ...], ...]}, ...]}, the template
# first: numbers and colours, nothing to escape.
view_json <- function(data, closed) {
  curve <- function(m) sprintf("[%s]", paste(format_whole(t(m)), collapse = ","))
  cluster <- function(entry) {
    sprintf("{\"size\":%d,\"colour\":\"%s\",\"curves\":[%s]}", entry$size, entry$colour,
            paste(vapply(entry$curves, curve, ""), collapse = ",\n"))
  }
  sprintf("{\"closed\":%s,\"clusters\":[%s]}", if (closed) "true" else "false",
          paste(vapply(data, cluster, ""), collapse = ",\n"))
}

format_whole <- function(x) sprintf("%d", as.integer(x))
