// SPDX-License-Identifier: Apache-2.0
// The one form of a request and its answer, as data:
//
//   {"question": "limit", "run": {...}, "strategy": ..., "criterion": ..., "growth": ..., "factor": [...], "with": {...},
//    "over": {"run.gpus": [...]}}
//   {"question": "limit", "columns": {...}, "units": {...}, "causes": [...]}
//
// Refusals are thrown as Refused, with the path of the field.
#pragma once
#include "questions.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// Of which there may be many.
inline bool is_listed(std::string_view group) { return group == "factor" || group == "severity_level"; }

/// The part with one field more or changed, whatever form it was written in.
inline Value with_field(const Group& group, const Value* given, std::string_view field, const Value& value) {
  const bool aggregate =
      group.name() != "strategy" && group.name() != "criterion" && group.name() != "factor" && group.name() != "failure_law";
  if (given && !given->is_null() && !given->text() && !given->map()) return *given;  // no part: refused where it is read
  Map map;
  if (given && given->text()) map[aggregate ? "preset" : "name"] = *given;
  if ((!given || given->is_null()) && group.name() == "strategy") map["name"] = AnyStrategy().name();  // as a case has it
  if (given && given->map()) map = *given->map();
  if (map.size() == 1 && group.find(map.begin()->first)) {
    const auto& [name, inner] = *map.begin();
    if (field == name && !inner.map()) return Map{{name, value}};  // {"goodput_at_least": 0.9}
    if (!inner.map() || field == name) {
      Map fields;
      fields["name"] = Value(name);
      const Kind& kind = *group.find(name);
      if (!kind.rows.empty() && !inner.map() && !inner.is_null()) fields[kind.rows.front().name] = inner;
      fields[field == name && !kind.rows.empty() ? kind.rows.front().name : field] = value;
      return fields;
    }
    Map fields = *inner.map();
    fields[field] = value;
    Map outer;
    outer[name] = std::move(fields);
    return outer;
  }
  // "criterion.goodput_at_least", of {"name": "goodput_at_least"} or of nothing
  if (const Kind* kind = group.find(field); kind && !kind->rows.empty() && group.name() == "criterion") {
    const Value* name = map.find("kind") ? map.find("kind") : map.find("name");
    if (!name || *name == Value(kind->name)) {
      if (map.size() <= (name ? 1 : 0)) return Map{{kind->name, value}};
      map["name"] = Value(kind->name), map[kind->rows.front().name] = value;
      return map;
    }
  }
  map[field] = value;
  return map;
}

/// "factor.0.half_size" in its pieces: group, place among the factors, field.
struct Path {
  std::string group, field;
  std::size_t place = 0;
};
inline Path path_of(const std::string& text, const Value& given) {
  const auto refuse = [&](const std::string& why) -> Path {
    throw Refused("over: '" + text + "' " + why, "over." + text, given);
  };
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return refuse("is no path such as run.gpus");
  Path path{text.substr(0, dot), text.substr(dot + 1), 0};
  if (is_listed(path.group)) {
    const std::size_t next = path.field.find('.');
    const std::string place = path.field.substr(0, next);
    if (next == std::string::npos || place.empty() || place.size() > 3 ||
        place.find_first_not_of("0123456789") != std::string::npos)
      return refuse("is no path such as factor.0.half_size");
    path.place = static_cast<std::size_t>(std::stoul(place));
    path.field = path.field.substr(next + 1);
  }
  return path;
}

inline Value cell(double x) {
  if (x != x) return Value();
  if (x == inf || x == -inf) return Value(x > 0 ? "unlimited" : "-unlimited");
  return Value(x);
}
template <class T>
Value cells(const std::vector<T>& list) {
  List all;
  for (const T& x : list) {
    if constexpr (std::same_as<T, double>) all.push_back(cell(x));
    else all.push_back(Value(x));
  }
  return all;
}

}  // namespace detail

