// SPDX-License-Identifier: Apache-2.0
// Replicas that take H steps by themselves between two exchanges. The parameters go in F fragments, one every H/F steps over
// the same link, each due tau steps after it was sent: F = 1, tau = 0 stops training for each exchange, H = 1 is data
// parallelism. K_x seconds for all fragments of one exchange, latencies included:
//
//     x = K_x / (H t),   f = min(tau F / H, 1),   utilisation = 1 / (1 + max(0, x - f))
//
// Communication alone: what failures cost is a goodput beside it. Derivation: docs/derivations.md, "Exchanges every H steps".
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::parallelism {

namespace detail {

/// Share of the time between two exchanges that may hide them; NaN out of range.
template <class S>
S hidden_share(const S& exchange_steps, const S& fragments, const S& overlap_steps) {
  const bool known = value_of(exchange_steps) >= 1 && value_of(fragments) >= 1 &&
                     value_of(fragments) <= value_of(exchange_steps) && value_of(overlap_steps) >= 0;
  if (!known) return S(NaN);
  const S share = overlap_steps * fragments / exchange_steps;
  return value_of(share) < 1 ? share : S(1);
}

}  // namespace detail

/// Share of the time in which replicas that exchange every H steps compute: 1/(1 + max(0, x - f)).
///
/// x = exchange_time/(H step_time), f = min(overlap_steps fragments/H, 1). exchange_steps H >= 1, steps of a replica
/// between two exchanges of one parameter; step_time > 0 [s]; exchange_time >= 0 [s], of all fragments together, the
/// latency of each included; fragments in [1, H]; overlap_steps >= 0 until a fragment that was sent must be there.
/// Communication alone: failures cost a goodput beside it.
///
/// Source: docs/derivations.md, section "Exchanges every H steps".
template <class H, class T, class K, class F = int, class O = int, Scalar S = promote_t<H, T, K, F, O>>
S local_update_utilization(const H& exchange_steps, const T& step_time, const K& exchange_time, const F& fragments = 1,
                           const O& overlap_steps = 0) {
  const S h(exchange_steps), t(step_time), k(exchange_time);
  const S hidden = detail::hidden_share(h, S(fragments), S(overlap_steps));
  if (!(value_of(t) > 0 && value_of(k) >= 0)) return S(NaN);
  const S waited = k / (h * t) - hidden;
  return value_of(waited) <= 0 ? S(1) : S(S(1) / (S(1) + waited));
}

/// Bandwidth [B/s] of a site's link, one way, at which sites around a ring reach a utilisation.
///
/// 2 ((M-1)/M) S/(H t (1/u - 1 + f) - 2 F (M-1) d); inf where latency alone takes too long. utilization u in (0, 1];
/// exchange_steps H; step_time t [s]; bytes S >= 0 of all parameters as a site sends them; sites M >= 1; latency d >= 0
/// [s] of one hop, one way; fragments F in [1, H]; overlap_steps as of local_update_utilization.
///
/// Source: docs/derivations.md, section "Exchanges every H steps".
template <class U, class H, class T, class B, class M, class L = int, class F = int, class O = int,
          Scalar S = promote_t<U, H, T, B, M, L, F, O>>
S bandwidth_for_utilization(const U& utilization, const H& exchange_steps, const T& step_time, const B& bytes, const M& sites,
                            const L& latency = 0, const F& fragments = 1, const O& overlap_steps = 0) {
  const S u(utilization), h(exchange_steps), t(step_time), b(bytes), m(sites), d(latency), f(fragments);
  const S hidden = detail::hidden_share(h, f, S(overlap_steps));
  const bool known = value_of(u) > 0 && value_of(u) <= 1 && value_of(t) > 0 && value_of(b) >= 0 && value_of(m) >= 1 &&
                     value_of(d) >= 0 && value_of(hidden) >= 0;
  if (!known) return S(NaN);
  const S hops = S(2) * (m - S(1)), sent = hops / m * b;
  if (value_of(sent) == 0 && value_of(hops * d) == 0) return S(0);
  const S time = h * t * (S(1) / u - S(1) + hidden) - hops * f * d;
  return value_of(time) > 0 ? S(sent / time) : S(inf);
}

}  // namespace scaling_limits::parallelism
