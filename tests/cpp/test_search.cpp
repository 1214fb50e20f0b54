// The search: curves that are the same shape, cases by hand, and what every match
// must satisfy.
#include "check.h"
#include "core/elastic/search.h"
#include "core/elastic/search_plans.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

constexpr double pi = 3.141592653589793;
constexpr SearchKind kinds[] = {SearchKind::fast, SearchKind::standard};

ElasticCurve prepared(const Matrix& points, bool closed, int n_points = 100) {
  CurveSettings settings;
  settings.n_points = n_points;
  return prepare_curve(points, closed, settings, false);
}

Match search(const ElasticCurve& a, const ElasticCurve& b, SearchKind kind,
             const RotationRule& rule = {}, bool use_avx2 = machine_has_avx2()) {
  const int p = static_cast<int>(a.dimension());
  return Aligner(use_avx2).search(a, b, rule, search_plan(kind, a.closed(), p));
}

Matrix restarted(const Matrix& points, int by) {
  Matrix out = points;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    out.col(i) = points.col((i + by) % points.cols());
  }
  return out;
}

Matrix regular_polygon(int corners) {
  Matrix out(2, corners);
  for (int i = 0; i < corners; ++i) {
    out.col(i) << std::cos(2 * pi * i / corners), std::sin(2 * pi * i / corners);
  }
  return out;
}

// The path leads once along both curves, its value is attained, and its rotation is
// orthogonal.
void check_match(const Match& match, const ElasticCurve& a, const ElasticCurve& b,
                 double determinant = 1) {
  const LatticeCurve &x = a.finest(), &y = b.finest();
  const int p = static_cast<int>(a.dimension());
  CHECK(check::is_path(match.path));
  CHECK_NEAR(match.path.back().t - match.path.front().t, x.edges(), 1e-12);
  CHECK_NEAR(match.path.back().s - match.path.front().s, y.edges(), 1e-12);
  CHECK(match.path.front().t >= 0 && match.path.front().t < x.edges());
  CHECK(match.path.front().s >= 0 && match.path.front().s < y.edges());
  CHECK_NEAR(path_value(path_moment(x.q, y.q, match.path), match.rotation), match.value,
             1e-13);
  CHECK((match.rotation * match.rotation.transpose() - Matrix::Identity(p, p))
            .cwiseAbs()
            .maxCoeff() < 1e-12);
  CHECK_NEAR(match.rotation.determinant(), determinant, 1e-12);
  CHECK(match.value >= 0 && match.value <= 1 + 1e-12);
}

void test_closed_curve_against_itself() {
  check::Random random(1);
  std::vector<Matrix> shapes;
  for (int corners : {3, 4, 5, 6, 12}) {
    shapes.push_back(resample(regular_polygon(corners), true, 100));
  }
  for (int p : {2, 2, 2, 3, 5})
    shapes.push_back(resample(random.curve(p, 60, true), true, 100));
  for (const Matrix& shape : shapes) {
    const int p = static_cast<int>(shape.rows());
    // Vertices as they are, so that a restart is one by whole steps of the grid.
    const ElasticCurve a = prepared(shape, true, 0);
    for (int by : {0, 37, 93}) {
      const Matrix turned = random.rotation(p) * restarted(shape, by) * 2.5;
      const ElasticCurve b = prepared(turned, true, 0);
      for (SearchKind kind : kinds) {
        const Match match = search(a, b, kind);
        CHECK_NEAR(match.value, 1, 1e-12);
        check_match(match, a, b);
      }
    }
  }
}

void test_open_curve_against_itself() {
  check::Random random(2);
  for (int p : {2, 3, 5}) {
    for (int round = 0; round < 4; ++round) {
      const Matrix shape = random.curve(p, 60, false);
      const ElasticCurve a = prepared(shape, false);
      const ElasticCurve b = prepared(random.rotation(p) * shape, false);
      for (SearchKind kind : kinds) {
        const Match match = search(a, b, kind);
        CHECK_NEAR(match.value, 1, 1e-12);
        check_match(match, a, b);
      }
    }
  }
}

void test_exhaustive_against_itself() {
  check::Random random(3);
  const Matrix shape = resample(random.curve(2, 40, true), true, 48);
  const ElasticCurve a = prepared(shape, true, 0);
  const ElasticCurve b = prepared(random.rotation(2) * restarted(shape, 11), true, 0);
  const Match match = search(a, b, SearchKind::exhaustive);
  CHECK_NEAR(match.value, 1, 1e-12);
  check_match(match, a, b);
}

