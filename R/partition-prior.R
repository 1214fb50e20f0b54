# Priors on partitions. A family is a file, R/partition-prior-<family>.R, which holds the function
# <family>() that makes one and a list, partition_prior_<family>, of
#   make: that function; its arguments are the fields of the prior;
#   words(x, found): what is printed; `found`: xi and its note, once they are known;
#   numbers(x): what as_partition_prior() of the core takes (src/r_model.h);
#   law(x, n): probabilities of 1 .. n clusters among n curves;
# and, where the prior has a concentration xi,
#   xi(x): whether it is "given", "guessed" from the data or "resampled"; numbers() has its start;
#   settle(x, n, K): the prior in place of one that is guessed, for a guess of K clusters.

# The lists, by family.
partition_priors <- function() {
  here <- topenv()
  entries <- Filter(is.list, mget(ls(here, pattern = "^partition_prior_"), here))
  stats::setNames(entries, sub("^partition_prior_", "", names(entries)))
}

new_partition_prior <- function(family, ...) {
  structure(list(family = family, ...), class = "partition_prior")
}

is_partition_prior <- function(x) inherits(x, "partition_prior")

check_partition_prior <- function(x, call = caller_env()) {
  if (!is_partition_prior(x)) abort_no_partition_prior(x, call)
  x
}

abort_no_partition_prior <- function(x, call = caller_env()) {
  abort_input("partition", paste("be made by", made_by_partition_priors()), describe(x),
              hint = remedy_for("partition", x), call = call)
}

# "crp() or mfm()"
made_by_partition_priors <- function() {
  paste0(names(partition_priors()), "()", collapse = " or ")
}

# From its fields, by the function that makes it.
rebuild_partition_prior <- function(x) {
  if (!is.list(x)) abort_no_partition_prior(x)
  family <- check_choice(x$family, names(partition_priors()), arg = "family")
  build(partition_priors()[[family]]$make, unclass(x)[names(x) != "family"], "partition")
}

#' @export
format.partition_prior <- function(x, ...) partition_words(x)

#' @export
print.partition_prior <- function(x, ...) {
  cat("Prior on partitions: ", format(x), "\n", sep = "")
  invisible(x)
}

partition_words <- function(x, found = NULL) partition_priors()[[x$family]]$words(x, found)

# "given", "guessed", "resampled" or "none".
xi_origin <- function(x) {
  origin <- partition_priors()[[x$family]]$xi
  if (is.null(origin)) "none" else origin(x)
}

# Whether xi has no part in the priors of a family, so that it is NA.
is_without_xi <- function(family) {
  known <- partition_priors()
  is.character(family) && isTRUE(family %in% names(known)) && is.null(known[[family]]$xi)
}

# A list with `numbers`, xi among them, that the core takes for its prior on partitions of n
# items, and a `note` of where xi came from. K: a guess of the number of clusters, taken where
# xi waits for one.
partition_numbers <- function(x, n, K) {
  note <- switch(xi_origin(x),
    none = "not used by this prior",
    given = "given",
    resampled = "on average, resampled",
    guessed = {
      x <- partition_priors()[[x$family]]$settle(x, n, K)
      sprintf("from a first guess of %d cluster%s, K / log n", K, if (K == 1) "" else "s")
    }
  )
  numbers <- partition_priors()[[x$family]]$numbers(x)
  list(numbers = c(if (is.null(numbers$xi)) list(xi = NA_real_), numbers), note = note)
}

# xi for guesses of 1 .. n clusters among n items.
guesses_of_xi <- function(x, n) {
  prior <- partition_priors()[[x$family]]
  vapply(seq_len(n), function(K) prior$numbers(prior$settle(x, n, K))$xi, 0)
}

# Probabilities of 1 .. n clusters among n curves.
cluster_count_law <- function(x, n) partition_priors()[[x$family]]$law(x, n)

# The prior itself; where xi waits for the data, what it would be for some guesses.
settled_priors <- function(x, n) {
  if (xi_origin(x) != "guessed") {
    return(list(prior = x))
  }
  guesses <- c(2, 5, 10, 20)
  guesses <- guesses[guesses <= max(2, n)]
  priors <- lapply(guesses, function(K) partition_priors()[[x$family]]$settle(x, n, K))
  stats::setNames(priors, sprintf("guess of %d clusters", guesses))
}

# log of the weights C(n, t), t = 1 .. n, by which a prior spreads over numbers of
# blocks: the sum over partitions of n items into t blocks of
# prod_k gamma (gamma + 1) ... (gamma + n_k - 1), and for `gamma = NULL` of
# prod_k (n_k - 1)!, the Stirling numbers of the first kind.
#   C(n + 1, t) = (n + gamma t) C(n, t) + gamma C(n, t - 1)
log_block_sums <- function(n, gamma = NULL) {
  open <- log(gamma %||% 1)
  grow <- gamma %||% 0
  value <- open
  for (m in seq_len(n - 1)) {
    joined <- c(log(m + grow * seq_len(m)) + value, -Inf)
    opened <- c(-Inf, open + value)
    top <- pmax(joined, opened)
    value <- top + log(exp(joined - top) + exp(opened - top))
  }
  value
}
