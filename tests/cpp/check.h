// A small test harness. A test is a program whose main() checks and ends with
// `return check::report();`, which prints "N passed, N failed".
#pragma once

#include <cmath>
#include <cstdio>

namespace check {

struct Counts {
  int passed = 0;
  int failed = 0;
};

inline Counts& counts() {
  static Counts counts;
  return counts;
}

inline bool record(bool ok, const char* what, const char* file, int line) {
  ok ? ++counts().passed : ++counts().failed;
  if (!ok) std::printf("%s:%d: failed: %s\n", file, line, what);
  return ok;
}

inline void record_near(double a, double b, double tolerance, const char* what,
                        const char* file, int line) {
  // Written so that a NaN fails.
  if (!record(std::abs(a - b) <= tolerance, what, file, line)) {
    std::printf("  %.17g against %.17g, tolerance %g\n", a, b, tolerance);
  }
}

// Non-zero where a check failed, and where nothing was checked.
inline int report() {
  std::printf("%d passed, %d failed\n", counts().passed, counts().failed);
  return counts().failed > 0 || counts().passed == 0;
}

}  // namespace check

#define CHECK(condition) \
  check::record(static_cast<bool>(condition), #condition, __FILE__, __LINE__)

#define CHECK_NEAR(a, b, tolerance) \
  check::record_near(a, b, tolerance, #a " near " #b, __FILE__, __LINE__)

// The expression throws an exception of this type.
#define CHECK_THROWS(expression, type)                                       \
  do {                                                                       \
    bool thrown = false;                                                     \
    try {                                                                    \
      expression;                                                            \
    } catch (const type&) {                                                  \
      thrown = true;                                                         \
    }                                                                        \
    check::record(thrown, #expression " throws " #type, __FILE__, __LINE__); \
  } while (false)
