// SPDX-License-Identifier: Apache-2.0
// What an owner asks next: assessment, levers, what changed, strategies side by side, memory against storage.
#pragma once
#include "../../version.hpp"

#include "../../analysis/assess.hpp"
#include "../../analysis/attribution.hpp"
#include "../../analysis/compare.hpp"
#include "../../analysis/levers.hpp"
#include "../../analysis/tiers.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../json_schema.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What a comparison takes for what must be given of a strategy and was not: copies at 10 GB/s per GPU, which is one host link,
/// 32 replicas.
inline Map taken_for_granted(std::string_view strategy, const TrainingRun<>& run) {
  if (strategy == "asynchronous") return {{"copy_bandwidth", 1e10 * run.gpus}};
  if (strategy == "elastic") return {{"replicas", 32}};
  return {};
}

/// Who takes part in a comparison, and who does not for want of a field.
struct Entries {
  std::vector<AnyStrategy> strategies{};
  std::vector<std::string> left_out{}, field{}, unit{}, text{};  // a row per missing field

  void add_unless_missing(const Kind& kind, const TrainingRun<>& run) {
    const Map fields = taken_for_granted(kind.name, run);
    const std::size_t before = left_out.size();
    const auto miss = [&](std::string_view name, std::string_view in, std::string_view doc) {
      if (fields.find(name)) return;
      left_out.push_back(kind.name);
      field.emplace_back(name), unit.emplace_back(in), text.emplace_back(doc);
    };
    for (const Row& row : kind.rows)
      if (row.required()) miss(row.name, row.unit, row.doc);
    for (const Argument& argument : kind.arguments)
      if (!argument.optional) miss(argument.name, "", argument.doc);
    if (left_out.size() > before) return;
    auto model = made(kind, fields);
    model->given.emplace();  // by nobody
    strategies.emplace_back(std::static_pointer_cast<const StrategyModel>(std::move(model)));
  }
};

inline Entries entries_of(const Case& at, const With& with) {
  Entries all;
  if (const Value* given = with.given("strategies")) {
    if (!given->list() || given->list()->empty())
      throw Refused("compare: strategies must be a list of strategies, at least one", "strategies", *given);
    for (const Value& one : *given->list())
      all.strategies.push_back(
          strategy_of(part_from(strategies(), one, "strategies." + std::to_string(all.strategies.size()))));
  } else {
    all.strategies.push_back(at.strategy);
  }
  if (with["others"] == 0) return all;
  std::vector<std::string> own;  // they take the place of the others of their kind
  for (const AnyStrategy& one : all.strategies) own.emplace_back(one.name());
  for (const Kind& kind : strategies())
    if (std::find(own.begin(), own.end(), kind.name) == own.end()) all.add_unless_missing(kind, at.run);
  return all;
}

/// What each is called: its name, and which of those it is where there are several.
inline std::vector<std::string> labels_of(const std::vector<AnyStrategy>& strategies) {
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < strategies.size(); ++k) {
    const auto same = [&](const AnyStrategy& other) { return other.name() == strategies[k].name(); };
    std::string label(strategies[k].name());
    if (std::count_if(strategies.begin(), strategies.end(), same) > 1)
      label += " " +
               std::to_string(1 + std::count_if(strategies.begin(), strategies.begin() + static_cast<std::ptrdiff_t>(k), same));
    labels.push_back(std::move(label));
  }
  return labels;
}

inline Value strategies_in_full(const Value& given) {
  if (!given.list()) return given;
  List all;
  for (const Value& one : *given.list())
    all.push_back(completed(part_from(strategies(), one, "with.strategies." + std::to_string(all.size()))));
  return all;
}

inline void put_assessment(const Case& at, const With& with, Out& out) {
  const auto a = analysis::assess(at.run, at.strategy, {with["tolerance"], with["retained"], with["step_time"]});
  out << a.mtbf << a.write_time << a.restart_time << a.interval << a.band.shortest << a.band.longest << a.interval_cost
      << a.steps << a.goodput << a.overhead << a.useful_throughput;
  const bool ok = a.goodput == a.goodput && a.shares_are_known();
  ok ? out.each(a.breakdown, strategy_shares(at)) : out.skip(strategy_shares(at).size());
  ok ? out.each(a.gpu_hours_lost_per_day, lost_shares(at)) : out.skip(lost_shares(at).size());
  out << a.interruptions_per_day << a.checkpoints_per_day << a.saves_just_in_time_per_day << a.detections_per_day
      << a.bytes_written_per_day << a.capacity << a.capacity_while_writing;
  for (const double gain : a.goodput_gains) out << gain;
  out << std::string_view(ok ? "ok" : "infeasible") << std::string_view(a.note);
}

