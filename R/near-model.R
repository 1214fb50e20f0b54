# The model on near pairs: what model_items(), distances_for(), learn_model_matrix(),
# check_model_matrix() and predict() do where a gram holds no others. The matrix is a factor
# (R/model-factor.R).

# As model_items(). A landmark that is a copy hands its place to the first copy.
near_items <- function(gram) {
  near <- near_pairs(gram)
  item <- near_copies(near)
  if (anyDuplicated(item) > 0) gram <- part_of_gram(move_landmarks(gram, item), first_copies(item))
  unit <- unit_of_size(max(near$diagonal))
  if (unit != 1) gram <- scale_gram(gram, unit)
  list(gram = gram, item = item, unit = unit)
}

# As distinct_items(), from near pairs.
near_copies <- function(near) {
  norms <- near$diagonal
  copies <- are_copies(near$s, norms[near$first] + norms[near$second], mean(norms))
  first <- near$first[copies]
  second <- near$second[copies]
  item <- seq_along(norms)
  both <- c(first, second)
  repeat {
    least <- rep(pmin(item[first], item[second]), 2)
    if (all(item[both] == least)) break
    # The smallest comes last, and stays.
    order <- order(least, decreasing = TRUE)
    item[both[order]] <- least[order]
  }
  match(item, unique(item))
}

# A kernel of routes, centred: without the rest there is nothing to make a factor of.
can_be_near <- function(prior) {
  isTRUE(kernels()[[prior$kernel]]$is_routed) && prior$center && prior$clip
}

