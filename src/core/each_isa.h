// Includes the file that SHAPECRP_ROWS names once for each instruction set, with
// SHAPECRP_ISA, the namespace for its functions, and SHAPECRP_LANES, floats in a
// register. The file calls nothing of the standard library, so that none of that is
// compiled for an instruction set that a machine may lack.
#include "isa.h"

#ifdef SHAPECRP_ROWS
#define SHAPECRP_ISA portable
#define SHAPECRP_LANES 4
#include SHAPECRP_ROWS
#undef SHAPECRP_ISA
#undef SHAPECRP_LANES

#ifdef SHAPECRP_HAS_AVX2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define SHAPECRP_ISA avx2
#define SHAPECRP_LANES 8
#include SHAPECRP_ROWS
#undef SHAPECRP_ISA
#undef SHAPECRP_LANES
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

#undef SHAPECRP_ROWS
#endif
