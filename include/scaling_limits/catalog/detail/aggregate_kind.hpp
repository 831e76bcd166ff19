// SPDX-License-Identifier: Apache-2.0
// A kind that is a plain aggregate: its rows are those of the table.
#pragma once
#include "../../version.hpp"

#include "../kinds.hpp"

namespace scaling_limits::catalog {

template <class P>
Kind aggregate_kind(std::string_view group, std::string_view name, std::string_view text, std::string_view owner) {
  return {group,
          std::string(name),
          std::string(text),
          rows_of<P>(),
          {},
          [owner](const Map&) -> std::shared_ptr<Model> { return std::make_shared<ModelOf<P>>(P{}, owner); },
          {},
          std::string(owner)};
}

}  // namespace scaling_limits::catalog
