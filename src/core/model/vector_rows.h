// Inner products of vectors of doubles.
//
// Included once for each instruction set (see each_isa.h), hence no include guard.
// Products are added in one order, four lanes at a time, and never fused with sums: every
// instruction set gives the same bits.

#ifndef SHAPECRP_ISA
#define SHAPECRP_ISA portable
#endif

#include <cstddef>

namespace shapecrp {
namespace SHAPECRP_ISA {

typedef double Four __attribute__((vector_size(32)));
typedef double UnalignedFour __attribute__((vector_size(32), aligned(8), may_alias));

#define SHAPECRP_LOAD(from) (*(const UnalignedFour*)(from))

// The inner product of x with each of `count` vectors, one after another; their length is
// a multiple of 8.
inline void dots(const double* x, const double* vectors, std::size_t count,
                 std::size_t length, double* out) {
  for (std::size_t k = 0; k < count; ++k) {
    const double* y = vectors + k * length;
    Four even = {0.0, 0.0, 0.0, 0.0}, odd = {0.0, 0.0, 0.0, 0.0};
    for (std::size_t q = 0; q < length; q += 8) {
      even += SHAPECRP_LOAD(x + q) * SHAPECRP_LOAD(y + q);
      odd += SHAPECRP_LOAD(x + q + 4) * SHAPECRP_LOAD(y + q + 4);
    }
    even += odd;
    out[k] = (even[0] + even[2]) + (even[1] + even[3]);
  }
}

#undef SHAPECRP_LOAD

}  // namespace SHAPECRP_ISA
}  // namespace shapecrp
