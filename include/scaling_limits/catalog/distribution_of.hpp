// SPDX-License-Identifier: Apache-2.0
// What a distribution of a type of its own is made of, to be any, and its line among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "../uncertainty/any_distribution.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

using DistributionModel = Behind<uncertainty::AnyDistribution>;
template <class D>
using DistributionOf = BehindOf<uncertainty::AnyDistribution, D>;
template <class D>
Kind distribution_kind() {
  return {
      "distribution", std::string(D::name()), std::string(D::text), rows_of<D>(), {}, [](const Map&) -> std::shared_ptr<Model> {
        return std::make_shared<DistributionOf<D>>(D{});
      }};
}

}  // namespace scaling_limits::catalog
