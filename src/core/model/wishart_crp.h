// The collapsed Wishart model of a partition: what it costs to join, open, split
// and merge blocks.
//
// S ~ Wishart_n(Sigma, d), E(S) = Sigma = alpha (I + theta B), B the membership
// matrix of blocks of sizes n_k, alpha ~ Inv-Gamma(r, s) integrated out:
//   log P(S | B, theta) = const - (d/2) sum_k log(1 + theta n_k) - A log(rest),
//   rest = (d/2) (tr S - sum_k theta/(1 + theta n_k) S_kk) + s,  A = n d/2 + r,
// S_kk the sum of S over block k. The constant leaves out the factors of the
// density that depend on S, n and d alone: |S|^((d - n - 1)/2) / Gamma_n(d/2).
// Given c S and c s in place of S and s, the same formula is short by (n d/2) log c.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "partition_prior.h"
#include "special.h"

namespace shapecrp {

struct WishartSettings {
  double d = 1.0;
  double r = 3.0;
  double s = 4.0;
  std::vector<double> theta{1.0};  // grid, uniform prior
  double unit = 1.0;               // S and s are c = unit times those to report for
};

// What the model knows of a block: its size and S_kk.
struct Block {
  std::size_t size;
  double sum;
};

// The price of joining a block, for an item with S_ii = own and row sum R over the
// block: the rest changes by gap - pull (2 R + own), and the log posterior by `log`
// besides. A block of one's own has gap = R = 0.
struct JoinPrice {
  double gap, pull, log;
};

// Two blocks without an item that is to join one of them.
struct Sides {
  Block block[2];
  double row[2];  // the item's row sums
};

// What all chains share apart from S: the prior on partitions, hyper-parameters, and
// tables by theta (an index g into the grid) and block size.
class WishartCrp {
 public:
  // `trace`: of S, n x n.
  WishartCrp(std::size_t n, double trace, const WishartSettings& settings,
             std::unique_ptr<const PartitionPrior> partition_prior)
      : prior_(std::move(partition_prior)), settings_(settings), n_(n), stride_(n + 2) {
    const double nd = static_cast<double>(n) * settings.d;
    power_ = 0.5 * nd + settings.r;
    full_rest_ = 0.5 * settings.d * trace + settings.s;
    log_constant_ = 0.5 * nd * std::log(0.5 * settings.d) +
                    settings.r * std::log(settings.s) - log_gamma(settings.r) +
                    log_gamma(power_) + 0.5 * nd * std::log(settings.unit);
    pull_.resize(n_theta() * stride_);
    spread_.resize(n_theta() * stride_);
    join_.resize(n_theta() * stride_);
    for (std::size_t g = 0; g < n_theta(); ++g) {
      for (std::size_t m = 0; m < stride_; ++m) {
        const double scaled = settings.theta[g] * static_cast<double>(m);
        pull_[g * stride_ + m] = 0.5 * settings.d * settings.theta[g] / (1.0 + scaled);
        spread_[g * stride_ + m] = 0.5 * settings.d * std::log1p(scaled);
      }
      for (std::size_t m = 1; m <= n; ++m) {
        const double* spread = &spread_[g * stride_ + m];
        join_[g * stride_ + m] = prior_->log_join(m) - (spread[1] - spread[0]);
      }
    }
  }

  virtual ~WishartCrp() = default;

  std::size_t n() const { return n_; }
  std::size_t n_theta() const { return settings_.theta.size(); }
  double theta(std::size_t g) const { return settings_.theta[g]; }
  const PartitionPrior& prior() const { return *prior_; }

  // A, and what an item has of it.
  double power() const { return power_; }
  double item_power() const { return 0.5 * settings_.d; }
  // The rest if no item were in a block: (d/2) tr S + s; and what an item adds to it.
  double full_rest() const { return full_rest_; }
  double item_rest(double own) const { return 0.5 * settings_.d * own; }
  // The rest is not below s: the Schur complement of a block is not negative.
  double bounded(double rest) const { return std::max(rest, settings_.s); }

