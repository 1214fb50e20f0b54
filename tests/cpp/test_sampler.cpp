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
#include "core/model/factor_matrix.h"
#include "core/model/fixed_point_matrix.h"
#include "core/model/mfm.h"
#include "core/sampler/predict.h"
#include "core/sampler/sampler.h"

using namespace shapecrp;

namespace {

using Dense = MatrixModel<FixedPointMatrix>;
using Factored = MatrixModel<FactorMatrix>;

// n points around `groups` corners; n x groups, column by column.
std::vector<double> make_points(std::size_t n, std::size_t groups, double spread) {
  Rng rng(11, 1);
  std::vector<double> x(n * groups);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t g = 0; g < groups; ++g) {
      x[g * n + i] = (i % groups == g ? 1.0 : 0.0) + spread * rng.normal();
    }
  }
  return x;
}

// X X' + diag(own).
std::vector<double> gram_of(const std::vector<double>& x,
                            const std::vector<double>& own) {
  const std::size_t n = own.size();
  std::vector<double> S(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t l = 0; l < n; ++l) {
      for (std::size_t g = 0; g < x.size() / n; ++g)
        S[i * n + l] += x[g * n + i] * x[g * n + l];
    }
    S[i * n + i] += own[i];
  }
  return S;
}

std::vector<double> make_gram(std::size_t n, std::size_t groups, double spread) {
  return gram_of(make_points(n, groups, spread), std::vector<double>(n, 0.0));
}

// Own entries that differ from item to item.
std::vector<double> make_own(std::size_t n) {
  std::vector<double> own(n);
  for (std::size_t i = 0; i < n; ++i) own[i] = 0.1 * static_cast<double>(i % 4);
  return own;
}

FactorMatrix make_factor(const std::vector<double>& x, const std::vector<double>& own) {
  return FactorMatrix(x.data(), own.data(), own.size(), x.size() / own.size());
}

std::vector<int> all_labels(const AnyChain& chain) {
  std::vector<int> labels;
  for (std::size_t at = 0; at < chain.labels().size(); ++at) {
    labels.push_back(chain.labels()[at]);
  }
  return labels;
}

WishartSettings settings(double d) {
  WishartSettings wishart;
  wishart.d = {d};
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
  const Dense model({S.data(), 2}, WishartSettings{{d}, r, s, {1.0}},
                    std::make_unique<const Crp>(2));
  const double rest = d / 2.0 * (5.0 - 7.0 / 3.0) + s;
  const double by_hand = d * std::log(d / 2.0) - d / 2.0 * std::log(3.0) +
                         r * std::log(s) - std::lgamma(r) + std::lgamma(r + d) -
                         (r + d) * std::log(rest);
  CHECK_NEAR(Clustering<FixedPointMatrix>(model, {0, 0}, 0).log_likelihood(), by_hand,
             1e-12);
  // The same matrix as (1, 1)' (1, 1) + diag(1, 2).
  const Factored factored(make_factor({1.0, 1.0}, {1.0, 2.0}),
                          WishartSettings{{d}, r, s, {1.0}},
                          std::make_unique<const Crp>(2));
  CHECK_NEAR(Clustering<FactorMatrix>(factored, {0, 0}, 0).log_likelihood(), by_hand,
             1e-12);
}

