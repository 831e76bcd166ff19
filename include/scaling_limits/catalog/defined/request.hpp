// SPDX-License-Identifier: Apache-2.0
// What request.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../detail/points.hpp"
#include "../remarks.hpp"
#include "../request.hpp"

namespace scaling_limits::catalog {

namespace detail {

bool is_listed(std::string_view group) { return group == "factor" || group == "severity_level"; }

Path path_of(const std::string& text, const Value& given) {
  const auto refuse = [&](const std::string& why) -> Path {
    throw Refused("over: " + in_quotes(text) + " " + why, "over." + text, given);
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

}  // namespace detail

Value to_value(const Answer& answer) {
  Map columns, units;
  for (const Column& c : answer.columns()) {
    const auto at = [&](std::size_t i) -> Value {
      switch (c.cell) {
        case Cell::number:
          return cell(c.numbers[i]);
        case Cell::text:
          return Value(c.labels[c.codes[i]]);
        case Cell::numbers:
          return cells(c.lists[i]);
        default:
          return cells(c.words[i]);
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
             {"causes", cells(answer.causes)}};
}

namespace detail {

const Question& question_of(const Map& given) {
  const Value* name = given.find("question");
  if (!name) throw Refused("a request needs 'question'" + question_suggestion(""), "question", Value());
  if (!name->text()) throw Refused("question must be a text" + question_suggestion(""), "question", *name);
  try {
    return question(*name->text());
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), "question", *name);
  }
}

/// The strategies of a question that takes several, where they are given as its own argument.
inline const Value* own_strategies(const Question& q, const Map& arguments) {
  const Value* given = q.kind.argument("strategies") ? arguments.find("strategies") : nullptr;
  return given && !given->is_null() ? given : nullptr;
}
/// A list of strategies, as [[strategy]] tables are one: the question's own argument, where it takes several.
inline bool listed_strategies(const Question& q, const Value& strategy, Map& arguments) {
  const std::string own = "strategies";
  const bool several = q.kind.argument(own);
  if (const Value* beside = own_strategies(q, arguments))
    throw Refused("strategy and with.strategies are both given: put all into one list", "with." + own, *beside);
  if (!strategy.list()) return false;
  if (!several)
    throw Refused("strategy must be one: question '" + q.kind.name + "' takes no list of them", "strategy", strategy);
  std::size_t place = 0;  // what is wrong with one is refused by the path it was given under
  for (const Value& one : *strategy.list()) part_from(strategies(), one, "strategy." + std::to_string(place++));
  arguments[own] = strategy;
  return true;
}

/// The columns that are wanted: a name, or a list of them; none: all.
inline std::vector<std::string> columns_from(const Value* given) {
  std::vector<std::string> names;
  if (!given || given->is_null()) return names;
  if (!given->text() && !given->list())
    throw Refused("columns must be a name or a list of names of what is wanted of the answer", "columns", *given);
  for (const Value& one : given->list() ? *given->list() : List{*given}) {
    if (!one.text()) throw Refused("columns must be names, texts", "columns", one);
    if (std::find(names.begin(), names.end(), *one.text()) == names.end()) names.push_back(*one.text());
  }
  if (names.empty()) throw Refused("columns is empty: leave it out for all of them", "columns", *given);
  return names;
}
/// Refuses what is no column.
inline void refuse_unknown_columns(const Asked& asked) {
  if (asked.columns.empty()) return;
  try {
    columns_of(*asked.question, case_of(asked), nullptr, asked.columns);
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), error.parameter, Value(error.given));
  }
}

/// A list that is swept, and what its path means.
struct Over {
  std::string text;
  Path path;
  const List* list;
};
inline std::vector<Over> overs_of(const Map& given) {
  std::vector<Over> all;
  const Value* sweep = given.find("over");
  if (!sweep || sweep->is_null()) return all;
  if (!sweep->map()) throw Refused("over must be an object: {\"run.gpus\": [...]}", "over", *sweep);
  for (const auto& [text, list] : *sweep->map()) {
    Path path = path_of(text, list);
    if (!list.list()) throw Refused("over: " + in_quotes(text) + " must be a list", text, list);
    if (!all.empty() && all.front().list->size() != list.list()->size())
      throw Refused("over: " + in_quotes(text) + " has " + std::to_string(list.list()->size()) + " values, the others have " +
                        std::to_string(all.front().list->size()) + "; they run together",
                    text, list);
    all.push_back({text, std::move(path), list.list()});
  }
  return all;
}

/// What stands in place of a field and is swept sweeps the field.
inline void sweep_instead(Request& request, const Instead& instead, const Form& form, const Path& path,
                          const std::vector<Over>& over) {
  const std::size_t row = form.kind->place_of(instead.row);
  for (const Swept& s : request.swept)  // it takes two, and the other came first
    if (s.group == path.group && s.place == path.place && s.field == row) return;
  request.paths.push_back(path.group + "." + std::string(instead.row));
  std::vector<double>& values = request.values.emplace_back();
  for (std::size_t i = 0; i < request.size; ++i) {
    Map fields = form.fields;
    for (const Over& o : over)
      if (o.path.group == path.group && o.path.place == path.place) fields[o.path.field] = (*o.list)[i];
    values.push_back(*settled(*form.kind, std::move(fields), form.path).find(instead.row)->number());
  }
  request.swept.push_back({path.group, path.place, row, nullptr, 1});
}
/// What the question finds by itself need not be given.
inline void stand_in(const Question& q, std::string_view group, Form& form) {
  for (const Follows& follows : q.follows) {
    if (follows.group != group || form.fields.find(follows.field)) continue;
    for (const Instead& instead : form.kind->instead)
      if (std::find(instead.beside.begin(), instead.beside.end(), follows.field) != instead.beside.end())
        for (const Row& r : instead.rows)
          if (form.fields.find(r.name))
            throw Refused(std::string(form.kind->called()) + ": " + std::string(r.name) + " needs '" +
                              std::string(follows.field) + "' beside it: the one at which it holds",
                          joined(form.path, follows.field), Value());
    form.fields[follows.field] = Value(follows.stand_in);
  }
}
/// A part whose fields were not all given: those that stand in are none.
inline Part part_with_stand_ins(const Question& q, std::string_view group, Form form) {
  const Map given = form.fields;
  stand_in(q, group, form);
  Part part = part_of(form);
  for (const Follows& follows : q.follows)
    if (follows.group == group && !given.find(follows.field) && part.chosen.given) {
      std::erase(*part.chosen.given, follows.field);
      part.model->given = part.chosen.given;
    }
  return part;
}
/// A stand-in holds at one size: where sizes are swept, that of the run is asked for.
inline void refuse_unsettled(const Form& form, const Path& path, const std::vector<Over>& over) {
  for (const Instead& instead : form.kind->instead) {
    const auto swept = [&](const Row& r) {
      return std::any_of(over.begin(), over.end(),
                         [&](const Over& o) { return o.path.group == path.group && o.path.field == r.name; });
    };
    const Row& first = instead.rows.front();
    if (!form.fields.find(first.name) || std::any_of(instead.rows.begin(), instead.rows.end(), swept)) continue;
    for (const std::string_view beside : instead.beside)
      if (beside == path.field && !form.fields.find(beside) && form.kind->row(beside)->required())
        throw Refused(std::string(form.kind->called()) + ": " + std::string(first.name) + " needs '" + std::string(beside) +
                          "' beside it where that is swept: the one at which it holds",
                      joined(form.path, beside), Value());
  }
}

}  // namespace detail

Request request_of(const Value& form, const Tools* tools) {
  if (!form.map()) throw Refused("a request must be an object: {\"question\": ..., \"run\": {...}}", "", Value());
  const Map& given = *form.map();
  Request request;
  const Question& q = detail::question_of(given);
  if (tools) refuse_too_many(q.kind, given, tools->most_points);
  request.asked.question = &q, request.asked.tools = tools;

  std::vector<std::string_view> keys{"question", "with", "over", "columns"};
  const std::size_t own_keys = keys.size();
  for (const Group* g : groups()) keys.push_back(g->name());
  for (const auto& [key, value] : given)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw Refused("a request has no " + in_quotes(key) + suggestion(key, keys), key.empty() ? "''" : key, value);
  const Value* with = given.find("with");
  if (with && !with->is_null() && !with->map())
    throw Refused("with must be an object of the question's own arguments", "with", *with);
  Map arguments = with && with->map() ? *with->map() : Map{};
  std::map<std::string_view, std::vector<Form>> forms;
  for (const Group* g : groups())
    if (const Value* part = given.find(g->name()); part && !part->is_null()) {
      if (g->name() == "strategy" && detail::listed_strategies(q, *part, arguments)) continue;
      std::vector<Form>& to = forms[g->name()];
      if (part->list()) refuse_too_many(g->name(), *part->list());
      if (!detail::is_listed(g->name())) to.push_back(form_of(*g, *part, g->name()));
      else
        for (const Value& one : part->list() ? *part->list() : List{*part})  // one is a list of one
          to.push_back(form_of(*g, one, std::string(g->name()) + "." + std::to_string(to.size())));
    }

  // a field that is swept need not be given: its first value stands in. What stands in place of a field does so at the size
  // that the part itself has, whatever is swept
  for (auto& [name, of_group] : forms)
    for (Form& one : of_group) one.fields = settled(*one.kind, std::move(one.fields), one.path);
  const std::vector<detail::Over> over = detail::overs_of(given);
  for (const auto& [text, path, list] : over) {
    request.scalar = false, request.size = list->size();
    if (list->empty()) continue;
    if (path.group == "with") {
      arguments[path.field] = list->front();
      continue;
    }
    const auto part = std::find(keys.begin() + static_cast<std::ptrdiff_t>(own_keys), keys.end(), path.group);
    if (part == keys.end())
      throw Refused("over: " + in_quotes(text) + " is of no part" + suggestion(path.group, keys), text, Value(*list));
    if (path.group == "strategy" && detail::own_strategies(q, arguments))
      throw Refused("over: " + in_quotes(text) + " is of one strategy, and several are given", text, Value(*list));
    std::vector<Form>& to = forms[*part];
    if (to.empty() && !detail::is_listed(path.group))
      to.push_back(form_of(group(path.group), Map{{path.field, list->front()}}, path.group));
    if (path.place >= to.size())
      throw Refused("over: there is no " + path.group + " " + std::to_string(path.place), text, Value(*list));
    detail::refuse_unsettled(to[path.place], path, over);
    to[path.place].set(path.field, list->front());
  }

  for (const std::string_view need : q.needs)
    if (const auto found = forms.find(need); found == forms.end())
      throw Refused("question '" + q.kind.name + "' needs '" + std::string(need) + "'", std::string(need), Value());
    else if (found->second.empty())
      throw Refused("question '" + q.kind.name + "' needs one " + std::string(need) + " at least", std::string(need),
                    *given.find(need));
  for (const Group* g : groups())
    if (const auto found = forms.find(g->name()); found != forms.end())
      for (const Form& one : found->second) {
        if (g->name() == "factor") request.asked.factors.push_back(part_of(one));
        else if (g->name() == "severity_level") request.asked.levels.push_back(part_of(one));
        else request.asked.parts.emplace(std::string(g->name()), detail::part_with_stand_ins(q, g->name(), one));
      }
  Chosen chosen = choose(q.kind, arguments, "with");
  request.asked.with = {q.kind, std::move(chosen.numbers), std::move(chosen.arguments)};
  request.asked.columns = detail::columns_from(given.find("columns"));
  detail::refuse_unknown_columns(request.asked);

  for (const auto& [text, path, list] : over) {
    if (path.group != "with" && !list->empty())
      if (const Instead* instead = forms.find(path.group)->second[path.place].kind->stands_in(path.field)) {
        detail::sweep_instead(request, *instead, forms.find(path.group)->second[path.place], path, over);
        continue;
      }
    request.paths.push_back(text);
    std::vector<double>& values = request.values.emplace_back();
    if (list->empty()) continue;
    const Kind& kind = path.group == "with" ? q.kind : *forms.find(path.group)->second[path.place].kind;
    const std::size_t row = kind.place_of(path.field);
    if (row >= kind.rows.size()) {
      std::vector<std::string_view> numbers;
      for (const Row& one : kind.rows) numbers.push_back(one.name);
      throw Refused(
          "over: " + std::string(kind.called()) + " has no number " + in_quotes(path.field) + suggestion(path.field, numbers),
          text, Value());
    }
    for (const Value& x : *list) values.push_back(number_of(kind.called(), kind.rows[row], x, text));
    request.swept.push_back({path.group, path.place, row, nullptr, 1});
  }
  for (std::size_t k = 0; k < request.swept.size(); ++k) request.swept[k].values = request.values[k].data();
  if (request.size == 0) completed(request);  // refuses what no element is there to refuse
  return request;
}

Value completed(const Request& request) {
  const Question& q = *request.asked.question;
  const auto named = [](const std::vector<std::string>& names, std::string_view one) {
    return std::find(names.begin(), names.end(), one) != names.end();
  };
  Map all{{"question", q.kind.name}};
  for (const Group* g : groups()) {
    const std::string name(g->name());
    const auto part = request.asked.parts.find(name);
    const std::vector<Part>& listed = name == "factor" ? request.asked.factors : request.asked.levels;
    if (part != request.asked.parts.end()) {
      Map fields = completed(part->second);
      for (const Follows& follows : q.follows)
        if (follows.group == name && part->second.chosen.given && !named(*part->second.chosen.given, follows.field))
          fields = detail::without(fields, follows.field);
      all[name] = std::move(fields);
    } else if (detail::is_listed(name)) {
      List list;
      for (const Part& one : listed) list.push_back(completed(one));
      if (!list.empty()) all[name] = std::move(list);
    } else if (q.looks_at(name) && !g->standard().empty() && !(name == "strategy" && request.asked.with.given("strategies"))) {
      all[name] = completed(part_from(*g, Value(g->standard()), name));
    }
  }
  const With& with = request.asked.with;
  if (Map own = completed(Chosen{&q.kind, with.numbers, with.arguments}); !own.empty()) all["with"] = std::move(own);
  if (!request.asked.columns.empty()) all["columns"] = cells(request.asked.columns);
  if (request.scalar) return all;
  Map over;
  for (std::size_t k = 0; k < request.paths.size(); ++k) over[request.paths[k]] = cells(request.values[k]);
  all["over"] = std::move(over);
  return all;
}

Answer answer(const Request& request) {
  const Kind& own = request.asked.question->kind;
  const auto in_request = [&](const std::string& name) {
    return own.row(name) || own.argument(name) ? joined("with", name) : name;
  };
  try {
    return request.scalar ? answer(request.asked) : evaluate(request.asked, request.swept, request.size);
  } catch (const Refused& error) {
    throw Refused(error.what(), joined("with", error.parameter), error.value);
  } catch (const DomainError& error) {
    throw Refused(error.what(), in_request(error.parameter), Value(error.value));
  } catch (const InvalidArgument& error) {
    const Value* value = own.argument(error.parameter) ? request.asked.with.arguments.find(error.parameter) : nullptr;
    throw Refused(error.what(), in_request(error.parameter), value ? *value : Value());
  }
}

Value reply(const Request& request) {
  Value found = to_value(answer(request));
  if (List lines = remarks(request.asked, request.swept); !lines.empty()) (*found.map())["remarks"] = std::move(lines);
  return found;
}
Value reply(const Value& form, const Tools* tools) { return reply(request_of(form, tools)); }

Value error_value(std::string_view message, std::string_view field, const Value& value) {
  return Map{{"error", Map{{"field", field}, {"value", value}, {"message", message}}}};
}

}  // namespace scaling_limits::catalog
