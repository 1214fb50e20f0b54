// Sums and inner products of vectors of doubles, whose length is a multiple of 8.
//
// Included once for each instruction set (see each_isa.h), hence no include guard.
// Products are added in one order and never fused with sums: every instruction set gives
// the same bits.

#ifndef SHAPECRP_ISA
#define SHAPECRP_ISA portable
#define SHAPECRP_LANES 4
#endif

#include <cstddef>

namespace shapecrp {
namespace SHAPECRP_ISA {

constexpr std::size_t doubles = SHAPECRP_LANES / 2;  // in a register
typedef double Doubles __attribute__((vector_size(4 * SHAPECRP_LANES)));
typedef double UnalignedDoubles
    __attribute__((vector_size(4 * SHAPECRP_LANES), aligned(8), may_alias));

#define SHAPECRP_LOAD(from) (*(const UnalignedDoubles*)(from))
#define SHAPECRP_STORE(to, value) (*(UnalignedDoubles*)(to) = (value))

// sum += sign x.
inline void add_vector(double* sum, const double* x, double sign, std::size_t length) {
  for (std::size_t q = 0; q < length; q += doubles) {
    SHAPECRP_STORE(sum + q, SHAPECRP_LOAD(sum + q) + sign * SHAPECRP_LOAD(x + q));
  }
}

// The inner product of x with each of `count` vectors, one after another. Place q of a
// vector adds to sum q modulo 8.
inline void dots(const double* x, const double* vectors, std::size_t count,
                 std::size_t length, double* out) {
  for (std::size_t k = 0; k < count; ++k) {
    const double* y = vectors + k * length;
    Doubles a{}, b{}, c{}, d{};
    for (std::size_t q = 0; q < length; q += 8) {
      a += SHAPECRP_LOAD(x + q) * SHAPECRP_LOAD(y + q);
      b += SHAPECRP_LOAD(x + q + 4) * SHAPECRP_LOAD(y + q + 4);
      if (doubles == 2) {
        c += SHAPECRP_LOAD(x + q + 2) * SHAPECRP_LOAD(y + q + 2);
        d += SHAPECRP_LOAD(x + q + 6) * SHAPECRP_LOAD(y + q + 6);
      }
    }
    double sum[4];
    SHAPECRP_STORE(sum, a + b);
    if (doubles == 2) SHAPECRP_STORE(sum + 2, c + d);
    out[k] = (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }
}

#undef SHAPECRP_LOAD
#undef SHAPECRP_STORE

}  // namespace SHAPECRP_ISA
}  // namespace shapecrp
