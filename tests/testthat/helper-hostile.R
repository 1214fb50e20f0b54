# Malformed and extreme arguments to every function that a user can call. Call number k is
# hostile_call(k), always the same one, and
#   eval(hostile_call(k), hostile_fixtures())
# makes it. Most calls have one hostile argument or two, and ordinary ones beside them.

# Number k of the calls, as code. `damaged`: an object of the package is given with a field
# overwritten, which nothing promises to notice.
hostile_call <- function(k, damaged = FALSE, table = hostile_slots(damaged)) {
  withr::with_seed(
    k,
    draw_hostile_call(table[[(k - 1) %% length(table) + 1]], damaged),
    .rng_kind = "Mersenne-Twister", .rng_normal_kind = "Inversion",
    .rng_sample_kind = "Rejection"
  )
}

hostile_calls <- function(numbers, damaged = FALSE) {
  table <- hostile_slots(damaged)
  calls <- lapply(numbers, hostile_call, damaged = damaged, table = table)
  stats::setNames(calls, format(numbers, scientific = FALSE, trim = TRUE))
}

# The functions in turn; those for which there are many hostile values have more turns.
hostile_slots <- function(damaged = FALSE) {
  table <- hostile_targets()
  if (damaged) table <- Filter(can_be_damaged, table)
  times <- vapply(table, function(target) {
    pools <- hostile_kinds[c(target$needed, target$optional)]
    own <- vapply(pools, function(pool) length(pool$edge) + length(pool$wrong), 0)
    min(10, 1 + sum(own) %/% 8)
  }, 0)
  rep(table, times)[order(sequence(times))]
}

# The entries of the table with what the namespace knows of them: how they are called,
# whether they are methods and have dots, the names that R matches.
hostile_targets <- function(namespace = asNamespace("shapecrp")) {
  methods <- hostile_methods(namespace)
  table <- hostile_table()
  Map(function(entry, name) {
    name <- sub(" .*", "", name)
    generic <- methods$generic[match(name, methods$method)]
    is_method <- !is.na(generic)
    # R itself matches the arguments of a function, its generic and its methods.
    relatives <- methods$method[methods$generic == if (is_method) generic else name]
    arguments <- lapply(c(name, relatives), function(f) names(formals(get(f, namespace))))
    c(entry, list(
      name = name, is_method = is_method, own = arguments[[1]],
      has_dots = "..." %in% arguments[[1]],
      matched = unique(unlist(arguments)),
      head = if (is_method) hostile_generics[[generic]] %||% as.name(generic) else as.name(name)
    ))
  }, table, names(table))
}

hostile_methods <- function(namespace = asNamespace("shapecrp")) {
  registered <- getNamespaceInfo(namespace, "S3methods")
  data.frame(generic = registered[, 1], class = registered[, 2], method = registered[, 3])
}

draw_hostile_call <- function(target, damaged) {
  kinds <- c(target$needed, target$optional)
  self <- if (target$is_method) names(kinds)[1]
  taken <- stats::runif(length(target$optional)) < 0.2
  given <- c(names(target$needed), names(target$optional)[taken])
  arguments <- target$fixed
  for (name in given) arguments[name] <- ordinary_value(kinds[[name]])
  if (!is.null(self)) arguments[self] <- value_of_class(kinds[[self]])
  if (damaged) {
    arguments <- damage_argument(arguments, kinds)
  } else {
    aims <- setdiff(names(kinds), self)
    if (target$has_dots) aims <- c(aims, "...")
    changes <- sample(0:3, 1, prob = c(0.06, 0.64, 0.22, 0.08))
    for (name in sample(aims, min(changes, length(aims)))) {
      arguments <- make_hostile(arguments, name, kinds, target)
    }
  }
  order <- match(c(names(kinds), setdiff(names(arguments), names(kinds))), names(arguments))
  arguments <- arguments[order[!is.na(order)]]
  names(arguments) <- sub("^[.][.][0-9]+$", "", sub("^again ", "", names(arguments)))
  as.call(c(target$head, arguments))
}

