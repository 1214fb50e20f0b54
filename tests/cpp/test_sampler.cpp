// Random streams, partition priors, sums of the Wishart model, moves.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "check.h"
#include "core/model/crp.h"
#include "core/model/mfm.h"
#include "core/sampler/sampler.h"

using namespace shapecrp;

namespace {

// n points around `groups` corners; S row by row.
std::vector<double> make_gram(std::size_t n, std::size_t groups, double spread) {
  Rng rng(11, 1);
  std::vector<double> x(n * groups), S(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t g = 0; g < groups; ++g) {
      x[i * groups + g] = (i % groups == g ? 1.0 : 0.0) + spread * rng.normal();
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t l = 0; l < n; ++l) {
      for (std::size_t g = 0; g < groups; ++g) {
        S[i * n + l] += x[i * groups + g] * x[l * groups + g];
      }
    }
  }
  return S;
}

WishartSettings settings(double d) {
  WishartSettings wishart;
  wishart.d = d;
  wishart.theta = {0.3, 2.0, 50.0};
  return wishart;
}

void test_rng() {
  Rng a(5, 1), b(5, 1), c(5, 2), d(6, 1);
  CHECK(a.next() == b.next());
  CHECK(a.next() != c.next());
  CHECK(a.next() != d.next());
  Rng copy(a.state());
  CHECK(copy.next() == a.next());

  // Moments of the laws, 200,000 draws: errors of five standard deviations.
  const int N = 200000;
  double uniform = 0, normal = 0, square = 0, gamma = 0, small = 0;
  for (int t = 0; t < N; ++t) {
    const double u = a.uniform();
    if (u <= 0.0 || u >= 1.0) CHECK(false);
    uniform += u / N;
    const double z = a.normal();
    normal += z / N;
    square += z * z / N;
    gamma += a.gamma(3.0, 2.0) / N;
    small += a.gamma(0.2, 1.0) / N;
  }
  CHECK_NEAR(uniform, 0.5, 5 * std::sqrt(1.0 / 12 / N));
  CHECK_NEAR(normal, 0.0, 5 * std::sqrt(1.0 / N));
  CHECK_NEAR(square, 1.0, 5 * std::sqrt(2.0 / N));
  CHECK_NEAR(gamma, 1.5, 5 * std::sqrt(0.75 / N));
  CHECK_NEAR(small, 0.2, 5 * std::sqrt(0.2 / N));
  std::vector<int> items{0, 1, 2, 3, 4, 5};
  a.shuffle(items);
  CHECK(std::set<int>(items.begin(), items.end()).size() == 6);
}

void test_partition_prior() {
  for (double x : {1e-100, 1e-3, 0.5, 1.0, 1.5, 2.0, 11.9, 12.0, 40.0, 1e3, 1e7}) {
    CHECK_NEAR(log_gamma(x), std::lgamma(x), 4e-15 * (5.0 + std::fabs(std::lgamma(x))));
  }
  // Three items: five partitions, whose probabilities sum to one.
  const Crp crp(3);
  const Mfm mfm(3, {0.7, 2.0});
  for (const PartitionPrior* tried : {static_cast<const PartitionPrior*>(&crp),
                                      static_cast<const PartitionPrior*>(&mfm)}) {
    const PartitionPrior& prior = *tried;
    const double xi = 1.7;
    const auto p = [&](std::vector<std::size_t> sizes) {
      double log_p = prior.log_count(sizes.size(), xi);
      for (std::size_t m : sizes) log_p += prior.log_block(m);
      return std::exp(log_p);
    };
    CHECK_NEAR(p({3}) + 3 * p({2, 1}) + p({1, 1, 1}), 1.0, 1e-12);
    // Joining and opening are ratios of probabilities.
    CHECK_NEAR(std::log(p({1, 1, 1}) / p({2, 1})),
               prior.log_open(2, std::log(xi)) - prior.log_join(1), 1e-12);
  }
}

// Two items in one block, theta = 1: log|I + theta B| = log 3, and
// rest = d/2 (tr S - 7/3) + s with sum S = 7.
void test_likelihood_by_hand() {
  const std::vector<double> S = {2.0, 1.0, 1.0, 3.0};
  const double d = 4.0, r = 3.0, s = 4.0;
  const WishartCrp model(S.data(), 2, WishartSettings{d, r, s, {1.0}},
                         std::make_unique<const Crp>(2));
  const double rest = d / 2.0 * (5.0 - 7.0 / 3.0) + s;
  const double by_hand = d * std::log(d / 2.0) - d / 2.0 * std::log(3.0) +
                         r * std::log(s) - std::lgamma(r) + std::lgamma(r + d) -
                         (r + d) * std::log(rest);
  CHECK_NEAR(Clustering(model, {0, 0}, 0).log_likelihood(), by_hand, 1e-12);
}

