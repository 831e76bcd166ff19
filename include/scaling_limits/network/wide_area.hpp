// SPDX-License-Identifier: Apache-2.0
// Links between sites: light in fibre, bytes under way, one TCP stream. Bandwidth is that of a site's whole link, one way.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::network {

inline constexpr double light_in_fibre = 2e8;  // [m/s]

/// An exchange [s] of a buffer of so many bytes in each site around a loop of fibre, both directions at once: the buffer and
/// the light pass it so many times, passes (bytes/bandwidth + length / 2e8 m/s). One pass where each site hears all others,
/// two where a reduced buffer goes around once more.
///
/// @param bytes >= 0; @param bandwidth > 0 [B/s]; @param length >= 0 [m] of the whole loop; @param passes > 0
/// Source: a reconstruction of Epoch AI, "Could decentralized training solve AI's power problem?", 2025.
template <class B, class W, class L, class P = int, Scalar S = promote_t<B, W, L, P>>
S loop_exchange_time(const B& bytes, const W& bandwidth, const L& length, const P& passes = 1) {
  const S b(bytes), w(bandwidth), l(length), p(passes);
  if (!(value_of(b) >= 0 && value_of(w) > 0 && value_of(l) >= 0 && value_of(p) > 0)) return S(NaN);
  const S transfer = value_of(w) == inf || value_of(b) == 0 ? S(0) : S(b / w);
  return p * (transfer + l / S(light_in_fibre));
}

/// What a link holds [B], bandwidth x round trip: what a sender must keep under way to fill it.
template <class W, class R, Scalar S = promote_t<W, R>>
S bytes_in_flight(const W& bandwidth, const R& round_trip) {
  const S w(bandwidth), r(round_trip);
  return value_of(w) >= 0 && value_of(r) >= 0 ? S(w * r) : S(NaN);
}

/// What one TCP stream carries [B/s] where packets are lost at random: sqrt(3/2) segment / (round_trip sqrt(loss)).
///
/// @param segment > 0 [B]; @param round_trip > 0 [s]; @param loss share of packets lost, in (0, 1]
/// Source: Mathis, Semke, Mahdavi, Ott, "The macroscopic behavior of the TCP congestion avoidance algorithm", 1997, eq. 3.
template <class B, class R, class P, Scalar S = promote_t<B, R, P>>
S tcp_throughput(const B& segment, const R& round_trip, const P& loss) {
  using std::sqrt;
  const S b(segment), r(round_trip), p(loss);
  if (!(value_of(b) > 0 && value_of(r) > 0 && value_of(p) > 0 && value_of(p) <= 1)) return S(NaN);
  return b * sqrt(S(S(1.5) / p)) / r;
}

}  // namespace scaling_limits::network
