// Inner products of pairs: what is left when they are stopped, settings by hand, and
// values that must stay what they are.
#include <cmath>
#include <utility>
#include <vector>

#include "check.h"
#include "core/elastic/elastic.h"
#include "random_curves.h"

using namespace shapecrp;

namespace {

// Stops at the tick number `last`.
class StopAfter : public Progress {
 public:
  explicit StopAfter(int last) : last_(last) {}
  bool tick(std::size_t done, std::size_t) override {
    counted = done;
    return ++ticks_ < last_;
  }
  std::size_t counted = 0;

 private:
  int last_, ticks_ = 0;
};

void test_stopped() {
  check::Random random(1);
  std::vector<Matrix> points;
  for (int c = 0; c < 8; ++c) points.push_back(random.curve(2, 20, true));
  ElasticSettings settings;
  settings.search = SearchKind::fast;
  settings.curve.n_points = 20;
  const auto curves = prepare_curves(points, true, settings);
  std::vector<CurvePair> pairs;
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < a; ++b) pairs.emplace_back(a, b);
  }
  Executor serial;
  Progress silent;
  const auto all = inner_products(curves, pairs, settings, serial, silent);
  CHECK(all.size() == pairs.size());
  StopAfter stop(1);
  const auto some = inner_products(curves, pairs, settings, serial, stop);
  CHECK(some.size() == stop.counted);
  CHECK(!some.empty() && some.size() < all.size());
  bool same = true;
  for (std::size_t k = 0; k < some.size(); ++k) same = same && some[k] == all[k];
  CHECK(same);
}

Matrix polyline(std::initializer_list<std::pair<double, double>> points) {
  Matrix out(2, static_cast<Eigen::Index>(points.size()));
  Eigen::Index i = 0;
  for (const auto& [x, y] : points) out.col(i++) << x, y;
  return out;
}

ElasticCurve as_drawn(const Matrix& points, int pad = 0) {
  ElasticCurve curve;
  curve.own = step_srvf(points, false);
  curve.pad = pad;
  return curve;
}

bool same(const Path& a, const Path& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](PathPoint x, PathPoint y) { return x.t == y.t && x.s == y.s; });
}

// A path goes round the corner of a piece that would lose, and nowhere else.
void test_evaluate() {
  const Matrix eye = Matrix::Identity(2, 2);
  const ElasticCurve right = as_drawn(polyline({{0, 0}, {1, 0}}));
  const ElasticCurve left = as_drawn(polyline({{1, 0}, {0, 0}}));
  const ElasticCurve up = as_drawn(polyline({{0, 0}, {0, 1}}));
  const ElasticCurve back = as_drawn(polyline({{0, 0}, {-1, 0}, {0, 0}}));
  const Path whole{{0, 0}, {1, 1}};
  const Alignment loses = evaluate(right, left, Match{eye, whole, 0});
  CHECK(same(loses.path, {{0, 0}, {1, 0}, {1, 1}}));
  CHECK(loses.value == 0);
  const Alignment gains = evaluate(right, right, Match{eye, whole, 0});
  CHECK(same(gains.path, whole));
  CHECK_NEAR(gains.value, 1, 1e-15);
  const Alignment neither = evaluate(right, up, Match{eye, whole, 0});
  CHECK(same(neither.path, whole) && neither.value == 0);
  // Stands still through a piece that would lose: there is no corner.
  const Path waits{{0, 0}, {0, 1}, {1, 2}};
  const Alignment waited = evaluate(right, back, Match{eye, waits, 0});
  CHECK(same(waited.path, waits));
  CHECK_NEAR(waited.value, std::sqrt(0.5), 1e-15);
  const Path waits_too{{0, 0}, {1, 0}, {2, 1}};
  CHECK(same(evaluate(back, right, Match{eye, waits_too, 0}).path, waits_too));
  // The padding goes, and the points that it leaves behind with it.
  const ElasticCurve padded = as_drawn(right.own.points, 1);
  const Match longer{eye, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 0};
  CHECK(same(evaluate(padded, padded, longer).path, whole));
}

