# <shape_superposition>: curves (shape_curves, in their own units, turned and moved onto the mean),
# mean (shape_curves of one, in the same units), rmsd (named, one per curve).

#' Superpose the curves of a cluster
#'
#' Superposes curves on their elastic mean as rigid bodies, in their own units, such as the members
#' of a cluster of proteins in Angstrom: rotated and moved, but neither scaled nor bent. Reports
#' how far each is from the mean.
#'
#' The mean is that of [karcher_mean()]; if scale was removed, it is given the mean length of
#' the curves. Each of its m points is matched to a point on a curve, and the curve is rotated (not
#' mirrored, unless the comparison counted mirror images as the same) and moved to minimise the
#' RMSD, the root mean square of the m distances between matched points (Kabsch, 1976). The
#' match may slide along the curve: the RMSD is not that of residues with the same number. The mean
#' has the points at which curves were compared, which may outnumber those of the curves.
#'
#' @param x A `shape_fit` of curves, or an `elastic_gram` with its curves.
#' @param cluster For a fit: the number of the cluster.
#' @inheritParams elastic_gram
#' @param ... Must be empty.
#' @return An object of class `shape_superposition`, a list with `curves`, the superposed
#'   [shape_curves()], `mean`, a set of one curve, and `rmsd`, named by curve, in the units of the
#'   curves. [write_pdb()] writes it for a molecular viewer, `write_curves(x$curves)` as a table.
#' @references Kabsch, W. (1976). A solution for the best rotation to relate two sets of vectors.
#'   *Acta Crystallographica* A32, 922-923.
#' @examples
#' helices <- simulate_shapes(6, classes = "helix", closed = FALSE, dim = 3, seed = 1)
#' gram <- elastic_gram(helices, n_points = 40, search = "fast")
#' found <- superpose_curves(gram)
#' found
#' file <- tempfile(fileext = ".pdb")
#' write_pdb(found, file)
#' @export
superpose_curves <- function(x, ...) UseMethod("superpose_curves")

#' @export
superpose_curves.default <- function(x, ...) {
  abort_input("x", "be a fit or inner products of curves", describe(x),
              hint = remedy_for("gram", x))
}

#' @rdname superpose_curves
#' @export
superpose_curves.shape_fit <- function(x, cluster = 1, n_threads = NULL, ...) {
  check_no_dots(...)
  gram <- check_gram_has_curves(x$gram, "superposed")
  check_draws(x, "x", rlang::current_env())
  labels <- unname(estimated_partition(x)$labels)
  cluster <- check_number(cluster, min = 1, max = max(labels), whole = TRUE)
  superpose_gram(gram[labels == cluster], n_threads)
}

#' @rdname superpose_curves
#' @export
superpose_curves.elastic_gram <- function(x, n_threads = NULL, ...) {
  check_no_dots(...)
  superpose_gram(check_gram_has_curves(x, "superposed"), n_threads)
}

superpose_gram <- function(gram, n_threads, call = caller_env()) {
  mean <- mean_of_gram(gram, check_iteration(1e-3, 30), resolve_threads(n_threads), call = call)
  settings <- core_settings(gram$settings)
  curves <- gram$curves
  used <- r_used_curves(curves$points, curves$closed, settings)
  target <- mean$mean$points[[1]]
  if (gram$settings$scale) target <- target * base::mean(used$lengths)
  fitted <- lapply(seq_along(curves$points), function(i) {
    found <- r_align_pair(list(mean$mean$points[[1]], curves$points[[i]]), curves$closed, settings)
    warp <- data.frame(x = found$warp[, 1], y = found$warp[, 2])
    places <- warp_at(warp, vertex_arc(target, curves$closed), curves$closed)
    matched <- second_at(used$points[[i]], places, curves$closed)
    placed <- rigid_onto(matched, target, gram$settings)
    list(points = placed$move(curves$points[[i]]), rmsd = placed$rmsd)
  })
  id <- curves$id
  curves$points <- lapply(fitted, `[[`, "points")
  structure(
    list(
      curves = curves, mean = new_shape_curves(list(target), curves$closed, "mean"),
      rmsd = stats::setNames(vapply(fitted, `[[`, 0, "rmsd"), id)
    ),
    class = "shape_superposition"
  )
}

# The rigid motion that brings points (m x p) nearest to a target (m x p): `move` applies it to
# any points, `rmsd` is what is left. Not turned where rotation counts.
rigid_onto <- function(points, target, settings) {
  from <- colMeans(points)
  to <- colMeans(target)
  centred <- points - rep(from, each = nrow(points))
  aim <- target - rep(to, each = nrow(target))
  rotation <- diag(ncol(points))
  if (isTRUE(settings$rotation)) {
    parts <- svd(crossprod(centred, aim))
    signs <- rep(1, ncol(points))
    turn <- det(parts$u) * det(parts$v)
    if (turn < 0 && !isTRUE(settings$reflection)) signs[ncol(points)] <- -1
    rotation <- parts$u %*% (signs * t(parts$v))
  }
  left <- centred %*% rotation - aim
  list(
    move = function(x) {
      (x - rep(from, each = nrow(x))) %*% rotation + rep(to, each = nrow(x))
    },
    rmsd = sqrt(sum(left^2) / nrow(points))
  )
}

