// Where new items belong: their law over the blocks of drawn partitions, and over the
// clusters of an estimate.
//
// Given a draw, a new item joins block k, or a block of its own, with probability
// proportional to the posterior of the partition so extended, of n + 1 items and of the
// matrix S extended by the item's row. Of the block's p_k, cluster j of the estimate gets
// the share n_kj / n_k of its items.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../model/clustering.h"
#include "../runtime.h"

namespace shapecrp {

struct DrawnPartition {
  const int* slots;  // n, from 0 without a gap
  std::size_t theta;
  double log_xi;
};

// What a draw has to say about new items, apart from their rows.
struct PredictiveDraw {
  const int* slots = nullptr;
  double rest = 0.0;
  JoinPrices join;
  JoinPrice open{};
  std::vector<std::size_t> size;  // of the blocks
};

class Predictor {
 public:
  // `later`: the prior of partitions of n + 1 items.
  Predictor(const WishartCrp& model, const PartitionPrior& later,
            const std::vector<DrawnPartition>& draws, Executor& executor,
            Progress& progress)
      : model_(model), draws_(draws.size()) {
    power_ = model.power() + model.item_power();
    const auto task = [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) draws_[t] = read(draws[t], later);
    };
    if (run_in_batches(draws.size(), executor, progress, task) < draws.size()) {
      throw Interrupted();
    }
  }

  // Adds up over draws, then averages: probabilities[0 .. clusters - 1] of the clusters
  // of `estimate` (n labels from 0) and [clusters] of a new one, for an item with row
  // `row` (n) and diagonal entry `own`.
  void predict(const double* row, double own, const int* estimate, std::size_t clusters,
               double* probabilities) const {
    std::fill_n(probabilities, clusters + 1, 0.0);
    std::vector<double> weight;
    for (const PredictiveDraw& draw : draws_) {
      weigh(draw, row, own, weight);
      const std::size_t K = draw.size.size();
      probabilities[clusters] += weight[K];
      for (std::size_t k = 0; k < K; ++k) {
        weight[k] /= static_cast<double>(draw.size[k]);
      }
      for (std::size_t i = 0; i < model_.n(); ++i) {
        probabilities[estimate[i]] += weight[static_cast<std::size_t>(draw.slots[i])];
      }
    }
    for (std::size_t j = 0; j <= clusters; ++j) {
      probabilities[j] /= static_cast<double>(draws_.size());
    }
  }

 private:
  PredictiveDraw read(const DrawnPartition& from, const PartitionPrior& later) const {
    const Clustering state(model_, std::vector<int>(from.slots, from.slots + model_.n()),
                           from.theta);
    PredictiveDraw draw;
    draw.slots = from.slots;
    draw.rest = state.rest();
    draw.join = state.prices();
    draw.open = model_.price_open(from.theta, state.K(), from.log_xi, later);
    draw.size = state.sizes();
    return draw;
  }

  // Probabilities of the blocks of a draw and, last, of a new one.
  void weigh(const PredictiveDraw& draw, const double* row, double own,
             std::vector<double>& weight) const {
    const std::size_t K = draw.size.size();
    weight.assign(K + 1, 0.0);
    for (std::size_t i = 0; i < model_.n(); ++i) {
      weight[static_cast<std::size_t>(draw.slots[i])] += row[i];
    }
    const double base = draw.rest + model_.item_rest(own);
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k <= K; ++k) {
      const double rest =
          k < K ? base + draw.join.gap[k] - draw.join.pull[k] * (2.0 * weight[k] + own)
                : base - draw.open.pull * own;
      weight[k] = (k < K ? draw.join.log[k] : draw.open.log) -
                  power_ * std::log(model_.bounded(rest));
      best = std::max(best, weight[k]);
    }
    double total = 0.0;
    for (double& w : weight) total += w = std::exp(w - best);
    for (double& w : weight) w /= total;
  }

  const WishartCrp& model_;
  double power_;
  std::vector<PredictiveDraw> draws_;
};

// Probabilities of m new items, clusters + 1 numbers each; `rows` holds n numbers each.
inline std::vector<double> predict_items(const Predictor& predictor, std::size_t n,
                                         const double* rows,
                                         const std::vector<double>& own,
                                         const int* estimate, std::size_t clusters,
                                         Executor& executor, Progress& progress) {
  std::vector<double> out(own.size() * (clusters + 1));
  const auto task = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      predictor.predict(rows + i * n, own[i], estimate, clusters,
                        &out[i * (clusters + 1)]);
    }
  };
  if (run_in_batches(own.size(), executor, progress, task) < own.size()) {
    throw Interrupted();
  }
  return out;
}

}  // namespace shapecrp
