// A prior on partitions of n items into K blocks of sizes n_1, ..., n_K, as
//   log p = count(K) + sum_k block(n_k).
// Each prior is a class of its own (crp.h, mfm.h), which fills in block() and
// says count().
#pragma once

#include <cstddef>
#include <vector>

#include "../rng.h"

namespace shapecrp {

class PartitionPrior {
 public:
  virtual ~PartitionPrior() = default;

  // block(m), m >= 1, and block(m + 1) - block(m), the log weight of joining a block.
  double log_block(std::size_t m) const { return log_block_[m]; }
  double log_join(std::size_t m) const { return log_join_[m]; }

  // count(K); xi is the concentration, for priors that have one.
  virtual double log_count(std::size_t K, double xi) const = 0;
  // count(K + 1) - count(K); K = 0 is met only where there is no other choice.
  virtual double log_more(std::size_t K, double log_xi) const = 0;

  // log of the weight of opening a block beside K others.
  double log_open(std::size_t K, double log_xi) const {
    return log_more(K, log_xi) + log_block_[1];
  }

  virtual bool uses_xi() const { return false; }
  // Where xi has a prior of its own: its log density, and xi drawn given K blocks.
  virtual bool resamples_xi() const { return false; }
  virtual double log_density_xi(double /*xi*/) const { return 0.0; }
  virtual double draw_xi(std::size_t /*K*/, double xi, Rng& /*rng*/) const { return xi; }

 protected:
  explicit PartitionPrior(std::size_t n) : n_(n), log_join_(n + 1), log_block_(n + 1) {}

  std::size_t n_;
  std::vector<double> log_join_, log_block_;  // by size, from 1 on
};

}  // namespace shapecrp
