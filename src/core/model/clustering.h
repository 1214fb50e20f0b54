// A partition with the sums that make its moves cheap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "wishart_crp.h"

namespace shapecrp {

// Prices of joining each block, by block.
struct JoinPrices {
  std::vector<double> gap, pull, log;

  std::size_t size() const { return log.size(); }
  void resize(std::size_t K) {
    for (auto* part : {&gap, &pull, &log}) part->resize(K);
  }
  void set(std::size_t k, const JoinPrice& price) {
    gap[k] = price.gap;
    pull[k] = price.pull;
    log[k] = price.log;
  }
};

// Candidates for one item, by block and, last, for a block of its own: the rest
// there, and what the log posterior has besides -A log(rest). An item that is alone
// has no further block of its own.
struct Candidates {
  std::vector<double> rest, log;
  std::vector<double> row;  // scratch: the item's row sums
};

// A partition with its sums: for block k its size n_k and S_kk, for item i and
// block k the row sum R_ik = sum_{l in k} S_il. Blocks fill the slots 0 .. K - 1 without
// a gap. What a candidate and a move cost is up to the sums of the matrix.
template <class Matrix>
class Clustering {
 public:
  using Model = MatrixModel<Matrix>;

  Clustering(const Model& model, const std::vector<int>& slots, std::size_t grid)
      : model_(&model),
        grid_(grid),
        K_(count_blocks(slots)),
        slot_(slots),
        size_(K_, 0),
        sums_(model.gram, slots, K_) {
    for (int k : slots) size_[k] += 1;
    refresh_all();
  }

  std::size_t n() const { return model_->n(); }
  std::size_t K() const { return K_; }
  // The place in the grid of pairs (d, theta).
  std::size_t grid() const { return grid_; }
  const Model& model() const { return *model_; }
  const std::vector<int>& slots() const { return slot_; }
  int slot(std::size_t i) const { return slot_[i]; }
  std::size_t size(std::size_t k) const { return size_[k]; }
  const std::vector<std::size_t>& sizes() const { return size_; }
  const typename Matrix::Sums& sums() const { return sums_; }
  Block block(std::size_t k) const { return {size_[k], sums_.block(k)}; }
  double rest() const { return rest_; }
  // What block k takes off the rest.
  double share(std::size_t k) const { return share_[k]; }
  const JoinPrices& prices() const { return prices_; }

  // Where item i may go, itself taken out of its block first.
  void price_item(std::size_t i, double log_xi, Candidates& out) const {
    const double own = model_->gram.diagonal(i);
    const double* R = sums_.row(i, slot_[i], out.row);
    const std::size_t from = static_cast<std::size_t>(slot_[i]);
    const Block left{size_[from] - 1, sums_.block(from) - 2.0 * R[from] + own};
    double without = rest_ + share_[from];
    if (left.size > 0) without -= model_->share(grid_, left);
    out.rest.resize(K_ + 1);
    out.log.assign(prices_.log.begin(), prices_.log.end());
    for (std::size_t k = 0; k < K_; ++k) {
      out.rest[k] = without + prices_.gap[k] - prices_.pull[k] * (2.0 * R[k] + own);
    }
    out.rest[from] = rest_;
    const JoinPrice alone =
        model_->price_open(grid_, left.size > 0 ? K_ : K_ - 1, log_xi, model_->prior());
    if (left.size > 0) {
      out.log[from] = model_->price_join(grid_, left).log;
      out.rest[K_] = without - alone.pull * own;
      out.log.push_back(alone.log);
    } else {
      out.log[from] = alone.log;
    }
  }

  double log_likelihood() const { return model_->log_likelihood(grid_, rest_, size_); }

  // At another place of the grid.
  double log_likelihood_at(std::size_t g) const {
    double rest = model_->full_rest(g);
    for (std::size_t k = 0; k < K_; ++k) rest -= model_->share(g, block(k));
    return model_->log_likelihood(g, model_->bounded(rest), size_);
  }

  double log_partition(double xi) const { return model_->log_partition(xi, size_); }

  // The log likelihood and the log prior of the partition, the same to the bit whatever
  // the slots of its blocks: sums run over the blocks by size.
  double log_joint(double xi) const {
    return steady_log_likelihood() + model_->log_partition(xi, sorted(size_));
  }
  double steady_log_likelihood() const {
    double rest = model_->full_rest(grid_);
    for (double share : sorted(share_)) rest -= share;
    return model_->log_likelihood(grid_, model_->bounded(rest), sorted(size_));
  }

  void set_grid(std::size_t g) {
    if (g == grid_) return;
    grid_ = g;
    refresh_all();
  }

  // Moves item i to block `to`; `to` = K opens a block.
  void move(std::size_t i, std::size_t to) { move_all(&i, 1, to); }

  // Moves `items`, all of one block, to block `to`.
  void move(const std::vector<std::size_t>& items, std::size_t to) {
    move_all(items.data(), items.size(), to);
  }

 private:
  template <class T>
  static std::vector<T> sorted(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return values;
  }

  static std::size_t count_blocks(const std::vector<int>& slots) {
    std::size_t K = 0;
    for (int k : slots) K = std::max(K, static_cast<std::size_t>(k) + 1);
    return K;
  }

  void move_all(const std::size_t* items, std::size_t count, std::size_t to) {
    const std::size_t from = static_cast<std::size_t>(slot_[items[0]]);
    if (to == K_) open();
    sums_.move(items, count, from, to);
    for (std::size_t c = 0; c < count; ++c) slot_[items[c]] = static_cast<int>(to);
    size_[from] -= count;
    size_[to] += count;
    refresh(to);
    if (size_[from] == 0) {
      close(from);
    } else {
      refresh(from);
    }
    refresh_rest();
  }

  void open() {
    sums_.open();
    size_.push_back(0);
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
      size_[k] = size_[last];
    }
    sums_.close(k);
    size_.pop_back();
    K_ = last;
    resize_caches();
    if (k != last) refresh(k);
  }

  void resize_caches() {
    share_.resize(K_);
    prices_.resize(K_);
  }

  void refresh(std::size_t k) {
    share_[k] = model_->share(grid_, block(k));
    prices_.set(k, model_->price_join(grid_, block(k)));
  }

  void refresh_rest() {
    double rest = model_->full_rest(grid_);
    for (std::size_t k = 0; k < K_; ++k) rest -= share_[k];
    rest_ = model_->bounded(rest);
  }

  void refresh_all() {
    resize_caches();
    for (std::size_t k = 0; k < K_; ++k) refresh(k);
    refresh_rest();
  }

  const Model* model_;
  std::size_t grid_;
  std::size_t K_;
  std::vector<int> slot_;
  std::vector<std::size_t> size_;
  typename Matrix::Sums sums_;
  std::vector<double> share_;  // what each block takes off the rest
  JoinPrices prices_;
  double rest_ = 0.0;
};

}  // namespace shapecrp
