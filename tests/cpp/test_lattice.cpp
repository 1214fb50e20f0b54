// The dynamic programme against the enumeration of all paths, and its two instruction
// sets against each other.
#include <cstring>

#include "check.h"
#include "core/elastic/curve.h"
#include "core/elastic/lattice.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

using Walk = std::vector<LatticePoint>;

bool same(const Walk& x, const Walk& y) {
  return x.size() == y.size() &&
         std::equal(x.begin(), x.end(), y.begin(), [](LatticePoint a, LatticePoint b) {
           return a.i == b.i && a.j == b.j;
         });
}

// Two random curves' edges, as doubles and as rows of floats.
struct Pair {
  Matrix q1, q2;
  std::vector<float> a, b;

  Pair(check::Random& random, int p, int n, int m)
      : q1(random.matrix(p, n)), q2(random.matrix(p, m)) {
    write_rows(q1, false, n, a);
    write_rows(q2, false, m, b);
  }
  int rows() const { return static_cast<int>(q1.cols()); }
  int cols() const { return static_cast<int>(q2.cols()); }

  template <int Reach>
  float fill(Lattice& lattice) const {
    return lattice.fill<Reach>(a.data(), rows(), b.data(), cols(),
                               static_cast<int>(q1.rows()));
  }
};

// The integral of sqrt(dt ds) <q1, q2> along the line from (i, j) to (i + k, j + l).
double line_gain(const Pair& pair, int i, int j, int k, int l) {
  if (k == 0 || l == 0) return 0;
  std::vector<double> cuts;
  for (int r = 0; r <= k; ++r) cuts.push_back(static_cast<double>(r) / k);
  for (int c = 1; c < l; ++c) cuts.push_back(static_cast<double>(c) / l);
  std::sort(cuts.begin(), cuts.end());
  double gain = 0;
  for (std::size_t n = 1; n < cuts.size(); ++n) {
    const double middle = 0.5 * (cuts[n - 1] + cuts[n]), length = cuts[n] - cuts[n - 1];
    const int row = std::min(i + static_cast<int>(middle * k), i + k - 1);
    const int col = std::min(j + static_cast<int>(middle * l), j + l - 1);
    gain += std::sqrt(static_cast<double>(k) * l) * length *
            pair.q1.col(row).dot(pair.q2.col(col));
  }
  return gain;
}

bool coprime(int k, int l) { return greatest_common_divisor(k, l) == 1; }

// The best value of a path from (i, j) to the far corner, by trying every path.
double best_of_all(const Pair& pair, int reach, int i, int j, long& paths) {
  const int n = pair.rows(), m = pair.cols();
  if (i == n && j == m) {
    ++paths;
    return 0;
  }
  double best = -1e300;
  for (int k = 0; k <= reach && i + k <= n; ++k) {
    for (int l = 0; l <= reach && j + l <= m; ++l) {
      const bool still = k + l == 1;
      if (!still && (k == 0 || l == 0 || !coprime(k, l))) continue;
      best = std::max(best, line_gain(pair, i, j, k, l) +
                                best_of_all(pair, reach, i + k, j + l, paths));
    }
  }
  return best;
}

double walk_gain(const Pair& pair, const Walk& walk) {
  double gain = 0;
  for (std::size_t n = 1; n < walk.size(); ++n) {
    gain += line_gain(pair, walk[n - 1].i, walk[n - 1].j, walk[n].i - walk[n - 1].i,
                      walk[n].j - walk[n - 1].j);
  }
  return gain;
}

bool is_walk(const Walk& walk, int reach, int n, int m) {
  if (walk.front().i != 0 || walk.front().j != 0) return false;
  if (walk.back().i != n || walk.back().j != m) return false;
  for (std::size_t s = 1; s < walk.size(); ++s) {
    const int k = walk[s].i - walk[s - 1].i, l = walk[s].j - walk[s - 1].j;
    const bool still = k >= 0 && l >= 0 && k + l == 1;
    if (!still && !(k > 0 && l > 0 && k <= reach && l <= reach && coprime(k, l))) {
      return false;
    }
  }
  return true;
}

