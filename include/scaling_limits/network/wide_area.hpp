// SPDX-License-Identifier: Apache-2.0
// Links between sites: light in fibre, bytes under way, one TCP stream. Bandwidth is that of a site's whole link, one way.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::network {

inline constexpr double light_in_fibre = 2e8;  // [m/s]

/// An exchange [s] of a buffer in each site around a loop of fibre, both directions at once.
///
/// passes (bytes/bandwidth + length / 2e8 m/s). bytes >= 0; bandwidth > 0 [B/s], one way; length >= 0 [m] of the loop;
/// passes > 0: 1 where each site hears all others, 2 where a reduced buffer goes around once more.
///
/// Source: reconstructed in include/scaling_limits/network/wide_area.hpp, of Epoch AI,
/// "Could decentralized training solve AI's power problem?", 2025.
template <class B, class W, class L, class P = int, Scalar S = promote_t<B, W, L, P>>
S loop_exchange_time(const B& bytes, const W& bandwidth, const L& length, const P& passes = 1) {
  const S b(bytes), w(bandwidth), l(length), p(passes);
  if (!(value_of(b) >= 0 && value_of(w) > 0 && value_of(l) >= 0 && value_of(p) > 0)) return S(NaN);
  const S transfer = value_of(w) == inf || value_of(b) == 0 ? S(0) : S(b / w);
  return p * (transfer + l / S(light_in_fibre));
}

/// What a link holds [B]: bandwidth x round_trip, what a sender keeps under way to fill it.
///
/// bandwidth >= 0 [B/s]; round_trip >= 0 [s].
///
/// Source: a definition, the bandwidth-delay product.
template <class W, class R, Scalar S = promote_t<W, R>>
S bytes_in_flight(const W& bandwidth, const R& round_trip) {
  const S w(bandwidth), r(round_trip);
  return value_of(w) >= 0 && value_of(r) >= 0 ? S(w * r) : S(NaN);
}

/// What one TCP stream carries [B/s] where packets are lost at random: sqrt(3/2) segment / (round_trip sqrt(loss)).
///
/// segment > 0 [B]; round_trip > 0 [s]; loss in (0, 1], share of packets lost.
///
/// Source: Mathis, Semke, Mahdavi, Ott, Computer Communication Review 27(3), 1997, eq. 3.
template <class B, class R, class P, Scalar S = promote_t<B, R, P>>
S tcp_throughput(const B& segment, const R& round_trip, const P& loss) {
  using std::sqrt;
  const S b(segment), r(round_trip), p(loss);
  if (!(value_of(b) > 0 && value_of(r) > 0 && value_of(p) > 0 && value_of(p) <= 1)) return S(NaN);
  return b * sqrt(S(S(1.5) / p)) / r;
}

}  // namespace scaling_limits::network
