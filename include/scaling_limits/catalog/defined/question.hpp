// SPDX-License-Identifier: Apache-2.0
// What question.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../detail/solver.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../question.hpp"

namespace scaling_limits::catalog {

namespace detail {

std::size_t ColumnList::enter(std::string_view name) {
  const std::size_t before = before_.size();
  if (!name.empty()) before_.append(name).append(".");
  return before;
}
void ColumnList::put(const ResultText& row, std::string_view by, bool listed, bool list, bool words) {
  std::string name = before_ + std::string(row.name);
  if (row.name.empty() && !name.empty()) name.pop_back();  // the dot
  std::vector<std::string_view> (*names)(const Case&) = nullptr;
  if (!by.empty()) {
    for (const std::string_view called : {std::string_view(name), by})
      for (const By& one : by_)
        if (!names && one.what == called) names = one.names;
  }
  const bool lists = listed || list;
  const Cell cell = words ? (lists ? Cell::texts : Cell::text) : lists ? Cell::numbers : Cell::number;
  columns.push_back(
      {Name(name).text(), row.unit, row.doc, cell, names, names ? by : std::string_view(), listed, listed && list});
}

void Writer::number(double x) { out_ << x; }
void Writer::word(std::string_view x) { out_ << x; }
void Writer::words(std::vector<std::string> list) { out_ << std::move(list); }
void Writer::terms(const Terms<double>& terms) {
  const auto& names = next_names();
  const double all = terms.sum();
  all == all ? out_.each(terms, names) : out_.skip(names.size());
}
void Writer::numbers(std::span<const double> list, std::string_view by) {
  if (by.empty()) {
    out_ << list;
  } else if (list.empty()) {
    skip_one(by);
  } else {
    next_names();
    for (const double x : list) out_ << x;
  }
}
void Writer::before(std::string_view row) {
  if (row == "note") out_.before_note();
}
void Writer::skip_one(std::string_view by) { out_.skip(by.empty() ? 1 : next_names().size()); }

/// The names of the columns that have a part per name, at a case.
inline NamesOfColumns names_at(const std::vector<ColumnOf>& columns, const Case& at) {
  NamesOfColumns all;
  for (const ColumnOf& column : columns)
    if (column.each) all.push_back(column.each(at));
  return all;
}

}  // namespace detail

Bound Gives::bind(const Case& at) const {
  std::function<void(detail::Writer&)> answer = [this, &at](detail::Writer& to) { write(at, to); };
  if (prepare) answer = prepare(at);
  const std::string_view by = columns.empty() ? std::string_view() : columns.front().by;
  return [answer = std::move(answer), names = detail::names_at(columns, at), by](Out& out) {
    detail::Writer to(out, names, by);
    answer(to);
  };
}

Question listed(Question q) {
  q.kind.group = "question", q.kind.name = q.name.text(), q.kind.text = q.text.text();
  q.kind.rows = q.rows, q.kind.arguments = q.arguments;
  const auto needs = [&](std::string_view part) { return std::find(q.needs.begin(), q.needs.end(), part) != q.needs.end(); };
  if (needs("run") || q.looks_at("strategy"))
    for (const std::string_view part : {"cause", "restart", "operation"})
      if (!needs(part)) add_once(q.takes, part);
  auto& columns = q.gives.columns;
  const auto place = [&](std::string_view name) {
    return std::find_if(columns.begin(), columns.end(), [&](const ColumnOf& c) { return c.name == name; });
  };
  if (columns.size() == 1 && columns.front().name.empty() && !columns.front().each) columns.front().name = q.name.text();
  if (std::none_of(columns.begin(), columns.end(), [](const ColumnOf& c) { return c.cell == Cell::number; })) return q;
  if (place("status") == columns.end()) columns.insert(place("note"), status_column);
  if (place("note") == columns.end()) columns.push_back(note_column);
  return q;
}

std::string why_none(const Question& question, const Case& at) {
  std::string why;
  if (question.looks_at("strategy")) why = at.strategy.note(at.run);
  if (why.empty() && question.none) return question.none(at);
  if (question.kind.row("workers")) return or_outside(std::move(why), at, at.with["workers"], "workers");
  return or_outside(std::move(why), at, question.kind.row("gpus") ? at.with["gpus"] : at.run.gpus);
}
std::string or_outside(std::string why, const Case& at, double size, std::string_view unit) {
  return why.empty() && !at.factors.empty() ? limits::why_outside(at.factors.domain(), size, unit) : why;
}

std::vector<Column> columns_of(const Question& question, const Case& at, std::vector<std::string>* terms,
                               const std::vector<std::string>& asked) {
  std::vector<Column> all;
  all.reserve(question.gives.columns.size() + 24);  // room for those by term, mostly
  std::vector<bool> found(asked.size());
  const auto add = [&](const ColumnOf& c, std::string_view one) {
    Column& made = all.emplace_back();
    made.name.reserve(c.name.size() + 1 + one.size());
    made.name.append(c.name).append(c.name.empty() || !c.each ? "" : ".").append(one);
    made.unit = c.unit_of ? c.unit_of(at, one) : c.unit, made.text = c.text, made.cell = c.cell, made.wanted = asked.empty();
    for (std::size_t k = 0; k < asked.size(); ++k)
      if (made.name == asked[k] || (made.name.starts_with(asked[k]) && made.name[asked[k].size()] == '.'))
        made.wanted = found[k] = true;
    return made.wanted;
  };
  for (const ColumnOf& c : question.gives.columns) {
    if (!c.each) {
      add(c, {});
      continue;
    }
    for (const std::string_view one : c.each(at))
      if (add(c, one) && terms && c.by == "term") add_once(*terms, one);
  }
  for (std::size_t k = 0; k < asked.size(); ++k)
    if (!found[k]) {
      std::string names;
      const auto list = [&](std::string_view name) { names.append(names.empty() ? "" : ", ").append(name); };
      for (const ColumnOf& c : question.gives.columns)
        if (!c.name.empty()) list(c.name);
        else
          for (const std::string_view one : c.each(at)) list(one);
      throw InvalidArgument(
          "columns: question '" + question.kind.name + "' has no column " + in_quotes(asked[k]) + "; it has " + names,
          "columns", asked[k]);
    }
  return all;
}

Question scalar_question(std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&),
                         std::vector<std::string_view> needs, std::vector<std::string_view> uses, unsigned enters) {
  return {.name = Name(name),
          .text = Name(text),
          .needs = std::move(needs),
          .uses = std::move(uses),
          .gives = gives(unit, text, number),
          .number = number,
          .enters = enters};
}

