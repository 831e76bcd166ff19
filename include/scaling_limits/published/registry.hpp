// SPDX-License-Identifier: Apache-2.0
// Every published estimate in one list: what `reproduce` prints in Python and on the command line. A new source is a header
// with its rows, and one line here.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "beyond_one_cluster.hpp"
#include "communication.hpp"
#include "compression.hpp"
#include "compute_trends.hpp"
#include "costs.hpp"
#include "data_movement_cliff.hpp"
#include "epoch.hpp"
#include "epoch_2030.hpp"
#include "hoffmann.hpp"
#include "korthikanti.hpp"
#include "llama3.hpp"
#include "meta_reliability.hpp"
#include "narayanan.hpp"
#include "recovery.hpp"
#include "replica_losses.hpp"
#include "scaling_law_fits.hpp"
#include "scaling_runs.hpp"
#include "steps_megatron.hpp"
#include "steps_mpt.hpp"
#include "steps_nvidia.hpp"
#include "supplies_2030.hpp"
#include "utilizations.hpp"
#include "zero.hpp"

namespace scaling_limits::published {

/// All rows, computed now.
template <class = void>
Estimates registry() {
  Estimates rows;
  for (auto* source : {&epoch<>,         &meta_reliability<>,    &recovery<>,      &llama3<>,           &zero<>,
                       &korthikanti<>,   &compression<>,         &narayanan<>,     &utilizations<>,     &scaling_runs<>,
                       &communication<>, &steps_megatron<>,      &steps_mpt<>,     &steps_nvidia<>,     &binding_by_2030<>,
                       &supplies_2030<>, &data_movement_cliff<>, &hoffmann<>,      &scaling_law_fits<>, &compute_trends<>,
                       &costs<>,         &beyond_one_cluster<>,  &replica_losses<>}) {
    const Estimates more = source();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

/// How many rows of a group there are, and how many of them hold.
struct Count {
  int count{};
  int held{};
};

/// How many rows are known to deviate, and the median of how far.
struct Missed {
  int count{};
  double median = NaN;

  /// "5 measured steps 2.1 %" of what it counts.
  std::string text(std::string_view what) const {
    std::array<char, 32> percent{};
    std::snprintf(percent.data(), percent.size(), " %.1f %%", 100 * median);
    return what.empty() ? "median" + std::string(percent.data())
                        : std::to_string(count).append(" ").append(what) + percent.data();
  }
};

/// Those of some rows that are known to deviate.
/// @param take takes a row, says whether it counts
template <class Take>
Missed missed(const Estimates& rows, const Take& take) {
  std::vector<double> sizes;
  for (const Estimate& row : rows)
    if (row.group() == Group::deviating && take(row)) sizes.push_back(std::abs(row.deviation()));
  if (sizes.empty()) return {};
  std::sort(sizes.begin(), sizes.end());
  const std::size_t n = sizes.size();
  return {static_cast<int>(n), (sizes[(n - 1) / 2] + sizes[n / 2]) / 2};
}

/// Counts by group, how far the rows that are known to deviate do, and what that says.
struct Summary {
  std::array<Count, 3> groups{};
  Missed all{}, measured_steps{}, others{};

  const Count& of(Group group) const { return groups[static_cast<std::size_t>(group)]; }

  /// For example "53 published values reproduced; 4 known to deviate (median 2.4 %; 3 measured steps 2.1 %, 1 other 4.0 %), by
  /// as much as before; 54 derived ones unchanged".
  std::string text() const {
    const auto [published, deviating, derived] = groups;
    const auto of_all = [](const Count& c) {
      return (c.held < c.count ? std::to_string(c.held) + " of " : std::string()) + std::to_string(c.count);
    };
    std::string said;
    const auto add = [&](const Count& c, std::string_view one, std::string_view more) {
      if (c.count == 0) return;
      said.append(said.empty() ? "" : "; ").append(of_all(c)).append(c.count == 1 ? one : more);
    };
    add(published, " published value reproduced", " published values reproduced");
    std::string deviate = " known to deviate (" + all.text("");
    if (measured_steps.count > 0 && others.count > 0)
      deviate.append("; ")
          .append(measured_steps.text(measured_steps.count == 1 ? "measured step" : "measured steps"))
          .append(", ")
          .append(others.text(others.count == 1 ? "other" : "others"));
    deviate += "), by as much as before";
    add(deviating, deviate, deviate);
    add(derived, " derived one unchanged", " derived ones unchanged");
    return said;
  }
};

template <class = void>
Summary summary(const Estimates& rows) {
  Summary found;
  for (const Estimate& row : rows) {
    Count& of = found.groups[static_cast<std::size_t>(row.group())];
    ++of.count;
    of.held += row.holds();
  }
  const auto measured = [](const Estimate& row) { return row.model == "parallelism.step"; };
  found.all = missed(rows, [](const Estimate&) { return true; });
  found.measured_steps = missed(rows, measured);
  found.others = missed(rows, [&](const Estimate& row) { return !measured(row); });
  return found;
}

}  // namespace scaling_limits::published
