cif_lines <- function(n = 12, chain = "A", group = "ATOM", seq = seq_len(n), model = 1) {
  xyz <- backbone(n)
  sprintf("%s %d C CA . ALA %s %d %s ? %.3f %.3f %.3f %d %s %d", group, seq_len(n), chain,
          seq_len(n), seq, xyz[, 1], xyz[, 2], xyz[, 3], 100L + seq_len(n), chain, model)
}

cif_columns <- c(
  "group_PDB", "id", "type_symbol", "label_atom_id", "label_alt_id", "label_comp_id",
  "label_asym_id", "label_entity_id", "label_seq_id", "pdbx_PDB_ins_code", "Cartn_x", "Cartn_y",
  "Cartn_z", "auth_seq_id", "auth_asym_id", "pdbx_PDB_model_num"
)

write_cif <- function(rows, columns = cif_columns, name = "1abc.cif", env = parent.frame()) {
  path <- file.path(withr::local_tempdir(.local_envir = env), name)
  writeLines(c("data_1ABC", "#", "_cell.length_a 5", "loop_", paste0("_atom_site.", columns, " "),
               rows, "#", "loop_", "_other.id", "1"), path)
  path
}

test_that("an mmCIF file gives the chains that the same PDB file gives", {
  curves <- as_shape_curves(write_cif(c(cif_lines(12, "A"), cif_lines(9, "BB"))))
  expect_identical(curves$id, c("1abc-A", "1abc-BB"))
  expect_false(curves$closed)
  expect_equal(curves[[1]], round(backbone(12), 3))
  expect_identical(as_shape_curves(write_cif(cif_lines(5), name = "1xyz.mmcif"))$id, "1xyz")
})

test_that("first model, first place, amino acids of a sequence", {
  other <- c(
    "ATOM 90 N N . ALA A 1 1 ? 0 0 0 101 A 1", "ATOM 91 CA CA . CA C 2 . ? 9 9 9 300 C 1",
    "HETATM 92 O \"O5'\" . GOL D 3 . ? 9 9 9 301 D 1", "HETATM 93 C CA . LIG D 3 . ? 9 9 9 302 D 1"
  )
  rows <- c(cif_lines(4), sub("ALA A 5 5", "MSE A 5 5", cif_lines(5, group = "HETATM")[5]), other,
            cif_lines(7, model = 2), sub(" CA [.] ", " CA B ", cif_lines(2)))
  expect_no_message(curves <- as_shape_curves(write_cif(rows)))
  expect_length(curves, 1)
  expect_equal(curves[[1]], round(backbone(5), 3))
})

test_that("rows may go over several lines", {
  broken <- sub(" ALA", "\nALA", cif_lines(6))
  expect_equal(as_shape_curves(write_cif(broken))[[1]], round(backbone(6), 3))
})

test_that("what is wrong with an mmCIF file is said", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  writeLines(c("data_x", "_cell.length_a 5"), "none.cif")
  writeLines(pdb <- "ATOM      1  CA  ALA A   1      11.400", "pdb.cif")
  file.create("empty.cif")
  read <- function(...) input_error(as_shape_curves(...))
  expect_snapshot_output(cat(
    read("none.cif"), read("pdb.cif"), read("empty.cif"),
    read(write_cif(substr(cif_lines(3), 1, 40))),
    read(write_cif(character())),
    read(write_cif(sub(" [0-9.-]+ [0-9.-]+ 103", " ? ? 103", cif_lines(4)))),
    read(write_cif(cif_lines(3), replace(cif_columns, 11, "u"))),
    read(write_cif(gsub(" CA ", " CB ", cif_lines(3)))),
    read(write_cif(cif_lines(3)), chain = "Z"),
    sep = "\n"
  ))
})
