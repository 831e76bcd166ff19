// SPDX-License-Identifier: Apache-2.0
// One training step of a transformer under a layout: a breakdown in seconds that sums to the step time, and the memory of the
// fullest GPU, part by part. Counted: what a stage computes, moves and sends (layer_work.hpp, exchange.hpp), on a chip of four
// achieved rates. With a chip of one rate it is a model of one rate.
//
//   compute     products and attention, what is computed again included: mean of the stages, m micro-batches
//   memory      bytes to and from the GPU's memory beside the products, likewise
//   operations  what each kernel takes besides its work, likewise
//   tensor, context, expert   messages of the layers, as far as they are not hidden, likewise
//   imbalance   (m - 1/v)(T_1 - t): the slowest stage T_1 against the mean t
//   bubble      (p - 1) t/v, and (v - 1)(p - m mod p) T_1/v where the stages do not divide the micro-batches
//   transfer    activations between stages, as far as the order of the work exposes them
//   data        weights and gradients, as far as they are not hidden: m x the mean of the stages, and once a step
//   optimizer   30 bytes per parameter that a rank updates, 8 per gradient that it holds, through memory
//
// Exact for 1F1B and interleaving where the slowest stage is the last, an upper bound otherwise: the note says so. Ranks are
// numbered tensor first, then context, then data (experts inside it), then pipeline.
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "../core/terms.hpp"
#include "../network/fabric.hpp"
#include "../workload/chip.hpp"
#include "../workload/transformer_shape.hpp"
#include "layout.hpp"
#include "pipeline.hpp"
#include "stage_costs.hpp"
#include "step_options.hpp"

namespace scaling_limits::parallelism {

/// What the time of a step is the sum of.
inline constexpr std::array<std::string_view, 11> step_terms{
    "compute", "memory", "operations", "tensor", "context", "expert", "imbalance", "bubble", "transfer", "data", "optimizer"};

/// One stage: its layers, a micro-batch's passes with what its exchanges add, its memory.
template <class S = double>
struct StageRow {
  double layers = 0;
  S forward{}, backward{}, memory{};
};
template <class S>
constexpr auto fields(const StageRow<S>*) {
  using R = StageRow<S>;
  return std::tuple(
      ResultField("layers", &R::layers, "1", "that the stage holds"),
      ResultField("forward", &R::forward, "s", "of a micro-batch, with what its exchanges of weights and gradients add"),
      ResultField("backward", &R::backward, "s", "of a micro-batch, likewise"),
      ResultField("memory", &R::memory, "B", "of one of its GPUs"));
}

/// The stages of a step, made when looked at: there can be many, and few differ.
template <class S = double>
class StageRows {
 public:
  /// Neighbouring stages that hold the same: the row of the first of them, and what each keeps of a micro-batch [B].
  struct Run {
    StageRun stages{};
    Parameters<S> parameters{};
    S forward{}, backward{}, memory{}, kept{};
  };

  StageRows() {}  // not defaulted: GCC would clear it first
  StageRows(const Layout& layout, double micro_batches, std::vector<Run> runs)
      : layout_(layout), micro_batches_(micro_batches), runs_(std::move(runs)) {}

  const std::vector<Run>& runs() const { return runs_; }
  std::int64_t size() const { return runs_.empty() ? 0 : layout_.pipeline; }
  StageRow<S> operator[](std::int64_t stage) const {
    for (const Run& run : runs_)
      if (stage < run.stages.first + run.stages.count) {
        const double later = micro_batches_in_flight(layout_, micro_batches_, run.stages.first) -
                             micro_batches_in_flight(layout_, micro_batches_, stage);
        return {run.stages.layers(), run.forward, run.backward, S(run.memory - S(later) * run.kept)};
      }
    return {NaN, S(NaN), S(NaN), S(NaN)};
  }

