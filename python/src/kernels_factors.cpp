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
      "tensor"_a, "pipeline"_a, "context"_a, "chunks"_a, "micro_batch"_a, "sequence_length"_a, "batch_tokens"_a);
  room.kernel(
      "data_half_size",
      [](const auto& t, const auto& p, const auto& x, const auto& w, const auto& batch, const auto& e) {
        using S = std::remove_cvref_t<decltype(t)>;
        return limits::data_half_size(layout_of(t, p, S(1), S(1), S(1)), x, w, batch, e);
      },
      "tensor"_a, "pipeline"_a, "flops"_a, "bandwidth"_a, "batch_tokens"_a, "element_bytes"_a = 3);
  room.kernel(
      "micro_batch_cap",
      [](const auto& t, const auto& p, const auto& c, const auto& b, const auto& s, const auto& batch, const auto& full) {
        using S = std::remove_cvref_t<decltype(t)>;
        return limits::micro_batch_cap(layout_of(t, p, c, S(1), b), s, batch, full != 0);
      },
      "tensor"_a, "pipeline"_a, "context"_a, "micro_batch"_a, "sequence_length"_a, "batch_tokens"_a, "full_pipeline"_a = 0);
  room.kernel(
      {"fixed_tokens_half_size", "The half_size of limits.fixed_tokens_per_gpu."},
      [](const auto& tokens, const auto& critical) { return limits::fixed_tokens_per_gpu(tokens, critical).half_size; },
      "tokens_per_gpu"_a, "critical_batch"_a);
  room.kernel(
      "local_update_half_size",
      [](const auto& work, const auto& exchange, const auto& steps) {
        return limits::local_update_half_size(work, exchange, steps).half_size;
      },
      "work"_a, "exchange_time"_a, "exchange_steps"_a);
  room.kernel(
      {"combine_two_half_sizes", "The half size of two serial times together: 1/(1/a + 1/b)."},
      [](const auto& a, const auto& b) {
        using S = std::remove_cvref_t<decltype(a)>;
        const S parts[] = {a, b};
        return limits::combine_half_sizes(std::span<const S>(parts));
      },
      "a"_a, "b"_a);
}

}  // namespace

void add_factors(Rooms& rooms) {
  add_of_layouts(rooms.emplace_back("_factors"));
  Room& room = rooms.emplace_back("limits");

  room.kernel(
      "half_size_from_efficiency", [](const auto&... x) { return limits::half_size_from_efficiency(x...); }, "efficiency"_a,
      "gpus_from"_a, "gpus_to"_a);
  room.kernel(
      "half_size_of_serial_time", [](const auto&... x) { return limits::half_size_of_serial_time(x...); }, "work"_a,
      "serial_time"_a);
  room.kernel(
      "critical_size", [](const auto&... x) { return limits::critical_size(x...); }, "work_per_token"_a, "serial_time"_a,
      "critical_batch"_a);
  room.kernel(
      "optimal_batch", [](const auto&... x) { return limits::optimal_batch(x...); }, "gpus"_a, "work_per_token"_a,
      "serial_time"_a, "critical_batch"_a);
  room.kernel(
      "batch_training_time", [](const auto&... x) { return limits::batch_training_time(x...); }, "least_steps"_a, "gpus"_a,
      "work_per_token"_a, "serial_time"_a, "critical_batch"_a, "batch"_a);
  room.kernel(
      "critical_batch_from_norms", [](const auto&... x) { return limits::critical_batch_from_norms(x...); }, "small_batch"_a,
      "large_batch"_a, "small_norm"_a, "large_norm"_a);
  room.kernel(
      "power_cap", [](const auto&... x) { return limits::power_cap(x...); }, "site_power"_a, "pue"_a, "power_per_gpu"_a);
  room.kernel("supply_cap", [](const auto&... x) { return limits::supply_cap(x...); }, "supply"_a, "demand_per_gpu"_a);
  room.kernel(
      "data_parallel_cap", [](const auto&... x) { return limits::data_parallel_cap(x...); }, "batch_tokens"_a, "peak_flops"_a,
      "bandwidth"_a, "axes"_a = 1);
  room.kernel(
      "fsdp_tensor_cap", [](const auto&... x) { return limits::fsdp_tensor_cap(x...); }, "batch_tokens"_a, "feed_forward"_a,
      "peak_flops"_a, "bandwidth"_a, "data_axes"_a = 1, "tensor_axes"_a = 1);
  room.kernel(
      "fsdp_ranks", [](const auto&... x) { return limits::fsdp_ranks(x...); }, "batch_tokens"_a, "feed_forward"_a, "gpus"_a,
      "data_axes"_a = 1, "tensor_axes"_a = 1);
  room.kernel("amdahl_speedup", [](const auto&... x) { return limits::amdahl_speedup(x...); }, "serial_share"_a, "gpus"_a);
  room.kernel(
      "gustafson_speedup", [](const auto&... x) { return limits::gustafson_speedup(x...); }, "serial_share"_a, "gpus"_a);
  room.kernel("karp_flatt", [](const auto&... x) { return limits::karp_flatt(x...); }, "speedup"_a, "gpus"_a);
  room.kernel(
      "usl_speedup", [](const auto&... x) { return limits::usl_speedup(x...); }, "gpus"_a, "contention"_a, "coherency"_a);
  room.kernel("usl_peak", [](const auto&... x) { return limits::usl_peak(x...); }, "contention"_a, "coherency"_a);
  room.kernel(
      "weak_scaling_exponent", [](const auto&... x) { return limits::weak_scaling_exponent(x...); }, "efficiency"_a,
      "gpus_from"_a, "gpus_to"_a);
}

}  // namespace scaling_limits::python
