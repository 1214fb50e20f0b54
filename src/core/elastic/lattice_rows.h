// The inner loops of the dynamic programme, several columns at a time.
//
// Included once for each instruction set (see each_isa.h), hence no include guard. Sums
// keep their order and are never fused with products: every instruction set gives the
// same bits.

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

// W(i, j) = sum_d a(d, i) b(d, j): products of the edges of two curves, wherever a
// step between two points of the band may cross; `a` and `b` hold dimension d from
// d * a_stride and d * b_stride on, and `b` can be read `lanes` floats beyond its
// end. Dimension 0 stands for one known only at run time.
template <int Dimension>
inline void fill_products(float* w, const LatticeShape& shape, const LatticeBand& band,
                          const float* a, int a_stride, const float* b, int b_stride,
                          int dimension) {
  const int last = Dimension > 0 ? Dimension : dimension;
  for (int i = 0; i < shape.n_rows; ++i) {
    float* row = w + i * shape.stride + lattice_pad;
    const int end = band.end[i + longest_reach];
    for (int j = band.begin[i - longest_reach]; j < end; j += lanes) {
      Lanes sum = a[i] * SHAPECRP_LOAD(b + j);
      for (int d = 1; d < last; ++d) {
        sum += a[d * a_stride + i] * SHAPECRP_LOAD(b + d * b_stride + j);
      }
      SHAPECRP_STORE(row + j, sum);
    }
  }
}

inline void fill_products(float* w, const LatticeShape& shape, const LatticeBand& band,
                          const float* a, int a_stride, const float* b, int b_stride,
                          int dimension) {
  if (dimension == 2) {
    fill_products<2>(w, shape, band, a, a_stride, b, b_stride, dimension);
  } else if (dimension == 3) {
    fill_products<3>(w, shape, band, a, a_stride, b, b_stride, dimension);
  } else {
    fill_products<0>(w, shape, band, a, a_stride, b, b_stride, dimension);
  }
}

#define SHAPECRP_RAISE(best, sum)       \
  do {                                  \
    const Lanes other = (sum);          \
    best = other > best ? other : best; \
  } while (false)

// Steps (1, l) and (k, 1) to column `at`: a step's cells all weigh the same, and are
// those of the step before and one more. `rows[r]` and `values[r]` are the products
// and the path values r rows above.
template <int Reach>
inline __attribute__((always_inline)) void add_thin_steps(Lanes* best,
                                                          const float* const* rows,
                                                          const float* const* values,
                                                          int at) {
  Lanes most = *best;
  Lanes sum = SHAPECRP_LOAD(rows[1] + at - 1);
  SHAPECRP_RAISE(most, SHAPECRP_LOAD(values[1] + at - 1) + sum);
  Lanes down = sum;
#pragma GCC unroll 8
  for (int r = 2; r <= Reach; ++r) {
    sum += SHAPECRP_LOAD(rows[1] + at - r);
    SHAPECRP_RAISE(most, SHAPECRP_LOAD(values[1] + at - r) + thin_weights.of[r] * sum);
    down += SHAPECRP_LOAD(rows[r] + at - 1);
    SHAPECRP_RAISE(most, SHAPECRP_LOAD(values[r] + at - 1) + thin_weights.of[r] * down);
  }
  *best = most;
}

// Any other step, number S; its weights are symmetric.
template <int Reach, int S, int... C>
inline __attribute__((always_inline)) void add_step(Lanes* best, const float* const* rows,
                                                    const float* const* values, int at,
                                                    std::integer_sequence<int, C...>) {
  constexpr LatticeStep step = lattice_steps<Reach>.step[S];
  constexpr int last = step.n_cells - 1;
  if (step.is_thin()) return;
  Lanes sum = SHAPECRP_LOAD(values[step.k] + at - step.l);
  (void)last;
  ((sum += step.weight[C] *
           (C == last - C
                ? SHAPECRP_LOAD(rows[step.k - step.row[C]] + at + step.col[C] - step.l)
                : SHAPECRP_LOAD(rows[step.k - step.row[C]] + at + step.col[C] - step.l) +
                      SHAPECRP_LOAD(rows[step.k - step.row[last - C]] + at +
                                    step.col[last - C] - step.l))),
   ...);
  SHAPECRP_RAISE(*best, sum);
}

template <int Reach, int... S>
inline __attribute__((always_inline)) void add_steps(Lanes* best,
                                                     const float* const* rows,
                                                     const float* const* values, int at,
                                                     std::integer_sequence<int, S...>) {
  add_thin_steps<Reach>(best, rows, values, at);
  (add_step<Reach, S>(
       best, rows, values, at,
       std::make_integer_sequence<int, (lattice_steps<Reach>.step[S].n_cells + 1) / 2>{}),
   ...);
}

// row[j] = max(row[begin], ..., row[j]) up to `end`, whole blocks of lanes; the
// `lanes` floats before `begin` are no larger than row[begin].
inline void running_maximum(float* row, int begin, int end) {
  for (int shift = 1; shift < lanes; shift *= 2) {
    for (int j = end - lanes; j >= begin; j -= lanes) {
      Lanes here = SHAPECRP_LOAD(row + j);
      SHAPECRP_RAISE(here, SHAPECRP_LOAD(row + j - shift));
      SHAPECRP_STORE(row + j, here);
    }
  }
  Lanes most = SHAPECRP_LOAD(row + begin);
  for (int j = begin + lanes; j < end; j += lanes) {
    SHAPECRP_RAISE(most, SHAPECRP_LOAD(row + j));
    SHAPECRP_STORE(row + j, most);
  }
}

// E(i, j), the best value of a path in the band from (0, 0) to (i, j): the largest,
// over steps (k, l), of E(i - k, j - l) plus what the step gains, or of E(i - 1, j)
// and E(i, j - 1) when the path stands still on one curve. Points next to the band,
// and rows above the first, hold values that no path chooses.
template <int Reach>
inline void fill_values(float* e, const float* w, const LatticeShape& shape,
                        const LatticeBand& band) {
  for (int i = 0; i <= shape.n_rows; ++i) {
    float* row = e + i * shape.stride + lattice_pad;
    const int begin = band.begin[i], end = band.end[i], end_below = band.end[i + Reach];
    for (int j = begin - lattice_pad; j < begin; ++j) row[j] = unreachable;
    for (int j = end; j < end_below; ++j) row[j] = unreachable;
    if (i == 0) {
      for (int j = 0; j < end; ++j) row[j] = 0;
      continue;
    }
    const float* rows[Reach + 1];    // rows[r]: products of row i - r
    const float* values[Reach + 1];  // values[r]: path values of row i - r
    for (int r = 0; r <= Reach; ++r) {
      rows[r] = w + (i - r) * shape.stride + lattice_pad;
      values[r] = row - r * shape.stride;
    }
    for (int j = begin; j < end; j += lanes) {
      Lanes best = SHAPECRP_LOAD(values[1] + j);
      add_steps<Reach>(&best, rows, values, j,
                       std::make_integer_sequence<int, lattice_steps<Reach>.count>{});
      SHAPECRP_STORE(row + j, best);
    }
    running_maximum(row, begin, end);
  }
}

#undef SHAPECRP_RAISE
#undef SHAPECRP_LOAD
#undef SHAPECRP_STORE

}  // namespace SHAPECRP_ISA
}  // namespace shapecrp
