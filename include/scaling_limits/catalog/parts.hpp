// SPDX-License-Identifier: Apache-2.0
// The parts of a case from data: "asynchronous", {"name": "asynchronous", "slowdown": 0.1}, {"goodput_at_least": 0.9},
// {"preset": "h100"} and whatever else people write for the same thing.
#pragma once
#include "../version.hpp"

#include "kinds.hpp"

namespace scaling_limits::catalog {

/// A part before its fields are looked at: which kind it is of, whatever form it was written in.
struct Form {
  const Kind* kind = nullptr;
  Map fields{};
  std::string path{};      // where it stands in the request
  bool one_value = false;  // {"goodput_at_least": 0.9}: the field is known by the name of the kind

  /// Another value of a field; the first may be called by the name of the kind.
  void set(std::string_view field, const Value& value) {
    const bool first = field == kind->name && !kind->rows.empty();
    one_value = one_value || first;
    fields[first ? kind->rows.front().name : field] = value;
  }
};

/// A part as it was given, without looking at its fields. `path` is where it stands in the request.
Form form_of(const Group& group, const Value& given, std::string_view path);
/// Refuses a number that is wrong by itself, also where another is to take its place.
void look_at(const Form& form);
/// The part of a form; what is refused is refused by the name it was given under.
Part part_of(const Form& form);
Part part_from(const Group& group, const Value& given, std::string_view path);
/// Numbers and arguments by name: every field there is, in SI; null: not given.
Map completed_fields(const Part& part);
/// A part in full, as a request may have it: its kind, unless there is one alone, and its fields.
Map completed(const Part& part);

// a part as what the case holds
AnyStrategy strategy_of(const Part& part);
AnyCriterion criterion_of(const Part& part);
std::shared_ptr<const FactorModel> factor_of(const Part& part);
const growth::PowerLaw& growth_of(const Part& part);
template <class P>
const P& aggregate_of(const Part& part) {
  return static_cast<const ModelOf<P>&>(*part.model).value;
}

namespace detail {

/// Whose fields they are where no kind is named; nullptr: one must be.
const Kind* kind_of_fields_alone(const Group& group);
/// The keys under which a part may say its kind. A factor's term is said by `name` too: then the kind stands under `kind`.
inline constexpr std::array<std::string_view, 3> kind_keys{"kind", "name", "preset"};

/// A map but for one of its keys.
Map without(const Map& map, std::string_view key);

}  // namespace detail

}  // namespace scaling_limits::catalog
