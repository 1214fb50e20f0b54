// Losses between two partitions of n items, each written with one function f of counts:
// with sizes a_j of one partition, b_k of the other and overlaps n_jk,
//   loss = (sum f(a_j) + sum f(b_k) - 2 sum f(n_jk)) / scale(n).
// f(0) = f(1) = 0, so that overlaps of none cost nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapecrp {

struct PartitionLoss {
  const char* name;
  double (*f)(double x);  // x >= 2
  double (*scale)(double n);
};

// The variation of information in bits; Binder's loss as a share of pairs.
inline const std::vector<PartitionLoss>& partition_losses() {
  static const std::vector<PartitionLoss> losses = {
      {"vi", [](double x) { return x * std::log2(x); }, [](double n) { return n; }},
      {"binder", [](double x) { return x * (x - 1.0); },
       [](double n) { return std::max(n * (n - 1.0), 1.0); }},
  };
  return losses;
}

inline const PartitionLoss& loss_named(const std::string& name) {
  for (const PartitionLoss& loss : partition_losses()) {
    if (loss.name == name) return loss;
  }
  throw std::invalid_argument("unknown loss: " + name);
}

// f(0), ..., f(n + 1).
inline std::vector<double> loss_table(const PartitionLoss& loss, std::size_t n) {
  std::vector<double> f(n + 2, 0.0);
  for (std::size_t x = 2; x < f.size(); ++x) f[x] = loss.f(static_cast<double>(x));
  return f;
}

}  // namespace shapecrp
