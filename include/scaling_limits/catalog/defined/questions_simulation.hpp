// SPDX-License-Identifier: Apache-2.0
// The simulator as a question: the independent witness of what the others answer. On the calling thread, unless a pool is
// handed in.
#pragma once
#include "../../version.hpp"

#include "../../simulation/simulator.hpp"
#include "../detail/rooms.hpp"
#include "../json_schema.hpp"
#include "../law_of.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What a simulation tells apart: what every run spends its time on, and what the strategy can.
inline std::vector<std::string_view> simulated_shares(const Case& at) {
  std::vector<std::string_view> names;
  const auto own = at.strategy.all_shares();
  for (std::size_t i = 0; i < simulation::buckets; ++i)
    if (i <= simulation::downtime || std::find(own.begin(), own.end(), simulation::bucket_names[i]) != own.end())
      names.push_back(simulation::bucket_names[i]);
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
inline std::vector<simulation::Domain> domains_of(const With& with) {
  std::vector<simulation::Domain> domains;
  const Value* given = with.given("domains");
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

}  // namespace detail

void add_simulation_questions(Questions& to) {
  const simulation::Options usual;
  to.push_back({{"question",
                 "simulate",
                 "the job played out event by event until its goodput is known to relative_accuracy",
                 {{"seed", "1", "the same seed gives the same result, on any number of threads",
                   whole(Range{.lower = 0, .upper = 0x1p53}), static_cast<double>(usual.seed)},
                  {"relative_accuracy", "1", "of standard error / goodput", positive, usual.relative_accuracy},
                  {"most_failures", "1", "stop there even if the accuracy is not reached", positive, usual.most_failures},
                  {"events", "1", "lines of the event log to keep", whole(Range{.lower = 0, .upper = 1e7}), 0}},
                 {looking([] { return json_schema::list(json_schema::table(detail::domain_kind())); },
                          {"domains", "failures of parts that many GPUs share: a list of {count, mttf, gpus, severity}"})},
                 {}},
                {"run"},
                {"strategy", "failure_law"},
                {{"goodput", "1", "new useful training time per wall-clock time"},
                 {"standard_error", "1", "of the goodput"},
                 {"status", "", "ok, stopped, not converged or infeasible", Cell::text},
                 note_column,
                 {"failures", "1", "simulated"},
                 {"interruptions", "1", "a failure that the strategy absorbs interrupts nothing"},
                 {"silent_errors", "1", "simulated"},
                 {"detections", "1", "of silent errors; a failure wipes out those before it"},
                 {"checkpoints", "1", "periodic ones that stand"},
                 {"saves_just_in_time", "1", "that stand"},
                 {"bytes_written", "B", "by checkpoints and saves that stand, on all levels"},
                 {"elapsed", "s", "wall-clock time simulated"},
                 {"stretches", "1", "that the standard error comes from"},
                 {"breakdown", "1", "share of elapsed time", Cell::number, detail::simulated_shares, "cause"},
                 {"events.time", "s", "wall-clock time since the start", Cell::numbers},
                 {"events.what", "", "checkpoint, failure, absorbed, silent error, running", Cell::texts},
                 {"events.work", "s", "useful work done and not undone so far", Cell::numbers},
                 {"events.severity", "1", "of a failure, 1 the mildest; else 0", Cell::numbers}},
                [](const Case& at, const With& with, Out& out) {
                  simulation::Options options;
                  options.seed = static_cast<std::uint64_t>(with["seed"]);
                  options.relative_accuracy = with["relative_accuracy"], options.most_failures = with["most_failures"];
                  options.events = static_cast<std::size_t>(with["events"]);
                  options.domains = detail::domains_of(with);
                  if (at.others.contains("failure_law")) options.law = law_of(at);
                  const Tools& tools = tools_of(at);
                  options.pool = tools.pool, options.progress = [&](double failures, double accuracy) {
                    breathe(at);
                    return !tools.progress || tools.progress(failures, accuracy);
                  };
                  auto found = simulation::simulate(at.run, at.strategy, options);
                  out << found.goodput << found.standard_error << std::string_view(found.status) << std::string_view(found.note)
                      << found.failures << found.interruptions << found.silent_errors << found.detections << found.checkpoints
                      << found.saves_just_in_time << found.bytes_written << found.elapsed
                      << static_cast<double>(found.stretches);
                  out.each(found.breakdown, detail::simulated_shares(at));
                  std::vector<double> time, work, severity;
                  std::vector<std::string> what;
                  for (const auto& e : found.events)
                    time.push_back(e.time), what.emplace_back(e.what), work.push_back(e.work), severity.push_back(e.severity);
                  out << std::move(time) << std::move(what) << std::move(work) << std::move(severity);
                }});
}

}  // namespace scaling_limits::catalog
