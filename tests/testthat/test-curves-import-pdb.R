# One atom a line, in the fixed columns of the PDB format.
atom <- function(number, x, chain = "A", residue = "ALA", name = " CA ", alternative = " ",
                 insert = " ", record = "ATOM  ", y = 0, z = 0) {
  sprintf(
    "%-6s%5d %4s%1s%3s %1s%4d%1s   %8.3f%8.3f%8.3f  1.00 10.00           C", record,
    seq_along(number), name, alternative, residue, chain, number, insert, x, y, z
  )
}

pdb_file <- function(..., name = "1abc.pdb", folder = tempdir()) {
  file <- file.path(folder, name)
  writeLines(c("HEADER    A PROTEIN MADE BY HAND", ..., "END"), file)
  file
}

strand <- function(numbers, chain = "A", ...) atom(numbers, 3.8 * numbers, chain, ...)

test_that("the C-alpha atoms of a chain are a curve in space", {
  file <- pdb_file(
    atom(1, 0, name = " N  "), atom(1, 1.5, y = -0.25, z = 1), atom(2, 5),
    atom(2, 6, name = " CB "), atom(3, 8.7)
  )
  expect_silent(curves <- as_shape_curves(file))
  expect_false(curves$closed)
  expect_identical(curves$id, "1abc")
  expect_identical(curves$points[[1]][, 1], c(1.5, 5, 8.7))
  expect_identical(curves$points[[1]][1, ], c(1.5, -0.25, 1))
})

test_that("chains are curves, all of them or those asked for", {
  dna <- atom(9, 0, "X", residue = " DA", name = " P  ")
  file <- pdb_file(strand(1:4, "B"), strand(1:5, "A"), dna)
  curves <- as_shape_curves(file)
  expect_identical(curves$id, c("1abc-B", "1abc-A"))
  expect_identical(vapply(curves$points, nrow, 0L), c(4L, 5L))
  expect_identical(as_shape_curves(file, chain = "A")$id, "1abc")
  expect_identical(as_shape_curves(file, chain = c("A", "Q"))$id, "1abc")
})

test_that("the first model, the first position and modified residues are read", {
  file <- pdb_file(
    "MODRES 1ABC SEP A    3  SER  PHOSPHOSERINE",
    "MODEL        1", strand(1),
    atom(c(2, 2), c(7.6, 7.9), alternative = c("A", "B")),
    atom(3, 11.4, residue = "SEP", record = "HETATM"),
    atom(4, 15.2, residue = "MSE", record = "HETATM"),
    atom(4, 19, insert = "A"),
    atom(90, 50, residue = " CA", name = "CA  ", record = "HETATM"),
    atom(91, 60, residue = "LIG", record = "HETATM"),
    "ENDMDL", "MODEL        2", strand(1:8), "ENDMDL"
  )
  expect_silent(curves <- as_shape_curves(file))
  expect_equal(curves$points[[1]][, 1], 3.8 * 1:5)
})

test_that("missing residues are reported in one message", {
  folder <- withr::local_tempdir()
  one <- pdb_file(strand(c(1:3, 7:9)), atom(20, 9 * 3.8 + 3.8), atom(1, 0, "B"), folder = folder)
  pdb_file(strand(5:8), strand(c(1, 3, 5, 7, 9, 11), "B"), name = "2abc.ent", folder = folder)
  expect_snapshot(curves <- as_shape_curves(one))
  expect_identical(curves$id, "1abc-A")
  expect_snapshot(curves <- as_shape_curves(folder))
  expect_identical(curves$id, c("1abc-A", "2abc-A", "2abc-B"))
  gaps <- expect_message(as_shape_curves(one), class = "shapecrp_message_residues")$gaps
  expect_identical(gaps$before, c("3", "9"))
  expect_identical(gaps$after, c("7", "20"))
  expect_identical(gaps$gap, c(TRUE, FALSE))
  expect_equal(gaps$step, c(4 * 3.8, 3.8))
  stretched <- pdb_file(atom(1:3, c(0, 3.8, 8.2)), folder = folder)
  gaps <- expect_message(as_shape_curves(stretched), class = "shapecrp_message_residues")$gaps
  expect_identical(gaps$before, "2")
  expect_equal(gaps$step, 4.4)
})

test_that("a compressed file is read", {
  file <- withr::local_tempfile(fileext = ".pdb.gz")
  zipped <- gzfile(file, "w")
  writeLines(strand(1:4), zipped)
  close(zipped)
  expect_identical(vapply(as_shape_curves(file)$points, nrow, 0L), 4L)
})

test_that("a file with letters of Latin-1 or UTF-8 is read", {
  file <- pdb_file(strand(1:4))
  plain <- as_shape_curves(file)
  for (letter in list(as.raw(0xe9), charToRaw("\u00e9"))) {
    remark <- c(charToRaw("REMARK    J. Andr"), letter, charToRaw("\n"))
    writeBin(c(remark, charToRaw(paste0(strand(1:4), "\n", collapse = "")), remark), file)
    expect_identical(as_shape_curves(file), plain)
  }
})