 private:
  Layout layout_{};
  double micro_batches_ = 0;
  std::vector<Run> runs_{};
};

template <class S = double>
struct Step {
  S time{};
  Terms<S> breakdown{};
  S memory_per_gpu{};
  Terms<S> memory{};
  StageRows<S> stages{};  // none where the layout cannot be
  S model_flops_utilization{};
  bool fits{};
  std::string note{};

  std::string_view status() const { return fits ? "ok" : "infeasible"; }
};
template <class S>
constexpr auto fields(const Step<S>*) {
  using R = Step<S>;
  constexpr auto known = [](const Terms<S>& terms) { return terms.empty() ? nullptr : &terms; };
  constexpr auto breakdown = [=](const R& step) { return known(step.breakdown); };
  constexpr auto memory = [=](const R& step) { return known(step.memory); };
  return std::tuple(ResultField("time", &R::time, "s", "of the step; none where the layout does not fit"),
                    ResultField("breakdown", breakdown, "s", "by term; they sum to the time", "term"),
                    ResultField("memory_per_gpu", &R::memory_per_gpu, "B", "of the fullest stage"),
                    ResultField("memory", memory, "B", "by part; they sum to memory_per_gpu", "term"),
                    ResultField("model_flops_utilization", &R::model_flops_utilization, "1",
                                "FLOPs without recompute and input table, causal attention, over gpus x peak_flops x time"),
                    ResultField("status", &R::status, "", "ok, or infeasible"),
                    ResultField("note", &R::note, "", "why it does not fit, or which part is a bound"));
}

namespace detail {

template <class S>
LayoutDemand demand_of(const workload::TransformerShape<S>& shape, std::int64_t batch_sequences, const StepOptions& options) {
  const auto whole = [](const S& x) { return saturated<std::int64_t>(value_of(x)); };
  return {.layers = whole(shape.layers),
          .query_heads = whole(shape.query_heads),
          .key_value_heads = whole(shape.is_latent() ? shape.query_heads : shape.key_value_heads),
          .sequence_length = whole(shape.sequence_length),
          .experts = whole(shape.experts),
          .batch_sequences = batch_sequences,
          .shard_ranks = saturated<std::int64_t>(options.shard_ranks),
          .heads_exchanged = options.context_exchange == ContextExchange::all_to_all,
          .stage_layers = options.stage_layers.empty() ? nullptr : &options.stage_layers};
}

template <class S>
Step<S> no_step(std::string why) {
  Step<S> none;  // not a braced list: GCC would clear the lists of terms
  none.time = none.memory_per_gpu = none.model_flops_utilization = S(NaN);
  none.note = std::move(why);
  return none;
}

/// What is a bound in a step, not exact.
struct Bounds {
  bool transfer_low = false, transfer_high = false, imbalance = false, bubble = false;
};

/// What does not depend on the layout, worked out once for a search.
template <class S>
struct StepInputs {
  const workload::TransformerShape<S>& shape;
  const workload::Chip<S>& chip;
  const network::Fabric<S>& fabric;
  S batch_tokens;
  const StepOptions& options;
  std::int64_t batch_sequences = 0, layers = 0, dense_layers = 0;
  S per_byte{};

