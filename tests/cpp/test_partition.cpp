// Draws of partitions, co-clustering, distances, the extrinsic mean, the search.
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "check.h"
#include "core/partition/partition_estimate.h"
#include "core/partition/support.h"
#include "core/rng.h"

using namespace shapecrp;

namespace {

// Ranges of three items, each on a thread of its own.
class SmallRanges : public Executor {
 public:
  void run(std::size_t n, const RangeTask& task) override {
    std::vector<std::thread> threads;
    for (std::size_t begin = 0; begin < n; begin += 3) {
      threads.emplace_back(task, begin, std::min(begin + 3, n));
    }
    for (std::thread& thread : threads) thread.join();
  }
};

// The same ranges one after another, the last one first.
class LastFirst : public Executor {
 public:
  void run(std::size_t n, const RangeTask& task) override {
    for (std::size_t left = n; left > 0;) {
      const std::size_t begin = (left - 1) / 3 * 3;
      task(begin, left);
      left = begin;
    }
  }
};

// draws x n, column by column, labels from 1: items of `groups` groups, some moved.
std::vector<int> noisy_draws(std::size_t n, std::size_t draws, std::size_t groups,
                             double noise, std::uint64_t seed) {
  Rng rng(seed, 1);
  std::vector<int> out(n * draws);
  for (std::size_t t = 0; t < draws; ++t) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = rng.uniform() < noise ? rng.below(groups) : i % groups;
      out[i * draws + t] = static_cast<int>(k) + 1;
    }
  }
  return out;
}

void test_collect() {
  // Draws 1 and 3 are one partition under other labels.
  const std::vector<int> given = {2, 1, 1, 2, 2, 1, 1, 3, 3};  // 3 draws x 3 items
  const PartitionDraws draws = collect_draws(given.data(), 3, 3);
  CHECK(draws.size() == 2);
  CHECK(draws.index[0] == draws.index[2] && draws.index[0] != draws.index[1]);
  CHECK(draws.weights[draws.index[0]] == 2.0);
  const std::int32_t* first = draws.draw(draws.index[0]);
  CHECK(first[0] == 0 && first[1] == 0 && first[2] == 1);
}

void test_counts() {
  const std::size_t n = 17, T = 40;
  const std::vector<int> given = noisy_draws(n, T, 4, 0.4, 3);
  const PartitionDraws draws = collect_draws(given.data(), T, n);
  std::vector<double> serial(n * n + n, -1.0), threaded = serial;
  Executor one;
  SmallRanges many;
  Progress progress;
  coclustering_counts(draws, one, progress, serial.data());
  coclustering_counts(draws, many, progress, threaded.data());
  CHECK(serial == threaded);
  LastFirst backwards;
  coclustering_counts(draws, backwards, progress, threaded.data());
  CHECK(serial == threaded);
  CHECK(std::count(serial.begin(), serial.end(), -1.0) == static_cast<long>(n));
  bool right = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double count = 0.0;
      for (std::size_t t = 0; t < T; ++t) count += given[i * T + t] == given[j * T + t];
      right = right && count == serial[i * n + j];
    }
  }
  CHECK(right);
}

// Support from overlaps is what the counts of all pairs say.
void test_support() {
  const std::size_t n = 17, T = 40;
  const std::vector<int> given = noisy_draws(n, T, 4, 0.4, 3);
  const PartitionDraws draws = collect_draws(given.data(), T, n);
  std::vector<double> counts(n * n);
  Executor one;
  SmallRanges many;
  Progress progress;
  coclustering_counts(draws, one, progress, counts.data());
  Labels estimate(n);
  for (std::size_t i = 0; i < n; ++i) estimate[i] = static_cast<std::int32_t>(i % 4);
  estimate[6] = 4;  // alone
  const Support found = draw_support(draws, estimate, one, progress);
  const Support threaded = draw_support(draws, estimate, many, progress);
  CHECK(found.certainty == threaded.certainty && found.second == threaded.second);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> sum(5, 0.0), size(5, 0.0);
    double most = 0.0;
    for (std::size_t l = 0; l < n; ++l) {
      if (l == i) continue;
      const double share = counts[i * n + l] / static_cast<double>(T);
      sum[static_cast<std::size_t>(estimate[l])] += share;
      size[static_cast<std::size_t>(estimate[l])] += 1.0;
      most = std::max(most, share);
    }
    const std::size_t own = static_cast<std::size_t>(estimate[i]);
    CHECK_NEAR(found.certainty[i], size[own] > 0.0 ? sum[own] / size[own] : 1.0 - most,
               1e-12);
    double best = 0.0;
    for (std::size_t j = 0; j < 5; ++j) {
      if (j != own) best = std::max(best, sum[j] / size[j]);
    }
    CHECK_NEAR(found.second_certainty[i], best, 1e-12);
    const std::size_t second = static_cast<std::size_t>(found.second[i]);
    CHECK(second != own);
    CHECK_NEAR(sum[second] / size[second], best, 1e-12);
  }
  // All in one: there is no second choice.
  const Support whole = draw_support(draws, Labels(n, 0), one, progress);
  CHECK(whole.second == Labels(n, -1));
}

