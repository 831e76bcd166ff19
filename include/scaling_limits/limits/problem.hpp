// SPDX-License-Identifier: Apache-2.0
// The growing run under a criterion: everything there is to ask about it at any size, in u = ln(N / gpus).
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <tuple>

#include "../run/growth.hpp"
#include "../strategies/growing.hpp"
#include "../strategies/strategy.hpp"
#include "criteria.hpp"

namespace scaling_limits::limits {

/// The ends of u = ln(N / gpus) that are looked at.
struct Span {
  double low{}, high{};
};

namespace detail {

inline constexpr double least_gpus = 1e-9;                    // of a run to grow: other sizes are multiples of its own
inline constexpr double farthest_size = 690.77552789821371;   // ln 1e300: sizes, both ways
inline constexpr double farthest_field = 276.31021115928548;  // ln 1e120: products of a few fields, their second derivatives
inline constexpr double countable_failures = 1e120;           // per save and restart; beyond, slopes are inf - inf

}  // namespace detail

/// 1e-300 to 1e300 GPUs, and no further than every growing field stays within 1e-120 ... 1e120, and so what a part of a restart
/// is multiplied by: products of a few fields and their second derivatives are then within the range of double.
template <class S>
Span representable_span(const TrainingRun<S>& run, const growth::PowerLaw& law) {
  using detail::farthest_field, detail::farthest_size;
  validate(run);
  check("limits", "gpus", static_cast<double>(run.gpus), Range{.lower = detail::least_gpus, .upper = inf});
  const double log_gpus = std::log(static_cast<double>(run.gpus));
  Span span{-farthest_size - log_gpus, farthest_size - log_gpus};
  for (const growth::Named& field : growth::named_fields) {
    const double exponent = law.of(field);
    const double value = field.of_restart ? 1 : static_cast<double>(run.*fields_of<TrainingRun<S>>[field.row].member);
    if (exponent == 0 || value == 0 || value == inf) continue;
    const double a = (-farthest_field - std::log(value)) / exponent, b = (farthest_field - std::log(value)) / exponent;
    span.low = (std::min)(0.0, (std::max)(span.low, (std::min)(a, b)));
    span.high = (std::max)(0.0, (std::min)(span.high, (std::max)(a, b)));
  }
  return span;
}

/// The same, and no further than the failures per save and restart can be counted, those of a list where there is one.
template <class St>
Span countable_span(const TrainingRun<double>& run, const growth::PowerLaw& law, const St& strategy) {
  const auto countable = [&](double u) {
    const auto at = strategies::as_stopped(law.grown(run, u), strategy);
    return at.failure_rate() * (at.write_time() + at.restart_time() + at.downtime) < detail::countable_failures;
  };
  Span span = representable_span(run, law);
  if (!countable(0)) return span;
  for (double* end : {&span.low, &span.high})
    if (double inside = 0; !countable(*end)) {
      for (int i = 0; i < 30; ++i) {
        const double mid = 0.5 * (inside + *end);
        (countable(mid) ? inside : *end) = mid;
      }
      *end = inside;
    }
  return span;
}

/// What a size counts: GPUs, unless the strategy says otherwise.
template <class St>
std::string unit_of(const St& strategy) {
  if constexpr (requires { strategy.unit(); }) return std::string(strategy.unit());
  else return "GPUs";
}

namespace detail {

/// A run, strategy or factor without derivatives: the search is in double, and its own slopes are in ln N alone.
template <template <class> class A, class S>
  requires(!std::same_as<S, double>) && requires { fields(static_cast<const A<S>*>(nullptr)); } &&
          (table_is_complete<A<S>> || factor_table_is_complete<A<S>>)
A<double> plain(const A<S>& aggregate) {
  return over<double>(aggregate);
}
template <class A>
const A& plain(const A& aggregate) {
  return aggregate;
}

}  // namespace detail

/// The growing run under a criterion: everything the solver asks, at any ln(N / gpus). It refers to what it is made of.
template <class R, class C, class St, class... F>
struct Problem {
  const TrainingRun<R>& run;
  const C& criterion;
  const growth::PowerLaw& law;
  strategies::Growing<St> growing;
  const St& strategy;
  std::tuple<const F&...> factors;