void test_sums() {
  // Remove then add is nothing; after 10,000 moves all is as a recount says.
  const std::size_t n = 60;
  const auto S = make_gram(n, 5, 0.4);
  const WishartCrp model(S.data(), n, settings(5), std::make_unique<const Crp>(n));
  Clustering state(model, std::vector<int>(n, 0), 1);
  Rng rng(3, 1);
  for (int t = 0; t < 10000; ++t) {
    const std::size_t i = rng.below(n);
    const std::size_t from = static_cast<std::size_t>(state.slot(i));
    std::size_t to = rng.below(std::min<std::size_t>(state.K() + 1, 12));
    if (to == state.K() && state.size(from) == 1) continue;
    if (to != from) state.move(i, to);
    if (t % 1000 == 0) {
      state.set_theta(rng.below(3));
      std::vector<std::size_t> half;
      for (std::size_t l = 0; l < n; ++l) {
        if (state.slot(l) == state.slot(i) && half.size() < 5) half.push_back(l);
      }
      if (half.size() < state.size(static_cast<std::size_t>(state.slot(i)))) {
        state.move(half, state.K());
      }
    }
  }
  const Clustering recount(model, state.slots(), state.theta());
  CHECK(state.K() == recount.K());
  CHECK(state.rest() == recount.rest());
  CHECK(state.log_likelihood() == recount.log_likelihood());
  double row_gap = 0.0;
  for (std::size_t k = 0; k < state.K(); ++k) {
    CHECK(state.size(k) == recount.size(k));
    CHECK(state.block(k).sum == recount.block(k).sum);
    double by_hand = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      row_gap += std::fabs(state.row(i)[k] - recount.row(i)[k]);
      for (std::size_t l = 0; l < n; ++l) {
        const int slot = static_cast<int>(k);
        if (state.slot(i) == slot && state.slot(l) == slot) by_hand += S[i * n + l];
      }
    }
    CHECK_NEAR(state.block(k).sum, by_hand, 1e-9);
  }
  CHECK(row_gap == 0.0);
  for (std::size_t g = 0; g < 3; ++g) {
    const Clustering there(model, state.slots(), g);
    CHECK(state.log_likelihood_at(g) == there.log_likelihood());
  }
}

ChainState start(std::vector<int> slots, std::uint64_t chain) {
  ChainState state;
  state.slots = std::move(slots);
  state.rng = Rng(9, chain).state();
  return state;
}

void test_going_on() {
  const std::size_t n = 40;
  const auto S = make_gram(n, 4, 0.5);
  MoveSettings moves;
  moves.split_merge = 4;
  const auto model = [&] {
    return std::make_unique<const WishartCrp>(
        S.data(), n, settings(4), std::make_unique<const Crp>(n, CrpSettings{2.0, 1.0}));
  };
  Executor serial;
  const std::vector<int> one(n, 0);
  Sampler whole(model(), moves, {}, {start(one, 1), start(one, 2)});
  whole.run(100, serial);
  Sampler half(model(), moves, {}, {start(one, 2)});
  half.run(37, serial);
  Sampler rest(model(), moves, {}, {half.chains()[0].state()});
  rest.run(63, serial);
  auto labels = half.chains()[0].labels();
  const auto& more = rest.chains()[0].labels();
  labels.insert(labels.end(), more.begin(), more.end());
  CHECK(labels == whole.chains()[1].labels());
  CHECK(rest.chains()[0].state().rng == whole.chains()[1].state().rng);
  CHECK(rest.chains()[0].state().slots == whole.chains()[1].state().slots);
}

void test_escape() {
  // Clear groups are found from one block and from singletons.
  const std::size_t n = 60, groups = 6;
  const auto S = make_gram(n, groups, 0.05);
  MoveSettings moves;
  moves.split_merge = 3;
  std::vector<int> singletons(n);
  for (std::size_t i = 0; i < n; ++i) singletons[i] = static_cast<int>(i);
  Sampler sampler(std::make_unique<const WishartCrp>(S.data(), n, settings(10),
                                                     std::make_unique<const Crp>(n)),
                  moves, {199, 1},
                  {start(std::vector<int>(n, 0), 1), start(singletons, 2)});
  Executor serial;
  sampler.run(200, serial);
  for (const Chain& chain : sampler.chains()) {
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(chain.labels()[i] == static_cast<int>(i % groups) + 1);
    }
  }
}

