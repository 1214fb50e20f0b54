// Pairwise clustering into k clusters (Srivastava, Joshi, Mio and Liu, 2005): with W_j
// the sum of squared distances over ordered pairs within cluster j, n_j its size,
// minimise
//   Q = sum_j W_j / n_j
// by simulated annealing over moves of one item and swaps of two. No cluster is ever
// empty.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "../rng.h"
#include "partition.h"

namespace shapecrp {

// Rows R[j][i] = sum over l in cluster j of D2_il, contiguous in i: what a move or a swap
// would change Q by is O(1), and doing it is O(n).
class PairwisePartition {
 public:
  // `squared`: n x n, symmetric, zero on its diagonal; it must outlive this. `labels`:
  // from 0 to k - 1, each in use.
  PairwisePartition(const double* squared, std::size_t n, std::size_t k, Labels labels)
      : squared_(squared),
        n_(n),
        labels_(std::move(labels)),
        sizes_(k, 0),
        within_(k, 0.0),
        sums_(k * n, 0.0) {
    for (std::size_t i = 0; i < n_; ++i) {
      ++sizes_[label(i)];
      add_row(label(i), i, 1.0);
    }
    for (std::size_t i = 0; i < n_; ++i) within_[label(i)] += sum(label(i), i);
  }

  std::size_t items() const { return n_; }
  std::size_t clusters() const { return sizes_.size(); }
  const Labels& labels() const { return labels_; }
  std::size_t label(std::size_t i) const { return static_cast<std::size_t>(labels_[i]); }
  bool alone(std::size_t i) const { return sizes_[label(i)] == 1; }

  double objective() const {
    double total = 0.0;
    for (std::size_t j = 0; j < clusters(); ++j) total += mean(within_[j], sizes_[j]);
    return total;
  }

  // What Q falls by when i, not alone, leaves its cluster.
  double leaving(std::size_t i) const {
    const std::size_t j = label(i);
    return mean(within_[j], sizes_[j]) -
           mean(within_[j] - 2.0 * sum(j, i), sizes_[j] - 1);
  }

  // What Q rises by when i joins cluster j, which is not its own.
  double joining(std::size_t i, std::size_t j) const {
    return mean(within_[j] + 2.0 * sum(j, i), sizes_[j] + 1) -
           mean(within_[j], sizes_[j]);
  }

  // What Q changes by when a and b, of different clusters, change places.
  double swapping(std::size_t a, std::size_t b) const {
    const std::size_t j = label(a), k = label(b);
    const double between = distance(a, b);
    return 2.0 * (mean(sum(j, b) - between - sum(j, a), sizes_[j]) +
                  mean(sum(k, a) - between - sum(k, b), sizes_[k]));
  }

  void move(std::size_t i, std::size_t to) {
    const std::size_t from = label(i);
    within_[from] -= 2.0 * sum(from, i);
    within_[to] += 2.0 * sum(to, i);
    add_row(from, i, -1.0);
    add_row(to, i, 1.0);
    --sizes_[from];
    ++sizes_[to];
    labels_[i] = static_cast<std::int32_t>(to);
  }

  void swap(std::size_t a, std::size_t b) {
    const std::size_t j = label(a), k = label(b);
    move(a, k);
    move(b, j);
  }

 private:
  static double mean(double total, std::size_t size) {
    return total / static_cast<double>(size);
  }
  double distance(std::size_t a, std::size_t b) const { return squared_[a * n_ + b]; }
  double sum(std::size_t j, std::size_t i) const { return sums_[j * n_ + i]; }
  void add_row(std::size_t j, std::size_t i, double sign) {
    double* out = &sums_[j * n_];
    const double* row = squared_ + i * n_;
    for (std::size_t l = 0; l < n_; ++l) out[l] += sign * row[l];
  }

