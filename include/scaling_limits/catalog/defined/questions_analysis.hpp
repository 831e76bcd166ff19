// SPDX-License-Identifier: Apache-2.0
// What an owner asks next: assessment, levers, what changed, strategies side by side, memory against storage.
#pragma once
#include "../../version.hpp"

#include "../../analysis/assess.hpp"
#include "../../analysis/compare.hpp"
#include "../../analysis/levers.hpp"
#include "../../analysis/plan_attribution.hpp"
#include "../../analysis/tiers.hpp"
#include "../../run/causes.hpp"
#include "../detail/cause_forms.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../detail/unknown_bytes.hpp"
#include "../gives.hpp"
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

/// A field for want of which a strategy is not compared.
struct LeftOut {
  std::string strategy{}, field{}, unit{}, text{};
};
constexpr auto fields(const LeftOut*) {
  using L = LeftOut;
  return std::tuple(ResultField("strategy", &L::strategy, "", "not compared, as it needs a field; a row per field"),
                    ResultField("field", &L::field, "", "the field that it needs"),
                    ResultField("unit", &L::unit, "", "of the field"), ResultField("text", &L::text, "", "what the field is"));
}

/// Who takes part in a comparison, and who does not.
struct Entries {
  std::vector<AnyStrategy> strategies{};
  std::vector<LeftOut> left_out{};

  void add_unless_missing(const Kind& kind, const TrainingRun<>& run) {
    const Map fields = taken_for_granted(kind.name, run);
    const std::size_t before = left_out.size();
    const auto miss = [&](std::string_view name, std::string_view in, std::string_view doc) {
      if (fields.find(name)) return;
      left_out.push_back({kind.name, std::string(name), std::string(in), std::string(doc)});
    };
    for (const Row& row : kind.rows)
      if (row.required()) miss(row.name, row.unit, row.doc);
    for (const Argument& argument : kind.arguments)
      if (!argument.optional) miss(argument.name, "", argument.doc);
    if (left_out.size() > before) return;
    auto model = made(kind, fields);
    model->given.emplace();  // by nobody
    AnyStrategy strategy(std::static_pointer_cast<const StrategyModel>(std::move(model)));
    if (!needs_bytes(strategy, run)) return void(strategies.push_back(std::move(strategy)));
    const Row& bytes = *runs().begin()->row("checkpoint_bytes");
    miss(bytes.name, bytes.unit, bytes.doc);
  }
};

