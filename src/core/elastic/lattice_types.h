// What the dynamic programme and its inner loops share.
#pragma once

namespace shapecrp {

// Columns kept free to the left of every row, so that a step never leaves it.
constexpr int lattice_pad = 8;

// The longest step along either curve.
constexpr int longest_reach = 6;

// Rows 0..n_rows and columns 0..n_cols of path values, n_rows x n_cols cells; a row
// starts lattice_pad floats into its stride.
struct LatticeShape {
  int n_rows, n_cols, stride;
};

// What a point holds that no path reaches.
constexpr float unreachable = -1e30f;

// The points of a lattice that a path may use: of row i, columns begin[i] to end[i],
// the latter excluded, both multiples of lattice_pad that never fall from a row to
// the next. Row 0 begins with column 0, the last row ends past the last column, and
// rows up to longest_reach outside are as the first and the last.
struct LatticeBand {
  const int *begin, *end;
};

// A step (k, l) of a path: k edges along the first curve, l along the second, by a
// straight line. It crosses k + l - 1 cells; cell c, `row[c]` rows and `col[c]`
// columns from the step's origin, gains weight[c] = sqrt(dt ds) times its product.
struct LatticeStep {
  int k = 0, l = 0, n_cells = 0;
  int row[2 * longest_reach] = {};
  int col[2 * longest_reach] = {};
  float weight[2 * longest_reach] = {};

  constexpr bool is_thin() const { return k == 1 || l == 1; }
};

constexpr int greatest_common_divisor(int a, int b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

// Square root of a small positive number at compile time, by Newton's method.
constexpr double constexpr_sqrt(double x) {
  double root = x;
  for (int i = 0; i < 40; ++i) root = 0.5 * (root + x / root);
  return root;
}

constexpr LatticeStep make_lattice_step(int k, int l) {
  LatticeStep step;
  step.k = k;
  step.l = l;
  // Measured in 1 / (k l) of the line, rows end at multiples of l and columns at
  // multiples of k; a piece of `end - at` has dt = (end - at) / l, ds = (end - at) / k.
  int at = 0, row = 0, col = 0;
  while (at < k * l) {
    const int row_end = (row + 1) * l, col_end = (col + 1) * k;
    const int end = row_end < col_end ? row_end : col_end;
    step.row[step.n_cells] = row;
    step.col[step.n_cells] = col;
    step.weight[step.n_cells] =
        static_cast<float>((end - at) / constexpr_sqrt(static_cast<double>(k * l)));
    ++step.n_cells;
    at = end;
    if (at == row_end) ++row;
    if (at == col_end) ++col;
  }
  return step;
}

// thin_weights.of[l] is the weight of each cell of steps (1, l) and (l, 1).
struct ThinWeights {
  float of[longest_reach + 1] = {};

  constexpr ThinWeights() {
    for (int l = 1; l <= longest_reach; ++l) of[l] = make_lattice_step(1, l).weight[0];
  }
};
inline constexpr ThinWeights thin_weights{};

// All coprime steps (k, l) with k, l <= Reach, by increasing max(k, l).
template <int Reach>
struct LatticeSteps {
  int count = 0;
  LatticeStep step[Reach * Reach] = {};

  constexpr LatticeSteps() {
    for (int longest = 1; longest <= Reach; ++longest) {
      for (int k = 1; k <= longest; ++k) {
        for (int l = 1; l <= longest; ++l) {
          const bool new_here = k == longest || l == longest;
          if (new_here && greatest_common_divisor(k, l) == 1) {
            step[count++] = make_lattice_step(k, l);
          }
        }
      }
    }
  }
};

template <int Reach>
inline constexpr LatticeSteps<Reach> lattice_steps{};

// Step (k, l) at at[k][l].
struct LatticeStepTable {
  LatticeStep at[longest_reach + 1][longest_reach + 1] = {};

  constexpr LatticeStepTable() {
    for (int k = 1; k <= longest_reach; ++k) {
      for (int l = 1; l <= longest_reach; ++l) at[k][l] = make_lattice_step(k, l);
    }
  }
};
inline constexpr LatticeStepTable lattice_step_table{};

}  // namespace shapecrp
