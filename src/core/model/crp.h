// The Chinese restaurant process with concentration xi:
//   count(K) = K log xi - log xi(xi + 1)...(xi + n - 1),  block(m) = log (m - 1)!
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../rng.h"
#include "partition_prior.h"
#include "special.h"

namespace shapecrp {

struct CrpSettings {
  double xi_shape = 0.0;  // Gamma(shape, rate) prior on xi; 0: xi is fixed
  double xi_rate = 0.0;
};

class Crp : public PartitionPrior {
 public:
  explicit Crp(std::size_t n, const CrpSettings& settings = {})
      : PartitionPrior(n), settings_(settings) {
    for (std::size_t m = 1; m <= n; ++m) {
      log_join_[m] = std::log(static_cast<double>(m));
      log_block_[m] = log_gamma(static_cast<double>(m));
    }
  }

  double log_count(std::size_t K, double xi) const override {
    const double n = static_cast<double>(n_);
    return static_cast<double>(K) * std::log(xi) + log_gamma(xi) - log_gamma(xi + n);
  }

  double log_more(std::size_t /*K*/, double log_xi) const override { return log_xi; }

  bool uses_xi() const override { return true; }
  bool resamples_xi() const override { return settings_.xi_shape > 0.0; }

  double log_density_xi(double xi) const override {
    if (!resamples_xi()) return 0.0;
    const double a = settings_.xi_shape, b = settings_.xi_rate;
    return a * std::log(b) - log_gamma(a) + (a - 1.0) * std::log(xi) - b * xi;
  }

  // By the auxiliary variable of Escobar and West (1995): eta ~ Beta(xi + 1, n),
  // then xi from a mixture of two Gamma laws.
  double draw_xi(std::size_t K, double xi, Rng& rng) const override {
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
  CrpSettings settings_;
};

}  // namespace shapecrp
