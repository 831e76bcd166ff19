// SPDX-License-Identifier: Apache-2.0
// Values to TOML: its writer alone, without a parser.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "../detail/text_scan.hpp"
#include "../text.hpp"

namespace scaling_limits::catalog {

namespace detail {

class TomlWriter {
 public:
  std::string write(const Map& map) {
    table(map, "", 1);
    return std::move(out_);
  }

 private:
  void table(const Map& map, const std::string& path, std::size_t level) {
    check(level);
    for (const auto& [name, value] : map)  // what has no header of its own comes first
      if (!value.is_null() && !value.map() && !tables(value)) {
        out_.append(key(name)).append(" = ");
        at_ = path + key(name);
        put(value, level + 1);
        out_ += '\n';
      }
    for (const auto& [name, value] : map)
      if (value.map()) header("[", path + key(name), "]", *value.map(), level + 1);
    for (const auto& [name, value] : map)
      if (tables(value))
        for (const auto& each : *value.list()) header("[[", path + key(name), "]]", *each.map(), level + 2);
  }
  void header(std::string_view open, const std::string& path, std::string_view close, const Map& map, std::size_t level) {
    at_ = path;
    out_.append(out_.empty() ? "" : "\n").append(open).append(path).append(close).append("\n");
    table(map, path + ".", level);
  }
  void put(const Value& value, std::size_t level) {
    if (const auto* truth = value.truth()) out_ += *truth ? "true" : "false";
    else if (const auto* x = value.number()) out_ += shortest(*x);
    else if (const auto* text = value.text()) out_ += quoted("TOML", *text);
    else if (const auto* list = value.list()) {
      check(level);
      out_ += '[';
      for (bool first = true; const auto& each : *list) {
        if (each.is_null()) throw InvalidArgument("TOML: a list with a gap in it, and TOML has no null: " + at_, at_);
        if (!std::exchange(first, false)) out_ += ", ";
        put(each, level + 1);
      }
      out_ += ']';
    } else if (const auto* numbers = value.numbers()) {
      put(cells(*numbers), level);
    } else if (const auto* map = value.map()) {
      check(level);
      out_ += '{';
      for (bool first = true; const auto& [name, each] : *map) {
        if (each.is_null()) continue;
        out_.append(std::exchange(first, false) ? " " : ", ").append(key(name)).append(" = ");
        put(each, level + 1);
      }
      out_ += " }";
    }
  }
  static bool tables(const Value& value) {
    const auto* list = value.list();
    return list && !list->empty() && std::all_of(list->begin(), list->end(), [](const Value& v) { return v.map(); });
  }
  static std::string key(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), bare) ? name : quoted("TOML", name);
  }
  void check(std::size_t level) const {
    if (level > deepest) throw InvalidArgument(std::string("TOML: ").append(too_deep), at_);
  }

  std::string out_, at_;  // at_: the key that is written, for who asks where
};

}  // namespace detail

std::string to_toml(const Value& value) {
  if (!value.map()) throw InvalidArgument("TOML: only values by key can be written");
  return detail::TomlWriter().write(*value.map());
}

}  // namespace scaling_limits::catalog
