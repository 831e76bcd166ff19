// SPDX-License-Identifier: Apache-2.0
// What must be given, of what is no number.
#pragma once
#include "../../version.hpp"

#include <string>

#include "../choose.hpp"

namespace scaling_limits::catalog::detail {

inline void refuse_missing(const Kind& kind, const Map& arguments, std::string_view path) {
  for (const Argument& argument : kind.arguments)
    if (const Value* given = arguments.find(argument.name); !argument.optional && (!given || given->is_null()))
      throw Refused(std::string(kind.called()) + " needs '" + std::string(argument.name) + "': " + std::string(argument.doc),
                    joined(path, argument.name), Value());
}

}  // namespace scaling_limits::catalog::detail
