// SPDX-License-Identifier: Apache-2.0
// The largest useful cohort. With k clients a round takes t_0 + k s, s the server's time per client; R_min (1 + k_c/k) rounds
// reach the target, k_c the critical cohort (the law of the critical batch, applied to clients: an assumption).
//
//   s = S (1 + x)/(q W)       down and up, x times as much up; q clients behind each edge server
//   k* = sqrt(k_c t_0/s)      least time to target, R_min t_0 (1 + sqrt(k_c s/t_0))^2, and most useful clients
//
// Source: ours, after McCandlish et al., "An Empirical Model of Large-Batch Training", 2018, for the rounds.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::federated {

/// What one client takes of the root server's link in a round [s].
///
/// S (1 + x)/(q W), S = bytes, W = bandwidth, q = clients_per_edge, x = expansion.
///
/// Source: elementary: the model down, what was learned up; of an edge server's clients once.
///
/// @param bytes S of the model or its adapters; @param bandwidth W [B/s] of the server, each way by turns
/// @param clients_per_edge q >= 1; @param expansion x >= 0 of what comes up, as by secure aggregation
template <class B, class W, class Q = int, class X = int, Scalar S = promote_t<B, W, Q, X>>
S server_time_per_client(const B& bytes, const W& bandwidth, const Q& clients_per_edge = 1, const X& expansion = 1) {
  const S b(bytes), w(bandwidth), q(clients_per_edge), x(expansion);
  if (!(value_of(b) >= 0 && value_of(w) > 0 && value_of(q) >= 1 && value_of(x) >= 0)) return S(NaN);
  return b * (S(1) + x) / (w * q);
}

/// Clients whose server time is as long as the rest of a round; inf where the server takes none.
///
/// t_0/s, t_0 = round_time, s = time_per_client: k clients do 1/(1 + k s/t_0) of what they would with a server that takes
/// no time, the factor StrongScaling of that half size.
///
/// Source: elementary: a round takes t_0 + k s.
///
/// @param round_time t_0 [s] without the server; @param time_per_client s [s]; 0: inf
template <class T, class P, Scalar S = promote_t<T, P>>
S aggregation_half_size(const T& round_time, const P& time_per_client) {
  const S t(round_time), s(time_per_client);
  if (!(value_of(t) >= 0 && value_of(s) >= 0)) return S(NaN);
  return value_of(s) == 0 ? S(inf) : S(t / s);
}

/// The cohort that reaches the target in the least time; inf where the server takes none.
///
/// sqrt(k_c t_0/s), k_c = critical_cohort, t_0 = round_time, s = time_per_client: R_min (1 + k_c/k) rounds of t_0 + k s.
///
/// Source: ours, after McCandlish et al., An Empirical Model of Large-Batch Training, 2018, for the rounds.
///
/// @param critical_cohort k_c >= 0; @param round_time t_0 [s] without the server; @param time_per_client s [s]
template <class K, class T, class P, Scalar S = promote_t<K, T, P>>
S best_cohort(const K& critical_cohort, const T& round_time, const P& time_per_client) {
  using std::sqrt;
  const S k(critical_cohort), t(round_time), s(time_per_client);
  if (!(value_of(k) >= 0 && value_of(t) >= 0 && value_of(s) >= 0)) return S(NaN);
  if (value_of(s) == 0) return S(inf);
  return value_of(k) == 0 || value_of(t) == 0 ? S(0) : S(sqrt(S(k * t / s)));
}

}  // namespace scaling_limits::federated