// Remove then add is nothing; after 10,000 moves all is as a recount says, to the bit. S:
// the matrix of the model, entry by entry.
template <class Matrix>
void test_sums(const MatrixModel<Matrix>& model, const std::vector<double>& S) {
  const std::size_t n = model.n();
  Clustering<Matrix> state(model, std::vector<int>(n, 0), 1);
  Rng rng(3, 1);
  for (int t = 0; t < 10000; ++t) {
    const std::size_t i = rng.below(n);
    const std::size_t from = static_cast<std::size_t>(state.slot(i));
    std::size_t to = rng.below(std::min<std::size_t>(state.K() + 1, 12));
    if (to == state.K() && state.size(from) == 1) continue;
    if (to != from) state.move(i, to);
    if (t % 1000 == 0) {
      state.set_grid(rng.below(3));
      std::vector<std::size_t> half;
      for (std::size_t l = 0; l < n; ++l) {
        if (state.slot(l) == state.slot(i) && half.size() < 5) half.push_back(l);
      }
      if (half.size() < state.size(static_cast<std::size_t>(state.slot(i)))) {
        state.move(half, state.K());
      }
    }
  }
  const Clustering<Matrix> recount(model, state.slots(), state.grid());
  CHECK(state.slots() == recount.slots());
  CHECK(state.K() == recount.K());
  CHECK(state.rest() == recount.rest());
  CHECK(state.log_likelihood() == recount.log_likelihood());
  double row_gap = 0.0, rows_off = 0.0;
  std::vector<double> one, other;
  for (std::size_t k = 0; k < state.K(); ++k) {
    CHECK(state.size(k) == recount.size(k));
    CHECK(state.block(k).sum == recount.block(k).sum);
    double by_hand = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double found = state.sums().row(i, state.slot(i), one)[k];
      row_gap += std::fabs(found - recount.sums().row(i, state.slot(i), other)[k]);
      double row = 0.0;
      for (std::size_t l = 0; l < n; ++l) {
        if (state.slot(l) == static_cast<int>(k)) row += S[i * n + l];
      }
      rows_off = std::max(rows_off, std::fabs(found - row));
      if (state.slot(i) == static_cast<int>(k)) by_hand += row;
    }
    CHECK_NEAR(state.block(k).sum, by_hand, 1e-9);
  }
  CHECK(row_gap == 0.0);
  CHECK(rows_off < 1e-9);
  for (std::size_t g = 0; g < 3; ++g) {
    const Clustering<Matrix> there(model, state.slots(), g);
    CHECK(state.log_likelihood_at(g) == there.log_likelihood());
  }
  // What is recorded of a partition does not depend on the slots of its blocks.
  std::vector<int> turned(n);
  for (std::size_t i = 0; i < n; ++i) {
    turned[i] = static_cast<int>(state.K()) - 1 - state.slot(i);
  }
  const Clustering<Matrix> other_slots(model, turned, state.grid());
  CHECK(other_slots.steady_log_likelihood() == state.steady_log_likelihood());
  CHECK(other_slots.log_joint(1.3) == state.log_joint(1.3));
  CHECK_NEAR(state.log_joint(1.3), state.log_likelihood() + state.log_partition(1.3),
             1e-9);
  // What joins and opens cost are differences of the log posterior.
  const double log_xi = std::log(1.3);
  Candidates at;
  for (std::size_t i = 0; i < n; i += 7) {
    state.price_item(i, log_xi, at);
    const std::size_t from = static_cast<std::size_t>(state.slot(i));
    const double here = state.log_likelihood() + state.log_partition(1.3);
    const auto weight = [&](std::size_t k) {
      return at.log[k] - model.power(state.grid()) * std::log(at.rest[k]);
    };
    for (std::size_t k = 0; k < at.log.size(); ++k) {
      if (k == from) continue;
      Clustering<Matrix> moved = state;
      moved.move(i, k);
      const double there = moved.log_likelihood() + moved.log_partition(1.3);
      CHECK_NEAR(weight(k) - weight(from), there - here, 1e-8);
    }
  }
}

// A place in the grid of pairs is a model of one d and one theta.
void test_grid() {
  const std::size_t n = 20;
  const auto S = make_gram(n, 3, 0.4);
  WishartSettings both = settings(4);
  both.d = {4.0, 9.0};
  CHECK_THROWS(Dense({S.data(), n}, both, std::make_unique<const Crp>(n)),
               std::invalid_argument);
  both.d_weight = {0.0, -1.5};
  const Dense model({S.data(), n}, both, std::make_unique<const Crp>(n));
  CHECK(model.n_grid() == 6);
  std::vector<int> slots(n);
  for (std::size_t i = 0; i < n; ++i) slots[i] = static_cast<int>(i % 3);
  for (std::size_t g = 0; g < 6; ++g) {
    const Dense alone({S.data(), n}, settings(both.d[g / 3]),
                      std::make_unique<const Crp>(n));
    CHECK(model.d(g) == both.d[g / 3]);
    CHECK(model.theta(g) == both.theta[g % 3]);
    CHECK(model.log_weight(g) == both.d_weight[g / 3]);
    const Clustering<FixedPointMatrix> one(alone, slots, g % 3), here(model, slots, g);
    CHECK(here.log_likelihood() == one.log_likelihood());
    Candidates at, there;
    one.price_item(5, 0.1, at);
    here.price_item(5, 0.1, there);
    CHECK(at.rest == there.rest);
    CHECK(at.log == there.log);
  }
}

