// Chains over partitions: each a state, a random stream and a record of draws.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../model/clustering.h"
#include "../rng.h"
#include "../runtime.h"
#include "gibbs.h"
#include "label_record.h"
#include "split_merge.h"

namespace shapecrp {

// All that a chain needs to go on as if it had never stopped: the sums are a
// function of the labels.
struct ChainState {
  std::vector<int> slots;  // block of each item, 0 .. K - 1 without a gap
  std::size_t theta = 0;   // index into the grid
  double xi = 1.0;
  Rng::State rng{};
  std::size_t sweeps = 0;  // made so far
};

struct MoveSettings {
  bool gibbs = true;
  std::size_t split_merge = 0;  // proposals a sweep
  double usual_size = 64.0;     // see split_merge.h
  bool theta = true;
};

// Sweeps whose labels are kept: burn_in + thin, burn_in + 2 thin, ...
struct KeepSettings {
  std::size_t burn_in = 0;
  std::size_t thin = 1;
};

// One row of the trace, in this order.
inline const std::vector<std::string>& trace_names() {
  static const std::vector<std::string> names{
      "log_posterior",  "deviance",       "clusters",
      "largest",        "theta",          "xi",
      "gibbs_moved",    "split_proposed", "split_accepted",
      "merge_proposed", "merge_accepted"};
  return names;
}

// Throws std::invalid_argument where a chain of this model could not be at `state`.
inline void check_state(const ChainState& state, const WishartCrp& model) {
  if (state.slots.size() != model.n()) {
    throw std::invalid_argument("a state must have one slot for each item");
  }
  std::vector<char> used(model.n(), 0);
  std::size_t highest = 0;
  for (int slot : state.slots) {
    if (slot < 0 || static_cast<std::size_t>(slot) >= model.n()) {
      throw std::invalid_argument("slots must lie between 0 and the number of items");
    }
    used[static_cast<std::size_t>(slot)] = 1;
    highest = std::max(highest, static_cast<std::size_t>(slot));
  }
  if (std::find(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(highest), 0) !=
      used.begin() + static_cast<std::ptrdiff_t>(highest)) {
    throw std::invalid_argument("slots must be in use without a gap");
  }
  if (state.theta >= model.n_theta()) {
    throw std::invalid_argument("theta must be an index into its grid");
  }
  if (model.prior().uses_xi() && !(std::isfinite(state.xi) && state.xi > 0.0)) {
    throw std::invalid_argument("xi must be positive and finite");
  }
  if (state.rng == Rng::State{}) {
    throw std::invalid_argument("the state of a random stream must not be zero");
  }
}

// A chain, whatever the form of its matrix.
class AnyChain {
 public:
  virtual ~AnyChain() = default;
  virtual void run(std::size_t sweeps) = 0;
  virtual ChainState state() const = 0;

  // Labels of kept draws, n a draw, 1 .. K in order of first appearance; and rows
  // of the trace, one a sweep.
  const LabelRecord& labels() const { return labels_; }
  const std::vector<double>& trace() const { return trace_; }

  void forget_draws() {
    labels_ = LabelRecord();
    std::vector<double>().swap(trace_);
  }

 protected:
  LabelRecord labels_;
  std::vector<double> trace_;
};

template <class Matrix>
class Chain : public AnyChain {
 public:
  using Model = MatrixModel<Matrix>;

  Chain(const Model& model, const MoveSettings& moves, const KeepSettings& keep,
        const ChainState& start)
      : model_(&model),
        moves_(moves),
        keep_(keep),
        state_(model, start.slots, start.theta),
        xi_(start.xi),
        rng_(start.rng),
        sweeps_(start.sweeps),
        split_merge_(moves.usual_size) {}

  void run(std::size_t sweeps) override {
    for (std::size_t t = 0; t < sweeps; ++t) sweep();
  }

  ChainState state() const override {
    return {state_.slots(), state_.theta(), xi_, rng_.state(), sweeps_};
  }

 private:
  void sweep() {
    SplitMergeCounts counts;
    std::size_t moved = 0;
    if (moves_.theta) draw_theta();
    const double log_xi = std::log(xi_);
    if (moves_.gibbs) moved = gibbs_.sweep(state_, log_xi, rng_);
    for (std::size_t t = 0; t < moves_.split_merge; ++t) {
      split_merge_.propose(state_, log_xi, rng_, counts);
    }
    if (model_->prior().resamples_xi())
      xi_ = model_->prior().draw_xi(state_.K(), xi_, rng_);
    ++sweeps_;
    record(moved, counts);
  }

