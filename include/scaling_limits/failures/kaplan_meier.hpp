// SPDX-License-Identifier: Apache-2.0
// What lives say of survival without any law: Kaplan and Meier's product over the times at which some of those at risk failed
// (J. Am. Stat. Assoc. 53, 1958), and Nelson and Aalen's sum for the cumulative hazard.
//
//   S = product of (1 - d/n)    H = sum of d/n    variance of ln S: sum of d/(n (n - d)), Greenwood 1926
//
// d failed at a time, of n that were watched then. The band is that of ln(-ln S), which stays within [0, 1] (Kalbfleisch and
// Prentice, 2002, section 1.4).
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "../numeric/normal.hpp"
#include "law.hpp"
#include "lives.hpp"

namespace scaling_limits::failures {

/// Survival from each time at which a part failed until the next; 1 before the first.
struct SurvivalCurve {
  std::vector<double> times{}, at_risk{}, events{};
  std::vector<double> survival{}, lower{}, upper{};
  std::vector<double> cumulative_hazard{};
};
constexpr auto fields(const SurvivalCurve*) {
  using S = SurvivalCurve;
  return std::tuple(ResultField("times", &S::times, "s", "at which some failed"),
                    ResultField("survival", &S::survival, "1", "from each time on, until the next; 1 before the first"),
                    ResultField("lower", &S::lower, "1", "end of the band, below"),
                    ResultField("upper", &S::upper, "1", "end of the band, above"),
                    ResultField("cumulative_hazard", &S::cumulative_hazard, "1", "of Nelson and Aalen"),
                    ResultField("at_risk", &S::at_risk, "1", "that were watched just before"),
                    ResultField("events", &S::events, "1", "that failed then"));
}

/// Kaplan-Meier of lives, with a band of a confidence at each time. Once all at risk have failed the band has no width known.
///
/// @param confidence in (0, 1), of the band at one time
/// @throws DomainError, InvalidArgument for lives that cannot be
inline SurvivalCurve kaplan_meier(const Lives& lives, double confidence = 0.95) {
  validated(lives, "kaplan_meier");
  check("kaplan_meier", "confidence", confidence, inner_fraction);
  const double z = -numeric::normal_quantile((1 - confidence) / 2);
  std::vector<std::pair<double, bool>> ends;
  std::vector<double> entries(lives.entry.begin(), lives.entry.end());
  ends.reserve(lives.size());
  for (std::size_t i = 0; i < lives.size(); ++i) ends.emplace_back(lives.durations[i], lives.failed(i));
  std::sort(ends.begin(), ends.end());
  std::sort(entries.begin(), entries.end());
  SurvivalCurve curve;
  double at_risk = static_cast<double>(ends.size() - entries.size()), survival = 1, hazard = 0, variance = 0;
  std::size_t entered = 0;
  for (std::size_t i = 0; i < ends.size();) {
    const double time = ends[i].first;
    for (; entered < entries.size() && entries[entered] < time; ++entered) ++at_risk;
    double failed = 0, left = 0;
    for (; i < ends.size() && ends[i].first == time; ++i) failed += ends[i].second, ++left;
    if (failed > 0) {
      survival *= 1 - failed / at_risk, hazard += failed / at_risk, variance += failed / (at_risk * (at_risk - failed));
      const double spread = std::exp(z * std::sqrt(variance) / std::abs(std::log(survival)));
      curve.times.push_back(time), curve.at_risk.push_back(at_risk), curve.events.push_back(failed);
      curve.survival.push_back(survival), curve.cumulative_hazard.push_back(hazard);
      curve.lower.push_back(survival > 0 ? std::pow(survival, spread) : 0);
      curve.upper.push_back(survival > 0 ? std::pow(survival, 1 / spread) : NaN);
    }
    at_risk -= left;
  }
  return curve;
}

}  // namespace scaling_limits::failures