void test_sums() {
  const std::size_t n = 60;
  const auto x = make_points(n, 5, 0.4);
  const auto own = make_own(n);
  const auto S = gram_of(x, own);
  test_sums(Dense({S.data(), n}, settings(5), std::make_unique<const Crp>(n)), S);
  test_sums(Factored(make_factor(x, own), settings(5), std::make_unique<const Crp>(n)),
            S);
}

void test_factor_entries() {
  const std::size_t n = 30;
  const auto x = make_points(n, 11, 0.4);  // 11: not a multiple of what is added at once
  const auto own = make_own(n);
  const auto S = gram_of(x, own);
  const FactorMatrix factor = make_factor(x, own);
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    trace += S[i * n + i];
    CHECK_NEAR(factor.diagonal(i), S[i * n + i], 1e-12);
    for (std::size_t l = 0; l < n; ++l)
      CHECK_NEAR(factor.entry(i, l), S[i * n + l], 1e-12);
  }
  CHECK_NEAR(factor.trace(), trace, 1e-11);

  // No columns: the own entries are all there is.
  const FactorMatrix none(nullptr, own.data(), n, 0);
  CHECK(none.entry(1, 2) == 0.0);
  CHECK_NEAR(none.diagonal(3), own[3], 1e-15);

  const std::vector<double> bad{NAN}, negative{-1.0}, one{1.0}, huge{1e300};
  CHECK_THROWS(make_factor(bad, one), std::invalid_argument);
  CHECK_THROWS(make_factor(one, bad), std::invalid_argument);
  CHECK_THROWS(make_factor(one, negative), std::invalid_argument);
  CHECK_THROWS(make_factor(huge, one), std::invalid_argument);
}

void test_label_record() {
  LabelRecord record;
  std::vector<int> labels;
  for (int top : {255, 256, 65535, 65536, 100000}) {
    for (int label : {1, top / 2, top}) {
      record.push_back(label);
      labels.push_back(label);
    }
    CHECK(record.width() == (top < 256 ? 1u : top < 65536 ? 2u : 4u));
    CHECK(record.size() == labels.size());
    for (std::size_t at = 0; at < labels.size(); ++at) CHECK(record[at] == labels[at]);
  }
}

ChainState start(std::vector<int> slots, std::uint64_t chain) {
  ChainState state;
  state.slots = std::move(slots);
  state.rng = Rng(9, chain).state();
  return state;
}

template <class Matrix>
void test_going_on(const Matrix& S) {
  const std::size_t n = S.n();
  MoveSettings moves;
  moves.split_merge = 4;
  const auto model = [&] {
    return std::make_unique<const MatrixModel<Matrix>>(
        S, settings(4), std::make_unique<const Crp>(n, CrpSettings{2.0, 1.0}));
  };
  Executor serial;
  const std::vector<int> one(n, 0);
  Sampler whole(model(), moves, {}, {start(one, 1), start(one, 2)});
  whole.run(100, serial);
  Sampler half(model(), moves, {}, {start(one, 2)});
  half.run(37, serial);
  Sampler rest(model(), moves, {}, {half.chain(0).state()});
  rest.run(63, serial);
  auto labels = all_labels(half.chain(0));
  const auto more = all_labels(rest.chain(0));
  labels.insert(labels.end(), more.begin(), more.end());
  CHECK(labels == all_labels(whole.chain(1)));
  CHECK(rest.chain(0).state().rng == whole.chain(1).state().rng);
  CHECK(rest.chain(0).state().slots == whole.chain(1).state().slots);
}

void test_going_on() {
  const std::size_t n = 40;
  const auto x = make_points(n, 4, 0.5);
  const auto S = gram_of(x, make_own(n));
  test_going_on(FixedPointMatrix(S.data(), n));
  test_going_on(make_factor(x, make_own(n)));
}

