// SPDX-License-Identifier: Apache-2.0
// Strong scaling: a fixed batch makes a step of work / N + serial time, K, so that N GPUs reach the efficiency
// 1 / (1 + N / half_size), half_size = work / K. Serial times add up, half sizes add up harmonically: 1/N_h = sum of 1/N_i, and
// N_h / N_i is the share of part i.
//
//   bubble       N_i = v t p c B / ((p - 1) b s)    chunks v, degrees t, p, c, batch B and sequence s in tokens, micro-batch b
//   data         N_i = 3 B t p W / (eps X)          W B/s one way per GPU, X FLOP/s achieved, eps bytes per gradient element,
//                                                   the mean of both halves of the exchange
//   other        N_i = work / K_i
#pragma once
#include "../version.hpp"

#include <initializer_list>
#include <span>

#include "../parallelism/layout.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

/// The factor 1 / (1 + N / half_size). `name` is the name of its term in shares.
template <class P = double>
struct StrongScaling {
  P half_size = P(NaN);
  Name name = "step";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "strong_scaling";
  static constexpr std::string_view text = "a step of work / gpus + serial time: 1 / (1 + gpus / half_size)";

  void validate() const { scaling_limits::validate(*this, "StrongScaling"); }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    return {{name, log_one_plus(S(gpus / S(half_size)))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }

  /// Serial times add: serial_times.hpp.
  P serial_half_size() const { return half_size; }

  /// The size at which this eps = N/(N + N_h) and that of restarts, N/N_R, add up to a target: the only other loss.
  /// target 1, the peak: (N_h/2)(sqrt(1 + 4 N_R/N_h) - 1).
  template <class S>
  S size_with_restarts(const S& restart_size, double target) const {
    using std::sqrt;
    const S ratio = restart_size / S(half_size), linear = S(1) + ratio * S(1 - target);
    const S root = sqrt(S(square(linear) + S(4 * target) * ratio));
    // the form of the quadratic's root that does not cancel
    if (value_of(linear) < 0) return S(half_size) * (root - linear) / S(2);
    return S(2 * target) * restart_size / (linear + root);
  }
};

template <class P>
constexpr auto fields(const StrongScaling<P>*) {
  using F = StrongScaling<P>;
  return std::to_array<Field<F, P>>({
      {"half_size",
       &F::half_size,
       "1",
       positive_or_inf,
       "size at which half of the throughput is lost",
       {1e3, 1e6, "175B on 256 to 1024 GPUs: 4e3 to 7e3 (MegaScale 2024, table 2); Llama 3 405B: 1e5"},
       Effect::help},
  });
}
static_assert(factor_table_is_complete<StrongScaling<>>,
              "StrongScaling: a member without its row, or a row without its member");

/// The half size from the efficiency between two sizes, (e N2 - N1)/(1 - e); NaN where there is none > 0.
///
/// efficiency e = t(N1) N1 / (t(N2) N2), at most 1; gpus_from N1 > 0; gpus_to N2 > N1.
///
/// Source: elementary: 1/(1 + N/half_size) at two sizes, solved for half_size.
template <class E, class A, class B, Scalar S = promote_t<E, A, B>>
S half_size_from_efficiency(const E& efficiency, const A& gpus_from, const B& gpus_to) {
  const S e(efficiency), from(gpus_from), to(gpus_to);
  if (!(value_of(from) > 0 && from < to)) return S(NaN);
  const S half = (e * to - from) / (S(1) - e);
  return value_of(half) > 0 && value_of(e) <= 1 ? half : S(NaN);
}

/// 1 / sum of 1/N_i; inf for none.
template <Scalar S>
S combine_half_sizes(std::span<const S> parts) {
  S sum(0);
  for (const S& part : parts) {
    if (!(value_of(part) > 0)) return S(NaN);
    sum = sum + S(1) / part;
  }
  return S(1) / sum;
}
inline double combine_half_sizes(std::initializer_list<double> parts) {
  return combine_half_sizes(std::span<const double>(parts.begin(), parts.size()));
}

/// Half size of a pipeline's bubble, of GPipe, 1F1B or interleaved stages; inf without a pipeline.
///
/// Source: elementary: gpus / half_size is bubble_of_ideal, of Narayanan et al., SC 2021, section 2.2.
///
/// @param batch_tokens of a step, all replicas; the layout's data degree does not matter
template <class Q, class B, Scalar S = promote_t<Q, B>>
S bubble_half_size(const parallelism::Layout& layout, const Q& sequence_length, const B& batch_tokens) {
  const S s(sequence_length), batch(batch_tokens);
  const bool whole = layout.replica() > 0 && layout.chunks > 0 && layout.micro_batch > 0;
  if (!(value_of(s) > 0 && value_of(batch) > 0 && whole)) return S(NaN);
  const auto number = [](std::int64_t x) { return S(static_cast<double>(x)); };
  return number(layout.chunks) * number(layout.replica()) * batch /
         (number(layout.pipeline - 1) * number(layout.micro_batch) * s);
}

/// Half size of the exchange of gradients, nothing of it hidden: exact for the FLOPs 6 per parameter and token.
///
/// Source: elementary: gpus / half_size is data_traffic_ratio of many replicas.
///
/// @param flops X [FLOP/s] achieved per GPU; @param bandwidth W [B/s] one way per GPU
/// @param element_bytes mean of what the two halves move per gradient: 3 for fp32 reduce-scatter and bf16 all-gather
template <class X, class W, class B, class E = int, Scalar S = promote_t<X, W, B, E>>
S data_half_size(const parallelism::Layout& layout, const X& flops, const W& bandwidth, const B& batch_tokens,
                 const E& element_bytes = 3) {
  const S x(flops), w(bandwidth), batch(batch_tokens), e(element_bytes);
  const double ranks = static_cast<double>(layout.tensor) * static_cast<double>(layout.pipeline);
  if (!(value_of(x) > 0 && value_of(w) > 0 && value_of(batch) > 0 && value_of(e) >= 0 && ranks > 0)) return S(NaN);
  return S(3) * batch * S(ranks) * w / (e * x);
}

/// The half size of a time that does not shrink with more GPUs, work / serial_time.
///
/// work > 0 [GPU-seconds] of a step; serial_time >= 0 [s] of a step.
///
/// Source: a definition.
template <class A, class K, Scalar S = promote_t<A, K>>
S half_size_of_serial_time(const A& work, const K& serial_time) {
  return value_of(S(work)) > 0 && value_of(S(serial_time)) >= 0 ? S(S(work) / S(serial_time)) : S(NaN);
}

/// The exchange of replicas that take H steps between two of them, K_x/H of serial time a step: half_size = H work / K_x.
///
/// Source: elementary: an exchange every H steps is exchange_time/H of serial time a step.
///
/// @param work [GPU-seconds] of one step; @param exchange_time K_x >= 0 [s]; @param exchange_steps H >= 1
template <class A, class K, class H, Scalar S = promote_t<A, K, H>>
StrongScaling<S> local_update_half_size(const A& work, const K& exchange_time, const H& exchange_steps) {
  const S a(work), k(exchange_time), h(exchange_steps);
  const bool known = value_of(a) > 0 && value_of(k) >= 0 && value_of(h) >= 1;
  return {.half_size = known ? S(h * a / k) : S(NaN), .name = "link"};
}

}  // namespace scaling_limits::limits
