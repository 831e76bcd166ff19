// SPDX-License-Identifier: Apache-2.0
// What changed between two runs: the difference of a quantity, attributed to the fields that differ.
//
// A field's amount is its Shapley value: the change it makes when it is switched from before to after, averaged over all orders
// of switching the fields. The amounts add up to the difference, and fields that play the same part get the same.
#pragma once
#include "../version.hpp"

#include <bit>
#include <vector>

#include "../core/result_fields.hpp"
#include "../strategies/blocking.hpp"

namespace scaling_limits::analysis {

struct Attribution {
  double before{}, after{};
  Terms<double> by_field{};  // only fields that differ
};
constexpr auto fields(const Attribution*) {
  using A = Attribution;
  return std::tuple(
      ResultField("before", &A::before, "1", "goodput of the run"),
      ResultField("after", &A::after, "1", "goodput of the other"),
      ResultField("by_field", &A::by_field, "1", "what the field has of the difference; they sum to it", "field"));
}

namespace detail {

/// Values by the set of what is switched, of so many that may be.
template <class F>
std::vector<double> values_by_set(std::size_t switches, const F& value_of_set) {
  if (switches > 16) throw InvalidArgument("attribution: more than 16 fields differ");
  std::vector<double> value(std::size_t(1) << switches);
  for (std::size_t set = 0; set < value.size(); ++set) value[set] = value_of_set(set);
  return value;
}

/// The amount of each switch: what it changes, averaged over all orders. @param value by the set of what is switched
inline std::vector<double> shapley_amounts(const std::vector<double>& value) {
  const std::size_t k = static_cast<std::size_t>(std::countr_zero(value.size()));
  // weight of the step out of a set of size s: s! (k - 1 - s)! / k!
  std::vector<double> weight(k), amounts(k);
  for (std::size_t s = 0; s < k; ++s) {
    double ways = 1;  // k choose s, times k - s
    for (std::size_t j = 0; j < s; ++j) ways = ways * double(k - j) / double(j + 1);
    weight[s] = 1 / (ways * double(k - s));
  }
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t set = 0; set < value.size(); ++set)
      if (!(set >> j & 1))
        amounts[j] += weight[static_cast<std::size_t>(std::popcount(set))] * (value[set | std::size_t(1) << j] - value[set]);
  return amounts;
}

/// The fields that differ, by their rows.
template <class P>
std::vector<std::size_t> differing(const P& before, const P& after) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < fields_of<P>.size(); ++i) {
    const double a = value_of(before.*fields_of<P>[i].member), b = value_of(after.*fields_of<P>[i].member);
    if (a != b && (a == a || b == b)) changed.push_back(i);
  }
  return changed;
}
/// The same with those of a set switched, of the ones that differ.
template <class P>
P switched(P before, const P& after, const std::vector<std::size_t>& changed, std::size_t set) {
  for (std::size_t j = 0; j < changed.size(); ++j)
    if (set >> j & 1) before.*fields_of<P>[changed[j]].member = after.*fields_of<P>[changed[j]].member;
  return before;
}

}  // namespace detail

/// Attribution of any quantity between two parameter sets of one type; 2^k evaluations for k fields that differ, k <= 16.
///
/// @param quantity parameters -> double
template <class P, class Q>
Attribution attribution(const P& before, const P& after, const Q& quantity) {
  const auto changed = detail::differing(before, after);
  const auto value = detail::values_by_set(changed.size(), [&](std::size_t set) {
    return double(value_of(quantity(detail::switched(before, after, changed, set))));
  });
  Attribution result{value.front(), value.back(), {}};
  const auto amounts = detail::shapley_amounts(value);
  for (std::size_t j = 0; j < changed.size(); ++j) result.by_field.append(fields_of<P>[changed[j]].name, amounts[j]);
  return result;
}

/// What changed between two runs, in goodput.
template <class St = strategies::Blocking<>>
Attribution what_changed(const TrainingRun<>& before, const TrainingRun<>& after, const St& strategy = {}) {
  strategies::validated(before, strategy);
  validate(after);
  return attribution(before, after, [&](const TrainingRun<>& run) { return strategies::goodput(run, strategy); });
}

/// The same in ln goodput: amounts whose exponentials are factors of the change.
template <class St = strategies::Blocking<>>
Attribution what_changed_in_log(const TrainingRun<>& before, const TrainingRun<>& after, const St& strategy = {}) {
  strategies::validated(before, strategy);
  validate(after);
  return attribution(before, after,
                     [&](const TrainingRun<>& run) { return -strategies::losses_in_range(run, strategy).sum(); });
}

}  // namespace scaling_limits::analysis
