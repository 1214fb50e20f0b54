// What the core is handed by its caller: threads, and a place to report to.
//
// The core starts no thread, prints nothing and knows no signal. A caller that
// has threads implements Executor; one that shows progress or answers
// interrupts implements Progress. The defaults do neither.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>

namespace shapecrp {

// A task over items [begin, end). It may run on any thread, must not throw, and
// writes only to what belongs to its items.
using RangeTask = std::function<void(std::size_t begin, std::size_t end)>;

class Executor {
 public:
  virtual ~Executor() = default;
  // Runs `task` over disjoint ranges that cover [0, n), and waits for all.
  virtual void run(std::size_t n, const RangeTask& task) { task(0, n); }
};

class Progress {
 public:
  virtual ~Progress() = default;
  // Called on the caller's thread, between batches, a few times a second.
  // Returns false when the caller wants the work to stop.
  virtual bool tick(std::size_t /*done*/, std::size_t /*total*/) { return true; }
};

// Thrown by work that has nothing worth keeping when Progress says stop.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

// Runs `task` over [0, n) in batches of about `seconds` each, asking `progress`
// between them. Returns the number of items done: n, or fewer when stopped.
inline std::size_t run_in_batches(std::size_t n, Executor& executor, Progress& progress,
                                  const RangeTask& task, std::size_t first_batch = 2,
                                  double seconds = 0.1) {
  using Clock = std::chrono::steady_clock;
  std::size_t done = 0;
  std::size_t batch = first_batch > 0 ? first_batch : 1;
  while (done < n) {
    const std::size_t size = batch < n - done ? batch : n - done;
    const auto start = Clock::now();
    executor.run(size, [&](std::size_t begin, std::size_t end) {
      task(done + begin, done + end);
    });
    done += size;
    if (!progress.tick(done, n)) break;
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    // The next batch aims at `seconds`, growing at most fourfold.
    const double factor = took > 0 ? seconds / took : 4.0;
    const double next = static_cast<double>(size) * (factor < 4.0 ? factor : 4.0);
    batch = next < 1.0 ? 1 : static_cast<std::size_t>(next);
  }
  return done;
}

}  // namespace shapecrp
