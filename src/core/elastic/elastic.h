// Elastic inner products: one pair, and many pairs in parallel.
//
//   s(b1, b2) = sup over warps g and rotations O of <q1, O (q2 o g) sqrt(g')>,
//
// the value of a warp and a rotation that were found, evaluated on the two polygons.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../runtime.h"
#include "curve.h"
#include "path.h"
#include "search.h"
#include "search_plans.h"

namespace shapecrp {

struct ElasticSettings {
  CurveSettings curve;
  bool scale = true;              // curves of length 1; otherwise of their own length
  bool rotation = true;           // over rotations; otherwise the identity only
  bool reflection = false;        // over improper rotations as well
  bool either_direction = false;  // the second curve may be run backwards
  SearchKind search = SearchKind::standard;
  bool use_avx2 = true;  // where the machine has it

  bool needs_reversed() const { return reflection || either_direction; }
};

// The second curve matched to the first. The path counts edges of the curves as used;
// a reversed second curve is counted from its last point backwards.
struct Alignment {
  double value = -1;
  Matrix rotation;
  Path path;
  bool reversed = false;
};

// A match on registration copies as an alignment of the curves themselves: without the
// padding, and round the corner of pieces that would lose.
inline Alignment evaluate(const ElasticCurve& a, const ElasticCurve& b,
                          const Match& match) {
  Alignment found;
  found.rotation = match.rotation;
  const Matrix rotated = match.rotation * b.own.q;
  const double n = static_cast<double>(a.own.edges()),
               m = static_cast<double>(b.own.edges());
  const auto clip = [](double x, double end) { return std::min(std::max(x, 0.0), end); };
  for (PathPoint point : match.path) {
    if (!a.closed()) point = {clip(point.t - a.pad, n), clip(point.s - b.pad, m)};
    if (!found.path.empty()) {
      const PathPoint last = found.path.back();
      if (point.t == last.t && point.s == last.s) continue;
      const LatticePoint cell = cell_of(last, point);
      const double product =
          a.own.q.col(cell.i % a.own.edges()).dot(rotated.col(cell.j % b.own.edges()));
      if (product < 0 && point.t > last.t && point.s > last.s) {
        found.path.push_back({point.t, last.s});
      }
    }
    found.path.push_back(point);
  }
  found.value = path_value(path_moment(a.own.q, b.own.q, found.path), found.rotation);
  return found;
}

// Whether `a` comes before `b` in an order of their points alone, so that a pair is
// computed the same way whatever the order in which it is given.
inline bool comes_before(const StepSrvf& a, const StepSrvf& b) {
  if (a.points.size() != b.points.size()) return a.points.size() < b.points.size();
  return std::lexicographical_compare(a.points.data(), a.points.data() + a.points.size(),
                                      b.points.data(), b.points.data() + b.points.size());
}

// The alignment of the first to the second made one of the second to the first. Run
// backwards, both curves are counted from the other end.
inline Alignment transposed(Alignment found, const ElasticCurve& a,
                            const ElasticCurve& b) {
  found.rotation.transposeInPlace();
  for (PathPoint& point : found.path) std::swap(point.t, point.s);
  if (found.reversed) {
    const double first = static_cast<double>(b.own.points.cols() - 1);
    const double second = static_cast<double>(a.own.points.cols() - 1);
    for (PathPoint& point : found.path) point = {first - point.t, second - point.s};
    std::reverse(found.path.begin(), found.path.end());
    // A closed path begins on the first round of the first curve, and of the second.
    if (a.closed()) {
      const double n = static_cast<double>(b.own.edges()),
                   m = static_cast<double>(a.own.edges());
      const PathPoint by{n * std::floor(found.path.front().t / n),
                         m * std::floor(found.path.front().s / m)};
      for (PathPoint& point : found.path) point = {point.t - by.t, point.s - by.s};
    }
  }
  return found;
}

// The best alignment of b to a, given that a comes first.
inline Alignment align_in_order(const ElasticCurve& a, const ElasticCurve& b,
                                const ElasticSettings& settings, const SearchPlan& plan,
                                Aligner& aligner) {
  Alignment best;
  const auto attempt = [&](double determinant, bool reversed) {
    const ElasticCurve& second = reversed ? *b.reversed : b;
    const Match match =
        aligner.search(a, second, RotationRule{settings.rotation, determinant}, plan);
    Alignment found = evaluate(a, second, match);
    found.reversed = reversed;
    if (!(found.value <= best.value)) best = std::move(found);
  };
  attempt(1, false);
  if (settings.either_direction) attempt(1, true);
  if (settings.reflection) {
    attempt(-1, false);
    // The mirror image of a closed outline is run through backwards.
    if (a.closed() || settings.either_direction) attempt(-1, true);
  }
  const double size = std::sqrt(a.own.length) * std::sqrt(b.own.length);
  if (!(size > 0 && std::isfinite(size))) best.value = std::nan("");
  best.value = std::min(best.value, 1.0) * (settings.scale ? 1.0 : size);
  return best;
}

// A polygon matched to itself, point by point: no other match has a larger value.
inline Alignment self_alignment(const StepSrvf& curve, bool scale) {
  Alignment found;
  found.value = scale ? 1.0 : curve.length;
  found.rotation = Matrix::Identity(curve.dimension(), curve.dimension());
  for (Eigen::Index k = 0; k <= curve.edges(); ++k) {
    found.path.push_back({static_cast<double>(k), static_cast<double>(k)});
  }
  return found;
}

inline Alignment align(const ElasticCurve& a, const ElasticCurve& b,
                       const ElasticSettings& settings, const SearchPlan& plan,
                       Aligner& aligner) {
  if (a.own.length > 0 && std::isfinite(a.own.length) &&
      a.own.points.cols() == b.own.points.cols() && a.own.points == b.own.points) {
    return self_alignment(a.own, settings.scale);
  }
  if (comes_before(b.own, a.own)) {
    return transposed(align_in_order(b, a, settings, plan, aligner), b, a);
  }
  return align_in_order(a, b, settings, plan, aligner);
}

inline SearchPlan plan_for(const ElasticCurve& curve, const ElasticSettings& settings) {
  return search_plan(settings.search, curve.closed(),
                     static_cast<int>(curve.dimension()));
}

inline std::vector<ElasticCurve> prepare_curves(const std::vector<Matrix>& points,
                                                bool closed,
                                                const ElasticSettings& settings) {
  std::vector<ElasticCurve> curves;
  curves.reserve(points.size());
  for (const Matrix& p : points) {
    curves.push_back(prepare_curve(p, closed, settings.curve, settings.needs_reversed()));
  }
  return curves;
}

using CurvePair = std::pair<int, int>;

// s of each pair of curves, of the first pairs alone where `progress` says stop. A pair
// that cannot be computed gives NaN.
inline std::vector<double> inner_products(const std::vector<ElasticCurve>& curves,
                                          const std::vector<CurvePair>& pairs,
                                          const ElasticSettings& settings,
                                          Executor& executor, Progress& progress) {
  std::vector<double> values(pairs.size(), std::numeric_limits<double>::quiet_NaN());
  if (pairs.empty()) return values;
  const SearchPlan plan = plan_for(curves.front(), settings);
  const auto task = [&](std::size_t begin, std::size_t end) {
    Aligner aligner(settings.use_avx2 && machine_has_avx2());
    for (std::size_t k = begin; k < end; ++k) {
      try {
        const auto [first, second] = pairs[k];
        values[k] =
            align(curves[static_cast<std::size_t>(first)],
                  curves[static_cast<std::size_t>(second)], settings, plan, aligner)
                .value;
      } catch (...) {
        // The pair stays NaN: a task must not throw.
      }
    }
  };
  values.resize(run_in_batches(pairs.size(), executor, progress, task));
  return values;
}

}  // namespace shapecrp
