// From a polygon to its square-root velocity function.
//
// Points are p x m, one per column. An edge v_i, the step from point i to the
// next, is run through in unit parameter time, so the SRVF is the step function
// q_i = v_i / sqrt(|v_i|) on [i, i + 1), exact, and <q, q> = sum |v_i| = length.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace shapecrp {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// A curve ready to be matched, scaled to length 1.
struct StepSrvf {
  Matrix q;       // p x T, the SRVF of the polygon divided by its length
  Vector arc;     // T + 1, arc length at the vertices: arc(0) = 0, arc(T) = 1
  Matrix points;  // p x T (closed) or p x (T + 1) (open), vertices as used
  double length;  // of the polygon, before scaling
  bool closed;

  Eigen::Index edges() const { return q.cols(); }
  Eigen::Index dimension() const { return q.rows(); }
};

// The edges of a polygon, p x m (closed, the last one returns) or p x (m - 1).
inline Matrix polygon_edges(const Matrix& points, bool closed) {
  const Eigen::Index m = points.cols();
  const Eigen::Index edges = closed ? m : m - 1;
  Matrix v(points.rows(), edges);
  for (Eigen::Index i = 0; i < edges; ++i) {
    v.col(i) = points.col((i + 1) % m) - points.col(i);
  }
  return v;
}

// Points without repetitions of the point before (closed: of the last by the
// first). They carry no length, hence no shape.
inline Matrix without_repeats(const Matrix& points, bool closed) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    if (kept.empty() || points.col(i) != points.col(kept.back())) kept.push_back(i);
  }
  while (closed && kept.size() > 1 &&
         points.col(kept.back()) == points.col(kept.front())) {
    kept.pop_back();
  }
  Matrix out(points.rows(), static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    out.col(static_cast<Eigen::Index>(i)) = points.col(kept[i]);
  }
  return out;
}

// n points at equal arc length along the polygon, from its first point on. An
// open curve keeps both ends; a closed one gets n edges.
inline Matrix resample(const Matrix& points, bool closed, Eigen::Index n) {
  const Matrix v = polygon_edges(points, closed);
  const Vector lengths = v.colwise().norm();
  const double total = lengths.sum();
  const double step = total / static_cast<double>(closed ? n : n - 1);
  Matrix out(points.rows(), n);
  Eigen::Index edge = 0;
  double before = 0;  // arc length at the start of `edge`
  for (Eigen::Index i = 0; i < n; ++i) {
    const double at = step * static_cast<double>(i);
    while (edge + 1 < v.cols() && before + lengths(edge) < at) {
      before += lengths(edge);
      ++edge;
    }
    const double share =
        lengths(edge) > 0 ? std::min((at - before) / lengths(edge), 1.0) : 0.0;
    out.col(i) = points.col(edge) + share * v.col(edge);
  }
  return out;
}

