# What hostile calls are made of: small curves, fits and files, by the names that the calls
# use. Each is made when a call first asks for it.

# The environment in which calls are evaluated. Files lie in `folder`.
hostile_fixtures <- function(folder = tempfile("hostile")) {
  dir.create(folder, showWarnings = FALSE)
  env <- new.env(parent = globalenv())
  env$folder <- folder
  tools <- c(hostile_tools, file_tools())
  for (name in names(tools)) {
    env[[name]] <- tools[[name]]
    environment(env[[name]]) <- env
  }
  # Evaluated at the first use and kept.
  later <- function(name, value) {
    code <- substitute(value)
    kept <- NULL
    makeActiveBinding(name, function() {
      if (is.null(kept)) kept <<- eval(code, env)
      kept
    }, env)
  }
  for (fixture in c(hostile_objects, hostile_inputs, hostile_files)) eval(fixture)
  env
}

# Functions that calls may use.
hostile_tools <- list(
  # Closed planar outlines of m points with `waves` bumps each.
  outlines = function(waves, m = 14) {
    lapply(seq_along(waves), function(i) {
      t <- 2 * pi * (seq_len(m) - 1) / m
      r <- 1 + 0.3 * cos(waves[i] * t) + 0.02 * sin(5 * t + i)
      cbind(r * cos(t), r * sin(t))
    })
  },
  # Open curves of m points in p dimensions.
  strokes = function(bends, p = 2, m = 12) {
    lapply(seq_along(bends), function(i) {
      t <- seq(0, 1, length.out = m)
      cbind(t, vapply(seq_len(p - 1), function(j) sin(bends[i] * j * t + i / 10), t))
    })
  },
  # `x` with one of its fields overwritten; NULL removes it. "gram$S" is a field of a field.
  spoil = function(x, field, value) {
    class <- oldClass(x)
    x <- unclass(x)
    path <- strsplit(field, "$", fixed = TRUE)[[1]]
    if (length(path) == 1) {
      x[[path]] <- value
    } else if (is.list(x[[path[1]]])) {
      x[[path[1]]] <- spoil(x[[path[1]]], path[2], value)
    }
    structure(x, class = class)
  },
  # A new name in the folder.
  new_file = function(extension) tempfile("new", folder, extension),
  # A copy of a file, as calls may overwrite what they are given.
  copy_of = function(file) {
    copy <- tempfile("copy", folder, sub("^[^.]*", "", basename(file)))
    file.copy(file, copy)
    copy
  },
  # A copy of which a share of the bytes is left.
  cut_short = function(file, share) {
    bytes <- readBin(file, "raw", file.size(file))
    copy <- copy_of(file)
    writeBin(bytes[seq_len(floor(share * length(bytes)))], copy)
    copy
  },
  # A copy with one bit in each of some bytes changed.
  flipped = function(file, seed, changes = 1) {
    bytes <- readBin(file, "raw", file.size(file))
    copy <- copy_of(file)
    at <- withr::with_seed(seed, sample.int(length(bytes), changes))
    bytes[at] <- xor(bytes[at], as.raw(2^(seed %% 8)))
    writeBin(bytes, copy)
    copy
  },
  copy_of_folder = function(dir) {
    copy <- tempfile("copy", folder)
    dir.create(copy)
    file.copy(list.files(dir, full.names = TRUE), copy)
    copy
  },
  # A copy in which one file has a bit changed.
  spoilt_folder = function(dir, name, seed) {
    copy <- copy_of_folder(dir)
    file.copy(flipped(file.path(dir, name), seed), file.path(copy, name), overwrite = TRUE)
    copy
  },
  written = function(extension, ...) {
    file <- new_file(extension)
    writeBin(charToRaw(paste(c(...), collapse = "\n")), file)
    file
  },
  png_of = function(values) {
    file <- new_file(".png")
    png::writePNG(values, file)
    file
  }
)

