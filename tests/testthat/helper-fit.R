# A fit of a gram that holds given draws (rows, chains one after another), without a sampler.
hand_made_fit <- function(gram, draws, chains = 2) {
  kept <- nrow(draws) / chains
  clusters <- apply(draws, 1, function(x) length(unique(x)))
  names <- c("log_posterior", "clusters", "theta", "xi", "gibbs_moved", "split_proposed",
             "split_accepted", "merge_proposed", "merge_accepted", "d")
  trace <- array(0, c(kept, chains, length(names)), list(NULL, NULL, names))
  trace[, , "clusters"] <- clusters
  trace[, , "log_posterior"] <- -100 - abs(clusters - stats::median(clusters)) - seq_len(kept) %% 7
  states <- lapply(seq_len(chains), function(chain) {
    list(slots = as.integer(draws[chain * kept, ]) - 1L, theta = 0, degrees = 0, xi = 1,
         rng = r_rng_state(1, chain), sweeps = kept)
  })
  trace[, , "theta"] <- 10
  trace[, , "xi"] <- 1
  trace[, , "d"] <- 5
  structure(
    list(
      gram = gram, matrix = list(G = unname(as.matrix(gram))), item = seq_along(gram$id),
      labels = array(as.integer(draws), c(kept, chains, ncol(draws))),
      trace = trace, prior = wishart_crp_prior(),
      control = mcmc_control(kept, 0, chains = chains),
      model = list(d = 5, d_octaves = 0, d_law = 1, d_grid = 5, d_weight = 0, r = 3, s = 4,
                   theta = 10, unit = 1, family = "crp", xi = 1, xi_shape = 0, xi_rate = 0),
      notes = c(d = "given", xi = "given"), state = states, seed = 1,
      seconds = 1, version = "0"
    ),
    class = "shape_fit"
  )
}

# Draws around labels: the last curve of each cluster of three and more is moved to the
# next cluster in one draw of `every`.
draws_around <- function(labels, every = 3, draws = 12) {
  labels <- match(labels, unique(labels))
  last <- vapply(split(seq_along(labels), labels), max, 1)
  last <- last[tabulate(labels) >= 3]
  t(vapply(seq_len(draws), function(t) {
    if (t %% every == 0) labels[last] <- labels[last] %% max(labels) + 1L
    match(labels, unique(labels))
  }, labels))
}
