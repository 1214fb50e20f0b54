# Values of arguments, as code. A kind of argument has values that are ordinary (`valid`),
# legal or nearly so but extreme (`edge`), and malformed in a way of its own (`wrong`). Of
# some an amount of work is asked (`bounded`), or they are code that R reads (`written`).

# Wrong for nearly every argument. Errors and warnings of a promise pass through: they are
# told by "hostile promise".
hostile_anything <- alist(
  NULL, NA, NaN, Inf, -Inf, -1, 0, 1, 2, 0.5, 1e300, -1e300, 1e-300, 2^31, 2147483647L,
  NA_integer_, NA_character_, "", " ", "nonsense", strrep("x", 20000), "\u00e9\u4e2d", "a\nb",
  "{stop('braces')}", "%d %s %n", "\xff\xfe", "../..", character(), numeric(), integer(),
  logical(), list(), list(NULL), list(1, "a"), list(a = 1, a = 2), c(a = 1, a = 2), c(1, NA),
  c(NA, NA), c(TRUE, NA), c("a", "b"), c("a", NA), 1:3, 3:1 / 2, 1:1000000, TRUE, FALSE,
  function(x) x, sum, quote(x), quote(x + y), y ~ x, expression(a), pairlist(a = 1), new.env(),
  globalenv(), as.raw(1:3), raw(), 1i, c(1i, NA), factor(c("a", "b")), factor(NA), factor(),
  as.Date("2020-02-29"), as.POSIXct(0, origin = "1970-01-01"), as.difftime(1, units = "secs"),
  as.POSIXlt(as.Date("2020-02-29")), matrix(0, 0, 0), matrix(0, 0, 2), matrix(0, 2, 0),
  matrix(NA_real_, 3, 3), matrix(NaN, 4, 2), matrix("a", 2, 2), matrix(list(), 0, 2),
  matrix(list(1, 2, 3, 4), 2), array(0, c(2, 0, 3)), array(1:24 + 0, 2:4), array(1, 3),
  array(1, c(2, 2, 2, 2)), data.frame(), data.frame(x = 1:2), data.frame(x = I(list(1, "b"))),
  data.frame(a = 1, a = 2, check.names = FALSE), I(1), ts(1:3), table(c(1, 1, 2)),
  methods::getClass("numeric"), structure(list(), class = "unknown"),
  structure(1, class = "unknown"), structure(list(1), class = c("shape_fitting", "list")),
  structure(1:3, names = c("a", NA, "")), structure(1, dim = c(1, 1, 1)),
  numeric_version("1.0"), as.hexmode(10), stats::as.dist(diag(3)),
  stop("hostile promise"), {
    warning("hostile promise")
    1
  }
)

