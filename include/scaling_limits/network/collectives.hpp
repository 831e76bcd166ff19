// SPDX-License-Identifier: Apache-2.0
// Time of collectives among n ranks, each with one send and one receive port: alpha + x/W for a message of x bytes, gamma per
// byte reduced. S is the full buffer of one rank.
//
//   ring all-reduce       2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma                    reduce-scatter, all-gather: half,
//                                                                                            gamma in the former
//   recursive doubling    log2 n (alpha + S/W + S gamma)                                     n a power of two
//   halving-doubling      2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma                   n a power of two
//   binomial tree         ceil(log2 n) (2 alpha + 2 S/W + S gamma)                           reduce, then broadcast
// Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH", IJHPCA 19(1), 2005, section 4.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::network {

namespace detail {

/// ceil(log2 n), n >= 1.
inline int rounds(double n) {
  int exponent;
  const double fraction = std::frexp(n, &exponent);
  return fraction == 0.5 ? exponent - 1 : exponent;
}
inline bool is_power_of_two(double n) {
  int exponent;
  return n >= 1 && n < inf && std::frexp(n, &exponent) == 0.5;
}

template <class S>
bool in_domain(const S& ranks, const S& bytes, const S& latency, const S& bandwidth) {
  return value_of(ranks) >= 1 && value_of(bytes) >= 0 && value_of(latency) >= 0 && value_of(bandwidth) > 0;
}

}  // namespace detail

/// What a collective costs: messages one after the other, and in units of the full buffer what a port moves and a rank reduces.
template <class S>
struct Cost {
  S messages{}, moved{}, reduced{};

  S time(const S& bytes, const S& latency, const S& bandwidth, const S& reduction_time) const {
    return messages * latency + moved * (bytes / bandwidth) + reduced * (bytes * reduction_time);
  }
};

template <class S>
Cost<S> ring_all_reduce_cost(const S& ranks) {
  const S others = ranks - S(1), share = others / ranks;
  return {S(2) * others, S(2) * share, share};
}
template <class S>
Cost<S> ring_all_gather_cost(const S& ranks) {
  const S others = ranks - S(1);
  return {others, others / ranks, S(0)};
}
template <class S>
Cost<S> recursive_doubling_all_reduce_cost(const S& ranks) {
  const S log2(detail::is_power_of_two(value_of(ranks)) ? detail::rounds(value_of(ranks)) : NaN);
  return {log2, log2, log2};
}
template <class S>
Cost<S> halving_doubling_all_reduce_cost(const S& ranks) {
  const S log2(detail::is_power_of_two(value_of(ranks)) ? detail::rounds(value_of(ranks)) : NaN),
      share = (ranks - S(1)) / ranks;
  return {S(2) * log2, S(2) * share, share};
}
template <class S>
Cost<S> binomial_all_reduce_cost(const S& ranks) {
  const S rounds(detail::rounds(value_of(ranks)));
  return {S(2) * rounds, S(2) * rounds, rounds};
}

namespace detail {

template <class S, class F>
S all_reduce_time(const F& cost, const S& ranks, const S& bytes, const S& latency, const S& bandwidth,
                  const S& reduction_time) {
  if (!in_domain(ranks, bytes, latency, bandwidth) || !(value_of(reduction_time) >= 0)) return S(NaN);
  return cost(ranks).time(bytes, latency, bandwidth, reduction_time);
}

}  // namespace detail

/// All-reduce [s] round a ring.
///
/// 2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,
/// gamma = reduction_time. It moves the least bytes, in the most messages.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 5.3.
///
/// @param ranks >= 1; @param bytes full buffer of one rank >= 0; @param latency [s] >= 0 of a message
/// @param bandwidth [B/s] > 0, one way per rank; @param reduction_time [s/B] >= 0
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
S ring_all_reduce_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth, const G& reduction_time = 0) {
  return detail::all_reduce_time(ring_all_reduce_cost<S>, S(ranks), S(bytes), S(latency), S(bandwidth), S(reduction_time));
}

/// All-reduce [s] by recursive doubling; NaN unless ranks is a power of two.
///
/// log2 n (alpha + S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time. Full buffers
/// go over distances 1, 2, 4 ...: the fewest messages.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
S recursive_doubling_all_reduce_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth,
                                     const G& reduction_time = 0) {
  return detail::all_reduce_time(recursive_doubling_all_reduce_cost<S>, S(ranks), S(bytes), S(latency), S(bandwidth),
                                 S(reduction_time));
}

/// All-reduce [s] by recursive halving and doubling (Rabenseifner); NaN unless ranks is a power of two.
///
/// 2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,
/// gamma = reduction_time. The ring's bytes in few messages.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
S halving_doubling_all_reduce_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth,
                                   const G& reduction_time = 0) {
  return detail::all_reduce_time(halving_doubling_all_reduce_cost<S>, S(ranks), S(bytes), S(latency), S(bandwidth),
                                 S(reduction_time));
}

