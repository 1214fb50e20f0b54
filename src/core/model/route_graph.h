// Least sums along routes through the edges of a sparse graph, by Dijkstra's algorithm:
// what routes.h does where all pairs are edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "../near/neighbour_lists.h"
#include "../runtime.h"

namespace shapecrp {

// Edges of weight w >= 0 in both directions.
using RouteGraph = PairTable;

// Where a route stands: the sum so far and the item reached.
using RouteEnd = std::pair<double, int>;

// Searches over one graph.
class RouteSearch {
 public:
  explicit RouteSearch(const RouteGraph& graph) : graph_(graph), sum_(graph.n()) {}

  // n, the least sums from any of `starts`, infinite where there is no route; they hold
  // until the next search.
  const std::vector<double>& run(const std::vector<RouteEnd>& starts) {
    std::fill(sum_.begin(), sum_.end(), std::numeric_limits<double>::infinity());
    heap_.clear();
    for (const RouteEnd& start : starts) reach(start.second, start.first);
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<RouteEnd>());
      const RouteEnd end = heap_.back();
      heap_.pop_back();
      const std::size_t i = static_cast<std::size_t>(end.second);
      if (end.first > sum_[i]) continue;
      for (std::size_t at = graph_.begin(i); at < graph_.end(i); ++at) {
        reach(graph_.item(at), end.first + graph_.value(at));
      }
    }
    return sum_;
  }

 private:
  void reach(int item, double sum) {
    double& held = sum_[static_cast<std::size_t>(item)];
    if (!(sum < held)) return;
    held = sum;
    heap_.emplace_back(sum, item);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<RouteEnd>());
  }

  const RouteGraph& graph_;
  std::vector<double> sum_;
  std::vector<RouteEnd> heap_;
};

// out: n x m, the least sums from each of m sources; infinite where there is no route.
inline void routes_from(const RouteGraph& graph, const std::vector<int>& sources,
                        double* out, Executor& executor, Progress& progress) {
  const std::size_t n = graph.n(), m = sources.size();
  const std::size_t done =
      run_in_batches(m, executor, progress, [&](std::size_t begin, std::size_t end) {
        RouteSearch search(graph);
        for (std::size_t c = begin; c < end; ++c) {
          const std::vector<double>& sum = search.run({{0.0, sources[c]}});
          std::copy(sum.begin(), sum.end(), out + c * n);
        }
      });
  if (done < m) throw Interrupted();
}

// Items that are not in the graph, each linked to some that are: `links[c]` holds
// (weight, item). out: t x m, the least sums from them to each of t targets.
inline void routes_by_links(const RouteGraph& graph,
                            const std::vector<std::vector<RouteEnd>>& links,
                            const std::vector<int>& targets, double* out,
                            Executor& executor) {
  const std::size_t t = targets.size();
  executor.run(links.size(), [&](std::size_t begin, std::size_t end) {
    RouteSearch search(graph);
    for (std::size_t c = begin; c < end; ++c) {
      const std::vector<double>& sum = search.run(links[c]);
      for (std::size_t a = 0; a < t; ++a) {
        out[c * t + a] = sum[static_cast<std::size_t>(targets[a])];
      }
    }
  });
}

}  // namespace shapecrp