// The value does not depend on the order of a pair, and each more that a search may do
// gains.
void test_settings() {
  check::Random random(2);
  for (bool closed : {true, false}) {
    for (int p : {2, 3}) {
      const std::vector<Matrix> points{random.curve(p, 40, closed),
                                       random.curve(p, 40, closed)};
      const auto value = [&](auto change, bool turned = false) {
        ElasticSettings settings;
        settings.curve.n_points = 30;
        change(settings);
        const auto curves = prepare_curves(points, closed, settings);
        Aligner aligner;
        const ElasticCurve &a = curves[turned], &b = curves[!turned];
        const Alignment found = align(a, b, settings, plan_for(a, settings), aligner);
        const ElasticCurve& second = found.reversed ? *b.reversed : b;
        const double size = settings.scale ? 1 : std::sqrt(a.own.length * b.own.length);
        CHECK_NEAR(size * path_value(path_moment(a.own.q, second.own.q, found.path),
                                     found.rotation),
                   found.value, 1e-12 * size);
        CHECK(found.path.front().t >= 0 && found.path.front().s >= 0);
        if (closed) {
          CHECK(found.path.front().t < 30 && found.path.front().s < 30);
        }
        return found.value;
      };
      const auto usual = [](ElasticSettings&) {};
      const auto mirrored = [](ElasticSettings& s) { s.reflection = true; };
      const auto either = [](ElasticSettings& s) { s.either_direction = true; };
      const auto both = [](ElasticSettings& s) {
        s.either_direction = s.reflection = true;
      };
      const auto fixed = [](ElasticSettings& s) { s.rotation = false; };
      const auto own_size = [](ElasticSettings& s) { s.scale = false; };
      CHECK(value(usual) == value(usual, true));
      CHECK(value(both) == value(both, true));
      CHECK(value(own_size) == value(own_size, true));
      CHECK(value(fixed) <= value(usual));
      CHECK(value(usual) <= std::min(value(mirrored), value(either)));
      CHECK(value(both) >= std::max(value(mirrored), value(either)));
      const double lengths = step_srvf(resample(points[0], closed, 30), closed).length *
                             step_srvf(resample(points[1], closed, 30), closed).length;
      CHECK_NEAR(value(own_size), value(usual) * std::sqrt(lengths), 1e-12 * lengths);
    }
  }
}

// An alignment of outlines, one run backwards, turned round: it begins on the first round
// of both, also where it began within the last edge.
void test_transposed() {
  check::Random random(5);
  const ElasticCurve a = prepare_curve(random.curve(2, 4, true), true, {0, 0, 0}, false);
  const ElasticCurve b = prepare_curve(random.curve(2, 4, true), true, {0, 0, 0}, false);
  const double n = static_cast<double>(a.own.edges()),
               m = static_cast<double>(b.own.edges());
  for (double begin : {0.25, n - 0.5}) {
    Alignment found;
    found.rotation = random.rotation(2);
    found.reversed = true;
    found.path = {{begin, m - 0.75}, {begin + n, 2 * m - 0.75}};
    const Alignment turned = transposed(found, a, b);
    CHECK(turned.rotation == found.rotation.transpose());
    CHECK(turned.path.front().t >= 0 && turned.path.front().t < m);
    CHECK(turned.path.front().s >= 0 && turned.path.front().s < n);
    // Point x of a curve of m edges is m - 1 - x from its other end, round the circle.
    CHECK_NEAR(turned.path.front().t, m - 0.25, 1e-12);
    CHECK_NEAR(turned.path.front().s, begin < 1 ? n - 1.25 : n - 0.5, 1e-12);
    CHECK_NEAR(turned.path.back().t - turned.path.front().t, m, 1e-12);
    CHECK_NEAR(turned.path.back().s - turned.path.front().s, n, 1e-12);
  }
}

