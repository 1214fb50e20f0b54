// Curves and settings from R.
#pragma once

#include <RcppEigen.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/elastic/elastic.h"

namespace shapecrp {

// Matrices from R hold one point per row; the core takes one point per column.
inline std::vector<Matrix> points_from_r(const Rcpp::List& points) {
  std::vector<Matrix> out;
  out.reserve(static_cast<std::size_t>(points.size()));
  for (R_xlen_t i = 0; i < points.size(); ++i) {
    out.push_back(Rcpp::as<Eigen::Map<Matrix>>(points[i]).transpose());
  }
  return out;
}

inline void stop_setting(const char* name, const char* must) {
  Rcpp::stop("setting `%s` must %s", name, must);
}

inline bool flag_from_r(const Rcpp::List& from, const char* name) {
  const SEXP value = from[name];
  if (!Rf_isLogical(value) || Rf_length(value) != 1 || LOGICAL(value)[0] == NA_LOGICAL)
    stop_setting(name, "be TRUE or FALSE");
  return LOGICAL(value)[0] != 0;
}

inline double number_from_r(const Rcpp::List& from, const char* name) {
  const SEXP value = from[name];
  const bool is_number = Rf_isNumeric(value) && Rf_length(value) == 1;
  const double number = is_number ? Rf_asReal(value) : -1;
  if (!(number >= 0 && number <= 10000))
    stop_setting(name, "be a number from 0 to 10000");
  return number;
}

// Which of `choices` a setting names.
inline std::size_t choice_from_r(const Rcpp::List& from, const char* name,
                                 const std::vector<std::string>& choices) {
  const SEXP value = from[name];
  if (Rf_isString(value) && Rf_length(value) == 1) {
    const auto found = std::find(choices.begin(), choices.end(),
                                 std::string(CHAR(STRING_ELT(value, 0))));
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  }
  stop_setting(name, "be one of its choices");
  return 0;
}

inline ElasticSettings settings_from_r(const Rcpp::List& from) {
  ElasticSettings settings;
  settings.curve.n_points = static_cast<int>(number_from_r(from, "n_points"));
  settings.curve.smooth = number_from_r(from, "smooth");
  settings.curve.pad_ends = static_cast<int>(number_from_r(from, "pad_ends"));
  settings.scale = flag_from_r(from, "scale");
  settings.rotation = flag_from_r(from, "rotation");
  settings.reflection = flag_from_r(from, "reflection");
  settings.either_direction = choice_from_r(from, "direction", {"given", "either"}) == 1;
  constexpr SearchKind kinds[] = {SearchKind::fast, SearchKind::standard,
                                  SearchKind::exhaustive};
  settings.search =
      kinds[choice_from_r(from, "search", {"fast", "standard", "exhaustive"})];
  settings.use_avx2 = flag_from_r(from, "use_avx2");
  return settings;
}

}  // namespace shapecrp
