# Bad input to every exported function: the call, and words of the error that it raises.

shapes <- simulate_shapes(6, classes = 2, seed = 1)
open <- simulate_shapes(4, classes = 2, closed = FALSE, seed = 1)
solid <- simulate_shapes(4, classes = 2, dim = 3, seed = 1)
gram <- elastic_gram(shapes, search = "fast", n_points = 20)
given <- as_gram(diag(4))
fit <- finish_fit(hand_made_fit(gram, draws_around(shapes$truth)))
bare <- hand_made_fit(given, draws_around(c(1, 1, 2, 2)))
early <- fit
early$partition <- NULL
early$labels <- fit$labels[0, , , drop = FALSE]
found <- partition(fit)
pair <- align_pair(shapes[1], shapes[2], n_points = 20)
prior <- wishart_crp_prior()
control <- mcmc_control(20, 10, chains = 1, seed = 1)
points <- list(cbind(c(0, 1, 1, 0), c(0, 0, 1, 1)), cbind(c(0, 3, 0), c(0, 0, 4)))
lopsided <- matrix(c(1, 0.5, 0.2, 1), 2)

bad <- function(call, says, class = "input") {
  list(call = substitute(call), says = says, class = class)
}

cases <- list(
  # Curves
  bad(shape_curves(points), "`closed` must be TRUE"),
  bad(shape_curves(points, closed = "yes"), "`closed` must be TRUE or FALSE"),
  bad(shape_curves(points, closed = NA), "`closed` must be TRUE or FALSE"),
  bad(shape_curves(), "`x` must be a list"),
  bad(shape_curves(1:3, closed = TRUE), "`x` must be a list"),
  bad(shape_curves(list(), closed = TRUE), "`x` must hold at least one curve"),
  bad(shape_curves(list(1, 2), closed = TRUE), "`x[[1]]` must be a numeric matrix"),
  bad(shape_curves(list(matrix(NA, 4, 2)), closed = TRUE), "`x[[1]]` must be a numeric matrix"),
  bad(shape_curves(list(matrix(Inf, 4, 2)), closed = TRUE), "`x[[1]]` must hold finite"),
  bad(shape_curves(points, closed = TRUE, id = "a"), "`id` must be 2 strings"),
  bad(shape_curves(points, closed = TRUE, id = c("a", "a")), "`id` must be unique"),
  bad(shape_curves(points, closed = TRUE, truth = 1:3), "`truth` must be NULL or have 2"),
  bad(shape_curves(data.frame(x = 1, y = 1), closed = TRUE), "`x` must have a column `id`"),
  bad(shape_curves(array(1, c(2, 5, 0)), closed = TRUE), "`x` must hold at least one curve"),
  bad(shapes[7], "`i` must be whole numbers from 1 to 6"),
  bad(shapes["cow"], "`i` must be ids"),
  bad(shapes[["cow"]], "`i` must be ids"),
  bad(c(shapes, open), "`..2` must hold closed curves"),
  bad(c(shapes, 1), "`..2` must be curves"),
  bad(names(shapes) <- "a", "`id` must be 6 strings"),
  bad(plot(shapes, max_curves = -1), "`max_curves` must be a whole number"),
  bad(plot(shapes, start = 1), "`start` must be TRUE or FALSE"),
  bad(plot(shapes, curves = 3), "`...` must be empty"),
  bad(simulate_shapes(n = 0), "`n` must be a whole number of at least 3"),
  bad(simulate_shapes(n = NA), "`n` must be a whole number"),
  bad(simulate_shapes(classes = "cow"), "`classes` must be families"),
  bad(simulate_shapes(noise = -1), "`noise` must be a number"),
  bad(simulate_shapes(noise = "a lot"), "`noise` must be a number"),
  bad(simulate_shapes(closed = 1), "`closed` must be TRUE or FALSE"),
  bad(simulate_shapes(dim = 1), "`dim` must be a whole number of at least 2"),
  bad(simulate_shapes(outliers = -2), "`outliers` must be a whole number"),
  bad(simulate_shapes(seed = "one"), "`seed` must be a whole number"),

  # Pairs
  bad(align_pair(points[[1]]), "`x` must be made by shape_curves()"),
  bad(align_pair(shapes[1:3]), "`x` must hold two curves"),
  bad(align_pair(shapes[1], open[1]), "`y` must hold closed curves in 2-D"),
  bad(align_pair(shapes[1], solid[1]), "`y` must hold closed curves in 2-D"),
  bad(align_pair(shapes[1], 2), "`y` must be made by shape_curves()"),
  bad(align_pair(shapes[1:2], scal = FALSE), "`...` must hold settings"),
  bad(align_pair(shapes[1:2], search = "quick"), "`search` must be one of"),
  bad(plot(pair, links = -1), "`links` must be a whole number"),
  bad(plot(pair, gap = "wide"), "`gap` must be a number"),
  bad(plot(pair, lines = 3), "`...` must be empty"),

  # Inner products
  bad(elastic_gram(points), "`curves` must be made by shape_curves()"),
  bad(elastic_gram(), "`curves` must be made by shape_curves()"),
  bad(elastic_gram(shapes, scale = "no"), "`scale` must be TRUE or FALSE"),
  bad(elastic_gram(shapes, rotation = NA), "`rotation` must be TRUE or FALSE"),
  bad(elastic_gram(shapes, rotation = FALSE, reflection = TRUE), "`reflection` must be FALSE"),
  bad(elastic_gram(shapes, direction = "back"), "`direction` must be one of"),
  bad(elastic_gram(shapes, n_points = 2), "`n_points` must be a whole number"),
  bad(elastic_gram(shapes, n_points = 1e9), "`n_points` must be a whole number"),
  bad(elastic_gram(shapes, search = 1), "`search` must be one of"),
  bad(elastic_gram(shapes, smooth = -1), "`smooth` must be a number"),
  bad(elastic_gram(shapes, pad_ends = 3), "`pad_ends` must be 0 for closed curves"),
  bad(elastic_gram(shapes, n_threads = 0), "`n_threads` must be a whole number"),
  bad(elastic_cross(shapes, 3), "`new_curves` must be curves"),
  bad(elastic_cross(shapes), "`new_curves` must be curves"),
  bad(elastic_cross(3, shapes), "`curves` must be curves"),
  bad(elastic_cross(points, points, closed = NA), "`closed` must be TRUE or FALSE"),
  bad(elastic_cross(shapes, open), "`new_curves` must hold closed curves"),
  bad(elastic_cross(given, shapes), "cannot be compared with new curves", "no_curves"),
  bad(elastic_cross(gram, shapes, scale = TRUE), "`...` must be empty"),
  bad(c(given, shapes), "cannot be extended", "no_curves"),
  bad(c(gram, open), "`new_curves` must hold closed curves"),
  bad(c(gram, 3), "`new_curves` must be curves"),
  bad(gram[9], "`i` must be whole numbers from 1 to 6"),
  bad(gram["cow"], "`i` must be ids"),
  bad(names(gram) <- "a", "`id` must be 6 strings"),
  bad(as_gram("a"), "`S` must be a numeric matrix"),
  bad(as_gram(), "`S` must be a numeric matrix"),
  bad(as_gram(matrix(1:6, 2)), "`S` must be square"),
  bad(as_gram(lopsided), "`S` must be symmetric"),
  bad(as_gram(diag(c(1, -1))), "`S` must have a diagonal"),
  bad(as_gram(matrix(NA_real_, 2, 2)), "`S` must hold finite numbers"),
  bad(as_gram(diag(2), id = "a"), "`id` must be 2 strings"),
  bad(as_gram(diag(2), id = sum), "`id` must be 2 strings, one a curve, it is a primitive"),
  bad(as_gram(diag(2), id = list(1, 2:3)), "`id` must be 2 strings"),
  bad(dist_gram(1 - diag(2), id = sum), "`id` must be 2 strings"),
  bad(euclidean_gram(diag(2), id = sum), "`id` must be 2 strings"),
  bad(`names<-`(given, sum), "`id` must be 4 strings"),
  bad(as_gram(diag(2), metric = "cosine"), "`metric` must be one of \"l2\", \"arc\""),
  bad(as_gram(diag(c(1, 2)), metric = "arc"), "`S` must have ones on its diagonal"),
  bad(as_gram(matrix(c(1, 2, 2, 1), 2), metric = "arc"), "`S` must have no entry beyond 1"),
  bad(as_gram(diag(2) * 1e300), "`S` must have inner products of a size between 1e-280 and 1e+280"),
  bad(as_gram(diag(2) * 1e-300), "`S` must have inner products of a size between 1e-280"),
  bad(dist_gram(1e200 * (1 - diag(2))), "`D` must hold distances of a size between 1e-140"),
  bad(dist_gram(1e-200 * (1 - diag(2))), "`D` must hold distances of a size between 1e-140"),
  bad(euclidean_gram(1e200 * diag(2)), "`X` must hold coordinates of a size between 1e-140"),
  bad(euclidean_gram(1e-200 * diag(2)), "`X` must hold coordinates of a size between 1e-140"),
  bad(as.dist(given, diag = NA), "`diag` must be TRUE or FALSE"),
  bad(as.dist(bare, upper = 2), "`upper` must be TRUE or FALSE"),
  bad(is_elastic_gram(), "`x` must be given, it is missing"),
  bad(is_shape_curves(), "`x` must be given, it is missing"),
  bad(is_shape_fit(), "`x` must be given, it is missing"),
  bad(is_shape_partition(), "`x` must be given, it is missing"),
  bad(is_mcmc_control(), "`x` must be given, it is missing"),
  bad(is_wishart_crp_prior(), "`x` must be given, it is missing"),
  bad(dist_gram(), "`D` must be a numeric matrix"),
  bad(euclidean_gram(), "`X` must be a numeric matrix"),
  bad(dist_gram(lopsided), "`D` must be symmetric"),
  bad(dist_gram(diag(2)), "`D` must be 0 on its diagonal"),
  bad(dist_gram(matrix(c(0, -1, -1, 0), 2)), "`D` must hold distances"),
  bad(dist_gram(NULL), "`D` must be a numeric matrix"),
  bad(euclidean_gram("a"), "`X` must be a numeric matrix"),
  bad(euclidean_gram(matrix(c(1, NA), 2)), "`X` must hold finite numbers"),
  bad(euclidean_gram(data.frame(a = "x")), "`X` must be a numeric matrix"),
  bad(plot(gram, partition = 1:2), "`partition` must be a vector of 6 labels"),
  bad(plot(gram, type = "pie"), "`type` must be one of"),
  bad(plot(gram, palette = 1), "`...` must be empty"),

  # The model and the sampler
  bad(crp(0), "`xi` must be a number of at least 1e-10 and at most 1e+10"),
  bad(crp("a"), "`xi` must be a number of at least 1e-10 and at most 1e+10"),
  bad(crp(c(1, -1)), "`xi[2]` must be a number of at least 1e-06 and at most 1e+06"),
  bad(crp(1:3), "`xi` must be a number of at least 1e-10 and at most 1e+10"),
  bad(mfm(lambda = 0), "`lambda` must be a number of at least 1e-10 and at most 10000"),
  bad(mfm(gamma = Inf), "`gamma` must be a number of at least 1e-06 and at most 1e+06"),
  bad(wishart_crp_prior("papier"), "`preset` must be one of"),
  bad(crp(c(1e300, 1e-300)), "`xi[1]` must be a number of at least 1e-06 and at most 1e+06"),
  bad(crp(c(1, 1e-320)), "`xi[2]` must be a number of at least 1e-06 and at most 1e+06"),
  bad(wishart_crp_prior(d = 1e300), "`d` must be \"effective\", \"eb\", a share in (0, 1)"),
  bad(wishart_crp_prior(r = 1e300), "`r` must be a number of at least 1e-06 and at most 1e+06"),
  bad(wishart_crp_prior(theta = 1e300), "`theta` must hold numbers from 1e-15 to 1e15"),
  bad(wishart_crp_prior(theta = list(1)), "`theta` must hold numbers from 1e-15 to 1e15"),
  bad(wishart_crp_prior(theta = 1:1001), "`theta` must hold at most 1000 numbers"),
  bad(wishart_crp(given, wishart_crp_prior(s = 1e290), control), "`s` must be between 1e-280"),
  bad(wishart_crp(as_gram(diag(4) * 1e200), wishart_crp_prior("paper", s = 1e-200), control),
      "`s` must be between 1e-280 and 1e280 times the largest inner product"),
  bad(wishart_crp_prior(partition = 2), "`partition` must be made by crp() or mfm()"),
  bad(wishart_crp_prior(theta = -1), "`theta` must hold numbers from 1e-15 to 1e15"),
  bad(wishart_crp_prior(r = 0), "`r` must be a number of at least 1e-06 and at most 1e+06"),
  bad(wishart_crp_prior(s = NA), "`s` must be a number of at least 1e-300 and at most 1e+300"),
  bad(wishart_crp_prior(d = -1), "`d` must be"),
  bad(wishart_crp_prior(center = "yes"), "`center` must be TRUE or FALSE"),
  bad(wishart_crp_prior(kernel = "cosine"), "`kernel` must be one of"),
  bad(wishart_crp_prior(clip = 2), "`clip` must be TRUE or FALSE"),
  bad(plot(prior, n = 0), "`n` must be a whole number of at least 1"),
  bad(plot(prior), "`n` must be a whole number"),
  bad(mcmc_control(draws = -1), "`draws` must be a whole number"),
  bad(mcmc_control(draws = 10), "`draws` must leave one draw"),
  bad(mcmc_control(burn_in = 0.5), "`burn_in` must be a whole number"),
  bad(mcmc_control(thin = 0), "`thin` must be a whole number"),
  bad(mcmc_control(chains = "four"), "`chains` must be a whole number"),
  bad(mcmc_control(init = "anywhere"), "`init` must hold labels"),
  bad(mcmc_control(init = list("one")), "`init` must have one entry for each of 4 chains"),
  bad(mcmc_control(split_merge = -1), "`split_merge` must be a whole number"),
  bad(mcmc_control(seed = 1.5), "`seed` must be a whole number"),
  bad(mcmc_control(n_threads = 0), "`n_threads` must be a whole number"),
  bad(mcmc_control(progress = "bar"), "`progress` must be TRUE or FALSE"),
  bad(mcmc_control(checkpoint = "no/such/folder/fit.rds"), "`checkpoint` must lie in a directory"),
  bad(mcmc_control(checkpoint = 3), "`checkpoint` must be the name of a file"),
  bad(mcmc_control(moves = "jump"), "`moves` must hold some of"),
  bad(wishart_crp(points), "`gram` must be a matrix of inner products"),
  bad(wishart_crp(), "`gram` must be a matrix of inner products"),
  bad(wishart_crp(lopsided), "`gram` must be symmetric"),
  bad(wishart_crp(gram, prior = "paper"), "`prior` must be made by wishart_crp_prior()"),
  bad(wishart_crp(gram, control = 100), "`control` must be made by mcmc_control()"),
  bad(wishart_crp(gram, control = mcmc_control(20, 10, init = 1:5)), "`init` must hold a label"),
  bad(sample_more(1), "`object` must be a fit"),
  bad(sample_more(fit, -1), "`draws` must be a whole number"),
  bad(sample_more(fit), "`draws` must be a number where all planned draws are made"),
  bad(sample_more(fit, 10, sweeps = 3), "`...` must be empty"),
  bad(resume("no-such-file.rds"), "`file` must be a file"),
  bad(resume(1), "`file` must be a file"),
  bad(resume(), "`file` must be a file"),
  bad(cluster_shapes(points), "`closed` must be TRUE"),
  bad(cluster_shapes("curves.csv", closed = TRUE), "`x` must be paths of files that exist"),
  bad(cluster_shapes(3, closed = TRUE), "`curves` must be curves"),
  bad(cluster_shapes(list(1, 2), closed = TRUE), "`x[[1]]` must be a numeric matrix"),
  bad(cluster_shapes(shapes, n_points = 2), "`n_points` must be a whole number"),
  bad(cluster_shapes(shapes, closed = TRUE), "`...` must hold settings"),
  bad(cluster_shapes(fit, prior = NULL), "`prior` must be made by wishart_crp_prior()"),
  bad(cluster_shapes(gram, control = NULL), "`control` must be made by mcmc_control()"),

  # Fits and partitions
  bad(partition(1), "`object` must be a fit"),
  bad(partition(fit, "mean"), "`method` must be one of"),
  bad(partition(fit, n_threads = -1), "`n_threads` must be a whole number"),
  bad(partition(early), "`object` must hold draws after burn-in"),
  bad(clusters(1:3), "`object` must be a fit or a partition"),
  bad(clusters(fit, method = "mean"), "`method` must be one of"),
  bad(clusters(early), "`object` must hold draws after burn-in"),
  bad(coclustering(diag(3)), "`object` must be a fit or a partition"),
  bad(partition(fit, mehtod = "vi"), "`...` must be empty, it holds `mehtod`"),
  bad(coclustering(fit, threads = 2), "`...` must be empty"),
  bad(coclustering(fit, n_threads = "two"), "`n_threads` must be a whole number"),
  bad(credible_ball(found), "`object` must be a fit"),
  bad(credible_ball(fit, level = 95), "`level` must be a number above 0 and at most 1"),
  bad(credible_ball(fit, estimate = 1:3), "`estimate` must be a vector of 6 labels"),
  bad(credible_ball(fit, estimate = list(1)), "`estimate` must be a partition or a vector"),
  bad(compare_partitions(1:3, 1:4), "`b` must be a vector of 3 labels"),
  bad(compare_partitions(NULL, 1:3), "`a` must be a partition"),
  bad(compare_partitions(1:3), "`b` must be a partition"),
  bad(compare_partitions(c(1, NA), 1:2), "`a` must be a vector of 2 labels"),
  bad(compare_partitions(c(a = 1, b = 2), c(a = 1, c = 2)), "`b` must have the names of `a`"),
  bad(compare_partitions(1:2, 1:2, max_size = -1), "`max_size` must be a whole number"),
  bad(contingency_table(list(1), 1), "`a` must be a partition"),
  bad(outliers(list(1)), "`partition` must be a partition"),
  bad(outliers(1:3, max_size = "few"), "`max_size` must be a whole number"),
  bad(summary(found, max_size = -1), "`max_size` must be a whole number"),
  bad(summary(early), "`object` must hold draws after burn-in"),
  bad(as.hclust(early), "`x` must hold draws after burn-in"),
  bad(as.hclust(found, method = "best"), "`method` must be one of"),
  bad(generics::tidy(fit, method = "best"), "`method` must be one of"),
  bad(generics::glance(early), "`x` must hold draws after burn-in"),
  bad(posterior::as_draws_array(early), "`x` must hold draws after burn-in"),
  bad(plot(found, "map"), "`...` must be empty"),
  bad(plot(fit, "tree"), "`type` must be one of"),
  bad(plot(fit, "clusters", max_clusters = 0), "`max_clusters` must be a whole number"),
  bad(plot(early, "map"), "`x` must hold draws after burn-in"),
  bad(plot(bare, "clusters"), "cannot be drawn as clusters", "no_curves"),
  bad(ggplot2::autoplot(fit, "tree"), "`type` must be one of"),

  # Curves in and out
  bad(as_shape_curves(1:3), "`x` must be"),
  bad(as_shape_curves(NULL), "`x` must be"),
  bad(as_shape_curves(matrix(0, 5, 5)), "`x`"),
  bad(as_shape_curves(matrix(NA, 5, 5)), "`x`"),
  bad(as_shape_curves("no such file.csv"), "`x`"),
  bad(as_shape_curves(diag(5) > 0, threshold = "high"), "`threshold`"),
  bad(as_shape_curves(diag(5) > 0, border = "cut"), "`border` must be one of"),
  bad(as_shape_curves(diag(5) > 0, min_area = -1), "`min_area`"),
  bad(write_curves(1, tempfile(fileext = ".csv")), "`curves`"),
  bad(write_curves(shapes, "no such folder/a.csv"), "`file`"),
  bad(write_curves(shapes, 1), "`file`"),

  # Means, prediction, report
  bad(karcher_mean(1), "`curves` must be"),
  bad(karcher_mean(shapes, tolerance = -1), "`tolerance` must be"),
  bad(karcher_mean(shapes, max_iterations = 0), "`max_iterations` must be"),
  bad(karcher_mean(gram, search = "fast"), "`...` must be empty"),
  bad(templates(1), "must be"),
  bad(templates(fit, tolerence = 1), "`...` must be empty"),
  bad(templates(bare), "curves", "no_curves"),
  bad(templates(fit, partition = 1:3), "`partition`"),
  bad(predict(fit), "`newdata` must be given"),
  bad(predict(fit, 1), "`newdata` must be"),
  bad(predict(fit, open), "`newdata` must hold closed curves"),
  bad(predict(fit, solid), "`newdata` must"),
  bad(predict(fit, shapes, draws = 0), "`draws` must be"),
  bad(predict(fit, shapes, drws = 9), "`...` must be empty"),
  bad(predict(bare, shapes), "curves", "no_curves"),
  bad(write_report(1), "must be"),
  bad(write_report(fit, 1), "`file` must be"),
  bad(write_report(fit, tempfile(), images = "k"), "`...` must be empty, it holds `images`"),
  bad(write_report(fit, "no such folder/a.html"), "`file` must"),
  bad(write_report(fit, "a.html", pictures = "tree"), "`pictures`"),

  # Methods that are told the number of clusters
  bad(kmedoids_shapes(gram, 0), "`k` must be"),
  bad(kmedoids_shapes(gram, 7), "`k` must be"),
  bad(kmedoids_shapes("gram", 2), "`gram` must be"),
  bad(pairwise_clustering(gram), "`k` must be"),
  bad(pairwise_clustering(gram, 2.5), "`k` must be"),
  bad(pairwise_clustering(gram, 2, sweeps = 0), "`sweeps` must be"),
  bad(pairwise_clustering(gram, 2, seed = "a"), "`seed` must be"),

  # Nothing at all
  bad(cluster_shapes(), "`curves` must be curves, inner products or a fit, it is missing"),
  bad(elastic_cross(), "`curves` must be made by"),
  bad(as_shape_curves(), "it is missing"),
  bad(partition(), "`object` must be a fit, see cluster_shapes(), it is missing"),
  bad(clusters(), "it is missing"),
  bad(coclustering(), "it is missing"),
  bad(credible_ball(), "it is missing"),
  bad(sample_more(), "it is missing"),
  bad(templates(), "it is missing"),
  bad(write_report(), "`fit` must be a fit, as wishart_crp() makes it, it is missing"),
  bad(karcher_mean(), "`curves` must be made by"),
  bad(kmedoids_shapes(k = 2), "`gram` must be a matrix of inner products, it is missing"),
  bad(pairwise_clustering(k = 2), "`gram` must be a matrix of inner products, it is missing"),
  bad(write_curves(), "`curves` must be"),
  bad(write_curves(shapes), "`file` must be one path")
)

test_that("bad input is refused with the argument's name, at the door", {
  expect_gte(length(cases), 100)
  for (case in cases) {
    asked <- paste(deparse(case$call), collapse = " ")
    error <- tryCatch(eval(case$call, environment(), parent.frame()), error = identity)
    expect_s3_class(error, paste0("shapecrp_error_", case$class))
    if (inherits(error, "condition")) {
      words <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(error)))
      expect(grepl(case$says, words, fixed = TRUE), sprintf("%s says: %s", asked, words))
      expect(is.name(error$call[[1]]) || grepl("::", asked), sprintf("%s has no name", asked))
    }
  }
})

test_that("every exported function is in the table", {
  called <- unique(unlist(lapply(cases, function(case) all.names(case$call))))
  exported <- getNamespaceExports("shapecrp")
  exported <- grep("^[.]__", exported, value = TRUE, invert = TRUE)
  expect_identical(setdiff(exported, called), character())
})
