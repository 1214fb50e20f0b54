# S by its near pairs: a <gram_near> is a list of
#
#   landmarks (m), block (n x m)      inner products of all items with some
#   first, second, s                  near pairs, first < second, in this order
#   trial                             random items and all their pairs: item (t), products (t x t)
#   diagonal (n), k                   <q, q>; the number of neighbours that were sought
#   recall                            of estimate_recall(): how many of them were found
#   pairs                             number of pairs that were compared
#   dir                               where it is kept, or NULL

new_gram_near <- function(marks, pairs, trial, norms, k, recall, compared, dir = NULL) {
  structure(
    list(
      landmarks = marks$item, block = marks$block, first = pairs$first, second = pairs$second,
      s = pairs$s, trial = trial, diagonal = norms, k = k,
      recall = recall, pairs = compared, dir = dir
    ),
    class = "gram_near"
  )
}

gram_of_near <- function(near, curves, settings) {
  new_elastic_gram(near, curves, curves$id, curves$closed, settings, curve_metric(settings$scale))
}

# Items of which all pairs are computed where something asks for them.
most_of_near <- 1000

# S_ij for i in `rows` and j in `columns`: those that are not there are computed, if they are not
# too many.
near_block <- function(gram, rows, columns, call = caller_env()) {
  near <- gram$S
  most <- most_of_near^2 * (if (identical(rows, columns)) 1 else 0.5)
  asked <- as.numeric(length(rows)) * length(columns)
  if (asked - 2 * length(near$s) - 2 * length(near$block) > most) abort_near(asked, call)
  i <- rep(rows, length(columns))
  j <- rep(columns, each = length(rows))
  s <- known_products(near, i, j)
  lacking <- which(is.na(s))
  if (length(lacking) > most) abort_near(length(lacking), call)
  if (length(lacking) > 0) {
    pairs <- ordered_pairs(i[lacking], j[lacking])
    used <- unique(c(pairs$first, pairs$second))
    found <- few_inner_products(gram$curves$points[used], gram$closed, match(pairs$first, used),
                                match(pairs$second, used), gram$settings, NULL)
    n <- length(near$diagonal)
    at <- match(pair_keys(pmin(i, j)[lacking], pmax(i, j)[lacking], n),
                pair_keys(pairs$first, pairs$second, n))
    s[lacking] <- found[at]
  }
  matrix(s, length(rows))
}

abort_near <- function(lacking, call = caller_env()) {
  abort_shapecrp(c(
    "This needs all pairs, but {format_count(lacking)} of them were not compared.",
    i = "Use a part of at most {format_count(most_of_near)} curves, {.code gram[i]}, or compare all
         pairs: {.code elastic_gram(curves, pairs = \"all\")}."
  ), "near", call = call)
}

# Inner products of pairs, NA where they are not known.
known_products <- function(near, i, j) {
  n <- length(near$diagonal)
  keys <- pair_keys(near$first, near$second, n)
  s <- near$s[match(pair_keys(pmin(i, j), pmax(i, j), n), keys)]
  for (flip in c(FALSE, TRUE)) {
    mark <- match(if (flip) i else j, near$landmarks)
    use <- which(is.na(s) & !is.na(mark))
    s[use] <- near$block[cbind((if (flip) j else i)[use], mark[use])]
  }
  s[i == j] <- near$diagonal[i[i == j]]
  s
}

# The near pairs within a part. Landmarks outside it are lost, and with them the estimate of recall.
near_part <- function(near, items) {
  place <- function(x) match(x, items)
  keep <- near$first %in% items & near$second %in% items
  pairs <- ordered_pairs(place(near$first[keep]), place(near$second[keep]), near$s[keep])
  inside <- near$landmarks %in% items & !duplicated(near$landmarks)
  marks <- list(item = place(near$landmarks[inside]),
                block = near$block[items, inside, drop = FALSE])
  tried <- which(near$trial$item %in% items)
  trial <- list(item = place(near$trial$item[tried]),
                products = near$trial$products[tried, tried, drop = FALSE])
  recall <- list(share = NA_real_, found = 0, looked = 0, error = NA_real_, k = near$k)
  new_gram_near(marks, pairs, trial, near$diagonal[items], near$k, recall, length(pairs$first))
}

# A landmark that is a copy (`item` as in model_items()) hands its place to the first copy.
move_landmarks <- function(gram, item) {
  gram$S$landmarks <- first_copies(item)[item[gram$S$landmarks]]
  gram
}

# The same in another unit.
scale_near <- function(near, by) {
  near[c("block", "s", "diagonal")] <- lapply(near[c("block", "s", "diagonal")], `*`, by)
  near$trial$products <- near$trial$products * by
  near
}

# Lines that say what there is.
near_words <- function(near) {
  n <- length(near$diagonal)
  recall <- near$recall
  c(
    sprintf("near pairs: %s of %s compared pairs kept, %s landmarks", format_count(length(near$s)),
            format_count(near$pairs), format_count(length(near$landmarks))),
    recall_words(recall)
  )
}

recall_words <- function(recall) {
  if (recall$looked == 0) {
    return(sprintf("share of the %d nearest neighbours that was found: no estimate", recall$k))
  }
  if (recall$error == 0) {
    return(sprintf("all of the %d nearest neighbours were found", recall$k))
  }
  sprintf("%.1f %% of the %d nearest neighbours were found (estimate, standard error %.1f %%)",
          100 * recall$share, recall$k, 100 * recall$error)
}

# What a fit of near pairs gives up.
given_up_words <- function(fit) {
  recall <- near_pairs(fit$gram)$recall
  paste0(
    recall_words(recall),
    if ("clip" %in% names(fit$notes)) paste("; the matrix comes", fit$notes[["clip"]])
  )
}
