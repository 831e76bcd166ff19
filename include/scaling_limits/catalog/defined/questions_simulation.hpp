// SPDX-License-Identifier: Apache-2.0
// The simulator as a question: the independent witness of what the others answer. On the calling thread, unless a pool is
// handed in.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../../simulation/simulator.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../law_of.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What a simulation tells apart: what every run spends its time on, and what the strategy can.
inline std::vector<std::string_view> simulated_shares(const Case& at) {
  std::vector<std::string_view> names;
  const auto own = at.strategy.all_shares();
  const auto can = [&](std::string_view share) { return std::find(own.begin(), own.end(), share) != own.end(); };
  for (std::size_t i = 0; i < simulation::buckets; ++i)
    if (i <= simulation::downtime || can(simulation::bucket_names[i]) || (i == simulation::slow_parts && !at.factors.empty()))
      names.push_back(simulation::bucket_names[i]);
  if (can(strategies::evaluation_term)) names.push_back(strategies::evaluation_term);
  return names;
}

inline const Kind& domain_kind() {
  static const Kind kind{
      "domain",
      "domain",
      "parts that many GPUs share",
      {{"count", "1", "domains of this kind", not_negative},
       {"mttf", "s", "mean running time to failure of one of them", positive_or_inf},
       {"gpus", "1", "that one of them takes away", whole(Range{.lower = 0, .upper = 2147483647.0}), 1},
       {"severity", "1", "of its incidents, 1 the mildest; 0: as the strategy says", whole(Range{.lower = 0, .upper = 64}), 0}},
      {},
      {}};
  return kind;
}
/// [{"count": 64, "mttf": "1000 h", "gpus": 72, "severity": 0}, ...]
inline std::vector<simulation::Domain> domains_of(const Part& with) {
  std::vector<simulation::Domain> domains;
  const Value* given = with.argument("domains");
  if (!given) return domains;
  if (!given->list()) throw Refused("simulate: domains must be a list of {count, mttf, gpus, severity}", "domains", *given);
  for (const Value& one : *given->list()) {
    const std::string path = "domains." + std::to_string(domains.size());
    if (!one.map()) throw Refused("simulate: a domain must be {count, mttf, gpus, severity}", path, one);
    const auto x = choose(domain_kind(), *one.map(), path).numbers;
    domains.push_back({x[0], x[1], static_cast<int>(x[2]), static_cast<int>(x[3])});
  }
  return domains;
}

/// The parts that get slow in a protocol, as the factor of a case has them.
inline strategies::SlowParts slow_parts_in(const strategies::Protocol& protocol, const Case& at) {
  const auto refuse = [](const FactorModel& other, const char* is) {
    return InvalidArgument("simulate: of factors one of slow parts can be played, '" + std::string(other.term()) + "' is " + is,
                           "factor");
  };
  if (at.factors.size() > 1) throw refuse(at.factors[1], "one more");
  auto slow = at.factors[0].played_in(protocol, at.run.gpus);
  if (!slow) throw refuse(at.factors[0], "another");
  const auto& all = protocol.severities;
  const bool of_steps = std::any_of(all.begin(), all.end(),
                                    [](const strategies::Severity& one) { return one.recovery == strategies::Recovery::step; });
  const double by_clock = at.with["by_clock"];
  slow->by_clock = by_clock == by_clock ? by_clock != 0 : !of_steps;
  return *slow;
}

inline simulation::Result simulated(const Case& at) {
  simulation::Options options;
  options.seed = static_cast<std::uint64_t>(at.with["seed"]);
  options.relative_accuracy = at.with["relative_accuracy"], options.most_failures = at.with["most_failures"];
  options.events = static_cast<std::size_t>(at.with["events"]);
  options.domains = domains_of(at.with);
  if (at.others.contains("failure_law")) options.law = law_of(at);
  if (!at.factors.empty())
    options.slow_parts = [&](const strategies::Protocol& protocol) { return slow_parts_in(protocol, at); };
  const Tools& tools = tools_of(at);
  options.pool = tools.pool, options.progress = [&](double failures, double accuracy) {
    breathe(at);
    return !tools.progress || tools.progress(failures, accuracy);
  };
  return simulation::simulate(at.run, at.strategy, options);
}

}  // namespace detail

void add_simulation_questions(Questions& to) {
  const simulation::Options usual;
  to.push_back(
      {.name = "simulate",
       .text = "the job played out event by event until its goodput is known to relative_accuracy",
       .needs = {"run"},
       .uses = {"strategy", "failure_law"},
       .takes = {"factor"},
       .rows = {{"seed", "1", "the same seed gives the same result, on any number of threads",
                 whole(Range{.lower = 0, .upper = 0x1p53}), static_cast<double>(usual.seed)},
                {"relative_accuracy", "1", "of standard error / goodput", as_share(positive), usual.relative_accuracy},
                {"most_failures", "1", "stop there even if the accuracy is not reached", positive, usual.most_failures},
                {"events", "1", "lines of the event log to keep", whole(Range{.lower = 0, .upper = 1e7}), 0},
                {"by_clock", "1",
                 "with slow parts: whether saves keep to the clock, else to so much work; not given: where no step is saved",
                 if_given(flag)}},
       .arguments = {looking([] { return json_schema::list(json_schema::table(detail::domain_kind())); },
                             {"domains", "failures of parts that many GPUs share: a list of {count, mttf, gpus, severity}"})},
       .gives = gives(detail::simulated, {{"term", detail::simulated_shares}})});
}

}  // namespace scaling_limits::catalog