  const double* squared_;
  std::size_t n_;
  Labels labels_;
  std::vector<std::size_t> sizes_;
  std::vector<double> within_;  // W_j
  std::vector<double> sums_;    // R
};

struct AnnealingSettings {
  std::size_t sweeps = 1000;  // n proposals each
  double hot = 1.0;  // first and last temperature, over the mean squared distance
  double cold = 1e-4;
};

// Gibbs draw of the cluster of i at a temperature: exp(-Q / T) over all k.
inline void anneal_move(PairwisePartition& state, std::size_t i, double temperature,
                        Rng& rng, std::vector<double>& weights) {
  if (state.alone(i)) return;
  const std::size_t own = state.label(i);
  const double leaving = state.leaving(i);
  double least = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    weights[j] = j == own ? 0.0 : state.joining(i, j) - leaving;
    least = std::min(least, weights[j]);
  }
  double total = 0.0;
  for (double& w : weights) total += w = std::exp((least - w) / temperature);
  double u = rng.uniform() * total;
  std::size_t to = 0;
  while (to + 1 < weights.size() && u >= weights[to]) u -= weights[to++];
  if (to != own) state.move(i, to);
}

inline void anneal_swap(PairwisePartition& state, double temperature, Rng& rng) {
  const std::size_t a = rng.below(state.items()), b = rng.below(state.items());
  if (state.label(a) == state.label(b)) return;
  const double change = state.swapping(a, b);
  if (rng.uniform() < 1.0 / (1.0 + std::exp(change / temperature))) state.swap(a, b);
}

// The best move of each item in turn, until none lowers Q by more than `tolerance`.
inline void descend(PairwisePartition& state, double tolerance) {
  for (bool fell = true; fell;) {
    fell = false;
    for (std::size_t i = 0; i < state.items(); ++i) {
      if (state.alone(i)) continue;
      double best = state.leaving(i) - tolerance;
      std::size_t to = state.clusters();
      for (std::size_t j = 0; j < state.clusters(); ++j) {
        if (j == state.label(i) || state.joining(i, j) >= best) continue;
        best = state.joining(i, j);
        to = j;
      }
      if (to == state.clusters()) continue;
      state.move(i, to);
      fell = true;
    }
  }
}

// k clusters of about equal size, drawn at random.
inline Labels random_even_labels(std::size_t n, std::size_t k, Rng& rng) {
  Labels labels(n);
  for (std::size_t i = 0; i < n; ++i) labels[i] = static_cast<std::int32_t>(i % k);
  rng.shuffle(labels);
  return labels;
}

// Labels 0 .. k - 1, 1 <= k <= n. Each proposal is a move or a swap, by the toss of a
// coin; the temperature falls by a constant factor from sweep to sweep. The best state at
// the end of a sweep is kept, and a descent ends it.
inline Labels pairwise_clusters(const double* squared, std::size_t n, std::size_t k,
                                const AnnealingSettings& settings, Rng& rng,
                                Progress& progress) {
  PairwisePartition state(squared, n, k, random_even_labels(n, k, rng));
  double scale = 0.0;
  for (std::size_t e = 0; e < n * n; ++e) scale += squared[e];
  scale /= static_cast<double>(n * n);
  if (k == 1 || scale <= 0.0) return state.labels();
  const double steps = static_cast<double>(std::max<std::size_t>(settings.sweeps, 2) - 1);
  const double factor = std::pow(settings.cold / settings.hot, 1.0 / steps);
  double temperature = settings.hot * scale;
  std::vector<double> weights(k);
  Labels best = state.labels();
  double least = state.objective();
  for (std::size_t sweep = 0; sweep < settings.sweeps; ++sweep) {
    for (std::size_t step = 0; step < n; ++step) {
      if (rng.uniform() < 0.5) {
        anneal_move(state, rng.below(n), temperature, rng, weights);
      } else {
        anneal_swap(state, temperature, rng);
      }
    }
    if (state.objective() < least) {
      least = state.objective();
      best = state.labels();
    }
    temperature *= factor;
    if (!progress.tick(sweep + 1, settings.sweeps)) throw Interrupted();
  }
  PairwisePartition recounted(squared, n, k, best);
  descend(recounted, 1e-12 * scale);
  return recounted.labels();
}

}  // namespace shapecrp
