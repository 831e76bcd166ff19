// SPDX-License-Identifier: Apache-2.0
// The largest cluster when state is recovered from the memory of peers. RECONSTRUCTIONS: a published estimate says "billions
// to sextillions" (Epoch AI, "Hardware Failures Won't Limit AI Scaling", 2024) without the formula in what we have; these
// three say what such a statement needs. Recovery takes t(N) on N GPUs, mtbf(N) = gpu_mttf / N:
//
//   A  single failure   t(N) = mtbf(N), t = latency g(N): nothing is gained once recovery takes as long as the machine runs
//   B  spread state     the same with t = S0 (N/N0)^growth / (N b): every link of the machine carries its part of the state
//   C  second failure   N t(N)^2 = gpu_mttf^2: t is short enough for no second failure to strike the same state inside it
//   g(N) = 1, log2 N, sqrt(N/N0) or N/N0
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/words.hpp"

namespace scaling_limits::limits {

/// How the time to recover grows with size: as 1, log2 N, sqrt(N / reference_gpus), N / reference_gpus.
enum class LatencyGrowth { constant, logarithmic, square_root, linear };

constexpr auto words(const LatencyGrowth*) {
  return std::to_array<Word<LatencyGrowth>>({{"constant", LatencyGrowth::constant},
                                             {"logarithmic", LatencyGrowth::logarithmic},
                                             {"square_root", LatencyGrowth::square_root},
                                             {"linear", LatencyGrowth::linear}});
}

namespace detail {

/// The x > 1 with x ln x = c, c > 0: from v + ln v = ln c, v = ln x.
template <class S>
S x_log_x(const S& c) {
  using std::exp;
  using std::log;
  const double target = std::log(value_of(c));
  // concave and rising in v: Newton lands below the root once and then rises to it
  double start = target > 1 ? target : value_of(c);
  for (int i = 0; i < 60; ++i) {
    const double next = start * (1 + target - std::log(start)) / (1 + start);
    const bool done = std::abs(next - start) <= 1e-15 * next;
    start = next;
    if (done) break;
  }
  S v(start);
  for (int i = 0; i < (digits_of<S> > 53 ? 6 : 2); ++i) v = v * (S(1) + log(c) - log(v)) / (S(1) + v);
  return exp(v);
}

/// The N with N g(N) = ratio (A), or sqrt(N) g(N) = ratio (C, `second`).
template <class S>
S size_of_latency(const S& ratio, LatencyGrowth growth, const S& reference_gpus, bool second) {
  using std::exp;
  using std::log;
  if (growth == LatencyGrowth::logarithmic) {
    // A: N ln N = ratio ln 2;  C: K = sqrt(N), K ln K = ratio ln 2 / 2
    const S x = x_log_x(S(ratio * S(second ? 0.5 : 1.0) * log(S(2))));
    return second ? S(x * x) : x;
  }
  // N^p (N/N0)^k = ratio, p = 1 or 1/2
  const double p = second ? 0.5 : 1, k = growth == LatencyGrowth::constant ? 0 : growth == LatencyGrowth::linear ? 1 : 0.5;
  return exp(S((log(ratio) + S(k) * log(reference_gpus)) / S(p + k)));
}

template <class S>
S memory_limit(const S& gpu_mttf, const S& latency, LatencyGrowth growth, const S& reference_gpus, bool second) {
  if (!(value_of(gpu_mttf) > 0 && value_of(latency) >= 0 && value_of(reference_gpus) > 0)) return S(NaN);
  if (value_of(gpu_mttf) == inf || value_of(latency) == 0) return S(inf);
  return size_of_latency(S(gpu_mttf / latency), growth, reference_gpus, second);
}

}  // namespace detail

/// Reconstruction A [GPUs]: the size at which recovering from peers' memory takes as long as the machine runs between failures.
///
/// gpu_mttf > 0 [s]; latency >= 0 of one recovery [s], at reference_gpus for square_root and linear growth. Ours, of a
/// published estimate whose formula is not known.
///
/// Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
/// "Hardware Failures Won't Limit AI Scaling", 2024.
template <class M, class T, class N = int, Scalar S = promote_t<M, T, N>>
S memory_recovery_single_failure(const M& gpu_mttf, const T& latency, LatencyGrowth growth, const N& reference_gpus = 16384) {
  return detail::memory_limit(S(gpu_mttf), S(latency), growth, S(reference_gpus), false);
}

/// Reconstruction B [GPUs]: state spread over all links, N0 (gpu_mttf b / S0)^(1/growth).
///
/// gpu_mttf > 0 [s]; checkpoint_bytes S0 >= 0 at reference_gpus N0; link_bandwidth b > 0 of one GPU [B/s]; growth >= 0:
/// the exponent of the state in size. A state that does not grow has no limit, or NaN where a link cannot carry it.
///
/// Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
/// "Hardware Failures Won't Limit AI Scaling", 2024.
template <class M, class C, class B, class N = int, Scalar S = promote_t<M, C, B, N>>
S memory_recovery_spread_state(const M& gpu_mttf, const C& checkpoint_bytes, const B& link_bandwidth,
                               const N& reference_gpus = 16384, double growth = 0.5) {
  using std::exp;
  using std::log;
  const S m(gpu_mttf), c(checkpoint_bytes), b(link_bandwidth), n(reference_gpus);
  if (!(value_of(m) > 0 && value_of(c) >= 0 && value_of(b) > 0 && value_of(n) > 0 && growth >= 0)) return S(NaN);
  if (value_of(c) == 0 || value_of(m) == inf || value_of(b) == inf) return S(inf);
  const S ratio = m * b / c;
  if (growth == 0) return value_of(ratio) >= 1 ? S(inf) : S(NaN);
  return n * exp(S(log(ratio) / S(growth)));
}

/// Reconstruction C [GPUs]: the size at which a second failure strikes the same state inside a recovery. Arguments as for A.
///
/// A given peer fails inside the window t of a recovery at the rate N t / gpu_mttf^2; at this size such double losses come as
/// fast as they are recovered from, once per t.
///
/// 5 ms, from linear to constant latency, spans 7.0e9 to 1.3e21: the only form found that spans "billions to sextillions".
///
/// Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
/// "Hardware Failures Won't Limit AI Scaling", 2024.
template <class M, class T, class N = int, Scalar S = promote_t<M, T, N>>
S memory_recovery_second_failure(const M& gpu_mttf, const T& latency, LatencyGrowth growth, const N& reference_gpus = 16384) {
  return detail::memory_limit(S(gpu_mttf), S(latency), growth, S(reference_gpus), true);
}

}  // namespace scaling_limits::limits
