// SPDX-License-Identifier: Apache-2.0
// What several rooms say of a limit: the terms of its shares, criteria that are given as a list.
#pragma once
#include "../../version.hpp"

#include <string>
#include <vector>

#include "../json_schema.hpp"
#include "../parts.hpp"
#include "../question.hpp"

namespace scaling_limits::catalog::detail {

/// The terms that a criterion of that name can name.
std::vector<std::string_view> terms_of(const Case& at, std::string_view criterion);
std::vector<std::string_view> factor_terms(const Case& at);
/// What a strategy's time goes to, then the factors.
std::vector<std::string_view> shares_of_time(const Case& at);
/// The terms that any criterion can name.
std::vector<std::string_view> terms_of_any(const Case& at);
/// A list of criteria; the usual ones where none is given.
Argument criteria_argument();
/// The criteria of a request, and what each is called: "goodput_at_least(0.9)".
struct NamedCriterion {
  std::string name{};
  AnyCriterion criterion{};
};
std::vector<NamedCriterion> criteria_of(std::string_view owner, const Part& with);
/// The largest size under a criterion that is not that of the case.
limits::Limit<> limit_under(const AnyCriterion& criterion, const Case& at);

}  // namespace scaling_limits::catalog::detail
