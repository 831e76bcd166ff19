// SPDX-License-Identifier: Apache-2.0
// What a field of a request may be, in the words of JSON Schema (draft 2020-12): rows with their bounds, words, lists, tables.
// A part of a group is a reference to it by name; schema.hpp holds what they lead to.
#pragma once
#include "../version.hpp"

#include "kind.hpp"

namespace scaling_limits::catalog::json_schema {

/// Where a definition of that name is found.
Value reference(std::string_view name);
/// A part of a group, with all that must be given.
Value part(std::string_view group);
/// The same where some of it may be swept: nothing must be given.
std::string swept(std::string_view group);
Value list(Value items, std::size_t least = 0);
Value one_of(List values);
Value text();
/// A number in SI within its range, or a text with its unit, "2 TB/s"; infinity is the text "unlimited".
Map number(const Row& row);
Value numbers(std::string_view unit, const Range& range);
/// A word of a few, or what the argument says that it looks like. Null is as if it were not given.
Map argument(const Argument& of);
/// All that may be given for a kind, by name.
Map fields(const Kind& kind);
/// What must be given of it, but for what a question finds by itself; no row in two ways.
Map required(const Kind& kind, const std::vector<std::string_view>& found = {});
/// A table of its own: the fields of a kind and nothing else.
Value table(const Kind& kind);

}  // namespace scaling_limits::catalog::json_schema
