// SPDX-License-Identifier: Apache-2.0
#include "whole.hpp"

#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/catalog/calibrate.hpp"
#include "scaling_limits/catalog/law_of.hpp"
#include "scaling_limits/catalog/schema.hpp"
#include "scaling_limits/published/presets.hpp"

namespace scaling_limits::testing::whole {

namespace {

// before any test runs
const auto at_start = [] {
  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  std::map<std::string, std::vector<std::string>, std::less<>> names;
  for (const catalog::Group* g : catalog::groups())
    for (const catalog::Kind& kind : *g) names[std::string(g->name())].push_back(kind.name);
  return names;
}();

}  // namespace

const std::vector<std::string>& kinds_of(std::string_view group) { return at_start.find(group)->second; }
catalog::Group& group(std::string_view name) { return catalog::group(name); }
const catalog::Questions& questions() { return catalog::questions(); }
const catalog::Question& question(std::string_view name) { return catalog::question(name); }

catalog::AnyStrategy strategy(std::string_view name, const catalog::Map& fields) { return catalog::strategy(name, fields); }
catalog::AnyCriterion criterion(std::string_view name, const catalog::Map& fields) { return catalog::criterion(name, fields); }
catalog::Factors factor(std::string_view name, const catalog::Map& fields) { return catalog::factor(name, fields); }
std::shared_ptr<catalog::Model> model(std::string_view group, std::string_view name, const catalog::Map& fields) {
  return catalog::made(catalog::group(group).at(name), fields);
}
failures::AnyLaw law(std::string_view name, const catalog::Map& fields) {
  return static_cast<const catalog::LawModel&>(*model("failure_law", name, fields)).law();
}

catalog::Answer answer(std::string_view question, const catalog::Case& at, const std::vector<std::string>& columns) {
  return catalog::answer(question, at, columns);
}
catalog::Answer answered(const catalog::Value& request) { return catalog::answer(catalog::request_of(request)); }
catalog::Value reply(const catalog::Value& request, const catalog::Tools* tools) { return catalog::reply(request, tools); }
std::string ask(std::string_view json) { return catalog::ask(json); }
catalog::Value describe() { return catalog::describe(); }
catalog::Value schema(std::string_view question) { return question.empty() ? catalog::schema() : catalog::schema(question); }

}  // namespace scaling_limits::testing::whole
