// SPDX-License-Identifier: Apache-2.0
// What is special in how a list of causes is written: the name of a ready-made list stands for its rows, and where rows have
// rates of their own the run need not say one.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <map>

#include "../parts.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog::detail {

/// The rows of a list: the name of a preset stands for all of its own.
inline List rows_in(std::string_view group, const Value& given) {
  const List all = given.list() ? *given.list() : List{given};  // one is a list of one
  if (group != "cause") return all;
  List rows;
  for (const Value& one : all) {
    const Value* name = one.text() ? &one : one.map() && one.map()->size() == 1 ? one.map()->find("preset") : nullptr;
    if (!name) {
      rows.push_back(one);
      continue;
    }
    const Map preset = with_preset(group, *name, group);
    for (const Value& row : *preset.find("rows")->list()) rows.push_back(row);
  }
  return rows;
}

/// A run whose causes have rates of their own need not say a gpu_mttf: nothing else stops it.
inline void leave_out_counted(std::map<std::string_view, std::vector<Form>>& of) {
  const auto run = of.find("run"), causes = of.find("cause");
  if (run == of.end() || causes == of.end()) return;
  const bool own = std::any_of(causes->second.begin(), causes->second.end(), [](const Form& one) {
    const Value* planned = one.fields.find("planned");
    return !one.fields.find("share") && !(planned && (*planned == Value(true) || *planned == Value(1.0)));
  });
  Form& form = run->second.front();
  bool said = bool(form.fields.find("gpu_mttf"));
  for (const Instead& instead : form.kind->instead)
    if (instead.row == "gpu_mttf")
      for (const Row& row : instead.rows) said = said || form.fields.find(row.name);
  if (own && !said) form.fields["gpu_mttf"] = Value("unlimited");
}

}  // namespace scaling_limits::catalog::detail
