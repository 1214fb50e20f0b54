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
#include <vector>

#include "lattice_types.h"

#define SHAPECRP_ISA portable
#define SHAPECRP_LANES 4
#include "lattice_rows.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define SHAPECRP_HAS_AVX2 1
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define SHAPECRP_ISA avx2
#define SHAPECRP_LANES 8
#include "lattice_rows.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace shapecrp {

struct LatticePoint {
  int i, j;
};

// Whether this machine runs AVX2 code.
inline bool machine_has_avx2() {
#ifdef SHAPECRP_HAS_AVX2
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

// Scratch space of the dynamic programme; one to a thread.
class Lattice {
 public:
  explicit Lattice(bool use_avx2 = machine_has_avx2()) : use_avx2_(use_avx2) {}

  // Edges of two curves, `dimension` rows of a_stride and b_stride floats; the
  // lattice covers n_rows edges of a and n_cols of b, by steps of at most `Reach`
  // edges. Returns the value of the best path.
  template <int Reach>
  float fill(const float* a, int a_stride, int n_rows, const float* b, int b_stride,
             int n_cols, int dimension) {
    resize(n_rows, n_cols);
    float* w = w_.data() + origin();
    float* e = e_.data() + origin();
#ifdef SHAPECRP_HAS_AVX2
    if (use_avx2_) {
      avx2::fill_products(w, shape_, a, a_stride, b, b_stride, dimension);
      avx2::fill_values<Reach>(e, w, shape_);
      return value(n_rows, n_cols);
    }
#endif
    portable::fill_products(w, shape_, a, a_stride, b, b_stride, dimension);
    portable::fill_values<Reach>(e, w, shape_);
    return value(n_rows, n_cols);
  }

  // The lattice points of a best path of the last fill, from (0, 0) to the far
  // corner. A straight step is preferred to standing still at equal value.
  template <int Reach>
  void trace(std::vector<LatticePoint>& path) const {
    path.clear();
    int i = shape_.n_rows, j = shape_.n_cols;
    path.push_back({i, j});
    while (i > 0 || j > 0) {
      float best = -1;
      LatticePoint back{i, j};
      for (int s = 0; s < lattice_steps<Reach>.count; ++s) {
        const LatticeStep& step = lattice_steps<Reach>.step[s];
        if (step.k > i || step.l > j) continue;
        const float sum = step_value(step, i, j);
        if (sum > best) {
          best = sum;
          back = {i - step.k, j - step.l};
          if (sum >= value(i, j)) break;
        }
      }
      if (i > 0 && value(i - 1, j) > best) {
        best = value(i - 1, j);
        back = {i - 1, j};
      }
      if (j > 0 && value(i, j - 1) > best) back = {i, j - 1};
      i = back.i;
      j = back.j;
      path.push_back(back);
    }
    std::reverse(path.begin(), path.end());
  }

 private:
  // Rows above row 0 that a step may read.
  static constexpr int rows_above = longest_reach;
  static constexpr float unreachable = -1e30f;

  std::ptrdiff_t origin() const {
    return static_cast<std::ptrdiff_t>(rows_above) * shape_.stride;
  }
  std::ptrdiff_t index(int i, int j) const {
    return origin() + static_cast<std::ptrdiff_t>(i) * shape_.stride + lattice_pad + j;
  }
  float value(int i, int j) const { return e_[index(i, j)]; }

  float step_value(const LatticeStep& step, int i, int j) const {
    const float* w = w_.data() + index(i - step.k, j - step.l);
    float sum = value(i - step.k, j - step.l);
    for (int c = 0, last = step.n_cells - 1; c <= last; ++c, --last) {
      const float here = w[step.row[c] * shape_.stride + step.col[c]];
      const float there = w[step.row[last] * shape_.stride + step.col[last]];
      sum += step.weight[c] * (c == last ? here : here + there);
    }
    return sum;
  }

  void resize(int n_rows, int n_cols) {
    if (shape_.n_rows == n_rows && shape_.n_cols == n_cols) return;
    const int stride = lattice_pad + (n_cols + 8) / 8 * 8;
    shape_ = {n_rows, n_cols, stride};
    const std::size_t size = static_cast<std::size_t>(rows_above + n_rows + 1) * stride;
    w_.assign(size, 0.0f);
    e_.assign(size, unreachable);
  }

  bool use_avx2_;
  LatticeShape shape_{-1, -1, 0};
  std::vector<float> w_, e_;
};

}  // namespace shapecrp
