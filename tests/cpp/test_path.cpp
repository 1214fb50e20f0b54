// Paths, their values, and the rotation that suits them.
#include "check.h"
#include "core/elastic/curve.h"
#include "core/elastic/path.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

using Walk = std::vector<LatticePoint>;

bool is_orthogonal(const Matrix& o, double determinant) {
  const Matrix eye = Matrix::Identity(o.rows(), o.rows());
  return (o * o.transpose() - eye).cwiseAbs().maxCoeff() < 1e-12 &&
         std::abs(o.determinant() - determinant) < 1e-12;
}

// A random walk by steps of up to `reach`, or standing still.
Walk random_walk(check::Random& random, int n, int m, int reach) {
  Walk walk{{0, 0}};
  while (walk.back().i < n || walk.back().j < m) {
    const LatticePoint at = walk.back();
    const int k = std::min(random.below(reach + 1), n - at.i);
    const int l = std::min(random.below(reach + 1), m - at.j);
    const bool still = k + l == 1;
    if (!still && (k == 0 || l == 0 || greatest_common_divisor(k, l) != 1)) continue;
    walk.push_back({at.i + k, at.j + l});
  }
  return walk;
}

void test_rotation_against_angles() {
  check::Random random(1);
  for (double determinant : {1.0, -1.0}) {
    for (int round = 0; round < 50; ++round) {
      const Matrix moment = random.matrix(2, 2);
      const Matrix best = best_rotation(moment, determinant);
      CHECK(is_orthogonal(best, determinant));
      const double value = path_value(moment, best);
      double of_grid = -1e300;
      for (int k = 0; k < 3600; ++k) {
        const double angle = 6.283185307179586 * k / 3600;
        Matrix o(2, 2);
        o << std::cos(angle), -std::sin(angle) * determinant, std::sin(angle),
            std::cos(angle) * determinant;
        of_grid = std::max(of_grid, path_value(moment, o));
      }
      CHECK(value >= of_grid - 1e-14);
      CHECK_NEAR(value, of_grid, 1e-5);
    }
  }
}

void test_rotation_against_others() {
  check::Random random(2);
  for (int p : {3, 5}) {
    for (double determinant : {1.0, -1.0}) {
      for (int round = 0; round < 20; ++round) {
        // One in two is improper at heart: the smallest singular value counts against.
        const Matrix moment = random.matrix(p, p);
        const Matrix best = best_rotation(moment, determinant);
        CHECK(is_orthogonal(best, determinant));
        const double value = path_value(moment, best);
        double of_others = -1e300;
        for (int k = 0; k < 200; ++k) {
          of_others =
              std::max(of_others, path_value(moment, random.rotation(p, determinant)));
        }
        CHECK(value >= of_others);
        // And no small turn of it is better.
        for (int r = 0; r < p; ++r) {
          for (int c = 0; c < r; ++c) {
            for (double angle : {-1e-4, 1e-4}) {
              Matrix turn = Matrix::Identity(p, p);
              turn(r, r) = turn(c, c) = std::cos(angle);
              turn(r, c) = std::sin(angle);
              turn(c, r) = -std::sin(angle);
              CHECK(path_value(moment, turn * best) <= value + 1e-15);
            }
          }
        }
      }
    }
  }
}

