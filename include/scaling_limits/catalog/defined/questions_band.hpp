// SPDX-License-Identifier: Apache-2.0
// The question of what an answer would be if one of the things that its asker may not know were otherwise.
#pragma once
#include "../../version.hpp"

#include "../../limits/band.hpp"
#include "../../limits/reported.hpp"
#include "../detail/known_names.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline limits::Band band(const Case& at) {
  breathe(at);
  const auto [least, greatest] = life_ends(at.with.argument(life_ends_name), std::string(life_ends_name));
  const limits::Known known(known_names(at.with.argument("known"), "known"), least, greatest);
  return limits::band(at.run, at.criterion, at.growth, at.strategy, known, at.factors);
}

}  // namespace detail

void add_band_questions(Questions& to) {
  to.push_back(
      {.name = "band",
       .text = "the largest size and the run at its own, where one of the things that may not be known is otherwise",
       .needs = {"run"},
       .uses = {"criterion", "strategy", "growth", "factor"},
       .arguments = {looking(detail::known_names_look,
                             {"known", "a list of what is known, and not assumed otherwise: names of rows or of fields"}),
                     looking(
                         detail::life_ends_look,
                         {"gpu_mttf_ends",
                          "the ends of what a log leaves open of gpu_mttf, as two factors of it, in place of those that are "
                          "assumed"})},
       .gives = gives(detail::band)});
  to.push_back({.name = "reported",
                .text = "what runs reported that people or machines restarted, at the rate and with the saves of this one",
                .needs = {"run"},
                .uses = {"criterion", "strategy", "growth", "factor"},
                .gives = gives([](const Case& at) {
                  breathe(at);
                  return limits::reported(at.run, at.criterion, at.growth, at.strategy, at.factors);
                })});
}

}  // namespace scaling_limits::catalog
