// One random stream per chain: xoshiro256++ (Blackman and Vigna, 2019), seeded by
// splitmix64 from (seed, chain). The laws are written here, because those of the
// standard library differ between libraries.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shapecrp {

class Rng {
 public:
  using State = std::array<std::uint64_t, 4>;

  // The stream of `chain` under `seed`, the same whatever other chains run.
  Rng(std::uint64_t seed, std::uint64_t chain) {
    std::uint64_t x = splitmix(seed) ^ (chain * 0xD1342543DE82EF95ULL);
    for (auto& word : state_) word = splitmix(x);
  }
  explicit Rng(const State& state) : state_(state) {}

  const State& state() const { return state_; }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform on the open interval (0, 1).
  double uniform() { return (static_cast<double>(next() >> 12) + 0.5) * 0x1.0p-52; }

  // Uniform on {0, ..., n - 1}, n < 2^32.
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(n));
  }

  // Standard normal, by the polar method; the second value is dropped so that
  // the state is the whole memory.
  double normal() {
    for (;;) {
      const double x = 2.0 * uniform() - 1.0;
      const double y = 2.0 * uniform() - 1.0;
      const double q = x * x + y * y;
      if (q > 0.0 && q < 1.0) return x * std::sqrt(-2.0 * std::log(q) / q);
    }
  }

  // Logarithm of a Gamma(shape, 1) variable (Marsaglia and Tsang, 2000); on the
  // log scale small shapes do not underflow.
  double draw_log_gamma(double shape) {
    if (shape < 1.0) return draw_log_gamma(shape + 1.0) + std::log(uniform()) / shape;
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
      const double x = normal();
      const double root = 1.0 + c * x;
      if (root <= 0.0) continue;
      const double v = root * root * root;
      if (std::log(uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) {
        return std::log(d) + std::log(v);
      }
    }
  }

  double gamma(double shape, double rate) {
    return std::exp(draw_log_gamma(shape)) / rate;
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[below(left)]);
    }
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }
  static std::uint64_t splitmix(std::uint64_t& x) {
    std::uint64_t z = (x += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  State state_;
};

}  // namespace shapecrp
