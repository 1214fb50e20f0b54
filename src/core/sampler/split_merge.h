// Split and merge of whole blocks (Jain and Neal, 2004), from a launch state
// allocated item by item (Dahl, 2003).
//
// Two anchors are drawn by a law that knows nothing of the partition. In one
// block: propose to split it; in two: propose to merge them. With U the union of
// the blocks, the launch state is a random division of U that depends on the
// anchors and U alone; a restricted Gibbs scan from it has a probability q that can
// be computed, so that
//   split: accept with  p(split) / p(whole) / q(split),
//   merge: accept with  p(whole) / p(split) * q(split).
// Where the anchors are in two blocks after that, these are divided anew, item by
// item in a random order, which passes from {A, B} {C} to {A} {B, C} without a detour;
// with q the probability of a division given the order,
//   accept with  p(new) / p(old) * q(old) / q(new).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "../model/clustering.h"
#include "../rng.h"

namespace shapecrp {

// A division of a set U of items into two sides, each kept by its anchor, all
// other blocks staying as they are. Sums run over U alone.
template <class Matrix>
class Division {
 public:
  // U: the blocks of i and j. Anchors have positions 0 and 1, on sides 0 and 1.
  void gather(const Clustering<Matrix>& state, std::size_t i, std::size_t j) {
    state_ = &state;
    const int first = state.slot(i), second = state.slot(j);
    items_ = {i, j};
    for (std::size_t l = 0; l < state.n(); ++l) {
      const int slot = state.slot(l);
      if ((slot == first || slot == second) && l != i && l != j) items_.push_back(l);
    }
    outside_ = state.rest() + state.share(first);
    if (second != first) outside_ += state.share(second);
  }

  // The division that the partition has now, i and j being in two blocks.
  void divide_as_now() {
    const int second = state_->slot(items_[1]);
    side_.clear();
    for (std::size_t l : items_) side_.push_back(state_->slot(l) == second);
  }

  // Each item in random order joins a side by its odds given those before it; returns
  // the log probability of what was drawn, given the order.
  double allocate(Rng& rng) {
    order_.clear();
    for (std::size_t a = 2; a < items_.size(); ++a) order_.push_back(a);
    rng.shuffle(order_);
    return allocate_with(
        [&](std::size_t, double p) { return rng.uniform() < p ? 1 : 0; });
  }

  // The same in the order of the last time, forced to end in `sides`.
  double allocate_to(const std::vector<unsigned char>& sides) {
    return allocate_with(
        [&](std::size_t a, double) { return static_cast<int>(sides[a]); });
  }

  const std::vector<unsigned char>& sides() const { return side_; }

  // A restricted Gibbs scan; returns the log probability of what it drew.
  double scan(Rng& rng) {
    return scan_with([&](std::size_t, double p) { return rng.uniform() < p ? 1 : 0; });
  }

  // The scan forced to end in `sides`; returns its log probability.
  double scan_to(const std::vector<unsigned char>& sides) {
    return scan_with([&](std::size_t a, double) { return static_cast<int>(sides[a]); });
  }

  std::vector<std::size_t> items_on(int side) const {
    std::vector<std::size_t> items;
    for (std::size_t a = 0; a < items_.size(); ++a) {
      if (side_[a] == side) items.push_back(items_[a]);
    }
    return items;
  }

  std::size_t item(std::size_t position) const { return items_[position]; }
  double outside() const { return outside_; }
  const Block& block(int side) const { return block_[side]; }

 private:
  double own(std::size_t a) const { return state_->model().gram.diagonal(items_[a]); }

  void leave(std::size_t a) {
    const int side = side_[a];
    block_[side].size -= 1;
    block_[side].sum -= 2.0 * sums_.row(a, side) - own(a);
    sums_.leave(a, side);
  }

  void join(std::size_t a, int side) {
    side_[a] = static_cast<unsigned char>(side);
    block_[side].size += 1;
    block_[side].sum += 2.0 * sums_.row(a, side) + own(a);
    sums_.join(a, side);
  }

  Sides sides_of(std::size_t a) const {
    return {{block_[0], block_[1]}, {sums_.row(a, 0), sums_.row(a, 1)}};
  }

