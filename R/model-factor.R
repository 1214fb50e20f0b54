# The model's matrix where there are near pairs only: a factor, G = XX' + diag(own), from routes
# through the near pairs.
#
# Routes are those of the kernel (R/kernel-path.R) on a graph whose edges are the near pairs and
# some links of landmarks. From m sources they are taken to all items; with D_il the squared
# distances, w_l the share of items whose nearest source is l, u_i = sum_l w_l D_il and
# u = sum_l w_l u_l, the inner products about the mean are
#
#   C_il = -(D_il - u_i - u_l + u) / 2,    G_ii = u_i - u / 2.
#
# With the eigenvalues and vectors of W C_LL W, W = diag(sqrt w), items have the coordinates
# X = C W U V^-1/2 (Nystrom): X X' is C_il for every source if no eigenvalue is dropped. `own` is
# what is left of the diagonal.

# Eigenvalues are kept down to this fraction of the largest, and at most so many: the time of a
# sweep is proportional to their number.
least_eigenvalue <- 1e-4
most_dimensions <- function(n) if (n > most_of_all_pairs) 150 else if (n > 2000) 250 else 500

# Items that routes are taken from, at most.
most_sources <- 500

# A factor from squared distances to sources, squares (n x m), that are the items `source`:
# X (n x r), own (n), the share of the trace that was `dropped`, and what new items need: `map`
# (m x r), `mean` (r), `u` (m), `w` (m) and `level`.
learn_factor <- function(squares, source, least = least_eigenvalue,
                         most = most_dimensions(nrow(squares))) {
  nearest <- max.col(-squares, ties.method = "first")
  w <- tabulate(nearest, ncol(squares)) / nrow(squares)
  to_all <- drop(squares %*% w)
  u <- to_all[source]
  level <- sum(w * u)
  C <- centred_products(squares, to_all, u, level)
  root <- sqrt(w)
  spectrum <- eigen(root * t(root * t((C[source, ] + t(C[source, ])) / 2)), symmetric = TRUE)
  values <- spectrum$values
  kept <- values > least * max(values[1], 0) & seq_along(values) <= most
  # Items that are all in one place have no direction: one of length 0.
  if (!any(kept)) values[1] <- Inf
  kept <- kept | is.infinite(values)
  scale <- sqrt(values[kept])
  map <- root * spectrum$vectors[, kept, drop = FALSE] / rep(scale, each = length(root))
  X <- C %*% map
  own <- pmax(to_all - level / 2 - rowSums(X^2), 0)
  mean <- colMeans(X)
  list(
    X = X - rep(mean, each = nrow(X)), own = own, map = map, mean = mean, u = u, w = w,
    level = level, source = source, dropped = share_dropped(spectrum$values, kept)
  )
}

share_dropped <- function(values, kept) {
  if (any(values != 0)) sum(abs(values[!kept])) / sum(abs(values)) else 0
}

centred_products <- function(squares, to_all, u, level) {
  -(squares - to_all - rep(u, each = nrow(squares)) + level) / 2
}

# New items by their squared distances to the sources (q x m): X (q x r) and `self` (q), their
# own entry of the diagonal.
apply_factor <- function(factor, squares) {
  to_all <- drop(squares %*% factor$w)
  X <- centred_products(squares, to_all, factor$u, factor$level) %*% factor$map
  centred <- X - rep(factor$mean, each = nrow(X))
  # The diagonal in the same coordinates.
  own <- pmax(to_all - factor$level / 2 - rowSums(X^2), 0)
  list(X = centred, self = rowSums(centred^2) + own)
}

# The graph ------------------------------------------------------------------------------

# Distances of near pairs and of items to landmarks.
near_distances <- function(gram) {
  near <- near_pairs(gram)
  norms <- near$diagonal
  delta <- cross_distances(norms, near$block, norms[near$landmarks], gram$metric)
  delta[cbind(near$landmarks, seq_along(near$landmarks))] <- 0
  list(
    n = length(norms), first = near$first, second = near$second,
    delta = metric_distances(near$s, norms[near$first] + norms[near$second], gram$metric),
    landmarks = near$landmarks, to_landmarks = delta
  )
}

# The mean distance of each item to so many neighbours.
near_scales <- function(distances, neighbours = NULL) {
  n <- distances$n
  k <- count_neighbours(n, neighbours)
  nearest <- r_nearest_pairs(n, distances$first, distances$second, distances$delta, k)$value
  sigma <- colMeans(nearest, na.rm = TRUE)
  sigma[is.nan(sigma)] <- 0
  floor_scales(sigma)
}

# Edges `first` - `second` with what routes add up, `w`: near pairs, all pairs of landmarks, and
# from each landmark to every other's surroundings the shortest link.
route_graph <- function(distances, sigma) {
  marks <- distances$landmarks
  links <- landmark_links(distances, sigma)
  pairs <- ordered_pairs(
    c(distances$first, links$item, rep(marks, length(marks))),
    c(distances$second, marks[links$mark], rep(marks, each = length(marks))),
    delta = c(distances$delta, distances$to_landmarks[cbind(links$item, links$mark)],
              as.vector(distances$to_landmarks[marks, ]))
  )
  list(
    n = distances$n, first = pairs$first, second = pairs$second,
    w = route_steps(pairs$delta^2 / (sigma[pairs$first] * sigma[pairs$second]))
  )
}

# For each landmark, and the items nearest to each other one, the item with the shortest link.
landmark_links <- function(distances, sigma) {
  delta <- distances$to_landmarks
  if (ncol(delta) == 0) {
    return(list(item = integer(), mark = integer()))
  }
  cell <- max.col(-delta, ties.method = "first")
  found <- lapply(seq_len(ncol(delta)), function(mark) {
    order <- order(delta[, mark] / sqrt(sigma))
    order[!duplicated(cell[order])]
  })
  list(item = unlist(found), mark = rep(seq_along(found), lengths(found)))
}

graph_routes <- function(graph, sources, n_threads, update = NULL) {
  r_routes_from(graph$n, graph$first, graph$second, graph$w, sources, resolve_threads(n_threads),
                update)
}

# Sources of routes in batches, drawn with a probability that is the squared distance to the
# nearest one so far: the landmarks first. `item` (m) and `squares`, squared distances (n x m).
find_sources <- function(graph, landmarks, m, n_threads, call = caller_env()) {
  n <- graph$n
  m <- min(m, n)
  item <- landmarks[seq_len(min(length(landmarks), m))]
  if (length(item) == 0) item <- 1L
  bar <- progress_bar("Routes between curves")
  on.exit(bar$done())
  squares <- route_squares(graph_routes(graph, item, n_threads))
  if (any(is.infinite(squares))) abort_apart(sum(is.infinite(squares[, 1])), call)
  away <- apply(squares, 1, min)
  batch <- 0
  while (length(item) < m) {
    if (!is.null(bar$update)) bar$update(length(item), m)
    batch <- batch + 1
    away[item] <- 0
    size <- min(64, m - length(item), sum(away > 0))
    if (size == 0) break
    new <- own_stream(batch, sample.int(n, size, prob = away))
    found <- route_squares(graph_routes(graph, new, n_threads))
    away <- pmin(away, apply(found, 1, min))
    item <- c(item, new)
    squares <- cbind(squares, found)
  }
  list(item = item, squares = squares)
}

abort_apart <- function(apart, call) {
  abort_shapecrp(c(
    "The near pairs do not connect these curves: {format_count(apart)} cannot be reached from the
     others.",
    i = "If this is a part of a gram, compare its curves again:
         {.code elastic_gram(curves, pairs = \"near\")}."
  ), "near", call = call)
}
