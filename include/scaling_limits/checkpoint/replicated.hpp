// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run whose members work in pairs: a restart is needed only when both members of a pair are dead.
//
//   b pairs, members of mean life mu: S(t) = [1 - (1 - exp(-t/mu))^2]^b, the probability that no pair is dead at t
//   w interval, C write_time, P = w + C
//   R restart_time, exposed, with all members alive at its start;  D downtime, not exposed
//   dead members stay dead until a restart:     goodput = w sum_{j >= 1} S(R + j P) / (int S + D)                (formula 12)
//   they are revived at every checkpoint:       goodput = w q / (int_0^{R+P} S + q int_0^P S + D),  q = S(R + P)/(1 - S(P))
// The second is the restart strategy of Benoit et al., "Replication is more efficient than you think", SC 2019.
// All of it in units of S(R), and that as a logarithm: pairs may hardly ever survive a restart, or a period after it.
#pragma once
#include "../version.hpp"

#include <array>
#include <boost/math/quadrature/gauss.hpp>

#include "../core/logarithm.hpp"
#include "../failures/replication.hpp"
#include "../numeric/optimum.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// Pairs of some age that have survived so far, and what stops them all at once.
template <class S>
struct PairsLeft {
  S pairs{}, mttf{}, common{}, age{}, lone = failures::lone_share(mttf, age);

  PairsLeft later(const S& t) const { return {pairs, mttf, common, age + t}; }
  /// ln of their survival of the time t that follows.
  S log_survival(const S& t) const {
    const S of_pairs = failures::log_pair_survival(pairs, mttf, t, lone);
    return is_zero(common) ? of_pairs : S(of_pairs - common * t);
  }
  S survival(const S& t) const {
    using std::exp;
    return exp(log_survival(t));
  }
  /// -S'/S now; it rises.
  S hazard() const { return pairs * lone / mttf + common; }
  /// How fast the survival changes from here on [1/s].
  double rate() const {
    return (std::max)(std::sqrt(value_of(pairs) + 1) / value_of(mttf), static_cast<double>(value_of(hazard())));
  }
};

template <unsigned points, class S>
S gauss_integral(const PairsLeft<S>& left, const S& to) {
  using Gauss = boost::math::quadrature::gauss<double, points>;
  S sum(0);
  for (std::size_t k = 0; k < Gauss::weights().size(); ++k)
    for (const double side : {-Gauss::abscissa()[k], Gauss::abscissa()[k]})
      sum = sum + S(Gauss::weights()[k]) * left.survival(S(to * S((1 + side) / 2)));
  return sum * to / S(2);
}

/// int_0^x of the survival: of positive terms alone, to where it is exp(-40).
template <class S>
S survival_integral(const PairsLeft<S>& left, const S& x) {
  const double b = static_cast<double>(left.pairs), m = static_cast<double>(left.mttf), asked = static_cast<double>(x);
  // of whole pairs it is that where exp(-t/mu) (2 - exp(-t/mu)) = exp(-40/b); others are gone before
  const double past = m * (40 / b + std::log1p(std::sqrt(-std::expm1(-40 / b))));
  const double end = (std::min)({asked, past, 40 / static_cast<double>(left.hazard())});
  const S to = end < asked ? S(end) : x;
  return end * left.rate() < 1.4 ? gauss_integral<10>(left, to) : gauss_integral<30>(left, to);  // both to 1e-15
}

