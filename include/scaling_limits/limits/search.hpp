// SPDX-License-Identifier: Apache-2.0
// The search in double for the last size at which a criterion holds, for any growth, strategy and factors.
//
// Where losses can only rise with size there is one crossing, and Newton steps on ln(terms) - ln(target), a nearly straight
// line in u, find it in three or four evaluations of the losses as duals. Otherwise the whole range of sizes is scanned, and of
// all crossings the last one decides, or the one of most merit where the criterion asks for a global maximum.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <vector>

#include "../numeric/roots.hpp"
#include "limit.hpp"
#include "problem.hpp"

namespace scaling_limits::limits {

struct Crossing {
  double log_size{};
  bool upward{};  // terms rise through the target: the criterion stops holding
  bool converged = true;
};

/// `beyond`: the criterion still holds where the domain of a factor ends, `beyond_strategy`: where that of the strategy does;
/// `outside`: there is no size to look at, or the run's own is none that the factors know; `not_converged`: there is a size,
/// and the search gave up before it was found.
enum class Outcome { size, cap, no_limit, infeasible, beyond, beyond_strategy, outside, not_converged };

struct Found {
  Outcome outcome{};
  // ln(N / gpus); where the criterion holds at the end of the sizes looked at, that end; where none will do, the least that the
  // strategy knows, if there is one
  double log_size{};
  Roots roots{};
};

namespace detail {

// steps of the scan in ln N: quarters where real sizes live (within e^24 of the run's own), ever longer ones beyond
inline constexpr double near_step = 0.25, near_sizes = 24;
inline double step_at(double u) { return std::abs(u) < near_sizes ? near_step : std::abs(u) / near_sizes; }
// an excess that tends to zero from below crosses it by rounding alone
inline constexpr double rounded_excess = 1e-12;
// so does one that has levelled off: terms that still move by less than this per ln N
inline constexpr double level_slope = 1e-6;
// ln of a size and back
inline constexpr double rounded_size = 1e-13;
// how near to a peak, and how far from it in ln N, a higher one is looked for
inline constexpr double nearest_look = 0.05, farthest_look = 1;
// how much farther from the run's own size each look for one that the strategy knows
inline constexpr double farther = 1.2;

}  // namespace detail

/// Every crossing of a range of u, in rising order. Turning points between grid points are searched too.
template <class P>
std::vector<Crossing> crossings(const P& problem, double low, double high) {
  std::vector<Crossing> found;
  const auto f = [&](double u) { return problem.excess(dual<double>(u, 1.0)); };
  const auto add = [&](double a, double b, bool upward) {
    const auto signed_excess = [&](const dual<double>& u) { return upward ? problem.excess(u) : -problem.excess(u); };
    const auto root = numeric::rising_root(signed_excess, 0.5 * (a + b), a, b);
    found.push_back({root.value, upward, root.status != numeric::RootStatus::not_converged});
  };
  const auto fails = [](double y) { return !(y <= 0); };  // NaN fails
  double a = low;
  dual<double> fa = f(a);
  while (a < high) {
    const double b = (std::min)(high, a + detail::step_at(a));
    const dual<double> fb = f(b);
    if (fails(fa.value) != fails(fb.value)) {
      add(a, b, fails(fb.value));
    } else if (const double sign = fails(fa.value) ? 1 : -1; sign * fa.slope < 0 && sign * fb.slope > 0) {
      // the excess turns towards zero in between: to the turning point by bisection of the slope
      double left = a, right = b;
      for (int i = 0; i < 50 && fails(f(0.5 * (left + right)).value) == fails(fa.value); ++i) {
        const double mid = 0.5 * (left + right);
        (sign * f(mid).slope < 0 ? left : right) = mid;
      }
      if (const double mid = 0.5 * (left + right); fails(f(mid).value) != fails(fa.value)) {
        add(a, mid, fails(f(mid).value));
        add(mid, b, fails(fb.value));
      }
    }
    a = b;
    fa = fb;
  }
  return found;
}

/// The one crossing of terms that only rise. @param at_end what it means that the criterion holds at the end of the span
template <class P>
Found search_rising(const P& problem, const Span& span, Outcome at_end) {
  const bool open = at_end == Outcome::no_limit;
  if (!open && problem.excess(span.high) <= 0) return {at_end, span.high, {}};
  double slope = 1;
  const auto excess = [&](const dual<double>& u) {
    const dual<double> y = problem.excess(u);
    slope = y.slope;
    return y;
  };
  const auto root = numeric::rising_root(excess, std::clamp(0.0, span.low, span.high), span.low, span.high);
  if (root.status == numeric::RootStatus::below) return {Outcome::infeasible, NaN, {}};
  if (root.status == numeric::RootStatus::not_converged) return {Outcome::not_converged, NaN, {}};
  if (root.status == numeric::RootStatus::above) return {at_end, span.high, {}};
  if (open && slope < detail::level_slope) {
    const double end = problem.excess(span.high);
    if (end < detail::rounded_excess) return {at_end, span.high, {}};
    if (!(end == end)) return {at_end, root.value, {}};  // level as far as losses are numbers
  }
  return {Outcome::size, root.value, {}};
}

/// The last crossing, or the one of most merit, of terms that may rise and fall.
template <class P>
Found search_all(const P& problem, const Span& span, Outcome at_end) {
  const bool highest = problem.criterion.global_maximum;
  Found found{Outcome::infeasible, NaN, {}};
  double best = -inf;
  for (const auto& [log_size, upward, converged] : crossings(problem, span.low, span.high)) {
    found.roots.add(problem.run.gpus * std::exp(log_size));
    const double merit = !upward ? -inf : highest ? problem.merit(log_size) : log_size;
    if (merit > best)
      best = merit, found.log_size = log_size, found.outcome = converged ? Outcome::size : Outcome::not_converged;
  }
  // no size beyond a cap, so a higher merit before it stands; beyond other ends merit may rise again
  if (problem.excess(span.high) < detail::rounded_excess &&
      !(at_end == Outcome::cap && highest && problem.merit(span.high) < best))
    found.outcome = at_end, found.log_size = span.high;
  return found;
}

/// A peak, or a higher one beside it: where slopes may fall, useful throughput has several. Looked for in steps that double.
template <class P>
Found highest_beside(const P& problem, const Span& span, Found peak) {
  const double told = peak.log_size;
  double best = problem.merit(told), beside = 0;
  const auto look = [&](double log_size, double from_peak) {
    if (const double merit = problem.merit(log_size); merit > best) best = merit, beside = from_peak, peak.log_size = log_size;
  };
  for (double apart = detail::nearest_look; apart < detail::farthest_look; apart *= 2)
    for (const double step : {-apart, apart})
      if (told + step > span.low && told + step < span.high) look(told + step, step);
  if (beside == 0) return peak;
  const double half = told + beside / 2, twice = std::clamp(told + 2 * beside, span.low, span.high);
  for (const Crossing& crossing : crossings(problem, (std::min)(half, twice), (std::max)(half, twice)))
    if (crossing.upward && crossing.converged) look(crossing.log_size, beside);
  return peak;
}

/// The sizes of a span at which the strategy has an answer, around the run's own or the nearest; low > high where there are
/// none. Their ends are no crossings.
template <class P>
Span known_to_strategy(const P& problem, const Span& span) {
  const auto known = [&](double u) { return problem.note(u).empty(); };
  double inside = std::clamp(0.0, span.low, span.high);
  if (!known(inside)) {
    double found = NaN;
    for (double d = detail::near_step; !(found == found); d *= detail::farther) {
      const double up = (std::min)(inside + d, span.high), down = (std::max)(inside - d, span.low);
      found = known(up) ? up : known(down) ? down : NaN;
      if (up == span.high && down == span.low) break;
    }
    if (!(found == found)) return {1, 0};
    inside = found;
  }
  const auto end = [&](double outside) {
    if (known(outside)) return outside;
    for (double in = inside;;) {
      const double mid = 0.5 * (in + outside);
      if (mid == in || mid == outside) return in;
      (known(mid) ? in : outside) = mid;
    }
  };
  return {end(span.low), end(span.high)};
}

/// The last size at which the criterion holds, among those that no cap forbids and that the strategy and every factor know.
template <class P>
Found search(const P& problem) {
  const bool single = problem.rises();
  const double cap = problem.cap().gpus, gpus = problem.run.gpus;
  const SizeRange known = problem.domain();
  if (known.bounded() && !(known.holds(gpus) && known.low <= cap)) return {Outcome::outside, NaN, {}};
  Span span =
      single ? representable_span(problem.run, problem.law) : countable_span(problem.run, problem.law, problem.strategy);
  Outcome at_end = Outcome::no_limit;
  // a cap of 1e300 GPUs is none
  if (const double high = log_ratio(cap, gpus); high < detail::farthest_size - std::log(gpus))
    span.high = high, at_end = Outcome::cap;
  if (const double high = log_ratio(known.high, gpus); high < span.high) span.high = high, at_end = Outcome::beyond;
  span.low = (std::min)((std::max)(span.low, log_ratio(known.low, gpus)), span.high);
  const double low = span.low;
  if (const double least = strategies::least_gpus_of(problem.strategy); least > 0)  // it knows none below
    span.low = (std::min)((std::max)(low, log_ratio(least, gpus) + detail::rounded_size), span.high);
  const Span answered = known_to_strategy(problem, span);
  if (answered.low > answered.high) return {Outcome::infeasible, NaN, {}};
  if (answered.high < span.high) at_end = Outcome::beyond_strategy;
  Found found = single ? search_rising(problem, answered, at_end) : search_all(problem, answered, at_end);
  if (single && problem.criterion.global_maximum && found.outcome == Outcome::size &&
      strategies::slopes_may_fall(problem.strategy))
    found = highest_beside(problem, answered, found);
  if (found.outcome == Outcome::infeasible && answered.low > low) found.log_size = answered.low;
  return found;
}

}  // namespace scaling_limits::limits
