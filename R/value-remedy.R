# Values of the wrong kind, and what to do with them.

# A sentence for an argument that wants curves, inner products, a fit, a prior or a control, NULL
# where none is known.
remedy_for <- function(wanted, x) {
  if (missing(x)) {
    return(NULL)
  }
  kind <- if (is.function(x)) "function" else if (is.array(x)) "matrix" else .class2(x)
  for (class in kind) {
    remedy <- remedies[[wanted]][[class]]
    if (!is.null(remedy)) {
      return(if (is.function(remedy)) remedy(x) else remedy)
    }
  }
}

read_first <- "shape_curves(x, closed = TRUE) makes curves of it (FALSE: open curves)."
distances_first <- "Distances? Use dist_gram()."
fit_first <- "Fit first: `fit <- cluster_shapes(curves)`."

remedies <- list(
  curves = list(
    dist = distances_first,
    elastic_gram = "as_shape_curves() gives the curves that were compared.",
    shape_fit = "as_shape_curves() gives the curves of a fit.",
    list = read_first, data.frame = read_first, matrix = read_first,
    character = "as_shape_curves() reads files."
  ),
  gram = list(
    dist = distances_first,
    shape_curves = "Compare the curves first: `elastic_gram(curves)`.",
    shape_fit = "Those of a fit are `fit$gram`; cluster_shapes(fit) fits again.",
    list = "shape_curves() makes curves of it, elastic_gram() compares them.",
    data.frame = "shape_curves() makes curves of it, elastic_gram() compares them.",
    character = "open_gram() opens a directory of inner products."
  ),
  fit = list(
    shape_curves = fit_first, elastic_gram = fit_first, list = fit_first, dist = fit_first,
    shape_partition = "Give the fit that it was taken from.",
    shape_baseline = "Baselines are one partition, without draws: see clusters().",
    integer = "Give the fit itself, not its clusters.",
    factor = "Give the fit itself, not its clusters.",
    character = "resume() reads checkpoints, readRDS() what saveRDS() wrote.",
    "function" = fit_first
  ),
  preset = list(
    character = function(x) hint_for_choice(x, eval(formals(wishart_crp_prior)$preset)),
    partition_prior = "Name it: `partition = `."
  ),
  matrix = list(
    dist = distances_first, elastic_gram = "That holds inner products already.",
    data.frame = "as.matrix() makes a matrix of it.",
    shape_curves = "Curves are compared by elastic_gram()."
  ),
  prior = list(
    character = function(x) {
      if (length(x) == 1 && x %in% eval(formals(wishart_crp_prior)$preset)) {
        sprintf("Use wishart_crp_prior(%s).", quote_string(x))
      } else if (length(x) == 1 && x %in% names(partition_priors())) {
        sprintf("Use wishart_crp_prior(partition = %s()).", x)
      } else {
        "See wishart_crp_prior()."
      }
    },
    partition_prior = function(x) {
      known <- names(partition_priors())
      family <- if (is.list(x) && isTRUE(x$family %in% known)) x$family else known[1]
      sprintf("Use wishart_crp_prior(partition = %s()).", family)
    },
    mcmc_control = "That is a control: use `control = mcmc_control(...)`.",
    list = "Give these as arguments of wishart_crp_prior().",
    numeric = "Numbers are arguments of wishart_crp_prior(), such as `theta` and `d`.",
    "function" = "Call it: wishart_crp_prior()."
  ),
  partition = list(
    character = function(x) sprintf("Write %s, without quotes.", made_by_partition_priors()),
    numeric = "For a number of clusters see `k` in cluster_shapes(); for xi use crp(xi = ).",
    wishart_crp_prior = "That is the whole model: give it to cluster_shapes(prior = ).",
    "function" = function(x) sprintf("Call it: %s.", made_by_partition_priors())
  ),
  control = list(
    wishart_crp_prior = "That is a prior: use `prior = wishart_crp_prior(...)`.",
    list = "Give these as arguments of mcmc_control().",
    numeric = "Numbers are arguments of mcmc_control(), such as `draws` and `seed`.",
    "function" = "Call it: mcmc_control()."
  )
)
