// SPDX-License-Identifier: Apache-2.0
// The expected wall-clock time to commit one segment: an interval of useful work and the checkpoint that saves it.
//
// Exponential failures of rate 1/M strike what the variant says; each costs the downtime D (not exposed) and the restart R.
// Derivation by renewal: docs/derivations.md, "One segment". Daly 2006, eq. 13, is `complete` with D = 0.
#pragma once
#include "../version.hpp"

#include "interval.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// (exp(x / M) - 1) M for a stretch x exposed to failures: the running time until it passes without one.
template <class S>
S exposed(const S& stretch, const S& mtbf) {
  using std::exp;
  return stretch * exp(log_mean_exp(load(stretch, mtbf)));
}

}  // namespace detail

/// Expected wall-clock time [s] until a segment, an interval of work and its checkpoint, is committed.
///
/// variant "complete": failures strike throughout; "safe_restart": a restart cannot fail; "safe_checkpoint": nor can a
/// checkpoint.
///
///   complete         (M + D) exp(R/M) (exp((w + C)/M) - 1)
///   safe_restart     (M + D + R)      (exp((w + C)/M) - 1)
///   safe_checkpoint  (M + D + R)      (exp(w/M) - 1) + C
///
/// w = interval, C = write_time, M = mtbf, R = restart_time, D = downtime.
///
/// Source: Daly, FGCS 22(3), 2006, eq. 13, is "complete" with D = 0.
///
/// @param interval w [s] >= 0, useful work of the segment
/// @param write_time C [s] >= 0, what its checkpoint blocks
/// @param mtbf M [s] > 0; inf gives w + C
/// @param restart_time R [s] >= 0; @param downtime D [s] >= 0
template <class W, class C, class M, class R = int, class D = int, Scalar S = promote_t<W, C, M, R, D>>
S expected_segment_time(const W& interval, const C& write_time, const M& mtbf, const R& restart_time = 0, const D& downtime = 0,
                        Variant variant = Variant::complete) {
  using std::exp;
  const S w(interval), c(write_time), m(mtbf), r(restart_time), d(downtime);
  if (!(detail::in_domain(c, m) && value_of(w) >= 0 && value_of(r) >= 0 && value_of(d) >= 0)) return S(NaN);
  if (variant == Variant::complete) return (S(1) + detail::load(d, m)) * exp(detail::load(r, m)) * detail::exposed(S(w + c), m);
  const S per_failure = S(1) + detail::load(S(d + r), m);
  if (variant == Variant::safe_restart) return per_failure * detail::exposed(S(w + c), m);
  return per_failure * detail::exposed(w, m) + c;
}

}  // namespace scaling_limits::checkpoint
