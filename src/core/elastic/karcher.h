// The elastic mean of a set of curves: the shape with the smallest sum of squared elastic
// distances to them, by descent from a member.
//
// A round matches every curve to the mean, takes the SRVFs q_i so warped and turned, and
// moves the mean along the mean of their directions: on the unit sphere where scale is
// removed,
//   v = 1/n sum theta_i / sin(theta_i) (q_i - cos(theta_i) q),  q <- exp_q(step v),
// in the linear space where it is kept. A closed mean is then projected on the closed
// curves, and made a polygon of as many points again. Only what lowers the sum of
// squares, as the search of elastic.h finds it, is kept.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "elastic.h"

namespace shapecrp {

// A step function by its cells: q is p x C, cell c has width h(c).
struct StepFunction {
  Matrix q;
  Vector h;

  double squared_norm() const { return q.colwise().squaredNorm().dot(h); }
};

// The integral of q |q|: the way from the first point of the curve to its last.
inline Vector displacement(const StepFunction& f) {
  return f.q * f.h.cwiseProduct(Vector(f.q.colwise().norm()));
}

// The nearby step function of a closed curve. The gradient of the k-th coordinate of the
// displacement is |q| e_k + q_k q / |q|; Newton's steps in the span of these, the norm
// kept.
inline void close_curve(StepFunction& f, int steps = 20) {
  const double size = f.squared_norm();
  const Eigen::Index p = f.q.rows();
  for (int k = 0; k < steps; ++k) {
    const Vector gap = displacement(f);
    if (!(gap.norm() > 1e-14 * size)) break;
    const Matrix gram = f.squared_norm() * Matrix::Identity(p, p) +
                        3 * f.q * f.h.asDiagonal() * f.q.transpose();
    const Vector by = gram.partialPivLu().solve(gap);
    for (Eigen::Index c = 0; c < f.q.cols(); ++c) {
      const double norm = f.q.col(c).norm();
      if (norm > 0) f.q.col(c) -= norm * by + (by.dot(f.q.col(c)) / norm) * f.q.col(c);
    }
    f.q *= std::sqrt(size / f.squared_norm());
  }
}

// Its polygon, from the origin on: one edge h q |q| per cell.
inline Matrix polygon_of(const StepFunction& f, bool closed) {
  const Eigen::Index cells = f.q.cols();
  Matrix points(f.q.rows(), closed ? cells : cells + 1);
  Vector at = Vector::Zero(f.q.rows());
  for (Eigen::Index c = 0; c < points.cols(); ++c) {
    points.col(c) = at;
    if (c < cells) at += f.h(c) * f.q.col(c).norm() * f.q.col(c);
  }
  return points;
}

// A closed polygon begun `share` of its length further on.
inline Matrix begun_at(const Matrix& points, double share) {
  const Matrix v = polygon_edges(points, true);
  const Vector lengths = v.colwise().norm();
  double left = share * lengths.sum();
  Eigen::Index edge = 0;
  while (edge + 1 < v.cols() && left >= lengths(edge)) left -= lengths(edge++);
  Matrix out(points.rows(), points.cols() + 1);
  out.col(0) = points.col(edge);
  if (lengths(edge) > 0) out.col(0) += left / lengths(edge) * v.col(edge);
  for (Eigen::Index k = 1; k < out.cols(); ++k) {
    out.col(k) = points.col((edge + k) % points.cols());
  }
  return out;
}

// Sums SRVFs that were warped to a curve of T edges, on a finer grid: `parts` cells per
// edge. Where the curve stands still and another goes on, that stretch is laid on cells
// of its own between two cells of the grid, as many and as wide as those of an edge;
// stretches of several curves at one place lie on each other.
class WarpedSum {
 public:
  static constexpr int parts = 2;

  WarpedSum(const Matrix& q, bool closed)
      : cells_(q.cols() * parts),
        closed_(closed),
        grid_(Matrix::Zero(q.rows(), cells_)) {}

