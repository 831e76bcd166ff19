// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run whose members work in pairs: a restart is needed only when both members of a pair are dead.
//
//   b pairs, members of mean life mu: S(t) = [1 - (1 - exp(-t/mu))^2]^b, the probability that no pair is dead at t
//   w interval, C write_time, P = w + C
//   R restart_time, exposed, with all members alive at its start;  D downtime, not exposed
//   dead members stay dead until a restart:     goodput = w sum_{j >= 1} S(R + j P) / (int S + D)                (formula 12)
//   they are revived at every checkpoint:       goodput = w q / (int_0^{R+P} S + q int_0^P S + D),  q = S(R + P)/(1 - S(P))
// The second is the restart strategy of Benoit et al., "Replication is more efficient than you think", SC 2019.
#pragma once
#include "../version.hpp"

#include <array>

#include "../failures/replication.hpp"
#include "../numeric/optimum.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// -S'/S at t: 2 b e / ((1 + e) mu), e = 1 - exp(-t/mu); it rises with t.
template <class S>
S pair_hazard(const S& pairs, const S& mttf, const S& t) {
  const S e = -exp_minus_one(S(-t / mttf));
  return S(2) * pairs * e / ((S(1) + e) * mttf);
}

/// int_t^{t+x} S, by Gauss-Legendre: 8 points per stretch of the time in which half the pairs' luck is used up, or one in e of
/// the runs that have come to t is gone. Of positive terms alone, so that late stretches keep their digits.
template <class S>
S pair_survival_integral(const S& pairs, const S& mttf, const S& t, const S& x) {
  constexpr std::array<double, 4> node{0.1834346424956498049, 0.5255324099163289858, 0.7966664774136267396,
                                       0.9602898564975362317},
      weight{0.3626837833783619830, 0.3137066458778872873, 0.2223810344533744706, 0.1012285362903762591};
  const auto b = static_cast<double>(pairs), m = static_cast<double>(mttf), asked = static_cast<double>(x);
  const auto hazard = static_cast<double>(pair_hazard(pairs, mttf, t));
  // S falls to exp(-40) of itself before it does so from 1 on, where exp(-t/mu) (2 - exp(-t/mu)) = exp(-40/b): the hazard rises
  const double past = m * (40 / b + std::log1p(std::sqrt(-std::expm1(-40 / b))));
  const double end = std::min({asked, past, 40 / hazard});
  const double parts = std::ceil(end / std::min(0.75 * m / std::sqrt(b + 1), 1 / hazard));
  if (!(parts < 1e6)) return S(NaN);
  const int stretches = std::max(1, static_cast<int>(parts));
  const S length = (end < asked ? S(end) : x) / S(stretches);
  S sum(0);
  for (int i = 0; i < stretches; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (const double side : {-node[k], node[k]})
        sum = sum + S(weight[k]) * failures::pair_survival(pairs, mttf, S(t + length * S(i + 0.5 + side / 2)));
  return sum * length / S(2);
}

/// sum_{j >= 1} S(t + j P).
template <class S>
S pair_survival_sum(const S& pairs, const S& mttf, const S& t, const S& period) {
  using std::exp;
  const auto survives = [&](const S& at) { return failures::pair_survival(pairs, mttf, at); };
  const auto b = static_cast<double>(pairs), m = static_cast<double>(mttf);
  const double rate = std::max(std::sqrt(b + 1) / m, static_cast<double>(pair_hazard(pairs, mttf, t)));
  if (static_cast<double>(period) * rate > 1.0 / 16) {  // term by term
    S sum(0), at = t + period;
    for (S s = survives(at); static_cast<double>(s) > 1e-18 * static_cast<double>(sum); at = at + period, s = survives(at))
      sum = sum + s;
    return sum;
  }
  // Euler and Maclaurin: (1/P) int_t S - S/2 - P/12 S(1) + P^3/720 S(3) - P^5/30240 S(5). With q = y/(2 - y), y = exp(-t/mu),
  // q' = -q (1 + q): the k-th derivatives a_k of ln S, times P^k, and those of S from them
  const S y = exp(S(-t / mttf)), q = y / (S(2) - y), x = period / mttf, c = pairs * q * (S(1) + q), x2 = square(x);
  const S a1 = -pair_hazard(pairs, mttf, t) * period, a2 = -c * x2, a3 = c * (S(1) + S(2) * q) * x2 * x;
  const S a4 = -c * (S(1) + S(6) * q * (S(1) + q)) * square(x2);
  const S a5 = c * (S(1) + q * (S(14) + q * (S(36) + S(24) * q))) * square(x2) * x;
  const S third = a1 * (square(a1) + S(3) * a2) + a3;
  const S fifth = a1 * (square(square(a1)) + S(10) * a2 * square(a1) + S(10) * a1 * a3 + S(15) * square(a2) + S(5) * a4) +
                  S(10) * a2 * a3 + a5;
  const S at_once = survives(t);
  return pair_survival_integral(pairs, mttf, t, S(inf)) / period -
         at_once * (S(0.5) + a1 / S(12) - third / S(720) + fifth / S(30240));
}

}  // namespace detail

