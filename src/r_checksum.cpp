// R's side of core/checksum.h.
#include <Rcpp.h>

#include "core/checksum.h"

// The checksum of `bytes` that goes on from another, both as eight bytes, lowest first.
// [[Rcpp::export]]
Rcpp::RawVector r_checksum(const Rcpp::RawVector& bytes, const Rcpp::RawVector& before) {
  if (before.size() != 8) throw std::invalid_argument("a checksum has eight bytes");
  std::uint64_t seed = 0;
  for (int b = 7; b >= 0; --b) seed = seed << 8 | before[b];
  const std::uint64_t sum =
      shapecrp::Checksum::of(bytes.begin(), static_cast<std::size_t>(bytes.size()), seed);
  Rcpp::RawVector out(8);
  for (int b = 0; b < 8; ++b) out[b] = static_cast<unsigned char>(sum >> (8 * b));
  return out;
}
