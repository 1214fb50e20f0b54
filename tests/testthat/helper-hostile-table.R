# Every exported function and every registered method, with the kinds of its arguments. The
# first argument of a method is of its class, and so never hostile in kind. Of the others,
# those after `optional` may be left out. Arguments "..1", "..2" are given without a name. A
# name may have a second word, for a second entry of one function.

# Dots and `optional`: kinds by argument. fixed: arguments that keep a call quick, unless
# others are drawn for them.
hostile_entry <- function(..., optional = character(), fixed = list()) {
  list(needed = c(...), optional = optional, fixed = fixed)
}

# Generics that are called by their package's name.
hostile_generics <- list(
  autoplot = quote(ggplot2::autoplot), st_as_sf = quote(sf::st_as_sf),
  as.dist = quote(stats::as.dist), tidy = quote(generics::tidy), glance = quote(generics::glance),
  augment = quote(generics::augment), update = quote(stats::update),
  as_draws = quote(posterior::as_draws), as_draws_array = quote(posterior::as_draws_array),
  as.mcmc.list = quote(coda::as.mcmc.list)
)

# Settings that functions take through dots and read themselves: R does not notice where one
# is given twice.
hostile_settings <- c(
  scale = "flag", rotation = "flag", reflection = "flag", direction = "direction",
  n_points = "n_points", search = "search", smooth = "smooth", pad_ends = "ends"
)

