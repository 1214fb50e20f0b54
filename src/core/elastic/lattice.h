// The best warp between two step functions on the lattice of their edges.
//
// A warp is a monotone path from (0, 0) to (n_rows, n_cols). Where it crosses cell
// (i, j) over dt along the first curve and ds along the second it gains
// sqrt(dt ds) W(i, j), W the product of the two edges. Paths here run from lattice
// point to lattice point by straight steps (k, l), k and l coprime, or stand still
// on one curve, which gains nothing. The values are single precision: they choose
// the path; path.h refines and evaluates it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "lattice_types.h"

#define SHAPECRP_ROWS "elastic/lattice_rows.h"
#include "../each_isa.h"

namespace shapecrp {

struct LatticePoint {
  int i, j;
};

// Scratch space of the dynamic programme; one per thread.
class Lattice {
 public:
  explicit Lattice(bool use_avx2 = machine_has_avx2()) : use_avx2_(use_avx2) {}

  // A lattice of n_rows x n_cols cells, all of which paths may cross.
  void open(int n_rows, int n_cols) {
    resize(n_rows, n_cols);
    std::fill(begin_.begin(), begin_.end(), 0);
    std::fill(end_.begin(), end_.end(), columns_to(n_cols));
  }

  // A lattice of n_rows x n_cols cells, of which paths may cross those at most
  // `width` columns or rows from a walk, and a few more.
  void open_along(int n_rows, int n_cols, const std::vector<LatticePoint>& walk,
                  int width) {
    resize(n_rows, n_cols);
    int* begin = begin_.data() + longest_reach;
    int* end = end_.data() + longest_reach;
    std::size_t first = 0, last = 0, above = 0, below = 0;
    for (int i = 0; i <= n_rows; ++i) {
      // Steps of the walk that touch row i, and the rows `width` before and after.
      while (walk[first + 1].i < i) ++first;
      while (last + 1 < walk.size() && walk[last].i <= i) ++last;
      while (walk[above + 1].i < i - width) ++above;
      while (below + 1 < walk.size() && walk[below].i <= i + width) ++below;
      begin[i] = std::max(0, std::min(walk[first].j - width, walk[above].j)) /
                 lattice_pad * lattice_pad;
      end[i] =
          columns_to(std::min(n_cols, std::max(walk[last].j + width, walk[below].j)));
    }
    std::fill(begin_.begin(), begin_.begin() + longest_reach, 0);
    std::fill(end_.end() - longest_reach, end_.end(), columns_to(n_cols));
  }

  // Edges of two curves, `dimension` rows of a_stride and b_stride floats, on the
  // lattice opened last, by steps of at most `Reach` edges. Returns the value of the
  // best path.
  template <int Reach>
  float fill(const float* a, int a_stride, const float* b, int b_stride, int dimension) {
    float* w = w_.data() + origin();
    float* e = e_.data() + origin();
    const LatticeBand band{begin_.data() + longest_reach, end_.data() + longest_reach};
#ifdef SHAPECRP_HAS_AVX2
    if (use_avx2_) {
      avx2::fill_products(w, shape_, band, a, a_stride, b, b_stride, dimension);
      avx2::fill_values<Reach>(e, w, shape_, band);
      return value(shape_.n_rows, shape_.n_cols);
    }
#endif
    portable::fill_products(w, shape_, band, a, a_stride, b, b_stride, dimension);
    portable::fill_values<Reach>(e, w, shape_, band);
    return value(shape_.n_rows, shape_.n_cols);
  }

  // The lattice points of a best path of the last fill, from (0, 0) to the far
  // corner. A diagonal step is preferred to standing still at equal value.
  template <int Reach>
  void trace(std::vector<LatticePoint>& path) const {
    constexpr const LatticeSteps<Reach>& steps = lattice_steps<Reach>;
    path.clear();
    LatticePoint at{shape_.n_rows, shape_.n_cols}, back = at;
    path.push_back(at);
    int before = 0;  // the number of the last straight step
    while (at.i > 0 || at.j > 0) {
      const float here = value(at.i, at.j);
      float best = -1;
      // Whether a way back gives all of the value here.
      const auto stand_still = [&](int rows, int cols) {
        if (rows > at.i || cols > at.j) return false;
        const float sum = value(at.i - rows, at.j - cols);
        if (sum > best) {
          best = sum;
          back = {at.i - rows, at.j - cols};
        }
        return sum >= here;
      };
      const auto go_straight = [&](int s) {
        const LatticeStep& step = steps.step[s];
        if (step.k > at.i || step.l > at.j) return false;
        const float sum = step_value(step, at);
        if (sum > best) {
          best = sum;
          back = {at.i - step.k, at.j - step.l};
          before = s;
        }
        return sum >= here;
      };
      bool found =
          go_straight(0) || go_straight(before) || stand_still(1, 0) || stand_still(0, 1);
      for (int s = 1; !found && s < steps.count; ++s) found = go_straight(s);
      if (back.i == at.i && back.j == at.j)
        throw std::domain_error("products are not finite");
      at = back;
      path.push_back(at);
    }
    std::reverse(path.begin(), path.end());
  }

 private:
  // Rows above row 0 that a step may read.
  static constexpr int rows_above = longest_reach;

  // Columns 0 to `last`, in whole blocks.
  static int columns_to(int last) { return (last / lattice_pad + 1) * lattice_pad; }

  std::ptrdiff_t origin() const {
    return static_cast<std::ptrdiff_t>(rows_above) * shape_.stride;
  }
  std::ptrdiff_t index(int i, int j) const {
    return origin() + static_cast<std::ptrdiff_t>(i) * shape_.stride + lattice_pad + j;
  }
  float value(int i, int j) const { return e_[static_cast<std::size_t>(index(i, j))]; }

  // E at the step's origin plus what the step gains, summed as lattice_rows.h does.
  float step_value(const LatticeStep& step, const LatticePoint& to) const {
    const auto from = static_cast<std::size_t>(index(to.i - step.k, to.j - step.l));
    const float* w = w_.data() + from;
    const auto cell = [&](int c) { return w[step.row[c] * shape_.stride + step.col[c]]; };
    int last = step.n_cells - 1;
    if (step.is_thin()) {
      float products = cell(last);
      for (int c = last - 1; c >= 0; --c) products += cell(c);
      return e_[from] + step.weight[0] * products;
    }
    float sum = e_[from];
    for (int c = 0; c <= last; ++c, --last) {
      sum += step.weight[c] * (c == last ? cell(c) : cell(c) + cell(last));
    }
    return sum;
  }

  void resize(int n_rows, int n_cols) {
    if (shape_.n_rows == n_rows && shape_.n_cols == n_cols) return;
    shape_ = {n_rows, n_cols, lattice_pad + columns_to(n_cols)};
    const std::size_t rows = static_cast<std::size_t>(rows_above + n_rows + 1);
    w_.resize(rows * static_cast<std::size_t>(shape_.stride));
    e_.resize(rows * static_cast<std::size_t>(shape_.stride));
    std::fill(e_.begin(), e_.begin() + origin(), unreachable);
    begin_.resize(rows + longest_reach);
    end_.resize(rows + longest_reach);
  }

  bool use_avx2_;
  LatticeShape shape_{-1, -1, 0};
  std::vector<float> w_, e_;
  std::vector<int> begin_, end_;  // of row i at i + longest_reach
};

}  // namespace shapecrp
