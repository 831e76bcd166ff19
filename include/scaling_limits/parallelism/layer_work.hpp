// SPDX-License-Identifier: Apache-2.0
// What one layer, and the two ends of a model, ask of a GPU for a micro-batch, forward and backward: matrix products,
// attention, bytes to and from memory, messages, operations.
//
//   product    M x K by K x N, G of them: f = 2MNKG/X, q = G(2MK + 2KN + 2MN)/W_m, time sqrt(f^2 + q^2); backward both
//              gradients, that of the weights read and written in fp32
//   attention  fused: T s a (d_qk + d_v)/t causal FLOPs at a rate of its own, 2.5 times that backward (scores once more);
//              unfused: all scores as products
//   operation  each product, cast and message, and the kernels between the products; each takes the same time besides its work
//
// T tokens of a micro-batch on a tensor group, r = T/t of them with sequence parallelism. Counted kernel by kernel, and held
// against 137 measured steps (docs/steps.md).
#pragma once
#include "../version.hpp"

#include "../network/all_to_all.hpp"
#include "../network/collectives.hpp"
#include "../network/fabric.hpp"
#include "../workload/chip.hpp"
#include "../workload/transformer_shape.hpp"
#include "layout.hpp"
#include "step_options.hpp"

namespace scaling_limits::parallelism {

/// One pass of a micro-batch.
template <class S = double>
struct Pass {
  S products = S(0);                               // [s]
  S attention = S(0);                              // [s] in fused attention
  S bytes = S(0);                                  // [B] to and from memory beside products
  S tensor = S(0), context = S(0), expert = S(0);  // [s] messages that are not hidden
  double operations = 0;                           // products, casts, messages and what lies between

  friend Pass operator+(const Pass& a, const Pass& b) {
    return {a.products + b.products, a.attention + b.attention, a.bytes + b.bytes,          a.tensor + b.tensor,
            a.context + b.context,   a.expert + b.expert,       a.operations + b.operations};
  }
};

template <class S = double>
struct Work {
  Pass<S> forward, backward;
  Work() {}  // not left to the compiler: GCC would clear all of it before it sets it
};

/// Of attention and its norms; unfused, its core once more, forward, for those that compute it again.
template <class S = double>
struct AttentionWork {
  Work<S> work;
  Pass<S> core;
  AttentionWork() {}
};

/// What a GPU has of a micro-batch, and what it talks over: all that the work of a layer depends on. Of a layout only tensor,
/// context, expert and micro_batch enter.
template <class S>
struct MicroBatch {
  S sequence, tokens, rows;    // s, T, r
  S tensor, context, experts;  // degrees t, c, e
  S share;                     // 1/t
  S expert_rows;               // of all experts of this GPU
  S tensor_message;            // [s] a gather or scatter of the activations of a tensor group, as far as it is not hidden
  network::Link<S> context_ring, context_link, expert_link;

  MicroBatch(const workload::TransformerShape<S>& shape, const Layout& l, const network::Fabric<S>& fabric,
             const StepOptions& options)
      : sequence(shape.sequence_length),
        tokens(sequence * S(static_cast<double>(l.micro_batch)) / S(static_cast<double>(l.context))),
        rows(options.sequence_parallel != 0 ? S(tokens / S(static_cast<double>(l.tensor))) : tokens),
        tensor(static_cast<double>(l.tensor)),
        context(static_cast<double>(l.context)),
        experts(static_cast<double>(l.expert)),
        share(S(1) / tensor),
        expert_rows(S(options.expert_imbalance) * rows * shape.active_experts),
        tensor_message(0) {
    const double span = static_cast<double>(l.tensor) * static_cast<double>(l.context);
    if (l.tensor > 1) {
      const auto over = fabric.ring(static_cast<double>(l.tensor), 1);
      const S bytes = S(options.element_bytes) * tokens * shape.hidden;
      tensor_message =
          S(1 - options.tensor_overlap) * network::ring_all_gather_time(tensor, bytes, over.latency, over.bandwidth);
    }
    context_ring = fabric.ring(span, static_cast<double>(l.tensor));
    context_link = fabric.link(span);
    expert_link = fabric.link(span * static_cast<double>(l.expert));
  }
};

/// Works out Work for one machine and one way to run: rates once, then any number of layers.
template <class S>
class Worker {
 public:
  Worker(const workload::TransformerShape<S>& shape, const workload::Chip<S>& chip, const StepOptions& options)
      : shape_(shape),
        eight_bit_(options.precision == Precision::fp8),
        per_flop_(S(1) / chip.achieved_flops),
        per_16_bit_flop_(eight_bit_ ? S(S(2) * per_flop_) : per_flop_),
        per_attention_flop_(S(1) / chip.attention_rate()),
        per_byte_(S(1) / chip.memory_bandwidth),
        element_bytes_(options.element_bytes),
        options_(options) {}

