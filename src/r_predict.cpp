// Prediction for R.
#include "core/sampler/predict.h"
#include "r_model.h"
#include "r_runtime.h"

using namespace shapecrp;

namespace {

// Labels counted from 1, counted from 0.
template <class Labels>
std::vector<int> from_zero(const Labels& labels) {
  std::vector<int> from(labels.begin(), labels.end());
  for (int& label : from) --label;
  return from;
}

}  // namespace

// Probabilities of clusters, a row each with the last for a new one, of new items, a
// column each. matrix: see with_model(), labels: n x draw from 1 without a gap, theta:
// places in the grid from 1, rows: n x m, or r x m of vectors where the matrix is a
// factor, own: m, copy_of: m items from 1, or 0; item and estimate: the item and the
// label of each curve, from 1.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_predict(
    SEXP matrix, const Rcpp::List& model, const Rcpp::IntegerMatrix& labels,
    const Rcpp::IntegerVector& theta, const Rcpp::NumericVector& log_xi,
    const Rcpp::NumericMatrix& rows, const Rcpp::NumericVector& own,
    const Rcpp::IntegerVector& copy_of, const Rcpp::IntegerVector& item,
    const Rcpp::IntegerVector& estimate, int n_threads,
    Rcpp::Nullable<Rcpp::Function> update) {
  const std::size_t n = static_cast<std::size_t>(labels.nrow());
  const auto later = as_partition_prior(model, n + 1);
  const std::vector<int> slots = from_zero(labels);
  const std::vector<int> items = from_zero(item);
  const std::vector<int> clusters = from_zero(estimate);
  std::vector<NewItem> added;
  for (R_xlen_t j = 0; j < own.size(); ++j) {
    added.push_back({rows.begin() + j * rows.nrow(), own[j], copy_of[j] - 1});
  }
  std::vector<DrawnPartition> draws;
  for (R_xlen_t t = 0; t < theta.size(); ++t) {
    draws.push_back({&slots[static_cast<std::size_t>(t) * n],
                     static_cast<std::size_t>(theta[t] - 1), log_xi[t]});
  }
  const std::size_t n_clusters = static_cast<std::size_t>(Rcpp::max(estimate));
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    return with_model(matrix, model, [&](auto shared) {
      const Predictor predictor(*shared, *later, draws, items, executor, progress);
      const std::vector<double> found = predict_items(predictor, added, clusters.data(),
                                                      n_clusters, executor, progress);
      return Rcpp::NumericMatrix(static_cast<int>(n_clusters) + 1,
                                 static_cast<int>(own.size()), found.begin());
    });
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}
