// SPDX-License-Identifier: Apache-2.0
// What question.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../detail/solver.hpp"
#include "../json_schema.hpp"
#include "../question.hpp"

namespace scaling_limits::catalog {

void add_status(Question& question) {
  const auto has = [&](std::string_view name) {
    return std::any_of(question.columns.begin(), question.columns.end(), [&](const ColumnOf& c) { return c.name == name; });
  };
  const bool numbers =
      std::any_of(question.columns.begin(), question.columns.end(), [](const ColumnOf& c) { return c.cell == Cell::number; });
  if (!numbers) return;
  if (!has("status")) question.columns.push_back(status_column);
  if (!has("note")) question.columns.push_back(note_column);
}

std::vector<Column> columns_of(const Question& question, const Case& at, std::vector<std::string>* causes,
                               const std::vector<std::string>& asked) {
  std::vector<Column> all;
  all.reserve(question.columns.size() + 24);  // room for those by cause, mostly
  std::vector<bool> found(asked.size());
  const auto add = [&](const ColumnOf& c, std::string_view one) {
    Column& made = all.emplace_back();
    made.name.reserve(c.name.size() + 1 + one.size());
    made.name.append(c.name).append(c.name.empty() || !c.each ? "" : ".").append(one);
    made.unit = c.unit, made.text = c.text, made.cell = c.cell, made.wanted = asked.empty();
    for (std::size_t k = 0; k < asked.size(); ++k)
      if (made.name == asked[k] || (made.name.starts_with(asked[k]) && made.name[asked[k].size()] == '.'))
        made.wanted = found[k] = true;
    return made.wanted;
  };
  for (const ColumnOf& c : question.columns) {
    if (!c.each) {
      add(c, {});
      continue;
    }
    for (const std::string_view one : c.each(at))
      if (add(c, one) && causes && c.one_of == "cause" && std::find(causes->begin(), causes->end(), one) == causes->end())
        causes->emplace_back(one);
  }
  for (std::size_t k = 0; k < asked.size(); ++k)
    if (!found[k]) {
      std::string names;
      const auto list = [&](std::string_view name) { names.append(names.empty() ? "" : ", ").append(name); };
      for (const ColumnOf& c : question.columns)
        if (!c.name.empty()) list(c.name);
        else
          for (const std::string_view one : c.each(at)) list(one);
      throw InvalidArgument(
          "columns: question '" + question.name() + "' has no column " + in_quotes(asked[k]) + "; it has " + names, "columns",
          asked[k]);
    }
  return all;
}

Question scalar_question(std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&),
                         std::vector<std::string_view> needs, std::vector<std::string_view> uses, unsigned enters) {
  Question q;
  q.kind.group = "question", q.kind.name = name, q.kind.text = text;
  q.needs = std::move(needs), q.uses = std::move(uses);
  q.columns = {{name, unit, text}};
  q.number = number;
  q.enters = enters;
  const bool of_strategy = q.looks_at("strategy");
  q.answer = [number, of_strategy](const Case& at, const With&, Out& out) {
    out << number(at);
    if (of_strategy) out.close([&] { return at.strategy.note(at.run); });
  };
  return q;
}

// what columns by cause go through
std::vector<std::string_view> strategy_causes(const Case& at) { return at.strategy.all_causes(); }
std::vector<std::string_view> strategy_shares(const Case& at) { return at.strategy.all_shares(); }
std::vector<std::string_view> lost_shares(const Case& at) {
  std::vector<std::string_view> lost = at.strategy.all_shares();
  lost.erase(lost.begin());
  return lost;
}
std::vector<std::string_view> criterion_causes(const AnyCriterion& criterion, const Case& at) {
  std::vector<std::string_view> all;
  if (criterion.of_strategy) all = strategy_causes(at);
  at.factors.add_causes(all, !criterion.of_factors);
  for (const std::string_view cause : criterion.own_causes)
    if (std::find(all.begin(), all.end(), cause) == all.end()) all.push_back(cause);
  return all;
}
std::vector<std::string_view> limit_causes(const Case& at) {
  return at.criterion ? criterion_causes(at.criterion, at) : strategy_causes(at);
}
limits::Limit<> limit_of(const Case& at) {
  breathe(at);
  return limits::max_gpus(at.run, at.criterion, at.growth, at.strategy, at.factors);
}
Value run_field_looks() { return json_schema::one_of(*cells(names_of<TrainingRun<>>({})).list()); }
std::vector<std::string_view> growing_fields(const Case& at) {
  std::vector<std::string_view> names = names_of<TrainingRun<>>(at);
  names.erase(names.begin());
  return names;
}

}  // namespace scaling_limits::catalog