# Objects of the package.
hostile_objects <- expression(
  later("curves", shape_curves(outlines(c(3, 2, 3, 2, 3, 2)), closed = TRUE,
                               id = c("a1", "b1", "a2", "b2", "a3", "b3"),
                               truth = rep(c("a", "b"), 3))),
  later("more_curves", shape_curves(outlines(c(3, 2, 4)), closed = TRUE, id = c("n1", "n2", "n3"))),
  later("open_curves", shape_curves(strokes(c(2, 5, 2, 5)), closed = FALSE)),
  later("space_curves", shape_curves(strokes(c(2, 5, 2, 5), p = 3), closed = FALSE)),
  later("high_curves", shape_curves(strokes(c(2, 5, 2), p = 5), closed = FALSE)),
  later("copies", shape_curves(rep(outlines(3), 4), closed = TRUE)),
  later("huge_curves", shape_curves(lapply(outlines(2:5), `*`, 1e90), closed = TRUE)),
  later("tiny_curves", shape_curves(lapply(outlines(2:5), `*`, 1e-90), closed = TRUE)),
  later("far_curves", shape_curves(lapply(outlines(2:5), `+`, 1e9), closed = TRUE)),
  later("unlike_sizes", shape_curves(Map(`*`, outlines(2:5), 10^c(-80, 0, 40, 80)),
                                     closed = TRUE)),
  later("two_points", shape_curves(lapply(1:4, function(i) cbind(c(0, i), c(0, 1))),
                                   closed = FALSE)),
  later("flat_curves", shape_curves(lapply(1:4, function(i) cbind(c(0, 1, i + 1), 0)),
                                    closed = TRUE)),
  later("repeats", shape_curves(lapply(outlines(2:5), function(m) m[rep(1:14, each = 2), ]),
                                closed = TRUE)),
  later("no_classes", shape_curves(outlines(2:5), closed = TRUE, truth = factor(rep(NA, 4)))),
  later("odd_ids", shape_curves(outlines(c(2, 3, 2, 3, 2)), closed = TRUE, id = strange_names)),
  later("long_ids", shape_curves(outlines(2:5), closed = TRUE,
                                 id = paste0(strrep("x", 20000), 1:4))),
  later("strange_names", c("{stop()}", "%d %s", "<b>&\"'", "=1+1\n\t", "\u4e2d \u00e9")),

  later("gram", elastic_gram(curves, n_points = 12, search = "fast", n_threads = 1)),
  later("near_gram", elastic_gram(curves, n_points = 12, search = "fast", pairs = "near",
                                  landmarks = 4, near = 3)),
  later("near_copies_gram", elastic_gram(copies, n_points = 12, search = "fast", pairs = "near")),
  later("sized_gram", elastic_gram(curves, scale = FALSE, n_points = 12, search = "fast")),
  later("open_gram", elastic_gram(open_curves, n_points = 12, search = "fast")),
  later("space_gram", elastic_gram(space_curves, n_points = 12, search = "fast")),
  later("copies_gram", elastic_gram(copies, n_points = 12, search = "fast")),
  later("odd_gram", elastic_gram(odd_ids, n_points = 12, search = "fast")),
  later("long_gram", elastic_gram(long_ids, n_points = 12, search = "fast")),
  later("given_gram", as_gram(crossprod(outer(1:5, 1:5, function(i, j) cos(i * j))))),
  later("point_gram", euclidean_gram(rbind(diag(3), diag(3) + 0.1))),

  later("prior", wishart_crp_prior()),
  later("paper_prior", wishart_crp_prior("paper")),
  later("local_prior", wishart_crp_prior(kernel = "local", partition = crp(c(1, 1)))),
  later("mfm_prior", wishart_crp_prior(partition = mfm(), d = 5, s = 1)),
  later("quick", mcmc_control(24, 8, chains = 2, seed = 1, n_threads = 1)),
  later("four_chains", mcmc_control(12, 4, thin = 2, chains = 4, seed = 2, n_threads = 1)),
  later("one_sweep", mcmc_control(1, 0, chains = 1, seed = 3, n_threads = 1)),

  later("fit", cluster_shapes(gram, control = quick)),
  later("bare_fit", wishart_crp(gram, control = quick)),
  later("given_fit", cluster_shapes(given_gram, control = four_chains)),
  later("mfm_fit", cluster_shapes(gram, prior = mfm_prior, control = quick)),
  later("paper_fit", cluster_shapes(gram, prior = paper_prior, control = quick)),
  later("local_fit", cluster_shapes(gram, prior = local_prior, control = quick)),
  later("sized_fit", cluster_shapes(sized_gram, control = quick)),
  later("open_fit", cluster_shapes(open_gram, control = quick)),
  later("space_fit", cluster_shapes(space_gram, control = quick)),
  later("near_fit", cluster_shapes(near_gram, control = quick)),
  later("one_fit", cluster_shapes(gram[1], control = quick)),
  later("two_fit", cluster_shapes(gram[1:2], control = quick)),
  later("copies_fit", cluster_shapes(copies_gram, control = quick)),
  later("short_fit", cluster_shapes(gram, control = one_sweep)),
  later("odd_fit", cluster_shapes(odd_gram, control = quick)),
  later("long_fit", cluster_shapes(long_gram, control = quick)),
  later("early_fit", spoil(
    spoil(bare_fit, "labels", bare_fit$labels[0, , , drop = FALSE]), "partition", NULL
  )),

  later("part", partition(fit)),
  later("paper_part", partition(fit, "extrinsic")),
  later("alignment", align_pair(curves[1], curves[2], n_points = 12, search = "fast")),
  later("space_alignment", align_pair(space_curves[1:2], n_points = 12)),
  later("shape_mean", karcher_mean(gram)),
  later("means", templates(fit)),
  later("space_means", templates(space_fit)),
  later("prediction", predict(fit, more_curves)),
  later("ball", credible_ball(fit)),
  later("baseline", pairwise_clustering(gram, 2, sweeps = 5, starts = 1, seed = 1)),
  later("medoids", kmedoids_shapes(gram, 2))
)

