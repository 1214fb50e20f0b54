// Least sums along routes through items: D_ij = min over i = i_0, i_1, ..., i_t = j of
// sum_s w(i_{s-1}, i_s), by the algorithm of Floyd and Warshall.
#pragma once

#include <algorithm>
#include <cstddef>

#include "../runtime.h"

namespace shapecrp {

// w: n x n, symmetric, not negative, diagonal 0; D takes its place. O(n^3). Step k
// writes to every row but k and reads its own and row k, so rows can be shared out.
inline void least_routes(double* w, std::size_t n, Executor& executor,
                         Progress& progress) {
  for (std::size_t k = 0; k < n; ++k) {
    if (k % 16 == 0 && !progress.tick(k, n)) throw Interrupted();
    const double* through = w + k * n;
    executor.run(n, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (i == k) continue;
        double* row = w + i * n;
        const double first = row[k];
        for (std::size_t j = 0; j < n; ++j) row[j] = std::min(row[j], first + through[j]);
      }
    });
  }
}

// New items, each linked to the n others by its column of `links` (n x m): the least
// routes from them, min_i links_i + D_ij, into `out` (n x m). O(n^2 m).
inline void extend_routes(const double* D, std::size_t n, const double* links,
                          std::size_t m, double* out, Executor& executor) {
  executor.run(m, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const double* link = links + c * n;
      double* to = out + c * n;
      std::copy_n(link, n, to);
      for (std::size_t i = 0; i < n; ++i) {
        const double* row = D + i * n;
        for (std::size_t j = 0; j < n; ++j) to[j] = std::min(to[j], link[i] + row[j]);
      }
    }
  });
}

}  // namespace shapecrp
