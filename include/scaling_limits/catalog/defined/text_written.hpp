// SPDX-License-Identifier: Apache-2.0
// What text_written.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <array>

#include "../detail/text_scan.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../request.hpp"
#include "../text.hpp"
#include "../text_written.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What a part says of its kind, where it does: a value by one of these keys. Another value is another part.
inline constexpr std::array<std::string_view, 3> of_kind{"kind", "name", "preset"};

/// Whether a part is told by what differs: not where it says itself that it is of another kind.
inline bool comparable(const Value& part, const Value& base) {
  if (!part.map() || !base.map()) return false;
  return std::all_of(of_kind.begin(), of_kind.end(), [&](std::string_view key) {
    const Value *own = part.map()->find(key), *before = base.map()->find(key);
    return !own || own->is_null() || (before && *own == *before);
  });
}
inline bool says_its_kind(const Map& part) {
  return std::any_of(of_kind.begin(), of_kind.end(), [&](std::string_view key) {
    const Value* own = part.find(key);
    return own && !own->is_null();
  });
}

/// A value as Python writes it: JSON but for three words and unlimited.
inline void put_python(const Value& value, std::size_t indent, std::string& out) {
  const std::string line = "\n" + std::string(indent + 4, ' ');
  if (value.is_null()) out += "None";
  else if (const bool* truth = value.truth()) out += *truth ? "True" : "False";
  else if (const double* x = value.number(); x && *x - *x == 0) out += shortest(*x);
  else if (const Map* map = value.map()) {
    out += '{';
    for (const auto& [key, one] : *map) {
      out += line + quoted("Python", key) + ": ";
      put_python(one, indent + 4, out);
      out += ',';
    }
    out += map->empty() ? "}" : "\n" + std::string(indent, ' ') + "}";
  } else if (const List* list = value.list()) {
    out += '[';
    for (const Value& one : *list) {
      if (&one != &list->front()) out += ", ";
      put_python(one, indent, out);
    }
    out += ']';
  } else {
    const std::string* text = value.text();
    out += text ? quoted("Python", *text) : to_json(value);  // a number without end is a text too
  }
}

}  // namespace detail

Value difference(const Value& request, const Value& base) {
  if (!detail::comparable(request, base)) return request;
  Map all;
  for (const auto& [key, value] : *request.map()) {
    const Value* before = base.map()->find(key);
    if (!before) all[key] = value;
    else if (!(*before == value)) all[key] = difference(value, *before);
  }
  for (const auto& [key, value] : *base.map())
    if (!value.is_null() && !request.map()->find(key)) all[key] = Value();
  return all;
}

Value merged(const Value& difference, const Value& base) {
  const Map* changes = difference.map();
  if (!changes || !base.map() || detail::says_its_kind(*changes)) return difference;
  Map all;
  for (const auto& [key, value] : *base.map())
    if (const Value* change = changes->find(key); !change) all[key] = value;
    else if (!change->is_null()) all[key] = merged(*change, value);
  for (const auto& [key, value] : *changes)
    if (!base.map()->find(key) && !value.is_null()) all[key] = value;
  return all;
}

std::string python_text(const Value& request) {
  std::string text = "import scaling_limits as sl\n\nrequest = ";
  detail::put_python(request, 0, text);
  return text + "\nanswer = sl.ask(request)\nfor name, value in answer[\"columns\"].items():\n    print(name, value)\n";
}

std::string cpp_text(const Value& request) {
  const std::string asked = to_json(request, 2);
  std::string mark = "request";  // ends the raw text, so it stands nowhere in it
  while (asked.find(")" + mark + "\"") != asked.npos) mark += '_';
  return "// link scaling_limits::text, for the parser of JSON\n"
         "#include <iostream>\n"
         "#include <scaling_limits/catalog/ask.hpp>\n"
         "#include <scaling_limits/published/presets.hpp>\n\n"
         "int main() {\n"
         "  scaling_limits::published::register_presets();\n"
         "  std::cout << scaling_limits::catalog::ask(R\"" +
         mark + "(" + asked + ")" + mark + "\") << '\\n';\n}\n";
}

std::string toml_text(const Value& request) { return "# scaling-limits ask FILE.toml\n" + to_toml(request); }

namespace detail {

inline Value some_object() { return Map{{"type", "object"}}; }

inline std::string written(const Value& request, const Value& base, Writing as) {
  switch (as) {
    case Writing::full:
      return to_json(completed(request_of(request)));
    case Writing::difference:
      return to_json(difference(request, base));
    case Writing::merged:
      return to_json(merged(request, base));
    case Writing::python:
      return python_text(request);
    case Writing::cpp:
      return cpp_text(request);
    default:
      return toml_text(request);
  }
}

inline std::string written_text(const Case& at) {
  const Value* base = at.with.argument("base");
  if (base && !base->map()) throw Refused("written: base must be an object, a request", "base", *base);
  const Value none = Map{};
  const Writing as = chosen<Writing>("written", "as", at.with.argument("as"));
  const Value& request = *at.with.argument("request");
  if (!request.map())
    throw Refused("written: request must be an object: {\"question\": ..., \"run\": {...}}", "request", request);
  return written(request, base ? *base : none, as);
}

}  // namespace detail

void register_written() {
  static const bool once = [] {
    questions().push_back(listed(
        {.name = "written",
         .text = "a request as a text: in full, what differs from another and that laid over it again, a program, a file",
         .arguments = {looking(detail::some_object, {"request", "the request, or what differs from the base", {}, {}, false}),
                       looking(detail::some_object, {"base", "the request that it is told from; not given: none"}),
                       word<Writing>("as",
                                     "full, difference and merged are JSON with SI numbers or what was given; python, "
                                     "cpp and toml ask the same")},
         .gives = gives("text", "", "the request", detail::written_text)}));
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace scaling_limits::catalog