# What others make: points, tables, pictures, objects of other packages.
hostile_inputs <- expression(
  later("square", cbind(c(0, 1, 1, 0), c(0, 0, 1, 1))),
  later("points", outlines(c(2, 3, 2, 3))),
  later("array_2d", array(unlist(lapply(points, t)), c(2, 14, 4))),
  later("long", as.data.frame(curves)),
  later("table_of", function(...) {
    data.frame(id = rep(c("a", "b"), each = 4), x = c(0, 1, 1, 0, 0, 2, 1, 0), y = c(0, 0, 1, 1),
               ..., check.names = FALSE)
  }),
  later("mask", outer(1:16, 1:20, function(i, j) {
    (i - 8)^2 + (j - 6)^2 < 20 | abs(i - 8) + abs(j - 15) < 4
  })),
  later("label_mask", (mask & col(mask) < 11) + 2L * (mask & col(mask) > 10)),
  later("grey", outer(1:16, 1:20, function(i, j) exp(-((i - 8)^2 + (j - 9)^2) / 30))),
  later("momocs", function(class, coo = points, fac = data.frame(type = c("a", "b", "a", "b"))) {
    structure(list(coo = coo, fac = fac), class = c(class, "Coo"))
  }),
  later("atoms", data.frame(type = "ATOM", elety = "CA", resid = "ALA",
                            chain = rep(c("A", "B"), each = 6), resno = rep(1:6, 2),
                            insert = NA, x = 3.8 * (1:12), y = sin(1:12), z = cos(1:12))),
  later("pdb_object", structure(list(atom = atoms), class = c("pdb", "sse"))),
  later("polygon_of", function(m) {
    structure(list(rbind(m, m[1, ])), class = c("XY", "POLYGON", "sfg"))
  }),
  later("line_of", function(m) structure(m, class = c("XY", "LINESTRING", "sfg"))),
  later("column_of", function(features) {
    structure(features, class = c("sfc_POLYGON", "sfc"), precision = 0, n_empty = 0L,
              crs = structure(list(input = NA_character_, wkt = NA_character_), class = "crs"))
  }),
  later("polygons", column_of(lapply(points, polygon_of))),
  later("features", structure(
    list(name = letters[1:4], class = c("u", "v", "u", "v"), geometry = polygons),
    class = c("sf", "data.frame"), row.names = 1:4, sf_column = "geometry"
  ))
)

