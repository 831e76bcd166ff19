// SPDX-License-Identifier: Apache-2.0
// Goodput under any failure law whose clock is renewed after each failure (one part, or a job restarted on fresh parts).
//
//   S(t) survival, mu mean life;  P = w + C period;  L persist latency;  R, D restart and downtime, not exposed
//   goodput = w sum_{j >= 1} S(j P + L) / (mu + D + R)                                          renewal reward
//
// The sum's tail is the integral of S by the midpoint rule with its first correction. Many independent parts of which only the
// failed one is renewed tend to exponential failures of the job, whatever the law: then use checkpoint/goodput.hpp.
#pragma once
#include "../version.hpp"

#include "../failures/law.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// The scalar of the times; of a law, where its parameters carry derivatives of their own.
template <class Law, class... X>
using law_promote_t = promote_t<X..., std::conditional_t<std::same_as<decltype(std::declval<const Law&>().mean()), double>, int,
                                                         decltype(std::declval<const Law&>().mean())>>;

/// sum_{j >= 1} survival(j period + lead); of observed lives, life by life.
template <class S, failures::FailureLaw Law>
S survivals(const S& period, const S& lead, const Law& law) {
  if (const std::span<const double> lives = failures::observed_lives(law); !lives.empty()) {
    double committed = 0;
    for (const double life : lives) committed += larger(0.0, std::ceil((life - value_of(lead)) / value_of(period)) - 1);
    return S(committed / static_cast<double>(lives.size()));
  }
  constexpr int summed = 8192;  // beyond, the midpoint rule errs by less than 1e-3 x summed^-4 of the sum
  // of a smooth integrand: the terms up to a jump of the hazard and after it are summed
  const double jump = std::floor((failures::hazard_jump(law) - value_of(lead)) / value_of(period) * (1 - 1e-15));
  S sum(0);
  double next = 1;
  const auto add = [&](int terms) {  // true where the rest is next to nothing
    for (int k = 0; k < terms; ++k) {
      const S at = S(next + k) * period + lead, term = law.survival(at);
      sum = sum + term;
      if (value_of(term) <= 1e-18 * value_of(sum) &&
          !(next + k < jump && value_of(law.mean_beyond(at)) > 1e-16 * value_of(S(period * sum))))
        return true;
    }
    next += terms;
    return false;
  };
  const auto rest = [&] {
    const S from = S(next - 0.5) * period + lead;
    const S density = law.survival(from) * S(law.hazard(from));
    return S(law.mean_beyond(from) / period - period * density / S(24));
  };
  if (add(jump < 2 * summed ? saturated<int>(larger(jump, 0.0)) + summed : summed)) return sum;
  if (jump >= next) {
    sum = sum + rest(), next = jump, sum = sum - rest();
    if (add(summed)) return sum;
  }
  return sum + rest();
}

}  // namespace detail

/// Goodput at an interval, the failure clock renewed after each failure (formula 12).
///
/// @param interval w [s] > 0; @param write_time C [s] >= 0; @param law of the time between renewal and failure
/// @param persist_latency L [s] in [0, w]: one write in flight; @param restart_time R, @param downtime D [s] >= 0, not exposed
/// With observed lives the goodput is a step function: its derivatives are those of a constant.
/// A law of infinite mean life (Lomax of shape 1 or less) leaves the share of a period that is work.
template <class W, class C, failures::FailureLaw Law, class L = int, class R = int, class D = int,
          Scalar S = detail::law_promote_t<Law, W, C, L, R, D>>
S renewal_goodput(const W& interval, const C& write_time, const Law& law, const L& persist_latency = 0,
                  const R& restart_time = 0, const D& downtime = 0) {
  const S w(interval), c(write_time), latency(persist_latency), r(restart_time), d(downtime);
  if (!(value_of(w) >= 0 && value_of(c) >= 0 && value_of(latency) >= 0 && value_of(r) >= 0 && value_of(d) >= 0)) return S(NaN);
  if (value_of(w) < value_of(latency)) return S(NaN);
  const S mean(law.mean()), lost = mean + r + d;
  if (!(value_of(lost) > 0)) return S(NaN);
  if (value_of(w) == inf) return S(0);
  if (value_of(mean) == inf) return value_of(w) == 0 ? S(value_of(c) > 0 ? 0 : 1) : S(w / (w + c));
  // as the interval shrinks to nothing, w times the sum of n terms becomes an integral if the write costs nothing, else nothing
  if (value_of(w) == 0) return value_of(c) > 0 ? S(0) : S(law.mean_beyond(latency) / lost);
  return w * detail::survivals(S(w + c), latency, law) / lost;
}

}  // namespace scaling_limits::checkpoint
