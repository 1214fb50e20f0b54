// The numbers of a model from R.
#pragma once

#include <Rcpp.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/wishart_crp.h"

namespace shapecrp {

inline double number(const Rcpp::List& list, const char* name) {
  return Rcpp::as<double>(list[name]);
}

// A whole number of at least 0 that a double holds exactly.
inline std::size_t count(const Rcpp::List& list, const char* name) {
  const double value = number(list, name);
  if (!(value >= 0.0 && value <= 9007199254740992.0 && value == std::floor(value))) {
    throw std::invalid_argument(std::string(name) + " must be a count");
  }
  return static_cast<std::size_t>(value);
}

inline WishartSettings as_wishart(const Rcpp::List& model) {
  WishartSettings settings;
  settings.d = number(model, "d");
  settings.r = number(model, "r");
  settings.s = number(model, "s");
  settings.theta = Rcpp::as<std::vector<double>>(model["theta"]);
  return settings;
}

inline PartitionSettings as_partition(const Rcpp::List& model) {
  PartitionSettings settings;
  if (Rcpp::as<std::string>(model["family"]) == "mfm") {
    settings.family = PartitionFamily::mfm;
    settings.gamma = number(model, "gamma");
    settings.lambda = number(model, "lambda");
  } else {
    settings.xi_shape = number(model, "xi_shape");
    settings.xi_rate = number(model, "xi_rate");
  }
  return settings;
}

}  // namespace shapecrp
