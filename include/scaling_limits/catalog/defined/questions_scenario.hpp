// SPDX-License-Identifier: Apache-2.0
// Questions to a scenario: the run of a year, its timeline, the dates at which limits bind, what each limit hangs on, how fast
// a field of the run has to grow.
#pragma once
#include "../../version.hpp"

#include "../../analysis/elasticities.hpp"
#include "../../analysis/required_growth.hpp"
#include "../detail/growth_models.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const growth::PerYear<>* yearly_of(const Case& at) {
  const auto found = at.others.find("yearly");
  return found == at.others.end() ? nullptr : &static_cast<const YearlyModel&>(*found->second).law;
}

/// The parts of a case that make a scenario, each looked up once and read where it stands.
struct ScenarioParts {
  const Case& at;
  const growth::PerYear<>* yearly;
  const analysis::Demand<>& demand;
  const supply::Hardware<>& hardware;
  const supply::Power<>* power;
  const network::Ring<>* ring;
  const supply::Chips<>* chips;
  const supply::Data<>* data;
  const parallelism::LatencyWall<>* wall;

  explicit ScenarioParts(const Case& of)
      : at(of),
        yearly(yearly_of(of)),
        demand(of.other<analysis::Demand<>>("scenario")),
        hardware(of.other<supply::Hardware<>>("hardware")),
        power(of.find<supply::Power<>>("power")),
        ring(of.find<network::Ring<>>("ring")),
        chips(of.find<supply::Chips<>>("chips")),
        data(of.find<supply::Data<>>("data")),
        wall(of.find<parallelism::LatencyWall<>>("wall")) {}

  analysis::Scenario<> scenario() const {
    analysis::Scenario<> all{demand, hardware, at.run, yearly ? *yearly : growth::PerYear<>(), at.growth};
    if (power) all.power = *power;
    if (ring) all.ring = *ring;
    if (chips) all.chips = *chips;
    if (data) all.data = *data;
    if (wall) all.wall = *wall;
    return all;
  }
};
inline analysis::Scenario<> scenario_of(const Case& at) { return ScenarioParts(at).scenario(); }

/// The criteria of a timeline by the names that they were given; the map outlives what is made of it.
inline const Map& named_criteria(const Map& with) {
  static const Map none{};
  const Value* given = with.find("criteria");
  if (!given || given->is_null()) return none;
  if (!given->map())
    throw Refused("timeline: criteria must be criteria by name, {\"goodput 0.9\": {\"goodput_at_least\": 0.9}}", "criteria",
                  *given);
  return *given->map();
}
inline Value named_criteria_look() {
  return Map{
      {"type", "object"},
      {"propertyNames", Map{{"minLength", 1}, {"not", json_schema::one_of(*cells(words_in<analysis::Supply>()).list())}}},
      {"additionalProperties", json_schema::part("criterion")}};
}
inline AnyCriterion named_criterion(const std::string& name, const Value& given) {
  const std::string path = joined("criteria", name);
  for (const auto& word : words_of<analysis::Supply>)
    if (name == word.text)
      throw Refused("timeline: " + in_quotes(name) + " is the name of a supply: the criterion needs another", path, given);
  if (name.empty()) throw Refused("timeline: a criterion needs a name", path, given);
  return criterion_of(part_from(criteria(), given, path));
}
using NamedCriteria = std::vector<std::pair<std::string_view, AnyCriterion>>;
inline NamedCriteria criteria_of(const Case& at) {
  NamedCriteria all;
  for (const auto& [name, given] : named_criteria(at.with.arguments)) all.emplace_back(name, named_criterion(name, given));
  return all;
}
/// A criterion as a timeline asks it of a run, whatever protects it and whatever else there is.
struct AskedUnder {
  AnyCriterion criterion;
  growth::PowerLaw law;

