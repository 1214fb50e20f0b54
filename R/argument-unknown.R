# Arguments that a function does not have. The error says where they belong, or which argument
# was meant.

# Dots that must be empty: a method has them for its generic's sake, other functions to catch
# misspelt arguments. `kind`: what is read, where the arguments depend on it.
check_no_dots <- function(..., kind = NULL, call = caller_env()) {
  typed <- if (...length() > 0) dots_as_typed(...)
  if (length(typed) > 0) abort_unknown(typed, arguments_of(caller_env()), kind, call)
}

# Dots that hold settings, each known and given once. `typed` as of dots_as_typed().
check_setting_names <- function(typed, known, call) {
  name <- names(typed) %||% rep("", length(typed))
  unknown <- which(!name %in% known)
  if (length(unknown) > 0) {
    abort_unknown(typed[unknown], unique(c(known, arguments_of(call))), call = call)
  }
  if (anyDuplicated(name) > 0) {
    abort_input(name[anyDuplicated(name)], "be given once", "it is given twice", call = call)
  }
}

# Arguments in dots as the user wrote them: expressions, with their names. Empty ones, as in
# f(x, ), are left out.
dots_as_typed <- function(...) {
  typed <- as.list(substitute(list(...)))[-1]
  lapply(typed[!vapply(typed, identical, logical(1), quote(expr = ))], function(e) {
    if (rlang::is_call(e, "quote", n = 1)) e[[2]] else e
  })
}

# The names of the arguments of the function that runs in `env`, but for what it acts on.
arguments_of <- function(env) {
  at <- Position(function(frame) identical(frame, env), sys.frames())
  if (is.na(at)) {
    return(character())
  }
  known <- arguments_in(sys.function(at))
  setdiff(known, intersect(known[1], c("x", "object", "curves", "gram", "fit")))
}

# The first of `typed` is no argument; `known` are.
abort_unknown <- function(typed, known, kind = NULL, call = caller_env()) {
  name <- (names(typed) %||% "")[1]
  if (name == "") {
    head <- "Unexpected argument without a name: {typed_words(typed[[1]])}."
    hint <- hint_for_nameless(typed[[1]], known)
    name <- "..."
  } else {
    head <- "Unknown argument {.arg {name}}{if (!is.null(kind)) paste(' for', kind)}."
    hint <- hint_for_argument(name, typed_words(typed[[1]]), known, reads = !is.null(kind))
  }
  abort_shapecrp(
    c(head, i = if (!is.null(hint)) "{hint}"), class = "input", arg = name,
    fault = "is unknown", call = call
  )
}

# An argument as typed, where it is short.
typed_words <- function(e) {
  text <- paste(deparse(e, width.cutoff = 60L, nlines = 2L), collapse = " ")
  if (nchar(text) <= 30) {
    text
  } else if (is.call(e) && is.name(e[[1]])) {
    paste0(as.character(e[[1]]), "(...)")
  } else {
    "..."
  }
}

# What a value without a name was meant for, if that can be told.
hint_for_nameless <- function(e, known) {
  maker <- if (is.call(e) && is.name(e[[1]])) as.character(e[[1]]) else ""
  meant <- switch(maker, wishart_crp_prior = "prior", mcmc_control = "control",
                  if (is.numeric(e) && is_a_count(e)) "k" else "")
  if (meant %in% known) {
    hint_for_argument(meant, typed_words(e), known)
  } else {
    list_arguments(known)
  }
}

is_a_count <- function(x) length(x) == 1 && is.finite(x) && x >= 1 && x == round(x)

list_arguments <- function(known) {
  if (length(known) > 0 && length(known) <= 15) {
    sprintf("The %s %s.", if (length(known) == 1) "argument is" else "arguments are",
            list_words(sprintf("`%s`", known)))
  }
}

# `name = value` is wanted: a sentence that names the right argument and where it goes. Where
# curves are read, what other kinds of input have is no argument of another function.
hint_for_argument <- function(name, value, known, reads = FALSE) {
  read <- if (reads) unlist(lapply(c(list(shape_curves, mask_settings), readers()), arguments_in))
  for (candidate in unique(c(name, usual_name(name)))) {
    if (candidate %in% known) {
      return(hint_here(candidate, value, known))
    }
    home <- if (!candidate %in% read) home_of(candidate)
    if (!is.null(home)) {
      return(hint_elsewhere(candidate, value, home))
    }
  }
  near <- nearest_name(name, known)
  if (!is.null(near)) {
    return(hint_here(near, value, known))
  }
  elsewhere <- unlist(lapply(argument_homes(), `[[`, "arguments"))
  near <- if (!name %in% read) nearest_name(name, setdiff(elsewhere, read))
  if (is.null(near)) list_arguments(known) else hint_elsewhere(near, value, home_of(near))
}

