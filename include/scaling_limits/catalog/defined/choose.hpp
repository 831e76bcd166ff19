// SPDX-License-Identifier: Apache-2.0
// What choose.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../choose.hpp"
#include "../detail/needed_arguments.hpp"

namespace scaling_limits::catalog {

double Part::operator[](std::string_view row) const {
  if (const Row* found = kind->row(row)) return numbers[static_cast<std::size_t>(found - kind->rows.data())];
  throw InvalidArgument(std::string(kind->group) + " '" + kind->name + "' has no number '" + std::string(row) + "'");
}
const Value* Part::argument(std::string_view name) const {
  const Value* value = arguments.find(name);
  if (value && !value->is_null()) return value;
  const Argument* of = kind ? kind->argument(name) : nullptr;
  return of && !of->standard.is_null() ? &of->standard : nullptr;
}

std::string joined(std::string_view path, std::string_view name) {
  return std::string(path) + (path.empty() || name.empty() ? "" : ".") + std::string(name);
}

double number_of(std::string_view owner, const Row& row, const Value& value, const std::string& path) {
  const auto refuse = [&](const std::string& why) -> double {
    const std::string unit = row.unit == "1" ? "" : " [" + std::string(row.unit) + "]";
    throw Refused(std::string(owner) + ": " + std::string(row.name) + " " + why + row.range.text() + unit, path, value);
  };
  double x = NaN;
  if (value.is_null() && row.range.optional) return NaN;
  if (const double* number = value.number()) {
    x = *number;
  } else if (const bool* truth = value.truth()) {
    if (!row.range.boolean) return refuse(std::string("= ") + (*truth ? "true" : "false") + " must be ");
    x = *truth;
  } else if (const std::string* text = value.text()) {
    if (row.range.boolean) return refuse("= " + in_quotes(*text) + " must be ");
    try {
      x = quantity(*text, row.unit, row.range.share);
    } catch (const InvalidArgument& error) {
      throw Refused(std::string(owner) + ": " + std::string(row.name) + ": " + error.what(), path, value);
    }
  } else {
    return refuse("must be one number, ");
  }
  // NaN stands for "not given" inside: as a value it is refused
  return x == x && row.range.holds(x) ? x : refuse("= " + to_text(x) + " must be ");
}

std::vector<double> numbers_in(std::string_view owner, const Row& row, const Map& given) {
  std::vector<double> numbers;
  const Value* value = given.find(row.name);
  if (!value || value->is_null()) return numbers;
  const auto named = [&](std::size_t place) { return std::string(row.name) + "[" + std::to_string(place) + "]"; };
  if (const std::vector<double>* plain = value->numbers()) {
    for (std::size_t i = 0; i < plain->size(); ++i)
      if (!row.range.holds((*plain)[i])) check(owner, named(i), (*plain)[i], row.range, row.unit);
    return *plain;
  }
  if (!value->list())
    throw Refused(std::string(owner) + ": " + std::string(row.name) + " must be a list of numbers", std::string(row.name),
                  *value);
  for (const Value& one : *value->list()) {
    if (one.is_null() && row.range.optional) {
      numbers.push_back(NaN);
      continue;
    }
    const std::string place = std::to_string(numbers.size()), name = named(numbers.size());
    Row there = row;
    there.name = name;
    numbers.push_back(number_of(owner, there, one, std::string(row.name) + "." + place));
  }
  return numbers;
}

const std::string& text_of(std::string_view owner, std::string_view name, const Part& with) {
  const Value* value = with.argument(name);
  if (value && value->text()) return *value->text();
  throw Refused(std::string(owner) + ": " + std::string(name) + " must be a text", std::string(name), value ? *value : Value());
}

std::string needs_text(const Kind& kind, const Row& row) {
  const std::string name = "'" + std::string(row.name) + "'", text = std::string(kind.called()) + " needs " + name;
  std::string others;
  for (const Instead& instead : kind.instead)
    if (instead.row == row.name || instead.or_row == row.name)
      for (const Row& r : instead.rows)
        others.append(&r == &instead.rows.front() ? ", or '" : " with '")
            .append(r.name)
            .append("' (")
            .append(r.doc)
            .append(")");
  return others.empty() ? text + ": " + std::string(row.doc) : text + " (" + std::string(row.doc) + ")" + others;
}

namespace detail {

/// What stands in place of a row, in whole or in part, if anything does. Throws where the row is given in two ways.
inline const Instead* instead_of(const Kind& kind, std::string_view row, const Map& fields, std::string_view path) {
  const Instead* taken = nullptr;
  std::string ways(row);
  std::string_view last = fields.find(row) ? row : std::string_view();
  int given = !last.empty();
  for (const Instead& instead : kind.instead) {
    if (instead.row != row || !instead.or_row.empty()) continue;
    std::string_view one;
    for (const Row& r : instead.rows) {
      ways.append(&r == &instead.rows.front() ? ", " : " with ").append(r.name);
      if (fields.find(r.name)) one = r.name;
    }
    if (!one.empty()) taken = &instead, last = one, ++given;
  }
  if (given > 1)
    throw Refused(
        std::string(kind.called()) + ": " + std::string(last) + " is one too many: only one of " + ways + " may be given",
        joined(path, last), *fields.find(last));
  return taken;
}

/// What is missing of a stand-in that was given in part.
inline void refuse_half(const Kind& kind, const Instead& instead, const Map& fields, std::string_view path) {
  std::string_view given;
  for (const Row& r : instead.rows)
    if (fields.find(r.name)) given = r.name;
  for (const Row& r : instead.rows)
    if (!fields.find(r.name))
      throw Refused(std::string(kind.called()) + " needs '" + std::string(r.name) + "' beside '" + std::string(given) +
                        "': " + std::string(r.doc),
                    joined(path, r.name), Value());
}

/// The fields with the number of a row in place of what stands for it; as they are while what that takes is not there.
inline Map with_number_of(const Kind& kind, const Row& row, const Instead& instead, std::vector<std::string_view> beside,
                          double (*number)(const double* given), Map fields, std::string_view path) {
  std::vector<double> given;
  const auto take = [&](const Row& r) {
    const Value* value = fields.find(r.name);
    given.push_back(value ? number_of(kind.called(), r, *value, joined(path, r.name)) : r.standard);
    return value || !r.required();
  };
  if (!std::all_of(instead.rows.begin(), instead.rows.end(), take) ||
      !std::all_of(beside.begin(), beside.end(), [&](std::string_view r) { return take(*kind.row(r)); }))
    return fields;
  const double x = number(given.data());
  const std::string_view first = instead.rows.front().name;
  if (!row.range.holds(x))
    for (const Instead& i : kind.instead)  // what is not known of two takes as long as it likes
      if (const Value* unknown = fields.find(i.row);
          unknown && *unknown == Value(i.unknown) && std::find(beside.begin(), beside.end(), i.or_row) != beside.end())
        throw Refused(std::string(kind.called()) + ": " + std::string(first) + " needs '" + std::string(i.or_row) +
                          "' beside what is given of it",
                      joined(path, i.or_row), Value());
  if (!row.range.holds(x))
    throw Refused(std::string(kind.called()) + ": " + std::string(first) + ": " + std::string(instead.why_not),
                  joined(path, first), *fields.find(first));
  Map rest;
  for (const auto& [name, value] : fields)
    if (kind.stands_in(name) != &instead) rest[name] = value;
  rest[row.name] = Value(x);
  return rest;
}

/// The same of what stands for two rows.
inline Map with_number_of_two(const Kind& kind, const Instead& instead, Map fields, std::string_view path) {
  const std::string_view way = instead.rows.front().name;
  const Value* given = fields.find(way);
  if (!given) return fields;
  const bool first = fields.find(instead.row), second = fields.find(instead.or_row);
  if (first && second)
    throw Refused(std::string(kind.called()) + ": " + std::string(way) + " is one too many: " + std::string(instead.row) +
                      " and " + std::string(instead.or_row) + " say it; give one of them beside it, or none",
                  joined(path, way), *given);
  const bool neither = !first && !second && instead.unknown == instead.unknown;
  if (neither) fields[instead.row] = Value(instead.unknown);
  if (!first && !neither)
    return with_number_of(kind, *kind.row(instead.row), instead, instead.beside, instead.number, std::move(fields), path);
  std::vector<std::string_view> beside = instead.beside;
  beside.front() = instead.row;
  return with_number_of(kind, *kind.row(instead.or_row), instead, beside, instead.or_number, std::move(fields), path);
}

}  // namespace detail

Map settled(const Kind& kind, Map fields, std::string_view path) {
  if (kind.respelled) fields = kind.respelled(std::move(fields), path);
  for (const Instead& instead : kind.instead)
    if (!instead.or_row.empty()) fields = detail::with_number_of_two(kind, instead, std::move(fields), path);
  if (kind.instead.empty()) return fields;
  for (const Row& row : kind.rows)
    if (const Instead* instead = detail::instead_of(kind, row.name, fields, path))
      fields = detail::with_number_of(kind, row, *instead, instead->beside, instead->number, std::move(fields), path);
  return fields;
}

Part choose(const Kind& kind, const Map& given_fields, std::string_view path) {
  Part part(kind);
  std::vector<std::string>& names = part.given.emplace();
  const std::string owner(kind.called());
  const Map fields = settled(kind, given_fields, path);
  for (const auto& [name, value] : fields) {
    if (!value.is_null()) names.push_back(name);
    if (kind.row(name) || kind.stands_in(name)) continue;
    if (!kind.argument(name))
      throw Refused(owner + " has no field " + in_quotes(name) + suggestion(name, kind.names()), joined(path, name), value);
    part.arguments[name] = value;
  }
  for (const Row& row : kind.rows) {
    const Value* given = fields.find(row.name);
    const Instead* half = given ? nullptr : detail::instead_of(kind, row.name, fields, path);
    if (half) detail::refuse_half(kind, *half, fields, path);
    if (!given && !half && row.required()) throw Refused(needs_text(kind, row), joined(path, row.name), Value());
    part.numbers.push_back(given ? number_of(owner, row, *given, joined(path, row.name)) : row.standard);
  }
  detail::refuse_missing(kind, part.arguments, path);
  return part;
}

std::shared_ptr<Model> made(const Part& part, std::string_view path) {
  try {
    auto model = part.kind->make(part.arguments);
    model->given = part.given;
    model->assign(part.numbers.data());
    model->validate();
    return model;
  } catch (const Refused& error) {
    throw Refused(error.what(), joined(path, error.parameter), error.value);
  } catch (const DomainError& error) {
    throw Refused(error.what(), joined(path, error.parameter), Value(error.value));
  } catch (const InvalidArgument& error) {
    const Value* given = error.parameter.empty() ? nullptr : part.arguments.find(error.parameter);
    throw Refused(error.what(), joined(path, error.parameter), given ? *given : Value());
  }
}
std::shared_ptr<Model> made(const Kind& kind, const Map& fields) { return made(choose(kind, fields, ""), ""); }

}  // namespace scaling_limits::catalog
