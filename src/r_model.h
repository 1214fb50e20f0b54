// The numbers of a model from R.
#pragma once

#include <Rcpp.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/model/crp.h"
#include "core/model/factor_matrix.h"
#include "core/model/fixed_point_matrix.h"
#include "core/model/mfm.h"
#include "core/model/wishart_crp.h"

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
  settings.unit = number(model, "unit");
  settings.s = number(model, "s") * settings.unit;
  settings.theta = Rcpp::as<std::vector<double>>(model["theta"]);
  return settings;
}

// The prior on partitions of n items.
inline std::unique_ptr<const PartitionPrior> as_partition_prior(const Rcpp::List& model,
                                                                std::size_t n) {
  const std::string family = Rcpp::as<std::string>(model["family"]);
  if (family == "crp") {
    return std::make_unique<const Crp>(
        n, CrpSettings{number(model, "xi_shape"), number(model, "xi_rate")});
  }
  if (family == "mfm") {
    return std::make_unique<const Mfm>(
        n, MfmSettings{number(model, "gamma"), number(model, "lambda")});
  }
  throw std::invalid_argument("unknown prior on partitions: " + family);
}

// The model of a matrix from R, handed to `use` in its own form: G (n x n), or a list of
// the factor's `X` (n x r) and `own` (n).
template <class Use>
auto with_model(SEXP matrix, const Rcpp::List& model, Use use) {
  if (TYPEOF(matrix) == VECSXP) {
    const Rcpp::List factor(matrix);
    const Rcpp::NumericMatrix X = factor["X"];
    const Rcpp::NumericVector own = factor["own"];
    if (own.size() != X.nrow()) {
      throw std::invalid_argument("a factor must have one own entry for each row");
    }
    const std::size_t n = static_cast<std::size_t>(X.nrow());
    return use(std::make_unique<const MatrixModel<FactorMatrix>>(
        FactorMatrix(X.begin(), own.begin(), n, static_cast<std::size_t>(X.ncol())),
        as_wishart(model), as_partition_prior(model, n)));
  }
  const Rcpp::NumericMatrix G(matrix);
  if (G.nrow() != G.ncol()) throw std::invalid_argument("a matrix must be square");
  const std::size_t n = static_cast<std::size_t>(G.nrow());
  return use(std::make_unique<const MatrixModel<FixedPointMatrix>>(
      FixedPointMatrix(G.begin(), n), as_wishart(model), as_partition_prior(model, n)));
}

}  // namespace shapecrp
