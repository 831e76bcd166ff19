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

/// int_0^x S(t) dt, by Gauss-Legendre: 8 points per stretch of the time in which half the pairs' luck is used up.
template <class S>
S pair_survival_integral(const S& pairs, const S& mttf, const S& x) {
  using std::sqrt;
  constexpr std::array<double, 4> node{0.1834346424956498049, 0.5255324099163289858, 0.7966664774136267396,
                                       0.9602898564975362317},
      weight{0.3626837833783619830, 0.3137066458778872873, 0.2223810344533744706, 0.1012285362903762591};
  const double b = value_of(pairs), m = value_of(mttf), scale = m / std::sqrt(b + 1);
  // past this nothing survives: at most 2 exp(-t/mu) per pair, exp(-b (t/mu)^2) early on
  const double end = std::min(value_of(x), m * std::max(40 / (b + 1), 7 / std::sqrt(b + 1)));
  const double parts = std::ceil(end / (0.75 * scale));
  if (!(parts < 1e6)) return S(NaN);
  const int stretches = std::max(1, static_cast<int>(parts));
  const S length = (end < value_of(x) ? S(end) : x) / S(stretches);
  S sum(0);
  for (int i = 0; i < stretches; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (const double side : {-node[k], node[k]})
        sum = sum + S(weight[k]) * failures::pair_survival(pairs, mttf, S(length * S(i + 0.5 + side / 2)));
  return sum * length / S(2);
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

/// From one restart to the next interruption: checkpoints kept, running time in all and in the restart.
template <class S>
struct ReplicatedCycle {
  S checkpoints{}, running{}, restarting{};
};

template <class S>
ReplicatedCycle<S> replicated_cycle(const S& interval, const ReplicatedPairs<S>& r) {
  const auto survives = [&](const S& t) { return failures::pair_survival(r.pairs, r.member_mttf, t); };
  const S period = interval + r.write_time;
  const S restarting =
      value_of(r.restart_time) == 0 ? S(0) : detail::pair_survival_integral(r.pairs, r.member_mttf, r.restart_time);
  const S first = survives(S(r.restart_time + period));
  if (r.revive) {
    const S dead = -exp_minus_one(S(-period / r.member_mttf));
    const S lost = -exp_minus_one(S(r.pairs * log_one_plus(S(-square(dead)))));  // 1 - S(P)
    const S count = first / lost;
    return {count,
            detail::pair_survival_integral(r.pairs, r.member_mttf, S(r.restart_time + period)) +
                count * detail::pair_survival_integral(r.pairs, r.member_mttf, period),
            restarting};
  }
  const S mtti = failures::pair_mtti(r.pairs, r.member_mttf);
  const double b = value_of(r.pairs), z = value_of(period) / value_of(r.member_mttf) * std::sqrt(b + 1);
  S count(0);
  if (z > 0.2) {  // term by term
    S t = r.restart_time + period;
    for (S s = first; value_of(s) > 1e-18 * (1 + value_of(count)); t = t + period, s = survives(t)) count = count + s;
  } else {  // Euler and Maclaurin around t = R: (1/P) int_R S - S(R)/2 - P/12 S'(R) + P^3/720 S'''
    const S x = r.restart_time / r.member_mttf, e = -exp_minus_one(S(-x));
    const S at_restart = survives(r.restart_time);
    const S slope = at_restart * r.pairs * S(-2) * e * (S(1) - e) / (S(1) - square(e)) / r.member_mttf;
    const S third = S(6) * r.pairs / (square(r.member_mttf) * r.member_mttf);  // at R << mu / sqrt(b)
    count =
        (mtti - restarting) / period - at_restart / S(2) - period / S(12) * slope + period * square(period) / S(720) * third;
  }
  return {count, mtti, restarting};
}

/// -ln goodput of the members that work: the second half of the GPUs is another loss.
template <class S>
S replicated_loss(const S& interval, const ReplicatedPairs<S>& r) {
  using std::log;
  const auto cycle = replicated_cycle(interval, r);
  return log(S((cycle.running + r.downtime) / (cycle.checkpoints * interval)));
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
