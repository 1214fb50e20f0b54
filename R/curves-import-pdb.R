#' Protein backbones from PDB and mmCIF files
#'
#' [as_shape_curves()] reads the \eqn{C_\alpha}{C-alpha} atoms of proteins, from files in the
#' PDB or mmCIF format (`.pdb`, `.ent`, `.cif`, `.mmcif`) or from the `pdb` objects of
#' package bio3d. Each chain becomes one open curve in space, in Angstrom, one point per residue.
#'
#' Only the first model of a file and the first of alternative positions are read. Atoms come from
#' ATOM records, and from the HETATM records of selenomethionine and of residues that the file
#' declares as modified (MODRES; in mmCIF, those with a position in a sequence). mmCIF files give
#' the authors' names of chains and residues, as PDB files do. Chains without such atoms (DNA,
#' ligands) do not count; those with one residue are left out.
#'
#' @section Missing residues:
#' Residues that were not seen in the experiment leave a gap, which the curve crosses in a
#' straight line. Neighbours are 3.8 Angstrom apart; a step of more than 4.3 Angstrom counts
#' as a gap. One message names the chains that have gaps, and counts jumps in the numbering
#' without a gap, which are harmless. The condition, of class `shapecrp_message_residues`,
#' carries a data frame `gaps` with the curve, the residues before and after, and the step.
#'
#' @name curves-from-pdb
#' @param x PDB or mmCIF files, see [as_shape_curves()], or a bio3d `pdb` object.
#' @param chain Letters of the chains to read, `_` for a chain without a letter. `NULL` reads all.
#'   If there are several files, each must have at least one of these chains.
#' @param id Name of the protein, for a bio3d object; proteins in files are named after the file.
#'   A curve is named after the protein if it is the only one read from it, otherwise `1abc-A`,
#'   `1abc-B`, ...
#' @param ... Must be empty.
#' @returns A set of open curves, see [shape_curves()].
#' @examples
#' atom <- paste0(
#'   "ATOM  %5d  CA  ALA A%4d    %8.3f%8.3f%8.3f  1.00  0.00           C"
#' )
#' turn <- 1.745 * (1:20)
#' helix <- sprintf(atom, 1:20, 1:20, 2.3 * cos(turn), 2.3 * sin(turn), 1.5 * (1:20))
#' file <- tempfile(fileext = ".pdb")
#' writeLines(helix, file)
#' as_shape_curves(file)
NULL

#' @rdname curves-from-pdb
#' @export
as_shape_curves.pdb <- function(x, ..., chain = NULL, id = "pdb") {
  check_no_dots(..., kind = "bio3d objects")
  check_ids(id, 1)
  check_chain(chain)
  atom <- check_atoms(unclass(x))
  text <- function(v, none) ifelse(is.na(v) | v %in% c("", " "), none, as.character(v))
  type <- atom$type %||% rep("ATOM", nrow(atom))
  protein <- atom$elety %in% "CA" & (type == "ATOM" | atom$resid %in% "MSE")
  atoms <- data.frame(
    chain = text(atom$chain, "_"), number = atom$resno,
    insert = text(atom$insert %||% NA, ""), atom[c("x", "y", "z")]
  )[protein, ]
  curves_of_chains(list(atoms), "x", id, NULL, chain)
}

curves_from_pdb <- function(found, ..., chain = NULL, call = caller_env()) {
  check_no_dots(..., kind = "protein files", call = call)
  check_chain(chain, call)
  atoms <- lapply(found$path, function(path) {
    if (grepl("[.](mm)?cif([.]gz)?$", path, ignore.case = TRUE)) {
      read_cif(path, call)
    } else {
      read_pdb(path, call)
    }
  })
  curves_of_chains(atoms, basename(found$path), found$id, found$truth, chain, call)
}

# The table of atoms of a bio3d object, one row per atom.
check_atoms <- function(x, call = caller_env()) {
  if (!is.list(x)) {
    abort_input("x", "be a list with a data frame `atom`", describe(x), call = call)
  }
  wanted <- c("elety", "resid", "chain", "resno", "x", "y", "z")
  absent <- setdiff(wanted, names(x$atom))
  if (!is.data.frame(x$atom) || length(absent) > 0) {
    got <- if (is.data.frame(x$atom)) sprintf("there is no `%s`", absent[1]) else describe(x$atom)
    abort_input("x$atom", paste("have columns", paste(wanted, collapse = ", ")), got, call = call)
  }
  for (name in intersect(c(wanted, "type", "insert"), names(x$atom))) {
    column <- x$atom[[name]]
    arg <- paste0("x$atom$", name)
    if (!is_plain_column(column, nrow(x$atom))) {
      abort_input(arg, "hold one value per atom", describe(column), call = call)
    }
    number <- name %in% c("resno", "x", "y", "z")
    if (number && !is.numeric(column)) abort_input(arg, "be numeric", describe(column), call = call)
    if (name %in% c("resno", "type") && anyNA(column)) {
      got <- sprintf("row %d has NA", which(is.na(column))[1])
      abort_input(arg, "be known for every atom", got, call = call)
    }
  }
  x$atom
}