// The polygon with its edges cut into equal parts, those that are half as long again
// as its length over `n` or longer: the same curve, on a lattice fine enough to be
// warped.
inline Matrix subdivide(const Matrix& points, bool closed, Eigen::Index n) {
  const Matrix v = polygon_edges(points, closed);
  const Vector lengths = v.colwise().norm();
  const double part = lengths.sum() / static_cast<double>(n);
  std::vector<Vector> out;
  for (Eigen::Index i = 0; i < v.cols(); ++i) {
    const int parts = std::max(1, static_cast<int>(std::lround(lengths(i) / part)));
    for (int k = 0; k < parts; ++k) {
      out.push_back(points.col(i) + (static_cast<double>(k) / parts) * v.col(i));
    }
  }
  if (!closed) out.push_back(points.col(points.cols() - 1));
  Matrix cut(points.rows(), static_cast<Eigen::Index>(out.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    cut.col(static_cast<Eigen::Index>(i)) = out[i];
  }
  return cut;
}

// The polygon with n of its vertices: they are dropped one after another, each time the
// one that loses the least length, |b - a| + |c - b| - |c - a| for b between a and c.
inline Matrix thinned(const Matrix& points, bool closed, Eigen::Index n) {
  std::vector<Eigen::Index> kept(static_cast<std::size_t>(points.cols()));
  std::iota(kept.begin(), kept.end(), Eigen::Index{0});
  const auto lost_without = [&](std::size_t k) {
    const std::size_t size = kept.size();
    if (!closed && (k == 0 || k + 1 == size)) {
      return std::numeric_limits<double>::infinity();
    }
    const auto a = points.col(kept[(k + size - 1) % size]);
    const auto b = points.col(kept[k]);
    const auto c = points.col(kept[(k + 1) % size]);
    return (b - a).norm() + (c - b).norm() - (c - a).norm();
  };
  std::vector<double> lost(kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) lost[k] = lost_without(k);
  while (static_cast<Eigen::Index>(kept.size()) > n) {
    const auto least = std::min_element(lost.begin(), lost.end()) - lost.begin();
    kept.erase(kept.begin() + least);
    lost.erase(lost.begin() + least);
    const std::size_t size = kept.size(), next = static_cast<std::size_t>(least) % size;
    for (std::size_t k : {next, (next + size - 1) % size}) lost[k] = lost_without(k);
  }
  Matrix out(points.rows(), static_cast<Eigen::Index>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k) {
    out.col(static_cast<Eigen::Index>(k)) = points.col(kept[k]);
  }
  return out;
}

// The points under a Gaussian kernel of standard deviation `sd` samples, its weights
// made to sum to 1 where an open curve ends.
inline Matrix smoothed(const Matrix& points, bool closed, double sd) {
  const Eigen::Index m = points.cols();
  const Eigen::Index half = std::min<Eigen::Index>(
      static_cast<Eigen::Index>(std::ceil(4 * sd)), closed ? (m - 1) / 2 : m - 1);
  Matrix out(points.rows(), m);
  for (Eigen::Index i = 0; i < m; ++i) {
    Vector sum = Vector::Zero(points.rows());
    double weights = 0;
    for (Eigen::Index k = -half; k <= half; ++k) {
      if (!closed && (i + k < 0 || i + k >= m)) continue;
      const double z = static_cast<double>(k) / sd;
      const double weight = std::exp(-0.5 * z * z);
      sum += weight * points.col((i + k + m) % m);
      weights += weight;
    }
    out.col(i) = sum / weights;
  }
  return out;
}

// An open curve with `n` points more at either end, on the lines of its end edges.
inline Matrix extended(const Matrix& points, Eigen::Index n) {
  const Eigen::Index m = points.cols();
  Matrix out(points.rows(), m + 2 * n);
  out.middleCols(n, m) = points;
  for (Eigen::Index k = 1; k <= n; ++k) {
    const double by = static_cast<double>(k);
    out.col(n - k) = points.col(0) + by * (points.col(0) - points.col(1));
    out.col(n + m - 1 + k) =
        points.col(m - 1) + by * (points.col(m - 1) - points.col(m - 2));
  }
  return out;
}

// The SRVF of a polygon; an edge of length 0 has q = 0.
inline StepSrvf step_srvf(const Matrix& points, bool closed) {
  StepSrvf curve;
  curve.closed = closed;
  curve.points = points;
  const Matrix v = polygon_edges(points, closed);
  const Vector lengths = v.colwise().norm();
  curve.length = lengths.sum();
  curve.q = Matrix::Zero(v.rows(), v.cols());
  curve.arc.resize(v.cols() + 1);
  curve.arc(0) = 0;
  for (Eigen::Index i = 0; i < v.cols(); ++i) {
    if (lengths(i) > 0) curve.q.col(i) = v.col(i) / std::sqrt(lengths(i) * curve.length);
    curve.arc(i + 1) = curve.arc(i) + lengths(i) / curve.length;
  }
  curve.arc(v.cols()) = 1;
  return curve;
}

}  // namespace shapecrp
