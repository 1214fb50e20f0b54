// One item at a time, drawn from its full conditional law over blocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "rng.h"
#include "wishart_crp.h"

namespace shapecrp {

class GibbsMove {
 public:
  // Redraws the block of each item in turn; returns how many moved.
  std::size_t sweep(Clustering& state, double log_xi, Rng& rng) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < state.n(); ++i) {
      const std::size_t from = static_cast<std::size_t>(state.slot(i));
      const std::size_t to = draw(state, i, log_xi, rng);
      if (to == from) continue;
      state.move(i, to);
      ++moved;
    }
    return moved;
  }

 private:
  // Weights below e^-50 of the largest vanish in the rounding of their sum.
  static constexpr double negligible = 50.0;

  // The block drawn for item i: a slot, or K for a block of its own.
  std::size_t draw(const Clustering& state, std::size_t i, double log_xi, Rng& rng) {
    const WishartCrp& model = state.model();
    const std::size_t K = state.K();
    const double own = model.gram.diagonal(i);
    const double* pull = model.pull(state.theta());
    const double alone = model.spread(state.theta())[1];
    const double* R = state.row(i);
    const std::size_t from = static_cast<std::size_t>(state.slot(i));
    const std::size_t left = state.size(from) - 1;

    // The rest with i out of its block, then in each: rest_[k].
    double without = state.rest() + state.share(from);
    if (left > 0) without -= pull[left] * (state.block_sum(from) - 2.0 * R[from] + own);
    rest_.resize(K + 1);
    log_.assign(state.join_log(), state.join_log() + K);
    const double* gap = state.join_gap();
    const double* join = state.join_pull();
    for (std::size_t k = 0; k < K; ++k) {
      rest_[k] = without + gap[k] - join[k] * (2.0 * R[k] + own);
    }
    rest_[from] = state.rest();
    if (left > 0) {
      log_[from] = model.join(state.theta())[left];
      rest_[K] = without - pull[1] * own;
      log_.push_back(model.prior.log_open(K, log_xi) - alone);
    } else {
      log_[from] = model.prior.log_open(K - 1, log_xi) - alone;
    }
    return pick(from, model.power, model.floor(), rng);
  }

  // Draws k with probability proportional to exp(log_[k]) rest_[k]^-A. With y the
  // excess of a rest over the least one, log(1 + y) >= z - z^2/2, z = min(y, 1):
  // few candidates need a logarithm. `likely` is where the search starts.
  std::size_t pick(std::size_t likely, double power, double floor, Rng& rng) {
    const std::size_t n_candidates = log_.size();
    double least = rest_[likely];
    for (std::size_t k = 0; k < n_candidates; ++k) {
      least = rest_[k] < least ? rest_[k] : least;
    }
    least = std::max(least, floor);
    const double scale = 1.0 / least;
    const auto excess = [&](std::size_t k) {
      return std::max((rest_[k] - least) * scale, 0.0);
    };
    const auto weigh = [&](std::size_t k, double y) {
      return y > 0.0 ? log_[k] - power * std::log1p(y) : log_[k];
    };
    double best = weigh(likely, excess(likely));
    std::size_t heaviest = likely;
    survivors_.clear();
    for (std::size_t k = 0; k < n_candidates; ++k) {
      const double y = excess(k);
      const double z = std::min(y, 1.0);
      if (log_[k] - power * (z - 0.5 * z * z) < best - negligible) continue;
      const double weight = weigh(k, y);
      survivors_.push_back({k, weight});
      if (weight > best) {
        best = weight;
        heaviest = k;
      }
    }
    if (survivors_.size() == 1) return survivors_[0].slot;
    double total = 0.0;
    for (auto& survivor : survivors_) {
      survivor.weight = std::exp(survivor.weight - best);
      total += survivor.weight;
    }
    double u = rng.uniform() * total;
    for (const auto& survivor : survivors_) {
      u -= survivor.weight;
      if (u < 0.0) return survivor.slot;
    }
    return heaviest;
  }

  struct Survivor {
    std::size_t slot;
    double weight;
  };
  std::vector<double> rest_, log_;
  std::vector<Survivor> survivors_;
};

}  // namespace shapecrp
