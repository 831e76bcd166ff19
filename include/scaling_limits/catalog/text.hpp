// SPDX-License-Identifier: Apache-2.0
// Values from and to JSON and TOML; link scaling_limits::text. What is wrong with a text is an InvalidArgument with line and
// column. Deeper than 64 levels is refused before it can cost a stack.
#pragma once
#include "../version.hpp"

#include <string>
#include <string_view>

#include "value.hpp"

namespace scaling_limits::catalog {

/// A value from JSON. Keys keep their order and stand once; numbers are doubles, beyond which they are refused.
Value from_json(std::string_view text);
/// JSON of a value, on one line or with an indent. NaN is null and inf is "unlimited", which every door reads back as inf.
std::string to_json(const Value& value, int indent = -1);
/// A value (a Map) from TOML, in the order of the file. Dates and times are refused.
Value from_toml(std::string_view text);
/// TOML of a Map: plain values first, then [tables], then [[lists of tables]]. A key without a value (null) is left out.
std::string to_toml(const Value& value);
}  // namespace scaling_limits::catalog
