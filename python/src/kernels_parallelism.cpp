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
      "local_update_utilization", [](const auto&... x) { return parallelism::local_update_utilization(x...); },
      "Share of the time in which replicas that exchange every H steps compute: 1/(1 + max(0, x - f)).\n\n"
      "x = exchange_time/(H step_time), f = min(overlap_steps fragments/H, 1). exchange_steps H >= 1, steps of a replica\n"
      "between two exchanges of one parameter; step_time > 0 [s]; exchange_time >= 0 [s], of all fragments together, the\n"
      "latency of each included; fragments in [1, H]; overlap_steps >= 0 until a fragment that was sent must be there.\n"
      "Communication alone: failures cost a goodput beside it.\n\n"
      "Source: docs/derivations.md, section \"Exchanges every H steps\".",
      exchange_steps, step_time,
      argument("exchange_time"_a, "s", at_least(0), "one exchange, all fragments and their latencies together", 6.5), fragments,
      overlap);
  room.kernel(
      "bandwidth_for_utilization", [](const auto&... x) { return parallelism::bandwidth_for_utilization(x...); },
      "Bandwidth [B/s] of a site's link, one way, at which sites around a ring reach a utilisation.\n\n"
      "2 ((M-1)/M) S/(H t (1/u - 1 + f) - 2 F (M-1) d); inf where latency alone takes too long. utilization u in (0, 1];\n"
      "exchange_steps H; step_time t [s]; bytes S >= 0 of all parameters as a site sends them; sites M >= 1; latency d >= 0\n"
      "[s] of one hop, one way; fragments F in [1, H]; overlap_steps as of local_update_utilization.\n\n"
      "Source: docs/derivations.md, section \"Exchanges every H steps\".",
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
      "Idle time of a pipeline stage in one step [s].\n\n"
      "gpipe and 1f1b (p - 1)(t_f + t_b); interleaved (p - 1)(t_f + t_b)/v; zb_h1, zb_h2 (p - 1)(t_f + T_B - k T_W), k = 1, "
      "2;\n"
      "dualpipe (p/2 - 1)(T_FB + t_b - 3 T_W); stashed, two_buffered 0. p = pipeline (even for dualpipe), t_f = forward,\n"
      "t_b = T_B + T_W = backward, v = chunks, T_W = weight_gradient, T_FB = overlapped.\n\n"
      "Source: Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2.",
      schedule, "pipeline"_a, "forward"_a, "backward"_a, "chunks"_a = 1, "weight_gradient"_a = NaN,
      argument("overlapped"_a = NaN, "s", if_given(at_least(0)),
               "a forward and a backward pass at once; None: forward + backward", 3));
  room.kernel(
      "bubble_of_ideal",
      [](const auto& which, const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_ideal(chosen<Schedule>(which), number(p), number(m), number(v), f, b, w);
      },
      "Idle time of a pipeline against the work of a step: bubble_time / (m (t_f + t_b)).\n\n"
      "m = micro_batches, t_f = forward, t_b = backward; interleaved needs a multiple of pipeline.\n\n"
      "Source: a definition; for gpipe, 1f1b and interleaved as in Narayanan et al., SC 2021, section 2.2.",
      schedule, "pipeline"_a, "micro_batches"_a, "chunks"_a = 1, forward, backward, "weight_gradient"_a = NaN);
  room.kernel(
      "bubble_of_total",
      [](const auto& which, const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_total(chosen<Schedule>(which), number(p), number(m), number(v), f, b, w);
      },
      "Idle time of a pipeline against the whole step: x/(1 + x), x = bubble_of_ideal.\n\n"
      "Source: elementary: the bubble over the work and the bubble.",
      schedule, "pipeline"_a, "micro_batches"_a, "chunks"_a = 1, forward, backward, "weight_gradient"_a = NaN);
  room.kernel(
      "transfer_exposed_time",
      [](const auto& which, const auto& p, const auto& m, const auto& x, const auto& v) {
        return transfer_exposed_time(chosen<Schedule>(which), number(p), number(m), x, number(v));
      },
      "What a delay between neighbouring stages adds to a step [s], overlapped as well as the order of the work allows.\n\n"
      "gpipe 2(p - 1)x; interleaved 2(v p - 1)x, exact while x <= min(t_f, t_b)/v and a lower bound beyond; 1f1b\n"
      "[2(p - 1)m/p + 2(p - 2)]x where p divides m; p = pipeline, m = micro_batches, x = transfer, v = chunks. NaN where no\n"
      "closed form is known (other schedules, other m).\n\n"
      "Source: ours, equal to an event simulation of each order of work: tests/unit/parallelism/pipeline.test.cpp.",
      schedule, "pipeline"_a, "micro_batches"_a,
      argument("transfer"_a, "s", at_least(0), "delay between neighbouring stages", 0.01), "chunks"_a = 1);
  room.kernel(
      "in_flight_micro_batches",
      [](const auto& which, const auto& p, const auto& m, const auto& i, const auto& v) {
        using S = std::remove_cvref_t<decltype(p)>;
        return S(in_flight_micro_batches(chosen<Schedule>(which), number(p), number(m), number(i), number(v)));
      },
      "Micro-batches whose activations a stage holds at its fullest, in units of all the stage's layers.\n\n"
      "gpipe m; 1f1b min(p - i, m); interleaved (2(p - i - 1) + (v - 1)p + 1)/v, at most m; zb_h1 p (a bound); zb_h2 2p - 1;\n"
      "dualpipe p + 1, and the parameters twice; stashed p - i, and two_buffered where m >= p. p = pipeline,\n"
      "m = micro_batches, i = stage, v = chunks.\n\n"
      "Source: Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2;\n"
      "Narayanan et al., SOSP 2019 and ICML 2021; interleaved counted in its order of work.",
      schedule, "pipeline"_a, "micro_batches"_a, stage, "chunks"_a = 1);
  room.kernel(
      "weight_versions",
      [](const auto& which, const auto& p, const auto& i) {
        using S = std::remove_cvref_t<decltype(p)>;
        return S(weight_versions(chosen<WeightSchedule>(which), number(p), number(i)));
      },
      "Copies of its weights that a stage of a pipeline holds at its fullest.\n\n"
      "stashed p - i, each micro-batch an update; two_buffered 2, an update every p micro-batches or more; flushed 1.\n"
      "p = pipeline, i = stage.\n\n"
      "Source: Narayanan et al., PipeDream, SOSP 2019, section 3.3; PipeDream-2BW, ICML 2021, section 3.1.",
      required_choice<WeightSchedule>("schedule", "when the weights change"), "pipeline"_a, stage);
}

