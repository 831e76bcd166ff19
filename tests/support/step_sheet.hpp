// SPDX-License-Identifier: Apache-2.0
// The step and memory model of the formula sheet "steps", sections 1 to 4, written down as it stands there: one stage after
// the other, one layer after the other, one message after the other, in plain doubles. A witness, not a program: it shares
// no formula with parallelism/, checks nothing, and is as slow as it reads.
//
// Symbols of the sheet:
//   t, p, d, c, e   tensor, pipeline, data, context, expert degrees     v chunks     m micro-batches of a replica and step
//   b, s, L, h, F   sequences of a micro-batch, their length, layers, hidden, feed-forward width     V vocabulary
//   a, k, d_h       query heads, key/value heads, head size      r_q, r_kv, d_r, d_v   of latent attention
//   T = s b/c       tokens of a micro-batch on a tensor group    r = T/t with sequence parallelism, else T
//   E, K, F_e       experts, active ones, their width            g = shared experts x F_e
//   X_m, X_a, W_m, o   the four constants of a machine: products, fused attention [FLOP/s], memory [B/s], operation [s]
//   R, R_s, Z       ranks that share a weight, those of a group that cut its state, ZeRO stage
//
// Where the sheet is silent the reading taken is marked "read as".
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/workload/transformer_shape.hpp>

namespace sheet {

using Shape = scaling_limits::workload::TransformerShape<>;
using Fabric = scaling_limits::network::Fabric<>;

struct Machine {
  double X_m;      // achieved FLOP/s on products; with fp8 of the 8-bit format
  double X_a = 0;  // in fused attention; 0: X_m
  double W_m = INFINITY;
  double o = 0;
};

struct Layout {
  int tensor = 1, pipeline = 1, data = 1, context = 1, expert = 1, chunks = 1, micro_batch = 1;
};

struct Options {
  std::string recompute = "none";  // none, selective, full
  std::string kernels = "fused";   // fused, unfused
  std::string precision = "bf16";  // bf16, fp8
  bool sequence_parallel = true;
  int zero_stage = 1;
  int shard_ranks = 0;       // 0: all of data x context
  double element_bytes = 2;  // of what is sent: activations and gathered weights
  double gradient_bytes = 4;
  double overlap = 0, tensor_overlap = 0, expert_overlap = 0;
  std::string context_exchange = "ring";  // ring, all_gather, all_to_all
  bool scatter = true;
  double expert_imbalance = 1;
  double logit_bytes = 2;
  bool gradient_buffers = true;
  std::vector<int> stage_layers{};
};

// ---------------------------------------------------------------------------------------------------- the case as a whole

struct Case {
  Shape shape;
  Layout layout;
  Machine machine;
  Fabric fabric;
  double batch_tokens;
  Options options;

  // the sheet's symbols
  double t() const { return layout.tensor; }
  double p() const { return layout.pipeline; }
  double d() const { return layout.data; }
  double c() const { return layout.context; }
  double e() const { return layout.expert; }
  double v() const { return layout.chunks; }
  double b() const { return layout.micro_batch; }
  double m() const { return batch_tokens / s() / (d() * b()); }
  double s() const { return shape.sequence_length; }
  double h() const { return shape.hidden; }
  double F() const { return shape.feed_forward; }
  double a() const { return shape.query_heads; }
  double k() const { return shape.key_value_heads; }
  double V() const { return shape.vocabulary; }
  double d_h() const { return shape.head_size; }
  bool latent() const { return shape.key_value_rank > 0; }
  double r_q() const { return shape.query_rank; }
  double r_kv() const { return shape.key_value_rank; }
  double d_r() const { return latent() ? shape.rope_head_size : 0; }
  double d_v() const { return latent() && shape.value_head_size > 0 ? shape.value_head_size : d_h(); }
  double d_qk() const { return d_h() + d_r(); }
  double k_v() const { return latent() ? a() : k(); }
  double n() const { return shape.gated != 0 ? 3 : 2; }
  double E() const { return shape.experts; }
  double K() const { return shape.active_experts; }
  double F_e() const { return shape.expert_feed_forward; }
  double g() const { return shape.shared_experts * F_e(); }
  double kappa() const { return options.expert_imbalance; }
  double T() const { return s() * b() / c(); }
  double r() const { return options.sequence_parallel ? T() / t() : T(); }
  double R() const { return d() * c(); }
  double R_s() const { return options.shard_ranks == 0 ? R() : options.shard_ranks; }
  double gamma() const { return options.gradient_bytes; }