// A matrix and its factor make the same draws from the same stream.
void test_same_draws() {
  const std::size_t n = 50;
  const auto x = make_points(n, 6, 0.25);
  const auto own = make_own(n);
  const auto S = gram_of(x, own);
  MoveSettings moves;
  moves.split_merge = 5;
  const auto prior = [&] {
    return std::make_unique<const Crp>(n, CrpSettings{2.0, 1.0});
  };
  const std::vector<ChainState> starts{start(std::vector<int>(n, 0), 1),
                                       start(std::vector<int>(n, 0), 2)};
  Sampler dense(
      std::make_unique<const Dense>(FixedPointMatrix(S.data(), n), settings(6), prior()),
      moves, {}, starts);
  Sampler factored(
      std::make_unique<const Factored>(make_factor(x, own), settings(6), prior()), moves,
      {}, starts);
  Executor serial;
  dense.run(300, serial);
  factored.run(300, serial);
  for (std::size_t c = 0; c < 2; ++c) {
    CHECK(all_labels(dense.chain(c)) == all_labels(factored.chain(c)));
    double gap = 0.0;
    for (std::size_t t = 0; t < dense.chain(c).trace().size(); ++t) {
      gap = std::max(gap,
                     std::fabs(dense.chain(c).trace()[t] - factored.chain(c).trace()[t]));
    }
    CHECK(gap < 1e-6);
  }
  const auto& split = dense.chain(0).trace();
  double accepted = 0.0;
  for (std::size_t t = 8; t < split.size(); t += trace_names().size())
    accepted += split[t];
  CHECK(accepted > 0.0);
}

// Splits and merges alone change the number of blocks by what is counted of them; theta
// has its law given the blocks; what is recorded is what the state has.
void test_trace() {
  const std::size_t n = 30, width = trace_names().size();
  const auto S = make_gram(n, 4, 0.7);
  MoveSettings moves;
  moves.gibbs = false;
  moves.split_merge = 2;
  WishartSettings wide = settings(40);
  Sampler sampler(std::make_unique<const Dense>(FixedPointMatrix(S.data(), n), wide,
                                                std::make_unique<const Crp>(n)),
                  moves, {}, {start(std::vector<int>(n, 0), 1)});
  const Dense model({S.data(), n}, wide, std::make_unique<const Crp>(n));
  Executor serial;
  double blocks = 1.0, accepted = 0.0;
  for (int t = 0; t < 300; ++t) {
    sampler.run(1, serial);
    const ChainState state = sampler.chain(0).state();
    const double* row = &sampler.chain(0).trace()[static_cast<std::size_t>(t) * width];
    CHECK(row[2] - blocks == row[8] - row[10]);
    CHECK(row[8] <= row[7] && row[10] <= row[9]);
    accepted += row[8] + row[10];
    blocks = row[2];
    double log_likelihood[3];
    for (std::size_t g = 0; g < 3; ++g) {
      log_likelihood[g] =
          Clustering<FixedPointMatrix>(model, state.slots, g).steady_log_likelihood();
    }
    const double best = *std::max_element(log_likelihood, log_likelihood + 3);
    CHECK(log_likelihood[state.theta] > best - 40.0);
    CHECK_NEAR(row[1], -2.0 * log_likelihood[state.theta], 1e-6);
  }
  CHECK(accepted > 10.0);

  // Numbers that need no rounding have their sum.
  const std::vector<double> four{1.0, 0.5, 0.5, 2.0};
  CHECK(FixedPointMatrix(four.data(), 2).trace() == 3.0);
  CHECK(VectorTable(3, 5).size() == 3 && VectorTable().size() == 0);
}

// New items: a row of the matrix and the vector that makes it give one law.
void test_prediction() {
  const std::size_t n = 24, r = 4;
  const auto x = make_points(n, r, 0.3);
  const auto own = make_own(n);
  const auto S = gram_of(x, own);
  const Dense dense({S.data(), n}, settings(4), std::make_unique<const Crp>(n));
  const Factored factored(make_factor(x, own), settings(4),
                          std::make_unique<const Crp>(n));
  const Crp later(n + 1);
  std::vector<int> item(n), estimate(n), slots[2];
  for (std::size_t i = 0; i < n; ++i) {
    item[i] = static_cast<int>(i);
    estimate[i] = static_cast<int>(i % 4);
    slots[0].push_back(static_cast<int>(i % 4));
    slots[1].push_back(static_cast<int>(i % 3));
  }
  const std::vector<DrawnPartition> draws{{slots[0].data(), 1, 0.2},
                                          {slots[1].data(), 2, 0.0}};
  const std::vector<double> vector{0.9, 0.1, -0.2, 0.05};
  std::vector<double> row(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t q = 0; q < r; ++q) row[i] += vector[q] * x[q * n + i];
  }
  Executor serial;
  Progress silent;
  const Predictor<FixedPointMatrix> one(dense, later, draws, item, serial, silent);
  const Predictor<FactorMatrix> other(factored, later, draws, item, serial, silent);
  const auto p = predict_items(one, {{row.data(), 1.2, -1}, {row.data(), 1.2, 5}},
                               estimate.data(), 4, serial, silent);
  const auto q = predict_items(other, {{vector.data(), 1.2, -1}, {vector.data(), 1.2, 5}},
                               estimate.data(), 4, serial, silent);
  CHECK(p.size() == 10);
  for (std::size_t e = 0; e < p.size(); ++e) CHECK_NEAR(p[e], q[e], 1e-10);
  CHECK(p[0] > 0.4 && p[0] < 1.0);
  // A copy of the first item is where that is.
  const auto copy =
      predict_items(one, {{row.data(), 1.2, 0}}, estimate.data(), 4, serial, silent);
  CHECK(copy[0] > 0.5 && copy[4] == 0.0);
}

