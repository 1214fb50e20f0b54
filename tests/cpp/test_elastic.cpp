// Inner products of many pairs, and what is left when they are stopped.
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

}  // namespace

int main() {
  test_stopped();
  return check::report();
}
