// R's side of core/sampler/sampler.h.
#include <memory>
#include <string>
#include <vector>

#include "core/sampler/sampler.h"
#include "r_model.h"
#include "r_runtime.h"

using namespace shapecrp;

namespace {

// Random states cross the border as eight 32-bit numbers.
Rcpp::NumericVector wrap_rng(const Rng::State& state) {
  Rcpp::NumericVector halves(8);
  for (int w = 0; w < 4; ++w) {
    halves[2 * w] = static_cast<double>(state[w] >> 32);
    halves[2 * w + 1] = static_cast<double>(state[w] & 0xFFFFFFFFULL);
  }
  return halves;
}

Rng::State as_rng(const Rcpp::NumericVector& halves) {
  if (halves.size() != 8) throw std::invalid_argument("rng must be eight numbers");
  for (double half : halves) {
    if (!(half >= 0.0 && half <= 4294967295.0)) {
      throw std::invalid_argument("rng must be numbers of 32 bits");
    }
  }
  Rng::State state{};
  for (int w = 0; w < 4; ++w) {
    state[w] = static_cast<std::uint64_t>(halves[2 * w]) << 32 |
               static_cast<std::uint64_t>(halves[2 * w + 1]);
  }
  return state;
}

ChainState as_chain_state(const Rcpp::List& state) {
  ChainState chain;
  chain.slots = Rcpp::as<std::vector<int>>(state["slots"]);
  chain.theta = count(state, "theta");
  chain.xi = number(state, "xi");
  chain.rng = as_rng(state["rng"]);
  chain.sweeps = count(state, "sweeps");
  return chain;
}

Rcpp::List wrap_chain_state(const ChainState& chain) {
  return Rcpp::List::create(Rcpp::Named("slots") = Rcpp::wrap(chain.slots),
                            Rcpp::Named("theta") = static_cast<double>(chain.theta),
                            Rcpp::Named("xi") = chain.xi,
                            Rcpp::Named("rng") = wrap_rng(chain.rng),
                            Rcpp::Named("sweeps") = static_cast<double>(chain.sweeps));
}

}  // namespace

// `matrix`: see with_model().
// [[Rcpp::export]]
SEXP r_sampler_new(SEXP matrix, const Rcpp::List& model, const Rcpp::List& moves,
                   const Rcpp::List& keep, const Rcpp::List& states) {
  MoveSettings move_settings;
  move_settings.gibbs = Rcpp::as<bool>(moves["gibbs"]);
  move_settings.theta = Rcpp::as<bool>(moves["theta"]);
  move_settings.split_merge = count(moves, "split_merge");
  move_settings.usual_size = number(moves, "usual_size");
  const KeepSettings keep_settings{count(keep, "burn_in"), count(keep, "thin")};
  std::vector<ChainState> starts;
  for (const Rcpp::List state : states) starts.push_back(as_chain_state(state));
  return with_model(matrix, model, [&](auto shared) -> SEXP {
    return Rcpp::XPtr<Sampler>(
        new Sampler(std::move(shared), move_settings, keep_settings, starts));
  });
}

// [[Rcpp::export]]
void r_sampler_run(SEXP sampler, double sweeps, int n_threads) {
  ParallelExecutor executor(n_threads);
  Rcpp::XPtr<Sampler>(sampler)->run(static_cast<std::size_t>(sweeps), executor);
}

// Hands over the draws made since the last call, and the states.
// labels: draw x chain x item, trace: draw x chain x variable.
// [[Rcpp::export]]
Rcpp::List r_sampler_collect(SEXP sampler) {
  Rcpp::XPtr<Sampler> pointer(sampler);
  const std::size_t n = pointer->model().n();
  const std::size_t n_chains = pointer->n_chains();
  const std::size_t n_variables = trace_names().size();
  const std::size_t kept = pointer->chain(0).labels().size() / n;
  const std::size_t swept = pointer->chain(0).trace().size() / n_variables;
  Rcpp::IntegerVector labels(Rcpp::Dimension(kept, n_chains, n));
  Rcpp::NumericVector trace(Rcpp::Dimension(swept, n_chains, n_variables));
  Rcpp::List states;
  for (std::size_t c = 0; c < n_chains; ++c) {
    AnyChain& chain = pointer->chain(c);
    for (std::size_t t = 0; t < kept; ++t) {
      for (std::size_t i = 0; i < n; ++i) {
        labels[t + kept * (c + n_chains * i)] = chain.labels()[t * n + i];
      }
    }
    for (std::size_t t = 0; t < swept; ++t) {
      for (std::size_t v = 0; v < n_variables; ++v) {
        trace[t + swept * (c + n_chains * v)] = chain.trace()[t * n_variables + v];
      }
    }
    states.push_back(wrap_chain_state(chain.state()));
    chain.forget_draws();
  }
  trace.attr("dimnames") = Rcpp::List::create(R_NilValue, R_NilValue, trace_names());
  return Rcpp::List::create(Rcpp::Named("labels") = labels, Rcpp::Named("trace") = trace,
                            Rcpp::Named("states") = states);
}

// [[Rcpp::export]]
std::vector<std::string> r_trace_names() { return trace_names(); }

// Whether R has an interrupt waiting, which is then taken.
// [[Rcpp::export]]
bool r_is_interrupted() {
  RProgress progress(R_NilValue);
  return !progress.tick(0, 1);
}

// The state of the random stream of a chain at its birth.
// [[Rcpp::export]]
Rcpp::NumericVector r_rng_state(double seed, double chain) {
  return wrap_rng(
      Rng(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(chain)).state());
}

// n labels uniform on 1 .. k, and the state of the stream after them.
// [[Rcpp::export]]
Rcpp::List r_random_labels(const Rcpp::NumericVector& rng_state, int n, int k) {
  Rng rng(as_rng(rng_state));
  Rcpp::IntegerVector labels(n);
  for (int& label : labels) label = 1 + static_cast<int>(rng.below(k));
  return Rcpp::List::create(Rcpp::Named("labels") = labels,
                            Rcpp::Named("rng") = wrap_rng(rng.state()));
}

// log V_n(t) for t = 1 .. n.
// [[Rcpp::export]]
Rcpp::NumericVector r_mfm_log_v(int n, double gamma, double lambda) {
  Rcpp::NumericVector log_v(n);
  for (int t = 1; t <= n; ++t) log_v[t - 1] = mfm_log_v(n, t, gamma, lambda);
  return log_v;
}
