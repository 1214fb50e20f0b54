// Elastic inner products for R.
#include "core/elastic/elastic.h"
#include "r_curves.h"
#include "r_runtime.h"

namespace {

using namespace shapecrp;

// Arc length, counted on round a closed curve, at `t` edges.
double arc_at(const StepSrvf& curve, double t) {
  const double edges = static_cast<double>(curve.edges());
  const double rounds = curve.closed ? std::floor(t / edges) : 0;
  const double within = t - rounds * edges;
  const Eigen::Index edge =
      std::min(static_cast<Eigen::Index>(within), curve.edges() - 1);
  const double share = within - static_cast<double>(edge);
  return rounds + curve.arc(edge) + share * (curve.arc(edge + 1) - curve.arc(edge));
}

}  // namespace

// s of pairs (first, second), counted from 1, of a list of curves; of the first pairs
// alone where an interrupt came.
// [[Rcpp::export]]
Rcpp::NumericVector r_inner_products(Rcpp::List points, bool closed,
                                     Rcpp::IntegerVector first,
                                     Rcpp::IntegerVector second, Rcpp::List settings,
                                     int n_threads,
                                     Rcpp::Nullable<Rcpp::Function> update) {
  const ElasticSettings wanted = settings_from_r(settings);
  const std::vector<ElasticCurve> curves =
      prepare_curves(points_from_r(points), closed, wanted);
  std::vector<CurvePair> pairs;
  pairs.reserve(static_cast<std::size_t>(first.size()));
  for (R_xlen_t k = 0; k < first.size(); ++k)
    pairs.emplace_back(first[k] - 1, second[k] - 1);
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  return Rcpp::wrap(inner_products(curves, pairs, wanted, executor, progress));
}

// The polygons on which values are evaluated, one point per row, and their lengths.
// [[Rcpp::export]]
Rcpp::List r_used_curves(Rcpp::List points, bool closed, Rcpp::List settings) {
  Rcpp::List used;
  Rcpp::NumericVector lengths;
  for (const ElasticCurve& curve :
       prepare_curves(points_from_r(points), closed, settings_from_r(settings))) {
    used.push_back(Matrix(curve.own.points.transpose()));
    lengths.push_back(curve.own.length);
  }
  return Rcpp::List::create(Rcpp::_["points"] = used, Rcpp::_["lengths"] = lengths);
}

// Lengths of curves resampled to `n_points`.
// [[Rcpp::export]]
Rcpp::NumericVector r_resampled_lengths(Rcpp::List points, bool closed, int n_points) {
  CurveSettings settings;
  settings.n_points = n_points;
  Rcpp::NumericVector lengths;
  for (const Matrix& curve : points_from_r(points)) {
    const Matrix used = used_polygon(curve, closed, settings);
    lengths.push_back(polygon_edges(used, closed).colwise().norm().sum());
  }
  return lengths;
}

// The alignment of the second curve of a list of two to the first. `warp` holds one
// point per row: shares of arc length along the first and along the second.
// [[Rcpp::export]]
Rcpp::List r_align_pair(Rcpp::List points, bool closed, Rcpp::List settings) {
  const ElasticSettings wanted = settings_from_r(settings);
  const std::vector<ElasticCurve> curves =
      prepare_curves(points_from_r(points), closed, wanted);
  const ElasticCurve &a = curves[0], &b = curves[1];
  Aligner aligner(wanted.use_avx2 && machine_has_avx2());
  const Alignment found = align(a, b, wanted, plan_for(a, wanted), aligner);
  Matrix warp(static_cast<Eigen::Index>(found.path.size()), 2);
  const double last = static_cast<double>(b.own.points.cols() - 1);
  for (std::size_t k = 0; k < found.path.size(); ++k) {
    const PathPoint& point = found.path[k];
    const Eigen::Index row = static_cast<Eigen::Index>(k);
    warp(row, 0) = arc_at(a.own, point.t);
    warp(row, 1) = arc_at(b.own, found.reversed ? last - point.s : point.s);
  }
  return Rcpp::List::create(Rcpp::_["value"] = found.value,
                            Rcpp::_["rotation"] = found.rotation,
                            Rcpp::_["reversed"] = found.reversed, Rcpp::_["warp"] = warp);
}

// [[Rcpp::export]]
bool r_machine_has_avx2() { return machine_has_avx2(); }
