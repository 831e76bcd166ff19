// SPDX-License-Identifier: Apache-2.0
// The largest size at which a criterion holds: where its terms add up to its target, in u = ln(N / gpus).
//
// Where losses can only rise with size there is one such size, and Newton steps on ln(terms) - ln(target), a nearly straight
// line in u, find it in three or four evaluations of the losses as duals. Otherwise the whole range of sizes is scanned, all
// crossings are listed, and the limit is the last size at which the criterion holds (the global maximum for peak_throughput).
#pragma once
#include <algorithm>
#include <string>
#include <tuple>

#include "../numeric/roots.hpp"
#include "../run/growth.hpp"
#include "../strategies/blocking.hpp"
#include "closed_form.hpp"
#include "criteria.hpp"
#include "limit.hpp"

namespace scaling_limits::limits {

namespace detail {

/// The ends of u = ln(N / gpus) that are looked at.
struct Span {
  double low, high;
};

/// 1e-300 to 1e300 GPUs, and no further than every growing field stays within 1e-120 ... 1e120: products of a few fields and
/// their second derivatives are then within the range of double.
template <class S>
Span span_of(const TrainingRun<S>& run, const growth::PowerLaw& law) {
  constexpr double farthest = 690.77552789821371, farthest_field = 276.31021115928548;  // ln 1e300, ln 1e120
  const double log_gpus = std::log(static_cast<double>(run.gpus));
  Span span{-farthest - log_gpus, farthest - log_gpus};
  for (std::size_t i = 1; i < law.exponents.size(); ++i) {
    const double exponent = law.exponents[i], value = static_cast<double>(run.*fields_of<TrainingRun<S>>[i].member);
    if (exponent == 0 || value == 0 || value == inf) continue;
    const double a = (-farthest_field - std::log(value)) / exponent, b = (farthest_field - std::log(value)) / exponent;
    span.low = std::min(0.0, std::max(span.low, std::min(a, b)));
    span.high = std::max(0.0, std::min(span.high, std::max(a, b)));
  }
  return span;
}

/// The same, and no further than the failures per save and restart can be counted: beyond, slopes are inf - inf.
inline Span countable_span(const TrainingRun<double>& run, const growth::PowerLaw& law) {
  const auto countable = [&](double u) {
    const auto at = law.grown(run, u);
    return at.failure_rate() * (at.write_time() + at.restart_time() + at.downtime) < 1e120;
  };
  Span span = span_of(run, law);
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

/// The losses of a factor but for its cap.
template <class F, class S>
Terms<S> smooth_losses(const F& factor, const S& gpus) {
  if constexpr (requires { factor.smooth_losses(gpus); }) return factor.smooth_losses(gpus);
  else return factor.losses(gpus);
}

/// The growing run under a criterion: everything the solver asks, at any ln(N / gpus).
template <class R, class C, class St, class... F>
struct Problem {
  using criterion_type = C;
  const TrainingRun<R>& run;
  const C& criterion;
  const growth::PowerLaw& law;
  const St& strategy;
  std::tuple<const F&...> factors;

  template <class T>
  AtSize<T> at(const T& log_size) const {
    AtSize<T> at{law.grown(run, log_size), {}, {}};
    at.goodput = strategy.losses(at.run);
    std::apply([&](const auto&... factor) { (..., add_values(smooth_losses(factor, at.run.gpus), at.factors)); }, factors);
    return at;
  }

  /// The smallest size that cannot be passed; inf where there is none.
  Cap<R> cap() const {
    Cap<R> least;
    const auto look = [&](const auto& factor) {
      if constexpr (requires { factor.cap(); })
        if (const auto cap = factor.cap(); value_of(cap.gpus) < value_of(least.gpus)) least = {R(cap.gpus), cap.name};
    };
    std::apply([&](const auto&... factor) { (..., look(factor)); }, factors);
    return least;
  }

  /// The scalar in which the criterion looks at the run.
  template <class S>
  using seen = std::conditional_t<C::order == 0, S, dual<S>>;

  template <class S>
  AtSize<seen<S>> seen_at(const S& log_size) const {
    if constexpr (C::order == 0) return at(log_size);
    else return at(dual<S>(log_size, S(1)));
  }
  template <class S>
  Terms<S> terms(const S& log_size) const {
    Terms<S> terms;
    criterion.terms(seen_at(log_size), terms);
    return terms;
  }

  /// Above zero where the criterion fails; nearly linear in u.
  template <class S>
  S excess(const S& log_size) const {
    using std::log;
    const S sum = terms(log_size).sum();
    // where terms cancel (shares may be negative) the plain difference keeps the sign
    return value_of(sum) > 0 && criterion.target() > 0 ? S(log(S(sum / S(criterion.target()))))
                                                       : S(sum - S(criterion.target()));
  }

  /// ln of useful throughput relative to run.gpus.
  double log_throughput(double log_size) const {
    const auto there = at(log_size);
    return log_size - there.goodput.sum() - there.factors.sum();
  }
  /// What the criterion wants most of where it looks for a global maximum: useful throughput, unless it says otherwise.
  double merit(double log_size) const {
    if constexpr (requires { criterion.log_merit(1.0, 1.0); })
      return criterion.log_merit(log_throughput(log_size), value_of(run.gpus) * std::exp(log_size));
    else return log_throughput(log_size);
  }

  /// Whether all losses can only rise with size, which makes the crossing the only one.
  bool rises() const {
    const double rate = 1 - law.template of<"gpu_mttf">(), bytes = law.template of<"checkpoint_bytes">();
    const double least = std::min({bytes - law.template of<"write_bandwidth">(), bytes - law.template of<"read_bandwidth">(),
                                   law.template of<"storage_latency">(), law.template of<"initialization_time">(),
                                   law.template of<"downtime">()});
    bool all = false;
    if constexpr (requires { strategy.rises_with(rate, least); }) all = strategy.rises_with(rate, least);
    std::apply([&](const auto&... factor) { all = (all && ... && rises_with_size(factor)); }, factors);
    return all;
  }
};

struct Crossing {
  double log_size;
  bool upward;  // terms rise through the target: the criterion stops holding
};

/// Every crossing of the scanned range, in rising order. Turning points between grid points are searched too.
template <class P>
std::array<Crossing, 8> crossings(const P& problem, double low, double high, std::size_t& count) {
  std::array<Crossing, 8> found{};
  count = 0;
  const auto f = [&](double u) { return problem.excess(dual<double>(u, 1.0)); };
  const auto add = [&](double a, double b, bool upward) {
    const auto signed_excess = [&](const dual<double>& u) { return upward ? problem.excess(u) : -problem.excess(u); };
    // the last crossings decide: where there are more than can be kept, the last one is replaced
    if (count == found.size()) --count;
    found[count++] = {numeric::rising_root(signed_excess, 0.5 * (a + b), a, b).value, upward};
  };
  const auto fails = [](double y) { return !(y <= 0); };  // NaN fails
  // quarter steps where real sizes live, whole steps beyond
  double a = low;
  dual<double> fa = f(a);
  while (a < high) {
    const double b = std::min(high, a + (a > -60 && a < 60 ? 0.25 : 1.0));
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

/// What there is to say at the limit, in the caller's scalar.
template <class S, class P>
Limit<S> describe(const P& problem, const S& log_size, const Roots& roots) {
  using std::exp;
  const auto there = problem.seen_at(log_size);
  Terms<S> goodput, factors, terms;
  add_values(there.goodput, goodput);
  add_values(there.factors, factors);
  problem.criterion.terms(there, terms);
  Limit<S> limit{
      S(problem.run.gpus * exp(log_size)), Status::ok, {}, {}, {}, exp(S(-goodput.sum())), exp(S(-factors.sum())), roots};
  const S sum = terms.sum();
  for (const auto& term : terms) limit.shares.append(term.cause, S(term.amount / sum));
  limit.binding = limit.shares.largest();
  if (value_of(limit.value) < 1) limit.note = "the limit is below one GPU";
  return limit;
}

template <class S>
Limit<S> no_answer(Status status, std::string note, Roots roots = {}) {
  return {S(status == Status::no_limit ? inf : nan), status, std::move(note), {}, {}, S(nan), S(nan), roots};
}

/// Why no size is too large, as far as was looked.
template <class C>
std::string why_no_limit(double log_gpus) {
  const std::string farthest = "1e" + std::to_string(std::lround(std::floor(log_gpus / std::log(10.0) + 1e-9))) + " GPUs";
  if constexpr (C::global_maximum) return "no limit: no peak, useful throughput still rises at " + farthest;
  else return "no limit: the criterion still holds at " + farthest;
}

/// The answer where the cap binds: goodput and efficiency there, and one cause.
template <class S, class P>
Limit<S> at_cap(const P& problem, const Cap<S>& cap, const Roots& roots) {
  using std::log;
  auto limit = describe(problem, S(log(S(cap.gpus / problem.run.gpus))), roots);
  limit.value = cap.gpus;
  limit.shares = {{cap.name, S(1)}};
  limit.binding = cap.name;
  if (limit.note.empty()) limit.note = "the cap '" + std::string(cap.name) + "' binds, the criterion would allow more";
  return limit;
}

/// A run, strategy or factor without derivatives: the search is in double, and its own slopes are in ln N alone.
template <template <class> class A, class S>
  requires(!std::same_as<S, double>) && requires { fields(static_cast<const A<S>*>(nullptr)); } &&
          (table_is_complete<A<S>> || factor_table_is_complete<A<S>>)
A<double> plain(const A<S>& aggregate) {
  A<double> to = converted<A, double>(aggregate);
  if constexpr (requires { to.name = aggregate.name; }) to.name = aggregate.name;
  return to;
}
template <class A>
const A& plain(const A& aggregate) {
  return aggregate;
}

enum class Outcome { size, cap, no_limit, infeasible };

struct Found {
  Outcome outcome;
  double log_size;  // ln(N / gpus); where there is no limit, the farthest looked at
  Roots roots;
};

/// The search in double, for any growth, strategy and factors. A cap ends the sizes looked at.
template <class P>
Found search(const P& problem) {
  constexpr bool highest = P::criterion_type::global_maximum;
  // rounding near an excess that tends to zero: no crossing
  constexpr double tiny = 1e-12;
  const bool single = problem.rises();
  Span span = single ? span_of(problem.run, problem.law) : countable_span(problem.run, problem.law);
  const double cap = problem.cap().gpus;
  const bool capped = cap < inf;
  if (capped) {
    span.high = std::log(cap / problem.run.gpus);
    span.low = std::min(span.low, span.high);
  }
  if (single) {
    if (capped && problem.excess(span.high) <= 0) return {Outcome::cap, span.high, {}};
    double slope = 1;
    const auto excess = [&](const dual<double>& u) {
      const dual<double> y = problem.excess(u);
      slope = y.slope;
      return y;
    };
    const auto root = numeric::rising_root(excess, std::min(0.0, span.high), span.low, span.high);
    if (root.status == numeric::RootStatus::below) return {Outcome::infeasible, nan, {}};
    // losses that level off approach the target without reaching it, but for rounding
    if (root.status == numeric::RootStatus::above || (!capped && slope < 1e-6 && problem.excess(span.high) < tiny))
      return {Outcome::no_limit, span.high, {}};
    return {Outcome::size, root.value, {}};
  }
  std::size_t count = 0;
  const auto crossing = crossings(problem, span.low, span.high, count);
  Found found{Outcome::infeasible, nan, {}};
  for (std::size_t i = 0; i < count; ++i) found.roots.add(problem.run.gpus * std::exp(crossing[i].log_size));
  const bool holds_at_end = problem.excess(span.high) < tiny;
  double best = -inf;
  for (std::size_t i = 0; i < count; ++i) {
    if (!crossing[i].upward) continue;
    const double u = crossing[i].log_size, merit = highest ? problem.merit(u) : u;
    if (merit > best) best = merit, found.log_size = u, found.outcome = Outcome::size;
  }
  if (holds_at_end && !capped) found.outcome = Outcome::no_limit, found.log_size = span.high;
  if (holds_at_end && capped && !(highest && problem.merit(span.high) < best)) found.outcome = Outcome::cap;
  return found;
}

/// The solver: the search in double without the caller's derivatives, then the size in the caller's scalar.
template <class S, class P>
Limit<S> solve(const P& problem) {
  using criterion = typename P::criterion_type;
  const Found found = std::apply(
      [&](const auto&... factor) {
        return [&]<class St, class... F>(const TrainingRun<>& run, const St& strategy, const F&... plain_factor) {
          return search(Problem<double, criterion, St, F...>{run, problem.criterion, problem.law, strategy, {plain_factor...}});
        }(plain(problem.run), plain(problem.strategy), plain(factor)...);
      },
      problem.factors);
  if (found.outcome == Outcome::no_limit)
    return no_answer<S>(Status::no_limit,
                        why_no_limit<criterion>(std::log(static_cast<double>(problem.run.gpus)) + found.log_size), found.roots);
  if (found.outcome == Outcome::cap) return at_cap<S>(problem, problem.cap(), found.roots);
  if (found.outcome == Outcome::infeasible) {
    const std::string why = problem.strategy.note(plain(problem.run));
    return no_answer<S>(Status::infeasible, why.empty() ? "infeasible: no size meets the criterion" : why, found.roots);
  }
  S log_size = static_cast<S>(found.log_size);
  if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
    // implicit function theorem: each Newton step in S doubles the digits, and the order of the derivatives that are right
    for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) {
      const dual<S> f = problem.excess(dual<S>(log_size, S(1)));
      if (!(std::abs(value_of(f.value)) < 1e-6)) break;  // a jump: the size is what it is
      log_size = log_size - f.value / f.slope;
    }
  auto limit = describe(problem, log_size, found.roots);
  if (limit.roots.size() == 0) limit.roots.add(static_cast<double>(limit.value));
  return limit;
}

}  // namespace detail

/// The largest size by the numerical solver alone; what max_gpus answers where no closed form applies.
template <class S, Criterion C, class St = strategies::Blocking<>, class... F>
Limit<S> solved_max_gpus(const TrainingRun<S>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                         const St& strategy = {}, const F&... factors) {
  validate(run);
  criterion.validate();
  strategy.validate();
  (..., factors.validate());
  return detail::solve<S>(detail::Problem<S, C, St, F...>{run, criterion, law, strategy, {factors...}});
}

/// The largest size at which the criterion holds for a run that grows by the law.
///
/// @param run the run at its own size; growth is relative to run.gpus
/// @param criterion what must hold (limits/criteria.hpp); @param law how fields change with size (run/growth.hpp)
/// @param strategy how the run is protected; @param factors other efficiencies that depend on size (limits/factor.hpp)
/// @return the size with its status, the shares of each cause there, what binds, goodput and efficiency there, all roots
/// @throws domain_error for a parameter out of range
template <class S, Criterion C, class St = strategies::Blocking<>, class... F>
Limit<S> max_gpus(const TrainingRun<S>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                  const St& strategy = {}, const F&... factors) {
  validate(run);
  criterion.validate();
  strategy.validate();
  (..., factors.validate());
  const detail::Problem<S, C, St, F...> problem{run, criterion, law, strategy, {factors...}};
  const auto exact = closed_form_log_size(run, criterion, law, strategy, factors...);
  if (!exact || value_of(problem.cap().gpus) < inf) return detail::solve<S>(problem);
  const auto gpus = static_cast<double>(run.gpus), u = static_cast<double>(exact->log_size);
  Roots roots;
  if (exact->has_root) roots.add(gpus * std::exp(u));
  if (exact->status != Status::ok) return detail::no_answer<S>(exact->status, std::string(exact->note), roots);
  const detail::Span span = detail::span_of(run, law);
  if (u > span.high) return detail::no_answer<S>(Status::no_limit, detail::why_no_limit<C>(std::log(gpus) + span.high));
  if (u < span.low) return detail::no_answer<S>(Status::infeasible, "infeasible: no size meets the criterion");
  return detail::describe(problem, exact->log_size, roots);
}

}  // namespace scaling_limits::limits
