// Off the lattice: the best path through the cells that a path crosses.
//
// Fix the sequence of cells. The path is then given by where it crosses the border
// between each cell and the next, one free coordinate x a crossing, and its value
// sum_c w_c sqrt(dt_c ds_c), w_c >= 0, is concave in all of them together. With its
// two neighbours fixed a crossing has a closed-form best place, by Cauchy-Schwarz:
// it divides the span between them as w1^2 h1 : w2^2 h2, h the extents of the two
// cells' pieces in the other coordinate. Sweeps of that never lower the value. A
// piece in a cell with w <= 0 goes round its corner and gains 0.
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
    const double after = clipped_value(crossings_);
    if (after > before) write_path(path);
    return std::max(before, after);
  }

 private:
  enum class Border : char { none, row, column };  // row: t is fixed; column: s is

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
    crossings_.assign(1, path.front());
    borders_.assign(1, Border::none);
    lowest_.assign(1, 0.0);
    strength_.assign(1, 0.0);
    for (std::size_t k = 0; k + 1 < cells_.size(); ++k) {
      climb_stairs(cells_[k], cells_[k + 1], exits_[k]);
    }
    const double w = weight(cells_.back());
    crossings_.push_back(path.back());
    borders_.push_back(Border::none);
    lowest_.push_back(0);
    strength_.push_back(w * w);
    // A path that ends inside a cell may end before a crossing's clearance.
    for (std::size_t k = 1; k + 1 < crossings_.size(); ++k) {
      PathPoint& x = crossings_[k];
      x.t = std::min(std::max(x.t, crossings_[k - 1].t), path.back().t);
      x.s = std::min(std::max(x.s, crossings_[k - 1].s), path.back().s);
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
                     Border::row, cell.j);
      } else {
        ++c;
        add_crossing(cell, {inside(hint.t, cell.i), static_cast<double>(cell.j + 1)},
                     Border::column, cell.i);
      }
    }
  }

  static double inside(double x, int lowest) {
    return std::min(std::max(x, lowest + clearance), lowest + 1 - clearance);
  }

  void add_crossing(const LatticePoint& cell, const PathPoint& at, Border border,
                    int lowest) {
    const double w = weight(cell);
    crossings_.push_back(at);
    borders_.push_back(border);
    lowest_.push_back(lowest);
    strength_.push_back(w * w);
  }

  // Every second crossing, then the others: neither depends on its own kind.
  void sweep() {
    for (std::size_t first : {1, 2}) {
      for (std::size_t k = first; k + 1 < crossings_.size(); k += 2) place_best(k);
    }
  }

  // Moves crossing k to its best place between its neighbours.
  void place_best(std::size_t k) {
    const PathPoint &a = crossings_[k - 1], &b = crossings_[k + 1];
    PathPoint& x = crossings_[k];
    const bool row = borders_[k] == Border::row;
    const double before = strength_[k] * (row ? x.t - a.t : x.s - a.s);
    const double after = strength_[k + 1] * (row ? b.t - x.t : b.s - x.s);
    if (!(before + after > 0)) return;
    const double from = row ? a.s : a.t, to = row ? b.s : b.t;
    const double best = from + (to - from) * (before / (before + after));
    (row ? x.s : x.t) = std::min(std::max(best, lowest_[k]), lowest_[k] + 1);
  }

  // The crossings as a path, round the corner of cells that gain nothing.
  void write_path(Path& path) const {
    path.assign(1, crossings_.front());
    for (std::size_t k = 1; k < crossings_.size(); ++k) {
      if (strength_[k] == 0) path.push_back({crossings_[k].t, crossings_[k - 1].s});
      path.push_back(crossings_[k]);
    }
  }

  const Matrix* q1_ = nullptr;
  const Matrix* q2_ = nullptr;
  std::vector<LatticePoint> cells_;
  std::vector<PathPoint> exits_;
  Path crossings_;
  std::vector<Border> borders_;   // of crossing k
  std::vector<double> lowest_;    // its free coordinate lies in [lowest, lowest + 1]
  std::vector<double> strength_;  // w^2 of the cell before crossing k
  std::vector<double> stairs_;
};

}  // namespace shapecrp
