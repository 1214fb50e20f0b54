// R's side of core/near.
#include "r_near.h"

#include <RcppEigen.h>

#include "core/near/nearest_rows.h"
#include "core/near/neighbour_lists.h"
#include "r_runtime.h"

using namespace shapecrp;

// points: p x n, queries: p x q, a point per column; NULL: the points themselves. k x q,
// numbers from 1 of the nearest points.
// [[Rcpp::export]]
Rcpp::IntegerMatrix r_nearest_rows(const Eigen::Map<Eigen::MatrixXd> points,
                                   Rcpp::Nullable<Rcpp::NumericMatrix> queries, int k,
                                   int n_threads, Rcpp::Nullable<Rcpp::Function> update) {
  const Points base = points.cast<float>();
  const bool are_same = queries.isNull();
  const Points asked =
      are_same ? Points()
               : Points(Rcpp::as<Eigen::MatrixXd>(queries.get()).cast<float>());
  const Points& of = are_same ? base : asked;
  Rcpp::IntegerMatrix out(k, static_cast<int>(of.cols()));
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    nearest_rows(base, of, are_same, static_cast<std::size_t>(k), out.begin(), executor,
                 progress);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
  for (int& index : out) ++index;
  return out;
}

// The k smallest values of each item's pairs: `item` and `value`, k x n, NA where there
// are fewer.
// [[Rcpp::export]]
Rcpp::List r_nearest_pairs(int n, Rcpp::IntegerVector first, Rcpp::IntegerVector second,
                           Rcpp::NumericVector value, int k) {
  const PairTable table = pair_table(n, first, second, value);
  Rcpp::IntegerMatrix item(k, n);
  Rcpp::NumericMatrix found(k, n);
  std::fill(item.begin(), item.end(), NA_INTEGER);
  std::fill(found.begin(), found.end(), NA_REAL);
  for (int i = 0; i < n; ++i) {
    const auto row =
        table.smallest(static_cast<std::size_t>(i), static_cast<std::size_t>(k));
    for (std::size_t a = 0; a < row.size(); ++a) {
      item(static_cast<int>(a), i) = row[a].second + 1;
      found(static_cast<int>(a), i) = row[a].first;
    }
  }
  return Rcpp::List::create(Rcpp::_["item"] = item, Rcpp::_["value"] = found);
}

// Pairs (first < second) of items that are neighbours of neighbours and not paired yet.
// [[Rcpp::export]]
Rcpp::List r_second_neighbours(int n, Rcpp::IntegerVector first,
                               Rcpp::IntegerVector second, Rcpp::NumericVector value,
                               int k, int most, int n_threads,
                               Rcpp::Nullable<Rcpp::Function> update) {
  const PairTable table = pair_table(n, first, second, value);
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  std::vector<std::pair<int, int>> pairs;
  try {
    const auto found =
        second_neighbours(table, static_cast<std::size_t>(k),
                          static_cast<std::size_t>(most), executor, progress);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const auto& item : found[i]) {
        pairs.push_back(std::minmax(static_cast<int>(i), item.second));
      }
    }
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Rcpp::IntegerVector a(static_cast<R_xlen_t>(pairs.size())), b(a.size());
  for (std::size_t e = 0; e < pairs.size(); ++e) {
    a[static_cast<R_xlen_t>(e)] = pairs[e].first + 1;
    b[static_cast<R_xlen_t>(e)] = pairs[e].second + 1;
  }
  return Rcpp::List::create(Rcpp::_["first"] = a, Rcpp::_["second"] = b);
}
