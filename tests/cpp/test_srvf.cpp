// Polygons, their copies, and their square-root velocity functions.
#include "check.h"
#include "core/elastic/curve.h"
#include "core/elastic/srvf.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

Matrix points(std::initializer_list<std::pair<double, double>> list) {
  Matrix out(2, static_cast<Eigen::Index>(list.size()));
  Eigen::Index i = 0;
  for (const auto& [x, y] : list) out.col(i++) << x, y;
  return out;
}

bool near(const Matrix& a, const Matrix& b, double tolerance = 1e-14) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

void test_edges_by_hand() {
  const Matrix triangle = points({{0, 0}, {3, 0}, {3, 4}});
  CHECK(near(polygon_edges(triangle, true), points({{3, 0}, {0, 4}, {-3, -4}})));
  CHECK(near(polygon_edges(triangle, false), points({{3, 0}, {0, 4}})));
}

void test_srvf_by_hand() {
  // Lengths 3, 4, 5 of 12: q = v / sqrt(|v| 12).
  const StepSrvf triangle = step_srvf(points({{0, 0}, {3, 0}, {3, 4}}), true);
  CHECK_NEAR(triangle.length, 12, 1e-14);
  CHECK(near(triangle.q, points({{0.5, 0},
                                 {0, 1 / std::sqrt(3.0)},
                                 {-3 / std::sqrt(60.0), -4 / std::sqrt(60.0)}})));
  CHECK_NEAR(triangle.arc(1), 0.25, 1e-15);
  CHECK_NEAR(triangle.arc(2), 7.0 / 12, 1e-15);
  CHECK(triangle.arc(3) == 1);
  // An edge without length has no velocity.
  const StepSrvf stop = step_srvf(points({{0, 0}, {1, 0}, {1, 0}, {1, 1}}), false);
  CHECK(stop.q.col(1).isZero());
  CHECK(near(stop.q.col(2), points({{0, std::sqrt(0.5)}})));
}

void test_norm_is_length() {
  check::Random random(1);
  for (int p : {2, 3, 5}) {
    for (bool closed : {false, true}) {
      const StepSrvf srvf = step_srvf(random.curve(p, 37, closed), closed);
      CHECK_NEAR(srvf.q.squaredNorm(), 1, 1e-13);
      CHECK(srvf.edges() == (closed ? 37 : 36));
    }
  }
}

void test_repeats_go() {
  const Matrix given = points({{0, 0}, {0, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}, {0, 0}});
  CHECK(near(without_repeats(given, true), points({{0, 0}, {1, 0}, {1, 1}})));
  CHECK(near(without_repeats(given, false), points({{0, 0}, {1, 0}, {1, 1}, {0, 0}})));
}

