// SPDX-License-Identifier: Apache-2.0
// Statistical efficiency: a batch of B tokens needs S_min (1 + B_c/B) steps, hence E_min (1 + B/B_c) tokens, B_c = E_min/S_min.
// With a step of a B/N + K the training time is S_min (1 + B_c/B)(a B/N + K); its best batch is sqrt(N K B_c/a), and with that
// batch the useful share of N GPUs is 1/(1 + sqrt(N/N_c))^2, N_c = a B_c/K: the batch re-optimised at every size. Time never
// falls below S_min K. McCandlish et al., "An Empirical Model of Large-Batch Training", arXiv 1812.06162, 2018, section 2 and
// appendix A.
#pragma once
#include "../version.hpp"

#include "strong_scaling.hpp"

namespace scaling_limits::limits {

/// The factor 1/(1 + sqrt(N/critical_size))^2: serial time and batch together, so it takes the place of StrongScaling.
template <class P = double>
struct CriticalBatch {
  P critical_size = P(NaN);
  Name name = "batch";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "critical_batch";
  static constexpr std::string_view text = "the best batch at every size: 1 / (1 + sqrt(gpus / critical_size))^2";

  void validate() const { scaling_limits::validate(*this, "CriticalBatch"); }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    using std::sqrt;
    return {{name, S(S(2) * log_one_plus(S(sqrt(S(gpus / S(critical_size))))))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }

  /// The peak with restarts as the only other loss, N (1 + sqrt(N/N_c)) = N_R: v^3 + v^2 = N_R/N_c in v = sqrt(N/N_c). NaN for
  /// targets other than 1.
  template <class S>
  S size_with_restarts(const S& restart_size, double target) const {
    using std::cbrt;
    using std::sqrt;
    const S ratio = restart_size / S(critical_size);
    const double r = static_cast<double>(value_of(ratio));
    if (target != 1 || !(r >= 0 && r < inf)) return S(NaN);
    if (r == 0) return S(0);
    // from above, where the cubic is convex: every Newton step stays above and doubles the digits
    S v(std::fmin(sqrt(r), cbrt(r)));
    for (int i = 0; i < 9; ++i) v = v - (v * v * (v + S(1)) - ratio) / (v * (S(3) * v + S(2)));
    return S(critical_size) * v * v;
  }
};

template <class P>
constexpr auto fields(const CriticalBatch<P>*) {
  using F = CriticalBatch<P>;
  return std::to_array<Field<F, P>>({
      {"critical_size",
       &F::critical_size,
       "1",
       positive_or_inf,
       "size N_c at which a quarter of the throughput is left",
       {1e4, 1e7},
       Effect::help},
  });
}
static_assert(factor_table_is_complete<CriticalBatch<>>,
              "CriticalBatch: a member without its row, or a row without its member");

/// A batch that stays what it is at every size: the constant factor 1/(1 + batch/critical_batch).
template <class P = double>
struct FixedBatch {
  P batch = P(NaN);
  P critical_batch = P(NaN);
  Name name = "batch";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "fixed_batch";
  static constexpr std::string_view text = "one batch at every size: 1 / (1 + batch / critical_batch)";

