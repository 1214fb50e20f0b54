// Pairwise clustering: incremental sums, moves and swaps, annealing.
#include <vector>

#include "check.h"
#include "core/partition/pairwise.h"

using namespace shapecrp;

namespace {

// Squared distances of random points on a line, some of them equal.
std::vector<double> random_squares(std::size_t n, std::uint64_t seed) {
  Rng rng(seed, 1);
  std::vector<double> x(n), squared(n * n);
  for (double& v : x) v = static_cast<double>(rng.below(8)) + 0.1 * rng.normal();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      squared[i * n + j] = (x[i] - x[j]) * (x[i] - x[j]);
    }
  }
  return squared;
}

double recount(const std::vector<double>& squared, const Labels& labels, std::size_t k) {
  const std::size_t n = labels.size();
  double total = 0.0;
  for (std::size_t c = 0; c < k; ++c) {
    double sum = 0.0, size = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (labels[i] != static_cast<std::int32_t>(c)) continue;
      size += 1.0;
      for (std::size_t j = 0; j < n; ++j) {
        if (labels[j] == labels[i]) sum += squared[i * n + j];
      }
    }
    total += sum / size;
  }
  return total;
}

// 5,000 moves and swaps: each foretold change is the change, and all of them together
// equal a recount.
void test_incremental() {
  const std::size_t n = 23, k = 4;
  const std::vector<double> squared = random_squares(n, 2);
  Rng rng(5, 1);
  PairwisePartition state(squared.data(), n, k, random_even_labels(n, k, rng));
  double worst = 0.0;
  for (int step = 0; step < 5000; ++step) {
    const double before = state.objective();
    const std::size_t a = rng.below(n), b = rng.below(n), to = rng.below(k);
    double foretold = 0.0;
    if (rng.uniform() < 0.5) {
      if (state.alone(a) || state.label(a) == to) continue;
      foretold = state.joining(a, to) - state.leaving(a);
      state.move(a, to);
    } else {
      if (state.label(a) == state.label(b)) continue;
      foretold = state.swapping(a, b);
      state.swap(a, b);
    }
    worst = std::max(worst, std::abs(state.objective() - before - foretold));
  }
  CHECK_NEAR(worst, 0.0, 1e-8);
  CHECK_NEAR(state.objective(), recount(squared, state.labels(), k), 1e-8);
}

void test_annealing() {
  const std::size_t n = 40;
  const std::vector<double> squared = random_squares(n, 3);
  Progress silent;
  double last = 1e300;
  for (const std::size_t k : {1, 2, 5, 40}) {
    Rng one(7, 1), two(7, 1);
    const Labels found =
        pairwise_clusters(squared.data(), n, k, AnnealingSettings(), one, silent);
    CHECK(found ==
          pairwise_clusters(squared.data(), n, k, AnnealingSettings(), two, silent));
    std::vector<int> sizes(k, 0);
    for (const std::int32_t label : found) ++sizes[static_cast<std::size_t>(label)];
    CHECK(*std::min_element(sizes.begin(), sizes.end()) > 0);
    const double objective = recount(squared, found, k);
    CHECK(objective < last);
    last = objective;
  }
  CHECK_NEAR(last, 0.0, 1e-12);
}

// Clusters as they were, on machines that compute as this one does.
void test_clusters_stay() {
#if defined(__x86_64__) && defined(__GLIBC__)
  const std::size_t n = 40;
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const std::vector<double> squared = random_squares(n, seed);
    AnnealingSettings settings;
    settings.sweeps = 12;
    Rng rng(seed, 2);
    Progress silent;
    const Labels found = pairwise_clusters(squared.data(), n, 6, settings, rng, silent);
    for (std::size_t i = 0; i < n; ++i) {
      sum += found[i] * static_cast<double>(1 + i * i);
    }
    sum += rng.uniform();
  }
  CHECK_NEAR(sum, 269636.16207542847, 1e-9);
#endif
}

void test_stop() {
  class Stop : public Progress {
    bool tick(std::size_t, std::size_t) override { return false; }
  } stop;
  const std::vector<double> squared = random_squares(6, 1);
  Rng rng(1, 1);
  CHECK_THROWS(pairwise_clusters(squared.data(), 6, 2, AnnealingSettings(), rng, stop),
               Interrupted);
}

}  // namespace

int main() {
  test_incremental();
  test_annealing();
  test_clusters_stay();
  test_stop();
  return check::report();
}