void bind_asynchronous(Room& room) {
  const auto workers = argument("workers"_a, "1", at_least(1), "workers, none of which waits for another", 64);
  const auto least = argument("least"_a, "s", at_least(0), "the least time of a worker", 0.9);
  const auto tail = argument("tail"_a, "s", at_least(0), "mean of what comes on top, exponential", 0.1);
  room.kernel(
      "best_waited_share", [](const auto&... x) { return best_waited_share(x...); },
      "Share of many workers that a step best waits for, the others as backups.\n\n"
      "y that makes y/(least - tail ln(1 - y)) the most: 1 + 1/W_-1(-exp(-least/tail - 1)).\n\n"
      "Source: Lee et al., IEEE Trans. Information Theory 64(3), 2018.",
      least, tail);
  room.kernel(
      "best_waited",
      [](const auto& n, const auto& d, const auto& t) {
        using S = std::remove_cvref_t<decltype(n)>;
        return S(best_waited(number(n), number(d), number(t)));
      },
      "How many of n workers a step best waits for, the others as backups: k that makes k/E X_(k of n) the most, exactly.\n\n"
      "E X_(k of n) = least + tail (H_n - H_(n-k)), H_n = 1 + 1/2 + ... + 1/n.\n\n"
      "Source: elementary, by search; the times are those of Dutta et al., AISTATS 2018.",
      argument("n"_a, "1", at_least(1), "workers, a whole number", 100), least, tail);
  room.kernel(
      "mean_staleness", [](const auto& n) { return mean_staleness(n); },
      "Updates of others between an asynchronous worker's reading of the weights and its own: workers - 1, in the mean.\n\n"
      "Source: elementary: each of the other workers counts an update once.",
      workers);
  room.kernel(
      "implicit_momentum", [](const auto& n) { return implicit_momentum(n); },
      "Momentum that asynchronous workers bring by themselves: 1 - 1/workers.\n\n"
      "Source: Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.",
      workers);
  room.kernel(
      "staleness_cap", [](const auto& m) { return staleness_cap(m); },
      "Asynchronous workers whose own momentum is the best there is: 1/(1 - momentum).\n\n"
      "Beyond it asynchrony is too much momentum: HardCap(gpus=staleness_cap(momentum), name=\"staleness\").\n\n"
      "Source: Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.",
      argument("momentum"_a, "1", fraction, "the best momentum", 0.9));
  room.kernel(
      "overlapped_time", [](const auto&... x) { return overlapped_time(x...); },
      "Time of a step [s] whose traffic hides behind its compute in part: (c^g + t^g)^(1/g).\n\n"
      "c = compute, t = network, g = exponent: 1 adds them up, inf leaves the longer one.\n\n"
      "Source: Qiao et al., Pollux, OSDI 2021, section 3.2.",
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
      "Activations that a layer keeps for the backward pass of one micro-batch, on one GPU [B].\n\n"
      "recompute \"none\": s b h (10 + 24/t + 5 a s/(h t)), with sequence_parallel (s b h/t)(34 + 5 a s/h); \"selective\":\n"
      "without the term in a s/h; \"full\": 2 s b h. s = sequence_length, b = micro_batch, h = hidden, a = heads, t = tensor.\n"
      "An upper bound for kernels that fuse, for gated and grouped-query models.\n\n"
      "Source: Korthikanti et al., 2022, Table 2.",
      argument("sequence_length"_a, "1", at_least(0), "tokens of a sequence on this GPU", 2048),
      argument("micro_batch"_a, "1", at_least(0), "sequences of a micro-batch", 1), width,
      argument("heads"_a, "1", at_least(0), "attention heads", 96), "tensor"_a,
      argument("sequence_parallel"_a = 0, "1", any_number,
               "whether the rest is split over the tensor ranks too; 0 or False: no", 1),
      choice<Recompute>("recompute", "what the backward pass computes again"));
  room.kernel(
      "latency_per_layer",
      [](const auto& ranks, const auto& which) { return latency_per_layer(ranks, chosen<LatencyForm>(which)); },
      "Least time that a layer takes, forward and backward, with tensor parallelism across nodes [s].\n\n"
      "body 8 [4.5 + 6.8 + 2 (2.75 0.6 + 5 max(0, log2(sqrt(TP)/2.75)))] us; appendix 4 [6.8 + 2 (3 0.6 +\n"
      "5 max(0, log2(sqrt(TP)/8)))] us; TP = tensor_ranks. The two do not agree.\n\n"
      "Source: Epoch AI, \"Can AI scaling continue through 2030?\", 2024, section \"Latency wall\" and its appendix.",
      argument("tensor_ranks"_a, "1", at_least(1), "ranks that share a layer", 2128),
      choice<LatencyForm>("form", "which published form"));
  room.kernel(
      "model_state_bytes_per_gpu",
      [](const auto& p, const auto& d, const auto& stage, const auto& g) {
        const double s = value_of(stage);
        return model_state_bytes_per_gpu(p, d, s == std::floor(s) && s >= 0 && s <= 3 ? static_cast<int>(s) : -1, g);
      },
      "Weights, gradients and optimizer state of one GPU [B].\n\n"
      "Stage 1 shares the 12 bytes of the optimizer (Adam, fp32 master copy), 2 the gradients too, 3 the 2 bytes of weights\n"
      "too.\n\n"
      "Source: Rajbhandari et al., SC20, section 3.",
      argument("parameters"_a, "1", at_least(0), "parameters that the data-parallel group holds", 1e10), "data"_a,
      argument("stage"_a, "1", Range{.lower = 0, .upper = 3}, "ZeRO stage, a whole number", 1),
      argument("gradient_bytes"_a = 2, "B", at_least(0), "bytes of a gradient; 4 where they add up in fp32", 4));
  room.kernel(
      "tensor_traffic_ratio", [](const auto&... x) { return tensor_traffic_ratio(x...); },
      "Tensor-parallel traffic over compute if nothing is hidden.\n\n"
      "e (t - 1) X/(9 h W), t = tensor, h = hidden, X = flops, W = bandwidth, e = element_bytes.\n\n"
      "Source: derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.2.",
      "tensor"_a, width, "flops"_a, per_gpu, "element_bytes"_a = 2);
  room.kernel(
      "data_traffic_ratio", [](const auto&... x) { return data_traffic_ratio(x...); },
      "Gradient exchange over compute if nothing is hidden.\n\n"
      "e X/(3 W)/(tokens per replica) (d - 1)/d, X = flops, W = bandwidth, d = data; e = element_bytes, the mean of\n"
      "reduce-scatter and all-gather (3 for fp32 and bf16).\n\n"
      "Source: derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.3.",
      argument("tokens_per_replica"_a, "1", above(0), "tokens of a step and replica", 65536), "flops"_a, per_gpu,
      "element_bytes"_a = 2, "data"_a = inf);
  room.kernel(
      "expert_traffic_ratio", [](const auto&... x) { return expert_traffic_ratio(x...); },
      "Expert-parallel traffic of gated experts over compute if nothing is hidden.\n\n"
      "(2/9) e X/(F_e W), F_e = expert_feed_forward, X = flops, W = bandwidth, e = element_bytes, whatever the number of\n"
      "active experts and the hidden size.\n\n"
      "Source: elementary: 4 e h bytes there and back, both passes, against 18 h F_e FLOP, per token and expert.",
      argument("expert_feed_forward"_a, "1", above(0), "width of an expert", 2048), "flops"_a, per_gpu, "element_bytes"_a = 2);
  room.kernel(
      "context_tokens_to_hide",
      [](const auto& a, const auto& k, const auto& x, const auto& w, const auto& e, const auto& causal) {
        return context_tokens_to_hide(a, k, x, w, e, value_of(causal) != 0);
      },
      "Tokens per GPU from which a context ring's keys and values arrive in time.\n\n"
      "e (k/a) X/(2 W), twice when causal; a = query_heads, k = key_value_heads, X = flops, W = bandwidth, e = "
      "element_bytes.\n\n"
      "Source: elementary: a block of keys and values sent while one is worked on; the ring of Liu et al.,\n"
      "arXiv 2310.01889, 2023.",
      argument("query_heads"_a, "1", above(0), "query heads", 128),
      argument("key_value_heads"_a, "1", above(0), "key and value heads", 8), "flops"_a, per_gpu, "element_bytes"_a = 2,
      argument("causal"_a = 0, "1", any_number, "whether half of the scores is masked; 0 or False: no", 1));
  room.kernel(
      "overlapped_efficiency", [](const auto&... x) { return overlapped_efficiency(x...); },
      "Efficiency where a share of the compute hides the gradient exchange.\n\n"
      "1 up to gpus = window half_size, then 1/(1 - window + gpus/half_size).\n\n"
      "Source: elementary: what outlasts the window adds to the step.",
      argument("gpus"_a, "1", at_least(0), "data-parallel GPUs", 40000),
      argument("half_size"_a, "1", at_least(0), "half size of the exchange if nothing is hidden", 50000),
      argument("window"_a, "1", closed_fraction, "share of the compute that hides it", 0.5));
  room.kernel(
      "expected_max_normal", [](const auto& n) { return expected_max_normal(number(n)); },
      "Mean of the largest of n independent standard normals.\n\n"
      "Source: David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.",
      argument("n"_a, "1", at_least(1), "how many", 1024));
  room.kernel(
      "expected_normal_order_statistic",
      [](const auto& n, const auto& k) { return expected_normal_order_statistic(number(n), number(k)); },
      "Mean of the k-th smallest of n independent standard normals (k = n: the largest).\n\n"
      "Source: David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.",
      argument("n"_a, "1", at_least(1), "how many", 1024), argument("k"_a, "1", at_least(1), "which, at most n", 1000));
  room.kernel(
      "expected_exponential_order_statistic", [](const auto&... x) { return expected_exponential_order_statistic(x...); },
      "Mean of the k-th smallest of n independent times that are exponential beyond a least one (k = n: the largest) [s].\n\n"
      "least + tail (H_n - H_(n-k)), H the harmonic numbers, for real n and k too.\n\n"
      "Source: David and Nagaraja, Order Statistics, 2003, section 2.5.",
      argument("n"_a, "1", at_least(1), "how many", 100), argument("k"_a, "1", at_least(1), "which, at most n", 96),
      argument("least"_a = 0, "s", at_least(0), "the shortest of all times", 0.9),
      argument("tail"_a = 1, "s", at_least(0), "mean of what comes on top", 0.1));
  room.kernel(
      "straggler_slowdown", [](const auto& n, const auto& cv) { return straggler_slowdown(number(n), number(cv)); },
      "Step time over its mean with ranks whose times are normal: 1 + cv E max.\n\n"
      "Source: elementary: a step is the slowest of its ranks.",
      argument("ranks"_a, "1", at_least(1), "ranks that wait for each other", 1024),
      argument("cv"_a, "1", at_least(0), "coefficient of variation of one rank's step time", 0.01));
  room.kernel(
      "two_speed_slowdown", [](const auto&... x) { return two_speed_slowdown(x...); },
      "Step time over its mean where some ranks are slower: 1 + slowdown (1 - (1 - share)^ranks).\n\n"
      "Source: elementary: a step is slow unless no rank is.",
      argument("ranks"_a, "1", at_least(0), "ranks that wait for each other", 1024),
      argument("share"_a, "1", closed_fraction, "probability that a rank is slow", 1e-4),
      argument("slowdown"_a, "1", at_least(0), "by how much it is slower", 0.2));
  room.kernel(
      "compression_break_even_bandwidth", [](const auto&... x) { return compression_break_even_bandwidth(x...); },
      "Bandwidth [B/s] below which gradient compression pays.\n\n"
      "V (1 - 1/r)/(T_b + T_e), V = 2 ((n - 1)/n) bytes, r = ratio, T_b = backward, T_e = encode.\n\n"
      "Source: Agarwal et al., MLSys 2022.",
      "bytes"_a, "ranks"_a, "ratio"_a,
      argument("backward"_a, "s", at_least(0), "backward pass, which hides the uncompressed exchange", 0.2),
      argument("encode"_a, "s", at_least(0), "compressing and decompressing", 0.05));
  room.kernel(
      "compression_break_even_tokens", [](const auto&... x) { return compression_break_even_tokens(x...); },
      "Tokens per replica below which compression pays for a transformer.\n\n"
      "e X/(2 W)(1 - 1/r)/(1 + encode_share), X = flops, W = bandwidth, r = ratio, e = element_bytes.\n\n"
      "Source: elementary: compression_break_even_bandwidth of many ranks with 4 FLOP per parameter and token backward.",
      "flops"_a, per_gpu, "ratio"_a, "element_bytes"_a = 2,
      argument("encode_share"_a = 0, "1", at_least(0), "compressing, against the backward pass", 0.2));
  const auto index_bits = argument("index_bits"_a, "1", at_least(0), "bits of an index", 32);
  room.kernel(
      "top_k_ratio", [](const auto&... x) { return top_k_ratio(x...); },
      "Compression of keeping a share of the entries with their indices: value_bits/(share (value_bits + index_bits)).\n\n"
      "Source: elementary: bits before over bits after.",
      argument("share"_a, "1", Range{.lower = 0, .upper = 1, .open_below = true}, "share of the entries kept", 0.01),
      argument("value_bits"_a, "1", above(0), "bits of an entry", 32), index_bits);
  room.kernel(
      "top_k_most_ranks", [](const auto& r) { return top_k_most_ranks(r); },
      "Ranks below which top-k by all-gather beats a ring all-reduce: 2 ratio.\n\n"
      "Source: elementary: an all-gather moves (n - 1)/ratio buffers, a ring all-reduce 2 (n - 1)/n, n ranks.",
      "ratio"_a);
  room.kernel(
      "one_bit_adam_ratio", [](const auto& w) { return one_bit_adam_ratio(w); },
      "Volume saved by 1-bit Adam: 1/(w + (1 - w)/16), w = warmup.\n\n"
      "Source: Tang et al., 1-bit Adam, ICML 2021.",
      argument("warmup"_a, "1", closed_fraction, "share of warm-up steps", 0.15));
  room.kernel(
      "quantization_ratio", [](const auto&... x) { return quantization_ratio(x...); },
      "Compression of rounding to fewer bits with one scale per group: from_bits/(bits + scale_bits/group).\n\n"
      "Source: elementary: bits before over bits after.",
      argument("bits"_a, "1", above(0), "bits of an entry after", 4),
      argument("from_bits"_a, "1", above(0), "bits of an entry before", 32),
      argument("group"_a, "1", above(0), "entries that share a scale", 128),
      argument("scale_bits"_a, "1", at_least(0), "bits of a scale", 32));
}

}  // namespace scaling_limits::python
