// SPDX-License-Identifier: Apache-2.0
#include "library.hpp"

#include <map>

#include "scaling_limits/catalog/calibrate.hpp"
#include "scaling_limits/published/presets.hpp"

namespace scaling_limits::testing {

namespace {

// before any test runs
const auto at_start = [] {
  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  std::map<std::string, std::vector<std::string>, std::less<>> names;
  for (const catalog::Group* g : catalog::groups())
    for (const catalog::Kind& kind : *g) names[std::string(g->name())].push_back(kind.name);
  return names;
}();

}  // namespace

const std::vector<std::string>& kinds_of(std::string_view group) { return at_start.find(group)->second; }

}  // namespace scaling_limits::testing