  // Sides of all items but the anchors, from nothing: choose(position, p) is given the
  // probability p of side 1. Returns the log probability of all choices.
  template <class Choose>
  double allocate_with(Choose choose) {
    const WishartCrp& model = state_->model();
    const std::size_t m = items_.size();
    side_.assign(m, 0);
    side_[1] = 1;
    sums_.start(state_->model().gram, items_);
    for (int t : {0, 1}) {
      block_[t] = {1, own(t)};
      sums_.join(t, t);
    }
    double unseen = 0.0, power = model.power();
    for (std::size_t a : order_) {
      unseen += model.item_rest(own(a));
      power -= model.item_power();
    }
    LogProduct q;
    for (std::size_t a : order_) {
      unseen -= model.item_rest(own(a));
      power += model.item_power();
      const double odds =
          model.log_odds(state_->theta(), sides_of(a), own(a), outside_ - unseen, power);
      const int to = choose(a, probability(odds));
      q.take(to, odds);
      join(a, to);
    }
    return q.log();
  }

  // Redraws the side of each item but the anchors, as above.
  template <class Choose>
  double scan_with(Choose choose) {
    const WishartCrp& model = state_->model();
    LogProduct q;
    for (std::size_t a = 2; a < items_.size(); ++a) {
      const int from = side_[a];
      Sides sides = sides_of(a);
      sides.block[from].size -= 1;
      sides.block[from].sum -= 2.0 * sides.row[from] - own(a);
      sides.row[from] -= own(a);
      const double odds =
          model.log_odds(state_->theta(), sides, own(a), outside_, model.power());
      const int to = choose(a, probability(odds));
      q.take(to, odds);
      if (to != from) {
        leave(a);
        join(a, to);
      }
    }
    return q.log();
  }

  // The log of a product of probabilities; moderate ones take one logarithm together.
  class LogProduct {
   public:
    // The probability of side `to` where `odds` are the log odds of side 1.
    void take(int to, double odds) {
      const double p = probability(odds);
      const double chosen = to == 1 ? p : 1.0 - p;
      if (chosen > 1e-6) {
        product_ *= chosen;
      } else {
        sum_ -= log1p_exp(to == 1 ? -odds : odds);
      }
      if (product_ < 1e-200) {
        sum_ += std::log(product_);
        product_ = 1.0;
      }
    }
    double log() const { return sum_ + std::log(product_); }

   private:
    double sum_ = 0.0, product_ = 1.0;
  };

  static double probability(double log_odds) { return 1.0 / (1.0 + std::exp(-log_odds)); }

  static double log1p_exp(double x) { return x > 40.0 ? x : std::log1p(std::exp(x)); }

  const Clustering<Matrix>* state_ = nullptr;
  double outside_ = 0.0;  // the rest if U were in no block
  std::vector<std::size_t> items_, order_;
  std::vector<unsigned char> side_;
  Block block_[2] = {{0, 0.0}, {0, 0.0}};
  typename Matrix::Sides sums_;
};

struct SplitMergeCounts {
  std::size_t splits = 0, splits_accepted = 0;
  std::size_t merges = 0, merges_accepted = 0;
};

template <class Matrix>
class SplitMergeMove {
 public:
  using State = Clustering<Matrix>;

  // Unions of more than `usual_size` items are tried less often.
  explicit SplitMergeMove(double usual_size) : usual_size_(usual_size) {}

  void propose(State& state, double log_xi, Rng& rng, SplitMergeCounts& counts) {
    if (state.n() < 2) return;
    const auto [i, j] = draw_anchors(state.model().gram, rng);
    const std::size_t first = state.slot(i), second = state.slot(j);
    // Large unions cost more, O(|U|^2) where all row sums are kept: they are tried less
    // often. U is the same before and after, so the ratio is not touched.
    const std::size_t size =
        state.size(first) + (first == second ? 0 : state.size(second));
    if (rng.uniform() * static_cast<double>(size) > usual_size_) return;
    if (first == second) {
      ++counts.splits;
      counts.splits_accepted += split(state, i, j, log_xi, rng);
    } else {
      ++counts.merges;
      counts.merges_accepted += merge(state, i, j, log_xi, rng);
    }
    if (state.slot(i) != state.slot(j)) redivide(state, i, j, log_xi, rng);
  }