void test_rotation_is_found() {
  check::Random random(3);
  for (int p : {2, 3, 5}) {
    for (double determinant : {1.0, -1.0}) {
      const Matrix q1 = random.matrix(p, 40), o = random.rotation(p, determinant);
      const Matrix q2 = o.transpose() * q1;
      Path path;
      for (int i = 0; i <= 40; ++i)
        path.push_back({static_cast<double>(i), static_cast<double>(i)});
      const Matrix moment = path_moment(q1, q2, path);
      CHECK((best_rotation(moment, determinant) - o).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

void test_value_is_trace() {
  check::Random random(4);
  const Matrix m = random.matrix(4, 4), o = random.matrix(4, 4);
  CHECK_NEAR(path_value(m, o), (o * m).trace(), 1e-14);
}

void test_walk_by_hand() {
  // (2, 3) leaves column 0 at 2/3, row 0 at s = 1.5, column 1 at 4/3.
  Path path;
  path_from_lattice({{0, 0}, {2, 3}, {2, 4}}, 10, 20, path);
  const Path wanted{{10, 20},           {10 + 2.0 / 3, 21}, {11, 21.5},
                    {10 + 4.0 / 3, 22}, {12, 23},           {12, 24}};
  CHECK(path.size() == wanted.size());
  for (std::size_t k = 0; k < std::min(path.size(), wanted.size()); ++k) {
    CHECK_NEAR(path[k].t, wanted[k].t, 1e-14);
    CHECK_NEAR(path[k].s, wanted[k].s, 1e-14);
  }
}

void test_path_of_walk() {
  check::Random random(5);
  for (int round = 0; round < 100; ++round) {
    const int n = 1 + random.below(30), m = 1 + random.below(30);
    const int p = 2 + random.below(4);
    const Matrix q1 = random.matrix(p, n), q2 = random.matrix(p, m);
    const int i = random.below(n), j = random.below(m);
    const Walk walk = random_walk(random, n, m, longest_reach);
    Path path;
    path_from_lattice(walk, i, j, path);
    CHECK(check::is_path(path));
    CHECK(path.front().t == i && path.front().s == j);
    CHECK(path.back().t == i + n && path.back().s == j + m);
    const Matrix of_walk = walk_moment(q1, q2, walk, i, j);
    const Matrix of_path = path_moment(q1, q2, path);
    CHECK((of_walk - of_path).cwiseAbs().maxCoeff() < 1e-6);
  }
}

// <q1, O q2 o path> by small steps along the path, q looked up at each.
void test_value_against_quadrature() {
  check::Random random(6);
  for (int p : {2, 3, 4}) {
    const int n = 12, m = 9;
    const Matrix q1 = random.matrix(p, n), q2 = random.matrix(p, m);
    const Matrix o = random.rotation(p);
    Path path;
    path_from_lattice(random_walk(random, n, m, 4), 3, 5, path);
    double sum = 0;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const int parts = 7;
      for (int c = 0; c < parts; ++c) {
        const double mid = (c + 0.5) / parts;
        const double dt = (path[k].t - path[k - 1].t) / parts;
        const double ds = (path[k].s - path[k - 1].s) / parts;
        const int i = static_cast<int>(path[k - 1].t + mid * parts * dt) % n;
        const int j = static_cast<int>(path[k - 1].s + mid * parts * ds) % m;
        sum += std::sqrt(dt * ds) * q1.col(i).dot(o * q2.col(j));
      }
    }
    CHECK_NEAR(path_value(path_moment(q1, q2, path), o), sum, 1e-12);
  }
}

// The programme's value is that of the path it traces.
void test_value_of_traced_path() {
  check::Random random(7);
  Lattice lattice;
  for (int p : {2, 3, 6}) {
    const int n = 45, m = 31;
    const Matrix q1 = random.matrix(p, n), q2 = random.matrix(p, m);
    std::vector<float> a, b;
    write_rows(q1, false, n, a);
    write_rows(q2, false, m, b);
    lattice.open(n, m);
    const float value = lattice.fill<6>(a.data(), n, b.data(), m, p);
    Walk walk;
    lattice.trace<6>(walk);
    Path path;
    path_from_lattice(walk, 0, 0, path);
    const Matrix eye = Matrix::Identity(p, p);
    CHECK_NEAR(path_value(path_moment(q1, q2, path), eye), static_cast<double>(value),
               1e-4);
  }
}

}  // namespace

int main() {
  test_rotation_against_angles();
  test_rotation_against_others();
  test_rotation_is_found();
  test_value_is_trace();
  test_walk_by_hand();
  test_path_of_walk();
  test_value_against_quadrature();
  test_value_of_traced_path();
  return check::report();
}