// The probabilities of a division: of one item between two anchors they are those of the
// two partitions, however unlikely one is; of many items their product is not lost.
void test_divisions() {
  double widest = 0.0;
  for (double scale : {0.2, 1.0, 4.0}) {
    const std::vector<double> x{scale, -scale, 0.7 * scale}, own{0.1, 0.2, 0.3};
    const auto S = gram_of(x, own);
    const Dense model({S.data(), 3}, settings(40), std::make_unique<const Crp>(3));
    for (std::size_t g = 0; g < 3; ++g) {
      const Clustering<FixedPointMatrix> near(model, {0, 1, 0}, g),
          far(model, {0, 1, 1}, g);
      const double apart = near.log_likelihood() - far.log_likelihood() +
                           near.log_partition(1.0) - far.log_partition(1.0);
      widest = std::max(widest, apart);
      Division<FixedPointMatrix> division;
      division.gather(near, 0, 1);
      Rng rng(1, 1);
      division.allocate(rng);
      for (bool scans : {true, false}) {
        const auto log_q = [&](const std::vector<unsigned char>& sides) {
          return scans ? division.scan_to(sides) : division.allocate_to(sides);
        };
        const double to_near = log_q({0, 1, 0}), to_far = log_q({0, 1, 1});
        CHECK_NEAR(to_near - to_far, apart, 1e-9 * (1.0 + std::fabs(apart)));
        CHECK_NEAR(std::exp(to_near) + std::exp(to_far), 1.0, 1e-12);
      }
    }
  }
  CHECK(widest > 45.0);

  const std::size_t n = 800;
  const std::vector<double> S(n * n, 0.0);
  const Dense model({S.data(), n}, settings(4), std::make_unique<const Crp>(n));
  std::vector<int> slots(n);
  std::vector<unsigned char> sides(n);
  for (std::size_t i = 0; i < n; ++i) {
    slots[i] = static_cast<int>(i % 2);
    sides[i] = i % 2 == 1;
  }
  const Clustering<FixedPointMatrix> state(model, slots, 1);
  Division<FixedPointMatrix> division;
  division.gather(state, 0, 1);
  Rng rng(1, 1);
  division.allocate(rng);
  const double log_q = division.scan_to(sides);
  CHECK(log_q < -461.0 && log_q > -2000.0);
}