/// An answer as data.
inline Value to_value(const Answer& answer) {
  Map columns, units;
  for (const Column& c : answer.columns()) {
    const auto at = [&](std::size_t i) -> Value {
      switch (c.cell) {
        case Cell::number:
          return detail::cell(c.numbers[i]);
        case Cell::text:
          return Value(c.labels[c.codes[i]]);
        case Cell::numbers:
          return detail::cells(c.lists[i]);
        default:
          return detail::cells(c.words[i]);
      }
    };
    if (answer.scalar()) {
      columns[c.name] = at(0);
    } else {
      List all;
      for (std::size_t i = 0; i < answer.size(); ++i) all.push_back(at(i));
      columns[c.name] = std::move(all);
    }
    if (!c.unit.empty()) units[c.name] = Value(c.unit);
  }
  return Map{{"question", answer.question()},
             {"columns", std::move(columns)},
             {"units", std::move(units)},
             {"causes", detail::cells(answer.causes)}};
}

/// What a request asks, and what it sweeps; throws Refused.
struct Request {
  Asked asked;
  std::vector<std::vector<double>> values;  // of what is swept
  std::vector<Swept> swept;
  bool scalar = true;
  std::size_t size = 1;
};
inline Request request_of(const Value& form, const Tools* tools = nullptr) {
  if (!form.map()) throw Refused("a request must be an object: {\"question\": ..., \"run\": {...}}", "", Value());
  Map given = *form.map();
  const Value* name = given.find("question");
  std::vector<std::string_view> names;
  for (const Question& q : questions()) names.push_back(q.name());
  if (!name) throw Refused("a request needs 'question'" + suggestion("", names), "question", Value());
  if (!name->text()) throw Refused("question must be a text" + suggestion("", names), "question", *name);
  Request request;
  try {
    request.asked.question = &question(*name->text());
  } catch (const invalid_argument& error) {
    throw Refused(error.what(), "question", *name);
  }
  const Question& q = *request.asked.question;
  request.asked.tools = tools;

  std::vector<std::string_view> keys{"question", "with", "over"};
  for (const Group* g : groups()) keys.push_back(g->name());
  for (const auto& [key, value] : given)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw Refused("a request has no '" + key + "'" + suggestion(key, keys), key, value);

  // a field that is swept need not be given: its first value stands in
  std::vector<std::pair<detail::Path, const List*>> over;
  const Value* sweep = form.map()->find("over");
  if (sweep && !sweep->is_null()) {
    if (!sweep->map()) throw Refused("over must be an object: {\"run.gpus\": [...]}", "over", *sweep);
    for (const auto& [text, list] : *sweep->map()) {
      const detail::Path path = detail::path_of(text, list);
      if (!list.list()) throw Refused("over: '" + text + "' must be a list", text, list);
      if (!over.empty() && over.front().second->size() != list.list()->size())
        throw Refused("over: '" + text + "' has " + std::to_string(list.list()->size()) + " values, the others have " +
                          std::to_string(over.front().second->size()) + "; they run together",
                      text, list);
      over.emplace_back(path, list.list());
      request.scalar = false, request.size = list.list()->size();
      if (list.list()->empty()) continue;
      const Value& first = list.list()->front();
      if (path.group == "with") {
        Map with = given.find("with") && given.find("with")->map() ? *given.find("with")->map() : Map{};
        with[path.field] = first;
        given["with"] = std::move(with);
      } else if (detail::is_listed(path.group)) {
        Value* many = &given[path.group];
        if (many->map() || many->text()) *many = Value(List{*many});
        if (!many->list() || path.place >= many->list()->size())
          throw Refused("over: there is no " + path.group + " " + std::to_string(path.place), text, list);
        Value& one = (*many->list())[path.place];
        one = detail::with_field(group(path.group), &one, path.field, first);
      } else {
        const Group* group = nullptr;
        for (const Group* g : groups())
          if (g->name() == path.group) group = g;
        if (!group) throw Refused("over: '" + text + "' is of no part" + suggestion(path.group, keys), text, list);
        given[path.group] = detail::with_field(*group, given.find(path.group), path.field, first);
      }
    }
  }

  for (Group* g : groups()) {
    const Value* part = given.find(g->name());
    const bool needed = std::find(q.needs.begin(), q.needs.end(), g->name()) != q.needs.end();
    if (!part || part->is_null()) {
      if (needed)
        throw Refused("question '" + q.name() + "' needs '" + std::string(g->name()) + "'", std::string(g->name()), Value());
      continue;
    }
    if (!detail::is_listed(g->name())) {
      request.asked.parts.emplace(std::string(g->name()), part_from(*g, *part, g->name()));
      continue;
    }
    auto& to = g->name() == "factor" ? request.asked.factors : request.asked.levels;
    for (const Value& one : part->list() ? *part->list() : List{*part})  // one is a list of one
      to.push_back(part_from(*g, one, std::string(g->name()) + "." + std::to_string(to.size())));
    if (needed && to.empty())
      throw Refused("question '" + q.name() + "' needs one " + std::string(g->name()) + " at least", std::string(g->name()),
                    *part);
  }
  const Value* with = given.find("with");
  if (with && !with->is_null() && !with->map())
    throw Refused("with must be an object of the question's own arguments", "with", *with);
  Chosen chosen = choose(q.kind, with && with->map() ? *with->map() : Map{}, "with");
  request.asked.with = {&q.kind, std::move(chosen.numbers), std::move(chosen.arguments)};

  for (const auto& [path, list] : over) {
    const Kind* kind = &q.kind;
    if (path.group == "factor") kind = request.asked.factors[path.place].chosen.kind;
    else if (path.group == "severity_level") kind = request.asked.levels[path.place].chosen.kind;
    else if (path.group != "with" && !list->empty()) kind = request.asked.parts.find(path.group)->second.chosen.kind;
    const std::string text =
        path.group + (detail::is_listed(path.group) ? "." + std::to_string(path.place) : "") + "." + path.field;
    std::size_t row = 0;
    while (row < kind->rows.size() && kind->rows[row].name != path.field && !(path.field == kind->name && row == 0)) ++row;
    if (row == kind->rows.size() && !list->empty()) {
      std::vector<std::string_view> numbers;
      for (const Row& one : kind->rows) numbers.push_back(one.name);
      throw Refused(
          "over: " + std::string(kind->called()) + " has no number '" + path.field + "'" + suggestion(path.field, numbers),
          text, Value());
    }
    std::vector<double> values;
    for (const Value& x : *list) values.push_back(number_of(kind->called(), kind->rows[row], x, text));
    request.values.push_back(std::move(values));
    request.swept.push_back({path.group, path.place, row, nullptr, 1});
  }
  for (std::size_t k = 0; k < request.swept.size(); ++k) request.swept[k].values = request.values[k].data();
  return request;
}

