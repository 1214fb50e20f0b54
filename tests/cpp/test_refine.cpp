// Refinement off the lattice: never worse, within its cells, and the optimum where
// that is known.
#include "check.h"
#include "core/elastic/curve.h"
#include "core/elastic/refine.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

double value_of(const Matrix& q1, const Matrix& q2, const Path& path) {
  const Matrix eye = Matrix::Identity(q1.rows(), q1.rows());
  return path_value(path_moment(q1, q2, path), eye);
}

// One edge against m with products w_j: by Cauchy-Schwarz sum_j w_j sqrt(dt_j) is at
// most sqrt(sum w_j^2), with dt_j = w_j^2 / sum w^2.
void test_one_row_in_closed_form() {
  check::Random random(1);
  for (int m : {2, 3, 5}) {
    Matrix q1(2, 1), q2(2, m);
    q1 << 1, 0;
    for (int j = 0; j < m; ++j) q2.col(j) << 0.2 + std::abs(random.uniform()), 0.7;
    Path path{{0, 0}};
    for (int j = 1; j <= m; ++j)
      path.push_back({static_cast<double>(j) / m, static_cast<double>(j)});
    const double total = q2.row(0).squaredNorm();
    PathRefiner refiner;
    const double value = refiner.refine(q1, q2, path, 2000);
    CHECK_NEAR(value, std::sqrt(total), 1e-9);
    CHECK_NEAR(value_of(q1, q2, path), std::sqrt(total), 1e-9);
    double at = 0;
    for (int j = 1; j < m; ++j) {
      at += q2(0, j - 1) * q2(0, j - 1) / total;
      CHECK_NEAR(path[static_cast<std::size_t>(j)].t, at, 1e-6);
    }
  }
}

// Two cells need one sweep only.
void test_two_cells() {
  Matrix q1(2, 1), q2(2, 2);
  q1 << 1, 0;
  q2 << 3, 4, 0, 0;
  Path path{{0, 0}, {0.5, 1}, {1, 2}};
  PathRefiner refiner;
  CHECK_NEAR(refiner.refine(q1, q2, path, 1), 5, 1e-14);
  CHECK(path.size() == 3);
  CHECK_NEAR(path[1].t, 9.0 / 25, 1e-14);
  // The other way round: two edges against one.
  Path turned{{0, 0}, {1, 0.5}, {2, 1}};
  CHECK_NEAR(refiner.refine(q2, q1, turned, 1), 5, 1e-14);
  CHECK_NEAR(turned[1].s, 9.0 / 25, 1e-14);
}

// One sweep of three cells: each crossing is placed between its neighbours as they are
// then.
void test_one_sweep() {
  Matrix q1(2, 1), q2(2, 3);
  q1 << 1, 0;
  q2 << 3, 4, 5, 0, 0, 0;
  Path path{{0, 0}, {0.2, 1}, {0.6, 2}, {1, 3}};
  PathRefiner refiner;
  refiner.refine(q1, q2, path, 1);
  const double first = 0.6 * 9 / 25;
  CHECK_NEAR(path[1].t, first, 1e-14);
  CHECK_NEAR(path[2].t, first + (1 - first) * 16 / 41, 1e-14);
  Path turned{{0, 0}, {1, 0.2}, {2, 0.6}, {3, 1}};
  refiner.refine(q2, q1, turned, 1);
  CHECK_NEAR(turned[1].s, first, 1e-14);
  CHECK_NEAR(turned[2].s, first + (1 - first) * 16 / 41, 1e-14);
}

// A path through a corner beside a better cell leaves it, to either side: with u of that
// cell crossed, 2 sqrt(1 - u) + 2 u is largest at u = 3/4.
void test_leaves_a_corner() {
  for (bool above : {true, false}) {
    Matrix q1(2, 2), q2(2, 2);
    // Products 1 on the diagonal, 2 to one side of it, none to the other.
    q1 << 1, above ? 0 : 2, above ? 2 : 0, 1;
    q2 << 1, 0, 0, 1;
    Path path{{0, 0}, {1, 1}, {2, 2}};
    PathRefiner refiner;
    CHECK_NEAR(refiner.refine(q1, q2, path, 500), 2.5, 1e-9);
    CHECK_NEAR(value_of(q1, q2, path), 2.5, 1e-9);
    CHECK(check::is_path(path));
  }
}

