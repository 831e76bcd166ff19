// SPDX-License-Identifier: Apache-2.0
// The kinds of what stops a run and how it comes back: causes, a restart by its parts, who operates it.
#pragma once
#include "../../version.hpp"

#include "../../failures/causes.hpp"
#include "../../run/operation.hpp"
#include "../../run/restart_parts.hpp"
#include "../detail/aggregate_kind.hpp"
#include "../detail/hours.hpp"
#include "../parts.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog {

Group& causes() {
  static Group all([] {
    using failures::Cause;
    Kind kind = aggregate_kind<Cause<>>(
        "cause", "cause", "what stops a run: how often, how it is noticed, what is replaced, which restart follows", "Cause");
    kind.arguments = {
        looking([]() -> Value { return Map{{"type", "string"}, {"minLength", 1}}; },
                {"name", "what it is called; names tell rows apart", {}, {}, false}, Value("hang")),
        {"per", "what its rate is of", words_in<failures::Per>()},
        {"operation", "who brings the run back after it; not given: as of the whole run", words_in<failures::RestartedBy>()}};
    kind.make = [](const Map& given) -> std::shared_ptr<Model> {
      Cause<> made;
      const Value *name = given.find("name"), *per = given.find("per"), *by = given.find("operation");
      if (name && !name->is_null() && !name->text()) throw InvalidArgument("Cause: name must be a text", "name");
      if (name && name->text()) made.name = *name->text();
      if (per && !per->is_null()) made.per = chosen<failures::Per>("Cause", "per", per);
      if (by && !by->is_null()) made.operation = chosen<failures::RestartedBy>("Cause", "operation", by);
      return std::make_shared<ModelOf<Cause<>>>(std::move(made), "Cause");
    };
    return kind;
  }());
  return all;
}
Group& restarts() {
  static Group all([] {
    Kind kind = aggregate_kind<RestartParts<>>(
        "restart", "restart_parts",
        "a restart by its parts, of which communicators grow with the ranks and the load with its readers", "RestartParts");
    kind.respelled = [](Map fields, std::string_view path) {  // "of": a preset
      const Value* of = fields.find("of");
      if (!of || of->is_null()) return detail::without(fields, "of");
      Map with{{"preset", *of}};
      for (const auto& [name, value] : detail::without(fields, "of")) with[name] = value;
      return with_preset("restart", Value(std::move(with)), path);
    };
    return kind;
  }());
  return all;
}
Group& operations() {
  static Group all([] {
    Kind kind = aggregate_kind<Operation<>>(
        "operation", "operation",
        "who keeps a run going: by itself, on call, in attended hours; and the restarts, maintenance and evaluations of people",
        "Operation");
    kind.arguments = {
        word<failures::RestartedBy>("kind", "who brings the run back after a failure; not given beside hours: attended"),
        detail::hours_argument()};
    kind.make = [](const Map& given) -> std::shared_ptr<Model> {
      Operation<> made;
      made.kind = chosen<failures::RestartedBy>("Operation", "kind", given);
      if (const Value* hours = given.find("hours"); hours && !hours->is_null()) made.hours = detail::hours_of(*hours);
      return std::make_shared<ModelOf<Operation<>>>(std::move(made), "Operation");
    };
    kind.respelled = [](Map fields, std::string_view) {  // who says hours and no more says that somebody is there
      const Value *hours = fields.find("hours"), *by = fields.find("kind");
      if (hours && !hours->is_null() && !by) fields["kind"] = Value("attended");
      return fields;
    };
    return kind;
  }());
  return all;
}

}  // namespace scaling_limits::catalog
