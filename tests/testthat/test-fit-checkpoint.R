gram <- clear_gram(20, spread = 0.6)
quick <- function(draws = 60, burn_in = 20, ...) {
  mcmc_control(draws, burn_in, chains = 2, seed = 7, n_threads = 1, ...)
}
whole <- wishart_crp(gram, control = quick())

# What a run of 60 sweeps that was killed after 37 leaves behind.
cut_fit <- function() {
  fit <- wishart_crp(gram, control = quick(37))
  fit$control <- whole$control
  fit
}
cut <- cut_fit()

test_that("a checkpoint holds all that a run needs, whatever its parts", {
  file <- withr::local_tempfile()
  curves <- simulate_shapes(10, classes = 2, seed = 1)
  curves$truth[3] <- NA
  grams <- list(
    elastic_gram(curves, search = "fast", n_points = 30),
    elastic_gram(curves, scale = FALSE, n_points = NULL, search = "fast"),
    dist_gram(dist(matrix(1:16, 8))), euclidean_gram(matrix(rnorm(20), 10)), as_gram(diag(5))
  )
  priors <- list(
    wishart_crp_prior(), wishart_crp_prior("paper"), wishart_crp_prior(partition = mfm(3, 0.5)),
    wishart_crp_prior(partition = crp(c(2, 1)), kernel = "local"),
    wishart_crp_prior("paper", d = 0.9, theta = 3)
  )
  for (k in seq_along(grams)) {
    fit <- wishart_crp(grams[[k]], priors[[k]], quick(thin = k, checkpoint = file))
    again <- resume(file)
    fit$times <- again$times <- NULL
    expect_identical(again, fit)
  }
})

test_that("starts given as labels of any kind are kept as a partition", {
  file <- withr::local_tempfile()
  init <- list(factor(rep(c("b", "a"), 10)), "one")
  fit <- wishart_crp(gram, control = quick(init = init, checkpoint = file))
  again <- resume(file)
  expect_identical(again$control$init, list(rep(1:2, 10), "one"))
  expect_identical(again$labels, fit$labels)
  expect_output(print(again$control), "given labels, one")
})

test_that("250 checkpoints with random bytes changed are 250 errors", {
  file <- withr::local_tempfile()
  damaged <- withr::local_tempfile()
  save_fit(cut, file)
  size <- file.size(file)
  withr::local_seed(1)
  refused <- vapply(1:250, function(trial) {
    places <- sample.int(size, sample.int(8, 1))
    change_bytes(file, damaged, places, by = sample.int(255, length(places), replace = TRUE))
    condition <- tryCatch(resume(damaged), error = identity)
    inherits(condition, "shapecrp_error_file")
  }, NA)
  expect_identical(sum(refused), 250L)
  expect_identical(resume(file)$labels, whole$labels)
})

test_that("32 crafted states are 32 errors, by every road, before the core sees them", {
  file <- withr::local_tempfile()
  crafted <- crafted_states()
  expect_length(crafted, 32)
  for (name in names(crafted)) {
    fit <- cut
    fit$state <- crafted[[name]](cut$state)
    expect_error(sample_more(fit), class = "shapecrp_error_input", info = name)
    save_fit(fit, file)
    error <- expect_error(resume(file), class = "shapecrp_error_file", info = name)
    expect_identical(error$reason, "damaged", info = name)
  }
})

test_that("the core refuses crafted states too", {
  crafted <- crafted_states()
  new <- function(fit) new_chains(matrix_of_model(fit)$G, fit$model, fit$control, fit$state)
  expect_type(new(cut), "externalptr")
  # The glue rounds fractions and text to slots, and takes any number of chains.
  for (name in setdiff(names(crafted), c("a chain too few", "slots that are text",
                                         "slots that are fractions"))) {
    fit <- cut
    fit$state <- crafted[[name]](cut$state)
    expect_error(new(fit), info = name)
  }
  thin <- cut
  thin$control$thin <- 0L
  expect_error(new(thin), "thin")
})

