// SPDX-License-Identifier: Apache-2.0
// What request.hpp declares: a request in full, and what is replied to it.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../remarks.hpp"
#include "../request.hpp"

namespace scaling_limits::catalog {

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
             {"terms", cells(answer.terms)}};
}

Value completed(const Request& request) {
  const Question& q = *request.question;
  const auto named = [](const std::vector<std::string>& names, std::string_view one) {
    return std::find(names.begin(), names.end(), one) != names.end();
  };
  Map all{{"question", q.kind.name}};
  for (const Group* g : groups()) {
    const std::string name(g->name());
    if (const auto found = request.parts.find(name); found != request.parts.end()) {
      List list;
      for (const Part& part : found->second) {
        Map fields = completed(part);
        for (const Follows& follows : q.follows)
          if (follows.group == name && part.given && !named(*part.given, follows.field))
            fields = detail::without(fields, follows.field);
        list.push_back(std::move(fields));
      }
      all[name] = detail::is_listed(name) ? Value(std::move(list)) : std::move(list.front());
    } else if (q.looks_at(name) && !g->standard().empty() && !(name == "strategy" && request.with.argument("strategies"))) {
      all[name] = completed(part_from(*g, Value(g->standard()), name));
    }
  }
  if (Map own = completed_fields(request.with); !own.empty()) all["with"] = std::move(own);
  if (!request.columns.empty()) all["columns"] = cells(request.columns);
  if (request.scalar) return all;
  Map over;
  for (std::size_t k = 0; k < request.paths.size(); ++k) over[request.paths[k]] = cells(*request.values[k]);
  all["over"] = std::move(over);
  return all;
}

Answer answer(const Request& request) {
  const Kind& own = request.question->kind;
  const auto in_request = [&](const std::string& name) {
    return own.row(name) || own.argument(name) ? joined("with", name) : name;
  };
  try {
    return evaluate(request);
  } catch (const Refused& error) {
    throw Refused(error.what(), joined("with", error.parameter), error.value);
  } catch (const DomainError& error) {
    throw Refused(error.what(), in_request(error.parameter), Value(error.value));
  } catch (const InvalidArgument& error) {
    const Value* value = own.argument(error.parameter) ? request.with.arguments.find(error.parameter) : nullptr;
    throw Refused(error.what(), in_request(error.parameter), value ? *value : Value());
  }
}

Value reply(const Request& request) {
  Value found = to_value(answer(request));
  if (List lines = remarks(request); !lines.empty()) (*found.map())["remarks"] = std::move(lines);
  return found;
}
Value reply(const Value& form, const Tools* tools) { return reply(request_of(form, tools)); }

Value error_value(std::string_view message, std::string_view field, const Value& value) {
  return Map{{"error", Map{{"field", field}, {"value", value}, {"message", message}}}};
}

}  // namespace scaling_limits::catalog
