// SPDX-License-Identifier: Apache-2.0
// Which all-reduce is fastest, and from which size on another one is. In S every time is a straight line, so two of them
// cross where   S = alpha W (m_a - m_b) / (v_b - v_a)   with m messages and v buffers moved (reduction: W gamma (r_b - r_a)
// more below).
#pragma once
#include "../version.hpp"

#include "collectives.hpp"

namespace scaling_limits::network {

enum class AllReduce { ring, recursive_doubling, halving_doubling, binomial };
constexpr auto words(const AllReduce*) {
  using enum AllReduce;
  return std::to_array<Word<AllReduce>>({{"ring", ring},
                                         {"recursive_doubling", recursive_doubling},
                                         {"halving_doubling", halving_doubling},
                                         {"binomial", binomial}});
}
inline constexpr auto& all_reduce_algorithms = texts_of<AllReduce>;

/// What an all-reduce costs.
template <class S>
Cost<S> all_reduce_cost(AllReduce algorithm, const S& ranks) {
  switch (algorithm) {
    case AllReduce::ring:
      return ring_all_reduce_cost(ranks);
    case AllReduce::recursive_doubling:
      return recursive_doubling_all_reduce_cost(ranks);
    case AllReduce::halving_doubling:
      return halving_doubling_all_reduce_cost(ranks);
    case AllReduce::binomial:
      break;
  }
  return binomial_all_reduce_cost(ranks);
}

/// The buffer [B] at which two all-reduces take the same time.
///
/// S = alpha W (m_a - m_b)/(v_b - v_a) with m messages and v buffers moved. NaN where one is never slower than the other,
/// or where one does not exist for so many ranks. 0 or inf where they meet there.
///
/// Source: elementary: both times are straight lines in the size of the buffer.
///
/// @param ranks >= 1; @param latency [s] >= 0; @param bandwidth [B/s] > 0; @param reduction_time [s/B] >= 0
template <class N, class L, class W, class G = int, Scalar S = promote_t<N, L, W, G>>
S all_reduce_crossover_bytes(AllReduce first, AllReduce second, const N& ranks, const L& latency, const W& bandwidth,
                             const G& reduction_time = 0) {
  const S n(ranks), a(latency), w(bandwidth), g(reduction_time);
  const Cost<S> one = all_reduce_cost(first, S(value_of(n) >= 1 ? n : S(NaN))), other = all_reduce_cost(second, n);
  if (!detail::in_domain(n, S(0), a, w) || !(value_of(g) >= 0)) return S(NaN);
  const S messages = one.messages - other.messages, slope = (other.moved - one.moved) + (other.reduced - one.reduced) * (w * g);
  const S bytes = a * w * (messages / slope);
  return value_of(bytes) >= 0 ? bytes : S(NaN);
}
/// The same by their words; throws InvalidArgument on an unknown one.
template <class N, class L, class W, class G = int, Scalar S = promote_t<N, L, W, G>>
S all_reduce_crossover_bytes(std::string_view first, std::string_view second, const N& ranks, const L& latency,
                             const W& bandwidth, const G& reduction_time = 0) {
  const auto named = [](std::string_view word) { return from_word<AllReduce>("all_reduce", "algorithm", word); };
  return all_reduce_crossover_bytes(named(first), named(second), S(ranks), S(latency), S(bandwidth), S(reduction_time));
}

template <class S = double>
struct BestAllReduce {
  std::string_view algorithm{};  // its word; empty where there is none
  S time{};                      // [s]
  S up_to{};                     // [bytes] the size up to which this algorithm stays the fastest; inf where it always does
  S from{};                      // [bytes] the size from which it is; 0 where it is for the smallest
};

/// The fastest all-reduce for a buffer, among those that exist for so many ranks; of equals the first in the list.
///
/// Source: elementary: the lowest of straight lines in the size of the buffer.
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
BestAllReduce<S> best_all_reduce(const N& ranks, const B& bytes, const L& latency, const W& bandwidth,
                                 const G& reduction_time = 0) {
  const S n(ranks), s(bytes), a(latency), w(bandwidth), g(reduction_time);
  BestAllReduce<S> best{{}, S(NaN), S(inf), S(0)};
  if (!detail::in_domain(n, s, a, w) || !(value_of(g) >= 0)) return best;
  AllReduce fastest{};
  for (const auto& [word, algorithm] : words_of<AllReduce>) {
    const S time = all_reduce_cost(algorithm, n).time(s, a, w, g);
    if (time < best.time || (value_of(time) == value_of(time) && best.algorithm.empty()))
      best.algorithm = word, best.time = time, fastest = algorithm;
  }
  // the lower envelope of straight lines: it leaves this one at the nearest crossing on either side
  for (const auto& [word, other] : words_of<AllReduce>) {
    if (other == fastest) continue;
    const S at = all_reduce_crossover_bytes(fastest, other, n, a, w, g);
    const Cost<S> mine = all_reduce_cost(fastest, n), its = all_reduce_cost(other, n);
    const bool flatter = its.moved + its.reduced * (w * g) < mine.moved + mine.reduced * (w * g);
    if (value_of(at) != value_of(at)) continue;
    if (flatter && at < best.up_to) best.up_to = at;
    if (!flatter && best.from < at && value_of(at) < inf) best.from = at;
  }
  return best;
}

}  // namespace scaling_limits::network
