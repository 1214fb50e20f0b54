// How far each kind of search goes. Measured by bench/pairs.R.
#pragma once

#include "search.h"

namespace shapecrp {

enum class SearchKind { fast, standard, exhaustive };

// The plan for curves in p dimensions.
inline SearchPlan search_plan(SearchKind kind, bool closed, int p) {
  SearchPlan plan;
  plan.start_edges = 32;
  plan.every_shift = true;
  plan.open = p == 2 ? OpenStarts{4, 1, 8} : OpenStarts{4, 2, 24};
  switch (kind) {
    case SearchKind::fast:
      plan.every_shift = false;
      plan.stages = {{32, 2, 1, 2, 0}, {50, 3, 1, 1, 0}, {0, 4, 2, 1, 0}};
      plan.refinements = 1;
      plan.sweeps = 8;
      break;
    case SearchKind::standard:
      if (closed) {
        plan.stages = {
            {32, 2, 1, 8, 0}, {50, 3, 2, 3, 0}, {0, 4, 2, 1, 0}, {0, 6, 5, 1, 0}};
      } else if (p == 2) {
        plan.stages = {
            {32, 3, 1, 4, 0}, {50, 3, 2, 2, 0}, {0, 4, 1, 1, 0}, {0, 6, 3, 1, 0}};
      } else {
        plan.stages = {
            {50, 2, 1, 20, 0}, {0, 3, 1, 12, 0}, {0, 3, 2, 6, 0}, {0, 4, 6, 2, 0}};
      }
      plan.refinements = 2;
      plan.sweeps = 15;
      break;
    case SearchKind::exhaustive:
      plan.start_edges = 0;
      plan.open = {12, 8, p == 2 ? 72 : 300};
      plan.stages = {{0, 6, 100, 5, 0}};
      plan.refinements = 5;
      plan.sweeps = 50;
      break;
  }
  return plan;
}

}  // namespace shapecrp
