// SPDX-License-Identifier: Apache-2.0
// What a request says of one of its own fields that is uncertain, as a distribution by name with its numbers in SI:
// "25000 h to 100000 h", "1 / 2 / 4 TB/s", {"beta": {"low": 0.2, "high": 0.6}}, or a list of observed values. Whatever has the
// unit of the field may be written with it. Refusals are thrown as Refused, with the path of the field.
#pragma once
#include "../version.hpp"

#include "choose.hpp"

namespace scaling_limits::catalog {

/// {"distribution": {"name": "lognormal", "low": 9e7, "high": 3.6e8, "credibility": 0.9}, "unit": "s"} of a field of a request;
/// throws Refused.
Map uncertain_input(const Map& request, const std::string& path, const Value& given);

}  // namespace scaling_limits::catalog
