// SPDX-License-Identifier: Apache-2.0
// The arguments of kernels. What is known of them, unit, range, meaning and an ordinary value, stands by name in one table. The
// texts of all kernels and the tests of their ranges come from it. Outside the range a kernel answers NaN. Where a name means
// something else in one kernel, its registration says so: argument("k"_a, "1", at_least(2), "nodes along each dimension", 8).
#pragma once
#include <optional>
#include <scaling_limits/core/fields.hpp>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/core/words.hpp>
#include <span>
#include <string_view>

namespace scaling_limits::python {

struct KnownArgument {
  std::string_view name, unit;  // SI; "1" for a plain number
  Range range;
  std::string_view meaning;
  double example;
};

/// The words that an argument may be: the kernel sees the number of the word, which chosen() reads.
struct Choice {
  const char* meaning;
  std::span<const std::string_view> words;
  std::string_view standard;  // the default; empty: must be given
};

/// An argument of a kernel: "mtbf"_a, or with a default "downtime"_a = 0.
struct Argument {
  const char* name;
  std::optional<double> standard{};      // the default; none: must be given
  std::optional<KnownArgument> known{};  // where it is not what the table says
  std::optional<Choice> choice{};

  constexpr Argument operator=(double value) const {
    Argument found(*this);
    found.standard = value;
    return found;
  }
};
constexpr Argument operator""_a(const char* name, std::size_t) { return {.name = name}; }

/// An argument of one kernel that is not what the table says.
constexpr Argument argument(Argument of, std::string_view unit, const Range& range, std::string_view meaning, double example) {
  of.known = KnownArgument{of.name, unit, range, meaning, example};
  return of;
}

/// One of the words of an enumeration; the first is the default, unless said.
template <class E>
constexpr Argument choice(const char* name, const char* meaning, E standard = words_of<E>[0].value) {
  return {.name = name, .choice = Choice{meaning, texts_of<E>, to_word(standard)}};
}
template <class E>
constexpr Argument required_choice(const char* name, const char* meaning) {
  return {.name = name, .choice = Choice{meaning, texts_of<E>, {}}};
}

inline constexpr Range any_number{.lower = -inf, .upper = inf};
constexpr Range at_least(double least) { return {.lower = least, .upper = inf}; }
constexpr Range above(double bound) { return {.lower = bound, .upper = inf, .open_below = true}; }

inline constexpr KnownArgument known_arguments[] = {
    // checkpoints
    {"interval", "s", at_least(0), "useful work between two checkpoints", 1200},
    {"write_time", "s", at_least(0), "what one checkpoint blocks", 60},
    {"mtbf", "s", above(0), "mean running time between interruptions of the job", 14400},
    {"restart_time", "s", at_least(0), "load and re-initialise, exposed to failures", 300},
    {"downtime", "s", at_least(0), "detection and replacement, not exposed to failures", 60},
    {"persist_latency", "s", at_least(0), "until a snapshot can be restored from", 120},
    {"slowdown", "1", fraction, "share of training lost while a snapshot persists", 0.05},
    {"goodput", "1", closed_fraction, "new useful training time per wall-clock time", 0.9},
    {"step_time", "s", above(0), "one training step", 10},
    {"work", "s", at_least(0), "useful training time", units::day},
    {"tolerance", "1", closed_fraction, "how much less than the best goodput will do, relative to it", 0.01},
    {"verification_time", "s", at_least(0), "one verification", 5},
    {"silent_rate", "1/s", at_least(0), "silent errors, which strike work only", 1e-5},
    {"fail_stop_rate", "1/s", at_least(0), "failures, which strike everything", 1e-5},
    {"recall", "1", {.lower = 0, .upper = 1, .open_below = true}, "share of the silent errors that a verification finds", 0.8},
    {"startup_time", "s", at_least(0), "until a job that starts computes", 300},
    {"queue_time", "s", at_least(0), "waiting for machines after a failure, not exposed", 60},
    {"productive_time", "s", above(0), "useful work of the whole run", 2.6e6},
    // failures
    {"gpus", "1", above(0), "GPUs of the job", 16384},
    {"gpu_mttf", "s", above(0), "running GPU-seconds per interruption of the job", 1.8e8},
    {"failure_rate", "1/s", at_least(0), "failures of the running job", 1e-4},
    {"repair_time", "s", at_least(0), "mean time until a part is back, of any law", units::day},
    {"spares", "1", at_least(0), "spares, a whole number", 16},
    {"taken_share", "1", closed_fraction, "share of the failures that take parts away for repair", 0.5},
    {"parts", "1", at_least(1), "parts that such a failure takes, a whole number", 1},
    {"takes", "1", at_least(1), "GPUs of a unit, which are out and come back together, a whole number", 8},
    {"burst", "1", at_least(1), "units of a burst, which come back as one; their mean where they vary", 2},
    {"repairers", "1", at_least(1), "repairs that go on at once", 4},
    {"good_rate", "1/s", at_least(0), "failures of one good part", 1e-7},
    {"events", "1", at_least(0), "interruptions counted", 419},
    {"gpus_per_node", "1", above(0), "GPUs of a node", 8},
    {"per_1000_node_days", "1", at_least(0), "failures per 1000 node-days", 5},
    {"nodes", "1", at_least(0), "nodes of the job", 2048},
    {"node_failure_rate", "1/s", at_least(0), "failures of one node", 5e-8},
    {"machines", "1", at_least(1), "machines, a whole number", 16},
    {"copies", "1", at_least(1), "copies of each shard, a whole number up to machines", 2},
    {"lost", "1", at_least(0), "machines lost at once, a whole number up to machines", 2},
    {"pairs", "1", at_least(0), "pairs of members that stand in for each other", 1000},
    // workload
    {"parameters", "1", at_least(0), "parameters of the model", 405e9},
    {"bytes_per_parameter", "B", at_least(0), "saved of each parameter", 12},
    {"tokens", "1", at_least(0), "tokens trained on", 15.6e12},
    {"tokens_per_second", "1/s", at_least(0), "tokens (or samples) of the whole job", 2.5e6},
    {"bytes_per_token", "B", at_least(0), "bytes of one of them", 4},
    {"sequence_length", "1", at_least(0), "tokens of a sequence", 8192},
    {"layers", "1", at_least(0), "layers", 96},
    {"hidden", "1", at_least(0), "width of the model", 12288},
    {"vocabulary", "1", at_least(0), "entries of the vocabulary", 51200},
    {"batch_tokens", "1", above(0), "tokens of one step, all replicas together", 16.8e6},
    {"critical_batch", "1", above(0), "the critical batch [tokens]", 20e6},
    {"peak_flops", "FLOP/s", above(0), "peak of one GPU", 989e12},
    {"flops", "FLOP/s", at_least(0), "achieved by one GPU", 400e12},
    {"achieved_flops", "FLOP/s", above(0), "achieved by one GPU", 400e12},
    {"checkpoint_bytes", "B", at_least(0), "state of one checkpoint", 5e12},
    {"inference_tokens", "1", at_least(0), "tokens that the model serves in its life", 2e12},
    {"tokens_per_parameter", "1", above(0), "tokens trained on for each parameter", 20},
    {"unique_tokens", "1", at_least(0), "different tokens", 3e12},
    {"epochs", "1", at_least(0), "times that all of them are read", 4},
    {"effective_tokens", "1", at_least(0), "new tokens that are worth as much", 9e12},
    {"decay", "1", at_least(0), "repeats after which one more is worth 1/e of a new token", 15.387756},
    // growth by year
    {"value", "1", at_least(0), "at the start, in any unit", 16384},
    {"factor", "1", at_least(0), "per year", 2.4},
    {"years", "1", any_number, "years since the start, of 365.25 days; may be negative", 4},
    {"demand", "1", at_least(0), "at the start, in any unit", 16384},
    {"demand_factor", "1", at_least(0), "growth of the demand per year", 2.4},
    {"supply_factor", "1", at_least(0), "growth of the supply per year", 1.3},
    // network
    {"ranks", "1", at_least(1), "ranks that take part", 64},
    {"bytes", "B", at_least(0), "the full buffer of one rank", 1e9},
    {"latency", "s", at_least(0), "of one message", 5e-6},
    {"bandwidth", "B/s", above(0), "one way, per rank", 50e9},
    {"link_bandwidth", "B/s", above(0), "of one link, one way", 50e9},
    {"reduction_time", "s/B", at_least(0), "to add up a byte", 1e-12},
    {"radix", "1", at_least(2), "ports of a switch, even", 64},
    // parallelism
    {"tensor", "1", at_least(1), "tensor-parallel ranks", 8},
    {"pipeline", "1", at_least(1), "pipeline stages, a whole number", 8},
    {"data", "1", at_least(1), "data-parallel ranks", 64},
    {"chunks", "1", at_least(1), "chunks of layers per stage, a whole number; 1 unless interleaved", 1},
    {"micro_batches", "1", at_least(1), "micro-batches of a replica, a whole number", 32},
    {"forward", "s", at_least(0), "forward pass of a micro-batch on a stage", 1},
    {"backward", "s", at_least(0), "backward pass of a micro-batch on a stage, all of it", 2},
    {"weight_gradient", "s", if_given(at_least(0)), "the part of backward for the weights, at most all of it; None: half", 1},
    {"element_bytes", "B", at_least(0), "bytes of an element sent", 2},
    {"ratio", "1", at_least(1), "bytes before over bytes after compression", 16},
    // limits
    {"efficiency", "1", above(0), "of the larger size against the smaller", 0.9},
    {"gpus_from", "1", above(0), "the smaller size", 1024},
    {"gpus_to", "1", above(0), "the larger size", 8192},
    {"serial_time", "s", at_least(0), "of a step, does not shrink with more GPUs", 0.1},
    {"work_per_token", "s", above(0), "GPU-seconds of a token: its FLOPs / achieved FLOP/s", 6e-3},
    {"least_steps", "1", at_least(0), "steps of ever larger batches", 1e5},
    {"batch", "1", above(0), "tokens of one step", 16e6},
    {"small_batch", "1", above(0), "tokens that the gradients of the small norm are averaged over", 1e5},
    {"large_batch", "1", above(0), "tokens that the gradients of the large batch are averaged over, more", 1e6},
    {"small_norm", "1", at_least(0), "root mean square of the gradients' norm over the small batch", 2},
    {"large_norm", "1", at_least(0), "root mean square of the gradients' norm over the large batch", 1},
    {"site_power", "W", at_least(0), "what the site delivers", 150e6},
    {"pue", "1", at_least(1), "power usage effectiveness", 1.1},
    {"power_per_gpu", "W", above(0), "of one GPU with its share of host and network", 1400},
    {"supply", "1", at_least(0), "of anything, in any unit", 1e5},
    {"demand_per_gpu", "1", at_least(0), "of one GPU, in the same unit", 2},
    {"axes", "1", above(0), "axes of the torus that it runs over", 1},
    {"feed_forward", "1", above(0), "width of the feed-forward layer", 32768},
    {"data_axes", "1", above(0), "axes of the torus for FSDP", 2},
    {"tensor_axes", "1", above(0), "axes of the torus for tensor parallelism", 1},
    {"serial_share", "1", closed_fraction, "share of the work that does not run in parallel", 1e-4},
    {"speedup", "1", above(0), "measured", 6000},
    {"contention", "1", closed_fraction, "share that waits for a shared resource", 1e-5},
    {"coherency", "1", at_least(0), "cost of every pair that keeps in step", 1e-10},
    {"reference_gpus", "1", above(0), "the size that the other numbers belong to", 16384},
    {"growth", "1", at_least(0), "exponent of the state in size", 0.5},
};

/// The row of that name, or nullptr.
inline const KnownArgument* known_argument(std::string_view name) {
  for (const auto& known : known_arguments)
    if (known.name == name) return &known;
  return nullptr;
}

}  // namespace scaling_limits::python