hostile_kinds <- list(
  any = list(valid = alist(1, curves, gram, fit, part, prior, quick)),
  flag = list(valid = alist(TRUE, FALSE), wrong = alist(c(TRUE, FALSE), "TRUE", 1, c(a = TRUE))),
  threads = list(valid = alist(1, 2, NULL), edge = alist(64, 100000, 2147483647),
                 wrong = alist(1.5)),
  workers = list(valid = alist(NULL), edge = alist(1), wrong = alist(1.5, 257, "nobody"),
                 bounded = TRUE),
  pairs = list(valid = alist("all", "near"), edge = alist(c("all", "near")),
               wrong = alist("some", c("near", "all", "near"))),
  count_of_near = list(valid = alist(NULL, 3), edge = alist(1, 2147483647), wrong = alist(1.5, 0)),
  progress = list(valid = alist(NULL, FALSE), wrong = alist("no", 2)),
  seed = list(valid = alist(1, 7L), edge = alist(NULL, 0, 2147483647), wrong = alist(-1, 1.5)),
  # An amount of work: what is asked for is done, so no value is large and allowed.
  work = list(valid = alist(1, 5, 20), edge = alist(2, 3), wrong = alist(-3, 1.5, 1e10),
              bounded = TRUE),
  count = list(valid = alist(1, 3, 10), edge = alist(0, 2147483647), wrong = alist(-3, 1.5, "3")),
  share = list(valid = alist(0.5, 0.95, 1), edge = alist(1e-300, 1 - 1e-16, 0), wrong = alist(1.1)),
  positive = list(valid = alist(1, 0.1, 3),
                  edge = alist(1e300, 1e-300, 1e-320, 1e155, 1e-155, 1e8, 1e-8),
                  wrong = alist(-1e-300, "1", c(1, 2, 3), c(1, NA))),
  string = list(valid = alist("a title", NULL), edge = alist("<b>&amp;</b>", strange_names[4])),

  # Curves and their settings
  curves = list(
    valid = alist(curves, open_curves, space_curves, curves[1:3]),
    edge = alist(curves[1], curves[1:2], high_curves, copies, huge_curves, tiny_curves, far_curves,
                 unlike_sizes, two_points, flat_curves, repeats, no_classes, odd_ids, long_ids),
    wrong = alist(points, square, long, array_2d, unclass(curves), gram, fit, part, mask, csv_file)
  ),
  closed_curves = list(
    valid = alist(more_curves, curves[1:2], more_curves[1]),
    edge = alist(open_curves, space_curves, copies, huge_curves, tiny_curves, far_curves,
                 unlike_sizes, flat_curves, repeats, odd_ids, long_ids),
    wrong = alist(points, square, unclass(curves), gram, fit)
  ),
  pair = list(
    valid = alist(curves[1], more_curves[1], curves[2]),
    edge = alist(curves[1:2], open_curves[1], space_curves[1], huge_curves[1], tiny_curves[1],
                 far_curves[1], unlike_sizes[4], two_points[1], flat_curves[1], repeats[1],
                 copies[1], odd_ids[1], long_ids[1]),
    wrong = alist(points[[1]], square, curves, gram)
  ),
  direction = list(valid = alist("given", "either"), wrong = alist(c("given", "either", "given"))),
  n_points = list(valid = alist(12, 16, NULL), edge = alist(3, 4, 60),
                  wrong = alist(2, 12.5, 10001),
                  bounded = TRUE),
  search = list(valid = alist("fast", "standard"), edge = alist("exhaustive"),
                wrong = alist(c("fast", "standard"), "Fast", "fas")),
  smooth = list(valid = alist(0, 0.5, 1), edge = alist(1.5, 1e-300, 12.5), wrong = alist(1e3, "1")),
  ends = list(valid = alist(0, 2), edge = alist(1000), wrong = alist(-1, 0.5, 1001)),
  closed = list(valid = alist(TRUE, FALSE), wrong = alist("closed", 1, c(TRUE, TRUE, FALSE, TRUE))),
  id = list(
    valid = alist(NULL, c("p", "q", "r", "s"), 1:4),
    edge = alist(c(NA, 2:4), factor(c("u", "v", "w", "x")), strange_names[1:4], c(1.5, 2, 3, 1e300),
                 as.raw(1:4), 1:4 + 1i, c(TRUE, FALSE, NA, NA), as.Date("2020-01-01") + 0:3),
    wrong = alist(c("a", "a", "b", "c"), c("a", "", "b", "c"), list("a", "b", "c", "d"), letters,
                  sum)
  ),
  truth = list(
    valid = alist(NULL, c("u", "v", "u", "v"), factor(c(1, 2, 1, 2))),
    edge = alist(rep(NA, 4), c(NA, "u", NA, "v"), 1:4, as.raw(1:4), 1:4 + 1i,
                 as.Date("2020-01-01") + 0:3, c(0.1, 0.2, NaN, Inf), factor(rep(NA, 4))),
    wrong = alist(1:3, 1:5, list(1, 2, 3, 4), data.frame(a = 1:4), matrix(1:4, 2), sum)
  ),
  index = list(
    valid = alist(1, 1:2, -1, "a1", c(TRUE, FALSE)),
    edge = alist(c(1, 1), 0, -(1:6), 6:1, factor("a1"), c(-1, -1), 1:6 > 2, 7L, c(0, 1)),
    wrong = alist(c(-1, 1), 7, -7, 1.5, "a9", c("a1", NA), list(1), NA_real_, matrix(1:2, 1),
                  TRUE, rep(TRUE, 7), 1e18)
  ),
  names = list(
    valid = alist(c("p", "q", "r", "s", "t", "u"), letters[6:11], 1:6),
    edge = alist(factor(1:6), strange_names, c(1.5, 2:6), 1:6 + 1i, as.raw(1:6)),
    wrong = alist(rep("a", 6), c(NA, 2:6), list(1, 2, 3, 4, 5, 6), letters, c("", 2:6))
  ),
  new_points = list(valid = alist(square, points[[1]]), edge = alist(square * 1e300, square[4:1, ]),
                    wrong = alist(square[1:2, ], square * NA, cbind(square, 1), points, curves)),
  # R itself reads the name of a field: it is a name or a string, never a value.
  field = list(valid = alist(id, truth, closed, points, nonsense, "id"), written = TRUE),
  new_field = list(valid = alist(c("p", "q", "r", "s", "t", "u"), TRUE, NULL),
                   edge = alist(strange_names, as.raw(1:6), curves$points, factor(1:6)),
                   wrong = alist(rep("a", 6), list(1, 2, 3, 4, 5, 6), points, letters)),

  # Simulation
  n_curves = list(valid = alist(6, 4, c(2, 3)), edge = alist(3, 1, c(1, 1), 1e9, c(2, 2147483647)),
                  wrong = alist(c(2, -1), c(3, NA), c(1, 1, 1, 1, 1), 1e12)),
  classes = list(valid = alist(2, 3, c("heart", "key")), edge = alist(1, 12, 1e9, 2147483647),
                 wrong = alist(c("heart", "heart"), "cow", c("heart", NA), 1.5)),
  noise = list(valid = alist(0.1, 0), edge = alist(1, 5, 1000, 1e6, 1e300, 1e-300),
               wrong = alist("a")),
  dimension = list(valid = alist(2, 3), edge = alist(4, 7, 1e9, 100000), wrong = alist(1, 2.5)),
  outlier_count = list(valid = alist(0, 1), edge = alist(3, 1e9, 2147483647), wrong = alist(-1)),

  # Inner products
  gram = list(
    valid = alist(gram, given_gram, gram[1:4], sized_gram),
    edge = alist(
      gram[1], gram[1:2], gram[1:3], copies_gram, odd_gram, long_gram, open_gram, point_gram,
      diag(1), diag(2), diag(3), diag(5) * 1e155, diag(5) * 1e-200, diag(5) * 1e300, diag(10^(0:4)),
      diag(c(1e-300, 1, 1e300)), matrix(0, 4, 4), matrix(1, 5, 5), -1e-12 + diag(4),
      crossprod(matrix(sin(1:20), 4)) * 1e-160, matrix(c(1, 2, 2, 1), 2), as_gram(diag(4) * 1e308)
    ),
    wrong = alist(curves, as.matrix(gram)[1:3, ], matrix(1:4, 2), -diag(3), diag(NA, 3),
                  diag(c(1, Inf)), stats::dist(1:4), unclass(gram), fit, diag(3) == 1,
                  diag(3) + 0i, as.data.frame(diag(3)))
  ),
  curve_gram = list(
    valid = alist(gram, gram[1:4], sized_gram, open_gram, near_gram),
    edge = alist(gram[1], gram[1:2], copies_gram, odd_gram, long_gram, space_gram, given_gram,
                 near_gram[1], near_gram[1:3], near_copies_gram),
    wrong = alist(as.matrix(gram), unclass(gram), fit)
  ),
  extreme_gram = list(
    valid = alist(gram, given_gram, sized_gram, near_gram),
    edge = alist(near_gram[1:2], near_copies_gram,
      gram[1], gram[1:2], gram[1:3], copies_gram, odd_gram, long_gram, as_gram(diag(3)),
      as_gram(diag(4) * 1e155), as_gram(diag(4) * 1e-200), as_gram(diag(4) * 1e300),
      as_gram(matrix(0, 4, 4)), as_gram(matrix(1, 4, 4)), dist_gram(1 - diag(4))
    )
  ),
  square = list(
    valid = alist(diag(4), as.matrix(given_gram), gram),
    edge = alist(
      diag(1), matrix(0, 3, 3), diag(4) * 1e300, diag(4) * 1e-300, diag(4L),
      matrix(1, 4, 4) * 1e308,
      matrix(c(1, 1 + 1e-9, 1, 1), 2), diag(c(1e300, 1e-300, 1, 0))
    ),
    wrong = alist(matrix(1:6, 2), -diag(3), matrix(c(1, 2, 3, 4), 2), diag(NA_real_, 2),
                  diag(Inf, 2), diag(2) > 0, diag(2) + 0i, stats::dist(1:3), curves,
                  as.data.frame(diag(4)))
  ),
  distances = list(
    valid = alist(stats::dist(1:4), as.matrix(stats::dist(c(1, 3, 9)))),
    edge = alist(stats::dist(1), matrix(0, 1, 1), matrix(0, 4, 4), stats::dist(c(0, 1e160, 1)),
                 stats::dist(c(0, 1e300)), stats::dist(c(0, 1e-200)), 1 - diag(3)),
    wrong = alist(-1 + diag(3), diag(3), matrix(1:9, 3), stats::dist(c(1, NA, 2)),
                  structure(1:2, class = "dist"), structure(numeric(), class = "dist"),
                  structure(c(1, 2, 3), Size = 9, class = "dist"),
                  structure(list(1), Size = 2, class = "dist"),
                  structure("a", Size = 2L, class = "dist"))
  ),
  items = list(
    valid = alist(cbind(1:4, 4:1), data.frame(u = 1:4, v = c(2, 2, 1, 1))),
    edge = alist(matrix(0, 4, 2), matrix(1, 1, 1), matrix(1e155, 4, 2), matrix(1e200, 4, 2),
                 matrix(1e-200, 4, 2), matrix(1:8, 4,
                                              dimnames = list(c("a", "a", "b", "c"), NULL))),
    wrong = alist(data.frame(a = letters[1:4]), data.frame(a = 1:4, b = letters[1:4]),
                  matrix(NA_real_, 4, 2), 1:4, matrix(TRUE, 4, 2), curves)
  ),
  metric = list(valid = alist("l2", "arc"), wrong = alist(c("arc", "l2", "arc"))),
  gram_type = list(valid = alist("matrix", "eigenvalues"), wrong = alist(c("matrix", "matrix"))),

  # Model
  xi = list(
    valid = alist(NULL, 1, c(1, 1)),
    edge = alist(c(1e300, 1e-300), c(1, 1e-320), c(1e-300, 1e300), 1e300, 1e-300, 5e-324, 1e-320,
                 c(1e-320, 1), c(1e308, 1e308), c(1e-5, 1e5)),
    wrong = alist(c(1, -1), c(0, 1), c(1, NA), c(1, 2, 3), c("1", "2"), list(1, 2), c(Inf, 1))
  ),
  partition_prior = list(
    valid = alist(NULL, crp(), crp(2), crp(c(1, 1)), mfm()),
    edge = alist(crp(1e300), crp(1e-300), crp(c(1e-3, 1e-3)), crp(c(1e3, 1e-3)), mfm(1e4, 1e-300),
                 mfm(1e-300, 1e300), mfm(1e-10, 1e-10), crp(c(1e300, 1e-300)), crp(c(1, 1e-320)),
                 crp(5e-324), mfm(5e-324, 5e-324)),
    wrong = alist(prior, "crp", crp, list(family = "crp"))
  ),
  theta = list(valid = alist(NULL, 10, c(1, 10, 100)),
               edge = alist(1e300, 1e-300, c(1e-300, 1e300), 5e-324, c(1, 1), 1:1000, c(9, 1)),
               wrong = alist(c(1, -1), c(1, NA), "1", c(1, Inf), list(1), factor(1:2))),
  degrees = list(valid = alist(NULL, "residual", "eb", 5, 0.9),
                 edge = alist(1, 1e300, 1e-300, 1e15, 0.999999, 5e-324, 1.5),
                 wrong = alist("EB", c("eb", "residual"), -1, c(1, 2))),
  kernel = list(valid = alist(NULL, "none", "local", "path"), wrong = alist(c("none", "local"))),
  preset = list(valid = alist("default", "paper"), wrong = alist(c("default", "paper", "x"))),
  neighbours = list(valid = alist(NULL, 2, 7), edge = alist(1, 1000, 2147483647),
                    wrong = alist(0, 1.5)),
  maybe_flag = list(valid = alist(NULL, TRUE, FALSE), wrong = alist("TRUE", 1)),
  prior = list(
    valid = alist(prior, paper_prior, local_prior, mfm_prior),
    edge = alist(
      wishart_crp_prior(partition = crp(c(1e300, 1e-300))), wishart_crp_prior(d = 1e300),
      wishart_crp_prior(partition = crp(c(1, 1e-320))), wishart_crp_prior(r = 1e300),
      wishart_crp_prior(r = 1e-300), wishart_crp_prior(s = 1e300), wishart_crp_prior(s = 1e-300),
      wishart_crp_prior(theta = 1e300), wishart_crp_prior(theta = c(1e-300, 1e300)),
      wishart_crp_prior(neighbours = 1000), wishart_crp_prior(neighbours = 1),
      wishart_crp_prior("paper", partition = crp()), wishart_crp_prior(d = 1e-300),
      wishart_crp_prior("paper", clip = TRUE), wishart_crp_prior("paper", center = TRUE,
                                                                 s = 1e-300),
      wishart_crp_prior(kernel = "local", clip = FALSE, neighbours = 1),
      wishart_crp_prior(partition = mfm(1e4, 1e-10)), wishart_crp_prior(partition = crp(1e-300)),
      wishart_crp_prior(partition = mfm(1e-10, 1e10)), wishart_crp_prior(partition = crp(1e300)),
      wishart_crp_prior("paper", d = 0.5), wishart_crp_prior("paper", theta = c(1, 1e10))
    ),
    wrong = alist(crp(), quick, unclass(prior), "paper", wishart_crp_prior)
  ),
  control = list(
    valid = alist(quick, four_chains, one_sweep),
    edge = alist(
      mcmc_control(12, 4, chains = 3, init = list("one", "singletons", "kmedoids"), seed = 1),
      mcmc_control(8, 0, chains = 1, init = "random", seed = 1, split_merge = FALSE),
      mcmc_control(8, 0, chains = 1, init = "kmedoids", seed = 1, moves = "split_merge"),
      mcmc_control(8, 0, chains = 1, moves = "gibbs"), mcmc_control(4, 3, chains = 1, seed = 0),
      mcmc_control(8, 0, chains = 1, init = 1:6), mcmc_control(8, 0, chains = 1, init = 1:3),
      mcmc_control(8, 0, chains = 40, seed = 1), mcmc_control(8, 0, chains = 1, n_threads = 100000),
      mcmc_control(8, 7, thin = 1, chains = 2, split_merge = 1000),
      mcmc_control(4, 0, chains = 1, checkpoint = new_file(".checkpoint")),
      mcmc_control(8, 0, 4, chains = 2, progress = TRUE)
    ),
    wrong = alist(prior, unclass(quick), mcmc_control, list(draws = 10))
  ),
  init = list(
    valid = alist(NULL, "one", "random", "fine", list("one", "singletons")),
    edge = alist(1:6, list(1:6, "one"), c(1, 1, 2, 2, 3, 3), factor(1:6), list(1, 2), 1:6 + 1i,
                 as.raw(1:6), rep(1e300, 6), letters[1:6], c(Inf, 1:5), -(1:6)),
    wrong = alist("all", list("one"), c(1, NA), list(sum, sum), list(NULL, NULL), list("one", "x"))
  ),
  split_merge = list(valid = alist(TRUE, FALSE, 3), edge = alist(0, 100), wrong = alist(-1, 1.5),
                     bounded = TRUE),
  moves = list(valid = alist("gibbs", c("gibbs", "split_merge", "theta")),
               edge = alist("theta", character(), c("gibbs", "gibbs")),
               wrong = alist("split", c("gibbs", NA))),
  resolution = list(valid = alist(1, 2, 0.5), edge = alist(1 / 64, 64, NULL),
                    wrong = alist(0, -1, 65, 0.01)),
  resolutions = list(valid = alist(c(0.5, 2), 1), edge = alist(1 / 64, c(2, 2), NULL),
                     wrong = alist(numeric(), c(1, NA), 0, 1000)),
  n_law = list(valid = alist(10, 40), edge = alist(1, 2, 300, 1e9), wrong = alist(-1, 2.5)),

  # Fits and what comes of them
  fit = list(
    valid = alist(fit, bare_fit, open_fit, mfm_fit),
    edge = alist(given_fit, paper_fit, local_fit, sized_fit, space_fit, one_fit, two_fit,
                 copies_fit, short_fit, odd_fit, long_fit, early_fit, near_fit),
    wrong = alist(curves, gram, part, unclass(fit), quick, baseline)
  ),
  method = list(valid = alist("vi", "binder", "extrinsic", "map"), wrong = alist(c("vi", "map"))),
  linkage = list(valid = alist("average", "ward.D2", "single"),
                 edge = alist("median", "centroid"), wrong = alist("ward", c("average", "single"))),
  labels = list(
    valid = alist(part, c(1, 1, 2, 2, 3, 3), baseline),
    edge = alist(rep(1, 6), 1:6, letters[1:6], factor(c(1, 1, 2, 2, 3, 3)), fit, given_fit,
                 c(TRUE, TRUE, FALSE, FALSE, TRUE, TRUE), as.raw(1:6), 1:6 + 1i, rep(1e300, 6),
                 c(-Inf, 1:5), medoids, as.Date("2020-01-01") + 0:5, c(0.1 + 0.2, 0.3, 1, 1, 1, 1),
                 factor(c(1, 1, 2, 2, 3, 3), levels = 1:9),
                 c(a1 = 1, b1 = 2, a2 = 1, b2 = 2, a3 = 1, b3 = 2),
                 c(b1 = 2, a1 = 1, a2 = 1, b2 = 2, a3 = 1, b3 = 2), clusters(one_fit)),
    wrong = alist(1:5, c(1, 1, 2, 2, 3, NA), list(1, 1, 2, 2, 3, 3), data.frame(1:6), early_fit,
                  matrix(1:6, 2), c(a1 = 1, a1 = 2, b = 1, c = 1, d = 1, e = 2), curves,
                  c(a1 = 1, b1 = 2, a2 = 1, b2 = 2, a3 = 1, zz = 2), unclass(part))
  ),
  covariate = list(
    valid = alist(NULL, c(1, 3, 2, 5, 4, 6), c("a", "a", "b", "b", "b", "a")),
    edge = alist(c(TRUE, FALSE, NA, TRUE, NA, FALSE), c(1e139, 1:5), c(1e-300, 2e-300, 0, 0, 0, 0),
                 factor(c("a", "b", "a", "b", NA, NA), levels = letters),
                 c(b1 = 2, a1 = 1, a2 = 1, b2 = 2, a3 = 1, b3 = 2), c(1, 1, 1, 1, 1, 1 + 1e-15)),
    wrong = alist(1:5, letters[1:6], rep(1, 6), rep("a", 6), c(Inf, 1:5), list(1, 2, 3, 4, 5, 6),
                  as.Date("2020-01-01") + 0:5, matrix(1:6, 1), c(1, 2, NA, NA, NA, NA), NaN * 1:6)
  ),
  permutations = list(valid = alist(19, 3), edge = alist(1), wrong = alist(0, 1.5, 1e9),
                      bounded = TRUE),
  association = list(valid = alist(test_association(fit, c(1, 3, 2, 5, 4, 6), permutations = 9))),
  pca = list(valid = alist(shape_pca(gram), shape_pca(fit)), edge = alist(shape_pca(space_gram))),
  pca_source = list(valid = alist(gram, fit, shape_mean),
                    edge = alist(gram[1], given_gram, one_fit),
                    wrong = alist(points, part, means)),
  pca_picture = list(valid = alist("shapes", "scores", "variance"), wrong = alist("score")),
  places = list(valid = alist(c(-2, 0, 2), 1), edge = alist(100, -0, 1e-300),
                wrong = alist(101, NaN, "1", matrix(1))),
  sds = list(valid = alist(2, 1), edge = alist(0, 100), wrong = alist(-1, 101)),
  superposition = list(valid = alist(superpose_curves(gram), superpose_curves(space_fit))),
  pdb_curves = list(valid = alist(space_curves, superpose_curves(space_gram)),
                    edge = alist(curves, huge_curves, high_curves), wrong = alist(points, gram)),
  pdb_out = list(valid = alist(new_file(".pdb")), wrong = alist("a.txt", "no/such/a.pdb", folder)),
  maybe_gram = list(valid = alist(NULL, gram, fit), edge = alist(given_gram, gram[1]),
                    wrong = alist(curves, matrix(1, 2, 3))),
  colour = list(
    valid = alist(NULL, "truth", c(1, 3, 2, 5, 4, 6)),
    edge = alist(c("a", "b", "a", NA, NA, "b"), rep(NA_character_, 6), rep(2, 6), rep(NaN, 6),
                 c(1e139, 1:5), letters[1:6]),
    wrong = alist("red", 1:5, list(1), c(Inf, 1:5))
  ),
  own_table = list(
    valid = alist(NULL, data.frame(id = names(gram), height = 1:6), data.frame(height = 1:6)),
    edge = alist(data.frame(id = c(names(gram), "zz")), data.frame(id = names(gram)[c(1, 1:6)]),
                 data.frame(id = factor(names(gram))), data.frame(id = character()),
                 data.frame(id = c(NA, names(gram))),
                 data.frame(a = 1:6, a = 1, check.names = FALSE)),
    wrong = alist(1:6, list(id = names(gram)), data.frame(id = I(as.list(1:6))),
                  data.frame(.cluster = 1:6), as.matrix(1:6))
  ),
  own_column = list(valid = alist(NULL, "id"), edge = alist("height"),
                    wrong = alist("no such", c("id", "id"), 1)),
  unmatched = list(valid = alist("error", "keep"), wrong = alist("drop")),
  cluster = list(valid = alist(NULL, 1), edge = alist(2, c(1, 1), 1:2), wrong = alist(0, 99, 1.5)),
  comparison = list(valid = alist(compare_fits(fit, mfm_fit), compare_fits(fit)[0, ])),
  level = list(valid = alist(0.95, 0.5), edge = alist(1, 1e-300, 1 - 1e-16, 1e-9),
               wrong = alist(0, 1.01, -0.5)),
  few_clusters = list(valid = alist(2, 3), edge = alist(1, 4, 6), wrong = alist(0, 7, 2.5)),
  tolerance = list(valid = alist(1e-3, 0.1), edge = alist(0, 1, 1e-300), wrong = alist(-1, 2)),
  fit_picture = list(
    valid = alist("k", "trace", "coclustering", "certainty"),
    edge = alist("clusters", "map", "gram", "silhouette", "dendrogram"),
    wrong = alist("cluster", c("k", "trace"))
  ),
  pictures = list(valid = alist(character()), edge = alist("k", c("trace", "trace")),
                  wrong = alist("none", c("k", NA), list("k"), 1)),

  # Files
  report_file = list(
    valid = alist(new_file(".html")),
    edge = alist(file.path(folder, "r\u00e9 port.html"), new_file(".pdf"),
                 file.path(folder, strrep("n", 240))),
    wrong = alist(folder, file.path(folder, "no/such.html"), c("a.html", "b.html"),
                  file.path(folder, ""),
                  file.path(folder, strrep("n", 300)))
  ),
  curve_file = list(
    valid = alist(new_file(".csv"), new_file(".csv.gz")),
    edge = alist(file.path(folder, "c\u00e9 .csv"),
                 file.path(folder, paste0(strrep("n", 240), ".csv"))),
    wrong = alist(new_file(".txt"), file.path(folder, "no/such.csv"),
                  file.path(folder, paste0(strrep("n", 300), ".csv")), c("a.csv", "b.csv"),
                  {
                    dir.create(d <- new_file(".csv"))
                    d
                  })
  ),
  checkpoint_file = list(
    valid = alist(NULL, new_file(".checkpoint")),
    edge = alist(file.path(folder, "\u00e9.checkpoint"), csv_file),
    wrong = alist(folder, file.path(folder, "no/such"), c("a", "b"), NA_character_, 1)
  ),
  gram_file = list(
    valid = alist(NULL, new_file(".gram")),
    edge = alist(file.path(folder, "\u00e9.gram"), copy_of_folder(kept_gram)),
    wrong = alist(folder, csv_file, file.path(folder, "no/such"), c("a", "b"), NA_character_, 1,
                  file.path(folder, strrep("n", 300)))
  ),
  kept_gram = list(
    valid = alist(copy_of_folder(kept_gram)),
    edge = alist(
      spoilt_folder(kept_gram, "gram", 1), spoilt_folder(kept_gram, "gram", 2),
      spoilt_folder(kept_gram, "gram", 3), spoilt_folder(kept_gram, "gram", 4),
      spoilt_folder(kept_gram, "tile-00001-00001", 5)
    ),
    wrong = alist(folder, picture_folder, csv_file, file.path(folder, "no-such-folder"),
                  c(kept_gram, kept_gram))
  ),
  plan = list(valid = alist(plan_gram(curves, n_points = 12, search = "fast")),
              edge = alist(plan_gram(curves[1], n_points = 12, file = "x"))),
  kept_checkpoint = list(
    valid = alist(copy_of(checkpoint)),
    edge = alist(
      flipped(checkpoint, 1), flipped(checkpoint, 2), flipped(checkpoint, 3),
      flipped(checkpoint, 4),
      flipped(checkpoint, 5), flipped(checkpoint, 6), flipped(checkpoint, 7),
      flipped(checkpoint, 8),
      flipped(checkpoint, 9, 20), flipped(checkpoint, 10, 20), flipped(checkpoint, 11, 200),
      cut_short(checkpoint, 0.5), cut_short(checkpoint, 0.99), cut_short(checkpoint, 0.01)
    ),
    wrong = alist(folder, csv_file, picture_file, written(".rds", ""), written(".rds", "RDX3"),
                  c(checkpoint, checkpoint), file.path(folder, "no-such-file"), {
                    saveRDS(1:3, f <- new_file(".rds"))
                    f
                  }, {
                    saveRDS(structure(list(), class = "shape_fit"), f <- new_file(".rds"))
                    f
                  })
  ),

  # What becomes curves
  point_sets = list(
    valid = alist(points, array_2d, long, lapply(points, as.data.frame)),
    edge = alist(
      list(square), list(square, points[[1]]), list(square * 1e101, square), strokes(1:3, p = 4),
      list(square * 1e-101), lapply(points, round), list(a = square, a = square),
      list(square, NULL), list(rbind(square, square[1, ])), list(square[c(1, 1, 1, 1), ]),
      list(square[c(1, 2), ]), list(square[1, , drop = FALSE]), list(square + 1e300),
      list(matrix(1:8, 4)), list(as.data.frame(square)), list(cbind(square, 1)),
      aperm(array_2d, c(2, 1, 3)), array(0, c(2, 5, 0)), array_2d * NA, array_2d > 0,
      stats::setNames(points, strange_names[1:4]), stats::setNames(points, c("a", "", "b", NA)),
      table_of(z = 1:8), table_of(truth = rep(1:2, each = 4)), table_of(point = c(4:1, 1:4)),
      list(data.frame(x = 1:4, y = I(matrix(1:4))))
    ),
    wrong = alist(
      list(square, 1), list(square, "a"), list(square, list()), list(square, square[, 1]),
      list(matrix("a", 4, 2)), list(square, cbind(square, 1)), list(square * NA),
      list(square * Inf),
      list(square + 0i), list(data.frame(x = letters, y = letters)), list(matrix(list(), 0, 2)),
      list(matrix(list(1, 2, 3, 4, 5, 6, 7, 8), 4)), list(list(square)), list(sum), square,
      table_of(truth = 1:8), table_of(point = rep(1, 8)), table_of(point = NA),
      table_of(point = letters[1:8]), table_of()[-1], table_of()[-2], table_of()[0, ],
      table_of(x = 9), table_of(truth = I(as.list(1:8))), table_of(id = 1),
      transform(long, id = NA),
      transform(long, x = as.character(x)), transform(long, x = NaN), transform(long, y = I(1i)),
      table_of(z = I(as.list(1:8))), data.frame(id = I(as.list(1:4)), x = 1:4, y = c(1, 3, 1, 2)),
      data.frame(id = 1:4, x = I(matrix(1:8, 4)), y = 1:4), curves, mask
    )
  ),
  point_list = list(
    valid = alist(points, list(mask, mask), lapply(points, as.data.frame)),
    edge = alist(list(), list(square), list(mask), list(a = mask, a = mask), list(mask[0, ]),
                 list(square, NULL), list(mask, square), list(square * Inf), list(!mask, mask),
                 list(mask & FALSE), list(NA & mask), list(sum), list(NULL), list(list(square)),
                 stats::setNames(points, strange_names[1:4]), list(matrix(TRUE, 4, 4)),
                 stats::setNames(list(mask, mask), c("a", NA)), list(mask[1:2, ]))
  ),
  point_array = list(
    valid = alist(array_2d, array_2d[, , 1:2]),
    edge = alist(array(0, c(2, 5, 0)), array(1, 3), array(1, c(2, 2, 2, 2)), array_2d * NA,
                 aperm(array_2d, c(2, 1, 3)), array_2d[1, , , drop = FALSE], array_2d * 1e101,
                 array_2d > 0, array(as.list(1:24), 2:4), array("a", 2:4), array(0, c(2, 0, 3)),
                 array(0, c(0, 4, 2)), array_2d + 0i, array(as.raw(1), 2:4))
  ),
  point_table = list(
    valid = alist(long, table_of(), table_of(truth = rep(1:2, each = 4))),
    edge = alist(
      table_of()[0, ], table_of()[-1], table_of()[-2], table_of(z = NA), table_of(z = 1:8),
      table_of(x = 9), table_of(id = 1), table_of(truth = 1:8), table_of(point = NA),
      table_of(truth = I(as.list(1:8))), table_of(z = I(as.list(1:8))), data.frame(),
      transform(long, id = NA), transform(long, x = NaN), transform(long, x = as.character(x)),
      transform(long, id = I(as.list(id))), data.frame(id = 1:4, x = I(matrix(1:8, 4)), y = 1:4),
      stats::setNames(table_of(), c("id", NA, "y")), stats::setNames(table_of(), c("id", "", "y")),
      structure(list(id = 1:3, x = 1:2), class = "data.frame", row.names = 1:3),
      structure(list(), class = "data.frame"), stats::setNames(table_of(), NULL)
    )
  ),
  column = list(valid = alist(NULL, "id", "x"), edge = alist("truth", "point"),
                wrong = alist("no such", c("x", "y"), 1)),
  columns = list(valid = alist(NULL, c("x", "y")), edge = alist(c("y", "x"), c("x", "point")),
                 wrong = alist("x", c("x", "x"), c("x", "no such"), c("x", NA), 1:2)),
  picture = list(
    valid = alist(mask, grey, mask + 0, label_mask),
    edge = alist(
      mask[1:4, 1:4], !mask, mask & FALSE, mask | TRUE, mask * 255, grey * 1e300, grey * 1e-300,
      label_mask * 1e9, label_mask * 1e10, -label_mask, label_mask + 0.5, mask + 1e300,
      (mask - 0.5) * 1.7e308, outer(1:16, 1:20, function(i, j) (i + j) %% 2),
      outer(1:16, 1:20, function(i, j) i %% 2)
    ),
    wrong = alist(mask[1:3, ], mask[0, ], mask[, 0], mask * NA, mask * Inf, matrix("a", 9, 9),
                  square,
                  mask + 0i, matrix(as.list(1:25), 5), matrix(as.raw(0:24), 5), diag(4) * NaN)
  ),
  threshold = list(valid = alist(NULL, 0.5), edge = alist(0, 1, 1e300, -1e300, 0.999999)),
  objects = list(valid = alist("all", "largest"), wrong = alist("smallest")),
  border = list(valid = alist("keep", "drop"), wrong = alist("cut")),
  min_area = list(valid = alist(4, 16), edge = alist(0, 1e300, 0.5, 1e-300)),
  blur = list(valid = alist(0, 1), edge = alist(1e300, 1e-300, 100)),
  mask_id = list(valid = alist(NULL, "m"), edge = alist(7, factor("m"), strange_names[1],
                                                        as.raw(1)),
                 wrong = alist(c("a", "b"), NA, "", list("m"))),
  momocs_outlines = list(
    valid = alist(momocs("Out"), momocs("Out", fac = NULL)),
    edge = alist(
      momocs("Out", coo = list()), momocs("Out", coo = 1), momocs("Out", coo = NULL),
      momocs("Out", coo = list(1)), momocs("Out", coo = list(square, NULL)),
      structure(1, class = "Out"),
      momocs("Out", fac = data.frame(a = 1:3)), momocs("Out", fac = data.frame(a = 1:4, b = 1:4)),
      momocs("Out", fac = 1:4), momocs("Out", fac = list(type = list(1, 2, 3, 4))),
      momocs("Out", fac = data.frame(type = I(as.list(1:4)))), structure(list(), class = "Out"),
      structure(sum, class = "Out"), structure(list(coo = mask), class = "Out")
    )
  ),
  momocs_open = list(
    valid = alist(momocs("Opn"), momocs("Opn", fac = NULL)),
    edge = alist(momocs("Opn", coo = list(square[1, ])), momocs("Opn", coo = "a"),
                 momocs("Opn", fac = data.frame()), structure("a", class = "Opn"),
                 momocs("Opn", fac = data.frame(a = 1:4, b = 1:4)), structure(NA, class = "Opn"))
  ),
  momocs_any = list(
    valid = alist(momocs("Other"), structure(list(coo = points), class = "Coo")),
    edge = alist(structure(list(), class = "Coo"), structure(sum, class = "Coo"),
                 structure(list(coo = list(list())), class = "Coo"))
  ),
  landmarks = list(valid = alist(momocs("Ldk"), structure(1, class = "Ldk"))),
  fac_column = list(valid = alist(NULL, "type"), wrong = alist("no such", c("type", "type"), 1)),
  pdb_object = list(
    valid = alist(pdb_object, structure(list(atom = atoms[1:6, ]), class = "pdb")),
    edge = alist(
      structure(list(), class = "pdb"), structure(list(atom = 1), class = "pdb"),
      structure(list(atom = atoms[-9]), class = "pdb"),
      structure(list(atom = atoms[0, ]), class = "pdb"),
      structure(list(atom = atoms[c(1, 7), ]), class = "pdb"), structure(1, class = "pdb"),
      structure(list(atom = transform(atoms, x = "a")), class = "pdb"),
      structure(list(atom = transform(atoms, x = NA)), class = "pdb"),
      structure(list(atom = transform(atoms, resno = "a")), class = "pdb"),
      structure(list(atom = transform(atoms, resno = NA)), class = "pdb"),
      structure(list(atom = transform(atoms, chain = NA)), class = "pdb"),
      structure(list(atom = transform(atoms, x = 1, y = 1, z = 1)), class = "pdb"),
      structure(list(atom = transform(atoms, chain = I(as.list(1:12)))), class = "pdb"),
      structure(list(atom = transform(atoms, x = 1e300)), class = "pdb"),
      structure(list(atom = transform(atoms, type = NA)), class = "pdb")
    )
  ),
  chain = list(valid = alist(NULL, "A", c("A", "B")), edge = alist("Z", c("A", "Z"), c("A", "A")),
               wrong = alist(1, character(), NA_character_)),
  pdb_id = list(valid = alist("pdb", "1abc"), edge = alist(strange_names[1], "a b"),
                wrong = alist(1, c("a", "b"), "", NA_character_)),
  geometry = list(
    valid = alist(polygon_of(square), line_of(square)),
    edge = alist(
      structure(list(), class = c("XY", "POLYGON", "sfg")), line_of(square[0, ]),
      line_of(square * NA),
      structure(c(1, 2), class = c("XY", "POINT", "sfg")), structure(1, class = "sfg"),
      structure(list(list(square)), class = c("XY", "MULTIPOLYGON", "sfg")),
      structure(list(list()), class = c("XY", "MULTIPOLYGON", "sfg")),
      polygon_of(square[c(1, 1, 1), ]),
      structure(list(1), class = c("XY", "POLYGON", "sfg")), line_of(square[1, , drop = FALSE]),
      structure(list("a"), class = c("XY", "MULTILINESTRING", "sfg")), line_of(cbind(1:3)),
      structure(list(square), class = c("XYZ", "POLYGON", "sfg")),
      polygon_of(square[1, , drop = FALSE]),
      structure(list(square[0, ]), class = c("XY", "POLYGON", "sfg")), line_of("a"),
      structure(list(list(polygon_of(square))), class = c("XY", "GEOMETRYCOLLECTION", "sfg"))
    )
  ),
  geometries = list(
    valid = alist(polygons, column_of(lapply(points, line_of))),
    edge = alist(
      column_of(list()), column_of(list(polygon_of(square), line_of(square))), column_of(list(1)),
      column_of(list(NULL)), structure(list(), class = "sfc"), structure(1, class = "sfc"),
      column_of(list(structure(list(), class = c("XY", "POLYGON", "sfg")))),
      column_of(list(a = polygon_of(square), a = polygon_of(square))),
      structure(polygons, crs = 1), structure(polygons, crs = list(wkt = 1:2)),
      structure(polygons, crs = list(wkt = "GEOGCRS[]"))
    )
  ),
  features = list(
    valid = alist(features),
    edge = alist(
      structure(features, sf_column = NULL), structure(features, sf_column = "no"),
      structure(features, sf_column = "name"), structure(features, sf_column = 1:2),
      structure(list(), class = c("sf", "data.frame"), sf_column = "geometry"),
      spoil(features, "name", NULL), spoil(features, "name", c("a", "a", "b", NA)),
      spoil(features, "class", as.list(1:4)), spoil(features, "geometry", 1:4),
      spoil(features, "class", 1:3), spoil(features, "name", list(1, 2, 3, 4))
    )
  ),
  sf_column = list(valid = alist(NULL, "name", "class"), edge = alist("geometry"),
                   wrong = alist("no", c("name", "class"), 1)),
  parts = list(valid = alist("largest", "all"), wrong = alist("some")),
  csv_path = list(
    valid = alist(csv_file, gz_file, c(csv_file, copy_of(csv_file))),
    edge = alist(
      c(csv_file, csv_file), c(csv_file, pdb_file), cut_short(gz_file, 0.5),
      cut_short(gz_file, 0.05),
      cut_short(csv_file, 0.5), cut_short(csv_file, 0.001), flipped(gz_file, 1, 3),
      flipped(gz_file, 2, 1), flipped(csv_file, 3, 30), flipped(csv_file, 8, 30),
      written(".csv", ""),
      written(".csv", "id,x,y"), written(".csv", "id,x,y", "a,1"), written(".csv", "\n\n\n"),
      written(".csv", "x,y", "0,0", "1,0", "1,1"), written(".csv", "id,x,y", "a,1,2,3", "a,2,3,4"),
      written(".csv", "id,x,x,y", "a,0,0,1", "a,1,1,1", "a,3,0,1"),
      written(".csv", "id;x;y", "a;0;0", "a;1;0"), written(".csv", "id,x,y", "a,\"0,0", "a,1,0"),
      written(".csv", "id,x,y", "\xe9,0,0", "\xe9,1,0", "\xe9,1,1"), written(".csv", "\xff\xfe"),
      written(".csv", paste0("id,x,y\na,", strrep("9", 400), ",1\na,1,1")),
      written(".csv", strrep("a,", 5000)), written(".csv", "id,x,y", strrep("a", 1e5)),
      written(".csv", "id,x,y", "a,1e400,0", "a,1,0", "a,1,1"),
      written(".csv", "id,x,y", ",0,0", ",1,0"),
      written(".csv", "id,x,y,truth", "a,0,0,u", "a,1,0,v", "a,1,1,u"),
      written(".csv", "id,x,y,truth", "a,0,0,", "a,1,0,NA", "a,1,1,"),
      written(".csv", "id,x,y,point", "a,0,0,2", "a,1,0,2", "a,1,1,"),
      written(".csv.gz", "id,x,y\na,0,0\na,1,0\na,1,1"), written(".csv.gz", "")
    )
  ),
  mask_path = list(
    valid = alist(picture_file, c(picture_file, colour_file), png_of(grey), picture_folder),
    edge = alist(
      colour_file, cut_short(picture_file, 0.5), cut_short(picture_file, 0.1),
      flipped(picture_file, 2, 3), flipped(picture_file, 5, 1), written(".png", "not a picture"),
      written(".png", ""), written(".tif", "II*"), written(".tiff", ""), png_of(matrix(0, 1, 1)),
      png_of(matrix(0, 9, 9)), png_of(array(0.5, c(9, 9, 4))), png_of(label_mask / 255),
      png_of(array(grey, c(16, 20, 2))), png_of(matrix(0, 1, 400)), c(picture_file, picture_file)
    )
  ),
  pdb_path = list(
    valid = alist(pdb_file, c(pdb_file, copy_of(pdb_file))),
    edge = alist(
      cut_short(pdb_file, 0.5), flipped(pdb_file, 4, 30), flipped(pdb_file, 7, 30),
      written(".pdb", ""),
      written(".pdb", pdb_lines[1]), written(".pdb", substr(pdb_lines, 1, 40)),
      c(pdb_file, pdb_file),
      written(".pdb", "REMARK \xe9", pdb_lines), written(".pdb", gsub("ALA", "AL\xe9", pdb_lines)),
      written(".pdb", gsub("ATOM  ", "HETATM", pdb_lines)), written(".pdb", rev(pdb_lines)),
      written(".ent", pdb_lines), written(".pdb.gz", pdb_lines), written(".pdb.gz", "")
    )
  ),
  # Selections, outlines, tracks and polygons of other programs: most bytes can be wrong.
  drawn_path = list(
    valid = alist(roi_file, zip_file, tps_file, gpx_file, labelme_file, coco_file, cif_file),
    edge = alist(
      c(roi_file, zip_file), c(roi_file, tps_file), cut_short(roi_file, 0.9),
      cut_short(roi_file, 0.3), cut_short(zip_file, 0.7), cut_short(tps_file, 0.6),
      cut_short(gpx_file, 0.8), cut_short(labelme_file, 0.8), cut_short(cif_file, 0.7),
      flipped(roi_file, 1), flipped(roi_file, 2, 5), flipped(roi_file, 3, 20),
      flipped(zip_file, 4, 5), flipped(zip_file, 5, 20), flipped(tps_file, 6, 3),
      flipped(gpx_file, 7, 3), flipped(coco_file, 8, 3), flipped(cif_file, 9, 3),
      written(".roi", ""), written(".zip", "PK"), written(".tps", "LM=1e99"),
      written(".gpx", "<gpx>"), written(".json", "[[[[]]]]"), written(".json", "null"),
      written(".json", "{\"shapes\": [null, {}, {\"points\": null}]}"),
      written(".json", "{\"images\": [null], \"annotations\": [null, 3, {}]}"),
      written(".cif", "loop_", "_atom_site.id"), written(".cif", "loop_", "_atom_site.id", "1 2 '")
    )
  ),
  tps_part = list(valid = alist(NULL, "outlines", "landmarks"), wrong = alist("all", 1)),
  file_truth = list(
    valid = alist(NULL, "folder"),
    edge = alist(c(no = "u"), data.frame(a = "one.png", b = "u"), data.frame(a = 1:2, b = NA),
                 data.frame(a = character(), b = character()), stats::setNames(1:2, c("one", NA)),
                 data.frame(a = I(list(1)), b = "u")),
    wrong = alist("no such", 1:3, list("u"), NA_character_, sum)
  ),
  sf_path = list(
    valid = alist(geojson_file),
    edge = alist(written(".geojson", "{}"), written(".geojson", ""), written(".shp", ""),
                 written(".gpkg", "x"), cut_short(geojson_file, 0.5))
  ),
  path = list(
    valid = alist(csv_file, picture_file, pdb_file),
    edge = alist("no-such.csv", folder, picture_folder, written(".txt", "a"), written("", "a"), "",
                 NA_character_, character(), c(csv_file, folder), "http://localhost/a.csv",
                 file.path(folder, strrep("n", 5000)), csv_file[NA], "\xff.csv", "{x}.csv", ".",
                 "csv")
  ),
  pattern = list(valid = alist(NULL, "one"), edge = alist("", "[", "(", "no such", "*"),
                 wrong = alist(1, c("a", "b"), NA_character_)),
  anything_else = list(valid = alist(sum, 1, NULL, structure(1, class = "unknown"))),

  # Objects that only print, plot and are turned into tables
  alignment = list(valid = alist(alignment, space_alignment)),
  mean = list(valid = alist(shape_mean)),
  templates = list(valid = alist(means, space_means)),
  prediction = list(valid = alist(prediction, prediction[1, ], prediction[0, ])),
  ball = list(valid = alist(ball)),
  profile = list(valid = alist(resolution_profile(fit), resolution_profile(bare_fit)),
                 edge = alist(resolution_profile(one_fit))),
  baseline = list(valid = alist(baseline, medoids)),
  partition = list(valid = alist(part, paper_part),
                   edge = alist(partition(one_fit), partition(odd_fit),
                                                                 partition(long_fit))),
  law = list(valid = alist(crp(), crp(1), crp(c(1, 1)), mfm())),
  curves_summary = list(valid = alist(summary(curves), summary(open_curves), summary(flat_curves))),
  gram_summary = list(valid = alist(summary(gram), summary(given_gram))),
  fit_summary = list(valid = alist(summary(fit), summary(mfm_fit), summary(one_fit))),
  partition_summary = list(valid = alist(summary(part), summary(part, max_size = 9))),
  gap = list(valid = alist(0.4, 0), edge = alist(1e300, 1e-300)),
  links = list(valid = alist(10, 0), edge = alist(1, 10000), wrong = alist(10001, 1.5))
)

# Labels of which some come back as they are: those are numbers.
hostile_kinds$kept_labels <- hostile_kinds$labels
hostile_kinds$kept_labels$edge <- Filter(function(code) !identical(code, quote(c(-Inf, 1:5))),
                                         hostile_kinds$labels$edge)
