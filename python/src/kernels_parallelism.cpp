// SPDX-License-Identifier: Apache-2.0
// How a model is spread over GPUs: kernels.
#include <scaling_limits/parallelism/compression.hpp>
#include <scaling_limits/parallelism/latency_wall.hpp>
#include <scaling_limits/parallelism/local_updates.hpp>
#include <scaling_limits/parallelism/memory.hpp>
#include <scaling_limits/parallelism/overlapped_time.hpp>
#include <scaling_limits/parallelism/pipeline.hpp>
#include <scaling_limits/parallelism/staleness.hpp>
#include <scaling_limits/parallelism/stragglers.hpp>
#include <scaling_limits/parallelism/traffic.hpp>
#include <scaling_limits/parallelism/waited_workers.hpp>
#include <scaling_limits/parallelism/weight_versions.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

using namespace parallelism;

double number(const auto& x) { return static_cast<double>(x); }

void bind_schedules(Room& room) {
  const auto exchange_steps =
      argument("exchange_steps"_a, "1", at_least(1), "steps of a replica between two exchanges of one parameter", 100);
  const auto step_time = argument("step_time"_a, "s", above(0), "one step of a replica", 6);
  const auto fragments = argument("fragments"_a = 1, "1", at_least(1), "that the parameters go in, at most exchange_steps", 10);
  const auto overlap = argument("overlap_steps"_a = 0, "1", at_least(0), "until a fragment that was sent must be there", 5);
  room.kernel(
      "local_update_utilization", [](const auto&... x) { return parallelism::local_update_utilization(x...); }, exchange_steps,
      step_time, argument("exchange_time"_a, "s", at_least(0), "one exchange, all fragments and their latencies together", 6.5),
      fragments, overlap);
  room.kernel(
      "bandwidth_for_utilization", [](const auto&... x) { return parallelism::bandwidth_for_utilization(x...); },
      argument("utilization"_a, "1", {.lower = 0, .upper = 1, .open_below = true}, "share of the time that replicas compute",
               0.9),
      exchange_steps, step_time, argument("bytes"_a, "B", at_least(0), "of all parameters, as a site sends them", 8.1e11),
      argument("sites"_a, "1", at_least(1), "around the ring", 2),
      argument("latency"_a = 0, "s", at_least(0), "one hop, one way", 0.03), fragments, overlap);
  const Argument schedule = required_choice<Schedule>("schedule", "order of the work");
  const auto forward = argument("forward"_a = 1, "s", at_least(0), "forward pass of a micro-batch on a stage", 1);
  const auto backward = argument("backward"_a = 2, "s", at_least(0), "backward pass of it, all of it", 2);
  const auto stage = argument("stage"_a = 0, "1", at_least(0), "the stage, a whole number below pipeline", 0);
  room.kernel(
      "bubble_time",
      [](const auto& which, const auto& p, const auto& f, const auto& b, const auto& v, const auto& w, const auto& o) {
        return bubble_time(chosen<Schedule>(which), number(p), f, b, number(v), w, o);
      },
      schedule, "pipeline"_a, "forward"_a, "backward"_a, "chunks"_a = 1, "weight_gradient"_a = NaN,
      argument("overlapped"_a = NaN, "s", if_given(at_least(0)),
               "a forward and a backward pass at once; None: forward + backward", 3));
  room.kernel(
      "bubble_of_ideal",
      [](const auto& which, const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_ideal(chosen<Schedule>(which), number(p), number(m), number(v), f, b, w);
      },
      schedule, "pipeline"_a, "micro_batches"_a, "chunks"_a = 1, forward, backward, "weight_gradient"_a = NaN);
  room.kernel(
      "bubble_of_total",
      [](const auto& which, const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_total(chosen<Schedule>(which), number(p), number(m), number(v), f, b, w);
      },
      schedule, "pipeline"_a, "micro_batches"_a, "chunks"_a = 1, forward, backward, "weight_gradient"_a = NaN);
  room.kernel(
      "transfer_exposed_time",
      [](const auto& which, const auto& p, const auto& m, const auto& x, const auto& v) {
        return transfer_exposed_time(chosen<Schedule>(which), number(p), number(m), x, number(v));
      },
      schedule, "pipeline"_a, "micro_batches"_a,
      argument("transfer"_a, "s", at_least(0), "delay between neighbouring stages", 0.01), "chunks"_a = 1);
  room.kernel(
      "in_flight_micro_batches",
      [](const auto& which, const auto& p, const auto& m, const auto& i, const auto& v) {
        using S = std::remove_cvref_t<decltype(p)>;
        return S(in_flight_micro_batches(chosen<Schedule>(which), number(p), number(m), number(i), number(v)));
      },
      schedule, "pipeline"_a, "micro_batches"_a, stage, "chunks"_a = 1);
  room.kernel(
      "weight_versions",
      [](const auto& which, const auto& p, const auto& i) {
        using S = std::remove_cvref_t<decltype(p)>;
        return S(weight_versions(chosen<WeightSchedule>(which), number(p), number(i)));
      },
      required_choice<WeightSchedule>("schedule", "when the weights change"), "pipeline"_a, stage);
}

