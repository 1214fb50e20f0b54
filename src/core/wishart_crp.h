// The collapsed Wishart model of a partition, and the sums that make it cheap.
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
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "partition_prior.h"

namespace shapecrp {

// The symmetric n x n matrix S, rounded to multiples of a power of two that is
// small enough to be harmless (2^-41 of the largest entry at n = 1,400) and large
// enough for sums of rows to be exact in a double and sums of blocks in 64 bits.
// Sums are then the same in whatever order they were made: nothing drifts, and
// the labels alone determine them.
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
  const double* row(std::size_t i) const { return &values_[i * n_]; }
  double diagonal(std::size_t i) const { return values_[i * n_ + i]; }
  std::int64_t units(double x) const { return std::llround(x / unit_); }
  double value(std::int64_t units) const { return static_cast<double>(units) * unit_; }

 private:
  std::size_t n_;
  double unit_ = 1.0;
  std::vector<double> values_;
};

struct WishartSettings {
  double d = 1.0;
  double r = 3.0;
  double s = 4.0;
  std::vector<double> theta{1.0};  // grid, uniform prior
  double unit = 1.0;               // S and s are c = unit times those to report for
};

// What all chains share: S, hyper-parameters, and tables by theta and block size.
class WishartCrp {
 public:
  WishartCrp(const double* S, std::size_t n, const WishartSettings& settings,
             const PartitionSettings& partition)
      : gram(S, n), prior(n, partition), settings_(settings), stride_(n + 2) {
    const double nd = static_cast<double>(n) * settings.d;
    power = 0.5 * nd + settings.r;
    std::int64_t trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += gram.units(gram.diagonal(i));
    full_rest = 0.5 * settings.d * gram.value(trace) + settings.s;
    log_constant = 0.5 * nd * std::log(0.5 * settings.d) +
                   settings.r * std::log(settings.s) - log_gamma(settings.r) +
                   log_gamma(power) + 0.5 * nd * std::log(settings.unit);
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
        join_[g * stride_ + m] = prior.log_join(m) - (spread[1] - spread[0]);
      }
    }
  }

  std::size_t n() const { return gram.n(); }
  std::size_t n_theta() const { return settings_.theta.size(); }
  double theta(std::size_t g) const { return settings_.theta[g]; }
  double half_d() const { return 0.5 * settings_.d; }
  // rest cannot fall below s: the Schur complement of a block is not negative.
  double floor() const { return settings_.s; }
  // pull(g)[m] = (d/2) theta/(1 + theta m), spread(g)[m] = (d/2) log(1 + theta m).
  const double* pull(std::size_t g) const { return &pull_[g * stride_]; }
  const double* spread(std::size_t g) const { return &spread_[g * stride_]; }
  // join(g)[m]: what joining a block of m items adds to the log posterior, apart
  // from the rest.
  const double* join(std::size_t g) const { return &join_[g * stride_]; }

  const FixedPointMatrix gram;
  const PartitionPrior prior;
  double power;         // A
  double full_rest;     // (d/2) tr S + s
  double log_constant;  // of the likelihood

 private:
  WishartSettings settings_;
  std::size_t stride_;
  std::vector<double> pull_, spread_, join_;
};

// A partition with its sums: for block k its size n_k and S_kk, for item i and
// block k the row sum R_ik = sum_{l in k} S_il, contiguous in k. Blocks fill the
// slots 0 .. K - 1 without a gap. Reading a candidate is O(1), a move O(n + K).
class Clustering {
 public:
  Clustering(const WishartCrp& model, const std::vector<int>& slots, std::size_t theta)
      : model_(&model), theta_(theta), slot_(slots) {
    for (int k : slots) K_ = std::max(K_, static_cast<std::size_t>(k) + 1);
    size_.assign(K_, 0);
    units_.assign(K_, 0);
    reserve(K_ + 8);
    for (std::size_t i = 0; i < n(); ++i) {
      const double* s = model_->gram.row(i);
      double* r = &sums_[i * capacity_];
      for (std::size_t l = 0; l < n(); ++l) r[slot_[l]] += s[l];
      size_[slot_[i]] += 1;
    }
    for (std::size_t i = 0; i < n(); ++i) {
      units_[slot_[i]] += model_->gram.units(row(i)[slot_[i]]);
    }
    refresh_all();
  }

  std::size_t n() const { return model_->n(); }
  std::size_t K() const { return K_; }
  std::size_t theta() const { return theta_; }
  const WishartCrp& model() const { return *model_; }
  const std::vector<int>& slots() const { return slot_; }
  int slot(std::size_t i) const { return slot_[i]; }
  std::size_t size(std::size_t k) const { return size_[k]; }
  const std::vector<std::size_t>& sizes() const { return size_; }
  const double* row(std::size_t i) const { return &sums_[i * capacity_]; }
  double block_sum(std::size_t k) const { return model_->gram.value(units_[k]); }
  double rest() const { return rest_; }
  // What block k takes off the rest: (d/2) theta/(1 + theta n_k) S_kk.
  double share(std::size_t k) const { return share_[k]; }

  // If item i joined block k: rest changes by join_gap[k] - join_pull[k] (2 R_ik +
  // S_ii), and the log posterior by join_log[k] besides.
  const double* join_gap() const { return join_gap_.data(); }
  const double* join_pull() const { return join_pull_.data(); }
  const double* join_log() const { return join_log_.data(); }