// what columns by term go through
std::vector<std::string_view> strategy_terms(const Case& at) { return at.strategy.all_terms(); }
std::vector<std::string_view> strategy_shares(const Case& at) { return at.strategy.all_shares(); }
std::vector<std::string_view> lost_shares(const Case& at) {
  std::vector<std::string_view> lost = at.strategy.all_shares();
  lost.erase(lost.begin());
  return lost;
}
std::vector<std::string_view> criterion_terms(const AnyCriterion& criterion, const Case& at) {
  std::vector<std::string_view> all;
  if (criterion.of_strategy) all = strategy_terms(at);
  at.factors.add_terms(all, !criterion.of_factors);
  for (const std::string_view term : criterion.own_terms) add_once(all, term);
  return all;
}
std::vector<std::string_view> limit_terms(const Case& at) {
  return at.criterion ? criterion_terms(at.criterion, at) : strategy_terms(at);
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
std::string_view unit_of_run(const Case&, std::string_view field) {
  for (const auto& row : fields_of<TrainingRun<>>)
    if (row.name == field) return row.unit;
  return field == "restart_time" ? "s" : "";
}
Gives in_units(Gives gives, std::string_view column, std::string_view (*unit_of)(const Case& at, std::string_view name)) {
  for (ColumnOf& one : gives.columns)
    if (one.name == column) one.unit_of = unit_of;
  return gives;
}

}  // namespace scaling_limits::catalog
