// SPDX-License-Identifier: Apache-2.0
// The whole catalogue behind functions that are compiled once: its own headers cost a minute.
#pragma once
#include <string>
#include <vector>

#include "scaling_limits/catalog/question.hpp"
#include "scaling_limits/failures/any_law.hpp"

namespace scaling_limits::testing::whole {

/// The names of the kinds of a group that the library brings: what a test adds is not among them.
const std::vector<std::string>& kinds_of(std::string_view group);
catalog::Group& group(std::string_view name);
const catalog::Questions& questions();
const catalog::Question& question(std::string_view name);

catalog::AnyStrategy strategy(std::string_view name, const catalog::Map& fields = {});
catalog::AnyCriterion criterion(std::string_view name, const catalog::Map& fields = {});
catalog::Factors factor(std::string_view name, const catalog::Map& fields = {});
std::shared_ptr<catalog::Model> model(std::string_view group, std::string_view name, const catalog::Map& fields);
failures::AnyLaw law(std::string_view name, const catalog::Map& fields);

catalog::Answer answer(std::string_view question, const catalog::Case& at, const std::vector<std::string>& columns = {});
catalog::Answer answered(const catalog::Value& request);
catalog::Value reply(const catalog::Value& request, const catalog::Tools* tools = nullptr);  // throws Refused
std::string ask(std::string_view json);
catalog::Value describe();
catalog::Value schema(std::string_view question = {});

}  // namespace scaling_limits::testing::whole