/// sum_{j >= 1} of the survival of j P by Euler and Maclaurin, P rate <= 1/4: int/P - 1/2 - sum_k B_2k/(2k)! P^(2k-1)
/// S^(2k-1)(0). The Taylor coefficients of S(P x) come from q' = -q (1 + q)/mu, q = 1 - lone, and (ln S)' = -b (1 - q)/mu.
template <class S>
S summed_from_integral(const PairsLeft<S>& left, const S& period, const S& integral) {
  constexpr std::array<double, 8> b_2k_by_2k{1. / 12,  -1. / 120,     1. / 252, -1. / 240,
                                             1. / 132, -691. / 32760, 1. / 12,  -3617. / 8160};
  constexpr std::size_t terms = 2 * b_2k_by_2k.size();
  const S x = period / left.mttf;
  std::array<S, terms> q{S(1) - left.lone}, slope{S(-left.hazard() * period)}, survival{S(1)};
  S rest(0.5);
  for (std::size_t n = 1; n < terms; ++n) {
    S squared(0), changed(0);
    for (std::size_t k = 0; k < n; ++k) {
      squared = squared + q[k] * q[n - 1 - k];
      changed = changed + slope[k] * survival[n - 1 - k];
    }
    q[n] = -x * (q[n - 1] + squared) / S(n);
    slope[n] = left.pairs * x * q[n];
    survival[n] = changed / S(n);
    if (n % 2 == 1) rest = rest + S(b_2k_by_2k[n / 2]) * survival[n];
  }
  return integral / period - rest;
}

/// ln sum_{j >= 1} of the survival of j P; `integral` is that of the survival without end.
template <class S>
S log_survival_sum(const PairsLeft<S>& left, const S& period, const S& integral) {
  using std::log;
  if (value_of(period) * left.rate() <= 0.25) return log(summed_from_integral(left, period, integral));
  // term by term, in units of the first
  const auto next = left.later(period);
  S sum(1), at = period;
  for (S s = next.survival(at); value_of(s) > 1e-18 * value_of(sum); at = at + period, s = next.survival(at)) sum = sum + s;
  return left.log_survival(period) + log(sum);
}

}  // namespace detail

template <class S>
struct ReplicatedPairs {
  S pairs{}, member_mttf{}, write_time{}, restart_time{}, downtime{};
  bool revive = false;
  S common_rate = S(0), common_downtime = S(0);  // failures that stop all pairs at once, whoever is alive

  bool in_domain() const {
    return value_of(pairs) > 0 && value_of(member_mttf) > 0 && value_of(write_time) >= 0 && value_of(restart_time) >= 0 &&
           value_of(downtime) >= 0 && value_of(common_rate) >= 0 && value_of(common_downtime) >= 0;
  }
  template <class T>
  ReplicatedPairs<T> as() const {
    return {carried<T>(pairs),        carried<T>(member_mttf),    carried<T>(write_time),
            carried<T>(restart_time), carried<T>(downtime),       revive,
            carried<T>(common_rate),  carried<T>(common_downtime)};
  }
  /// Whether no pair is ever lost: members do not fail, or are back at once, between saves that are free.
  bool loses_no_pair() const { return value_of(member_mttf) == inf || (revive && value_of(write_time) == 0); }
  bool is_endless() const { return loses_no_pair() && value_of(common_rate) == 0; }
  /// Pairs of which all members are alive.
  detail::PairsLeft<S> whole() const { return {pairs, member_mttf, common_rate, S(0)}; }
  /// The downtime of an interruption in the mean: so many of one cycle are common ones as strike in its running time.
  S mean_downtime(const S& running) const {
    return is_zero(common_rate) ? downtime : S(downtime + common_rate * running * (common_downtime - downtime));
  }
};

/// A restart, whatever interval follows: its mean running time, cut short by those that fail; ln of the share that ends; the
/// pairs it leaves, and their mean running time if they are never revived.
template <class S>
struct ReplicatedRestart {
  S time{}, log_passed{};
  detail::PairsLeft<S> left{};
  S to_interruption{};

  explicit ReplicatedRestart(const ReplicatedPairs<S>& r)
      : time(detail::survival_integral(r.whole(), r.restart_time)),
        log_passed(r.whole().log_survival(r.restart_time)),
        left(r.whole().later(r.restart_time)),
        to_interruption(r.revive ? S(0) : detail::survival_integral(left, S(inf))) {}
};

/// From one restart to the next interruption: running time in restarts; and, per restart that ends, running time after it and
/// ln of the checkpoints that are kept.
template <class S>
struct ReplicatedCycle {
  S restarting{}, log_passed{}, training{}, log_checkpoints{};