  // Adds weight * O (q2 o path) sqrt(path').
  void add(const Matrix& q2, const Matrix& rotation, const Path& path, double weight) {
    const Matrix q = weight * rotation * q2;
    std::map<Eigen::Index, std::vector<Stretch>> still;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const double dt = path[k].t - path[k - 1].t, ds = path[k].s - path[k - 1].s;
      if (ds <= 0) continue;
      if (dt > 0) {
        const Eigen::Index edge = cell_of(path[k - 1], path[k]).j % q.cols();
        lay(grid_, path[k - 1].t * parts, path[k].t * parts,
            std::sqrt(ds / dt) * q.col(edge));
        continue;
      }
      std::vector<Stretch>& here = still[place(path[k].t)];
      for (double s = path[k - 1].s; s < path[k].s;) {
        const double next = std::min(std::floor(s) + 1, path[k].s);
        here.push_back({static_cast<Eigen::Index>(s) % q.cols(), next - s});
        s = next;
      }
    }
    for (const auto& [at, stretches] : still) add_between(at, q, stretches);
  }

  // The sum, and `q`, the curve itself, on the same cells.
  std::pair<StepFunction, StepFunction> on_cells(const Matrix& q) const {
    const Eigen::Index total =
        cells_ + parts * static_cast<Eigen::Index>(between_.size());
    StepFunction sum{Matrix::Zero(q.rows(), total), Vector(total)};
    sum.h.setConstant(1.0 / parts);
    StepFunction own = sum;
    Eigen::Index c = 0;
    for (Eigen::Index k = 0; k <= cells_; ++k) {
      const auto extra = between_.find(k);
      if (extra != between_.end()) {
        sum.q.middleCols(c, parts) = extra->second;
        c += parts;
      }
      if (k == cells_) break;
      sum.q.col(c) = grid_.col(k);
      own.q.col(c) = q.col(k / parts);
      ++c;
    }
    return {sum, own};
  }

 private:
  struct Stretch {
    Eigen::Index edge;
    double length;
  };

  // Adds `value` on [from, to), counted in cells round the columns of `cells`.
  static void lay(Matrix& cells, double from, double to, const Vector& value) {
    const Eigen::Index n = cells.cols();
    for (double at = from; at < to;) {
      const double next = std::min(std::floor(at) + 1, to);
      cells.col(static_cast<Eigen::Index>(at) % n) += (next - at) * value;
      at = next;
    }
  }

  // The border of cells nearest to t.
  Eigen::Index place(double t) const {
    const Eigen::Index k = std::lround(t * parts);
    return closed_ ? k % cells_ : std::min(k, cells_);
  }

  // Stretches one after another, run through at constant speed.
  void add_between(Eigen::Index at, const Matrix& q,
                   const std::vector<Stretch>& stretches) {
    double total = 0;
    for (const Stretch& stretch : stretches) total += stretch.length;
    Matrix& cells = between_.emplace(at, Matrix::Zero(q.rows(), parts)).first->second;
    double from = 0;
    for (const Stretch& stretch : stretches) {
      const double to = std::min(from + stretch.length / total, 1.0);
      lay(cells, from * parts, to * parts, std::sqrt(total) * q.col(stretch.edge));
      from = to;
    }
  }

  Eigen::Index cells_;
  bool closed_;
  Matrix grid_;                             // p x cells
  std::map<Eigen::Index, Matrix> between_;  // border of cells -> p x parts
};

// Squared elastic distance of curves of the given lengths whose inner product is `value`.
inline double squared_distance(double value, double length1, double length2, bool scale) {
  if (!scale) return std::max(length1 + length2 - 2 * value, 0.0);
  const double angle = std::acos(std::min(value, 1.0));
  return angle * angle;
}