// A cell that gains nothing is passed round its corner.
void test_worthless_cell() {
  Matrix q1(2, 1), q2(2, 3);
  q1 << 1, 0;
  q2 << 3, -1, 4, 0, 0, 0;
  Path path{{0, 0}, {1.0 / 3, 1}, {2.0 / 3, 2}, {1, 3}};
  PathRefiner refiner;
  CHECK_NEAR(refiner.refine(q1, q2, path, 500), 5, 1e-6);
  CHECK_NEAR(value_of(q1, q2, path), 5, 1e-6);
  CHECK(check::is_path(path));
}

void test_random_paths() {
  check::Random random(2);
  Lattice lattice;
  PathRefiner refiner;
  double gained = 0;
  for (int round = 0; round < 150; ++round) {
    const int p = 2 + random.below(3);
    const int n = 1 + random.below(25), m = 1 + random.below(25);
    const Matrix q1 = random.matrix(p, n), q2 = random.matrix(p, m);
    std::vector<float> a, b;
    write_rows(q1, false, n, a);
    write_rows(q2, false, m, b);
    lattice.open(n, m);
    lattice.fill<4>(a.data(), n, b.data(), m, p);
    std::vector<LatticePoint> walk;
    lattice.trace<4>(walk);
    const int i = random.below(n), j = random.below(m);
    // Begun anywhere on the circle, the edges are those of curves turned likewise.
    Matrix turned1 = q1, turned2 = q2;
    for (int k = 0; k < n; ++k) turned1.col((i + k) % n) = q1.col(k);
    for (int k = 0; k < m; ++k) turned2.col((j + k) % m) = q2.col(k);
    Path path;
    path_from_lattice(walk, i, j, path);
    double value = value_of(turned1, turned2, path);
    const double before = value;
    for (int more = 0; more < 4; ++more) {
      const double refined = refiner.refine(turned1, turned2, path, 1 + 5 * more);
      const double now = value_of(turned1, turned2, path);
      CHECK(now >= value - 1e-12);
      // What is returned is attained, up to what cells of negative gain would cost.
      CHECK(now <= refined + 1e-12);
      if (now > before) CHECK_NEAR(now, refined, 1e-12);
      CHECK(check::is_path(path));
      CHECK(path.front().t == i && path.front().s == j);
      CHECK(path.back().t == i + n && path.back().s == j + m);
      value = now;
    }
    gained += value - before;
  }
  CHECK(gained > 1);
}

// Long horizontal and vertical stretches, at the ends and inside.
void test_standing_still() {
  check::Random random(3);
  PathRefiner refiner;
  for (int round = 0; round < 50; ++round) {
    const int n = 6, m = 7;
    const Matrix q1 = random.matrix(2, n), q2 = random.matrix(2, m);
    Path path;
    const std::vector<LatticePoint> walks[] = {{{0, 0},
                                                {0, 1},
                                                {0, 2},
                                                {1, 3},
                                                {2, 3},
                                                {3, 3},
                                                {4, 4},
                                                {5, 5},
                                                {5, 6},
                                                {5, 7},
                                                {6, 7}},
                                               {{0, 0},
                                                {1, 0},
                                                {2, 0},
                                                {3, 0},
                                                {4, 1},
                                                {5, 2},
                                                {5, 3},
                                                {5, 4},
                                                {6, 5},
                                                {6, 6},
                                                {6, 7}},
                                               {{0, 0},
                                                {1, 0},
                                                {2, 0},
                                                {3, 0},
                                                {4, 0},
                                                {5, 0},
                                                {6, 0},
                                                {6, 1},
                                                {6, 2},
                                                {6, 3},
                                                {6, 4},
                                                {6, 5},
                                                {6, 6},
                                                {6, 7}}};
    for (const auto& walk : walks) {
      path_from_lattice(walk, 0, 0, path);
      const double before = value_of(q1, q2, path);
      const double refined = refiner.refine(q1, q2, path, 20);
      const double after = value_of(q1, q2, path);
      CHECK(after >= before - 1e-12);
      CHECK(after <= refined + 1e-12);
      CHECK(check::is_path(path));
      CHECK(path.front().t == 0 && path.front().s == 0);
      CHECK(path.back().t == n && path.back().s == m);
    }
  }
}

}  // namespace

int main() {
  test_one_row_in_closed_form();
  test_two_cells();
  test_one_sweep();
  test_leaves_a_corner();
  test_worthless_cell();
  test_random_paths();
  test_standing_still();
  return check::report();
}