  void validate() const { scaling_limits::validate(*this, "FixedBatch"); }
  template <class S>
  Terms<S> losses(const S&) const {
    return {{name, log_one_plus(S(S(batch) / S(critical_batch)))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }
};

template <class P>
constexpr auto fields(const FixedBatch<P>*) {
  using F = FixedBatch<P>;
  return std::to_array<Field<F, P>>({
      {"batch", &F::batch, "1", positive, "tokens of a step, at every size", {1e6, 1e8}, Effect::cost},
      {"critical_batch",
       &F::critical_batch,
       "1",
       positive_or_inf,
       "tokens of a step at which twice as many tokens are needed",
       {1e6, 1e8},
       Effect::help},
  });
}
static_assert(factor_table_is_complete<FixedBatch<>>, "FixedBatch: a member without its row, or a row without its member");

/// A batch of so many tokens per GPU at every size: 1/(1 + N/N_B), N_B = critical_batch / tokens_per_gpu.
template <class Q, class B, Scalar S = promote_t<Q, B>>
StrongScaling<S> fixed_tokens_per_gpu(const Q& tokens_per_gpu, const B& critical_batch) {
  return {.half_size = S(critical_batch) / S(tokens_per_gpu), .name = "batch"};
}

/// N_c = a B_c / K, the critical_size of CriticalBatch.
///
/// work_per_token a > 0 [GPU-seconds], FLOPs per token / achieved FLOP/s; serial_time K > 0 [s] of a step;
/// critical_batch B_c > 0 [tokens].
///
/// Source: derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of
/// McCandlish et al., arXiv 1812.06162, 2018, section 2.
template <class A, class K, class B, Scalar S = promote_t<A, K, B>>
S critical_size(const A& work_per_token, const K& serial_time, const B& critical_batch) {
  const S a(work_per_token), k(serial_time), b(critical_batch);
  if (!(value_of(a) > 0 && value_of(k) >= 0 && value_of(b) > 0)) return S(NaN);
  return a * b / k;
}

/// The batch [tokens] that trains fastest on N GPUs, sqrt(N K B_c / a).
///
/// gpus N > 0; work_per_token a > 0 [GPU-seconds]; serial_time K >= 0 [s] of a step; critical_batch B_c > 0 [tokens].
///
/// Source: derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of
/// McCandlish et al., arXiv 1812.06162, 2018, section 2.
template <class N, class A, class K, class B, Scalar S = promote_t<N, A, K, B>>
S optimal_batch(const N& gpus, const A& work_per_token, const K& serial_time, const B& critical_batch) {
  using std::sqrt;
  const S n(gpus), a(work_per_token), k(serial_time), b(critical_batch);
  if (!(value_of(n) > 0 && value_of(a) > 0 && value_of(k) >= 0 && value_of(b) > 0)) return S(NaN);
  return sqrt(S(n * k * b / a));
}

/// Training time [s] with a batch: S_min (1 + B_c/B)(a B/N + K).
///
/// least_steps S_min, the steps of ever larger batches; the others as for optimal_batch; batch B > 0 [tokens].
///
/// Source: McCandlish et al., arXiv 1812.06162, 2018, section 2, with a step of a B/N + K.
template <class M, class N, class A, class K, class C, class B, Scalar S = promote_t<M, N, A, K, C, B>>
S batch_training_time(const M& least_steps, const N& gpus, const A& work_per_token, const K& serial_time,
                      const C& critical_batch, const B& batch) {
  const S steps(least_steps), n(gpus), a(work_per_token), k(serial_time), critical(critical_batch), b(batch);
  if (!(value_of(steps) >= 0 && value_of(n) > 0 && value_of(a) > 0 && value_of(k) >= 0 && value_of(critical) > 0 &&
        value_of(b) > 0))
    return S(NaN);
  return steps * (S(1) + critical / b) * (a * b / n + k);
}

/// The critical batch [tokens] from root-mean-square norms of gradients averaged over a small and a large batch.
///
/// |G|^2 = (B2 n2^2 - B1 n1^2)/(B2 - B1), noise = (n1^2 - n2^2)/(1/B1 - 1/B2), answer noise / |G|^2. small_batch and
/// large_batch 0 < B1 < B2 [tokens]; small_norm, large_norm: norms, not squared. NaN where |G|^2 is not > 0. Means of many
/// squares must go in: one pair of gradients is noise.
///
/// Source: McCandlish et al., arXiv 1812.06162, 2018, appendix A.1.
template <class A, class B, class C, class D, Scalar S = promote_t<A, B, C, D>>
S critical_batch_from_norms(const A& small_batch, const B& large_batch, const C& small_norm, const D& large_norm) {
  const S few(small_batch), many(large_batch), rough = square(S(small_norm)), fine = square(S(large_norm));
  if (!(value_of(few) > 0 && few < many && value_of(S(small_norm)) >= 0 && value_of(S(large_norm)) >= 0)) return S(NaN);
  const S signal = (many * fine - few * rough) / (many - few);
  const S noise = (rough - fine) * few * many / (many - few);
  return value_of(signal) > 0 ? S(noise / signal) : S(NaN);
}

}  // namespace scaling_limits::limits