/// What a strategy is made of that is not at its default, {"copy_bandwidth": 1e13}.
inline std::string unusual(const AnyStrategy& strategy, const Kind& kind) {
  const auto numbers = strategy.model().numbers();
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Row& row = kind.rows[k];
    if (numbers[k] != numbers[k] || numbers[k] == row.standard) continue;
    const Value value = cell(numbers[k]);  // infinity is a text
    text.append(text.empty() ? "" : ", ").append("\"").append(row.name).append("\": ");
    text.append(value.number() ? to_text(numbers[k]) : "\"" + *value.text() + "\"");
  }
  return "{" + text + "}";
}

/// What nobody gave of a part, "replicas = 32, outage = downtime and restart"; where that is not known, what is at its default.
inline std::string assumed(const Kind& kind, const std::vector<double>& numbers,
                           const std::optional<std::vector<std::string>>& given) {
  const auto is_given = [&](std::string_view name) {
    return given && std::find(given->begin(), given->end(), name) != given->end();
  };
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    text.append(text.empty() ? "" : ", ").append(name).append(" = ").append(value);
  };
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Row& row = kind.rows[k];
    const double x = numbers[k];
    const bool usual = x == row.standard || (x != x && row.standard != row.standard);
    if (given ? is_given(row.name) : !usual) continue;
    if (x != x) add(row.name, otherwise(row.doc));
    else if (row.range.boolean) add(row.name, x != 0 ? "true" : "false");
    else add(row.name, quantity_text(x, row.unit));
  }
  for (const Argument& argument : kind.arguments) {
    if (!given || is_given(argument.name)) continue;  // words cannot be read back from a model
    const std::string* word = argument.standard.text();
    add(argument.name, word ? std::string_view(*word) : otherwise(argument.doc));
  }
  return text;
}

inline void put_comparison(const Case& at, const With& with, Out& out) {
  Entries entries = entries_of(at, with);
  const auto labels = labels_of(entries.strategies);
  std::vector<analysis::Contender> contenders;
  for (const AnyStrategy& one : entries.strategies) {
    contenders.push_back(analysis::contender(one));
    contenders.back().name = labels[contenders.size() - 1];
  }
  const auto table =
      analysis::compare(at.run, at.growth, numbers_in("compare", {"sizes", "1", "GPUs", positive}, with.arguments), contenders,
                        [&] { breathe(at); });
  std::vector<std::string> names, called, fields, assumes, statuses, notes, below, above;
  std::vector<double> place, goodput, interval, memory, bandwidth, spares, gpus, best;
  const auto add = [](std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const auto& row : table.rows) {
    const AnyStrategy& strategy = entries.strategies[row.contender];
    const Kind* kind = strategies().find(strategy.name());
    fields.push_back(kind ? unusual(strategy, *kind) : "{}");
    assumes.push_back(kind ? assumed(*kind, strategy.model().numbers(), strategy.model().given) : "");
    names.emplace_back(strategy.name()), called.push_back(row.name), statuses.push_back(row.status), notes.push_back(row.note);
    place.push_back(static_cast<double>(row.contender));
    add(goodput, row.goodput), add(interval, row.interval), add(memory, row.memory), add(bandwidth, row.bandwidth),
        add(spares, row.spares);
  }
  for (const auto& even : table.break_even_sizes)
    gpus.push_back(even.gpus), below.push_back(even.below), above.push_back(even.above), best.push_back(even.best);
  out << std::move(names) << std::move(called) << std::move(fields) << std::move(assumes) << std::move(place)
      << std::move(goodput) << std::move(interval) << std::move(memory) << std::move(bandwidth) << std::move(spares)
      << std::move(statuses) << std::move(notes) << std::vector<double>(table.sizes) << std::move(gpus) << std::move(below)
      << std::move(above) << std::move(best) << std::vector<double>{table.smallest, table.largest}
      << std::move(entries.left_out) << std::move(entries.field) << std::move(entries.unit) << std::move(entries.text)
      << std::vector<std::string>{assumed(*runs().begin(), numbers_of(at.run), at.run_given)};
}