void test_mirror_image() {
  check::Random random(4);
  RotationRule improper;
  improper.determinant = -1;
  for (int p : {2, 3}) {
    const Matrix shape = random.curve(p, 50, false);
    const ElasticCurve a = prepared(shape, false);
    const ElasticCurve b = prepared(random.rotation(p, -1) * shape, false);
    const Match match = search(a, b, SearchKind::standard, improper);
    CHECK_NEAR(match.value, 1, 1e-12);
    check_match(match, a, b, -1);
    CHECK(search(a, b, SearchKind::standard).value < 0.999);
  }
}

void test_restart_without_rotation() {
  check::Random random(5);
  RotationRule fixed;
  fixed.free = false;
  for (int round = 0; round < 5; ++round) {
    const Matrix shape = resample(random.curve(2, 60, true), true, 100);
    const ElasticCurve a = prepared(shape, true, 0);
    const ElasticCurve b = prepared(restarted(shape, 1 + random.below(99)), true, 0);
    for (SearchKind kind : kinds) {
      const Match match = search(a, b, kind, fixed);
      CHECK_NEAR(match.value, 1, 1e-12);
      CHECK(match.rotation == Matrix::Identity(2, 2));
    }
  }
}

Matrix segments(std::initializer_list<std::pair<double, double>> ends) {
  Matrix out(2, static_cast<Eigen::Index>(ends.size()));
  Eigen::Index i = 0;
  for (const auto& [x, y] : ends) out.col(i++) << x, y;
  return out;
}

// Rotation fixed. Right and up, against right: all of the second is matched to the
// first half of the first, and waits while that goes up: sqrt(1/2 * 1).
void test_vertical_stretch() {
  RotationRule fixed;
  fixed.free = false;
  const ElasticCurve corner = prepared(segments({{0, 0}, {1, 0}, {1, 1}}), false, 0);
  const ElasticCurve back = prepared(segments({{0, 0}, {1, 0}, {0, 0}}), false, 0);
  const ElasticCurve right = prepared(segments({{0, 0}, {1, 0}}), false, 0);
  const ElasticCurve up = prepared(segments({{0, 0}, {0, 1}}), false, 0);
  const ElasticCurve left = prepared(segments({{1, 0}, {0, 0}}), false, 0);
  for (SearchKind kind : kinds) {
    CHECK_NEAR(search(corner, right, kind, fixed).value, std::sqrt(0.5), 1e-12);
    CHECK_NEAR(search(right, corner, kind, fixed).value, std::sqrt(0.5), 1e-12);
    CHECK_NEAR(search(corner, up, kind, fixed).value, std::sqrt(0.5), 1e-12);
    CHECK_NEAR(search(back, left, kind, fixed).value, std::sqrt(0.5), 1e-12);
    // Nothing in common: the path stands still throughout.
    CHECK_NEAR(search(right, up, kind, fixed).value, 0, 1e-12);
    CHECK_NEAR(search(right, left, kind, fixed).value, 0, 1e-12);
    // Free to turn, segments are the same.
    CHECK_NEAR(search(right, up, kind).value, 1, 1e-12);
    CHECK_NEAR(search(right, left, kind).value, 1, 1e-12);
    // A corner turned by -45 degrees to either side of a line: cos 45 of both halves
    // is no better than one half alone: sqrt(1/2) again.
    CHECK_NEAR(search(corner, right, kind).value, std::sqrt(0.5), 1e-9);
  }
  check_match(search(corner, right, SearchKind::standard, fixed), corner, right);
}

// Two polygons by hand, rotation fixed: right 1, up 1 against right 3, up 1. Matched
// side by side: sqrt(1/2 * 3/4) + sqrt(1/2 * 1/4).
void test_corners_by_hand() {
  RotationRule fixed;
  fixed.free = false;
  const ElasticCurve a = prepared(segments({{0, 0}, {1, 0}, {1, 1}}), false, 0);
  const ElasticCurve b = prepared(segments({{0, 0}, {3, 0}, {3, 1}}), false, 0);
  const double wanted = std::sqrt(0.5 * 0.75) + std::sqrt(0.5 * 0.25);
  for (SearchKind kind : kinds) {
    CHECK_NEAR(search(a, b, kind, fixed).value, wanted, 1e-12);
  }
}

