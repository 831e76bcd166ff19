// SPDX-License-Identifier: Apache-2.0
// An answer from a size: what there is to say at the limit, and the words where there is none.
#pragma once
#include "../version.hpp"

#include <string>

#include "limit.hpp"
#include "problem.hpp"

namespace scaling_limits::limits {

namespace detail {

/// ln(1e300) / ln(10) is 300 but for this.
inline constexpr double power_of_ten = 1e-9;

}  // namespace detail

template <class S>
void remark_on_roots(Limit<S>& limit) {
  if (limit.roots.found() > limit.roots.size())
    limit.add_note("the criterion changes sides at " + std::to_string(limit.roots.found()) + " sizes, of which roots holds " +
                   std::to_string(limit.roots.size()));
}

/// What there is to say at the limit, in the caller's scalar.
template <class S, class P>
Limit<S> describe(const P& problem, const S& log_size, const Roots& roots) {
  using std::exp;
  const auto there = problem.seen_at(log_size);
  Terms<S> goodput, factors, terms;
  add_values(there.strategy_losses, goodput);
  add_values(there.factor_losses, factors);
  problem.criterion.terms(there, terms);
  Limit<S> limit{
      S(problem.run.gpus * exp(log_size)), Status::ok, {}, {}, {}, exp(S(-goodput.sum())), exp(S(-factors.sum())), roots};
  const S sum = terms.sum();
  limit.shares.add_all(terms, [&](const S& amount) { return S(amount / sum); });
  limit.binding = limit.shares.largest();
  if (value_of(limit.value) < 1) limit.add_note("the limit is below one GPU");
  if (limit.shares.truncated())
    limit.add_note("more causes than " + std::to_string(Terms<S>::capacity) + ": the last of them together are 'other'");
  remark_on_roots(limit);
  return limit;
}

template <class S>
Limit<S> no_answer(Status status, std::string note, Roots roots = {}) {
  Limit<S> answer{S(status == Status::no_limit ? inf : NaN), status, std::move(note), {}, {}, S(NaN), S(NaN), roots};
  remark_on_roots(answer);
  return answer;
}

/// Where a root finder gave up.
inline constexpr std::string_view why_not_converged =
    "not converged: there is a size at which the criterion stops holding, and the search gave up before it was found";

/// Why no size is too large, as far as was looked.
template <class C>
std::string why_no_limit(double log_gpus) {
  const std::string farthest =
      "1e" + std::to_string(saturated<long>(std::floor(log_gpus / std::log(10.0) + detail::power_of_ten))) + " GPUs";
  if constexpr (C::global_maximum) return "no limit: no peak, useful throughput still rises at " + farthest;
  else return "no limit: the criterion still holds at " + farthest;
}

/// Why there is no answer that the factors know of.
template <class P>
std::string why_unknown(const P& problem, bool beyond) {
  const SizeRange known = problem.domain();
  const auto number = [](double gpus) { return to_text(gpus, 6); };
  const auto table = [](Name name) { return "the table of '" + std::string(name) + "'"; };
  const auto gpus = static_cast<double>(problem.run.gpus);
  if (beyond)
    return "infeasible: the criterion still holds at " + number(known.high) + " GPUs, where " + table(known.ends) + " ends";
  if (known.low > known.high)
    return "infeasible: " + table(known.begins) + " and " + table(known.ends) + " have no size in common";
  if (gpus < known.low || gpus > known.high)
    return "infeasible: the run's " + number(gpus) + " GPUs lie outside " +
           table(gpus < known.low ? known.begins : known.ends) + ", which " +
           (gpus < known.low ? "begins at " + number(known.low) : "ends at " + number(known.high));
  return "infeasible: the cap '" + std::string(problem.cap().name) + "' lies below " + number(known.low) + " GPUs, where " +
         table(known.begins) + " begins";
}

/// The answer where the cap binds: goodput and efficiency there, and one cause.
template <class S, class P>
Limit<S> at_cap(const P& problem, const Cap<S>& cap, const Roots& roots) {
  using std::log;
  auto limit = describe(problem, S(log(S(cap.gpus / problem.run.gpus))), roots);
  limit.value = cap.gpus;
  limit.shares = {{cap.name, S(1)}};
  limit.binding = cap.name;
  limit.add_note("the cap '" + std::string(cap.name) + "' binds, the criterion would allow more");
  return limit;
}

}  // namespace scaling_limits::limits
