// SPDX-License-Identifier: Apache-2.0
// An answer from a size: what there is to say at the limit, and the words where there is none.
#pragma once
#include "../version.hpp"

#include <cstdint>
#include <string>

#include "limit.hpp"
#include "problem.hpp"

namespace scaling_limits::limits {

namespace detail {

/// ln(1e300) / ln(10) is 300 but for this.
inline constexpr double power_of_ten = 1e-9;
/// How far in ln N a size found at a jump is from being beyond it, at most.
inline constexpr double beyond_a_jump = 1e-9;

}  // namespace detail

template <class S>
void remark_on_roots(Limit<S>& limit) {
  if (limit.roots.found() > limit.roots.size())
    limit.add_note("the criterion changes sides at " + std::to_string(limit.roots.found()) + " sizes, of which roots holds " +
                   std::to_string(limit.roots.size()));
}

/// Why nothing is to be said at a size, or at the run's own where losses leave none (NaN). A goodput above 1 would be a
/// strategy's mistake.
template <class P>
std::string why_not_whole(const P& problem, double log_size, double goodput) {
  if (!(log_size == log_size)) log_size = 0;
  const std::string gpus = to_text(static_cast<double>(problem.run.gpus) * std::exp(log_size), 6);
  const std::string why = problem.note(log_size);
  const auto what = goodput > 1 ? "the strategy " + std::string(problem.strategy.name()) + " loses less than nothing"
                                : "losses are beyond what can be counted";
  return "infeasible: at " + gpus + " " + problem.unit() + " " + (why.empty() ? what : why);
}

template <class S>
Limit<S> no_answer(Status status, std::string note, Roots roots = {}) {
  Limit<S> answer{S(status == Status::no_limit ? inf : NaN), status, std::move(note), {}, {}, S(NaN), S(NaN), roots};
  remark_on_roots(answer);
  return answer;
}

/// What there is to say at the limit, in the caller's scalar. No other function makes a limit that is `ok`: one without a
/// number, goodput or shares there is none.
///
/// @param alone the one that binds, where it is not the criterion's terms that do
template <class S, class P>
Limit<S> describe(const P& problem, const S& log_size, const Roots& roots, std::string_view alone = {}) {
  using std::exp;
  Terms<S> goodput, factors, terms;
  problem.seen_at(log_size, [&](const auto& there) {
    add_values(there.strategy_losses, goodput);
    add_values(there.factor_losses, factors);
    if (alone.empty()) problem.criterion.terms(there, terms);
    else terms.add(alone, S(1));
  });
  Limit<S> limit{
      S(problem.run.gpus * exp(log_size)), Status::ok, {}, {}, {}, exp(S(-goodput.sum())), exp(S(-factors.sum())), roots};
  // at a jump from nothing lost at all, what is lost beyond it
  if (value_of(terms.sum()) == 0) terms = problem.terms(S(log_size + S(detail::beyond_a_jump)));
  const S sum = terms.sum();
  std::size_t endless = 0;  // terms that are infinite bind, the others do not
  for (const auto& term : terms) endless += value_of(term.amount) == inf;
  limit.shares.add_all(terms, [&](const S& amount) {
    return endless == 0 ? S(amount / sum) : S(value_of(amount) == inf ? 1.0 / static_cast<double>(endless) : 0.0);
  });
  limit.binding = limit.shares.largest();
  if (!limit.whole())
    return no_answer<S>(Status::infeasible,
                        why_not_whole(problem, static_cast<double>(log_size), static_cast<double>(limit.goodput)), roots);
  if (value_of(limit.value) < 1) {
    const std::string unit = problem.unit();
    limit.add_note("the limit is below one " + unit.substr(0, unit.size() - unit.ends_with('s')));
  }
  if (limit.shares.truncated())
    limit.add_note("more terms than " + std::to_string(Terms<S>::capacity) + ": the last of them together are 'other'");
  remark_on_roots(limit);
  return limit;
}

/// Where a root finder gave up.
inline constexpr std::string_view why_not_converged =
    "not converged: there is a size at which the criterion stops holding, and the search gave up before it was found";

/// "1e300": the farthest size that was looked at, in whole powers of ten.
inline std::string power_of_ten_below(double log_gpus) {
  return "1e" + std::to_string(saturated<std::int64_t>(std::floor(log_gpus / std::log(10.0) + detail::power_of_ten)));
}

/// Why no size is too large, as far as was looked.
template <class P>
std::string why_no_limit(const P& problem, double log_size) {
  const double log_gpus = std::log(static_cast<double>(problem.run.gpus)) + log_size;
  return (problem.criterion.global_maximum ? "no limit: no peak, useful throughput still rises at "
                                           : "no limit: the criterion still holds at ") +
         power_of_ten_below(log_gpus) + " " + problem.unit();
}

/// Why no size will do. @param least ln(N / gpus) of the least size that the strategy knows; NaN: all
template <class P>
std::string why_infeasible(const P& problem, double least = NaN) {
  const std::string why = problem.note(0), none = "infeasible: no size meets the criterion";
  if (!why.empty() || !(least == least)) return why.empty() ? none : why;
  return none + ", from " + to_text(static_cast<double>(problem.run.gpus) * std::exp(least), 6) + " " + problem.unit() +
         " on, the least for the strategy " + std::string(problem.strategy.name());
}

/// Why there is no answer where the sizes end for which the strategy has one.
template <class P>
std::string why_beyond_strategy(const P& problem, double log_size) {
  constexpr double just = 1e-6;
  return "infeasible: the criterion still holds at " + to_text(static_cast<double>(problem.run.gpus) * std::exp(log_size), 6) +
         " " + problem.unit() + "; beyond, " + problem.note(log_size + just);
}

/// Why the factors know nothing of a size; empty where they do.
inline std::string why_outside(const SizeRange& known, double gpus, std::string_view unit = "GPUs") {
  if (known.holds(gpus)) return {};
  const bool below = gpus < known.low;
  return "infeasible: " + to_text(gpus, 6) + " " + std::string(unit) + " lie outside the table of '" +
         std::string(below ? known.begins : known.ends) + "', which " +
         (below ? "begins at " + to_text(known.low, 6) : "ends at " + to_text(known.high, 6));
}

/// Why there is no answer that the factors know of.
template <class P>
std::string why_unknown(const P& problem, bool beyond) {
  const SizeRange known = problem.domain();
  const auto number = [](double gpus) { return to_text(gpus, 6); };
  const auto table = [](Name name) { return "the table of '" + std::string(name) + "'"; };
  const auto gpus = static_cast<double>(problem.run.gpus);
  if (beyond)
    return "infeasible: the criterion still holds at " + number(known.high) + " " + problem.unit() + ", where " +
           table(known.ends) + " ends";
  if (known.low > known.high)
    return "infeasible: " + table(known.begins) + " and " + table(known.ends) + " have no size in common";
  if (std::string why = why_outside(known, gpus, problem.unit()); !why.empty()) return why;
  return "infeasible: the cap '" + std::string(problem.cap().name) + "' lies below " + number(known.low) + " " +
         problem.unit() + ", where " + table(known.begins) + " begins";
}

/// The answer where the cap binds: goodput and efficiency there, and one term.
template <class S, class P>
Limit<S> at_cap(const P& problem, const Cap<S>& cap, const Roots& roots) {
  auto limit = describe(problem, log_ratio(S(cap.gpus), S(problem.run.gpus)), roots, cap.name);
  if (limit.status != Status::ok) return limit;
  limit.value = cap.gpus;
  limit.add_note("the cap '" + std::string(cap.name) + "' binds, the criterion would allow more");
  return limit;
}

}  // namespace scaling_limits::limits
