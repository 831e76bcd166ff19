// SPDX-License-Identifier: Apache-2.0
// Every published estimate in one list: what `reproduce` prints in Python and on the command line. A new source is a header
// with its rows, and one line here.
#pragma once
#include "../version.hpp"

#include "communication.hpp"
#include "compression.hpp"
#include "epoch.hpp"
#include "korthikanti.hpp"
#include "llama3.hpp"
#include "meta_reliability.hpp"
#include "narayanan.hpp"
#include "recovery.hpp"
#include "scaling_runs.hpp"
#include "utilizations.hpp"
#include "zero.hpp"

namespace scaling_limits::published {

/// All rows, computed now.
template <class = void>
Estimates registry() {
  Estimates rows;
  for (auto* source : {&epoch<>, &meta_reliability<>, &recovery<>, &llama3<>, &zero<>, &korthikanti<>, &compression<>,
                       &narayanan<>, &utilizations<>, &scaling_runs<>, &communication<>}) {
    const Estimates more = source();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

}  // namespace scaling_limits::published