  // theta from its full conditional law on the grid.
  void draw_theta() {
    const std::size_t m = model_->n_theta();
    if (m < 2) return;
    weights_.resize(m);
    for (std::size_t g = 0; g < m; ++g) weights_[g] = state_.log_likelihood_at(g);
    const double best = *std::max_element(weights_.begin(), weights_.end());
    double total = 0.0;
    for (double& w : weights_) total += (w = std::exp(w - best));
    double u = rng_.uniform() * total;
    std::size_t g = 0;
    while (g + 1 < m && (u -= weights_[g]) >= 0.0) ++g;
    state_.set_theta(g);
  }

  void record(std::size_t moved, const SplitMergeCounts& counts) {
    const double log_likelihood = state_.log_likelihood();
    const double log_posterior = log_likelihood + state_.log_partition(xi_) +
                                 model_->prior().log_density_xi(xi_) -
                                 std::log(static_cast<double>(model_->n_theta()));
    const auto largest = *std::max_element(state_.sizes().begin(), state_.sizes().end());
    for (double value :
         {without_noise(log_posterior), without_noise(-2.0 * log_likelihood),
          static_cast<double>(state_.K()), static_cast<double>(largest),
          model_->theta(state_.theta()), xi_,
          static_cast<double>(moved) / static_cast<double>(model_->n()),
          static_cast<double>(counts.splits), static_cast<double>(counts.splits_accepted),
          static_cast<double>(counts.merges),
          static_cast<double>(counts.merges_accepted)}) {
      trace_.push_back(value);
    }
    if (sweeps_ > keep_.burn_in && (sweeps_ - keep_.burn_in) % keep_.thin == 0) {
      record_labels();
    }
  }

  // Sums over blocks depend on the order of the slots in their last bits; without
  // these, draws of the same partition are ties, as ranks (R-hat) expect.
  static double without_noise(double x) { return std::nearbyint(x * 0x1p26) * 0x1p-26; }

  void record_labels() {
    int next = 0;
    names_.assign(state_.K(), 0);
    for (int slot : state_.slots()) {
      int& name = names_[static_cast<std::size_t>(slot)];
      if (name == 0) name = ++next;
      labels_.push_back(name);
    }
  }

  const Model* model_;
  MoveSettings moves_;
  KeepSettings keep_;
  Clustering<Matrix> state_;
  double xi_;
  Rng rng_;
  std::size_t sweeps_;
  GibbsMove gibbs_;
  SplitMergeMove<Matrix> split_merge_;
  std::vector<double> weights_;
  std::vector<int> names_;
};

// The chains of one model. Each depends on its own state alone, so that threads
// and other chains change nothing.
class Sampler {
 public:
  template <class Matrix>
  Sampler(std::unique_ptr<const MatrixModel<Matrix>> model, const MoveSettings& moves,
          const KeepSettings& keep, const std::vector<ChainState>& starts) {
    if (starts.empty()) throw std::invalid_argument("there must be a chain");
    if (keep.thin < 1) throw std::invalid_argument("thin must be at least 1");
    for (const ChainState& start : starts) {
      check_state(start, *model);
      // Draws of all chains are recorded at the same sweeps.
      if (start.sweeps != starts[0].sweeps) {
        throw std::invalid_argument("chains must have made the same number of sweeps");
      }
      chains_.push_back(std::make_unique<Chain<Matrix>>(*model, moves, keep, start));
    }
    model_ = std::move(model);
  }

  // Runs `sweeps` sweeps of every chain. Errors in a worker are raised here.
  void run(std::size_t sweeps, Executor& executor) {
    std::vector<std::exception_ptr> errors(chains_.size());
    executor.run(chains_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        try {
          chains_[c]->run(sweeps);
        } catch (...) {
          errors[c] = std::current_exception();
        }
      }
    });
    for (const auto& error : errors) {
      if (error) std::rethrow_exception(error);
    }
  }

  const WishartCrp& model() const { return *model_; }
  std::size_t n_chains() const { return chains_.size(); }
  AnyChain& chain(std::size_t c) { return *chains_[c]; }

 private:
  std::unique_ptr<const WishartCrp> model_;
  std::vector<std::unique_ptr<AnyChain>> chains_;
};

}  // namespace shapecrp
