// The partition of least expected loss under weighted draws, by descent: moves of one
// item, merges and splits, until none lowers the loss.
//
// Up to a constant and the factor W (sum of weights), the expected loss of sizes a_j is
//   W sum_j f(a_j) - 2 sum_d w_d sum_jk f(n_jk^d).
// Overlaps n_jk^d are held sparsely: cluster k of draw d has a row of (j, n_jk) that are
// not 0, at most one per item, so that n places per draw hold all rows. An item looks at
// one row per draw.
#pragma once

#include <limits>

#include "partition_table.h"

namespace shapecrp {

class PartitionSearch {
 public:
  PartitionSearch(const DrawTable& table, const std::vector<double>& f, Labels start,
                  bool splits = true)
      : table_(table),
        f_(f),
        labels_(std::move(start)),
        entries_(table.n * table.draws),
        lengths_(table.row_begin.size() - 1, 0),
        seen_(table.row_begin.size() - 1, 0),
        sizes_(table.n + 1, 0),
        gains_(table.n + 1, 0.0),
        changed_(table.n + 1, 1),
        tolerance_(1e-9 * table.total),
        splits_(splits) {
    Labels scratch(table.n + 1);
    clusters_ = static_cast<std::size_t>(relabel(labels_.data(), table.n, scratch));
  }

  const Labels& labels() const { return labels_; }

  // One pass of moves, merges or splits; false when none of them lowers the loss.
  bool step() {
    if (!built_) build();
    return move_pass() || merge_pass() || (splits_ && split_pass());
  }

 private:
  struct Entry {
    std::int32_t label;
    std::uint32_t count;
  };

  double slope(std::size_t x) const { return f_[x + 1] - f_[x]; }
  std::size_t label(std::size_t i) const { return static_cast<std::size_t>(labels_[i]); }
  const std::uint32_t* rows(std::size_t i) const {
    return &table_.row_of[i * table_.draws];
  }
  Entry* row(std::uint32_t r) { return &entries_[table_.row_begin[r]]; }

  void build() {
    for (std::size_t i = 0; i < table_.n; ++i) {
      ++sizes_[label(i)];
      for (std::size_t d = 0; d < table_.draws; ++d) count_in(rows(i)[d], labels_[i]);
    }
    built_ = true;
  }

  void count_in(std::uint32_t r, std::int32_t j) {
    Entry* entry = row(r);
    const std::uint32_t length = lengths_[r];
    for (std::uint32_t e = 0; e < length; ++e) {
      if (entry[e].label == j) {
        ++entry[e].count;
        return;
      }
    }
    entry[length] = {j, 1};
    ++lengths_[r];
  }

  void count_out(std::uint32_t r, std::int32_t j) {
    Entry* entry = row(r);
    std::uint32_t e = 0;
    while (entry[e].label != j) ++e;
    if (--entry[e].count == 0) entry[e] = entry[--lengths_[r]];
  }

  void move(std::size_t i, std::size_t to) {
    const std::int32_t from = labels_[i], into = static_cast<std::int32_t>(to);
    for (std::size_t d = 0; d < table_.draws; ++d) {
      count_out(rows(i)[d], from);
      count_in(rows(i)[d], into);
    }
    --sizes_[static_cast<std::size_t>(from)];
    ++sizes_[to];
    changed_[static_cast<std::size_t>(from)] = changed_[to] = 1;
    labels_[i] = into;
    clusters_ = std::max(clusters_, to + 1);
  }

  // An unused label.
  std::size_t fresh_label() const {
    std::size_t j = 0;
    while (sizes_[j] > 0) ++j;
    return j;
  }

  // What item i adds to the loss in its cluster; gains_[j] becomes the sum of w times the
  // slopes at its overlaps with cluster j != its own.
  double look(std::size_t i) {
    std::fill(gains_.begin(), gains_.begin() + static_cast<std::ptrdiff_t>(clusters_),
              0.0);
    const std::int32_t from = labels_[i];
    double own = 0.0;
    for (std::size_t d = 0; d < table_.draws; ++d) {
      const std::uint32_t r = rows(i)[d];
      const Entry* entry = row(r);
      const double w = table_.weights[d];
      for (std::uint32_t e = 0; e < lengths_[r]; ++e) {
        if (entry[e].label == from) {
          own += w * slope(entry[e].count - 1);
        } else {
          gains_[static_cast<std::size_t>(entry[e].label)] += w * slope(entry[e].count);
        }
      }
    }
    return table_.total * slope(sizes_[label(i)] - 1) - 2.0 * own;
  }

  double cost(std::size_t j) const {
    return table_.total * slope(sizes_[j]) - 2.0 * gains_[j];
  }

  // Each item in turn goes where it adds least; alone it adds 0.
  bool move_pass() {
    bool fell = false;
    for (std::size_t i = 0; i < table_.n; ++i) {
      const double stay = look(i);
      double best = 0.0;
      std::size_t to = table_.n;
      for (std::size_t j = 0; j < clusters_; ++j) {
        if (gains_[j] > 0.0 && cost(j) < best) {
          best = cost(j);
          to = j;
        }
      }
      if (best >= stay - tolerance_) continue;
      move(i, to == table_.n ? fresh_label() : to);
      fell = true;
    }
    return fell;
  }

