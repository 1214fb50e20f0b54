// What a machine can do beyond what all machines of its kind can.
#pragma once

// GCC on 64-bit Windows keeps the stack aligned for 16 bytes only.
#if defined(__x86_64__) && defined(__GNUC__) && (!defined(_WIN32) || defined(__clang__))
#define SHAPECRP_HAS_AVX2 1
#endif

namespace shapecrp {

// Whether this machine runs AVX2 code.
inline bool machine_has_avx2() {
#ifdef SHAPECRP_HAS_AVX2
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace shapecrp
