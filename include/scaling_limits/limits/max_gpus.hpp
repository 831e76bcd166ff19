// SPDX-License-Identifier: Apache-2.0
// The largest size at which a criterion holds: where its terms add up to its target. In closed form where all is a power law,
// else by the search in double, then in the caller's scalar.
#pragma once
#include "../version.hpp"

#include <string>

#include "../strategies/blocking.hpp"
#include "closed_form.hpp"
#include "describe.hpp"
#include "search.hpp"

namespace scaling_limits::limits {

/// An excess at a size that was found is zero but for this; more is a jump across the target.
inline constexpr double excess_of_a_jump = 1e-6;

namespace detail {

template <class>
inline constexpr bool never = false;

/// Says which argument is in the wrong place, instead of what the solver misses in it.
template <class St, class... F>
constexpr void check_order() {
  static_assert(strategies::Strategy<St>,
                "the order is (run, criterion, growth, strategy, factors...): what stands after the growth law is no strategy");
  static_assert((Factor<F> && ...),
                "the order is (run, criterion, growth, strategy, factors...): what stands after the strategy must be factors");
}

/// A criterion as it is solved beside a strategy: where that may be any, so may the criterion, and all are solved by one code.
template <class C, class St>
decltype(auto) beside(const C& criterion, const St& strategy) {
  if constexpr (requires { strategy.beside(criterion); }) return strategy.beside(criterion);
  else return (criterion);
}

/// The solver: the search in double without the caller's derivatives, then the size in the caller's scalar.
template <class S, class P>
Limit<S> solve(const P& problem) {
  const Found found = std::apply(
      [&](const auto&... factor) {
        return [&](const TrainingRun<>& run, const auto& strategy, const auto&... plain_factor) {
          return search(Problem{run, problem.criterion, problem.law, strategy, plain_factor...});
        }(plain(problem.run), plain(problem.strategy), plain(factor)...);
      },
      problem.factors);
  if (found.outcome == Outcome::no_limit)
    return no_answer<S>(Status::no_limit, why_no_limit(problem, found.log_size), found.roots);
  if (found.outcome == Outcome::not_converged)
    return no_answer<S>(Status::not_converged, std::string(why_not_converged), found.roots);
  if (found.outcome == Outcome::cap) return at_cap<S>(problem, problem.cap(), found.roots);
  if (found.outcome == Outcome::beyond || found.outcome == Outcome::outside)
    return no_answer<S>(Status::infeasible, why_unknown(problem, found.outcome == Outcome::beyond), found.roots);
  if (found.outcome == Outcome::beyond_strategy)
    return no_answer<S>(Status::infeasible, why_beyond_strategy(problem, found.log_size), found.roots);
  if (found.outcome == Outcome::infeasible) {
    auto none = no_answer<S>(Status::infeasible, why_infeasible(problem, found.log_size), found.roots);
    none.nowhere = problem.note(0).empty();  // else the strategy has no answer
    return none;
  }
  S log_size = static_cast<S>(found.log_size);
  if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
    // implicit function theorem: each Newton step in S doubles the digits, and the order of the derivatives that are right
    for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) {
      const dual<S> f = problem.excess(dual<S>(log_size, S(1)));
      if (!(std::abs(value_of(f.value)) < excess_of_a_jump)) break;  // the size is what it is
      log_size = log_size - f.value / f.slope;
    }
  auto limit = describe(problem, log_size, found.roots);
  if (limit.roots.size() == 0) limit.roots.add(static_cast<double>(limit.value));
  return limit;
}

}  // namespace detail

/// Throws DomainError where the run, the criterion, the strategy or a factor is out of range.
template <class S, Criterion C, class St, class... F>
void check_arguments(const TrainingRun<S>& run, const C& criterion, const St& strategy, const F&... factors) {
  strategies::validated(run, strategy);
  criterion.validate();
  (..., factors.validate());
}

/// The largest size by the numerical solver alone; what max_gpus answers where no closed form applies.
template <class S, Criterion C, class St = strategies::Blocking<>, class... F>
Limit<S> solved_max_gpus(const TrainingRun<S>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                         const St& strategy = {}, const F&... factors) {
  detail::check_order<St, F...>();
  check_arguments(run, criterion, strategy, factors...);
  return detail::solve<S>(Problem{run, criterion, law, strategy, factors...});
}

namespace detail {

/// In closed form where there is one, else solved.
template <class S, class C, class St, class... F>
Limit<S> largest(const TrainingRun<S>& run, const C& criterion, const growth::PowerLaw& law, const St& strategy,
                 const F&... factors) {
  if constexpr (requires { criterion.own_limit(run, law, strategy, factors...); })
    if (auto own = criterion.own_limit(run, law, strategy, factors...)) return *std::move(own);
  check_arguments(run, criterion, strategy, factors...);
  const Problem problem{run, criterion, law, strategy, factors...};
  const auto exact = closed_form_log_size(run, criterion, law, strategy, factors...);
  if (!exact || value_of(problem.cap().gpus) < inf || problem.domain().bounded()) return solve<S>(problem);
  const auto gpus = static_cast<double>(run.gpus), u = static_cast<double>(exact->log_size);
  Roots roots;
  if (exact->has_root) roots.add(gpus * std::exp(u));
  if (exact->status != Status::ok) {
    auto none = no_answer<S>(exact->status, std::string(exact->note), roots);
    none.nowhere = exact->status == Status::infeasible;
    return none;
  }
  const Span span = representable_span(run, law);
  if (u > span.high) return no_answer<S>(Status::no_limit, why_no_limit(problem, span.high));
  if (u < span.low) return no_answer<S>(Status::infeasible, why_infeasible(problem));
  return describe(problem, exact->log_size, roots);
}

}  // namespace detail

/// The largest size at which the criterion holds for a run that grows by the law.
///
/// @param run the run at its own size; growth is relative to run.gpus
/// @param criterion what must hold (limits/criteria.hpp); @param law how fields change with size (run/growth.hpp)
/// @param strategy how the run is protected; @param factors other efficiencies that depend on size (limits/factor.hpp)
/// @return the size with its status, the shares of each term there, what binds, goodput and efficiency there, all roots
/// @throws DomainError for a parameter out of range
template <class S, Criterion C, class St = strategies::Blocking<>, class... F>
Limit<S> max_gpus(const TrainingRun<S>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                  const St& strategy = {}, const F&... factors) {
  detail::check_order<St, F...>();
  return detail::largest<S>(run, detail::beside(criterion, strategy), law, strategy, factors...);
}

/// A strategy or factor where the growth law belongs.
template <class S, class C, class G, class... More>
  requires(!std::convertible_to<const G&, growth::PowerLaw>)
Limit<S> max_gpus(const TrainingRun<S>&, const C&, const G&, const More&...) {
  static_assert(detail::never<G>,
                "the order is (run, criterion, growth, strategy, factors...): say how fields change with size, "
                "growth::fixed() where none does, before the strategy");
}

}  // namespace scaling_limits::limits
