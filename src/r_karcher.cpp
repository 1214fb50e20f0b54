// Elastic means for R.
#include "core/elastic/karcher.h"
#include "r_curves.h"
#include "r_runtime.h"

using namespace shapecrp;

namespace {

// Each curve at the vertices of the mean, one point per row, rotated, about their centre;
// the polygon on which the curve was compared has length 1 where scale is removed.
Rcpp::List aligned_to(const KarcherMean& mean, const KarcherDescent& descent,
                      bool scale) {
  Rcpp::List out;
  for (std::size_t i = 0; i < mean.alignments.size(); ++i) {
    const Alignment& alignment = mean.alignments[i];
    const StepSrvf& curve = descent.as_matched(i, alignment).own;
    Matrix points = alignment.rotation *
                    matched_points(curve, alignment.path, mean.curve.own.edges());
    points.colwise() -= Vector(points.rowwise().mean());
    if (scale) points /= curve.length;
    out.push_back(Matrix(points.transpose()));
  }
  return out;
}

// What `work(descent)` gives, with a descent over these curves.
template <class Work>
Rcpp::List with_descent(const Rcpp::List& points, bool closed,
                        const ElasticSettings& wanted, int n_threads,
                        const Rcpp::Nullable<Rcpp::Function>& update, Work work) {
  const std::vector<ElasticCurve> curves =
      prepare_curves(points_from_r(points), closed, wanted);
  ParallelExecutor executor(n_threads);
  RProgress progress(update);
  KarcherDescent descent(curves, wanted, executor, progress);
  try {
    return work(descent);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

}  // namespace

// The elastic mean of curves, from member `start`, counted from 1. Where a curve cannot
// be matched its square is NaN, and there is nothing else.
// [[Rcpp::export]]
Rcpp::List r_karcher_mean(Rcpp::List points, bool closed, int start, Rcpp::List settings,
                          double tolerance, int max_iterations, int n_threads,
                          Rcpp::Nullable<Rcpp::Function> update) {
  const ElasticSettings wanted = settings_from_r(settings);
  return with_descent(
      points, closed, wanted, n_threads, update, [&](KarcherDescent& descent) {
        const KarcherMean mean = descent.run(static_cast<std::size_t>(start - 1),
                                             KarcherSettings{tolerance, max_iterations});
        if (!std::isfinite(mean.sum))
          return Rcpp::List::create(Rcpp::_["squares"] = mean.squares);
        return Rcpp::List::create(
            Rcpp::_["points"] = Matrix(mean.points.transpose()),
            Rcpp::_["squares"] = mean.squares,
            Rcpp::_["aligned"] = aligned_to(mean, descent, wanted.scale),
            Rcpp::_["iterations"] = mean.iterations,
            Rcpp::_["converged"] = mean.converged, Rcpp::_["is_start"] = mean.is_start);
      });
}

// Curves matched to a mean that r_karcher_mean() found, `mean` one point per row: as its
// `squares` and `aligned`. Where a curve cannot be matched its square is NaN, and there
// is nothing else.
// [[Rcpp::export]]
Rcpp::List r_align_to_mean(Rcpp::NumericMatrix mean, Rcpp::List points, bool closed,
                           Rcpp::List settings, int n_threads,
                           Rcpp::Nullable<Rcpp::Function> update) {
  const ElasticSettings wanted = settings_from_r(settings);
  return with_descent(
      points, closed, wanted, n_threads, update, [&](KarcherDescent& descent) {
        const KarcherMean found =
            descent.match_to(points_from_r(Rcpp::List::create(mean)).front());
        if (!std::isfinite(found.sum))
          return Rcpp::List::create(Rcpp::_["squares"] = found.squares);
        return Rcpp::List::create(
            Rcpp::_["squares"] = found.squares,
            Rcpp::_["aligned"] = aligned_to(found, descent, wanted.scale));
      });
}
