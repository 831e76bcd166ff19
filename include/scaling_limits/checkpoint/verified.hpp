// SPDX-License-Identifier: Apache-2.0
// Silent errors: found only by verifying, so that a checkpoint is taken after verified work alone.
//
//   n chunks of work w, each followed by a verification V; after the last, which finds every error, a checkpoint C
//   silent errors at rate lambda_s strike work only; fail-stop failures at rate lambda_f verification and checkpoint too
//   a fail-stop costs downtime D + restart R, a detection R; neither is exposed
// With f = exp(-lambda_f (w + V)), a = exp(-lambda_s w), chunk i + 1 begins clean with probability (f a)^i, and the expected
// time is the sum of what the attempts cost over the probability (f a)^n exp(-lambda_f C) that one succeeds.
// recall < 1: the verifications but the last find an error with that probability; an undetected one wastes the chunks until it
// is found.
// First order: 2 sqrt(o_ef o_rw), o_ef = n V + C, o_rw = lambda_f/2 + lambda_s (n+1)/(2n) (patterns of chunks and
// verifications: Benoit, Raina, Robert, IJHPCA 2015; with fail-stop errors: Benoit, Cavelan, Robert, Sun, IPDPS 2016).
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"
#include "../numeric/optimum.hpp"

namespace scaling_limits::checkpoint {

/// All that a verified segment costs apart from its work.
template <class S>
struct VerifiedSegment {
  S verification_time{}, write_time{}, silent_rate{}, fail_stop_rate{}, restart_time{}, downtime{};
  S recall = S(1), final_time = verification_time;
  S detection_restart = restart_time;  // after a silent error that is found

  bool in_domain() const {
    return value_of(verification_time) >= 0 && value_of(write_time) >= 0 && value_of(silent_rate) >= 0 &&
           value_of(fail_stop_rate) >= 0 && value_of(restart_time) >= 0 && value_of(downtime) >= 0 && value_of(recall) > 0 &&
           value_of(recall) <= 1 && value_of(final_time) >= 0 && value_of(detection_restart) >= 0;
  }
  template <class T>
  VerifiedSegment<T> as() const {
    return {carried<T>(verification_time), carried<T>(write_time), carried<T>(silent_rate), carried<T>(fail_stop_rate),
            carried<T>(restart_time),      carried<T>(downtime),   carried<T>(recall),      carried<T>(final_time),
            carried<T>(detection_restart)};
  }
};

/// One attempt at a segment: the time it takes by term, how many fail-stops and detections end it, and the logarithm of how
/// often it succeeds, which may be below the least double. Means.
template <class S>
struct VerifiedAttempt {
  S running{}, restart{}, downtime{};
  S stops{}, detections{}, log_success{};
  S time() const { return running + restart + downtime; }
};

namespace detail {

/// What a number of chunks in a row does: a clean state ends clean or corrupted, a corrupt one corrupt; and how many of them
/// are begun in each state meanwhile. All terms are positive.
template <class S>
struct ChunksRun {
  S clean{}, corrupt{}, corrupted{};                    // probability of getting through
  S clean_begun{}, corrupt_begun{}, corrupted_begun{};  // clean from clean, corrupt from corrupt, corrupt from clean

