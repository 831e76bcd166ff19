// SPDX-License-Identifier: Apache-2.0
// All that a question may look at, as plain data, at one element of whatever is swept.
#pragma once
#include "../version.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../core/units.hpp"
#include "../run/growth.hpp"
#include "any_strategy.hpp"
#include "part.hpp"

namespace scaling_limits::catalog {

/// What a caller hands in from above: the room itself knows no threads, no signals and no progress bars.
struct Tools {
  std::function<void(int parts, const std::function<void(int)>& work)> pool{};  // empty: on the calling thread
  std::function<bool(double failures, double accuracy)> progress{};             // of a simulation; false ends it
  // called on the calling thread at every element, of quick ones at every 16th, and several times a second; may throw, as a
  // Stop does
  std::function<void()> breathe{};
  double most_points = inf;  // of a request; one of more is refused before anything is computed
  double most_bytes = inf;   // of an answer's cells; one that holds more is refused once it does
};

struct Case {
  TrainingRun<> run{};
  std::optional<std::vector<std::string>> run_given{};  // which of its fields were given; nothing: that is not known
  growth::PowerLaw growth{};
  AnyStrategy strategy{};
  AnyCriterion criterion{};
  Factors factors{};
  Part with{};  // the question's own arguments; as they were written until it is asked
  // what only some questions look at, by the name of its group: "failure_law", "tier", "chip", "shape", "layout", "fabric",
  // "hardware", "power", "chips", "data", "ring", "wall", "round", "search"
  std::map<std::string, std::shared_ptr<const Model>, std::less<>> others{};
  std::vector<std::shared_ptr<const Model>> levels{};  // of "severity_level", from the mildest up
  std::vector<std::shared_ptr<const Model>> causes{};  // of "cause"; with "restart" they make
  std::shared_ptr<Stops<double>> stops{};              // what stops the run and how it comes back; nullptr: as the run says

  /// The run grown to a size; NaN: as it is.
  TrainingRun<> run_at(double gpus) const { return gpus == gpus ? growth.at(run, gpus) : run; }
  /// A strategy as this run is stopped.
  AnyStrategy stopped(const AnyStrategy& chosen) const { return stops ? chosen.stopped_by(stops) : chosen; }
  const Tools* tools = nullptr;

  /// One of the others, as the aggregate that it is.
  template <class P>
  const P& other(std::string_view group) const {
    return *find<P>(group);
  }
  /// The same; nullptr where it was not given.
  template <class P>
  const P* find(std::string_view group) const {
    const auto found = others.find(group);
    return found == others.end() ? nullptr : &static_cast<const ModelOf<P>&>(*found->second).value;
  }
};

/// The way that is taken where no tools are given.
inline const Tools& tools_of(const Case& at) {
  static const Tools none{};
  return at.tools ? *at.tools : none;
}
/// What whoever is long in itself calls between two of its own elements.
inline void breathe(const Tools* tools) {
  if (tools && tools->breathe) tools->breathe();
}
inline void breathe(const Case& at) { breathe(at.tools); }

}  // namespace scaling_limits::catalog
