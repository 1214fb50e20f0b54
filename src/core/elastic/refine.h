// Off the lattice: the best path through the cells that a path crosses.
//
// Fix the sequence of cells. The path is then given by where it crosses the border
// between each cell and the next, one free coordinate x per crossing, and its value
// sum_c w_c sqrt(dt_c ds_c), w_c >= 0, is concave in all of them together. With its
// two neighbours fixed a crossing has a closed-form best place, by Cauchy-Schwarz:
// it divides the span between them as w1^2 h1 : w2^2 h2, h the extents of the two
// cells' pieces in the other coordinate. Sweeps of that never lower the value. Cells
// with w <= 0 gain nothing: the path goes round the corner of such a cell, and stands
// still through a row or column of them, at a place that is free as a whole.
#pragma once

#include <algorithm>
#include <vector>

#include "path.h"

namespace shapecrp {

class PathRefiner {
 public:
  // Replaces `path` by a better one for edges q1 and q2, the latter rotated.
  // Returns the value; `path` is unchanged where nothing is gained.
  double refine(const Matrix& q1, const Matrix& q2, Path& path, int sweeps) {
    q1_ = &q1;
    q2_ = &q2;
    const double before = clipped_value(path);
    collect_cells(path);
    place_crossings(path);
    for (int k = 0; k < sweeps; ++k) sweep();
    const double after = crossings_value();
    if (after > before) write_path(path);
    return std::max(before, after);
  }

 private:
  // Where the path leaves a cell and where it enters the next that it gains in: the
  // same point, unless it stands still through cells between.
  struct Crossing {
    PathPoint leave, enter;
    bool row;         // of a border between rows: t is fixed, s is free
    double lowest;    // the free coordinate lies in [lowest, lowest + 1]
    double strength;  // w^2 of the cell that is left
  };

  // Crossings start at least this far from the corners of their cells: at a corner
  // no single coordinate can move.
  static constexpr double clearance = 0.05;
  static constexpr double least_extent = 1e-6;

  // max(0, <q1_i, q2_j>)
  double weight(const LatticePoint& cell) const {
    const Eigen::Index i = cell.i % q1_->cols(), j = cell.j % q2_->cols();
    double product = 0;
    for (Eigen::Index d = 0; d < q1_->rows(); ++d) product += (*q1_)(d, i) * (*q2_)(d, j);
    return std::max(product, 0.0);
  }

  double clipped_value(const Path& path) const {
    double value = 0;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const double area = (path[k].t - path[k - 1].t) * (path[k].s - path[k - 1].s);
      if (area > 0) value += std::sqrt(area) * weight(cell_of(path[k - 1], path[k]));
    }
    return value;
  }

  // The cells that the path crosses, not only touches, and where it leaves them; where
  // it begins or ends by standing still, the cells at its ends as well.
  void collect_cells(const Path& path) {
    cells_.clear();
    exits_.clear();
    const PathPoint &front = path.front(), &back = path.back();
    add_cell(
        {static_cast<int>(std::floor(front.t)), static_cast<int>(std::floor(front.s))},
        front);
    for (std::size_t k = 1; k < path.size(); ++k) {
      if (path[k].t - path[k - 1].t < least_extent ||
          path[k].s - path[k - 1].s < least_extent) {
        continue;
      }
      add_cell(cell_of(path[k - 1], path[k]), path[k]);
    }
    add_cell({static_cast<int>(std::ceil(back.t)) - 1,
              static_cast<int>(std::ceil(back.s)) - 1},
             back);
  }

  void add_cell(const LatticePoint& cell, const PathPoint& exit) {
    if (!cells_.empty() && cells_.back().i == cell.i && cells_.back().j == cell.j) {
      exits_.back() = exit;
    } else {
      cells_.push_back(cell);
      exits_.push_back(exit);
    }
  }

  // Joins the cells by staircases of neighbours and puts a crossing between each two.
  void place_crossings(const Path& path) {
    const PathPoint &front = path.front(), &back = path.back();
    crossings_.assign(1, {front, front, false, 0, 0});
    for (std::size_t k = 0; k + 1 < cells_.size(); ++k) {
      climb_stairs(cells_[k], cells_[k + 1], exits_[k]);
    }
    const double w = weight(cells_.back());
    crossings_.push_back({back, back, false, 0, w * w});
    // A path that begins or ends inside a cell may do so within a crossing's clearance.
    for (std::size_t k = 1; k + 1 < crossings_.size(); ++k) {
      const PathPoint& before = crossings_[k - 1].enter;
      Crossing& x = crossings_[k];
      if (x.row) {
        move(x, std::min(std::max(x.leave.s, before.s), back.s));
      } else {
        move(x, std::min(std::max(x.leave.t, before.t), back.t));
      }
    }
  }