  Problem(const TrainingRun<R>& of_run, const C& under, const growth::PowerLaw& by, const St& protection, const F&... others)
      : run(of_run), criterion(under), law(by), growing(protection, by, of_run.gpus), strategy(*growing), factors(others...) {
    if constexpr (requires { protection.check_sizes(); }) protection.check_sizes();
  }

  /// The run grown to a size of any scalar, with its losses.
  template <class T>
  AtSize<T> at(const T& log_size) const {
    AtSize<T> at{law.grown(run, log_size), {}, {}};
    at.strategy_losses = strategies::losses_in_range(at.run, strategy);
    if (!criterion.of_strategy && !criterion.of_factors) at.run = strategies::as_stopped(at.run, strategy);
    std::apply([&](const auto&... factor) { (..., add_values(smooth_losses(factor, at.run.gpus), at.factor_losses)); },
               factors);
    return at;
  }
  /// The same in the scalar in which the criterion looks at the run: handed to `look`.
  template <class S, class Look>
  void seen_at(const S& log_size, const Look& look) const {
    if constexpr (!order_is_constant<C>) criterion.order == 0 ? look(at(log_size)) : look(at(dual<S>(log_size, S(1))));
    else if constexpr (C::order == 0) look(at(log_size));
    else look(at(dual<S>(log_size, S(1))));
  }
  template <class S>
  Terms<S> terms(const S& log_size) const {
    Terms<S> terms;
    seen_at(log_size, [&](const auto& there) { criterion.terms(there, terms); });
    return terms;
  }

  /// Above zero where the criterion fails; nearly linear in u.
  template <class S>
  S excess(const S& log_size) const {
    using std::log;
    const S sum = terms(log_size).sum();
    // where terms cancel (shares may be negative) the plain difference keeps the sign
    return value_of(sum) > 0 && criterion.target() > 0 ? S(log(S(sum / target_in<S>(criterion))))
                                                       : S(sum - target_in<S>(criterion));
  }

  /// ln of useful throughput relative to run.gpus.
  template <class S>
  S log_throughput(const S& log_size) const {
    const auto there = at(log_size);
    return log_size - there.strategy_losses.sum() - there.factor_losses.sum();
  }
  /// What the criterion wants most of where it looks for a global maximum: useful throughput, unless it says otherwise.
  double merit(double log_size) const {
    if constexpr (requires { criterion.log_merit(1.0, 1.0); })
      return criterion.log_merit(log_throughput(log_size), value_of(run.gpus) * std::exp(log_size));
    else return log_throughput(log_size);
  }

  /// What a size counts, which a strategy may say (max_workers.hpp).
  std::string unit() const { return unit_of(strategy); }

  /// Why the strategy has no answer at a size; empty where it has one. Its losses are NaN there, which is no loss at all.
  std::string note(double log_size) const { return strategy.note(law.grown(detail::plain(run), log_size)); }

  /// The smallest size that cannot be passed; inf where there is none.
  Cap<R> cap() const {
    Cap<R> least;
    std::apply([&](const auto&... factor) { (..., least.lower_to(factor)); }, factors);
    return least;
  }

  /// The sizes that every factor knows.
  SizeRange domain() const {
    SizeRange known;
    std::apply([&](const auto&... factor) { (..., (known = known.common_with(limits::domain(factor)))); }, factors);
    return known;
  }

  /// Whether all losses can only rise with size, which makes the crossing the only one.
  bool rises() const {
    bool all = strategies::rises_with(strategy, law.exponent_in(enters::failure_rate), law.least_time_exponent());
    std::apply([&](const auto&... factor) { all = (all && ... && rises_with_size(factor)); }, factors);
    return all;
  }
};

}  // namespace scaling_limits::limits
