// R's side of core/model/routes.h.
#include "core/model/routes.h"
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
