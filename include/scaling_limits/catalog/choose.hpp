// SPDX-License-Identifier: Apache-2.0
// From what was given by name to the numbers of a kind: quantities are read, what stands in place of a field is converted, and
// what is refused is refused by its path in the request.
#pragma once
#include "../version.hpp"

#include "part.hpp"

namespace scaling_limits::catalog {

/// What a field, a word or a list was refused for: its path in the request, the value as it was given.
struct Refused : InvalidArgument {
  Refused(const std::string& text, std::string field, Value given_value)
      : InvalidArgument(text, field), value(std::move(given_value)) {}
  Value value;
};

/// "run.gpus" of run and gpus.
std::string joined(std::string_view path, std::string_view name);

/// The text of an argument.
const std::string& text_of(std::string_view owner, std::string_view name, const Part& with);
/// The number that a value stands for in a row: a number in SI, a truth, or a text with its unit.
double number_of(std::string_view owner, const Row& row, const Value& value, const std::string& path);
/// A list of numbers, or of quantities in a unit, null where it may be not given; empty where the list is not.
std::vector<double> numbers_in(std::string_view owner, const Row& row, const Map& given);
/// The fields with what stands in place of a row turned into its number; as they are while what that takes is not there.
Map settled(const Kind& kind, Map fields, std::string_view path);
/// Every field of a kind from what was given by name, without its model.
Part choose(const Kind& kind, const Map& given_fields, std::string_view path);
/// "TrainingRun needs 'gpus': GPUs held", and what may be given in its place.
std::string needs_text(const Kind& kind, const Row& row);
/// The model of a part, checked. What its kind refuses is refused by path.
std::shared_ptr<Model> made(const Part& part, std::string_view path);
std::shared_ptr<Model> made(const Kind& kind, const Map& fields);

}  // namespace scaling_limits::catalog