void test_instruction_sets_agree() {
  if (!machine_has_avx2()) return;
  check::Random random(6);
  for (int round = 0; round < 12; ++round) {
    const bool closed = round % 2 == 0;
    const int p = 2 + round % 3;
    const ElasticCurve a = prepared(random.curve(p, 50, closed), closed);
    const ElasticCurve b = prepared(random.curve(p, 70, closed), closed, 83);
    const Match x = search(a, b, SearchKind::standard, {}, true);
    const Match y = search(a, b, SearchKind::standard, {}, false);
    CHECK(x.value == y.value);
    CHECK(x.rotation == y.rotation);
    CHECK(x.path.size() == y.path.size());
    for (std::size_t k = 0; k < std::min(x.path.size(), y.path.size()); ++k) {
      CHECK(x.path[k].t == y.path[k].t && x.path[k].s == y.path[k].s);
    }
  }
}

// An aligner that has searched before finds the same as a new one.
void test_nothing_is_left_behind() {
  check::Random random(7);
  Aligner used;
  for (int round = 0; round < 12; ++round) {
    const bool closed = round % 3 == 0;
    const int p = 2 + round % 2, n = 20 + random.below(100);
    const ElasticCurve a = prepared(random.curve(p, 50, closed), closed, n);
    const ElasticCurve b = prepared(random.curve(p, 50, closed), closed, n + round);
    const SearchPlan plan = search_plan(kinds[round % 2], closed, p);
    const Match match = used.search(a, b, RotationRule(), plan);
    check_match(match, a, b);
    CHECK(match.value == Aligner().search(a, b, RotationRule(), plan).value);
  }
}

// Every shift without a warp, under the rotation that suits it.
double best_rigid(const ElasticCurve& a, const ElasticCurve& b) {
  double best = 0;
  for (const Candidate& start : shifted_starts(a.finest(), b.finest(), RotationRule())) {
    best = std::max(best, start.value);
  }
  return best;
}

void test_order_of_searches() {
  check::Random random(8);
  for (int round = 0; round < 4; ++round) {
    const ElasticCurve a = prepared(random.curve(2, 50, true), true, 40);
    const ElasticCurve b = prepared(random.curve(2, 50, true), true, 40);
    const double all = search(a, b, SearchKind::exhaustive).value;
    CHECK(all >= best_rigid(a, b) - 1e-12);
    for (SearchKind kind : kinds) {
      const double value = search(a, b, kind).value;
      CHECK(value >= best_rigid(a, b) - 0.02);
      CHECK(all >= value - 2e-3);
    }
  }
}

// The fewest vertices, and copies padded and smoothed for the search.
void test_small_and_padded_curves() {
  check::Random random(9);
  const ElasticCurve triangle = prepared(random.matrix(2, 3), true, 3);
  const ElasticCurve square = prepared(regular_polygon(4), true, 4);
  const ElasticCurve segment = prepared(random.matrix(3, 2), false, 2);
  const ElasticCurve bend = prepared(random.matrix(3, 5), false, 5);
  for (SearchKind kind :
       {SearchKind::fast, SearchKind::standard, SearchKind::exhaustive}) {
    check_match(search(triangle, square, kind), triangle, square);
    check_match(search(segment, bend, kind), segment, bend);
    CHECK_NEAR(search(square, square, kind).value, 1, 1e-12);
  }
  CurveSettings settings;
  settings.smooth = 2;
  settings.pad_ends = 1;
  const ElasticCurve a =
      prepare_curve(random.curve(3, 90, false), false, settings, false);
  const ElasticCurve b =
      prepare_curve(random.curve(3, 90, false), false, settings, false);
  check_match(search(a, b, SearchKind::standard), a, b);
}

// Own vertices with edges of very unequal length, on lattices of unequal size.
void test_uneven_vertices() {
  check::Random random(10);
  for (int round = 0; round < 6; ++round) {
    const Matrix one = random.matrix(2, 12), two = random.matrix(2, 17);
    const ElasticCurve a = prepared(one, true, 0), b = prepared(two, true, 0);
    check_match(search(a, b, SearchKind::standard), a, b);
    const ElasticCurve turned = prepared(random.rotation(2) * restarted(one, 5), true, 0);
    CHECK_NEAR(search(a, turned, SearchKind::standard).value, 1, 1e-9);
  }
}

}  // namespace

int main() {
  test_closed_curve_against_itself();
  test_open_curve_against_itself();
  test_exhaustive_against_itself();
  test_mirror_image();
  test_restart_without_rotation();
  test_vertical_stretch();
  test_corners_by_hand();
  test_instruction_sets_agree();
  test_nothing_is_left_behind();
  test_order_of_searches();
  test_small_and_padded_curves();
  test_uneven_vertices();
  return check::report();
}
