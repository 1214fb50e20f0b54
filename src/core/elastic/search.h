// The search for the largest inner product of two curves over warps and rotations.
//
// From many starts on coarse copies of the curves to a few on the curves themselves.
// A start rises by turns: the dynamic programme finds the best warp for a rotation,
// Procrustes' fit the best rotation for that warp. Closed curves are cut anew at a
// matched pair in the middle of the path each time; the old path stays admissible,
// so the value never falls, and the starting point is not tied to the first guess.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "curve.h"
#include "lattice.h"
#include "path.h"
#include "refine.h"
#include "starts.h"

namespace shapecrp {

// One step of a search: on copies of at least `edges` edges (0: the curves as they
// are), by steps of up to `reach`, each candidate may rise `rises` times, in a band
// around the walk that it has, `band` of the edges to either side (0: anywhere). The
// best `keep` go on, if within `margin` of the best.
struct Stage {
  int edges, reach, rises;
  double band;
  int keep;
  double margin;
};

struct SearchPlan {
  int start_edges;   // of the copies on which starts are fitted; 0: the curves
  bool every_shift;  // closed: all starting points, not only the best fits nearby
  OpenStarts open;   // open: rotations to begin with
  std::vector<Stage> stages;
  double least_rise;  // a candidate that gains less in a rise stays where it is
  double nearness;    // of rotations, squared: candidates so near have met
  int refinements;    // of the winners, each followed by a new rotation
  int sweeps;         // of crossings in a refinement
};

// A warp and a rotation of the second curve onto the first, in edges of the finest
// registration copies.
struct Match {
  Matrix rotation;
  Path path;
  double value = -1;
};

// Does the searching for one thread.
class Aligner {
 public:
  explicit Aligner(bool use_avx2 = machine_has_avx2()) : lattice_(use_avx2) {}

  Match search(const ElasticCurve& a, const ElasticCurve& b, const RotationRule& rule,
               const SearchPlan& plan) {
    const LatticeCurve* x = &a.level(edges_or_all(plan.start_edges));
    const LatticeCurve* y = &b.level(edges_or_all(plan.start_edges));
    std::vector<Candidate> candidates = starts(*x, *y, a.closed(), rule, plan);
    for (const Stage& stage : plan.stages) {
      const LatticeCurve& next_x = a.level(edges_or_all(stage.edges));
      const LatticeCurve& next_y = b.level(edges_or_all(stage.edges));
      if (&next_x != x || &next_y != y) {
        carry_over(*x, *y, next_x, next_y, candidates);
        // Copies of one polygon are told from its near symmetries by the curves alone.
        if (a.closed() && stage.edges == 0) {
          candidates.push_back(best_shift(next_x, next_y, rule));
        }
      }
      x = &next_x;
      y = &next_y;
      for (Candidate& candidate : candidates)
        climb(*x, *y, a.closed(), rule, stage, plan.least_rise, candidate);
      keep_best(stage, plan.nearness, x->edges(), y->edges(), candidates);
    }
    Match best;
    for (const Candidate& candidate : candidates) {
      Match match = finish(a.finest(), b.finest(), a.closed(), rule, plan, candidate);
      if (match.value > best.value) best = match;
    }
    return best;
  }

 private:
  static int edges_or_all(int edges) { return edges > 0 ? edges : 1 << 30; }

  static std::vector<Candidate> starts(const LatticeCurve& x, const LatticeCurve& y,
                                       bool closed, const RotationRule& rule,
                                       const SearchPlan& plan) {
    if (!closed) return open_starts(x, y, rule, plan.open);
    std::vector<Candidate> all = shifted_starts(x, y, rule);
    if (plan.every_shift) return all;
    std::vector<Candidate> peaks;
    for (std::size_t k = 0, n = all.size(); k < n; ++k) {
      const double before = all[(k + n - 1) % n].value, after = all[(k + 1) % n].value;
      if (all[k].value > before && all[k].value >= after) peaks.push_back(all[k]);
    }
    return peaks.empty() ? all : peaks;
  }