check_chain <- function(chain, call = caller_env()) {
  if (!is.null(chain) && (!is.character(chain) || length(chain) == 0 || anyNA(chain))) {
    abort_input("chain", "be NULL or chain letters", describe(chain), call = call)
  }
}

# C-alpha atoms of a file, in its order: chain, number, insert, x, y, z. Columns are fixed.
read_pdb <- function(file, call) {
  lines <- read_text(file, "PDB", call)
  end <- grep("^ENDMDL", lines)[1]
  if (!is.na(end)) lines <- lines[seq_len(end)]
  modified <- c("MSE", substr(grep("^MODRES", lines, value = TRUE), 13, 15))
  record <- substr(lines, 1, 6)
  protein <- record == "ATOM  " | record == "HETATM" & substr(lines, 18, 20) %in% modified
  lines <- lines[protein & substr(lines, 13, 16) == " CA "]
  number <- function(from, to) suppressWarnings(as.numeric(substr(lines, from, to)))
  atoms <- data.frame(
    chain = sub(" ", "_", substr(lines, 22, 22)), number = number(23, 26),
    insert = trimws(substr(lines, 27, 27)), x = number(31, 38), y = number(39, 46),
    z = number(47, 54)
  )
  bad <- which(!is.finite(rowSums(atoms[c("number", "x", "y", "z")])))
  if (length(bad) > 0) {
    must <- "hold numbers in columns 23 to 26 and 31 to 54 of its ATOM records"
    got <- paste("there is", quote_string(trimws(lines[bad[1]])))
    abort_input(basename(file), must, got, call = call)
  }
  atoms
}

# proteins: a list of data frames of atoms. One value per protein: `label`, its name in
# errors; `id`; `truth`, or NULL.
curves_of_chains <- function(proteins, label, id, truth, chain, call = caller_env()) {
  short <- character()
  read <- lapply(seq_along(proteins), function(i) {
    chains <- split_chains(proteins[[i]], label[i], chain, call)
    residues <- vapply(chains, nrow, integer(1))
    names(chains) <- if (length(chains) == 1) id[i] else paste0(id[i], "-", names(chains))
    short <<- c(short, names(chains)[residues < 2])
    chains[residues > 1]
  })
  size <- lengths(read)
  chains <- unlist(read, recursive = FALSE)
  if (length(chains) == 0) {
    abort_input("x", "hold a chain of at least 2 residues", "all chains have one", call = call)
  }
  gaps <- do.call(rbind, Map(find_gaps, chains, names(chains)))
  inform_gaps(gaps, short, length(chains))
  points <- lapply(chains, function(a) cbind(a$x, a$y, a$z))
  shape_curves(points, closed = FALSE, truth = if (!is.null(truth)) rep(truth, size))
}

# Atoms of every chain that is asked for, the first atom of a residue only.
split_chains <- function(atoms, what, chain, call) {
  again <- duplicated(atoms[c("chain", "number", "insert")])
  atoms <- atoms[!again, ]
  letters <- unique(atoms$chain)
  if (length(letters) == 0) {
    hint <- "Curves follow the CA atoms of amino acids; DNA, RNA and ligands have none."
    abort_input(what, "hold a protein chain", "it has no C-alpha atom", hint = hint, call = call)
  }
  if (!is.null(chain)) {
    if (!any(letters %in% chain)) {
      must <- paste("have chain", paste(quote_string(chain), collapse = " or "))
      got <- paste("its chains are", paste(quote_string(letters), collapse = ", "))
      abort_input(what, must, got, call = call)
    }
    letters <- intersect(letters, chain)
  }
  split(atoms, factor(atoms$chain, letters))
}

# Steps over 4.3 Angstrom and jumps in the numbering of one chain.
find_gaps <- function(atoms, id) {
  xyz <- as.matrix(atoms[c("x", "y", "z")])
  step <- step_lengths(xyz, closed = FALSE)
  jump <- diff(atoms$number)
  odd <- which(step > 4.3 | jump > 1 | jump < 0)
  name <- paste0(atoms$number, atoms$insert)
  data.frame(
    curve = rep(id, length(odd)), before = name[odd], after = name[odd + 1],
    step = step[odd], gap = step[odd] > 4.3
  )
}

inform_gaps <- function(gaps, short, n) {
  broken <- gaps[gaps$gap, ]
  jumps <- sum(!gaps$gap)
  curves <- unique(broken$curve)
  shown <- utils::head(broken, 5)
  places <- sprintf(
    "%s between %s and %s (%.1f Angstrom)", shown$curve, shown$before, shown$after, shown$step
  )
  if (nrow(broken) > 5) places <- c(places, paste(nrow(broken) - 5, "more"))
  bullets <- c(
    if (length(curves) > 0) {
      "Residues are missing in {length(curves)} chain{?s}: {places}."
    },
    if (jumps > 0) "The numbering jumps {jumps} time{?s} where no residue is missing.",
    if (length(short) > 0) "{length(short)} chain{?s} of one residue skipped: {.val {short}}."
  )
  if (length(bullets) > 0) {
    names(bullets) <- rep("*", length(bullets))
    inform_shapecrp(c("Read {n} chain{?s}.", bullets), class = "residues", gaps = gaps)
  }
}
