// SPDX-License-Identifier: Apache-2.0
// Values from TOML: the only header that includes its parser.
#pragma once
#include "../../version.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "../detail/text_scan.hpp"
#include "../text.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// Where a value stands: its key, or its place in a list, and where that stands.
struct Within {
  const Within* outer = nullptr;
  std::string key{};
  std::string path() const { return outer && outer->outer ? outer->path() + "." + key : key; }
};

inline Value value_of(const toml::node& node, const Within& where, std::size_t level) {
  const auto& at = node.source().begin;
  if (level > deepest && (node.is_table() || node.is_array())) refuse("TOML", at.line, at.column, too_deep);
  if (const auto* text = node.as_string()) return Value(text->get());
  if (const auto* x = node.as_floating_point()) return Value(x->get());
  if (const auto* n = node.as_integer()) return Value(n->get());
  if (const auto* truth = node.as_boolean()) return Value(truth->get());
  if (const auto* array = node.as_array()) {
    List list;
    for (const auto& each : *array) list.push_back(value_of(each, {&where, std::to_string(list.size())}, level + 1));
    return list;
  }
  if (const auto* table = node.as_table()) {  // sorted by key there, in the order of the file here
    if (table->size() > most_keys) refuse("TOML", at.line, at.column, too_many_keys);
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (auto&& [key, each] : *table) entries.emplace_back(&key, &each);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      const auto &p = a.first->source().begin, &q = b.first->source().begin;
      return std::tuple(p.line, p.column, a.first->str()) < std::tuple(q.line, q.column, b.first->str());
    });
    Map map;
    for (const auto& [key, each] : entries) map[key->str()] = value_of(*each, {&where, std::string(key->str())}, level + 1);
    return map;
  }
  refuse("TOML", at.line, at.column,
         where.path() + " is a date or a time; write a year as a number (2030.5), a time of day as a text");
}

}  // namespace detail

Value from_toml(std::string_view text) {
  text = detail::without_mark(text);
  detail::TomlScan(text).run();
  try {
    return detail::value_of(toml::parse(text), {}, 1);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    detail::refuse("TOML", at.line, at.column, detail::shown(error.description()));
  }
}

}  // namespace scaling_limits::catalog