  // The starting point that fits best without a warp.
  static Candidate best_shift(const LatticeCurve& x, const LatticeCurve& y,
                              const RotationRule& rule) {
    const std::vector<Candidate> all = shifted_starts(x, y, rule);
    return *std::max_element(
        all.begin(), all.end(),
        [](const Candidate& u, const Candidate& v) { return u.value < v.value; });
  }

  // Puts candidates on the lattice of other copies of the curves, where their values
  // are not known.
  static void carry_over(const LatticeCurve& x, const LatticeCurve& y,
                         const LatticeCurve& to_x, const LatticeCurve& to_y,
                         std::vector<Candidate>& candidates) {
    const std::vector<int> rows = nearest_vertices(x.arc, to_x.arc);
    const std::vector<int> cols = nearest_vertices(y.arc, to_y.arc);
    // Vertex k on the copy that is left, round the circle, on the new one.
    const auto vertex = [](const std::vector<int>& nearest, int at) {
      const std::size_t n = nearest.size() - 1, k = static_cast<std::size_t>(at);
      return k < n ? nearest[k] : nearest[k - n] + nearest[n];
    };
    for (Candidate& candidate : candidates) {
      const LatticePoint old = candidate.origin;
      const LatticePoint origin{vertex(rows, old.i), vertex(cols, old.j)};
      for (LatticePoint& at : candidate.walk) {
        at = {vertex(rows, old.i + at.i) - origin.i,
              vertex(cols, old.j + at.j) - origin.j};
      }
      candidate.origin = {origin.i % to_x.edges(), origin.j % to_y.edges()};
      candidate.value = -1;
    }
  }

  // For each vertex on one copy of a curve the nearest, by arc length, on another.
  static std::vector<int> nearest_vertices(const Vector& from, const Vector& to) {
    std::vector<int> nearest;
    Eigen::Index k = 0;
    for (double arc : from) {
      while (k + 1 < to.size() && to(k + 1) - arc < arc - to(k)) ++k;
      nearest.push_back(static_cast<int>(k));
    }
    nearest.front() = 0;  // ends stay ends, whatever edges of length 0 are there
    nearest.back() = static_cast<int>(to.size()) - 1;
    return nearest;
  }

  // Runs the dynamic programme from the candidate's cut under its rotation, and fits
  // the rotation to the warp.
  void rise(const LatticeCurve& a, const LatticeCurve& b, const RotationRule& rule,
            const Stage& stage, Candidate& candidate) {
    write_rotated_rows(b, candidate.rotation, rows_);
    if (stage.band > 0 && !candidate.walk.empty()) {
      const int width =
          static_cast<int>(std::ceil(stage.band * std::max(a.edges(), b.edges())));
      lattice_.open_along(a.edges(), b.edges(), candidate.walk, width);
    } else {
      lattice_.open(a.edges(), b.edges());
    }
    const LatticePoint from = candidate.origin;
    const auto run = [&](auto reach) {
      constexpr int r = decltype(reach)::value;
      lattice_.fill<r>(a.rows.data() + from.i, a.stride, rows_.data() + from.j, b.stride,
                       static_cast<int>(b.q.rows()));
      lattice_.trace<r>(candidate.walk);
    };
    switch (stage.reach) {
      case 2:
        run(std::integral_constant<int, 2>{});
        break;
      case 3:
        run(std::integral_constant<int, 3>{});
        break;
      case 4:
        run(std::integral_constant<int, 4>{});
        break;
      default:
        run(std::integral_constant<int, longest_reach>{});
        break;
    }
    const Matrix moment = walk_moment(a.q, b.q, candidate.walk, from.i, from.j);
    candidate.rotation = rule.fit(moment);
    candidate.value = path_value(moment, candidate.rotation);
  }

  void climb(const LatticeCurve& a, const LatticeCurve& b, bool closed,
             const RotationRule& rule, const Stage& stage, double least_rise,
             Candidate& candidate) {
    if (candidate.walk.empty()) candidate.value = -1;
    for (int k = 0; k < stage.rises; ++k) {
      next_ = candidate;
      rise(a, b, rule, stage, next_);
      const double gain = next_.value - candidate.value;
      if (gain <= 0) break;
      std::swap(candidate, next_);
      if (gain <= least_rise) break;
      if (closed) cut_in_the_middle(a.edges(), b.edges(), candidate);
    }
  }