test_that("every other part of a checkpoint is checked as well", {
  file <- withr::local_tempfile()
  refused <- function(change, of = cut) {
    packed <- change(pack_fit(of))
    write_plain(packed, file, "checkpoint")
    error <- expect_error(resume(file), class = "shapecrp_error_file")
    expect_identical(error$reason, "damaged")
  }
  write_plain(pack_fit(cut), file, "checkpoint")
  expect_identical(resume(file)$labels, whole$labels)

  for (name in checkpoint_fields) {
    refused(function(x) x[setdiff(names(x), name)])
    refused(function(x) {
      x[name] <- list(NULL)
      x
    })
    refused(function(x) {
      x[[name]] <- "text"
      x
    })
  }
  set <- function(...) {
    path <- c(...)
    function(value) {
      refused(function(x) {
        x[[path]] <- value
        x
      })
    }
  }
  for (bad in list(0L, -1L, NA_integer_, 1.5, 1e10, "1")) set("control", "thin")(bad)
  for (bad in list(0L, 1e10, NaN)) set("control", "draws")(bad)
  for (bad in list(-1L, 59.5)) set("control", "burn_in")(bad)
  for (bad in list(0L, 3L, 1e9)) set("control", "chains")(bad)
  for (bad in list("all", character())) set("control", "moves")(bad)
  set("control", "usual_size")(-1)
  set("control", "exact")(NA)
  set("control", "seed")(-1)
  set("control", "unknown")(1)
  set("prior", "theta")(c(1, -1))
  set("prior", "theta")(1)
  set("prior", "kernel")("other")
  set("prior", "d")(-3)
  set("prior", "partition")(list(family = "other"))
  set("prior", "partition")(list(family = "crp", xi = -1))
  set("prior", "partition")(list(family = "crp", xi = 1, more = 2))
  for (bad in list(Inf, NaN, -1, c(1, 2))) {
    set("model", "d")(bad)
    set("model", "s")(bad)
  }
  set("model", "d")(length(cut$gram) + 1)
  set("model", "xi")(-1)
  set("model", "d_octaves")(c(0, 1 / 16))
  set("model", "d_octaves")(NULL)
  set("model", "d_law")(c(0.5, 0.4))
  set("model", "d_law")(NA_real_)
  set("model", "d_grid")(cut$model$d + 1)
  set("model", "d_grid")(rep(cut$model$d, 2))
  set("model", "d_weight")(Inf)
  set("model", "d_weight")(rep(1, length(cut$model$d_grid)))
  set("model", "theta")(rep(1, 12))
  set("model", "family")("mfm")
  set("seconds")(-1)
  set("seed")(1.5)
  set("notes")(c("no", "names"))
  S <- unname(cut$gram$S)
  for (bad in list(S[-1, ], S + row(S), replace(S, 2, NaN), replace(S, 1, -1), unlist(S)[1])) {
    set("gram", "S")(bad)
  }
  set("gram", "id")(rep("a", 20))
  set("gram", "id")(as.character(1:19))
  set("gram", "closed")(TRUE)
  set("gram", "settings")(list(source = "curves"))
  set("gram", "settings")(list())
  set("labels")(cut$labels[-1, , ])
  set("labels")(cut$labels[, , -1])
  set("labels")(cut$labels + 1L)
  set("labels")(replace(cut$labels, 5, 7L))
  set("labels")(replace(cut$labels, 5, NA))
  set("labels")(cut$labels + 0)
  set("trace")(cut$trace[-1, , ])
  set("trace")(unname(cut$trace))
  set("trace")(replace(cut$trace, 5, NaN))
  clusters <- cut$trace
  clusters[30, 1, "clusters"] <- 19
  set("trace")(clusters)
})

