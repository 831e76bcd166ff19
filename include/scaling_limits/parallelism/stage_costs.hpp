// SPDX-License-Identifier: Apache-2.0
// What the stages of a step cost, worked out once for all layouts that share it: layers and ends for a choice of tensor,
// context, expert and micro_batch; model state and its exchange for a split into ranks.
#pragma once
#include "../version.hpp"

#include "exchange.hpp"
#include "layer_work.hpp"
#include "stage_memory.hpp"
#include "stages.hpp"

namespace scaling_limits::parallelism::detail {

/// Seconds of both passes by kind, and of either pass.
template <class S>
struct Seconds {
  S compute{0}, memory{0}, operations{0}, tensor{0}, context{0}, expert{0}, forward{0}, backward{0};

  void add(double times, const Seconds& one) {
    const S n(times);
    compute = compute + n * one.compute, memory = memory + n * one.memory, operations = operations + n * one.operations;
    tensor = tensor + n * one.tensor, context = context + n * one.context, expert = expert + n * one.expert;
  }
};

/// What layers and ends cost for a choice of tensor, context, expert and micro_batch: worked out once for a search. Its
/// attention is the same for all expert degrees.
template <class S>
struct LayerCosts {
  const MicroBatch<S>& on;
  MemoryOfStages<S> memory;
  Seconds<S> dense, mixture, table, head;

  LayerCosts(const workload::TransformerShape<S>& shape, const workload::Chip<S>& chip, const StepOptions& options,
             const Worker<S>& worker, const MicroBatch<S>& on_, const AttentionWork<S>& attention)
      : on(on_), memory(shape, on, options) {
    const S& operation = chip.operation_time;
    const auto seconds = [&](const Pass<S>& pass) {
      Seconds<S> one;
      one.compute = pass.products + pass.attention;
      one.memory = worker.memory_time(pass.bytes);
      one.operations = S(pass.operations) * operation;
      one.tensor = pass.tensor, one.context = pass.context, one.expert = pass.expert;
      one.forward = one.compute + one.memory + one.operations + one.tensor + one.context + one.expert;
      return one;
    };
    const auto both = [&](const Seconds<S>& forward, const Pass<S>& backward, const Seconds<S>* again) {
      const Seconds<S> back = seconds(backward);
      Seconds<S> all = forward;
      all.add(1, back);
      all.backward = back.forward;
      if (again) all.add(1, *again), all.backward = all.backward + again->forward;
      return all;
    };
    const Seconds<S> core_seconds = seconds(attention.core);
    const bool core_again = options.recompute == Recompute::selective && options.kernels == Kernels::unfused;
    const auto layer = [&](const Work<S>& work) {
      const Seconds<S> forward = seconds(work.forward + attention.work.forward);
      const bool all_again = options.recompute == Recompute::full;
      return both(forward, work.backward + attention.work.backward,
                  all_again    ? &forward
                  : core_again ? &core_seconds
                               : nullptr);
    };
    const bool mixed = shape.is_mixture();
    if (!mixed || value_of(shape.dense_layers) > 0) dense = layer(worker.feed_forward(on, shape.feed_forward));
    if (mixed) mixture = layer(worker.experts(on));
    const Work<S> input = worker.table(on), output = worker.head(on);
    table = both(seconds(input.forward), input.backward, nullptr);
    head = both(seconds(output.forward), output.backward, nullptr);
  }
  LayerCosts(const LayerCosts&) = delete;
  LayerCosts& operator=(const LayerCosts&) = delete;
};

/// What a layout's model state costs, whatever micro_batch and chunks.
template <class S>
struct StateCosts {
  StageParameters<S> parameters;
  Exchange<S> exchange;
  S shards, expert_shards;

  StateCosts(const workload::TransformerShape<S>& shape, const Layout& layout, const network::Fabric<S>& fabric,
             const StepOptions& options)
      : parameters(shape, layout),
        exchange(layout, fabric, options),
        shards(exchange.shards()),
        expert_shards(exchange.expert_shards()) {}
};

}  // namespace scaling_limits::parallelism::detail
