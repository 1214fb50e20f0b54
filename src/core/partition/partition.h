// Draws of a partition: distinct ones with weights, how often two items share a cluster,
// distances to one partition, and the extrinsic mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../runtime.h"
#include "loss.h"

namespace shapecrp {

using Labels = std::vector<std::int32_t>;

// Labels 0, 1, ... in order of first appearance; returns their number. Labels lie in
// [0, n]; `scratch` has n + 1 places.
inline std::int32_t relabel(std::int32_t* labels, std::size_t n, Labels& scratch) {
  std::fill(scratch.begin(), scratch.end(), -1);
  std::int32_t clusters = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::int32_t& known = scratch[static_cast<std::size_t>(labels[i])];
    if (known < 0) known = clusters++;
    labels[i] = known;
  }
  return clusters;
}

// Distinct draws in lexicographic order, labels as relabel() gives them.
struct PartitionDraws {
  std::size_t n = 0;
  Labels labels;                   // draw by draw, n each
  Labels clusters;                 // number of clusters of each draw
  std::vector<double> weights;     // how often each was drawn
  std::vector<std::size_t> index;  // distinct draw of each draw given
  double total = 0.0;              // sum of weights

  std::size_t size() const { return weights.size(); }
  const std::int32_t* draw(std::size_t d) const { return labels.data() + d * n; }
};

// `given`: draws x n, column by column, labels in [1, n].
inline PartitionDraws collect_draws(const int* given, std::size_t draws, std::size_t n) {
  Labels all(draws * n), scratch(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t t = 0; t < draws; ++t) all[t * n + i] = given[i * draws + t];
  }
  Labels clusters(draws);
  for (std::size_t t = 0; t < draws; ++t) clusters[t] = relabel(&all[t * n], n, scratch);
  std::vector<std::size_t> order(draws);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto row = [&](std::size_t t) {
    return all.begin() + static_cast<std::ptrdiff_t>(t * n);
  };
  const std::ptrdiff_t width = static_cast<std::ptrdiff_t>(n);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto differ = std::mismatch(row(a), row(a) + width, row(b));
    return differ.first != row(a) + width && *differ.first < *differ.second;
  });
  PartitionDraws out;
  out.n = n;
  out.total = static_cast<double>(draws);
  out.index.resize(draws);
  for (std::size_t s = 0; s < draws; ++s) {
    const std::size_t t = order[s];
    if (s == 0 || !std::equal(row(t), row(t) + width, row(order[s - 1]))) {
      out.labels.insert(out.labels.end(), row(t), row(t) + width);
      out.clusters.push_back(clusters[t]);
      out.weights.push_back(0.0);
    }
    out.weights.back() += 1.0;
    out.index[t] = out.weights.size() - 1;
  }
  return out;
}

// counts: n x n, the number of draws in which two items share a cluster. Work is that of
// the pairs that do, draw by draw.
inline void coclustering_counts(const PartitionDraws& draws, Executor& executor,
                                Progress& progress, double* counts) {
  const std::size_t n = draws.n;
  // Of each draw, the next item in the cluster of each item; n where there is none.
  std::vector<std::uint32_t> next(draws.labels.size());
  executor.run(draws.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> last(n);
    for (std::size_t d = begin; d < end; ++d) {
      std::fill(last.begin(), last.end(), static_cast<std::uint32_t>(n));
      for (std::size_t i = n; i-- > 0;) {
        std::uint32_t& place = last[static_cast<std::size_t>(draws.draw(d)[i])];
        next[d * n + i] = place;
        place = static_cast<std::uint32_t>(i);
      }
    }
  });
  const auto count_rows = [&](std::size_t begin, std::size_t end) {
    std::fill(counts + begin * n, counts + end * n, 0.0);
    for (std::size_t d = 0; d < draws.size(); ++d) {
      const std::uint32_t* follow = &next[d * n];
      for (std::size_t i = begin; i < end; ++i) {
        double* row = counts + i * n;
        for (std::size_t j = i; j < n; j = follow[j]) row[j] += draws.weights[d];
      }
    }
  };
  if (run_in_batches(n, executor, progress, count_rows, 64, 1.0) < n) throw Interrupted();
  executor.run(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < i; ++j) counts[i * n + j] = counts[j * n + i];
    }
  });
}

// Items by increasing colour, ties by index.
inline std::vector<std::size_t> order_by_colour(
    const std::vector<std::uint64_t>& colour) {
  std::vector<std::size_t> order(colour.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return colour[a] < colour[b]; });
  return order;
}

