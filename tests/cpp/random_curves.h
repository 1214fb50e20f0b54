// Random numbers and curves for the tests, the same on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "core/elastic/path.h"
#include "core/elastic/srvf.h"

namespace check {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // In [-1, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1; }
  // In {0, ..., n - 1}.
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }

  shapecrp::Matrix matrix(int rows, int cols) {
    shapecrp::Matrix out(rows, cols);
    for (Eigen::Index k = 0; k < out.size(); ++k) out(k) = uniform();
    return out;
  }

  // Orthogonal, of the given determinant, by Gram-Schmidt.
  shapecrp::Matrix rotation(int p, double determinant = 1) {
    shapecrp::Matrix out = matrix(p, p);
    for (int c = 0; c < p; ++c) {
      for (int b = 0; b < c; ++b) out.col(c) -= out.col(b).dot(out.col(c)) * out.col(b);
      out.col(c).normalize();
    }
    if (out.determinant() * determinant < 0) out.col(0) *= -1;
    return out;
  }

  // n points of a curve of a few random harmonics, closed or half of such a one.
  shapecrp::Matrix curve(int p, int n, bool closed) {
    constexpr double pi = 3.141592653589793;
    const shapecrp::Matrix a = matrix(p, 4), b = matrix(p, 4);
    shapecrp::Matrix out = shapecrp::Matrix::Zero(p, n);
    for (int i = 0; i < n; ++i) {
      const double t = closed ? 2 * pi * i / n : pi * i / (n - 1);
      for (int h = 0; h < 4; ++h) {
        out.col(i) +=
            (a.col(h) * std::cos((h + 1) * t) + b.col(h) * std::sin((h + 1) * t)) /
            (h + 1);
      }
    }
    return out;
  }

 private:
  std::mt19937_64 engine_;
};

// Whether both coordinates never fall and no piece leaves its cell.
inline bool is_path(const shapecrp::Path& path) {
  for (std::size_t k = 1; k < path.size(); ++k) {
    const shapecrp::PathPoint &a = path[k - 1], &b = path[k];
    if (!(b.t >= a.t && b.s >= a.s)) return false;
    if (b.t == a.t || b.s == a.s) continue;  // stands still, through any cells
    const shapecrp::LatticePoint cell = shapecrp::cell_of(a, b);
    constexpr double slack = 1e-12;
    if (a.t < cell.i - slack || b.t > cell.i + 1 + slack || a.s < cell.j - slack ||
        b.s > cell.j + 1 + slack) {
      return false;
    }
  }
  return true;
}

}  // namespace check
