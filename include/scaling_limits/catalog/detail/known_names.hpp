// SPDX-License-Identifier: Apache-2.0
// What an asker knows, and is not assumed to be otherwise (limits/assumptions.hpp): a list of names, which stands among the
// question's own arguments or in the table of the run, since it is of whoever knows the run; and there too the ends of what a
// log leaves open of gpu_mttf.
#pragma once
#include "../../version.hpp"

#include "../../limits/assumptions.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog::detail {

inline Value known_names_look() { return json_schema::list(json_schema::one_of(*cells(limits::what_may_be_known()).list())); }
/// The names of a list; `path` is where that stands. Of one that is none the nearest is said.
inline std::vector<std::string> known_names(const Value* given, const std::string& path) {
  std::vector<std::string> all;
  if (!given || given->is_null()) return all;
  if (!given->list()) throw Refused("known must be a list of names", path, *given);
  const auto names = limits::what_may_be_known();
  for (const Value& one : *given->list()) {
    const std::string place = path + "." + std::to_string(all.size());
    if (!one.text()) throw Refused("known must be a list of names", place, one);
    if (std::find(names.begin(), names.end(), *one.text()) == names.end())
      throw Refused(
          "known: " + in_quotes(*one.text()) + " is nothing that is assumed otherwise" + suggestion(*one.text(), names), place,
          one);
    all.push_back(*one.text());
  }
  return all;
}

inline constexpr std::string_view life_ends_name = "gpu_mttf_ends";
inline Value life_ends_look() { return json_schema::list(json_schema::number({"", "1", "", positive})); }
/// The ends of what a log leaves open of gpu_mttf, as factors of it; `path` is where they stand. NaN: there are none.
inline std::array<double, 2> life_ends(const Value* given, const std::string& path) {
  if (!given || given->is_null()) return {NaN, NaN};
  std::vector<double> ends;
  if (const auto* plain = given->numbers()) ends = *plain;
  else if (given->list())
    for (const Value& one : *given->list()) ends.push_back(one.number() ? *one.number() : NaN);
  if (ends.size() != 2 || !positive_fraction.holds(ends[0]) || !at_least_one.holds(ends[1]))
    throw Refused("gpu_mttf_ends must be two factors of gpu_mttf, the ends of what a log leaves open of it: the first " +
                      positive_fraction.text() + ", the second " + at_least_one.text(),
                  path, *given);
  return {ends[0], ends[1]};
}

/// What may be said in a part beside its fields, and is none of them: of a run what of it is known.
inline Value without_known(std::string_view group, const Value& given, const std::string& path) {
  if (group != "run" || !given.map()) return given;
  const Value *known = given.map()->find("known"), *ends = given.map()->find(life_ends_name);
  if (!known && !ends) return given;
  known_names(known, joined(path, "known"));
  life_ends(ends, joined(path, life_ends_name));
  return Value(without(without(*given.map(), "known"), life_ends_name));
}

/// What a run says is known, for a question that takes that as its own argument: beside what that says; the ends of a log that
/// the question names itself come first.
inline void put_known(const Value& run, Map& arguments) {
  if (!run.map()) return;
  const Value *ends = run.map()->find(life_ends_name), *own_ends = arguments.find(life_ends_name);
  if (ends && (!own_ends || own_ends->is_null())) arguments[std::string(life_ends_name)] = *ends;
  const Value *of_run = run.map()->find("known"), *own = arguments.find("known");
  if (!of_run || !of_run->list() || (own && !own->is_null() && !own->list())) return;
  List all = *of_run->list();
  if (own && own->list()) all.insert(all.end(), own->list()->begin(), own->list()->end());
  arguments["known"] = Value(std::move(all));
}

}  // namespace scaling_limits::catalog::detail
