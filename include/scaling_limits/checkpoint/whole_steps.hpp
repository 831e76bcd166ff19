// SPDX-License-Identifier: Apache-2.0
// A job saves between two training steps: the best interval in whole steps is the better neighbour of the best interval.
#pragma once
#include "../version.hpp"

#include "interval_band.hpp"

namespace scaling_limits::checkpoint {

/// Steps between two checkpoints, at least one, of the best goodput; inf without failures. Never too short for one write in
/// flight.
///
/// @param step_time [s] > 0 of one training step
template <class S>
S whole_steps_of(const Saving<S>& saving, const S& step_time) {
  const double step = value_of(step_time);
  if (!saving.in_domain() || !(step > 0 && step < inf)) return S(NaN);
  const double best = value_of(best_interval(saving));
  if (best == inf) return S(inf);
  double steps = (std::max)(1.0, std::floor(best / step));
  const auto allowed = [&](double count) { return saving.allows(S(S(count) * step_time)); };
  // rounding of the quotient and of the product may ask for a little more
  for (int i = 0; i < 4 && !allowed(steps); ++i) steps = (std::max)(steps + 1, std::nextafter(steps, inf));
  // one step more is better where goodput(x) / goodput(x + step) - 1 < 0; the same expression as BestPoint's, seen from x
  const double rate = value_of(saving.failure_rate), x = rate * steps * step, load = rate * value_of(saving.cost());
  const double gain = exp_remainder(rate * step) + rate * step * (1 + exp_minus_one(-(x + load)) / x);
  return S(gain < 0 ? steps + 1 : steps);
}

/// Training steps between two checkpoints, at least one, of the best goodput.
///
/// The better neighbour of the best interval; inf without failures.
///
/// Source: docs/derivations.md, section "The best interval": goodput rises up to it and falls beyond.
///
/// @param write_time C [s] >= 0; @param mtbf M [s] > 0; @param step_time [s] > 0
template <class C, class M, class T, Scalar S = promote_t<C, M, T>>
S whole_steps(const C& write_time, const M& mtbf, const T& step_time) {
  return whole_steps_of(detail::saving_of<S>(write_time, mtbf, 0, 0, 0, 0), S(step_time));
}

/// The best interval in whole training steps [s]: whole_steps x step_time.
///
/// Source: a definition; whole_steps has the reason.
template <class C, class M, class T, Scalar S = promote_t<C, M, T>>
S whole_step_interval(const C& write_time, const M& mtbf, const T& step_time) {
  const S step(step_time);
  return whole_steps(S(write_time), S(mtbf), step) * step;
}

}  // namespace scaling_limits::checkpoint
