// Pairs of items from R, counted from 1.
#pragma once

#include <Rcpp.h>

#include <vector>

#include "core/near/neighbour_lists.h"

namespace shapecrp {

inline std::vector<int> items_from_r(const Rcpp::IntegerVector& items) {
  std::vector<int> from_zero(items.begin(), items.end());
  for (int& item : from_zero) --item;
  return from_zero;
}

inline PairTable pair_table(int n, const Rcpp::IntegerVector& first,
                            const Rcpp::IntegerVector& second,
                            const Rcpp::NumericVector& value) {
  return PairTable(static_cast<std::size_t>(n), items_from_r(first), items_from_r(second),
                   Rcpp::as<std::vector<double>>(value));
}

}  // namespace shapecrp
