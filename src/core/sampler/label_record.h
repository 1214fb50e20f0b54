// Labels of draws in as few bytes as the largest of them needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace shapecrp {

// Labels, not negative, one after another: in 8 bits each until one does not fit, then in
// 16, then in 32.
class LabelRecord {
 public:
  void push_back(int label) {
    if (width_ == 1 && label > std::numeric_limits<std::uint8_t>::max()) {
      widen(in_8_, in_16_, 2);
    }
    if (width_ == 2 && label > std::numeric_limits<std::uint16_t>::max()) {
      widen(in_16_, in_32_, 4);
    }
    if (width_ == 1) {
      in_8_.push_back(static_cast<std::uint8_t>(label));
    } else if (width_ == 2) {
      in_16_.push_back(static_cast<std::uint16_t>(label));
    } else {
      in_32_.push_back(label);
    }
  }

  std::size_t size() const { return in_8_.size() + in_16_.size() + in_32_.size(); }

  int operator[](std::size_t at) const {
    return width_ == 1 ? in_8_[at] : width_ == 2 ? in_16_[at] : in_32_[at];
  }

  // Bytes that a label takes.
  std::size_t width() const { return width_; }

 private:
  template <class Narrow, class Wide>
  void widen(std::vector<Narrow>& from, std::vector<Wide>& to, std::size_t width) {
    to.assign(from.begin(), from.end());
    std::vector<Narrow>().swap(from);
    width_ = width;
  }

  std::size_t width_ = 1;
  std::vector<std::uint8_t> in_8_;
  std::vector<std::uint16_t> in_16_;
  std::vector<std::int32_t> in_32_;
};

}  // namespace shapecrp