#' @export
print.shape_superposition <- function(x, ...) {
  check_no_dots(...)
  n <- length(x$rmsd)
  cat(sprintf("%s superposed on their mean\n",
              describe_set(n, x$curves$closed, curve_dimension(x$curves))))
  far <- sort(x$rmsd, decreasing = TRUE)
  cat_fields(c(
    "RMSD to the mean" = sprintf("mean %s, maximum %s (%s)", format(mean(far), digits = 3),
                                 format(far[[1]], digits = 3), quote_string(names(far)[1]))
  ))
  invisible(x)
}

#' @rdname tidy.shape_partition
#' @exportS3Method generics::tidy
tidy.shape_superposition <- function(x, ...) {
  check_no_dots(...)
  data.frame(curve = names(x$rmsd), rmsd = unname(x$rmsd))
}

#' Write curves in space as a PDB file
#'
#' Writes curves as chains of C-alpha atoms for molecular viewers, each a `MODEL` of its own,
#' with the mean first if there is one. A `REMARK` gives the id of each model, and the RMSD to the
#' mean.
#'
#' Residues are numbered from 1 and named ALA, because curves do not record the residues they came
#' from. Coordinates have three decimals, as the format requires, and must lie between -999 and
#' 9999.
#'
#' @param x A `shape_superposition`, from [superpose_curves()], or a set of curves in 3-D.
#' @param file Path of the file to write, which ends in `.pdb`.
#' @return `file`, invisibly.
#' @examples
#' helices <- simulate_shapes(3, classes = "helix", closed = FALSE, dim = 3, seed = 1)
#' file <- tempfile(fileext = ".pdb")
#' write_pdb(helices, file)
#' head(readLines(file), 4)
#' @export
write_pdb <- function(x, file) {
  check_given(x, "x", "be superposed curves or a set of curves in 3-D")
  check_given(file, "file", "be a path that ends in .pdb")
  is_superposed <- inherits(x, "shape_superposition")
  curves <- if (is_superposed) x$curves else x
  if (!is_shape_curves(curves)) {
    abort_input("x", "be superposed curves or a set of curves in 3-D", describe(x))
  }
  check_curves(curves)
  if (curve_dimension(curves) != 3) {
    abort_input("x", "hold curves in 3-D",
                sprintf("not in %d-D", curve_dimension(curves)))
  }
  if (!is.character(file) || length(file) != 1 || is.na(file) || !grepl("[.]pdb$", file)) {
    abort_input("file", "be a path that ends in .pdb", describe(file))
  }
  if (!dir.exists(dirname(file))) {
    abort_input("file", "be in a folder that exists", paste(quote_string(dirname(file)),
                                                             "does not"))
  }
  points <- c(if (is_superposed) x$mean$points, curves$points)
  check_pdb_limits(points)
  told <- pdb_remarks(x, curves, is_superposed)
  models <- Map(pdb_model, points, seq_along(points), told)
  bytes <- bytes_of_lines(c(unlist(models), "END"))
  write_atomically(file, function(part) write_bytes(bytes, part, compress = FALSE))
}

pdb_remarks <- function(x, curves, is_superposed) {
  id <- shorten_id(curves$id, 40)
  if (!is_superposed) {
    return(id)
  }
  c("mean", sprintf("%s RMSD %.3f", id, x$rmsd))
}

check_pdb_limits <- function(points, call = caller_env()) {
  largest <- range(unlist(points))
  if (largest[1] < -999 || largest[2] > 9999) {
    must <- "have coordinates from -999 to 9999 to fit a PDB file"
    abort_input("x", must, sprintf("they go from %s to %s", format(largest[1]),
                                   format(largest[2])), call = call)
  }
  most <- max(vapply(points, nrow, 0L))
  if (most > 9999) {
    abort_input("x", "have at most 9999 points per curve", sprintf("one has %d", most), call = call)
  }
}

pdb_model <- function(points, number, told) {
  at <- seq_len(nrow(points))
  c(
    sprintf("MODEL     %4d", number), sprintf("REMARK   6 %s", told),
    sprintf("ATOM  %5d  CA  ALA A%4d    %8.3f%8.3f%8.3f  1.00  0.00           C", at, at,
            points[, 1], points[, 2], points[, 3]),
    "TER", "ENDMDL"
  )
}
