# A lock that the system holds for as long as this process lives, so that two processes do not
# write to one place. NULL where another process holds it; NA where there is no place for a
# lock: there nothing can be written either, which the writer says.
lock_file <- function(path) {
  lock <- tryCatch(suppressWarnings(filelock::lock(path, timeout = 0)), error = function(e) NA)
  if (!inherits(lock, "filelock_lock")) {
    return(lock)
  }
  # A file that was removed between being opened and locked is no lock.
  if (!file.exists(path)) {
    filelock::unlock(lock)
    return(lock_file(path))
  }
  list(lock = lock, path = path)
}

unlock_file <- function(held) {
  if (is.list(held)) {
    # Windows removes no file that is open; elsewhere nobody may find it unlocked.
    if (.Platform$OS.type != "windows") unlink(held$path, expand = FALSE)
    filelock::unlock(held$lock)
    if (.Platform$OS.type == "windows") unlink(held$path, expand = FALSE)
  }
}
