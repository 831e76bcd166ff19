// SPDX-License-Identifier: Apache-2.0
// Pairs of members that do the same work: the run is interrupted when both members of a pair are dead.
//
// Without revival a failure may hit a dead member (nothing happens): the mean number of failures to the first dead pair is
// 1 + 4^b / C(2b, b) = 1 + sqrt(pi) Gamma(b + 1)/Gamma(b + 1/2), which grows as sqrt(pi b) (Ferreira et al., SC 2011; Casanova
// et al., 2012).
// With members of mean life mu the clock of failures runs at 2b/mu throughout, so MTTI = that number x mu/(2b).
#pragma once
#include "../version.hpp"

#include <array>

#include "../core/math.hpp"

namespace scaling_limits::failures {

/// Mean number of failures until some pair has lost both members.
///
/// 1 + 4^b / C(2 b, b), b = pairs; failures may hit dead members. Grows as sqrt(pi b), never overflows. b = 1, 2: 3, 11/3; b
/// need not be whole.
///
/// Source: Casanova, Robert, Vivien, Zaidouni, INRIA RR-7951, 2012, which corrects
/// Ferreira et al., SC 2011.
///
/// @param pairs b >= 0, also not whole (the gamma function in between); NaN outside. Never overflows
template <class B, Scalar S = promote_t<B>>
S pair_failures_to_interruption(const B& pairs) {
  using std::sqrt;
  const S b(pairs);
  if (!(value_of(b) >= 0)) return S(NaN);
  if (value_of(b) == inf) return S(inf);
  // g(b) = sqrt(pi) Gamma(b + 1)/Gamma(b + 1/2) is g(b + 1) (b + 1/2)/(b + 1): up to where the asymptotic series is exact
  S factor(1), x = b;
  const double enough = digits_of<S> <= 53 ? 24 : 1500;
  while (value_of(x) < enough) factor = factor * (x + S(0.5)) / (x + S(1)), x = x + S(1);
  // a ratio of gamma functions has even powers alone around the middle of its arguments (Fields, 1966): y = x + 1/4
  constexpr std::array<double, 8> c{1,
                                    0x1p-6,
                                    -19 * 0x1p-13,
                                    631 * 0x1p-19,
                                    -174317 * 0x1p-27,
                                    20491783 * 0x1p-33,
                                    -7334801895 * 0x1p-40,
                                    0.02641215466006485564};
  const S y = x + S(0.25), z = S(1) / square(y);
  S series(c[7]);
  for (std::size_t k = 7; k-- > 0;) series = S(c[k]) + z * series;
  const S pi = S(3.141592653589793) + S(1.2246467991473532e-16) + S(-2.9947698097183397e-33);
  return S(1) + factor * sqrt(S(pi * y)) * series;
}

/// Mean time [s] to interruption of pairs whose dead members stay dead.
///
/// pair_failures_to_interruption x member_mttf / (2 pairs).
///
/// Source: Casanova, Robert, Vivien, Zaidouni, INRIA RR-7951, 2012; derived in
/// include/scaling_limits/failures/replication.hpp.
///
/// @param member_mttf mean life of one member [s] > 0
template <class B, class M, Scalar S = promote_t<B, M>>
S pair_mtti(const B& pairs, const M& member_mttf) {
  const S b(pairs), mttf(member_mttf);
  if (!(value_of(b) > 0 && value_of(mttf) > 0)) return S(NaN);
  return pair_failures_to_interruption(b) * mttf / (S(2) * b);
}

/// Mean time to interruption [s] of b pairs whose dead members are back after a revival time: a pair alternates between both
/// alive (mean life mu/2) and one missing (for the revival time, cut short by its partner's death).
///
/// First order in the interaction of pairs: b (revival time/mu) of them are degraded at any time.
template <class B, class M, class T, Scalar S = promote_t<B, M, T>>
S revived_pair_mtti(const B& pairs, const M& member_mttf, const T& revival_time) {
  const S b(pairs), mttf(member_mttf), t(revival_time);
  if (!(value_of(b) > 0 && value_of(mttf) > 0 && value_of(t) >= 0)) return S(NaN);
  if (value_of(t) == 0) return S(inf);
  // per pair: (mu/2 + mean of min(t, life)) / P(the partner dies within t)
  const S dies = -exp_minus_one(S(-t / mttf));
  return mttf * (S(0.5) / dies + S(1)) / b;
}

/// Share of the pairs alive at a time that have lost one member, all being whole at its start: 2e/(1 + e), e = 1 - exp(-t/mu).
template <class M, class T, Scalar S = promote_t<M, T>>
S lone_share(const M& member_mttf, const T& time) {
  const S mttf(member_mttf), t(time);
  if (!(value_of(mttf) > 0 && value_of(t) >= 0)) return S(NaN);
  const S dead = -exp_minus_one(S(-t / mttf));
  return S(2) * dead / (S(1) + dead);
}

/// ln of the survival of b pairs over a time t without revival: b ln[1 - e (m + (1 - m) e)], e = 1 - exp(-t/mu).
///
/// @param lone share m of the pairs that has but one member at its start, in [0, 1]
template <class B, class M, class T, class L, Scalar S = promote_t<B, M, T, L>>
S log_pair_survival(const B& pairs, const M& member_mttf, const T& time, const L& lone) {
  const S b(pairs), mttf(member_mttf), t(time), m(lone);
  if (!(value_of(b) >= 0 && value_of(mttf) > 0 && value_of(t) >= 0 && value_of(m) >= 0 && value_of(m) <= 1)) return S(NaN);
  if (value_of(b) == 0) return S(0);
  const S x = t / mttf, dead = -exp_minus_one(S(-x));
  // = exp(-x) (1 + (1 - m) e), which keeps the digits where few are alive
  return S(b * (value_of(dead) < 0.5 ? log_one_plus(S(-dead * (m + (S(1) - m) * dead)))
                                     : S(log_one_plus(S((S(1) - m) * dead)) - x)));
}

/// Survival of b pairs without revival at time t: [1 - (1 - exp(-t/mu))^2]^b.
template <class B, class M, class T, Scalar S = promote_t<B, M, T>>
S pair_survival(const B& pairs, const M& member_mttf, const T& time) {
  using std::exp;
  return exp(S(log_pair_survival(S(pairs), S(member_mttf), S(time), S(0))));
}

}  // namespace scaling_limits::failures
