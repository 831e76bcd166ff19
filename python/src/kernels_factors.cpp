// SPDX-License-Identifier: Apache-2.0
// The sizes and shares that go with factors.
#include <scaling_limits/limits/critical_batch.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/power_law_factor.hpp>
#include <scaling_limits/limits/scaling_laws.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

/// A layout from numbers: what arrays of degrees come as.
template <class S>
parallelism::Layout layout_of(const S& tensor, const S& pipeline, const S& context, const S& chunks, const S& micro_batch) {
  const auto whole = [](const S& x) {
    const auto value = static_cast<double>(x);
    return parallelism::count.holds(value) ? static_cast<std::int64_t>(value) : std::int64_t(0);
  };
  return {.tensor = whole(tensor),
          .pipeline = whole(pipeline),
          .context = whole(context),
          .chunks = whole(chunks),
          .micro_batch = whole(micro_batch)};
}

void add_of_layouts(Room& room) {
  // behind functions that take a layout
  room.kernel(
      "bubble_half_size",
      [](const auto& t, const auto& p, const auto& c, const auto& v, const auto& b, const auto& s, const auto& batch) {
        return limits::bubble_half_size(layout_of(t, p, c, v, b), s, batch);
      },
      "limits.bubble_half_size of a layout's degrees.\n\n"
      "Source: elementary: gpus / half_size is bubble_of_ideal, of Narayanan et al., SC 2021, section 2.2.",
      "tensor"_a, "pipeline"_a, "context"_a, "chunks"_a, "micro_batch"_a, "sequence_length"_a, "batch_tokens"_a);
  room.kernel(
      "data_half_size",
      [](const auto& t, const auto& p, const auto& x, const auto& w, const auto& batch, const auto& e) {
        using S = std::remove_cvref_t<decltype(t)>;
        return limits::data_half_size(layout_of(t, p, S(1), S(1), S(1)), x, w, batch, e);
      },
      "limits.data_half_size of a layout's degrees.\n\n"
      "Source: elementary: gpus / half_size is data_traffic_ratio of many replicas.",
      "tensor"_a, "pipeline"_a, "flops"_a, "bandwidth"_a, "batch_tokens"_a, "element_bytes"_a = 3);
  room.kernel(
      "micro_batch_cap",
      [](const auto& t, const auto& p, const auto& c, const auto& b, const auto& s, const auto& batch, const auto& full) {
        using S = std::remove_cvref_t<decltype(t)>;
        return limits::micro_batch_cap(layout_of(t, p, c, S(1), b), s, batch, full != 0);
      },
      "limits.micro_batch_cap of a layout's degrees.\n\n"
      "Source: elementary: every replica needs a micro-batch, or as many as it has pipeline stages.",
      "tensor"_a, "pipeline"_a, "context"_a, "micro_batch"_a, "sequence_length"_a, "batch_tokens"_a, "full_pipeline"_a = 0);
  room.kernel(
      "fixed_tokens_half_size",
      [](const auto& tokens, const auto& critical) { return limits::fixed_tokens_per_gpu(tokens, critical).half_size; },
      "half_size of limits.fixed_tokens_per_gpu.\n\n"
      "Source: McCandlish et al., arXiv 1812.06162, 2018, section 2: tokens grow as 1 + batch / critical_batch.",
      "tokens_per_gpu"_a, "critical_batch"_a);
  room.kernel(
      "local_update_half_size",
      [](const auto& work, const auto& exchange, const auto& steps) {
        return limits::local_update_half_size(work, exchange, steps).half_size;
      },
      "half_size of limits.local_update_half_size.\n\n"
      "Source: elementary: an exchange every H steps is exchange_time/H of serial time a step.",
      "work"_a, "exchange_time"_a, "exchange_steps"_a);
  room.kernel(
      "combine_two_half_sizes",
      [](const auto& a, const auto& b) {
        using S = std::remove_cvref_t<decltype(a)>;
        const S parts[] = {a, b};
        return limits::combine_half_sizes(std::span<const S>(parts));
      },
      "1/(1/a + 1/b).\n\n"
      "Source: elementary: serial times add up, and a half size is work / serial time.",
      "a"_a, "b"_a);
}

}  // namespace

