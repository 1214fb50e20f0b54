// Nearest points, neighbour lists and routes on sparse graphs.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../src/core/model/route_graph.h"
#include "../../src/core/model/routes.h"
#include "../../src/core/near/nearest_rows.h"
#include "../../src/core/near/neighbour_lists.h"
#include "../../src/core/rng.h"
#include "check.h"

using namespace shapecrp;

namespace {

Points random_points(int dimension, int n, Rng& rng) {
  Points points(dimension, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < dimension; ++i) points(i, j) = static_cast<float>(rng.normal());
  }
  return points;
}

void test_nearest_rows() {
  Rng rng(1, 0);
  const int n = 1500, k = 4;
  const Points points = random_points(3, n, rng);
  std::vector<int> found(static_cast<std::size_t>(n * k));
  Executor executor;
  Progress progress;
  nearest_rows(points, points, true, k, found.data(), executor, progress);
  for (int c = 0; c < n; c += 97) {
    std::vector<std::pair<float, int>> all;
    for (int j = 0; j < n; ++j) {
      if (j != c) all.emplace_back((points.col(j) - points.col(c)).squaredNorm(), j);
    }
    std::sort(all.begin(), all.end());
    for (int a = 0; a < k; ++a) {
      const float distance =
          (points.col(found[static_cast<std::size_t>(c * k + a)]) - points.col(c))
              .squaredNorm();
      CHECK_NEAR(distance, all[static_cast<std::size_t>(a)].first, 1e-4);
    }
  }
}

void test_pair_table() {
  const PairTable table(4, {0, 0, 2}, {1, 2, 3}, {0.5, 0.1, 0.2});
  CHECK(table.holds(0, 2) && table.holds(2, 0) && !table.holds(1, 3));
  const auto nearest = table.smallest(2, 5);
  CHECK(nearest.size() == 2 && nearest[0].second == 0 && nearest[1].second == 3);
  CHECK(table.smallest(3, 0).empty());
}

void test_second_neighbours() {
  // A line of five items.
  const PairTable table(5, {0, 1, 2, 3}, {1, 2, 3, 4}, {1, 1, 1, 1});
  Executor executor;
  Progress progress;
  const auto found = second_neighbours(table, 2, 9, executor, progress);
  CHECK(found[0].size() == 1 && found[0][0].second == 2);
  CHECK(found[2].size() == 2);
  CHECK_NEAR(found[2][0].first, 2.0, 1e-12);
}

// With all pairs as edges, Dijkstra's routes are those of Floyd and Warshall.
void test_routes() {
  Rng rng(2, 0);
  const std::size_t n = 60;
  std::vector<double> w(n * n, 0.0), value;
  std::vector<int> first, second, sources;
  for (std::size_t i = 0; i < n; ++i) {
    sources.push_back(static_cast<int>(i));
    for (std::size_t j = i + 1; j < n; ++j) {
      w[i * n + j] = w[j * n + i] = std::pow(rng.uniform(), 5.0);
      first.push_back(static_cast<int>(i));
      second.push_back(static_cast<int>(j));
      value.push_back(w[i * n + j]);
    }
  }
  const RouteGraph graph(n, first, second, value);
  Executor executor;
  Progress progress;
  std::vector<double> routes(n * n);
  routes_from(graph, sources, routes.data(), executor, progress);
  least_routes(w.data(), n, executor, progress);
  for (std::size_t e = 0; e < n * n; ++e) CHECK_NEAR(routes[e], w[e], 1e-12);
}

void test_routes_by_links() {
  // 0 -1- 1 -1- 2, 3 alone
  const RouteGraph graph(4, {0, 1}, {1, 2}, {1, 1});
  Executor executor;
  std::vector<double> out(8);
  routes_by_links(graph, {{{0.5, 0}, {3.0, 2}}, {}}, {0, 1, 2, 3}, out.data(), executor);
  CHECK_NEAR(out[0], 0.5, 0.0);
  CHECK_NEAR(out[2], 2.5, 1e-15);
  CHECK(std::isinf(out[3]) && std::isinf(out[4]));
}

}  // namespace

int main() {
  test_nearest_rows();
  test_pair_table();
  test_second_neighbours();
  test_routes();
  test_routes_by_links();
  return check::report();
}
