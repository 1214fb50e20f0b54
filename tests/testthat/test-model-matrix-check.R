quick <- function(draws = 30, ...) {
  mcmc_control(draws, 10, chains = 2, seed = 3, n_threads = 1, ...)
}

priors <- list(
  default = wishart_crp_prior(), paper = wishart_crp_prior("paper"),
  local = wishart_crp_prior(kernel = "local", partition = mfm()),
  centred = wishart_crp_prior("paper", center = TRUE, d = 0.9),
  path_unclipped = wishart_crp_prior(clip = FALSE, d = 4, s = 1)
)

# Inner products of 16 points with two negative eigenvalues, in a unit of their own.
rough_gram <- function() {
  S <- 40 * gram_matrix(clear_gram(16, spread = 0.6))
  z <- cbind(sin(1:16), cos(3 * (1:16)))
  as_gram(S + diag(3, 16) - tcrossprod(z))
}

# A run of 30 sweeps that was killed after 20.
cut_short <- function(gram, prior) {
  fit <- wishart_crp(gram, prior, quick(20))
  fit$control$draws <- 30L
  fit
}

test_that("a fit that goes on, is read or predicts makes no routes and no eigenvalues again", {
  file <- withr::local_tempfile()
  gram <- rough_gram()
  known <- as.matrix(gram)[, 1:2]
  whole <- lapply(priors, function(prior) wishart_crp(gram, prior, quick()))
  cut <- lapply(priors, function(prior) cut_short(gram, prior))
  predicted <- lapply(whole, function(fit) predict_rows(fit, known, diag(known), c("a", "b")))
  again <- function(...) abort_shapecrp("learnt again", "test")
  local_mocked_bindings(
    learn_model_matrix = again, least_routes = again, clip_gram = again, gram_spectrum = again,
    guess_partition = again
  )
  for (name in names(priors)) {
    save_fit(cut[[name]], file)
    resumed <- resume(file)
    expect_identical(resumed[c("labels", "trace", "state", "matrix", "model")],
                     whole[[name]][c("labels", "trace", "state", "matrix", "model")], info = name)
    expect_identical(sample_more(cut[[name]])$labels, whole[[name]]$labels, info = name)
    expect_identical(predict_rows(resumed, known, diag(known), c("a", "b")), predicted[[name]],
                     info = name)
  }
})

test_that("matrices of all kinds of grams are taken back", {
  withr::local_seed(1)
  x <- matrix(rnorm(60), 20)
  shapes <- simulate_shapes(12, classes = 3, seed = 1)
  grams <- list(
    as_gram(matrix(1)), as_gram(diag(2)), as_gram(matrix(0, 3, 3)), as_gram(diag(30)),
    euclidean_gram(1e6 * x), euclidean_gram(x[c(1:20, 1:5), ]), euclidean_gram(matrix(1:30)),
    dist_gram(dist(x, "manhattan")), rough_gram(),
    elastic_gram(shapes, n_points = 30, search = "fast"),
    elastic_gram(shapes, n_points = 30, search = "fast", scale = FALSE)
  )
  for (gram in grams) {
    for (prior in priors) {
      items <- model_items(gram)
      delta <- distances_for(prior, items)
      prepared <- tryCatch(prepare_gram(gram, prior), shapecrp_error_input = function(e) NULL)
      if (is.null(prepared)) next
      expect_identical(check_model_matrix(prepared$matrix, items, prior, delta), prepared$matrix)
      expect_identical(
        check_model_numbers(prepared$model, items, prior, delta, prepared$matrix$G),
        prepared$model
      )
    }
  }
})