hostile_table <- function() {
  settings <- hostile_settings
  means <- c(n_threads = "threads", file = "gram_file", workers = "workers", pairs = "pairs",
             landmarks = "count_of_near", near = "count_of_near")
  quick_gram <- alist(n_points = 12, search = "fast")
  quick_fit <- alist(control = quick)
  masks <- c(
    threshold = "threshold", invert = "flag", labels = "flag", objects = "objects",
    holes = "flag", border = "border", min_area = "min_area", diagonal = "flag", smooth = "blur"
  )
  small_masks <- alist(min_area = 4)
  marks <- c(id = "id", truth = "truth", orient = "flag")
  columns <- c(id = "column", point = "column", coordinates = "columns", truth = "column",
               orient = "flag")
  geometry <- c(parts = "parts", z = "flag", orient = "flag")
  features <- c(geometry, id = "sf_column", truth = "sf_column")
  momocs <- c(truth = "fac_column", orient = "flag")
  folder <- unlist(list(pattern = "pattern", recursive = "flag"))
  of_files <- c(folder, truth = "file_truth")
  model <- c(prior = "prior", control = "control")
  dial <- c(resolution = "resolution", k = "count")
  list(
    # Curves
    shape_curves = hostile_entry(x = "point_sets", closed = "closed", optional = marks),
    is_shape_curves = hostile_entry(x = "any"),
    simulate_shapes = hostile_entry(optional = c(
      n = "n_curves", classes = "classes", noise = "noise", closed = "flag", dim = "dimension",
      outliers = "outlier_count", seed = "seed"
    ), fixed = alist(n = 6)),
    write_curves = hostile_entry(curves = "curves", file = "curve_file",
                                 optional = c(spreadsheet_safe = "flag")),
    "[.shape_curves" = hostile_entry(..1 = "curves", ..2 = "index"),
    "[[.shape_curves" = hostile_entry(..1 = "curves", ..2 = "index"),
    "[<-.shape_curves" = hostile_entry(..1 = "curves", ..2 = "index", ..3 = "curves"),
    "[[<-.shape_curves" = hostile_entry(..1 = "curves", ..2 = "index", ..3 = "new_points"),
    "$<-.shape_curves" = hostile_entry(..1 = "curves", ..2 = "field", ..3 = "new_field"),
    "names<-.shape_curves" = hostile_entry(..1 = "curves", ..2 = "names"),
    c.shape_curves = hostile_entry(..1 = "curves", ..2 = "closed_curves",
                                   optional = c(..3 = "curves")),
    length.shape_curves = hostile_entry(..1 = "curves"),
    names.shape_curves = hostile_entry(..1 = "curves"),
    as.list.shape_curves = hostile_entry(..1 = "curves"),
    as.data.frame.shape_curves = hostile_entry(..1 = "curves",
                                               optional = c(row.names = "names",
                                                            optional = "flag")),
    print.shape_curves = hostile_entry(..1 = "curves"),
    summary.shape_curves = hostile_entry(..1 = "curves"),
    print.summary_shape_curves = hostile_entry(..1 = "curves_summary"),
    plot.shape_curves = hostile_entry(..1 = "curves",
                                      optional = c(max_curves = "count", start = "flag")),
    autoplot.shape_curves = hostile_entry(..1 = "curves",
                                          optional = c(max_curves = "count", start = "flag")),
    st_as_sf.shape_curves = hostile_entry(..1 = "curves"),

    # Curves from what a user has
    as_shape_curves = hostile_entry(x = "point_sets",
                                    optional = c(closed = "closed", marks)),
    as_shape_curves.default = hostile_entry(..1 = "anything_else", optional = c(closed = "closed")),
    as_shape_curves.shape_curves = hostile_entry(..1 = "curves"),
    as_shape_curves.elastic_gram = hostile_entry(..1 = "curve_gram"),
    as_shape_curves.shape_fit = hostile_entry(..1 = "fit", optional = c(cluster = "cluster")),
    as_shape_curves.list = hostile_entry(
      ..1 = "point_list", closed = "closed", optional = c(marks, masks),
      fixed = small_masks
    ),
    as_shape_curves.array = hostile_entry(..1 = "point_array", closed = "closed",
                                          optional = marks),
    as_shape_curves.data.frame = hostile_entry(..1 = "point_table", closed = "closed",
                                               optional = columns),
    as_shape_curves.matrix = hostile_entry(..1 = "picture", optional = c(masks, id = "mask_id"),
                                           fixed = small_masks),
    "as_shape_curves.character csv" = hostile_entry(..1 = "csv_path", closed = "closed",
                                                    optional = c(columns, folder)),
    "as_shape_curves.character mask" = hostile_entry(..1 = "mask_path",
                                                     optional = c(masks, of_files),
                                                     fixed = small_masks),
    "as_shape_curves.character pdb" = hostile_entry(..1 = "pdb_path",
                                                    optional = c(chain = "chain", of_files)),
    "as_shape_curves.character sf" = hostile_entry(..1 = "sf_path", optional = c(features, folder)),
    "as_shape_curves.character drawn" = hostile_entry(
      ..1 = "drawn_path", optional = c(closed = "closed", take = "tps_part", of_files)
    ),
    "as_shape_curves.character any" = hostile_entry(
      ..1 = "path", optional = c(columns[names(columns) != "truth"], masks, of_files,
                                 chain = "chain")
    ),
    as_shape_curves.Out = hostile_entry(..1 = "momocs_outlines", optional = momocs),
    as_shape_curves.Opn = hostile_entry(..1 = "momocs_open", optional = c(truth = "fac_column")),
    as_shape_curves.Coo = hostile_entry(..1 = "momocs_any", closed = "closed", optional = momocs),
    as_shape_curves.Ldk = hostile_entry(..1 = "landmarks", closed = "closed", optional = momocs),
    as_shape_curves.pdb = hostile_entry(..1 = "pdb_object",
                                        optional = c(chain = "chain", id = "pdb_id")),
    as_shape_curves.sf = hostile_entry(..1 = "features", optional = features),
    as_shape_curves.sfc = hostile_entry(..1 = "geometries", optional = geometry),
    as_shape_curves.sfg = hostile_entry(..1 = "geometry", optional = geometry),

    # Inner products
    elastic_gram = hostile_entry(curves = "curves", optional = c(settings, means),
                                 fixed = quick_gram),
    plan_gram = hostile_entry(curves = "curves", optional = c(settings, means),
                              fixed = quick_gram),
    print.gram_plan = hostile_entry(..1 = "plan"),
    open_gram = hostile_entry(dir = "kept_gram"),
    elastic_cross = hostile_entry(curves = "curves", new_curves = "curves",
                                  optional = c(settings, closed = "closed",
                                               means[c("n_threads", "workers")]),
                                  fixed = quick_gram),
    align_pair = hostile_entry(x = "pair", y = "pair", optional = settings, fixed = quick_gram),
    as_gram = hostile_entry(S = "square", optional = c(id = "id", metric = "metric")),
    dist_gram = hostile_entry(D = "distances", optional = c(id = "id")),
    euclidean_gram = hostile_entry(X = "items", optional = c(id = "id")),
    is_elastic_gram = hostile_entry(x = "any"),
    "[.elastic_gram" = hostile_entry(..1 = "curve_gram", ..2 = "index",
                                     optional = c(..3 = "index")),
    "names<-.elastic_gram" = hostile_entry(..1 = "curve_gram", ..2 = "names"),
    c.elastic_gram = hostile_entry(..1 = "curve_gram", ..2 = "closed_curves",
                                   optional = c(..3 = "curves")),
    length.elastic_gram = hostile_entry(..1 = "curve_gram"),
    names.elastic_gram = hostile_entry(..1 = "curve_gram"),
    dim.elastic_gram = hostile_entry(..1 = "curve_gram"),
    as.dist.elastic_gram = hostile_entry(..1 = "extreme_gram",
                                         optional = c(diag = "flag", upper = "flag")),
    as.matrix.elastic_gram = hostile_entry(..1 = "curve_gram"),
    print.elastic_gram = hostile_entry(..1 = "curve_gram"),
    summary.elastic_gram = hostile_entry(..1 = "extreme_gram"),
    print.summary.elastic_gram = hostile_entry(..1 = "gram_summary"),
    plot.elastic_gram = hostile_entry(..1 = "extreme_gram",
                                      optional = c(type = "gram_type", partition = "labels")),
    autoplot.elastic_gram = hostile_entry(..1 = "curve_gram",
                                          optional = c(type = "gram_type", partition = "labels")),
    print.shape_alignment = hostile_entry(..1 = "alignment"),
    plot.shape_alignment = hostile_entry(..1 = "alignment",
                                         optional = c(links = "links", gap = "gap")),
    autoplot.shape_alignment = hostile_entry(..1 = "alignment", optional = c(links = "links")),

    # Means and baselines
    karcher_mean = hostile_entry(
      curves = "curves",
      optional = c(settings, tolerance = "tolerance", max_iterations = "work",
                   n_threads = "threads"),
      fixed = quick_gram
    ),
    print.shape_mean = hostile_entry(..1 = "mean"),
    as_shape_curves.shape_mean = hostile_entry(..1 = "mean"),
    shape_pca = hostile_entry(x = "pca_source"),
    shape_pca.default = hostile_entry(..1 = "anything_else"),
    shape_pca.shape_curves = hostile_entry(
      ..1 = "curves", optional = c(settings, tolerance = "tolerance", max_iterations = "work",
                                   n_threads = "threads"), fixed = quick_gram
    ),
    shape_pca.elastic_gram = hostile_entry(..1 = "curve_gram", optional = c(
      tolerance = "tolerance", max_iterations = "work", n_threads = "threads"
    )),
    shape_pca.shape_mean = hostile_entry(..1 = "mean"),
    shape_pca.shape_fit = hostile_entry(..1 = "fit", optional = c(
      cluster = "cluster", tolerance = "tolerance", max_iterations = "work", n_threads = "threads"
    )),
    predict.shape_pca = hostile_entry(..1 = "pca", optional = c(newdata = "closed_curves",
                                                                n_threads = "threads")),
    as_shape_curves.shape_pca = hostile_entry(..1 = "pca", optional = c(component = "cluster",
                                                                        at = "places")),
    print.shape_pca = hostile_entry(..1 = "pca"),
    summary.shape_pca = hostile_entry(..1 = "pca"),
    tidy.shape_pca = hostile_entry(..1 = "pca"),
    augment.shape_pca = hostile_entry(..1 = "pca", optional = c(
      data = "own_table", id = "own_column", unmatched = "unmatched"
    )),
    plot.shape_pca = hostile_entry(..1 = "pca", optional = c(
      type = "pca_picture", components = "cluster", sd = "sds", colour = "covariate"
    )),
    autoplot.shape_pca = hostile_entry(..1 = "pca", optional = c(type = "pca_picture")),
    plot.shape_mean = hostile_entry(..1 = "mean"),
    autoplot.shape_mean = hostile_entry(..1 = "mean"),
    superpose_curves = hostile_entry(x = "pca_source"),
    superpose_curves.default = hostile_entry(..1 = "anything_else"),
    superpose_curves.elastic_gram = hostile_entry(..1 = "curve_gram",
                                                  optional = c(n_threads = "threads")),
    superpose_curves.shape_fit = hostile_entry(..1 = "fit", optional = c(cluster = "cluster",
                                                                         n_threads = "threads")),
    print.shape_superposition = hostile_entry(..1 = "superposition"),
    tidy.shape_superposition = hostile_entry(..1 = "superposition"),
    write_pdb = hostile_entry(x = "pdb_curves", file = "pdb_out"),
    kmedoids_shapes = hostile_entry(gram = "gram", k = "few_clusters"),
    pairwise_clustering = hostile_entry(
      gram = "gram", k = "few_clusters",
      optional = c(sweeps = "work", starts = "work", seed = "seed", progress = "progress"),
      fixed = alist(sweeps = 10, starts = 2)
    ),
    print.shape_baseline = hostile_entry(..1 = "baseline"),
    clusters.shape_baseline = hostile_entry(..1 = "baseline"),
    plot.shape_baseline = hostile_entry(..1 = "baseline", optional = c(gram = "maybe_gram")),
    autoplot.shape_baseline = hostile_entry(..1 = "baseline", optional = c(gram = "maybe_gram")),

    # Model
    crp = hostile_entry(optional = c(xi = "xi")),
    mfm = hostile_entry(optional = c(lambda = "positive", gamma = "positive")),
    format.partition_prior = hostile_entry(..1 = "law"),
    print.partition_prior = hostile_entry(..1 = "law"),
    wishart_crp_prior = hostile_entry(optional = c(
      preset = "preset", partition = "partition_prior", theta = "theta", r = "positive",
      s = "positive", d = "degrees", center = "maybe_flag", kernel = "kernel",
      neighbours = "neighbours", clip = "maybe_flag", resolution = "resolution"
    )),
    is_wishart_crp_prior = hostile_entry(x = "any"),
    format.wishart_crp_prior = hostile_entry(..1 = "prior"),
    print.wishart_crp_prior = hostile_entry(..1 = "prior"),
    plot.wishart_crp_prior = hostile_entry(..1 = "prior", n = "n_law"),
    mcmc_control = hostile_entry(
      draws = "work", burn_in = "work",
      optional = c(
        thin = "work", chains = "work", init = "init", split_merge = "split_merge", seed = "seed",
        n_threads = "threads", progress = "progress", checkpoint = "checkpoint_file",
        workers = "workers", moves = "moves"
      ), fixed = alist(chains = 2)
    ),
    is_mcmc_control = hostile_entry(x = "any"),
    print.mcmc_control = hostile_entry(..1 = "control"),

    # Fits
    wishart_crp = hostile_entry(gram = "gram", prior = "prior", control = "control"),
    cluster_shapes = hostile_entry(curves = "curves", optional = c(settings, dial, model),
                                   fixed = c(quick_gram, quick_fit)),
    cluster_shapes.default = hostile_entry(
      ..1 = "point_list", closed = "closed", optional = c(marks, settings, dial, model),
      fixed = c(quick_gram, quick_fit)
    ),
    cluster_shapes.shape_curves = hostile_entry(
      ..1 = "curves", optional = c(settings, n_threads = "threads", dial, model),
      fixed = c(quick_gram, quick_fit)
    ),
    cluster_shapes.elastic_gram = hostile_entry(..1 = "extreme_gram", optional = c(dial, model),
                                                fixed = quick_fit),
    cluster_shapes.shape_fit = hostile_entry(..1 = "fit", optional = c(dial, model),
                                             fixed = quick_fit),
    resolution_profile = hostile_entry(object = "fit", optional = c(resolutions = "resolutions")),
    resolution_profile.default = hostile_entry(..1 = "anything_else",
                                               optional = c(resolutions = "resolutions")),
    resolution_profile.shape_fit = hostile_entry(..1 = "fit",
                                                 optional = c(resolutions = "resolutions")),
    print.resolution_profile = hostile_entry(..1 = "profile"),
    plot.resolution_profile = hostile_entry(..1 = "profile"),
    autoplot.resolution_profile = hostile_entry(..1 = "profile"),
    sample_more = hostile_entry(object = "fit", draws = "work"),
    sample_more.default = hostile_entry(..1 = "anything_else", optional = c(draws = "work")),
    sample_more.shape_fit = hostile_entry(..1 = "fit", draws = "work"),
    resume = hostile_entry(file = "kept_checkpoint"),
    is_shape_fit = hostile_entry(x = "any"),
    print.shape_fit = hostile_entry(..1 = "fit"),
    summary.shape_fit = hostile_entry(..1 = "fit"),
    print.summary.shape_fit = hostile_entry(..1 = "fit_summary"),
    plot.shape_fit = hostile_entry(..1 = "fit", type = "fit_picture", optional = c(
      max_clusters = "count", clusters = "cluster", colour = "colour"
    )),
    autoplot.shape_fit = hostile_entry(..1 = "fit", type = "fit_picture",
                                       optional = c(clusters = "cluster", colour = "colour")),
    as.dist.shape_fit = hostile_entry(..1 = "fit", optional = c(diag = "flag", upper = "flag")),
    as_draws.shape_fit = hostile_entry(..1 = "fit"),
    as_draws_array.shape_fit = hostile_entry(..1 = "fit"),
    as.mcmc.list.shape_fit = hostile_entry(..1 = "fit"),
    as.hclust.shape_fit = hostile_entry(..1 = "fit", optional = c(method = "linkage")),
    as.dendrogram.shape_fit = hostile_entry(..1 = "fit", optional = c(method = "linkage")),
    tidy.shape_fit = hostile_entry(..1 = "fit", optional = c(method = "method",
                                                             n_threads = "threads")),
    glance.shape_fit = hostile_entry(..1 = "fit", optional = c(method = "method")),
    augment.shape_fit = hostile_entry(..1 = "fit", optional = c(
      data = "own_table", id = "own_column", unmatched = "unmatched", partition = "labels"
    )),
    k_posterior = hostile_entry(object = "fit"),
    k_posterior.default = hostile_entry(..1 = "anything_else"),
    k_posterior.shape_fit = hostile_entry(..1 = "fit"),
    compare_fits = hostile_entry(..1 = "fit", optional = c(..2 = "fit")),
    print.shape_fit_comparison = hostile_entry(..1 = "comparison"),
    update.shape_fit = hostile_entry(..1 = "fit", optional = c(settings, model),
                                     fixed = quick_fit),
    test_association = hostile_entry(
      fit = "fit", covariate = "covariate",
      optional = c(permutations = "permutations", draws = "count", level = "level", seed = "seed"),
      fixed = alist(permutations = 19)
    ),
    print.shape_association = hostile_entry(..1 = "association"),
    tidy.shape_association = hostile_entry(..1 = "association"),
    plot.shape_association = hostile_entry(..1 = "association"),
    autoplot.shape_association = hostile_entry(..1 = "association"),
    predict.shape_fit = hostile_entry(
      ..1 = "fit", newdata = "closed_curves",
      optional = c(partition = "labels", draws = "count", n_threads = "threads")
    ),
    print.shape_prediction = hostile_entry(..1 = "prediction"),
    plot.shape_prediction = hostile_entry(..1 = "prediction", optional = c(max_curves = "count")),
    autoplot.shape_prediction = hostile_entry(..1 = "prediction",
                                              optional = c(max_curves = "count")),
    tidy.shape_prediction = hostile_entry(..1 = "prediction"),
    glance.shape_prediction = hostile_entry(..1 = "prediction"),
    templates = hostile_entry(object = "fit", optional = c(partition = "labels")),
    templates.default = hostile_entry(..1 = "anything_else", optional = c(partition = "labels")),
    templates.shape_fit = hostile_entry(..1 = "fit", optional = c(
      partition = "labels", tolerance = "tolerance", max_iterations = "work", n_threads = "threads"
    )),
    print.shape_templates = hostile_entry(..1 = "templates"),
    summary.shape_templates = hostile_entry(..1 = "templates"),
    tidy.shape_templates = hostile_entry(..1 = "templates"),
    glance.shape_templates = hostile_entry(..1 = "templates"),
    as_shape_curves.shape_templates = hostile_entry(..1 = "templates"),
    as.data.frame.shape_templates = hostile_entry(
      ..1 = "templates", optional = c(row.names = "names", optional = "flag")
    ),
    plot.shape_templates = hostile_entry(..1 = "templates", optional = c(
      max_clusters = "count", clusters = "cluster", colour = "covariate"
    )),
    autoplot.shape_templates = hostile_entry(..1 = "templates",
                                             optional = c(max_clusters = "count")),
    write_report = hostile_entry(fit = "fit", file = "report_file",
                                 fixed = alist(pictures = character())),
    write_report.default = hostile_entry(..1 = "anything_else", optional = c(file = "report_file")),
    write_report.shape_fit = hostile_entry(
      ..1 = "fit", file = "report_file",
      optional = c(title = "string", truth = "flag", pictures = "pictures", overwrite = "flag"),
      fixed = alist(pictures = character())
    ),

    # Partitions
    partition = hostile_entry(object = "fit", optional = c(method = "method")),
    partition.default = hostile_entry(..1 = "anything_else", optional = c(method = "method")),
    partition.shape_fit = hostile_entry(..1 = "fit", method = "method",
                                        optional = c(n_threads = "threads")),
    is_shape_partition = hostile_entry(x = "any"),
    clusters = hostile_entry(object = "labels"),
    clusters.default = hostile_entry(..1 = "anything_else"),
    clusters.shape_fit = hostile_entry(..1 = "fit",
                                       optional = c(method = "method", n_threads = "threads")),
    clusters.shape_partition = hostile_entry(..1 = "partition"),
    coclustering = hostile_entry(object = "fit"),
    coclustering.default = hostile_entry(..1 = "anything_else"),
    coclustering.shape_fit = hostile_entry(
      ..1 = "fit", optional = c(curves = "index", n_threads = "threads")
    ),
    coclustering.shape_partition = hostile_entry(..1 = "partition"),
    credible_ball = hostile_entry(object = "fit", optional = c(level = "level")),
    credible_ball.default = hostile_entry(..1 = "anything_else", optional = c(level = "level")),
    credible_ball.shape_fit = hostile_entry(
      ..1 = "fit", level = "level", optional = c(estimate = "labels", n_threads = "threads")
    ),
    print.shape_credible_ball = hostile_entry(..1 = "ball"),
    plot.shape_credible_ball = hostile_entry(..1 = "ball"),
    autoplot.shape_credible_ball = hostile_entry(..1 = "ball"),
    tidy.shape_credible_ball = hostile_entry(..1 = "ball"),
    glance.shape_credible_ball = hostile_entry(..1 = "ball"),
    print.shape_partition = hostile_entry(..1 = "partition"),
    summary.shape_partition = hostile_entry(..1 = "partition", optional = c(max_size = "count")),
    print.summary.shape_partition = hostile_entry(..1 = "partition_summary"),
    plot.shape_partition = hostile_entry(..1 = "partition"),
    autoplot.shape_partition = hostile_entry(..1 = "partition"),
    as.hclust.shape_partition = hostile_entry(..1 = "partition", optional = c(method = "linkage")),
    as.dendrogram.shape_partition = hostile_entry(..1 = "partition",
                                                  optional = c(method = "linkage")),
    tidy.shape_partition = hostile_entry(..1 = "partition"),
    glance.shape_partition = hostile_entry(..1 = "partition"),
    outliers = hostile_entry(partition = "kept_labels", optional = c(max_size = "count")),
    compare_partitions = hostile_entry(a = "labels", b = "labels",
                                       optional = c(max_size = "count")),
    contingency_table = hostile_entry(a = "labels", b = "labels", optional = c(max_size = "count"))
  )
}