  StepInputs(const workload::TransformerShape<S>& shape_, const workload::Chip<S>& chip_, const network::Fabric<S>& fabric_,
             const S& batch_tokens_, const StepOptions& options_)
      : shape(shape_), chip(chip_), fabric(fabric_), batch_tokens(batch_tokens_), options(options_) {
    workload::validate(shape);
    scaling_limits::validate(chip, "Chip");
    scaling_limits::validate(fabric, "Fabric");
    scaling_limits::validate(options, "step");
    check("step", "batch_tokens", value_of(batch_tokens), positive);
    const double sequences = value_of(batch_tokens) / value_of(shape.sequence_length);
    if (sequences < 1 || sequences != std::floor(sequences))
      throw DomainError("step: batch_tokens = " + to_text(value_of(batch_tokens)) +
                            " must be a multiple of sequence_length = " + to_text(value_of(shape.sequence_length)),
                        "batch_tokens", static_cast<double>(value_of(batch_tokens)));
    if (!(sequences <= 0x1p53))
      throw DomainError("step: batch_tokens = " + to_text(value_of(batch_tokens)) + " must be at most " +
                            to_text(0x1p53 * value_of(shape.sequence_length)) + ": 2^53 sequences of " +
                            to_text(value_of(shape.sequence_length)),
                        "batch_tokens", static_cast<double>(value_of(batch_tokens)));
    if (options.kernels == Kernels::unfused)
      if (const std::string_view what = not_unfused(); !what.empty())
        throw InvalidArgument("step: kernels = 'unfused' must be 'fused' for a shape with " + std::string(what) +
                                  ": scores are written in plain dense shapes with key_value_heads = query_heads",
                              "kernels", "unfused");
    batch_sequences = static_cast<std::int64_t>(sequences);
    layers = saturated<std::int64_t>(value_of(shape.layers));
    dense_layers = shape.is_mixture() ? saturated<std::int64_t>(value_of(shape.dense_layers)) : layers;
    per_byte = S(1) / chip.memory_bandwidth;
  }

  LayoutDemand demand() const { return demand_of(shape, batch_sequences, options); }

  double micro_batches(const Layout& l) const { return static_cast<double>(batch_sequences / (l.data * l.micro_batch)); }

  using Runs = std::vector<typename StageRows<S>::Run>;

  /// The runs of a layout's stages, whatever its micro_batch.
  Runs runs(const Layout& l, const StateCosts<S>& state) const {
    Runs all;
    all.reserve(5);
    stage_runs(layers, dense_layers, l, options.stage_layers,
               [&](const StageRun& run) { all.push_back({run, state.parameters.of(run)}); });
    return all;
  }

  /// Memory of the fullest stage with m micro-batches; of each in its run.
  StageMemory<S> memory(const Layout& l, double m, const LayerCosts<S>& costs, const StateCosts<S>& state, Runs& runs) const {
    StageMemory<S> fullest;
    S most(-1);
    for (auto& run : runs) {
      const StageMemory<S> one = costs.memory.of(run.stages, run.parameters, state.shards, state.expert_shards, l, m);
      run.memory = one.sum();
      run.kept = costs.memory.kept(run.stages);
      if (run.memory > most) most = run.memory, fullest = one;
    }
    return fullest;
  }

  /// What the stages of a layout come to for one micro-batch, and what is once a step.
  struct Stages {
    Seconds<S> all;
    S sum, forwards, exchanged, slowest, last, once, optimizer;
  };
  /// Those of all runs, each of which gets its own times.
  Stages stages(const LayerCosts<S>& costs, const StateCosts<S>& state, Runs& runs) const {
    Seconds<S> all;
    S sum(0), forwards(0), exchanged(0), slowest(0), last{}, once{}, optimizer{};  // every run has a last, the first an once
    for (auto& [run, w, run_forward, run_backward, run_memory, run_kept] : runs) {
      const double n = static_cast<double>(run.count);
      S forward = S(run.dense) * costs.dense.forward + S(run.mixture) * costs.mixture.forward;
      S backward = S(run.dense) * costs.dense.backward + S(run.mixture) * costs.mixture.backward;
      all.add(n * run.dense, costs.dense);
      if (run.mixture > 0) all.add(n * run.mixture, costs.mixture);
      if (run.is_first) forward = forward + costs.table.forward, backward = backward + costs.table.backward;
      if (run.is_last) forward = forward + costs.head.forward, backward = backward + costs.head.backward;
      const ExchangeTimes<S> added = state.exchange.times(w, run.layers(), forward, backward);
      forward = forward + added.forward, backward = backward + added.backward;
      last = forward + backward;
      sum = sum + S(n) * last;
      forwards = forwards + S(n) * forward;
      exchanged = exchanged + S(n) * (added.forward + added.backward);
      slowest = larger(slowest, last);
      const auto shared = [&](double from) {
        return options.zero_stage >= from ? S(w.others / state.shards + w.experts / state.expert_shards)
                                          : S(w.others + w.experts);
      };
      const S update = (S(30) * shared(1) + S(8) * shared(2)) * per_byte;
      if (run.is_first || once + optimizer < added.once + update) once = added.once, optimizer = update;
      run_forward = forward, run_backward = backward;
    }
    all.add(1, costs.table);
    all.add(1, costs.head);
    return {all, sum, forwards, exchanged, slowest, last, once, optimizer};
  }

