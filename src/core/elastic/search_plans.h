// How far each kind of search goes. Measured by bench/pairs.R.
#pragma once

#include "search.h"

namespace shapecrp {

enum class SearchKind { fast, standard, exhaustive };

// The plan for curves in p dimensions.
inline SearchPlan search_plan(SearchKind kind, bool closed, int p) {
  constexpr double whole = 0;  // no band
  constexpr double all = 1;    // no margin: values are in [0, 1]
  const bool planar = p == 2;
  SearchPlan plan;
  plan.start_edges = 32;
  plan.every_shift = true;
  plan.open = planar ? OpenStarts{0, 1, spread_rotations(p, 12)}
                     : OpenStarts{4, 2, spread_rotations(p, 48)};
  plan.nearness = 0.1;
  switch (kind) {
    case SearchKind::fast:
      plan.every_shift = false;
      plan.stages = {{32, 2, 1, whole, 6, 0.05},
                     {50, 3, 1, whole, 3, 0.03},
                     {0, 4, 1, 0.2, 2, 0.01},
                     {0, 6, 1, 0.2, 1, all}};
      plan.least_rise = 1e-3;
      plan.refinements = 1;
      plan.sweeps = 8;
      break;
    case SearchKind::standard:
      if (closed) {
        plan.stages = {{32, 2, 1, whole, 12, 0.1},
                       {50, 3, 1, whole, 8, 0.05},
                       {0, 4, 1, 0.25, 4, 0.02},
                       {0, 6, 4, 0.2, 2, 0.005}};
        plan.least_rise = 5e-4;
      } else if (planar) {
        plan.stages = {{32, 3, 1, whole, 12, 0.1},
                       {50, 3, 1, whole, 8, 0.06},
                       {0, 3, 1, 0.2, 6, 0.04},
                       {0, 6, 1, whole, 3, 0.015},
                       {0, 6, 4, 0.15, 3, 0.005}};
        plan.least_rise = 5e-4;
      } else {
        plan.stages = {{50, 3, 1, whole, 24, 0.1},
                       {0, 3, 1, 0.3, 12, 0.07},
                       {0, 4, 1, 0.25, 6, 0.05},
                       {0, 4, 2, 0.25, 3, 0.03},
                       {0, 6, 4, 0.2, 2, 0.01}};
        plan.least_rise = 1e-4;
      }
      plan.refinements = 2;
      plan.sweeps = 10;
      break;
    case SearchKind::exhaustive:
      plan.start_edges = 0;
      plan.open = {12, 8, spread_rotations(p, planar ? 72 : 300)};
      plan.stages = {{0, longest_reach, 100, whole, 5, all}};
      plan.least_rise = 1e-7;
      plan.nearness = 1e-3;
      plan.refinements = 5;
      plan.sweeps = 50;
      break;
  }
  return plan;
}

}  // namespace shapecrp
