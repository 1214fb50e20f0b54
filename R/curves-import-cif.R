# Protein backbones from mmCIF files: the table `_atom_site`, whose rows are tokens between
# blanks, in the order of the names before them.

# C-alpha atoms of a file, as read_pdb() gives them. Chains and residues have the authors' names,
# which PDB files have. Of HETATM records those that have a place in a sequence belong to a
# chain.
read_cif <- function(file, call) {
  bad <- function(got) abort_unreadable(file, "mmCIF", got, call)
  lines <- read_text(file, "mmCIF", call)
  atoms <- cif_table(lines, "_atom_site.", bad)
  column <- function(...) {
    name <- intersect(c(...), names(atoms))
    if (length(name) == 0) bad(sprintf("its atoms have no `%s`", c(...)[1]))
    atoms[[name[1]]]
  }
  optional <- function(name, none) atoms[[name]] %||% rep(none, length(atoms[[1]]))
  void <- c(".", "?")
  atom <- column("label_atom_id", "auth_atom_id")
  model <- optional("pdbx_PDB_model_num", "1")
  in_chain <- optional("group_PDB", "ATOM") == "ATOM" | !optional("label_seq_id", ".") %in% void
  element <- toupper(optional("type_symbol", "C"))
  take <- atom == "CA" & element == "C" & in_chain & model == model[1]
  insert <- optional("pdbx_PDB_ins_code", "?")
  number <- function(x) suppressWarnings(as.numeric(x[take]))
  chain <- column("auth_asym_id", "label_asym_id")[take]
  found <- data.frame(
    chain = ifelse(chain %in% void, "_", chain),
    number = number(column("auth_seq_id", "label_seq_id")),
    insert = ifelse(insert %in% void, "", insert)[take], x = number(column("Cartn_x")),
    y = number(column("Cartn_y")), z = number(column("Cartn_z"))
  )
  wrong <- which(!is.finite(rowSums(found[c("number", "x", "y", "z")])))
  if (length(wrong) > 0) {
    bad(sprintf("C-alpha atom %d has no number or coordinates", wrong[1]))
  }
  found
}

# A table of a file as a list of columns of text, by the names after the prefix.
cif_table <- function(lines, prefix, bad) {
  named <- which(startsWith(tolower(lines), tolower(prefix)))
  first <- named[1]
  if (length(named) == 0 || first == 1 || !grepl("^loop_[[:space:]]*$", lines[first - 1])) {
    bad(sprintf("it has no table `%s`", sub("[.]$", "", prefix)))
  }
  width <- rle(diff(c(named, Inf)) == 1)
  count <- if (width$values[1]) width$lengths[1] + 1L else 1L
  names <- trimws(sub("^[^.]*[.]", "", lines[first + seq_len(count) - 1L]))
  body <- lines[-seq_len(first + count - 1L)]
  end <- which(grepl("^(#|loop_|_|data_|;)", body))[1]
  if (!is.na(end)) body <- body[seq_len(end - 1L)]
  fields <- run_reader(
    scan(text = body, what = "", quote = "\"'", quiet = TRUE, na.strings = character(),
         comment.char = ""),
    fatal = ".", fail = bad
  )
  if (length(fields) == 0 || length(fields) %% count != 0) {
    bad("a row of its atom table is truncated")
  }
  table <- matrix(fields, ncol = count, byrow = TRUE)
  stats::setNames(lapply(seq_len(count), function(k) table[, k]), names)
}
