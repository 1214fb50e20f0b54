# Draws every kind of picture, on curves in 2-D and 3-D with 2, 10 and 40 clusters, and the
# report of each set. Run from the project's root, against the installed package:
#   Rscript scripts/pictures.R FOLDER [SET...]
# A SET is a dimension and a number of clusters, such as 3d-40. FOLDER gets one PNG file per
# picture, SET-class-type.png, and one page per set. A warning while drawing is printed with the
# name of its picture, and makes the script fail.

suppressPackageStartupMessages(library(shapecrp))

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) stop("give a folder for the pictures")
folder <- arguments[1]
dir.create(folder, showWarnings = FALSE, recursive = TRUE)

sets <- list(
  "2d-2" = list(dim = 2, closed = TRUE, classes = 2, n = 24),
  "2d-10" = list(dim = 2, closed = TRUE, classes = 10, n = 60),
  "2d-40" = list(dim = 2, closed = TRUE, classes = 40, n = 160),
  "3d-2" = list(dim = 3, closed = FALSE, classes = 2, n = 24),
  "3d-10" = list(dim = 3, closed = FALSE, classes = 10, n = 60),
  "3d-40" = list(dim = 3, closed = TRUE, classes = 40, n = 160)
)
if (length(arguments) > 1) sets <- sets[arguments[-1]]

complaints <- character()

# Draws what `code` gives as `name`.png, and on a PDF device, which knows fewer letters. Warnings
# and errors are told and kept.
draw <- function(name, code, width = 7, height = 5) {
  complain <- function(condition) {
    words <- paste0(name, ": ", conditionMessage(condition))
    complaints <<- c(complaints, words)
    cat(words, "\n")
  }
  tryCatch(
    withCallingHandlers({
      plot <- code
      size <- list(width = width, height = height)
      do.call(ggplot2::ggsave, c(
        list(file.path(folder, paste0(name, ".png")), plot, dpi = 110, bg = "white"), size
      ))
      do.call(ggplot2::ggsave, c(
        list(tempfile(fileext = ".pdf"), plot, device = grDevices::pdf), size
      ))
    }, warning = function(w) {
      complain(w)
      invokeRestart("muffleWarning")
    }),
    error = complain
  )
}

# New curves: half of them from the classes of the set, half from classes that it has not.
new_curves <- function(set) {
  more <- simulate_shapes(set$classes + 4, set$classes + 4, closed = set$closed, dim = set$dim,
                          seed = 1)
  names(more) <- paste0("new-", names(more))
  more[seq(to = length(more), length.out = min(length(more), 12))]
}

draw_set <- function(name, set) {
  as <- function(what) paste(name, what, sep = "-")
  shapes <- simulate_shapes(set$n, set$classes, closed = set$closed, dim = set$dim, seed = 1)
  gram <- elastic_gram(shapes, search = "fast", n_points = 50, n_threads = 2)
  fit <- wishart_crp(gram, control = mcmc_control(1000, 400, chains = 2, seed = 1, n_threads = 2))
  # As many clusters as there are classes, whatever the sampler found.
  labels <- as.integer(shapes$truth)
  given <- fit
  given$partition <- partition(wishart_crp(gram, control = mcmc_control(
    120, 100, chains = 2, init = labels, split_merge = FALSE, seed = 1, n_threads = 2
  )))
  cat(name, ":", max(clusters(fit)), "clusters found,", max(given$partition$labels), "from truth\n")
  fit <- given

  draw(as("curves"), plot(shapes))
  draw(as("curves-start"), plot(shapes[1:6], start = TRUE))
  draw(as("gram"), plot(gram))
  draw(as("gram-partition"), plot(gram, partition = shapes$truth))
  draw(as("gram-eigenvalues"), plot(gram, "eigenvalues"))
  for (type in eval(formals(getS3method("plot", "shape_fit"))$type)) {
    draw(as(paste0("fit-", type)), plot(fit, type))
  }
  for (type in c("clusters", "map", "certainty", "silhouette", "dendrogram")) {
    draw(as(paste0("fit-", type, "-truth")), plot(fit, type, colour = "truth"))
    length <- vapply(shapes$points, function(points) sum(abs(diff(points))), 0)
    draw(as(paste0("fit-", type, "-number")), plot(fit, type, colour = length))
  }
  for (type in c("clusters", "coclustering", "gram", "certainty", "map", "silhouette",
                 "dendrogram")) {
    draw(as(paste0("fit-", type, "-chosen")), plot(fit, type, clusters = 1:2))
  }
  draw(as("partition"), plot(partition(fit)))
  means <- templates(fit, n_threads = 2)
  draw(as("templates"), plot(means))
  draw(as("mean"), plot(karcher_mean(shapes[labels == 1], search = "fast")))
  grDevices::png(file.path(folder, paste0(as("hclust"), ".png")), 770, 550, res = 110)
  plot(stats::as.hclust(fit), cex = 0.5)
  grDevices::dev.off()
  pca <- shape_pca(shapes[labels <= 2], search = "fast", n_points = 50)
  for (type in c("shapes", "scores", "variance")) {
    draw(as(paste0("pca-", type)), plot(pca, type))
  }
  pca <- shape_pca(fit)
  draw(as("pca-fit-scores"), plot(pca, "scores"))
  draw(as("prediction"), plot(predict(fit, new_curves(set))))
  draw(as("baseline"), plot(kmedoids_shapes(gram, set$classes)))
  draw(as("baseline-gram"), plot(pairwise_clustering(gram, set$classes, seed = 1), gram))
  draw(as("ball"), plot(credible_ball(fit)))
  draw(as("profile"), plot(resolution_profile(fit)))
  draw(as("prior"), plot(wishart_crp_prior(), n = set$n))
  draw(as("prior-mfm"), plot(wishart_crp_prior(partition = mfm()), n = set$n))
  draw(as("alignment"), plot(align_pair(shapes[1], shapes[2])))
  draw(as("association"), plot(test_association(fit, shapes$truth)))
  draw(as("association-number"), plot(test_association(fit, seq_along(shapes))))
  write_report(fit, file.path(folder, paste0(name, ".html")))
}

for (name in names(sets)) draw_set(name, sets[[name]])

cat(sprintf("%d pictures, %d complaints\n", length(list.files(folder, "[.]png$")),
            length(complaints)))
quit(status = length(complaints) > 0)