# As bio3d makes it.
pdb_object <- function(...) {
  table <- data.frame(
    type = "ATOM", eleno = 1:6, elety = c("N", "CA", "CA", "CA", "CA", "CA"), alt = NA,
    resid = "ALA", chain = c("A", "A", "A", "B", "B", NA), resno = c(1, 1, 2, 1, 2, 1),
    insert = NA, x = c(0, 1, 4, 0, 3.8, 9), y = 0, z = 0, ...
  )
  structure(list(atom = table), class = c("pdb", "sse"))
}

test_that("objects of bio3d are known by their structure", {
  expect_snapshot(curves <- as_shape_curves(pdb_object(), id = "1abc"))
  expect_identical(curves$id, c("1abc-A", "1abc-B"))
  expect_identical(curves$points[[1]], cbind(c(1, 4), 0, 0))
  expect_identical(as_shape_curves(pdb_object(), chain = "B")$id, "pdb")
  nameless <- as_shape_curves(pdb_file(strand(1:3, " "), strand(1:3, "A")))
  expect_identical(nameless$id, c("1abc-_", "1abc-A"))
})

test_that("a file is read as bio3d reads it", {
  skip_if_not_installed("bio3d")
  file <- pdb_file(
    strand(1:6, y = 1.25), atom(7, 26, name = " CB "),
    atom(c(7, 7), c(26.6, 27), alternative = c("A", "B")), strand(c(1:3, 8:9), "B")
  )
  capture.output(object <- suppressWarnings(bio3d::read.pdb(file)))
  ours <- suppressMessages(as_shape_curves(file))
  theirs <- suppressMessages(as_shape_curves(object, id = "1abc"))
  expect_equal(theirs, ours, ignore_attr = "source")
  expect_identical(theirs$points, ours$points)
  expect_identical(vapply(ours$points, nrow, 0L), c(7L, 5L))
})

test_that("what is wrong with proteins is said", {
  folder <- withr::local_tempdir()
  file <- function(name, ...) pdb_file(..., name = name, folder = folder)
  good <- file("good.pdb", strand(1:4))
  bad <- pdb_object()
  bad$atom$resno <- NULL
  expect_snapshot_output(cat(
    input_error(as_shape_curves(file("none.pdb"))),
    input_error(as_shape_curves(file("dna.pdb", atom(1:3, 1:3, residue = " DA", name = " P  ")))),
    input_error(as_shape_curves(good, chain = "C")),
    input_error(as_shape_curves(good, chain = 1)),
    input_error(as_shape_curves(good, chain = character())),
    input_error(as_shape_curves(good, closed = TRUE)),
    input_error(as_shape_curves(file("one.pdb", strand(1)))),
    input_error(as_shape_curves(file("cut.pdb", strand(1:2), substr(strand(3), 1, 40)))),
    input_error(as_shape_curves(bad)),
    input_error(as_shape_curves(structure(list(), class = "pdb"))),
    input_error(as_shape_curves(pdb_object(), chain = "Z")),
    input_error(as_shape_curves(pdb_object(), id = 1)),
    input_error(as_shape_curves(pdb_object(), model = 1)),
    sep = "\n"
  ))
})

test_that("a damaged bio3d object is refused by what is wrong", {
  protein <- function(...) {
    atom <- data.frame(
      type = "ATOM", elety = "CA", resid = "ALA", chain = "A", resno = 1:5, x = 3.8 * 1:5, y = 0,
      z = 0
    )
    changed <- list(...)
    for (name in names(changed)) atom[[name]] <- changed[[name]]
    structure(list(atom = atom), class = "pdb")
  }
  expect_silent(curves <- as_shape_curves(protein()))
  expect_identical(curves$points[[1]][, 1], 3.8 * 1:5)
  refused <- function(..., words) {
    expect_silent(said <- input_error(as_shape_curves(protein(...))))
    expect_match(gsub("\\s+", " ", said), words, fixed = TRUE)
  }
  for (x in list(1:3, "a", function() 1)) {
    expect_match(
      input_error(as_shape_curves(structure(x, class = "pdb"))), "`x` must be a list",
      fixed = TRUE
    )
  }
  refused(type = NA, words = "`x$atom$type` must be known for every atom, but row 1 has NA")
  refused(resno = c(1, NA, 3:5), words = "`x$atom$resno` must be known for every atom, but row 2")
  refused(resno = letters[1:5], words = "`x$atom$resno` must be numeric")
  refused(x = letters[1:5], words = "`x$atom$x` must be numeric")
  refused(y = as.list(1:5), words = "`x$atom$y` must hold one value per atom")
  refused(chain = matrix("A", 5, 2), words = "`x$atom$chain` must hold one value per atom")
  refused(insert = as.list(1:5), words = "`x$atom$insert` must hold one value per atom")
})
