// Least routes against a line by hand and against all routes of few items.
#include <algorithm>
#include <vector>

#include "check.h"
#include "core/model/routes.h"
#include "core/rng.h"

using namespace shapecrp;

namespace {

// The least sum over all routes from i to j that visit no item twice.
double least_by_trying(const std::vector<double>& w, std::size_t n, std::size_t i,
                       std::size_t j, unsigned visited) {
  double least = w[i * n + j];
  for (std::size_t k = 0; k < n; ++k) {
    if (k == j || (visited >> k & 1u) != 0) continue;
    least =
        std::min(least, w[i * n + k] + least_by_trying(w, n, k, j, visited | 1u << k));
  }
  return least;
}

// Squares of the distances of points 0, 1, 2, 4 on a line: every stop helps.
void points_on_a_line() {
  const double x[] = {0, 1, 2, 4};
  std::vector<double> w(16);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) w[i * 4 + j] = (x[i] - x[j]) * (x[i] - x[j]);
  }
  Executor serial;
  Progress quiet;
  least_routes(w.data(), 4, serial, quiet);
  CHECK_NEAR(w[3], 1 + 1 + 4, 0);
  CHECK_NEAR(w[1], 1, 0);
  CHECK_NEAR(w[6], 1, 0);
  CHECK_NEAR(w[0], 0, 0);
  // A new point at 5 is linked to all; its routes go through 4.
  const double links[] = {25, 16, 9, 1};
  double out[4];
  extend_routes(w.data(), 4, links, 1, out, serial);
  CHECK_NEAR(out[0], 7, 0);
  CHECK_NEAR(out[2], 5, 0);
  CHECK_NEAR(out[3], 1, 0);
  // One near the first goes through that.
  const double near_first[] = {0.5, 50, 50, 50};
  extend_routes(w.data(), 4, near_first, 1, out, serial);
  CHECK_NEAR(out[1], 1.5, 0);
  CHECK_NEAR(out[3], 6.5, 0);
}

void few_items() {
  Rng rng(7, 0);
  const std::size_t n = 6;
  for (int round = 0; round < 20; ++round) {
    std::vector<double> w(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) w[i * n + j] = w[j * n + i] = rng.uniform();
    }
    std::vector<double> D = w;
    Executor serial;
    Progress quiet;
    least_routes(D.data(), n, serial, quiet);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        CHECK_NEAR(D[i * n + j], least_by_trying(w, n, i, j, 1u << i), 1e-15);
      }
    }
  }
}

}  // namespace

int main() {
  points_on_a_line();
  few_items();
  return check::report();
}
