# Points with all their pairs as near pairs, or some: what near_distances() gives.
all_near <- function(x, landmarks = 1:3) {
  delta <- as.matrix(dist(x))
  pairs <- triangle_pairs(nrow(x))
  order <- order(pairs$first, pairs$second)
  first <- pairs$first[order]
  second <- pairs$second[order]
  list(n = nrow(x), first = first, second = second, delta = delta[cbind(first, second)],
       landmarks = landmarks, to_landmarks = unname(delta[, landmarks]))
}

blobs <- function(n, classes = 3, seed = 1, p = 3) {
  set.seed(seed)
  matrix(rnorm(classes * p, sd = 5), classes)[rep_len(seq_len(classes), n), ] +
    matrix(rnorm(n * p), n)
}

test_that("with all pairs as edges, routes are those of all pairs", {
  x <- blobs(40)
  near <- all_near(x)
  sigma <- near_scales(near)
  delta <- unname(as.matrix(dist(x)))
  expect_equal(sigma, mean_scales(delta))
  graph <- route_graph(near, sigma)
  slow <- r_least_routes(route_steps(delta^2 / tcrossprod(sigma)), 1L, NULL)
  expect_equal(graph_routes(graph, 1:40, 1L), slow, tolerance = 1e-12)
  expect_identical(graph_routes(graph, 1:40, 2L), graph_routes(graph, 1:40, 1L))
})

test_that("routes on a small graph are those found by hand", {
  # 1 -1- 2 -1- 3, 1 -5- 3, 4 alone
  routes <- r_routes_from(4L, c(1L, 2L, 1L), c(2L, 3L, 3L), c(1, 1, 5), c(1L, 4L), 1L, NULL)
  expect_identical(routes, cbind(c(0, 1, 2, Inf), c(Inf, Inf, Inf, 0)))
  links <- r_routes_by_links(4L, c(1L, 2L, 1L), c(2L, 3L, 3L), c(1, 1, 5),
                             cbind(c(1L, 3L), c(4L, NA)), cbind(c(0.5, 3), c(2, NA)), 1:4, 1L)
  expect_identical(links, cbind(c(0.5, 1.5, 2.5, Inf), c(Inf, Inf, Inf, 2)))
})

test_that("new items reach others as extend_routes() has it", {
  x <- blobs(30)
  near <- all_near(x[1:26, ])
  sigma <- near_scales(near)
  graph <- route_graph(near, sigma)
  D <- graph_routes(graph, 1:26, 1L)
  links <- matrix(runif(26 * 4), 26)
  slow <- r_extend_routes(D, links, 1L)
  fast <- r_routes_by_links(26L, graph$first, graph$second, graph$w, matrix(1:26, 26, 4), links,
                            1:26, 1L)
  expect_equal(fast, slow, tolerance = 1e-12)
})

test_that("a factor of all items is the centred matrix itself", {
  x <- blobs(50)
  squares <- unname(as.matrix(dist(x)))^2
  factor <- learn_factor(squares, 1:50, least = 1e-12)
  expect_equal(tcrossprod(factor$X) + diag(factor$own), -center_matrix(squares) / 2,
               tolerance = 1e-8)
  expect_equal(colMeans(factor$X), rep(0, ncol(factor$X)), tolerance = 1e-10)
})

test_that("a factor of some sources keeps the diagonal, and new items agree with old ones", {
  x <- blobs(200)
  squares <- unname(as.matrix(dist(x)))^2
  source <- c(1:12, 101:112)
  factor <- learn_factor(squares[, source], source, least = 1e-10)
  G <- -center_matrix(squares) / 2
  # Points of three dimensions are spanned by a few of them.
  expect_equal(ncol(factor$X), 3)
  expect_equal(tcrossprod(factor$X), G, tolerance = 1e-6)
  expect_lt(max(factor$own), 1e-6 * max(diag(G)))
  again <- apply_factor(factor, squares[7:9, source])
  expect_equal(again$X, factor$X[7:9, ], tolerance = 1e-8)
  expect_equal(again$self, rowSums(factor$X[7:9, ]^2) + factor$own[7:9])
  few <- learn_factor(squares[, source], source, most = 1)
  expect_equal(ncol(few$X), 1)
  expect_gt(few$dropped, 0)
  level <- rowSums(few$X^2) + few$own
  expect_equal(sum(level), sum(diag(G)), tolerance = 0.15)
})

test_that("curves that near pairs do not connect are an error that says so", {
  graph <- list(n = 4L, first = c(1L, 3L), second = c(2L, 4L), w = c(1, 1))
  error <- expect_error(find_sources(graph, 1:2, 4, 1L), class = "shapecrp_error_near")
  expect_match(conditionMessage(error), "do not connect")
})

test_that("sources cover every group", {
  x <- blobs(300, classes = 6, seed = 4)
  near <- all_near(x, landmarks = 1:2)
  graph <- route_graph(near, near_scales(near))
  sources <- find_sources(graph, near$landmarks, 40, 1L)
  expect_length(unique(sources$item), 40)
  expect_identical(sources$item[1:2], 1:2)
  expect_setequal((sources$item - 1) %% 6, 0:5)
  expect_identical(find_sources(graph, near$landmarks, 40, 2L), sources)
})
