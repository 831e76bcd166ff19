// SPDX-License-Identifier: Apache-2.0
// Every published estimate in one list: what `reproduce` prints in Python and on the command line. A new source is a header
// with its rows, and one line here.
#pragma once
#include "../version.hpp"

#include <array>

#include "beyond_one_cluster.hpp"
#include "communication.hpp"
#include "compression.hpp"
#include "compute_trends.hpp"
#include "costs.hpp"
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
  for (auto* source : {&epoch<>,
                       &meta_reliability<>,
                       &recovery<>,
                       &llama3<>,
                       &zero<>,
                       &korthikanti<>,
                       &compression<>,
                       &narayanan<>,
                       &utilizations<>,
                       &scaling_runs<>,
                       &communication<>,
                       &steps_megatron<>,
                       &steps_mpt<>,
                       &steps_nvidia<>,
                       &binding_by_2030<>,
                       &supplies_2030<>,
                       &hoffmann<>,
                       &scaling_law_fits<>,
                       &compute_trends<>,
                       &costs<>,
                       &beyond_one_cluster<>,
                       &replica_losses<>}) {
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

/// Counts by group, and what they say.
struct Summary {
  std::array<Count, 3> groups{};

  const Count& of(Group group) const { return groups[static_cast<std::size_t>(group)]; }

  /// For example "53 published values reproduced; 4 known to deviate, by as much as before; 54 derived ones unchanged".
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
    add(deviating, " known to deviate, by as much as before", " known to deviate, by as much as before");
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
  return found;
}

}  // namespace scaling_limits::published