 private:
  // i uniform; j the nearest to i among 1, 2, 4, ... others drawn at random: from
  // any pair (which finds what to split) to near neighbours (what to merge).
  static std::pair<std::size_t, std::size_t> draw_anchors(const Matrix& S, Rng& rng) {
    std::size_t levels = 1;
    while ((std::size_t{1} << levels) < S.n()) ++levels;
    const std::size_t rivals = std::size_t{1} << rng.below(levels);
    const std::size_t i = rng.below(S.n());
    std::size_t nearest = i;
    double least = 0.0;
    for (std::size_t r = 0; r < rivals; ++r) {
      std::size_t j = rng.below(S.n() - 1);
      if (j >= i) ++j;
      const double distance = S.diagonal(j) - 2.0 * S.entry(i, j);
      if (nearest == i || distance < least) {
        nearest = j;
        least = distance;
      }
    }
    return {i, nearest};
  }

  bool split(State& state, std::size_t i, std::size_t j, double log_xi, Rng& rng) {
    division_.gather(state, i, j);
    division_.allocate(rng);
    const double log_q = division_.scan(rng);
    const double log_gain = state.model().log_split_gain(
        state.theta(), division_.block(0), division_.block(1),
        state.block(state.slot(i)).sum, division_.outside(), state.K(), log_xi);
    if (std::log(rng.uniform()) >= log_gain - log_q) return false;
    state.move(division_.items_on(1), state.K());
    return true;
  }

  bool merge(State& state, std::size_t i, std::size_t j, double log_xi, Rng& rng) {
    const std::size_t from = state.slot(i), to = state.slot(j);
    division_.gather(state, i, j);
    division_.divide_as_now();
    const auto sides = division_.sides();
    const auto leaving = division_.items_on(0);
    const double link = state.sums().link(leaving, from, to);
    const Block a = state.block(from), b = state.block(to);
    const double log_gain =
        -state.model().log_split_gain(state.theta(), a, b, a.sum + b.sum + 2.0 * link,
                                      division_.outside(), state.K() - 1, log_xi);
    const double log_u = std::log(rng.uniform());
    if (log_u >= log_gain) return false;  // lost already, since q <= 1
    division_.allocate(rng);
    if (log_u >= log_gain + division_.scan_to(sides)) return false;
    state.move(leaving, to);
    return true;
  }

  void redivide(State& state, std::size_t i, std::size_t j, double log_xi, Rng& rng) {
    const std::size_t from = state.slot(i), to = state.slot(j);
    if (state.size(from) + state.size(to) < 3) return;
    division_.gather(state, i, j);
    division_.divide_as_now();
    const auto old_sides = division_.sides();
    const Block a = state.block(from), b = state.block(to);
    const double log_q_new = division_.allocate(rng);
    const auto sides = division_.sides();
    if (sides == old_sides) return;
    // The union's own sum is in both gains and cancels.
    const auto gain = [&](const Block& one, const Block& other) {
      return state.model().log_split_gain(state.theta(), one, other, 0.0,
                                          division_.outside(), state.K() - 1, log_xi);
    };
    const double log_ratio = gain(division_.block(0), division_.block(1)) - gain(a, b);
    const double log_q_old = division_.allocate_to(old_sides);
    if (std::log(rng.uniform()) >= log_ratio + log_q_old - log_q_new) return;
    std::vector<std::size_t> leaving[2];
    for (std::size_t at = 0; at < sides.size(); ++at) {
      if (sides[at] != old_sides[at])
        leaving[old_sides[at]].push_back(division_.item(at));
    }
    // Each block keeps its anchor, so that none closes.
    if (!leaving[0].empty()) state.move(leaving[0], to);
    if (!leaving[1].empty()) state.move(leaving[1], from);
  }

  double usual_size_;
  Division<Matrix> division_;
};

}  // namespace shapecrp