// An order of items that depends on how they co-cluster, not on the order given: each
// item has a colour, mixed from its counts and the colours of the others; items of one
// colour stand in the order given.
inline std::vector<std::size_t> canonical_order(const double* counts, std::size_t n) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  };
  std::vector<std::uint64_t> colour(n, 1), fresh(n);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t sum = colour[i];
      for (std::size_t j = 0; j < n; ++j) {
        const auto count = static_cast<std::uint64_t>(counts[i * n + j]);
        sum += mix(mix(count + 0x9E3779B97F4A7C15ULL) + colour[j]);
      }
      fresh[i] = mix(sum);
    }
    colour.swap(fresh);
  }
  return order_by_colour(colour);
}

// A partition held so that its overlaps with many others are found fast: items cluster by
// cluster.
class ReferencePartition {
 public:
  ReferencePartition(const std::int32_t* labels, std::size_t n,
                     const std::vector<double>& f)
      : f_(f), items_(n) {
    Labels own(labels, labels + n), scratch(n + 1);
    begin_.assign(static_cast<std::size_t>(relabel(own.data(), n, scratch)) + 1, 0);
    for (const std::int32_t label : own) ++begin_[static_cast<std::size_t>(label) + 1];
    for (std::size_t j = 1; j < begin_.size(); ++j) {
      own_sum_ += f[begin_[j]];
      begin_[j] += begin_[j - 1];
    }
    std::vector<std::size_t> place(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < n; ++i)
      items_[place[static_cast<std::size_t>(own[i])]++] = i;
  }

  // sum f(a_j) + sum f(b_k) - 2 sum f(n_jk); `counts` has 2 n places, all 0, and is left
  // so.
  double distance(const std::int32_t* other, std::vector<std::uint32_t>& counts) const {
    const std::size_t n = items_.size();
    double overlap = 0.0, theirs = 0.0;
    for (std::size_t j = 0; j + 1 < begin_.size(); ++j) {
      for (std::size_t m = begin_[j]; m < begin_[j + 1]; ++m) {
        const std::size_t k = static_cast<std::size_t>(other[items_[m]]);
        ++counts[k];
        ++counts[n + k];
      }
      for (std::size_t m = begin_[j]; m < begin_[j + 1]; ++m) {
        std::uint32_t& count = counts[static_cast<std::size_t>(other[items_[m]])];
        overlap += f_[count];
        count = 0;
      }
    }
    for (std::size_t k = n; k < 2 * n && counts[k] > 0; ++k) {
      theirs += f_[counts[k]];
      counts[k] = 0;
    }
    return own_sum_ + theirs - 2.0 * overlap;
  }

 private:
  const std::vector<double>& f_;
  std::vector<std::size_t> items_, begin_;
  double own_sum_ = 0.0;
};

// Distance of each distinct draw to `labels`.
inline std::vector<double> draw_distances(const PartitionDraws& draws,
                                          const Labels& labels, const PartitionLoss& loss,
                                          Executor& executor) {
  const std::vector<double> f = loss_table(loss, draws.n);
  const ReferencePartition reference(labels.data(), draws.n, f);
  const double scale = loss.scale(static_cast<double>(draws.n));
  std::vector<double> out(draws.size());
  executor.run(draws.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> counts(2 * draws.n, 0);
    for (std::size_t d = begin; d < end; ++d) {
      out[d] = std::max(reference.distance(draws.draw(d), counts) / scale, 0.0);
    }
  });
  return out;
}

struct ExtrinsicMean {
  Labels labels;           // empty where no threshold gives k0 clusters
  std::int64_t step = -1;  // t* = step / draws
};

// Clusters of the greedy rows: the first item left takes all left with more than
// `threshold` counts.
inline std::int32_t greedy_rows(const double* counts, std::size_t n, double threshold,
                                Labels& labels) {
  std::fill(labels.begin(), labels.end(), -1);
  std::int32_t clusters = 0;
  for (std::size_t j = 0; j < n; ++j) {
    if (labels[j] >= 0) continue;
    for (std::size_t i = j; i < n; ++i) {
      if (labels[i] < 0 && counts[j * n + i] > threshold) labels[i] = clusters;
    }
    ++clusters;
  }
  return clusters;
}

// The largest threshold step / draws, step < draws, whose greedy rows make k0 clusters.
// Rows change only at a step that some count exceeds by one.
inline ExtrinsicMean extrinsic_mean(const double* counts, std::size_t n,
                                    std::size_t draws, std::int32_t k0) {
  std::vector<bool> met(draws + 1, false);
  for (std::size_t c = 0; c < n * n; ++c) met[static_cast<std::size_t>(counts[c])] = true;
  Labels labels(n);
  for (std::size_t step = draws; step-- > 0;) {
    if (!met[step + 1]) continue;
    if (greedy_rows(counts, n, static_cast<double>(step), labels) == k0) {
      return {labels, static_cast<std::int64_t>(step)};
    }
  }
  return {};
}

}  // namespace shapecrp
