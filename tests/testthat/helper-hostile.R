# Malformed and extreme arguments to every function that a user can call. Call number k is
# hostile_call(k), always the same one, and
#   eval(hostile_call(k), hostile_fixtures())
# makes it. Most calls have one hostile argument or two, and ordinary ones beside them.

# Number k of the calls, as code. `damaged`: an object of the package is given with a field
# overwritten, which nothing promises to notice.
hostile_call <- function(k, damaged = FALSE, table = hostile_slots(damaged)) {
  target <- table[[(k - 1) %% length(table) + 1]]
  visit <- target$turn + target$turns * ((k - 1) %/% length(table))
  withr::with_seed(
    k, draw_hostile_call(target, visit, damaged),
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
  turns <- vapply(table, function(target) min(12, 1 + length(target$trials) %/% 8), 0)
  slots <- Map(function(target, turn, turns) c(target, turn = turn, turns = turns),
               rep(table, turns), sequence(turns), rep(turns, turns))
  slots[order(sequence(turns))]
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
    kinds <- c(entry$needed, entry$optional)
    c(entry, list(
      name = name, is_method = is_method, own = arguments[[1]],
      has_dots = "..." %in% arguments[[1]], matched = unique(unlist(arguments)),
      trials = hostile_trials(kinds, names(kinds)[is_method][1]),
      head = if (is_method) hostile_generics[[generic]] %||% as.name(generic) else as.name(name)
    ))
  }, table, names(table))
}

# Each value that is hostile in the way of its argument, as a list of one named by the
# argument: the first of all arguments, the second of all, and so on. An object that has to
# be of its class (`self`) is extreme at most.
hostile_trials <- function(kinds, self) {
  trials <- lapply(names(kinds), function(name) {
    pool <- hostile_kinds[[kinds[[name]]]]
    values <- c(pool$edge, if (!identical(name, self)) pool$wrong)
    lapply(seq_along(values), function(i) stats::setNames(values[i], name))
  })
  unlist(trials, recursive = FALSE)[order(sequence(lengths(trials)))]
}

hostile_methods <- function(namespace = asNamespace("shapecrp")) {
  registered <- getNamespaceInfo(namespace, "S3methods")
  data.frame(generic = registered[, 1], class = registered[, 2], method = registered[, 3])
}

# Every hostile value of the target has its turn in about three of four visits; else, and
# sometimes beside it, something is made hostile at random.
draw_hostile_call <- function(target, visit, damaged) {
  kinds <- c(target$needed, target$optional)
  self <- if (target$is_method) names(kinds)[1]
  taken <- stats::runif(length(target$optional)) < 0.2
  arguments <- target$fixed
  for (name in c(names(target$needed), names(target$optional)[taken])) {
    arguments[name] <- ordinary_value(kinds[[name]])
  }
  if (damaged) {
    arguments <- damage_argument(arguments, kinds)
  } else {
    tried <- NULL
    if (length(target$trials) > 0 && visit %% 4 != 0) {
      tried <- target$trials[[(visit - visit %/% 4 - 1) %% length(target$trials) + 1]]
      arguments[names(tried)] <- tried
    }
    aims <- c(setdiff(names(kinds), c(self, names(tried))), if (target$has_dots) "...")
    chances <- if (is.null(tried)) c(0.05, 0.75, 0.2) else c(0.75, 0.25, 0)
    changes <- min(length(aims), sample(0:2, 1, prob = chances))
    for (name in aims[sample.int(length(aims), changes)]) {
      arguments <- make_hostile(arguments, name, kinds, target)
    }
  }
  place <- match(c(names(kinds), setdiff(names(arguments), names(kinds))), names(arguments))
  arguments <- arguments[place[!is.na(place)]]
  names(arguments) <- sub("^[.][.][0-9]+$", "", sub("^again ", "", names(arguments)))
  as.call(c(target$head, arguments))
}

# One of a list of code, as a list of one: it may be NULL.
draw_one <- function(values) values[sample.int(length(values), 1)]

ordinary_value <- function(kind) {
  valid <- hostile_kinds[[kind]]$valid
  if (stats::runif(1) < 0.6) valid[1] else draw_one(valid)
}

# Of its kind, or anything at all. What asks for much work and is not refused takes its time.
hostile_value <- function(kind) {
  pool <- hostile_kinds[[kind]]
  if (isTRUE(pool$written)) {
    return(draw_one(pool$valid))
  }
  own <- c(pool$edge, pool$wrong)
  if (length(own) > 0 && stats::runif(1) < 0.3) {
    return(draw_one(own))
  }
  is_large <- vapply(hostile_anything, identical, NA, 2147483647L)
  draw_one(if (isTRUE(pool$bounded)) hostile_anything[!is_large] else hostile_anything)
}

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
            "checkpoint", "workers", "moves", "usual_size"),
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