  double X_m() const { return machine.X_m; }
  double X_a() const { return machine.X_a > 0 ? machine.X_a : machine.X_m; }
  double W_m() const { return machine.W_m; }

  bool fused() const { return options.kernels == "fused"; }
  bool fp8() const { return options.precision == "fp8"; }
  bool full_recompute() const { return options.recompute == "full"; }
  bool selective_recompute() const { return options.recompute == "selective"; }
};

// --------------------------------------------------------------------------------------------------------------- network

struct Link {
  double bandwidth, latency;
};

/// All-to-alls and transfers between stages: one adapter a GPU.
inline Link direct_link(const Fabric& fabric, double span) {
  if (span <= fabric.gpus_per_node) return {fabric.inner_bandwidth, fabric.inner_latency};
  return {fabric.outer_bandwidth, fabric.outer_latency};
}

/// Rings: ranks so many GPUs apart that share a node share its adapters.
inline Link ring_link(const Fabric& fabric, double span, double apart) {
  if (span <= fabric.gpus_per_node) return {fabric.inner_bandwidth, fabric.inner_latency};
  const double eta = std::max(1.0, std::floor(fabric.gpus_per_node / apart));
  return {std::min(fabric.inner_bandwidth, eta * fabric.outer_bandwidth),
          ((eta - 1) * fabric.inner_latency + fabric.outer_latency) / eta};
}

/// rho(n, S): ring gather or scatter of the full buffer S; its latency counted so many times.
inline double rho(double n, double S, const Link& link, double latency_times = 1) {
  if (n <= 1) return 0;
  return latency_times * (n - 1) * link.latency + (n - 1) / n * S / link.bandwidth;
}

// ------------------------------------------------------------------------------------------- section 3: work of one pass

/// What one layer, or an end, takes for a micro-batch in one direction.
struct Work {
  double products = 0;                         // s
  double core = 0;                             // s, fused attention or the products of an unfused core
  double bytes = 0;                            // B
  double tensor = 0, context = 0, expert = 0;  // s
  double operations = 0;                       // products, others and messages