void add_factors(Rooms& rooms) {
  add_of_layouts(rooms.emplace_back("_factors"));
  Room& room = rooms.emplace_back("limits");

  room.kernel(
      "half_size_from_efficiency", [](const auto&... x) { return limits::half_size_from_efficiency(x...); },
      "The half size from the efficiency between two sizes, (e N2 - N1)/(1 - e); NaN where there is none > 0.\n\n"
      "efficiency e = t(N1) N1 / (t(N2) N2), at most 1; gpus_from N1 > 0; gpus_to N2 > N1.\n\n"
      "Source: elementary: 1/(1 + N/half_size) at two sizes, solved for half_size.",
      "efficiency"_a, "gpus_from"_a, "gpus_to"_a);
  room.kernel(
      "half_size_of_serial_time", [](const auto&... x) { return limits::half_size_of_serial_time(x...); },
      "The half size of a time that does not shrink with more GPUs, work / serial_time.\n\n"
      "work > 0 [GPU-seconds] of a step; serial_time >= 0 [s] of a step.\n\n"
      "Source: a definition.",
      "work"_a, "serial_time"_a);
  room.kernel(
      "critical_size", [](const auto&... x) { return limits::critical_size(x...); },
      "N_c = a B_c / K, the critical_size of CriticalBatch.\n\n"
      "work_per_token a > 0 [GPU-seconds], FLOPs per token / achieved FLOP/s; serial_time K > 0 [s] of a step;\n"
      "critical_batch B_c > 0 [tokens].\n\n"
      "Source: derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of\n"
      "McCandlish et al., arXiv 1812.06162, 2018, section 2.",
      "work_per_token"_a, "serial_time"_a, "critical_batch"_a);
  room.kernel(
      "optimal_batch", [](const auto&... x) { return limits::optimal_batch(x...); },
      "The batch [tokens] that trains fastest on N GPUs, sqrt(N K B_c / a).\n\n"
      "gpus N > 0; work_per_token a > 0 [GPU-seconds]; serial_time K >= 0 [s] of a step; critical_batch B_c > 0 [tokens].\n\n"
      "Source: derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of\n"
      "McCandlish et al., arXiv 1812.06162, 2018, section 2.",
      "gpus"_a, "work_per_token"_a, "serial_time"_a, "critical_batch"_a);
  room.kernel(
      "batch_training_time", [](const auto&... x) { return limits::batch_training_time(x...); },
      "Training time [s] with a batch: S_min (1 + B_c/B)(a B/N + K).\n\n"
      "least_steps S_min, the steps of ever larger batches; the others as for optimal_batch; batch B > 0 [tokens].\n\n"
      "Source: McCandlish et al., arXiv 1812.06162, 2018, section 2, with a step of a B/N + K.",
      "least_steps"_a, "gpus"_a, "work_per_token"_a, "serial_time"_a, "critical_batch"_a, "batch"_a);
  room.kernel(
      "critical_batch_from_norms", [](const auto&... x) { return limits::critical_batch_from_norms(x...); },
      "The critical batch [tokens] from root-mean-square norms of gradients averaged over a small and a large batch.\n\n"
      "|G|^2 = (B2 n2^2 - B1 n1^2)/(B2 - B1), noise = (n1^2 - n2^2)/(1/B1 - 1/B2), answer noise / |G|^2. small_batch and\n"
      "large_batch 0 < B1 < B2 [tokens]; small_norm, large_norm: norms, not squared. NaN where |G|^2 is not > 0.\n\n"
      "Source: McCandlish et al., arXiv 1812.06162, 2018, appendix A.1.",
      "small_batch"_a, "large_batch"_a, "small_norm"_a, "large_norm"_a);
  room.kernel(
      "power_cap", [](const auto&... x) { return limits::power_cap(x...); },
      "GPUs that a site can power, site_power / (pue x power_per_gpu).\n\n"
      "site_power >= 0 [W]; pue >= 1; power_per_gpu > 0 [W], its share of host and network included.\n\n"
      "Source: a definition: pue is the power of the site over that of its machines.",
      "site_power"_a, "pue"_a, "power_per_gpu"_a);
  room.kernel(
      "supply_cap", [](const auto&... x) { return limits::supply_cap(x...); },
      "GPUs that a supply keeps fed: supply / demand_per_gpu, both >= 0, in the same unit.\n\n"
      "Source: a definition.",
      "supply"_a, "demand_per_gpu"_a);
  room.kernel(
      "data_parallel_cap", [](const auto&... x) { return limits::data_parallel_cap(x...); },
      "Chips up to which data parallelism or FSDP stays bound by compute, axes B W/C.\n\n"
      "batch_tokens B > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis, both directions\n"
      "together; axes of the torus it runs over.\n\n"
      "Source: Austin et al., How to Scale Your Model, 2025, part 5.",
      "batch_tokens"_a, "peak_flops"_a, "bandwidth"_a, "axes"_a = 1);
  room.kernel(
      "fsdp_tensor_cap", [](const auto&... x) { return limits::fsdp_tensor_cap(x...); },
      "Chips up to which FSDP with tensor parallelism in the best split stays bound by compute, B F Mx My W^2/(4 C^2).\n\n"
      "batch_tokens B > 0; feed_forward F > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis,\n"
      "both directions together; data_axes Mx, tensor_axes My of the torus.\n\n"
      "Source: Austin et al., How to Scale Your Model, 2025, part 5.",
      "batch_tokens"_a, "feed_forward"_a, "peak_flops"_a, "bandwidth"_a, "data_axes"_a = 1, "tensor_axes"_a = 1);
  room.kernel(
      "fsdp_ranks", [](const auto&... x) { return limits::fsdp_ranks(x...); },
      "Chips along the FSDP axes at the best split with tensor parallelism, sqrt(B Mx N/(F My)).\n\n"
      "Arguments as for fsdp_tensor_cap; gpus N > 0.\n\n"
      "Source: Austin et al., How to Scale Your Model, 2025, part 5.",
      "batch_tokens"_a, "feed_forward"_a, "gpus"_a, "data_axes"_a = 1, "tensor_axes"_a = 1);
  room.kernel(
      "amdahl_speedup", [](const auto&... x) { return limits::amdahl_speedup(x...); },
      "Speed-up of a fixed problem, 1/(f + (1 - f)/N).\n\nserial_share f in [0, 1]; gpus N >= 1.\n\n"
      "Source: Amdahl, AFIPS 1967.",
      "serial_share"_a, "gpus"_a);
  room.kernel(
      "gustafson_speedup", [](const auto&... x) { return limits::gustafson_speedup(x...); },
      "Speed-up of a problem that grows with the machine, N - f (N - 1).\n\n"
      "serial_share f in [0, 1] of the time on N; gpus N >= 1.\n\n"
      "Source: Gustafson, CACM 31(5), 1988.",
      "serial_share"_a, "gpus"_a);
  room.kernel(
      "karp_flatt", [](const auto&... x) { return limits::karp_flatt(x...); },
      "The serial share that a measured speed-up shows, (1/S - 1/N)/(1 - 1/N); negative where more than linear.\n\n"
      "speedup S > 0; gpus N > 1.\n\n"
      "Source: Karp and Flatt, CACM 33(5), 1990.",
      "speedup"_a, "gpus"_a);
  room.kernel(
      "usl_speedup", [](const auto&... x) { return limits::usl_speedup(x...); },
      "Universal scalability law, N/(1 + sigma (N - 1) + kappa N (N - 1)).\n\n"
      "gpus N >= 1; contention sigma in [0, 1]; coherency kappa >= 0.\n\n"
      "Source: Gunther, A Simple Capacity Model of Massively Parallel Transaction Systems, CMG 1993.",
      "gpus"_a, "contention"_a, "coherency"_a);
  room.kernel(
      "usl_peak", [](const auto&... x) { return limits::usl_peak(x...); },
      "The size of the largest speed-up under the universal scalability law, sqrt((1 - sigma)/kappa).\n\n"
      "contention sigma in [0, 1]; coherency kappa >= 0, 0 gives inf.\n\n"
      "Source: elementary: where the slope of usl_speedup is 0.",
      "contention"_a, "coherency"_a);
  room.kernel(
      "weak_scaling_exponent", [](const auto&... x) { return limits::weak_scaling_exponent(x...); },
      "The exponent of efficiency in size between two measurements of weak scaling, ln e / ln(N2/N1).\n\n"
      "efficiency e > 0 of the larger size against the smaller; gpus_from N1, gpus_to N2 > 0.\n\n"
      "Source: a definition.",
      "efficiency"_a, "gpus_from"_a, "gpus_to"_a);
}

}  // namespace scaling_limits::python