/// All-reduce [s] by a binomial tree, reduce then broadcast.
///
/// ceil(log2 n)(2 alpha + 2 S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
S binomial_all_reduce_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth, const G& reduction_time = 0) {
  return detail::all_reduce_time(binomial_all_reduce_cost<S>, S(ranks), S(bytes), S(latency), S(bandwidth), S(reduction_time));
}

/// Reduce-scatter [s] round a ring.
///
/// (n-1) alpha + (n-1)/n S (1/W + gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.
/// Afterwards each rank holds 1/n of the reduced buffer.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
template <class N, class B, class L, class W, class G = int, Scalar S = promote_t<N, B, L, W, G>>
S ring_reduce_scatter_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth, const G& reduction_time = 0) {
  return ring_all_reduce_time(S(ranks), S(bytes), S(latency), S(bandwidth), S(S(2) * S(reduction_time))) / S(2);
}

/// All-gather [s] round a ring of a full buffer.
///
/// (n-1) alpha + (n-1)/n S/W, n = ranks, S = bytes, alpha = latency, W = bandwidth. Before it each rank holds 1/n of the
/// buffer.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
template <class N, class B, class L, class W, Scalar S = promote_t<N, B, L, W>>
S ring_all_gather_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth) {
  return detail::all_reduce_time(ring_all_gather_cost<S>, S(ranks), S(bytes), S(latency), S(bandwidth), S(0));
}

enum class Collective { all_reduce, reduce_scatter, all_gather, all_to_all, broadcast, reduce };
constexpr auto words(const Collective*) {
  using enum Collective;
  return std::to_array<Word<Collective>>({{"all_reduce", all_reduce},
                                          {"reduce_scatter", reduce_scatter},
                                          {"all_gather", all_gather},
                                          {"all_to_all", all_to_all},
                                          {"broadcast", broadcast},
                                          {"reduce", reduce}});
}

/// What a port of the busiest rank moves at least, in units of the full buffer: 2 (n-1)/n for an all-reduce, (n-1)/n for
/// reduce_scatter, all_gather and all_to_all, 1 for broadcast and reduce (nccl-tests, PERFORMANCE.md).
template <class N, Scalar S = promote_t<N>>
S bus_factor(const N& ranks, Collective collective = Collective::all_reduce) {
  const S n(ranks);
  if (!(value_of(n) >= 1)) return S(NaN);
  if (collective == Collective::broadcast || collective == Collective::reduce) return S(1);
  return S(collective == Collective::all_reduce ? 2 : 1) * ((n - S(1)) / n);
}

/// Bus bandwidth [B/s] of a measured time, to be held against the hardware's.
///
/// bytes / time x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather" and "all_to_all", 1 for "broadcast"
/// and "reduce", n = ranks.
///
/// Source: nccl-tests, doc/PERFORMANCE.md.
template <class B, class T, class N, Scalar S = promote_t<B, T, N>>
S bus_bandwidth(const B& bytes, const T& time, const N& ranks, Collective collective = Collective::all_reduce) {
  const S s(bytes), t(time);
  if (!(value_of(s) >= 0 && value_of(t) > 0)) return S(NaN);
  return s / t * bus_factor(S(ranks), collective);
}
template <class B, class T, class N, Scalar S = promote_t<B, T, N>>
S bus_bandwidth(const B& bytes, const T& time, const N& ranks, std::string_view collective) {
  return bus_bandwidth(S(bytes), S(time), S(ranks), from_word<Collective>("bus_bandwidth", "collective", collective));
}

/// The time [s] of a collective at a bus bandwidth: bus_bandwidth the other way round.
///
/// bytes / bandwidth x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather" and "all_to_all", 1 for
/// "broadcast" and "reduce", n = ranks.
///
/// Source: nccl-tests, doc/PERFORMANCE.md.
template <class B, class W, class N, Scalar S = promote_t<B, W, N>>
S time_at_bus_bandwidth(const B& bytes, const W& bandwidth, const N& ranks, Collective collective = Collective::all_reduce) {
  const S s(bytes), w(bandwidth);
  if (!(value_of(s) >= 0 && value_of(w) > 0)) return S(NaN);
  return s / w * bus_factor(S(ranks), collective);
}
template <class B, class W, class N, Scalar S = promote_t<B, W, N>>
S time_at_bus_bandwidth(const B& bytes, const W& bandwidth, const N& ranks, std::string_view collective) {
  return time_at_bus_bandwidth(S(bytes), S(bandwidth), S(ranks),
                               from_word<Collective>("time_at_bus_bandwidth", "collective", collective));
}

}  // namespace scaling_limits::network