readers <- function() lapply(file_kinds(), `[[`, "read")

arguments_in <- function(f) setdiff(names(formals(f)), c("...", "call", "found"))

inferred <- "The number of clusters is inferred; to ask for one, use"

hint_here <- function(name, value, known) {
  if (name == "k" && "prior" %in% known) {
    sprintf("%s `k = %s`.", inferred, value)
  } else {
    sprintf("Did you mean `%s = %s`?", name, value)
  }
}

hint_elsewhere <- function(name, value, home) {
  call <- gsub("%s", sprintf("%s = %s", name, value), home$write, fixed = TRUE)
  if (name == "k") {
    sprintf("%s `%s`.", inferred, call)
  } else {
    sprintf("`%s` belongs in %s(): %s.", name, home$of, call)
  }
}

# Functions whose arguments are given to others by mistake, and how to write them.
argument_homes <- function() {
  home <- function(of, write, arguments = arguments_in(get(of))) {
    list(of = of, write = write, arguments = arguments)
  }
  partition_homes <- lapply(names(partition_priors()), function(family) {
    home(family, sprintf("`prior = wishart_crp_prior(partition = %s(%%s))`", family))
  })
  c(partition_homes, list(
    home("cluster_shapes", "cluster_shapes(curves, %s)", "k"),
    home("cluster_shapes", "`cluster_shapes(curves, %s)`", c("prior", "control", "resolution")),
    home("mcmc_control", "`control = mcmc_control(%s)`"),
    home("wishart_crp_prior", "`prior = wishart_crp_prior(%s)`"),
    home("elastic_gram", "`elastic_gram(curves, %s)`, or for a fit `update(fit, %s)`",
         setting_names()),
    home("shape_curves", "`shape_curves(x, %s)`"),
    home("partition", "`partition(fit, %s)`", "method")
  ))
}

# The first function that has the argument, NULL if none has.
home_of <- function(name) {
  Find(function(home) name %in% home$arguments, argument_homes())
}

# What other packages call it, without case, dots and underscores.
usual_names <- list(
  k = c("k", "nclusters", "ncluster", "nclust", "numclusters", "centers", "ngroups", "clusters"),
  draws = c("iter", "niter", "iterations", "niterations", "ndraws", "samples", "nsamples", "nsim",
            "sweeps", "nmcmc"),
  burn_in = c("burnin", "burn", "nburn", "nburnin", "warmup"),
  thin = c("thinning", "nthin"), chains = c("nchains", "nchain"),
  seed = c("randomstate", "rngseed", "setseed"),
  n_threads = c("threads", "nthreads", "cores", "ncores", "mccores", "ncpus", "njobs", "parallel"),
  progress = c("verbose", "quiet", "silent"), checkpoint = c("save", "savefile"),
  xi = c("concentration", "alpha"), d = c("df", "nu"),
  scale = c("scaling", "normalise", "normalize"), rotation = c("rotate", "rotations"),
  reflection = c("reflect", "reflections", "mirror", "mirrored"),
  direction = c("reverse", "reversed", "backwards"),
  n_points = c("npoints", "npts", "resample"), smooth = c("lambda1", "smoothing"),
  closed = c("close", "isclosed", "open"), id = c("ids", "names", "name"),
  truth = c("class", "classes", "label", "labels", "group", "groups", "species"),
  method = "loss", file = c("filename", "path", "output"), type = c("what", "which", "kind"),
  colour = c("color", "col"), newdata = c("new", "newcurves", "data")
)

usual_name <- function(name) {
  loose <- loose_name(name)
  found <- vapply(usual_names, function(others) loose %in% others, logical(1))
  names(usual_names)[found]
}

loose_name <- function(name) gsub("[._]", "", tolower(name))

# The letters of words in alphabetical order: words with the same are swapped letters apart.
letters_of <- function(words) {
  vapply(strsplit(words, ""), function(word) paste(sort(word), collapse = ""), "")
}

# The name that `name` begins, or that differs from it in a letter or two; NULL if none does.
nearest_name <- function(name, known) {
  if (length(known) == 0) {
    return(NULL)
  }
  loose <- loose_name(name)
  begun <- nchar(loose) > 2 & startsWith(loose_name(known), loose)
  distance <- ifelse(begun, 0, drop(utils::adist(loose, loose_name(known))))
  distance[letters_of(loose_name(known)) == letters_of(loose) & distance > 1] <- 1
  best <- which.min(distance)
  most <- if (nchar(loose) > 5) 2 else if (nchar(loose) > 2) 1 else 0
  if (distance[best] <= most) known[best]
}