# One of a list of code, as a list of one: it may be NULL.
draw_one <- function(values) values[sample.int(length(values), 1)]

ordinary_value <- function(kind) {
  valid <- hostile_kinds[[kind]]$valid
  if (stats::runif(1) < 0.6) valid[1] else draw_one(valid)
}

value_of_class <- function(kind) {
  pool <- hostile_kinds[[kind]]
  if (stats::runif(1) < 0.5) ordinary_value(kind) else draw_one(c(pool$valid, pool$edge))
}

# Of its kind, or anything at all.
hostile_value <- function(kind) {
  pool <- hostile_kinds[[kind]]
  own <- c(pool$edge, pool$wrong)
  if (length(own) > 0 && stats::runif(1) < 0.6) {
    return(draw_one(own))
  }
  if (isTRUE(pool$bounded)) draw_one(Filter(is_no_large_number, hostile_anything))
  else draw_one(hostile_anything)
}

# What asks for much work and is not refused takes its time.
is_no_large_number <- function(code) !identical(code, 2147483647L)

make_hostile <- function(arguments, name, kinds, target) {
  if (name == "...") {
    extra <- draw_one(alist(nonsense = 1, curve = curves, ..9 = 7, ..9 = "nonsense", n_thread = 2))
    again <- setdiff(intersect(names(arguments), names(hostile_settings)), target$matched)
    if (length(again) > 0 && stats::runif(1) < 0.3) {
      extra <- stats::setNames(arguments[again[1]], paste("again", again[1]))
    }
    return(c(arguments, extra))
  }
  if (name %in% names(target$needed) && !startsWith(name, "..") && stats::runif(1) < 0.12) {
    return(arguments[names(arguments) != name])
  }
  arguments[name] <- hostile_value(kinds[[name]])
  arguments
}

# Objects with a field overwritten -------------------------------------------------------

hostile_fields <- list(
  curves = c("points", "closed", "id", "truth"),
  gram = c("S", "curves", "id", "closed", "settings", "settings$scale", "curves$points"),
  prior = c("partition", "theta", "r", "s", "d", "center", "kernel", "neighbours", "clip",
            "partition$family", "partition$xi"),
  quick = c("draws", "burn_in", "thin", "chains", "init", "split_merge", "seed", "n_threads",
            "checkpoint", "moves", "usual_size"),
  fit = c("gram", "labels", "trace", "prior", "control", "model", "state", "seed", "version",
          "partition", "diagnostics", "gram$S", "gram$id", "model$d", "model$theta",
          "control$thin", "control$draws", "partition$labels"),
  part = c("labels", "method", "expected_loss", "similarity", "certainty", "members", "draws"),
  means = c("mean", "summary", "aligned", "settings"),
  alignment = c("value", "warp", "rotation", "curves", "aligned", "settings", "lengths"),
  shape_mean = c("mean", "distances", "aligned", "sum_of_squares"),
  ball = c("level", "radius", "centre", "horizontal", "distance"),
  baseline = c("labels", "method", "objective", "medoids")
)

# The object that stands for a kind of argument, where it can be damaged.
damaged_objects <- c(
  curves = "curves", closed_curves = "curves", pair = "curves", gram = "gram",
  curve_gram = "gram", extreme_gram = "gram", prior = "prior", control = "quick", fit = "fit",
  labels = "part", partition = "part", templates = "means", alignment = "alignment",
  mean = "shape_mean", ball = "ball", baseline = "baseline"
)

damaged_values <- alist(NULL, NA, -1, "a", list(), 1e300, character(), function(x) x,
                        matrix(0, 0, 0))

can_be_damaged <- function(target) {
  any(c(target$needed, target$optional) %in% names(damaged_objects))
}

damage_argument <- function(arguments, kinds) {
  aims <- names(kinds)[kinds %in% names(damaged_objects)]
  name <- sample(aims, 1)
  object <- damaged_objects[[kinds[[name]]]]
  field <- sample(hostile_fields[[object]], 1)
  arguments[[name]] <- bquote(spoil(
    .(as.name(object)), .(field), .(draw_one(damaged_values)[[1]])
  ))
  arguments
}
