// SPDX-License-Identifier: Apache-2.0
// The strategies by name. A new one is a line in strategies() below.
#pragma once
#include "../../version.hpp"

#include "../../strategies/asynchronous.hpp"
#include "../../strategies/blocking.hpp"
#include "../../strategies/just_in_time.hpp"
#include "../detail/patterns.hpp"
#include "../detail/strategy_instances.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline constexpr Row share_row{"share", "1", "of the run's failures that need this level", closed_fraction};

/// What stands for the tier of a level that is on the run's own storage.
inline constexpr std::string_view own_storage = "own";
/// [{"tier": {...}, "share": 0.9}, ...]: from the mildest failures up.
inline Value levels_look() {
  const Argument tier =
      looking([]() -> Value { return Map{{"if", Map{{"const", own_storage}}}, {"else", json_schema::part("tier")}}; },
              {"tier", "where they are, or \"own\"", {}, {}, false});
  return json_schema::list(json_schema::table({{}, {}, {}, {share_row}, {tier}, {}}), 1);
}
inline std::vector<scaling_limits::strategies::Level> levels_of(std::string_view owner, const Map& given) {
  std::vector<scaling_limits::strategies::Level> levels;
  const Value* list = given.find("levels");
  const std::string form = std::string(owner) + ": levels must be a list of {tier, share}";
  if (!list || !list->list()) throw Refused(form, "levels", list ? *list : Value());
  for (const Value& one : *list->list()) {
    const std::string path = "levels." + std::to_string(levels.size());
    const Map* level = one.map();
    if (!level) throw Refused(form, path, one);
    const Value *tier = level->find("tier"), *part = level->find("share");
    if (!tier || !part)
      throw Refused(form + "; one has no '" + (tier ? "share" : "tier") + "'", joined(path, tier ? "share" : "tier"), Value());
    for (const auto& [name, value] : *level)
      if (name != "tier" && name != "share")
        throw Refused(form + "; it has no field " + in_quotes(name), joined(path, name), value);
    const double share = number_of(owner, share_row, *part, joined(path, "share"));
    if (*tier == Value(own_storage)) levels.push_back(scaling_limits::strategies::own_level(share));
    else levels.push_back({aggregate_of<storage::Tier<>>(part_from(tiers(), *tier, joined(path, "tier"))), share});
  }
  return levels;
}
/// Levels that were accepted.
inline Value levels_in_full(const Value& given) {
  List all;
  for (const Value& level : *given.list()) {
    const Value& tier = *level.map()->find("tier");
    all.push_back(Map{{"tier", tier == Value(own_storage) ? tier : Value(completed(part_from(tiers(), tier, "")))},
                      {"share", number_of("multilevel", share_row, *level.map()->find("share"), "")}});
  }
  return all;
}

inline AnyStrategy inner_of(const Map& given) {
  const Value* inner = given.find("inner");
  return inner && !inner->is_null() ? strategy_of(part_from(strategies(), *inner, "inner")) : AnyStrategy();
}
inline Value inner_in_full(const Value& given) { return completed(part_from(strategies(), given, "")); }

}  // namespace detail

/// Every strategy that can be chosen by name.
Group& strategies() {
  using namespace scaling_limits::strategies;
  static const Argument pattern = looking(
      detail::pattern_looks, {"pattern", "levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best"});
  static Group all(
      "strategy",
      {strategy_kind<Blocking<>>(), strategy_kind<Asynchronous<>>(),
       strategy_kind<Multilevel>(
           Multilevel::name(), Multilevel::text,
           {looking(
                detail::levels_look,
                {"levels",
                 "tiers from the mildest failures up: {tier, share of the run's failures}; tier \"own\": the run's own storage",
                 {},
                 {},
                 false,
                 detail::levels_in_full,
                 {"tier"},
                 {detail::share_row}},
                List{Map{{"tier", "host_memory"}, {"share", 0.8}}, Map{{"tier", detail::own_storage}, {"share", 0.2}}}),
            pattern},
           [](Multilevel& s, const Map& given) {
             s.tiers = detail::levels_of("multilevel", given);
             s.own_pattern = detail::pattern_of("multilevel", given);
           }),
       strategy_kind<InMemory<>>(InMemory<>::class_name(), InMemory<>::text,
                                 {word<storage::Placement>("placement", "which machines hold each other's copies"), pattern},
                                 [](InMemory<>& s, const Map& given) {
                                   s.placement = chosen<storage::Placement>("in_memory", "placement", given);
                                   s.own_pattern = detail::pattern_of("in_memory", given);
                                 }),
       strategy_kind<InMemory<>>(
           "buddy", "machines in pairs, or in threes, that hold each other's state", {pattern},
           [](InMemory<>& s, const Map& given) { s.own_pattern = detail::pattern_of("buddy", given); }, buddy()),
       strategy_kind<JustInTime<>>(), strategy_kind<Verified<>>(), strategy_kind<Replicated<>>(), strategy_kind<Elastic<>>(),
       strategy_kind<Spared<>>(),
       strategy_kind<Independent<double, AnyStrategy>>(
           Independent<>::name(), Independent<>::text,
           {looking([] { return json_schema::part("strategy"); },
                    {"inner", "what protects each learner", {}, Value(AnyStrategy().name()), true, detail::inner_in_full})},
           [](Independent<double, AnyStrategy>& s, const Map& given) { s.inner = detail::inner_of(given); })},
      AnyStrategy().name());
  return all;
}
AnyStrategy::AnyStrategy() {  // a case is made often
  static const std::shared_ptr<const StrategyModel> usual =
      std::make_shared<StrategyOf<strategies::Blocking<>>>(strategies::Blocking<>{});
  model_ = usual;
}

AnyStrategy strategy(std::string_view name, const Map& fields) {
  return AnyStrategy(std::static_pointer_cast<const StrategyModel>(made(catalog::strategies().at(name), fields)));
}

}  // namespace scaling_limits::catalog