check_near_prior <- function(prior, call = caller_env()) {
  if (!can_be_near(prior)) {
    abort_shapecrp(c(
      "Near pairs work only with the kernel {.val path}, centred and clipped.",
      i = "Use {.code wishart_crp_prior()}, or compare all pairs:
           {.code elastic_gram(curves, pairs = \"all\")}."
    ), c("near", "input"), call = call)
  }
}

# How many neighbours scales are made of: as the prior says, or 2.5 log(n), but no more than were
# sought.
near_neighbours <- function(gram, neighbours, call = caller_env()) {
  sought <- near_pairs(gram)$k
  if (is.null(neighbours)) {
    return(min(count_neighbours(length(gram)), sought))
  }
  wanted <- count_neighbours(length(gram), neighbours)
  if (wanted > sought) {
    abort_input(
      "neighbours", sprintf("be at most %d for these near pairs", sought), paste("not", wanted),
      hint = sprintf("elastic_gram(curves, pairs = \"near\", near = %d) finds more.", wanted),
      call = call
    )
  }
  wanted
}

# Arguments of elastic_gram() that compare the same pairs.
near_arguments <- function(gram) {
  if (is_near(gram)) {
    near <- near_pairs(gram)
    list(pairs = "near", landmarks = length(near$landmarks), near = near$k)
  }
}

# As learn_model_matrix().
learn_near <- function(items, prior, n_threads = NULL, call = caller_env()) {
  check_near_prior(prior, call)
  distances <- near_distances(items$gram)
  sigma <- near_scales(distances, near_neighbours(items$gram, prior$neighbours, call))
  graph <- route_graph(distances, sigma)
  sources <- find_sources(graph, distances$landmarks, most_sources, n_threads, call)
  found <- learn_factor(sources$squares, sources$item)
  kernel <- c(
    list(name = prior$kernel, sigma = sigma, neighbours = prior$neighbours),
    found[c("source", "map", "mean", "u", "w", "level")]
  )
  list(
    factor = new_factor(found$X, found$own), unit = items$unit,
    norms = gram_diagonal(items$gram), metric = items$gram$metric, kernel = kernel,
    clipped = factor_words(found)
  )
}

factor_words <- function(found) {
  sprintf("from routes of %s curves, in %s dimensions, %.1f %% of the spectrum dropped",
          format_count(length(found$source)), format_count(ncol(found$X)), 100 * found$dropped)
}

# Dimension of residuals -----------------------------------------------------------------

# Fewer random items say nothing of d.
least_trial <- 30

# As distances_for(): distances of the random items of the trial, of n.
trial_distances <- function(gram) {
  trial <- near_pairs(gram)$trial
  if (length(trial$item) < min(length(gram), least_trial)) {
    abort_shapecrp(c(
      "These near pairs are a part of a gram, with too few random curves to find d.",
      i = "Compare its curves again: {.code elastic_gram(curves, pairs = \"near\")}."
    ), "near", call = NULL)
  }
  list(item = trial$item, delta = square_distances(trial$products, gram$metric), n = length(gram))
}

# (tr W)^2 / tr W^2 of the residuals of n items about the means of their clusters, from those of
# the trial. Contrasts turn the r residuals of a cluster into r - 1 vectors y that are independent;
# of v such vectors there are
#   tr W = sum_a |y_a|^2,    tr W^2 = sum_a |y_a|^4 + sum_{a != b} <y_a, y_b>^2,
# whose means grow as v, v and v (v - 1).
trial_dimension <- function(products, seen, all) {
  Y <- residual_contrasts(products, seen)
  v <- nrow(Y)
  total <- sum(diag(Y))
  if (v < 2 || total <= 0) {
    return(1)
  }
  own <- sum(diag(Y)^2)
  times <- (length(all) - length(unique(all))) / v
  others <- (sum(Y^2) - own) * times * (times * v - 1) / (v - 1)
  max(1, (times * total)^2 / (times * own + others))
}

# Inner products of independent contrasts within clusters (v x v): of a cluster of r items the
# r - 1 of Helmert, of unit length.
residual_contrasts <- function(products, labels) {
  members <- Filter(function(own) length(own) > 1, split(seq_along(labels), labels))
  H <- matrix(0, length(labels), sum(lengths(members) - 1))
  at <- 0
  for (own in members) {
    contrasts <- stats::contr.helmert(length(own))
    columns <- at + seq_len(length(own) - 1)
    H[own, columns] <- contrasts / rep(sqrt(colSums(contrasts^2)), each = length(own))
    at <- at + length(columns)
  }
  crossprod(H, products %*% H)
}

# As log_dimension_of(), from the trial: the variance is that of so few items.
trial_log_dimension_of <- function(trial) {
  products <- center_matrix(-trial$delta^2 / 2)
  residuals <- product_residuals(products)
  function(labels) {
    seen <- labels[trial$item]
    variance <- log_dimension(residuals(seen), seen)[2]
    c(log(trial_dimension(products, seen, labels)), variance)
  }
}

# New items ------------------------------------------------------------------------------

# New curves as predict_items() takes them. They are compared with the landmarks, with the curves
# whose distances from these are most like theirs, and with neighbours of the nearest.
near_new_items <- function(fit, newdata, n_threads = NULL) {
  items <- near_items(fit$gram)
  gram <- items$gram
  learnt <- fit$matrix$kernel
  known <- compare_new(gram, newdata, items$unit, n_threads)
  distances <- near_distances(gram)
  k <- seq_len(max(1, min(near_neighbours(gram, learnt$neighbours), nrow(known$item))))
  links <- known$delta
  for (c in seq_len(ncol(links))) {
    nearest <- known$item[order(known$delta[, c])[k], c]
    scale <- stats::median(learnt$sigma[nearest], na.rm = TRUE)
    links[, c] <- route_steps(known$delta[, c]^2 / (learnt$sigma[known$item[, c]] * scale))
  }
  graph <- route_graph(distances, learnt$sigma)
  sums <- r_routes_by_links(graph$n, graph$first, graph$second, graph$w, known$item, links,
                            learnt$source, resolve_threads(n_threads))
  new <- apply_factor(learnt, t(route_squares(sums)))
  list(cross = t(new$X), self = new$self, copy_of = known$copy_of)
}

# New curves by the curves they were compared with: `item` and `delta` (t x m; NA where there are
# fewer), and `copy_of`.
compare_new <- function(gram, newdata, unit, n_threads) {
  near <- near_pairs(gram)
  distances <- near_distances(gram)
  norms <- near$diagonal
  self <- unit * self_products(newdata, gram$settings)
  q <- length(newdata)
  products <- function(item) {
    used <- unique(item[!is.na(item)])
    s <- item + NA_real_
    there <- !is.na(item)
    s[there] <- unit * few_inner_products(
      c(gram$curves$points[used], newdata$points), gram$closed, match(item[there], used),
      length(used) + col(item)[there], gram$settings, n_threads
    )
    s
  }
  item <- matrix(near$landmarks, length(near$landmarks), q)
  s <- products(item)
  to_landmarks <- t(known_distances(s, item, norms, self, gram$metric))
  most <- min(max(1, 2 * near$k), length(norms))
  axes <- landmark_axes(distances$to_landmarks)
  found <- r_nearest_rows(
    landmark_points(distances$to_landmarks, axes), landmark_points(to_landmarks, axes), most,
    resolve_threads(n_threads), NULL
  )
  found <- drop_known(found, item)
  item <- rbind(item, found)
  s <- rbind(s, products(found))
  delta <- known_distances(s, item, norms, self, gram$metric)
  lists <- r_nearest_pairs(length(norms), near$first, near$second, distances$delta, near$k)$item
  nearest <- apply(delta, 2, function(x) order(x)[seq_len(min(3, length(x)))])
  found <- drop_known(matrix(
    lists[, item[cbind(as.vector(nearest), rep(seq_len(q), each = NROW(nearest)))]], ncol = q
  ), item)
  item <- rbind(item, found)
  s <- rbind(s, products(found))
  delta <- known_distances(s, item, norms, self, gram$metric)
  copies <- matrix(are_copies(s, norms[item] + rep(self, each = nrow(item)), mean(norms)), ncol = q)
  copy_of <- vapply(seq_len(q), function(c) {
    at <- which(copies[, c])
    if (length(at) > 0) item[at[1], c] else 0L
  }, 0L)
  list(item = item, delta = delta, copy_of = copy_of)
}

known_distances <- function(s, item, norms, self, metric) {
  matrix(metric_distances(s, norms[item] + rep(self, each = nrow(item)), metric), nrow(item))
}

# In each column, NA for what is in the same column of `known`, or comes twice.
drop_known <- function(found, known) {
  for (c in seq_len(ncol(found))) {
    again <- duplicated(found[, c]) | found[, c] %in% known[, c]
    found[again, c] <- NA
  }
  found
}

# Reading a fit back ---------------------------------------------------------------------

# As check_model_matrix(). Routes to the sources are made again for three items.
check_near_matrix <- function(x, items, prior, n_threads = 1L) {
  check_near_prior(prior)
  check_fields(x, c("factor", "unit", "norms", "metric", "kernel"), "matrix")
  n <- length(items$gram$id)
  check_factor(x$factor, n)
  check_agreement(x$unit, items$unit, "unit")
  check_agreement(x$norms, gram_diagonal(items$gram), "norms")
  kernel <- x$kernel
  check_fields(kernel, c("name", "sigma", "neighbours", "source", "map", "mean", "u", "w", "level"),
               "kernel")
  if (!identical(list(x$metric, kernel$name, kernel$neighbours),
                 list(items$gram$metric, prior$kernel, prior$neighbours))) {
    abort_input("matrix", "go with the gram and the prior", "it does not")
  }
  distances <- near_distances(items$gram)
  neighbours <- near_neighbours(items$gram, prior$neighbours)
  check_agreement(kernel$sigma, near_scales(distances, neighbours), "sigma")
  check_sources(kernel, n, ncol(x$factor$X))
  some <- unique(round(seq(1, n, length.out = min(n, 3))))
  graph <- route_graph(distances, kernel$sigma)
  squares <- t(route_squares(graph_routes(graph, some, n_threads))[kernel$source, , drop = FALSE])
  again <- apply_factor(kernel, squares)
  check_agreement(again$X, x$factor$X[some, , drop = FALSE], "X", max(abs(x$factor$X)))
  check_agreement(again$self, factor_diagonal(x$factor)[some], "own")
  x
}

check_sources <- function(kernel, n, rank) {
  m <- length(kernel$source)
  whole <- is.integer(kernel$source) && m > 0 && all(kernel$source %in% seq_len(n))
  numbers <- unlist(kernel[c("map", "mean", "u", "w", "level")])
  sized <- identical(dim(kernel$map), c(m, rank)) && length(kernel$mean) == rank &&
    length(kernel$u) == m && length(kernel$w) == m && length(kernel$level) == 1
  if (!whole || !sized || !is.double(numbers) || !all(is.finite(numbers))) {
    abort_input("kernel", "hold what new items need", "it does not")
  }
}