template <int Reach>
void test_step_set() {
  int count = 0;
  for (int k = 1; k <= Reach; ++k) {
    for (int l = 1; l <= Reach; ++l) count += coprime(k, l);
  }
  CHECK(lattice_steps<Reach>.count == count);
  for (int s = 0; s < lattice_steps<Reach>.count; ++s) {
    const LatticeStep& step = lattice_steps<Reach>.step[s];
    CHECK(coprime(step.k, step.l) && step.n_cells == step.k + step.l - 1);
    CHECK(step.row[0] == 0 && step.col[0] == 0);
    double sum = 0;
    for (int c = 0; c < step.n_cells; ++c) {
      sum += static_cast<double>(step.weight[c]);
      CHECK(step.weight[c] == step.weight[step.n_cells - 1 - c]);
      if (c > 0) {  // to the next row or the next column
        CHECK(step.row[c] - step.row[c - 1] + step.col[c] - step.col[c - 1] == 1);
      }
    }
    // weight = sqrt(dt ds) on a line of slope dt / ds = k / l, so the dt sum to k and
    // the ds to l.
    const double slope = static_cast<double>(step.k) / step.l;
    CHECK_NEAR(sum * std::sqrt(slope), step.k, 1e-6);
    CHECK_NEAR(sum / std::sqrt(slope), step.l, 1e-6);
  }
}

// Long steps pay where the curves move at different speeds; all signs do without.
template <int Reach>
void test_against_enumeration(bool use_avx2, int most) {
  check::Random random(100 + Reach);
  Lattice lattice(use_avx2);
  long paths = 0;
  for (int round = 0; round < 40; ++round) {
    Pair pair(random, 2, 1 + random.below(most), 1 + random.below(most));
    if (round % 4 == 1) pair.q2.setConstant(0.3);
    if (round % 4 == 2) pair.q1 *= -1;
    write_rows(pair.q1, false, pair.rows(), pair.a);
    write_rows(pair.q2, false, pair.cols(), pair.b);
    lattice.open(pair.rows(), pair.cols());
    const double value = static_cast<double>(pair.fill<Reach>(lattice));
    CHECK_NEAR(value, best_of_all(pair, Reach, 0, 0, paths), 1e-5);
    Walk walk;
    lattice.trace<Reach>(walk);
    CHECK(is_walk(walk, Reach, pair.rows(), pair.cols()));
    CHECK_NEAR(walk_gain(pair, walk), value, 1e-5);
  }
  CHECK(paths > 1000);
}

void test_stands_still_throughout() {
  // Opposite directions: nothing is gained, nothing is lost.
  Lattice lattice;
  check::Random random(1);
  Pair pair(random, 2, 5, 3);
  pair.q1.setConstant(1);
  pair.q2.setConstant(-1);
  write_rows(pair.q1, false, 5, pair.a);
  write_rows(pair.q2, false, 3, pair.b);
  lattice.open(5, 3);
  CHECK(pair.fill<4>(lattice) == 0);
  Walk walk;
  lattice.trace<4>(walk);
  CHECK(is_walk(walk, 4, 5, 3) && walk.size() == 9);
}

template <int Reach>
void test_same_bits(const Pair& pair, const Walk* along, int width) {
  Lattice avx2(true), portable(false);
  Walk x, y;
  for (Lattice* lattice : {&avx2, &portable}) {
    if (along) {
      lattice->open_along(pair.rows(), pair.cols(), *along, width);
    } else {
      lattice->open(pair.rows(), pair.cols());
    }
  }
  const float u = pair.fill<Reach>(avx2), v = pair.fill<Reach>(portable);
  avx2.trace<Reach>(x);
  portable.trace<Reach>(y);
  CHECK(std::memcmp(&u, &v, sizeof u) == 0);
  CHECK(same(x, y));
}

void test_instruction_sets() {
  if (!machine_has_avx2()) return;
  check::Random random(3);
  for (int round = 0; round < 150; ++round) {
    const int p = 2 + random.below(4);
    const Pair pair(random, p, 1 + random.below(60), 1 + random.below(60));
    test_same_bits<2>(pair, nullptr, 0);
    test_same_bits<3>(pair, nullptr, 0);
    test_same_bits<4>(pair, nullptr, 0);
    test_same_bits<6>(pair, nullptr, 0);
    Lattice lattice;
    Walk walk;
    lattice.open(pair.rows(), pair.cols());
    pair.fill<4>(lattice);
    lattice.trace<4>(walk);
    const int width = random.below(12);
    test_same_bits<4>(pair, &walk, width);
    test_same_bits<6>(pair, &walk, width);
  }
}

