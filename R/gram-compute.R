#' Elastic inner products of curves
#'
#' Computes the matrix S of inner products of the square-root velocity functions of all pairs of
#' curves, each maximised over re-parameterisations and rotations. The clustering is based on this
#' matrix.
#'
#' # What is computed
#' The square-root velocity function of a polygon is a step function,
#' \eqn{q = v/\sqrt{|v|}}{q = v / sqrt(|v|)} with \eqn{v} the velocity, so that
#' \eqn{\langle q, q\rangle}{<q, q>} is the length of the curve. The elastic inner product is
#' \deqn{s = \sup_{\gamma, O} \langle q_1, O (q_2 \circ \gamma) \sqrt{\gamma'} \rangle,
#'   }{s = sup <q1, O (q2 o gamma) sqrt(gamma')>,}
#' over warps \eqn{\gamma} (of the circle if curves are closed, so that the starting
#' point does not matter) and rotations \eqn{O}. A warp may stand still on either curve,
#' so s is never negative. The stored value is always attained: it is
#' the inner product of the two polygons at the warp and the rotation found, which
#' [align_pair()] returns.
#'
#' The matrix is symmetric, its diagonal is exact, and every bit is the same whatever the
#' order of the curves and the number of threads.
#'
#' # How many points
#' Resampling cuts corners, and the more corners there are, the more length is lost.
#' `n_points = "auto"` uses 100 points if nine in ten curves lose at most an eighth of
#' their length: outlines, tracks and pen strokes do, and what they lose is mostly noise, because
#' pixel steps alone make an outline up to 8 % longer than the line that they follow.
#' If curves lose more, as protein backbones do with their helices, they are compared at
#' their own vertices, without loss, unless these outnumber, on average, the points at
#' which an eighth is lost (a multiple of 10, at most 500), or a curve has more than 2,000 of them:
#' in that case, at that many points. The
#' settings of the result hold the number, or `NULL` for own vertices, and curves that are
#' compared with these later are treated in the same way. If more is lost than that, at
#' 500 points or at a number that was given, a message of class `shapecrp_message_points`
#' names the curves; its `lost` holds the share of each.
#'
#' # On disk
#' With `file`, S is written to a directory, tile by tile as it is computed, and stays there:
#' memory use does not grow with S. The directory also holds the curves and the settings;
#' [open_gram()] reads it later. If the computation is stopped at any moment, by an interrupt, a
#' crash or a full disk, the same call continues with the missing tiles. Each tile carries a
#' checksum and a hash of its curves, its settings and the version of the package: a tile that is
#' damaged, cut off or made from something else is computed again, and a message of class
#' `shapecrp_message_tiles` says so. Only one process at a time may write to a directory. A
#' directory made from other curves or settings, or one that holds other files, is refused. If
#' `curves` begins with the curves of the directory, only the new pairs are computed, and those of
#' the last block of curves (at most 128) again if it was not full.
#'
#' # Near pairs
#' n curves have n(n - 1)/2 pairs, too many beyond a few thousand curves. The default model
#' needs little more than the distances of each curve to its nearest neighbours. With
#' `pairs = "near"`, every curve is compared with a number of `landmarks` spread over all
#' curves; then curves at similar distances from the landmarks are compared; then neighbours of
#' neighbours, in rounds, until 97 % of the nearest are found, few change, or five rounds
#' are done. The number of pairs grows as n log n. Each inner product is the same as with
#' `pairs = "all"`; which pairs are compared depends on the curves alone.
#'
#' The share of nearest neighbours that was found is estimated from additional random pairs, and
#' printed. Functions that need all pairs compute them for up to 1,000 curves; for more they raise
#' an error of class `shapecrp_error_near`: use a part, `gram[i]`.
#'
#' # Adding curves
#' `c(gram, new_curves)` computes the new pairs only. [elastic_cross()] returns the block
#' between two sets.
#'
#' @param curves A [shape_curves()] object.
#' @param scale Remove scale: curves are scaled to length 1. `FALSE` keeps their lengths.
#' @param rotation Search over rotations. `FALSE` compares curves in the orientation given.
#' @param reflection Mirror images count as the same shape. For closed curves the mirror
#'   image may be traversed backwards, because mirroring reverses the direction of an outline.
#' @param direction `"given"` keeps the direction in which the points are listed;
#'   `"either"` allows a curve to be traversed backwards (tracks, sutures).
#' @param n_points Number of points, at equal arc length, to which curves are resampled, from 3 to
#'   10,000. `NULL` keeps each curve's own vertices (long edges are divided, which does
#'   not change the curve): exact, and slower if there are many. `"auto"` chooses from the
#'   curves, see below.
#' @param search How hard to search: `"standard"`; `"fast"`, two to three times faster,
#'   with slightly lower values; `"exhaustive"`, from every starting point or many
#'   rotations, about a hundred times slower, as a reference.
#' @param smooth Standard deviation, in samples, of a Gaussian kernel with which curves
#'   are smoothed for registration only: the warp and the rotation are found on smoothed
#'   curves, the value is that of the curves themselves. `0` does not smooth; at most an
#'   eighth of `n_points`, 12.5 for own vertices.
#' @param pad_ends Number of points, at most 1000, added at both ends of open curves, along the
#'   end edges, for registration only, to let end points be matched more freely.
#' @param n_threads Number of threads. `NULL` uses the option `shapecrp.n_threads` or, if it is not
#'   set, all cores; see [shapecrp-options]. The result does not depend on it.
#' @param file A directory for S, see "On disk"; `NULL` keeps S in memory.
#' @param workers Where to compute: `NULL`, in this process; a number, in that many daemons of
#'   package mirai on this machine, which share `n_threads` and end with the call; or the name of
#'   a compute profile that you set up with [mirai::daemons()], each daemon with `n_threads`
#'   threads (`NULL`: all cores of its machine). The result does not depend on it. If a daemon
#'   dies, another does its work; all must have the same version of this package. In a forked
#'   process ([parallel::mclapply()]) `workers` is ignored.
#' @param pairs Compare `"all"` pairs, or only those of `"near"` curves, see "Near pairs".
#' @param landmarks,near For near pairs: the number of landmarks, and the number of nearest curves
#'   to look for. `NULL` takes \eqn{8 \log_2 n}{8 log2(n)} landmarks and
#'   \eqn{2.5 \log n}{2.5 log(n)} curves, as many as the default model uses.
#' @return An `elastic_gram`: `as.matrix()` returns S, [summary()][summary.elastic_gram] its
#'   spectrum, [plot()][plot.elastic_gram] a picture, `[` a part, and
#'   [as.dist()][as.dist.elastic_gram] the distances; [saveRDS()] saves it.
#' @references Srivastava, A., Klassen, E., Joshi, S. H. and Jermyn, I. H. (2011) Shape
#'   analysis of elastic curves in Euclidean spaces. *IEEE Transactions on Pattern
#'   Analysis and Machine Intelligence*.
#' @seealso [align_pair()] for one pair, [as_gram()] for a matrix that you already have.
#' @examples
#' shapes <- simulate_shapes(12, classes = 3, seed = 1)
#' gram <- elastic_gram(shapes[1:9])
#' gram
#' round(as.matrix(gram)[1:3, 1:3], 2)
#' c(gram, shapes[10:12]) # three more curves, only the new pairs
#' @export
#' @param ... Must be empty; an unknown argument is an error.
elastic_gram <- function(curves, scale = TRUE, rotation = TRUE, reflection = FALSE,
                         direction = c("given", "either"), n_points = "auto",
                         search = c("standard", "fast", "exhaustive"),
                         smooth = 0, pad_ends = 0, n_threads = NULL, file = NULL,
                         workers = NULL, pairs = c("all", "near"), landmarks = NULL,
                         near = NULL, ...) {
  check_no_dots(...)
  curves <- check_curves(curves)
  settings <- elastic_settings(
    curves, scale, rotation, reflection, direction, n_points, search, smooth, pad_ends
  )
  check_means(n_threads, workers)
  plan <- check_near(pairs, landmarks, near, length(curves))
  tell_length_lost(curves, settings)
  if (!is.null(plan)) {
    fill_near(curves, settings, plan, file, n_threads, workers, environment())
  } else if (is.null(file)) {
    fill_memory(curves, settings, n_threads, workers, environment())
  } else {
    fill_directory(curves, settings, file, n_threads, workers, environment())
  }
}

