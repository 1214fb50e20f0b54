# Near pairs in a directory, all files of plain values (R/plain-file.R):
#
#   gram                      curves, settings, and what is looked for
#   pairs-round-01-00003      while the search goes on: the values of a tile of one of its
#                             phases, and the key of the tile
#   near                      when it is done: all of a <gram_near>, and its key
#   lock                      while a process writes
#
# Every step of a search is a function of the curves, the settings, the version of the package
# and of what was found before. So the search is begun anew after a crash, and takes from the files
# what they hold.

near_file <- function(dir) file.path(dir, "near")

# A key of curves, settings and plan.
near_key <- function(curves, settings, plan, version) {
  paste(plain_key(strip_classes(unname(curves$points))),
        settings_key(settings, curves$closed, version), plain_key(plan))
}

# A shelf as in R/near-compare.R.
directory_shelf <- function(dir, key) {
  file_of <- function(phase, k) file.path(dir, sprintf("pairs-%s-%05d", phase, k))
  key_of <- function(tile) paste(key, plain_key(tile))
  list(
    find = function(phase, k, tile) {
      file <- file_of(phase, k)
      if (!file.exists(file)) {
        return(NULL)
      }
      read <- tryCatch(read_plain(file, "pairs", "a part of near pairs")$content,
                       shapecrp_error_file = function(e) NULL)
      is_good <- is.list(read) && setequal(names(read), c("key", "values")) &&
        identical(read$key, key_of(tile)) && is_tile_values(read$values, tile)
      if (is_good) {
        return(read$values)
      }
      inform_shapecrp(c(
        "!" = "{.file {basename(file)}} cannot be used: it is damaged, or belongs to other curves.",
        i = "It is computed again."
      ), "tiles", tiles = basename(file))
      NULL
    },
    keep = function(phase, k, tile, found) {
      write_plain(list(key = key_of(tile), values = found), file_of(phase, k), "pairs")
    }
  )
}

# Near pairs in a directory, which is made, or holds those of these curves, or some of them.
fill_near_directory <- function(curves, settings, plan, file, n_threads, workers, call) {
  dir <- prepare_directory(file, call)
  lock <- lock_directory(dir, call)
  on.exit(unlock_file(lock))
  unlink(list.files(dir, "[.]part$", full.names = TRUE), expand = FALSE)
  claim_near(curves, settings, plan, dir, call)
  key <- near_key(curves, settings, plan, this_version())
  near <- if (file.exists(near_file(dir))) {
    tryCatch(read_near(dir, curves, settings, key), shapecrp_error_file = function(e) {
      inform_shapecrp(c(
        "!" = "{.file {near_file(dir)}} cannot be used: {conditionMessage(e)}",
        i = "It is computed again."
      ), "tiles", tiles = "near")
      NULL
    })
  }
  if (is.null(near)) {
    where <- sprintf("with what is in %s", dir)
    compare <- near_comparer(curves, settings, directory_shelf(dir, key), n_threads, workers,
                             where, call)
    near <- near_search(curves, settings, plan, compare, n_threads)
    write_plain(list(key = key, near = strip_classes(near)), near_file(dir), "near", call = call)
    unlink(list.files(dir, "^pairs-", full.names = TRUE), expand = FALSE)
    near$dir <- dir
  }
  gram_of_near(near, curves, settings)
}

# The header of a directory that is empty or holds the same search.
claim_near <- function(curves, settings, plan, dir, call) {
  if (file.exists(file.path(dir, tiles_header))) {
    held <- read_plain(file.path(dir, tiles_header), "gram", tiles_words, call = call)$content
    wanted <- strip_classes(list(curves = curves$points, settings = settings, near = plan))
    other <- if (is.null(held$near)) {
      "all pairs"
    } else if (!identical(unname(held$curves$points), unname(wanted$curves)) ||
                 !identical(held$curves$closed, curves$closed)) {
      "other curves"
    } else if (!identical(held$settings, wanted$settings) || !identical(held$near, wanted$near)) {
      "other settings"
    }
    if (!is.null(other)) {
      abort_input("file", "be a new directory, or one of these curves with these settings",
                  sprintf("%s holds inner products of %s", quote_string(dir), other), call = call)
    }
  } else {
    write_plain(strip_classes(list(curves = curves, settings = settings, near = plan)),
                file.path(dir, tiles_header), "gram", call = call)
  }
}

