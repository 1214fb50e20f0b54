// The inner loops of the dynamic programme, several columns at a time.
//
// Included once for each instruction set (see lattice.h), inside a namespace named
// by SHAPECRP_ISA, hence no include guard. It calls nothing of the standard library,
// so that none of that is compiled for an instruction set that a machine may lack.
// Sums keep their order and are never fused with products: every instruction set
// gives the same bits.

#ifndef SHAPECRP_ISA
#define SHAPECRP_ISA portable
#define SHAPECRP_LANES 4
#endif

#include <utility>

#include "lattice_types.h"

namespace shapecrp {
namespace SHAPECRP_ISA {

constexpr int lanes = SHAPECRP_LANES;
typedef float Lanes __attribute__((vector_size(4 * SHAPECRP_LANES)));
typedef float UnalignedLanes
    __attribute__((vector_size(4 * SHAPECRP_LANES), aligned(4), may_alias));

#define SHAPECRP_LOAD(from) (*(const UnalignedLanes*)(from))
#define SHAPECRP_STORE(to, value) (*(UnalignedLanes*)(to) = (value))

// W(i, j) = sum_d a(d, i) b(d, j): products of the edges of two curves; `a` and `b`
// hold dimension d from d * a_stride and d * b_stride on, and `b` can be read `lanes`
// floats beyond its end. Dimension 0 stands for one known only at run time.
template <int Dimension>
inline void fill_products(float* w, const LatticeShape& shape, const float* a,
                          int a_stride, const float* b, int b_stride, int dimension) {
  const int last = Dimension > 0 ? Dimension : dimension;
  for (int i = 0; i < shape.n_rows; ++i) {
    float* row = w + i * shape.stride + lattice_pad;
    for (int j = 0; j < shape.n_cols; j += lanes) {
      Lanes sum = a[i] * SHAPECRP_LOAD(b + j);
      for (int d = 1; d < last; ++d) {
        sum += a[d * a_stride + i] * SHAPECRP_LOAD(b + d * b_stride + j);
      }
      SHAPECRP_STORE(row + j, sum);
    }
  }
}

inline void fill_products(float* w, const LatticeShape& shape, const float* a,
                          int a_stride, const float* b, int b_stride, int dimension) {
  if (dimension == 2) {
    fill_products<2>(w, shape, a, a_stride, b, b_stride, dimension);
  } else if (dimension == 3) {
    fill_products<3>(w, shape, a, a_stride, b, b_stride, dimension);
  } else {
    fill_products<0>(w, shape, a, a_stride, b, b_stride, dimension);
  }
}

// What step number S gains on its way to column `at` of the row above which
// `rows[r]` is the r-th product row; the weights of a step are symmetric.
template <int Reach, int S, int... C>
inline __attribute__((always_inline)) void add_step(Lanes* best, const float* const* rows,
                                                    const float* const* values, int at,
                                                    std::integer_sequence<int, C...>) {
  constexpr LatticeStep step = lattice_steps<Reach>.step[S];
  constexpr int last = step.n_cells - 1;
  Lanes sum = SHAPECRP_LOAD(values[step.k] + at - step.l);
  (void)last;
  ((sum += step.weight[C] *
           (C == last - C
                ? SHAPECRP_LOAD(rows[step.k - step.row[C]] + at + step.col[C] - step.l)
                : SHAPECRP_LOAD(rows[step.k - step.row[C]] + at + step.col[C] - step.l) +
                      SHAPECRP_LOAD(rows[step.k - step.row[last - C]] + at +
                                    step.col[last - C] - step.l))),
   ...);
  *best = sum > *best ? sum : *best;
}

template <int Reach, int... S>
inline __attribute__((always_inline)) void add_steps(Lanes* best,
                                                     const float* const* rows,
                                                     const float* const* values, int at,
                                                     std::integer_sequence<int, S...>) {
  (add_step<Reach, S>(
       best, rows, values, at,
       std::make_integer_sequence<int, (lattice_steps<Reach>.step[S].n_cells + 1) / 2>{}),
   ...);
}

// E(i, j), the best value of a path from (0, 0) to (i, j): the largest, over steps
// (k, l), of E(i - k, j - l) plus what the step gains, or of E(i - 1, j) and
// E(i, j - 1) when the path stands still on one curve. Rows above the first hold
// values that no path chooses.
template <int Reach>
inline void fill_values(float* e, const float* w, const LatticeShape& shape) {
  for (int j = 0; j <= shape.n_cols; ++j) e[lattice_pad + j] = 0;
  for (int i = 1; i <= shape.n_rows; ++i) {
    float* row = e + i * shape.stride + lattice_pad;
    const float* rows[Reach + 1];    // rows[r]: products of row i - r
    const float* values[Reach + 1];  // values[r]: path values of row i - r
    for (int r = 0; r <= Reach; ++r) {
      rows[r] = w + (i - r) * shape.stride + lattice_pad;
      values[r] = row - r * shape.stride;
    }
    for (int j = 0; j <= shape.n_cols; j += lanes) {
      Lanes best = SHAPECRP_LOAD(values[1] + j);
      add_steps<Reach>(&best, rows, values, j,
                       std::make_integer_sequence<int, lattice_steps<Reach>.count>{});
      SHAPECRP_STORE(row + j, best);
    }
    // Running maximum along the row, by doubling shifts.
    const int last_block = shape.n_cols / lanes * lanes;
    for (int shift = 1; shift <= shape.n_cols; shift *= 2) {
      for (int j = last_block; j >= 0 && j + lanes > shift; j -= lanes) {
        const Lanes here = SHAPECRP_LOAD(row + j);
        const Lanes there = SHAPECRP_LOAD(row + j - shift);
        SHAPECRP_STORE(row + j, there > here ? there : here);
      }
    }
  }
}

#undef SHAPECRP_LOAD
#undef SHAPECRP_STORE

}  // namespace SHAPECRP_ISA
}  // namespace shapecrp

#undef SHAPECRP_ISA
#undef SHAPECRP_LANES
