// A warp between two step functions: its value, its best rotation, its refinement.
//
// A path is a list of points (t, s), t along the first curve and s along the second,
// counted in edges, both increasing; between two points it is straight and stays in
// one cell of the lattice. On closed curves the count goes on round the circle, once
// at most: t < 2 n, s < 2 m.
#pragma once

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "lattice.h"
#include "srvf.h"

namespace shapecrp {

struct PathPoint {
  double t, s;
};
using Path = std::vector<PathPoint>;

// The cell that holds the piece from `a` to `b`.
inline LatticePoint cell_of(const PathPoint& a, const PathPoint& b) {
  return {static_cast<int>(std::floor(0.5 * (a.t + b.t))),
          static_cast<int>(std::floor(0.5 * (a.s + b.s)))};
}

// The path of a walk on the lattice that starts at (i0, j0): straight steps are cut
// where they enter another cell.
inline void path_from_lattice(const std::vector<LatticePoint>& walk, int i0, int j0,
                              Path& path) {
  path.clear();
  path.push_back({static_cast<double>(i0), static_cast<double>(j0)});
  for (std::size_t n = 1; n < walk.size(); ++n) {
    const double i = i0 + walk[n - 1].i, j = j0 + walk[n - 1].j;
    const int k = walk[n].i - walk[n - 1].i, l = walk[n].j - walk[n - 1].j;
    // k and l are coprime or one of them is 0: no border of a row is one of a column.
    int row = 1, col = 1;
    while (row < k || col < l) {
      if (col >= l || (row < k && row * l < col * k)) {
        path.push_back({i + row, j + static_cast<double>(row * l) / k});
        ++row;
      } else {
        path.push_back({i + static_cast<double>(col * k) / l, j + col});
        ++col;
      }
    }
    path.push_back({i + k, j + l});
  }
}

// M = sum of weight q2_j q1_i' over cells, p x p, so that <q1, O (q2 o path)> = tr(O M).
// P is the dimension, or Eigen::Dynamic where it is known only at run time.
template <int P>
class Moment {
  using Sum = Eigen::Matrix<double, P, P>;

 public:
  Moment(const Matrix& q1, const Matrix& q2)
      : q1_(q1.data()),
        q2_(q2.data()),
        p_(P > 0 ? P : static_cast<int>(q1.rows())),
        n_(static_cast<int>(q1.cols())),
        m_(static_cast<int>(q2.cols())),
        sum_(Sum::Zero(p_, p_)) {}

  void add(double weight, int i, int j) {
    const int p = P > 0 ? P : p_;
    const double* x = q1_ + (i < n_ ? i : i - n_) * p;
    const double* y = q2_ + (j < m_ ? j : j - m_) * p;
    double* sum = sum_.data();
    for (int c = 0; c < p; ++c) {
      for (int r = 0; r < p; ++r) sum[c * p + r] += weight * y[r] * x[c];
    }
  }
  const Sum& sum() const { return sum_; }

 private:
  const double *q1_, *q2_;
  int p_, n_, m_;
  Sum sum_;
};

// Calls `with(moment)` on a Moment made for the dimension, and returns its sum.
template <class With>
Matrix moment_of(const Matrix& q1, const Matrix& q2, const With& with) {
  const auto run = [&](auto moment) -> Matrix {
    with(moment);
    return moment.sum();
  };
  switch (q1.rows()) {
    case 2:
      return run(Moment<2>(q1, q2));
    case 3:
      return run(Moment<3>(q1, q2));
    default:
      return run(Moment<Eigen::Dynamic>(q1, q2));
  }
}

inline Matrix path_moment(const Matrix& q1, const Matrix& q2, const Path& path) {
  return moment_of(q1, q2, [&](auto& moment) {
    for (std::size_t k = 1; k < path.size(); ++k) {
      const double dt = path[k].t - path[k - 1].t, ds = path[k].s - path[k - 1].s;
      if (dt <= 0 || ds <= 0) continue;
      const LatticePoint cell = cell_of(path[k - 1], path[k]);
      moment.add(std::sqrt(dt * ds), cell.i, cell.j);
    }
  });
}

// The same for a walk on the lattice from (i0, j0).
inline Matrix walk_moment(const Matrix& q1, const Matrix& q2,
                          const std::vector<LatticePoint>& walk, int i0, int j0) {
  return moment_of(q1, q2, [&](auto& moment) {
    for (std::size_t n = 1; n < walk.size(); ++n) {
      const int i = i0 + walk[n - 1].i, j = j0 + walk[n - 1].j;
      const int k = walk[n].i - walk[n - 1].i, l = walk[n].j - walk[n - 1].j;
      if (k == 0 || l == 0) continue;
      const LatticeStep& step = lattice_step_table.at[k][l];
      for (int c = 0; c < step.n_cells; ++c) {
        moment.add(step.weight[c], i + step.row[c], j + step.col[c]);
      }
    }
  });
}

// tr(O M): the value of a path under a rotation.
inline double path_value(const Matrix& moment, const Matrix& rotation) {
  double trace = 0;
  for (Eigen::Index r = 0; r < moment.rows(); ++r) {
    for (Eigen::Index c = 0; c < moment.cols(); ++c)
      trace += rotation(r, c) * moment(c, r);
  }
  return trace;
}

template <class Square>
Square polar_rotation(const Square& moment, double determinant) {
  const Eigen::JacobiSVD<Square> svd(moment, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Square v = svd.matrixV();
  if ((v * svd.matrixU().transpose()).determinant() * determinant < 0) {
    v.col(v.cols() - 1) *= -1;
  }
  return v * svd.matrixU().transpose();
}

// The orthogonal O of the given determinant, 1 or -1, with the largest tr(O M).
inline Matrix best_rotation(const Matrix& moment, double determinant = 1) {
  if (moment.rows() == 2) {
    // O = [c -s; s c] diag(1, determinant), so tr(O M) = c x + s y.
    const double x = moment(0, 0) + determinant * moment(1, 1);
    const double y = moment(0, 1) - determinant * moment(1, 0);
    const double norm = std::hypot(x, y);
    const double c = norm > 0 ? x / norm : 1, s = norm > 0 ? y / norm : 0;
    Matrix rotation(2, 2);
    rotation << c, -s * determinant, s, c * determinant;
    return rotation;
  }
  if (moment.rows() == 3) {
    return polar_rotation<Eigen::Matrix3d>(moment, determinant);
  }
  return polar_rotation<Matrix>(moment, determinant);
}

}  // namespace shapecrp