  std::vector<std::vector<std::size_t>> members() const {
    std::vector<std::vector<std::size_t>> out(clusters_);
    for (std::size_t i = 0; i < table_.n; ++i) out[label(i)].push_back(i);
    return out;
  }

  // gains_[j]: sum of w (f(n_j + n_own) - f(n_j) - f(n_own)) over rows met by `items`,
  // all of one cluster.
  void look_at_merges(const std::vector<std::size_t>& items) {
    std::fill(gains_.begin(), gains_.begin() + static_cast<std::ptrdiff_t>(clusters_),
              0.0);
    const std::int32_t own = labels_[items[0]];
    ++stamp_;
    for (const std::size_t i : items) {
      for (std::size_t d = 0; d < table_.draws; ++d) {
        const std::uint32_t r = rows(i)[d];
        if (lengths_[r] < 2 || seen_[r] == stamp_) continue;
        seen_[r] = stamp_;
        const Entry* entry = row(r);
        std::uint32_t mine = 0;
        while (entry[mine].label != own) ++mine;
        const std::size_t a = entry[mine].count;
        for (std::uint32_t e = 0; e < lengths_[r]; ++e) {
          if (e == mine) continue;
          const std::size_t b = entry[e].count;
          gains_[static_cast<std::size_t>(entry[e].label)] +=
              table_.weights[d] * (f_[a + b] - f_[a] - f_[b]);
        }
      }
    }
  }

  // Each cluster in turn joins the one with which the loss falls most.
  bool merge_pass() {
    bool fell = false;
    std::vector<std::vector<std::size_t>> of = members();
    for (std::size_t j = 0; j < of.size(); ++j) {
      if (of[j].empty()) continue;
      look_at_merges(of[j]);
      double best = -tolerance_;
      std::size_t to = of.size();
      for (std::size_t k = 0; k < of.size(); ++k) {
        if (gains_[k] <= 0.0) continue;
        const double joined = f_[sizes_[j] + sizes_[k]] - f_[sizes_[j]] - f_[sizes_[k]];
        const double change = table_.total * joined - 2.0 * gains_[k];
        if (change < best) {
          best = change;
          to = k;
        }
      }
      if (to == of.size()) continue;
      const bool into_j = of[j].size() >= of[to].size();
      const std::size_t from = into_j ? to : j, into = into_j ? j : to;
      for (const std::size_t i : of[from]) move(i, into);
      of[into].insert(of[into].end(), of[from].begin(), of[from].end());
      of[from].clear();
      fell = true;
    }
    return fell;
  }

  // Weight of draws in which two items share a cluster.
  double together(std::size_t a, std::size_t b) const {
    double sum = 0.0;
    for (std::size_t d = 0; d < table_.draws; ++d) {
      sum += rows(a)[d] == rows(b)[d] ? table_.weights[d] : 0.0;
    }
    return sum;
  }

  std::size_t farthest(std::size_t from, const std::vector<std::size_t>& items) const {
    double least = std::numeric_limits<double>::infinity();
    std::size_t found = from;
    for (const std::size_t i : items) {
      const double shared = together(from, i);
      if (shared < least) {
        least = shared;
        found = i;
      }
    }
    return found;
  }

  // Two far members draw the others; items then move between the two halves; kept where
  // the loss has fallen.
  bool split_cluster(const std::vector<std::size_t>& items) {
    const std::size_t one = farthest(items[0], items), two = farthest(one, items);
    const std::size_t old = label(one), fresh = fresh_label();
    changed_[old] = 0;
    if (together(one, two) >= table_.total) return false;
    gains_[fresh] = 0.0;
    clusters_ = std::max(clusters_, fresh + 1);
    double change = 0.0;
    for (const std::size_t i : items) {
      if (i == two || (i != one && together(i, two) > together(i, one))) {
        change -= look(i);
        change += cost(fresh);
        move(i, fresh);
      }
    }
    bool moved = true;
    for (int pass = 0; pass < 4 && moved; ++pass) {
      moved = false;
      for (const std::size_t i : items) {
        const std::size_t other = label(i) == old ? fresh : old;
        const double stay = look(i);
        if (cost(other) >= stay - tolerance_) continue;
        change += cost(other) - stay;
        move(i, other);
        moved = true;
      }
    }
    if (change < -tolerance_) return true;
    for (const std::size_t i : items) {
      if (label(i) != old) move(i, old);
    }
    changed_[old] = 0;
    return false;
  }

  bool split_pass() {
    bool fell = false;
    for (const std::vector<std::size_t>& items : members()) {
      if (items.size() < 2 || !changed_[label(items[0])]) continue;
      if (split_cluster(items)) fell = true;
    }
    return fell;
  }

  const DrawTable& table_;
  const std::vector<double>& f_;
  Labels labels_;
  std::vector<Entry> entries_;          // rows, each in its places of table_.row_begin
  std::vector<std::uint32_t> lengths_;  // entries in use in each row
  std::vector<std::uint32_t> seen_;     // last stamp of each row
  std::vector<std::size_t> sizes_;      // of each cluster; 0 where a label is not in use
  std::vector<double> gains_;
  std::vector<char> changed_;  // whether a cluster changed since a split of it failed
  std::size_t clusters_ = 0;   // labels in use are below
  std::uint32_t stamp_ = 0;
  double tolerance_;
  bool splits_;
  bool built_ = false;
};

}  // namespace shapecrp