/// The answer to a request, as data; throws Refused for what cannot be asked.
inline Value reply(const Value& form, const Tools* tools = nullptr) {
  const Request request = request_of(form, tools);
  if (!request.scalar) return to_value(evaluate(request.asked, request.swept, request.size));
  const Question& q = *request.asked.question;
  Case at = case_of(request.asked);
  std::vector<std::string> causes;
  std::vector<Column> columns = columns_of(q, at, &causes);
  Answer found(q.name(), std::move(columns), 1, true);
  found.causes = std::move(causes);
  Out out(found);
  out.start(0);
  try {
    q.answer(at, request.asked.with, out);
    out.finish();
  } catch (const Refused& error) {
    throw Refused(error.what(), joined("with", error.parameter), error.value);
  } catch (const domain_error& error) {
    throw Refused(error.what(), q.kind.row(error.parameter) ? joined("with", error.parameter) : error.parameter,
                  Value(error.value));
  } catch (const invalid_argument& error) {
    const bool own = q.kind.row(error.parameter) || q.kind.argument(error.parameter);
    const Value* value = own ? request.asked.with.arguments.find(error.parameter) : nullptr;
    throw Refused(error.what(), own ? joined("with", error.parameter) : error.parameter, value ? *value : Value());
  }
  return to_value(found);
}

/// What a refusal looks like as data.
inline Value error_value(std::string_view message, std::string_view field, const Value& value) {
  return Map{{"error", Map{{"field", field}, {"value", value}, {"message", message}}}};
}

}  // namespace scaling_limits::catalog
