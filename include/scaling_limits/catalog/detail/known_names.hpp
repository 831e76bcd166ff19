// SPDX-License-Identifier: Apache-2.0
// What an asker knows, and is not assumed to be otherwise (limits/assumptions.hpp): a list of names, which stands among the
// question's own arguments or in the table of the run, since it is of whoever knows the run.
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

/// What may be said in a part beside its fields, and is none of them: of a run what of it is known.
inline Value without_known(std::string_view group, const Value& given, const std::string& path) {
  const Value* known = group == "run" && given.map() ? given.map()->find("known") : nullptr;
  if (!known) return given;
  known_names(known, joined(path, "known"));
  return Value(without(*given.map(), "known"));
}

/// What a run says is known, for a question that takes that as its own argument: beside what that says.
inline void put_known(const Value& run, Map& arguments) {
  const Value *of_run = run.map() ? run.map()->find("known") : nullptr, *own = arguments.find("known");
  if (!of_run || !of_run->list() || (own && !own->is_null() && !own->list())) return;
  List all = *of_run->list();
  if (own && own->list()) all.insert(all.end(), own->list()->begin(), own->list()->end());
  arguments["known"] = Value(std::move(all));
}

}  // namespace scaling_limits::catalog::detail