void bind_asynchronous(Room& room) {
  const auto workers = argument("workers"_a, "1", at_least(1), "workers, none of which waits for another", 64);
  const auto least = argument("least"_a, "s", at_least(0), "the least time of a worker", 0.9);
  const auto tail = argument("tail"_a, "s", at_least(0), "mean of what comes on top, exponential", 0.1);
  room.kernel("best_waited_share", [](const auto&... x) { return best_waited_share(x...); }, least, tail);
  room.kernel(
      "best_waited",
      [](const auto& n, const auto& d, const auto& t) {
        using S = std::remove_cvref_t<decltype(n)>;
        return S(best_waited(number(n), number(d), number(t)));
      },
      argument("n"_a, "1", at_least(1), "workers, a whole number", 100), least, tail);
  room.kernel("mean_staleness", [](const auto& n) { return mean_staleness(n); }, workers);
  room.kernel("implicit_momentum", [](const auto& n) { return implicit_momentum(n); }, workers);
  room.kernel(
      "staleness_cap", [](const auto& m) { return staleness_cap(m); },
      argument("momentum"_a, "1", fraction, "the best momentum", 0.9));
  room.kernel(
      "overlapped_time", [](const auto&... x) { return overlapped_time(x...); },
      argument("compute"_a, "s", at_least(0), "what a step computes", 0.2),
      argument("network"_a, "s", at_least(0), "what a step sends", 0.1),
      argument("exponent"_a = 1, "1", at_least(1), "how much of the shorter is hidden", 2));
}

}  // namespace