void test_resample_by_hand() {
  const Matrix corner = points({{0, 0}, {2, 0}, {2, 2}});
  CHECK(
      near(resample(corner, false, 5), points({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}})));
  const Matrix square = points({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  CHECK(near(
      resample(square, true, 8),
      points({{0, 0}, {0.5, 0}, {1, 0}, {1, 0.5}, {1, 1}, {0.5, 1}, {0, 1}, {0, 0.5}})));
  // Edges of unequal length, points inside them.
  CHECK(near(resample(points({{0, 0}, {1, 0}, {1, 3}}), false, 3),
             points({{0, 0}, {1, 1}, {1, 3}})));
}

void test_subdivide_by_hand() {
  // Length 4, parts of about 1: the edge of 1 stays, that of 3 is cut into three.
  CHECK(near(subdivide(points({{0, 0}, {1, 0}, {1, 3}}), false, 4),
             points({{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}})));
  const Matrix triangle = points({{0, 0}, {3, 0}, {3, 4}});
  const Matrix cut = subdivide(triangle, true, 100);
  const Matrix v = polygon_edges(cut, true);
  CHECK(v.colwise().norm().maxCoeff() < 1.5 * 12.0 / 100);
  CHECK_NEAR(v.colwise().norm().sum(), 12, 1e-12);
  CHECK(v.cols() == 25 + 33 + 42);
  // Edges that are about so long stay as they are.
  check::Random random(3);
  const Matrix fine = resample(random.curve(2, 500, true), true, 100);
  CHECK(near(subdivide(fine, true, 100), fine));
}

void test_smoothed_by_hand() {
  const double w = std::exp(-0.5), w2 = std::exp(-2.0);
  const Matrix line = points({{0, 0}, {1, 3}, {2, 0}});
  const Matrix open = smoothed(line, false, 1);
  CHECK_NEAR(open(1, 0), 3 * w / (1 + w + w2), 1e-14);
  CHECK_NEAR(open(1, 1), 3 / (1 + 2 * w), 1e-14);
  CHECK_NEAR(open(0, 1), 1, 1e-14);
  // Closed: the kernel reaches round; with three points, one to either side.
  const Matrix closed = smoothed(line, true, 1);
  CHECK_NEAR(closed(1, 0), 3 * w / (1 + 2 * w), 1e-14);
  // A narrow kernel changes nothing.
  CHECK(near(smoothed(line, false, 0.01), line));
}

void test_extended_by_hand() {
  CHECK(near(extended(points({{0, 0}, {1, 0}, {1, 2}}), 2),
             points({{-2, 0}, {-1, 0}, {0, 0}, {1, 0}, {1, 2}, {1, 4}, {1, 6}})));
}

void test_prepared_curve() {
  check::Random random(2);
  const Matrix given = random.curve(3, 80, false);
  CurveSettings settings;
  settings.n_points = 60;
  settings.pad_ends = 2;
  settings.smooth = 1.5;
  const ElasticCurve curve = prepare_curve(given, false, settings, true);
  CHECK(curve.own.edges() == 59);
  CHECK(curve.finest().edges() == 59 + 2 * 2);
  CHECK(curve.pad == 2);
  CHECK(curve.level(32).edges() == 32);
  CHECK(curve.level(33).edges() == 50);
  CHECK(curve.level(51).edges() == 63);
  CHECK(near(curve.reversed->own.points, curve.own.points.rowwise().reverse()));

  settings = CurveSettings();
  const ElasticCurve closed =
      prepare_curve(random.curve(2, 20, true), true, settings, false);
  const LatticeCurve& finest = closed.finest();
  CHECK(finest.edges() == 100 && finest.stride == 200 && !closed.reversed);
  // Rows of floats run round the circle twice.
  CHECK(finest.rows[200 + 7] == static_cast<float>(finest.q(1, 7)));
  CHECK(finest.rows[200 + 107] == finest.rows[200 + 7]);
  // Rotated rows are those of the rotated curve.
  const Matrix rotation = random.rotation(2);
  std::vector<float> rows;
  write_rotated_rows(finest, rotation, rows);
  const Matrix rotated = rotation * finest.q;
  double apart = 0;
  for (int d = 0; d < 2; ++d) {
    for (int i = 0; i < 200; ++i) {
      apart = std::max(
          apart,
          std::abs(static_cast<double>(rows[static_cast<std::size_t>(d * 200 + i)]) -
                   rotated(d, i % 100)));
    }
  }
  CHECK(apart < 1e-7);
}

void test_thinned() {
  // The middle of an edge goes first, then the flat corner; ends stay where it is open.
  Matrix points(2, 5);
  points << 0, 1, 2, 3, 0,  //
      0, 0, 0, 1, 4;
  Matrix four(2, 4), three(2, 3);
  four << 0, 2, 3, 0, 0, 0, 1, 4;
  three << 0, 3, 0, 0, 1, 4;
  CHECK(thinned(points, false, 9) == points);
  CHECK(thinned(points, false, 4) == four);
  CHECK(thinned(points, false, 3) == three);
  CHECK(thinned(points, true, 4) == four);
  check::Random random(6);
  for (bool closed : {true, false}) {
    const Matrix curve = random.curve(3, 80, closed);
    const Matrix fewer = thinned(curve, closed, 40);
    CHECK(fewer.cols() == 40);
    CHECK(step_srvf(fewer, closed).length <= step_srvf(curve, closed).length);
    CHECK(step_srvf(fewer, closed).length >=
          step_srvf(resample(curve, closed, 40), closed).length);
  }
}

}  // namespace

int main() {
  test_thinned();
  test_edges_by_hand();
  test_srvf_by_hand();
  test_norm_is_length();
  test_repeats_go();
  test_resample_by_hand();
  test_subdivide_by_hand();
  test_smoothed_by_hand();
  test_extended_by_hand();
  test_prepared_curve();
  return check::report();
}
