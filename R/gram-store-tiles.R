# S in a directory: a header and one file for each tile, all files of plain values
# (R/plain-file.R).
#
#   gram                 curves, settings, size of blocks
#   tile-00001-00003     the products of block 1 with block 3, a matrix, and its key
#   lock                 while a process writes
#
# Curves are cut into blocks of `size` in their order. A tile is a function of two blocks of
# curves, the settings and the version of the package; its key is made of these. So a tile of
# other curves, settings or another version is never taken for this one, and where curves are
# added at the end the tiles of full blocks stay valid.

tiles_header <- "gram"
tiles_words <- "a directory written by elastic_gram(file = )"

# `version`: of the package that computes, or computed, the tiles.
new_gram_tiles <- function(dir, curves, settings, size, version) {
  structure(
    list(
      dir = dir, n = length(curves), size = size, keys = block_keys(curves, size),
      settings_key = settings_key(settings, curves$closed, version),
      diagonal = self_products(curves, settings)
    ),
    class = "gram_tiles"
  )
}

# Numbers 1 .. n in blocks of `size`, the last one may be shorter.
cut_blocks <- function(n, size) unname(split(seq_len(n), (seq_len(n) - 1) %/% size))

# All tiles as a list of c(row block, column block), row <= column.
tile_places <- function(tiles) {
  blocks <- seq_along(tiles$keys)
  unlist(lapply(blocks, function(b) lapply(seq_len(b), function(a) c(a, b))), recursive = FALSE)
}

# The items of a tile: list(rows, columns).
tile_items <- function(tiles, place) {
  items <- lapply(place, function(b) {
    seq((b - 1) * tiles$size + 1, min(b * tiles$size, tiles$n))
  })
  list(rows = items[[1]], columns = items[[2]])
}

tile_name <- function(place) sprintf("tile-%05d-%05d", place[1], place[2])

tile_file <- function(tiles, place) file.path(tiles$dir, tile_name(place))

# Two blocks of the same curves have one key; on its diagonal a tile of one block with itself
# differs from theirs.
tile_key <- function(tiles, place) {
  kind <- if (place[1] == place[2]) "own" else "cross"
  paste(kind, tiles$keys[place[1]], tiles$keys[place[2]], tiles$settings_key)
}

# A key of plain values: equal for equal values, on every platform.
plain_key <- function(x) {
  sum <- raw(8)
  for (piece in encode_plain(x)) sum <- r_checksum(piece, sum)
  paste(as.character(sum), collapse = "")
}

block_keys <- function(curves, size) {
  vapply(cut_blocks(length(curves), size), function(own) {
    plain_key(strip_classes(unname(curves$points[own])))
  }, "")
}

settings_key <- function(settings, closed, version) {
  plain_key(list(settings[order(names(settings))], closed, version))
}

# The values of a tile as they are on disk, or the reason why there are none: "missing", one of
# read_plain(), or "other" for those of another tile.
read_tile <- function(tiles, place) {
  file <- tile_file(tiles, place)
  if (!file.exists(file)) {
    return(list(reason = "missing"))
  }
  tryCatch(
    check_tile(read_plain(file, "tile", "a tile")$content, tiles, place),
    shapecrp_error_file = function(e) list(reason = e$reason)
  )
}

check_tile <- function(content, tiles, place) {
  if (!is.list(content) || !setequal(names(content), c("key", "values"))) {
    return(list(reason = "damaged"))
  }
  if (!identical(content$key, tile_key(tiles, place))) {
    return(list(reason = "other"))
  }
  if (!is_tile_values(content$values, tile_items(tiles, place))) {
    return(list(reason = "damaged"))
  }
  list(values = content$values)
}

write_tile <- function(tiles, place, values, call = caller_env()) {
  write_plain(list(key = tile_key(tiles, place), values = values), tile_file(tiles, place), "tile",
              call = call)
}

# Why a tile cannot be used, in words.
tile_reasons <- c(
  missing = "missing", truncated = "truncated", damaged = "damaged", foreign = "not a tile",
  other = "from other curves, settings or another version", newer = "from a newer version",
  older = "from an older version"
)

# The values of a tile that must be there.
load_tile <- function(tiles, place, call = caller_env()) {
  key <- tile_key(tiles, place)
  values <- the$tiles[[key]]
  if (is.null(values)) {
    read <- read_tile(tiles, place)
    if (is.null(read$values)) {
      check_directory_exists(tiles$dir, call)
      abort_shapecrp(c(
        "{.file {tile_file(tiles, place)}} is {tile_reasons[[read$reason]]}.",
        i = "{.code elastic_gram(curves, file = )} recomputes it."
      ), c("file", "input"), reason = read$reason, call = call)
    }
    values <- read$values
    cache_tile(key, values)
  }
  values
}

