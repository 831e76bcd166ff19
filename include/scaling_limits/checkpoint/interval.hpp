// SPDX-License-Identifier: Apache-2.0
// How much useful work to do between two checkpoints.
//
//   C  write_time [s] >= 0   time a checkpoint blocks training
//   M  mtbf [s] > 0          of the job, in running time; inf: no failures
//   young    sqrt(2 C M)                             Young, CACM 17(9), 1974, p. 531
//   daly     young (1 + d/6 + d^2/36) - C            Daly, FGCS 22(3), 2006, eq. 37; d = sqrt(2 C / M); M from C = 2 M on
//   saxena   sqrt(C^2 + 2 C (M + R))                 Saxena et al., arXiv 2410.18124, 2024: first-order availability
//   optimal  M q, q = 1 - exp(-y), y - 1 + exp(-y) = C / M             exact, every C and M (numeric/renewal.hpp)
//
// Every kernel answers NaN for NaN and outside its domain; mixed arguments promote.
#pragma once
#include "../version.hpp"

#include "../core/words.hpp"
#include "../numeric/renewal.hpp"

namespace scaling_limits::checkpoint {

/// What a failure may strike, and so which expected segment time is minimised.
enum class Variant {
  complete,        ///< work, checkpoint and restart
  safe_restart,    ///< work and checkpoint: a restart cannot fail. The same best interval as `complete`
  safe_checkpoint  ///< work alone
};
constexpr auto words(const Variant*) {
  return std::to_array<Word<Variant>>({{"complete", Variant::complete},
                                       {"safe_restart", Variant::safe_restart},
                                       {"safe_checkpoint", Variant::safe_checkpoint}});
}

namespace detail {

template <class S>
bool in_domain(const S& write_time, const S& mtbf) {
  return value_of(write_time) >= 0 && value_of(mtbf) > 0;
}

/// x / mtbf; 0 without failures, also where x is infinite.
template <class S>
S load(const S& x, const S& mtbf) {
  return value_of(mtbf) == inf ? S(0) : S(x / mtbf);
}

}  // namespace detail

/// Young's first-order checkpoint interval [s].
///
/// sqrt(2 C M), C = write_time, M = mtbf. Within 1 % of the best goodput's interval for C < 4e-4 M.
///
/// Source: Young, CACM 17(9), 1974, p. 531.
template <class C, class M, Scalar S = promote_t<C, M>>
S young_interval(const C& write_time, const M& mtbf) {
  using std::sqrt;
  const S c(write_time), m(mtbf);
  if (!detail::in_domain(c, m)) return S(NaN);
  if (value_of(m) == inf) return S(inf);
  return sqrt(S(S(2) * c)) * sqrt(m);
}

/// Daly's low-order checkpoint interval [s].
///
/// sqrt(2 C M) - C, C = write_time, M = mtbf; negative from C = 2 M on.
///
/// Source: Daly, FGCS 22(3), 2006, eq. 9 solved to lowest order.
template <class C, class M, Scalar S = promote_t<C, M>>
S daly_low_order_interval(const C& write_time, const M& mtbf) {
  const S c(write_time), m(mtbf);
  if (value_of(c) == inf && value_of(m) > 0 && value_of(m) < inf) return -c;
  return value_of(m) == inf ? young_interval(c, m) : S(young_interval(c, m) - c);
}

/// Daly's higher-order checkpoint interval [s].
///
/// sqrt(2 C M) (1 + d/6 + d^2/36) - C, d = sqrt(2 C / M), C = write_time, M = mtbf. The MTBF itself from C = 2 M on,
/// where it jumps, as published. The expansion of the exact one to order C^(3/2).
///
/// Source: Daly, FGCS 22(3), 2006, eq. 37.
template <class C, class M, Scalar S = promote_t<C, M>>
S daly_interval(const C& write_time, const M& mtbf) {
  using std::sqrt;
  const S c(write_time), m(mtbf);
  if (!detail::in_domain(c, m)) return S(NaN);
  if (!(c < S(2) * m)) return m;
  const S d = sqrt(S(S(2) * c / m));
  return young_interval(c, m) * (S(1) + d / S(6) + square(d) / S(36)) - c;
}

/// The interval [s] of best first-order availability.
///
/// sqrt(C^2 + 2 C (M + R)), C = write_time, M = mtbf, R = restart_time. That availability is (1 - C/T) M / (M + R + T/2), T =
/// interval + C.
///
/// Source: Saxena et al., arXiv 2410.18124, 2024.
///
/// @param restart_time R [s] >= 0
template <class C, class M, class R = int, Scalar S = promote_t<C, M, R>>
S saxena_interval(const C& write_time, const M& mtbf, const R& restart_time = 0) {
  using std::sqrt;
  const S c(write_time), m(mtbf), r(restart_time);
  if (!detail::in_domain(c, m) || !(value_of(r) >= 0)) return S(NaN);
  if (value_of(m) == inf || value_of(r) == inf) return S(inf);
  return sqrt(c) * sqrt(S(c + S(2) * (m + r)));
}

/// The interval [s] that maximises goodput, exact; independent of restart time and downtime.
///
/// Limits: 0 at write_time = 0, the MTBF as write_time grows, inf at mtbf = inf. Accuracy: 4 ulp or better everywhere.
template <class C, class M, Scalar S = promote_t<C, M>>
S optimal_interval(const C& write_time, const M& mtbf) {
  const S c(write_time), m(mtbf);
  if (!detail::in_domain(c, m)) return S(NaN);
  if (value_of(m) == inf) return S(inf);
  const S eps = c / m;
  if constexpr (std::floating_point<S>)  // C / M below the normal range: Young's interval is exact to the last digit
    if (eps < (std::numeric_limits<S>::min)() / std::numeric_limits<S>::epsilon()) return young_interval(c, m);
  return m * numeric::worked_share(eps);
}

/// The interval [s] of useful work between checkpoints that maximises goodput, exact.
///
/// M (1 - exp(-y)) with y - 1 + exp(-y) = C / M, C = write_time, M = mtbf; inf without failures. Accurate to 4 ulp
/// everywhere. variant "complete" and "safe_restart" have the same best interval, which does not depend on restart_time R
/// and downtime D; "safe_checkpoint" solves 1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.
///
/// Source: the model is that of Daly, FGCS 22(3), 2006; the optimum is exact.
///
/// @param restart_time R [s] >= 0, @param downtime D [s] >= 0
template <class C, class M, class R, class D, Scalar S = promote_t<C, M, R, D>>
S optimal_interval(const C& write_time, const M& mtbf, const R& restart_time, const D& downtime, Variant variant) {
  using std::exp;
  using std::log;
  const S c(write_time), m(mtbf), r(restart_time), down(downtime);
  if (!detail::in_domain(c, m) || !(value_of(r) >= 0) || !(value_of(down) >= 0)) return S(NaN);
  if (variant != Variant::safe_checkpoint) return optimal_interval(c, m);
  if (value_of(m) == inf) return S(inf);
  const S ratio = c / (m + down + r);
  if (value_of(ratio) == inf) return S(inf);
  // 1 + W0((ratio - 1)/e) is q of eps = -log(1 - ratio)
  if (value_of(ratio) < 1) return m * numeric::worked_share(S(-log_one_plus(S(-ratio))));
  // beyond, t exp(t) = (ratio - 1)/e with t = x - 1 >= 0, well conditioned: Newton on t + log(t) where t > 1, on t exp(t) below
  const S z = (ratio - S(1)) * exp(S(-1));
  S t = S(log_one_plus(z));
  for (int i = 0; i < 8; ++i) {
    if (value_of(t) > 1) {
      t = t * (S(1) + log(z) - log(t)) / (S(1) + t);
    } else {
      const S e = exp(S(-t));
      t = (square(t) + z * e) / (S(1) + t);
    }
  }
  return m * (S(1) + t);
}

}  // namespace scaling_limits::checkpoint