# Arguments of elastic_gram() by which S is computed and kept: its numbers are the same whatever
# they are.
gram_means <- c("n_threads", "file", "workers", "pairs", "landmarks", "near")

check_means <- function(n_threads, workers, call = caller_env()) {
  resolve_threads(n_threads, call)
  check_workers(workers, call)
}

#' Elastic inner products between two sets of curves
#'
#' Computes the rectangular block of inner products between the curves of one set and those of
#' another, as [elastic_gram()] would.
#'
#' @param curves,new_curves [shape_curves()] objects or anything that [as_shape_curves()] reads,
#'   both open or both closed, of the same dimension. `curves` may be an `elastic_gram`, whose
#'   curves and settings are then used.
#' @param ... Settings of [elastic_gram()], for curves: `scale`, `rotation` and so on.
#' @param closed `TRUE` if the curves are closed, `FALSE` if they are open; needed only if neither
#'   `curves` nor `new_curves` tells, as with lists of matrices, arrays and tables.
#' @inheritParams elastic_gram
#' @return A matrix with one row per curve of `curves` and one column per curve of `new_curves`.
#' @examples
#' shapes <- simulate_shapes(8, classes = 2, seed = 1)
#' round(elastic_cross(shapes[1:5], shapes[6:8]), 2)
#' @export
elastic_cross <- function(curves, new_curves, ..., closed = NULL, n_threads = NULL,
                          workers = NULL) {
  check_given(curves, "curves", "be made by shape_curves() or elastic_gram()")
  if (is_elastic_gram(curves)) {
    gram <- check_gram_has_curves(curves, "compared with new curves")
    check_no_dots(...)
    curves <- gram$curves
    new_curves <- check_same_kind(curves_at_door(new_curves, curves$closed), curves)
    both <- pool_curves(curves, new_curves)
    settings <- gram$settings
    tell_length_lost(new_curves, settings)
  } else {
    check_given(new_curves, "new_curves", readable_as_curves)
    if (is_shape_curves(new_curves)) closed <- check_curves(new_curves)$closed
    curves <- curves_at_door(curves, closed)
    new_curves <- check_same_kind(curves_at_door(new_curves, curves$closed), curves)
    both <- pool_curves(curves, new_curves)
    settings <- cross_settings(both, ...)
    tell_length_lost(both, settings)
  }
  check_means(n_threads, workers)
  n <- length(curves)
  tiles <- rectangle_tiles(
    seq_len(n), n + seq_along(new_curves$id), tile_size(n, settings$search)
  )
  values <- tile_values(both, tiles, settings, n_threads, workers)
  cross <- matrix(0, n, length(new_curves), dimnames = list(curves$id, new_curves$id))
  for (k in seq_along(tiles)) cross[tiles[[k]]$rows, tiles[[k]]$columns - n] <- values[[k]]
  cross
}

