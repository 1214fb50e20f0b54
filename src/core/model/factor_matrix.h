// A symmetric matrix as a factor: S = X X' + diag(own).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "vector_table.h"

namespace shapecrp {

// S = X X' + diag(own), X n x r with rows x_i, own not negative. X and own are rounded to
// multiples of a power of two (2^-35 of the largest entry at n = 100,000), so that their
// sums over blocks, Z_k = sum_{l in k} x_l and o_k = sum_{l in k} own_l, are exact: the
// same in whatever order they were made. With them
//   S_kk = |Z_k|^2 + o_k,  R_ik = x_i Z_k, and own_i more where i is in k.
// Memory is O((n + K) r); a candidate, and an item that moves, takes O(r).
class FactorMatrix {
 public:
  class Sums;
  class Sides;
  class Draw;

  // An entry takes O(r), of memory that is far away.
  static constexpr std::size_t most_entries = 1024;

  // `X`: n x r, column by column.
  FactorMatrix(const double* X, const double* own, std::size_t n, std::size_t r)
      : r_(r), x_(n, r), own_(own, own + n) {
    const double unit = unit_of(X, n * r, n);
    for (std::size_t q = 0; q < r; ++q) {
      for (std::size_t i = 0; i < n; ++i) x_[i][q] = round_to(X[q * n + i], unit);
    }
    const double own_unit = unit_of(own, n, n);
    for (double& value : own_) {
      if (value < 0.0) throw std::invalid_argument("own must not be negative");
      value = round_to(value, own_unit);
    }
    diagonal_.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      diagonal_.push_back(x_.dot(x_[i], x_[i]) + own_[i]);
    }
    if (!std::isfinite(trace())) throw std::invalid_argument("S must be finite");
  }

  std::size_t n() const { return own_.size(); }
  std::size_t rank() const { return r_; }
  double diagonal(std::size_t i) const { return diagonal_[i]; }
  double entry(std::size_t i, std::size_t j) const {
    return i == j ? diagonal_[i] : x_.dot(x_[i], x_[j]);
  }
  double trace() const {
    double trace = 0.0;
    for (double value : diagonal_) trace += value;
    return trace;
  }

  const VectorTable& vectors() const { return x_; }
  double own(std::size_t i) const { return own_[i]; }

 private:
  // The sum of n numbers no larger than the largest is below 2^52 units.
  static double unit_of(const double* values, std::size_t count, std::size_t n) {
    double largest = 0.0;
    for (std::size_t e = 0; e < count; ++e) {
      if (!std::isfinite(values[e])) throw std::invalid_argument("S must be finite");
      largest = std::max(largest, std::fabs(values[e]));
    }
    int bits = 0, size_bits = 0;
    std::frexp(largest, &bits);
    std::frexp(static_cast<double>(n), &size_bits);
    const double unit = std::ldexp(1.0, bits + size_bits - 52);
    return unit > 0.0 ? unit : 1.0;
  }

  static double round_to(double value, double unit) {
    return std::nearbyint(value / unit) * unit;
  }

  std::size_t r_;
  VectorTable x_;
  std::vector<double> own_, diagonal_;
};

class FactorMatrix::Sums {
 public:
  Sums(const FactorMatrix& S, const std::vector<int>& slots, std::size_t K)
      : S_(&S), Z_(K, S.rank()), own_(K, 0.0), block_(K, 0.0) {
    for (std::size_t i = 0; i < S.n(); ++i)
      add(i, static_cast<std::size_t>(slots[i]), 1.0);
    for (std::size_t k = 0; k < K; ++k) refresh(k);
  }

  // S_kk.
  double block(std::size_t k) const { return block_[k]; }

  // R_ik by k, in `scratch`; `slot`: the block of i.
  const double* row(std::size_t i, int slot, std::vector<double>& scratch) const {
    const double* x = S_->vectors()[i];
    scratch.resize(block_.size());
    Z_.dots(x, block_.size(), scratch.data());
    scratch[static_cast<std::size_t>(slot)] += S_->own(i);
    return scratch.data();
  }

