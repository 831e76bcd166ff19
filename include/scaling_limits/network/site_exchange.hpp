// SPDX-License-Identifier: Apache-2.0
// How sites exchange what they have learned. S bytes in each of M sites, W [B/s] the whole link of a site, one way, d [s] one
// hop, one way; in F fragments, each of which waits for every hop:
//
//   ring   2 ((M-1)/M) S/W + 2 (M-1) d F    a reduce-scatter and an all-gather from neighbour to neighbour
//   loop   S/W + M d F                      one pass around a closed fibre, both directions at once (wide_area.hpp)
//
// A kind is a type with its word and its time, and a name in the list SiteExchange.
#pragma once
#include "../version.hpp"

#include <concepts>
#include <variant>

#include "../core/words.hpp"
#include "collectives.hpp"
#include "wide_area.hpp"

namespace scaling_limits::network {

struct RingExchange {
  static constexpr std::string_view word = "ring";
  template <class S>
  static S time(const S& sites, const S& bytes, const S& bandwidth, const S& hop) {
    return ring_all_reduce_time(sites, bytes, hop, bandwidth);
  }
  friend bool operator==(const RingExchange&, const RingExchange&) = default;
};
struct LoopExchange {
  static constexpr std::string_view word = "loop";
  template <class S>
  static S time(const S& sites, const S& bytes, const S& bandwidth, const S& hop) {
    return loop_exchange_time(bytes, bandwidth, S(sites * hop * S(light_in_fibre)));
  }
  friend bool operator==(const LoopExchange&, const LoopExchange&) = default;
};

/// The kinds there are, the usual one first.
using SiteExchange = std::variant<RingExchange, LoopExchange>;

template <class... Kind>
  requires std::same_as<std::variant<Kind...>, SiteExchange>
constexpr auto words(const std::variant<Kind...>*) {
  return std::to_array<Word<SiteExchange>>({{Kind::word, Kind{}}...});
}

/// One exchange among all sites [s], the latencies of all fragments included; 0 for one site.
///
/// @param sites M >= 1; @param bytes S >= 0; @param bandwidth W > 0 [B/s]; @param latency d >= 0 [s]; @param fragments F >= 1
template <class M, class B, class W, class D, class F, Scalar S = promote_t<M, B, W, D, F>>
S site_exchange_time(const SiteExchange& kind, const M& sites, const B& bytes, const W& bandwidth, const D& latency,
                     const F& fragments) {
  const S m(sites), b(bytes), w(bandwidth), hop(S(latency) * S(fragments));
  if (!(value_of(m) >= 1 && value_of(b) >= 0 && value_of(w) > 0 && value_of(S(latency)) >= 0 && value_of(S(fragments)) >= 1))
    return S(NaN);
  if (value_of(m) == 1) return S(0);
  return std::visit([&](const auto& of) { return of.time(m, b, w, hop); }, kind);
}

}  // namespace scaling_limits::network
