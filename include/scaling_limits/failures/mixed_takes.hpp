// SPDX-License-Identifier: Apache-2.0
// The wait for spares of a pool that failures of several kinds draw on: each kind takes so many parts away for repair, or none,
// and is followed by a downtime of its own. The chain of the numbers out before each failure, as in running_share.hpp, its
// steps averaged over the kinds: exact for repairs of exponential length.
#pragma once
#include "../version.hpp"

#include <span>

#include "../core/dual.hpp"
#include "running_share.hpp"

namespace scaling_limits::failures {

/// One kind: its share of the failures, the parts that each takes, and how long the run is down after one.
template <class S>
struct TakingFailure {
  S share{};
  double takes{};
  S downtime{};
};

/// Time waited for a spare per wall-clock time that is not, as waiting_ratio answers it for one kind.
///
/// @param spares up to most_chained_spares where kinds differ in what they take, NaN beyond; @return NaN out of domain
template <class S>
S waiting_ratio(std::span<const TakingFailure<S>> kinds, double spares, const S& failure_rate, const S& repair_time,
                double repairers) {
  S taken(0), down(0);
  double least = inf, most = 0;
  for (const auto& kind : kinds) {
    down = down + kind.share * kind.downtime;
    if (kind.takes > 0) taken = taken + kind.share;
    if (kind.takes > 0) least = (std::min)(least, kind.takes);
    most = (std::max)(most, kind.takes);
  }
  if (value_of(taken) > 1) taken = taken / S(value_of(taken));  // shares that sum to one but for rounding
  const bool alike = std::all_of(kinds.begin(), kinds.end(), [&](const auto& k) { return is_zero(S(k.downtime - down)); });
  const double states = spares + 1;
  // of the mean downtime: the answer where nothing differs, and out of range
  const S checked = waiting_ratio(spares, failure_rate, repair_time, down, taken, (std::max)(1.0, most), repairers);
  if ((alike && least == most) || most == 0 || !(value_of(checked) == value_of(checked))) return checked;
  if (spares > most_chained_spares) return least == most ? checked : S(NaN);
  const S load = detail::product(failure_rate, repair_time);
  if (value_of(checked) == inf || value_of(load) == 0 || value_of(load) == inf) return checked;
  const auto n = static_cast<std::size_t>(states), top = n - 1;
  detail::Square<S> chain(n);
  for (const auto& kind : kinds) {
    auto step = detail::out_after(S(kind.downtime / repair_time), n, repairers);
    detail::run_until_failure(step, load, repairers);
    for (std::size_t k = 0; k < n; ++k) {
      const S* to = step[(std::min)(k + saturated<std::size_t>((std::min)(kind.takes, states)), top)];
      for (std::size_t l = 0; l < n; ++l) chain[k][l] = chain[k][l] + kind.share * to[l];
    }
  }
  const auto longest = static_cast<std::size_t>((std::min)(most, states));
  const auto weights = detail::stationary(chain, [&](std::size_t k) { return k > longest ? k - longest : 0; });
  S waited(0), all(0);
  for (std::size_t k = 0; k < n; ++k) {
    S returns(0);
    for (const auto& kind : kinds)
      if (const double out = static_cast<double>(k) + kind.takes; kind.takes > 0 && out > spares)
        returns = returns + kind.share * S(detail::time_to_come_back(spares, out, repairers));
    waited = waited + weights[k] * returns, all = all + weights[k];
  }
  return load * (waited / all) / (S(1) + detail::product(failure_rate, down));
}

}  // namespace scaling_limits::failures
