// SPDX-License-Identifier: Apache-2.0
// The strategies whose checkpoints have levels, by name. A new one is a line in kinds_with_levels() below.
#pragma once
#include "../../version.hpp"

#include "../../strategies/in_memory.hpp"
#include "../../strategies/multilevel.hpp"
#include "../detail/patterns.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog::detail {

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

/// The line of a strategy with levels, all of which take a pattern; `fill` sets what else is not a number.
template <class St, class Fill>
Kind leveled_kind(std::string_view name, std::string_view text, std::vector<Argument> arguments, Fill fill, St start = {}) {
  arguments.push_back(
      looking(pattern_looks, {"pattern", "levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best"}));
  const auto fill_all = [=](St& s, const Map& given) {
    fill(s, given);
    s.own_pattern = pattern_of(name, given);
  };
  return strategy_kind<St>(name, text, std::move(arguments), fill_all, std::move(start));
}

std::vector<Kind> kinds_with_levels() {
  using namespace scaling_limits::strategies;
  const Argument levels =
      looking(levels_look,
              {"levels",
               "tiers from the mildest failures up: {tier, share of the run's failures}; tier \"own\": the run's own storage",
               {},
               {},
               false,
               levels_in_full,
               {"tier"},
               {share_row}},
              List{Map{{"tier", "host_memory"}, {"share", 0.8}}, Map{{"tier", own_storage}, {"share", 0.2}}});
  return {leveled_kind<Multilevel>(Multilevel::name(), Multilevel::text, {levels},
                                   [](Multilevel& s, const Map& given) { s.tiers = levels_of("multilevel", given); }),
          leveled_kind<InMemory<>>(InMemory<>::class_name(), InMemory<>::text,
                                   {word<storage::Placement>("placement", "which machines hold each other's copies")},
                                   [](InMemory<>& s, const Map& given) {
                                     s.placement = chosen<storage::Placement>("in_memory", "placement", given);
                                   }),
          leveled_kind<InMemory<>>(
              "buddy", "machines in pairs, or in threes, that hold each other's state", {}, [](InMemory<>&, const Map&) {},
              buddy())};
}

}  // namespace scaling_limits::catalog::detail
