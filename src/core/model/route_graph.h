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

// A search over one graph, used again and again without clearing what it did not touch.
class RouteSearch {
 public:
  explicit RouteSearch(const RouteGraph& graph)
      : graph_(graph), sum_(graph.n(), infinity()) {}

  static double infinity() { return std::numeric_limits<double>::infinity(); }

  // Settles items in order of their least sums, from `starts` on, and shows each to
  // `settled(item, sum)` until that returns false or all that can be reached are.
  template <class Settled>
  void run(const std::vector<RouteEnd>& starts, const Settled& settled) {
    for (int i : touched_) sum_[static_cast<std::size_t>(i)] = infinity();
    touched_.clear();
    heap_.clear();
    for (const RouteEnd& start : starts) reach(start.second, start.first);
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<RouteEnd>());
      const RouteEnd end = heap_.back();
      heap_.pop_back();
      const std::size_t i = static_cast<std::size_t>(end.second);
      if (end.first > sum_[i]) continue;
      if (!settled(i, end.first)) return;
      for (std::size_t at = graph_.begin(i); at < graph_.end(i); ++at) {
        reach(graph_.item(at), end.first + graph_.value(at));
      }
    }
  }

 private:
  void reach(int item, double sum) {
    double& held = sum_[static_cast<std::size_t>(item)];
    if (!(sum < held)) return;
    if (held == infinity()) touched_.push_back(item);
    held = sum;
    heap_.emplace_back(sum, item);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<RouteEnd>());
  }

  const RouteGraph& graph_;
  std::vector<double> sum_;
  std::vector<int> touched_;
  std::vector<RouteEnd> heap_;
};

// out: n x m, the least sums from each of m sources; infinite where there is no route.
inline void routes_from(const RouteGraph& graph, const std::vector<int>& sources,
                        double* out, Executor& executor, Progress& progress) {
  const std::size_t n = graph.n(), m = sources.size();
  std::fill_n(out, n * m, RouteSearch::infinity());
  const std::size_t done =
      run_in_batches(m, executor, progress, [&](std::size_t begin, std::size_t end) {
        RouteSearch search(graph);
        for (std::size_t c = begin; c < end; ++c) {
          search.run({{0.0, sources[c]}}, [&](std::size_t i, double sum) {
            out[c * n + i] = sum;
            return true;
          });
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
    std::vector<double> sum(graph.n());
    for (std::size_t c = begin; c < end; ++c) {
      std::fill(sum.begin(), sum.end(), RouteSearch::infinity());
      search.run(links[c], [&](std::size_t i, double found) {
        sum[i] = found;
        return true;
      });
      for (std::size_t a = 0; a < t; ++a) {
        out[c * t + a] = sum[static_cast<std::size_t>(targets[a])];
      }
    }
  });
}

// out: n, the least sum from each item to the k-th nearest other one; infinite where
// fewer can be reached.
inline void nearest_routes(const RouteGraph& graph, std::size_t k, double* out,
                           Executor& executor) {
  executor.run(graph.n(), [&](std::size_t begin, std::size_t end) {
    RouteSearch search(graph);
    for (std::size_t i = begin; i < end; ++i) {
      std::size_t count = 0;
      out[i] = RouteSearch::infinity();
      search.run({{0.0, static_cast<int>(i)}}, [&](std::size_t, double sum) {
        if (count == k) out[i] = sum;
        return count++ < k;
      });
    }
  });
}

}  // namespace shapecrp
