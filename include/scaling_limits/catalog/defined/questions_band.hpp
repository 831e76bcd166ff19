// SPDX-License-Identifier: Apache-2.0
// The question of what an answer would be if one of the things that its asker may not know were otherwise.
#pragma once
#include "../../version.hpp"

#include "../../limits/band.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline Value known_names_look() { return json_schema::list(json_schema::one_of(*cells(limits::what_may_be_known()).list())); }
/// The names that are given as known; of one that is none the nearest is said.
inline std::vector<std::string> known_names(const Part& with) {
  std::vector<std::string> all;
  const Value* given = with.argument("known");
  if (!given || given->is_null()) return all;
  if (!given->list()) throw Refused("band: known must be a list of names", "known", *given);
  const auto names = limits::what_may_be_known();
  for (const Value& one : *given->list()) {
    const std::string place = "known." + std::to_string(all.size());
    if (!one.text()) throw Refused("band: known must be a list of names", place, one);
    if (std::find(names.begin(), names.end(), *one.text()) == names.end())
      throw Refused(
          "band: known: " + in_quotes(*one.text()) + " is nothing that is assumed otherwise" + suggestion(*one.text(), names),
          place, one);
    all.push_back(*one.text());
  }
  return all;
}
inline limits::Band band(const Case& at) {
  breathe(at);
  return limits::band(at.run, at.criterion, at.growth, at.strategy, known_names(at.with), at.factors);
}

}  // namespace detail

void add_band_questions(Questions& to) {
  to.push_back(
      {.name = "band",
       .text = "the largest size and the run at its own, where one of the things that may not be known is otherwise",
       .needs = {"run"},
       .uses = {"criterion", "strategy", "growth", "factor"},
       .arguments = {looking(detail::known_names_look,
                             {"known", "a list of what is known, and not assumed otherwise: names of rows or of fields"})},
       .gives = gives(detail::band)});
}

}  // namespace scaling_limits::catalog
