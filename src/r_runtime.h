// R's side of core/runtime.h: RcppParallel as Executor, an R callback and R's
// interrupts as Progress.
#pragma once

#include <Rcpp.h>
#include <RcppParallel.h>

#include <chrono>

#include "core/runtime.h"

namespace shapecrp {

// Threads by RcppParallel; serial with one thread and, because TBB does not
// survive a fork, in a forked child (the R side passes n_threads = 1 there).
class ParallelExecutor : public Executor {
 public:
  explicit ParallelExecutor(int n_threads) : n_threads_(n_threads) {}

  void run(std::size_t n, const RangeTask& task) override {
    if (n_threads_ <= 1 || n <= 1) {
      task(0, n);
      return;
    }
    struct Adapter : RcppParallel::Worker {
      const RangeTask& task;
      explicit Adapter(const RangeTask& t) : task(t) {}
      void operator()(std::size_t begin, std::size_t end) override { task(begin, end); }
    } adapter(task);
    // Ranges large enough that a task's scratch space is made seldom.
    const std::size_t grain = n / (8 * static_cast<std::size_t>(n_threads_)) + 1;
    RcppParallel::parallelFor(0, n, adapter, grain, n_threads_);
  }

 private:
  int n_threads_;
};

// Asks R for interrupts and, at most ten times a second, calls
// `callback(done, total)` where one is given. An interrupt within the callback counts.
class RProgress : public Progress {
 public:
  explicit RProgress(Rcpp::Nullable<Rcpp::Function> callback)
      : callback_(callback), last_(Clock::now()) {}

  bool tick(std::size_t done, std::size_t total) override {
    if (R_ToplevelExec(check_interrupt, nullptr) == FALSE) return false;
    const auto now = Clock::now();
    const double since = std::chrono::duration<double>(now - last_).count();
    if (callback_.isNotNull() && (since > 0.1 || done == total)) {
      Rcpp::Function callback(callback_.get());
      try {
        callback(static_cast<double>(done), static_cast<double>(total));
      } catch (const Rcpp::internal::InterruptedException&) {
        return false;
      }
      last_ = now;
    }
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static void check_interrupt(void*) { R_CheckUserInterrupt(); }
  Rcpp::Nullable<Rcpp::Function> callback_;
  Clock::time_point last_;
};

}  // namespace shapecrp
