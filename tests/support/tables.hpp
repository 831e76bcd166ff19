// SPDX-License-Identifier: Apache-2.0
// A table of fields as a text of one line for each: what a member is without being set, what it may be, and what it usually is.
// Written out beside each room's tests, so that no bound moves unseen.
#pragma once
#include <scaling_limits/core/fields.hpp>

#include <string>

namespace scaling_limits::testing {

template <class P>
std::string table_of() {
  constexpr const char* effects[]{"", ", the size", ", a cost", ", a help"};
  std::string text;
  for (const auto& field : fields_of<P>) {
    text.append(field.name).append(" = ").append(to_text(static_cast<double>(P{}.*field.member)));
    text.append(" [").append(field.unit).append("]: ").append(field.range.text());
    if (field.range.optional) text += ", or not given";
    if (field.usual.known()) text += ", usually " + to_text(field.usual.low) + " to " + to_text(field.usual.high);
    text.append(effects[static_cast<int>(field.effect)]).append("\n");
  }
  return text;
}

}  // namespace scaling_limits::testing
