# Where S lives, behind a few functions: nothing else reads the field `S` of a gram. It is a
# matrix in memory, named by its items, a <gram_tiles>, a directory of tiles
# (R/gram-store-tiles.R), a <gram_near>, near pairs (R/gram-store-near.R), or a <gram_points>,
# coordinates (R/gram-store-points.R). Indices are whole
# numbers from 1; results have no dimnames.

is_in_memory <- function(gram) is.matrix(gram$S)

# Whether there are near pairs only, of what near_pairs() gives.
is_near <- function(gram) inherits(gram$S, "gram_near")

near_pairs <- function(gram) gram$S

# The directory of a gram that lives in one, else NULL.
gram_directory <- function(gram) if (!is_in_memory(gram)) gram$S$dir

# A directory of tiles that was not moved or removed.
check_directory_exists <- function(dir, call = caller_env()) {
  if (!is.null(dir) && !dir.exists(dir)) {
    abort_shapecrp(c(
      "{.file {dir}}, which held the inner products, is gone.",
      i = "Put it back, or open it where it is now: {.code gram <- open_gram(dir)}, and for a fit
           {.code fit$gram <- open_gram(dir)}."
    ), c("file", "input"), file = dir, reason = "missing", call = call)
  }
}

# S_ii, n.
gram_diagonal <- function(gram) {
  if (is_in_memory(gram)) {
    unname(diag(gram$S))
  } else if (is_points(gram)) {
    rowSums(gram_coordinates(gram)^2)
  } else {
    gram$S$diagonal
  }
}

# S_ij for i in `rows` and j in `columns`.
gram_block <- function(gram, rows, columns) {
  if (is_in_memory(gram)) {
    unname(gram$S[rows, columns, drop = FALSE])
  } else if (is_near(gram)) {
    near_block(gram, rows, columns)
  } else if (is_points(gram)) {
    points_block(gram, rows, columns)
  } else {
    tiles_block(gram$S, rows, columns)
  }
}

# The whole of S, for what cannot do with less.
gram_matrix <- function(gram) {
  if (is_in_memory(gram)) {
    return(unname(gram$S))
  }
  all <- seq_along(gram$id)
  if (is_points(gram)) check_pairs_fit(length(all))
  gram_block(gram, all, all)
}

# The gram of some items, each once.
part_of_gram <- function(gram, items) {
  if (is_points(gram)) {
    return(points_part(gram, items))
  }
  curves <- if (!is.null(gram$curves)) gram$curves[items]
  if (is_near(gram)) {
    return(gram_of_near(near_part(gram$S, items), curves, gram$settings))
  }
  gram_of_matrix(
    gram_block(gram, items, items), curves, gram$id[items], gram$closed, gram$settings, gram$metric
  )
}

gram_of_matrix <- function(S, curves, id, closed, settings, metric) {
  dimnames(S) <- list(id, id)
  new_elastic_gram(S, curves, id, closed, settings, metric)
}

# The same gram with S in memory, as a matrix or as near pairs.
load_gram <- function(gram) {
  if (is_in_memory(gram) || is_near(gram)) {
    return(gram)
  }
  gram_of_matrix(
    gram_matrix(gram), gram$curves, gram$id, gram$closed, gram$settings, gram$metric
  )
}

# The same items under other names.
rename_gram <- function(gram, id) {
  gram$id <- id
  if (is_in_memory(gram)) dimnames(gram$S) <- list(id, id)
  if (!is.null(gram$curves)) names(gram$curves) <- id
  gram
}

# Inner products in memory, or coordinates, in another unit, a power of four.
scale_gram <- function(gram, by) {
  gram$S <- if (is_points(gram)) {
    new_gram_points(gram$S$X * sqrt(by))
  } else if (is_near(gram)) {
    scale_near(gram$S, by)
  } else {
    gram$S * by
  }
  gram
}

# S as plain values, for a file: a matrix that does not repeat the ids, the directory, or the
# coordinates or near pairs that are in memory only.
pack_store <- function(gram) {
  gram$S <- if (is_in_memory(gram)) gram_matrix(gram) else gram_directory(gram) %||% gram$S
  gram
}

# A gram of coordinates, or of a directory, from its fields: `S` is a <gram_points>, a <gram_tiles>
# or the name of the directory. It must be what the directory holds, but for names.
rebuild_store <- function(x) {
  S <- unclass(x[["S"]])
  if (is.list(S) && identical(names(S), "X")) {
    return(rebuild_points(x))
  }
  if (is.list(S) && "landmarks" %in% names(S)) {
    return(rebuild_near(x))
  }
  dir <- if (is.list(S)) S$dir else S
  if (!is.character(dir) || length(dir) != 1 || is.na(dir)) {
    abort_input("S", "be a numeric matrix or a directory", describe(x[["S"]]))
  }
  check_directory_exists(dir)
  held <- read_header(dir)
  same <- c("closed", "settings", "metric")
  if (!identical(unclass(held)[same], x[same]) ||
        !identical(unname(held$curves$points), unname(x$curves$points)) ||
        !(is.character(S) || identical(held$S, x[["S"]]))) {
    abort_input("gram", "match its directory", "the directory has changed")
  }
  held["curves"] <- list(check_curves(x$curves, "curves"))
  rename_gram(held, check_ids(x$id, length(held)))
}

# Says how much memory is taken for a gram of n items, before it is taken: always for one that
# lives in a directory, else where it is a gigabyte or more. `matrices`: n x n, at the peak.
tell_memory <- function(gram, what, matrices) {
  bytes <- matrices * 8 * as.numeric(length(gram$id))^2
  if (!is.null(gram_directory(gram)) || bytes >= getOption("shapecrp.tell_memory", 2^30)) {
    inform_shapecrp(
      c(i = "{what} needs up to {format_bytes(bytes)} of memory."), "memory", bytes = bytes
    )
  }
}

# "3.2 GB", "800 kB".
format_bytes <- function(bytes) {
  units <- c("bytes", "kB", "MB", "GB", "TB", "PB")
  power <- if (bytes < 1000) 0 else min(floor(log10(bytes) / 3), length(units) - 1)
  paste(format(signif(bytes / 1000^power, 2), scientific = FALSE), units[power + 1])
}
