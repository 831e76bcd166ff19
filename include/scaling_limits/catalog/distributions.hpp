// SPDX-License-Identifier: Apache-2.0
// The distributions of uncertain inputs by name. A new one is its header, an include and a line in distributions() below.
#pragma once
#include "../version.hpp"

#include "../uncertainty/any_distribution.hpp"
#include "../uncertainty/beta.hpp"
#include "../uncertainty/empirical.hpp"
#include "../uncertainty/lognormal.hpp"
#include "../uncertainty/metalog.hpp"
#include "../uncertainty/normal.hpp"
#include "choose.hpp"
#include "json_schema.hpp"

namespace scaling_limits::catalog {

struct DistributionModel : Model {
  virtual uncertainty::AnyDistribution distribution() const = 0;
};
template <class D>
struct DistributionOf final : Holds<DistributionModel, D> {
  using Holds<DistributionModel, D>::Holds;
  uncertainty::AnyDistribution distribution() const override { return this->value; }
};
template <class D>
Kind distribution_kind() {
  return {
      "distribution", std::string(D::name()), std::string(D::text), rows_of<D>(), {}, [](const Map&) -> std::shared_ptr<Model> {
        return std::make_shared<DistributionOf<D>>(D{});
      }};
}

/// Every distribution that can be chosen by name.
template <class = void>
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
