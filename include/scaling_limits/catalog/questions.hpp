// SPDX-License-Identifier: Apache-2.0
// All that can be asked, and the answer for one case or for many elements of it.
#pragma once
#include "../version.hpp"

#include <chrono>

#include "questions_analysis.hpp"
#include "questions_data_movement.hpp"
#include "questions_economics.hpp"
#include "questions_events.hpp"
#include "questions_fits.hpp"
#include "questions_laws.hpp"
#include "questions_limits.hpp"
#include "questions_logs.hpp"
#include "questions_run.hpp"
#include "questions_scaling_law.hpp"
#include "questions_scenario.hpp"
#include "questions_simulation.hpp"
#include "questions_step.hpp"
#include "questions_supply.hpp"
#include "questions_uncertainty.hpp"

namespace scaling_limits::catalog {

/// All questions, in the order in which they are listed. One more is one more element.
template <class = void>
Questions& questions() {
  static Questions all = [] {
    Questions list;
    add_run_questions(list);
    add_level_questions(list);
    add_limit_questions(list);
    add_analysis_questions(list);
    add_scenario_questions(list);
    add_economics_questions(list);
    add_law_questions(list);
    add_scaling_law_questions(list);
    add_data_movement_questions(list);
    add_fit_questions(list);
    add_event_questions(list);
    add_log_questions(list);
    add_step_questions(list);
    add_supply_questions(list);
    add_simulation_questions(list);
    add_uncertainty_questions(list);
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
  throw InvalidArgument("no question named '" + std::string(name) + "'" + question_suggestion(name), "question", name);
}

/// A question with all that it is asked of, each part as it was chosen: what can be swept.
struct Asked {
  const Question* question = nullptr;
  std::map<std::string, Part, std::less<>> parts{};  // by group
  std::vector<Part> factors{}, levels{};             // those of which there may be many
  With with{};
  const Tools* tools = nullptr;
};

/// The case of what is asked, as its parts stand.
inline Case case_of(const Asked& asked) {
  Case at;
  for (const auto& [group, part] : asked.parts) {
    if (group == "run") at.run = aggregate_of<TrainingRun<>>(part), at.run_given = part.chosen.given;
    else if (group == "growth") at.growth = growth_of(part);
    else if (group == "strategy") at.strategy = strategy_of(part);
    else if (group == "criterion") at.criterion = criterion_of(part);
    else at.others[group] = part.model;
  }
  std::vector<std::shared_ptr<const FactorModel>> factors;
  for (const Part& part : asked.factors) factors.push_back(factor_of(part));
  at.factors = Factors(std::move(factors));
  for (const Part& part : asked.levels) at.levels.push_back(part.model);
  at.with = asked.with.arguments;
  at.tools = asked.tools;
  if (!at.criterion && asked.question->looks_at("criterion")) at.criterion = usual_criterion();
  return at;
}

/// One number that takes a value at each element.
struct Swept {
  std::string group{};    // "run", "factor", "with", ...
  std::size_t place = 0;  // among those of which there may be many
  std::size_t field = 0;  // its row
  const double* values = nullptr;
  std::size_t step = 1;  // 0: one value for all
};

namespace detail {

/// The columns of an answer without their cells.
inline Answer blank(const Question& question, const Case& at, std::size_t n, bool scalar) {
  std::vector<std::string> causes;
  std::vector<Column> columns = columns_of(question, at, &causes);
  Answer found(question.name(), std::move(columns), n, scalar);
  found.causes = std::move(causes);
  return found;
}
inline Answer answer_one(const Question& question, const Case& at, const With& with) {
  Answer found = blank(question, at, 1, true);
  Out out(found);
  out.start(0);
  question.bound(at)(with, out);
  out.finish();
  return found;
}

}  // namespace detail

/// The answer for n elements of what is swept. An element that is out of range, or has no answer, says so in its note.
inline Answer evaluate(Asked asked, const std::vector<Swept>& swept, std::size_t n) {
  // what is swept gets models of its own: others may be asking the same parts
  std::vector<Part*> moved, assigned;
  struct Move {
    double* to;
    const double* from;
    std::size_t step;
  };
  std::vector<Move> moves;
  bool of_run = false, of_growth = false;
  const auto own = [&](Part& part) {
    if (std::find(moved.begin(), moved.end(), &part) != moved.end()) return;
    part.model = part.chosen.kind->make(part.chosen.arguments);
    part.model->given = part.chosen.given;
    part.model->assign(part.chosen.numbers.data());
    moved.push_back(&part);
  };
  for (const Swept& s : swept) {
    if (s.group == "with") {
      moves.push_back({&asked.with.numbers.at(s.field), s.values, s.step});
      continue;
    }
    Part& part = s.group == "factor"           ? asked.factors.at(s.place)
                 : s.group == "severity_level" ? asked.levels.at(s.place)
                                               : asked.parts.find(s.group)->second;
    of_run = of_run || s.group == "run", of_growth = of_growth || s.group == "growth";
    own(part);
    double* place = part.model->place(s.field);
    if (!place && std::find(assigned.begin(), assigned.end(), &part) == assigned.end()) assigned.push_back(&part);
    moves.push_back({place ? place : &part.chosen.numbers.at(s.field), s.values, s.step});
  }
  const Part* run = of_run ? &asked.parts.find("run")->second : nullptr;
  const Part* law = of_growth ? &asked.parts.find("growth")->second : nullptr;
  Case at = case_of(asked);
  Answer answer = detail::blank(*asked.question, at, n, false);
  Out out(answer);
  const Bound bound = asked.question->bound(at);
  // quick elements share a breath, which may look at a clock
  constexpr std::size_t together = 16;
  auto begin = std::chrono::steady_clock::now();
  bool quick = false;
  // columns are read a block at a time: many side by side, a power of two apart, would drive each other out of the cache
  constexpr std::size_t block = 32;
  std::vector<double> near(block * moves.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (i % block == 0)
      for (std::size_t k = 0; k < moves.size(); ++k)
        for (std::size_t j = 0; j < std::min(block, n - i); ++j) near[k * block + j] = moves[k].from[(i + j) * moves[k].step];
    if (asked.tools && asked.tools->breathe && (!quick || i % together == 0)) {
      asked.tools->breathe();
      const auto now = std::chrono::steady_clock::now();
      quick = i > 0 && now - begin < std::chrono::milliseconds(1);
      begin = now;
    }
    out.start(i);
    for (std::size_t k = 0; k < moves.size(); ++k) *moves[k].to = near[k * block + i % block];
    try {
      for (Part* part : assigned) part->model->assign(part->chosen.numbers.data());
      for (Part* part : moved) part->model->validate();
      if (run) at.run = aggregate_of<TrainingRun<>>(*run);
      if (law) at.growth = growth_of(*law);
      bound(asked.with, out);
      out.finish();
    } catch (const std::logic_error& error) {
      out.fail(error.what());
    }
  }
  return answer;
}

/// The answer for one case. Throws where a parameter is out of range or missing.
inline Answer answer(const Question& question, const Case& at) {
  if (!at.criterion && question.looks_at("criterion")) {
    Case usual = at;
    usual.criterion = usual_criterion();
    return answer(question, usual);
  }
  const auto need = [&](std::string_view part) {
    const bool there = part == "run"              ? at.run.gpus == at.run.gpus
                       : part == "criterion"      ? at.criterion != nullptr
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
  if (at.criterion) at.criterion->validate();
  Chosen chosen = choose(question.kind, at.with, "with");
  const With with{&question.kind, std::move(chosen.numbers), std::move(chosen.arguments)};
  return detail::answer_one(question, at, with);
}
/// The answer for the parts as they stand.
inline Answer answer(const Asked& asked) { return detail::answer_one(*asked.question, case_of(asked), asked.with); }
template <class = void>
Answer answer(std::string_view name, const Case& at) {
  return answer(question(name), at);
}

}  // namespace scaling_limits::catalog
