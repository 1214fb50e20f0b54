# What bench/accuracy.R compares with the default, all on the same elastic distances `delta`
# (a matrix): functions that give labels, and what each of them needs.

# Told the number of classes, k.
told_methods <- list(
  kmedoids = function(gram, delta, k) clusters(kmedoids_shapes(gram, k)),
  ward = function(gram, delta, k) cut_tree(delta, "ward.D2", k),
  average = function(gram, delta, k) cut_tree(delta, "average", k),
  pairwise = function(gram, delta, k) {
    clusters(pairwise_clustering(gram, k, seed = 1, progress = FALSE))
  }
)

# Not told it. Settings are those of the packages, or what most of their users take.
free_methods <- list(
  pam_silhouette = list(needs = "cluster", labels = function(delta) {
    best_silhouette(delta, function(k) {
      cluster::pam(stats::as.dist(delta), k, pamonce = 5, cluster.only = TRUE)
    })
  }),
  ward_silhouette = list(needs = "cluster", labels = function(delta) {
    tree <- stats::hclust(stats::as.dist(delta), "ward.D2")
    best_silhouette(delta, function(k) stats::cutree(tree, k))
  }),
  mclust_mds = list(needs = "mclust", labels = function(delta) mixture_on_mds(delta)),
  affinity = list(needs = "apcluster", labels = function(delta) {
    found <- apcluster::apcluster(-unname(delta)^2)
    match(found@idx, unique(found@idx))
  }),
  hdbscan = list(needs = "dbscan", labels = function(delta) {
    found <- dbscan::hdbscan(stats::as.dist(delta), minPts = 5)$cluster
    # Noise: each curve alone.
    found[found == 0] <- max(found) + seq_len(sum(found == 0))
    found
  }),
  leiden = list(needs = "igraph", labels = function(delta) leiden_labels(delta))
)

cut_tree <- function(delta, linkage, k) {
  stats::cutree(stats::hclust(stats::as.dist(delta), linkage), k)
}

# Numbers of clusters to try: all up to `all`, then steps of a factor, up to n/3 and 200.
counts_to_try <- function(n, first = 2, all = 20, step = 1.1) {
  larger <- round(all * step^seq_len(100))
  counts <- unique(c(first:all, larger))
  counts[counts <= max(first, min(n / 3, 200))]
}

best_silhouette <- function(delta, labels_of) {
  tried <- lapply(counts_to_try(nrow(delta)), labels_of)
  width <- vapply(tried, function(labels) {
    mean(cluster::silhouette(labels, dmatrix = delta)[, "sil_width"])
  }, 0)
  tried[[which.max(width)]]
}

# Gaussian mixtures on ten coordinates of classical scaling, components and covariances by BIC.
mixture_on_mds <- function(delta) {
  n <- nrow(delta)
  places <- suppressWarnings(stats::cmdscale(delta, k = min(10, n - 1)))
  counts <- counts_to_try(n, first = 1, all = 9, step = 1.25)
  # mclustBIC() looks for names of this package on the search list.
  suppressPackageStartupMessages(library(mclust))
  mclust::Mclust(places, G = counts, verbose = FALSE)$classification
}

# Modularity on the graph that joins each curve to its 15 nearest.
leiden_labels <- function(delta, neighbours = 15) {
  n <- nrow(delta)
  neighbours <- min(neighbours, n - 1)
  near <- vapply(seq_len(n), function(i) {
    setdiff(order(delta[i, ]), i)[seq_len(neighbours)]
  }, integer(neighbours))
  edges <- cbind(rep(seq_len(n), each = neighbours), as.vector(near))
  graph <- igraph::simplify(igraph::graph_from_edgelist(edges, directed = FALSE))
  shapecrp:::with_seed(1, igraph::membership(
    igraph::cluster_leiden(graph, objective_function = "modularity", n_iterations = 10)
  ))
}

# Names of the free methods whose packages are here; says which are done without.
methods_here <- function() {
  here <- vapply(free_methods, function(m) requireNamespace(m$needs, quietly = TRUE), NA)
  for (name in names(here)[!here]) {
    cat(sprintf("%s is left out: package %s is not installed\n", name,
                free_methods[[name]]$needs))
  }
  names(here)[here]
}