test_that("a matrix that is not that of its gram and prior is refused", {
  file <- withr::local_tempfile()
  gram <- rough_gram()
  with_entry <- function(x, value) {
    x[3, 5] <- x[5, 3] <- value
    x
  }
  damage <- list(
    G = function(x) x[-1, -1], G = function(x) x[-1, ], G = function(x) as.vector(x),
    G = function(x) round(x), G = function(x) with_entry(x, NaN), G = function(x) 2 * x,
    G = function(x) replace(x, 2, x[2] + 0.1), G = function(x) with_entry(x, x[3, 5] + 0.1),
    G = function(x) x[16:1, 16:1], G = function(x) "a", G = function(x) list(),
    unit = function(x) 2 * x, unit = function(x) c(x, x), unit = function(x) Inf,
    norms = function(x) x[-1], norms = function(x) rev(x), norms = function(x) replace(x, 1, NA),
    metric = function(x) "arc", metric = function(x) NULL,
    means = function(x) x + 1, means = function(x) x[-1], means = function(x) "a",
    negative = function(x) x[-1, , drop = FALSE], negative = function(x) 2 * x,
    negative = function(x) x[16:1, , drop = FALSE], negative = function(x) cbind(x, diag(16)[, 1]),
    negative = function(x) replace(x, 1, Inf), negative = function(x) x[, 0],
    negative = function(x) x * 0, negative = function(x) diag(16),
    size = function(x) x + 1, size = function(x) x[-1], size = function(x) NULL,
    kernel = function(x) "path", kernel = function(x) list(),
    kernel = function(x) replace(x, "name", "other"),
    kernel = function(x) c(x, list(more = 1))
  )
  learnt <- list(
    sigma = function(x) x + 1, sigma = function(x) x[-1], sigma = function(x) -x,
    sums = function(x) x[-1, -1], sums = function(x) x * 0, sums = function(x) 2 * x,
    sums = function(x) x / 2, sums = function(x) with_entry(x, 0), sums = function(x) -x,
    sums = function(x) with_entry(x, NaN), sums = function(x) x + 1, sums = function(x) "a",
    neighbours = function(x) 1e9, neighbours = function(x) -1
  )
  for (prior in names(priors)) {
    fit <- cut_short(gram, priors[[prior]])
    save_fit(fit, file)
    expect_no_error(resume(file))
    refused <- function(path, change, of = fit) {
      held <- of$matrix[[path]]
      if (is.null(held) && !identical(path, c("kernel", "neighbours"))) {
        return(invisible())
      }
      changed <- of
      changed$matrix[[path]] <- change(held)
      if (identical(changed$matrix, of$matrix)) {
        return(invisible())
      }
      save_fit(changed, file)
      error <- expect_error(resume(file), class = "shapecrp_error_file",
                            info = paste(prior, paste(path, collapse = "$"), deparse1(change)))
      expect_identical(error$reason, "damaged")
    }
    for (i in seq_along(damage)) refused(names(damage)[i], damage[[i]])
    for (i in seq_along(learnt)) refused(c("kernel", names(learnt)[i]), learnt[[i]])
    other <- fit
    other$matrix <- cut_short(gram, priors[[if (prior == "default") "local" else "default"]])$matrix
    save_fit(other, file)
    expect_error(resume(file), class = "shapecrp_error_file", info = prior)
    other$matrix <- cut_short(clear_gram(16, spread = 1), priors[[prior]])$matrix
    save_fit(other, file)
    expect_error(resume(file), class = "shapecrp_error_file", info = prior)
  }
})

test_that("numbers of a model that gram and prior do not give are refused", {
  file <- withr::local_tempfile()
  for (prior in priors) {
    fit <- cut_short(rough_gram(), prior)
    for (name in setdiff(names(fit$model), "theta")) {
      # A dimension of residuals can be any number up to that of items.
      off <- if (name == "d" && identical(prior$d, "residual")) 1e4 else 7.5
      for (value in list(-1, off, NaN, "a", NULL)) {
        changed <- fit
        changed$model[[name]] <- value
        save_fit(changed, file)
        expect_error(resume(file), class = "shapecrp_error_file", info = name)
      }
    }
  }
})

test_that("a fit that lost the matrix of its model neither goes on nor predicts", {
  fit <- cut_short(rough_gram(), priors$default)
  for (G in list(NULL, diag(3), "a")) {
    fit$matrix["G"] <- list(G)
    expect_error(sample_more(fit), "hold the matrix", class = "shapecrp_error_input")
    expect_error(predict_rows(fit, matrix(0, 16, 1), 1, "a"), "hold the matrix",
                 class = "shapecrp_error_input")
  }
})
