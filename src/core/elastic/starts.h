// Where searches begin: rotations and starting points.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "curve.h"
#include "path.h"

namespace shapecrp {

// A rotation and, on the lattice of two copies of the curves, the pair of vertices at
// which these are cut, open curves at their ends, and the walk from there on that
// gave the value, once there is one.
struct Candidate {
  Matrix rotation;
  LatticePoint origin{0, 0};
  std::vector<LatticePoint> walk;
  double value = -1;
};

// What rotations a search may use.
struct RotationRule {
  bool free = true;        // false: the identity only
  double determinant = 1;  // -1: improper

  Matrix fit(const Matrix& moment) const {
    return free ? best_rotation(moment, determinant)
                : Matrix::Identity(moment.rows(), moment.rows());
  }
};

// M of matching `length` edges one to one, from i of the first and j of the second.
inline Matrix window_moment(const Matrix& q1, const Matrix& q2, int i, int j,
                            int length) {
  return moment_of(q1, q2, [&](auto& moment) {
    for (int k = 0; k < length; ++k) moment.add(1, i + k, j + k);
  });
}

// Closed curves: every starting point of the second, with the rotation that fits it.
inline std::vector<Candidate> shifted_starts(const LatticeCurve& a, const LatticeCurve& b,
                                             const RotationRule& rule) {
  const int n = a.edges(), m = b.edges();
  std::vector<Candidate> starts;
  for (int shift = 0; shift < m; ++shift) {
    const Matrix moment = window_moment(a.q, b.q, 0, shift, std::min(n, m));
    Candidate start;
    start.rotation = rule.fit(moment);
    start.origin.j = shift;
    start.value = path_value(moment, start.rotation);
    starts.push_back(start);
  }
  return starts;
}

// Rotations spread over SO(p): angles in the plane, otherwise the orthogonal parts
// of matrices from a fixed sequence.
inline std::vector<Matrix> spread_rotations(int p, int count) {
  std::vector<Matrix> rotations;
  std::uint64_t state = 88172645463325252ULL;
  const auto next = [&state] {  // xorshift64, in (-1, 1)
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<double>(state >> 11) / 4503599627370496.0 - 1.0;
  };
  for (int k = 0; k < count; ++k) {
    Matrix any(p, p);
    if (p == 2) {
      const double angle = 6.283185307179586 * k / count;
      any << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
    } else {
      // Sums of twelve uniforms are near enough to normal.
      for (Eigen::Index e = 0; e < any.size(); ++e) {
        any(e) = 0;
        for (int u = 0; u < 12; ++u) any(e) += next();
      }
    }
    rotations.push_back(best_rotation(any));
  }
  return rotations;
}

// Where searches of open pairs begin.
struct OpenStarts {
  int shifts;   // whole curves, shifted by up to half, this many either way
  int windows;  // cuts of each curve into up to so many windows, matched all with all
  std::vector<Matrix> rotations;
};

inline std::vector<Candidate> open_starts(const LatticeCurve& a, const LatticeCurve& b,
                                          const RotationRule& rule,
                                          const OpenStarts& wanted) {
  std::vector<Candidate> starts;
  const auto add = [&](const Matrix& rotation) {
    Candidate start;
    start.rotation = rotation;
    starts.push_back(start);
  };
  const int n = a.edges(), m = b.edges(), both = std::min(n, m);
  const auto add_window = [&](int i, int j, int length) {
    add(best_rotation(window_moment(a.q, b.q, i, j, length), rule.determinant));
  };
  if (!rule.free) {
    add(Matrix::Identity(a.q.rows(), a.q.rows()));
    return starts;
  }
  add_window(0, 0, both);
  for (int k = 1; k <= wanted.shifts; ++k) {
    const int shift = both * k / (2 * wanted.shifts);
    add_window(0, shift, both - shift);
    add_window(shift, 0, both - shift);
  }
  for (int parts = 2; parts <= wanted.windows; parts *= 2) {
    const int length = both / parts;
    for (int i = 0; i < parts; ++i) {
      for (int j = 0; j < parts; ++j)
        add_window(i * (n - length) / (parts - 1), j * (m - length) / (parts - 1),
                   length);
    }
  }
  for (Matrix rotation : wanted.rotations) {
    if (rule.determinant < 0) rotation.row(0) *= -1;
    add(rotation);
  }
  return starts;
}

}  // namespace shapecrp
