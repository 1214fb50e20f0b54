// Draws of a partition, and estimates from them, for R. `labels`: draws x items, from 1
// to the number of items at most.
#include <Rcpp.h>

#include "core/partition/partition_estimate.h"
#include "core/partition/support.h"
#include "r_runtime.h"

namespace {

using namespace shapecrp;

PartitionDraws draws_from_r(const Rcpp::IntegerMatrix& labels) {
  return collect_draws(labels.begin(), static_cast<std::size_t>(labels.nrow()),
                       static_cast<std::size_t>(labels.ncol()));
}

// The core counts labels from 0.
Rcpp::IntegerVector labels_to_r(const Labels& labels) {
  Rcpp::IntegerVector out(labels.begin(), labels.end());
  return out + 1;
}

}  // namespace

// Number of draws in which two items share a cluster.
// [[Rcpp::export]]
Rcpp::NumericMatrix r_coclustering_counts(Rcpp::IntegerMatrix labels, int n_threads,
                                          Rcpp::Nullable<Rcpp::Function> update) {
  Rcpp::NumericMatrix counts(Rcpp::no_init(labels.ncol(), labels.ncol()));
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    coclustering_counts(draws_from_r(labels), executor, progress, counts.begin());
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
  return counts;
}

// Items, from 1, in an order that their counts determine.
// [[Rcpp::export]]
Rcpp::IntegerVector r_canonical_order(Rcpp::NumericMatrix counts) {
  const std::vector<std::size_t> order =
      canonical_order(counts.begin(), static_cast<std::size_t>(counts.nrow()));
  Rcpp::IntegerVector out(order.begin(), order.end());
  return out + 1;
}

// Items, from 1, in an order that the draws determine.
// [[Rcpp::export]]
Rcpp::IntegerVector r_canonical_order_of_draws(Rcpp::IntegerMatrix labels) {
  const std::vector<std::size_t> order = canonical_order_of_draws(draws_from_r(labels));
  Rcpp::IntegerVector out(order.begin(), order.end());
  return out + 1;
}

// `estimate`: labels from 1. For each item its certainty, the other cluster with the most
// support, 0 where there is none, and that support.
// [[Rcpp::export]]
Rcpp::List r_draw_support(Rcpp::IntegerMatrix labels, Rcpp::IntegerVector estimate,
                          int n_threads, Rcpp::Nullable<Rcpp::Function> update) {
  Labels from_zero(estimate.begin(), estimate.end());
  for (std::int32_t& label : from_zero) --label;
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    const Support support =
        draw_support(draws_from_r(labels), from_zero, executor, progress);
    return Rcpp::List::create(Rcpp::_["certainty"] = support.certainty,
                              Rcpp::_["second"] = labels_to_r(support.second),
                              Rcpp::_["second_certainty"] = support.second_certainty);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

// `starts`: items x starts; `many`: whether there are too many items for a full search.
// [[Rcpp::export]]
Rcpp::IntegerVector r_minimise_loss(Rcpp::IntegerMatrix labels,
                                    Rcpp::IntegerMatrix starts, std::string loss,
                                    bool many, int n_threads,
                                    Rcpp::Nullable<Rcpp::Function> update) {
  std::vector<Labels> given;
  for (int s = 0; s < starts.ncol(); ++s) {
    const auto column = starts.column(s);
    given.emplace_back(column.begin(), column.end());
  }
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  try {
    return labels_to_r(minimise_expected_loss(
        draws_from_r(labels), given, loss_named(loss),
        many ? settings_for_many() : EstimateSettings(), executor, progress));
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

// Distance of each draw to the partition `to`.
// [[Rcpp::export]]
Rcpp::NumericVector r_draw_distances(Rcpp::IntegerMatrix labels, Rcpp::IntegerVector to,
                                     std::string loss, int n_threads) {
  ParallelExecutor executor(n_threads);
  const PartitionDraws draws = draws_from_r(labels);
  const std::vector<double> distances =
      draw_distances(draws, Labels(to.begin(), to.end()), loss_named(loss), executor);
  Rcpp::NumericVector out(labels.nrow());
  for (R_xlen_t t = 0; t < out.size(); ++t) {
    out[t] = distances[draws.index[static_cast<std::size_t>(t)]];
  }
  return out;
}

// Labels, of length 0 where no threshold gives k0 clusters, and the step of the
// threshold.
// [[Rcpp::export]]
Rcpp::List r_extrinsic_mean(Rcpp::NumericMatrix counts, int draws, int k0) {
  const ExtrinsicMean mean =
      extrinsic_mean(counts.begin(), static_cast<std::size_t>(counts.nrow()),
                     static_cast<std::size_t>(draws), k0);
  return Rcpp::List::create(Rcpp::_["labels"] = labels_to_r(mean.labels),
                            Rcpp::_["step"] = static_cast<double>(mean.step));
}