void test_distance() {
  // All apart, twice.
  const std::vector<int> apart = {1, 2, 3, 4};
  Executor serial;
  CHECK(draw_distances(collect_draws(apart.data(), 1, 4), {0, 1, 2, 3}, loss_named("vi"),
                       serial)[0] == 0.0);
  // {12}{34} against {1}{2}{34}: half a bit; one pair of six.
  const std::vector<int> given = {1, 2, 3, 3};
  const PartitionDraws draws = collect_draws(given.data(), 1, 4);
  Executor one;
  const Labels to = {0, 0, 1, 1};
  CHECK_THROWS(loss_named("other"), std::invalid_argument);
  CHECK_NEAR(draw_distances(draws, to, loss_named("vi"), one)[0], 0.5, 1e-15);
  CHECK_NEAR(draw_distances(draws, to, loss_named("binder"), one)[0], 1.0 / 6, 1e-15);
}

void test_extrinsic() {
  // 12: 4 of 5, 23: 3 of 5, 13: 2 of 5.
  const std::vector<double> counts = {5, 4, 2, 4, 5, 3, 2, 3, 5};
  const ExtrinsicMean two = extrinsic_mean(counts.data(), 3, 5, 2);
  CHECK(two.step == 3);
  CHECK((two.labels == Labels{0, 0, 1}));
  CHECK(extrinsic_mean(counts.data(), 3, 5, 1).step == 1);
  CHECK(extrinsic_mean(counts.data(), 3, 5, 3).step == 4);
  CHECK(extrinsic_mean(counts.data(), 3, 5, 4).labels.empty());
}

double expected(const PartitionDraws& draws, const Labels& labels,
                const PartitionLoss& loss) {
  Executor one;
  const std::vector<double> distances = draw_distances(draws, labels, loss, one);
  double sum = 0.0;
  for (std::size_t d = 0; d < draws.size(); ++d) sum += draws.weights[d] * distances[d];
  return sum / draws.total;
}

// No move of one item lowers the loss of what is found, recounted from nothing; the same
// partition whatever the threads, and with draws in two stages.
void test_search() {
  Progress progress;
  Executor one;
  SmallRanges many;
  for (const PartitionLoss& loss : partition_losses()) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const std::size_t n = 20, T = 300;
      const std::vector<int> given = noisy_draws(n, T, 4, 0.5, seed);
      const PartitionDraws draws = collect_draws(given.data(), T, n);
      const std::vector<Labels> starts = {Labels(n, 0)};
      EstimateSettings settings;
      const Labels found =
          minimise_expected_loss(draws, starts, loss, settings, one, progress);
      CHECK(found ==
            minimise_expected_loss(draws, starts, loss, settings, many, progress));
      const double least = expected(draws, found, loss);
      double neighbour = 1e9;
      const std::int32_t clusters = *std::max_element(found.begin(), found.end()) + 1;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::int32_t k = 0; k <= std::min<std::int32_t>(clusters, n - 1); ++k) {
          Labels moved = found;
          moved[i] = k;
          neighbour = std::min(neighbour, expected(draws, moved, loss));
        }
      }
      CHECK(neighbour >= least - 1e-12);
      settings.places = 1;  // the first stage sees 200 draws
      const Labels staged =
          minimise_expected_loss(draws, starts, loss, settings, one, progress);
      CHECK(expected(draws, staged, loss) <= least * 1.05);
    }
  }
}

// Draws that a first stage sees: spaced evenly along all of them, in their order.
void test_spaced_weights() {
  PartitionDraws draws;
  draws.weights = {1, 1, 1, 1, 1, 1, 1, 1};
  draws.total = 8;
  CHECK(spaced_weights(draws, 8) == draws.weights);
  CHECK((spaced_weights(draws, 4) == std::vector<double>{0, 1, 0, 1, 0, 1, 0, 1}));
  CHECK((spaced_weights(draws, 2) == std::vector<double>{0, 0, 1, 0, 0, 0, 1, 0}));
  draws.weights = {6, 1, 1, 4};
  draws.total = 12;
  CHECK((spaced_weights(draws, 3) == std::vector<double>{1, 1, 0, 1}));
}

// Expected losses and the ends of searches are those of a recount; a single search
// descends until no move of one item lowers the loss.
void test_single_search() {
  const std::size_t n = 16, T = 60;
  const PartitionLoss& loss = loss_named("vi");
  const std::vector<int> given = noisy_draws(n, T, 3, 0.5, 8);
  const PartitionDraws draws = collect_draws(given.data(), T, n);
  const std::vector<double> f = loss_table(loss, n);
  CHECK(f[0] == 0.0 && f[1] == 0.0 && f[2] == 2.0);
  Executor one;
  Progress progress;
  std::vector<Labels> starts{Labels(n, 0), Labels(n)};
  std::iota(starts[1].begin(), starts[1].end(), 0);
  const auto losses = expected_losses(draws, draws.weights, starts, f, one);
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK_NEAR(losses[s] / draws.total / static_cast<double>(n),
               expected(draws, starts[s], loss), 1e-12);
    SearchCount searched;
    const Labels found = descend(make_table(draws, draws.weights), f, {starts[s]}, true,
                                 one, progress, searched)[0];
    CHECK(searched.ended == 1);
    const double least = expected(draws, found, loss);
    bool lowest = true;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::int32_t k = 0; k < static_cast<std::int32_t>(n); ++k) {
        Labels moved = found;
        moved[i] = k;
        lowest = lowest && expected(draws, moved, loss) >= least - 1e-12;
      }
    }
    CHECK(lowest);
  }
}

