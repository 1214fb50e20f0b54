# Computing inner products tile by tile. A tile is list(rows, columns), numbers of curves; where
# both are the same it is the triangle of their pairs; or it is list(first, second), single pairs,
# whose values are a matrix of one column. What computes tiles is a runner (R/workers.R); where
# values go is the caller's affair.

# Curves in a block of a tile: pairs enough that threads and workers have something to do,
# few enough that an interrupt or a crash costs little.
tile_size <- function(n, search) {
  as.integer(if (search == "exhaustive") 12 else min(max(ceiling(n / 16), 48), 128))
}

tile_pairs <- function(tile) {
  if (is_pair_list(tile)) {
    return(as.numeric(length(tile$first)))
  }
  m <- as.numeric(length(tile$rows))
  if (is_triangle(tile)) m * (m - 1) / 2 else m * length(tile$columns)
}

is_pair_list <- function(tile) !is.null(tile$first)

is_triangle <- function(tile) !is_pair_list(tile) && identical(tile$rows, tile$columns)

# All tiles of a gram of n curves.
triangle_tiles <- function(n, size) {
  blocks <- cut_blocks(n, size)
  unlist(lapply(seq_along(blocks), function(b) {
    lapply(blocks[seq_len(b)], function(rows) list(rows = rows, columns = blocks[[b]]))
  }), recursive = FALSE)
}

# All tiles of a rectangle.
rectangle_tiles <- function(rows, columns, size) {
  blocks <- function(items) lapply(cut_blocks(length(items), size), function(own) items[own])
  unlist(lapply(blocks(columns), function(b) {
    lapply(blocks(rows), function(a) list(rows = a, columns = b))
  }), recursive = FALSE)
}

# Computes the tiles numbered `todo` and hands each to `keep(k, values)` as it comes.
compute_tiles <- function(curves, tiles, todo, settings, keep, n_threads, workers, where,
                          call = caller_env()) {
  pairs <- vapply(tiles, tile_pairs, 0)
  total <- sum(pairs)
  done <- total - sum(pairs[todo])
  if (done > 0) {
    inform_shapecrp(
      c(i = "Resuming: {format_count(done)} of {format_count(total)} pairs already computed."),
      "resumed"
    )
  }
  # A block of one curve has no pairs.
  for (k in todo[pairs[todo] == 0]) keep(k, matrix(0, 1, 1))
  todo <- todo[pairs[todo] > 0]
  if (length(todo) == 0) {
    return(invisible())
  }
  runner <- new_runner(workers, n_threads, call)
  on.exit(runner$end())
  bar <- progress_bar("Comparing curves", from = done)
  on.exit(bar$done(), add = TRUE)
  withCallingHandlers(
    runner$run(
      length(todo),
      make = function(k) tile_job(curves, tiles[[todo[k]]], settings),
      keep = function(k, values) {
        tile <- tiles[[todo[k]]]
        check_values(values, tile, curves$id, call)
        keep(todo[k], values)
        done <<- done + pairs[todo[k]]
        if (!is.null(bar$update)) bar$update(done, total)
      },
      update = if (!is.null(bar$update)) {
        function(now, of) if (now < of) bar$update(done + now, total)
      }
    ),
    interrupt = function(i) tell_interrupted(done, total, where)
  )
}

tell_interrupted <- function(done, total, where) {
  pairs <- paste(format_count(done), "of", format_count(total), "pairs")
  inform_shapecrp(c(
    "!" = "Interrupted: {pairs} are compared and kept.",
    i = "Run the same call again to continue, {where}."
  ), "interrupted")
}

in_this_session <- "in this session"

# Finite numbers in the shape of a tile.
is_tile_values <- function(values, tile) {
  is_tile_shaped(values, tile) && all(is.finite(values))
}

is_tile_shaped <- function(values, tile) {
  wanted <- if (is_pair_list(tile)) {
    c(length(tile$first), 1L)
  } else {
    c(length(tile$rows), length(tile$columns))
  }
  is.double(values) && identical(dim(values), wanted)
}

# What a worker sends may be anything.
check_values <- function(values, tile, id, call) {
  if (!is_tile_shaped(values, tile)) {
    abort_worker("It returned something other than the inner products requested.", call)
  }
  if (!all(is.finite(values))) {
    at <- arrayInd(which(!is.finite(values))[1], dim(values))
    pair <- if (is_pair_list(tile)) {
      c(tile$first[at[1]], tile$second[at[1]])
    } else {
      c(tile$rows[at[1]], tile$columns[at[2]])
    }
    abort_computation(id[sort(pair)], call = call)
  }
}

