// Priors on partitions of n items into K blocks of sizes n_1, ..., n_K, as
//   log p = count(K) + sum_k block(n_k).
// CRP(xi): count(K) = K log xi - log (xi)(xi + 1)...(xi + n - 1),
//          block(m) = log (m - 1)!
// MFM:     count(K) = log V_n(K), block(m) = log gamma(gamma + 1)...(gamma + m - 1),
// with components - 1 ~ Poisson(lambda) and Dirichlet(gamma) weights
// (Miller and Harrison, 2018).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "rng.h"

namespace shapecrp {

// log Gamma(x), x > 0, by Stirling's series from x >= 12 on. Unlike std::lgamma it
// may run on several threads.
inline double log_gamma(double x) {
  double product = 1.0;
  for (; x < 12.0; x += 1.0) product *= x;
  const double z = 1.0 / (x * x);
  const double series =
      1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z * (1.0 / 1680 - z * (1.0 / 1188))));
  return (x - 0.5) * std::log(x) - x + 0.91893853320467274178 + series / x -
         std::log(product);
}

inline double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  if (b == -std::numeric_limits<double>::infinity()) return a;
  return a + std::log1p(std::exp(b - a));
}

// log V_n(t) = log sum_{k >= t} k!/(k - t)! / (gamma k)^(n) P(components = k),
// summed until the rest is below 1e-13 of the sum. The ratio of terms k + 1 and k
// is below (k + 1)/(k + 1 - t) lambda/k, which falls in k and so bounds the rest.
inline double mfm_log_v(std::size_t n, std::size_t t, double gamma, double lambda) {
  double sum = -std::numeric_limits<double>::infinity();
  for (std::size_t index = t;; ++index) {
    const double k = static_cast<double>(index);
    const double rest = static_cast<double>(index - t);
    const double term = log_gamma(k + 1.0) - log_gamma(rest + 1.0) +
                        log_gamma(gamma * k) -
                        log_gamma(gamma * k + static_cast<double>(n)) - lambda +
                        (k - 1.0) * std::log(lambda) - log_gamma(k);
    sum = log_add(sum, term);
    const double ratio = (k + 1.0) / (rest + 1.0) * lambda / k;
    if (ratio < 1.0 && term + std::log(ratio / (1.0 - ratio)) < sum - 29.9) return sum;
  }
}

enum class PartitionFamily { crp, mfm };

struct PartitionSettings {
  PartitionFamily family = PartitionFamily::crp;
  double xi_shape = 0.0;  // Gamma(shape, rate) prior on xi; 0: xi is fixed
  double xi_rate = 0.0;
  double gamma = 1.0;   // MFM
  double lambda = 2.0;  // MFM
};

class PartitionPrior {
 public:
  PartitionPrior(std::size_t n, const PartitionSettings& settings)
      : n_(n), settings_(settings), log_join_(n + 1), log_block_(n + 1) {
    const double g = is_mfm() ? settings.gamma : 0.0;
    for (std::size_t m = 1; m <= n; ++m) {
      const double size = static_cast<double>(m);
      log_join_[m] = std::log(size + g);
      log_block_[m] = log_gamma(size + g) - (is_mfm() ? log_gamma(g) : 0.0);
    }
    if (is_mfm()) {
      log_v_.resize(n + 1);
      for (std::size_t t = 1; t <= n; ++t) {
        log_v_[t] = mfm_log_v(n, t, settings.gamma, settings.lambda);
      }
    }
  }

  bool uses_xi() const { return !is_mfm(); }
  bool resamples_xi() const { return !is_mfm() && settings_.xi_shape > 0.0; }

  // log of the weight of joining a block of m items: block(m + 1) - block(m).
  double log_join(std::size_t m) const { return log_join_[m]; }
  double log_block(std::size_t m) const { return log_block_[m]; }

  // count(K + 1) - count(K); K = 0 is met only where there is no other choice.
  double log_more(std::size_t K, double log_xi) const {
    if (!is_mfm()) return log_xi;
    return K == 0 ? 0.0 : log_v_[K + 1] - log_v_[K];
  }

  // log of the weight of opening a block beside K others.
  double log_open(std::size_t K, double log_xi) const {
    return log_more(K, log_xi) + log_block_[1];
  }

  double log_count(std::size_t K, double xi) const {
    if (is_mfm()) return log_v_[K];
    const double n = static_cast<double>(n_);
    return static_cast<double>(K) * std::log(xi) + log_gamma(xi) - log_gamma(xi + n);
  }

  // log density of xi under its Gamma prior; 0 where xi is fixed or has no part.
  double log_density_xi(double xi) const {
    if (!resamples_xi()) return 0.0;
    const double a = settings_.xi_shape, b = settings_.xi_rate;
    return a * std::log(b) - log_gamma(a) + (a - 1.0) * std::log(xi) - b * xi;
  }

  // xi given K blocks, by the auxiliary variable of Escobar and West (1995):
  // eta ~ Beta(xi + 1, n), then xi from a mixture of two Gamma laws.
  double draw_xi(std::size_t K, double xi, Rng& rng) const {
    const double n = static_cast<double>(n_);
    const double x = rng.draw_log_gamma(xi + 1.0);
    const double log_eta = x - log_add(x, rng.draw_log_gamma(n));
    const double shape = settings_.xi_shape + static_cast<double>(K) - 1.0;
    const double rate = settings_.xi_rate - log_eta;
    const double odds = shape / (n * rate);
    const double extra = rng.uniform() < odds / (1.0 + odds) ? 1.0 : 0.0;
    // A Gamma law of small shape may underflow; xi stays positive.
    return std::max(rng.gamma(shape + extra, rate), 1e-100);
  }

 private:
  bool is_mfm() const { return settings_.family == PartitionFamily::mfm; }

  std::size_t n_;
  PartitionSettings settings_;
  std::vector<double> log_join_, log_block_, log_v_;
};

}  // namespace shapecrp