inline Value tiers_look() {
  const Value tier = json_schema::part("tier");
  return Map{{"type", List{"object", "array"}}, {"additionalProperties", tier}, {"items", tier}};
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
  const Value& growing = *with.given("growths");  // which has a default
  if (!growing.list()) throw Refused("tiers: growths must be a list", "growths", growing);
  std::vector<analysis::NamedLaw> laws;
  for (const Value& one : *growing.list()) {
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
                                               there.criterion = asked[k].criterion;
                                               return limit_of(there);
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
                 {"interruptions_per_day", "1", "stops of the run by a failure, those that cut a restart short included"},
                 {"checkpoints_per_day", "1", "periodic ones that stand"},
                 {"saves_just_in_time_per_day", "1", "after a failure, by the replicas that survived it"},
                 {"detections_per_day", "1", "of silent errors: the run goes back to its last checkpoint"},
                 {"bytes_written_per_day", "B", "by checkpoints and saves that stand, on all levels"},
                 {"capacity", "B", "of the retained checkpoints"},
                 {"capacity_while_writing", "B", "and of one more being written"},
                 {"goodput_gain", "1", "of the goodput today by improving the field: twice what helps, half of what costs",
                  Cell::number, growing_fields, "field"},
                 status_column,
                 note_column},
                detail::put_assessment});
  to.push_back({{"question", "levers", "what every field of the run but its size does to a limit", {}, {}, {}},
                {"run"},
                {"criterion", "strategy", "growth", "factor"},
                {{"limit", "GPU", "the limit itself"},
                 {"elasticity", "1", "d ln(limit) / d ln(field), exact; 0 for a field that is 0 or unlimited", Cell::number,
                  growing_fields, "field"},
                 {"doubled", "GPU", "the limit with twice the field", Cell::number, growing_fields, "field"},
                 {"halved", "GPU", "the limit with half of it", Cell::number, growing_fields, "field"},
                 {"doubled_gain", "1", "what twice the field changes in the goodput of the run at its own size", Cell::number,
                  growing_fields, "field"},
                 {"halved_gain", "1", "what half of it changes there", Cell::number, growing_fields, "field"},
                 status_column,
                 note_column},
                [](const Case& at, const With&, Out& out) {
                  const auto limit = limit_of(at);
                  const auto levers = analysis::levers(limit, at.run, at.criterion, at.growth, at.strategy, at.factors);
                  out << limit.value;
                  for (const auto& lever : levers) out << lever.elasticity;
                  for (const auto& lever : levers) out << lever.doubled;
                  for (const auto& lever : levers) out << lever.halved;
                  for (const auto& lever : levers) out << lever.doubled_gain;
                  for (const auto& lever : levers) out << lever.halved_gain;
                  out << to_word(limit.status) << std::string_view(limit.note);
                }});
  to.push_back({{"question",
                 "attribution",
                 "what changed between two runs in goodput, by field (Shapley values)",
                 {},
                 {looking([] { return json_schema::part("run"); },
                          {"after", "the run as it is now; `run` is what it was", {}, {}, false})},
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
  to.push_back(
      {{"question",
        "compare",
        "strategies side by side: best first at one size, in the order given at several",
        {{"others", "1", "whether those that are not given are compared too, with what is usual of them", flag, 1}},
        {each_of(looking([] { return json_schema::list(json_schema::part("strategy")); },
                         {"strategies", "a list of them; not given: the run's own", {}, {}, true, detail::strategies_in_full})),
         each_of(
             looking([] { return json_schema::numbers("1", positive); },
                     {"sizes", "GPUs; not given: the run's own size. Numbers by strategy then hold one row of sizes each"}))},
        {}},
       {"run"},
       {"strategy", "growth"},
       {{"strategy", "", "its name", Cell::texts},
        {"label", "", "the same, numbered where there are several of that name", Cell::texts},
        {"fields", "", "its fields that are not at their default, as JSON", Cell::texts},
        {"assumes", "", "what nobody gave of it, and the value that it has: name = value, ...", Cell::texts},
        {"place", "1", "from 0: those given, in their order, then the others", Cell::numbers},
        {"goodput", "1", "at each size", Cell::numbers},
        {"interval", "s", "at each size", Cell::numbers},
        {"memory", "B", "of copies", Cell::numbers},
        {"bandwidth", "B/s", "written per second of progress", Cell::numbers},
        {"spares", "GPU", "that do no work of their own", Cell::numbers},
        {"status", "", "ok, or infeasible at every size", Cell::texts},
        {"note", "", "why it has no answer, or an interval of 0 or unlimited", Cell::texts},
        {"sizes", "GPU", "that were compared", Cell::numbers},
        {"break_even.gpus", "GPU", "where one overtakes another", Cell::numbers},
        {"break_even.below", "", "the better one at smaller sizes", Cell::texts},
        {"break_even.above", "", "the better one at larger sizes", Cell::texts},
        {"break_even.best", "1", "1: they are the two best there", Cell::numbers},
        {"break_even_range", "GPU", "the smallest and the largest size between which all were found", Cell::numbers},
        {"left_out.strategy", "", "not compared, as it needs a field; a row per field", Cell::texts},
        {"left_out.field", "", "the field that it needs", Cell::texts},
        {"left_out.unit", "", "of the field", Cell::texts},
        {"left_out.text", "", "what the field is", Cell::texts},
        {"run_assumes", "", "what nobody gave of the run, and the value that it has", Cell::texts}},
       detail::put_comparison});
  to.push_back(
      {{"question",
        "tiers",
        "the same run saved to each tier, under each growth law and criterion",
        {},
        {each_of(looking(detail::tiers_look, {"tiers", "by name: {name: tier}, or a list of presets; not given: all presets"})),
         each_of(looking([] { return json_schema::list(json_schema::part("growth")); },
                         {"growths", "a list of growth laws", {}, List{"fixed", "chinchilla", "proportional"}})),
         detail::criteria_argument()},
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
