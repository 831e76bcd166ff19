// SPDX-License-Identifier: Apache-2.0
// What an interval costs against the best one, and the band of intervals that cost less than a tolerance.
//
// In units of the MTBF let q be the best interval (numeric/renewal.hpp) and x another. With r(z) = exp(z) - 1 - z,
//
//   goodput(q) / goodput(x) = 1 + r(x - q) / x                  exact, and nothing cancels however small the load is
//
// so a relative cost t is met where r(x - q) = T x, T = t / (1 - t): once below q and once above. Nearly, the ends are
// q + T +- sqrt(T^2 + 2 T q), whose product is q^2. Restart time, downtime and persist latency change no ratio; where one write
// in flight forbids q, the best is the shortest allowed interval and the ratio has a linear term too. Both:
// docs/derivations.md, "The best interval".
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/result_fields.hpp"
#include "goodput.hpp"

namespace scaling_limits::checkpoint {

template <class S = double>
struct IntervalBand {
  S shortest{}, longest{};
};
template <class S>
constexpr auto fields(const IntervalBand<S>*) {
  using B = IntervalBand<S>;
  return std::tuple(ResultField("shortest", &B::shortest, "s", "within the tolerance of the best goodput"),
                    ResultField("longest", &B::longest, "s", "within the tolerance of the best goodput"));
}

namespace detail {

/// The best interval in units of the MTBF, and how far it is from stationary: lean = 1 - (1 - exp(-period))/interval, 0 unless
/// one write in flight forbids a shorter interval.
template <class S>
struct BestPoint {
  S share, lean;

  /// goodput(best) / goodput(x) - 1, times (1 - lean) x.
  S excess(const S& x) const {
    const S beyond = x - share;
    return exp_remainder(beyond) + lean * beyond;
  }
};

template <class S>
BestPoint<S> best_point(const Saving<S>& saving) {
  const S cost = saving.load(saving.cost()), shortest = saving.load(saving.shortest_interval());
  const S share = numeric::worked_share(cost);
  if (!(value_of(share) < value_of(shortest))) return {share, S(0)};
  return {shortest, S(S(1) + exp_minus_one(S(-(shortest + cost))) / shortest)};
}

/// The zero of f near x, by Newton until it stays, NaN where it never does; then in S, where each step doubles digits and order
/// of derivatives.
template <class S, class F, class D>
S newton_root(double start, const F& f, const D& slope) {
  double x = start, step = inf;
  for (int i = 0; i < 100; ++i) {
    const double next = (std::max)(0.0, static_cast<double>(x - value_of(f(S(x))) / value_of(slope(S(x)))));
    step = std::abs(next - x);
    const bool done = !(step > 4e-16 * x);
    x = next;
    if (done) break;
  }
  // the last ones may come and go in the last digits
  if (step > (digits_of<S> < 53 ? 1e-4 : 1e-9) * x) return S(NaN);
  S root = S(x);
  if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
    for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) root = root - f(root) / slope(root);
  return root;
}

}  // namespace detail

/// What intervals lose against the best one, which is worked out once: 1 - goodput(interval) / goodput(best), in [0, 1]. NaN
/// where an interval is too short for one write in flight.
template <class S>
class IntervalCost {
 public:
  explicit IntervalCost(const Saving<S>& saving) : saving_(saving) {
    if (saving.in_domain() && value_of(saving.failure_rate) != 0) best_ = detail::best_point(saving);
  }
  S operator()(const S& interval) const {
    if (!saving_.in_domain() || !saving_.allows(interval)) return S(NaN);
    if (value_of(saving_.failure_rate) == 0) {  // the best is never to save
      const S cost = saving_.cost();
      if (value_of(cost) == 0 || value_of(interval) == inf) return S(0);
      return cost / (interval + cost);
    }
    const S x = saving_.load(interval);
    const S excess = best_.excess(x);
    if (value_of(excess) == 0) return S(excess);
    if (!(value_of(excess) < inf)) return S(1);
    return excess / (excess + (S(1) - best_.lean) * x);
  }

