// SPDX-License-Identifier: Apache-2.0
// A part of what is asked: what was said of one kind. A strategy, a run, a factor, a question's own arguments are parts alike.
#pragma once
#include "../version.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kind.hpp"

namespace scaling_limits::catalog {

struct Part {
  const Kind* kind = nullptr;                       // nullptr: as it was written, for a kind that is not looked up yet
  std::vector<double> numbers{};                    // one for each row of the kind, in their order
  Map arguments{};                                  // what is no number; all that was written, while there is no kind
  std::optional<std::vector<std::string>> given{};  // the names of what was given; nothing: that is not known
  std::shared_ptr<Model> model{};                   // once it is made

  Part() = default;
  Part(Map written) : arguments(std::move(written)) {}
  Part(std::initializer_list<Given> written) : arguments(written) {}
  explicit Part(const Kind& of, std::vector<double> in_order = {}, Map others = {})
      : kind(&of), numbers(std::move(in_order)), arguments(std::move(others)) {}

  /// The number of a row.
  double operator[](std::string_view row) const;
  /// What is no number, or its default; nullptr where there is neither.
  const Value* argument(std::string_view name) const;
};

}  // namespace scaling_limits::catalog