# The last tiles read stay in the session, within a bound of bytes.
cache_tile <- function(key, values) {
  held <- sum(lengths(the$tiles)) * 8
  most <- getOption("shapecrp.tile_cache", 2^28)
  if (held + 8 * length(values) > most) the$tiles <- list()
  if (8 * length(values) <= most) the$tiles[[key]] <- values
}

# S[rows, columns], read tile by tile.
tiles_block <- function(tiles, rows, columns) {
  out <- matrix(0, length(rows), length(columns))
  by_block <- function(items) split(seq_along(items), (items - 1) %/% tiles$size + 1)
  within <- function(items, b) items - (b - 1) * tiles$size
  column_blocks <- by_block(columns)
  row_blocks <- by_block(rows)
  for (a in as.integer(names(row_blocks))) {
    i <- row_blocks[[as.character(a)]]
    for (b in as.integer(names(column_blocks))) {
      j <- column_blocks[[as.character(b)]]
      values <- load_tile(tiles, c(min(a, b), max(a, b)))
      out[i, j] <- if (a <= b) {
        values[within(rows[i], a), within(columns[j], b)]
      } else {
        t(values[within(columns[j], b), within(rows[i], a), drop = FALSE])
      }
    }
  }
  out
}

write_header <- function(tiles, curves, settings, call = caller_env()) {
  write_plain(
    strip_classes(list(curves = curves, settings = settings, size = tiles$size)),
    file.path(tiles$dir, tiles_header), "gram", call = call
  )
}

# The gram that a directory holds, complete or not.
read_header <- function(dir, call = caller_env()) {
  file <- file.path(dir, tiles_header)
  if (!file.exists(file)) {
    abort_file(dir, tiles_words, "foreign", "it is not one", call = call)
  }
  read <- read_plain(file, "gram", paste("the header of", tiles_words), call = call)
  tryCatch(
    {
      header <- read$content
      if ("near" %in% names(header)) {
        return(near_of_header(dir, header, read$version, call))
      }
      check_fields(header, c("curves", "settings", "size"), "gram")
      curves <- check_curves(unpack_curves(header$curves), "curves")
      settings <- check_kept_settings(header$settings, curves)
      size <- check_number(header$size, min = 1, whole = TRUE, arg = "size")
      gram_of_tiles(new_gram_tiles(dir, curves, settings, size, read$version), curves, settings)
    },
    error = function(e) {
      if (inherits(e, "shapecrp_error_file")) rlang::cnd_signal(e)
      why <- "its header is not valid"
      abort_file(dir, tiles_words, "damaged", why, parent = e, call = call)
    }
  )
}

gram_of_tiles <- function(tiles, curves, settings) {
  new_elastic_gram(
    tiles, curves, curves$id, curves$closed, settings, curve_metric(settings$scale)
  )
}

#' Open inner products stored on disk
#'
#' `elastic_gram(curves, file = dir)` keeps S in a directory, together with the curves and the
#' settings. `open_gram()` reads it later, in another session or on another machine: copy the
#' directory as a whole.
#'
#' S stays on disk. Tiles are read when they are needed and checked each time: a tile that is
#' damaged, cut off or made from other curves is an error and is never used. The most recently
#' read tiles stay in memory, up to 256 MiB (option `shapecrp.tile_cache`, in bytes).
#'
#' The result works wherever an `elastic_gram` does. `[` returns a part and `c()` an extended
#' matrix, both in memory; to add curves on disk, call [elastic_gram()] with all curves, old ones
#' first, and the same `file`.
#'
#' @param dir A directory that `elastic_gram(file = )` wrote.
#' @return An `elastic_gram`, as [elastic_gram()] returns it.
#' @seealso [plan_gram()] for the time and memory that a computation takes, and
#'   `vignette("large-collections", "shapecrp")`.
#' @examples
#' dir <- tempfile()
#' shapes <- simulate_shapes(6, classes = 2, seed = 1)
#' gram <- elastic_gram(shapes, search = "fast", n_points = 40, file = dir)
#' identical(as.matrix(open_gram(dir)), as.matrix(gram))
#' unlink(dir, recursive = TRUE)
#' @export
open_gram <- function(dir) {
  check_given(dir, "dir", paste("be", tiles_words))
  if (!is.character(dir) || length(dir) != 1 || is.na(dir) || !dir.exists(dir)) {
    abort_input("dir", paste("be", tiles_words), describe(dir))
  }
  gram <- read_header(normalizePath(dir))
  if (is_near(gram)) {
    return(gram)
  }
  present <- file.exists(vapply(tile_places(gram$S), tile_file, "", tiles = gram$S))
  if (!all(present)) {
    abort_shapecrp(c(
      "{.file {dir}} is incomplete: {sum(!present)} of {length(present)} tiles are missing.",
      i = "{.code elastic_gram(curves, file = )} with the same curves computes them."
    ), c("file", "input"), reason = "incomplete")
  }
  gram
}
