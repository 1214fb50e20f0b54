// How draws support an estimate: co-clustering of each item with the clusters of the
// estimate, from the overlaps of clusters, without the n x n matrix of pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "partition.h"

namespace shapecrp {

struct Support {
  std::vector<double> certainty;         // of each item
  std::vector<std::int32_t> second;      // the other cluster with the most support, or -1
  std::vector<double> second_certainty;  // its support, 0 where there is none
};

// Overlaps n_jk of the clusters k of all draws with the clusters j of an estimate, where
// they are not 0: a row for each cluster of each draw, as in DrawTable.
class OverlapRows {
 public:
  struct Entry {
    std::uint32_t cluster, count;
  };

  OverlapRows(const PartitionDraws& draws, const Labels& estimate, std::size_t clusters)
      : first_row_(draws.size() + 1, 0), begin_(1, 0) {
    std::vector<std::vector<std::size_t>> members(clusters);
    for (std::size_t i = 0; i < draws.n; ++i) {
      members[static_cast<std::size_t>(estimate[i])].push_back(i);
    }
    for (std::size_t d = 0; d < draws.size(); ++d) {
      const std::size_t K = static_cast<std::size_t>(draws.clusters[d]);
      std::vector<std::vector<Entry>> rows(K);
      for (std::size_t j = 0; j < clusters; ++j) {
        for (const std::size_t i : members[j]) {
          auto& row = rows[static_cast<std::size_t>(draws.draw(d)[i])];
          if (row.empty() || row.back().cluster != j) {
            row.push_back({static_cast<std::uint32_t>(j), 0});
          }
          ++row.back().count;
        }
      }
      for (const auto& row : rows) {
        entries_.insert(entries_.end(), row.begin(), row.end());
        begin_.push_back(entries_.size());
      }
      first_row_[d + 1] = first_row_[d] + K;
    }
  }

  // The entries of cluster k of draw d, by cluster of the estimate.
  const Entry* begin(std::size_t d, std::int32_t k) const {
    return entries_.data() + begin_[first_row_[d] + static_cast<std::size_t>(k)];
  }
  const Entry* end(std::size_t d, std::int32_t k) const {
    return entries_.data() + begin_[first_row_[d] + static_cast<std::size_t>(k) + 1];
  }

 private:
  std::vector<std::size_t> first_row_, begin_;
  std::vector<Entry> entries_;
};

// The largest share of draws in which item i is with any one other.
inline double largest_share(const PartitionDraws& draws, std::size_t i,
                            std::vector<double>& shared) {
  shared.assign(draws.n, 0.0);
  for (std::size_t d = 0; d < draws.size(); ++d) {
    const std::int32_t* labels = draws.draw(d);
    for (std::size_t l = 0; l < draws.n; ++l) {
      shared[l] += labels[l] == labels[i] ? draws.weights[d] : 0.0;
    }
  }
  shared[i] = 0.0;
  return *std::max_element(shared.begin(), shared.end()) / draws.total;
}

// Certainty of an item: its mean co-clustering with the other members of its cluster;
// alone, 1 less its largest co-clustering with any other. Support of another cluster: its
// mean co-clustering with that one's members. `estimate`: labels 0, 1, ... in use without
// a gap.
inline Support draw_support(const PartitionDraws& draws, const Labels& estimate,
                            Executor& executor, Progress& progress) {
  const std::size_t n = draws.n;
  const std::size_t clusters =
      static_cast<std::size_t>(*std::max_element(estimate.begin(), estimate.end())) + 1;
  std::vector<double> size(clusters, 0.0);
  for (const std::int32_t j : estimate) size[static_cast<std::size_t>(j)] += 1.0;
  const OverlapRows rows(draws, estimate, clusters);
  Support out{std::vector<double>(n), std::vector<std::int32_t>(n, -1),
              std::vector<double>(n, 0.0)};
  const auto task = [&](std::size_t begin, std::size_t end) {
    std::vector<double> sum(clusters), shared;
    for (std::size_t i = begin; i < end; ++i) {
      std::fill(sum.begin(), sum.end(), 0.0);
      for (std::size_t d = 0; d < draws.size(); ++d) {
        const std::int32_t k = draws.draw(d)[i];
        for (const auto* entry = rows.begin(d, k); entry != rows.end(d, k); ++entry) {
          sum[entry->cluster] += draws.weights[d] * static_cast<double>(entry->count);
        }
      }
      const std::size_t own = static_cast<std::size_t>(estimate[i]);
      out.certainty[i] = size[own] > 1.0
                             ? (sum[own] - draws.total) / draws.total / (size[own] - 1.0)
                             : 1.0 - largest_share(draws, i, shared);
      for (std::size_t j = 0; j < clusters; ++j) {
        const double support = sum[j] / draws.total / size[j];
        if (j != own && support > out.second_certainty[i]) {
          out.second[i] = static_cast<std::int32_t>(j);
          out.second_certainty[i] = support;
        }
      }
    }
  };
  if (run_in_batches(n, executor, progress, task) < n) throw Interrupted();
  return out;
}

// An order of items that depends on the draws as sets of clusters, not on the order of
// items or draws: as canonical_order(), with colours that are mixed by way of the
// clusters of draws.
inline std::vector<std::size_t> canonical_order_of_draws(const PartitionDraws& draws) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  };
  const std::size_t n = draws.n;
  std::vector<std::uint64_t> colour(n, 1), fresh(n);
  for (int round = 0; round < 3; ++round) {
    std::fill(fresh.begin(), fresh.end(), 0);
    for (std::size_t d = 0; d < draws.size(); ++d) {
      std::vector<std::uint64_t> sum(static_cast<std::size_t>(draws.clusters[d]), 0);
      const std::int32_t* labels = draws.draw(d);
      for (std::size_t i = 0; i < n; ++i) {
        sum[static_cast<std::size_t>(labels[i])] +=
            mix(colour[i] + 0x9E3779B97F4A7C15ULL);
      }
      for (std::uint64_t& s : sum) s = mix(s);
      const auto times = static_cast<std::uint64_t>(draws.weights[d]);
      for (std::size_t i = 0; i < n; ++i) {
        fresh[i] += times * mix(sum[static_cast<std::size_t>(labels[i])] + colour[i]);
      }
    }
    colour.swap(fresh);
  }
  return order_by_colour(colour);
}

}  // namespace shapecrp
