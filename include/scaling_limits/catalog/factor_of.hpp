// SPDX-License-Identifier: Apache-2.0
// The line of a factor of a type of its own among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "any_factors.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The name of a factor's term, which may be given.
Argument term_argument(const Name& own);
Name term_given(std::string_view kind, const Map& given, const Name& own);

}  // namespace detail

/// The line of a factor; its `name`, the name of its term in shares, may be given. `fill` sets what else is not a number.
template <class F, class Fill>
Kind factor_kind(std::vector<Argument> arguments, Fill fill) {
  arguments.push_back(detail::term_argument(F{}.name));
  std::vector<Row> rows;
  if constexpr (Tabled<F>) rows = rows_of<F>();
  return {"factor",
          std::string(F::kind),
          std::string(F::text),
          std::move(rows),
          std::move(arguments),
          [fill](const Map& given) -> std::shared_ptr<Model> {
            F made;
            made.name = detail::term_given(F::kind, given, made.name);
            fill(made, given);
            return std::make_shared<FactorOf<F>>(std::move(made));
          },
          {std::string_view(F{}.name)},
          class_name(F::kind)};
}
template <class F>
Kind factor_kind() {
  return factor_kind<F>({}, [](F&, const Map&) {});
}

}  // namespace scaling_limits::catalog
