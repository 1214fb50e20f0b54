# Where there is nothing to find, does the default say so? One family of curves, curves no two
# of which are alike, clouds of points: the number of clusters of the partition, P(K = 1), the
# mean certainty, whether the chains agree, and whether the printed fit says that no structure was
# found. A fit is said to be unsure where its chains disagree, which it prints first of all, or
# where it prints that its resolution is uncertain.
# Writes the table to vignettes/no_structure.csv. Grams of curves are kept in the folder that
# SHAPECRP_BENCH_CACHE names, where it does.

source("bench/common.R")

# One set of every family, with noises and sizes in turn; large ones with the fast search.
one_family_sets <- function() {
  kinds <- expand.grid(closed = c(TRUE, FALSE), dim = 2:3)
  families <- do.call(rbind, Map(function(closed, dim) {
    data.frame(family = names(shapecrp:::families(closed, dim)), closed = closed, dim = dim)
  }, kinds$closed, kinds$dim))
  at <- seq_len(nrow(families))
  families$noise <- (1:5 / 10)[(at - 1) %% 5 + 1]
  families$n <- c(20, 40, 60, 100, 150, 200, 300)[(at - 1) %% 7 + 1]
  families$name <- with(families, sprintf("one family: %s, %s, %d-D, noise %.1f", family,
                                          ifelse(closed, "closed", "open"), dim, noise))
  lapply(at, function(i) {
    with(families[i, ], set_of_curves(name, simulate_shapes(
      n, family, noise, closed, dim, seed = 40 + i
    )))
  })
}

# Curves each of a random family of its own.
stranger_sets <- function() {
  strangers <- function(n, closed, dim) {
    set_of_curves(sprintf("strangers, %s, %d-D", if (closed) "closed" else "open", dim),
                  simulate_shapes(1, 1, 0.1, closed, dim, outliers = n, seed = n)[-1])
  }
  list(strangers(20, TRUE, 2), strangers(60, TRUE, 2), strangers(150, TRUE, 2),
       strangers(60, FALSE, 2), strangers(60, FALSE, 3))
}

cloud_sets <- function() {
  laws <- list(
    Gaussian = function(n, p) matrix(stats::rnorm(n * p), n),
    "heavy tails (t, 3 degrees)" = function(n, p) {
      matrix(stats::rnorm(n * p), n) / sqrt(stats::rchisq(n, 3) / 3)
    },
    uniform = function(n, p) matrix(stats::runif(n * p), n)
  )
  clouds <- rbind(
    expand.grid(dim = c(1, 2, 5, 20, 100, 300), n = c(20, 60, 200), law = "Gaussian"),
    expand.grid(dim = c(1, 2, 20, 300), n = 500, law = "Gaussian"),
    expand.grid(dim = c(2, 10, 100), n = c(20, 100, 300), law = names(laws)[2:3])
  )
  Map(function(dim, n, law) {
    list(name = sprintf("cloud, %s, %d-D", law, dim),
         gram = shapecrp:::with_seed(7, euclidean_gram(laws[[law]](n, dim))))
  }, clouds$dim, clouds$n, as.character(clouds$law))
}

set_of_curves <- function(name, curves) {
  n <- length(curves)
  kept <- gsub("[^A-Za-z0-9]+", "_", sprintf("nothing %s %d", name, n))
  gram <- keep_in("SHAPECRP_BENCH_CACHE", kept, if (n > 60) {
    elastic_gram(curves, search = "fast", n_points = 50)
  } else {
    elastic_gram(curves)
  })
  list(name = name, gram = gram)
}

measure <- function(set) {
  fit <- default_fit(set$gram)
  count <- summary(fit)$clusters
  printed <- utils::capture.output(print(fit))
  row <- data.frame(
    set = set$name, n = length(set$gram), d = fit$model$d, K = max(clusters(fit)),
    one = if ("1" %in% names(count)) count[["1"]] else 0,
    certainty = mean(fit$partition$certainty),
    agree = isTRUE(shapecrp:::judge_chains(fit$diagnostics, fit)$agree),
    said = any(grepl("No structure found", printed, fixed = TRUE)),
    unsure = any(grepl("Resolution +uncertain", printed))
  )
  cat(sprintf("%-48s %4d %6.1f %3d  %6.2f  %7.2f  %-12s  %-19s  %s\n", row$set, row$n, row$d,
              row$K, row$one, row$certainty, if (row$agree) "yes" else "no",
              if (row$said) "yes" else "no", if (row$unsure) "yes" else "no"))
  row
}

print_machine()
cat(sprintf("\n%-48s %4s %6s %3s  %s\n", "set", "n", "d", "K",
            "P(K=1)  certain  chains agree  says \"no structure\"  resolution uncertain"))
makers <- c(one_family_sets, stranger_sets, cloud_sets)
table <- do.call(rbind, lapply(makers, function(sets) do.call(rbind, lapply(sets(), measure))))
write_rounded(table, "no_structure.csv")

one <- table$K == 1
unsure <- !table$agree | table$unsure
cat(sprintf("\n%d sets, %d of them with chains that agree\n", nrow(table), sum(table$agree)))
tell_asked(sprintf("share with one cluster (%d of %d)", sum(one), nrow(table)), mean(one),
           ">= 29/30", mean(one) >= 29 / 30)
tell_asked(sprintf("the same, where chains agree (%d of %d)", sum(one & table$agree),
                   sum(table$agree)), mean(one[table$agree]), ">= 29/30",
           mean(one[table$agree]) >= 29 / 30)
tell_asked("share said to be unsure where there are more clusters",
           if (all(one)) 1 else mean(unsure[!one]), "1", all(unsure[!one]))
cat(sprintf("  %s, n = %d: K = %d, certainty %.2f, chains %s\n", table$set, table$n, table$K,
            table$certainty, ifelse(table$agree, "agree", "disagree"))[!one], sep = "")