  // The staircase from one cell to a later one over the largest sum of weights.
  void climb_stairs(const LatticePoint& from, const LatticePoint& to,
                    const PathPoint& hint) {
    const int rows = to.i - from.i, cols = to.j - from.j;
    const auto at = [cols](int r, int c) {
      return static_cast<std::size_t>(r * (cols + 1) + c);
    };
    stairs_.assign(at(rows, cols) + 1, 0.0);  // best sum from here on
    for (int r = rows; r >= 0; --r) {
      for (int c = cols; c >= 0; --c) {
        double ahead = 0;
        if (r < rows) ahead = stairs_[at(r + 1, c)];
        if (c < cols) ahead = std::max(ahead, stairs_[at(r, c + 1)]);
        stairs_[at(r, c)] = ahead + weight({from.i + r, from.j + c});
      }
    }
    int r = 0, c = 0;
    while (r < rows || c < cols) {
      const LatticePoint cell{from.i + r, from.j + c};
      if (r < rows && (c == cols || stairs_[at(r + 1, c)] >= stairs_[at(r, c + 1)])) {
        ++r;
        add_crossing(cell, {static_cast<double>(cell.i + 1), inside(hint.s, cell.j)},
                     true, cell.j);
      } else {
        ++c;
        add_crossing(cell, {inside(hint.t, cell.i), static_cast<double>(cell.j + 1)},
                     false, cell.i);
      }
    }
  }

  static double inside(double x, int lowest) {
    return std::min(std::max(x, lowest + clearance), lowest + 1 - clearance);
  }

  void add_crossing(const LatticePoint& cell, const PathPoint& at, bool row, int lowest) {
    const double w = weight(cell);
    Crossing& before = crossings_.back();
    if (w == 0 && crossings_.size() > 1 && before.row == row) {
      (row ? before.enter.t : before.enter.s) = row ? at.t : at.s;
    } else {
      crossings_.push_back({at, at, row, static_cast<double>(lowest), w * w});
    }
  }

  static void move(Crossing& x, double free) {
    (x.row ? x.leave.s : x.leave.t) = free;
    (x.row ? x.enter.s : x.enter.t) = free;
  }

  double crossings_value() const {
    double value = 0;
    for (std::size_t k = 1; k < crossings_.size(); ++k) {
      const PathPoint &a = crossings_[k - 1].enter, &b = crossings_[k].leave;
      value +=
          std::sqrt(std::max(0.0, (b.t - a.t) * (b.s - a.s)) * crossings_[k].strength);
    }
    return value;
  }

  // Every second crossing, then the others: neither depends on its own kind.
  void sweep() {
    for (std::size_t first : {std::size_t{1}, std::size_t{2}}) {
      for (std::size_t k = first; k + 1 < crossings_.size(); k += 2) place_best(k);
    }
  }

  // Moves crossing k to its best place between its neighbours.
  void place_best(std::size_t k) {
    const PathPoint &a = crossings_[k - 1].enter, &b = crossings_[k + 1].leave;
    Crossing& x = crossings_[k];
    const double before = x.strength * (x.row ? x.leave.t - a.t : x.leave.s - a.s);
    const double after =
        crossings_[k + 1].strength * (x.row ? b.t - x.enter.t : b.s - x.enter.s);
    if (!(before + after > 0)) return;
    const double from = x.row ? a.s : a.t, to = x.row ? b.s : b.t;
    const double best = from + (to - from) * (before / (before + after));
    move(x, std::min(std::max(best, x.lowest), x.lowest + 1));
  }

  // The crossings as a path, round the corner of cells that gain nothing.
  void write_path(Path& path) const {
    path.assign(1, crossings_.front().enter);
    for (std::size_t k = 1; k < crossings_.size(); ++k) {
      const Crossing &a = crossings_[k - 1], &b = crossings_[k];
      if (b.strength == 0) path.push_back({b.leave.t, a.enter.s});
      path.push_back(b.leave);
      if (b.enter.t != b.leave.t || b.enter.s != b.leave.s) path.push_back(b.enter);
    }
  }

  const Matrix* q1_ = nullptr;
  const Matrix* q2_ = nullptr;
  std::vector<LatticePoint> cells_;
  std::vector<PathPoint> exits_;
  std::vector<Crossing> crossings_;
  std::vector<double> stairs_;
};

}  // namespace shapecrp
