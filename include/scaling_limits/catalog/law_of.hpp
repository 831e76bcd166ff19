// SPDX-License-Identifier: Apache-2.0
// What a failure law of a type of its own is made of, to be any, and its line among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "../failures/any_law.hpp"
#include "case.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

using LawModel = Behind<failures::AnyLaw>;
template <class L>
using LawOf = BehindOf<failures::AnyLaw, L>;
template <class L>
Kind law_kind() {
  return {"failure_law",
          std::string(L::name()),
          std::string(L::text),
          rows_of<L>(),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<LawOf<L>>(L{}); },
          {},
          class_name(L::name())};
}

/// The failure law of a case.
inline failures::AnyLaw law_of(const Case& at) {
  return static_cast<const LawModel&>(*at.others.find("failure_law")->second).any();
}

}  // namespace scaling_limits::catalog