test_that("curves of a checkpoint pass the door of all curves", {
  file <- withr::local_tempfile()
  curves <- simulate_shapes(6, classes = 2, seed = 1)
  fit <- wishart_crp(elastic_gram(curves, search = "fast", n_points = 30), control = quick())
  refused <- function(field, value) {
    packed <- pack_fit(fit)
    packed$gram$curves[[field]] <- value
    write_plain(packed, file, "checkpoint")
    expect_error(resume(file), class = "shapecrp_error_file")
  }
  points <- pack_fit(fit)$gram$curves$points
  refused("points", points[-1])
  refused("points", replace(points, 2, list(replace(points[[2]], 1, NaN))))
  refused("points", replace(points, 2, list(points[[2]][1:2, ])))
  refused("points", replace(points, 2, list("a")))
  refused("id", rev(curves$id))
  refused("closed", FALSE)
  refused("closed", NA)
  refused("truth", list(codes = rep(9L, 6), levels = c("a", "b")))
  refused("truth", list(codes = 1:6, levels = rep("a", 6)))
  packed <- pack_fit(fit)
  packed$gram$settings$n_points <- -1L
  write_plain(packed, file, "checkpoint")
  expect_error(resume(file), class = "shapecrp_error_file")
})

test_that("what is wrong with a checkpoint is said in one voice", {
  file <- withr::local_tempfile()
  text <- withr::local_tempfile(lines = "not a fit")
  rds <- withr::local_tempfile()
  saveRDS(cut, rds, compress = FALSE)
  bytes <- {
    save_fit(cut, file)
    readBin(file, "raw", file.size(file))
  }
  short <- withr::local_tempfile()
  writeBin(bytes[1:1000], short)
  changed <- withr::local_tempfile()
  change_bytes(file, changed, 1000)
  thin <- cut
  thin$control$thin <- 0L
  crafted <- withr::local_tempfile()
  save_fit(thin, crafted)
  hide <- function(lines) gsub("'[^']*'", "'<file>'", gsub("\\s+", " ", lines))
  expect_snapshot(error = TRUE, transform = hide, {
    resume(text)
    resume(rds)
    resume(short)
    resume(changed)
    resume(crafted)
  })
})

test_that("a checkpoint of an older package is used, and told", {
  file <- withr::local_tempfile()
  save_fit(cut, file)
  plain <- read_plain
  local_mocked_bindings(read_plain = function(...) {
    read <- plain(...)
    read$version <- "0.0.1"
    read
  })
  expect_message(fit <- resume(file), "version 0.0.1 of shapecrp",
                 class = "shapecrp_message_version")
  expect_identical(fit$version, "0.0.1")
  expect_identical(fit$labels, whole$labels)
})

test_that("two runs on one checkpoint are refused, and a dead run keeps no lock", {
  skip_on_cran()
  skip_if_not_installed("callr")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "run")
  child <- callr::r_bg(function(file, gram) {
    options(shapecrp.checkpoint_seconds = 0)
    control <- shapecrp::mcmc_control(1e8, 20, thin = 1e4, chains = 2, seed = 7, n_threads = 1,
                                      checkpoint = file)
    shapecrp::wishart_crp(gram, control = control)
  }, list(file, gram), libpath = .libPaths())
  withr::defer(child$kill())
  for (wait in 1:300) {
    if (file.exists(file) || !child$is_alive()) break
    Sys.sleep(0.1)
  }
  expect_true(child$is_alive())
  error <- expect_error(resume(file), class = "shapecrp_error_locked")
  expect_match(conditionMessage(error), "Another run is using the checkpoint")
  expect_error(wishart_crp(gram, control = quick(checkpoint = file)),
               class = "shapecrp_error_locked")
  mine <- cut
  mine$control$checkpoint <- file
  expect_error(sample_more(mine), class = "shapecrp_error_locked")
  local_mocked_bindings(r_inner_products = function(...) abort_shapecrp("compared", "test"))
  expect_error(
    cluster_shapes(simulate_shapes(4, 2, seed = 1), control = quick(checkpoint = file)),
    class = "shapecrp_error_locked"
  )

  child$kill()
  left <- read_checkpoint(file)
  expect_gt(sweeps_done(left), 0)
  # Fifty sweeps more are those of one long run.
  left$control$draws <- as.integer(sweeps_done(left) + 50)
  left$control$thin <- 1L
  left$control$burn_in <- as.integer(sweeps_done(left))
  left$labels <- left$labels[0, , , drop = FALSE]
  save_fit(left, file)
  again <- resume(file)
  expect_identical(again$labels, sample_more(left, 50)$labels)
  unlink(paste0(file, ".part"))
  expect_identical(list.files(folder), "run")
})