void add_parallelism(Rooms& rooms) {
  Room& room = rooms.emplace_back("parallelism");
  bind_schedules(room);
  bind_asynchronous(room);
  const auto width = argument("hidden"_a, "1", above(0), "width of the model", 12288);
  const auto per_gpu = argument("bandwidth"_a, "B/s", above(0), "one way, per GPU", 50e9);
  room.kernel(
      "activation_bytes_per_layer",
      [](const auto& s, const auto& b, const auto& h, const auto& a, const auto& t, const auto& sequence, const auto& which) {
        return activation_bytes_per_layer(s, b, h, a, t, value_of(sequence) != 0, chosen<Recompute>(which));
      },
      argument("sequence_length"_a, "1", at_least(0), "tokens of a sequence on this GPU", 2048),
      argument("micro_batch"_a, "1", at_least(0), "sequences of a micro-batch", 1), width,
      argument("heads"_a, "1", at_least(0), "attention heads", 96), "tensor"_a,
      argument("sequence_parallel"_a = 0, "1", any_number,
               "whether the rest is split over the tensor ranks too; 0 or False: no", 1),
      choice<Recompute>("recompute", "what the backward pass computes again"));
  room.kernel(
      "latency_per_layer",
      [](const auto& ranks, const auto& which) { return latency_per_layer(ranks, chosen<LatencyForm>(which)); },
      argument("tensor_ranks"_a, "1", at_least(1), "ranks that share a layer", 2128),
      choice<LatencyForm>("form", "which published form"));
  room.kernel(
      "model_state_bytes_per_gpu",
      [](const auto& p, const auto& d, const auto& stage, const auto& g) {
        const double s = value_of(stage);
        return model_state_bytes_per_gpu(p, d, s == std::floor(s) && s >= 0 && s <= 3 ? static_cast<int>(s) : -1, g);
      },
      argument("parameters"_a, "1", at_least(0), "parameters that the data-parallel group holds", 1e10), "data"_a,
      argument("stage"_a, "1", Range{.lower = 0, .upper = 3}, "ZeRO stage, a whole number", 1),
      argument("gradient_bytes"_a = 2, "B", at_least(0), "bytes of a gradient; 4 where they add up in fp32", 4));
  room.kernel(
      "tensor_traffic_ratio", [](const auto&... x) { return tensor_traffic_ratio(x...); }, "tensor"_a, width, "flops"_a,
      per_gpu, "element_bytes"_a = 2);
  room.kernel(
      "data_traffic_ratio", [](const auto&... x) { return data_traffic_ratio(x...); },
      argument("tokens_per_replica"_a, "1", above(0), "tokens of a step and replica", 65536), "flops"_a, per_gpu,
      "element_bytes"_a = 2, "data"_a = inf);
  room.kernel(
      "expert_traffic_ratio", [](const auto&... x) { return expert_traffic_ratio(x...); },
      argument("expert_feed_forward"_a, "1", above(0), "width of an expert", 2048), "flops"_a, per_gpu, "element_bytes"_a = 2);
  room.kernel(
      "context_tokens_to_hide",
      [](const auto& a, const auto& k, const auto& x, const auto& w, const auto& e, const auto& causal) {
        return context_tokens_to_hide(a, k, x, w, e, value_of(causal) != 0);
      },
      argument("query_heads"_a, "1", above(0), "query heads", 128),
      argument("key_value_heads"_a, "1", above(0), "key and value heads", 8), "flops"_a, per_gpu, "element_bytes"_a = 2,
      argument("causal"_a = 0, "1", any_number, "whether half of the scores is masked; 0 or False: no", 1));
  room.kernel(
      "overlapped_efficiency", [](const auto&... x) { return overlapped_efficiency(x...); },
      argument("gpus"_a, "1", at_least(0), "data-parallel GPUs", 40000),
      argument("half_size"_a, "1", at_least(0), "half size of the exchange if nothing is hidden", 50000),
      argument("window"_a, "1", closed_fraction, "share of the compute that hides it", 0.5));
  room.kernel(
      "expected_max_normal", [](const auto& n) { return expected_max_normal(number(n)); },
      argument("n"_a, "1", at_least(1), "how many", 1024));
  room.kernel(
      "expected_normal_order_statistic",
      [](const auto& n, const auto& k) { return expected_normal_order_statistic(number(n), number(k)); },
      argument("n"_a, "1", at_least(1), "how many", 1024), argument("k"_a, "1", at_least(1), "which, at most n", 1000));
  room.kernel(
      "expected_exponential_order_statistic", [](const auto&... x) { return expected_exponential_order_statistic(x...); },
      argument("n"_a, "1", at_least(1), "how many", 100), argument("k"_a, "1", at_least(1), "which, at most n", 96),
      argument("least"_a = 0, "s", at_least(0), "the shortest of all times", 0.9),
      argument("tail"_a = 1, "s", at_least(0), "mean of what comes on top", 0.1));
  room.kernel(
      "straggler_slowdown", [](const auto& n, const auto& cv) { return straggler_slowdown(number(n), number(cv)); },
      argument("ranks"_a, "1", at_least(1), "ranks that wait for each other", 1024),
      argument("cv"_a, "1", at_least(0), "coefficient of variation of one rank's step time", 0.01));
  room.kernel(
      "two_speed_slowdown", [](const auto&... x) { return two_speed_slowdown(x...); },
      argument("ranks"_a, "1", at_least(0), "ranks that wait for each other", 1024),
      argument("share"_a, "1", closed_fraction, "probability that a rank is slow", 1e-4),
      argument("slowdown"_a, "1", at_least(0), "by how much it is slower", 0.2));
  room.kernel(
      "compression_break_even_bandwidth", [](const auto&... x) { return compression_break_even_bandwidth(x...); }, "bytes"_a,
      "ranks"_a, "ratio"_a,
      argument("backward"_a, "s", at_least(0), "backward pass, which hides the uncompressed exchange", 0.2),
      argument("encode"_a, "s", at_least(0), "compressing and decompressing", 0.05));
  room.kernel(
      "compression_break_even_tokens", [](const auto&... x) { return compression_break_even_tokens(x...); }, "flops"_a, per_gpu,
      "ratio"_a, "element_bytes"_a = 2,
      argument("encode_share"_a = 0, "1", at_least(0), "compressing, against the backward pass", 0.2));
  const auto index_bits = argument("index_bits"_a, "1", at_least(0), "bits of an index", 32);
  room.kernel(
      "top_k_ratio", [](const auto&... x) { return top_k_ratio(x...); },
      argument("share"_a, "1", Range{.lower = 0, .upper = 1, .open_below = true}, "share of the entries kept", 0.01),
      argument("value_bits"_a, "1", above(0), "bits of an entry", 32), index_bits);
  room.kernel("top_k_most_ranks", [](const auto& r) { return top_k_most_ranks(r); }, "ratio"_a);
  room.kernel(
      "one_bit_adam_ratio", [](const auto& w) { return one_bit_adam_ratio(w); },
      argument("warmup"_a, "1", closed_fraction, "share of warm-up steps", 0.15));
  room.kernel(
      "quantization_ratio", [](const auto&... x) { return quantization_ratio(x...); },
      argument("bits"_a, "1", above(0), "bits of an entry after", 4),
      argument("from_bits"_a, "1", above(0), "bits of an entry before", 32),
      argument("group"_a, "1", above(0), "entries that share a scale", 128),
      argument("scale_bits"_a, "1", at_least(0), "bits of a scale", 32));
}

}  // namespace scaling_limits::python
