// Pairwise clustering, for R.
#include <Rcpp.h>

#include "core/partition/pairwise.h"
#include "r_runtime.h"

// `squared`: squared distances. Labels from 1 to k. Each `start` has its own stream.
// [[Rcpp::export]]
Rcpp::IntegerVector r_pairwise_clusters(Rcpp::NumericMatrix squared, int k, int sweeps,
                                        double seed, int start, SEXP callback) {
  using namespace shapecrp;
  AnnealingSettings settings;
  settings.sweeps = static_cast<std::size_t>(sweeps);
  Rng rng(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(start));
  RProgress progress(callback);
  try {
    const Labels labels =
        pairwise_clusters(squared.begin(), static_cast<std::size_t>(squared.nrow()),
                          static_cast<std::size_t>(k), settings, rng, progress);
    return Rcpp::IntegerVector(labels.begin(), labels.end()) + 1;
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}
