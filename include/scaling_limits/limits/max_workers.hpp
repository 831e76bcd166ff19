// SPDX-License-Identifier: Apache-2.0
// Sizes that count no GPUs: clients of a round, workers of a search. The same solver over the same factors, for what never
// fails and saves nothing, so that goodput is 1 at every size.
#pragma once
#include "../version.hpp"

#include "max_gpus.hpp"

namespace scaling_limits::limits {

/// How what never fails is protected: not at all. It says what a size counts.
struct Unfailing {
  Name counts = "workers";

  static constexpr std::string_view name() { return "unfailing"; }
  static constexpr std::string_view text = "nothing fails, and nothing is saved";
  static constexpr std::array<std::string_view, 0> terms{};
  static constexpr auto shares = std::to_array<std::string_view>({"useful"});
  void validate() const {}
  std::string note(const TrainingRun<>&) const { return {}; }
  std::string_view unit() const { return counts; }
  template <class S>
  S interval(const TrainingRun<S>&) const {
    return S(inf);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>&) const {
    return {};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>&) const {
    return {{"useful", S(1)}};
  }
  bool rises_with(double, double) const { return true; }
};
constexpr std::array<Field<Unfailing, double>, 0> fields(const Unfailing*) { return {}; }
static_assert(strategies::Strategy<Unfailing>);

/// Workers as a run: one, or as few as the factors know.
inline TrainingRun<> few_workers(const SizeRange& known) {
  const bool one = known.holds(1) || !(known.low <= known.high);
  return {.gpus = one ? 1 : known.low, .gpu_mttf = inf, .checkpoint_bytes = 0, .write_bandwidth = inf};
}

/// Throws where a criterion looks at neither goodput nor factors: at what a run saves and fails, which workers do not.
template <Criterion C>
void check_of_workers(const C& criterion) {
  if (!criterion.of_strategy && !criterion.of_factors)
    throw InvalidArgument(
        "max_workers: " + std::string(criterion.name()) + " asks of a run that fails and saves: workers do neither",
        "criterion");
}

/// The largest number of workers at which a criterion holds.
///
/// @param unit what they are, for people: "clients"; @param factors all that is lost, by size
template <Criterion C, class... F>
Limit<> max_workers(const C& criterion, std::string_view unit, const F&... factors) {
  check_of_workers(criterion);
  const Unfailing never{Name(unit)};
  SizeRange known;
  (..., (known = known.common_with(domain(factors))));
  auto limit = max_gpus(few_workers(known), criterion, growth::fixed(), never, factors...);
  limit.unit = never.counts;
  return limit;
}

}  // namespace scaling_limits::limits