// The points of `curve`, matched by a path, at the vertices of a curve of T edges, p x T
// (closed) or p x (T + 1). Where the path jumps, the middle of the jump, or the end of an
// open curve.
inline Matrix matched_points(const StepSrvf& curve, const Path& path, Eigen::Index T) {
  const Eigen::Index m = curve.edges();
  const Eigen::Index vertices = curve.closed ? T : T + 1;
  Matrix out(curve.dimension(), vertices);
  const auto point_at = [&](double s) -> Vector {
    const Eigen::Index whole = static_cast<Eigen::Index>(std::floor(s));
    const double share = s - static_cast<double>(whole);
    const Eigen::Index n = curve.points.cols();
    const Eigen::Index from = curve.closed ? whole % n : std::min(whole, n - 1);
    const Eigen::Index to = curve.closed ? (whole + 1) % n : std::min(whole + 1, n - 1);
    return (1 - share) * curve.points.col(from) + share * curve.points.col(to);
  };
  std::size_t k = 0;
  const Eigen::Index first = static_cast<Eigen::Index>(std::ceil(path.front().t));
  for (Eigen::Index v = 0; v < vertices; ++v) {
    const double t = static_cast<double>(curve.closed ? first + v : v);
    while (k + 1 < path.size() && path[k].t < t) ++k;
    std::size_t last = k;
    while (last + 1 < path.size() && path[last + 1].t <= t) ++last;
    double s = 0.5 * (path[k].s + path[last].s);
    if (path[k].t > t && k > 0) {
      const PathPoint &a = path[k - 1], &b = path[k];
      s = a.s + (t - a.t) / (b.t - a.t) * (b.s - a.s);
    } else if (!curve.closed && v == 0) {
      s = 0;
    } else if (!curve.closed && v == T) {
      s = static_cast<double>(m);
    }
    out.col(curve.closed ? (first + v) % T : v) = point_at(s);
  }
  return out;
}

struct KarcherSettings {
  double tolerance = 1e-3;  // least gain of a round, a share of the sum of squares
  int max_iterations = 30;  // rounds: each matches every curve once
};

struct KarcherMean {
  ElasticCurve curve;                 // the mean, ready to be matched
  Matrix points;                      // p x m: its polygon as compared, see standing()
  std::vector<Alignment> alignments;  // of each curve to the mean
  std::vector<double> squares;        // squared distances
  double sum = std::numeric_limits<double>::infinity();
  int iterations = 0;
  bool converged = false;
  bool is_start = true;  // nothing was better than the member begun with
};

// A polygon about the centre of its vertices, of length 1 where scale is removed.
inline Matrix standing(Matrix points, bool closed, bool scale) {
  points.colwise() -= Vector(points.rowwise().mean());
  if (scale) points /= polygon_edges(points, closed).colwise().norm().sum();
  return points;
}

