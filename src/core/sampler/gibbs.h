// One item at a time, drawn from its full conditional law over blocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../model/clustering.h"
#include "../rng.h"

namespace shapecrp {

class GibbsMove {
 public:
  // Redraws the block of each item in turn; returns how many moved.
  template <class Matrix>
  std::size_t sweep(Clustering<Matrix>& state, double log_xi, Rng& rng) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < state.n(); ++i) {
      const std::size_t from = static_cast<std::size_t>(state.slot(i));
      state.price_item(i, log_xi, at_);
      const std::size_t to = pick(from, state.model(), rng);
      if (to == from) continue;
      state.move(i, to);
      ++moved;
    }
    return moved;
  }

 private:
  // Weights below e^-50 of the largest vanish in the rounding of their sum.
  static constexpr double negligible = 50.0;

  // Draws k with probability proportional to exp(log[k]) rest[k]^-A. With y the
  // excess of a rest over the least one, log(1 + y) >= z - z^2/2, z = min(y, 1):
  // few candidates need a logarithm. `likely` is where the search starts.
  std::size_t pick(std::size_t likely, const WishartCrp& model, Rng& rng) {
    const double power = model.power();
    const std::size_t n_candidates = at_.log.size();
    double least = at_.rest[likely];
    for (std::size_t k = 0; k < n_candidates; ++k) {
      least = at_.rest[k] < least ? at_.rest[k] : least;
    }
    least = model.bounded(least);
    const double scale = 1.0 / least;
    const auto excess = [&](std::size_t k) {
      return std::max((at_.rest[k] - least) * scale, 0.0);
    };
    const auto weigh = [&](std::size_t k, double y) {
      return y > 0.0 ? at_.log[k] - power * std::log1p(y) : at_.log[k];
    };
    double best = weigh(likely, excess(likely));
    std::size_t heaviest = likely;
    survivors_.clear();
    for (std::size_t k = 0; k < n_candidates; ++k) {
      const double y = excess(k);
      const double z = std::min(y, 1.0);
      if (at_.log[k] - power * (z - 0.5 * z * z) < best - negligible) continue;
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
  Candidates at_;
  std::vector<Survivor> survivors_;
};

}  // namespace shapecrp