template <class S>
struct ReplicatedPairs {
  S pairs{}, member_mttf{}, write_time{}, restart_time{}, downtime{};
  bool revive = false;

  bool in_domain() const {
    return value_of(pairs) > 0 && value_of(member_mttf) > 0 && value_of(write_time) >= 0 && value_of(restart_time) >= 0 &&
           value_of(downtime) >= 0;
  }
  template <class T>
  ReplicatedPairs<T> as() const {
    const auto carry = [](const S& x) {
      if constexpr (std::constructible_from<T, S>) return T(x);
      else return T(value_of(x));
    };
    return {carry(pairs), carry(member_mttf), carry(write_time), carry(restart_time), carry(downtime), revive};
  }
};

/// From one restart to the next interruption: checkpoints kept, running time in the restart and after it.
template <class S>
struct ReplicatedCycle {
  S checkpoints{}, restarting{}, training{};
  S running() const { return restarting + training; }
};

template <class S>
ReplicatedCycle<S> replicated_cycle(const S& interval, const ReplicatedPairs<S>& r) {
  const auto survival = [&](const S& from, const S& time) {
    return value_of(time) == 0 ? S(0) : detail::pair_survival_integral(r.pairs, r.member_mttf, from, time);
  };
  const S period = interval + r.write_time, restarting = survival(S(0), r.restart_time);
  if (r.revive) {
    const S dead = -exp_minus_one(S(-period / r.member_mttf));
    const S lost = -exp_minus_one(S(r.pairs * log_one_plus(S(-square(dead)))));  // 1 - S(P)
    const S count = failures::pair_survival(r.pairs, r.member_mttf, S(r.restart_time + period)) / lost;
    return {count, restarting, survival(r.restart_time, period) + count * survival(S(0), period)};
  }
  return {detail::pair_survival_sum(r.pairs, r.member_mttf, r.restart_time, period), restarting,
          survival(r.restart_time, S(inf))};
}

/// -ln goodput of the members that work: the second half of the GPUs is another loss.
template <class S>
S replicated_loss(const S& interval, const ReplicatedPairs<S>& r) {
  using std::log;
  const auto cycle = replicated_cycle(interval, r);
  return log(S((cycle.running() + r.downtime) / (cycle.checkpoints * interval)));
}

/// The best interval [s].
template <class S>
S replicated_interval(const ReplicatedPairs<S>& r) {
  if (!r.in_domain()) return S(NaN);
  if (value_of(r.member_mttf) == inf) return S(inf);
  const double c = value_of(r.write_time), m = value_of(r.member_mttf), b = value_of(r.pairs);
  // first order: without revival Young's with the mean time to interruption, with it the third root of Benoit et al.
  const double mtti = value_of(failures::pair_mtti(b, m));
  const double start = r.revive ? std::cbrt(0.75 * c * m * m / b) : std::sqrt(2 * c * mtti);
  const auto values = r.template as<double>().template as<dual<dual<double>>>();
  const double at = numeric::minimum_point([&](const dual<dual<double>>& w) { return replicated_loss(w, values); },
                                           start > 0 ? std::min(start, mtti) : 1e-6 * mtti);
  return numeric::refined_point(S(at), [&]<class T>(const T& w) { return replicated_loss(w, r.template as<T>()); });
}

}  // namespace scaling_limits::checkpoint
