// SPDX-License-Identifier: Apache-2.0
// What uncertain.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../../uncertainty/distribution_text.hpp"
#include "../detail/cause_forms.hpp"
#include "../request.hpp"
#include "../uncertain.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The number of a request that a path leads to: "run.gpu_mttf", "factor.0.half_size", "with.work".
inline Row row_at(const Map& request, const std::string& text, const Value& given) {
  const auto refuse = [&](const std::string& why) { throw Refused(in_quotes(text) + " " + why, text, given); };
  Path path;
  try {
    path = path_of(text, given);
  } catch (const Refused&) {
    refuse("is no path such as run.gpus or factor.0.half_size");
  }
  const Question& q = question_of(request);
  Form form{&q.kind, {}, path.group};
  List listed;
  if (path.group != "with") {
    std::vector<std::string_view> names = q.parts();
    names.insert(names.begin(), "with");
    if (std::find(names.begin(), names.end(), path.group) == names.end())
      refuse("is of no part that '" + q.kind.name + "' looks at" + suggestion(path.group, names));
    const Group& of = group(path.group);
    const Value* part = request.find(path.group);
    if (part && is_listed(path.group)) {
      listed = rows_in(path.group, *part);  // the name of a ready-made list stands for its rows
      part = path.place < listed.size() ? &listed[path.place] : nullptr;
    }
    if (part) form = form_of(of, *part, path.group);
    else if (is_listed(path.group))
      refuse("leads nowhere: there is no " + path.group + " " + std::to_string(path.place) +
             (listed.empty() ? "" : "; the last is " + path.group + "." + std::to_string(listed.size() - 1)));
    else form = form_of(of, of.named() && !of.standard().empty() ? Value(of.standard()) : Value(Map{}), path.group);
  }
  if (const Row* row = form.kind->row_said_by(path.field)) return *row;
  std::vector<std::string_view> numbers;
  for (const Row& row : form.kind->rows) numbers.push_back(row.name);
  refuse("leads nowhere: " + std::string(form.kind->called()) + " has no number " + in_quotes(path.field) +
         suggestion(path.field, numbers));
  return {};
}

}  // namespace detail

Map uncertain_input(const Map& request, const std::string& path, const Value& given) {
  const Row field = detail::row_at(request, path, given);
  const auto refuse = [&](const std::string& why) { throw Refused(path + ": " + why, path, given); };
  const auto answer = [&](Map of) { return Map{{"distribution", std::move(of)}, {"unit", field.unit}}; };
  Value form = given;
  if (const std::string* text = given.text()) {
    try {
      const auto found = uncertainty::distribution_of(*text, field.unit, field.range.share);
      return answer(std::visit(
          [](const auto& law) {
            Map all{{"name", law.name()}};
            for (const auto& row : fields_of<std::remove_cvref_t<decltype(law)>>) all[row.name] = Value(law.*row.member);
            return all;
          },
          found));
    } catch (const DomainError& error) {
      refuse(error.what());
    } catch (const InvalidArgument& error) {
      refuse(error.what());
    }
  }
  if (given.list() || given.numbers()) form = Map{{"empirical", Map{{"values", given}}}};
  if (!form.map()) refuse("must be a text such as '2 to 4', a list of observed values, or a distribution by name");
  Form of = form_of(distributions(), form, path);
  Range observed = uncertainty::finite_number;
  observed.share = field.range.share;
  Kind kind = *of.kind;  // whose numbers are in the unit of the field, but for its probabilities
  for (Row& row : kind.rows)
    if (row.name != "credibility" && row.name != "probability") row.unit = field.unit, row.range.share = field.range.share;
  if (const Value* values = of.fields.find("values"))
    of.fields["values"] =
        cells(numbers_in(kind.name, {"values", field.unit, "observed values", observed}, Map{{"values", *values}}));
  const Part part = choose(kind, of.fields, path);
  made(part, path);
  Map all{{"name", kind.name}};
  for (auto& [name, value] : completed_fields(part)) all[name] = value;
  return answer(std::move(all));
}

}  // namespace scaling_limits::catalog
