// A curve prepared for matching: what is evaluated, and what is searched on.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "lattice_types.h"
#include "srvf.h"

namespace shapecrp {

// The curve on a lattice of its own: edges as floats for the dynamic programme and
// as doubles for rotations.
struct LatticeCurve {
  Matrix q;                 // p x T
  Vector arc;               // T + 1
  int stride = 0;           // floats kept for a dimension
  std::vector<float> rows;  // p rows of q; a closed curve is run through twice

  int edges() const { return static_cast<int>(q.cols()); }
};

// p rows of `stride` floats: q, followed by q again where the curve is closed. What
// stands beyond is read by the dynamic programme, never used.
inline void write_rows(const Matrix& q, bool closed, int stride,
                       std::vector<float>& rows) {
  const Eigen::Index edges = q.cols();
  rows.resize(static_cast<std::size_t>(q.rows() * stride + lattice_pad));
  for (Eigen::Index d = 0; d < q.rows(); ++d) {
    float* row = rows.data() + d * stride;
    for (Eigen::Index i = 0; i < edges; ++i) row[i] = static_cast<float>(q(d, i));
    if (closed) std::copy(row, row + edges, row + edges);
  }
}

// The same of a rotated curve, from rows written so.
inline void write_rotated_rows(const LatticeCurve& curve, const Matrix& rotation,
                               std::vector<float>& rows) {
  rows.assign(curve.rows.size(), 0.0f);
  for (Eigen::Index d = 0; d < rotation.rows(); ++d) {
    float* row = rows.data() + d * curve.stride;
    for (Eigen::Index k = 0; k < rotation.cols(); ++k) {
      const float by = static_cast<float>(rotation(d, k));
      const float* from = curve.rows.data() + k * curve.stride;
      for (int i = 0; i < curve.stride; ++i) row[i] += by * from[i];
    }
  }
}

inline LatticeCurve lattice_curve(const StepSrvf& srvf) {
  LatticeCurve curve;
  curve.q = srvf.q;
  curve.arc = srvf.arc;
  curve.stride = static_cast<int>(srvf.edges()) * (srvf.closed ? 2 : 1);
  write_rows(curve.q, srvf.closed, curve.stride, curve.rows);
  return curve;
}

struct CurveSettings {
  int n_points = 100;  // 0: the curve's own vertices
  double smooth = 0;   // registration only: standard deviation in samples
  int pad_ends = 0;    // registration only: points added at both ends
};

// Edges of the coarse copies of a curve that searches begin on.
constexpr int coarse_edges[] = {32, 50};

struct ElasticCurve {
  StepSrvf own;  // the polygon on which values are evaluated
  int pad = 0;   // edges of `levels.back()` before the first of `own`
  // Registration copies from coarse to fine; the last has an edge for each of `own`
  // and 2 `pad` more.
  std::vector<LatticeCurve> levels;
  std::shared_ptr<const ElasticCurve> reversed;  // where it is needed

  bool closed() const { return own.closed; }
  Eigen::Index dimension() const { return own.dimension(); }
  const LatticeCurve& finest() const { return levels.back(); }
  // The coarsest copy with at least `edges` edges, or the finest.
  const LatticeCurve& level(int edges) const {
    for (const LatticeCurve& level : levels) {
      if (level.edges() >= edges) return level;
    }
    return levels.back();
  }
};

inline ElasticCurve prepare_polygon(const Matrix& used, bool closed,
                                    const CurveSettings& settings) {
  ElasticCurve curve;
  curve.own = step_srvf(used, closed);
  Matrix registered = used;
  if (settings.smooth > 0) registered = smoothed(registered, closed, settings.smooth);
  if (!closed && settings.pad_ends > 0) {
    curve.pad = settings.pad_ends;
    registered = extended(registered, settings.pad_ends);
  }
  const StepSrvf finest = step_srvf(registered, closed);
  for (int edges : coarse_edges) {
    if (edges >= finest.edges()) continue;
    const Matrix coarse = resample(registered, closed, closed ? edges : edges + 1);
    curve.levels.push_back(lattice_curve(step_srvf(coarse, closed)));
  }
  curve.levels.push_back(lattice_curve(finest));
  return curve;
}

// The polygon on which a curve is compared. `points` is p x m and validated.
inline Matrix used_polygon(const Matrix& points, bool closed,
                           const CurveSettings& settings) {
  const Matrix distinct = without_repeats(points, closed);
  // Own vertices still get a lattice fine enough to be warped.
  constexpr int fewest_edges = 100;
  return settings.n_points > 0 ? resample(distinct, closed, settings.n_points)
                               : subdivide(distinct, closed, fewest_edges);
}

// A curve from the polygon on which it is compared; `with_reversed` prepares the reversed
// curve too.
inline ElasticCurve prepare_used(const Matrix& used, bool closed,
                                 const CurveSettings& settings, bool with_reversed) {
  ElasticCurve curve = prepare_polygon(used, closed, settings);
  if (with_reversed) {
    curve.reversed = std::make_shared<const ElasticCurve>(
        prepare_polygon(used.rowwise().reverse(), closed, settings));
  }
  return curve;
}

inline ElasticCurve prepare_curve(const Matrix& points, bool closed,
                                  const CurveSettings& settings, bool with_reversed) {
  return prepare_used(used_polygon(points, closed, settings), closed, settings,
                      with_reversed);
}

}  // namespace shapecrp
