// Where the search for the partition of least expected loss begins, and how many draws it
// sees.
#pragma once

#include "partition_search.h"

namespace shapecrp {

struct EstimateSettings {
  std::size_t places = 800000;   // items x draws of the first stage, at most about
  std::size_t draws = 200;       // draws of the first stage, at least
  std::size_t candidates = 250;  // draws that are scored as starts
  std::size_t starts = 16;       // searches of the first stage
  std::size_t finalists = 2;     // searches on all draws, where the first stage saw fewer
};

// For many items: fewer draws and searches, so that memory and time stay those of some
// hundred labels an item. All draws judge the ends of the searches.
inline EstimateSettings settings_for_many() { return {4000000, 50, 100, 6, 0}; }

// Weights of about `wanted` draws, evenly spaced along the draws in their order.
inline std::vector<double> spaced_weights(const PartitionDraws& draws,
                                          std::size_t wanted) {
  if (draws.size() <= wanted) return draws.weights;
  std::vector<double> out(draws.size(), 0.0);
  const double gap = draws.total / static_cast<double>(wanted);
  double passed = 0.0, next = 0.5 * gap;
  for (std::size_t d = 0; d < draws.size(); ++d) {
    passed += draws.weights[d];
    for (; next < passed; next += gap) out[d] += 1.0;
  }
  return out;
}

// Expected loss of each candidate, over draws of weight above 0.
inline std::vector<double> expected_losses(const PartitionDraws& draws,
                                           const std::vector<double>& weights,
                                           const std::vector<Labels>& candidates,
                                           const std::vector<double>& f,
                                           Executor& executor) {
  std::vector<double> out(candidates.size(), 0.0);
  executor.run(candidates.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> counts(2 * draws.n, 0);
    for (std::size_t c = begin; c < end; ++c) {
      const ReferencePartition reference(candidates[c].data(), draws.n, f);
      for (std::size_t d = 0; d < draws.size(); ++d) {
        if (weights[d] > 0.0) {
          out[c] += weights[d] * reference.distance(draws.draw(d), counts);
        }
      }
    }
  });
  return out;
}

// The best `wanted` of the candidates, all different, best first.
inline std::vector<Labels> best_of(std::vector<Labels> candidates,
                                   const std::vector<double>& losses,
                                   std::size_t wanted) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a] < losses[b]; });
  std::vector<Labels> out;
  Labels scratch(candidates.empty() ? 0 : candidates[0].size() + 1);
  for (const std::size_t c : order) {
    if (out.size() == wanted) break;
    relabel(candidates[c].data(), candidates[c].size(), scratch);
    if (std::find(out.begin(), out.end(), candidates[c]) == out.end()) {
      out.push_back(candidates[c]);
    }
  }
  return out;
}

// Searches that have ended, of all stages.
struct SearchCount {
  std::size_t ended = 0;
  std::size_t total = 0;
};

// Ends of the searches from `starts`, which run beside one another pass by pass.
inline std::vector<Labels> descend(const DrawTable& table, const std::vector<double>& f,
                                   const std::vector<Labels>& starts, bool splits,
                                   Executor& executor, Progress& progress,
                                   SearchCount& searched) {
  std::vector<PartitionSearch> searches;
  searches.reserve(starts.size());
  for (const Labels& start : starts) searches.emplace_back(table, f, start, splits);
  std::vector<std::size_t> active(starts.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  while (!active.empty()) {
    std::vector<char> goes_on(active.size());
    executor.run(active.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t a = begin; a < end; ++a) goes_on[a] = searches[active[a]].step();
    });
    std::vector<std::size_t> still;
    for (std::size_t a = 0; a < active.size(); ++a) {
      if (goes_on[a]) still.push_back(active[a]);
    }
    searched.ended += active.size() - still.size();
    active.swap(still);
    if (!progress.tick(searched.ended, searched.total)) throw Interrupted();
  }
  std::vector<Labels> out;
  for (const PartitionSearch& search : searches) out.push_back(search.labels());
  return out;
}

// The best partition found. Starts: the best of the draws, the best of `given`, and the
// first given. Where items x draws pass `settings.places`, the first stage sees draws
// spaced evenly, and the finalists are judged by, and descend on, all of them.
inline Labels minimise_expected_loss(const PartitionDraws& draws,
                                     const std::vector<Labels>& given,
                                     const PartitionLoss& loss,
                                     const EstimateSettings& settings, Executor& executor,
                                     Progress& progress) {
  const std::vector<double> f = loss_table(loss, draws.n);
  const std::vector<double> weights =
      spaced_weights(draws, std::max(settings.places / draws.n, settings.draws));
  const auto score = [&](const std::vector<Labels>& candidates,
                         const std::vector<double>& by) {
    return expected_losses(draws, by, candidates, f, executor);
  };

  std::vector<Labels> drawn;
  const std::vector<double> scored = spaced_weights(draws, settings.candidates);
  for (std::size_t d = 0; d < draws.size(); ++d) {
    if (scored[d] > 0.0) drawn.emplace_back(draws.draw(d), draws.draw(d) + draws.n);
  }
  std::vector<Labels> starts = best_of(drawn, score(drawn, weights), settings.starts / 2);
  for (Labels& start : best_of(given, score(given, weights), settings.starts / 2)) {
    starts.push_back(std::move(start));
  }
  const bool all = weights == draws.weights;
  if (all && !given.empty()) starts.push_back(given[0]);
  starts = best_of(starts, score(starts, weights), starts.size());

  SearchCount searched;
  searched.total = starts.size() + (all ? 0 : settings.finalists);
  std::vector<Labels> ends =
      descend(make_table(draws, weights), f, starts, true, executor, progress, searched);
  if (!all && settings.finalists > 0) {
    ends = best_of(ends, score(ends, draws.weights), settings.finalists);
    searched.total = searched.ended + ends.size();
    ends = descend(make_table(draws, draws.weights), f, ends, false, executor, progress,
                   searched);
  }
  return best_of(ends, score(ends, draws.weights), 1)[0];
}

}  // namespace shapecrp
