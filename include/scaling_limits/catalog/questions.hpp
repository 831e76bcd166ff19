// SPDX-License-Identifier: Apache-2.0
// All that can be asked, and the answer for one case or for many elements of it.
#pragma once
#include "../version.hpp"

#include "questions_analysis.hpp"
#include "questions_data_movement.hpp"
#include "questions_economics.hpp"
#include "questions_events.hpp"
#include "questions_federated.hpp"
#include "questions_fits.hpp"
#include "questions_laws.hpp"
#include "questions_limits.hpp"
#include "questions_lists.hpp"
#include "questions_logs.hpp"
#include "questions_model.hpp"
#include "questions_run.hpp"
#include "questions_scaling_law.hpp"
#include "questions_scenario.hpp"
#include "questions_search.hpp"
#include "questions_simulation.hpp"
#include "questions_sites.hpp"
#include "questions_step.hpp"
#include "questions_supply.hpp"
#include "questions_texts.hpp"
#include "questions_uncertainty.hpp"
#include "sweep.hpp"

namespace scaling_limits::catalog {

/// All questions, in the order in which they are listed. One more is one more element.
template <class = void>
Questions& questions() {
  static Questions all = [] {
    Questions list;
    add_run_questions(list);
    add_level_questions(list);
    add_limit_questions(list);
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
    add_step_questions(list);
    add_list_questions(list);
    add_model_questions(list);
    add_supply_questions(list);
    add_simulation_questions(list);
    add_uncertainty_questions(list);
    add_text_questions(list);
    for (Question& q : list) add_status(q);
    return list;
  }();
  return all;
}
#ifdef SCALING_LIMITS_CATALOG_COMPILED  // in another source, by compiled.hpp
extern template Questions& questions<void>();
#endif

/// What to say where a question is none: the nearest, or where all of them are listed.
template <class = void>
std::string question_suggestion(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Question& q : questions()) names.push_back(q.name());
  if (!closest(name, names).empty()) return suggestion(name, names);
  return "; limit, goodput and assess are some, describe lists all " + std::to_string(names.size());
}
/// A question by name; throws InvalidArgument with the nearest name.
template <class = void>
const Question& question(std::string_view name) {
  for (const Question& q : questions())
    if (q.name() == name) return q;
  throw InvalidArgument("no question named " + in_quotes(name) + question_suggestion(name), "question", name);
}

namespace detail {

/// The columns of an answer without their cells.
inline Answer blank(const Question& question, const Case& at, const std::vector<std::string>& asked, std::size_t n,
                    bool scalar) {
  std::vector<std::string> causes;
  std::vector<Column> columns = columns_of(question, at, &causes, asked);
  Answer found(question.name(), std::move(columns), n, scalar);
  found.causes = std::move(causes);
  return found;
}
inline void refuse_too_large(const Answer& answer, const Tools* tools) {
  if (tools && static_cast<double>(answer.bytes()) > tools->most_bytes)
    throw InvalidArgument("an answer of more than " + to_text(tools->most_bytes) +
                          " bytes is not given at once here: ask for less");
}
inline Answer answer_one(const Question& question, const Case& at, const With& with, const std::vector<std::string>& columns) {
  Answer found = blank(question, at, columns, 1, true);
  Out out(found);
  out.start(0);
  question.bound(at)(with, out);
  out.finish();
  refuse_too_large(found, at.tools);
  found.keep_wanted();
  return found;
}

}  // namespace detail

/// The answer for n elements of what is swept. An element that is out of range, or has no answer, says so in its note.
inline Answer evaluate(Asked asked, const std::vector<Swept>& swept, std::size_t n) {
  detail::Sweep sweep(asked, swept, n);
  Case at = case_of(asked);
  Answer answer = detail::blank(*asked.question, at, asked.columns, n, false);
  Out out(answer);
  const Bound bound = asked.question->bound(at);
  detail::Breath breath(asked.tools);
  for (std::size_t i = 0; i < n; ++i) {
    breath.take(i);
    out.start(i);
    sweep.set(i);
    try {
      sweep.settle(at);
      bound(asked.with, out);
      out.finish();
    } catch (const std::logic_error& error) {
      out.fail(error.what());
    }
    detail::refuse_too_large(answer, asked.tools);
  }
  answer.keep_wanted();
  return answer;
}

/// The answer for one case; of `columns` alone, where some are named. Throws where a parameter is out of range or missing.
inline Answer answer(const Question& question, const Case& at, const std::vector<std::string>& columns = {}) {
  if (!at.criterion && question.looks_at("criterion")) {
    Case usual = at;
    usual.criterion = usual_criterion();
    return answer(question, usual, columns);
  }
  const auto need = [&](std::string_view part) {
    const bool there = part == "run"              ? at.run.gpus == at.run.gpus
                       : part == "criterion"      ? bool(at.criterion)
                       : part == "factor"         ? !at.factors.empty()
                       : part == "severity_level" ? !at.levels.empty()
                                                  : at.others.find(part) != at.others.end();
    if (!there) throw InvalidArgument("question '" + question.name() + "' needs '" + std::string(part) + "'", part);
  };
  for (const std::string_view part : question.needs) need(part);
  if (at.run.gpus == at.run.gpus) validate(at.run);
  at.growth.validate();
  at.strategy.validate();
  at.factors.validate();
  if (at.criterion) at.criterion.validate();
  Chosen chosen = choose(question.kind, at.with, "with");
  const With with{&question.kind, std::move(chosen.numbers), std::move(chosen.arguments)};
  return detail::answer_one(question, at, with, columns);
}
/// The answer for the parts as they stand.
inline Answer answer(const Asked& asked) {
  return detail::answer_one(*asked.question, case_of(asked), asked.with, asked.columns);
}
template <class = void>
Answer answer(std::string_view name, const Case& at, const std::vector<std::string>& columns = {}) {
  return answer(question(name), at, columns);
}

}  // namespace scaling_limits::catalog