  limits::Limit<> limit(const TrainingRun<>& run, const AnyStrategy& strategy, const Factors& factors) const {
    return limits::max_gpus(run, criterion, law, strategy, factors);
  }
  /// It as a function of a run and a size.
  auto excess(const AnyStrategy& strategy, const Factors& factors) const {
    return [under = *this, strategy, factors](const TrainingRun<First>& run, const First& log_size) {
      return limits::Problem(run, under.criterion, under.law, strategy, factors).excess(log_size);
    };
  }
  /// The numbers of the strategy and of the factors, as analysis::Asked has them.
  std::vector<analysis::Beside> beside(const AnyStrategy& strategy, const Factors& factors) const {
    std::vector<analysis::Beside> all;
    const auto add = [&](const std::string& part, const Model& model, const auto& excess_in, const auto& cap_in) {
      const std::vector<Row> rows = model.rows();
      const std::vector<double> numbers = model.numbers();
      for (std::size_t row = 0; row < rows.size(); ++row)
        if (analysis::is_continuous(rows[row].range))
          all.push_back({Name(part).text(), rows[row].name, numbers[row], excess_in(row), cap_in(row)});
    };
    add(
        "strategy", strategy.model(), [&](std::size_t row) { return excess(strategy.moving(row), factors); },
        [](std::size_t) { return First(inf); });
    for (std::size_t i = 0; i < factors.size(); ++i)
      add(
          "factor." + std::to_string(i), factors[i], [&](std::size_t row) { return excess(strategy, factors.moving(i, row)); },
          [&](std::size_t row) { return factors[i].cap_in(row); });
    return all;
  }
};
/// The same with growth, strategy and factors of the case; by the name given.
inline analysis::Asked asked(std::string_view name, const AnyCriterion& criterion, const Case& at) {
  const AskedUnder under{criterion, at.growth};
  const TrainingRun<> any{};
  return {Name(name),
          at.growth,
          !criterion.global_maximum && limits::Problem(any, criterion, at.growth, at.strategy, at.factors).rises(),
          [under, strategy = at.strategy, factors = at.factors](const TrainingRun<>& run) {
            return under.limit(run, strategy, factors);
          },
          [under, strategy = at.strategy, factors = at.factors](const TrainingRun<>& run, const limits::HardCap<>& cap,
                                                                const limits::PowerLaw<>& wall) {
            Factors all = factors;
            if (wall.ratio > 0) all += Factors(wall);
            if (cap.gpus < inf) all += Factors(cap);
            return under.limit(run, strategy, all);
          },
          under.excess(at.strategy, at.factors),
          [under, strategy = at.strategy, factors = at.factors] { return under.beside(strategy, factors); }};
}
inline std::vector<analysis::Asked> asked_criteria(const NamedCriteria& criteria, const Case& at) {
  std::vector<analysis::Asked> all;
  for (const auto& [name, criterion] : criteria) all.push_back(asked(name, criterion, at));
  return all;
}

/// The supplies that a case has.
inline std::vector<analysis::Supply> supplies_of(const Case& at) {
  std::vector<analysis::Supply> all;
  const ScenarioParts parts(at);
  for (const auto& word : words_of<analysis::Supply>)
    if (has(parts, word.value)) all.push_back(word.value);
  return all;
}
inline std::vector<std::string_view> supply_names(const Case& at) {
  std::vector<std::string_view> names;
  for (const analysis::Supply supply : supplies_of(at)) names.push_back(to_word(supply));
  return names;
}
/// The supplies that a case has, then its criteria: the limits of its timeline.
inline std::vector<std::string_view> timeline_limits(const Case& at) {
  std::vector<std::string_view> names = supply_names(at);
  for (const auto& [name, criterion] : named_criteria(at.with.arguments)) names.push_back(name);
  return names;
}

/// The terms that the limit of all together can name.
inline std::vector<std::string_view> combined_terms(const Case& at) {
  std::vector<std::string_view> all;
  const Map& criteria = named_criteria(at.with.arguments);
  if (!criteria.empty()) all = criterion_terms(named_criterion(criteria.begin()->first, criteria.begin()->second), at);
  for (const auto& word : words_of<analysis::Supply>) add_once(all, word.text);
  return all;
}

