// SPDX-License-Identifier: Apache-2.0
// The line of a criterion of a type of its own among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "kinds.hpp"

namespace scaling_limits::catalog {

template <class C>
Kind criterion_kind() {
  return {"criterion",
          std::string(C::name()),
          std::string(C::text),
          rows_of<C>(),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<CriterionOf<C>>(C{}); },
          {C::own_terms.begin(), C::own_terms.end()}};
}

}  // namespace scaling_limits::catalog
