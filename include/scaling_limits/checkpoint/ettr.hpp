// SPDX-License-Identifier: Apache-2.0
// Expected training-time ratio (ETTR) of a job with scheduled attempts: Kokolis et al., HPCA 2025, section III
// (arXiv 2410.21680).
//
//   lambda = nodes x node_failure_rate, M = 1/lambda
//   u0     startup_time of an attempt, exposed            q  queue_time before each attempt, not exposed
//   Delta  interval, work between checkpoints             w  write_time, blocking
//   R      productive_time, the work of the whole job
//
//   lower bound  [1 - lambda (u0 + Delta/2)] / [1 + (u0 + q)/R + lambda q]                     as published
//   ettr         [1 - lambda (u0 + Delta/2)] / (1 + w/Delta)                                  as published, with writes
//   exact        R / { exp(lambda u0)(M + q) - M + (R/Delta) exp(lambda u0)(M + q)(exp(lambda(Delta + w)) - 1) }
// The published forms are first order: they turn negative where lambda (u0 + Delta/2) > 1. Derivation of the last:
// docs/derivations.md, "Attempts in a queue".
#pragma once
#include "../version.hpp"

#include "segment.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// Nodes and their rate one by one: a tiny negative one vanishes in their product.
template <class S>
bool attempt_in_domain(const S& nodes, const S& node_failure_rate, const S& startup, const S& interval, const S& queue,
                       const S& productive) {
  return value_of(nodes) >= 0 && value_of(node_failure_rate) >= 0 && value_of(startup) >= 0 && value_of(interval) >= 0 &&
         value_of(queue) >= 0 && value_of(productive) > 0;
}

}  // namespace detail

/// Expected training-time ratio, lower bound as published.
///
/// [1 - l (u0 + D/2)] / [1 + (u0 + q)/R + l q], l = nodes x node_failure_rate, u0 = startup_time, D = interval,
/// q = queue_time, R = productive_time. First order: negative where l (u0 + D/2) > 1.
///
/// Source: Kokolis et al., HPCA 2025, arXiv 2410.21680.
template <class N, class F, class U, class I, class Q = int, class P = double, Scalar S = promote_t<N, F, U, I, Q, P>>
S ettr_lower_bound(const N& nodes, const F& node_failure_rate, const U& startup_time, const I& interval,
                   const Q& queue_time = 0, const P& productive_time = inf) {
  const S rate = S(nodes) * S(node_failure_rate), u0(startup_time), delta(interval), q(queue_time), r(productive_time);
  if (!detail::attempt_in_domain(S(nodes), S(node_failure_rate), u0, delta, q, r)) return S(NaN);
  const S once = value_of(r) == inf ? S(0) : S((u0 + q) / r);
  return (S(1) - rate * (u0 + delta / S(2))) / (S(1) + once + rate * q);
}

/// Expected training-time ratio with write time, as published.
///
/// [1 - l (u0 + D/2)] / (1 + w/D), l = nodes x node_failure_rate, u0 = startup_time, D = interval, w = write_time. For a long
/// job without queueing; its best interval is sqrt(2 w/l).
///
/// Source: Kokolis et al., HPCA 2025, arXiv 2410.21680.
template <class N, class F, class U, class I, class W = int, Scalar S = promote_t<N, F, U, I, W>>
S ettr(const N& nodes, const F& node_failure_rate, const U& startup_time, const I& interval, const W& write_time = 0) {
  const S rate = S(nodes) * S(node_failure_rate), u0(startup_time), delta(interval), w(write_time);
  if (!detail::attempt_in_domain(S(nodes), S(node_failure_rate), u0, delta, w, S(1))) return S(NaN);
  const S written = value_of(w) == 0 ? S(0) : S(w / delta);
  return (S(1) - rate * (u0 + delta / S(2))) / (S(1) + written);
}

/// Expected training-time ratio, exact: start-up and writes exposed to failures, the queue not.
///
/// R / {exp(l u0)(M + q) - M + (R/D) exp(l u0)(M + q)(exp(l (D + w)) - 1)}, l = 1/M = nodes x node_failure_rate,
/// u0 = startup_time, D = interval, w = write_time, q = queue_time, R = productive_time.
///
/// Source: docs/derivations.md, section "Attempts in a queue"; the ratio is that of Kokolis et al., HPCA 2025,
/// arXiv 2410.21680.
template <class N, class F, class U, class I, class W = int, class Q = int, class P = double,
          Scalar S = promote_t<N, F, U, I, W, Q, P>>
S ettr_exact(const N& nodes, const F& node_failure_rate, const U& startup_time, const I& interval, const W& write_time = 0,
             const Q& queue_time = 0, const P& productive_time = inf) {
  using std::exp;
  const S rate = S(nodes) * S(node_failure_rate), u0(startup_time), delta(interval), w(write_time), q(queue_time),
          r(productive_time);
  if (!detail::attempt_in_domain(S(nodes), S(node_failure_rate), u0, delta, q, r) || !(value_of(w) >= 0)) return S(NaN);
  // (exp(rate t) - 1)/rate, t without failures
  const auto exposed = [&](const S& t) { return S(t * exp(log_mean_exp(S(rate * t)))); };
  const S retried = exp(S(rate * u0)) * (S(1) + rate * q);
  // per unit of work: the segments, and the first start of the job
  const S segments = value_of(delta) == 0 ? (value_of(w) > 0 ? S(inf) : retried) : S(retried * exposed(S(delta + w)) / delta);
  const S first = value_of(r) == inf ? S(0) : S((exposed(u0) + exp(S(rate * u0)) * q) / r);
  return S(1) / (segments + first);
}

}  // namespace scaling_limits::checkpoint
