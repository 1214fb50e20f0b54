// Where new items belong: their law over the blocks of drawn partitions, and over the
// clusters of an estimate.
//
// Given a draw, a new item joins block k, or a block of its own, with probability
// proportional to the posterior of the partition so extended, of n + 1 items and of the
// matrix S extended by the item's row. A copy of item i joins the block of i. An item
// stands for one curve or several, its copies: of the block's p_k, cluster j of the
// estimate gets the share n_kj / n_k of its curves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
template <class Matrix>
struct PredictiveDraw {
  const int* slots = nullptr;
  typename Matrix::Draw sums;
  double rest = 0.0;
  JoinPrices join;
  JoinPrice open{};
  std::vector<double> curves;  // n_k
};

// A new item: its row, as the matrix takes it (n entries, or the r numbers of its
// vector), its diagonal entry, and the item that it is a copy of, else -1.
struct NewItem {
  const double* row;
  double own;
  int copy_of;
};

template <class Matrix>
class Predictor {
 public:
  // `later`: the prior of partitions of n + 1 items; `item`: of each curve, from 0.
  Predictor(const MatrixModel<Matrix>& model, const PartitionPrior& later,
            const std::vector<DrawnPartition>& draws, const std::vector<int>& item,
            Executor& executor, Progress& progress)
      : model_(model), item_(item), draws_(draws.size()) {
    power_ = model.power() + model.item_power();
    const auto task = [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) draws_[t] = read(draws[t], later);
    };
    if (run_in_batches(draws.size(), executor, progress, task) < draws.size()) {
      throw Interrupted();
    }
  }

  // Adds up over draws, then averages: probabilities[0 .. clusters - 1] of the clusters
  // of `estimate` (a label from 0 for each curve) and [clusters] of a new one.
  void predict(const NewItem& item, const int* estimate, std::size_t clusters,
               double* probabilities) const {
    std::fill_n(probabilities, clusters + 1, 0.0);
    std::vector<double> weight;
    for (const PredictiveDraw<Matrix>& draw : draws_) {
      weigh(draw, item, weight);
      const std::size_t K = draw.curves.size();
      probabilities[clusters] += weight[K];
      for (std::size_t k = 0; k < K; ++k) weight[k] /= draw.curves[k];
      for (std::size_t c = 0; c < item_.size(); ++c) {
        probabilities[estimate[c]] +=
            weight[static_cast<std::size_t>(draw.slots[item_[c]])];
      }
    }
    for (std::size_t j = 0; j <= clusters; ++j) {
      probabilities[j] /= static_cast<double>(draws_.size());
    }
  }

 private:
  PredictiveDraw<Matrix> read(const DrawnPartition& from,
                              const PartitionPrior& later) const {
    std::vector<std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < model_.n(); ++i) {
      const std::size_t k = static_cast<std::size_t>(from.slots[i]);
      if (k >= members.size()) members.resize(k + 1);
      members[k].push_back(i);
    }
    const std::size_t K = members.size();
    PredictiveDraw<Matrix> draw;
    draw.slots = from.slots;
    draw.sums = typename Matrix::Draw(model_.gram, from.slots, members);
    draw.rest = model_.full_rest();
    draw.join.resize(K);
    for (std::size_t k = 0; k < K; ++k) {
      const Block block{members[k].size(), draw.sums.block(k)};
      draw.rest -= model_.share(from.theta, block);
      draw.join.set(k, model_.price_join(from.theta, block));
    }
    draw.rest = model_.bounded(draw.rest);
    draw.open = model_.price_open(from.theta, K, from.log_xi, later);
    draw.curves.assign(K, 0.0);
    for (int i : item_) draw.curves[static_cast<std::size_t>(from.slots[i])] += 1.0;
    return draw;
  }

  // Probabilities of the blocks of a draw and, last, of a new one.
  void weigh(const PredictiveDraw<Matrix>& draw, const NewItem& item,
             std::vector<double>& weight) const {
    const std::size_t K = draw.curves.size();
    weight.assign(K + 1, 0.0);
    if (item.copy_of >= 0) {
      weight[static_cast<std::size_t>(draw.slots[item.copy_of])] = 1.0;
      return;
    }
    draw.sums.add_row(item.row, weight.data());
    const double own = item.own;
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

  const MatrixModel<Matrix>& model_;
  const std::vector<int>& item_;
  double power_;
  std::vector<PredictiveDraw<Matrix>> draws_;
};

// Probabilities of new items, clusters + 1 numbers each.
template <class Matrix>
std::vector<double> predict_items(const Predictor<Matrix>& predictor,
                                  const std::vector<NewItem>& items, const int* estimate,
                                  std::size_t clusters, Executor& executor,
                                  Progress& progress) {
  std::vector<double> out(items.size() * (clusters + 1));
  const auto task = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      predictor.predict(items[i], estimate, clusters, &out[i * (clusters + 1)]);
    }
  };
  if (run_in_batches(items.size(), executor, progress, task) < items.size()) {
    throw Interrupted();
  }
  return out;
}

}  // namespace shapecrp