// A band around the best walk holds the best value; around another one no more than
// that and no less than that one's; what an earlier fill left behind never counts.
void test_band() {
  check::Random random(4);
  Lattice used;
  for (int round = 0; round < 200; ++round) {
    const int p = 2 + random.below(2);
    const Pair pair(random, p, 1 + random.below(70), 1 + random.below(70));
    const int n = pair.rows(), m = pair.cols(), width = random.below(10);
    used.open(n, m);
    const float best = pair.fill<4>(used);
    Walk walk, other;
    used.trace<4>(walk);
    used.open_along(n, m, walk, width);
    CHECK(pair.fill<4>(used) == best);
    used.trace<4>(other);
    CHECK(same(walk, other));

    // Any monotone walk by unit steps.
    other.assign(1, {0, 0});
    double gain = 0;
    while (other.back().i < n || other.back().j < m) {
      LatticePoint at = other.back();
      const int kind = random.below(3);
      const LatticePoint next{std::min(at.i + (kind != 1), n),
                              std::min(at.j + (kind != 0), m)};
      if (next.i == at.i && next.j == at.j) continue;
      gain += line_gain(pair, at.i, at.j, next.i - at.i, next.j - at.j);
      other.push_back(next);
    }
    Lattice fresh;
    used.open_along(n, m, other, width);
    fresh.open_along(n, m, other, width);
    const float banded = pair.fill<4>(used);
    CHECK(banded == pair.fill<4>(fresh));
    CHECK(banded <= best);
    CHECK(static_cast<double>(banded) >= gain - 1e-4);
    used.trace<4>(walk);
    CHECK(is_walk(walk, 4, n, m));
    CHECK_NEAR(walk_gain(pair, walk), static_cast<double>(banded), 1e-4);
  }
}

// Every walk within `width` columns or rows of the walk is in the band: the first curve's
// edges are unit vectors, so that products are what is asked for, 1 on the cells of a
// walk that strays as far as it may.
void test_band_is_as_wide_as_asked() {
  check::Random random(6);
  for (int round = 0; round < 120; ++round) {
    const int n = 10 + random.below(30), m = 10 + random.below(30);
    const int width = 1 + random.below(9);
    // Long stretches, so that columns and rows differ.
    Walk walk{{0, 0}};
    while (walk.back().i < n || walk.back().j < m) {
      const int kind = random.below(3), length = 1 + random.below(12);
      for (int k = 0; k < length; ++k) {
        const LatticePoint at = walk.back();
        const LatticePoint next{std::min(at.i + (kind != 1), n),
                                std::min(at.j + (kind != 0), m)};
        if (next.i == at.i && next.j == at.j) break;
        walk.push_back(next);
      }
    }
    const auto near = [&](int i, int j) {
      if (i > n || j > m) return false;
      for (const LatticePoint& at : walk) {
        if (at.i == i && std::abs(at.j - j) <= width) return true;
        if (at.j == j && std::abs(at.i - i) <= width) return true;
      }
      return false;
    };
    // To one side as long as that is near, diagonally where it can.
    const bool up = round % 2 == 0;
    Pair pair(random, n, n, m);
    pair.q1 = Matrix::Identity(n, n);
    pair.q2.setZero();
    float gain = 0;
    LatticePoint at{0, 0};
    while (at.i < n || at.j < m) {
      if (near(at.i + !up, at.j + up)) {
        at = {at.i + !up, at.j + up};
      } else if (near(at.i + 1, at.j + 1)) {
        pair.q2(at.i, at.j) = 1;
        gain += 1;
        at = {at.i + 1, at.j + 1};
      } else {
        at = {at.i + up, at.j + !up};
      }
    }
    write_rows(pair.q1, false, n, pair.a);
    write_rows(pair.q2, false, m, pair.b);
    Lattice lattice;
    lattice.open_along(n, m, walk, width);
    CHECK(pair.fill<2>(lattice) >= gain);
  }
}

// A narrow band keeps paths near: on curves that ask for a detour it costs.
void test_band_binds() {
  check::Random random(5);
  int bound = 0;
  for (int round = 0; round < 20; ++round) {
    const Pair pair(random, 2, 64, 64);
    Lattice lattice;
    lattice.open(64, 64);
    const float best = pair.fill<3>(lattice);
    Walk diagonal;
    for (int i = 0; i <= 64; ++i) diagonal.push_back({i, i});
    lattice.open_along(64, 64, diagonal, 1);
    bound += pair.fill<3>(lattice) < best;
    Walk walk;
    lattice.trace<3>(walk);
    for (const LatticePoint& at : walk) CHECK(std::abs(at.i - at.j) <= 1 + 8);
  }
  CHECK(bound > 10);
}

}  // namespace

int main() {
  test_step_set<2>();
  test_step_set<3>();
  test_step_set<4>();
  test_step_set<6>();
  for (bool use_avx2 : {false, true}) {
    if (use_avx2 && !machine_has_avx2()) continue;
    test_against_enumeration<2>(use_avx2, 5);
    test_against_enumeration<3>(use_avx2, 5);
    test_against_enumeration<4>(use_avx2, 5);
    test_against_enumeration<6>(use_avx2, 6);
  }
  test_stands_still_throughout();
  test_instruction_sets();
  test_band();
  test_band_is_as_wide_as_asked();
  test_band_binds();
  return check::report();
}