#' @export
c.elastic_gram <- function(...) {
  parts <- given_to_c(...)
  gram <- check_gram_has_curves(parts[[1]], "extended by new curves")
  for (new_curves in parts[-1]) gram <- extend_gram(gram, new_curves)
  gram
}

# S with the rows and columns of new curves: only their pairs are computed.
extend_gram <- function(gram, new_curves, call = caller_env()) {
  if (is_near(gram)) {
    abort_shapecrp(c(
      "A gram of near pairs cannot be extended: new curves change who is near.",
      i = "Compute it anew: {.code elastic_gram(c(curves, new_curves), pairs = \"near\")}."
    ), "near", call = call)
  }
  new_curves <- curves_at_door(new_curves, gram$curves$closed, call = call)
  new_curves <- check_same_kind(new_curves, gram$curves, call = call)
  tell_length_lost(new_curves, gram$settings)
  curves <- c(gram$curves, new_curves)
  n <- length(gram)
  m <- length(new_curves)
  size <- tile_size(n + m, gram$settings$search)
  among <- lapply(triangle_tiles(m, size), lapply, function(items) n + items)
  tiles <- c(rectangle_tiles(seq_len(n), n + seq_len(m), size), among)
  values <- tile_values(curves, tiles, gram$settings)
  S <- matrix(0, n + m, n + m)
  S[seq_len(n), seq_len(n)] <- gram_matrix(gram)
  for (k in seq_along(tiles)) S <- put_tile(S, tiles[[k]], values[[k]])
  diag(S)[n + seq_len(m)] <- self_products(new_curves, gram$settings)
  gram_of_matrix(S, curves, curves$id, curves$closed, gram$settings, gram$metric)
}

# All pairs of n items, first < second.
triangle_pairs <- function(n) {
  list(
    first = sequence(pmax(seq_len(n) - 1L, 0L)),
    second = rep(seq_len(n), times = seq_len(n) - 1L)
  )
}

# Curves of two sets side by side, whose ids may coincide.
pool_curves <- function(curves, new_curves) {
  new_shape_curves(
    c(curves$points, new_curves$points), curves$closed, c(curves$id, new_curves$id), NULL
  )
}

# Settings of a computation, validated: what a gram keeps, and what the core reads.
# `n_points` is settled here, for these curves: a number, or NULL for own vertices.
elastic_settings <- function(curves, scale = TRUE, rotation = TRUE, reflection = FALSE,
                             direction = "given", n_points = "auto", search = "standard",
                             smooth = 0, pad_ends = 0, call = caller_env()) {
  scale <- check_flag(scale, "scale", call)
  rotation <- check_flag(rotation, "rotation", call)
  reflection <- check_flag(reflection, "reflection", call)
  if (reflection && !rotation) {
    abort_input("reflection", "be FALSE when `rotation` is", "not TRUE", call = call)
  }
  n_points <- check_points(n_points, curves, call)
  pad_ends <- check_number(
    pad_ends, min = 0, max = 1000, whole = TRUE, arg = "pad_ends", call = call
  )
  if (curves$closed && pad_ends > 0) {
    must <- "be 0 for closed curves, which have no ends"
    abort_input("pad_ends", must, paste("not", pad_ends), call = call)
  }
  list(
    source = "curves",
    scale = scale,
    rotation = rotation,
    reflection = reflection,
    direction = check_choice(direction, c("given", "either"), "direction", call),
    n_points = n_points,
    search = check_choice(search, c("standard", "fast", "exhaustive"), "search", call),
    smooth = check_number(
      smooth, min = 0, max = (n_points %||% 100) / 8, arg = "smooth", call = call
    ),
    pad_ends = pad_ends
  )
}