# Files that are read.
hostile_files <- expression(
  later("csv_file", write_curves(curves, new_file(".csv"))),
  later("gz_file", write_curves(curves, new_file(".csv.gz"))),
  later("picture_file", png_of(mask + 0)),
  later("colour_file", png_of(array(c(mask, mask, !mask) + 0, c(16, 20, 3)))),
  later("pdb_lines", sprintf(
    "ATOM  %5d  CA  ALA %s%4d    %8.3f%8.3f%8.3f  1.00 10.00           C",
    1:12, atoms$chain, atoms$resno, atoms$x, atoms$y, atoms$z
  )),
  later("pdb_file", written(".pdb", pdb_lines, "END")),
  later("geojson_file", written(".geojson", paste0(
    "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",",
    "\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}"
  ))),
  later("roi_file", {
    file <- new_file(".roi")
    writeBin(polygon_roi(c(0, 50, 40, 5), c(0, 3, 30, 25)), file)
    file
  }),
  later("zip_file", write_zip(list(
    a.roi = polygon_roi(c(0, 50, 40, 5), c(0, 3, 30, 25)),
    b.roi = polygon_roi(c(0, 9, 9), c(0, 0, 9))
  ), new_file(".zip"))),
  later("tps_file", written(".tps", "LM=0", "OUTLINES=1", "POINTS=4", "0 0", "4 0", "4 4", "0 4",
                            "IMAGE=a.jpg", "LM=3", "0 0", "1 0", "1 1", "IMAGE=b.jpg")),
  later("gpx_file", written(
    ".gpx", "<gpx><trk><name>a</name><trkseg>",
    sprintf("<trkpt lat=\"%d\" lon=\"%d\"/>", 1:4, c(1, 3, 2, 4)), "</trkseg></trk></gpx>"
  )),
  later("labelme_file", written(".json", paste0(
    "{\"shapes\": [{\"label\": \"u\", \"shape_type\": \"polygon\",",
    " \"points\": [[0, 0], [4, 0], [5, 3]]}]}"
  ))),
  later("coco_file", written(".json", paste0(
    "{\"images\": [{\"id\": 1, \"file_name\": \"a.jpg\", \"height\": 9}], \"annotations\": [",
    "{\"id\": 1, \"image_id\": 1, \"segmentation\": [[0, 0, 4, 0, 5, 3]]}]}"
  ))),
  later("cif_file", written(
    ".cif", "data_a", "loop_", paste0("_atom_site.", c(
      "group_PDB", "label_atom_id", "auth_asym_id", "auth_seq_id", "Cartn_x", "Cartn_y", "Cartn_z"
    )), sprintf("ATOM CA A %d %.2f %.2f %.2f", 1:9, 3 * sin(1:9), 3 * cos(1:9), 1:9), "#"
  )),
  later("picture_folder", {
    inner <- file.path(folder, "pictures")
    dir.create(file.path(inner, "b"), recursive = TRUE)
    file.copy(picture_file, file.path(inner, c("one.png", "two.png", "b/three.png")))
    inner
  }),
  later("kept_gram", {
    dir <- new_file(".gram")
    elastic_gram(curves, search = "fast", n_points = 12, file = dir)
    dir
  }),
  later("checkpoint", {
    file <- new_file(".checkpoint")
    wishart_crp(gram, control = mcmc_control(24, 8, chains = 2, seed = 1, checkpoint = file))
    file
  })
)