  /// Attention and its norms, which every layer has. Nothing of experts enters.
  AttentionWork<S> attention(const MicroBatch<S>& on) const {
    AttentionWork<S> all;
    auto& [work, core] = all;
    const S &u = on.share, &T = on.tokens, &r = on.rows, &h = shape_.hidden, &a = shape_.query_heads;
    const S qk = shape_.query_key_size(), v = shape_.value_size();
    const S k = shape_.is_latent() ? a : shape_.key_value_heads;
    if (shape_.is_latent()) {
      const S &queries = shape_.query_rank, &keys = shape_.key_value_rank;
      const bool compressed = value_of(queries) > 0;
      if (compressed) product(work, T, queries, h);
      product(work, T, S(a * qk * u), compressed ? queries : h);
      product(work, T, S(keys + shape_.rope_head_size), h);
      product(work, T, S(a * (shape_.head_size + v) * u), keys);
      product(work, T, h, S(a * v * u));
      const S ranks = S(4) * T * (queries + keys), heads = S(4) * T * a * (qk + v) * u;
      add(work, ranks + heads, S(2) * ranks + heads, 4, 4);
    } else {
      product(work, T, S((a * qk + k * (qk + v)) * u), h);
      product(work, T, h, S(a * v * u));
    }
    const S positions = S(4) * T * (a + k) * qk * u;
    add(work, positions, positions, 2, 2);
    add(work, S(20) * r * h, S(28) * r * h, 4, 6);

    S scores(0);  // [s] of the core, forward
    if (options_.kernels == Kernels::fused) {
      scores = T * on.sequence * a * (qk + v) * u * per_attention_flop_;
      const S moved = S(2) * T * (a * qk + k * qk + k * v + a * v) * u;
      work.forward.attention = scores;
      work.backward.attention = S(2.5) * scores;
      add(work, moved, S(2.5) * moved, 2, 4);
    } else {
      const S matrices = T / on.sequence * a * u, &s = on.sequence;
      const S f = S(2) * s * s * qk * matrices * per_16_bit_flop_, g = S(2) * s * s * v * matrices * per_16_bit_flop_;
      const S moved = S(2) * matrices * per_byte_;
      scores = in_all(f, S(moved * (S(2) * s * qk + s * s))) + in_all(g, S(moved * (S(2) * s * v + s * s)));
      const S square = T * s * a * u;
      core.products = scores;
      core.bytes = S(9) * square;
      core.operations = 4;
      work.forward.products = work.forward.products + scores;
      work.backward.products = work.backward.products + S(2) * scores;
      add(work, core.bytes, S(11) * square, 4, 6);
    }
    if (value_of(on.context) > 1) contexts(work, on, scores, qk, v, k);
    tensor(work, on, 4, 4);
    return all;
  }

  /// A dense feed-forward of a width F; none where it is 0.
  Work<S> feed_forward(const MicroBatch<S>& on, const S& width) const {
    Work<S> work;
    if (!(value_of(width) > 0)) return work;
    const S n = matrices(), share = width * on.share, moved = S(2) * on.tokens * share;
    product(work, on.tokens, S((n - S(1)) * share), shape_.hidden);
    product(work, on.tokens, shape_.hidden, share);
    add(work, moved * n, moved * (S(2) * n - S(1)), 1, 1);
    return work;
  }

  /// Router, shared and routed experts, tokens to them and back.
  Work<S> experts(const MicroBatch<S>& on) const {
    const S &h = shape_.hidden, &width = shape_.expert_feed_forward, n = matrices(), &rows = on.expert_rows;
    Work<S> work = feed_forward(on, S(shape_.shared_experts * width));
    if (value_of(shape_.shared_experts) > 0) add(work, S(6) * on.rows * h, S(6) * on.rows * h, 1, 1);
    product(work, on.rows, shape_.experts, h, S(1), true);
    add(work, S(24) * on.rows * shape_.experts, S(16) * on.rows * shape_.experts, 8, 6);
    const S here = shape_.experts / on.experts, each = rows / here;
    product(work, each, S((n - S(1)) * width), h, here);
    product(work, each, h, width, here);
    add(work, S(2) * rows * n * width + S(4) * rows, S(2) * rows * (S(2) * n - S(1)) * width, 1, 1);
    add(work, S(16) * rows * h, S(16) * rows * h, 4, 4);
    if (value_of(on.experts) > 1) {
      const S message = S(1 - options_.expert_overlap) * exchanged(on.experts, S(element_bytes_ * rows * h), on.expert_link);
      const double two = value_of(message) > 0 ? 2 : 0;
      work.forward.expert = work.backward.expert = S(2) * message;
      work.forward.operations += two, work.backward.operations += two;
    }
    return work;
  }

  /// The input table: looked up, not multiplied.
  Work<S> table(const MicroBatch<S>& on) const {
    Work<S> work;
    const S looked_up = S(4) * on.tokens * shape_.hidden;
    add(work, looked_up, S(2) * looked_up, 1, 1);
    tensor(work, on, 1, 1);
    return work;
  }