// Draws as they were, on machines that compute as this one does: whoever changes them
// means to. Sums of what is recorded, each label with a weight of its own.
void test_draws_stay() {
#if defined(__x86_64__) && defined(__GLIBC__)
  const std::size_t n = 40;
  const auto x = make_points(n, 5, 0.45);
  const auto own = make_own(n);
  const auto S = gram_of(x, own);
  struct Case {
    bool mfm, resample;
    std::size_t split_merge;
    double sum;
  };
  const Case cases[] = {{false, false, 0, 10325884},
                        {false, false, 4, 10615120},
                        {false, true, 4, 16698823},
                        {true, false, 4, 8325397}};
  for (const Case& of : cases) {
    MoveSettings moves;
    moves.split_merge = of.split_merge;
    WishartSettings both = settings(5);
    both.d = {5.0, 8.0};
    both.d_weight = {0.0, -0.5};
    std::unique_ptr<const PartitionPrior> prior;
    if (of.mfm) {
      prior = std::make_unique<const Mfm>(n);
    } else if (of.resample) {
      prior = std::make_unique<const Crp>(n, CrpSettings{2.0, 1.0});
    } else {
      prior = std::make_unique<const Crp>(n);
    }
    std::vector<int> three(n);
    for (std::size_t i = 0; i < n; ++i) three[i] = static_cast<int>(i % 3);
    Sampler sampler(std::make_unique<const Dense>(FixedPointMatrix(S.data(), n), both,
                                                  std::move(prior)),
                    moves, {10, 2}, {start(std::vector<int>(n, 0), 1), start(three, 2)});
    Executor serial;
    sampler.run(250, serial);
    double sum = 0;
    for (std::size_t c = 0; c < 2; ++c) {
      const auto labels = all_labels(sampler.chain(c));
      CHECK(labels.size() == 120 * n);
      for (std::size_t at = 0; at < labels.size(); ++at) {
        sum += labels[at] * static_cast<double>(1 + at % 1009);
      }
    }
    CHECK(sum == of.sum);
    if (sum != of.sum) std::printf("  the sum is %.0f\n", sum);
  }
  // More items than a proposal looks at.
  const std::size_t many = 1500;
  MoveSettings alone;
  alone.gibbs = false;
  alone.split_merge = 30;
  alone.usual_size = 1e9;
  Sampler large(
      std::make_unique<const Factored>(
          make_factor(make_points(many, 3, 0.1), std::vector<double>(many, 0.1)),
          settings(5), std::make_unique<const Crp>(many)),
      alone, {29, 1}, {start(std::vector<int>(many, 0), 1)});
  Executor one;
  large.run(30, one);
  double sum = 0;
  for (int label : all_labels(large.chain(0))) sum += label;
  for (double value : large.chain(0).trace()) sum += std::nearbyint(value);
  CHECK(sum == -247063);
  if (sum != -247063) std::printf("  the sum is %.0f\n", sum);
#endif
}

void test_escape() {
  // Clear groups are found from one block and from singletons.
  const std::size_t n = 60, groups = 6;
  const auto S = make_gram(n, groups, 0.05);
  MoveSettings moves;
  moves.split_merge = 3;
  std::vector<int> singletons(n);
  for (std::size_t i = 0; i < n; ++i) singletons[i] = static_cast<int>(i);
  Sampler sampler(
      std::make_unique<const Dense>(FixedPointMatrix(S.data(), n), settings(10),
                                    std::make_unique<const Crp>(n)),
      moves, {199, 1}, {start(std::vector<int>(n, 0), 1), start(singletons, 2)});
  Executor serial;
  sampler.run(200, serial);
  for (std::size_t c = 0; c < sampler.n_chains(); ++c) {
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(sampler.chain(c).labels()[i] == static_cast<int>(i % groups) + 1);
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
    Sampler sampler(std::make_unique<const Dense>(FixedPointMatrix(S.data(), n), wishart,
                                                  std::make_unique<const Crp>(n)),
                    moves, {}, {start(std::vector<int>(n, 0), 1)});
    const std::vector<double> x(n, std::sqrt(scale)), own(n, 0.0);
    Sampler factored(std::make_unique<const Factored>(make_factor(x, own), wishart,
                                                      std::make_unique<const Crp>(n)),
                     moves, {}, {start(std::vector<int>(n, 0), 1)});
    Executor serial;
    for (Sampler* tried : {&sampler, &factored}) {
      tried->run(20, serial);
      bool finite = true;
      for (double value : tried->chain(0).trace()) finite &= std::isfinite(value);
      CHECK(finite);
    }
  }
  const std::vector<double> bad{1.0, NAN, NAN, 1.0};
  CHECK_THROWS(FixedPointMatrix(bad.data(), 2), std::invalid_argument);
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
    Sampler sampler(std::make_unique<const Dense>(FixedPointMatrix(S.data(), n),
                                                  settings(4), std::move(prior)),
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
    craft([&](ChainState& s) { s.degrees = theta - 2; });
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
  test_factor_entries();
  test_grid();
  test_sums();
  test_label_record();
  test_going_on();
  test_same_draws();
  test_trace();
  test_prediction();
  test_divisions();
  test_draws_stay();
  test_escape();
  test_odd_numbers();
  test_crafted_states();
  return check::report();
}
