// The nearest of n points to each of some others, all distances taken: exact up to the
// rounding of single precision, and the same whatever the number of threads.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "../runtime.h"

namespace shapecrp {

using Points = Eigen::MatrixXf;  // p x n, a point per column

// Keeps the k smallest of what it is shown, ties broken by index.
class SmallestOf {
 public:
  explicit SmallestOf(std::size_t k) : k_(k) { held_.reserve(k); }

  void show(float value, int index) {
    const std::pair<float, int> item(value, index);
    if (held_.size() < k_) {
      held_.push_back(item);
      std::push_heap(held_.begin(), held_.end());
    } else if (k_ > 0 && item < held_.front()) {
      std::pop_heap(held_.begin(), held_.end());
      held_.back() = item;
      std::push_heap(held_.begin(), held_.end());
    }
  }
  float worst() const {
    return held_.size() < k_ ? std::numeric_limits<float>::infinity()
                             : held_.front().first;
  }
  // In order, nearest first.
  const std::vector<std::pair<float, int>>& sorted() {
    std::sort_heap(held_.begin(), held_.end());
    return held_;
  }

 private:
  std::size_t k_;
  std::vector<std::pair<float, int>> held_;
};

// out: k x q, the indices from 0 of the k points nearest to each query, nearest first;
// where `are_same`, queries are the points themselves and none is its own neighbour. k is
// at most the number of points (less one where `are_same`). O(n q p).
inline void nearest_rows(const Points& points, const Points& queries, bool are_same,
                         std::size_t k, int* out, Executor& executor,
                         Progress& progress) {
  if (k == 0) return;
  constexpr Eigen::Index query_block = 64, point_block = 1024;
  const Eigen::Index n = points.cols(), q = queries.cols();
  const Eigen::VectorXf sizes = points.colwise().squaredNorm();
  const std::size_t blocks =
      static_cast<std::size_t>((q + query_block - 1) / query_block);
  const std::size_t done =
      run_in_batches(blocks, executor, progress, [&](std::size_t begin, std::size_t end) {
        Eigen::MatrixXf products(point_block, query_block);
        for (std::size_t b = begin; b < end; ++b) {
          const Eigen::Index from = static_cast<Eigen::Index>(b) * query_block;
          const Eigen::Index own = std::min(query_block, q - from);
          std::vector<SmallestOf> nearest(static_cast<std::size_t>(own), SmallestOf(k));
          for (Eigen::Index p = 0; p < n; p += point_block) {
            const Eigen::Index size = std::min(point_block, n - p);
            products.topLeftCorner(size, own).noalias() =
                points.middleCols(p, size).transpose() * queries.middleCols(from, own);
            for (Eigen::Index c = 0; c < own; ++c) {
              SmallestOf& held = nearest[static_cast<std::size_t>(c)];
              float worst = held.worst();
              for (Eigen::Index r = 0; r < size; ++r) {
                const float value = sizes[p + r] - 2.0F * products(r, c);
                if (value > worst || (are_same && p + r == from + c)) continue;
                held.show(value, static_cast<int>(p + r));
                worst = held.worst();
              }
            }
          }
          for (Eigen::Index c = 0; c < own; ++c) {
            int* to = out + static_cast<std::size_t>(from + c) * k;
            for (const auto& item : nearest[static_cast<std::size_t>(c)].sorted()) {
              *to++ = item.second;
            }
          }
        }
      });
  if (done < blocks) throw Interrupted();
}

}  // namespace shapecrp