  S trained() const {
    using std::exp;
    return training * exp(log_passed);
  }
  S kept() const {
    using std::exp;
    return exp(S(log_passed + log_checkpoints));
  }
  S running() const { return restarting + trained(); }
  /// ln of the training per work that is kept; nothing is lost between saves without end.
  S log_stretch(const S& interval) const {
    using std::log;
    return value_of(log_checkpoints) == inf ? S(0) : S(log(S(training / interval)) - log_checkpoints);
  }
  /// ln(1 + time/trained).
  S lengthened_by(const S& time) const {
    using std::exp;
    const S ratio = time / training;
    if (value_of(log_passed) > -500) return log_one_plus(S(ratio * exp(S(-log_passed))));
    return log_one_plus(Logarithm<S>(ratio) / Logarithm<S>::with(log_passed)).value();
  }
};

template <class S>
ReplicatedCycle<S> replicated_cycle(const S& interval, const ReplicatedPairs<S>& r, const ReplicatedRestart<S>& restart) {
  using std::exp, std::log;
  const S period = interval + r.write_time;
  const auto& left = restart.left;
  if (r.revive && value_of(period) == 0)  // saves at every moment: only common failures stop what runs
    return {restart.time, restart.log_passed, S(S(1) / r.common_rate), S(inf)};
  if (!r.revive)
    return {restart.time, restart.log_passed, restart.to_interruption,
            detail::log_survival_sum(left, period, restart.to_interruption)};
  const auto whole = r.whole();
  const S kept = left.log_survival(period) - log(S(-exp_minus_one(whole.log_survival(period))));
  return {restart.time, restart.log_passed,
          detail::survival_integral(left, period) + exp(kept) * detail::survival_integral(whole, period), kept};
}
template <class S>
ReplicatedCycle<S> replicated_cycle(const S& interval, const ReplicatedPairs<S>& r) {
  return replicated_cycle(interval, r, ReplicatedRestart<S>(r));
}

/// -ln goodput of the members that work: the second half of the GPUs is another loss.
template <class S>
S replicated_loss(const S& interval, const ReplicatedPairs<S>& r, const ReplicatedRestart<S>& restart) {
  const auto cycle = replicated_cycle(interval, r, restart);
  return cycle.lengthened_by(S(cycle.restarting + r.mean_downtime(cycle.running()))) + cycle.log_stretch(interval);
}
template <class S>
S replicated_loss(const S& interval, const ReplicatedPairs<S>& r) {
  return replicated_loss(interval, r, ReplicatedRestart<S>(r));
}

/// The best interval [s]; 0 where saves are free.
template <class S>
S replicated_interval(const ReplicatedPairs<S>& r) {
  if (!r.in_domain()) return S(NaN);
  if (value_of(r.member_mttf) == inf && value_of(r.common_rate) == 0) return S(inf);
  if (value_of(r.write_time) == 0) return S(0);
  const auto plain = r.template as<double>();
  const double c = plain.write_time, m = plain.member_mttf, b = plain.pairs;
  // first order: without revival Young's with the mean time to interruption, with it the third root of Benoit et al.; pairs
  // that were long in a restart die at the rate of that hour
  const double mtti = (std::min)(failures::pair_mtti(b, m), 1 / plain.whole().later(plain.restart_time).hazard());
  const double apart = r.revive && m < inf ? std::cbrt(0.75 * c / b) * std::cbrt(m) * std::cbrt(m) : inf;
  const double together = std::sqrt(2 * c) * std::sqrt(r.revive ? 1 / plain.common_rate : mtti);
  const double start = (std::min)(apart, together);
  const auto values = plain.template as<dual<dual<double>>>();
  const ReplicatedRestart<dual<dual<double>>> restart(values);
  const double at = numeric::minimum_point([&](const dual<dual<double>>& w) { return replicated_loss(w, values, restart); },
                                           start > 0 ? (std::min)(start, mtti) : 1e-6 * mtti, 0, numeric::logarithm_noise);
  return numeric::refined_point(S(at), [&]<class T>(const T& w) { return replicated_loss(w, r.template as<T>()); });
}

}  // namespace scaling_limits::checkpoint