/// Each as the run of the case is stopped.
inline Entries stopped(Entries all, const Case& at) {
  for (AnyStrategy& one : all.strategies) one = at.stopped(one);
  return all;
}
inline Entries entries_of(const Case& at) {
  Entries all;
  if (const Value* given = at.with.argument("strategies")) {
    if (!given->list() || given->list()->empty())
      throw Refused("compare: strategies must be a list of strategies, at least one", "strategies", *given);
    for (const Value& one : *given->list())
      all.strategies.push_back(
          strategy_of(part_from(strategies(), one, "strategies." + std::to_string(all.strategies.size()))));
  } else {
    all.strategies.push_back(at.strategy);
  }
  if (at.with["others"] == 0) return stopped(std::move(all), at);
  std::vector<std::string> own;  // they take the place of the others of their kind
  for (const AnyStrategy& one : all.strategies) own.emplace_back(one.name());
  for (const Kind& kind : strategies())
    if (std::find(own.begin(), own.end(), kind.name) == own.end()) all.add_unless_missing(kind, at.run);
  return stopped(std::move(all), at);
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

/// What of a run the causes of a case, or the parts of its restart, leave unread.
inline std::vector<std::string_view> unread_of_run(const Case& at) {
  std::vector<std::string_view> unread;
  if (!at.stops) return unread;
  if (at.stops->restart) unread.push_back("initialization_time");
  const auto says_all = [](const failures::CauseRow<double>& row) { return !row.unsaid && row.detection == row.detection; };
  const auto there = at.stops->at(at.run);
  if (std::all_of(there.rows.begin(), there.rows.end(), says_all)) unread.push_back("downtime");
  return unread;
}

/// What nobody gave of a part, "replicas = 32, outage = downtime and restart"; where that is not known, what is at its default.
/// @param unread what of it has no say
inline std::string assumed(const Kind& kind, const std::vector<double>& numbers,
                           const std::optional<std::vector<std::string>>& given, const std::vector<std::string_view>& unread) {
  const auto is_unread = [&](std::string_view name) { return std::find(unread.begin(), unread.end(), name) != unread.end(); };
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
    if (is_unread(row.name) || (given ? is_given(row.name) : !usual)) continue;
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

/// The same of a strategy, and what it takes of the rows that stop the run.
inline std::string assumed_of(const AnyStrategy& strategy, const Kind* kind, const TrainingRun<>& run) {
  std::string text;
  if (kind) text = assumed(*kind, strategy.model().numbers(), strategy.model().given, strategy.unread_under(run));
  if (const std::string of_rows = strategy.assumed_of_rows(run); !of_rows.empty())
    text.append(text.empty() ? "" : "; ").append(of_rows);
  return text;
}

/// A row of a comparison, with what its strategy is made of.
struct ComparedStrategy {
  std::string strategy{}, fields{}, assumes{};
  analysis::ComparedRow row{};
};
constexpr auto fields(const ComparedStrategy*) {
  using C = ComparedStrategy;
  return std::tuple(
      ResultField("strategy", &C::strategy, "", "its name"),
      ResultField("label", within(&C::row, &analysis::ComparedRow::name), "",
                  "the same, numbered where there are several of that name"),
      ResultField("fields", &C::fields, "", "its fields that are not at their default, as JSON"),
      ResultField("assumes", &C::assumes, "",
                  "what nobody gave of it, with its value: name = value, ...; then what it takes of causes that do not say it"),
      ResultField("", &C::row));
}
struct Compared {
  std::vector<ComparedStrategy> rows{};
  analysis::Comparison table{};
  std::vector<LeftOut> left_out{};
  std::vector<std::string> run_assumes{};
};
constexpr auto fields(const Compared*) {
  using C = Compared;
  constexpr auto range = [](const C& all) { return std::vector<double>{all.table.smallest, all.table.largest}; };
  return std::tuple(
      ResultField("", &C::rows),
      ResultField("sizes", within(&C::table, &analysis::Comparison::sizes), "GPU", "that were compared"),
      ResultField("break_even", within(&C::table, &analysis::Comparison::break_even_sizes)),
      ResultField("break_even_range", range, "GPU", "the smallest and the largest size between which all were found"),
      ResultField("left_out", &C::left_out),
      ResultField("run_assumes", &C::run_assumes, "", "what nobody gave of the run, and the value that it has"));
}

inline Compared compared(const Case& at) {
  Entries entries = entries_of(at);
  const auto labels = labels_of(entries.strategies);
  std::vector<analysis::Contender> contenders;
  for (const AnyStrategy& one : entries.strategies) {
    contenders.push_back(analysis::contender(one));
    contenders.back().name = labels[contenders.size() - 1];
  }
  Compared all;
  all.table = analysis::compare(at.run, at.growth, numbers_in("compare", {"sizes", "1", "GPUs", positive}, at.with.arguments),
                                contenders, [&] { breathe(at); });
  for (auto& row : all.table.rows) {
    const AnyStrategy& strategy = entries.strategies[row.contender];
    const Kind* kind = strategies().find(strategy.name());
    all.rows.push_back({std::string(strategy.name()), kind ? unusual(strategy, *kind) : "{}",
                        assumed_of(strategy, kind, at.run), std::move(row)});
  }
  all.left_out = std::move(entries.left_out);
  all.run_assumes = {assumed(*runs().begin(), numbers_of(at.run), at.run_given, unread_of_run(at))};
  return all;
}

inline Value tiers_look() {
  const Value tier = json_schema::part("tier");
  return Map{{"type", List{"object", "array"}}, {"additionalProperties", tier}, {"items", tier}};
}
inline std::vector<analysis::NamedTier> tiers_of(const Value* given) {
  std::vector<analysis::NamedTier> named;
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
  return named;
}
inline std::vector<analysis::TierRow> limits_by_tier(const Case& at) {
  const Value& growing = *at.with.argument("growths");  // which has a default
  if (!growing.list()) throw Refused("tiers: growths must be a list", "growths", growing);
  const auto named = tiers_of(at.with.argument("tiers"));
  std::vector<analysis::NamedLaw> laws;
  for (const Value& one : *growing.list()) {
    const Part part = part_from(growths(), one, "growths." + std::to_string(laws.size()));
    laws.push_back({part.kind->name, growth_of(part)});
  }
  const auto asked = criteria_of("tiers", at.with);
  std::vector<std::string> texts;
  for (const auto& one : asked) texts.push_back(one.name);
  return analysis::limits_by_tier(at.run, named, texts, laws,
                                  [&](const TrainingRun<>& saved, const growth::PowerLaw& law, std::size_t k) {
                                    Case there = at;
                                    there.run = saved, there.growth = law;
                                    return limit_under(asked[k].criterion, there);
                                  });
}

/// The causes of an argument, as a request has them.
inline std::vector<failures::Cause<>> causes_in(const Value& given, const std::string& path) {
  std::vector<failures::Cause<>> all;
  for (const Value& one : rows_in("cause", given))
    all.push_back(aggregate_of<failures::Cause<>>(part_from(group("cause"), one, path + "." + std::to_string(all.size()))));
  return all;
}
/// The plan of a case, and the other one, which is as this is where nothing else is said.
inline analysis::PlanAttribution attribution(const Case& at) {
  const auto argument = [&](std::string_view name) {
    const Value* given = at.with.argument(name);
    return given && !given->is_null() ? given : nullptr;
  };
  analysis::ProtectedRun<AnyStrategy> before{at.run, at.strategy.stopped_by(nullptr), at.stops ? *at.stops : Stops<>{}};
  before.stops.gpus = at.run.gpus;
  auto after = before;
  const Value *run = argument("after"), *strategy = argument("after_strategy"), *causes = argument("after_cause"),
              *restart = argument("after_restart"), *operation = argument("after_operation");
  after.run = aggregate_of<TrainingRun<>>(part_from(runs(), run ? *run : Value(), "after"));
  if (strategy) after.strategy = strategy_of(part_from(strategies(), *strategy, "after_strategy"));
  const auto operated = after.stops.leave_alone();
  if (causes) after.stops.causes = causes_in(*causes, "after_cause"), after.stops.gpus = after.run.gpus;
  if (operation) after.stops.operate(aggregate_of<Operation<>>(part_from(group("operation"), *operation, "after_operation")));
  else if (operated) after.stops.operate(*operated);
  if (restart) after.stops.restart = aggregate_of<RestartParts<>>(part_from(group("restart"), *restart, "after_restart"));
  return analysis::what_changed(before, after, bool(strategy));
}
inline std::vector<std::string_view> attributed_fields(const Case& at) {
  auto names = names_of<TrainingRun<>>(at);
  names.insert(names.end(),
               {analysis::strategy_changed, analysis::restart_changed, analysis::operation_changed, analysis::causes_changed});
  return names;
}
inline void add_attribution_question(Questions& to) {
  to.push_back({.name = "attribution",
                .text = "what changed between two runs in goodput, by field and by cause (Shapley values)",
                .needs = {"run"},
                .uses = {"strategy"},
                .arguments = {looking([] { return json_schema::part("run"); },
                                      {"after", "the run as it is now; `run` is what it was", {}, {}, false}),
                              looking([] { return json_schema::part("strategy"); },
                                      {"after_strategy", "what protects it now; not given: what did"}),
                              looking([] { return json_schema::list(json_schema::part("cause")); },
                                      {"after_cause", "what stops it now, a list of causes; not given: what did"}),
                              looking([] { return json_schema::part("restart"); },
                                      {"after_restart", "how it comes back now; not given: as it did"}),
                              looking([] { return json_schema::part("operation"); },
                                      {"after_operation", "who brings it back now; not given: who did"})},
                .gives = gives(attribution, {{"field", attributed_fields}})});
}

struct LeversOfLimit {
  limits::Limit<> limit{};
  std::vector<analysis::Lever> levers{};
};
constexpr auto fields(const LeversOfLimit*) {
  using L = LeversOfLimit;
  return std::tuple(ResultField("limit", within(&L::limit, &limits::Limit<>::value), "GPU", "the limit itself"),
                    ResultField("", &L::levers, "", "", "field"), status_field(within(&L::limit, &limits::Limit<>::status)),
                    note_field(within(&L::limit, &limits::Limit<>::note)));
}

}  // namespace detail

void add_analysis_questions(Questions& to) {
  constexpr analysis::AssessOptions usual{};
  to.push_back(
      {.name = "assess",
       .text = "interval, band, goodput, where the GPU-hours go, storage written and held",
       .needs = {"run"},
       .uses = {"strategy"},
       .rows = {{"tolerance", "1", "of the band, relative to the best goodput", closed_fraction, usual.tolerance},
                {"retained", "1", "checkpoints kept, complete", not_negative, usual.retained},
                {"step_time", "s", "of one training step, for the interval in whole steps", if_given(positive)}},
       .gives = in_units(gives(
                             [](const Case& at) {
                               const auto& x = at.with.numbers;
                               return analysis::assess(at.run, at.strategy, {x[0], x[1], x[2]});
                             },
                             {{"gpu_hours_lost_per_day", lost_shares}, {"term", strategy_shares}, {"field", growing_fields}}),
                         "improved", unit_of_run)});
  to.push_back({.name = "levers",
                .text = "what every field of the run but its size does to a limit",
                .needs = {"run"},
                .uses = {"criterion", "strategy", "growth", "factor"},
                .gives = gives(
                    [](const Case& at) {
                      const auto limit = limit_of(at);
                      return detail::LeversOfLimit{
                          limit, analysis::levers(limit, at.run, at.criterion, at.growth, at.strategy, at.factors)};
                    },
                    {{"field", growing_fields}})});
  detail::add_attribution_question(to);
  to.push_back(
      {.name = "compare",
       .text = "strategies side by side: best first at one size, in the order given at several",
       .needs = {"run"},
       .uses = {"strategy", "growth"},
       .rows = {{"others", "1", "whether those that are not given are compared too, with what is usual of them", flag, 1}},
       .arguments = {each_of(looking(
                         [] { return json_schema::list(json_schema::part("strategy")); },
                         {"strategies", "a list of them; not given: the run's own", {}, {}, true, detail::strategies_in_full})),
                     each_of(looking(
                         [] { return json_schema::numbers("1", positive); },
                         {"sizes",
                          "GPUs; not given: the run's own size. Numbers by strategy then hold one row of sizes each"}))},
       .gives = gives(detail::compared)});
  to.push_back(
      {.name = "tiers",
       .text = "the same run saved to each tier, under each growth law and criterion",
       .needs = {"run"},
       .uses = {"strategy"},
       .arguments = {each_of(looking(detail::tiers_look,
                                     {"tiers", "by name: {name: tier}, or a list of presets; not given: all presets"})),
                     each_of(looking([] { return json_schema::list(json_schema::part("growth")); },
                                     {"growths", "a list of growth laws", {}, List{"fixed", "chinchilla", "proportional"}})),
                     detail::criteria_argument()},
       .gives = gives(detail::limits_by_tier)});
}

}  // namespace scaling_limits::catalog
