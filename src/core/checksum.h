// A checksum of 64 bits that does not depend on the machine: XXH64 (Collet, 2014), which
// reads bytes as little-endian words. It finds damage; it is no signature.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace shapecrp {

class Checksum {
 public:
  static std::uint64_t of(const unsigned char* bytes, std::size_t size,
                          std::uint64_t seed = 0) {
    const unsigned char* const end = bytes + size;
    std::uint64_t sum = seed + prime5;
    if (size >= 32) {
      std::array<std::uint64_t, 4> lanes{seed + prime1 + prime2, seed + prime2, seed,
                                         seed - prime1};
      for (; end - bytes >= 32; bytes += 32) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
          lanes[lane] = round(lanes[lane], word64(bytes + 8 * lane));
        }
      }
      sum = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) +
            rotate(lanes[3], 18);
      for (const std::uint64_t lane : lanes) {
        sum = (sum ^ round(0, lane)) * prime1 + prime4;
      }
    }
    sum += static_cast<std::uint64_t>(size);
    for (; end - bytes >= 8; bytes += 8) {
      sum = rotate(sum ^ round(0, word64(bytes)), 27) * prime1 + prime4;
    }
    if (end - bytes >= 4) {
      sum = rotate(sum ^ (word32(bytes) * prime1), 23) * prime2 + prime3;
      bytes += 4;
    }
    for (; bytes < end; ++bytes) sum = rotate(sum ^ (*bytes * prime5), 11) * prime1;
    sum = (sum ^ (sum >> 33)) * prime2;
    sum = (sum ^ (sum >> 29)) * prime3;
    return sum ^ (sum >> 32);
  }

 private:
  static constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87ULL;
  static constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4FULL;
  static constexpr std::uint64_t prime3 = 0x165667B19E3779F9ULL;
  static constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63ULL;
  static constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5ULL;

  static std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }
  static std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
    return rotate(lane + word * prime2, 31) * prime1;
  }
  static std::uint64_t word32(const unsigned char* p) {
    return static_cast<std::uint64_t>(p[0]) | static_cast<std::uint64_t>(p[1]) << 8 |
           static_cast<std::uint64_t>(p[2]) << 16 |
           static_cast<std::uint64_t>(p[3]) << 24;
  }
  static std::uint64_t word64(const unsigned char* p) {
    return word32(p) | word32(p + 4) << 32;
  }
};

}  // namespace shapecrp
