// Lists of neighbours made from pairs of items with known distances, and the items that
// are neighbours of neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "../runtime.h"

namespace shapecrp {

// Pairs of n items in both directions: row i holds the items paired with i and their
// values, in increasing order of the items.
class PairTable {
 public:
  // first, second: items from 0, each pair once.
  PairTable(std::size_t n, const std::vector<int>& first, const std::vector<int>& second,
            const std::vector<double>& value)
      : begin_(n + 1, 0), item_(2 * first.size()), value_(2 * first.size()) {
    for (int i : first) ++begin_[static_cast<std::size_t>(i) + 1];
    for (int i : second) ++begin_[static_cast<std::size_t>(i) + 1];
    for (std::size_t i = 0; i < n; ++i) begin_[i + 1] += begin_[i];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    const auto put = [&](int i, int j, double x) {
      const std::size_t at = next[static_cast<std::size_t>(i)]++;
      item_[at] = j;
      value_[at] = x;
    };
    for (std::size_t e = 0; e < first.size(); ++e) {
      put(first[e], second[e], value[e]);
      put(second[e], first[e], value[e]);
    }
    std::vector<std::pair<int, double>> row;
    for (std::size_t i = 0; i < n; ++i) {
      row.clear();
      for (std::size_t at = begin_[i]; at < begin_[i + 1]; ++at) {
        row.emplace_back(item_[at], value_[at]);
      }
      std::sort(row.begin(), row.end());
      for (std::size_t a = 0; a < row.size(); ++a) {
        item_[begin_[i] + a] = row[a].first;
        value_[begin_[i] + a] = row[a].second;
      }
    }
  }

  std::size_t n() const { return begin_.size() - 1; }
  std::size_t begin(std::size_t i) const { return begin_[i]; }
  std::size_t end(std::size_t i) const { return begin_[i + 1]; }
  int item(std::size_t at) const { return item_[at]; }
  double value(std::size_t at) const { return value_[at]; }

  bool holds(std::size_t i, int j) const {
    const auto from = item_.begin() + static_cast<std::ptrdiff_t>(begin_[i]);
    const auto to = item_.begin() + static_cast<std::ptrdiff_t>(begin_[i + 1]);
    return std::binary_search(from, to, j);
  }

  // The k items with the smallest values in row i, smallest first, as (value, item).
  std::vector<std::pair<double, int>> smallest(std::size_t i, std::size_t k) const {
    std::vector<std::pair<double, int>> row;
    for (std::size_t at = begin_[i]; at < begin_[i + 1]; ++at) {
      row.emplace_back(value_[at], item_[at]);
    }
    k = std::min(k, row.size());
    std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k),
                      row.end());
    row.resize(k);
    return row;
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<int> item_;
  std::vector<double> value_;
};

// For each item at most `most` items that are not paired with it but are paired, both
// ways counted among the k nearest, with one of its k nearest: those with the shortest
// way over one of them, by the sum of both squared distances. Row i of the result:
// (value, item), best first.
inline std::vector<std::vector<std::pair<double, int>>> second_neighbours(
    const PairTable& known, std::size_t k, std::size_t most, Executor& executor,
    Progress& progress) {
  const std::size_t n = known.n();
  // Who is among the k nearest of whom, in either direction.
  std::vector<std::vector<std::pair<double, int>>> links(n);
  for (std::size_t i = 0; i < n; ++i) links[i] = known.smallest(i, k);
  std::vector<std::size_t> forward(n);
  for (std::size_t i = 0; i < n; ++i) forward[i] = links[i].size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t a = 0; a < forward[i]; ++a) {
      const auto& link = links[i][a];
      std::vector<std::pair<double, int>>& back =
          links[static_cast<std::size_t>(link.second)];
      // At most as many backward links as forward ones: hubs would cost too much.
      if (back.size() < 2 * k) back.emplace_back(link.first, static_cast<int>(i));
    }
  }
  std::vector<std::vector<std::pair<double, int>>> found(n);
  const std::size_t done =
      run_in_batches(n, executor, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<std::pair<int, double>> ways;
        std::vector<std::pair<double, int>> best;
        for (std::size_t i = begin; i < end; ++i) {
          ways.clear();
          for (const auto& first : links[i]) {
            for (const auto& second : links[static_cast<std::size_t>(first.second)]) {
              if (second.second == static_cast<int>(i)) continue;
              ways.emplace_back(second.second,
                                first.first * first.first + second.first * second.first);
            }
          }
          std::sort(ways.begin(), ways.end());
          best.clear();
          for (std::size_t a = 0; a < ways.size(); ++a) {
            if (a > 0 && ways[a].first == ways[a - 1].first) continue;
            if (!known.holds(i, ways[a].first))
              best.emplace_back(ways[a].second, ways[a].first);
          }
          const std::size_t take = std::min(most, best.size());
          std::partial_sort(best.begin(),
                            best.begin() + static_cast<std::ptrdiff_t>(take), best.end());
          found[i].assign(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(take));
        }
      });
  if (done < n) throw Interrupted();
  return found;
}

}  // namespace shapecrp