# A number of points, NULL for own vertices, "auto" as chosen for the curves.
check_points <- function(n_points, curves, call = caller_env()) {
  if (identical(n_points, "auto")) {
    return(choose_points(curves))
  }
  if (is.character(n_points)) {
    must <- "be a whole number, NULL or \"auto\""
    abort_input("n_points", must, describe(n_points), call = call)
  }
  if (!is.null(n_points)) {
    check_number(n_points, min = 3, max = 10000, whole = TRUE, arg = "n_points", call = call)
  }
}

setting_names <- function() setdiff(names(formals(elastic_settings)), c("curves", "call"))

# Settings given through dots, for functions that take curves.
cross_settings <- function(curves, ..., call = caller_env()) {
  build_settings(curves, list(...), call)
}

# The same from a list.
build_settings <- function(curves, given, call = caller_env()) {
  check_setting_names(given, setting_names(), call)
  do.call(elastic_settings, c(list(curves = curves), given, list(call = call)), quote = TRUE)
}

# Settings as the core reads them; `shapecrp.portable` keeps it from AVX2.
core_settings <- function(settings) {
  settings$n_points <- settings$n_points %||% 0L
  settings$use_avx2 <- !isTRUE(getOption("shapecrp.portable"))
  settings
}

# s of a few pairs, whose values are not worth keeping: an interrupt goes on.
few_inner_products <- function(points, closed, first, second, settings, n_threads) {
  s <- r_inner_products(
    points, closed, first, second, core_settings(settings), resolve_threads(n_threads), NULL
  )
  if (length(s) < length(first)) pass_interrupt()
  s
}

# <q, q>: 1, or the length of the curve as it is used.
self_products <- function(curves, settings) {
  if (settings$scale) {
    return(rep(1, length(curves)))
  }
  r_used_curves(curves$points, curves$closed, core_settings(settings))$lengths
}

check_curves <- function(x, arg = rlang::caller_arg(x), call = caller_env()) {
  check_given(x, arg, "be made by shape_curves()", call)
  if (!is_shape_curves(x)) {
    abort_input(arg, "be made by shape_curves()", describe(x), hint = remedy_for("curves", x),
                call = call)
  }
  if (!is.list(x)) {
    abort_input(arg, "be made by shape_curves()", describe(unclass(x)), call = call)
  }
  validate_shape_curves(x, of = paste0(arg, "$"), call = call)
}

# Curves that can be compared with others: both open or both closed, one dimension.
check_same_kind <- function(new_curves, curves, arg = "new_curves", call = caller_env()) {
  kind <- function(x) {
    sprintf("%s curves in %d-D", if (x$closed) "closed" else "open", curve_dimension(x))
  }
  if (kind(new_curves) != kind(curves)) {
    hint <- if (new_curves$closed != curves$closed) {
      sprintf("Read them with `closed = %s`.", curves$closed)
    }
    abort_input(arg, paste("hold", kind(curves)), paste("not", kind(new_curves)), hint = hint,
                call = call)
  }
  new_curves
}

check_gram_has_curves <- function(gram, use, hint = NULL, call = caller_env()) {
  if (is.null(gram$curves)) {
    abort_shapecrp(c(
      "A matrix given without its curves cannot be {use}.",
      i = hint %||% "Compute it from curves with {.fn elastic_gram}."
    ), "no_curves", call = call)
  }
  gram$settings <- check_kept_settings(gram$settings, gram$curves, call)
  gram
}

# Settings that a gram has kept: those of elastic_gram(), each valid.
check_kept_settings <- function(settings, curves, call = caller_env()) {
  wanted <- c("source", setting_names())
  if (!is.list(settings) || !setequal(names(settings), wanted)) {
    other <- setdiff(names(settings), wanted)
    lacking <- setdiff(wanted, names(settings))
    got <- if (length(other) > 0) {
      sprintf("it also holds `%s`", other[1])
    } else {
      sprintf("`%s` is missing", lacking[1])
    }
    abort_input("gram$settings", "hold the settings of elastic_gram()", got, call = call)
  }
  build_settings(curves, settings[setting_names()], call)
}
