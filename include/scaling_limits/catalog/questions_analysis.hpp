// SPDX-License-Identifier: Apache-2.0
// What an owner asks next: assessment, levers, what changed, strategies side by side, memory against storage.
#pragma once
#include "../version.hpp"

#include "../analysis/assess.hpp"
#include "../analysis/attribution.hpp"
#include "../analysis/compare.hpp"
#include "../analysis/tiers.hpp"
#include "questions_limits.hpp"

namespace scaling_limits::catalog {

namespace detail {

template <class S>
analysis::Contender contender(const S& strategy) {
  return {std::string(strategy.name()), [strategy](const TrainingRun<>& run) { return strategy.losses(run).sum(); },
          [strategy](const TrainingRun<>& run) { return strategy.summary(run); },
          [strategy](const TrainingRun<>& run) { return strategy.note(run); }};
}

/// Every strategy that needs no more than the run says; copies at 10 GB/s per GPU (assumed: one host link), 32 replicas.
inline std::vector<AnyStrategy> applicable(const TrainingRun<>& run) {
  std::vector<AnyStrategy> all{strategy("blocking"),     strategy("asynchronous", {{"copy_bandwidth", 1e10 * run.gpus}}),
                               strategy("in_memory"),    strategy("buddy"),
                               strategy("just_in_time"), strategy("replicated")};
  if (run.gpus >= 64) all.push_back(strategy("elastic", {{"replicas", 32}}));
  return all;
}

inline std::vector<AnyStrategy> contenders_of(const Case& at, const With& with) {
  const Value* given = with.given("strategies");
  std::vector<AnyStrategy> all;
  if (!given) {
    // the case's own takes the place of the one of its kind
    all.push_back(at.strategy);
    for (AnyStrategy& other : applicable(at.run))
      if (other.name() != at.strategy.name()) all.push_back(std::move(other));
    return all;
  }
  if (!given->list() || given->list()->empty())
    throw Refused("compare: strategies must be a list of strategies, at least one", "strategies", *given);
  for (const Value& one : *given->list())
    all.push_back(strategy_of(part_from(strategies(), one, "strategies." + std::to_string(all.size()))));
  return all;
}

inline void put_assessment(const Case& at, const With& with, Out& out) {
  const auto a = analysis::assess(at.run, at.strategy, {with["tolerance"], with["retained"], with["step_time"]});
  out << a.mtbf << a.write_time << a.restart_time << a.interval << a.band.shortest << a.band.longest << a.interval_cost
      << a.steps << a.goodput << a.overhead << a.useful_throughput;
  const bool ok = a.goodput == a.goodput;
  ok ? out.each(a.breakdown, strategy_shares(at)) : out.skip(strategy_shares(at).size());
  ok ? out.each(a.gpu_hours_lost_per_day, lost_shares(at)) : out.skip(lost_shares(at).size());
  out << a.interruptions_per_day << a.checkpoints_per_day << a.bytes_written_per_day << a.capacity << a.capacity_while_writing
      << std::string_view(ok ? "ok" : "infeasible") << std::string_view(a.note);
}

/// What a strategy is made of that is not as usual, {"copy_bandwidth": 1e13}: what a comparison assumes.
inline std::string assumed(const AnyStrategy& strategy) {
  const auto numbers = strategy.model().numbers();
  const Kind* kind = strategies().find(strategy.name());
  std::string text;
  for (std::size_t k = 0; kind && k < numbers.size(); ++k) {
    const Row& row = kind->rows[k];
    if (numbers[k] != numbers[k] || numbers[k] == row.standard) continue;
    text.append(text.empty() ? "" : ", ").append("\"").append(row.name).append("\": ").append(to_text(numbers[k]));
  }
  return "{" + text + "}";
}

inline void put_comparison(const Case& at, const With& with, Out& out) {
  const auto chosen = contenders_of(at, with);
  std::vector<analysis::Contender> contenders;
  for (const AnyStrategy& one : chosen) contenders.push_back(contender(one));
  const auto table =
      analysis::compare(at.run, at.growth, numbers_in("compare", {"sizes", "1", "GPUs", positive}, with.arguments), contenders);
  std::vector<std::string> names, fields, statuses, notes, below, above;
  std::vector<double> place, goodput, interval, memory, bandwidth, spares, gpus, best;
  const auto add = [](std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const auto& row : table.rows) {
    fields.push_back(assumed(chosen[row.contender]));
    names.push_back(row.name), statuses.push_back(row.status), notes.push_back(row.note);
    place.push_back(static_cast<double>(row.contender));
    add(goodput, row.goodput), add(interval, row.interval), add(memory, row.memory), add(bandwidth, row.bandwidth),
        add(spares, row.spares);
  }
  for (const auto& even : table.break_even_sizes)
    gpus.push_back(even.gpus), below.push_back(even.below), above.push_back(even.above), best.push_back(even.best);
  out << std::move(names) << std::move(fields) << std::move(place) << std::move(goodput) << std::move(interval)
      << std::move(memory) << std::move(bandwidth) << std::move(spares) << std::move(statuses) << std::move(notes)
      << std::vector<double>(table.sizes) << std::move(gpus) << std::move(below) << std::move(above) << std::move(best);
}

inline void put_tiers(const Case& at, const With& with, Out& out) {
  std::vector<analysis::NamedTier> named;
  const Value* given = with.given("tiers");
  const auto add = [&](const std::string& name, const Value& tier, const std::string& place) {
    named.push_back({name, aggregate_of<storage::Tier<>>(part_from(tiers(), tier, "tiers." + place))});
  };
  if (!given) {
    for (const NamedPreset& p : presets())
      if (p.group == "tier") add(p.name, Value(p.name), p.name);
  } else if (given->map()) {
    for (const auto& [name, tier] : *given->map()) add(name, tier, name);
  } else if (given->list()) {
    for (const Value& name : *given->list()) add(name.text() ? *name.text() : "", name, std::to_string(named.size()));
  } else {
    throw Refused("tiers: tiers must be {name: tier}, or a list of presets", "tiers", *given);
  }
  const auto listed = [&](std::string_view key, List usually) {
    const Value* value = with.given(key);
    if (!value) return usually;
    if (!value->list()) throw Refused("tiers: " + std::string(key) + " must be a list", std::string(key), *value);
    return *value->list();
  };
  std::vector<analysis::NamedLaw> laws;
  for (const Value& one : listed("growths", {"fixed", "chinchilla", "proportional"})) {
    const Part part = part_from(growths(), one, "growths." + std::to_string(laws.size()));
    laws.push_back({part.chosen.kind->name, growth_of(part)});
  }
  const auto asked = detail::criteria_of("tiers", with);
  std::vector<std::string> texts;
  for (const auto& one : asked) texts.push_back(one.name);
  const auto rows = analysis::limits_by_tier(at.run, named, texts, laws,
                                             [&](const TrainingRun<>& saved, const growth::PowerLaw& law, std::size_t k) {
                                               Case there = at;
                                               there.run = saved, there.growth = law;
                                               return asked[k].criterion->max_gpus(there);
                                             });
  std::vector<std::string> tier, law, criterion, status, binding, note;
  std::vector<double> write, read, value, goodput;
  for (const auto& row : rows) {
    tier.push_back(row.tier), law.push_back(row.growth), criterion.push_back(std::string(row.criterion));
    write.push_back(row.write_time), read.push_back(row.read_time), value.push_back(row.limit.value);
    status.emplace_back(to_word(row.limit.status)), binding.emplace_back(row.limit.binding), note.push_back(row.limit.note);
    goodput.push_back(row.limit.goodput);
  }
  out << std::move(tier) << std::move(law) << std::move(criterion) << std::move(write) << std::move(read) << std::move(value)
      << std::move(status) << std::move(binding) << std::move(note) << std::move(goodput);
}

}  // namespace detail

template <class = void>
void add_analysis_questions(Questions& to) {
  constexpr analysis::AssessOptions usual{};
  to.push_back({{"question",
                 "assess",
                 "interval, band, goodput, where the GPU-hours go, storage written and held",
                 {{"tolerance", "1", "of the band, relative to the best goodput", closed_fraction, usual.tolerance},
                  {"retained", "1", "checkpoints kept, complete", not_negative, usual.retained},
                  {"step_time", "s", "of one training step, for the interval in whole steps", if_given(positive)}},
                 {},
                 {}},
                {"run"},
                {"strategy"},
                {{"mtbf", "s", "of the job, in running time"},
                 {"write_time", "s", "one save"},
                 {"restart_time", "s", "load and re-initialise"},
                 {"interval", "s", "the strategy's"},
                 {"band.shortest", "s", "within the tolerance of the best goodput"},
                 {"band.longest", "s", "within the tolerance of the best goodput"},
                 {"interval_cost", "1", "1 - goodput / goodput at the best interval"},
                 {"steps", "1", "the best interval in whole steps"},
                 {"goodput", "1", "new useful training time per wall-clock time"},
                 {"overhead", "1", "1 / goodput - 1"},
                 {"useful_throughput", "GPU", "gpus x goodput"},
                 {"breakdown", "1", "share of elapsed time", Cell::number, strategy_shares, "cause"},
                 {"gpu_hours_lost_per_day", "GPU h", "by cause", Cell::number, lost_shares, "cause"},
                 {"interruptions_per_day", "1", "of the job, wall-clock"},
                 {"checkpoints_per_day", "1", "committed"},
                 {"bytes_written_per_day", "B", "by committed checkpoints"},
                 {"capacity", "B", "of the retained checkpoints"},
                 {"capacity_while_writing", "B", "and of one more being written"},
                 status_column,
                 note_column},
                detail::put_assessment});
  to.push_back({{"question", "levers", "what every field of the run but its size does to a limit", {}, {}, {}},
                {"run", "criterion"},
                {"strategy", "growth", "factor"},
                {{"limit", "GPU", "the limit itself"},
                 {"elasticity", "1", "d ln(limit) / d ln(field), exact; 0 for a field that is 0 or unlimited", Cell::number,
                  growing_fields, "field"},
                 {"doubled", "GPU", "the limit with twice the field", Cell::number, growing_fields, "field"},
                 {"halved", "GPU", "the limit with half of it", Cell::number, growing_fields, "field"},
                 status_column,
                 note_column},
                [](const Case& at, const With&, Out& out) {
                  const auto limit = at.criterion->max_gpus(at);
                  const auto levers = at.criterion->levers(limit, at);
                  out << limit.value;
                  for (const auto& lever : levers) out << lever.elasticity;
                  for (const auto& lever : levers) out << lever.doubled;
                  for (const auto& lever : levers) out << lever.halved;
                  out << to_word(limit.status) << std::string_view(limit.note);
                }});
  to.push_back({{"question",
                 "attribution",
                 "what changed between two runs in goodput, by field (Shapley values)",
                 {},
                 {{"after", "the run as it is now; `run` is what it was", {}, {}, false}},
                 {}},
                {"run"},
                {"strategy"},
                {{"before", "1", "goodput of the run"},
                 {"after", "1", "goodput of the other"},
                 {"by_field", "1", "what the field has of the difference; they sum to it", Cell::number,
                  names_of<TrainingRun<>>, "field"}},
                [](const Case& at, const With& with, Out& out) {
                  const Value* after = with.given("after");
                  const auto other = part_from(runs(), after ? *after : Value(), "after");
                  const auto found = analysis::what_changed(at.run, aggregate_of<TrainingRun<>>(other), at.strategy);
                  out << found.before << found.after;
                  for (const auto& field : fields_of<TrainingRun<>>) out << found.by_field.of(field.name);
                }});
  to.push_back({{"question",
                 "compare",
                 "strategies side by side: best first at one size, in the order given at several",
                 {},
                 {{"strategies", "to compare; not given: the run's own and all that need no more than the run says"},
                  {"sizes", "GPUs; not given: the run's own size. Numbers by strategy then hold one row of sizes each"}},
                 {}},
                {"run"},
                {"strategy", "growth"},
                {{"strategy", "", "its name", Cell::texts},
                 {"fields", "", "its fields that are not at their default, as JSON", Cell::texts},
                 {"place", "1", "among those given, from 0", Cell::numbers},
                 {"goodput", "1", "at each size", Cell::numbers},
                 {"interval", "s", "at each size", Cell::numbers},
                 {"memory", "B", "of copies", Cell::numbers},
                 {"bandwidth", "B/s", "written per second of progress", Cell::numbers},
                 {"spares", "GPU", "that do no work of their own", Cell::numbers},
                 {"status", "", "ok, or infeasible at every size", Cell::texts},
                 {"note", "", "why it has no answer", Cell::texts},
                 {"sizes", "GPU", "that were compared", Cell::numbers},
                 {"break_even.gpus", "GPU", "where one overtakes another", Cell::numbers},
                 {"break_even.below", "", "the better one at smaller sizes", Cell::texts},
                 {"break_even.above", "", "the better one at larger sizes", Cell::texts},
                 {"break_even.best", "1", "1: they are the two best there", Cell::numbers}},
                detail::put_comparison});
  to.push_back({{"question",
                 "tiers",
                 "the same run saved to each tier, under each growth law and criterion",
                 {},
                 {{"tiers", "by name: {name: tier}, or a list of presets; not given: all presets"},
                  {"growths", "growth laws; not given: fixed, chinchilla, proportional"},
                  {"criteria", "not given: write_time_equals_mtbf, goodput_at_least 0.9, peak_throughput"}},
                 {}},
                {"run"},
                {"strategy"},
                {{"tier", "", "its name", Cell::texts},
                 {"growth", "", "its name", Cell::texts},
                 {"criterion", "", "as it was given", Cell::texts},
                 {"write_time", "s", "of the run at its own size", Cell::numbers},
                 {"read_time", "s", "of the run at its own size", Cell::numbers},
                 {"value", "GPU", "the limit", Cell::numbers},
                 {"status", "", "of the limit", Cell::texts},
                 {"binding", "", "at the limit", Cell::texts},
                 {"note", "", "of the limit", Cell::texts},
                 {"goodput", "1", "at the limit", Cell::numbers}},
                detail::put_tiers});
}

}  // namespace scaling_limits::catalog
