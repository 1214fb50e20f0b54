# S in a directory, which is made, or holds tiles of these curves from before.
fill_directory <- function(curves, settings, file, n_threads, workers, call) {
  dir <- prepare_directory(file, call)
  lock <- lock_directory(dir, call)
  on.exit(unlock_file(lock))
  unlink(list.files(dir, "[.]part$", full.names = TRUE), expand = FALSE)
  tiles <- claim_directory(curves, settings, dir, call)
  places <- tile_places(tiles)
  compute_tiles(
    curves, lapply(places, tile_items, tiles = tiles), missing_tiles(tiles, places), settings,
    keep = function(k, values) keep_tile(tiles, places[[k]], values, call),
    n_threads, workers, sprintf("with what is in %s", dir), call
  )
  gram_of_tiles(tiles, curves, settings)
}

keep_tile <- function(tiles, place, values, call) {
  if (place[1] == place[2]) diag(values) <- tiles$diagonal[tile_items(tiles, place)$rows]
  write_tile(tiles, place, values, call)
}

# A directory that can be written to, and in which only elastic_gram() wrote. Hidden files, which
# systems leave wherever somebody looks, do not count.
prepare_directory <- function(file, call) {
  check_file_name(file, "file", call)
  if (file.exists(file) && !dir.exists(file)) {
    abort_input("file", "be a directory", sprintf("%s is a file", quote_string(file)), call = call)
  }
  if (!dir.exists(dirname(file))) {
    abort_input("file", "be in a directory that exists",
                sprintf("%s does not", quote_string(dirname(file))), call = call)
  }
  if (!dir.exists(file)) dir.create(file, showWarnings = FALSE)
  if (!dir.exists(file) || file.access(file, 2) != 0) {
    abort_input("file", "be a directory that can be written to",
                sprintf("%s is read-only", quote_string(file)), call = call)
  }
  ours <- "^(gram|near|lock|(tile|pairs)(-[a-z]+)?(-[0-9]+)+)([.]part)?$"
  foreign <- grep(ours, list.files(file), invert = TRUE, value = TRUE)
  if (length(foreign) > 0) {
    abort_input("file", "be a new or empty directory, or one written by elastic_gram()",
                sprintf("it holds %s", quote_string(foreign[1])), call = call)
  }
  normalizePath(file)
}

lock_directory <- function(dir, call) {
  lock <- lock_file(file.path(dir, "lock"))
  if (is.null(lock)) {
    abort_shapecrp(c(
      "Another process is computing inner products in {.file {dir}}.",
      i = "Wait until it ends, or use another directory."
    ), c("locked", "file"), file = dir, call = call)
  }
  if (!is.list(lock)) {
    inform_shapecrp(c(
      "!" = "{.file {dir}} cannot be locked: its file system has no locks.",
      i = "Make sure that no other process uses it."
    ), "unlocked", file = dir)
  }
  lock
}

# The tiles of these curves in a directory that is empty, holds the same curves, or the first
# of them: its header is (re)written.
claim_directory <- function(curves, settings, dir, call) {
  held <- if (file.exists(file.path(dir, tiles_header))) read_header(dir, call)
  if (!is.null(held)) check_same_gram(held, curves, settings, dir, call)
  n <- length(curves)
  size <- if (is.null(held)) tile_size(n, settings$search) else held$S$size
  tiles <- new_gram_tiles(dir, curves, settings, size, this_version())
  if (!is.null(held) && length(held) < n) drop_last_block(held)
  if (is.null(held) || !identical(held, gram_of_tiles(tiles, curves, settings))) {
    write_header(tiles, curves, settings, call)
  }
  tiles
}

check_same_gram <- function(held, curves, settings, dir, call) {
  if (is_near(held)) {
    abort_input("file", "be a new directory, or one of all pairs",
                sprintf("%s holds near pairs", quote_string(dir)), call = call)
  }
  first <- seq_len(min(length(held), length(curves)))
  same_curves <- length(held) <= length(curves) && identical(held$closed, curves$closed) &&
    identical(unname(held$curves$points), unname(curves$points[first]))
  if (!same_curves || !identical(held$settings[names(settings)], settings)) {
    got <- if (same_curves) "other settings" else "other curves"
    abort_input("file", "be a new directory, or one for these curves and settings",
                sprintf("%s holds inner products of %s", quote_string(dir), got), call = call)
  }
}

# The tiles of a last block that was not full are those of another block once it grows.
drop_last_block <- function(gram) {
  last <- length(gram$S$keys)
  if (length(gram) %% gram$S$size != 0) {
    unlink(vapply(seq_len(last), function(a) tile_file(gram$S, c(a, last)), ""), expand = FALSE)
  }
}

# Numbers of the tiles that are not there, or not as they should be, which is told.
missing_tiles <- function(tiles, places) {
  reasons <- vapply(places, function(place) read_tile(tiles, place)$reason %||% "", "")
  bad <- !reasons %in% c("", "missing")
  if (any(bad)) {
    kinds <- paste(unique(tile_reasons[reasons[bad]]), collapse = "; ")
    inform_shapecrp(c(
      "!" = "{sum(bad)} of {length(places)} tile{?s} cannot be used: {kinds}.",
      i = "{cli::qty(sum(bad))}{?It is/They are} recomputed."
    ), "tiles", tiles = vapply(places[bad], tile_name, ""), reasons = reasons[bad])
  }
  which(reasons != "")
}