  friend ChunksRun operator*(const ChunksRun& a, const ChunksRun& b) {  // a, then b
    return {a.clean * b.clean,
            a.corrupt * b.corrupt,
            a.clean * b.corrupted + a.corrupted * b.corrupt,
            a.clean_begun + a.clean * b.clean_begun,
            a.corrupt_begun + a.corrupt * b.corrupt_begun,
            a.corrupted_begun + a.clean * b.corrupted_begun + a.corrupted * b.corrupt_begun};
  }
};
/// So many of one after another, by squaring.
template <class S>
ChunksRun<S> chunks_run(double n, ChunksRun<S> one) {
  ChunksRun<S> all{S(1), S(1), S(0), S(0), S(0), S(0)};
  for (; n >= 1; n = std::floor(n / 2)) {
    if (std::fmod(n, 2) == 1) all = all * one;
    one = one * one;
  }
  return all;
}

}  // namespace detail

template <class S>
VerifiedAttempt<S> verified_attempt(const S& chunks, const S& work, const VerifiedSegment<S>& v) {
  using std::exp;
  const double n = value_of(chunks);
  const S c = v.write_time, silent = v.silent_rate * work;
  const S passes = exp(S(-v.fail_stop_rate * S(work + v.verification_time)));  // no fail-stop in one chunk
  const S passes_last = exp(S(-v.fail_stop_rate * S(work + v.final_time)));
  const S corrupts = -exp_minus_one(S(-silent));
  const S running_chunk = cut_short(v.fail_stop_rate, S(work + v.verification_time));
  const S running_last = cut_short(v.fail_stop_rate, S(work + v.final_time));
  const S q_log = v.fail_stop_rate * S(work + v.verification_time) + silent;  // -ln(f a)
  // chunks begun per attempt, clean and corrupt: the first n - 1, then the last
  const bool exact = value_of(v.recall) == 1;
  S clean_begun, clean_last = exp(S(S(-(chunks - S(1))) * q_log));
  S corrupt_begun(0), corrupt_last(0);
  if (exact || n == 1) {
    clean_begun = n == 1                 ? S(0)
                  : value_of(q_log) == 0 ? S(chunks - S(1))
                                         : S(exp_minus_one(S(S(-(chunks - S(1))) * q_log)) / exp_minus_one(S(-q_log)));
  } else {
    const S missed = passes * (S(1) - v.recall);
    const auto all = detail::chunks_run<S>(n - 1, {passes * exp(S(-silent)), missed, missed * corrupts, S(1), S(1), S(0)});
    clean_begun = all.clean_begun, corrupt_begun = all.corrupted_begun;
    clean_last = all.clean, corrupt_last = all.corrupted;
  }
  const S begun = clean_begun + corrupt_begun, last = clean_last + corrupt_last;
  const S to_write = clean_last * passes_last * exp(S(-silent));
  // per attempt: fail-stops and detections
  const S stops = begun * -exp_minus_one(S(-v.fail_stop_rate * S(work + v.verification_time))) +
                  last * -exp_minus_one(S(-v.fail_stop_rate * S(work + v.final_time))) +
                  to_write * -exp_minus_one(S(-v.fail_stop_rate * c));
  const S detections =
      passes * v.recall * (corrupt_begun + clean_begun * corrupts) + passes_last * (corrupt_last + clean_last * corrupts);
  return {begun * running_chunk + last * running_last + to_write * cut_short(v.fail_stop_rate, c),
          v.restart_time * stops + v.detection_restart * detections,
          v.downtime * stops,
          stops,
          detections,
          -S(chunks - S(1)) * q_log - v.fail_stop_rate * S(work + v.final_time + c) - silent};
}

/// -ln goodput with n chunks of that work each.
template <class S>
S verified_loss(double chunks, const S& work, const VerifiedSegment<S>& v) {
  using std::log;
  const auto attempt = verified_attempt(S(chunks), work, v);
  return log(S(attempt.time() / (S(chunks) * work))) - attempt.log_success;
}

struct VerifiedPoint {
  double chunks{}, work{}, loss{};
};

namespace detail {

inline constexpr double most_chunks = 4096;

template <class = void>
VerifiedPoint best_verified_work(double chunks, double start, const VerifiedSegment<double>& v) {
  const auto values = v.as<dual<dual<double>>>();
  const double w = numeric::minimum_point([&](const dual<dual<double>>& x) { return verified_loss(chunks, x, values); }, start,
                                          0, numeric::logarithm_noise);
  return {chunks, w, verified_loss(chunks, w, v)};
}

}  // namespace detail

/// The best number of chunks and work of one: started from first order, then downhill in the number.
template <class = void>
VerifiedPoint best_verified(const VerifiedSegment<double>& v) {
  const double n = std::sqrt(v.silent_rate * (v.write_time + v.final_time - v.verification_time) /
                             ((v.silent_rate + v.fail_stop_rate) * v.verification_time));
  const double chunks = n >= 1 ? (std::min)(std::round(n), detail::most_chunks) : 1;
  const double cost = chunks * v.verification_time + v.write_time;
  const double rework = v.fail_stop_rate / 2 + v.silent_rate * (chunks + 1) / (2 * chunks);
  const double start = (std::min)(std::sqrt(cost) / std::sqrt(rework), 1 / (v.fail_stop_rate + v.silent_rate)) / chunks;
  auto best = detail::best_verified_work(chunks, start > 0 ? start : 1e-6 / (v.fail_stop_rate + v.silent_rate), v);
  const auto next = [&](const VerifiedPoint& from, double step) {
    const double tried = std::clamp(from.chunks + step, 1.0, detail::most_chunks);
    return tried == from.chunks ? from : detail::best_verified_work(tried, from.work * from.chunks / tried, v);
  };
  numeric::move_while_lower(best, next, numeric::logarithm_noise);
  return best;
}

/// Expected wall-clock time [s] to commit `chunks` pieces of verified work and their checkpoint, exact.
///
/// Every chunk is `work` and a verification. Silent errors strike work only, failures strike all; a failure costs
/// downtime + restart_time, a detection restart_time, neither exposed. recall is that of the verifications but the last,
/// which finds all.
///
/// Source: derived in include/scaling_limits/checkpoint/verified.hpp.
///
/// @param chunks n >= 1; @param work w of one chunk [s] >= 0; @param verification_time V [s] >= 0; @param write_time C [s] >= 0
/// @param silent_rate lambda_s, @param fail_stop_rate lambda_f [1/s] >= 0; @param restart_time R, @param downtime D [s] >= 0
/// @param recall share of errors that the verifications but the last find, in (0, 1]
template <class N, class W, class V, class C, class A, class F, class R = int, class D = int, class Q = int,
          Scalar S = promote_t<N, W, V, C, A, F, R, D, Q>>
S verified_segment_time(const N& chunks, const W& work, const V& verification_time, const C& write_time, const A& silent_rate,
                        const F& fail_stop_rate, const R& restart_time = 0, const D& downtime = 0, const Q& recall = 1) {
  using std::exp;
  const S n(chunks), w(work);
  const VerifiedSegment<S> v{S(verification_time), S(write_time), S(silent_rate), S(fail_stop_rate),
                             S(restart_time),      S(downtime),   S(recall),      S(verification_time)};
  if (!(value_of(n) >= 1 && std::floor(value_of(n)) == value_of(n) && value_of(w) >= 0 && v.in_domain())) return S(NaN);
  if (value_of(n) == inf) return S(inf);
  const auto attempt = verified_attempt(n, w, v);
  return attempt.time() * exp(S(-attempt.log_success));
}

template <class S = double>
struct VerifiedOptimum {
  double chunks = NaN;
  S interval = S(NaN);              // chunks x work of one [s]
  S overhead = S(NaN);              // expected time / work - 1
  S first_order_overhead = S(NaN);  // 2 sqrt(o_ef o_rw) at the same number of chunks
};

/// Chunks and interval of least overhead, by the exact time of a verified segment.
///
/// Answers chunks, interval = chunks x work [s], overhead = time / work - 1, and the first-order overhead
/// 2 sqrt((n V + C)(lambda_f/2 + lambda_s (n + 1)/(2 n))), n chunks, V = verification_time, C = write_time,
/// lambda_s = silent_rate, lambda_f = fail_stop_rate.
///
/// Source: the optimum is exact; patterns of chunks and verifications: Benoit, Raina, Robert, IJHPCA, 2015, and
/// Benoit, Cavelan, Robert, Sun, IPDPS 2016, with fail-stop errors.
template <class V, class C, class A, class F, class R = int, class D = int, class Q = int,
          Scalar S = promote_t<V, C, A, F, R, D, Q>>
VerifiedOptimum<S> verified_optimum(const V& verification_time, const C& write_time, const A& silent_rate,
                                    const F& fail_stop_rate, const R& restart_time = 0, const D& downtime = 0,
                                    const Q& recall = 1) {
  using std::sqrt;
  const VerifiedSegment<S> v{S(verification_time), S(write_time), S(silent_rate), S(fail_stop_rate),
                             S(restart_time),      S(downtime),   S(recall),      S(verification_time)};
  VerifiedOptimum<S> answer;
  if (!v.in_domain()) return answer;
  if (value_of(v.silent_rate) == 0 && value_of(v.fail_stop_rate) == 0) return {1, S(inf), S(0), S(0)};
  const auto best = best_verified(v.template as<double>());
  const S n(best.chunks);
  const S work = numeric::refined_point(S(best.work),
                                        [&]<class T>(const T& w) { return verified_loss(best.chunks, w, v.template as<T>()); });
  answer.chunks = best.chunks;
  answer.interval = n * work;
  answer.overhead = exp_minus_one(verified_loss(best.chunks, work, v));
  const S cost = n * v.verification_time + v.write_time;
  const S rework = v.fail_stop_rate / S(2) + v.silent_rate * (n + S(1)) / (S(2) * n);
  answer.first_order_overhead = value_of(cost) > 0 ? S(S(2) * sqrt(S(cost * rework))) : S(0);
  return answer;
}

}  // namespace scaling_limits::checkpoint
