# Where a search for near pairs keeps what it has compared, so that it can go on: a shelf is a
# list of find(phase, k, tile), the values of a tile or NULL, and keep(phase, k, tile, values).

near_comparer <- function(curves, settings, shelf, n_threads, workers, where, call) {
  function(phase, tiles) {
    values <- lapply(seq_along(tiles), function(k) shelf$find(phase, k, tiles[[k]]))
    todo <- which(vapply(values, is.null, NA))
    if (length(todo) > 0) {
      keep <- function(k, found) {
        values[[k]] <<- found
        shelf$keep(phase, k, tiles[[k]], found)
      }
      compute_tiles(curves, tiles, todo, settings, keep, n_threads, workers, where, call)
    }
    values
  }
}

# In the session, for the same call.
memory_shelf <- function(job) {
  if (!identical(job, the$near$job)) {
    the$near <- list(job = job, values = new.env(parent = emptyenv()))
  }
  values <- the$near$values
  name <- function(phase, k) paste(phase, k)
  list(
    find = function(phase, k, tile) values[[name(phase, k)]],
    keep = function(phase, k, tile, found) assign(name(phase, k), found, values)
  )
}

near_job <- function(curves, settings, plan) list(curves$points, curves$closed, settings, plan)

# Keeps near pairs for the same call.
keep_near <- function(gram, plan) {
  the$near <- list(job = near_job(gram$curves, gram$settings, plan), done = near_pairs(gram))
}

# Near pairs, in memory or in a directory.
fill_near <- function(curves, settings, plan, file, n_threads, workers, call) {
  if (!is.null(file)) {
    return(fill_near_directory(curves, settings, plan, file, n_threads, workers, call))
  }
  job <- near_job(curves, settings, plan)
  near <- if (identical(job, the$near$job)) the$near$done
  if (is.null(near)) {
    compare <- near_comparer(curves, settings, memory_shelf(job), n_threads, workers,
                             in_this_session, call)
    near <- near_search(curves, settings, plan, compare, n_threads)
  }
  the$near <- NULL
  gram_of_near(near, curves, settings)
}