  /// Final norm, head and loss.
  Work<S> head(const MicroBatch<S>& on) const {
    Work<S> work;
    const S &h = shape_.hidden, share = shape_.vocabulary * on.share;
    product(work, on.tokens, share, h, S(1), true);
    const S logits = S(4 + 3.5 * larger(0., options_.logit_bytes - 2)) * on.tokens * share;
    add(work, S(4) * on.rows * h + logits, S(8) * on.rows * h + logits, 4, 3);
    tensor(work, on, 1, 2);
    return work;
  }

  /// [s] of bytes to and from memory.
  S memory_time(const S& bytes) const { return bytes * per_byte_; }

 private:
  S matrices() const { return S(value_of(shape_.gated) != 0 ? 3 : 2); }

  /// Time of a product of so many seconds of FLOPs and of traffic: neither the larger nor the sum.
  static S in_all(const S& flops, const S& traffic) {
    using std::sqrt;
    return value_of(traffic) == 0 ? flops : S(sqrt(S(flops * flops + traffic * traffic)));
  }

  /// G products M x K by K x N, forward and both gradients. Inlined by force: the sums of its callers then stay in registers.
  [[gnu::always_inline]] void product(Work<S>& work, const S& m, const S& n, const S& k, const S& g = S(1),
                                      bool sixteen = false) const {
    const S mk = g * m * k, mn = g * m * n, f = S(2) * mk * n * (sixteen ? per_16_bit_flop_ : per_flop_);
    work.forward.operations += 1;
    work.backward.operations += 2;
    if (value_of(per_byte_) == 0) {
      work.forward.products = work.forward.products + f;
      work.backward.products = work.backward.products + S(2) * f;
    } else {
      const S kn = g * k * n, traffic = S(2) * per_byte_ * (mk + mn + kn);
      const S forward = in_all(f, traffic), weights = in_all(f, S(traffic + S(6) * per_byte_ * kn));
      work.forward.products = work.forward.products + forward;
      work.backward.products = work.backward.products + forward + weights;
    }
    if (eight_bit_ && !sixteen) add(work, S(4) * mk, S(4) * mn, 1, 1);  // inputs cast: 2 bytes read, one written in each layout
  }

  static void add(Work<S>& work, const S& forward, const S& backward, double operations, double operations_back) {
    work.forward.bytes = work.forward.bytes + forward;
    work.backward.bytes = work.backward.bytes + backward;
    work.forward.operations += operations;
    work.backward.operations += operations_back;
  }

  /// Every rank's bytes to all others.
  static S exchanged(const S& ranks, const S& bytes, const network::Link<S>& link) {
    return network::pairwise_all_to_all_time(ranks, bytes, link.latency, link.bandwidth);
  }
  /// So many messages of the tensor group, forward and backward.
  static void tensor(Work<S>& work, const MicroBatch<S>& on, double messages, double messages_back) {
    if (value_of(on.tensor_message) == 0) return;
    work.forward.tensor = S(messages) * on.tensor_message;
    work.backward.tensor = S(messages_back) * on.tensor_message;
    work.forward.operations += messages;
    work.backward.operations += messages_back;
  }

  /// Keys and values of the other context ranks. `scores`: time of the core on this GPU, forward.
  void contexts(Work<S>& work, const MicroBatch<S>& on, const S& scores, const S& qk, const S& v, const S& k) const {
    const S &c = on.context, others = c - S(1), &a = shape_.query_heads;
    const S tokens = element_bytes_ * on.tokens * on.share, kept = k * (qk + v);
    S forward(0), backward(0);
    double messages = 1;
    switch (options_.context_exchange) {
      case ContextExchange::all_to_all: {
        messages = 2;
        forward = backward =
            exchanged(c, S(tokens * (a * qk + kept)), on.context_link) + exchanged(c, S(tokens * a * v), on.context_link);
        const S moved = S(8) * on.tokens * (a * qk + kept + a * v) * on.share;
        add(work, moved, moved, 6, 6);
        break;
      }
      case ContextExchange::all_gather:
        forward = network::ring_all_gather_time(c, S(tokens * c * kept), on.context_ring.latency, on.context_ring.bandwidth);
        backward = S(2) * forward;
        break;
      case ContextExchange::ring: {
        const S block = on.context_ring.latency + tokens * kept / on.context_ring.bandwidth, beside = scores / c;
        forward = others * larger(S(0), S(block - beside));
        backward = others * larger(S(0), S(S(2) * block - S(options_.kernels == Kernels::fused ? 2.5 : 2) * beside));
        break;
      }
    }
    work.forward.context = forward, work.backward.context = backward;
    if (value_of(forward) > 0) work.forward.operations += messages;
    if (value_of(backward) > 0) work.backward.operations += messages;
  }

  const workload::TransformerShape<S>& shape_;
  bool eight_bit_;
  S per_flop_, per_16_bit_flop_, per_attention_flop_, per_byte_, element_bytes_;
  const StepOptions& options_;
};

}  // namespace scaling_limits::parallelism