  double messages() const { return tensor + context + expert; }
  double compute() const { return products + core; }
  double time(const Machine& machine) const {
    return products + core + bytes / machine.W_m + tensor + context + expert + machine.o * operations;
  }
  Work& operator+=(const Work& other) {
    products += other.products, core += other.core, bytes += other.bytes;
    tensor += other.tensor, context += other.context, expert += other.expert;
    operations += other.operations;
    return *this;
  }
};

struct Passes {
  Work forward, backward;
  Passes& operator+=(const Passes& other) {
    forward += other.forward, backward += other.backward;
    return *this;
  }
};

/// G products M x K by K x N.
inline double product_time(double G, double M, double N, double K, double bytes_per_result, double X, double W_m) {
  const double f = 2 * M * N * K * G / X;
  const double q = G * (2 * M * K + 2 * K * N + bytes_per_result * M * N) / W_m;
  return std::sqrt(f * f + q * q);
}

/// A product with weights and its two gradients: that of the input, that of the weights added up in fp32.
/// @param eight_bit whether the precision of the layers is that of this product
inline void add_product(const Case& x, Passes& to, double G, double M, double N, double K, bool eight_bit) {
  const bool cast = x.fp8() && eight_bit;
  const double X = x.fp8() && !eight_bit ? x.X_m() / 2 : x.X_m();
  to.forward.products += product_time(G, M, N, K, 2, X, x.W_m());
  to.forward.operations += 1;
  to.backward.products += product_time(G, M, K, N, 2, X, x.W_m());
  to.backward.operations += 1;
  to.backward.products += product_time(G, K, N, M, 8, X, x.W_m());
  to.backward.operations += 1;
  if (cast) {
    to.forward.bytes += 4 * G * M * K;
    to.forward.operations += 1;
    to.backward.bytes += 4 * G * M * N;
    to.backward.operations += 1;
  }
}

inline void add(Passes& to, double bytes_forward, double bytes_backward, double operations_forward,
                double operations_backward) {
  to.forward.bytes += bytes_forward;
  to.backward.bytes += bytes_backward;
  to.forward.operations += operations_forward;
  to.backward.operations += operations_backward;
}

/// One message; one that takes no time is no operation.
inline void add_message(Work& to, double Work::* kind, double time) {
  to.*kind += time;
  if (time > 0) to.operations += 1;
}

/// One ring gather or scatter of the activations among the tensor ranks, as far as it is not hidden.
inline double tensor_message(const Case& x) {
  const double S = x.options.element_bytes * x.T() * x.h();
  return rho(x.t(), S, ring_link(x.fabric, x.t(), 1)) * (1 - x.options.tensor_overlap);
}

/// Attention in and out: grouped-query or latent.
inline void add_attention_products(const Case& x, Passes& to) {
  const double T = x.T(), h = x.h(), a = x.a(), t = x.t();
  if (!x.latent()) {
    add_product(x, to, 1, T, (a + 2 * x.k()) * x.d_h() / t, h, true);
    add_product(x, to, 1, T, h, a * x.d_h() / t, true);
    return;
  }
  if (x.r_q() > 0) {
    add_product(x, to, 1, T, x.r_q(), h, true);
    add_product(x, to, 1, T, a * x.d_qk() / t, x.r_q(), true);
  } else {
    add_product(x, to, 1, T, a * x.d_qk() / t, h, true);
  }
  add_product(x, to, 1, T, x.r_kv() + x.d_r(), h, true);
  add_product(x, to, 1, T, a * (x.d_h() + x.d_v()) / t, x.r_kv(), true);
  add_product(x, to, 1, T, h, a * x.d_v() / t, true);
  const double norms = 4 * T * (x.r_q() + x.r_kv());
  const double heads = 4 * T * a * (x.d_qk() + x.d_v()) / t;
  add(to, norms + heads, 2 * norms + heads, 4, 4);
}

inline void add_positions(const Case& x, Passes& to) {
  const double bytes = 4 * x.T() * (x.a() + x.k_v()) * x.d_qk() / x.t();
  add(to, bytes, bytes, 2, 2);
}

inline void add_norms_and_sums(const Case& x, Passes& to) { add(to, 20 * x.r() * x.h(), 28 * x.r() * x.h(), 4, 6); }

/// FLOPs of fused attention, forward: causal, half of the scores.
inline double attention_flops(const Case& x) { return x.T() * x.s() * x.a() * (x.d_qk() + x.d_v()) / x.t(); }

/// The core of attention alone: what a selective recompute repeats.
inline Passes core(const Case& x) {
  Passes to;
  const double T = x.T(), a = x.a(), t = x.t(), s = x.s();
  if (x.fused()) {
    const double A = attention_flops(x);
    to.forward.core += A / x.X_a();
    to.backward.core += 2.5 * A / x.X_a();
    const double H = 2 * T * (a * x.d_qk() + x.k_v() * x.d_qk() + x.k_v() * x.d_v() + a * x.d_v()) / t;
    add(to, H, 2.5 * H, 2, 4);
    return to;
  }
  const double G = T / s * a / t;
  const double X = x.fp8() ? x.X_m() / 2 : x.X_m();
  const double scores = product_time(G, s, s, x.d_qk(), 2, X, x.W_m());
  const double values = product_time(G, s, x.d_v(), s, 2, X, x.W_m());
  to.forward.core += scores + values;
  to.forward.operations += 2;
  to.backward.core += 2 * scores + 2 * values;
  to.backward.operations += 4;
  add(to, 9 * T * s * a / t, 11 * T * s * a / t, 2, 2);
  return to;
}

inline void add_feed_forward(const Case& x, Passes& to, double width) {
  const double T = x.T(), h = x.h(), t = x.t(), n = x.n();
  add_product(x, to, 1, T, (n - 1) * width / t, h, true);
  add_product(x, to, 1, T, h, width / t, true);
  add(to, 2 * T * n * width / t, 2 * T * (2 * n - 1) * width / t, 1, 1);
}

/// Rows that a GPU's experts see.
inline double expert_rows(const Case& x) { return x.kappa() * x.r() * x.K(); }

inline void add_experts(const Case& x, Passes& to) {
  const double r = x.r(), h = x.h(), n = x.n(), E = x.E(), e = x.e(), F_e = x.F_e();
  if (x.g() > 0) {  // read as: a mixture without shared experts has nothing of this row
    add_feed_forward(x, to, x.g());
    add(to, 6 * r * h, 6 * r * h, 1, 1);
  }
  add_product(x, to, 1, r, E, h, false);
  add(to, 24 * r * E, 16 * r * E, 8, 6);
  const double rows = expert_rows(x);
  const double M = x.kappa() * r * x.K() * e / E;
  add_product(x, to, E / e, M, (n - 1) * F_e, h, true);
  add_product(x, to, E / e, M, h, F_e, true);
  add(to, 2 * rows * n * F_e + 4 * rows, 2 * rows * (2 * n - 1) * F_e, 1, 1);
  add(to, 16 * rows * h, 16 * rows * h, 4, 4);
}

inline void add_tensor_messages(const Case& x, Passes& to) {
  for (int i = 0; i < 4; ++i) {
    add_message(to.forward, &Work::tensor, tensor_message(x));
    add_message(to.backward, &Work::tensor, tensor_message(x));
  }
}

inline void add_expert_messages(const Case& x, Passes& to) {
  const double e = x.e();
  if (e <= 1) return;
  const Link link = direct_link(x.fabric, x.t() * x.c() * e);
  const double S = x.options.element_bytes * expert_rows(x) * x.h();
  const double time = ((e - 1) * link.latency + (e - 1) / e * S / link.bandwidth) * (1 - x.options.expert_overlap);
  for (int i = 0; i < 2; ++i) {
    add_message(to.forward, &Work::expert, time);
    add_message(to.backward, &Work::expert, time);
  }
}

inline void add_context_messages(const Case& x, Passes& to) {
  const double c = x.c(), t = x.t(), T = x.T(), a = x.a(), span = t * c, bytes = x.options.element_bytes;
  if (c <= 1) return;
  const double keys_and_values = x.k_v() * (x.d_qk() + x.d_v());
  if (x.options.context_exchange == "all_to_all") {
    const Link link = direct_link(x.fabric, span);
    const double inputs = a * x.d_qk() + keys_and_values, output = a * x.d_v();
    const double in = (c - 1) * link.latency + (c - 1) / c * bytes * T * inputs / (t * link.bandwidth);
    const double out = (c - 1) * link.latency + (c - 1) / c * bytes * T * output / (t * link.bandwidth);
    for (Work* pass : {&to.forward, &to.backward}) {
      add_message(*pass, &Work::context, in);
      add_message(*pass, &Work::context, out);
    }
    const double moved = 8 * T * (inputs + output) / t;
    add(to, moved, moved, 6, 6);
    return;
  }
  const Link link = ring_link(x.fabric, span, t);
  if (x.options.context_exchange == "all_gather") {
    const double gather = rho(c, bytes * T * c * keys_and_values / t, link);
    add_message(to.forward, &Work::context, gather);
    add_message(to.backward, &Work::context, 2 * gather);
    return;
  }
  const double block = link.latency + bytes * T * keys_and_values / (t * link.bandwidth);
  const Passes attention = core(x);  // A/X_a and 2.5 A/X_a, unfused the core's products
  add_message(to.forward, &Work::context, (c - 1) * std::max(0.0, block - attention.forward.core / c));
  add_message(to.backward, &Work::context, (c - 1) * std::max(0.0, 2 * block - attention.backward.core / c));
}

/// A layer, what it computes again in backward included.
inline Passes layer(const Case& x, bool experts) {
  Passes to;
  add_attention_products(x, to);
  add_positions(x, to);
  add_norms_and_sums(x, to);
  to += core(x);
  if (experts) add_experts(x, to);
  else add_feed_forward(x, to, x.F());
  add_tensor_messages(x, to);
  add_context_messages(x, to);
  if (experts) add_expert_messages(x, to);
  if (x.full_recompute()) to.backward += to.forward;
  if (x.selective_recompute() && !x.fused()) to.backward += core(x).forward;
  return to;
}

/// The input table: looked up, not multiplied.
inline Passes input_end(const Case& x) {
  Passes to;
  add(to, 4 * x.T() * x.h(), 8 * x.T() * x.h(), 1, 1);
  add_message(to.forward, &Work::tensor, tensor_message(x));
  add_message(to.backward, &Work::tensor, tensor_message(x));
  return to;
}

/// Final norm, head and loss.
inline Passes output_end(const Case& x) {
  Passes to;
  add_product(x, to, 1, x.T(), x.V() / x.t(), x.h(), false);
  const double u = 4 + 3.5 * std::max(0.0, x.options.logit_bytes - 2);
  const double logits = u * x.T() * x.V() / x.t();
  add(to, 4 * x.r() * x.h() + logits, 8 * x.r() * x.h() + logits, 4, 3);
  add_message(to.forward, &Work::tensor, tensor_message(x));
  add_message(to.backward, &Work::tensor, tensor_message(x));
  add_message(to.backward, &Work::tensor, tensor_message(x));
  return to;
}

// ------------------------------------------------------------------------------------------------------ section 1: stages

/// What a stage holds: its layers by their number in the model, and the ends.
struct Contents {
  std::vector<int> layers;
  bool input = false, output = false;
};

inline std::vector<Contents> contents_of_stages(const Case& x) {
  const int p = x.layout.pipeline, v = x.layout.chunks, L = static_cast<int>(x.shape.layers);
  std::vector<Contents> stages(static_cast<std::size_t>(p));
  stages.front().input = true;
  stages.back().output = true;
  if (!x.options.stage_layers.empty()) {  // read as: one piece each, one after the other
    int next = 0;
    for (std::size_t i = 0; i < stages.size(); ++i)
      for (int count = 0; count < x.options.stage_layers[i]; ++count) stages[i].layers.push_back(next++);
    return stages;
  }
  const bool even = L % (p * v) == 0;
  const int slots = even ? L : L + 2, first = even ? 0 : 1;  // slot of layer 0; the table before it, the head behind the last
  for (int slot = 0; slot < slots; ++slot) {
    const int piece = slot / (slots / (p * v));
    const int number = slot - first;
    if (number >= 0 && number < L) stages[static_cast<std::size_t>(piece % p)].layers.push_back(number);
  }
  return stages;
}

inline bool has_experts(const Case& x, int number) { return x.E() > 0 && number >= static_cast<int>(x.shape.dense_layers); }

/// A matrix of a layer: rows x columns, and over how many GPUs it is cut.
struct Matrix {
  double rows, columns, cut;
  double elements() const { return rows * columns / cut; }
};

inline std::vector<Matrix> attention_matrices(const Case& x) {
  const double a = x.a(), h = x.h(), t = x.t();
  if (!x.latent()) return {{(a + 2 * x.k()) * x.d_h(), h, t}, {h, a * x.d_h(), t}};
  std::vector<Matrix> all;
  if (x.r_q() > 0) {
    all.push_back({x.r_q(), h, 1});
    all.push_back({a * x.d_qk(), x.r_q(), t});
  } else {
    all.push_back({a * x.d_qk(), h, t});
  }
  all.push_back({x.r_kv() + x.d_r(), h, 1});
  all.push_back({a * (x.d_h() + x.d_v()), x.r_kv(), t});
  all.push_back({h, a * x.d_v(), t});
  return all;
}

inline std::vector<Matrix> feed_forward_matrices(const Case& x, double width, double cut) {
  return {{(x.n() - 1) * width, x.h(), cut}, {x.h(), width, cut}};
}

struct Parameters {
  double others = 0, in_experts = 0;  // on one GPU
};

inline double norm_parameters(const Case& x) {
  if (x.shape.norms_per_layer == 0) return 0;
  return x.shape.norms_per_layer * x.h() + (x.latent() ? x.r_q() + x.r_kv() : 0);
}

inline Parameters parameters_of(const Case& x, const Contents& stage) {
  Parameters sum;
  for (const int number : stage.layers) {
    for (const Matrix& matrix : attention_matrices(x)) sum.others += matrix.elements();
    sum.others += norm_parameters(x);
    if (!has_experts(x, number)) {
      for (const Matrix& matrix : feed_forward_matrices(x, x.F(), x.t())) sum.others += matrix.elements();
      continue;
    }
    for (const Matrix& matrix : feed_forward_matrices(x, x.g(), x.t())) sum.others += matrix.elements();
    if (x.shape.router != 0) sum.others += x.E() * x.h();
    for (int expert = 0; expert < static_cast<int>(x.E()) / x.layout.expert; ++expert)
      for (const Matrix& matrix : feed_forward_matrices(x, x.F_e(), 1)) sum.in_experts += matrix.elements();
  }
  const double table = x.V() * x.h() / x.t();
  if (stage.input) sum.others += table;
  if (stage.output) {
    if (x.layout.pipeline > 1 || x.shape.tied == 0) sum.others += table;
    if (x.shape.norms_per_layer != 0) sum.others += x.h();
  }
  return sum;
}

// ------------------------------------------------------------------------------------------------------ section 2: memory

constexpr double GiB = 1024. * 1024. * 1024.;

/// Bytes that one layer keeps of a micro-batch where nothing but the core is computed again, or nothing at all.
inline double kept_unless_full(const Case& x, bool experts, bool core_kept) {
  const double T = x.T(), r = x.r(), h = x.h(), a = x.a(), t = x.t(), n = x.n();
  if (!x.fused()) {
    const double scores = core_kept ? 5 * a * x.s() / x.c() : 0;
    if (x.options.sequence_parallel) return T * (18 * h + 4 * x.F() + scores) / t;
    return T * (10 * h + (8 * h + 4 * x.F() + scores) / t);
  }
  double sum = 0;
  if (x.latent())
    sum += (4 * h + 4 * x.r_q() + 4 * x.r_kv() + 2 * x.d_r()) * r + T * (4 * a * x.d_qk() + 4 * a * x.d_v() + 4 * a) / t;
  else sum += 4 * h * r + T * (4 * a * x.d_h() + 4 * x.k() * x.d_h() + 4 * a) / t;
  if (x.c() > 1 && x.options.context_exchange == "all_to_all") sum += 2 * T * a * x.d_v() / t;
  if (experts) sum += (4 * h + 4 * x.E()) * r + 2 * n * T * x.g() / t + x.kappa() * T * x.K() * (2 * h + 2 * n * x.F_e()) / t;
  else sum += 4 * h * r + 2 * n * T * x.F() / t;
  return sum;
}

inline double kept_by_layer(const Case& x, bool experts) {
  if (x.full_recompute()) return 2 * x.h() * x.r();
  return kept_unless_full(x, experts, !x.selective_recompute());
}

inline double in_flight(const Case& x, int stage) {
  const double p = x.p(), v = x.v(), m = x.m(), i = stage;
  if (x.layout.chunks == 1) return std::min(p - i, m);
  if (std::fmod(m, p) == 0) return std::min((2 * (p - i - 1) + (v - 1) * p + 1) / v, m);
  return std::min((p - i + (v - 1) * p) / v, m);
}

/// Elements of the gradient buffers: every distinct shape of a matrix once.
inline double buffer_elements(const Case& x, const Contents& stage) {
  std::set<std::tuple<double, double, double>> seen;
  const auto see = [&](const std::vector<Matrix>& matrices) {
    for (const Matrix& matrix : matrices) seen.insert({matrix.rows, matrix.columns, matrix.cut});
  };
  for (const int number : stage.layers) {
    see(attention_matrices(x));
    if (!has_experts(x, number)) {
      see(feed_forward_matrices(x, x.F(), x.t()));
      continue;
    }
    if (x.g() > 0) see(feed_forward_matrices(x, x.g(), x.t()));
    see(feed_forward_matrices(x, x.F_e(), 1));
  }
  if (stage.output) see({{x.V(), x.h(), x.t()}});
  double sum = 0;
  for (const auto& [rows, columns, cut] : seen) sum += rows * columns / cut;
  return sum;
}

struct Memory {
  double state = 0, activations = 0, buffers = 0, workspace = 0, peak = 0;
  double sum() const { return state + activations + buffers + workspace + peak; }
};

/// Bytes of model state for w parameters of which so many ranks share what is cut.
inline double state_bytes(const Case& x, double w, double ranks) {
  const int Z = x.options.zero_stage;
  return w * (2 / (Z >= 3 ? ranks : 1) + x.gamma() / (Z >= 2 ? ranks : 1) + 12 / (Z >= 1 ? ranks : 1));
}

/// Ranks that cut the state of a weight outside experts, of one in them.
inline double sharers(const Case& x) { return x.R_s(); }
inline double expert_sharers(const Case& x) { return std::max(1.0, x.R_s() / x.e()); }

inline Memory memory_of(const Case& x, const Contents& stage, int i) {
  Memory found;
  const Parameters w = parameters_of(x, stage);
  found.state = state_bytes(x, w.others, sharers(x)) + state_bytes(x, w.in_experts, expert_sharers(x));
  bool any_experts = false;
  for (const int number : stage.layers) {
    found.activations += kept_by_layer(x, has_experts(x, number)) * in_flight(x, i);
    any_experts = any_experts || has_experts(x, number);
  }
  if (x.options.gradient_buffers) found.buffers = 2 * buffer_elements(x, stage);
  found.workspace = (0.05 + (any_experts ? 0.125 : 0)) * GiB;

  const double T = x.T(), h = x.h(), t = x.t();
  double head = 0, in_backward = 0;
  if (stage.output) head = T * (x.options.logit_bytes * x.V() / t + 6 * h / t + (t > 1 ? 4 * h : 0) + (x.p() > 1 ? 2 * h : 0));
  for (const int number : stage.layers) {
    const bool experts = has_experts(x, number);
    double one = experts ? T * (2 * h) * (4 * x.K() + 1) : T * (2 * h + 4 * x.F() / t);
    if (x.full_recompute()) one += kept_unless_full(x, experts, true);
    in_backward = std::max(in_backward, one);
  }
  found.peak = std::max(head, in_backward);
  return found;
}

// ---------------------------------------------------------------------------- section 4: exchange of weights and gradients

/// y seconds beside a pass of x.
inline double added(const Case& c, double y, double x) { return y - c.options.overlap * std::min(x, y); }

/// Gather of the weights, reduction of the gradients, exchange between the groups, of both kinds of weights together.
struct Exchange {
  double gather = 0, gather_by_layer = 0;  // s; the latter with the latency of every layer
  double reduce = 0, reduce_by_layer = 0;
  double between = 0;
};

inline Exchange exchange_of(const Case& x, const Parameters& w, double layers) {
  const double t = x.t(), e = x.e(), R = x.R(), R_s = x.R_s();
  const double whole_span = t * x.c() * x.d(), group_span = t * R_s;
  const double times = std::max(1.0, layers);
  Exchange sum;
  const auto exchange = [&](double weights, double group, double groups, double apart) {
    const Link inside = ring_link(x.fabric, group_span, apart);
    const Link outside = ring_link(x.fabric, whole_span, apart * group);
    sum.gather += rho(group, x.options.element_bytes * weights, inside);
    sum.gather_by_layer += rho(group, x.options.element_bytes * weights, inside, times);
    sum.reduce += rho(group, x.gamma() * weights, inside);
    sum.reduce_by_layer += rho(group, x.gamma() * weights, inside, times);
    sum.between += 2 * rho(groups, x.gamma() * weights / group, outside);
  };
  exchange(w.others, R_s, R / R_s, t);
  if (w.in_experts > 0) {
    const double group = std::max(1.0, R_s / e);
    exchange(w.in_experts, group, R / e / group, t * e);
  }
  return sum;
}

/// What a stage exchanges, and what of it the step waits for.
struct DataTimes {
  double forward = 0, backward = 0;              // y of each micro-batch [s]
  double added_forward = 0, added_backward = 0;  // of it, added to each micro-batch
  double once_forward = 0, once_backward = 0;    // y beside one pass, once a step
  double added_once = 0;                         // of it, and what of a layer's exchange nothing hides
};

inline DataTimes data_times(const Case& x, const Exchange& y, double layers, double forward, double backward) {
  DataTimes all;
  const int Z = x.options.zero_stage;
  if (Z == 0) all.once_backward = 2 * y.reduce;
  if (Z == 1) all.once_backward = y.reduce;
  if (Z == 1 || Z == 2) all.once_forward = y.gather;
  if (Z == 2) all.backward = y.reduce_by_layer;
  if (Z == 3) all.forward = y.gather_by_layer, all.backward = y.gather_by_layer + y.reduce_by_layer;
  all.once_backward += y.between;

  all.added_forward = added(x, all.forward, forward);
  all.added_backward = added(x, all.backward, backward);
  all.added_once = added(x, all.once_forward, forward) + added(x, all.once_backward, backward);
  if (Z >= 2) {
    const double L_i = std::max(1.0, layers);
    all.added_once += std::max(0.0, all.forward / L_i - all.added_forward);
    all.added_once += std::max(0.0, all.backward / L_i - all.added_backward);
  }
  return all;
}

/// Bytes that the optimizer moves, over the memory's bandwidth.
inline double optimizer_time(const Case& x, const Parameters& w) {
  const int Z = x.options.zero_stage;
  const auto bytes = [&](double weights, double ranks) {
    return 30 * weights / (Z >= 1 ? ranks : 1) + 8 * weights / (Z >= 2 ? ranks : 1);
  };
  return (bytes(w.others, sharers(x)) + bytes(w.in_experts, expert_sharers(x))) / x.W_m();
}

// ------------------------------------------------------------------------------------------------------------ the step

struct Stage {
  int layers = 0;
  double forward = 0, backward = 0;  // s of one micro-batch, its exchange not included
  Passes work;                       // the same by part
  DataTimes data;
  double optimizer = 0;
  Parameters parameters;
  double buffer_elements = 0;
  double kept = 0;  // B of one micro-batch
  Memory memory_parts;
  double memory = 0;

