// SPDX-License-Identifier: Apache-2.0
// The JSON Schema (draft 2020-12) of a request, made from the same tables as its refusals: questions, parts, kinds, fields with
// unit, bounds and default, what may be swept. Whatever is answered is valid; what is valid may still be refused for what a
// schema cannot say: lists of one length, units, fields that exclude one another.
#pragma once
#include "../version.hpp"

#include "value.hpp"

namespace scaling_limits::catalog {

/// The JSON Schema of a request, for any question.
Value schema();
/// The same of one question, with the parts that it looks at, each in one form: a name, fields, or {name: fields}; nothing is
/// swept. What is valid here is valid there.
Value schema(std::string_view name);

}  // namespace scaling_limits::catalog
