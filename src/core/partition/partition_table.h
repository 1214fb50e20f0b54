// Weighted draws laid out for the search of partition_search.h.
#pragma once

#include "partition.h"

namespace shapecrp {

// Clusters of all draws are rows, numbered one after another; a row has as many places as
// its cluster has items. Shared by searches, never changed by them.
struct DrawTable {
  std::size_t n = 0, draws = 0;
  std::vector<double> weights;
  double total = 0.0;
  std::vector<std::uint32_t> row_of;   // item x draw: the row of the item's cluster
  std::vector<std::size_t> row_begin;  // first place of each row; one more at the end
};

// Weights per distinct draw; those of weight 0 are left out.
inline DrawTable make_table(const PartitionDraws& from,
                            const std::vector<double>& weights) {
  DrawTable table;
  table.n = from.n;
  std::vector<std::size_t> used;
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (weights[d] > 0.0) used.push_back(d);
  }
  table.draws = used.size();
  table.row_of.resize(table.n * table.draws);
  table.row_begin.push_back(0);
  for (std::size_t u = 0; u < used.size(); ++u) {
    table.weights.push_back(weights[used[u]]);
    table.total += weights[used[u]];
    const std::size_t first = table.row_begin.size() - 1;
    const std::int32_t* labels = from.draw(used[u]);
    std::vector<std::size_t> sizes(static_cast<std::size_t>(from.clusters[used[u]]), 0);
    for (std::size_t i = 0; i < table.n; ++i) {
      const std::size_t k = static_cast<std::size_t>(labels[i]);
      ++sizes[k];
      table.row_of[i * table.draws + u] = static_cast<std::uint32_t>(first + k);
    }
    for (const std::size_t size : sizes) {
      table.row_begin.push_back(table.row_begin.back() + size);
    }
  }
  return table;
}

}  // namespace shapecrp