class KarcherDescent {
 public:
  KarcherDescent(const std::vector<ElasticCurve>& curves, const ElasticSettings& settings,
                 Executor& executor, Progress& progress)
      : curves_(curves),
        settings_(settings),
        executor_(executor),
        progress_(progress),
        order_(curves.size()) {
    // Sums are made in an order of the curves' own.
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::size_t i, std::size_t j) {
      return comes_before(curves[i].own, curves[j].own);
    });
  }

  // From member `start`. The sum is NaN where a curve could not be matched, and its
  // square with it.
  KarcherMean run(std::size_t start, const KarcherSettings& how) {
    KarcherMean best;
    best.curve = curves_[start];
    best.points = standing(best.curve.own.points, best.curve.closed(), settings_.scale);
    vertices_ = best.curve.own.points.cols();
    total_ = static_cast<std::size_t>(how.max_iterations + 1) * curves_.size();
    match(best);
    if (!std::isfinite(best.sum) || curves_.size() == 1) {
      best.converged = true;
      return best;
    }
    const std::vector<Attempt> attempts =
        best.curve.closed() ? std::vector<Attempt>{{1, 0},    {1, 0.5}, {1, 0.25},
                                                   {1, 0.75}, {0.5, 0}, {0.5, 0.5}}
                            : std::vector<Attempt>{{1, 0}, {0.5, 0}, {0.25, 0}};
    std::size_t attempt = 0;
    while (attempt < attempts.size() && best.iterations < how.max_iterations) {
      KarcherMean next;
      next.points = moved(best, attempts[attempt]);
      next.curve = prepare_used(next.points, best.curve.closed(), settings_.curve,
                                settings_.needs_reversed());
      match(next);
      best.iterations += 1;
      attempt = best.sum - next.sum > how.tolerance * best.sum ? 0 : attempt + 1;
      if (next.sum < best.sum) {
        next.iterations = best.iterations;
        next.is_start = false;
        best = std::move(next);
      }
    }
    best.converged = attempt == attempts.size();
    return best;
  }

  // The curves matched to a mean found before, p x m as in `points` of it.
  KarcherMean match_to(const Matrix& points) {
    KarcherMean mean;
    mean.points = points;
    mean.curve = prepare_used(points, curves_.front().closed(), settings_.curve,
                              settings_.needs_reversed());
    total_ = curves_.size();
    match(mean);
    return mean;
  }

  const ElasticCurve& as_matched(std::size_t i, const Alignment& alignment) const {
    return alignment.reversed ? *curves_[i].reversed : curves_[i];
  }

 private:
  // A step along the mean direction, and where a closed polygon begins, in edges.
  struct Attempt {
    double step, begin;
  };

  // Work of one round as part of the whole.
  struct Share : Progress {
    Progress& whole;
    std::size_t before, total;
    bool stopped = false;
    Share(Progress& all, std::size_t ended, std::size_t of)
        : whole(all), before(ended), total(of) {}
    bool tick(std::size_t done, std::size_t) override {
      stopped = !whole.tick(before + done, total);
      return !stopped;
    }
  };

  // Matches all curves to the mean.
  void match(KarcherMean& mean) {
    const std::size_t n = curves_.size();
    mean.alignments.assign(n, Alignment());
    mean.squares.assign(n, std::numeric_limits<double>::quiet_NaN());
    const SearchPlan plan = plan_for(mean.curve, settings_);
    const auto task = [&](std::size_t begin, std::size_t end) {
      Aligner aligner(settings_.use_avx2 && machine_has_avx2());
      for (std::size_t i = begin; i < end; ++i) {
        try {
          mean.alignments[i] = align(mean.curve, curves_[i], settings_, plan, aligner);
          mean.squares[i] =
              squared_distance(mean.alignments[i].value, mean.curve.own.length,
                               curves_[i].own.length, settings_.scale);
        } catch (...) {
          // The square stays NaN: a task must not throw.
        }
      }
    };
    Share share(progress_, done_, total_);
    run_in_batches(n, executor_, share, task);
    if (share.stopped) throw Interrupted();
    done_ += n;
    mean.sum = 0;
    for (std::size_t i : order_) mean.sum += mean.squares[i];
  }

  // The mean moved: its polygon as compared.
  Matrix moved(const KarcherMean& mean, const Attempt& attempt) const {
    const double step = attempt.step;
    const StepSrvf& own = mean.curve.own;
    const double n = static_cast<double>(curves_.size());
    WarpedSum warped(own.q, own.closed);
    double along = 0;  // what the summed directions have of the mean itself
    for (std::size_t i : order_) {
      const Alignment& alignment = mean.alignments[i];
      const StepSrvf& second = as_matched(i, alignment).own;
      double weight = std::sqrt(second.length) / n;
      if (settings_.scale) {
        const double angle = std::sqrt(mean.squares[i]);
        weight = (angle > 1e-6 ? angle / std::sin(angle) : 1.0) / n;
        along += weight * alignment.value;
      }
      warped.add(second.q, alignment.rotation, alignment.path, weight);
    }
    auto [sum, q] = warped.on_cells(own.q);
    if (settings_.scale) {
      sum.q -= along * q.q;
      const double length = std::sqrt(sum.squared_norm());
      if (length > 0)
        q.q = std::cos(step * length) * q.q + (std::sin(step * length) / length) * sum.q;
    } else {
      q.q = (1 - step) * std::sqrt(own.length) * q.q + step * sum.q;
    }
    if (own.closed) close_curve(q);
    Matrix points = without_repeats(polygon_of(q, own.closed), own.closed);
    if (attempt.begin > 0) {
      points = begun_at(points, attempt.begin / static_cast<double>(own.edges()));
    }
    // Own vertices would be more each round.
    if (settings_.curve.n_points == 0) {
      points = thinned(points, own.closed, vertices_);
    }
    return standing(used_polygon(points, own.closed, settings_.curve), own.closed,
                    settings_.scale);
  }

  const std::vector<ElasticCurve>& curves_;
  const ElasticSettings& settings_;
  Executor& executor_;
  Progress& progress_;
  std::vector<std::size_t> order_;
  Eigen::Index vertices_ = 0;  // of the member begun with
  std::size_t done_ = 0, total_ = 0;
};

}  // namespace shapecrp
