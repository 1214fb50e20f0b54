# The partitions that a chain of the raw model meets, and their likelihoods.
met_by_chain <- function(S, d, theta) {
  prior <- wishart_crp_prior("paper", d = d, r = 3, s = 4, theta = theta, partition = crp(2))
  fit <- wishart_crp(as_gram(S), prior, mcmc_control(400, 0, chains = 1, seed = 1))
  met <- !duplicated(fit_labels(fit))
  list(labels = fit_labels(fit)[met, , drop = FALSE],
       log_likelihood = -fit$trace[met, 1, "deviance"] / 2)
}

test_that("the likelihood is the Wishart density integrated over alpha", {
  S <- small_gram(5, spread = 0.5)
  n <- 5
  r <- 3
  s <- 4
  for (theta in c(0.1, 5, 200)) {
    for (d in c(2, 7)) {
      met <- met_by_chain(S, d, theta)
      expect_gt(nrow(met$labels), 1)
      for (k in seq_len(min(4, nrow(met$labels)))) {
        labels <- met$labels[k, ]
        shape <- diag(n) + theta * outer(labels, labels, "==")
        # log of the density of S given alpha, without |S|^((d - n - 1)/2) / Gamma_n(d/2).
        log_density <- function(alpha) {
          Sigma <- alpha * shape
          n * d / 2 * log(d / 2) - d / 2 * log(det(Sigma)) -
            d / 2 * sum(diag(solve(Sigma) %*% S)) +
            r * log(s) - lgamma(r) - (r + 1) * log(alpha) - s / alpha
        }
        on_log_scale <- function(t) vapply(t, function(u) log_density(exp(u)) + u, 0)
        top <- optimize(on_log_scale, c(-15, 15), maximum = TRUE, tol = 1e-10)
        integral <- integrate(function(t) exp(on_log_scale(t) - top$objective),
                              top$maximum - 6, top$maximum + 12,
                              rel.tol = 1e-11, subdivisions = 1000)
        expected <- log(integral$value) + top$objective
        expect_equal(met$log_likelihood[k], expected, tolerance = 1e-8)
        expect_equal(dense_log_likelihood(S, labels, theta, d, r, s), expected,
                     tolerance = 1e-8)
      }
    }
  }
})

test_that("two items by hand", {
  S <- matrix(c(2, 1, 1, 3), 2)
  # One block: log|I + theta B| = log(1 + 2 theta), rest = tr S - theta/(1 + 2 theta) 7.
  d <- 4
  rest <- d / 2 * (5 - 1 / 3 * 7) + 4
  by_hand <- 4 * log(2) - d / 2 * log(3) + 3 * log(4) - lgamma(3) + lgamma(7) - 7 * log(rest)
  met <- met_by_chain(S, d, theta = 1)
  expect_equal(met$log_likelihood[met$labels[, 2] == 1], by_hand, tolerance = 1e-9)
})

test_that("after 10,000 moves the incremental sums equal a recount", {
  S <- small_gram(40, groups = 6, spread = 0.8)
  prior <- wishart_crp_prior("paper", d = 4, theta = c(0.3, 1, 3), partition = crp(c(2, 1)))
  fit <- wishart_crp(as_gram(S), prior, mcmc_control(2000, 1900, chains = 1, seed = 1,
                                                     split_merge = 5))
  expect_gt(sum(fit$trace[, 1, "gibbs_moved"]) * 40, 10000)
  expect_gt(sum(fit$trace[, 1, c("split_accepted", "merge_accepted")]), 100)
  trace <- fit_trace(fit)
  labels <- fit_labels(fit)
  for (t in c(1, 50, 100)) {
    recount <- dense_log_likelihood(S, labels[t, ], trace[t, 1, "theta"], 4, 3, 4)
    expect_equal(trace[[t, 1, "deviance"]], -2 * recount, tolerance = 1e-9)
    xi <- trace[[t, 1, "xi"]]
    expect_equal(
      trace[[t, 1, "log_posterior"]],
      recount + log_crp(tabulate(labels[t, ]), xi) + dgamma(xi, 2, 1, log = TRUE) - log(3),
      tolerance = 1e-9
    )
    expect_equal(trace[[t, 1, "clusters"]], max(labels[t, ]))
    expect_equal(trace[[t, 1, "largest"]], max(tabulate(labels[t, ])))
  }
})

test_that("with a flat likelihood the number of clusters follows the prior", {
  S <- diag(12)
  for (partition in list(crp(1.5), crp(c(2, 1)), mfm(2, 1), mfm(4, 0.5))) {
    prior <- wishart_crp_prior("paper", partition = partition, theta = 1e-12, d = 2)
    labels <- draw_partitions(S, prior, 10000, 5, seed = 3)
    counts <- tabulate(apply(labels, 1, max), 12)
    expected <- 10000 * cluster_count_law(partition, 12)
    rare <- expected < 10
    observed <- c(counts[!rare], sum(counts[rare]))
    expected <- c(expected[!rare], sum(expected[rare]))
    p_value <- pchisq(sum((observed - expected)^2 / expected), length(expected) - 1,
                      lower.tail = FALSE)
    expect_gt(p_value, 1e-4)
  }
})

test_that("numbers stay numbers", {
  rank_one <- tcrossprod(seq(0.5, 1.5, length.out = 30))
  duplicates <- small_gram(15)[rep(1:15, 2), rep(1:15, 2)]
  near <- tcrossprod(rep(1:15, 2) + 1e-6 * seq_len(30))
  cases <- list(diag(30), matrix(1, 30, 30), rank_one, duplicates, 1e-12 * duplicates,
                1e12 * duplicates, near, matrix(0, 30, 30))
  for (S in cases) {
    for (prior in list(wishart_crp_prior(),
                       wishart_crp_prior("paper", theta = c(1e-12, 1e4), d = 1000))) {
      control <- mcmc_control(60, 20, chains = 3, seed = 1)
      fit <- suppressMessages(wishart_crp(as_gram(S), prior, control),
                              classes = "shapecrp_message_copies")
      expect_true(all(is.finite(fit$trace)))
      expect_true(all(fit$labels >= 1 & fit$labels <= 30))
    }
  }
})

test_that("two thousand curves from one cluster and from singletons", {
  S <- diag(2000)
  S[1:1000, 1:1000] <- S[1:1000, 1:1000] + 0.5
  prior <- wishart_crp_prior("paper", theta = c(1, 1e4), d = 1000, partition = crp(1))
  fit <- wishart_crp(as_gram(S), prior,
                     mcmc_control(2, 1, chains = 2, init = list("one", "singletons"),
                                  seed = 1, split_merge = 2))
  expect_true(all(is.finite(fit$trace)))
})
