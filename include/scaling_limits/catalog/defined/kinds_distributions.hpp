// SPDX-License-Identifier: Apache-2.0
// The distributions of uncertain inputs by name. A new one is its header, an include and a line in distributions() below.
#pragma once
#include "../../version.hpp"

#include "../../uncertainty/beta.hpp"
#include "../../uncertainty/empirical.hpp"
#include "../../uncertainty/lognormal.hpp"
#include "../../uncertainty/metalog.hpp"
#include "../../uncertainty/normal.hpp"
#include "../distribution_of.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

/// Every distribution that can be chosen by name.
Group& distributions() {
  using namespace uncertainty;
  static Group all("distribution", {distribution_kind<Lognormal<>>(),
                                    distribution_kind<Normal<>>(),
                                    distribution_kind<Beta<>>(),
                                    distribution_kind<Metalog<>>(),
                                    {"distribution",
                                     std::string(Empirical::name()),
                                     std::string(Empirical::text),
                                     {},
                                     {looking([] { return json_schema::numbers("1", finite_number); },
                                              {"values", "observed values, each as likely as the others", {}, {}, false})},
                                     [](const Map& given) -> std::shared_ptr<Model> {
                                       return std::make_shared<DistributionOf<Empirical>>(Empirical(
                                           numbers_in("empirical", {"values", "1", "observed values", finite_number}, given)));
                                     }}});
  return all;
}

}  // namespace scaling_limits::catalog