/// What each supply allows at a date.
struct SuppliesAllowed {
  std::vector<double> gpus{}, compute{};
};
constexpr auto fields(const SuppliesAllowed*) {
  using S = SuppliesAllowed;
  return std::tuple(
      ResultField("limits", &S::gpus, "GPU",
                  "GPUs of the year that the supply allows; unlimited: no limit, none: beyond the model", "limit"),
      ResultField("compute", &S::compute, "FLOP", "of the largest run on so many GPUs", "limit"));
}

/// Every number of a scenario that an elasticity is of, by its name in it.
inline std::vector<std::string_view> scenario_numbers(const Case& at) {
  std::vector<std::string_view> names;
  auto scenario = scenario_of(at);
  analysis::each_number(scenario, [&](std::string_view part, std::string_view field, double&) {
    names.push_back(part.empty() ? field : Name(std::string(part) + "." + std::string(field)).text());
  });
  for (std::size_t i = 1; i < at.growth.exponents.size(); ++i)
    names.push_back(Name("growth." + std::string(fields_of<TrainingRun<>>[i].name)).text());
  const auto add = [&](const std::string& part, const Model& model) {
    for (const Row& row : model.rows())
      if (analysis::is_continuous(row.range)) names.push_back(Name(part + "." + std::string(row.name)).text());
  };
  add("strategy", at.strategy.model());
  for (std::size_t i = 0; i < at.factors.size(); ++i) add("factor." + std::to_string(i), at.factors[i]);
  return names;
}

/// What an elasticity may be of.
enum class Hangs : unsigned char { demand, power, chips, data, latency, criterion };
constexpr auto words(const Hangs*) {
  using enum Hangs;
  return std::to_array<Word<Hangs>>(
      {{"demand", demand}, {"power", power}, {"chips", chips}, {"data", data}, {"latency", latency}, {"criterion", criterion}});
}

inline std::vector<double> elasticities_at(const Case& at) {
  const auto scenario = scenario_of(at);
  const double year = at.with["year"];
  const auto of = chosen<Hangs>("elasticities", "limit", at.with.argument("limit"));
  std::vector<analysis::Elasticity> found;
  if (of == Hangs::demand) {
    found = analysis::demand_elasticities(scenario, year);
  } else if (of == Hangs::criterion) {
    if (!at.criterion) throw InvalidArgument("elasticities of a criterion need 'criterion'", "criterion");
    found = analysis::elasticities(scenario, asked("criterion", at.criterion, at), year);
  } else {
    const auto supply = static_cast<analysis::Supply>(static_cast<int>(of) - 1);
    if (!has(scenario, supply))
      throw InvalidArgument("elasticities: the scenario has no " + std::string(to_word(supply)), "limit");
    found = analysis::elasticities(scenario, supply, year);
  }
  // those of a criterion follow: the exponents of growth that are not 0, the strategy's and the factors'
  auto next = found.begin();
  std::vector<double> all;
  for (const std::string_view name : scenario_numbers(at))
    all.push_back(next != found.end() && next->name() == name ? (next++)->elasticity : 0.0);
  return all;
}

inline std::vector<double> binding_years(const Case& at) {
  std::vector<double> years;
  for (const auto& date : analysis::binding_dates(scenario_of(at), asked_criteria(criteria_of(at), at)))
    years.push_back(date.year);
  return years;
}
inline analysis::RequiredGrowth required_growth_at(const Case& at) {
  const Value* field = at.with.argument("field");
  if (!field || !field->text()) throw InvalidArgument("required_growth: field must be the name of a field of the run", "field");
  return analysis::required_growth(scenario_of(at), *field->text(), asked(at.criterion.name(), at.criterion, at));
}
inline TrainingRun<> run_of_date(const Case& at) {
  const auto scenario = scenario_of(at);
  scenario.validate();
  return scenario.run_at(analysis::years_to(scenario.demand, at.with["year"]));
}
/// Dates of one scenario and its criteria.
inline auto timeline_of(const Case& at) {
  return [&at, parts = ScenarioParts(at), criteria = criteria_of(at)] {
    return analysis::timeline_at(parts.scenario(), at.with["year"], asked_criteria(criteria, at));
  };
}
inline auto supplies_at(const Case& at) {
  auto there = supplies_of(at);
  if (there.empty()) throw InvalidArgument("supplies: the scenario has none; give power, ring, chips, data or wall", "power");
  return [&at, parts = ScenarioParts(at), there = std::move(there)] {
    const auto all = analysis::supplies_allowed(parts, analysis::years_to(parts.demand, at.with.numbers[0]));
    SuppliesAllowed found;
    for (const analysis::Supply supply : there) {
      found.gpus.push_back(all.gpus[static_cast<std::size_t>(supply)]);
      found.compute.push_back(all.compute[static_cast<std::size_t>(supply)]);
    }
    return found;
  };
}

}  // namespace detail