  // What a block takes off the rest: (d/2) theta/(1 + theta n_k) S_kk.
  double share(std::size_t g, const Block& block) const {
    return pull(g)[block.size] * block.sum;
  }

  JoinPrice price_join(std::size_t g, const Block& block) const {
    const double* pull_of = pull(g) + block.size;
    return {(pull_of[0] - pull_of[1]) * block.sum, pull_of[1], join(g)[block.size]};
  }

  // A block of one's own beside K others, under `prior`.
  JoinPrice price_open(std::size_t g, std::size_t K, double log_xi,
                       const PartitionPrior& prior) const {
    return {0.0, pull(g)[1], prior.log_open(K, log_xi) - spread(g)[1]};
  }

  // log odds that an item joins side 1 rather than side 0; `outside` is the rest
  // without both sides, `power` the exponent that goes with it.
  double log_odds(std::size_t g, const Sides& sides, double own, double outside,
                  double power) const {
    double rest[2];
    for (int t : {0, 1}) {
      const Block& joined = sides.block[t];
      rest[t] = outside -
                pull(g)[joined.size + 1] * (joined.sum + 2.0 * sides.row[t] + own) -
                share(g, sides.block[1 - t]);
      rest[t] = bounded(rest[t]);
    }
    return join(g)[sides.block[1].size] - join(g)[sides.block[0].size] -
           power * std::log(rest[1] / rest[0]);
  }

  // log p(blocks a and b) - log p(their union), whose sum over S is `whole`, with K
  // blocks where they are one; `outside`: the rest if they were no block.
  double log_split_gain(std::size_t g, const Block& a, const Block& b, double whole,
                        double outside, std::size_t K, double log_xi) const {
    const std::size_t m = a.size + b.size;
    const double rest_two = bounded(outside - share(g, a) - share(g, b));
    const double rest_one = bounded(outside - share(g, {m, whole}));
    return prior_->log_more(K, log_xi) + prior_->log_block(a.size) +
           prior_->log_block(b.size) - prior_->log_block(m) - spread(g)[a.size] -
           spread(g)[b.size] + spread(g)[m] - power_ * std::log(rest_two / rest_one);
  }

  double log_likelihood(std::size_t g, double rest,
                        const std::vector<std::size_t>& sizes) const {
    double sum = log_constant_ - power_ * std::log(rest);
    for (std::size_t m : sizes) sum -= spread(g)[m];
    return sum;
  }

  double log_partition(double xi, const std::vector<std::size_t>& sizes) const {
    double sum = prior_->log_count(sizes.size(), xi);
    for (std::size_t m : sizes) sum += prior_->log_block(m);
    return sum;
  }

 private:
  // pull(g)[m] = (d/2) theta/(1 + theta m), spread(g)[m] = (d/2) log(1 + theta m),
  // join(g)[m]: what joining a block of m items adds to the log posterior, apart
  // from the rest.
  const double* pull(std::size_t g) const { return &pull_[g * stride_]; }
  const double* spread(std::size_t g) const { return &spread_[g * stride_]; }
  const double* join(std::size_t g) const { return &join_[g * stride_]; }

  std::unique_ptr<const PartitionPrior> prior_;
  WishartSettings settings_;
  double power_ = 0.0, full_rest_ = 0.0, log_constant_ = 0.0;
  std::size_t n_, stride_;
  std::vector<double> pull_, spread_, join_;
};

// The model of a matrix S, in one of its forms (fixed_point_matrix.h).
template <class Matrix>
class MatrixModel : public WishartCrp {
 public:
  MatrixModel(Matrix S, const WishartSettings& settings,
              std::unique_ptr<const PartitionPrior> partition_prior)
      : WishartCrp(S.n(), S.trace(), settings, std::move(partition_prior)),
        gram(std::move(S)) {}

  const Matrix gram;
};

}  // namespace shapecrp
