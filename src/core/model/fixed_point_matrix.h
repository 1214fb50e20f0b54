// A symmetric matrix whose sums are exact.
//
// A matrix of the model is a class with n(), entry(i, j), diagonal(i) and trace(), with
// most_entries, up to how many entries a proposal looks at, and with the sums that moves
// ask for, in classes of its own:
//   Sums   of a partition: S_kk of its blocks, R_ik = sum_{l in k} S_il;
//   Sides  of a set of items that is divided in two;
//   Draw   of a partition that new items are to join.
// Sums are a function of the labels, whatever moves led there. The matrices are
// FixedPointMatrix, here, and FactorMatrix (factor_matrix.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace shapecrp {

// The symmetric n x n matrix S, rounded to multiples of a power of two that is
// small enough to be harmless (2^-41 of the largest entry at n = 1,400) and large
// enough for sums of rows to be exact in a double and sums of blocks in 64 bits.
// Sums are then the same in whatever order they were made: nothing drifts, and
// the labels alone determine them.
//
// Row sums of all items and blocks are kept: reading one is O(1), a move O(n + K).
class FixedPointMatrix {
 public:
  class Sums;
  class Sides;
  class Draw;

  static constexpr std::size_t most_entries = std::numeric_limits<std::size_t>::max();

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
  double trace() const {
    std::int64_t trace = 0;
    for (std::size_t i = 0; i < n_; ++i) trace += units(diagonal(i));
    return value(trace);
  }

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

// R: n x K, contiguous in k, with room for `capacity` blocks in a row.
class FixedPointMatrix::Sums {
 public:
  Sums(const FixedPointMatrix& S, const std::vector<int>& slots, std::size_t K)
      : S_(&S), K_(K), units_(K, 0) {
    reserve(K + 8);
    for (std::size_t i = 0; i < S.n(); ++i) {
      S.add_row_by_block(i, slots, &sums_[i * capacity_]);
    }
    for (std::size_t i = 0; i < S.n(); ++i) {
      units_[static_cast<std::size_t>(slots[i])] += S.units(row(i)[slots[i]]);
    }
  }

  // S_kk.
  double block(std::size_t k) const { return S_->value(units_[k]); }

  // R_ik by k; `slot`: the block of i. The scratch space is not used.
  const double* row(std::size_t i, int /*slot*/, std::vector<double>& /*scratch*/) const {
    return row(i);
  }

  // The sum of S over two blocks; `items`: all of block `from`.
  double link(const std::vector<std::size_t>& items, std::size_t /*from*/,
              std::size_t to) const {
    double link = 0.0;
    for (std::size_t i : items) link += row(i)[to];
    return link;
  }

  void move(const std::size_t* items, std::size_t count, std::size_t from,
            std::size_t to) {
    // The sum of the items' rows of S.
    total_.assign(S_->n(), 0.0);
    for (std::size_t c = 0; c < count; ++c) S_->add_row(items[c], total_.data());
    std::int64_t inside = 0, linked_from = 0, linked_to = 0;
    for (const std::size_t* i = items; i != items + count; ++i) {
      inside += S_->units(total_[*i]);
      linked_from += S_->units(row(*i)[from]);
      linked_to += S_->units(row(*i)[to]);
    }
    units_[from] += inside - 2 * linked_from;
    units_[to] += inside + 2 * linked_to;
    double* sums = sums_.data();
    for (std::size_t l = 0; l < S_->n(); ++l, sums += capacity_) {
      sums[from] -= total_[l];
      sums[to] += total_[l];
    }
  }

  // A further block, empty.
  void open() {
    if (K_ == capacity_) reserve(2 * K_);
    units_.push_back(0);
    K_ += 1;
  }

  // Drops the empty block k; the last block takes its slot.
  void close(std::size_t k) {
    const std::size_t last = K_ - 1;
    if (k != last) {
      double* sums = sums_.data();
      for (std::size_t l = 0; l < S_->n(); ++l, sums += capacity_) {
        sums[k] = sums[last];
        sums[last] = 0.0;
      }
      units_[k] = units_[last];
    }
    units_.pop_back();
    K_ = last;
    if (capacity_ > 4 * K_ + 32) reserve(2 * K_ + 8);
  }

 private:
  const double* row(std::size_t i) const { return &sums_[i * capacity_]; }

  // Lays the row sums out anew.
  void reserve(std::size_t capacity) {
    std::vector<double> sums(S_->n() * capacity, 0.0);
    for (std::size_t i = 0; capacity_ > 0 && i < S_->n(); ++i) {
      std::copy_n(&sums_[i * capacity_], K_, &sums[i * capacity]);
    }
    sums_.swap(sums);
    capacity_ = capacity;
  }

  const FixedPointMatrix* S_;
  std::size_t K_;
  std::size_t capacity_ = 0;
  std::vector<std::int64_t> units_;  // S_kk in fixed point
  std::vector<double> sums_;         // R
  std::vector<double> total_;        // scratch, n
};

// For two sides of a set U of items, the row sums of its items over each.
class FixedPointMatrix::Sides {
 public:
  // Nobody on a side. `items`: U, which must outlive the sums.
  void start(const FixedPointMatrix& S, const std::vector<std::size_t>& items) {
    S_ = &S;
    items_ = &items;
    for (auto& sum : sum_) sum.assign(items.size(), 0.0);
  }

  // The sum of the row of U's item number a over a side, itself included where it is
  // there.
  double row(std::size_t a, int side) const { return sum_[side][a]; }

  void join(std::size_t a, int side) { add_row(a, side, 1.0); }
  void leave(std::size_t a, int side) { add_row(a, side, -1.0); }

 private:
  void add_row(std::size_t a, int side, double sign) {
    S_->add_row((*items_)[a], *items_, sign, sum_[side].data());
  }

  const FixedPointMatrix* S_ = nullptr;
  const std::vector<std::size_t>* items_ = nullptr;
  std::vector<double> sum_[2];
};

class FixedPointMatrix::Draw {
 public:
  Draw() = default;

  // `slots`: the block of each item; `members`: the items of each block. No row sums are
  // needed, so this takes O(sum_k n_k^2).
  Draw(const FixedPointMatrix& S, const int* slots,
       const std::vector<std::vector<std::size_t>>& members)
      : n_(S.n()), slots_(slots) {
    for (const auto& block : members) {
      std::int64_t units = 0;
      for (std::size_t i : block) {
        double row = 0.0;
        for (std::size_t l : block) row += S.entry(i, l);
        units += S.units(row);
      }
      blocks_.push_back(S.value(units));
    }
  }

  // S_kk.
  double block(std::size_t k) const { return blocks_[k]; }

  // sums[k] += the sum over block k of a new item's row (n).
  void add_row(const double* row, double* sums) const {
    for (std::size_t i = 0; i < n_; ++i) sums[slots_[i]] += row[i];
  }

 private:
  std::size_t n_ = 0;
  const int* slots_ = nullptr;
  std::vector<double> blocks_;
};

}  // namespace shapecrp
