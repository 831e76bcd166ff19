// SPDX-License-Identifier: Apache-2.0
// The list of all questions; one room's are a header each, questions_*.hpp.
#pragma once
#include "../../version.hpp"

#include "../detail/rooms.hpp"
#include "../questions.hpp"

namespace scaling_limits::catalog {

Questions& questions() {
  static Questions all = [] {
    Questions list;
    add_run_questions(list);
    add_cause_questions(list);
    add_level_questions(list);
    add_limit_questions(list);
    add_band_questions(list);
    add_site_questions(list);
    add_analysis_questions(list);
    add_scenario_questions(list);
    add_economics_questions(list);
    add_law_questions(list);
    add_scaling_law_questions(list);
    add_data_movement_questions(list);
    add_federated_questions(list);
    add_search_questions(list);
    add_fit_questions(list);
    add_event_questions(list);
    add_log_questions(list);
    add_history_questions(list);
    add_step_questions(list);
    add_list_questions(list);
    add_model_questions(list);
    add_supply_questions(list);
    add_simulation_questions(list);
    add_uncertainty_questions(list);
    add_text_questions(list);
    for (Question& q : list) q = listed(std::move(q));
    return list;
  }();
  return all;
}
std::string question_suggestion(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Question& q : questions()) names.push_back(q.name);
  if (!closest(name, names).empty()) return suggestion(name, names);
  return "; limit, goodput and assess are some, describe lists all " + std::to_string(names.size());
}
const Question& question(std::string_view name) {
  for (const Question& q : questions())
    if (q.name == name) return q;
  throw InvalidArgument("no question named " + in_quotes(name) + question_suggestion(name), "question", name);
}

}  // namespace scaling_limits::catalog
