// SPDX-License-Identifier: Apache-2.0
// Sizes that cannot be passed at all: nothing is lost up to the cap, all of it beyond.
//
//   micro-batches   N <= t p c B/(b s); N <= t c B/(b s) where each replica's pipeline is to be full, m >= p
//   power           N <= site power / (PUE x power per GPU)
//   data, FSDP      N <= axes B W/C: below C/W tokens per chip gradients take longer than the compute
//   FSDP + tensor   N <= B F M_x M_y W^2/(4 C^2), at X = sqrt(B M_x N/(F M_y)) chips along the FSDP axes
// The last two: Austin et al., "How to Scale Your Model", 2025, part 5; W is both directions of one axis, C the peak.
#pragma once
#include "../version.hpp"

#include "../parallelism/layout.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

/// `name` is what binds where the cap does.
template <class P = double>
struct HardCap {
  P gpus = P(NaN);
  Name name = "cap";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "hard_cap";
  static constexpr std::string_view text = "a size that cannot be passed: power, data, chips, memory";

  void validate() const { scaling_limits::validate(*this, "HardCap"); }
  template <class S>
  Terms<S> losses(const S& at_gpus) const {
    return {{name, S(value_of(at_gpus) <= value_of(gpus) ? 0 : value_of(at_gpus) > value_of(gpus) ? inf : NaN)}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& at_gpus) const {
    return limits::efficiency(*this, S(at_gpus));
  }

  // how the solver meets it: as an end of the sizes, not as a loss
  template <class S>
  Terms<S> smooth_losses(const S&) const {
    return {};
  }
  Cap<P> cap() const { return {gpus, name}; }
};

template <class P>
constexpr auto fields(const HardCap<P>*) {
  using F = HardCap<P>;
  return std::to_array<Field<F, P>>({
      {"gpus", &F::gpus, "1", positive_or_inf, "the largest size there can be", {8, 1e7}, Effect::help},
  });
}
static_assert(factor_table_is_complete<HardCap<>>, "HardCap: a member without its row, or a row without its member");

/// The most GPUs on which every replica still has a micro-batch to work on; with full_pipeline, as many as stages.
///
/// Source: elementary: every replica needs a micro-batch, or as many as it has pipeline stages.
///
/// @param batch_tokens B of a step; the layout's data degree does not matter
template <class Q, class B, Scalar S = promote_t<Q, B>>
S micro_batch_cap(const parallelism::Layout& layout, const Q& sequence_length, const B& batch_tokens,
                  bool full_pipeline = false) {
  const S s(sequence_length), batch(batch_tokens);
  const auto ranks = parallelism::Layout::product({layout.tensor, layout.context, full_pipeline ? 1 : layout.pipeline});
  if (!(value_of(s) > 0 && value_of(batch) > 0 && ranks > 0 && layout.pipeline > 0 && layout.micro_batch > 0)) return S(NaN);
  return S(static_cast<double>(ranks)) * batch / (S(static_cast<double>(layout.micro_batch)) * s);
}

/// GPUs that a site can power, site_power / (pue x power_per_gpu).
///
/// site_power >= 0 [W]; pue >= 1; power_per_gpu > 0 [W], its share of host and network included.
///
/// Source: a definition: pue is the power of the site over that of its machines.
template <class W, class U, class G, Scalar S = promote_t<W, U, G>>
S power_cap(const W& site_power, const U& pue, const G& power_per_gpu) {
  const S site(site_power), u(pue), each(power_per_gpu);
  if (!(value_of(site) >= 0 && value_of(u) >= 1 && value_of(each) > 0)) return S(NaN);
  return site / (u * each);
}

/// GPUs that a supply keeps fed: supply / demand_per_gpu, both >= 0, in the same unit.
///
/// Source: a definition.
template <class R, class D, Scalar S = promote_t<R, D>>
S supply_cap(const R& supply, const D& demand_per_gpu) {
  return value_of(S(supply)) >= 0 && value_of(S(demand_per_gpu)) >= 0 ? S(S(supply) / S(demand_per_gpu)) : S(NaN);
}

/// Chips up to which data parallelism or FSDP stays bound by compute, axes B W/C.
///
/// batch_tokens B > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis, both directions
/// together; axes of the torus it runs over.
///
/// Source: Austin et al., How to Scale Your Model, 2025, part 5.
template <class B, class C, class W, class M = int, Scalar S = promote_t<B, C, W, M>>
S data_parallel_cap(const B& batch_tokens, const C& peak_flops, const W& bandwidth, const M& axes = 1) {
  const S b(batch_tokens), c(peak_flops), w(bandwidth), m(axes);
  if (!(value_of(b) > 0 && value_of(c) > 0 && value_of(w) > 0 && value_of(m) > 0)) return S(NaN);
  return b * m * w / c;
}

/// Chips up to which FSDP with tensor parallelism in the best split stays bound by compute, B F Mx My W^2/(4 C^2).
///
/// batch_tokens B > 0; feed_forward F > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis,
/// both directions together; data_axes Mx, tensor_axes My of the torus.
///
/// Source: Austin et al., How to Scale Your Model, 2025, part 5.
template <class B, class F, class C, class W, class X = int, class Y = int, Scalar S = promote_t<B, F, C, W, X, Y>>
S fsdp_tensor_cap(const B& batch_tokens, const F& feed_forward, const C& peak_flops, const W& bandwidth, const X& data_axes = 1,
                  const Y& tensor_axes = 1) {
  const S b(batch_tokens), f(feed_forward), c(peak_flops), ratio = S(bandwidth) / c, x(data_axes), y(tensor_axes);
  if (!(value_of(b) > 0 && value_of(f) > 0 && value_of(c) > 0 && value_of(ratio) > 0 && value_of(x) > 0 && value_of(y) > 0))
    return S(NaN);
  return b * f * x * y * square(ratio) / S(4);
}

/// Chips along the FSDP axes at the best split with tensor parallelism, sqrt(B Mx N/(F My)).
///
/// Arguments as for fsdp_tensor_cap; gpus N > 0.
///
/// Source: Austin et al., How to Scale Your Model, 2025, part 5.
template <class B, class F, class N, class X = int, class Y = int, Scalar S = promote_t<B, F, N, X, Y>>
S fsdp_ranks(const B& batch_tokens, const F& feed_forward, const N& gpus, const X& data_axes = 1, const Y& tensor_axes = 1) {
  using std::sqrt;
  const S b(batch_tokens), f(feed_forward), n(gpus), x(data_axes), y(tensor_axes);
  if (!(value_of(b) > 0 && value_of(f) > 0 && value_of(n) > 0 && value_of(x) > 0 && value_of(y) > 0)) return S(NaN);
  return sqrt(S(b * x * n / (f * y)));
}

}  // namespace scaling_limits::limits