 private:
  Saving<S> saving_;
  detail::BestPoint<S> best_{S(NaN), S(0)};
};

template <class S>
S interval_cost_of(const Saving<S>& saving, const S& interval) {
  return IntervalCost<S>(saving)(interval);
}

/// The shortest and the longest interval whose goodput is at least (1 - tolerance) x the best; tolerance in [0, 1].
template <class S>
IntervalBand<S> interval_band_of(const Saving<S>& saving, const S& tolerance) {
  using std::sqrt;
  const auto t = static_cast<double>(value_of(tolerance));
  if (!saving.in_domain() || !(t >= 0 && t <= 1)) return {S(NaN), S(NaN)};
  if (t == 1) return {saving.shortest_interval(), S(inf)};
  const S odds = tolerance / (S(1) - tolerance);
  if (value_of(saving.failure_rate) == 0) {
    const S first = value_of(saving.cost()) == 0 ? S(0) : S(saving.cost() / odds);
    return {saving.allows(first) ? first : saving.shortest_interval(), S(inf)};
  }
  const S best = best_interval(saving);
  if (t == 0) return {best, best};

  const auto point = detail::best_point(saving);
  const S slant = odds * (S(1) - point.lean);
  const auto excess = [&](const S& x) { return S(point.excess(x) - slant * x); };
  const auto slope = [&](const S& x) { return S(exp_minus_one(S(x - point.share)) + point.lean - slant); };

  // above: r(z) >= z^2/2 bounds the end from above, and so does r(z) > slant x at z = log terms + 4; Newton comes down from
  // there
  const auto as_double = [](const S& x) { return static_cast<double>(value_of(x)); };
  const double q = as_double(point.share), b = as_double(slant) - as_double(point.lean), c = as_double(slant) * q;
  const double root = std::sqrt(b * b + 2 * c), log_odds = std::log1p(as_double(odds));
  const double beyond = (std::min)(b > 0 ? b + root : 2 * c / (root - b), log_odds + std::log1p(log_odds) + std::log1p(q) + 4);
  const S above = detail::newton_root<S>(q + beyond, excess, slope);
  // below: the approximation's end is right of the root, the next step left of it, and the others rise to it
  if (value_of(point.lean) > 0 || q == 0) return {best, S(above / saving.failure_rate)};
  const S below = detail::newton_root<S>(q * (q / (q + b + root)), excess, slope);
  const S shortest = below / saving.failure_rate;
  return {saving.allows(shortest) ? shortest : saving.shortest_interval(), S(above / saving.failure_rate)};
}

/// The shortest and the longest interval [s] whose goodput is at least (1 - tolerance) x the best.
///
/// Exact.
///
/// Limits: longest inf without failures; shortest 0 where a checkpoint costs nothing; both the best interval at tolerance 0.
///
/// Source: docs/derivations.md, section "The best interval".
///
/// @param write_time C [s] >= 0; @param mtbf M [s] > 0; @param tolerance in [0, 1], relative to the best goodput
template <class C, class M, class T, Scalar S = promote_t<C, M, T>>
IntervalBand<S> interval_band(const C& write_time, const M& mtbf, const T& tolerance) {
  return interval_band_of(detail::saving_of<S>(write_time, mtbf, 0, 0, 0, 0), S(tolerance));
}

/// The band of 1 %.
template <class C, class M, Scalar S = promote_t<C, M>>
IntervalBand<S> interval_band(const C& write_time, const M& mtbf) {
  return interval_band(S(write_time), S(mtbf), S(0.01));
}

/// What an interval loses against the best one: 1 - goodput(interval) / goodput(best), in [0, 1].
///
/// Source: docs/derivations.md, section "The best interval".
///
/// @param interval w [s] >= 0; @param write_time C [s] >= 0; @param mtbf M [s] > 0
template <class W, class C, class M, Scalar S = promote_t<W, C, M>>
S interval_cost(const W& interval, const C& write_time, const M& mtbf) {
  return interval_cost_of(detail::saving_of<S>(write_time, mtbf, 0, 0, 0, 0), S(interval));
}

}  // namespace scaling_limits::checkpoint