  /// What the stages wait for each other, and what of it is a bound.
  struct Waits {
    S imbalance = S(0), bubble = S(0), transfer = S(0);
  };
  Waits waits(const Layout& l, double m, const LayerCosts<S>& costs, const Stages& of, Bounds& bounds) const {
    const S p(static_cast<double>(l.pipeline)), v(static_cast<double>(l.chunks));
    const S passes(m), mean = of.sum / p, behind = larger(S(0), S(of.slowest - mean));
    Waits found;
    found.bubble = (p - S(1)) * mean / v;
    if (l.pipeline == 1) return found;
    const double stages = static_cast<double>(l.pipeline), rest = std::fmod(m, stages);
    if (l.chunks > 1 && rest != 0)
      found.bubble = found.bubble + (v - S(1)) * S(stages - rest) * of.slowest / v, bounds.bubble = true;
    found.imbalance = (passes - S(1) / v) * behind;
    bounds.imbalance = value_of(of.last) < value_of(of.slowest) * (1 - 1e-12);
    const S activation = S(options.element_bytes) * costs.on.tokens * shape.hidden;
    const S delay = fabric.latency(l.gpus()) +
                    (options.scatter != 0 ? S(activation / costs.on.tensor) : activation) / fabric.bandwidth(l.gpus());
    // with a last incomplete round of micro-batches: at most a whole round
    const double rounds = std::ceil(m / stages);
    found.transfer = transfer_exposed_time(l.chunks > 1 ? Schedule::interleaved : Schedule::one_f_one_b, stages,
                                           rounds * stages, delay, static_cast<double>(l.chunks));
    bounds.transfer_low = l.chunks > 1 && value_of(delay) * stages * static_cast<double>(l.chunks) > value_of(of.forwards);
    bounds.transfer_high = rest != 0 && value_of(delay) > 0;
    return found;
  }

  /// The times of a layout that can be, those of its runs, and what of them is a bound.
  std::array<S, step_terms.size()> times(const Layout& l, double m, const LayerCosts<S>& costs, const StateCosts<S>& state,
                                         Runs& runs, Bounds& bounds) const {
    const Stages of = stages(costs, state, runs);
    const Waits wait = waits(l, m, costs, of, bounds);
    const S each = S(m) / S(static_cast<double>(l.pipeline));
    return {each * of.all.compute,
            each * of.all.memory,
            each * of.all.operations,
            each * of.all.tensor,
            each * of.all.context,
            each * of.all.expert,
            wait.imbalance,
            wait.bubble,
            wait.transfer,
            each * of.exchanged + of.once,
            of.optimizer};
  }

  /// For a search: memory of the fullest GPU [B], time of the step [s].
  std::pair<S, S> memory_and_time(const Layout& l, const LayerCosts<S>& costs, const StateCosts<S>& state, Runs& runs) const {
    Bounds bounds;
    const double m = micro_batches(l);
    const S memory = this->memory(l, m, costs, state, runs).sum();
    S time(0);
    for (const S& part : times(l, m, costs, state, runs, bounds)) time = time + part;
    return {memory, time};
  }

