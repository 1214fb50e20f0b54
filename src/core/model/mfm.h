// A mixture of finite mixtures (Miller and Harrison, 2018), with components - 1 ~
// Poisson(lambda) and Dirichlet(gamma) weights:
//   count(K) = log V_n(K),  block(m) = log gamma(gamma + 1)...(gamma + m - 1).
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "partition_prior.h"
#include "special.h"

namespace shapecrp {

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

struct MfmSettings {
  double gamma = 1.0;
  double lambda = 2.0;
};

class Mfm : public PartitionPrior {
 public:
  explicit Mfm(std::size_t n, const MfmSettings& settings = {})
      : PartitionPrior(n), log_v_(n + 1) {
    const double gamma = settings.gamma;
    for (std::size_t m = 1; m <= n; ++m) {
      const double size = static_cast<double>(m);
      log_join_[m] = std::log(size + gamma);
      log_block_[m] = log_gamma(size + gamma) - log_gamma(gamma);
      log_v_[m] = mfm_log_v(n, m, gamma, settings.lambda);
    }
  }

  double log_count(std::size_t K, double /*xi*/) const override { return log_v_[K]; }

  double log_more(std::size_t K, double /*log_xi*/) const override {
    return K == 0 ? 0.0 : log_v_[K + 1] - log_v_[K];
  }

 private:
  std::vector<double> log_v_;
};

}  // namespace shapecrp
