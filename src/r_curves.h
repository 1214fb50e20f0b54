// Curves and settings from R.
#pragma once

#include <RcppEigen.h>

#include "core/elastic/elastic.h"

namespace shapecrp {

// Matrices from R hold a point a row; the core takes a point a column.
inline std::vector<Matrix> points_from_r(const Rcpp::List& points) {
  std::vector<Matrix> out;
  out.reserve(static_cast<std::size_t>(points.size()));
  for (R_xlen_t i = 0; i < points.size(); ++i) {
    out.push_back(Rcpp::as<Eigen::Map<Matrix>>(points[i]).transpose());
  }
  return out;
}

inline ElasticSettings settings_from_r(const Rcpp::List& from) {
  ElasticSettings settings;
  settings.curve.n_points = Rcpp::as<int>(from["n_points"]);
  settings.curve.smooth = Rcpp::as<double>(from["smooth"]);
  settings.curve.pad_ends = Rcpp::as<int>(from["pad_ends"]);
  settings.scale = Rcpp::as<bool>(from["scale"]);
  settings.rotation = Rcpp::as<bool>(from["rotation"]);
  settings.reflection = Rcpp::as<bool>(from["reflection"]);
  settings.either_direction = Rcpp::as<std::string>(from["direction"]) == "either";
  const std::string search = Rcpp::as<std::string>(from["search"]);
  settings.search = search == "fast"         ? SearchKind::fast
                    : search == "exhaustive" ? SearchKind::exhaustive
                                             : SearchKind::standard;
  settings.use_avx2 = Rcpp::as<bool>(from["use_avx2"]);
  return settings;
}

}  // namespace shapecrp