// Estimates and orders as they were, on machines that compute as this one does: whoever
// changes the search means to.
void test_estimates_stay() {
#if defined(__x86_64__) && defined(__GLIBC__)
  double labels = 0.0, orders = 0.0;
  Executor one;
  Progress progress;
  for (const PartitionLoss& loss : partition_losses()) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const std::size_t n = 30, T = 150;
      const std::vector<int> given = noisy_draws(n, T, 6, 0.1 + 0.06 * seed, seed);
      const PartitionDraws draws = collect_draws(given.data(), T, n);
      Labels singletons(n);
      std::iota(singletons.begin(), singletons.end(), 0);
      for (const std::size_t starts : {std::size_t{2}, std::size_t{16}}) {
        EstimateSettings settings;
        settings.starts = starts;
        const Labels found = minimise_expected_loss(draws, {Labels(n, 0), singletons},
                                                    loss, settings, one, progress);
        for (std::size_t i = 0; i < n; ++i) {
          labels += found[i] * static_cast<double>(1 + i * i);
        }
      }
      // From one cluster and from none by splits and merges alone.
      const std::vector<double> f = loss_table(loss, n);
      SearchCount searched;
      for (const Labels& found :
           descend(make_table(draws, draws.weights), f, {Labels(n, 0), singletons}, true,
                   one, progress, searched)) {
        for (std::size_t i = 0; i < n; ++i) {
          labels += found[i] * static_cast<double>(1 + i * i);
        }
      }
      std::vector<double> counts(n * n);
      coclustering_counts(draws, one, progress, counts.data());
      const auto order = canonical_order(counts.data(), n);
      const auto by_draws = canonical_order_of_draws(draws);
      for (std::size_t i = 0; i < n; ++i) {
        orders += static_cast<double>((order[i] + 2 * by_draws[i]) * (1 + i * i));
      }
    }
  }
  CHECK(labels == 6537559.0);
  CHECK(orders == 5920914.0);
#endif
  CHECK(settings_for_many().finalists == 0);
}

// The best of some candidates, each partition once.
void test_best_of() {
  const std::vector<Labels> candidates{{2, 2, 0}, {0, 1, 1}, {1, 1, 3}, {0, 1, 2}};
  CHECK((best_of(candidates, {2, 1, 3, 4}, 2) ==
         std::vector<Labels>{{0, 1, 1}, {0, 0, 1}}));
  CHECK(best_of(candidates, {2, 1, 3, 4}, 9).size() == 3);
  CHECK(best_of({}, {}, 2).empty());
}

void test_stop() {
  class Stop : public Progress {
    bool tick(std::size_t, std::size_t) override { return false; }
  } stop;
  Executor one;
  const std::vector<int> given = noisy_draws(10, 20, 3, 0.5, 1);
  const PartitionDraws draws = collect_draws(given.data(), 20, 10);
  CHECK_THROWS(minimise_expected_loss(draws, {Labels(10, 0)}, loss_named("vi"),
                                      EstimateSettings(), one, stop),
               Interrupted);
  // Rows beyond the first batch are left undone.
  const std::vector<int> wide = noisy_draws(100, 20, 3, 0.5, 1);
  std::vector<double> counts(100 * 100);
  CHECK_THROWS(
      coclustering_counts(collect_draws(wide.data(), 20, 100), one, stop, counts.data()),
      Interrupted);
}

// Searches of both stages are counted once, up to their total.
void test_search_count() {
  class Count : public Progress {
   public:
    bool tick(std::size_t done, std::size_t total) override {
      right = right && done >= last && done <= total;
      last = done;
      of = total;
      return true;
    }
    std::size_t last = 0, of = 0;
    bool right = true;
  };
  Executor one;
  const std::size_t n = 20, T = 300;
  const std::vector<int> given = noisy_draws(n, T, 4, 0.5, 2);
  const PartitionDraws draws = collect_draws(given.data(), T, n);
  for (const std::size_t places : {std::size_t{1}, std::size_t{800000}}) {
    EstimateSettings settings;
    settings.places = places;
    Count count;
    minimise_expected_loss(draws, {Labels(n, 0)}, loss_named("vi"), settings, one, count);
    CHECK(count.right);
    CHECK(count.of > 0 && count.last == count.of);
  }
}

}  // namespace

int main() {
  test_collect();
  test_counts();
  test_support();
  test_distance();
  test_extrinsic();
  test_search();
  test_spaced_weights();
  test_single_search();
  test_estimates_stay();
  test_best_of();
  test_stop();
  test_search_count();
  return check::report();
}
