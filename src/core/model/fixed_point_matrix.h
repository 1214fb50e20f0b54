// A symmetric matrix whose sums are exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace shapecrp {

// The symmetric n x n matrix S, rounded to multiples of a power of two that is
// small enough to be harmless (2^-41 of the largest entry at n = 1,400) and large
// enough for sums of rows to be exact in a double and sums of blocks in 64 bits.
// Sums are then the same in whatever order they were made: nothing drifts, and
// the labels alone determine them.
//
// The sampler asks for single entries and for sums of rows, never for the rows
// themselves, so that another form of S can take this one's place.
class FixedPointMatrix {
 public:
  FixedPointMatrix(const double* values, std::size_t n) : n_(n), values_(n * n) {
    double largest = 0.0;
    for (std::size_t e = 0; e < n * n; ++e) {
      if (!std::isfinite(values[e])) throw std::invalid_argument("S must be finite");
      largest = std::max(largest, std::fabs(values[e]));
    }
    int bits = 0, size_bits = 0;
    std::frexp(largest, &bits);
    std::frexp(static_cast<double>(n), &size_bits);
    unit_ = std::ldexp(1.0, bits + size_bits - std::min(52, 62 - size_bits));
    if (unit_ == 0.0) unit_ = 1.0;
    for (std::size_t e = 0; e < n * n; ++e) {
      values_[e] = std::nearbyint(values[e] / unit_) * unit_;
    }
  }

  std::size_t n() const { return n_; }
  double entry(std::size_t i, std::size_t j) const { return values_[i * n_ + j]; }
  double diagonal(std::size_t i) const { return values_[i * n_ + i]; }

  // sums[l] += S_il for all l.
  void add_row(std::size_t i, double* sums) const {
    const double* row = &values_[i * n_];
    for (std::size_t l = 0; l < n_; ++l) sums[l] += row[l];
  }

  // sums[a] += sign S_il for l = items[a].
  void add_row(std::size_t i, const std::vector<std::size_t>& items, double sign,
               double* sums) const {
    const double* row = &values_[i * n_];
    for (std::size_t a = 0; a < items.size(); ++a) sums[a] += sign * row[items[a]];
  }

  // sums[block[l]] += S_il for all l.
  void add_row_by_block(std::size_t i, const std::vector<int>& block,
                        double* sums) const {
    const double* row = &values_[i * n_];
    for (std::size_t l = 0; l < n_; ++l) sums[block[l]] += row[l];
  }

  std::int64_t units(double x) const { return std::llround(x / unit_); }
  double value(std::int64_t units) const { return static_cast<double>(units) * unit_; }

 private:
  std::size_t n_;
  double unit_ = 1.0;
  std::vector<double> values_;
};

}  // namespace shapecrp