  /// t_i: with the exposed exchange of a micro-batch.
  double time() const { return forward + backward + data.added_forward + data.added_backward; }
};

struct Step {
  double micro_batches = 0;
  std::vector<Stage> stages;
  Memory memory;  // of the fullest stage
  double compute = 0, memory_time = 0, operations = 0, tensor = 0, context = 0, expert = 0, imbalance = 0, bubble = 0,
         transfer = 0, data = 0, optimizer = 0;
  double time = 0;  // their sum

  double memory_per_gpu() const { return memory.sum(); }
};

/// What stages wait for each other, from the mean and the slowest time of a micro-batch on a stage.
inline double bubble(double p, double v, double m, double mean, double slowest) {
  double time = (p - 1) * mean / v;
  const double rest = std::fmod(m, p);
  if (v > 1 && rest != 0) time += (v - 1) * (p - rest) * slowest / v;
  return time;
}
inline double imbalance(double v, double m, double mean, double slowest) { return (m - 1 / v) * (slowest - mean); }

/// A message between neighbouring stages.
inline double transfer_message(const Case& x) {
  const Link link = direct_link(x.fabric, x.t() * x.c() * x.d() * x.p());
  const double S = x.options.element_bytes * x.T() * x.h() / (x.options.scatter ? x.t() : 1);
  return link.latency + S / link.bandwidth;
}

inline Stage stage_of(const Case& x, const Contents& contents, int i) {
  Stage stage;
  stage.layers = static_cast<int>(contents.layers.size());
  for (const int number : contents.layers) {
    stage.work += layer(x, has_experts(x, number));
    stage.kept += kept_by_layer(x, has_experts(x, number));
  }
  if (contents.input) stage.work += input_end(x);
  if (contents.output) stage.work += output_end(x);
  stage.forward = stage.work.forward.time(x.machine);
  stage.backward = stage.work.backward.time(x.machine);
  stage.parameters = parameters_of(x, contents);
  stage.data = data_times(x, exchange_of(x, stage.parameters, stage.layers), stage.layers, stage.forward, stage.backward);
  stage.optimizer = optimizer_time(x, stage.parameters);
  stage.buffer_elements = buffer_elements(x, contents);
  stage.memory_parts = memory_of(x, contents, i);
  stage.memory = stage.memory_parts.sum();
  return stage;
}

inline Step step(const Case& x) {
  Step all;
  const double p = x.p(), v = x.v(), m = x.m();
  all.micro_batches = m;
  const std::vector<Contents> contents = contents_of_stages(x);
  for (std::size_t i = 0; i < contents.size(); ++i) all.stages.push_back(stage_of(x, contents[i], static_cast<int>(i)));

  double slowest = 0, sum = 0, once = -1;
  for (const Stage& stage : all.stages) {
    slowest = std::max(slowest, stage.time());
    sum += stage.time();
    if (stage.memory > all.memory.sum()) all.memory = stage.memory_parts;
    for (const Work* pass : {&stage.work.forward, &stage.work.backward}) {
      all.compute += m * pass->compute() / p;
      all.memory_time += m * pass->bytes / x.W_m() / p;
      all.operations += m * x.machine.o * pass->operations / p;
      all.tensor += m * pass->tensor / p;
      all.context += m * pass->context / p;
      all.expert += m * pass->expert / p;
    }
    all.data += m * (stage.data.added_forward + stage.data.added_backward) / p;
    once = std::max(once, stage.data.added_once + stage.optimizer);
  }
  const double mean = sum / p;
  for (const Stage& stage : all.stages)
    if (stage.data.added_once + stage.optimizer == once) {
      all.data += stage.data.added_once;
      all.optimizer = stage.optimizer;
      break;
    }

  all.bubble = bubble(p, v, m, mean, slowest);
  all.imbalance = imbalance(v, m, mean, slowest);
  if (x.layout.pipeline > 1) {
    const double rounded = std::ceil(m / p) * p;
    const double messages =
        x.layout.chunks > 1 ? 2 * (v * p - 1) : 2 * (p - 1) * rounded / p + 2 * (p - 2);  // parallelism.md 4
    all.transfer = messages * transfer_message(x);
  }
  all.time = all.compute + all.memory_time + all.operations + all.tensor + all.context + all.expert + all.imbalance +
             all.bubble + all.transfer + all.data + all.optimizer;
  return all;
}

inline Step step(const Shape& shape, const Layout& layout, const Machine& machine, const Fabric& fabric, double batch_tokens,
                 const Options& options = {}) {
  return step(Case{shape, layout, machine, fabric, batch_tokens, options});
}

}  // namespace sheet