// Mirror images and curves run backwards are found to be the same shape.
void test_same_shape() {
  check::Random random(3);
  for (bool closed : {true, false}) {
    const Matrix shape = random.curve(2, 30, closed);
    const auto value = [&](const Matrix& other, bool reflection, bool either) {
      ElasticSettings settings;
      settings.curve.n_points = 0;
      settings.reflection = reflection;
      settings.either_direction = either;
      const auto curves = prepare_curves({shape, other}, closed, settings);
      Aligner aligner;
      return align(curves[0], curves[1], settings, plan_for(curves[0], settings), aligner)
          .value;
    };
    const Matrix backwards = shape.rowwise().reverse();
    const Matrix mirrored = random.rotation(2, -1) * shape;
    CHECK_NEAR(value(shape, false, false), 1, 1e-15);
    const Alignment itself = self_alignment(step_srvf(shape, closed), true);
    CHECK(itself.path.size() == static_cast<std::size_t>(closed ? 31 : 30));
    CHECK(itself.path.front().t == 0 && itself.path.front().s == 0);
    CHECK_NEAR(value(backwards, false, true), 1, 1e-9);
    CHECK(value(backwards, false, false) < 0.99);
    CHECK(value(mirrored, false, false) < 0.99);
    const Matrix turned = mirrored.rowwise().reverse();
    CHECK_NEAR(value(turned, true, true), 1, 1e-9);
    // Outlines have no direction to lose: one mirrored is run backwards as well.
    CHECK_NEAR(value(turned, true, false), closed ? 1 : value(turned, true, false), 1e-9);
    CHECK_NEAR(value(mirrored, true, closed), 1, 1e-9);
  }
}

// Sums of inner products as they were, on machines that round as this one does: whoever
// changes a search means to.
void test_values_stay() {
  struct Case {
    SearchKind kind;
    bool closed;
    int dimension, n_points, pairs;
    double sum;
  };
  const Case cases[] = {
      {SearchKind::fast, true, 2, 60, 12, 9.7650223157132032},
      {SearchKind::fast, false, 2, 60, 12, 8.8368705141313857},
      {SearchKind::fast, true, 3, 60, 6, 4.7550588950532733},
      {SearchKind::fast, false, 3, 60, 6, 4.2571274872019025},
      {SearchKind::standard, true, 2, 60, 80, 65.587764620121732},
      {SearchKind::standard, false, 2, 60, 80, 58.177719038487396},
      {SearchKind::standard, true, 3, 60, 6, 4.545587306116138},
      {SearchKind::standard, false, 3, 60, 60, 42.101681321427876},
      {SearchKind::standard, false, 4, 30, 2, 1.4417204205370813},
      {SearchKind::exhaustive, true, 2, 20, 3, 2.6202265720199209},
      {SearchKind::exhaustive, false, 2, 20, 12, 9.5433373327444428},
      {SearchKind::exhaustive, false, 3, 16, 8, 6.5753674865464609},
  };
  check::Random random(4);
  for (const Case& of : cases) {
    ElasticSettings settings;
    settings.search = of.kind;
    settings.curve.n_points = of.n_points;
    std::vector<Matrix> points;
    std::vector<CurvePair> pairs;
    for (int k = 0; k < of.pairs; ++k) {
      const Matrix curve = random.curve(of.dimension, 40, of.closed);
      points.push_back(curve);
      points.push_back(k % 2 == 0
                           ? random.curve(of.dimension, 50, of.closed)
                           : Matrix(curve + 0.3 * random.matrix(of.dimension, 40)));
      pairs.emplace_back(2 * k, 2 * k + 1);
    }
    Executor serial;
    Progress silent;
    const auto curves = prepare_curves(points, of.closed, settings);
    double sum = 0;
    for (double value : inner_products(curves, pairs, settings, serial, silent)) {
      sum += value;
    }
#if defined(__x86_64__)
    CHECK_NEAR(sum, of.sum, 1e-9);
#else
    CHECK_NEAR(sum, of.sum, 0.02 * of.sum);
#endif
  }
}

}  // namespace

int main() {
  test_stopped();
  test_evaluate();
  test_settings();
  test_transposed();
  test_same_shape();
  test_values_stay();
  return check::report();
}
