// SPDX-License-Identifier: Apache-2.0
// The one form of a request and its answer, as data:
//
//   {"question": "limit", "run": {...}, "strategy": ..., "criterion": ..., "growth": ..., "factor": [...], "with": {...},
//    "over": {"run.gpus": [...]}, "columns": ["value", "binding"]}
//   {"question": "limit", "columns": {...}, "units": {...}, "terms": [...]}
//
// Refusals are thrown as Refused, with the path of the field.
#pragma once
#include "../version.hpp"

#include "questions.hpp"

namespace scaling_limits::catalog {

/// A request from data; throws Refused.
Request request_of(const Value& form, const Tools* tools = nullptr);
/// A request in full: every part that its question looks at, every field, every number in SI. It has the same answer.
Value completed(const Request& request);

/// The answer to a request; what is refused is refused by its path in the request.
Answer answer(const Request& request);
/// An answer as data.
Value to_value(const Answer& answer);
/// The same as data, with what there is to remark.
Value reply(const Request& request);
Value reply(const Value& form, const Tools* tools = nullptr);
/// What a refusal looks like as data.
Value error_value(std::string_view message, std::string_view field, const Value& value);

namespace detail {

/// Of which there may be many.
bool is_listed(std::string_view group);
/// "factor.0.half_size" in its pieces: group, place among the factors, field.
struct Path {
  std::string group, field;
  std::size_t place = 0;
};
Path path_of(const std::string& text, const Value& given);
const Question& question_of(const Map& given);

}  // namespace detail

}  // namespace scaling_limits::catalog
