// Logarithms of sums and of the Gamma function.
#pragma once

#include <cmath>
#include <limits>
#include <utility>

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

}  // namespace shapecrp