void test_odd_numbers() {
  // Extremes give finite numbers; a matrix that is not finite is refused.
  for (double scale : {0.0, 1e-200, 1.0, 1e200}) {
    const std::size_t n = 20;
    const std::vector<double> S(n * n, scale);  // rank one, all duplicates
    WishartSettings wishart = settings(1000);
    wishart.theta = {1e-12, 1e4};
    MoveSettings moves;
    moves.split_merge = 3;
    Sampler sampler(std::make_unique<const WishartCrp>(S.data(), n, wishart,
                                                       std::make_unique<const Crp>(n)),
                    moves, {}, {start(std::vector<int>(n, 0), 1)});
    Executor serial;
    sampler.run(20, serial);
    bool finite = true;
    for (double value : sampler.chains()[0].trace()) finite &= std::isfinite(value);
    CHECK(finite);
  }
  const std::vector<double> bad{1.0, NAN, NAN, 1.0};
  bool thrown = false;
  try {
    WishartCrp(bad.data(), 2, settings(1), std::make_unique<const Crp>(2));
  } catch (const std::invalid_argument&) {
    thrown = true;
  }
  CHECK(thrown);
}

// States that no run can be at are refused before a sum is made of them.
void test_crafted_states() {
  const std::size_t n = 10;
  const auto S = make_gram(n, 2, 0.4);
  const auto good = [] {
    ChainState state = start({0, 1, 0, 1, 2, 2, 0, 1, 2, 0}, 1);
    state.sweeps = 30;
    return state;
  };
  const auto sample = [&](const std::vector<ChainState>& states,
                          const KeepSettings& keep = {},
                          std::unique_ptr<const PartitionPrior> prior = nullptr) {
    if (!prior) prior = std::make_unique<const Crp>(n);
    Sampler sampler(
        std::make_unique<const WishartCrp>(S.data(), n, settings(4), std::move(prior)),
        MoveSettings{}, keep, states);
    Executor serial;
    sampler.run(5, serial);
  };
  sample({good(), good()});

  std::vector<ChainState> crafted;
  const auto craft = [&](auto change) {
    ChainState state = good();
    change(state);
    crafted.push_back(state);
  };
  for (int slot : {-1, -2, -1000000, INT_MIN, 3 + 1, 9, 10, 11, 1000000, INT_MAX}) {
    craft([&](ChainState& s) { s.slots[3] = slot; });
    craft([&](ChainState& s) { s.slots.back() = slot; });
  }
  for (std::size_t size : {0, 1, 9, 11, 1000}) {
    craft([&](ChainState& s) { s.slots.assign(size, 0); });
  }
  craft([](ChainState& s) {
    for (int& slot : s.slots) slot += 1;
  });
  for (std::size_t theta : {std::size_t{3}, std::size_t{1000}, SIZE_MAX}) {
    craft([&](ChainState& s) { s.theta = theta; });
  }
  for (double xi : {0.0, -1.0, double(INFINITY), double(NAN)}) {
    craft([&](ChainState& s) { s.xi = xi; });
  }
  craft([](ChainState& s) { s.rng = Rng::State{}; });
  CHECK(crafted.size() >= 30);
  for (const ChainState& state : crafted) {
    CHECK_THROWS(sample({state}), std::invalid_argument);
    CHECK_THROWS(sample({good(), state}), std::invalid_argument);
  }
  ChainState ahead = good();
  ahead.sweeps += 1;
  CHECK_THROWS(sample({good(), ahead}), std::invalid_argument);
  CHECK_THROWS(sample({}), std::invalid_argument);
  CHECK_THROWS(sample({good()}, {0, 0}), std::invalid_argument);

  // A prior without xi takes none.
  ChainState without = good();
  without.xi = NAN;
  sample({without}, {}, std::make_unique<const Mfm>(n));
}

}  // namespace

int main() {
  test_rng();
  test_partition_prior();
  test_likelihood_by_hand();
  test_sums();
  test_going_on();
  test_escape();
  test_odd_numbers();
  test_crafted_states();
  return check::report();
}