void add_scenario_questions(Questions& to) {
  using namespace detail;
  const std::vector<std::string_view> plan{"growth", "strategy", "factor"};
  const Row year{"year", "1", "date; 2030.0 is the first day of 2030", Range{.lower = 1900, .upper = 3000}};
  const Argument criteria = looking(
      named_criteria_look, {"criteria", "criteria by a name of their own, {\"goodput 0.9\": {\"goodput_at_least\": 0.9}}"});
  static const std::initializer_list<By> limits{{"limit", timeline_limits}, {"term", combined_terms}};
  const auto add = [&](Question question) {
    question.needs.insert(question.needs.begin(), {"scenario", "hardware", "run"});
    question.takes.insert(question.takes.begin(), {"yearly", "power", "ring", "chips", "data", "wall"});
    question.follows = {{"run", "gpus", 1024}, {"run", "checkpoint_bytes", 1e12}};
    to.push_back(std::move(question));
  };

  to.push_back(
      {.name = "of_year",
       .text = "the run's fields after so many years",
       .needs = {"run", "yearly"},
       .rows = {{"years", "1", "of 365.25 days", Range{.lower = -inf, .upper = inf, .open_below = true, .open_above = true}}},
       .gives = in_units(gives("", "of the run then, in the field's own unit",
                               [](const Case& at) { return yearly_of(at)->at(at.run, at.with["years"]); },
                               {{"field", names_of<TrainingRun<>>}}),
                         "", unit_of_run)});
  add({.name = "run_at",
       .text = "the run of a date: its size and its checkpoint follow from the demand",
       .rows = {year},
       .gives = in_units(
           gives("", "of the run of the date, in the field's own unit", run_of_date, {{"field", names_of<TrainingRun<>>}}), "",
           unit_of_run)});
  add({.name = "timeline",
       .text = "GPUs of the year that are wanted, that each limit allows, and what binds",
       .uses = plan,
       .rows = {year},
       .arguments = {criteria},
       .gives = gives(timeline_of, limits)});
  add({.name = "supplies",
       .text = "what each supply allows at a date, in GPUs of the year and as compute",
       .rows = {year},
       .gives = gives(supplies_at, {{"limit", supply_names}})});
  add({.name = "binding_dates",
       .text = "the date from which each limit is below the demand",
       .uses = plan,
       .arguments = {criteria},
       .gives = gives("binds_in", "1", "date; the start: from the start on; unlimited: never", binding_years, limits)});
  add({.name = "elasticities",
       .text = "d ln(limit) / d ln(number) at a date, exact, for every number of a scenario",
       .uses = plan,
       .takes = {"criterion"},
       .rows = {year},
       .arguments = {word<Hangs>("limit", "what is asked about; criterion: the largest size under it")},
       .gives = gives("elasticity", "1", "of the limit in this number; 0 for one that is 0 or infinite", elasticities_at,
                      {{"number", scenario_numbers}})});
  add({.name = "required_growth",
       .text = "factor per year of a field of the run that keeps a criterion from ever binding",
       .needs = {"criterion"},
       .uses = plan,
       .arguments = {looking(run_field_looks, {"field", "a field of the run", {}, {}, false})},
       .gives = gives(required_growth_at)});
}

}  // namespace scaling_limits::catalog
