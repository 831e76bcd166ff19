// SPDX-License-Identifier: Apache-2.0
// What a pipeline costs: its bubble, its transfers, the micro-batches it keeps alive.
//
//   p stages, m micro-batches of a replica, v chunks per stage; t_f, t_b forward and backward of a micro-batch on a stage;
//   t_b = T_B + T_W, input and weight gradient.  Step without communication: m (t_f + t_b) + bubble.
//
//   gpipe, 1f1b   (p - 1)(t_f + t_b)              Huang 2019; Narayanan 2021 (SC21), section 2.2: exact, any m
//   interleaved   (p - 1)(t_f + t_b)/v            Narayanan 2021: exact where p divides m
//   zb_h1, zb_h2  (p - 1)(t_f + T_B - k T_W), k = 1, 2   Qi et al. 2023, Table 2: exact for the hand-made order
//   dualpipe      (p/2 - 1)(T_FB + t_b - 3 T_W)   DeepSeek-V3 report 2024, Table 2; T_FB a forward and a backward overlapped
//   stashed, two_buffered   0: 1f1b that is never flushed, with the weights of weight_versions.hpp; PipeDream 2019, 2BW 2021
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::parallelism {

enum class Schedule { gpipe, one_f_one_b, interleaved, zb_h1, zb_h2, dualpipe, stashed, two_buffered };

constexpr auto words(const Schedule*) {
  using enum Schedule;
  return std::to_array<Word<Schedule>>({{"gpipe", gpipe},
                                        {"1f1b", one_f_one_b},
                                        {"interleaved", interleaved},
                                        {"zb_h1", zb_h1},
                                        {"zb_h2", zb_h2},
                                        {"dualpipe", dualpipe},
                                        {"stashed", stashed},
                                        {"two_buffered", two_buffered}});
}

namespace detail {

inline bool whole(double x, double least) { return x >= least && x == std::floor(x) && x < 1e15; }

/// Whether a schedule exists for that many stages, micro-batches and chunks.
inline bool exists(Schedule schedule, double pipeline, double chunks) {
  if (!whole(pipeline, 1) || !whole(chunks, 1)) return false;
  if (schedule == Schedule::dualpipe && std::fmod(pipeline, 2) != 0) return false;
  return schedule == Schedule::interleaved || chunks == 1;
}
/// Whether two versions of the weights do: the micro-batches in flight are then of two updates at most.
inline bool buffered(Schedule schedule, double pipeline, double micro_batches) {
  return schedule != Schedule::two_buffered || micro_batches >= pipeline;
}

}  // namespace detail

/// Idle time of a pipeline stage in one step [s].
///
/// gpipe and 1f1b (p - 1)(t_f + t_b); interleaved (p - 1)(t_f + t_b)/v; zb_h1, zb_h2 (p - 1)(t_f + T_B - k T_W), k = 1, 2;
/// dualpipe (p/2 - 1)(T_FB + t_b - 3 T_W); stashed, two_buffered 0. p = pipeline (even for dualpipe), t_f = forward,
/// t_b = T_B + T_W = backward, v = chunks, T_W = weight_gradient, T_FB = overlapped.
///
/// Source: Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2.
///
/// @param pipeline stages, whole, >= 1 (even for dualpipe); @param chunks per stage, 1 unless interleaved
/// @param forward, backward [s] of one micro-batch on one stage, all its chunks; backward is the whole one
/// @param weight_gradient T_W, its part; NaN: half of it. @param overlapped T_FB of dualpipe; NaN: forward + backward
template <class F, class B, class W = double, class O = double, Scalar S = promote_t<F, B, W, O>>
S bubble_time(Schedule schedule, double pipeline, const F& forward, const B& backward, double chunks = 1,
              const W& weight_gradient = W(NaN), const O& overlapped = O(NaN)) {
  const S f(forward), b(backward);
  if (!detail::exists(schedule, pipeline, chunks) || !(value_of(f) >= 0 && value_of(b) >= 0)) return S(NaN);
  const bool given = value_of(weight_gradient) == value_of(weight_gradient);
  const S w = given ? S(weight_gradient) : S(b / S(2));
  const S joint = value_of(overlapped) == value_of(overlapped) ? S(overlapped) : S(f + b);
  if (!(value_of(w) >= 0 && value_of(w) <= value_of(b) && value_of(joint) >= 0)) return S(NaN);
  const S others(pipeline - 1), none(0);
  switch (schedule) {
    case Schedule::gpipe:
    case Schedule::one_f_one_b:
      return others * (f + b);
    case Schedule::interleaved:
      return others * (f + b) / S(chunks);
    case Schedule::zb_h1:
      return larger(none, S(others * (f + b - S(2) * w)));
    case Schedule::zb_h2:
      return larger(none, S(others * (f + b - S(3) * w)));
    case Schedule::dualpipe:
      return larger(none, S(S(pipeline / 2 - 1) * (joint + b - S(3) * w)));
    case Schedule::stashed:
    case Schedule::two_buffered:
      break;
  }
  return none;
}

/// Idle time of a pipeline against the work of a step: bubble_time / (m (t_f + t_b)).
///
/// m = micro_batches, t_f = forward, t_b = backward; interleaved needs a multiple of pipeline.
///
/// Source: a definition; for gpipe, 1f1b and interleaved as in Narayanan et al., SC 2021, section 2.2.
template <class F = int, class B = int, class W = double, Scalar S = promote_t<F, B, W>>
S bubble_of_ideal(Schedule schedule, double pipeline, double micro_batches, double chunks = 1, const F& forward = 1,
                  const B& backward = 2, const W& weight_gradient = W(NaN)) {
  if (!detail::whole(micro_batches, 1) || !detail::buffered(schedule, pipeline, micro_batches)) return S(NaN);
  if (schedule == Schedule::interleaved && std::fmod(micro_batches, pipeline) != 0) return S(NaN);
  return bubble_time(schedule, pipeline, S(forward), S(backward), chunks, S(weight_gradient)) /
         (S(micro_batches) * (S(forward) + S(backward)));
}

/// Idle time of a pipeline against the whole step: x/(1 + x), x = bubble_of_ideal.
///
/// Source: elementary: the bubble over the work and the bubble.
template <class F = int, class B = int, class W = double, Scalar S = promote_t<F, B, W>>
S bubble_of_total(Schedule schedule, double pipeline, double micro_batches, double chunks = 1, const F& forward = 1,
                  const B& backward = 2, const W& weight_gradient = W(NaN)) {
  const S x = bubble_of_ideal(schedule, pipeline, micro_batches, chunks, S(forward), S(backward), S(weight_gradient));
  return x / (S(1) + x);
}

/// What a delay between neighbouring stages adds to a step [s], overlapped as well as the order of the work allows.
///
/// gpipe 2(p - 1)x; interleaved 2(v p - 1)x, exact while x <= min(t_f, t_b)/v and a lower bound beyond; 1f1b
/// [2(p - 1)m/p + 2(p - 2)]x where p divides m; p = pipeline, m = micro_batches, x = transfer, v = chunks. NaN where no
/// closed form is known (other schedules, other m).
///
/// Source: ours, equal to an event simulation of each order of work: tests/unit/parallelism/pipeline.test.cpp.
template <class X, Scalar S = promote_t<X>>
S transfer_exposed_time(Schedule schedule, double pipeline, double micro_batches, const X& transfer, double chunks = 1) {
  const S x(transfer);
  if (!detail::exists(schedule, pipeline, chunks) || !detail::whole(micro_batches, 1) || !(value_of(x) >= 0)) return S(NaN);
  const double p = pipeline, m = micro_batches;
  if (p == 1 && schedule <= Schedule::interleaved) return S(0) * x;
  switch (schedule) {
    case Schedule::gpipe:
      return S(2 * (p - 1)) * x;
    case Schedule::interleaved:
      return std::fmod(m, p) == 0 ? S(S(2 * (chunks * p - 1)) * x) : S(NaN);
    case Schedule::one_f_one_b:
      return std::fmod(m, p) == 0 ? S(S(2 * (p - 1) * (m / p) + 2 * (p - 2)) * x) : S(NaN);
    default:
      return S(NaN);
  }
}

/// Micro-batches whose activations a stage holds at its fullest, in units of all the stage's layers.
///
/// gpipe m; 1f1b min(p - i, m); interleaved (2(p - i - 1) + (v - 1)p + 1)/v, at most m; zb_h1 p (a bound); zb_h2 2p - 1;
/// dualpipe p + 1, and the parameters twice; stashed p - i, and two_buffered where m >= p. p = pipeline,
/// m = micro_batches, i = stage, v = chunks.
///
/// Source: Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2;
/// Narayanan et al., SOSP 2019 and ICML 2021; interleaved counted in its order of work.
inline double in_flight_micro_batches(Schedule schedule, double pipeline, double micro_batches, double stage = 0,
                                      double chunks = 1) {
  const double p = pipeline, m = micro_batches;
  if (!detail::exists(schedule, p, chunks) || !detail::whole(m, 1) || !detail::whole(stage, 0) || stage >= p) return NaN;
  if (!detail::buffered(schedule, p, m)) return NaN;
  switch (schedule) {
    case Schedule::gpipe:
      return m;
    case Schedule::one_f_one_b:
      return smaller(p - stage, m);
    case Schedule::interleaved:
      return smaller((2 * (p - stage - 1) + (chunks - 1) * p + 1) / chunks, m);
    case Schedule::zb_h1:
      return smaller(p, m);
    case Schedule::zb_h2:
      return smaller(2 * p - 1, m);
    case Schedule::dualpipe:
      return smaller(p + 1, m);
    case Schedule::stashed:
    case Schedule::two_buffered:
      return p - stage;
  }
  return NaN;
}

}  // namespace scaling_limits::parallelism