  // Moves a closed candidate's cut to the matched pair in the middle of its walk.
  static void cut_in_the_middle(int n, int m, Candidate& candidate) {
    std::vector<LatticePoint>& walk = candidate.walk;
    const std::ptrdiff_t half = static_cast<std::ptrdiff_t>(walk.size() / 2);
    const LatticePoint middle = walk[static_cast<std::size_t>(half)];
    walk.pop_back();  // the first point again
    std::rotate(walk.begin(), walk.begin() + half, walk.end());
    for (LatticePoint& at : walk) {
      at.i -= middle.i;
      at.j -= middle.j;
    }
    for (auto at = walk.end() - half; at != walk.end(); ++at) {
      at->i += n;
      at->j += m;
    }
    walk.push_back({n, m});
    candidate.origin = {(candidate.origin.i + middle.i) % n,
                        (candidate.origin.j + middle.j) % m};
  }

  // Best first, without candidates that have met a better one: those that are turned
  // alike and match alike.
  static void keep_best(const Stage& stage, double nearness, int n, int m,
                        std::vector<Candidate>& candidates) {
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate& x, const Candidate& y) { return x.value > y.value; });
    // How far the second curve is ahead of the first where they are cut.
    const auto lead = [n, m](const Candidate& x) {
      return static_cast<double>(x.origin.j) / m - static_cast<double>(x.origin.i) / n;
    };
    std::vector<Candidate> kept;
    for (const Candidate& candidate : candidates) {
      if (static_cast<int>(kept.size()) == stage.keep) break;
      if (candidate.value < candidates.front().value - stage.margin) break;
      const bool met = std::any_of(kept.begin(), kept.end(), [&](const Candidate& other) {
        const double ahead = lead(other) - lead(candidate);
        return (other.rotation - candidate.rotation).squaredNorm() < nearness &&
               std::abs(ahead - std::round(ahead)) < 0.1;
      });
      if (!met) kept.push_back(candidate);
    }
    candidates.swap(kept);
  }

  // From the lattice of the finest copies to a path off it.
  Match finish(const LatticeCurve& a, const LatticeCurve& b, bool closed,
               const RotationRule& rule, const SearchPlan& plan,
               const Candidate& candidate) {
    Match match;
    match.rotation = candidate.rotation;
    match.value = candidate.value;
    path_from_lattice(candidate.walk, candidate.origin.i, candidate.origin.j, match.path);
    for (int k = 0; k < plan.refinements; ++k) {
      if (closed && k > 0) cut_path_anew(a.edges(), b.edges(), match.path);
      rotated_ = match.rotation.lazyProduct(b.q);
      refiner_.refine(a.q, rotated_, match.path, plan.sweeps);
      const Matrix moment = path_moment(a.q, b.q, match.path);
      match.rotation = rule.fit(moment);
      const double value = path_value(moment, match.rotation);
      const bool rises = value > match.value + plan.least_rise;
      match.value = value;
      if (!rises) break;
    }
    return match;
  }

  // A closed path begun at the point in its middle.
  static void cut_path_anew(int n, int m, Path& path) {
    const std::size_t middle = path.size() / 2;
    Path turned(path.begin() + static_cast<std::ptrdiff_t>(middle), path.end());
    for (std::size_t k = 1; k <= middle; ++k)
      turned.push_back({path[k].t + n, path[k].s + m});
    if (turned.front().t >= n) {
      for (PathPoint& point : turned) point.t -= n;
    }
    if (turned.front().s >= m) {
      for (PathPoint& point : turned) point.s -= m;
    }
    path.swap(turned);
  }

  Lattice lattice_;
  PathRefiner refiner_;
  Matrix rotated_;
  std::vector<float> rows_;
  Candidate next_;
};

}  // namespace shapecrp