  /// What there is to say where a GPU has less memory.
  std::string lacks(const S& memory) const {
    return "memory_per_gpu = " + to_text(value_of(memory)) +
           " [B] must be <= memory_bytes = " + to_text(value_of(chip.memory_bytes)) + " [B]";
  }

  Step<S> evaluate(const Layout& layout) const {
    Step<S> step = no_step<S>(misfit(layout, demand()));
    if (!step.note.empty()) return step;
    const Worker<S> worker(shape, chip, options);
    const MicroBatch<S> on(shape, layout, fabric, options);
    const AttentionWork<S> attention = worker.attention(on);
    const LayerCosts<S> costs(shape, chip, options, worker, on, attention);
    const StateCosts<S> state(shape, layout, fabric, options);
    const double m = micro_batches(layout);
    Runs runs = this->runs(layout, state);
    const StageMemory<S> memory = this->memory(layout, m, costs, state, runs);
    step.memory_per_gpu = memory.sum();
    step.memory.fill(memory_terms, memory.parts());
    Bounds bounds;
    const auto times = this->times(layout, m, costs, state, runs, bounds);
    step.stages = StageRows<S>(layout, m, std::move(runs));
    if (step.memory_per_gpu > chip.memory_bytes) {
      step.note = lacks(step.memory_per_gpu);
      return step;
    }
    S time(0);
    for (const S& part : times) time = time + part;
    if (!(value_of(time) < inf && value_of(step.memory_per_gpu) < inf)) {
      step.note = "the time or the memory of the step is beyond what numbers hold";
      return step;
    }
    step.time = time;
    step.breakdown.fill(step_terms, times);
    const S flops =
        (shape.matrix_flops_per_token(false) + shape.attention_flops_per_token(workload::Attention::causal)) * batch_tokens;
    step.model_flops_utilization = flops / (S(static_cast<double>(layout.gpus())) * chip.peak_flops * time);
    step.fits = true;
    remark(step.note, bounds, step.memory_per_gpu);
    return step;
  }

 private:
  std::string_view not_unfused() const {
    if (value_of(shape.gated) != 0) return "a gated feed-forward";
    if (shape.is_latent()) return "latent attention";
    if (shape.is_mixture()) return "experts";
    return shape.key_value_heads == shape.query_heads ? "" : "fewer key_value_heads than query_heads";
  }

  /// What there is to say of a step that fits, into its note.
  void remark(std::string& note, const Bounds& bounds, const S& memory) const {
    const auto say = [&](bool it, std::string_view what) {
      if (it) note.append(note.empty() ? "" : "; ").append(what);
    };
    say(bounds.imbalance, "imbalance is an upper bound: the slowest stage is not the last");
    say(bounds.bubble, "bubble is an upper bound: the stages do not divide the micro-batches");
    say(bounds.transfer_low, "transfer is a lower bound");
    say(bounds.transfer_high, "transfer is an upper bound");
    say(options.precision == Precision::fp8, "memory is an upper bound: activations in 8 bits are not counted");
    say(value_of(memory) > 0.87 * value_of(chip.memory_bytes),
        "within 13 % of the card: one run in six is 10-25 % slower there");
  }
};

}  // namespace detail

/// A step of batch_tokens tokens (all replicas together).
///
/// A layout that does not fit the shape, the batch or the memory is an answer with a reason (fits, note), not an error.
/// @throws DomainError for a field out of range, or a batch that is no whole number of sequences; InvalidArgument for unfused
/// kernels of a gated, latent, grouped-query or mixture shape
template <class S>
Step<S> step(const workload::TransformerShape<S>& shape, const Layout& layout, const workload::Chip<S>& chip,
             const network::Fabric<S>& fabric, const std::type_identity_t<S>& batch_tokens,
             const StepOptions& options = simplest_step) {
  validate(layout, "Layout");
  return detail::StepInputs<S>(shape, chip, fabric, batch_tokens, options).evaluate(layout);
}

}  // namespace scaling_limits::parallelism
