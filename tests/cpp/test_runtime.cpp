// run_in_batches(): every item once, batches that grow, a caller that can stop it.
#include <algorithm>
#include <vector>

#include "check.h"
#include "core/runtime.h"

using shapecrp::Executor;
using shapecrp::Progress;
using shapecrp::RangeTask;
using shapecrp::run_in_batches;

namespace {

constexpr double kForever = 1e9;

// Hands out the range in pieces of three, last piece first; notes batch sizes.
class PiecewiseExecutor : public Executor {
 public:
  std::vector<std::size_t> batches;

  void run(std::size_t n, const RangeTask& task) override {
    batches.push_back(n);
    for (std::size_t left = (n + 2) / 3; left-- > 0;) {
      task(3 * left, std::min(n, 3 * left + 3));
    }
  }
};

// Lets the clock move on in each batch.
class SlowExecutor : public PiecewiseExecutor {
 public:
  void run(std::size_t n, const RangeTask& task) override {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    PiecewiseExecutor::run(n, task);
    while (Clock::now() == start) {
    }
  }
};

// Notes what it is told; wants to stop once `stop_at` items are done.
class NotingProgress : public Progress {
 public:
  std::vector<std::size_t> done;
  std::vector<std::size_t> totals;
  std::size_t stop_at = static_cast<std::size_t>(-1);

  bool tick(std::size_t d, std::size_t total) override {
    done.push_back(d);
    totals.push_back(total);
    return d < stop_at;
  }
};

// How often each of n items was run.
struct Tally {
  std::vector<int> times;
  explicit Tally(std::size_t n) : times(n, 0) {}
  RangeTask task() {
    return [this](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++times.at(i);
    };
  }
  std::ptrdiff_t count(int value) const {
    return std::count(times.begin(), times.end(), value);
  }
};

void test_every_item_runs_once() {
  for (std::size_t n : {0u, 1u, 15u, 16u, 17u, 1000u}) {
    Tally serial(n), piecewise(n);
    Executor executor;
    PiecewiseExecutor pieces;
    Progress progress;
    CHECK(run_in_batches(n, executor, progress, serial.task()) == n);
    CHECK(run_in_batches(n, pieces, progress, piecewise.task()) == n);
    CHECK(serial.count(1) == static_cast<std::ptrdiff_t>(n));
    CHECK(piecewise.count(1) == static_cast<std::ptrdiff_t>(n));
  }
}

void test_progress_hears_of_every_batch() {
  Tally tally(300);
  PiecewiseExecutor executor;
  NotingProgress progress;
  run_in_batches(300, executor, progress, tally.task(), 16, kForever);
  CHECK(progress.done.size() == executor.batches.size());
  CHECK(std::is_sorted(progress.done.begin(), progress.done.end()));
  CHECK(progress.done.back() == 300);
  CHECK(std::count(progress.totals.begin(), progress.totals.end(), 300u) ==
        static_cast<std::ptrdiff_t>(progress.totals.size()));
}

void test_stops_when_told() {
  Tally tally(1000);
  PiecewiseExecutor executor;
  NotingProgress progress;
  progress.stop_at = 20;
  const std::size_t done =
      run_in_batches(1000, executor, progress, tally.task(), 16, kForever);
  CHECK(done == 16 + 64);  // the second batch ends past 20
  CHECK(tally.count(1) == 80);
  CHECK(tally.count(0) == 920);
  CHECK(tally.times[79] == 1);
  CHECK(progress.done.size() == 2);
}

void test_short_batches_grow_fourfold() {
  Tally tally(1000);
  PiecewiseExecutor executor;
  Progress progress;
  run_in_batches(1000, executor, progress, tally.task(), 16, kForever);
  CHECK((executor.batches == std::vector<std::size_t>{16, 64, 256, 664}));
}

void test_long_batches_shrink_to_one_item() {
  Tally tally(20);
  SlowExecutor executor;
  Progress progress;
  run_in_batches(20, executor, progress, tally.task(), 16, 0.0);
  CHECK((executor.batches == std::vector<std::size_t>{16, 1, 1, 1, 1}));
}

void test_first_batch_holds_an_item() {
  Tally tally(5);
  PiecewiseExecutor executor;
  Progress progress;
  CHECK(run_in_batches(5, executor, progress, tally.task(), 0, kForever) == 5);
  CHECK((executor.batches == std::vector<std::size_t>{1, 4}));
}

}  // namespace

int main() {
  test_every_item_runs_once();
  test_progress_hears_of_every_batch();
  test_stops_when_told();
  test_short_batches_grow_fourfold();
  test_long_batches_shrink_to_one_item();
  test_first_batch_holds_an_item();
  return check::report();
}
