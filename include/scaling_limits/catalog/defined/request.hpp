// SPDX-License-Identifier: Apache-2.0
// What request.hpp declares: how a request is read.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <deque>

#include "../../core/suggest.hpp"
#include "../detail/cause_forms.hpp"
#include "../detail/known_names.hpp"
#include "../detail/points.hpp"
#include "../request.hpp"

namespace scaling_limits::catalog {

namespace detail {

bool is_listed(std::string_view group) { return group == "factor" || group == "severity_level" || group == "cause"; }

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

const Question& question_of(const Map& given) {
  const Value* name = given.find("question");
  if (!name) {
    std::vector<std::string_view> keys;
    for (const auto& [key, value] : given) keys.push_back(key);
    const std::string_view meant = closest("question", keys);
    throw Refused("a request needs 'question'" + (meant.empty() ? "" : ", not " + in_quotes(meant)) + question_suggestion(""),
                  "question", Value());
  }
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
    add_once(names, *one.text());
  }
  if (names.empty()) throw Refused("columns is empty: leave it out for all of them", "columns", *given);
  return names;
}
/// Refuses what is no column.
inline void refuse_unknown_columns(const Request& request) {
  if (request.columns.empty()) return;
  try {
    columns_of(*request.question, case_of(request), nullptr, request.columns);
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
/// One that is swept in other words sweeps the fields that those say: all of its values the same ones.
inline void put_respelled(const Map& request, Over over, std::deque<List>& own, std::vector<Over>& to) {
  const bool parted = over.path.group != "with" && !is_listed(over.path.group);
  const auto is = [&](const Group* g) { return g->name() == over.path.group && !g->named(); };
  const std::vector<Group*> all = groups();
  const auto found = std::find_if(all.begin(), all.end(), is);
  const bool texts = std::any_of(over.list->begin(), over.list->end(), [](const Value& one) { return one.text(); });
  if (!parted || !texts || found == all.end() || !(*found)->begin()->respelled) {
    to.push_back(std::move(over));
    return;
  }
  const Map* part = request.find(over.path.group) ? request.find(over.path.group)->map() : nullptr;
  const Value* beside = part && over.path.field != "gpus" ? part->find("gpus") : nullptr;
  std::vector<std::string> names;
  std::vector<List*> lists;
  for (const Value& one : *over.list) {
    Map said{{over.path.field, one}};
    if (beside) said["gpus"] = *beside;
    std::size_t place = 0;
    for (const auto& [name, value] : (*found)->begin()->respelled(std::move(said), over.path.group)) {
      if (beside && name == "gpus") continue;
      if (&one == &over.list->front()) names.push_back(name), lists.push_back(&own.emplace_back());
      if (place >= names.size() || names[place] != name)
        throw Refused("over: " + in_quotes(over.text) + " mixes rates of a GPU, of the job and counts: say all in one way",
                      over.text, Value(*over.list));
      lists[place++]->push_back(value);
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    to.push_back({joined(over.path.group, names[i]), {over.path.group, names[i], 0}, lists[i]});
}
inline std::vector<Over> overs_of(const Map& given, std::deque<List>& own) {
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
    put_respelled(given, {text, std::move(path), list.list()}, own, all);
  }
  return all;
}

inline void sweep(Request& request, std::vector<double> values, Swept swept) {
  swept.values = (*request.values.emplace_back(std::move(values))).data();
  request.swept.push_back(std::move(swept));
}
/// What stands in place of a field and is swept sweeps the field.
inline void sweep_instead(Request& request, const Instead& instead, const Form& form, const Path& path,
                          const std::vector<Over>& over) {
  const auto is_swept = [&](std::size_t row) {  // it takes two, and the other came first
    return std::any_of(request.swept.begin(), request.swept.end(),
                       [&](const Swept& s) { return s.group == path.group && s.place == path.place && s.field == row; });
  };
  for (const std::string_view name : {instead.row, instead.or_row}) {
    const std::size_t row = form.kind->place_of(name);
    if (name.empty() || is_swept(row)) continue;
    std::vector<double> values;
    for (std::size_t i = 0; i < request.size; ++i) {
      Map fields = form.fields;
      for (const Over& o : over)
        if (o.path.group == path.group && o.path.place == path.place) fields[o.path.field] = (*o.list)[i];
      const Map all = settled(*form.kind, std::move(fields), form.path);
      if (const Value* value = all.find(name))
        values.push_back(number_of(form.kind->called(), form.kind->rows[row], *value, joined(form.path, name)));
    }
    if (values.size() < request.size) continue;  // it stands at its default
    request.paths.push_back(joined(path.group, name));
    sweep(request, std::move(values), {path.group, path.place, row});
  }
}
/// What stands in place of a field beside one that the question finds by itself needs that one all the same.
inline void refuse_following(const Question& q, std::string_view group, const Form& form) {
  for (const Follows& follows : q.follows) {
    if (follows.group != group || form.fields.find(follows.field)) continue;
    for (const Instead& instead : form.kind->instead)
      if (std::find(instead.beside.begin(), instead.beside.end(), follows.field) != instead.beside.end())
        for (const Row& r : instead.rows)
          if (form.fields.find(r.name))
            throw Refused(std::string(form.kind->called()) + ": " + std::string(r.name) + " needs '" +
                              std::string(follows.field) + "' beside it: the one at which it holds",
                          joined(form.path, follows.field), Value());
  }
}
/// What the question finds by itself need not be given.
inline void stand_in(const Question& q, std::string_view group, Form& form) {
  refuse_following(q, group, form);
  for (const Follows& follows : q.follows)
    if (follows.group == group && !form.fields.find(follows.field)) form.fields[follows.field] = Value(follows.stand_in);
}
/// A part whose fields were not all given: those that stand in are none.
inline Part part_with_stand_ins(const Question& q, std::string_view group, Form form) {
  const Map given = form.fields;
  stand_in(q, group, form);
  Part part = part_of(form);
  for (const Follows& follows : q.follows)
    if (follows.group == group && !given.find(follows.field) && part.given) {
      std::erase(*part.given, follows.field);
      part.model->given = part.given;
    }
  return part;
}
/// What stands for two rows of which neither is known does so until one of them is said, and swept it is not said.
inline void refuse_swept_unknown(const Form& form, const Path& path) {
  for (const Instead& instead : form.kind->instead) {
    const Value* row = instead.unknown == instead.unknown ? form.fields.find(instead.row) : nullptr;
    if (row && row->number() && *row->number() == instead.unknown &&
        (path.field == instead.row || path.field == instead.or_row))
      throw Refused(std::string(form.kind->called()) + ": " + std::string(instead.rows.front().name) + " needs '" + path.field +
                        "' beside it where that is swept: the one at which it holds",
                    joined(form.path, path.field), Value());
  }
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

/// The parts of a request as they were written, by group, and the question's own arguments.
struct Forms {
  const Question& question;
  Map arguments{};
  std::map<std::string_view, std::vector<Form>> of{};

  Forms(const Question& q, const Map& given);
  /// Refuses what is wrong of a number that is given and swept.
  void look_at_all() const;
  /// A field that is swept need not be given: its first value stands in. What stands in place of a field does so at the size
  /// that the part itself has, whatever is swept.
  void stand_in(const std::vector<Over>& over);
  void refuse_missing(const Map& given) const;
  /// The parts of what was written.
  void put(Request& to) const;
  /// The numbers that are swept.
  void sweep_all(Request& to, const std::vector<Over>& over) const;
};

inline void refuse_unknown_keys(const Map& given) {
  std::vector<std::string_view> keys{"question", "with", "over", "columns"};
  for (const Group* g : groups()) keys.push_back(g->name());
  for (const auto& [key, value] : given)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw Refused("a request has no " + in_quotes(key) + suggestion(key, keys), key.empty() ? "''" : key, value);
}

inline Forms::Forms(const Question& q, const Map& given) : question(q) {
  const Value* with = given.find("with");
  if (with && !with->is_null() && !with->map())
    throw Refused("with must be an object of the question's own arguments", "with", *with);
  if (with && with->map()) arguments = *with->map();
  for (const Group* g : groups()) {
    const Value* part = given.find(g->name());
    if (!part || part->is_null()) continue;
    if (g->name() == "strategy" && listed_strategies(q, *part, arguments)) continue;
    std::vector<Form>& to = of[g->name()];
    if (part->list()) refuse_too_many(g->name(), *part->list());
    if (g->name() == "run" && q.kind.argument("known")) put_known(*part, arguments);
    if (!is_listed(g->name())) to.push_back(form_of(*g, *part, g->name()));
    else
      for (const Value& one : rows_in(g->name(), *part))
        to.push_back(form_of(*g, one, std::string(g->name()) + "." + std::to_string(to.size())));
  }
  leave_out_counted(of);
  for (auto& [name, of_group] : of)
    for (Form& one : of_group) {
      refuse_following(q, name, one);
      one.fields = settled(*one.kind, std::move(one.fields), one.path);
    }
}

inline void Forms::look_at_all() const {
  look_at({&question.kind, arguments, "with"});
  for (const auto& [name, forms] : of)
    for (const Form& one : forms) look_at(one);
}

inline void Forms::stand_in(const std::vector<Over>& over) {
  std::vector<std::string_view> names;
  for (const Group* g : groups()) names.push_back(g->name());
  for (const auto& [text, path, list] : over) {
    if (list->empty()) continue;
    if (path.group == "with") {
      arguments[path.field] = list->front();
      continue;
    }
    const auto part = std::find(names.begin(), names.end(), path.group);
    if (part == names.end()) {
      names.insert(names.begin(), {"question", "with", "over", "columns"});
      throw Refused("over: " + in_quotes(text) + " is of no part" + suggestion(path.group, names), text, Value(*list));
    }
    if (path.group == "strategy" && own_strategies(question, arguments))
      throw Refused("over: " + in_quotes(text) + " is of one strategy, and several are given", text, Value(*list));
    std::vector<Form>& to = of[*part];
    if (to.empty() && !is_listed(path.group))
      to.push_back(form_of(group(path.group), Map{{path.field, list->front()}}, path.group));
    if (path.place >= to.size())
      throw Refused("over: there is no " + path.group + " " + std::to_string(path.place), text, Value(*list));
    refuse_unsettled(to[path.place], path, over);
    refuse_swept_unknown(to[path.place], path);
    to[path.place].set(path.field, list->front());
  }
}

inline void Forms::refuse_missing(const Map& given) const {
  for (const std::string_view need : question.needs)
    if (const auto found = of.find(need); found == of.end())
      throw Refused("question '" + question.kind.name + "' needs '" + std::string(need) + "'", std::string(need), Value());
    else if (found->second.empty())
      throw Refused("question '" + question.kind.name + "' needs one " + std::string(need) + " at least", std::string(need),
                    *given.find(need));
}

inline void Forms::put(Request& to) const {
  for (const Group* g : groups())
    if (const auto found = of.find(g->name()); found != of.end())
      for (const Form& one : found->second)
        to.parts[std::string(g->name())].push_back(part_with_stand_ins(question, g->name(), one));
  to.with = choose(question.kind, arguments, "with");
}

inline void Forms::sweep_all(Request& to, const std::vector<Over>& over) const {
  for (const auto& [text, path, list] : over) {
    const Form* form = path.group == "with" || list->empty() ? nullptr : &of.find(path.group)->second[path.place];
    if (const Instead* instead = form ? form->kind->stands_in(path.field) : nullptr) {
      sweep_instead(to, *instead, *form, path, over);
      continue;
    }
    to.paths.push_back(text);
    if (list->empty()) {
      to.values.emplace_back(std::vector<double>());
      continue;
    }
    const Kind& kind = form ? *form->kind : question.kind;
    const std::size_t row = kind.place_of(path.field);
    if (row >= kind.rows.size()) {
      std::vector<std::string_view> numbers;
      for (const Row& one : kind.rows) numbers.push_back(one.name);
      throw Refused(
          "over: " + std::string(kind.called()) + " has no number " + in_quotes(path.field) + suggestion(path.field, numbers),
          text, Value());
    }
    std::vector<double> values;
    for (const Value& x : *list) values.push_back(number_of(kind.called(), kind.rows[row], x, text));
    sweep(to, std::move(values), {path.group, path.place, row});
  }
}

}  // namespace detail

Request request_of(const Value& form, const Tools* tools) {
  if (!form.map()) throw Refused("a request must be an object: {\"question\": ..., \"run\": {...}}", "", Value());
  const Map& given = *form.map();
  Request request;
  const Question& q = detail::question_of(given);
  request.question = &q, request.tools = tools;
  if (tools) refuse_too_many(q.kind, given, tools->most_points);
  detail::refuse_unknown_keys(given);
  detail::Forms forms(q, given);
  std::deque<List> respelled;
  const std::vector<detail::Over> over = detail::overs_of(given, respelled);
  if (!over.empty()) request.scalar = false, request.size = over.front().list->size();
  if (!over.empty()) forms.look_at_all();
  forms.stand_in(over);
  forms.refuse_missing(given);
  forms.put(request);
  request.columns = detail::columns_from(given.find("columns"));
  detail::refuse_unknown_columns(request);
  forms.sweep_all(request, over);
  if (request.size == 0) completed(request);  // refuses what no element is there to refuse
  return request;
}

}  // namespace scaling_limits::catalog
