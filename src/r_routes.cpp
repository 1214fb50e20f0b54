// R's side of core/model/routes.h.
#include "core/model/route_graph.h"
#include "core/model/routes.h"
#include "r_near.h"
#include "r_runtime.h"

using namespace shapecrp;

// w: n x n. Each of the n steps is one parallel call: with few items they cost more than
// they save.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_least_routes(const Rcpp::NumericMatrix& w, int n_threads,
                                   Rcpp::Nullable<Rcpp::Function> update) {
  Rcpp::NumericMatrix D = Rcpp::clone(w);
  ParallelExecutor executor(w.nrow() < 500 ? 1 : n_threads);
  RProgress progress(update);
  try {
    least_routes(D.begin(), static_cast<std::size_t>(D.nrow()), executor, progress);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
  return D;
}

// D: n x n, links: n x m.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_extend_routes(const Rcpp::NumericMatrix& D,
                                    const Rcpp::NumericMatrix& links, int n_threads) {
  Rcpp::NumericMatrix out(links.nrow(), links.ncol());
  ParallelExecutor executor(n_threads);
  extend_routes(D.begin(), static_cast<std::size_t>(D.nrow()), links.begin(),
                static_cast<std::size_t>(links.ncol()), out.begin(), executor);
  return out;
}

// Edges first - second of weight w between n items; sources: from 1. n x m.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_routes_from(int n, Rcpp::IntegerVector first,
                                  Rcpp::IntegerVector second, Rcpp::NumericVector w,
                                  Rcpp::IntegerVector sources, int n_threads,
                                  Rcpp::Nullable<Rcpp::Function> update) {
  const RouteGraph graph = pair_table(n, first, second, w);
  Rcpp::NumericMatrix out(n, static_cast<int>(sources.size()));
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    routes_from(graph, items_from_r(sources), out.begin(), executor, progress);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
  return out;
}

// Links of m new items: `item` (k x m, from 1, NA for none) and `weight`. targets x m.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_routes_by_links(int n, Rcpp::IntegerVector first,
                                      Rcpp::IntegerVector second, Rcpp::NumericVector w,
                                      Rcpp::IntegerMatrix item,
                                      Rcpp::NumericMatrix weight,
                                      Rcpp::IntegerVector targets, int n_threads) {
  const RouteGraph graph = pair_table(n, first, second, w);
  std::vector<std::vector<RouteEnd>> links(static_cast<std::size_t>(item.ncol()));
  for (int c = 0; c < item.ncol(); ++c) {
    for (int a = 0; a < item.nrow(); ++a) {
      if (item(a, c) != NA_INTEGER) {
        links[static_cast<std::size_t>(c)].emplace_back(weight(a, c), item(a, c) - 1);
      }
    }
  }
  Rcpp::NumericMatrix out(static_cast<int>(targets.size()), item.ncol());
  ParallelExecutor executor(n_threads);
  routes_by_links(graph, links, items_from_r(targets), out.begin(), executor);
  return out;
}