  double log_likelihood() const { return log_likelihood(theta_, rest_); }

  // At another theta of the grid.
  double log_likelihood_at(std::size_t g) const {
    double rest = model_->full_rest;
    for (std::size_t k = 0; k < K_; ++k) {
      rest -= model_->pull(g)[size_[k]] * block_sum(k);
    }
    return log_likelihood(g, std::max(rest, model_->floor()));
  }

  double log_partition(double xi) const {
    double sum = model_->prior.log_count(K_, xi);
    for (std::size_t k = 0; k < K_; ++k) sum += model_->prior.log_block(size_[k]);
    return sum;
  }

  void set_theta(std::size_t g) {
    if (g == theta_) return;
    theta_ = g;
    refresh_all();
  }

  // Moves item i to block `to`; `to` = K opens a block.
  void move(std::size_t i, std::size_t to) { move(&i, 1, to, model_->gram.row(i)); }

  // Moves `items`, all of one block, to block `to`.
  void move(const std::vector<std::size_t>& items, std::size_t to) {
    std::vector<double> total(n(), 0.0);
    for (std::size_t i : items) {
      const double* s = model_->gram.row(i);
      for (std::size_t l = 0; l < n(); ++l) total[l] += s[l];
    }
    move(items.data(), items.size(), to, total.data());
  }

 private:
  // `total`: the sum of the rows of S of the `count` items.
  void move(const std::size_t* items, std::size_t count, std::size_t to,
            const double* total) {
    const std::size_t from = static_cast<std::size_t>(slot_[items[0]]);
    if (to == K_) open();
    std::int64_t inside = 0, linked_from = 0, linked_to = 0;
    for (const std::size_t* item = items; item != items + count; ++item) {
      const std::size_t i = *item;
      slot_[i] = static_cast<int>(to);
      inside += model_->gram.units(total[i]);
      linked_from += model_->gram.units(row(i)[from]);
      linked_to += model_->gram.units(row(i)[to]);
    }
    units_[from] += inside - 2 * linked_from;
    units_[to] += inside + 2 * linked_to;
    size_[from] -= count;
    size_[to] += count;
    double* sums = sums_.data();
    for (std::size_t l = 0; l < n(); ++l, sums += capacity_) {
      sums[from] -= total[l];
      sums[to] += total[l];
    }
    refresh(to);
    if (size_[from] == 0) {
      close(from);
    } else {
      refresh(from);
    }
    refresh_rest();
  }

  double log_likelihood(std::size_t g, double rest) const {
    double sum = model_->log_constant - model_->power * std::log(rest);
    for (std::size_t k = 0; k < K_; ++k) sum -= model_->spread(g)[size_[k]];
    return sum;
  }

  void open() {
    if (K_ == capacity_) reserve(2 * K_);
    size_.push_back(0);
    units_.push_back(0);
    K_ += 1;
    resize_caches();
  }

  // Drops the empty block k; the last block takes its slot.
  void close(std::size_t k) {
    const std::size_t last = K_ - 1;
    if (k != last) {
      for (int& slot : slot_) {
        if (slot == static_cast<int>(last)) slot = static_cast<int>(k);
      }
      double* sums = sums_.data();
      for (std::size_t l = 0; l < n(); ++l, sums += capacity_) {
        sums[k] = sums[last];
        sums[last] = 0.0;
      }
      size_[k] = size_[last];
      units_[k] = units_[last];
    }
    size_.pop_back();
    units_.pop_back();
    K_ = last;
    resize_caches();
    if (k != last) refresh(k);
    if (capacity_ > 4 * K_ + 32) reserve(2 * K_ + 8);
  }

  // Lays the row sums out anew with room for `capacity` blocks.
  void reserve(std::size_t capacity) {
    std::vector<double> sums(n() * capacity, 0.0);
    for (std::size_t i = 0; capacity_ > 0 && i < n(); ++i) {
      std::copy_n(&sums_[i * capacity_], K_, &sums[i * capacity]);
    }
    sums_.swap(sums);
    capacity_ = capacity;
  }

  void resize_caches() {
    for (auto* cache : {&share_, &join_gap_, &join_pull_, &join_log_}) cache->resize(K_);
  }

  void refresh(std::size_t k) {
    const double* pull = model_->pull(theta_);
    const std::size_t m = size_[k];
    const double block = block_sum(k);
    share_[k] = pull[m] * block;
    join_pull_[k] = pull[m + 1];
    join_gap_[k] = (pull[m] - pull[m + 1]) * block;
    join_log_[k] = model_->join(theta_)[m];
  }

  void refresh_rest() {
    double rest = model_->full_rest;
    for (std::size_t k = 0; k < K_; ++k) rest -= share_[k];
    rest_ = std::max(rest, model_->floor());
  }

  void refresh_all() {
    resize_caches();
    for (std::size_t k = 0; k < K_; ++k) refresh(k);
    refresh_rest();
  }

  const WishartCrp* model_;
  std::size_t theta_;
  std::size_t K_ = 0;
  std::size_t capacity_ = 0;  // blocks that a row of sums_ has room for
  std::vector<int> slot_;
  std::vector<std::size_t> size_;
  std::vector<std::int64_t> units_;  // S_kk in fixed point
  std::vector<double> sums_;         // R, n x capacity
  std::vector<double> share_, join_gap_, join_pull_, join_log_;
  double rest_ = 0.0;
};

}  // namespace shapecrp