# The near pairs of a directory, complete and valid, or an error of class `shapecrp_error_file`.
read_near <- function(dir, curves, settings, key, call = caller_env()) {
  file <- near_file(dir)
  if (!file.exists(file)) {
    abort_shapecrp(c(
      "{.file {dir}} is incomplete: near pairs are missing.",
      i = "{.code elastic_gram(curves, pairs = \"near\", file = )} with the same curves continues."
    ), c("file", "input"), reason = "incomplete", call = call)
  }
  content <- read_plain(file, "near", tiles_words, call = call)$content
  if (!is.list(content) || !identical(content$key, key)) {
    abort_file(file, tiles_words, "other", "it is of other curves or another version", call = call)
  }
  near <- tryCatch(check_near_store(content$near, self_products(curves, settings)),
                   shapecrp_error_input = function(e) {
    abort_file(file, tiles_words, "damaged", "its content is not valid", parent = e, call = call)
  })
  near["dir"] <- list(dir)
  near
}

# The gram of a directory by its header, whose content is given.
near_of_header <- function(dir, header, version, call) {
  check_fields(header, c("curves", "settings", "near"), "gram")
  curves <- check_curves(unpack_curves(header$curves), "curves")
  settings <- check_kept_settings(header$settings, curves)
  key <- near_key(curves, settings, header$near, version)
  gram_of_near(read_near(dir, curves, settings, key, call), curves, settings)
}

# A <gram_near> of items with squared norms `diagonal` (n) from its fields, valid or an error.
check_near_store <- function(x, diagonal) {
  x <- unclass(x)
  x["dir"] <- list(x[["dir"]])
  check_fields(x, c("landmarks", "block", "first", "second", "s", "trial", "diagonal", "k",
                    "recall", "pairs", "dir"), "near")
  n <- length(diagonal)
  bad <- function(what) abort_input(what, "be what elastic_gram() found", "it is not")
  are_items <- function(items) is.integer(items) && !anyNA(items) && all(items >= 1 & items <= n)
  are_numbers <- function(values, size) {
    is.double(values) && length(values) == size && all(is.finite(values))
  }
  m <- length(x$landmarks)
  if (!are_items(x$landmarks) || anyDuplicated(x$landmarks)) bad("landmarks")
  if (!are_numbers(x$block, n * m) || !identical(dim(x$block), c(n, m))) bad("block")
  pairs <- length(x$first)
  if (!are_items(x$first) || !are_items(x$second) || length(x$second) != pairs ||
        is.unsorted(pair_keys(x$first, x$second, n), strictly = TRUE) || any(x$first >= x$second)) {
    bad("first")
  }
  if (!are_numbers(x$s, pairs)) bad("s")
  check_agreement(x$diagonal, diagonal, "diagonal")
  trial <- x$trial
  check_fields(trial, c("item", "products"), "trial")
  if (!are_items(trial$item) || anyDuplicated(trial$item)) bad("trial")
  if (length(trial$item) > 0) check_items_matrix(trial$products, length(trial$item), "trial")
  check_fields(x$recall, c("share", "found", "looked", "error", "k"), "recall")
  if (!all(vapply(x$recall, function(v) is.numeric(v) && length(v) == 1, NA))) bad("recall")
  x$k <- check_number(x$k, min = 0, whole = TRUE, arg = "k")
  check_number(x$pairs, min = 0, arg = "pairs")
  if (!is.null(x$dir) && !(is.character(x$dir) && length(x$dir) == 1)) bad("dir")
  structure(x, class = "gram_near")
}

# A gram of near pairs from its fields.
rebuild_near <- function(x) {
  curves <- check_curves(x$curves, "curves")
  settings <- check_kept_settings(x$settings, curves)
  if (!identical(settings[names(x$settings)], x$settings) ||
        !identical(x[c("id", "closed", "metric")],
                   list(id = curves$id, closed = curves$closed,
                        metric = curve_metric(settings$scale)))) {
    abort_input("gram", "go with its curves", "it does not")
  }
  gram_of_near(check_near_store(x[["S"]], self_products(curves, settings)), curves, settings)
}
