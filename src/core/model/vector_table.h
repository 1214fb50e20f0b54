// A table of vectors of one length, and their inner products.
#pragma once

#include <cstddef>
#include <vector>

#define SHAPECRP_ROWS "model/vector_rows.h"
#include "../each_isa.h"

namespace shapecrp {

// Vectors of one length, filled up with zeros to a multiple of 8, one after another.
class VectorTable {
 public:
  VectorTable() = default;
  VectorTable(std::size_t count, std::size_t length, bool use_avx2 = machine_has_avx2())
      : length_((length + 7) / 8 * 8),
        values_(count * length_, 0.0),
        use_avx2_(use_avx2) {}

  std::size_t length() const { return length_; }
  std::size_t size() const { return length_ == 0 ? 0 : values_.size() / length_; }
  void resize(std::size_t count) { values_.resize(count * length_, 0.0); }
  double* operator[](std::size_t k) { return values_.data() + k * length_; }
  const double* operator[](std::size_t k) const { return values_.data() + k * length_; }

  // Vector k += sign x.
  void add(std::size_t k, const double* x, double sign) {
#ifdef SHAPECRP_HAS_AVX2
    if (use_avx2_) {
      avx2::add_vector((*this)[k], x, sign, length_);
      return;
    }
#endif
    portable::add_vector((*this)[k], x, sign, length_);
  }

  // The inner product of two vectors of this length.
  double dot(const double* x, const double* y) const {
    double product = 0.0;
    dots(x, y, 1, &product);
    return product;
  }

  // out[k]: the inner product of x and vector k, for the first `count`.
  void dots(const double* x, std::size_t count, double* out) const {
    dots(x, values_.data(), count, out);
  }

 private:
  void dots(const double* x, const double* vectors, std::size_t count,
            double* out) const {
#ifdef SHAPECRP_HAS_AVX2
    if (use_avx2_) {
      avx2::dots(x, vectors, count, length_, out);
      return;
    }
#endif
    portable::dots(x, vectors, count, length_, out);
  }

  std::size_t length_ = 0;
  std::vector<double> values_;
  bool use_avx2_ = false;
};

}  // namespace shapecrp
