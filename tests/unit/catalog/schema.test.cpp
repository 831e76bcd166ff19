// SPDX-License-Identifier: Apache-2.0
// The schema says of every field what its row says, leads nowhere that is not there, and leaves nothing open. Whether requests
// are valid is asked of a validator that is not ours, in python/tests/test_schema.py.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <set>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"

namespace scaling_limits::testing {

using catalog::List;
using catalog::Map;
using catalog::to_json;
using catalog::Value;

namespace {

const Value& at(const Value& from, std::initializer_list<std::string_view> path) {
  const Value* found = &from;
  for (const std::string_view key : path) {
    INFO(std::string(key));
    REQUIRE(found->map());
    found = found->map()->find(key);
    REQUIRE(found);
  }
  return *found;
}
void walk(const Value& value, const std::function<void(const Map&)>& look) {
  if (const List* list = value.list())
    for (const Value& one : *list) walk(one, look);
  if (const Map* map = value.map()) {
    look(*map);
    for (const auto& [key, one] : *map) walk(one, look);
  }
}
/// The names of the definitions that a schema leads to.
std::set<std::string> led_to(const Value& schema) {
  std::set<std::string> names;
  walk(schema, [&](const Map& map) {
    const Value* reference = map.find("$ref");
    if (!reference || !reference->text()) return;
    CHECK(reference->text()->starts_with("#/$defs/"));
    names.insert(reference->text()->substr(8));
  });
  return names;
}
std::set<std::string> keys(const Value& of) {
  std::set<std::string> names;
  for (const auto& [key, value] : *of.map()) names.insert(key);
  return names;
}
std::set<std::string> texts(const Value& list) {
  std::set<std::string> names;
  for (const Value& one : *list.list()) names.insert(*one.text());
  return names;
}

void check_number(const Value& rules, const catalog::Row& row) {
  CAPTURE(to_json(rules));
  const Map& of = *rules.map();
  CHECK(of.find("description")->text()->starts_with(row.doc));
  CHECK((of.find("unit") ? *of.find("unit") == Value(row.unit) : row.unit == "1" || row.unit.empty()));
  CHECK((of.find("default") != nullptr) == (row.standard == row.standard));
  if (row.range.boolean) {
    CHECK(of.find("enum")->list()->front() == Value(true));
    return;
  }
  const List& types = *of.find("type")->list();
  CHECK(types.front() == Value(row.range.whole ? "integer" : "number"));
  CHECK((types.back() == Value("null")) == row.range.optional);
  const auto bound = [&](const char* closed, const char* open) -> double {
    const Value* first = of.find(closed);
    const Value* second = of.find(open);
    CHECK_FALSE((first && second));
    return first ? *first->number() : second ? *second->number() : NaN;
  };
  const double low = bound("minimum", "exclusiveMinimum"), high = bound("maximum", "exclusiveMaximum");
  CHECK((low == row.range.lower || (low != low && row.range.lower == -inf)));
  CHECK((high == row.range.upper || (high != high && row.range.upper == inf)));
  if (low == low) CHECK((of.find("minimum") != nullptr) == row.range.holds(low));
  if (high == high) CHECK((of.find("maximum") != nullptr) == row.range.holds(high));
}
void check_kind(const Value& properties, const catalog::Kind& kind) {
  std::set<std::string> names;
  for (const std::string_view name : kind.names()) names.insert(std::string(name));
  CHECK(keys(properties) == names);
  for (const catalog::Row& row : kind.rows) check_number(at(properties, {row.name}), row);
  for (const catalog::Argument& argument : kind.arguments) {
    CAPTURE(kind.name, std::string(argument.name));
    const Value& rules = at(properties, {argument.name});
    CHECK(*rules.map()->find("description") == Value(argument.doc));
    if (argument.words.empty()) CHECK(argument.looks);  // what it may be stands beside its name
    else CHECK(at(rules, {"enum"}).list()->size() == argument.words.size() + argument.optional);
  }
}

}  // namespace

TEST_CASE("every definition of the schema is there and is led to", "[catalog][schema]") {
  const auto check = [](const Value& schema) {
    CHECK(led_to(schema) == keys(at(schema, {"$defs"})));
    CHECK(at(schema, {"additionalProperties"}) == Value(false));
    CHECK(catalog::from_json(to_json(schema)) == schema);
  };
  check(catalog::schema());
  for (const catalog::Question& q : catalog::questions()) check(catalog::schema(q.kind.name));
  CHECK_THROWS_AS(catalog::schema("no such question"), InvalidArgument);
}

TEST_CASE("the schema says of every field what its row says", "[catalog][schema]") {
  const Value schema = catalog::schema();
  std::set<std::string> questions;
  for (const catalog::Question& q : catalog::questions()) {
    CAPTURE(q.kind.name);
    questions.insert(q.kind.name);
    const Value& rules = at(schema, {"$defs", "question." + q.kind.name});
    CHECK(at(rules, {"description"}) == Value(q.kind.text));
    check_kind(at(rules, {"properties", "with", "else", "properties"}), q.kind);
    CHECK(at(rules, {"properties", "with", "else", "additionalProperties"}) == Value(false));
    std::set<std::string> needs(q.needs.begin(), q.needs.end());
    const Value* required = at(rules, {"else"}).map()->find("required");
    std::set<std::string> given = required ? texts(*required) : std::set<std::string>{};
    given.erase("with");
    CHECK(given == needs);
  }
  CHECK(texts(at(schema, {"properties", "question", "enum"})) == questions);
}

TEST_CASE("the schema holds every kind that can be chosen", "[catalog][schema]") {
  const Value schema = catalog::schema();
  const Value description = catalog::describe();
  for (const auto& [group, kinds] : *at(description, {"kinds"}).map()) {
    CAPTURE(group);
    at(schema, {"properties", group});
    for (const std::string& kind : kinds_of(group)) {
      CAPTURE(kind);
      check_kind(at(schema, {"$defs", group + "." + kind, "properties"}), catalog::group(group).at(kind));
    }
  }
}

TEST_CASE("the schema of one question has the parts that it looks at", "[catalog][schema]") {
  for (const catalog::Question& q : catalog::questions()) {
    CAPTURE(q.kind.name);
    std::set<std::string> parts{"question", "columns"};
    for (const auto* names : {&q.needs, &q.uses, &q.takes}) parts.insert(names->begin(), names->end());
    if (!q.kind.names().empty()) parts.insert("with");
    CHECK(keys(at(catalog::schema(q.kind.name), {"properties"})) == parts);
  }
}

}  // namespace scaling_limits::testing