abort_computation <- function(pair, call = caller_env()) {
  abort_shapecrp(c(
    "The inner product of curves {.val {pair[1]}} and {.val {pair[2]}} cannot be computed.",
    i = "Coordinates may be so large or small that products overflow: rescale the curves."
  ), "computation", call = call)
}

# All that computing a tile takes; it can be done in any process.
tile_job <- function(curves, tile, settings) {
  if (is_pair_list(tile)) {
    used <- unique(c(tile$first, tile$second))
    return(list(
      task = "tile", rows = unname(curves$points[used]), first = match(tile$first, used),
      second = match(tile$second, used), closed = curves$closed, settings = settings
    ))
  }
  list(
    task = "tile",
    rows = unname(curves$points[tile$rows]),
    columns = if (!is_triangle(tile)) unname(curves$points[tile$columns]),
    closed = curves$closed, settings = settings
  )
}

# The values of a tile; of a triangle both halves, and 0 on the diagonal.
compute_tile <- function(job, n_threads, update = NULL) {
  m <- length(job$rows)
  is_triangle <- is.null(job$columns) && is.null(job$first)
  pairs <- if (!is.null(job$first)) {
    job[c("first", "second")]
  } else if (is_triangle) {
    triangle_pairs(m)
  } else {
    list(first = rep(seq_len(m), length(job$columns)),
         second = m + rep(seq_along(job$columns), each = m))
  }
  s <- r_inner_products(
    c(job$rows, job$columns), job$closed, pairs$first, pairs$second, core_settings(job$settings),
    n_threads, update
  )
  if (length(s) < length(pairs$first)) pass_interrupt()
  if (!is.null(job$first)) {
    return(matrix(s))
  }
  if (!is_triangle) {
    return(matrix(s, m))
  }
  values <- matrix(0, m, m)
  values[cbind(pairs$first, pairs$second)] <- s
  values[cbind(pairs$second, pairs$first)] <- s
  values
}

# Values of tiles, a list, in memory. Those that are done when something ends the call are kept
# in the session for the same call.
tile_values <- function(curves, tiles, settings, n_threads = NULL, workers = NULL,
                        call = caller_env()) {
  job <- list(curves$points, curves$closed, tiles, settings)
  values <- take_unfinished(job) %||% vector("list", length(tiles))
  missing <- function() which(vapply(values, is.null, NA))
  on.exit(if (length(missing()) > 0) the$unfinished <- list(job = job, values = values))
  compute_tiles(
    curves, tiles, missing(), settings, keep = function(k, found) values[[k]] <<- found,
    n_threads, workers, in_this_session, call
  )
  values
}

# Values of a job that ended early in this session, NULL where there are none.
take_unfinished <- function(job) {
  values <- if (identical(job, the$unfinished$job)) the$unfinished$values
  the$unfinished <- NULL
  values
}

# Keeps all comparisons of a gram for the same call, where what comes after is interrupted.
# `given`: arguments of elastic_gram().
keep_comparisons <- function(gram, given = list()) {
  where <- in_this_session
  if (is_near(gram) && is.null(gram_directory(gram))) {
    keep_near(gram, near_plan(length(gram), given$landmarks, given$near))
  } else if (is_in_memory(gram)) {
    tiles <- triangle_tiles(length(gram), tile_size(length(gram), gram$settings$search))
    the$unfinished <- list(
      job = list(gram$curves$points, gram$closed, tiles, gram$settings),
      values = lapply(tiles, function(tile) gram_block(gram, tile$rows, tile$columns))
    )
  } else {
    where <- sprintf("with what is in %s", gram_directory(gram))
  }
  inform_shapecrp(c(
    "!" = "Interrupted: all comparisons are done and kept.",
    i = "Run the same call again to continue, {where}."
  ), "interrupted")
}

# S in memory.
fill_memory <- function(curves, settings, n_threads, workers, call) {
  n <- length(curves)
  tiles <- triangle_tiles(n, tile_size(n, settings$search))
  values <- tile_values(curves, tiles, settings, n_threads, workers, call)
  S <- matrix(0, n, n)
  for (k in seq_along(tiles)) S <- put_tile(S, tiles[[k]], values[[k]])
  diag(S) <- self_products(curves, settings)
  gram_of_matrix(S, curves, curves$id, curves$closed, settings, curve_metric(settings$scale))
}

# A symmetric matrix with the values of a tile, on both sides.
put_tile <- function(S, tile, values) {
  S[tile$rows, tile$columns] <- values
  if (!is_triangle(tile)) S[tile$columns, tile$rows] <- t(values)
  S
}
