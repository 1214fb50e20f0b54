// Prediction for R.
#include "core/sampler/predict.h"
#include "r_model.h"
#include "r_runtime.h"

using namespace shapecrp;

// Probabilities of clusters, a row each with the last for a new one, of new items, a
// column each. S: n x n, labels: n x draw from 1 without a gap, theta: places in the grid
// from 1, rows: n x m, own: m, estimate: n labels from 1.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_predict(const Rcpp::NumericMatrix& S, const Rcpp::List& model,
                              const Rcpp::IntegerMatrix& labels,
                              const Rcpp::IntegerVector& theta,
                              const Rcpp::NumericVector& log_xi,
                              const Rcpp::NumericMatrix& rows,
                              const std::vector<double>& own,
                              const Rcpp::IntegerVector& estimate, int n_threads,
                              Rcpp::Nullable<Rcpp::Function> report) {
  const std::size_t n = static_cast<std::size_t>(S.nrow());
  const WishartCrp shared(S.begin(), n, as_wishart(model), as_partition_prior(model, n));
  const auto later = as_partition_prior(model, n + 1);
  std::vector<int> slots(labels.begin(), labels.end());
  for (int& slot : slots) --slot;
  std::vector<int> clusters(estimate.begin(), estimate.end());
  for (int& cluster : clusters) --cluster;
  std::vector<DrawnPartition> draws;
  for (R_xlen_t t = 0; t < theta.size(); ++t) {
    draws.push_back({&slots[static_cast<std::size_t>(t) * n],
                     static_cast<std::size_t>(theta[t] - 1), log_xi[t]});
  }
  const int n_clusters = Rcpp::max(estimate);
  ParallelExecutor executor(n_threads);
  RProgress progress(report);
  try {
    const Predictor predictor(shared, *later, draws, executor, progress);
    const std::vector<double> found =
        predict_items(predictor, n, rows.begin(), own, clusters.data(),
                      static_cast<std::size_t>(n_clusters), executor, progress);
    return Rcpp::NumericMatrix(n_clusters + 1, static_cast<int>(own.size()),
                               found.begin());
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}