  // The sum of S over two blocks.
  double link(const std::vector<std::size_t>& /*items*/, std::size_t from,
              std::size_t to) const {
    return Z_.dot(Z_[from], Z_[to]);
  }

  void move(const std::size_t* items, std::size_t count, std::size_t from,
            std::size_t to) {
    for (const std::size_t* i = items; i != items + count; ++i) {
      add(*i, from, -1.0);
      add(*i, to, 1.0);
    }
    refresh(from);
    refresh(to);
  }

  // A further block, empty.
  void open() {
    own_.push_back(0.0);
    block_.push_back(0.0);
    Z_.resize(block_.size());
  }

  // Drops the empty block k; the last block takes its slot.
  void close(std::size_t k) {
    const std::size_t last = block_.size() - 1;
    if (k != last) {
      std::copy_n(Z_[last], Z_.length(), Z_[k]);
      own_[k] = own_[last];
      block_[k] = block_[last];
    }
    own_.pop_back();
    block_.pop_back();
    Z_.resize(last);
  }

 private:
  void add(std::size_t i, std::size_t k, double sign) {
    Z_.add(k, S_->vectors()[i], sign);
    own_[k] += sign * S_->own(i);
  }

  void refresh(std::size_t k) { block_[k] = Z_.dot(Z_[k], Z_[k]) + own_[k]; }

  const FactorMatrix* S_;
  VectorTable Z_;
  std::vector<double> own_, block_;  // o_k, S_kk
};

// For two sides of a set U of items, the sums of x over each.
class FactorMatrix::Sides {
 public:
  // Nobody on a side. `items`: U, which must outlive the sums.
  void start(const FactorMatrix& S, const std::vector<std::size_t>& items) {
    S_ = &S;
    items_ = &items;
    Z_ = VectorTable(2, S.rank());
    side_.assign(items.size(), -1);
  }

  // The sum of the row of U's item number a over a side, itself included where it is
  // there.
  double row(std::size_t a, int side) const {
    const std::size_t i = (*items_)[a];
    const double others = Z_.dot(S_->vectors()[i], Z_[static_cast<std::size_t>(side)]);
    return side_[a] == side ? others + S_->own(i) : others;
  }

  void join(std::size_t a, int side) {
    Z_.add(static_cast<std::size_t>(side), S_->vectors()[(*items_)[a]], 1.0);
    side_[a] = static_cast<signed char>(side);
  }

  void leave(std::size_t a, int side) {
    Z_.add(static_cast<std::size_t>(side), S_->vectors()[(*items_)[a]], -1.0);
    side_[a] = -1;
  }

 private:
  const FactorMatrix* S_ = nullptr;
  const std::vector<std::size_t>* items_ = nullptr;
  VectorTable Z_;
  std::vector<signed char> side_;  // -1: on none
};

class FactorMatrix::Draw {
 public:
  Draw() = default;

  // `members`: the items of each block.
  Draw(const FactorMatrix& S, const int* /*slots*/,
       const std::vector<std::vector<std::size_t>>& members)
      : r_(S.rank()), Z_(members.size(), S.rank()) {
    for (std::size_t k = 0; k < members.size(); ++k) {
      double own = 0.0;
      for (std::size_t i : members[k]) {
        Z_.add(k, S.vectors()[i], 1.0);
        own += S.own(i);
      }
      blocks_.push_back(Z_.dot(Z_[k], Z_[k]) + own);
    }
  }

  // S_kk.
  double block(std::size_t k) const { return blocks_[k]; }

  // sums[k] += the sum over block k of the row of a new item, given by its vector x (r).
  void add_row(const double* x, double* sums) const {
    std::vector<double> padded(Z_.length(), 0.0);
    std::copy_n(x, r_, padded.data());
    std::vector<double> own(blocks_.size());
    Z_.dots(padded.data(), own.size(), own.data());
    for (std::size_t k = 0; k < blocks_.size(); ++k) sums[k] += own[k];
  }

 private:
  std::size_t r_ = 0;
  VectorTable Z_;
  std::vector<double> blocks_;
};

}  // namespace shapecrp
